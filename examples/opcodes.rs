//! Finds out what the instructions of a small machine are called: bind a file to a constant of the rules, reduce terms,
//! take the answers apart, and follow a deduction.
//!
//! ```console
//! $ cargo run --release --example opcodes -- examples/opcodes/input.txt
//! ```

use std::io::{self, Write};
use std::process::ExitCode;

use rewrite::{Program, Rules, Step, Term};

fn main() -> ExitCode {
    let path = std::env::args().nth(1);
    let path = path.as_deref().unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/opcodes/input.txt"));
    let solved = std::fs::read_to_string(path).map_err(Into::into).and_then(|text| solve(&text, &mut io::stdout()));
    match solved {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Both parts of the puzzle, and how the opcodes were found out.
pub fn solve(input: &str, out: &mut dyn Write) -> Result<(), Box<dyn std::error::Error>> {
    // The rules declare `op INPUT : -> String .` and do not say what it is. It becomes the puzzle's own text, as it stands
    // in its file: the rules take it apart.
    let rules = Rules::new().text("INPUT", input);
    let mut program = rules.load_file(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/opcodes.rules"))?;

    // Where no choice is to be made there is nothing to search: a term has one normal form. If all is well this is a number,
    // else the rules say what is wrong with the input, and where.
    let part1 = program.reduce("part1(INPUT)")?.term;
    let Some(samples) = part1.as_integer() else { return Err(part1.to_string().into()) };
    writeln!(out, "{samples} samples behave like three instructions or more")?;

    // An answer of several parts is a term: an operator on arguments, which are terms again.
    let part2 = program.reduce("part2(INPUT)")?.term;
    match part2.arguments().as_slice() {
        [register, needed] if part2.is("_in register 0,opcodes known after_samples") => {
            writeln!(out, "{register} is left in register 0; {needed} samples were needed")?;
        }
        _ => return Err(part2.to_string().into()),
    }
    deduction(&mut program, out)
}

/// The samples that told something, one after the other.
fn deduction(program: &mut Program, out: &mut dyn Write) -> Result<(), Box<dyn std::error::Error>> {
    // The same deduction as a system of rules, each of which adds a finding to a list. There is one way through it, to a
    // state without successors: `=>!`.
    let mut search = program.search("deduction =>! D:Deduction")?;
    let solution = search.next().ok_or("the deduction has no end")?;
    let path = search.path(&solution);
    let by_sample = path.iter().filter(|step| step.rule == "sample").count();
    writeln!(out, "{by_sample} samples told something new:")?;
    for finding in path.iter().filter_map(finding) {
        writeln!(out, "  {finding}")?;
    }
    Ok(())
}

/// What a step found out: the last element of the list `{FINDING ; FINDING ; …}` that it led to.
fn finding(step: &Step) -> Option<Term> {
    let [findings] = step.after.arguments().try_into().ok()?;
    findings.elements("_;_").pop()
}
