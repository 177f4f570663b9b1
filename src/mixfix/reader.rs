//! From the forest of a parse to terms.

use crate::base::hash::HashSet;
use crate::base::{Number, Span};
use crate::module::{Position, Signature, SymbolId, Term, TermNode};

use super::automaton::Automaton;
use super::choice;
use super::forest::{Derivation, NO_NODE, Tree};
use super::lexeme::{Lexeme, fraction, power};
use super::parse::{Parsed, chain_step};
use super::production::{Action, Part, ProductionId, Productions};

/// Reads terms off a forest, taking one derivation wherever there are several and taking note of the place.
pub(super) struct Reader<'a> {
    /// The signature.
    pub signature: &'a Signature,
    /// The productions.
    pub productions: &'a Productions,
    /// The automaton the parse ran on.
    pub automaton: &'a mut Automaton,
    /// What was parsed.
    pub lexemes: &'a [Lexeme],
    /// What the parse found.
    pub parsed: Parsed,
    /// Nodes with several derivations, in the order met.
    pub ambiguous: Vec<u32>,
    /// Nodes with several derivations among which one was taken: it stands first now.
    settled: HashSet<u32>,
    /// Nodes that may still be looked at to choose.
    looks: usize,
}

/// What is still to be done while reading a term.
enum Task {
    /// Read a tree.
    Visit(Tree),
    /// Apply a symbol to the results from `base` on.
    Apply { symbol: SymbolId, base: usize, span: Span },
    /// Put `count` times a symbol on the last result.
    Power { symbol: SymbolId, count: Number, span: Span },
}

impl<'a> Reader<'a> {
    /// Makes ready.
    pub fn new(
        signature: &'a Signature,
        productions: &'a Productions,
        automaton: &'a mut Automaton,
        lexemes: &'a [Lexeme],
        parsed: Parsed,
    ) -> Self {
        let (ambiguous, settled) = (Vec::new(), HashSet::default());
        Self { signature, productions, automaton, lexemes, parsed, ambiguous, settled, looks: choice::LOOKED_AT }
    }

    /// Takes from what may be looked at to choose; whether there was that much.
    pub fn spend(&mut self, nodes: usize) -> bool {
        let enough = self.looks >= nodes;
        self.looks = self.looks.saturating_sub(nodes);
        enough
    }

    /// The production of a node and the first of its children: of the derivation taken, where there are several.
    pub fn derivation(&mut self, node: u32) -> (ProductionId, u32) {
        if self.parsed.forest.get(node).alternative != NO_NODE && self.settled.insert(node) {
            let alternatives = self.alternatives(node);
            let best = choice::best(self, &alternatives).unwrap_or(node);
            let (taken, first) = (self.parsed.forest.get(best).derivation, self.parsed.forest.get(node).derivation);
            self.parsed.forest.settle(best, first);
            self.parsed.forest.settle(node, taken);
        }
        self.unsettled(node)
    }

    /// The production of a node and the first of its children, of the derivation met first; skipped chains are spelled
    /// out on the way.
    pub fn unsettled(&mut self, node: u32) -> (ProductionId, u32) {
        loop {
            match self.parsed.forest.get(node).derivation {
                Derivation::Production { production, children } => return (production, children),
                Derivation::Chain { tree, base, state, top, top_state } => {
                    let end = self.parsed.forest.get(node).end;
                    self.spell_out(node, (tree, base, state), (top, top_state), end);
                }
            }
        }
    }

    fn spell_out(
        &mut self,
        node: u32,
        (mut tree, mut base, mut state): (Tree, u32, super::automaton::StateId),
        top: (u32, super::automaton::StateId),
        end: u32,
    ) {
        while (base, state) != top {
            let stack = &self.parsed.stack;
            let Some((production, below, next)) = chain_step(self.productions, self.automaton, stack, base, state)
            else {
                break;
            };
            let mut reversed = vec![tree];
            let mut at = base;
            while let (true, Some(link)) = (at != below, stack.sole_link(at)) {
                reversed.push(link.tree);
                at = link.to;
            }
            tree = self.parsed.forest.add_reversed(production, &reversed, stack.nodes[below as usize].level, end);
            (base, state) = (below, next);
        }
        if let Some(last) = tree.as_node() {
            self.parsed.forest.settle(node, self.parsed.forest.get(last).derivation);
        }
    }

    /// What a node means and its holes.
    pub fn holes(&mut self, node: u32) -> (Action, Vec<Tree>) {
        let (production, children) = self.derivation(node);
        let production = self.productions.get(production);
        let trees = self.parsed.forest.children(children, production.parts.len());
        let holes = production.parts.iter().zip(trees).filter(|(part, _)| matches!(part, Part::Hole { .. }));
        (production.action, holes.map(|(_, &tree)| tree).collect())
    }

    /// The last child of a node, where it is a lexeme.
    pub fn last_lexeme(&mut self, node: u32) -> Option<usize> {
        (self.parsed.forest.get(node).end as usize).checked_sub(1)
    }

    /// The text a node covers.
    pub fn span(&self, node: u32) -> Span {
        let node = self.parsed.forest.get(node);
        self.lexemes[node.start as usize].span.to(self.lexemes[node.end as usize - 1].span)
    }

    /// The other derivations of a node.
    pub fn alternatives(&self, node: u32) -> Vec<u32> {
        let next = |&node: &u32| Some(self.parsed.forest.get(node).alternative).filter(|&next| next != NO_NODE);
        std::iter::successors(Some(node), next).collect()
    }

    /// Takes note of a node with several derivations.
    pub fn note(&mut self, node: u32) {
        if self.parsed.forest.get(node).alternative != NO_NODE {
            self.ambiguous.push(node);
        }
    }

    /// The term a tree stands for. Linear in the tree; no recursion.
    pub fn term(&mut self, tree: Tree) -> Term {
        let mut term = Term::new();
        let mut results: Vec<Position> = Vec::new();
        let mut tasks = vec![Task::Visit(tree)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(tree) => {
                    if let Some(node) = tree.as_node() {
                        self.visit(node, &mut tasks, &mut term, &mut results);
                    }
                }
                Task::Apply { symbol, base, span } => {
                    let arguments = results.split_off(base);
                    results.push(self.apply(&mut term, symbol, arguments, span));
                }
                Task::Power { symbol, count, span } => {
                    let argument = results.pop().unwrap_or_default();
                    results.push(self.raise(&mut term, symbol, count, argument, span));
                }
            }
        }
        term
    }

    fn visit(&mut self, node: u32, tasks: &mut Vec<Task>, term: &mut Term, results: &mut Vec<Position>) {
        self.note(node);
        let span = self.span(node);
        let (production, children) = self.derivation(node);
        let production = self.productions.get(production);
        let lexeme = self.parsed.forest.get(node).start as usize;
        match production.action {
            Action::Apply(symbol) if self.is_iterated(symbol) => {
                let (count, rest) = self.powers(node, symbol);
                tasks.extend([Task::Power { symbol, count, span }, Task::Visit(rest)]);
                return;
            }
            Action::Power(symbol) => {
                let (count, rest) = self.powers(node, symbol);
                tasks.extend([Task::Power { symbol, count, span }, Task::Visit(rest)]);
                return;
            }
            Action::Apply(symbol) | Action::ApplyList(symbol) => {
                tasks.push(Task::Apply { symbol, base: results.len(), span });
            }
            Action::Variable => {
                if let Some(variable) = self.lexemes[lexeme].variable {
                    results.push(term.push(TermNode::Variable(variable), Some(span)));
                }
                return;
            }
            Action::Number => {
                let number = self.lexemes[lexeme].name.as_str().parse().unwrap_or(Number::Small(0));
                results.push(term.push(TermNode::Number(number), Some(span)));
                return;
            }
            Action::Fraction(symbol) => {
                if let Some((numerator, denominator)) = fraction(self.lexemes[lexeme].name.as_str()) {
                    let number = |text: &str| TermNode::Number(text.parse().unwrap_or(Number::Small(1)));
                    let arguments = [numerator, denominator].map(|text| term.push(number(text), Some(span)));
                    let arguments = arguments.to_vec();
                    results.push(term.push(TermNode::Application { symbol, arguments }, Some(span)));
                }
                return;
            }
            Action::Value(symbol) => {
                let token = self.lexemes[lexeme].name.as_str();
                let kind = self.signature.value_kind(symbol);
                if let Some(value) = kind.and_then(|kind| kind.read(token)) {
                    results.push(term.push(TermNode::Value(symbol, value), Some(span)));
                }
                return;
            }
            // The rest has nothing of its own: its holes say it all.
            _ => {}
        }
        let trees = self.parsed.forest.children(children, production.parts.len());
        let holes = production.parts.iter().zip(trees).rev().filter(|(part, _)| matches!(part, Part::Hole { .. }));
        tasks.extend(holes.map(|(_, &tree)| Task::Visit(tree)));
    }

    fn is_iterated(&self, symbol: SymbolId) -> bool {
        let successor = self.signature.numbers().is_some_and(|numbers| numbers.successor == symbol);
        let symbol = self.signature.symbol(symbol);
        symbol.arity() == 1 && (symbol.axioms.iterated || successor)
    }

    /// How often an iterated symbol stands on top of each other from a node on, and what is below.
    fn powers(&mut self, mut node: u32, symbol: SymbolId) -> (Number, Tree) {
        let mut singles = 0_i64;
        let mut powers = Number::Small(0);
        loop {
            let (action, holes) = self.holes(node);
            match action {
                Action::Apply(other) if other == symbol => singles += 1,
                Action::Power(other) if other == symbol => {
                    let name = self.lexemes[self.parsed.forest.get(node).start as usize].name;
                    powers = power(name.as_str()).map_or(powers.clone(), |(_, count)| sum(&powers, &count));
                }
                Action::Same => {}
                _ => return (sum(&powers, &Number::Small(singles)), Tree::node(node)),
            }
            // Alternatives below are met again by the visit of what is below, but those passed here are not.
            match holes.first().and_then(|tree| tree.as_node()) {
                Some(next) if self.parsed.forest.get(next).alternative == NO_NODE => node = next,
                _ => return (sum(&powers, &Number::Small(singles)), holes[0]),
            }
        }
    }

    /// The application, where zero and the negation of a number are numbers.
    fn apply(&self, term: &mut Term, symbol: SymbolId, arguments: Vec<Position>, span: Span) -> Position {
        if let Some(numbers) = self.signature.numbers() {
            if symbol == numbers.zero {
                return term.push(TermNode::Number(Number::Small(0)), Some(span));
            }
            if let ([argument], true) = (&arguments[..], numbers.minus == Some(symbol))
                && let TermNode::Number(number) = term.node(*argument)
                && number.signum() > 0
            {
                let negative = number.negated();
                return term.push(TermNode::Number(negative), Some(span));
            }
        }
        term.push(TermNode::Application { symbol, arguments }, Some(span))
    }

    /// `symbol^count(argument)`, where successors of a number are a number and one time is a plain application.
    fn raise(&self, term: &mut Term, symbol: SymbolId, count: Number, argument: Position, span: Span) -> Position {
        if self.signature.numbers().is_some_and(|numbers| numbers.successor == symbol)
            && let TermNode::Number(number) = term.node(argument)
            && number.signum() >= 0
        {
            let number = sum(number, &count);
            return term.push(TermNode::Number(number), Some(span));
        }
        if count == Number::Small(1) {
            return term.push(TermNode::Application { symbol, arguments: vec![argument] }, Some(span));
        }
        term.push(TermNode::Iterated { symbol, count, argument }, Some(span))
    }
}

/// The sum of two numbers.
fn sum(a: &Number, b: &Number) -> Number {
    if let (Number::Small(a), Number::Small(b)) = (a, b)
        && let Some(small) = a.checked_add(*b)
    {
        return Number::Small(small);
    }
    Number::from_big(a.to_big() + b.to_big())
}
