//! The heap: a permanent store of unique nodes and a scratch area that is rewound or collected.

use std::sync::Arc;

use crate::base::{Float, Number, StopReason, Value};
use crate::module::{SortId, SymbolId};

use super::chunks::Directory;
use super::node::{Header, NodeId};
use super::store::Store;
use super::symbols::{Shape, SymbolTable};
use super::text::Text;

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
/// | text              | header, 2 × length, bytes; or header, 2 × length + 1, buffer, place |
/// | buffer of texts   | header, bytes in use, words of room, bytes         |
/// | float             | header, bits (two words)                           |
/// | variable          | header, name, sort                                 |
#[derive(Clone, Debug)]
pub struct Heap {
    pub(crate) symbols: Arc<SymbolTable>,
    pub(crate) store: Store,
    pub(crate) scratch: Vec<NodeId>,
    /// The collector's other area, empty between collections.
    pub(crate) spare_scratch: Vec<NodeId>,
    /// The node of each constant, [`NodeId::NONE`] for other symbols.
    pub(crate) constants: Vec<NodeId>,
    /// Left and right identity of each symbol, [`NodeId::NONE`] for none.
    pub(crate) identities: Vec<(NodeId, NodeId)>,
    /// For each symbol whether some rule may apply at a node of it; a theory fixes it before it builds terms.
    pub(crate) stepping: Arc<[bool]>,
    /// For each symbol whether a membership may give its terms a smaller sort than the declarations do.
    pub(crate) constrained: Arc<[bool]>,
    /// For each constant that stands for literals whether equations or memberships may change its values: then these are
    /// normal forms only when they have been evaluated, and stored at once.
    pub(crate) unsettled: Arc<[bool]>,
    /// Whether equations may apply to integers: then these are normal forms only when they have been evaluated.
    pub(crate) integers_unsettled: bool,
    /// Whether rules may apply to integers.
    pub(crate) integers_step: bool,
    /// Most words of the scratch area: what its ids reach, or less where memory is limited.
    pub(crate) room: usize,
    /// A working bag kept for its memory.
    pub(crate) spare_entries: super::canonical::Entries,
    /// Set when an area is full: what was being built is garbage and the run has to stop.
    pub(crate) full: bool,
    /// Set when an element of a bag, or an iterated symbol, stands more often than can be counted: the same holds.
    pub(crate) overflow: bool,
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
    /// A big bag.
    Chunks(u32, Directory<'h>),
    /// A string or quoted identifier.
    Text(u32, Text<'h>),
    /// A floating-point number.
    Float(u32, Float),
    /// Count and argument.
    Iterated(u32, u64, NodeId),
    /// A variable: its interned name and its sort.
    Variable(u32, SortId),
}

impl Heap {
    /// A heap with the constants and identity elements of a theory in its store. `stepping`: the symbols that rules may
    /// apply at; `constrained`: those that memberships may.
    pub(crate) fn new(symbols: Arc<SymbolTable>, stepping: Arc<[bool]>, constrained: Arc<[bool]>) -> Self {
        let count = symbols.infos.len();
        let steps = |symbol: u32| stepping[symbol as usize];
        let integers_step =
            symbols.integers.is_some_and(|i| steps(i.zero) || steps(i.successor) || i.minus.is_some_and(steps));
        let mut heap = Self {
            symbols,
            store: Store::default(),
            scratch: Vec::new(),
            spare_scratch: Vec::new(),
            constants: vec![NodeId::NONE; count],
            identities: vec![(NodeId::NONE, NodeId::NONE); count],
            stepping,
            unsettled: vec![false; constrained.len()].into(),
            constrained,
            integers_unsettled: false,
            integers_step,
            room: NodeId::SCRATCH_WORDS,
            spare_entries: Vec::new(),
            full: false,
            overflow: false,
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
                    let header = Header::new(symbol, sort, true).with_steps(self.stepping[index]);
                    let words = [NodeId(header.0)];
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
                self.store.words[node.at()] = NodeId(self.header(node).unevaluated().0);
            }
        }
    }

    /// Whether the ids of an area, or the numbers of copies, are used up: what was built last is wrong and the run has to stop.
    pub(crate) fn is_full(&self) -> bool {
        self.full || self.store.full || self.overflow
    }

    /// Which limit was met, where one was.
    pub(crate) fn met(&self) -> StopReason {
        if self.overflow { StopReason::Copies } else { StopReason::Memory }
    }

    /// The constants `true` and `false`, [`NodeId::NONE`] where the theory has none.
    pub(crate) fn booleans(&self) -> (NodeId, NodeId) {
        match self.symbols.signature.booleans() {
            Some((yes, no)) => (self.constants[yes.index()], self.constants[no.index()]),
            None => (NodeId::NONE, NodeId::NONE),
        }
    }

    /// The `place`-th argument or distinct element of a node that is to be evaluated, and how often it stands there.
    pub(crate) fn evaluation_argument(&self, node: NodeId, place: usize) -> Option<(NodeId, u32)> {
        match self.view(node) {
            View::Bag(_, entries) => entries.get(place).map(|entry| (entry[0], entry[1].0)),
            View::Chunks(_, directory) => (place < directory.distinct as usize).then(|| {
                let [element, copies] = self.chunked_entry(directory, place as u32);
                (element, copies.0)
            }),
            _ => self.distinct_argument(node, place).map(|argument| (argument, 1)),
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

    /// Whether a rule may apply at a node or below.
    #[inline]
    pub(crate) fn steps(&self, node: NodeId) -> bool {
        if node.is_integer() { self.integers_step } else { self.header(node).steps() }
    }

    /// Whether a rule may apply at a node of a symbol or below, given its arguments.
    #[inline]
    pub(crate) fn any_steps(&self, symbol: u32, mut arguments: impl Iterator<Item = NodeId>) -> bool {
        self.stepping[symbol as usize] || arguments.any(|argument| self.steps(argument))
    }

    /// The same node with another sort, a place in its kind.
    pub(crate) fn with_sort(&mut self, node: NodeId, sort: u32) -> NodeId {
        let size = super::store::node_size(&self.symbols, self.words(node));
        let old = self.header(node);
        let header = Header::new(old.symbol(), sort, old.is_normal()).with_steps(old.steps());
        if size == 1 {
            // Scratch nodes have two words at least.
            return self.store.constant(header);
        }
        let words: smallvec::SmallVec<[NodeId; 16]> = smallvec::SmallVec::from_slice(&self.words(node)[1..size]);
        self.node(header, &words)
    }

    /// Whether a term was normalised.
    #[inline]
    pub(crate) fn is_normal(&self, node: NodeId) -> bool {
        if node.is_integer() { !self.integers_unsettled } else { self.header(node).is_normal() }
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
            Shape::Bag => bag_view(symbol, words),
            Shape::Text => View::Text(symbol, super::text::read(words, |buffer| self.words(buffer))),
            Shape::Float => View::Float(symbol, Float::from_bits(count(words[1], words[2]))),
            Shape::Chunk | Shape::Buffer => unreachable!("parts of terms are no terms"),
            Shape::Iterated => View::Iterated(symbol, count(words[1], words[2]), words[3]),
            Shape::BigInteger => View::BigInteger(words[1].0 & 1 == 1, &words[2..2 + (words[1].0 >> 1) as usize]),
            Shape::Variable => View::Variable(words[1].0, SortId::new(words[2].0 as usize)),
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
        if self.scratch.len() >= self.room {
            return self.no_room();
        }
        let node = NodeId::scratch(self.scratch.len());
        self.scratch.push(NodeId(header.0));
        node
    }

    /// Notes that an area is full; gives any valid id, since whoever evaluates looks at `full` before it goes on.
    #[cold]
    pub(crate) fn no_room(&mut self) -> NodeId {
        self.full = true;
        NodeId::integer(0).expect("zero fits")
    }

    /// Lets terms under way take no more than so many bytes, or as many as there are ids for.
    pub(crate) fn limit_scratch(&mut self, bytes: Option<u64>) {
        let words = bytes.map(|bytes| usize::try_from(bytes / size_of::<NodeId>() as u64).unwrap_or(usize::MAX));
        self.room = words.map_or(NodeId::SCRATCH_WORDS, |words| words.min(NodeId::SCRATCH_WORDS));
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
        let header = Header::new(symbol, signature.sort(sort).index_in_kind as u32, true)
            .with_steps(self.stepping[symbol as usize]);
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
        let node = self.start(Header::new(self.symbols.big_integer, sort, true).with_steps(self.integers_step));
        let limbs = limbs.to_u32_digits();
        self.push(NodeId((limbs.len() as u32) << 1 | u32::from(negative)));
        self.scratch.extend(limbs.into_iter().map(NodeId));
        node
    }

    /// A literal of a constant that stands for them.
    pub(crate) fn value(&mut self, symbol: u32, value: &Value) -> NodeId {
        match value {
            Value::Text(bytes) | Value::Quoted(bytes) => self.make_text(symbol, bytes),
            Value::Float(float) => self.make_float(symbol, *float),
        }
    }

    /// A floating-point number.
    pub(crate) fn make_float(&mut self, symbol: u32, value: Float) -> NodeId {
        let header = self.value_header(symbol, value.get().is_finite());
        let bits = value.bits();
        self.node(header, &[NodeId(bits as u32), NodeId((bits >> 32) as u32)])
    }

    /// The value of a node that is a floating-point number.
    pub(crate) fn as_float(&self, node: NodeId) -> Option<Float> {
        match self.view(node) {
            View::Float(_, value) => Some(value),
            _ => None,
        }
    }

    /// The header of a literal, which may have the smaller of two sorts.
    pub(super) fn value_header(&self, symbol: u32, special: bool) -> Header {
        let (least, usual) = self.symbols.info(symbol).value_sorts;
        let normal = !self.unsettled[symbol as usize];
        Header::new(symbol, if special { least } else { usual }, normal).with_steps(self.stepping[symbol as usize])
    }

    /// Whether a node is a literal that equations or memberships may change.
    pub(crate) fn is_unsettled(&self, node: NodeId) -> bool {
        !node.is_integer() && self.unsettled[self.header(node).symbol() as usize]
    }

    /// Gives a stored literal its true sort, a place in its kind, and the mark of a normal form.
    pub(crate) fn settle_value(&mut self, node: NodeId, sort: u32) {
        let old = self.header(node);
        let header = Header::new(old.symbol(), sort, true).with_steps(old.steps());
        self.store.words[node.at()] = NodeId(header.0);
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
        self.store.bytes() + ((self.scratch.capacity() + self.spare_scratch.capacity()) * size_of::<NodeId>()) as u64
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

#[inline]
fn bag_view(symbol: u32, words: &[NodeId]) -> View<'_> {
    match Directory::read(words) {
        Some(directory) => View::Chunks(symbol, directory),
        None => View::Bag(symbol, words[2..2 + 2 * words[1].0 as usize].as_chunks().0),
    }
}
