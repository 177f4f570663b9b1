//! Makes an input of the opcode puzzle, the same for the same seed.
//!
//! ```console
//! $ cargo run --release --example make_opcodes -- 2018 806 900 > examples/opcodes/input.txt
//! ```

#[path = "opcodes/generator.rs"]
mod generator;

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let numbers: Option<Vec<u64>> = env::args().skip(1).map(|argument| argument.parse().ok()).collect();
    let Some([seed, samples, lines]) = numbers.as_deref() else {
        eprintln!("usage: make_opcodes SEED SAMPLES LINES");
        return ExitCode::from(2);
    };
    print!("{}", generator::puzzle(*seed, *samples as usize, *lines as usize));
    ExitCode::SUCCESS
}
