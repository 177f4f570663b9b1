//! All ways to match, against the definition.

use super::machine;
use crate::term::tests::Random;

const POOL: &str = "fmod POOL is
  protecting NAT .
  sorts Pool List . subsort Nat < Pool . subsort Nat < List .
  op nil : -> Pool . op __ : Pool Pool -> Pool [assoc comm id: nil] .
  op _;_ : List List -> List [assoc] .
  op e : -> List . op _:_ : List List -> List [assoc id: e] .
  op _@_ : List List -> List [comm] .
  sorts Item Items . subsort Item < Items .
  ops a b : Nat -> Item . op _,_ : Items Items -> Items [assoc comm] .
  vars N M K : Nat . vars P Q R : Pool . vars L X Y : List . vars I J : Items .
endfm";

#[test]
fn bags_are_split_in_all_ways() {
    let machine = machine(POOL);
    machine.check_matches("1 2 =>* P Q", &["P=1 2 Q=nil", "P=nil Q=1 2", "P=1 Q=2", "P=2 Q=1"]);
    machine.check_matches("1 1 2 =>* N N P", &["N=1 P=2"]);
    machine.check_matches("1 1 2 =>* N P", &["N=1 P=1 2", "N=2 P=1 1"]);
    machine.check_matches("1 2 3 =>* 2 N P", &["N=1 P=3", "N=3 P=1"]);
    machine.check_matches("5 =>* N P", &["N=5 P=nil"]);
    machine.check_matches("nil =>* P Q", &["P=nil Q=nil"]);
    machine.check_matches("nil =>* N P", &[]);
    machine.check_matches("1 1 2 2 =>* P P", &["P=1 2"]);
    machine.check_matches("1 1 2 2 2 =>* P P", &[]);
    machine.check_matches("1 1 2 =>* P P Q", &["P=nil Q=1 1 2", "P=1 Q=2"]);
    machine.check_matches("1 2 =>* s N s M", &["N=0 M=1", "N=1 M=0"]);
    machine.check_matches("0 1 =>* s N P", &["N=0 P=0"]);
}

#[test]
fn numbers_of_splittings_are_those_of_combinatorics() {
    let machine = machine(POOL);
    let bag = |n: u32| (1..=n).map(|i| i.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(machine.matches(&format!("{} =>* P Q", bag(10))).len(), 1 << 10);
    assert_eq!(machine.matches(&format!("{} =>* P Q R", bag(7))).len(), 3usize.pow(7));
    assert_eq!(machine.matches(&format!("{} =>* N M P", bag(12))).len(), 12 * 11);
    assert_eq!(machine.matches(&format!("{} =>* N M K", bag(3))).len(), 6);
    // (multiplicity + 1) for each element.
    assert_eq!(machine.matches("1 1 1 2 2 3 =>* P Q").len(), 4 * 3 * 2);
    let list = |n: u32, sign: &str| (1..=n).map(|i| i.to_string()).collect::<Vec<_>>().join(sign);
    assert_eq!(machine.matches(&format!("{} =>* L ; X", list(20, " ; "))).len(), 19);
    assert_eq!(machine.matches(&format!("{} =>* L : X", list(20, " : "))).len(), 21);
    assert_eq!(machine.matches(&format!("{} =>* L : X : Y", list(10, " : "))).len(), 66);
    assert_eq!(machine.matches(&format!("{} =>* L ; N ; Y", list(10, " ; "))).len(), 8);
}

#[test]
fn lists_are_split_in_all_ways() {
    let machine = machine(POOL);
    machine.check_matches("1 ; 2 ; 3 =>* N ; L", &["N=1 L=2 ; 3"]);
    machine.check_matches("1 ; 2 ; 3 =>* L ; N", &["L=1 ; 2 N=3"]);
    machine.check_matches("1 ; 2 ; 3 ; 2 =>* L ; 2 ; X", &["L=1 X=3 ; 2"]);
    machine.check_matches("1 : 2 : 3 : 2 =>* L : 2 : X", &["L=1 X=3 : 2", "L=1 : 2 : 3 X=e"]);
    machine.check_matches("1 ; 2 ; 1 ; 2 =>* L ; L", &["L=1 ; 2"]);
    machine.check_matches("1 ; 2 ; 1 =>* L ; L", &[]);
    machine.check_matches("1 : 2 : 1 =>* L : X : L", &["L=1 X=2", "L=e X=1 : 2 : 1"]);
    machine.check_matches("7 =>* L : X", &["L=7 X=e", "L=e X=7"]);
    machine.check_matches("7 =>* L ; X", &[]);
    machine.check_matches("1 ; 2 ; 3 =>* N ; M ; K", &["N=1 M=2 K=3"]);
    machine.check_matches("1 ; 2 ; 3 =>* N ; M", &[]);
}

#[test]
fn commutative_arguments_match_both_ways() {
    let machine = machine(POOL);
    machine.check_matches("1 @ 2 =>* L @ X", &["L=1 X=2", "L=2 X=1"]);
    machine.check_matches("1 @ 1 =>* L @ X", &["L=1 X=1"]);
    machine.check_matches("1 @ 2 =>* N @ 2", &["N=1"]);
    machine.check_matches("1 @ 2 =>* N @ N", &[]);
    machine.check_matches("(1 @ 2) @ (2 @ 1) =>* L @ L", &["L=1 @ 2"]);
}

#[test]
fn repeated_variables_join() {
    let machine = machine(POOL);
    machine.check_matches("a(1) , a(2) , b(2) , b(3) =>* a(N) , b(N) , I", &["N=2 I=a(1),b(3)"]);
    machine.check_matches("a(1) , b(2) , b(3) =>* a(N) , b(N) , I", &[]);
    machine.check_matches("a(1) , a(1) , b(1) =>* a(N) , b(N) , I", &["N=1 I=a(1)"]);
    machine.check_matches("a(1) , b(1) =>* a(N) , b(N) , I", &[]);
    machine.check_matches("a(1) , b(1) , b(1) =>* I , I , J", &["I=b(1) J=a(1)"]);
}

/// Counts the ways to write a bag as `N M P Q` with `N < M` by the definition.
fn brute_force(elements: &[u32]) -> usize {
    let mut distinct: Vec<(u32, usize)> = Vec::new();
    for &element in elements {
        match distinct.iter_mut().find(|(other, _)| *other == element) {
            Some((_, count)) => *count += 1,
            None => distinct.push((element, 1)),
        }
    }
    let mut ways = 0;
    for &(n, _) in &distinct {
        for &(m, _) in distinct.iter().filter(|&&(m, _)| n < m) {
            let left = distinct.iter().map(|&(x, count)| count - usize::from(x == n) - usize::from(x == m));
            ways += left.map(|count| count + 1).product::<usize>();
        }
    }
    ways
}

#[test]
fn random_bags_are_matched_in_as_many_ways_as_there_are() {
    let machine = machine(POOL);
    let mut random = Random::new(20);
    for _ in 0..40 {
        let mut elements: Vec<u32> = (0..2 + random.below(6)).map(|_| random.below(4) as u32).collect();
        let text = |elements: &[u32]| elements.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let query = |elements: &[u32]| format!("{} =>* N M P Q such that N < M", text(elements));
        let found = machine.matches(&query(&elements));
        assert_eq!(found.len(), brute_force(&elements), "{elements:?}");
        let mut once = found.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), found.len(), "no match twice");
        // The order of the matches depends on the bag alone.
        random.shuffle(&mut elements);
        assert_eq!(machine.matches(&query(&elements)), found);
    }
}

#[test]
fn big_bags_and_long_lists_are_matched() {
    let machine = machine(POOL);
    let bag = (0..2_000u32).map(|i| (i * 7).to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(machine.matches(&format!("{bag} =>* 7000 0 13993 P")).len(), 1);
    assert_eq!(machine.matches(&format!("{bag} =>* 7001 P")).len(), 0);
    assert_eq!(machine.matches(&format!("{bag} =>* N P such that N > 13900")).len(), 14);
    let list = (0..2_000u32).map(|i| (i % 500).to_string()).collect::<Vec<_>>().join(" ; ");
    assert_eq!(machine.matches(&format!("{list} =>* L ; 499 ; 0 ; X")).len(), 3);
}
