//! Which terminals can stand behind a finished production: one token of lookahead, computed once per grammar.
//!
//! FIRST and FOLLOW of the textbooks, by category and precedence. No production is empty, so FIRST looks at first
//! parts only and FOLLOW at neighbours only.

use crate::base::hash::IndexMap;

use super::production::{CategoryId, Part, Productions};
use super::terminal::{Terminal, TerminalSet};

/// FOLLOW of every class of finished productions.
#[derive(Debug)]
pub(super) struct Follow(Vec<TerminalSet>);

/// The holes that occur, each with a set of terminals.
type HoleSets = IndexMap<(CategoryId, i32), TerminalSet>;

impl Follow {
    /// Computes the sets by iteration to the least fixed point.
    pub fn new(productions: &Productions) -> Self {
        let empty = TerminalSet::new(productions.terminals.len());
        let first = first_of_holes(productions, &empty);
        let mut of_classes = goal_follow(productions, &empty);
        let mut of_holes: HoleSets = first.keys().map(|&hole| (hole, empty.clone())).collect();
        seed_from_neighbours(productions, &first, &mut of_holes);
        let accepting = classes_of_holes(productions, &of_holes);
        let mut changed = true;
        while changed {
            changed = false;
            for (at, set) in of_holes.values().enumerate() {
                for &class in &accepting[at] {
                    changed |= of_classes[class].union_with(set);
                }
            }
            for production in &productions.list {
                if let Some(Part::Hole { category, bound, .. }) = production.parts.last() {
                    let source = &of_classes[production.class.index()];
                    changed |= of_holes[&(*category, *bound)].union_with(source);
                }
            }
        }
        Self(of_classes)
    }

    /// FOLLOW of a class.
    pub fn of(&self, class: super::production::ClassId) -> &TerminalSet {
        &self.0[class.index()]
    }
}

/// FOLLOW of goals is the end; of all else it is unknown yet.
fn goal_follow(productions: &Productions, empty: &TerminalSet) -> Vec<TerminalSet> {
    let end = productions.terminals.get(Terminal::End);
    let is_goal =
        |category: CategoryId| matches!(productions.categories[category.index()], super::production::Category::Goal(_));
    let set = |class: &super::production::Class| {
        let mut set = empty.clone();
        if let (true, Some(end)) = (is_goal(class.category), end) {
            set.insert(end);
        }
        set
    };
    productions.classes.iter().map(set).collect()
}

/// FIRST of every hole that occurs.
fn first_of_holes(productions: &Productions, empty: &TerminalSet) -> HoleSets {
    let mut first = HoleSets::default();
    for part in productions.list.iter().flat_map(|production| production.parts.iter()) {
        if let Part::Hole { category, bound, .. } = *part {
            first.entry((category, bound)).or_insert_with(|| empty.clone());
        }
    }
    let mut by_category: Vec<Vec<usize>> = vec![Vec::new(); productions.categories.len()];
    for (at, &(category, _)) in first.keys().enumerate() {
        by_category[category.index()].push(at);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for production in &productions.list {
            for &at in &by_category[production.category.index()] {
                if first.get_index(at).is_some_and(|((_, bound), _)| production.precedence > *bound) {
                    continue;
                }
                changed |= match production.parts[0] {
                    Part::Terminal(terminal) => first[at].insert(terminal),
                    Part::Hole { category, bound, .. } => {
                        let source = first[&(category, bound)].clone();
                        first[at].union_with(&source)
                    }
                };
            }
        }
    }
    first
}

/// Adds to FOLLOW of every hole what can begin right behind it.
fn seed_from_neighbours(productions: &Productions, first: &HoleSets, follow: &mut HoleSets) {
    for pair in productions.list.iter().flat_map(|production| production.parts.windows(2)) {
        let Part::Hole { category, bound, .. } = pair[0] else { continue };
        let set = &mut follow[&(category, bound)];
        match pair[1] {
            Part::Terminal(terminal) => {
                set.insert(terminal);
            }
            Part::Hole { category, bound, .. } => {
                set.union_with(&first[&(category, bound)]);
            }
        }
    }
}

/// For each hole, the classes it takes.
fn classes_of_holes(productions: &Productions, holes: &HoleSets) -> Vec<Vec<usize>> {
    let takes = |&(category, bound): &(CategoryId, i32)| {
        let fits =
            |(_, class): &(usize, &super::production::Class)| class.category == category && class.precedence <= bound;
        productions.classes.iter().enumerate().filter(fits).map(|(at, _)| at).collect()
    };
    holes.keys().map(takes).collect()
}
