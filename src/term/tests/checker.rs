//! Rebuilds from nothing what the heap promises of its nodes.

use crate::base::hash::{HashMap, HashSet};
use crate::module::{SortId, SymbolId};
use crate::term::chunks::FLAT;
use crate::term::node::Header;
use crate::term::store::{child_places, node_size};
use crate::term::{Heap, NodeId, View};

/// Checks every node of the store: unique, found again, children before it, in canonical form, of the right sort.
pub(super) fn check_store(heap: &mut Heap) {
    let starts = starts(heap);
    let known: HashSet<NodeId> = starts.iter().copied().collect();
    let mut seen: HashMap<Vec<NodeId>, NodeId> = HashMap::default();
    for &node in &starts {
        let words = heap.words(node)[..node_size(&heap.symbols, heap.words(node))].to_vec();
        if let Some(twin) = seen.insert(words.clone(), node) {
            panic!("{twin:?} and {node:?} have the same words");
        }
        for child in heap.child_words(node) {
            let before = child.is_stored() && child < node && known.contains(&child);
            assert!(child.is_integer() || before, "{child:?} in {node:?}");
        }
        let symbol = Header(words[0].0).symbol();
        if words.len() == 1 {
            assert_eq!(heap.constants[symbol as usize], node, "constants are stored once");
            continue;
        }
        // A copy in the scratch area finds the node.
        let copy = heap.node(Header(words[0].0), &words[1..]);
        assert_eq!(heap.intern_noting(copy), (node, false));
        heap.rewind(copy.at());
        if symbol != heap.symbols.chunk && symbol != heap.symbols.buffer {
            check_node(heap, node);
        }
    }
}

/// All nodes of the store, which lie one behind the other.
fn starts(heap: &Heap) -> Vec<NodeId> {
    let words = &heap.store.words;
    let mut starts = Vec::new();
    let mut at = 0;
    while at < words.len() {
        starts.push(NodeId::stored(at));
        at += node_size(&heap.symbols, &words[at..]);
    }
    assert_eq!(at, words.len());
    starts
}

/// Checks a term and all below it, wherever they lie.
pub(super) fn check_term(heap: &Heap, root: NodeId) {
    let mut seen: HashSet<NodeId> = HashSet::default();
    let mut open = vec![root];
    while let Some(node) = open.pop().filter(|node| !node.is_integer()) {
        if seen.insert(node) {
            let (first, step) = child_places(&heap.symbols, heap.words(node));
            assert!(step > 0 && first > 0);
            let symbol = Header(heap.words(node)[0].0).symbol();
            if symbol != heap.symbols.chunk && symbol != heap.symbols.buffer {
                check_node(heap, node);
            }
            open.extend(heap.child_words(node).filter(|child| !child.is_integer()));
        }
    }
}

/// Checks that a node is in canonical form, given that its arguments are, and has its least sort.
fn check_node(heap: &Heap, node: NodeId) {
    match heap.view(node) {
        View::Integer(_) => {}
        View::BigInteger(_, limbs) => {
            assert_ne!(limbs.last().map(|limb| limb.0), Some(0), "no leading zeros");
            let value = heap.as_number(node).and_then(|value| value.as_small());
            assert_eq!(value.and_then(NodeId::integer), None, "too small to be big");
        }
        View::Free(symbol, arguments) => {
            if heap.is_commutative(symbol) {
                assert!(heap.compare(arguments[0], arguments[1]).is_le(), "the smaller one first");
            }
            assert_eq!(heap.sort(node), least_sort(heap, symbol, arguments));
        }
        View::List(symbol, elements) => {
            assert!(elements.len() >= 2 && elements.iter().all(|&element| heap.symbol(element) != symbol));
            assert_eq!(heap.sort(node), folded_sort(heap, symbol, elements));
        }
        View::Bag(symbol, entries) => check_bag(heap, node, symbol, entries),
        View::Chunks(symbol, directory) => {
            let entries = heap.chunked_entries(directory);
            assert!(entries.len() > FLAT && entries.len() == directory.distinct as usize);
            assert_eq!(entries.iter().map(|entry| u64::from(entry[1].as_word())).sum::<u64>(), directory.size);
            check_bag(heap, node, symbol, &entries);
        }
        View::Iterated(symbol, count, argument) => {
            assert!(count > 0 && heap.symbol(argument) != symbol);
            let step = |sort, _| least_of(heap, symbol, &[sort]);
            assert_eq!(heap.sort(node), (0..count).fold(heap.sort(argument), step));
        }
        View::Text(_, text) => assert_eq!(text.len() > 32, heap.words(node)[1].0 & 1 == 1, "long texts are ranges"),
        View::Float(..) | View::Variable(..) => {}
    }
}

fn check_bag(heap: &Heap, node: NodeId, symbol: u32, entries: &[[NodeId; 2]]) {
    let mut elements = Vec::new();
    for [element, copies] in entries {
        assert!(heap.symbol(*element) != symbol && copies.as_word() > 0);
        assert!(*element != heap.identity(symbol), "no identity in a bag");
        elements.extend(std::iter::repeat_n(*element, copies.as_word() as usize));
    }
    assert!(entries.windows(2).all(|pair| heap.compare(pair[0][0], pair[1][0]).is_lt()), "sorted, none twice");
    assert!(elements.len() >= 2);
    assert_eq!(heap.sort(node), folded_sort(heap, symbol, &elements));
}

fn least_sort(heap: &Heap, symbol: u32, arguments: &[NodeId]) -> u32 {
    least_of(heap, symbol, &arguments.iter().map(|&argument| heap.sort(argument)).collect::<Vec<_>>())
}

fn folded_sort(heap: &Heap, symbol: u32, elements: &[NodeId]) -> u32 {
    let first = heap.sort(elements[0]);
    elements[1..].iter().fold(first, |sort, &element| least_of(heap, symbol, &[sort, heap.sort(element)]))
}

/// The least range among the declarations that take arguments of these sorts, by the definition.
fn least_of(heap: &Heap, symbol: u32, sorts: &[u32]) -> u32 {
    let signature = &heap.symbols.signature;
    let declared = signature.symbol(SymbolId::new(symbol as usize));
    let sort_of = |(place, &sort): (usize, &u32)| signature.kind(declared.domain[place]).sorts[sort as usize];
    let sorts: Vec<SortId> = sorts.iter().enumerate().map(sort_of).collect();
    let takes = |domain: &[SortId]| domain.iter().zip(&sorts).all(|(&upper, &sort)| signature.is_subsort(sort, upper));
    let ranges: Vec<SortId> = declared.typings.iter().filter(|t| takes(&t.domain)).map(|t| t.range).collect();
    let least = ranges.iter().find(|&&range| ranges.iter().all(|&other| signature.is_subsort(range, other)));
    let error = signature.top_sort(declared.range);
    signature.sort(*least.unwrap_or(&error)).index_in_kind as u32
}
