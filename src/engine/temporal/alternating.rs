//! Very weak alternating automata (Gastin and Oddoux, *Fast LTL to Büchi automata translation*, 2001).
//!
//! A formula is read as the promise to keep it from here on. A set of promises stands for all of them.

use std::collections::BTreeMap;

use crate::base::StopReason;

use super::diagram::{Diagrams, Label};
use super::formula::{Formula, Formulas};

/// Promises to keep: numbers of formulas, ascending.
pub(super) type Promises = Vec<u32>;

/// Ways to go on: what holds now, by what is promised next.
pub(super) type Ways = BTreeMap<Promises, Label>;

/// Called now and then, since automata can be exponentially bigger than their formulas.
pub(super) type Tick<'t> = dyn FnMut() -> Result<(), StopReason> + 't;

/// For each formula how its promise is kept.
#[derive(Debug)]
pub(super) struct Alternating {
    pub(super) diagrams: Diagrams,
    pub(super) ways: Vec<Ways>,
}

impl Alternating {
    /// The automaton of a formula and its parts.
    pub(super) fn new(formulas: &Formulas, tick: &mut Tick<'_>) -> Result<Self, StopReason> {
        let mut this = Self { diagrams: Diagrams::new(), ways: Vec::new() };
        let mut promised: Vec<Vec<Promises>> = Vec::new();
        let under_next = under_next(formulas);
        for number in 0..formulas.len() {
            tick()?;
            promised.push(if under_next[number as usize] {
                promises(formulas.get(number), number, &promised, tick)?
            } else {
                Vec::new()
            });
            let ways = this.ways_of(formulas.get(number), number, &promised, tick)?;
            this.ways.push(ways);
        }
        Ok(this)
    }

    fn ways_of(
        &mut self,
        formula: Formula,
        number: u32,
        promised: &[Vec<Promises>],
        tick: &mut Tick<'_>,
    ) -> Result<Ways, StopReason> {
        let ways = |part: u32| self.ways[part as usize].clone();
        Ok(match formula {
            Formula::False => Ways::new(),
            Formula::True => Ways::from([(Vec::new(), Label::TRUE)]),
            Formula::Literal { proposition, positive } => {
                Ways::from([(Vec::new(), self.diagrams.literal(proposition, positive))])
            }
            Formula::Next(part) => {
                let sets = promised[part as usize].iter();
                sets.map(|promises| (promises.clone(), Label::TRUE)).collect()
            }
            Formula::And(left, right) => {
                let (left, right) = (ways(left), ways(right));
                self.both(&left, &right, tick)?
            }
            Formula::Or(left, right) => {
                let (left, right) = (ways(left), ways(right));
                self.either(left, right)
            }
            Formula::Until(left, right) => {
                let (left, right) = (ways(left), ways(right));
                let stay = self.both(&left, &again(number), tick)?;
                self.either(right, stay)
            }
            Formula::Release(left, right) => {
                let (left, right) = (ways(left), ways(right));
                let stay = self.either(left, again(number));
                self.both(&right, &stay, tick)?
            }
        })
    }

    fn both(&mut self, left: &Ways, right: &Ways, tick: &mut Tick<'_>) -> Result<Ways, StopReason> {
        let mut ways = Ways::new();
        for (left_next, &left_now) in left {
            tick()?;
            for (right_next, &right_now) in right {
                let now = self.diagrams.and(left_now, right_now);
                self.add(&mut ways, union(left_next, right_next), now);
            }
        }
        Ok(self.pruned(ways))
    }

    fn either(&mut self, mut left: Ways, right: Ways) -> Ways {
        for (next, now) in right {
            self.add(&mut left, next, now);
        }
        self.pruned(left)
    }

    fn add(&mut self, ways: &mut Ways, next: Promises, now: Label) {
        if now != Label::FALSE {
            let old = ways.entry(next).or_insert(Label::FALSE);
            *old = self.diagrams.or(*old, now);
        }
    }

    /// Nobody promises more than need be: where one way is open, no way that promises more is.
    fn pruned(&mut self, ways: Ways) -> Ways {
        let mut list: Vec<(Promises, Label)> = ways.into_iter().collect();
        for at in 0..list.len() {
            for other in 0..list.len() {
                if other != at && list[other].1 != Label::FALSE && is_part(&list[other].0, &list[at].0) {
                    list[at].1 = self.diagrams.without(list[at].1, list[other].1);
                }
            }
        }
        list.into_iter().filter(|(_, now)| *now != Label::FALSE).collect()
    }
}

/// The way that is always open and promises the same once more.
fn again(number: u32) -> Ways {
    Ways::from([(vec![number], Label::TRUE)])
}

/// Which formulas stand below `O`, with nothing but conjunctions and disjunctions between.
fn under_next(formulas: &Formulas) -> Vec<bool> {
    let mut marks = vec![false; formulas.len() as usize];
    for number in (0..formulas.len()).rev() {
        match formulas.get(number) {
            Formula::Next(part) => marks[part as usize] = true,
            Formula::And(left, right) | Formula::Or(left, right) if marks[number as usize] => {
                marks[left as usize] = true;
                marks[right as usize] = true;
            }
            _ => {}
        }
    }
    marks
}

/// The sets of promises, one of which has to be made to promise a formula.
fn promises(
    formula: Formula,
    number: u32,
    promised: &[Vec<Promises>],
    tick: &mut Tick<'_>,
) -> Result<Vec<Promises>, StopReason> {
    let mut sets = match formula {
        Formula::True => vec![Vec::new()],
        Formula::False => Vec::new(),
        Formula::And(left, right) => {
            let mut sets = Vec::new();
            for left in &promised[left as usize] {
                tick()?;
                sets.extend(promised[right as usize].iter().map(|right| union(left, right)));
            }
            sets
        }
        Formula::Or(left, right) => [&promised[left as usize][..], &promised[right as usize]].concat(),
        _ => vec![vec![number]],
    };
    sets.sort();
    sets.dedup();
    let all = sets.clone();
    sets.retain(|set| !all.iter().any(|other| other != set && is_part(other, set)));
    Ok(sets)
}

/// All promises of two sets.
pub(super) fn union(left: &[u32], right: &[u32]) -> Promises {
    let mut all = [left, right].concat();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether all of one set are in another.
pub(super) fn is_part(part: &[u32], whole: &[u32]) -> bool {
    part.iter().all(|promise| whole.binary_search(promise).is_ok())
}
