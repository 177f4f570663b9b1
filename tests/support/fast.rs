//! The engine under test on generated modules: asks in text, answers in the plain terms of the generator's model.

use std::collections::BTreeSet;
use std::time::Duration;

use rewrite::base::{Interrupt, Limits};
use rewrite::module::{self, TermNode};
use rewrite::report::Ending;
use rewrite::session::{Commands, Next, NoLoader, Program, Session, Task};

use super::generate::text;
use super::reference::{Canonical, Query, Signature, Substitution, Term, Theory, Variable};

/// A generated module, loaded.
pub struct Fast {
    session: Session,
    name: String,
    /// The generator's signature, identities canonical.
    signature: Signature,
}

/// What a search found.
#[derive(Debug, Default)]
pub struct Found {
    /// Each state that counts with each substitution, in the order found.
    pub solutions: Vec<(Term, Substitution)>,
    /// All states, by the least number of steps to them.
    pub layers: Vec<BTreeSet<Term>>,
    /// How many states there are.
    pub states: usize,
}

impl Fast {
    /// Loads a module that the generator wrote.
    pub fn new(name: &str, theory: &Theory) -> Result<Self, String> {
        let mut session = Session::new();
        let loaded = session.load_text(name, &text::module(name, theory), Commands::Plan, &mut NoLoader);
        if loaded.has_errors() {
            return Err(format!("the module is refused: {:?}", loaded.diagnostics));
        }
        let signature = theory.signature.clone().with_canonical_identities();
        Ok(Self { session, name: name.to_owned(), signature })
    }

    /// Normal form and name of its least sort.
    pub fn reduce(&mut self, term: &Term) -> Result<(Term, String), String> {
        let asked = text::term(&self.signature, term);
        match self.session.read_term("term", &asked, Some(&self.name)) {
            Ok(Task::Reduce { program, term }) => {
                let result = program.reduce(&term, &limits(), &Interrupt::new()).map_err(|why| why.to_string())?;
                Ok((self.carry(&program, &result.term)?, result.sort.as_str().to_owned()))
            }
            other => Err(format!("`{asked}` is not read: {other:?}")),
        }
    }

    /// Searches to the end.
    pub fn search(&mut self, query: &Query) -> Result<Found, String> {
        let asked = text::query(&self.signature, query);
        let (program, query, depth) = match self.session.read_query("query", &asked, Some(&self.name)) {
            Ok(Task::Search { program, query, depth, .. }) => (program, query, depth),
            other => return Err(format!("`{asked}` is not read: {other:?}")),
        };
        let mut running = program
            .search(&query, None, depth, limits(), Interrupt::new())
            .map_err(|mistakes| format!("`{asked}` is refused: {mistakes:?}"))?;
        let mut found = Found::default();
        loop {
            match running.next(&mut |_| {}) {
                Next::End(Ending::Exhausted) => break,
                Next::End(ending) => return Err(format!("`{asked}` ends with {ending:?}")),
                Next::Solution(solution) => {
                    let state = running.state(solution.state.into()).ok_or("the state of a solution is missing")?;
                    let mut substitution = Substitution::new();
                    for (variable, value) in &solution.bindings {
                        substitution.insert(self.variable(&program, *variable)?, self.carry(&program, value)?);
                    }
                    found.solutions.push((self.carry(&program, &state)?, substitution));
                }
            }
        }
        found.states = running.statistics().states as usize;
        for number in 0..found.states as u64 {
            let path = running.path(number).ok_or("the path of a state is missing")?;
            let state = self.carry(&program, &path.last().ok_or("a path is empty")?.term)?;
            found.layers.resize(found.layers.len().max(path.len()), BTreeSet::new());
            found.layers[path.len() - 1].insert(state);
        }
        Ok(found)
    }

    fn variable(&self, program: &Program, from: module::Variable) -> Result<Variable, String> {
        let sort = program.module.signature.sort(from.sort).name.as_str();
        let sort = self.signature.sort_named(sort).ok_or_else(|| format!("no sort `{sort}`"))?;
        Ok(Variable { name: from.name.as_str().to_owned(), sort })
    }

    /// A term in the generator's signature: operators by their names.
    fn carry(&self, program: &Program, from: &module::Term) -> Result<Term, String> {
        let mut made: Vec<Term> = Vec::new();
        for node in from.nodes() {
            let (symbol, arguments) = match node {
                TermNode::Variable(variable) => {
                    made.push(Term::Variable(self.variable(program, *variable)?));
                    continue;
                }
                TermNode::Application { symbol, arguments } => {
                    (*symbol, arguments.iter().map(|&at| made[at as usize].clone()).collect::<Vec<_>>())
                }
                TermNode::Iterated { symbol, .. } => (*symbol, Vec::new()),
                TermNode::Value(_, value) => return Err(format!("an unexpected literal {value}")),
                TermNode::Number(number) => return Err(format!("an unexpected number {number:?}")),
            };
            let name = program.module.signature.symbol(symbol).name.as_str();
            let operator = self.signature.operator_named(name, arguments.len());
            let operator = operator.ok_or_else(|| format!("no operator `{name}` on {}", arguments.len()))?;
            made.push(Term::Application(operator, arguments));
        }
        let written = made.pop().ok_or("a term is empty")?;
        let canonical = self.signature.canonical(&written);
        // What the engine gives back is flat and without identities already.
        if written.size() == canonical.size() {
            Ok(canonical)
        } else {
            Err(format!("`{}` is not in canonical form", self.signature.show(&written)))
        }
    }
}

fn limits() -> Limits {
    Limits { time: Some(Duration::from_secs(10)), states: Some(20_000), ..Limits::default() }
}
