//! The collector: what can be reached stays and means the same, the rest goes.

use super::checker::{check_store, check_term};
use super::model::{Tree, mix};
use super::{Random, world};
use crate::term::{Heap, NodeId};

fn collect(heap: &mut Heap, roots: &mut [NodeId]) {
    heap.collect(|visit| roots.iter_mut().for_each(visit));
}

#[test]
fn random_roots_survive_with_the_same_meaning() {
    let world = mix();
    let mut heap = world.heap();
    let mut random = Random::new(4);
    let mut roots: Vec<NodeId> = Vec::new();
    for round in 0..60 {
        for _ in 0..20 {
            let node = heap.build(&Tree::random(&mut random, 5).term(&world), true);
            match random.below(4) {
                0 => roots.push(node),
                1 => roots.push(heap.intern(node)),
                2 if !roots.is_empty() => {
                    // Terms that share what other roots hold.
                    let other = roots[random.below(roots.len())];
                    roots.push(heap.make(world.symbol("f"), &[other, node], true));
                }
                _ => {}
            }
        }
        if round % 3 == 0 {
            let keep = roots.len() / 2;
            random.shuffle(&mut roots);
            roots.truncate(keep);
        }
        roots.push(NodeId::NONE);
        let shown: Vec<_> = roots.iter().map(|&root| (root != NodeId::NONE).then(|| heap.read_back(root))).collect();
        let before = heap.scratch.len();
        collect(&mut heap, &mut roots);
        assert!(heap.scratch.len() <= before);
        let live = heap.scratch.len();
        for (&root, shown) in roots.iter().zip(&shown) {
            assert_eq!((root != NodeId::NONE).then(|| heap.read_back(root)).as_ref(), shown.as_ref());
        }
        roots.retain(|&root| root != NodeId::NONE);
        roots.iter().for_each(|&root| check_term(&heap, root));
        collect(&mut heap, &mut roots);
        assert_eq!(heap.scratch.len(), live, "nothing more to be forgotten");
    }
    let terms: Vec<_> = roots.iter().map(|&root| heap.read_back(root)).collect();
    for (&root, term) in roots.iter().zip(&terms) {
        let rebuilt = heap.build(term, true);
        assert_eq!(heap.intern(root), heap.intern(rebuilt));
    }
    check_store(&mut heap);
}

#[test]
fn garbage_goes() {
    let world = mix();
    let mut heap = world.heap();
    let mut random = Random::new(5);
    for _ in 0..100 {
        heap.build(&Tree::random(&mut random, 5).term(&world), true);
    }
    let mut roots = [heap.build(&world.term("f(a, b)"), true), heap.build(&world.term("c"), true)];
    assert!(heap.scratch.len() > 100);
    collect(&mut heap, &mut roots);
    assert_eq!(heap.scratch.len(), 3, "one node with two arguments");
    collect(&mut heap, &mut []);
    assert_eq!(heap.scratch.len(), 0);
}

#[test]
fn sharing_survives() {
    let world = mix();
    let mut heap = world.heap();
    let f = world.symbol("f");
    let mut node = heap.build(&world.term("f(a, b)"), true);
    for _ in 0..200 {
        node = heap.make(f, &[node, node], true);
        heap.make(f, &[node, node], true);
    }
    // The tree would have 2²⁰⁰ nodes.
    let mut roots = [node, node];
    collect(&mut heap, &mut roots);
    assert_eq!(roots[0], roots[1]);
    assert_eq!(heap.scratch.len(), 3 * 201);
}

#[test]
fn a_chain_of_a_million_nodes_is_moved_without_recursion() {
    let world = mix();
    let mut heap = world.heap();
    let f = world.symbol("f");
    let a = heap.build(&world.term("a"), true);
    let mut roots = [a];
    for _ in 0..1_000_000 {
        roots[0] = heap.make(f, &[a, roots[0]], true);
        heap.make(f, &[a, a], true);
    }
    collect(&mut heap, &mut roots);
    assert_eq!(heap.scratch.len(), 3_000_000);
    let mut depth = 0;
    let mut node = roots[0];
    while let Some(arguments) = heap.free_arguments(node, f, 2) {
        depth += 1;
        node = arguments[1];
    }
    assert_eq!((depth, node), (1_000_000, a));
}

#[test]
fn big_bags_and_big_numbers_are_moved_whole() {
    let world = world(
        "fmod P is protecting INT . sort P . subsort Int < P . op nil : -> P . op __ : P P -> P [assoc comm id: nil] .
         op f : P P -> P . endfm",
    );
    let mut heap = world.heap();
    let (bag, f) = (world.symbol("__"), world.symbol("f"));
    // Past 30 bits, so that every element is a node.
    let elements: Vec<NodeId> = (0..3_000i64).map(|i| heap.number(&((i << 32) + i % 7).into())).collect();
    let big = heap.make(bag, &elements, true);
    let less = heap.bag_without(big, bag, 1_000);
    let mut roots = [heap.make(f, &[big, less], true)];
    let before = heap.read_back(roots[0]);
    collect(&mut heap, &mut roots);
    check_term(&heap, roots[0]);
    assert_eq!(heap.read_back(roots[0]), before);
    let kept = heap.scratch.len();
    // A chunk that both bags have is kept once: less than one and a half times the elements with their entries.
    assert!(kept < 3_000 * (4 + 2) * 3 / 2, "{kept} words");
}
