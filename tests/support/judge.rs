//! What two differing answers to one command mean, by the reference engine: a real difference, or one of several answers
//! that the order of equations may lead to.

use std::collections::BTreeSet;

use rewrite::module::Module;
use rewrite::session::{Commands, NoLoader, Session, Task};

use super::oracle::Body;
use super::reference::search::search;
use super::reference::{Arrow, Canonical, Engine, GaveUp, Query, Term, convert};

/// Attempts to apply a statement for one command.
const FUEL: u64 = 20_000;
/// Terms beyond this size are not given to the reference engine, which tries every way.
const MOST_NODES: usize = 24;

/// What a difference is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// Both answers are right: the equations are not confluent.
    OrderDependent,
    /// The reference engine does not know.
    Undecided,
    /// One answer is wrong, and what the reference engine says.
    Real(String),
}

impl From<GaveUp> for Judgement {
    fn from(why: GaveUp) -> Self {
        match why {
            GaveUp::TooMuch => Self::Undecided,
            GaveUp::Ambiguous => Self::OrderDependent,
        }
    }
}

/// Judges two answers to the only command of a text.
pub fn judge(text: &str, ours: &Body, theirs: &Body) -> Judgement {
    let mut session = Session::new();
    let loaded = session.load_text("program", text, Commands::Plan, &mut NoLoader);
    let Some(task) = loaded.tasks.first() else { return Judgement::Real("the command is refused".into()) };
    let outcome = match task {
        Task::Reduce { program, term } => reduction(&mut session, &program.module, &convert::term(term), ours, theirs),
        Task::Search { program, query, depth, solutions } => {
            let query = Query {
                initial: convert::term(&query.initial),
                arrow: arrow(query.arrow),
                pattern: convert::term(&query.pattern),
                conditions: convert::conditions(&query.conditions),
                depth: depth.map(|depth| depth as usize),
            };
            searching(&program.module, &query, *solutions)
        }
        _ if matches!(theirs, Body::Matches(_)) => Ok(Judgement::Real("matches do not depend on equations".into())),
        _ => return Judgement::Undecided,
    };
    outcome.unwrap_or_else(|judgement| judgement)
}

fn arrow(from: rewrite::module::Arrow) -> Arrow {
    match from {
        rewrite::module::Arrow::One => Arrow::One,
        rewrite::module::Arrow::OneOrMore => Arrow::OneOrMore,
        rewrite::module::Arrow::Any => Arrow::Any,
        rewrite::module::Arrow::Final => Arrow::Final,
        rewrite::module::Arrow::Branching => unreachable!("the oracle has no `=>#`, and none is generated"),
    }
}

fn engine(module: &Module) -> Result<Engine, Judgement> {
    convert::theory(module).map(|theory| Engine::new(theory, FUEL)).map_err(|_| Judgement::Undecided)
}

fn reduction(
    session: &mut Session,
    module: &Module,
    term: &Term,
    ours: &Body,
    theirs: &Body,
) -> Result<Judgement, Judgement> {
    if term.size() > MOST_NODES {
        return Err(Judgement::Undecided);
    }
    let mut engine = engine(module)?;
    let forms = engine.normal_forms(term)?;
    let mut both = BTreeSet::new();
    for body in [ours, theirs] {
        let Body::Term { term, .. } = body else { return Ok(Judgement::Real("an answer is no term".into())) };
        let Ok(Task::Reduce { term, .. }) = session.read_term("term", term, Some(module.name.as_str())) else {
            // `p(a, b,c)` is printed where `_,_` stands in a prefix operator.
            return Err(Judgement::Undecided);
        };
        both.insert(engine.signature().canonical(&convert::term(&term)));
    }
    if both.len() == 2 && both.is_subset(&forms) {
        return Ok(Judgement::OrderDependent);
    }
    let signature = engine.signature();
    let shown: Vec<String> = forms
        .iter()
        .map(|form| format!("{}: {}", signature.sorts[signature.least_sort(form)].name, signature.show(form)))
        .collect();
    Ok(Judgement::Real(format!("normal forms {shown:?}")))
}

fn searching(module: &Module, query: &Query, solutions: Option<u64>) -> Result<Judgement, Judgement> {
    if query.initial.size() > MOST_NODES {
        return Err(Judgement::Undecided);
    }
    let mut engine = engine(module)?;
    let found = search(&mut engine, query)?;
    let signature = engine.signature();
    let shown: Vec<String> = found
        .solutions
        .iter()
        .map(|(state, values)| {
            let values: Vec<String> = values.iter().map(|(v, t)| format!("{v} --> {}", signature.show(t))).collect();
            format!("{} | {}", signature.show(state), values.join("; "))
        })
        .collect();
    let bound = solutions.map_or(String::new(), |most| format!(" (at most {most} wanted)"));
    Ok(Judgement::Real(format!("{} solutions{bound}, states {:?}: {shown:#?}", shown.len(), found.states)))
}
