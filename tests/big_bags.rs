//! Bags past the size at which they are cut into chunks mean the same as small ones.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs a program from standard input and gives the results of its reductions.
fn results(program: &str) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rewrite"))
        .args(["run", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(program.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().filter(|line| line.starts_with("result ")).map(str::to_owned).collect()
}

const POOL: &str = "fmod POOL is protecting NAT .
  sort Pool . subsort Nat < Pool . op nil : -> Pool . op __ : Pool Pool -> Pool [assoc comm id: nil] .
  vars M N K : Nat . vars P Q : Pool .
  op up : Nat Nat -> Pool . eq up(N, 0) = nil . eq up(N, s K) = N up(N + 3, K) .
  op down : Nat Nat -> Pool . eq down(N, 0) = nil . eq down(N, s K) = down(N + 3, K) N .
  op tail : Nat Nat Pool -> Pool . eq tail(N, 0, P) = P . eq tail(N, s K, P) = tail(N + 3, K, P N) .
  op without : Pool Nat Nat -> Pool . eq without(P, N, 0) = P . eq without(P N, N, s K) = without(P, N + 3, K) .
  op size : Pool -> Nat . eq size(nil) = 0 . eq size(N P) = s size(P) .
  op total : Pool -> Nat . eq total(N) = N . eq total(M N P) = total((M + N) P) .
  op has : Pool Nat -> Bool . eq has(P N, N) = true . eq has(P, N) = false [owise] .
endfm
";

#[test]
fn big_bags_are_canonical_whatever_their_history() {
    let commands = "red up(1, 2000) == down(1, 2000) .
red tail(1, 2000, nil) == up(1, 2000) .
red up(1, 1000) up(3001, 1000) == up(1, 2000) .
red without(up(1, 2000), 1, 1000) == up(3001, 1000) .
red without(up(1, 2000), 1, 1600) == up(4801, 400) .
red without(up(1, 2000) up(1, 2000), 1, 2000) == up(1, 2000) .
red up(1, 2000) == up(1, 2001) .
red up(1, 2000) 1 == up(1, 2000) 4 .
red without(up(1, 2000) 7 7, 7, 1) == up(1, 2000) 7 .
";
    let truths = ["true", "true", "true", "true", "true", "true", "false", "false", "true"];
    let expected: Vec<String> = truths.iter().map(|truth| format!("result Bool: {truth}")).collect();
    assert_eq!(results(&format!("{POOL}{commands}")), expected);
}

#[test]
fn big_bags_are_matched_counted_and_emptied() {
    let commands = "red size(up(1, 1500) up(1, 1500)) .
red total(up(1, 1500)) .
red has(up(1, 1500), 4498) .
red has(up(1, 1500), 4499) .
";
    let expected = ["result NzNat: 3000", "result NzNat: 3374250", "result Bool: true", "result Bool: false"];
    assert_eq!(results(&format!("{POOL}{commands}")), expected);
}
