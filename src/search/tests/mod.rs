//! A module and a query in; solutions, numbers and paths out.

mod answers;
mod bounds;
mod numbers;

use crate::base::{Interrupt, Limits};
use crate::term::tests::{World, world};
use crate::theory::Theory;

use super::{Event, Search};

struct System {
    world: World,
    theory: Theory,
}

fn system(text: &str) -> System {
    let world = world(text);
    let theory = match Theory::compile(&world.module) {
        Ok(theory) => theory,
        Err(mistakes) => panic!("{mistakes:?}"),
    };
    System { world, theory }
}

impl System {
    fn search(&self, query: &str, limits: Limits, interrupt: Interrupt) -> Search {
        Search::new(&self.theory, &self.world.query(query), limits, interrupt).expect("a sound query")
    }

    /// Every event on a line: `state depth variable=value …`, and the end.
    fn events(&self, search: &mut Search) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match search.next(&mut |_| {}) {
                Event::Solution(solution) => {
                    assert_eq!(solution.number as usize, lines.len() + 1);
                    let value = |(variable, term): &(crate::module::Variable, _)| {
                        format!(" {}={}", variable.name, self.world.print(term))
                    };
                    let bindings: String = solution.bindings.iter().map(value).collect();
                    lines.push(format!("{} {}{bindings}", solution.state, solution.depth));
                }
                Event::Exhausted => lines.push("exhausted".to_owned()),
                Event::Stopped(reason) => lines.push(format!("stopped by {reason}")),
            }
            if !matches!(lines.last(), Some(line) if line.starts_with(|c: char| c.is_ascii_digit())) {
                return lines;
            }
        }
    }

    #[track_caller]
    fn check_within(&self, query: &str, limits: Limits, expected: &[&str]) {
        let mut search = self.search(query, limits, Interrupt::new());
        assert_eq!(self.events(&mut search), expected, "{query}");
        // The end stays the end.
        let again = self.events(&mut search);
        assert_eq!(again.last().map(String::as_str), expected.last().copied());
        assert_eq!(again.len(), 1);
    }

    #[track_caller]
    fn check(&self, query: &str, expected: &[&str]) {
        self.check_within(query, Limits::default(), expected);
    }

    /// A path as `term -rule-> term …`.
    fn path(&self, search: &mut Search, state: u32) -> String {
        let mut text = String::new();
        for step in search.path(state) {
            if let Some(rule) = step.rule {
                let label = self.world.module.statements[rule].label.map_or_else(|| "?".to_owned(), |l| l.to_string());
                text += &format!(" -{label}-> ");
            }
            text += &self.world.print(&step.term);
        }
        text
    }
}

/// A counter that goes up by one or doubles, up to 20.
const COUNTER: &str = "mod COUNTER is
  protecting NAT .
  sort S . op at : Nat -> S . op end : -> S . vars N M : Nat .
  crl [one] : at(N) => at(s N) if N < 20 .
  crl [two] : at(N) => at(N * 2) if N < 11 .
  rl [end] : at(20) => end .
endm";
