//! Between syntactic terms and nodes, and integers at the borders of their classes.

use super::Random;
use super::checker::check_store;
use super::model::{Tree, mix};
use crate::base::Number;
use crate::term::View;

#[test]
fn what_is_read_back_builds_the_same_node() {
    let world = mix();
    let mut heap = world.heap();
    let mut random = Random::new(8);
    for _ in 0..500 {
        let tree = Tree::random(&mut random, 5);
        let node = heap.build(&tree.term(&world), true);
        let term = heap.read_back(node);
        let again = heap.build(&term, true);
        assert!(heap.equal(node, again), "{tree:?}");
        let stored = heap.intern(node);
        assert_eq!(stored, heap.intern(again));
        // Through text too.
        let node = heap.build(&world.term(&world.print(&term)), true);
        assert_eq!(stored, heap.intern(node), "{}", world.print(&term));
    }
    check_store(&mut heap);
}

#[test]
fn shared_nodes_are_read_back_shared() {
    let world = mix();
    let mut heap = world.heap();
    let f = world.symbol("f");
    let mut node = heap.build(&world.term("a"), true);
    for _ in 0..1_000 {
        node = heap.make(f, &[node, node], true);
    }
    let term = heap.read_back(node);
    assert_eq!(term.len(), 1_001);
    let again = heap.build(&term, true);
    assert_eq!(heap.intern(node), heap.intern(again));
}

/// Numbers next to the borders of immediate integers, of 32-bit limbs and of machine words.
fn borders() -> Vec<Number> {
    let mut borders = Vec::new();
    for bits in [0, 1, 28, 29, 30, 31, 32, 62, 63, 64, 65, 95, 96, 127, 128, 1_000] {
        for offset in -2i32..=2 {
            let value: num_bigint::BigInt = (num_bigint::BigInt::from(1) << bits) + offset;
            borders.push(Number::from_big(value.clone()));
            borders.push(Number::from_big(-value));
        }
    }
    borders
}

#[test]
fn integers_at_the_borders_keep_their_value() {
    let world = mix();
    let mut heap = world.heap();
    for value in borders() {
        let node = heap.number(&value);
        assert_eq!(heap.as_number(node), Some(value.clone()));
        let immediate = value.as_small().is_some_and(|small| (-(1 << 29)..1 << 29).contains(&small));
        assert_eq!(node.is_integer(), immediate, "{value}");
        let text = value.to_string();
        let read = heap.build(&world.term(&text), true);
        assert_eq!(heap.intern(node), heap.intern(read), "{text}");
        assert_eq!(world.print(&heap.read_back(node)), text);
        let sort = match value.signum() {
            1 => "NzNat",
            0 => "Zero",
            _ => "NzInt",
        };
        assert_eq!(world.module.signature.sort(heap.least_sort(node)).name.as_str(), sort, "{value}");
    }
    check_store(&mut heap);
}

#[test]
fn successor_and_minus_on_numbers_are_numbers() {
    let world = mix();
    let mut heap = world.heap();
    let integers = heap.symbols.integers.expect("INT is imported");
    let minus = integers.minus.expect("INT is imported");
    for value in borders() {
        let node = heap.number(&value);
        for count in [1u64, 2, 1 << 29, 1 << 32, u64::MAX] {
            let next = heap.make_iterated(integers.successor, count, node, true);
            match value.signum() {
                -1 => assert!(matches!(heap.view(next), View::Iterated(_, n, below) if n == count && below == node)),
                _ => {
                    let sum = Number::from_big(value.to_big() + count);
                    assert_eq!(heap.as_number(next), Some(sum));
                }
            }
        }
        let opposite = heap.make(minus, &[node], true);
        match value.signum() {
            1 => assert_eq!(heap.as_number(opposite), Some(value.negated())),
            // What stands under a minus is above zero; `- 0` and `- - 1` are terms, which equations may simplify.
            _ => assert!(matches!(heap.view(opposite), View::Free(symbol, _) if symbol == minus), "{value}"),
        }
    }
}
