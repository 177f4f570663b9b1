//! Texts: parts and joins against byte vectors, and each text once in the store whatever it was cut from.

use super::checker::{check_store, check_term};
use super::{Random, World, world};
use crate::term::{Heap, NodeId};

fn strings() -> (World, u32) {
    let world = world("fmod TEXTS is protecting QID . endfm");
    let symbol = world.symbol("<Strings>");
    (world, symbol)
}

/// A text over few letters, often the same as another one, on either side of the length that nodes hold themselves.
fn bytes(random: &mut Random) -> Vec<u8> {
    let length = [0, 1, 2, 31, 32, 33, 40, 64, 100][random.below(9)];
    let offset = random.below(3);
    (0..length).map(|at| b"abc"[(at + offset) % 3]).collect()
}

fn content(heap: &Heap, node: NodeId) -> Vec<u8> {
    heap.text(node).expect("a text").to_vec()
}

#[test]
fn parts_and_joins_are_those_of_the_bytes() {
    let (world, symbol) = strings();
    let mut heap = world.heap();
    let mut random = Random::new(5);
    let mut texts: Vec<(NodeId, Vec<u8>)> = Vec::new();
    for turn in 0..2000 {
        let made = match (random.below(4), texts.len()) {
            (0, _) | (_, 0) => {
                let bytes = bytes(&mut random);
                (heap.make_text(symbol, &bytes), bytes)
            }
            (1, count) => {
                let (node, bytes) = texts[random.below(count)].clone();
                let start = random.below(bytes.len() + 1);
                let length = random.below(bytes.len() - start + 1);
                (heap.part_of_text(node, start, length), bytes[start..start + length].to_vec())
            }
            (2, count) => {
                let ((left, one), (right, other)) =
                    (texts[random.below(count)].clone(), texts[random.below(count)].clone());
                let bytes = [one, other].concat();
                if bytes.len() > 500 {
                    continue;
                }
                (heap.join_texts(left, right).expect("short enough"), bytes)
            }
            (_, count) => {
                let (node, bytes) = texts[random.below(count)].clone();
                (heap.intern(node), bytes)
            }
        };
        assert_eq!(content(&heap, made.0), made.1);
        check_term(&heap, made.0);
        texts.push(made);
        if turn % 500 == 499 {
            heap.collect(|visit| texts.iter_mut().for_each(|(node, _)| visit(node)));
        }
    }
    compare_all(&mut heap, &texts[texts.len() - 150..]);
    check_store(&mut heap);
}

/// Order and identity of nodes are those of their bytes, in the scratch area and in the store.
fn compare_all(heap: &mut Heap, texts: &[(NodeId, Vec<u8>)]) {
    let stored: Vec<NodeId> = texts.iter().map(|&(node, _)| heap.intern(node)).collect();
    for ((node, bytes), stored_node) in texts.iter().zip(&stored) {
        for ((other, other_bytes), other_stored) in texts.iter().zip(&stored) {
            assert_eq!(heap.equal(*node, *other), bytes == other_bytes);
            assert_eq!(heap.compare(*node, *other), bytes.cmp(other_bytes));
            assert_eq!(stored_node == other_stored, bytes == other_bytes);
        }
    }
}

#[test]
fn a_part_of_a_stored_text_costs_its_node() {
    let (world, symbol) = strings();
    let mut heap = world.heap();
    let long: Vec<u8> = (0..60_000).map(|at| b'a' + (at * at % 23) as u8).collect();
    let mut rest = heap.make_text(symbol, &long);
    rest = heap.intern(rest);
    let before = heap.store.words.len();
    heap.rewind(0);
    let mut steps = 0;
    while heap.text(rest).expect("a text").len() > 100 {
        let length = heap.text(rest).expect("a text").len() - 1;
        let part = heap.part_of_text(rest, 1, length);
        rest = heap.intern(part);
        heap.rewind(0);
        steps += 1;
    }
    assert_eq!(heap.store.words.len() - before, 4 * steps, "four words for each rest");
    // The same text from elsewhere is the same node.
    let again = heap.make_text(symbol, &long[60_000 - 100..]);
    assert_eq!(heap.intern(again), rest);
}

#[test]
fn a_text_that_grows_at_its_end_is_not_copied_each_time() {
    let (world, symbol) = strings();
    let mut heap = world.heap();
    let piece = heap.make_text(symbol, b"0123456789");
    let mut whole = heap.make_text(symbol, b"");
    for _ in 0..10_000 {
        whole = heap.join_texts(whole, piece).expect("short enough");
    }
    assert_eq!(heap.text(whole).expect("a text").len(), 100_000);
    assert!(heap.scratch.len() < 10_000 * 4 + 3 * 100_000, "{}", heap.scratch.len());
    // Two ways to go on from one text: the second one may not see the first one's end.
    let (left, right) = (heap.make_text(symbol, b"left"), heap.make_text(symbol, b"right"));
    let (one, other) = (heap.join_texts(whole, left).unwrap(), heap.join_texts(whole, right).unwrap());
    assert!(content(&heap, one).ends_with(b"9left") && content(&heap, other).ends_with(b"9right"));
}

#[test]
fn terms_with_texts_come_back_as_they_were() {
    let (world, _) = strings();
    let mut heap = world.heap();
    let long = "x".repeat(70);
    for text in ["\"\"", "\"a\"", "\"a\\nb\"", "'abc", "\"\\303\\251\"", &format!("\"{long}\"")] {
        let node = heap.build(&world.term(text), true);
        check_term(&heap, node);
        let node = heap.intern(node);
        assert_eq!(world.print(&heap.read_back(node)), text);
    }
}
