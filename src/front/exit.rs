//! How the program ends.

use std::io;
use std::process::ExitCode;

/// The exit codes; they never change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Found, reduced, file clean.
    Yes,
    /// The whole space was explored and nothing found.
    No,
    /// The user's mistake: file, query, option.
    Mistake,
    /// A limit stopped the search first.
    Undecided,
    /// Disk, permissions, lost host.
    Environment,
    /// Our bug.
    Bug,
    /// Interrupted; what was found so far was printed.
    Interrupted,
}

impl Exit {
    /// The number the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Mistake => 2,
            Self::Undecided => 3,
            Self::Environment => 4,
            Self::Bug => 101,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

/// How to end when writing an answer failed. A reader that closed the pipe has seen enough: that is a quiet end.
pub fn of_output_error(error: &io::Error) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Exit::Yes;
    }
    eprintln!("error: cannot write: {error}");
    Exit::Environment
}

/// Makes a panic, which is always our bug, say so.
pub fn install_panic_message() {
    std::panic::set_hook(Box::new(|panic| {
        use io::Write as _;
        let mut stderr = io::stderr().lock();
        // There is nowhere left to report a failure to write this.
        let _ = writeln!(stderr, "internal error: {panic}\nThis is a bug in rewrite, not in your program.");
        let _ = writeln!(stderr, "Please report it with the file and the command that led here.");
    }));
}
