//! Conditions of every kind, alone and one behind the other.

use super::machine;

const CONDITIONS: &str = "mod CONDITIONS is
  protecting INT .
  sorts Pool Pair State . subsort Nat < Pool .
  op nil : -> Pool . op __ : Pool Pool -> Pool [assoc comm id: nil] .
  vars N M K : Nat . vars P Q : Pool . var S : State .
  op max : Pool -> Nat . ceq max(N P) = N if none(N, P) .
  op none : Nat Pool -> Bool . eq none(N, M P) = M <= N and none(N, P) . eq none(N, nil) = true .
  op kind : Int -> Nat .
  ceq kind(X:Int) = 1 if X:Int : NzNat .
  ceq kind(X:Int) = 2 if X:Int : NzInt .
  eq kind(X:Int) = 3 [owise] .
  op twosum : Pool Nat -> Pool .
  ceq twosum(P, K) = N M if N M Q := P /\\ N + M = K .
  eq twosum(P, K) = nil [owise] .
  op chain : Pool -> Pool .
  ceq chain(P) = N M K if N Q := P /\\ M Q':Pool := Q /\\ N < M /\\ K Q'':Pool := Q':Pool /\\ N + M = K .
  op at : Nat -> State . op to : Nat -> State . op far : Nat Nat -> Bool .
  rl [double] : at(N) => at(N + N) . rl [more] : at(N) => at(s N) .
  op low : Nat -> State . rl [down] : low(s N) => low(N) .
  crl [jump] : to(N) => to(M) if low(N) => low(M) /\\ M < N .
  ceq far(N, M) = true if at(N) => at(M) .
endm";

#[test]
fn fragments_backtrack_into_each_other() {
    let machine = machine(CONDITIONS);
    machine.check("max(3 9 4 9 1)", "NzNat: 9");
    machine.check("twosum(1 4 6 9, 10)", "Pool: 1 9");
    machine.check("twosum(1 4 6 8, 11)", "Pool: nil");
    machine.check("twosum(5 5, 10)", "Pool: 5 5");
    machine.check("twosum(5, 10)", "Pool: nil");
    machine.check("chain(7 1 31 22 23)", "Pool: 1 22 23");
    machine.check("chain(1 2 4 8)", "Pool: chain(1 2 4 8)");
}

#[test]
fn sort_tests_take_the_normal_form() {
    let machine = machine(CONDITIONS);
    machine.check("kind(5)", "NzNat: 1");
    machine.check("kind(-5)", "NzNat: 2");
    machine.check("kind(0)", "NzNat: 3");
}

#[test]
fn conditions_search_what_can_be_reached() {
    let machine = machine(CONDITIONS);
    machine.check("far(1, 1)", "Bool: true");
    machine.check("far(3, 14)", "Bool: true");
    let mut found = machine.successors("to(3)");
    found.sort();
    assert_eq!(found, ["jump to(0)", "jump to(1)", "jump to(2)"]);
}

#[test]
fn solutions_of_a_condition_are_all_given() {
    let machine = machine(CONDITIONS);
    machine.check_matches(
        "1 2 3 =>* P such that N M Q := P /\\ N < M",
        &["P=1 2 3 N=1 M=2 Q=3", "P=1 2 3 N=1 M=3 Q=2", "P=1 2 3 N=2 M=3 Q=1"],
    );
    machine.check_matches("1 2 =>* P such that N Q := P /\\ K := N * 10 /\\ K > 10", &["P=1 2 N=2 Q=1 K=20"]);
    machine.check_matches("1 2 =>* P such that false", &[]);
    machine.check_matches("1 2 =>* N M such that N = M", &[]);
    machine.check_matches("2 2 =>* N M such that N = M /\\ N : NzNat /\\ true", &["N=2 M=2"]);
}

#[test]
fn a_condition_that_is_stuck_does_not_hold() {
    let machine = machine(
        "fmod STUCK is protecting NAT . op stuck : Nat -> Bool . op f : Nat -> Nat . var N : Nat .
         ceq f(N) = 1 if stuck(N) . ceq f(N) = 2 if stuck(N) = stuck(N) . op g : Nat -> Nat .
         ceq g(N) = 1 if stuck(N) =/= true . endfm",
    );
    machine.check("f(0)", "NzNat: 2");
    machine.check("g(0)", "NzNat: 1");
    machine.check("if stuck(0) then 1 else 2 fi", "NzNat: if stuck(0) then 1 else 2 fi");
}

#[test]
fn deep_conditions_nest_without_end_of_the_stack() {
    let machine = machine(
        "fmod DEEP is protecting NAT . op f : Nat -> Nat . vars N M : Nat .
         eq f(0) = 0 . ceq f(s N) = s M if M := f(N) . endfm",
    );
    machine.check("f(30000)", "NzNat: 30000");
}
