//! Solves Sudokus: bind one text after the other without loading the rules again, ask whether a solution is the only one,
//! follow a solution as a person would.
//!
//! ```console
//! $ cargo run --release --example sudoku -- examples/sudoku/medium.txt
//! ```

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use rewrite::{Answer, Error, Program, Query, Rules, Solution, Term};

fn main() -> ExitCode {
    let path = std::env::args().nth(1);
    let path = path.as_deref().unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/sudoku/medium.txt"));
    let solved = std::fs::read_to_string(path).map_err(Into::into).and_then(|text| solve(&text, &mut io::stdout()));
    match solved {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Solves the puzzles of a text, one in each line, and explains the first one.
pub fn solve(puzzles: &str, out: &mut dyn Write) -> Result<(), Box<dyn std::error::Error>> {
    // The rules are loaded and compiled once, with an empty text for now.
    let rules = Rules::new().text("INPUT", "");
    let mut program = rules.load_file(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/sudoku.rules"))?;
    // And so is the query. What it looks for is a state without successors that is an answer: a board, or what is wrong
    // with the text.
    let query = program.query("solve(INPUT) =>! A:Answer")?;
    let lines: Vec<&str> = puzzles.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).collect();
    let start = Instant::now();
    for line in &lines {
        program.set_text("INPUT", *line)?;
        writeln!(out, "{}", answer(&program, &query)?)?;
    }
    eprintln!("{} puzzles in {:.3} s", lines.len(), start.elapsed().as_secs_f64());
    lines.first().map_or(Ok(()), |first| explain(first, out))
}

/// The solution of the puzzle that is bound now, and whether it is the only one.
fn answer(program: &Program, query: &Query) -> Result<String, Error> {
    // Two solutions are enough to know: nothing is done for a third one that nobody asks for.
    let mut search = program.start(query)?;
    let found: Vec<Solution> = search.by_ref().take(2).collect();
    let answer = found.first().and_then(|first| first.get("A"));
    Ok(match (answer, found.len(), search.verdict().answer()) {
        (None, _, Answer::None) => "no solution".to_owned(),
        (None, ..) => format!("not decided: {}", search.verdict().text()),
        (Some(answer), number, _) => match digits(answer) {
            Some(digits) if number == 1 => digits,
            Some(digits) => format!("{digits} and others"),
            // No board: what is wrong with the text.
            None => answer.to_string(),
        },
    })
}

/// The digits of a board, row by row; nothing for other terms.
fn digits(board: &Term) -> Option<String> {
    board.is("sudoku_").then(|| board.to_string().chars().filter(char::is_ascii_digit).collect())
}

/// Every deduction and guess on the way to a solution, and that.
fn explain(puzzle: &str, out: &mut dyn Write) -> Result<(), Box<dyn std::error::Error>> {
    // Other rules about the same boards, where each deduction is a step; a state is `MOVE ; BOARD`.
    let rules = Rules::new().text("INPUT", puzzle);
    let mut program = rules.load_file(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/sudoku/steps.rules"))?;
    let mut search = program.search("explain(INPUT) =>! M:Move ; B:Board such that solved(B:Board)")?;
    let Some(solution) = search.next() else { return Ok(()) };
    for step in search.path(&solution) {
        if let [done, _board] = step.after.arguments().as_slice() {
            writeln!(out, "{:<15} {done}", step.rule)?;
        }
    }
    // `formatted` breaks lines where the rules say so, unlike `to_string`.
    let board = solution.get("B").map(Term::formatted).unwrap_or_default();
    writeln!(out, "{board}")?;
    Ok(())
}
