//! The store: the same term is the same id.

use super::checker::check_store;
use super::model::{Tree, mix};
use super::{Random, world};

#[test]
fn a_term_is_stored_once_whatever_way_it_comes() {
    let world = mix();
    let mut heap = world.heap();
    let mut random = Random::new(3);
    let trees: Vec<Tree> = (0..400).map(|_| Tree::random(&mut random, 5)).collect();
    let first: Vec<_> = trees
        .iter()
        .map(|tree| {
            let node = heap.build(&tree.term(&world), true);
            heap.intern(node)
        })
        .collect();
    let words = heap.store.words.len();
    heap.rewind(0);
    // Once more, in the other order, in one scratch area.
    for (tree, &stored) in trees.iter().zip(&first).rev() {
        let node = heap.build(&tree.term(&world), true);
        let (again, fresh) = heap.intern_noting(node);
        assert_eq!((again, fresh), (stored, false), "{tree:?}");
        assert_eq!(heap.intern(again), again);
    }
    assert_eq!(heap.store.words.len(), words, "nothing new was stored");
    check_store(&mut heap);
}

#[test]
fn only_the_call_that_stores_a_term_says_so() {
    let world = mix();
    let mut heap = world.heap();
    let inner = heap.build(&world.term("f(a, b)"), true);
    let outer = heap.build(&world.term("f(f(a, b), c)"), true);
    assert!(heap.intern_noting(outer).1);
    assert!(!heap.intern_noting(inner).1, "stored as a part of the other");
    let constant = heap.build(&world.term("a"), true);
    assert!(!heap.intern_noting(constant).1, "constants are stored from the start");
}

#[test]
fn words_behind_nodes_are_kept() {
    let world = mix();
    let mut heap = world.heap();
    let mut nodes = Vec::new();
    for (number, text) in ["f(a, b)", "l(a, b, c)", "u(a, a, b)", "g(z)", "1073741824", "X:T"].iter().enumerate() {
        let node = heap.build(&world.term(text), true);
        let (node, fresh) = heap.intern_noting(node);
        assert!(fresh);
        heap.append(number as u32 + 100);
        nodes.push(node);
    }
    for (number, &node) in nodes.iter().enumerate() {
        assert_eq!(heap.word_behind(node), Some(number as u32 + 100));
    }
}

#[test]
fn deep_and_wide_terms_are_stored_without_recursion() {
    let world = mix();
    let mut heap = world.heap();
    let (f, l) = (world.symbol("f"), world.symbol("l"));
    let a = heap.build(&world.term("a"), true);
    let build = |heap: &mut crate::term::Heap| {
        let mut deep = a;
        for _ in 0..200_000 {
            deep = heap.make(f, &[deep, a], true);
        }
        let wide: Vec<_> = (0..100_000).map(|i| crate::term::NodeId::integer(i).unwrap()).collect();
        let wide = heap.make(l, &wide, true);
        heap.make(f, &[deep, wide], true)
    };
    let node = build(&mut heap);
    let stored = heap.intern(node);
    let node = build(&mut heap);
    assert!(heap.equal(node, stored));
    assert_eq!(heap.intern(node), stored);
    check_store(&mut heap);
}

#[test]
fn shared_terms_stay_shared() {
    let world = mix();
    let mut heap = world.heap();
    let f = world.symbol("f");
    let mut node = heap.build(&world.term("f(a, b)"), true);
    let before = heap.store.words.len();
    for _ in 0..1_000 {
        node = heap.make(f, &[node, node], true);
    }
    let stored = heap.intern(node);
    assert_eq!(heap.store.words.len() - before, 3 * 1_001, "a node for each level");
    assert_eq!(heap.intern(node), stored);
    check_store(&mut heap);
}

#[test]
fn variables_are_terms_by_name_and_sort() {
    let world = world("fmod V is sorts A B . subsort A < B . op f : B B -> B [comm] . endfm");
    let mut heap = world.heap();
    let mut stored = |text: &str| {
        let node = heap.build(&world.term(text), true);
        heap.intern(node)
    };
    assert_eq!(stored("f(X:A, Y:A)"), stored("f(Y:A, X:A)"));
    assert_ne!(stored("X:A"), stored("X:B"));
    assert_ne!(stored("X:A"), stored("Y:A"));
    check_store(&mut heap);
}
