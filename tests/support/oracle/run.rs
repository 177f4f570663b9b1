//! Starts the oracle on a file, with a time limit.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a run printed.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub errors: String,
    /// Stopped by the time limit.
    pub timed_out: bool,
}

/// A Maude binary.
#[derive(Clone, Debug)]
pub struct Oracle {
    binary: PathBuf,
}

impl Oracle {
    /// The binary that `REWRITE_MAUDE` names, else `maude` on the path; `None` when it does not start.
    pub fn find() -> Option<Self> {
        let binary = std::env::var_os("REWRITE_MAUDE").map_or_else(|| PathBuf::from("maude"), PathBuf::from);
        let found = Command::new(&binary).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        found.is_ok_and(|status| status.success()).then_some(Self { binary })
    }

    /// Runs a file.
    pub fn run(&self, file: &Path, limit: Duration) -> Printed {
        let mut command = Command::new(&self.binary);
        command.args(["-no-banner", "-no-wrap", "-no-ansi-color", "-batch"]).arg(file);
        capture(&mut command, limit)
    }

    /// Runs a text; `prefix` asks for terms in prefix form.
    pub fn run_text(&self, text: &str, prefix: bool, limit: Duration) -> Printed {
        let settings = if prefix { "set print mixfix off .\n" } else { "" };
        let file = scratch_file(&format!("set show timing off .\nset show advisories off .\n{settings}{text}\nquit\n"));
        let printed = self.run(&file, limit);
        let _ = std::fs::remove_file(file);
        printed
    }
}

/// Says loudly that the oracle is not there; in CI that is a failure.
pub fn missing(test: &str) {
    eprintln!("*** {test}: NOT RUN: no `maude` on the path and REWRITE_MAUDE is not set ***");
    assert!(std::env::var_os("CI").is_none(), "{test} needs the oracle in CI");
}

/// This package's own binary, on a file.
pub fn rewrite_command(file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rewrite"));
    command.arg("run").arg(file);
    command
}

/// Runs a command to its end or the time limit. Both streams are drained by threads, so that neither can block it.
pub fn capture(command: &mut Command, limit: Duration) -> Printed {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let Ok(mut child) = child else {
        return Printed { errors: format!("cannot start {command:?}"), ..Printed::default() };
    };
    let output = drain(child.stdout.take());
    let errors = drain(child.stderr.take());
    let timed_out = !ended_within(&mut child, limit);
    let text = |thread: std::thread::JoinHandle<String>| thread.join().expect("the reading thread");
    Printed { output: text(output), errors: text(errors), timed_out }
}

fn drain(stream: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn ended_within(child: &mut Child, limit: Duration) -> bool {
    let end = Instant::now() + limit;
    while Instant::now() < end {
        if matches!(child.try_wait(), Ok(Some(_)) | Err(_)) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    let _ = child.wait();
    false
}

/// A file of its own for every call.
pub fn scratch_file(text: &str) -> PathBuf {
    use std::sync::atomic::{AtomicU64, Ordering};
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("rewrite-oracle-{}-{number}.rules", std::process::id()));
    std::fs::write(&file, text).expect("the scratch file can be written");
    file
}
