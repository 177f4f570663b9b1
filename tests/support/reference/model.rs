//! Signatures, terms and theories in the plainest form.

use std::fmt;

use num_bigint::BigInt;

use super::canonical::Canonical;

/// A sort, by its place in [`Signature::sorts`].
pub type SortIndex = usize;
/// An operator, by its place in [`Signature::operators`].
pub type OperatorIndex = usize;

/// A variable: name and sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The sort, perhaps a kind's own.
    pub sort: SortIndex,
}

/// A term as a tree. The derived order is the total order that sorts the arguments of commutative operators.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Term {
    /// A variable.
    Variable(Variable),
    /// A number: `n` successors of zero, or minus on that.
    Integer(BigInt),
    /// An operator on its arguments; associative ones hold two or more when canonical.
    Application(OperatorIndex, Vec<Term>),
    /// A literal of a constant such as `<Strings>`, as it is written, and whether it has the smaller of the sorts.
    Literal(OperatorIndex, String, bool),
}

/// A sort.
#[derive(Clone, Debug)]
pub struct Sort {
    /// The name; `[A,B]` for a kind's own.
    pub name: String,
    /// Its connected component.
    pub kind: usize,
}

/// One declaration of an operator.
#[derive(Clone, Debug)]
pub struct Typing {
    /// Sorts of the arguments.
    pub domain: Vec<SortIndex>,
    /// Sort of the result.
    pub range: SortIndex,
}

/// An operator: all declarations of one name at the same kinds.
#[derive(Clone, Debug, Default)]
pub struct Operator {
    /// The name in prefix form.
    pub name: String,
    /// The declarations.
    pub typings: Vec<Typing>,
    /// f(f(x,y),z) = f(x,f(y,z))
    pub associative: bool,
    /// f(x,y) = f(y,x)
    pub commutative: bool,
    /// f(e,x) = x
    pub left_identity: Option<Term>,
    /// f(x,e) = x
    pub right_identity: Option<Term>,
    /// Name of the native function.
    pub hook: Option<String>,
    /// Evaluation strategy.
    pub strategy: Option<Vec<usize>>,
    /// Arguments, from 0, below which no rule applies.
    pub frozen: Vec<usize>,
    /// Written with `iter`, which changes how towers of it are kept, not what they mean.
    pub iterated: bool,
    /// Written with `memo`, which changes nothing but the cost.
    pub memoized: bool,
}

/// Sorts, subsorts and operators.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// All sorts, each kind's own among them.
    pub sorts: Vec<Sort>,
    /// `below[a][b]`: a is the same as or a subsort of b.
    pub below: Vec<Vec<bool>>,
    /// Each kind's own sort.
    pub tops: Vec<SortIndex>,
    /// All operators.
    pub operators: Vec<Operator>,
}

/// A fragment of a condition.
#[derive(Clone, Debug)]
pub enum Fragment {
    /// Reduces to `true`.
    Boolean(Term),
    /// Both reduce to the same.
    Equal(Term, Term),
    /// The pattern on the left matches the normal form of the right.
    Match(Term, Term),
    /// The normal form has the sort.
    Sort(Term, SortIndex),
    /// Something reachable from the left matches the right.
    Rewrite(Term, Term),
}

/// An equation or a rule.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The pattern.
    pub left: Term,
    /// What replaces it.
    pub right: Term,
    /// The condition.
    pub conditions: Vec<Fragment>,
    /// Only when no other equation applies.
    pub otherwise: bool,
    /// The label.
    pub label: Option<String>,
}

/// What there is to run.
#[derive(Clone, Debug, Default)]
pub struct Theory {
    /// Sorts and operators.
    pub signature: Signature,
    /// Equations in order.
    pub equations: Vec<Statement>,
    /// Rules in order.
    pub rules: Vec<Statement>,
}

impl Operator {
    /// Whether some identity is declared.
    pub fn has_identity(&self) -> bool {
        self.left_identity.is_some() || self.right_identity.is_some()
    }

    /// The identity element; with two, the left one.
    pub fn identity(&self) -> Option<&Term> {
        self.left_identity.as_ref().or(self.right_identity.as_ref())
    }
}

impl Signature {
    /// The operator with a hook.
    pub fn hooked(&self, hook: &str) -> Option<OperatorIndex> {
        self.operators.iter().position(|operator| operator.hook.as_deref() == Some(hook))
    }

    /// The sort with a name.
    pub fn sort_named(&self, name: &str) -> Option<SortIndex> {
        self.sorts.iter().position(|sort| sort.name == name)
    }

    /// The operator with a name and a number of arguments: the first, if several.
    pub fn operator_named(&self, name: &str, arity: usize) -> Option<OperatorIndex> {
        let fits = |operator: &Operator| {
            operator.name == name && (operator.typings[0].domain.len() == arity || operator.associative && arity > 2)
        };
        self.operators.iter().position(fits)
    }

    /// The same with identities in canonical form, which the canonical form of everything else needs.
    pub fn with_canonical_identities(mut self) -> Self {
        let as_written = self.clone();
        for operator in &mut self.operators {
            for identity in [&mut operator.left_identity, &mut operator.right_identity].into_iter().flatten() {
                *identity = as_written.canonical(identity);
            }
        }
        self
    }

    /// Finishes a signature from plain sorts and direct subsort pairs: components, closure, kinds' own sorts.
    /// Typings and identities may use the places of `names`.
    pub fn finish(names: &[String], direct: &[(SortIndex, SortIndex)], operators: Vec<Operator>) -> Self {
        let count = names.len();
        let mut below: Vec<Vec<bool>> = (0..count).map(|a| (0..count).map(|b| a == b).collect()).collect();
        for &(lower, upper) in direct {
            below[lower][upper] = true;
        }
        close(&mut below);
        let mut component: Vec<usize> = (0..count).collect();
        for _ in 0..count {
            for &(a, b) in direct {
                let least = component[a].min(component[b]);
                (component[a], component[b]) = (least, least);
            }
        }
        let mut roots = component.clone();
        roots.sort_unstable();
        roots.dedup();
        let kind = |sort: usize| roots.iter().position(|&root| root == component[sort]).unwrap();
        let mut sorts: Vec<Sort> =
            names.iter().enumerate().map(|(at, name)| Sort { name: name.clone(), kind: kind(at) }).collect();
        let mut tops = Vec::new();
        for index in 0..roots.len() {
            let members: Vec<usize> = (0..count).filter(|&sort| kind(sort) == index).collect();
            let maximal = members.iter().filter(|&&s| members.iter().all(|&t| s == t || !below[s][t]));
            let name = format!("[{}]", maximal.map(|&s| names[s].as_str()).collect::<Vec<_>>().join(","));
            tops.push(sorts.len());
            sorts.push(Sort { name, kind: index });
        }
        let total = sorts.len();
        below = (0..total).map(|a| (0..total).map(|b| a < count && b < count && below[a][b]).collect()).collect();
        for sort in 0..total {
            below[sort][tops[sorts[sort].kind]] = true;
        }
        Self { sorts, below, tops, operators }
    }

    /// Writes a term in prefix form.
    pub fn show(&self, term: &Term) -> String {
        match term {
            Term::Variable(variable) => format!("{}:{}", variable.name, self.sorts[variable.sort].name),
            Term::Integer(value) => value.to_string(),
            Term::Literal(_, text, _) => text.clone(),
            Term::Application(operator, arguments) if arguments.is_empty() => self.operators[*operator].name.clone(),
            Term::Application(operator, arguments) => {
                let shown: Vec<String> = arguments.iter().map(|argument| self.show(argument)).collect();
                format!("{}({})", self.operators[*operator].name, shown.join(", "))
            }
        }
    }
}

/// Warshall's transitive closure.
fn close(below: &mut [Vec<bool>]) {
    for middle in 0..below.len() {
        for from in 0..below.len() {
            for to in 0..below.len() {
                below[from][to] |= below[from][middle] && below[middle][to];
            }
        }
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Term {
    /// Variables in order of first appearance.
    pub fn variables(&self) -> Vec<Variable> {
        let mut found = Vec::new();
        self.collect_variables(&mut found);
        found
    }

    fn collect_variables(&self, found: &mut Vec<Variable>) {
        match self {
            Self::Variable(variable) => {
                if !found.contains(variable) {
                    found.push(variable.clone());
                }
            }
            Self::Integer(_) | Self::Literal(..) => {}
            Self::Application(_, arguments) => arguments.iter().for_each(|a| a.collect_variables(found)),
        }
    }

    /// Number of nodes.
    pub fn size(&self) -> usize {
        match self {
            Self::Application(_, arguments) => 1 + arguments.iter().map(Self::size).sum::<usize>(),
            Self::Variable(_) | Self::Integer(_) | Self::Literal(..) => 1,
        }
    }
}
