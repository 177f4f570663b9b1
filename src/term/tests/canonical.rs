//! Canonical forms, against the definition.

use super::checker::{check_store, check_term};
use super::model::{Tree, mix};
use super::{Random, World};

#[test]
fn terms_are_equal_exactly_when_the_axioms_say_so() {
    let world = mix();
    let mut random = Random::new(1);
    let mut equal = 0;
    for _ in 0..300 {
        let mut heap = world.heap();
        let trees: Vec<Tree> = (0..12).map(|_| Tree::random(&mut random, 4)).collect();
        let nodes: Vec<_> = trees.iter().map(|tree| heap.build(&tree.term(&world), true)).collect();
        let models: Vec<Tree> = trees.iter().map(Tree::canonical).collect();
        for (i, &one) in nodes.iter().enumerate() {
            check_term(&heap, one);
            for (j, &other) in nodes.iter().enumerate() {
                assert_eq!(heap.equal(one, other), models[i] == models[j], "{:?}\n{:?}", trees[i], trees[j]);
                equal += usize::from(i < j && models[i] == models[j]);
            }
        }
        let stored: Vec<_> = nodes.iter().map(|&node| heap.intern(node)).collect();
        for (i, one) in stored.iter().enumerate() {
            for (j, other) in stored.iter().enumerate() {
                assert_eq!(one == other, models[i] == models[j]);
            }
        }
        check_store(&mut heap);
    }
    assert!(equal > 100, "the test says little: {equal} equal pairs");
}

#[test]
fn terms_of_one_meaning_are_one_stored_term() {
    let world = mix();
    let mut random = Random::new(2);
    let mut changed = 0;
    for _ in 0..1_000 {
        let mut heap = world.heap();
        let tree = Tree::random(&mut random, 6);
        let node = heap.build(&tree.term(&world), true);
        let stored = heap.intern(node);
        for _ in 0..4 {
            let varied = tree.varied(&mut random);
            changed += usize::from(varied != tree);
            let node = heap.build(&varied.term(&world), true);
            assert_eq!(heap.intern(node), stored, "{tree:?}\n{varied:?}");
        }
        check_store(&mut heap);
    }
    assert!(changed > 1_000, "the test says little: {changed}");
}

#[track_caller]
fn check(world: &World, text: &str, expected: &str) {
    let mut heap = world.heap();
    let node = heap.build(&world.term(text), true);
    check_term(&heap, node);
    let sort = world.module.signature.sort(heap.least_sort(node)).name;
    assert_eq!(format!("{sort}: {}", world.print(&heap.read_back(node))), expected);
}

#[test]
fn identities_vanish_where_they_are_identities() {
    let world = mix();
    check(&world, "m(e, m(a, e))", "S: a");
    check(&world, "m(e, e)", "S: e");
    check(&world, "q(e, a)", "S: a");
    check(&world, "q(a, e)", "S: q(a, e)");
    check(&world, "r(a, e)", "S: a");
    check(&world, "r(e, a)", "S: r(e, a)");
    check(&world, "i(i(e, a), e)", "S: a");
    check(&world, "n(e, n(e, n(a, e)))", "S: n(e, a)");
    check(&world, "o(n(a, e), o(e, e))", "S: o(a, e)");
    check(&world, "p(c, e)", "T: c");
    check(&world, "v(v(e, e), v(e, e))", "S: e");
    check(&world, "u(e, e)", "S: u(e, e)");
}

#[test]
fn sorts_follow_the_arguments() {
    let world = mix();
    check(&world, "l(a, b, a)", "S: l(a, b, a)");
    check(&world, "l(a, c, a)", "T: l(a, c, a)");
    check(&world, "f(a, c)", "S: f(a, c)");
    check(&world, "f(c, a)", "T: f(c, a)");
    check(&world, "k(c)", "[T]: k(c)");
    check(&world, "u(a, a, k(c))", "[T]: u(a, a, k(c))");
    check(&world, "g(g(g(z)))", "Odd: g^3(z)");
    check(&world, "g(g(z))", "Even: g^2(z)");
    check(&world, "g(g(c))", "T: g^2(c)");
}

#[test]
fn iterated_symbols_are_counted() {
    let world = mix();
    let mut heap = world.heap();
    let g = world.symbol("g");
    let z = heap.build(&world.term("z"), true);
    let many = heap.make_iterated(g, 1 << 40, z, true);
    let one_more = heap.make(g, &[many], true);
    let split = heap.make_iterated(g, (1 << 39) + 1, z, true);
    let split = heap.make_iterated(g, 1 << 39, split, true);
    assert_ne!(heap.intern(many), heap.intern(one_more));
    assert_eq!(heap.intern(split), heap.intern(one_more));
    assert_eq!(heap.iteration_count(one_more), Some((1 << 40) + 1));
    let sort = |node| world.module.signature.sort(heap.least_sort(node)).name;
    assert_eq!((sort(many).as_str(), sort(one_more).as_str()), ("Even", "Odd"));
    assert_eq!(heap.make_iterated(g, 0, z, true), z);
}
