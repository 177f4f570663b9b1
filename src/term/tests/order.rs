//! The total order on terms.

use std::cmp::Ordering;

use super::Random;
use super::model::{Tree, mix};
use crate::base::Number;
use crate::term::NodeId;

#[test]
fn the_order_is_total() {
    let world = mix();
    let mut random = Random::new(6);
    for _ in 0..40 {
        let mut heap = world.heap();
        let mut nodes: Vec<NodeId> = Vec::new();
        for _ in 0..30 {
            let node = heap.build(&Tree::random(&mut random, 3).term(&world), true);
            nodes.push(if random.below(2) == 0 { heap.intern(node) } else { node });
        }
        for &x in &nodes {
            for &y in &nodes {
                assert_eq!(heap.compare(x, y), heap.compare(y, x).reverse());
                assert_eq!(heap.compare(x, y) == Ordering::Equal, heap.equal(x, y));
                for &z in &nodes {
                    if heap.compare(x, y).is_le() && heap.compare(y, z).is_le() {
                        assert!(heap.compare(x, z).is_le());
                    }
                }
            }
        }
    }
}

#[test]
fn the_order_does_not_depend_on_what_was_made_before() {
    let world = mix();
    let mut random = Random::new(7);
    for _ in 0..50 {
        let trees: Vec<Tree> = (0..30).map(|_| Tree::random(&mut random, 4)).collect();
        let mut sorted: Vec<Vec<Tree>> = Vec::new();
        for order in 0..3 {
            let mut trees = trees.clone();
            random.shuffle(&mut trees);
            let mut heap = world.heap();
            let mut nodes: Vec<(NodeId, Tree)> = Vec::new();
            for tree in trees {
                let node = heap.build(&tree.term(&world), true);
                let node = if order == 1 { heap.intern(node) } else { node };
                nodes.push((node, tree.canonical()));
            }
            nodes.sort_by(|(one, _), (other, _)| heap.compare(*one, *other));
            sorted.push(nodes.into_iter().map(|(_, tree)| tree).collect());
        }
        assert_eq!(sorted[0], sorted[1]);
        assert_eq!(sorted[0], sorted[2]);
    }
}

#[test]
fn numbers_stand_in_order_of_their_distance_from_zero_positive_ones_first() {
    let world = mix();
    let mut heap = world.heap();
    let texts = [
        "0",
        "1",
        "536870911",
        "536870912",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616",
        "340282366920938463463374607431768211457",
        "-1",
        "-536870912",
        "-536870913",
        "-9223372036854775808",
        "-9223372036854775809",
        "-18446744073709551616",
        "-340282366920938463463374607431768211457",
    ];
    let mut nodes: Vec<NodeId> = texts.iter().map(|text| heap.number(&text.parse::<Number>().unwrap())).collect();
    let stored: Vec<NodeId> = nodes.iter().map(|&node| heap.intern(node)).collect();
    for i in 0..nodes.len() {
        for j in 0..nodes.len() {
            assert_eq!(heap.compare(nodes[i], nodes[j]), i.cmp(&j), "{} {}", texts[i], texts[j]);
            assert_eq!(heap.compare(stored[i], nodes[j]), i.cmp(&j));
        }
    }
    // Constants stand before all numbers but zero, terms with two arguments behind them.
    for (text, side) in [("a", Ordering::Less), ("f(a, b)", Ordering::Greater), ("u(1, 2)", Ordering::Greater)] {
        let other = heap.build(&world.term(text), true);
        assert!(nodes[1..].iter().all(|&number| heap.compare(other, number) == side), "{text}");
    }
    nodes.reverse();
    nodes.sort_by(|one, other| heap.compare(*one, *other));
    assert_eq!(nodes.iter().map(|&node| heap.as_number(node).unwrap().to_string()).collect::<Vec<_>>(), texts);
}

#[test]
fn deep_terms_are_compared_without_recursion() {
    let world = mix();
    let mut heap = world.heap();
    let f = world.symbol("f");
    let mut build = |leaf: &str| {
        let mut node = heap.build(&world.term(leaf), true);
        let b = heap.build(&world.term("b"), true);
        for _ in 0..300_000 {
            node = heap.make(f, &[node, b], true);
        }
        node
    };
    let (one, same, other) = (build("a"), build("a"), build("e"));
    assert_eq!(heap.compare(one, same), Ordering::Equal);
    let leaves = heap.compare(heap.constants[world.symbol("a") as usize], heap.constants[world.symbol("e") as usize]);
    assert_eq!(heap.compare(one, other), leaves);
}
