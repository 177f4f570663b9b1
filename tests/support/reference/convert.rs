//! From the crate's flat module to the reference engine's plain model: the only file here that knows the crate.

use num_bigint::BigInt;

use rewrite::module::{self, Condition, Module, SortId, SortSet, StatementKind, TermNode};

use super::model::{Fragment, Operator, Signature, Sort, Statement, Term, Theory, Typing, Variable};

/// Carries a module over. Memberships are refused: the reference engine has none yet.
pub fn theory(module: &Module) -> Result<Theory, String> {
    let signature = signature(&module.signature);
    let mut theory = Theory { signature, ..Theory::default() };
    for statement in module.statements.iter().filter(|statement| !statement.nonexec) {
        let label = statement.label.map(|label| label.as_str().to_owned());
        let conditions = statement.conditions.iter().map(fragment).collect();
        let plain =
            |left, right, otherwise| Statement { left: term(left), right: term(right), conditions, otherwise, label };
        match &statement.kind {
            StatementKind::Equation { left, right, otherwise } => theory.equations.push(plain(left, right, *otherwise)),
            StatementKind::Rule { left, right } => theory.rules.push(plain(left, right, false)),
            StatementKind::Membership { .. } => return Err("memberships are not in the reference engine".into()),
        }
    }
    Ok(theory)
}

/// Carries a signature over; sorts and operators keep their places.
pub fn signature(from: &module::Signature) -> Signature {
    let ids: Vec<SortId> = (0..from.sorts().len()).map(SortId::new).collect();
    let below = |upper: SortId, lower: SortId| {
        let kind = from.kind(from.kind_of(upper));
        let set: &SortSet = &kind.below[from.sort(upper).index_in_kind];
        from.kind_of(lower) == from.kind_of(upper) && set.contains(from.sort(lower).index_in_kind)
    };
    Signature {
        sorts: from
            .sorts()
            .iter()
            .map(|sort| Sort { name: sort.name.as_str().to_owned(), kind: sort.kind.index() })
            .collect(),
        below: ids.iter().map(|&lower| ids.iter().map(|&upper| below(upper, lower)).collect()).collect(),
        tops: from.kinds().iter().map(|kind| kind.sorts[0].index()).collect(),
        operators: from.symbols().iter().map(operator).collect(),
    }
}

fn operator(symbol: &module::Symbol) -> Operator {
    let typing = |typing: &module::OperatorTyping| Typing {
        domain: typing.domain.iter().map(|sort| sort.index()).collect(),
        range: typing.range.index(),
    };
    Operator {
        name: symbol.name.as_str().to_owned(),
        typings: symbol.typings.iter().map(typing).collect(),
        associative: symbol.axioms.associative,
        commutative: symbol.axioms.commutative,
        left_identity: symbol.axioms.left_identity.as_ref().map(term),
        right_identity: symbol.axioms.right_identity.as_ref().map(term),
        hook: symbol.hook.map(|hook| hook.as_str().to_owned()),
        strategy: symbol.strategy.as_ref().map(|steps| steps.iter().map(|&step| step as usize).collect()),
        frozen: symbol.frozen.clone(),
        ..Operator::default()
    }
}

fn fragment(from: &Condition) -> Fragment {
    match from {
        Condition::Boolean(a) => Fragment::Boolean(term(a)),
        Condition::Equal(a, b) => Fragment::Equal(term(a), term(b)),
        Condition::Match(a, b) => Fragment::Match(term(a), term(b)),
        Condition::SortTest(a, sort) => Fragment::Sort(term(a), sort.index()),
        Condition::Rewrite(a, b) => Fragment::Rewrite(term(a), term(b)),
    }
}

/// Carries conditions over.
pub fn conditions(from: &[Condition]) -> Vec<Fragment> {
    from.iter().map(fragment).collect()
}

/// Carries a term over as it was written; [`super::Canonical::canonical`] makes it canonical.
pub fn term(from: &module::Term) -> Term {
    let mut made: Vec<Term> = Vec::with_capacity(from.len());
    for node in from.nodes() {
        let next = match node {
            TermNode::Variable(variable) => {
                Term::Variable(Variable { name: variable.name.as_str().to_owned(), sort: variable.sort.index() })
            }
            TermNode::Number(value) => Term::Integer(value.to_big()),
            TermNode::Value(symbol, value) => Term::Literal(symbol.index(), value.to_string(), value.is_special()),
            TermNode::Application { symbol, arguments } => {
                Term::Application(symbol.index(), arguments.iter().map(|&at| made[at as usize].clone()).collect())
            }
            TermNode::Iterated { symbol, count, argument } => {
                let mut tower = made[*argument as usize].clone();
                let mut left = count.to_big();
                while left > BigInt::ZERO {
                    tower = Term::Application(symbol.index(), vec![tower]);
                    left -= 1;
                }
                tower
            }
        };
        made.push(next);
    }
    made.pop().expect("a term has a root")
}
