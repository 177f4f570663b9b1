//! Random terms and patterns, and the weight that makes equations terminate.

use crate::support::random::Random;
use crate::support::reference::model::SortIndex;
use crate::support::reference::{Term, Variable};

use super::signature::Plan;

/// What a random term may hold.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Deepest nesting.
    pub depth: usize,
    /// New variables are made in so many of a hundred places.
    pub new_variables: usize,
    /// Variables to use again, in half of the places where one of them fits.
    pub variables: Vec<Variable>,
    /// Arguments of the wrong sort in the right kind, in so many of a hundred places.
    pub errors: usize,
}

/// A random term of a sort, as written: nested, not flat.
pub fn term(random: &mut Random, plan: &Plan, sort: SortIndex, shape: &Shape) -> Term {
    let sort = if random.chance(shape.errors) { other_sort(random, plan, sort) } else { sort };
    let fitting: Vec<&Variable> =
        shape.variables.iter().filter(|variable| plan.signature.below[variable.sort][sort]).collect();
    if !fitting.is_empty() && random.chance(50) {
        return Term::Variable((*random.choose(&fitting)).clone());
    }
    if random.chance(shape.new_variables) {
        return variable(random, plan, sort);
    }
    let makers = &plan.makers[sort];
    let constants: Vec<_> = makers.iter().filter(|(_, typing)| typing.domain.is_empty()).collect();
    let others: Vec<_> = makers.iter().filter(|(_, typing)| !typing.domain.is_empty()).collect();
    let deep = shape.depth > 0 && !others.is_empty() && (constants.is_empty() || random.chance(75));
    if !deep && constants.is_empty() {
        return variable(random, plan, sort);
    }
    let mut made = if deep { *random.choose(&others) } else { *random.choose(&constants) };
    if deep && shape.new_variables > 0 && is_function(plan, made.0) && random.chance(80) {
        // Patterns with a function of the library in them hardly match.
        made = *random.choose(&others);
    }
    if deep && plan.signature.operators[made.0].name == "if_then_else_fi" && random.chance(60) {
        made = *random.choose(&others);
    }
    let (operator, typing) = made;
    let inner = Shape { depth: shape.depth.saturating_sub(1), ..shape.clone() };
    Term::Application(*operator, typing.domain.iter().map(|&sort| term(random, plan, sort, &inner)).collect())
}

/// A ground term: every sort has a constant.
pub fn ground(random: &mut Random, plan: &Plan, sort: SortIndex, depth: usize) -> Term {
    term(random, plan, sort, &Shape { depth, errors: 4, ..Shape::default() })
}

/// Whether an operator is a function of the library.
fn is_function(plan: &Plan, operator: usize) -> bool {
    let symbol = &plan.signature.operators[operator];
    symbol.hook.is_some() && symbol.name != "s_" && symbol.name != "_+_"
}

fn variable(random: &mut Random, plan: &Plan, sort: SortIndex) -> Term {
    let below: Vec<SortIndex> = (0..plan.makers.len()).filter(|&other| plan.signature.below[other][sort]).collect();
    let sort = if random.chance(80) { sort } else { *random.choose(&below) };
    Term::Variable(Variable { name: (*random.choose(&["X", "Y", "Z"])).into(), sort })
}

fn other_sort(random: &mut Random, plan: &Plan, sort: SortIndex) -> SortIndex {
    let kind = plan.signature.sorts[sort].kind;
    let same: Vec<SortIndex> =
        (0..plan.makers.len()).filter(|&other| plan.signature.sorts[other].kind == kind).collect();
    *random.choose(&same)
}

/// Weight and how often each variable occurs. The weight is the same for all terms equal modulo the axioms: identities
/// and the operators that have them weigh nothing. A number weighs its magnitude, a function of the library nothing: what
/// it gives weighs no more than what it takes, products apart.
pub fn weight(plan: &Plan, term: &Term) -> (usize, Vec<Variable>) {
    match term {
        Term::Variable(variable) => (0, vec![variable.clone()]),
        Term::Integer(_) | Term::Literal(..) => (1, Vec::new()),
        Term::Application(operator, arguments) => {
            let symbol = &plan.signature.operators[*operator];
            let identity = arguments.is_empty()
                && plan.signature.operators.iter().any(|other| {
                    [&other.left_identity, &other.right_identity].into_iter().flatten().any(|e| e == term)
                });
            let own = match &symbol.hook {
                Some(_) if symbol.name == "s_" => 1,
                Some(_) => symbol.name.parse::<i64>().map_or(0, |number| number.unsigned_abs() as usize),
                None => usize::from(!symbol.has_identity() && !identity),
            };
            let (mut total, mut variables) = (own, Vec::new());
            for (inner, more) in arguments.iter().map(|argument| weight(plan, argument)) {
                total += inner;
                variables.extend(more);
            }
            (total, variables)
        }
    }
}

/// Whether every instance of `small` weighs less than that of `large` by at least `margin`.
pub fn lighter(plan: &Plan, small: &Term, large: &Term, margin: usize) -> bool {
    if multiplies(plan, small) {
        return false;
    }
    let (small_weight, small_variables) = weight(plan, small);
    let (large_weight, mut large_variables) = weight(plan, large);
    for variable in small_variables {
        match large_variables.iter().position(|other| *other == variable) {
            Some(at) => large_variables.swap_remove(at),
            None => return false,
        };
    }
    small_weight + margin <= large_weight
}

/// Whether a product is in a term.
fn multiplies(plan: &Plan, term: &Term) -> bool {
    let Term::Application(operator, arguments) = term else { return false };
    let symbol = &plan.signature.operators[*operator];
    symbol.hook.is_some() && symbol.name == "_*_" || arguments.iter().any(|argument| multiplies(plan, argument))
}
