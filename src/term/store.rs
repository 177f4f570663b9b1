//! The permanent store: every term in it exists once.

use hashbrown::HashTable;

use crate::base::hash::{HashMap, mix};

use super::chunks::{bag_words, first_id};
use super::fingerprint::{Prefixes, of_text};
use super::heap::Heap;
use super::node::{Header, NodeId};
use super::symbols::{Shape, SymbolTable};
use super::text::{buffer_words, is_range, read, text_words, tight_buffer};

/// Unique nodes (hash-consing, Ershov 1958; Filliâtre and Conchon, *Type-safe modular hash-consing*, 2006).
///
/// Invariant: no two nodes have the same words but for the mark of a normal form, and every id inside a node is an integer
/// or again of the store. So equal terms have equal ids, and one look-up of a node's own words decides whether a term is
/// known. The mark is not of the term but of what is known of it: a stored node gets it as soon as one with it comes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub(crate) words: Vec<NodeId>,
    /// Each node with half its fingerprint, so that growing need not look at the nodes.
    table: HashTable<(NodeId, u32)>,
    /// Values told apart by their content, by its fingerprint.
    values: HashTable<(NodeId, u32)>,
    /// Fingerprints of the prefixes of each buffer.
    prefixes: HashMap<NodeId, Prefixes>,
    /// Set when the ids are used up: what was being stored is lost and the run has to stop.
    pub(crate) full: bool,
}

/// Most words of a node that is interned without tables on the side, and how deep such nodes nest.
const SMALL: usize = 64;
const SHALLOW: u32 = 6;

/// A fingerprint of a node's words without the mark of a normal form.
fn fingerprint(words: &[NodeId]) -> u64 {
    let mut state = 0x517c_c1b7_2722_0a95;
    let (pairs, rest) = words.as_chunks::<2>();
    // The header is the first word there is.
    let mut mask = !Header::NORMAL;
    for pair in pairs {
        state = mix(state, u64::from(pair[0].0 & mask) | u64::from(pair[1].0) << 32);
        mask = !0;
    }
    for word in rest {
        state = mix(state, u64::from(word.0 & mask));
    }
    state
}

/// The table's hash: the low half of a fingerprint, which is what a slot keeps, spread over 64 bits.
fn spread(fingerprint: u64) -> u64 {
    let half = fingerprint & 0xffff_ffff;
    // The table takes its index from the low bits and its tag from the high ones.
    half | (half.wrapping_mul(0x9e37_79b9_7f4a_7c15) & 0xffff_ffff_0000_0000)
}

/// How many words the node takes that starts at the first of these.
pub(crate) fn node_size(symbols: &SymbolTable, words: &[NodeId]) -> usize {
    let info = symbols.info(Header(words[0].0).symbol());
    match info.shape {
        Shape::Free | Shape::Commutative => 1 + info.arity,
        Shape::List => 2 + words[1].0 as usize,
        Shape::Bag => bag_words(words[1]),
        Shape::Chunk => 2 + 2 * words[1].0 as usize,
        Shape::Iterated => 4,
        Shape::Text => text_words(words),
        Shape::Buffer => buffer_words(words),
        Shape::Float => 3,
        Shape::BigInteger => 2 + (words[1].0 >> 1) as usize,
        Shape::Variable => 3,
    }
}

/// Which words of a node are ids of other nodes: the first, and the distance from one to the next.
///
/// Empty when the first lies past the node's end.
pub(crate) fn child_places(symbols: &SymbolTable, words: &[NodeId]) -> (usize, usize) {
    match symbols.info(Header(words[0].0).symbol()).shape {
        Shape::Free | Shape::Commutative => (1, 1),
        Shape::List => (2, 1),
        Shape::Bag => (first_id(words[1]), 2),
        Shape::Chunk => (2, 2),
        Shape::Iterated => (3, 1),
        Shape::Text if is_range(words) => (2, 2),
        Shape::Text | Shape::Buffer | Shape::Float | Shape::BigInteger | Shape::Variable => (usize::MAX, 1),
    }
}

impl Store {
    /// Adds a node known to be new without entering it into the table: for constants, which are never looked up.
    pub(crate) fn add(&mut self, words: &[NodeId]) -> NodeId {
        let node = NodeId::stored(self.words.len());
        self.words.extend_from_slice(words);
        node
    }

    /// The node of a constant with a sort that is not its declared one.
    pub(crate) fn constant(&mut self, header: Header) -> NodeId {
        self.unique(&[NodeId(header.0)]).0
    }

    /// The node with these words, and whether it is new. Cost: one look-up, linear in the words.
    pub(crate) fn unique(&mut self, words: &[NodeId]) -> (NodeId, bool) {
        let hash = spread(fingerprint(words));
        let (header, others) = (words[0].0, &words[1..]);
        let stored = &self.words;
        let same = |&(node, half): &(NodeId, u32)| {
            half == hash as u32
                && (stored[node.at()].0 ^ header) & !Header::NORMAL == 0
                && stored[node.at() + 1..].starts_with(others)
        };
        if let Some(&(node, _)) = self.table.find(hash, same) {
            self.words[node.at()].0 |= header & Header::NORMAL;
            return (node, false);
        }
        if stored.len() + words.len() > NodeId::STORE_WORDS {
            self.full = true;
            return (NodeId::integer(0).expect("zero fits"), false);
        }
        let node = NodeId::stored(stored.len());
        self.words.extend_from_slice(words);
        self.table.insert_unique(hash, (node, hash as u32), |&(_, half)| spread(u64::from(half)));
        (node, true)
    }

    /// Adds a value that is known to be new.
    fn add_value(&mut self, words: &[NodeId], hash: u64) -> (NodeId, bool) {
        if self.full || self.words.len() + words.len() > NodeId::STORE_WORDS {
            self.full = true;
            return (NodeId::integer(0).expect("zero fits"), false);
        }
        let node = self.add(words);
        self.values.insert_unique(hash, (node, hash as u32), |&(_, half)| spread(u64::from(half)));
        (node, true)
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let tables = self.table.allocation_size() + self.values.allocation_size();
        let prefixes: u64 = self.prefixes.values().map(Prefixes::bytes).sum();
        (self.words.capacity() * size_of::<NodeId>() + tables) as u64 + prefixes
    }
}

impl Heap {
    /// The stored term equal to this normal form.
    ///
    /// Cost: linear in the words of the scratch nodes below it, each visited once; what is stored already is not
    /// looked into.
    pub fn intern(&mut self, node: NodeId) -> NodeId {
        self.intern_noting(node).0
    }

    /// The stored term equal to this normal form, and whether it was stored by this very call.
    pub(crate) fn intern_noting(&mut self, node: NodeId) -> (NodeId, bool) {
        if !node.is_scratch() {
            return (node, false);
        }
        self.intern_small(node, 0).unwrap_or_else(|| self.intern_deep(node))
    }

    /// Puts a word behind the node that was stored last; what it means is the caller's business.
    pub(crate) fn append(&mut self, word: u32) {
        self.store.words.push(NodeId(word));
    }

    /// The word behind a stored node, if there is one.
    pub(crate) fn word_behind(&self, node: NodeId) -> Option<u32> {
        let words = &self.store.words[node.at()..];
        words.get(node_size(&self.symbols, words)).map(|word| word.0)
    }

    /// Interns a shallow node of few words; the usual case, without tables on the side.
    fn intern_small(&mut self, node: NodeId, depth: u32) -> Option<(NodeId, bool)> {
        let all = &self.scratch[node.at()..];
        if self.is_by_content(all) {
            return Some(self.intern_value(node));
        }
        let size = node_size(&self.symbols, all);
        let (first, step) = child_places(&self.symbols, all);
        if !all[..size].iter().skip(first).step_by(step).any(|word| word.is_scratch()) {
            return Some(self.store.unique(&all[..size]));
        }
        if size > SMALL || depth > SHALLOW {
            return None;
        }
        let mut words: [NodeId; SMALL] = [NodeId::NONE; SMALL];
        words[..size].copy_from_slice(&all[..size]);
        for place in (first..size).step_by(step) {
            if words[place].is_scratch() {
                words[place] = self.intern_small(words[place], depth + 1)?.0;
            }
        }
        Some(self.store.unique(&words[..size]))
    }

    /// The ids inside a heap node.
    pub(crate) fn child_words(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let words = self.words(node);
        let (first, step) = child_places(&self.symbols, words);
        words[..node_size(&self.symbols, words)].iter().skip(first).step_by(step).copied()
    }

    /// Interns children before parents, with an explicit stack.
    fn intern_deep(&mut self, root: NodeId) -> (NodeId, bool) {
        let mut moved: HashMap<NodeId, NodeId> = HashMap::default();
        let mut fresh = false;
        let mut stack = vec![root];
        while let Some(&node) = stack.last() {
            if moved.contains_key(&node) {
                stack.pop();
                continue;
            }
            if self.is_by_content(self.words(node)) {
                stack.pop();
                let (stored, new) = self.intern_value(node);
                fresh = new;
                moved.insert(node, stored);
                continue;
            }
            let before = stack.len();
            let pending = self.child_words(node).filter(|child| child.is_scratch() && !moved.contains_key(child));
            stack.extend(pending);
            if stack.len() == before {
                stack.pop();
                let (stored, new) = self.intern_shallow(node, &moved);
                fresh = new;
                moved.insert(node, stored);
            }
        }
        // The root is interned last.
        (moved[&root], fresh)
    }

    /// Whether a node is told apart by its content and not by its words: ranges of texts, and values whose sort changes.
    #[inline]
    fn is_by_content(&self, words: &[NodeId]) -> bool {
        let symbol = Header(words[0].0).symbol();
        match self.symbols.info(symbol).shape {
            Shape::Text => is_range(words) || self.unsettled[symbol as usize],
            Shape::Float => self.unsettled[symbol as usize],
            _ => false,
        }
    }

    /// Interns a value by its content, so that equal texts are one node whatever buffers they came from.
    ///
    /// Cost: constant where the text's buffer is stored and the text is new or was met as the same range; else linear.
    fn intern_value(&mut self, node: NodeId) -> (NodeId, bool) {
        let all = self.words(node);
        let size = node_size(&self.symbols, all);
        let mut words: smallvec::SmallVec<[NodeId; 16]> = smallvec::SmallVec::from_slice(&all[..size]);
        let symbol = Header(words[0].0).symbol();
        let range = self.symbols.info(symbol).shape == Shape::Text && is_range(&words);
        let content = if range { self.fingerprint_of_range(&words) } else { fingerprint(&words[1..]) };
        let hash = spread(mix(content, u64::from(symbol)));
        let same = |&(known, half): &(NodeId, u32)| {
            let other = self.words(known);
            half == hash as u32
                && Header(other[0].0).symbol() == symbol
                && other[1] == words[1]
                && (other[2..size] == words[2..] || range && self.text_in(other) == self.text_in(&words))
        };
        if let Some(&(known, _)) = self.store.values.find(hash, same) {
            return (known, false);
        }
        if range && !words[2].is_stored() {
            let buffer = tight_buffer(Header::new(self.symbols.buffer, 0, true), self.text_in(&words));
            (words[2], words[3]) = (self.store.unique(&buffer).0, NodeId(0));
        }
        if range && !self.store.full && !self.store.prefixes.contains_key(&words[2]) {
            let prefixes = Prefixes::new(self.text_in(&words).buffer());
            self.store.prefixes.insert(words[2], prefixes);
        }
        self.store.add_value(&words, hash)
    }

    fn text_in<'h>(&'h self, words: &'h [NodeId]) -> super::text::Text<'h> {
        read(words, |buffer| self.words(buffer))
    }

    fn fingerprint_of_range(&self, words: &[NodeId]) -> u64 {
        let text = self.text_in(words);
        match self.store.prefixes.get(&words[2]) {
            Some(prefixes) => prefixes.of_part(text.buffer(), words[3].0 as usize, text.len()),
            None => of_text(text),
        }
    }

    /// Interns a node whose scratch children are all in `moved`.
    fn intern_shallow(&mut self, node: NodeId, moved: &HashMap<NodeId, NodeId>) -> (NodeId, bool) {
        let all = &self.scratch[node.at()..];
        let size = node_size(&self.symbols, all);
        let mut words: smallvec::SmallVec<[NodeId; 32]> = smallvec::SmallVec::from_slice(&all[..size]);
        let (first, step) = child_places(&self.symbols, &words);
        for word in words.iter_mut().skip(first).step_by(step).filter(|word| word.is_scratch()) {
            *word = moved[word];
        }
        self.store.unique(&words)
    }
}
