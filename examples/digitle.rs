//! Makes a number from six others: load rules, search, read the solution, walk its path.
//!
//! ```console
//! $ cargo run --release --example digitle -- 793 75 4 7 9 8 2
//! ```

use std::io::{self, Write};
use std::process::ExitCode;

use rewrite::{Answer, Program, Step, Term};

fn main() -> ExitCode {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|number| number.parse()).collect();
    let (target, pool) = match numbers.as_deref() {
        Ok([target, pool @ ..]) if !pool.is_empty() => (*target, pool.to_vec()),
        Ok([]) => (793, vec![75, 4, 7, 9, 8, 2]),
        _ => {
            eprintln!("usage: digitle TARGET NUMBER...");
            return ExitCode::from(2);
        }
    };
    match play(target, &pool, &mut io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Looks for the shortest way to a number, and tells it.
pub fn play(target: u64, pool: &[u64], out: &mut dyn Write) -> Result<(), Box<dyn std::error::Error>> {
    // Rules are loaded once, with all that they import. A mistake in them would be told with its line and column.
    let mut program = Program::from_file(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/digitle.rules"))?;

    // A query is a text, as after `search` in a file. What it is about can be put into it like this, or bound to
    // constants of the rules: the examples `sudoku` and `opcodes` do that.
    let pool: Vec<String> = pool.iter().map(u64::to_string).collect();
    let query = format!("{{{}}} =>* (N:Nat P:Pool) & Ss:Steps such that N:Nat == {target}", pool.join(" "));

    // A search is an iterator. It finds solutions one by one, those with the fewest steps first, and does no more than the
    // solutions that are asked for.
    let mut search = program.search(&query)?;
    let Some(solution) = search.next() else {
        // That there is no further solution has one of two reasons.
        match search.verdict().answer() {
            Answer::None => writeln!(out, "{target} cannot be made")?,
            _ => writeln!(out, "stopped before it was known: {}", search.verdict().text())?,
        }
        return Ok(());
    };

    // The variables of the query have values. They are terms, which can be printed and taken apart: `P:Pool` is a bag,
    // built with the operator `__`, of the numbers that were not needed.
    writeln!(out, "{target} in {} steps", solution.depth())?;
    if let Some(rest) = solution.get("P") {
        let rest: Vec<i64> = rest.elements("__").iter().filter_map(Term::as_integer).collect();
        writeln!(out, "left over: {rest:?}, together {}", rest.iter().sum::<i64>())?;
    }

    // The path leads from the query's initial state to the solution, a step for each rule that was applied. In these rules
    // every state carries a list of the steps that led to it: the last of the list is the step itself.
    for (number, step) in (1..).zip(search.path(&solution)) {
        writeln!(out, "{number}. {:<4} {}", step.rule, written_down(&step).unwrap_or_default())?;
    }

    // The same search goes on where it was left.
    let others = search.by_ref().take_while(|other| other.depth() == solution.depth()).count();
    writeln!(out, "{others} more in as many steps")?;
    Ok(())
}

/// What a step did, such as `4 × 8 → 32`: the last element of the second part of `POOL & STEPS`.
fn written_down(step: &Step) -> Option<String> {
    let [_pool, steps] = step.after.arguments().try_into().ok()?;
    steps.elements("_,_").last().map(ToString::to_string)
}
