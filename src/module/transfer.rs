//! Carries terms and statements of an imported module over to the signature of the importing one.

use crate::base::hash::{HashMap, HashSet};
use crate::base::{Name, Number, Span};

use super::morphism::{Image, Morphism};
use super::signature::{KindId, MixfixPiece, Signature, SortId, Symbol, SymbolId};
use super::statement::{Condition, Statement, StatementKind};
use super::term::{Position, Term, TermNode, Variable};

/// Where the sorts and symbols of one signature are in another that includes it, or its image under a map. Kinds may
/// have merged.
#[derive(Debug)]
pub struct Transfer {
    sorts: Vec<Option<SortId>>,
    symbols: Vec<Option<SymbolId>>,
    /// Symbols that a term takes the place of, over the other signature.
    terms: HashMap<SymbolId, (Vec<Name>, Term)>,
    /// Symbols that take many arguments at once here and only two there.
    binary: HashSet<SymbolId>,
    /// Symbols that are iterated here and not there.
    single: HashSet<SymbolId>,
}

/// Beyond this many times an operator is not written out one by one.
const LONGEST_TOWER: i64 = 100_000;

impl Transfer {
    /// Looks up every sort by name and every symbol by name and kinds. Cost: linear in the smaller signature.
    pub fn new(from: &Signature, to: &Signature) -> Self {
        Self::through(from, to, &Morphism::default())
    }

    /// The same where sorts and symbols are mapped on the way.
    pub(super) fn through(from: &Signature, to: &Signature, morphism: &Morphism) -> Self {
        let kinds: Vec<Option<KindId>> = from
            .kinds()
            .iter()
            .map(|kind| kind.sorts.get(1).and_then(|&sort| to.sort_named(morphism.sort(from.sort(sort).name))))
            .map(|sort| sort.map(|sort| to.kind_of(sort)))
            .collect();
        let sorts = from
            .sorts()
            .iter()
            .map(|sort| match sort.span {
                Some(_) => to.sort_named(morphism.sort(sort.name)),
                None => kinds[sort.kind.index()].map(|kind| to.top_sort(kind)),
            })
            .collect();
        let mut transfer = Self {
            sorts,
            symbols: Vec::new(),
            terms: HashMap::default(),
            binary: HashSet::default(),
            single: HashSet::default(),
        };
        for (id, symbol) in from.symbol_ids().zip(from.symbols()) {
            let place = transfer.place(id, symbol, from, to, &kinds, morphism);
            if place.is_some_and(|place| symbol.axioms.associative && !to.symbol(place).axioms.associative) {
                transfer.binary.insert(id);
            }
            if symbol.axioms.iterated && place.is_none_or(|place| !to.symbol(place).axioms.iterated) {
                transfer.single.insert(id);
            }
            transfer.symbols.push(place);
        }
        transfer
    }

    fn place(
        &mut self,
        id: SymbolId,
        symbol: &Symbol,
        from: &Signature,
        to: &Signature,
        kinds: &[Option<KindId>],
        morphism: &Morphism,
    ) -> Option<SymbolId> {
        let name = match morphism.symbol(from, symbol) {
            Some(Image::Renamed(syntax)) if !symbol.polymorphic => syntax.name,
            Some(Image::Operator(name)) => *name,
            Some(Image::Term(image)) => {
                let term = Self::new(&image.module.signature, to).term(&image.term)?;
                self.terms.insert(id, (image.variables.clone(), term));
                return None;
            }
            _ if is_sort_test(symbol) => sort_test_name(morphism.sort(tested(symbol)?)),
            _ => symbol.name,
        };
        let kind = |kind: KindId| kinds[kind.index()];
        let domain: Vec<KindId> = symbol.domain.iter().map(|&k| kind(k)).collect::<Option<_>>()?;
        find(to, name, &domain, kind(symbol.range)?)
    }

    /// The sort's place in the other signature.
    pub fn sort(&self, sort: SortId) -> Option<SortId> {
        self.sorts[sort.index()]
    }

    /// The symbol's place in the other signature.
    pub fn symbol(&self, symbol: SymbolId) -> Option<SymbolId> {
        self.symbols[symbol.index()]
    }

    /// The term over the other signature; `None` if something in it is missing there, which only an erroneous module
    /// or view brings about. Cost: linear.
    pub fn term(&self, term: &Term) -> Option<Term> {
        let mut result = Term::new();
        let mut moved: Vec<Position> = Vec::with_capacity(term.len());
        for (position, node) in term.nodes().iter().enumerate() {
            let span = term.span(position as u32);
            let at = |old: &Position| moved[*old as usize];
            let new = match node {
                TermNode::Variable(Variable { name, sort }) => {
                    result.push(TermNode::Variable(Variable { name: *name, sort: self.sort(*sort)? }), span)
                }
                TermNode::Application { symbol, arguments } => {
                    let arguments: Vec<Position> = arguments.iter().map(at).collect();
                    self.application(*symbol, &arguments, span, &mut result)?
                }
                TermNode::Number(value) => result.push(TermNode::Number(value.clone()), span),
                TermNode::Value(symbol, value) => {
                    result.push(TermNode::Value(self.symbol(*symbol)?, value.clone()), span)
                }
                TermNode::Iterated { symbol, count, argument } if self.single.contains(symbol) => {
                    self.unrolled(*symbol, count, at(argument), span, &mut result)?
                }
                TermNode::Iterated { symbol, count, argument } => {
                    let (symbol, count, argument) = (self.symbol(*symbol)?, count.clone(), at(argument));
                    result.push(TermNode::Iterated { symbol, count, argument }, span)
                }
            };
            moved.push(new);
        }
        let root = *moved.last()?;
        Some(if root == result.root() { result } else { result.subterm(root) })
    }

    /// An iterated operator that goes to one that is not, or to a term: once for each time it stands.
    fn unrolled(
        &self,
        symbol: SymbolId,
        count: &Number,
        argument: Position,
        span: Option<Span>,
        result: &mut Term,
    ) -> Option<Position> {
        let Number::Small(count) = count else { return None };
        let count = (0..=LONGEST_TOWER).contains(count).then_some(*count)?;
        (0..count).try_fold(argument, |argument, _| self.application(symbol, &[argument], span, result))
    }

    fn application(
        &self,
        symbol: SymbolId,
        arguments: &[Position],
        span: Option<Span>,
        result: &mut Term,
    ) -> Option<Position> {
        let term = self.terms.get(&symbol);
        let most = term.map_or(if self.binary.contains(&symbol) { 2 } else { usize::MAX }, |(names, _)| names.len());
        let mut one = |arguments: &[Position]| match term {
            Some((names, term)) => Some(instance(term, names, arguments, span, result)),
            None => {
                let symbol = self.symbol(symbol)?;
                Some(result.push(TermNode::Application { symbol, arguments: arguments.to_vec() }, span))
            }
        };
        if arguments.len() <= most || most < 2 {
            return one(arguments);
        }
        let mut left = one(&arguments[..2])?;
        for &right in &arguments[2..] {
            left = one(&[left, right])?;
        }
        Some(left)
    }

    /// The statement over the other signature.
    pub fn statement(&self, statement: &Statement) -> Option<Statement> {
        let kind = match &statement.kind {
            StatementKind::Equation { left, right, otherwise } => {
                StatementKind::Equation { left: self.term(left)?, right: self.term(right)?, otherwise: *otherwise }
            }
            StatementKind::Rule { left, right } => {
                StatementKind::Rule { left: self.term(left)?, right: self.term(right)? }
            }
            StatementKind::Membership { term, sort } => {
                StatementKind::Membership { term: self.term(term)?, sort: self.sort(*sort)? }
            }
        };
        let conditions = statement.conditions.iter().map(|c| self.condition(c)).collect::<Option<_>>()?;
        Some(Statement { kind, conditions, ..statement.clone() })
    }

    fn condition(&self, condition: &Condition) -> Option<Condition> {
        Some(match condition {
            Condition::Boolean(term) => Condition::Boolean(self.term(term)?),
            Condition::Equal(left, right) => Condition::Equal(self.term(left)?, self.term(right)?),
            Condition::Match(pattern, term) => Condition::Match(self.term(pattern)?, self.term(term)?),
            Condition::SortTest(term, sort) => Condition::SortTest(self.term(term)?, self.sort(*sort)?),
            Condition::Rewrite(term, pattern) => Condition::Rewrite(self.term(term)?, self.term(pattern)?),
        })
    }
}

fn find(signature: &Signature, name: Name, domain: &[KindId], range: KindId) -> Option<SymbolId> {
    signature.symbols_named(name).iter().copied().find(|&id| {
        let symbol = signature.symbol(id);
        symbol.domain == domain && symbol.range == range
    })
}

/// Adds the term with arguments in place of its variables; gives where it is.
fn instance(term: &Term, names: &[Name], arguments: &[Position], span: Option<Span>, result: &mut Term) -> Position {
    let mut moved: Vec<Position> = Vec::with_capacity(term.len());
    for node in term.nodes() {
        let at = |old: &Position| moved[*old as usize];
        let argument = |name: Name| names.iter().position(|&known| known == name).and_then(|at| arguments.get(at));
        let new = match node {
            TermNode::Variable(variable) if argument(variable.name).is_some() => {
                argument(variable.name).copied().unwrap_or_default()
            }
            TermNode::Application { symbol, arguments } => {
                let arguments = arguments.iter().map(at).collect();
                result.push(TermNode::Application { symbol: *symbol, arguments }, span)
            }
            TermNode::Iterated { symbol, count, argument } => {
                let (count, argument) = (count.clone(), at(argument));
                result.push(TermNode::Iterated { symbol: *symbol, count, argument }, span)
            }
            other => result.push(other.clone(), span),
        };
        moved.push(new);
    }
    moved.last().copied().unwrap_or_default()
}

/// The name of the predicate that tests for a sort.
pub(super) fn sort_test_name(sort: Name) -> Name {
    Name::new(&format!("_::{sort}"))
}

fn is_sort_test(symbol: &Symbol) -> bool {
    symbol.hook.is_some_and(|hook| hook.as_str() == "sortTest")
}

/// The sort that a sort test tests for.
fn tested(symbol: &Symbol) -> Option<Name> {
    match symbol.mixfix.last()? {
        MixfixPiece::Token(name) => Some(*name),
        MixfixPiece::Hole => None,
    }
}
