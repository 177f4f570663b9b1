//! The user's grammar, ready to read.

use std::sync::{Mutex, PoisonError};

use crate::base::hash::IndexMap;
use crate::base::{Diagnostic, Name, Span};
use crate::module::{KindId, Signature, SortId, Term};
use crate::syntax::surface::Token;

use super::automaton::Automaton;
use super::choice;
use super::explain;
use super::follow::Follow;
use super::lexeme::{Lexeme, Lexicon};
use super::parse::{Failure, Parser, Tables};
use super::production::{Goal, Productions};
use super::reader::Reader;

/// The context-free grammar of a signature and the variables in scope, for terms, statements and queries.
///
/// Reading costs time and memory linear in the tokens on the grammars people write, and the cube of their number at
/// worst, which is cut short. The automaton behind it grows as it is used and is kept.
#[derive(Debug)]
pub struct Grammar<'a> {
    pub(super) signature: &'a Signature,
    pub(super) variables: &'a IndexMap<Name, SortId>,
    productions: Productions,
    follow: Follow,
    automaton: Mutex<Automaton>,
    warnings: Mutex<Vec<Diagnostic>>,
}

impl<'a> Grammar<'a> {
    /// Makes the grammar. Cost: linear in the symbols times the terminals.
    pub fn new(signature: &'a Signature, variables: &'a IndexMap<Name, SortId>) -> Self {
        let productions = super::build::productions(signature);
        let follow = Follow::new(&productions);
        Self { signature, variables, productions, follow, automaton: Mutex::default(), warnings: Mutex::default() }
    }

    /// Reads a term of any kind.
    ///
    /// # Errors
    /// Diagnostics: unknown words, the token where it became impossible, or too many readings.
    pub fn parse_term(&self, tokens: &[Token]) -> Result<Term, Vec<Diagnostic>> {
        self.parse(tokens, None, Goal::Term, |reader, tree| tree.as_node().map(|_| reader.term(tree)))
    }

    /// Reads a term of one kind.
    ///
    /// # Errors
    /// As [`Self::parse_term`].
    pub fn parse_term_of_kind(&self, tokens: &[Token], kind: KindId) -> Result<Term, Vec<Diagnostic>> {
        self.parse(tokens, None, Goal::TermOf(kind), |reader, tree| tree.as_node().map(|_| reader.term(tree)))
    }

    /// How the words of the grammar are told apart.
    pub(super) fn lexicon(&self) -> Lexicon<'_> {
        Lexicon { signature: self.signature, variables: self.variables, terminals: &self.productions.terminals }
    }

    /// All words and variables, for suggestions.
    pub(super) fn vocabulary(&self) -> impl Iterator<Item = Name> + '_ {
        self.productions.terminals.words().chain(self.variables.keys().copied())
    }

    /// The productions.
    pub(super) fn productions(&self) -> &Productions {
        &self.productions
    }

    /// Reads tokens as a goal, and what is wanted off the forest. `place` is pointed at when there are no tokens.
    pub(super) fn parse<R>(
        &self,
        tokens: &[Token],
        place: Option<Span>,
        goal: Goal,
        read: impl FnMut(&mut Reader<'_>, super::forest::Tree) -> Option<R>,
    ) -> Result<R, Vec<Diagnostic>> {
        let lexemes = self.lexicon().lexemes(tokens);
        self.try_parse(&lexemes, goal, read).map_err(|failure| explain::diagnostics(self, &lexemes, place, failure))
    }

    /// As [`Self::parse`], with the failure not yet put in words.
    pub(super) fn try_parse<R>(
        &self,
        lexemes: &[Lexeme],
        goal: Goal,
        mut read: impl FnMut(&mut Reader<'_>, super::forest::Tree) -> Option<R>,
    ) -> Result<R, Failure> {
        let mut automaton = self.automaton.lock().unwrap_or_else(PoisonError::into_inner);
        let tables = Tables { productions: &self.productions, follow: &self.follow };
        let goals = self.productions.of_goal(goal);
        let parsed = Parser::new(tables, &mut automaton, lexemes).run(&goals)?;
        let mut roots = parsed.roots.clone();
        let mut reader = Reader::new(self.signature, &self.productions, &mut automaton, lexemes, parsed);
        let nodes: Vec<u32> = roots.iter().filter_map(|root| root.as_node()).collect();
        if let Some(at) = choice::best(&mut reader, &nodes).and_then(|best| nodes.iter().position(|&at| at == best)) {
            roots.swap(0, at);
        }
        let result = read(&mut reader, roots[0]);
        if let Some(rivals) = super::ambiguity::rivals(&mut reader, &roots) {
            self.warn([explain::ambiguous(rivals)]);
        }
        result.ok_or(Failure::Unexpected { lexeme: 0, expected: Vec::new() })
    }

    /// Adds warnings to be taken later.
    pub(super) fn warn(&self, warnings: impl IntoIterator<Item = Diagnostic>) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(warnings);
    }

    /// Takes the warnings about what was read since they were last taken: terms with several readings, of which one was
    /// taken.
    pub fn take_warnings(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Steps the parser takes for these tokens, and how many states its automaton has: measures of cost.
    #[cfg(test)]
    pub(super) fn cost(&self, tokens: &[Token]) -> (u64, usize) {
        let lexemes = self.lexicon().lexemes(tokens);
        let mut automaton = self.automaton.lock().unwrap();
        let tables = Tables { productions: &self.productions, follow: &self.follow };
        let goals = self.productions.of_goal(Goal::Term);
        let parsed = Parser::new(tables, &mut automaton, &lexemes).run(&goals).unwrap();
        (parsed.steps, automaton.len())
    }
}
