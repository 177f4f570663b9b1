//! The heap: a permanent store of unique nodes and a scratch area that is rewound or collected.

use std::sync::Arc;

use crate::base::Number;
use crate::module::{SortId, SymbolId};

use super::node::{Header, NodeId};
use super::store::Store;
use super::symbols::{Shape, SymbolTable};

/// Where run-time terms live.
///
/// Terms are built in the scratch area by bumping a pointer, and die when it is rewound to a mark or collected. Terms
/// that are to stay move to the store, where each distinct one exists once ([`Heap::intern`]).
///
/// Layout of a node, in words:
///
/// | shape             | words                                              |
/// |-------------------|----------------------------------------------------|
/// | free, commutative | header, arguments                                  |
/// | list              | header, length, elements                           |
/// | bag               | header, number of distinct elements, (element, multiplicity)… |
/// | iterated          | header, count (two words), argument                |
/// | big integer       | header, 2 × number of limbs + (1 if negative), limbs |
/// | variable          | header, name, sort                                 |
#[derive(Clone, Debug)]
pub struct Heap {
    pub(crate) symbols: Arc<SymbolTable>,
    pub(crate) store: Store,
    pub(crate) scratch: Vec<NodeId>,
    /// The node of each constant, [`NodeId::NONE`] for other symbols.
    pub(crate) constants: Vec<NodeId>,
    /// Left and right identity of each symbol, [`NodeId::NONE`] for none.
    pub(crate) identities: Vec<(NodeId, NodeId)>,
    /// A working bag kept for its memory.
    pub(crate) spare_entries: super::canonical::Entries,
    /// Set when an area is full: what was being built is garbage and the run has to stop.
    pub(crate) full: bool,
}

/// A node taken apart.
#[derive(Debug)]
pub(crate) enum View<'h> {
    /// An integer that fits an id.
    Integer(i64),
    /// Another integer: its sign (true for negative) and its limbs, least significant first.
    BigInteger(bool, &'h [NodeId]),
    /// Free and commutative symbols and constants.
    Free(u32, &'h [NodeId]),
    /// An associative list.
    List(u32, &'h [NodeId]),
    /// An associative and commutative bag, as pairs of element and multiplicity.
    Bag(u32, &'h [[NodeId; 2]]),
    /// Count and argument.
    Iterated(u32, u64, NodeId),
    /// A variable: its interned name and its sort.
    Variable(u32, u32, SortId),
}

impl Heap {
    /// A heap with the constants and identity elements of a theory in its store.
    pub(crate) fn new(symbols: Arc<SymbolTable>) -> Self {
        let count = symbols.infos.len();
        let mut heap = Self {
            symbols,
            store: Store::default(),
            scratch: Vec::new(),
            constants: vec![NodeId::NONE; count],
            identities: vec![(NodeId::NONE, NodeId::NONE); count],
            spare_entries: Vec::new(),
            full: false,
        };
        heap.make_constants();
        heap.make_identities();
        heap
    }

    fn make_constants(&mut self) {
        let symbols = Arc::clone(&self.symbols);
        for (index, _) in symbols.infos.iter().enumerate().filter(|(_, i)| i.arity == 0 && i.shape == Shape::Free) {
            let symbol = index as u32;
            let sort = symbols.sorts.start(symbol);
            let node = match symbols.integers {
                Some(integers) if integers.zero == symbol => NodeId::integer(0).expect("zero fits"),
                _ => {
                    let words = [NodeId(Header::new(symbol, sort, true).0)];
                    self.store.add(&words)
                }
            };
            self.constants[index] = node;
        }
    }

    fn make_identities(&mut self) {
        let signature = Arc::clone(&self.symbols.signature);
        for id in signature.symbol_ids() {
            let axioms = &signature.symbol(id).axioms;
            let mut element = |term: &Option<_>| term.as_ref().map_or(NodeId::NONE, |term| self.stored_term(term));
            let pair = (element(&axioms.left_identity), element(&axioms.right_identity));
            self.identities[id.index()] = pair;
        }
        self.scratch.clear();
    }

    /// Moves an identity element, a ground term in normal form, to the store.
    fn stored_term(&mut self, term: &crate::module::Term) -> NodeId {
        let node = self.build(term, true);
        self.intern(node)
    }

    /// Takes the mark of a normal form from those of these symbols that are constants: equations may rewrite them.
    pub(crate) fn mark_unevaluated(&mut self, symbols: &[u32]) {
        for &symbol in symbols {
            let node = self.constants[symbol as usize];
            if node != NodeId::NONE && !node.is_integer() {
                let sort = self.header(node).sort();
                self.store.words[node.at()] = NodeId(Header::new(symbol, sort, false).0);
            }
        }
    }

    /// Whether the ids of an area are used up: what was built last is wrong and the run has to stop.
    pub(crate) fn is_full(&self) -> bool {
        self.full || self.store.full
    }

    /// The constants `true` and `false`, [`NodeId::NONE`] where the theory has none.
    pub(crate) fn booleans(&self) -> (NodeId, NodeId) {
        match self.symbols.signature.booleans() {
            Some((yes, no)) => (self.constants[yes.index()], self.constants[no.index()]),
            None => (NodeId::NONE, NodeId::NONE),
        }
    }

    /// The `place`-th argument of a node that is to be evaluated; an element of a bag as often as it stands there.
    pub(crate) fn evaluation_argument(&self, node: NodeId, place: usize) -> Option<NodeId> {
        match self.view(node) {
            View::Free(_, arguments) | View::List(_, arguments) => arguments.get(place).copied(),
            View::Bag(_, entries) => {
                let mut before = 0;
                let holds = |entry: &&[NodeId; 2]| {
                    before += entry[1].0 as usize;
                    place < before
                };
                entries.iter().find(holds).map(|entry| entry[0])
            }
            View::Iterated(_, _, argument) => (place == 0).then_some(argument),
            View::Integer(_) | View::BigInteger(..) | View::Variable(..) => None,
        }
    }

    /// The words of a node, from its header to the end of its area.
    #[inline]
    pub(crate) fn words(&self, node: NodeId) -> &[NodeId] {
        if node.is_stored() { &self.store.words[node.at()..] } else { &self.scratch[node.at()..] }
    }

    #[inline]
    pub(crate) fn header(&self, node: NodeId) -> Header {
        let word = if node.is_stored() { self.store.words[node.at()] } else { self.scratch[node.at()] };
        Header(word.0)
    }

    /// The symbol at the top of a term; for integers the zero, successor or minus symbol.
    #[inline]
    pub(crate) fn symbol(&self, node: NodeId) -> u32 {
        if let Some(value) = node.as_integer() {
            return self.integer_symbol(value.signum());
        }
        let symbol = self.header(node).symbol();
        if symbol == self.symbols.big_integer {
            return self.integer_symbol(if self.words(node)[1].0 & 1 == 1 { -1 } else { 1 });
        }
        symbol
    }

    #[inline]
    fn integer_symbol(&self, signum: i64) -> u32 {
        let Some(integers) = self.symbols.integers else { return self.symbols.big_integer };
        match signum {
            0 => integers.zero,
            1 => integers.successor,
            _ => integers.minus.unwrap_or(self.symbols.big_integer),
        }
    }

    /// The least sort of a normal form, as a place in its kind.
    #[inline]
    pub(crate) fn sort(&self, node: NodeId) -> u32 {
        match node.as_integer() {
            Some(value) => self.integer_sort(value.signum()),
            None => self.header(node).sort(),
        }
    }

    #[inline]
    pub(crate) fn integer_sort(&self, signum: i64) -> u32 {
        let Some(integers) = self.symbols.integers else { return 0 };
        match signum {
            0 => integers.zero_sort,
            1 => integers.positive_sort,
            _ => integers.negative_sort,
        }
    }

    /// The least sort of a normal form.
    pub fn least_sort(&self, node: NodeId) -> SortId {
        let kind = self.symbols.info(self.symbol(node)).kind;
        self.symbols.signature.kind(kind).sorts[self.sort(node) as usize]
    }

    /// Whether a term was normalised.
    #[inline]
    pub(crate) fn is_normal(&self, node: NodeId) -> bool {
        node.is_integer() || self.header(node).is_normal()
    }

    /// Takes a node apart.
    #[inline]
    pub(crate) fn view(&self, node: NodeId) -> View<'_> {
        if let Some(value) = node.as_integer() {
            return View::Integer(value);
        }
        let words = self.words(node);
        let symbol = Header(words[0].0).symbol();
        let info = self.symbols.info(symbol);
        match info.shape {
            Shape::Free | Shape::Commutative => View::Free(symbol, &words[1..=info.arity]),
            Shape::List => View::List(symbol, &words[2..2 + words[1].0 as usize]),
            Shape::Bag => View::Bag(symbol, words[2..2 + 2 * words[1].0 as usize].as_chunks().0),
            Shape::Iterated => View::Iterated(symbol, count(words[1], words[2]), words[3]),
            Shape::BigInteger => View::BigInteger(words[1].0 & 1 == 1, &words[2..2 + (words[1].0 >> 1) as usize]),
            Shape::Variable => View::Variable(symbol, words[1].0, SortId::new(words[2].0 as usize)),
        }
    }

    /// How many words a node takes.
    pub(crate) fn size(&self, node: NodeId) -> usize {
        match self.view(node) {
            View::Integer(_) => 0,
            View::BigInteger(_, limbs) => 2 + limbs.len(),
            View::Free(_, arguments) => 1 + arguments.len(),
            View::List(_, elements) => 2 + elements.len(),
            View::Bag(_, entries) => 2 + 2 * entries.len(),
            View::Iterated(..) => 4,
            View::Variable(..) => 3,
        }
    }

    /// Arguments of a free or commutative node headed by `symbol`, else nothing.
    #[inline]
    pub(crate) fn free_arguments(&self, node: NodeId, symbol: u32, arity: usize) -> Option<&[NodeId]> {
        if node.is_integer() {
            return None;
        }
        let words = self.words(node);
        (Header(words[0].0).symbol() == symbol).then(|| &words[1..=arity])
    }

    /// Starts a node in the scratch area; its words follow by [`Heap::push`].
    #[inline]
    pub(crate) fn start(&mut self, header: Header) -> NodeId {
        if self.scratch.len() >= NodeId::SCRATCH_WORDS {
            // Any valid id will do: whoever evaluates looks at `full` before it goes on.
            self.full = true;
            return NodeId::integer(0).expect("zero fits");
        }
        let node = NodeId::scratch(self.scratch.len());
        self.scratch.push(NodeId(header.0));
        node
    }

    #[inline]
    pub(crate) fn push(&mut self, word: NodeId) {
        self.scratch.push(word);
    }

    /// A node with a header and a few words.
    #[inline]
    pub(crate) fn node(&mut self, header: Header, words: &[NodeId]) -> NodeId {
        let node = self.start(header);
        self.scratch.extend_from_slice(words);
        node
    }

    /// A variable that stands for itself.
    pub(crate) fn variable(&mut self, name: crate::base::Name, sort: SortId) -> NodeId {
        let signature = &self.symbols.signature;
        let symbol = self.symbols.variable_symbol(signature.kind_of(sort));
        let header = Header::new(symbol, signature.sort(sort).index_in_kind as u32, true);
        self.node(header, &[NodeId(name.id()), NodeId(sort.index() as u32)])
    }

    /// An integer of any size.
    pub(crate) fn number(&mut self, value: &Number) -> NodeId {
        match value.as_small().and_then(NodeId::integer) {
            Some(node) => node,
            None => self.big_integer(value),
        }
    }

    fn big_integer(&mut self, value: &Number) -> NodeId {
        let (sign, limbs) = value.to_big().into_parts();
        let negative = sign == num_bigint::Sign::Minus;
        let sort = self.integer_sort(if negative { -1 } else { 1 });
        let node = self.start(Header::new(self.symbols.big_integer, sort, true));
        let limbs = limbs.to_u32_digits();
        self.push(NodeId((limbs.len() as u32) << 1 | u32::from(negative)));
        self.scratch.extend(limbs.into_iter().map(NodeId));
        node
    }

    /// The value of an integer node.
    pub(crate) fn as_number(&self, node: NodeId) -> Option<Number> {
        match self.view(node) {
            View::Integer(value) => Some(Number::Small(value)),
            View::BigInteger(negative, limbs) => {
                let magnitude = num_bigint::BigUint::new(limbs.iter().map(|limb| limb.0).collect());
                let sign = if negative { num_bigint::Sign::Minus } else { num_bigint::Sign::Plus };
                Some(Number::from_big(num_bigint::BigInt::from_biguint(sign, magnitude)))
            }
            _ => None,
        }
    }

    /// The end of the scratch area, to be given back to [`Heap::rewind`].
    #[inline]
    pub(crate) fn mark(&self) -> usize {
        self.scratch.len()
    }

    /// Forgets every scratch node made since the mark. The caller holds none of them any more.
    #[inline]
    pub(crate) fn rewind(&mut self, mark: usize) {
        self.scratch.truncate(mark);
    }

    /// Bytes held by both areas and the store's table.
    pub(crate) fn bytes(&self) -> u64 {
        self.store.bytes() + (self.scratch.capacity() * size_of::<NodeId>()) as u64
    }

    /// The symbol of an id of the signature.
    #[inline]
    pub(crate) fn symbol_id(symbol: u32) -> SymbolId {
        SymbolId::new(symbol as usize)
    }
}

/// Joins the two words of a count.
#[inline]
pub(crate) fn count(low: NodeId, high: NodeId) -> u64 {
    u64::from(low.0) | u64::from(high.0) << 32
}
