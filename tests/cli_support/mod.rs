//! Plays one session at the command line in a folder of its own.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder to run commands in; gone when it is dropped.
pub struct Play {
    folder: PathBuf,
}

/// What a command came to.
pub struct Run {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    code: Option<i32>,
}

impl Play {
    /// An empty folder; the name keeps tests that run at the same time apart.
    pub fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self { folder }
    }

    /// Puts a file there.
    pub fn file(self, name: &str, text: &str) -> Self {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// The program with arguments, ready to start in the folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rewrite"));
        command.args(arguments).current_dir(&self.folder).stdin(Stdio::null());
        command
    }

    /// Runs the program.
    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::of(&self.command(arguments).output().unwrap())
    }

    /// Runs the program with a text on standard input.
    #[allow(dead_code, reason = "not every test file feeds standard input")]
    pub fn run_with_input(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        // The program may end without reading all of it.
        let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        Run::of(&output)
    }
}

impl Drop for Play {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Run {
    fn of(output: &Output) -> Self {
        Self {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code(),
        }
    }

    /// Checks the exit code.
    #[track_caller]
    pub fn code(&self, expected: i32) -> &Self {
        assert_eq!(self.code, Some(expected), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Checks standard output.
    #[track_caller]
    #[allow(dead_code, reason = "not every test file looks at standard output")]
    pub fn stdout(&self, expected: &str) -> &Self {
        assert_eq!(self.stdout, expected, "stderr:\n{}", self.stderr);
        self
    }

    /// Checks standard error.
    #[track_caller]
    #[allow(dead_code, reason = "not every test file looks at standard error")]
    pub fn stderr(&self, expected: &str) -> &Self {
        assert_eq!(self.stderr, expected);
        self
    }
}
