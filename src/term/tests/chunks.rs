//! Big bags, against sorted vectors.

use super::checker::{check_store, check_term};
use super::{Random, World, world};
use crate::base::hash::HashSet;
use crate::term::chunks::FLAT;
use crate::term::{Heap, NodeId, View};

/// Two bag symbols: one whose sort never depends on the elements, one where it does.
fn pool() -> World {
    world(
        "fmod POOL is protecting INT .
         sorts Pool Low Any . subsort Int < Pool . subsorts Nat < Low < Any . subsort Int < Any .
         op nil : -> Pool . op __ : Pool Pool -> Pool [assoc comm id: nil] .
         op _;_ : Low Low -> Low [assoc comm] . op _;_ : Any Any -> Any [ditto] .
         endfm",
    )
}

/// A bag as elements with multiplicities, sorted.
type Model = std::collections::BTreeMap<i64, u32>;

fn number(heap: &mut Heap, value: i64) -> NodeId {
    heap.number(&value.into())
}

/// The bag of a model, made in one go from its elements in random order.
fn from_scratch(heap: &mut Heap, symbol: u32, model: &Model, random: &mut Random) -> NodeId {
    let copies = model.iter().flat_map(|(&value, &count)| std::iter::repeat_n(value, count as usize));
    let mut values: Vec<i64> = copies.collect();
    random.shuffle(&mut values);
    let elements: Vec<NodeId> = values.into_iter().map(|value| number(heap, value)).collect();
    match elements[..] {
        [] => heap.identity(symbol),
        [element] => element,
        _ => heap.make(symbol, &elements, true),
    }
}

/// What a bag holds, place by place.
fn contents(heap: &Heap, symbol: u32, node: NodeId) -> Vec<(i64, u32)> {
    let entry = |place| {
        let (element, copies) = heap.bag_entry(node, symbol, place);
        (heap.as_number(element).and_then(|value| value.as_small()).expect("small numbers"), copies)
    };
    (0..heap.bag_distinct(node, symbol)).map(entry).collect()
}

fn check(heap: &mut Heap, symbol: u32, node: NodeId, model: &Model, random: &mut Random) {
    let expected: Vec<(i64, u32)> = model.iter().map(|(&value, &count)| (value, count)).collect();
    assert_eq!(contents(heap, symbol, node), expected);
    assert_eq!(heap.bag_size(node, symbol), model.values().map(|&count| u64::from(count)).sum::<u64>());
    if model.len() > 1 {
        assert_eq!(heap.directory(node, symbol).is_some(), model.len() > FLAT);
    }
    check_term(heap, node);
    let other = from_scratch(heap, symbol, model, random);
    assert!(heap.equal(node, other) && heap.compare(other, node).is_eq());
    assert_eq!(heap.intern(node), heap.intern(other), "the form depends on the elements only");
}

/// Takes some copies at up to `most` places out of a model; gives the places and numbers of copies.
fn lose(model: &mut Model, random: &mut Random, most: usize, stride: usize) -> Vec<(u32, u32)> {
    let mut gone = Vec::new();
    let places: Vec<(i64, u32)> = model.iter().map(|(&value, &count)| (value, count)).collect();
    let mut place = random.below(places.len());
    while place < places.len() && gone.len() < most {
        let (value, count) = places[place];
        let lost = random.below(count as usize) as u32 + 1;
        gone.push((place as u32, lost));
        match model.get_mut(&value) {
            Some(left) if *left > lost => *left -= lost,
            _ => {
                model.remove(&value);
            }
        }
        place += 1 + random.below(stride);
    }
    gone
}

/// A random edit of a bag and its model.
fn edit(heap: &mut Heap, symbol: u32, node: NodeId, model: &mut Model, random: &mut Random, spread: usize) -> NodeId {
    let value = |random: &mut Random| {
        let value = random.below(spread) as i64;
        if random.below(3) == 0 { (value << 33) - 5 } else { value }
    };
    match random.below(3) {
        0 => {
            let mut elements = vec![node];
            for _ in 0..random.below(4) + 1 {
                let value = value(random);
                *model.entry(value).or_default() += 1;
                elements.insert(random.below(elements.len() + 1), number(heap, value));
            }
            heap.make(symbol, &elements, true)
        }
        1 if model.values().map(|&count| u64::from(count)).sum::<u64>() > 2 => {
            let place = random.below(model.len());
            let (&value, count) = model.iter_mut().nth(place).expect("in range");
            *count -= 1;
            if *count == 0 {
                model.remove(&value);
            }
            heap.bag_without(node, symbol, place)
        }
        // Loses some copies at several places and gains something at once, as a rule does.
        _ if heap.directory(node, symbol).is_some() => {
            let gone = lose(model, random, 5, 200);
            let gained = value(random);
            *model.entry(gained).or_default() += 2;
            let gained = number(heap, gained);
            heap.edited_bag(symbol, node, &gone, &[[gained, NodeId::word(2)]])
        }
        _ if model.len() > 8 => {
            let mut gone = lose(model, random, 4, 30);
            random.shuffle(&mut gone);
            let mut gained = Vec::new();
            for _ in 0..random.below(4) {
                let value = value(random);
                *model.entry(value).or_default() += 1;
                gained.push(number(heap, value));
            }
            heap.edited_flat(symbol, node, &gone, &gained).expect("a flat bag, and elements")
        }
        _ => node,
    }
}

#[track_caller]
fn check_edits(name: &str, seed: u64, size: usize, edits: usize) {
    let world = pool();
    let symbol = world.symbol(name);
    let mut heap = world.heap();
    let mut random = Random::new(seed);
    let mut model: Model = (0..size).map(|i| (i as i64 * 3, 1 + (i % 5 == 0) as u32)).collect();
    let mut node = from_scratch(&mut heap, symbol, &model, &mut random);
    check(&mut heap, symbol, node, &model, &mut random);
    for step in 0..edits {
        node = edit(&mut heap, symbol, node, &mut model, &mut random, 4 * size);
        if step % 8 == 0 {
            node = heap.intern(node);
            heap.rewind(0);
        }
        if step % 50 == 0 || size < 600 {
            check(&mut heap, symbol, node, &model, &mut random);
        }
    }
    check(&mut heap, symbol, node, &model, &mut random);
    check_store(&mut heap);
}

#[test]
fn random_edits_of_a_flat_bag() {
    check_edits("__", 21, 100, 400);
    check_edits("_;_", 22, 100, 400);
}

#[test]
fn random_edits_of_a_big_bag() {
    check_edits("__", 10, 3_000, 400);
}

#[test]
fn random_edits_near_the_size_at_which_bags_are_cut() {
    check_edits("__", 11, FLAT - 4, 100);
    check_edits("__", 12, FLAT + 1, 100);
}

#[test]
fn random_edits_of_a_big_bag_whose_sort_depends_on_its_elements() {
    check_edits("_;_", 13, 1_500, 120);
}

#[test]
fn sorts_of_big_bags_follow_their_elements() {
    let world = pool();
    let symbol = world.symbol("_;_");
    let mut heap = world.heap();
    let naturals: Vec<NodeId> = (0..1_000).map(|i| number(&mut heap, i)).collect();
    let bag = heap.make(symbol, &naturals, true);
    let sort = |heap: &Heap, node| world.module.signature.sort(heap.least_sort(node)).name.to_string();
    assert_eq!(sort(&heap, bag), "Low");
    let negative = number(&mut heap, -1);
    let more = heap.make(symbol, &[bag, negative], true);
    assert_eq!(sort(&heap, more), "Any");
    // The negative one is the last.
    let less = heap.bag_without(more, symbol, 1_000);
    assert_eq!(sort(&heap, less), "Low");
    assert_eq!(heap.intern(less), heap.intern(bag));
}

#[test]
fn big_bags_are_joined_and_emptied() {
    let world = pool();
    let symbol = world.symbol("__");
    let mut heap = world.heap();
    let mut random = Random::new(14);
    let one: Model = (0..2_000).map(|i| (i * 2, 1)).collect();
    let other: Model = (0..2_000).map(|i| (i * 3, 2)).collect();
    let mut both = one.clone();
    other.iter().for_each(|(&value, &count)| *both.entry(value).or_default() += count);
    let left = from_scratch(&mut heap, symbol, &one, &mut random);
    let right = from_scratch(&mut heap, symbol, &other, &mut random);
    let mut joined = heap.make(symbol, &[left, right], true);
    let turned = heap.make(symbol, &[right, left], true);
    check(&mut heap, symbol, joined, &both, &mut random);
    assert_eq!(heap.intern(joined), heap.intern(turned));
    while heap.bag_size(joined, symbol) > 1 {
        let place = random.below(heap.bag_distinct(joined, symbol) as usize);
        joined = heap.bag_without(joined, symbol, place);
        if heap.scratch.len() > 1 << 22 {
            heap.collect(|visit| visit(&mut joined));
        }
    }
    assert!(joined.is_integer() || heap.as_number(joined).is_some(), "one element is left");
}

#[test]
fn an_edit_copies_little_and_shares_the_rest() {
    let world = pool();
    let symbol = world.symbol("__");
    let mut heap = world.heap();
    let elements: Vec<NodeId> = (0..100_000).map(|i| number(&mut heap, i * 7)).collect();
    let node = heap.make(symbol, &elements, true);
    let mut bag = heap.intern(node);
    heap.rewind(0);
    let before = heap.store.words.len();
    for step in 0..100 {
        let next = heap.bag_without(bag, symbol, 1_000 * step);
        bag = heap.intern(next);
        heap.rewind(0);
    }
    let words = (heap.store.words.len() - before) / 100;
    assert!(words < 4_000, "{words} words for an edit of 100000 elements");
    let chunks = |node| match heap.view(node) {
        View::Chunks(_, directory) => directory.chunks.iter().map(|chunk| chunk[0]).collect::<HashSet<_>>(),
        _ => panic!("a big bag"),
    };
    let once = heap.clone().bag_without(bag, symbol, 0);
    assert!(once.is_scratch());
    assert!(chunks(bag).len() > 100, "cut into pieces");
}
