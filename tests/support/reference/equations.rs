//! Normal forms: all that some order of applying the equations, innermost first, arrives at.

use std::collections::{BTreeMap, BTreeSet};

use super::builtin;
use super::canonical::Canonical;
use super::matching::{Context, Substitution, first_of_ground, matches};
use super::model::{Fragment, OperatorIndex, Signature, Statement, Term, Theory};
use super::search::reachable;

/// Why the reference engine has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GaveUp {
    /// Too many steps, states or normal forms.
    TooMuch,
    /// A normal form that was to be unique is not: the equations are not confluent.
    Ambiguous,
}

/// Most normal forms of one term that are followed.
const MOST_FORMS: usize = 40;

/// Runs one theory.
#[derive(Debug)]
pub struct Engine {
    /// What it runs, in canonical form.
    pub theory: Theory,
    known: BTreeMap<Term, BTreeSet<Term>>,
    fuel: u64,
}

impl Engine {
    /// An engine with fuel for so many attempts to apply a statement.
    pub fn new(theory: Theory, fuel: u64) -> Self {
        let theory = canonical_theory(theory);
        Self { theory, known: BTreeMap::new(), fuel }
    }

    /// The signature.
    pub fn signature(&self) -> &Signature {
        &self.theory.signature
    }

    /// Fills up the fuel.
    pub fn refuel(&mut self, fuel: u64) {
        self.fuel = fuel;
    }

    /// Uses fuel.
    pub(super) fn burn(&mut self) -> Result<(), GaveUp> {
        self.fuel = self.fuel.checked_sub(1).ok_or(GaveUp::TooMuch)?;
        Ok(())
    }

    /// The one normal form of a term.
    pub fn normal_form(&mut self, term: &Term) -> Result<Term, GaveUp> {
        let forms = self.normal_forms(term)?;
        if forms.len() > 1 {
            return Err(GaveUp::Ambiguous);
        }
        Ok(forms.into_iter().next().expect("every term has a normal form"))
    }

    /// Every normal form of a term. A term that is nested as it was written is reduced from the inside, so that in
    /// `a (a a)` the part in parentheses comes first: with `otherwise`, or equations that are not confluent, it matters.
    pub fn normal_forms(&mut self, term: &Term) -> Result<BTreeSet<Term>, GaveUp> {
        self.forms(term)
    }

    fn forms(&mut self, term: &Term) -> Result<BTreeSet<Term>, GaveUp> {
        if let Some(forms) = self.known.get(term) {
            return Ok(forms.clone());
        }
        let forms = match term {
            Term::Variable(_) | Term::Literal(..) => BTreeSet::from([term.clone()]),
            Term::Integer(_) => self.forms_at_top(term)?,
            Term::Application(operator, arguments) => self.forms_of_application(*operator, arguments)?,
        };
        if forms.len() > MOST_FORMS {
            return Err(GaveUp::TooMuch);
        }
        self.known.insert(term.clone(), forms.clone());
        Ok(forms)
    }

    /// Follows the evaluation strategy.
    fn forms_of_application(&mut self, operator: OperatorIndex, arguments: &[Term]) -> Result<BTreeSet<Term>, GaveUp> {
        let symbol = &self.signature().operators[operator];
        if symbol.hook.as_deref() == Some("ifThenElse") {
            return self.forms_of_choice(operator, arguments);
        }
        let mut usual: Vec<usize> = (1..=arguments.len()).collect();
        usual.push(0);
        let strategy = match &symbol.strategy {
            Some(strategy) if !symbol.associative || !strategy.contains(&1) => strategy.clone(),
            _ => usual,
        };
        let mut current = BTreeSet::from([arguments.to_vec()]);
        let mut done = BTreeSet::new();
        for step in strategy {
            if step > 0 {
                current = self.with_argument_normal(&current, step - 1)?;
                continue;
            }
            let mut stuck = BTreeSet::new();
            for list in current {
                let term = self.signature().make(operator, list.clone());
                match self.step_at_top(&term)? {
                    Some(results) => {
                        for result in results {
                            done.extend(self.forms(&result)?);
                        }
                    }
                    None => {
                        stuck.insert(list);
                    }
                }
            }
            current = stuck;
        }
        done.extend(current.into_iter().map(|list| self.signature().make(operator, list)));
        Ok(done)
    }

    /// `if b then t else e fi`: the condition first, then only the chosen branch.
    fn forms_of_choice(&mut self, operator: OperatorIndex, arguments: &[Term]) -> Result<BTreeSet<Term>, GaveUp> {
        let mut done = BTreeSet::new();
        for condition in self.forms(&arguments[0])? {
            match truth_value(self.signature(), &condition) {
                Some(true) => done.extend(self.forms(&arguments[1])?),
                Some(false) => done.extend(self.forms(&arguments[2])?),
                None => {
                    let lists = BTreeSet::from([vec![condition, arguments[1].clone(), arguments[2].clone()]]);
                    let lists = self.with_argument_normal(&lists, 1)?;
                    for list in self.with_argument_normal(&lists, 2)? {
                        done.insert(self.signature().make(operator, list));
                    }
                }
            }
        }
        Ok(done)
    }

    fn with_argument_normal(&mut self, lists: &BTreeSet<Vec<Term>>, at: usize) -> Result<BTreeSet<Vec<Term>>, GaveUp> {
        let mut result = BTreeSet::new();
        for list in lists {
            for form in self.forms(&list[at])? {
                let mut changed = list.clone();
                changed[at] = form;
                result.insert(changed);
            }
        }
        if result.len() > MOST_FORMS { Err(GaveUp::TooMuch) } else { Ok(result) }
    }

    fn forms_at_top(&mut self, term: &Term) -> Result<BTreeSet<Term>, GaveUp> {
        let Some(results) = self.step_at_top(term)? else {
            return Ok(BTreeSet::from([term.clone()]));
        };
        let mut forms = BTreeSet::new();
        for result in results {
            forms.extend(self.forms(&result)?);
        }
        Ok(forms)
    }

    /// What one equation or native function makes of a term with normal arguments; `None` when nothing applies.
    fn step_at_top(&mut self, term: &Term) -> Result<Option<BTreeSet<Term>>, GaveUp> {
        self.burn()?;
        if let Term::Application(operator, arguments) = term
            && let Some(value) = builtin::evaluate(self.signature(), *operator, arguments)
        {
            return Ok(Some(BTreeSet::from([value])));
        }
        let usual = self.apply_equations(term, false)?;
        let results = if usual.is_empty() { self.apply_equations(term, true)? } else { usual };
        Ok(if results.is_empty() { None } else { Some(results) })
    }

    fn apply_equations(&mut self, term: &Term, otherwise: bool) -> Result<BTreeSet<Term>, GaveUp> {
        let mut results = BTreeSet::new();
        for index in 0..self.theory.equations.len() {
            if self.theory.equations[index].otherwise == otherwise {
                let equation = self.theory.equations[index].clone();
                results.extend(self.apply(&equation, term)?);
            }
        }
        Ok(results)
    }

    /// All results of a statement at the top of a term, its right side put into the context but not reduced.
    pub(super) fn apply(&mut self, statement: &Statement, term: &Term) -> Result<BTreeSet<Term>, GaveUp> {
        self.burn()?;
        let mut results = BTreeSet::new();
        for (context, substitution) in first_of_ground(self.signature(), &statement.left, term) {
            self.add_results(statement, &context, substitution, &mut results)?;
        }
        Ok(results)
    }

    fn add_results(
        &mut self,
        statement: &Statement,
        context: &Context,
        substitution: Substitution,
        results: &mut BTreeSet<Term>,
    ) -> Result<(), GaveUp> {
        for solution in self.solve(&statement.conditions, substitution)? {
            let part = self.signature().instance(&statement.right, &solution);
            results.insert(context.fill(self.signature(), part));
        }
        Ok(())
    }

    /// All ways a condition holds.
    pub fn solve(
        &mut self,
        conditions: &[Fragment],
        substitution: Substitution,
    ) -> Result<BTreeSet<Substitution>, GaveUp> {
        let mut solutions = BTreeSet::from([substitution]);
        for fragment in conditions {
            let mut next = BTreeSet::new();
            for solution in solutions {
                next.extend(self.solve_fragment(fragment, &solution)?);
            }
            solutions = next;
        }
        Ok(solutions)
    }

    fn solve_fragment(&mut self, fragment: &Fragment, given: &Substitution) -> Result<BTreeSet<Substitution>, GaveUp> {
        self.burn()?;
        let holds = match fragment {
            Fragment::Boolean(term) => {
                let value = self.value(term, given)?;
                truth_value(self.signature(), &value) == Some(true)
            }
            Fragment::Equal(left, right) => self.value(left, given)? == self.value(right, given)?,
            Fragment::Sort(term, sort) => {
                let value = self.value(term, given)?;
                self.signature().below[self.signature().least_sort(&value)][*sort]
            }
            Fragment::Match(pattern, term) => {
                let value = self.value(term, given)?;
                return Ok(matches(self.signature(), pattern, &value, given));
            }
            Fragment::Rewrite(term, pattern) => {
                let start = self.value(term, given)?;
                let mut found = BTreeSet::new();
                for state in reachable(self, &start)? {
                    found.extend(matches(self.signature(), pattern, &state, given));
                }
                return Ok(found);
            }
        };
        Ok(if holds { BTreeSet::from([given.clone()]) } else { BTreeSet::new() })
    }

    fn value(&mut self, term: &Term, substitution: &Substitution) -> Result<Term, GaveUp> {
        let instance = self.signature().instance(term, substitution);
        self.normal_form(&instance)
    }
}

/// Which truth value a term is.
fn truth_value(signature: &Signature, term: &Term) -> Option<bool> {
    match term {
        Term::Application(operator, _) => match signature.operators[*operator].hook.as_deref() {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Identities first, since the canonical form of everything else needs them, then patterns.
fn canonical_theory(mut theory: Theory) -> Theory {
    theory.signature = theory.signature.with_canonical_identities();
    let signature = theory.signature.clone();
    for statement in theory.equations.iter_mut().chain(&mut theory.rules) {
        statement.left = signature.canonical(&statement.left);
        for fragment in &mut statement.conditions {
            if let Fragment::Match(pattern, _) | Fragment::Rewrite(_, pattern) = fragment {
                *pattern = signature.canonical(pattern);
            }
        }
    }
    theory
}
