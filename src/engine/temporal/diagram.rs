//! Boolean functions of propositions as ordered decision diagrams (Bryant, *Graph-based algorithms for Boolean function
//! manipulation*, 1986). Equal functions have equal ids.

use crate::base::hash::HashMap;

use super::super::conditions::grown;

/// A Boolean function of propositions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Label(u32);

impl Label {
    /// The function that never holds.
    pub(super) const FALSE: Self = Self(0);
    /// The function that always holds.
    pub(super) const TRUE: Self = Self(1);
}

/// A test of one proposition; the one with the smallest number is tested first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Decision {
    proposition: u32,
    otherwise: Label,
    then: Label,
}

/// All functions met so far.
#[derive(Debug)]
pub(super) struct Diagrams {
    decisions: Vec<Decision>,
    known: HashMap<Decision, Label>,
    chosen: HashMap<(Label, Label, Label), Label>,
}

impl Diagrams {
    /// The two constants.
    pub(super) fn new() -> Self {
        let constant = Decision { proposition: u32::MAX, otherwise: Label::FALSE, then: Label::FALSE };
        Self { decisions: vec![constant; 2], known: HashMap::default(), chosen: HashMap::default() }
    }

    /// The function that holds when a proposition is `positive`.
    pub(super) fn literal(&mut self, proposition: u32, positive: bool) -> Label {
        let (otherwise, then) = if positive { (Label::FALSE, Label::TRUE) } else { (Label::TRUE, Label::FALSE) };
        self.decision(proposition, otherwise, then)
    }

    /// Both hold.
    pub(super) fn and(&mut self, left: Label, right: Label) -> Label {
        self.choose(left, right, Label::FALSE)
    }

    /// One of them holds.
    pub(super) fn or(&mut self, left: Label, right: Label) -> Label {
        self.choose(left, Label::TRUE, right)
    }

    /// The first holds and the second does not.
    pub(super) fn without(&mut self, left: Label, right: Label) -> Label {
        self.choose(right, Label::FALSE, left)
    }

    /// The proposition to test, and what is left if it does not hold and if it does; nothing for the constants.
    pub(super) fn test(&self, label: Label) -> Option<(u32, Label, Label)> {
        let Decision { proposition, otherwise, then } = self.decisions[label.0 as usize];
        (label > Label::TRUE).then_some((proposition, otherwise, then))
    }

    fn decision(&mut self, proposition: u32, otherwise: Label, then: Label) -> Label {
        if otherwise == then {
            return then;
        }
        let decision = Decision { proposition, otherwise, then };
        let next = Label(self.decisions.len() as u32);
        let label = *self.known.entry(decision).or_insert(next);
        if label == next {
            self.decisions.push(decision);
        }
        label
    }

    /// One function where the first holds, another one elsewhere. As deep as there are propositions, on native stack that
    /// grows.
    fn choose(&mut self, first: Label, then: Label, otherwise: Label) -> Label {
        match (first, then, otherwise) {
            (Label::TRUE, _, _) => return then,
            (Label::FALSE, _, _) => return otherwise,
            (_, Label::TRUE, Label::FALSE) => return first,
            _ if then == otherwise => return then,
            _ => {}
        }
        let key = (first, then, otherwise);
        if let Some(&label) = self.chosen.get(&key) {
            return label;
        }
        let top = [first, then, otherwise].map(|label| self.decisions[label.0 as usize].proposition);
        let top = top.into_iter().min().expect("three");
        let (first_low, first_high) = self.halves(first, top);
        let (then_low, then_high) = self.halves(then, top);
        let (otherwise_low, otherwise_high) = self.halves(otherwise, top);
        let low = grown(|| self.choose(first_low, then_low, otherwise_low));
        let high = grown(|| self.choose(first_high, then_high, otherwise_high));
        let label = self.decision(top, low, high);
        self.chosen.insert(key, label);
        label
    }

    /// What a function is where a proposition does not hold and where it does; none before it is tested in it.
    fn halves(&self, label: Label, proposition: u32) -> (Label, Label) {
        let decision = self.decisions[label.0 as usize];
        if decision.proposition == proposition { (decision.otherwise, decision.then) } else { (label, label) }
    }
}
