//! The permanent store: every term in it exists once.

use hashbrown::HashTable;

use crate::base::hash::{HashMap, mix};

use super::heap::Heap;
use super::node::{Header, NodeId};
use super::symbols::{Shape, SymbolTable};

/// Unique nodes (hash-consing, Ershov 1958; Filliâtre and Conchon, *Type-safe modular hash-consing*, 2006).
///
/// Invariant: no two nodes have the same words, and every id inside a node is an integer or again of the store. So
/// equal terms have equal ids, and one look-up of a node's own words decides whether a term is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub(crate) words: Vec<NodeId>,
    table: HashTable<NodeId>,
    /// Set when the ids are used up: what was being stored is lost and the run has to stop.
    pub(crate) full: bool,
}

/// A fingerprint of a node's words.
fn fingerprint(words: &[NodeId]) -> u64 {
    let mut state = 0x517c_c1b7_2722_0a95;
    let (pairs, rest) = words.as_chunks::<2>();
    for pair in pairs {
        state = mix(state, u64::from(pair[0].0) | u64::from(pair[1].0) << 32);
    }
    for word in rest {
        state = mix(state, u64::from(word.0));
    }
    state
}

/// How many words the node takes that starts at the first of these.
pub(crate) fn node_size(symbols: &SymbolTable, words: &[NodeId]) -> usize {
    let info = symbols.info(Header(words[0].0).symbol());
    match info.shape {
        Shape::Free | Shape::Commutative => 1 + info.arity,
        Shape::List => 2 + words[1].0 as usize,
        Shape::Bag => 2 + 2 * words[1].0 as usize,
        Shape::Iterated => 4,
        Shape::BigInteger => 2 + (words[1].0 >> 1) as usize,
        Shape::Variable => 3,
    }
}

/// Which words of a node are ids of other nodes: the first, and the distance from one to the next.
///
/// Empty when the first lies past the node's end.
pub(crate) fn child_places(shape: Shape) -> (usize, usize) {
    match shape {
        Shape::Free | Shape::Commutative => (1, 1),
        Shape::List => (2, 1),
        Shape::Bag => (2, 2),
        Shape::Iterated => (3, 1),
        Shape::BigInteger | Shape::Variable => (usize::MAX, 1),
    }
}

impl Store {
    /// Adds a node known to be new without entering it into the table: for constants, which are never looked up.
    pub(crate) fn add(&mut self, words: &[NodeId]) -> NodeId {
        let node = NodeId::stored(self.words.len());
        self.words.extend_from_slice(words);
        node
    }

    /// The node with these words. Cost: one look-up, linear in the words.
    fn unique(&mut self, symbols: &SymbolTable, words: &[NodeId]) -> NodeId {
        let hash = fingerprint(words);
        let stored = &self.words;
        if let Some(&node) = self.table.find(hash, |node| stored[node.at()..].starts_with(words)) {
            return node;
        }
        if stored.len() + words.len() > NodeId::STORE_WORDS {
            self.full = true;
            return NodeId::integer(0).expect("zero fits");
        }
        let node = NodeId::stored(stored.len());
        self.words.extend_from_slice(words);
        let stored = &self.words;
        self.table.insert_unique(hash, node, |node| {
            let words = &stored[node.at()..];
            fingerprint(&words[..node_size(symbols, words)])
        });
        node
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (self.words.capacity() * size_of::<NodeId>() + self.table.allocation_size()) as u64
    }
}

impl Heap {
    /// The stored term equal to this normal form.
    ///
    /// Cost: linear in the words of the scratch nodes below it, each visited once; what is stored already is not
    /// looked into.
    pub fn intern(&mut self, node: NodeId) -> NodeId {
        if !node.is_scratch() {
            return node;
        }
        if self.has_stored_children(node) {
            return self.intern_shallow(node, &HashMap::default());
        }
        self.intern_deep(node)
    }

    fn has_stored_children(&self, node: NodeId) -> bool {
        self.child_words(node).all(|child| !child.is_scratch())
    }

    /// The ids inside a heap node.
    pub(crate) fn child_words(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let words = self.words(node);
        let (first, step) = child_places(self.symbols.info(Header(words[0].0).symbol()).shape);
        words[..node_size(&self.symbols, words)].iter().skip(first).step_by(step).copied()
    }

    /// Interns children before parents, with an explicit stack.
    fn intern_deep(&mut self, root: NodeId) -> NodeId {
        let mut moved: HashMap<NodeId, NodeId> = HashMap::default();
        let mut stack = vec![root];
        while let Some(&node) = stack.last() {
            if moved.contains_key(&node) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let pending = self.child_words(node).filter(|child| child.is_scratch() && !moved.contains_key(child));
            stack.extend(pending);
            if stack.len() == before {
                stack.pop();
                let stored = self.intern_shallow(node, &moved);
                moved.insert(node, stored);
            }
        }
        moved[&root]
    }

    /// Interns a node whose scratch children are all in `moved`.
    fn intern_shallow(&mut self, node: NodeId, moved: &HashMap<NodeId, NodeId>) -> NodeId {
        let all = &self.scratch[node.at()..];
        let size = node_size(&self.symbols, all);
        if moved.is_empty() {
            return self.store.unique(&self.symbols, &all[..size]);
        }
        let mut words: smallvec::SmallVec<[NodeId; 32]> = smallvec::SmallVec::from_slice(&all[..size]);
        let (first, step) = child_places(self.symbols.info(Header(words[0].0).symbol()).shape);
        for word in words.iter_mut().skip(first).step_by(step).filter(|word| word.is_scratch()) {
            *word = moved[word];
        }
        self.store.unique(&self.symbols, &words)
    }
}
