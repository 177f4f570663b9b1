//! Patterns in canonical form: what matching programs are compiled from.

use crate::base::hash::IndexSet;
use crate::module::{Position, SortId, Term, TermNode, Variable};
use crate::term::{Heap, NodeId, Shape, SymbolTable, View, flat_arguments, outermost, small_count};

use super::program::Span;

/// A pattern's place in its [`Patterns`].
pub(crate) type PatternId = usize;

/// One node of a pattern.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pattern {
    Variable(Variable),
    /// A subterm without variables, canonical, in the store.
    Ground(NodeId),
    /// A free symbol without identity.
    Free {
        symbol: u32,
        arguments: Vec<PatternId>,
    },
    /// A symbol that is commutative or has an identity, and is not associative.
    Pair {
        symbol: u32,
        left: PatternId,
        right: PatternId,
    },
    /// At least two items, none headed by the symbol.
    List {
        symbol: u32,
        items: Vec<PatternId>,
    },
    /// At least two items (counting multiplicities), none headed by the symbol, none twice.
    Bag {
        symbol: u32,
        items: Vec<(PatternId, u32)>,
    },
    Iterated {
        symbol: u32,
        count: u64,
        argument: PatternId,
    },
    /// The minus symbol of integers.
    Negative {
        symbol: u32,
        argument: PatternId,
    },
}

/// Unique patterns: equal ones have equal ids.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns {
    nodes: IndexSet<Pattern>,
}

impl Patterns {
    pub(crate) fn get(&self, id: PatternId) -> &Pattern {
        self.nodes.get_index(id).expect("ids are made by adding")
    }

    fn add(&mut self, pattern: Pattern) -> PatternId {
        self.nodes.insert_full(pattern).0
    }

    /// Reads a term as a pattern: flat, without identity elements, ground parts as stored nodes.
    pub(crate) fn read(&mut self, term: &Term, heap: &mut Heap) -> PatternId {
        self.read_all(term, heap)[term.root() as usize].expect("the root is read")
    }

    /// Reads the left-hand side of a statement. A ground list or bag is one of ground items: it matches a part too.
    pub(crate) fn read_left(&mut self, term: &Term, heap: &mut Heap) -> PatternId {
        let root = self.read(term, heap);
        let Pattern::Ground(node) = *self.get(root) else { return root };
        let spread = match heap.view(node) {
            View::List(symbol, elements) => Pattern::List {
                symbol,
                items: elements.iter().map(|&element| self.add(Pattern::Ground(element))).collect(),
            },
            View::Chunks(symbol, directory) => {
                let entries = heap.chunked_entries(directory);
                let item = |entry: &[NodeId; 2]| (self.add(Pattern::Ground(entry[0])), entry[1].as_word());
                Pattern::Bag { symbol, items: entries.iter().map(item).collect() }
            }
            View::Bag(symbol, entries) => {
                let item = |entry: &[NodeId; 2]| (self.add(Pattern::Ground(entry[0])), entry[1].as_word());
                Pattern::Bag { symbol, items: entries.iter().map(item).collect() }
            }
            _ => return root,
        };
        self.add(spread)
    }

    /// Reads all subterms of a term; of those that are no subterms of its flat form (`b c` in `a b c`) only the short ones.
    pub(crate) fn read_all(&mut self, term: &Term, heap: &mut Heap) -> Vec<Option<PatternId>> {
        let symbols = std::sync::Arc::clone(&heap.symbols);
        let needed: Vec<bool> = std::iter::zip(outermost(&symbols, term), short_lists(&symbols, term))
            .map(|(outermost, short)| outermost || short)
            .collect();
        let mut ids: Vec<Option<PatternId>> = vec![None; term.len()];
        let known = |ids: &[Option<PatternId>], at: Position| ids[at as usize].expect("arguments are read before");
        for at in (0..term.len()).filter(|&at| needed[at]) {
            let read = match term.node(at as Position) {
                TermNode::Variable(variable) => Pattern::Variable(*variable),
                TermNode::Value(symbol, value) => {
                    let node = heap.value(symbol.index() as u32, value);
                    Pattern::Ground(heap.intern(node))
                }
                TermNode::Number(value) => {
                    let node = heap.number(value);
                    Pattern::Ground(heap.intern(node))
                }
                TermNode::Iterated { symbol, count, argument } => {
                    self.iterated(symbol.index() as u32, small_count(count), known(&ids, *argument), heap)
                }
                TermNode::Application { symbol, .. } => {
                    let arguments: Vec<PatternId> =
                        flat_arguments(&symbols, term, at as Position).into_iter().map(|a| known(&ids, a)).collect();
                    self.application(symbol.index() as u32, arguments, heap)
                }
            };
            ids[at] = Some(self.add(read));
        }
        heap.rewind(0);
        ids
    }

    fn application(&self, symbol: u32, arguments: Vec<PatternId>, heap: &mut Heap) -> Pattern {
        if let Some(ground) = self.ground(symbol, &arguments, heap) {
            return Pattern::Ground(ground);
        }
        let info = heap.symbols.info(symbol);
        match info.shape {
            Shape::Free if !info.collapses() => {
                if heap.symbols.integers.is_some_and(|i| i.minus == Some(symbol)) {
                    return Pattern::Negative { symbol, argument: arguments[0] };
                }
                Pattern::Free { symbol, arguments }
            }
            Shape::Free | Shape::Commutative => self.pair(symbol, arguments[0], arguments[1], heap),
            Shape::List => self.list(symbol, arguments, heap),
            Shape::Bag => self.bag(symbol, arguments, heap),
            Shape::Iterated => self.iterated(symbol, 1, arguments[0], heap),
            Shape::Text | Shape::Float | Shape::BigInteger | Shape::Buffer | Shape::Chunk | Shape::Variable => {
                unreachable!("auxiliary symbols are not applied")
            }
        }
    }

    fn ground(&self, symbol: u32, arguments: &[PatternId], heap: &mut Heap) -> Option<NodeId> {
        if heap.constrained[symbol as usize] {
            // Its sort is known only when it has been evaluated.
            return None;
        }
        let nodes: Option<Vec<NodeId>> = arguments
            .iter()
            .map(|&argument| match self.get(argument) {
                // The sort of what stands around such a value is not known either.
                Pattern::Ground(node) if !heap.is_unsettled(*node) => Some(*node),
                _ => None,
            })
            .collect();
        // Not a normal form as far as is known: equations may rewrite it.
        let node = heap.make(symbol, &nodes?, false);
        Some(heap.intern(node))
    }

    fn is_identity(&self, item: PatternId, identity: NodeId) -> bool {
        // Both are stored, so equal terms have equal ids.
        identity != NodeId::NONE && *self.get(item) == Pattern::Ground(identity)
    }

    fn pair(&self, symbol: u32, left: PatternId, right: PatternId, heap: &Heap) -> Pattern {
        let (left_identity, right_identity) = heap.identities[symbol as usize];
        if self.is_identity(left, left_identity) {
            return self.get(right).clone();
        }
        if self.is_identity(right, right_identity) {
            return self.get(left).clone();
        }
        if left == right && heap.symbols.info(symbol).idempotent {
            return self.get(left).clone();
        }
        Pattern::Pair { symbol, left, right }
    }

    fn list(&self, symbol: u32, arguments: Vec<PatternId>, heap: &Heap) -> Pattern {
        let (left, right) = heap.identities[symbol as usize];
        let mut items: Vec<PatternId> = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match self.get(argument) {
                // An argument can have collapsed to a list of the same symbol.
                Pattern::List { symbol: inner, items: more } if *inner == symbol => items.extend(more),
                _ => items.push(argument),
            }
        }
        let mut place = 0;
        items.retain(|&item| {
            place += 1;
            place == 1 || !self.is_identity(item, right)
        });
        let mut remaining = items.len();
        items.retain(|&item| {
            remaining -= 1;
            remaining == 0 || !self.is_identity(item, left)
        });
        if let [item] = items[..] {
            return self.get(item).clone();
        }
        Pattern::List { symbol, items }
    }

    fn bag(&self, symbol: u32, arguments: Vec<PatternId>, heap: &Heap) -> Pattern {
        let identity = heap.identity(symbol);
        let mut items: Vec<(PatternId, u32)> = Vec::with_capacity(arguments.len());
        let mut add = |item: PatternId, count: u32| match items.iter_mut().find(|(known, _)| *known == item) {
            Some((_, multiplicity)) => *multiplicity = multiplicity.saturating_add(count),
            None => items.push((item, count)),
        };
        for argument in arguments {
            match self.get(argument) {
                Pattern::Bag { symbol: inner, items: more } if *inner == symbol => {
                    more.iter().for_each(|&(item, count)| add(item, count));
                }
                _ if self.is_identity(argument, identity) => {}
                _ => add(argument, 1),
            }
        }
        if let [(item, 1)] = items[..] {
            return self.get(item).clone();
        }
        Pattern::Bag { symbol, items }
    }

    fn iterated(&self, symbol: u32, count: u64, argument: PatternId, heap: &mut Heap) -> Pattern {
        match self.get(argument) {
            Pattern::Ground(node) => {
                let node = heap.make_iterated(symbol, count, *node, false);
                Pattern::Ground(heap.intern(node))
            }
            Pattern::Iterated { symbol: inner, count: more, argument } if *inner == symbol => {
                Pattern::Iterated { symbol, count: count.saturating_add(*more), argument: *argument }
            }
            _ => Pattern::Iterated { symbol, count, argument },
        }
    }

    /// The variables of a pattern, each once, with an explicit stack.
    pub(crate) fn variables(&self, id: PatternId) -> Vec<Variable> {
        let mut found: IndexSet<Variable> = IndexSet::default();
        let mut stack = vec![id];
        while let Some(next) = stack.pop() {
            match self.get(next) {
                Pattern::Variable(variable) => {
                    found.insert(*variable);
                }
                other => stack.extend(children(other).rev()),
            }
        }
        found.into_iter().collect()
    }

    /// Whether an instance of the pattern may be something else than a node of its own symbol: an identity made all but
    /// one item vanish.
    pub(crate) fn may_collapse(&self, id: PatternId, heap: &Heap) -> bool {
        let (symbol, items): (u32, Vec<(PatternId, u32)>) = match self.get(id) {
            Pattern::Pair { symbol, left, right } => (*symbol, vec![(*left, 1), (*right, 1)]),
            Pattern::List { symbol, items } => (*symbol, items.iter().map(|&item| (item, 1)).collect()),
            Pattern::Bag { symbol, items } => (*symbol, items.clone()),
            _ => return false,
        };
        if heap.symbols.info(symbol).idempotent {
            return true;
        }
        if !heap.symbols.info(symbol).has_identity() {
            return false;
        }
        let lasting: u32 = items
            .iter()
            .filter(|(item, _)| !self.may_be_identity(*item, symbol, heap))
            .map(|(_, count)| *count)
            .fold(0, u32::saturating_add);
        lasting <= 1
    }

    /// Whether an instance of an item may be an identity of the symbol above it. True where it is not known.
    fn may_be_identity(&self, item: PatternId, symbol: u32, heap: &Heap) -> bool {
        match self.get(item) {
            Pattern::Variable(variable) => span(variable.sort, symbol, heap).least == 0,
            Pattern::Ground(_) => false,
            // Only a symbol with an identity of its own can collapse; whatever it then becomes is not looked into.
            Pattern::Pair { symbol, .. } | Pattern::List { symbol, .. } | Pattern::Bag { symbol, .. } => {
                heap.symbols.info(*symbol).collapses()
            }
            Pattern::Free { symbol: top, .. }
            | Pattern::Iterated { symbol: top, .. }
            | Pattern::Negative { symbol: top, .. } => {
                let (left, right) = heap.identities[symbol as usize];
                [left, right].iter().any(|&e| e != NodeId::NONE && heap.symbol(e) == *top)
            }
        }
    }

    /// Whether a list or bag pattern has a variable that can take more than the least of a subject: then Maude's equations
    /// try the whole subject before its parts.
    pub(crate) fn can_absorb(&self, id: PatternId, symbol: u32, heap: &Heap) -> bool {
        children(self.get(id)).any(|item| match self.get(item) {
            Pattern::Variable(variable) => span(variable.sort, symbol, heap).most > 1,
            _ => false,
        })
    }

    /// The symbols an instance of the pattern can have at its top; `None` for any of its kind.
    pub(crate) fn tops(&self, id: PatternId, heap: &Heap) -> Option<Vec<u32>> {
        let mut tops: IndexSet<u32> = IndexSet::default();
        let mut stack = vec![id];
        while let Some(next) = stack.pop() {
            match self.get(next) {
                Pattern::Variable(_) => return None,
                Pattern::Ground(node) => {
                    tops.insert(heap.symbol(*node));
                }
                Pattern::Free { symbol, .. } | Pattern::Iterated { symbol, .. } | Pattern::Negative { symbol, .. } => {
                    tops.insert(*symbol);
                }
                pattern @ (Pattern::Pair { symbol, .. }
                | Pattern::List { symbol, .. }
                | Pattern::Bag { symbol, .. }) => {
                    tops.insert(*symbol);
                    if self.may_collapse(next, heap) {
                        stack.extend(self.survivors(pattern, *symbol, heap));
                    }
                }
            }
        }
        Some(tops.into_iter().collect())
    }

    /// The patterns whose instances those of a pattern can be when it collapses to something else than an identity; itself,
    /// where it cannot. What stands in it twice is never left alone.
    pub(crate) fn collapsed(&self, id: PatternId, heap: &Heap) -> Vec<PatternId> {
        let mut found: IndexSet<PatternId> = IndexSet::default();
        let mut stack = vec![id];
        while let Some(next) = stack.pop() {
            match self.get(next) {
                pattern @ (Pattern::Pair { symbol, .. }
                | Pattern::List { symbol, .. }
                | Pattern::Bag { symbol, .. })
                    if self.may_collapse(next, heap) =>
                {
                    let twice = |item: PatternId| {
                        children(pattern).filter(|&other| other == item).count() > 1
                            || matches!(pattern, Pattern::Bag { items, .. } if items.iter().any(|&(other, n)| other == item && n > 1))
                    };
                    stack.extend(self.survivors(pattern, *symbol, heap).into_iter().filter(|&item| !twice(item)));
                }
                _ => {
                    found.insert(next);
                }
            }
        }
        found.into_iter().collect()
    }

    /// Whether an instance of a pattern may be a number as it is written.
    pub(crate) fn may_be_number(&self, id: PatternId, heap: &Heap) -> bool {
        let Some(integers) = heap.symbols.integers else { return false };
        let mut stack = self.collapsed(id, heap);
        while let Some(next) = stack.pop() {
            match self.get(next) {
                Pattern::Ground(node) if heap.as_number(*node).is_some() => return true,
                Pattern::Variable(variable) => {
                    let same_kind = heap.symbols.signature.kind_of(variable.sort) == integers.kind;
                    let sorts = [integers.zero_sort, integers.positive_sort, integers.negative_sort];
                    if same_kind && sorts.iter().any(|&sort| sort > 0 && heap.symbols.is_below(sort, variable.sort)) {
                        return true;
                    }
                }
                Pattern::Iterated { symbol, argument, .. } if *symbol == integers.successor => {
                    stack.extend(self.collapsed(*argument, heap));
                }
                Pattern::Negative { argument, .. } => stack.extend(self.collapsed(*argument, heap)),
                _ => {}
            }
        }
        false
    }

    /// The items of a pattern that may be left alone when all others have become the identity.
    fn survivors(&self, pattern: &Pattern, symbol: u32, heap: &Heap) -> Vec<PatternId> {
        let items: Vec<PatternId> = children(pattern).collect();
        if heap.symbols.info(symbol).idempotent {
            return items;
        }
        let lasting: Vec<PatternId> =
            items.iter().copied().filter(|&item| !self.may_be_identity(item, symbol, heap)).collect();
        if lasting.is_empty() { items } else { lasting }
    }
}

/// Longest list or bag that is read although it stands inside another one of its symbol. Reading all would cost the square of
/// the length of a list written out.
const SHORT: usize = 32;

/// For each position whether it is an application with few arguments, those of nested applications of its symbol counted.
fn short_lists(symbols: &SymbolTable, term: &Term) -> Vec<bool> {
    let top = |at: Position| match term.node(at) {
        TermNode::Application { symbol, .. } if symbols.info(symbol.index() as u32).is_associative() => Some(*symbol),
        _ => None,
    };
    let mut sizes: Vec<usize> = Vec::with_capacity(term.len());
    for at in 0..term.len() as Position {
        let symbol = top(at);
        let size = |&argument: &Position| if top(argument) == symbol { sizes[argument as usize] } else { 1 };
        let size = match symbol {
            Some(_) => term.arguments(at).iter().map(size).fold(0, usize::saturating_add),
            None => SHORT + 1,
        };
        sizes.push(size);
    }
    let mut reachable = vec![false; term.len()];
    reachable[term.root() as usize] = true;
    for at in (0..term.len()).rev() {
        if reachable[at] {
            term.arguments(at as Position).iter().for_each(|&argument| reachable[argument as usize] = true);
        }
    }
    std::iter::zip(sizes, reachable).map(|(size, reachable)| reachable && size <= SHORT).collect()
}

fn children(pattern: &Pattern) -> Box<dyn DoubleEndedIterator<Item = PatternId> + '_> {
    match pattern {
        Pattern::Variable(_) | Pattern::Ground(_) => Box::new(std::iter::empty()),
        Pattern::Free { arguments, .. } => Box::new(arguments.iter().copied()),
        Pattern::Pair { left, right, .. } => Box::new([*left, *right].into_iter()),
        Pattern::List { items, .. } => Box::new(items.iter().copied()),
        Pattern::Bag { items, .. } => Box::new(items.iter().map(|(item, _)| *item)),
        Pattern::Iterated { argument, .. } | Pattern::Negative { argument, .. } => Box::new(std::iter::once(*argument)),
    }
}

/// How many elements under an associative symbol (or which argument of one with an identity) a variable of a sort can
/// take, whatever its place.
pub(crate) fn span(sort: SortId, symbol: u32, heap: &Heap) -> Span {
    let signature = &heap.symbols.signature;
    let identity = heap.identity(symbol);
    let empty = identity != NodeId::NONE && heap.symbols.is_below(heap.sort(identity), sort);
    let typings = &signature.symbol(Heap::symbol_id(symbol)).typings;
    // Memberships can give lists smaller sorts than the operator's declarations do.
    let many = heap.constrained[symbol as usize]
        || signature.top_sort(signature.kind_of(sort)) == sort
        || typings.iter().any(|typing| signature.is_subsort(typing.range, sort));
    Span { least: u32::from(!empty), most: if many { u32::MAX } else { 1 }, context: false }
}
