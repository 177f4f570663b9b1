//! Random modules, terms and commands, as plain models and as text that both Maude and this engine read.

pub mod commands;
pub mod shrink;
pub mod signature;
pub mod statements;
pub mod terms;
pub mod text;
pub mod wide;

use super::random::Random;
use super::reference::{Query, Term, Theory};

/// A generated module with commands for it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The module's name.
    pub name: String,
    /// The module.
    pub theory: Theory,
    /// What to ask.
    pub commands: Vec<Command>,
}

/// A generated command.
#[derive(Clone, Debug)]
pub enum Command {
    /// `reduce t .`
    Reduce(Term),
    /// `match p <=? t .`
    Match(Term, Term),
    /// `xmatch p <=? t .`
    ExtendedMatch(Term, Term),
    /// `search [, d] t =>* p .`
    Search(Query),
    /// `search [n, d] t =>* p .`
    First(usize, Query),
}

/// The case with a number, of a seed, with every combination of axioms.
pub fn case(seed: u64, number: u64) -> Case {
    case_with(seed, number, &signature::AXIOMS)
}

/// The case with a number, of a seed, with the combinations of axioms that Maude can be asked about.
pub fn oracle_case(seed: u64, number: u64) -> Case {
    case_with(seed, number, &signature::AXIOMS[..signature::SOUND_IN_ORACLE])
}

fn case_with(seed: u64, number: u64, axioms: &[signature::Axioms]) -> Case {
    let mut random = Random::new(seed, number);
    let plan = signature::plan(&mut random, axioms);
    let mut theory = Theory { signature: plan.signature.clone(), ..Theory::default() };
    theory.equations = statements::equations(&mut random, &plan);
    theory.rules = statements::rules(&mut random, &plan);
    let commands = commands::commands(&mut random, &plan, &theory);
    Case { name: format!("M{number}"), theory, commands }
}

/// The case with a number, of a seed, with everything that the engine supports: see [`wide`].
pub fn wide_case(seed: u64, number: u64) -> Case {
    let mut random = Random::new(seed, number);
    let plan = wide::plan(&mut random);
    let mut theory = Theory { signature: plan.signature.clone(), ..Theory::default() };
    theory.equations = statements::equations(&mut random, &plan);
    theory.rules = statements::rules(&mut random, &plan);
    let commands = commands::wide_commands(&mut random, &plan, &theory);
    Case { name: format!("M{number}"), theory, commands }
}
