//! Lists and bags seen from their symbol: a term of another shape is a list of one element, the identity one of none.

use super::heap::{Heap, View};
use super::node::{Header, NodeId};
use super::symbols::Shape;

impl NodeId {
    /// A number as a word of a node: a length or a multiplicity, not an id.
    pub(crate) fn word(value: u32) -> Self {
        Self(value)
    }

    /// The number in a word made by [`NodeId::word`].
    pub(crate) fn as_word(self) -> u32 {
        self.0
    }
}

impl Heap {
    /// Whether the symbol is the successor of the built-in numbers.
    pub(crate) fn is_successor(&self, symbol: u32) -> bool {
        self.symbols.integers.is_some_and(|integers| integers.successor == symbol)
    }

    /// Whether a symbol that is not associative is commutative.
    pub(crate) fn is_commutative(&self, symbol: u32) -> bool {
        self.symbols.info(symbol).shape == Shape::Commutative
    }

    /// The words of a node headed by an associative symbol.
    #[inline]
    fn flat(&self, node: NodeId, symbol: u32) -> Option<&[NodeId]> {
        if node.is_integer() {
            return None;
        }
        let words = self.words(node);
        (Header(words[0].0).symbol() == symbol).then_some(words)
    }

    /// The entries of a bag node headed by the symbol.
    #[inline]
    pub(crate) fn bag_entries(&self, node: NodeId, symbol: u32) -> Option<&[[NodeId; 2]]> {
        self.flat(node, symbol).map(|words| words[2..2 + 2 * words[1].0 as usize].as_chunks().0)
    }

    fn is_identity(&self, node: NodeId, symbol: u32) -> bool {
        let identity = self.identity(symbol);
        identity != NodeId::NONE && self.equal(node, identity)
    }

    /// Number of elements. Cost: constant.
    #[inline]
    pub(crate) fn list_length(&self, node: NodeId, symbol: u32) -> u32 {
        match self.flat(node, symbol) {
            Some(words) => words[1].0,
            None => u32::from(!self.is_identity(node, symbol)),
        }
    }

    /// The element at a place inside the list.
    #[inline]
    pub(crate) fn list_element(&self, node: NodeId, symbol: u32, place: u32) -> NodeId {
        match self.flat(node, symbol) {
            Some(words) => words[2 + place as usize],
            None => node,
        }
    }

    /// The term of the elements from `start` up to `end` of a list.
    pub(crate) fn sublist(&mut self, node: NodeId, symbol: u32, start: usize, end: usize) -> NodeId {
        if start == end {
            return self.identity(symbol);
        }
        let Some(words) = self.flat(node, symbol) else { return node };
        if end - start == 1 {
            return words[2 + start];
        }
        let sort = self.sublist_sort(node, symbol, start, end);
        let new = self.start(Header::new(symbol, sort, true));
        self.push(NodeId((end - start) as u32));
        if node.is_stored() {
            let from = node.at() + 2;
            self.scratch.extend_from_slice(&self.store.words[from + start..from + end]);
        } else {
            let from = node.at() + 2;
            self.scratch.extend_from_within(from + start..from + end);
        }
        new
    }

    /// The least sort of a part of a list: that of the whole where it cannot depend on the elements.
    fn sublist_sort(&self, node: NodeId, symbol: u32, start: usize, end: usize) -> u32 {
        let whole = self.sort(node);
        if self.symbols.info(symbol).uniform_sort == Some(whole) {
            return whole;
        }
        let words = self.words(node);
        self.list_sort(symbol, &words[2 + start..2 + end])
    }

    /// The `place`-th argument or distinct element of a node.
    pub(crate) fn distinct_argument(&self, node: NodeId, place: usize) -> Option<NodeId> {
        match self.view(node) {
            View::Free(_, arguments) | View::List(_, arguments) => arguments.get(place).copied(),
            View::Bag(_, entries) => entries.get(place).map(|entry| entry[0]),
            View::Iterated(_, _, argument) => (place == 0).then_some(argument),
            View::Integer(_) | View::BigInteger(..) | View::Variable(..) => None,
        }
    }

    /// Number of elements with their multiplicities.
    #[inline]
    pub(crate) fn bag_size(&self, node: NodeId, symbol: u32) -> u64 {
        match self.flat(node, symbol) {
            Some(words) => {
                let distinct = words[1].0 as usize;
                words[2..2 + 2 * distinct].as_chunks::<2>().0.iter().map(|entry| u64::from(entry[1].0)).sum()
            }
            None => u64::from(!self.is_identity(node, symbol)),
        }
    }

    /// Number of distinct elements.
    #[inline]
    pub(crate) fn bag_distinct(&self, node: NodeId, symbol: u32) -> u32 {
        match self.flat(node, symbol) {
            Some(words) => words[1].0,
            None => u32::from(!self.is_identity(node, symbol)),
        }
    }

    /// The element at a place among the distinct ones, and its multiplicity.
    #[inline]
    pub(crate) fn bag_entry(&self, node: NodeId, symbol: u32, place: u32) -> (NodeId, u32) {
        match self.flat(node, symbol) {
            Some(words) => (words[2 + 2 * place as usize], words[3 + 2 * place as usize].0),
            None => (node, 1),
        }
    }

    /// A bag without one copy of the element at a place; the identity or an element if no more is left.
    ///
    /// The bag has at least two elements.
    pub(crate) fn bag_without(&mut self, node: NodeId, symbol: u32, place: usize) -> NodeId {
        let View::Bag(_, entries) = self.view(node) else { unreachable!("only bags have places") };
        let mut rest = entries.to_vec();
        if rest[place][1].0 == 1 {
            rest.remove(place);
        } else {
            rest[place][1].0 -= 1;
        }
        self.bag_of(symbol, &rest, true)
    }
}
