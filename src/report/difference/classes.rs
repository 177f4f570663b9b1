//! Classes of equal subterms, modulo associativity and commutativity.

use crate::base::hash::HashMap;
use crate::module::{Position, Signature, SymbolId, Term, TermNode};

/// A class of equal subterms.
pub(super) type Class = u32;

/// What stands at the top of a subterm, and the classes below it.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Shape {
    /// The node with its arguments taken out.
    head: TermNode,
    /// Classes of the elements (associative symbols: flattened) or arguments; sorted under commutative symbols.
    below: Vec<Class>,
}

/// A state whose subterms are classified.
#[derive(Debug)]
pub struct Classified<'t> {
    pub(super) term: &'t Term,
    /// The class of every position that was reached; others hold zero.
    classes: Vec<Class>,
    /// Elements of flattened associative applications, arguments of others.
    elements: Vec<Vec<Position>>,
}

impl Classified<'_> {
    pub(super) fn class(&self, position: Position) -> Class {
        self.classes[position as usize]
    }

    pub(super) fn elements(&self, position: Position) -> &[Position] {
        &self.elements[position as usize]
    }

    pub(super) fn symbol(&self, position: Position) -> Option<SymbolId> {
        match self.term.node(position) {
            TermNode::Application { symbol, .. } => Some(*symbol),
            _ => None,
        }
    }
}

/// Compares the states of one module.
#[derive(Debug)]
pub struct Comparer<'s> {
    pub(super) signature: &'s Signature,
    classes: HashMap<Shape, Class>,
    /// Classes of identity elements of associative symbols.
    pub(super) identities: HashMap<Class, SymbolId>,
}

impl<'s> Comparer<'s> {
    /// A comparer for terms over a signature.
    pub fn new(signature: &'s Signature) -> Self {
        let mut comparer = Self { signature, classes: HashMap::default(), identities: HashMap::default() };
        for id in signature.symbol_ids() {
            let axioms = &signature.symbol(id).axioms;
            if !axioms.associative {
                continue;
            }
            for identity in [&axioms.left_identity, &axioms.right_identity].into_iter().flatten() {
                let class = comparer.classify(identity).class(identity.root());
                comparer.identities.entry(class).or_insert(id);
            }
        }
        comparer
    }

    /// Sorts the subterms of a state into classes.
    pub fn classify<'t>(&mut self, term: &'t Term) -> Classified<'t> {
        let elements = self.flattened(term);
        let mut classes = vec![0; term.len()];
        for at in 0..term.len() {
            // What only stands inside a flattened application has no class of its own; giving it one does no harm
            // and costs nothing extra, since its own elements were not collected.
            let head = match term.node(at as Position) {
                TermNode::Application { symbol, .. } => {
                    TermNode::Application { symbol: *symbol, arguments: Vec::new() }
                }
                TermNode::Iterated { symbol, count, .. } => {
                    TermNode::Iterated { symbol: *symbol, count: count.clone(), argument: 0 }
                }
                leaf => leaf.clone(),
            };
            let mut below: Vec<Class> = elements[at].iter().map(|&element| classes[element as usize]).collect();
            if let TermNode::Application { symbol, .. } = head
                && self.signature.symbol(symbol).axioms.commutative
            {
                below.sort_unstable();
            }
            let next = self.classes.len() as Class;
            classes[at] = *self.classes.entry(Shape { head, below }).or_insert(next);
        }
        Classified { term, classes, elements }
    }

    /// For every position that is not inside a larger application of its own associative symbol: its elements.
    fn flattened(&self, term: &Term) -> Vec<Vec<Position>> {
        let mut elements = vec![Vec::new(); term.len()];
        let mut wanted = vec![false; term.len()];
        if let Some(last) = wanted.last_mut() {
            *last = true;
        }
        for at in (0..term.len()).rev() {
            if !wanted[at] {
                continue;
            }
            elements[at] = self.elements_of(term, at as Position);
            for &element in &elements[at] {
                wanted[element as usize] = true;
            }
        }
        elements
    }

    fn elements_of(&self, term: &Term, at: Position) -> Vec<Position> {
        let symbol = match term.node(at) {
            TermNode::Application { symbol, .. } if self.signature.symbol(*symbol).axioms.associative => *symbol,
            _ => return term.arguments(at).to_vec(),
        };
        let mut result = Vec::new();
        let mut open: Vec<Position> = term.arguments(at).iter().rev().copied().collect();
        while let Some(position) = open.pop() {
            match term.node(position) {
                TermNode::Application { symbol: inner, arguments } if *inner == symbol => {
                    open.extend(arguments.iter().rev());
                }
                _ => result.push(position),
            }
        }
        result
    }
}
