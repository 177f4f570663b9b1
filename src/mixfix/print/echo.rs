//! Terms as Maude shows them before anything is evaluated: its normal form modulo the axioms, found argument by argument.
//!
//! Identity elements go, arguments of commutative symbols are sorted, towers and numbers are one node. Associative
//! symbols stay nested as they are written, but for the left sides of statements, which are flat.

use std::cmp::Ordering;

use crate::base::Number;
use crate::module::{Position, Signature, Symbol, SymbolId, Term, TermNode};

/// The term as Maude echoes it; with `flat`, as it shows the left side of a statement. Linear in the term but for the
/// comparisons of the arguments of commutative symbols; no recursion.
pub fn normalized(signature: &Signature, term: &Term, flat: bool) -> Term {
    if term.is_empty() {
        return term.clone();
    }
    let mut echo = Echo { signature, term: Term::new(), flat };
    let mut moved: Vec<Position> = Vec::with_capacity(term.len());
    for (at, node) in term.nodes().iter().enumerate() {
        let position = match node {
            TermNode::Application { symbol, arguments } => {
                let arguments = arguments.iter().map(|&argument| moved[argument as usize]).collect();
                echo.application(*symbol, arguments)
            }
            TermNode::Iterated { symbol, count, argument } => {
                let (symbol, count, argument) = (*symbol, count.clone(), moved[*argument as usize]);
                echo.term.push(TermNode::Iterated { symbol, count, argument }, None)
            }
            other => echo.term.push(other.clone(), term.span(at as Position)),
        };
        moved.push(position);
    }
    // The root may be a node that stands earlier: all of it but an identity element.
    match moved.last() {
        Some(&root) if root != echo.term.root() => echo.term.subterm(root),
        _ => echo.term,
    }
}

struct Echo<'a> {
    signature: &'a Signature,
    term: Term,
    flat: bool,
}

impl Echo<'_> {
    fn application(&mut self, id: SymbolId, mut arguments: Vec<Position>) -> Position {
        let symbol = self.signature.symbol(id);
        if self.flat && symbol.axioms.associative {
            arguments = self.flattened(id, &arguments);
        }
        self.without_identity(symbol, &mut arguments);
        if symbol.axioms.commutative {
            let term = &self.term;
            arguments.sort_by(|&one, &other| compare(self.signature, term, one, other));
        }
        if let (true, &[one, other]) = (symbol.axioms.idempotent, &arguments[..])
            && compare(self.signature, &self.term, one, other) == Ordering::Equal
            && self.term.subterm(one).nodes() == self.term.subterm(other).nodes()
        {
            return one;
        }
        match arguments[..] {
            [only] if symbol.arity() > 1 => only,
            _ => self.term.apply(id, arguments),
        }
    }

    /// The arguments, those of the same symbol in place of it; each of them is flat already.
    fn flattened(&self, id: SymbolId, arguments: &[Position]) -> Vec<Position> {
        let mut flat = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            match self.term.node(argument) {
                TermNode::Application { symbol, arguments } if *symbol == id => flat.extend(arguments),
                _ => flat.push(argument),
            }
        }
        flat
    }

    /// Takes identity elements out, but for the last argument that is left.
    fn without_identity(&self, symbol: &Symbol, arguments: &mut Vec<Position>) {
        let (left, right) = (symbol.axioms.left_identity.as_ref(), symbol.axioms.right_identity.as_ref());
        let is = |element: Option<&Term>, at: Position| element.is_some_and(|element| self.is_element(at, element));
        if left.is_some() && right.is_some() {
            let kept: Vec<Position> = arguments.iter().copied().filter(|&at| !is(left, at)).collect();
            match kept.is_empty() {
                true => arguments.truncate(1),
                false => *arguments = kept,
            }
        } else if let [first, second] = arguments[..] {
            if is(left, first) {
                *arguments = vec![second];
            } else if is(right, second) {
                *arguments = vec![first];
            }
        }
    }

    fn is_element(&self, at: Position, element: &Term) -> bool {
        match (self.term.node(at), element.node(element.root())) {
            (
                TermNode::Application { symbol, arguments },
                TermNode::Application { symbol: other, arguments: others },
            ) => {
                symbol == other && arguments.is_empty() && others.is_empty()
                    || symbol == other && !others.is_empty() && self.term.subterm(at) == *element
            }
            (node, other) => node == other,
        }
    }
}

/// Place of a node's symbol in the order: constants, then variables, then by number of arguments and declaration.
fn rank(signature: &Signature, node: &TermNode) -> (usize, usize, usize) {
    let of_symbol = |id: SymbolId| (signature.symbol(id).arity(), 0, id.index());
    match node {
        // Variables stay as they stand: statements and queries have them in order already.
        TermNode::Variable(_) => (0, 1, 0),
        TermNode::Application { symbol, .. } | TermNode::Iterated { symbol, .. } | TermNode::Value(symbol, _) => {
            of_symbol(*symbol)
        }
        TermNode::Number(number) => match (signature.numbers(), number.signum()) {
            (Some(numbers), 0) => of_symbol(numbers.zero),
            (Some(numbers), 1) => of_symbol(numbers.successor),
            (Some(numbers), _) => numbers.minus.map_or((1, 0, 0), of_symbol),
            (None, _) => (0, 0, 0),
        },
    }
}

/// Compares two nodes of a term: by symbol, then structure. No recursion.
fn compare(signature: &Signature, term: &Term, one: Position, other: Position) -> Ordering {
    let mut rest = vec![(one, other)];
    while let Some((one, other)) = rest.pop() {
        if one == other {
            continue;
        }
        let (a, b) = (term.node(one), term.node(other));
        let order = rank(signature, a).cmp(&rank(signature, b)).then_with(|| own_part(a, b));
        if order != Ordering::Equal {
            return order;
        }
        let (left, right) = (term.arguments(one), term.arguments(other));
        let count = left.len().cmp(&right.len());
        if count != Ordering::Equal {
            return count;
        }
        rest.extend(left.iter().copied().zip(right.iter().copied()).rev());
    }
    Ordering::Equal
}

/// Compares what two nodes of one symbol are beside their arguments.
fn own_part(one: &TermNode, other: &TermNode) -> Ordering {
    match (one, other) {
        (TermNode::Variable(_), TermNode::Variable(_)) => Ordering::Equal,
        (TermNode::Value(_, a), TermNode::Value(_, b)) => a.cmp(b),
        _ => times(one).cmp(&times(other)),
    }
}

/// How often an iterated symbol stands.
fn times(node: &TermNode) -> Number {
    match node {
        TermNode::Number(number) if number.signum() < 0 => number.negated(),
        TermNode::Number(number) => number.clone(),
        TermNode::Iterated { count, .. } => count.clone(),
        _ => Number::Small(1),
    }
}
