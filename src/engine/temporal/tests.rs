//! Automata against formulas read literally on words that end in a cycle, and the questions that are refused.

use super::automaton::Automaton;
use super::diagram::{Diagrams, Label};
use super::formula::{Formula, Formulas};
use super::product::{Lasso, System, accepted_lasso};
use crate::base::StopReason;
use crate::engine::tests::{machine, unlimited};
use crate::term::tests::Random;

const PROPOSITIONS: usize = 3;

/// A word: in each place, which propositions hold; the last place is followed by `back`.
struct Word {
    places: Vec<[bool; PROPOSITIONS]>,
    back: u32,
}

impl Word {
    fn random(random: &mut Random) -> Self {
        let length = 1 + random.below(5);
        let places = (0..length).map(|_| std::array::from_fn(|_| random.below(2) == 0)).collect();
        Self { places, back: random.below(length) as u32 }
    }

    fn after(&self, place: usize) -> usize {
        if place + 1 < self.places.len() { place + 1 } else { self.back as usize }
    }

    /// For each formula of a table, in which places it holds. Promises are the least solutions of their equations, their
    /// duals the greatest ones.
    fn truths(&self, formulas: &Formulas) -> Vec<Vec<bool>> {
        let mut truths: Vec<Vec<bool>> = Vec::new();
        for number in 0..formulas.len() {
            let formula = formulas.get(number);
            let mut here = vec![matches!(formula, Formula::Release(..)); self.places.len()];
            for _ in 0..=self.places.len() {
                here = (0..self.places.len()).map(|place| self.holds(formula, place, &truths, &here)).collect();
            }
            truths.push(here);
        }
        truths
    }

    fn holds(&self, formula: Formula, place: usize, truths: &[Vec<bool>], here: &[bool]) -> bool {
        let part = |number: u32| truths[number as usize][place];
        let next = self.after(place);
        match formula {
            Formula::True => true,
            Formula::False => false,
            Formula::Literal { proposition, positive } => self.places[place][proposition as usize] == positive,
            Formula::Next(inner) => truths[inner as usize][next],
            Formula::And(left, right) => part(left) && part(right),
            Formula::Or(left, right) => part(left) || part(right),
            Formula::Until(left, right) => part(right) || part(left) && here[next],
            Formula::Release(left, right) => part(right) && (part(left) || here[next]),
        }
    }
}

impl System for Word {
    fn successor(&mut self, state: u32, place: usize) -> Result<Option<u32>, StopReason> {
        Ok((place == 0).then(|| self.after(state as usize) as u32))
    }

    fn holds(&mut self, state: u32, mut label: Label, diagrams: &Diagrams) -> Result<bool, StopReason> {
        while let Some((proposition, otherwise, then)) = diagrams.test(label) {
            label = if self.places[state as usize][proposition as usize] { then } else { otherwise };
        }
        Ok(label == Label::TRUE)
    }

    fn tick(&mut self) -> Result<(), StopReason> {
        Ok(())
    }
}

/// A table of random formulas, each of the ones before it.
fn random_formulas(random: &mut Random) -> Formulas {
    let mut formulas = Formulas::default();
    let size = 2 + random.below(9);
    for _ in 0..size {
        let known = formulas.len() as usize;
        let mut part = || random.below(known.max(1)) as u32;
        let (left, right) = (part(), part());
        let proposition = random.below(PROPOSITIONS) as u32;
        formulas.add(match random.below(if known == 0 { 4 } else { 12 }) {
            0 => Formula::Literal { proposition, positive: false },
            1 | 2 => Formula::Literal { proposition, positive: true },
            3 => [Formula::True, Formula::False][random.below(2)],
            4 => Formula::Next(left),
            5 | 6 => Formula::And(left, right),
            7 => Formula::Or(left, right),
            8 | 9 => Formula::Until(left, right),
            _ => Formula::Release(left, right),
        });
    }
    formulas
}

#[test]
fn a_word_is_accepted_exactly_when_the_formula_holds_of_it() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..if cfg!(debug_assertions) { 300 } else { 3000 } {
        let mut random = Random::new(seed);
        let formulas = random_formulas(&mut random);
        let automaton = Automaton::new(&formulas, &mut || Ok(())).expect("nothing stops it");
        for _ in 0..20 {
            let mut word = Word::random(&mut random);
            let expected = word.truths(&formulas)[formulas.len() as usize - 1][0];
            let lasso = accepted_lasso(&mut word, &automaton).expect("nothing stops it");
            assert_eq!(
                lasso.is_some(),
                expected,
                "seed {seed}: {formulas:?} on {:?} back to {}",
                word.places,
                word.back
            );
            if let Some(lasso) = lasso {
                check_lasso(&word, &lasso);
            }
            *if expected { &mut accepted } else { &mut refused } += 1;
        }
    }
    assert!(accepted > 1000 && refused > 1000, "{accepted} and {refused}");
}

/// Each state of a lasso follows the one before it.
#[track_caller]
fn check_lasso(word: &Word, lasso: &Lasso) {
    let states: Vec<u32> = lasso.prefix.iter().chain(&lasso.cycle).copied().collect();
    assert_eq!(states[0], 0);
    let next = states[1..].iter().chain(lasso.cycle.first());
    states.iter().zip(next).for_each(|(&state, &next)| assert_eq!(word.after(state as usize) as u32, next));
}

/// The automaton of `[] (p1 \/ q1) /\ … ` has few states, however many ways there are to fulfil it at each moment.
#[test]
fn what_holds_in_one_state_is_not_taken_apart() {
    let mut formulas = Formulas::default();
    let mut all = formulas.add(Formula::True);
    for pair in 0..20 {
        let mut literal = |proposition| formulas.add(Formula::Literal { proposition, positive: true });
        let (left, right) = (literal(2 * pair), literal(2 * pair + 1));
        let either = formulas.add(Formula::Or(left, right));
        all = formulas.add(Formula::And(all, either));
    }
    let never = formulas.add(Formula::False);
    formulas.add(Formula::Release(never, all));
    let automaton = Automaton::new(&formulas, &mut || Ok(())).expect("nothing stops it");
    assert_eq!(automaton.edges(0).len(), 1);
    assert_eq!(automaton.edges(0)[0].target, 0);
}

const CLOCK: &str = "mod CLOCK is protecting NAT . including MODEL-CHECKER . op at : Nat -> State . op noon : -> Prop .
    var N : Nat . eq at(12) |= noon = true . rl [tick] : at(N) => at(s N rem 24) . rl [stop] : at(N) => at(25) . endm";

#[test]
fn a_system_is_searched_while_terms_move() {
    let clock = machine(CLOCK);
    clock.check("modelCheck(at(0), [] ~ noon) == true", "Bool: false");
    clock.check("modelCheck(at(13), [] (noon -> O ~ noon))", "Bool: true");
}

#[test]
fn what_is_asked_of_symbols_elsewhere_is_refused() {
    let solver = machine("fmod S is including SAT-SOLVER . op p : -> Formula . endfm");
    let (theory, command) = solver.theory.with_command(&solver.world.term("satSolve(p)"));
    let mut engine = crate::engine::Engine::new(std::sync::Arc::new(theory), unlimited());
    assert_eq!(engine.evaluate_command(command), Err(StopReason::ModelChecking));
}

#[test]
fn a_search_stops_when_the_budget_ends() {
    let counter = machine(
        "mod COUNT is protecting NAT . including MODEL-CHECKER . op at : Nat -> State . op never : -> Prop .
         var N : Nat . rl at(N) => at(s N) . endm",
    );
    let (theory, command) = counter.theory.with_command(&counter.world.term("modelCheck(at(0), [] ~ never)"));
    let mut budget = unlimited();
    let limit = std::time::Duration::from_millis(50);
    budget.watch = crate::base::limits::Watch::start(crate::base::Interrupt::new(), Some(limit));
    let mut engine = crate::engine::Engine::new(std::sync::Arc::new(theory), budget);
    assert_eq!(engine.evaluate_command(command), Err(StopReason::Time));
}
