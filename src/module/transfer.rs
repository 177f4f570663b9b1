//! Carries terms and statements of an imported module over to the signature of the importing one.

use crate::base::Name;

use super::signature::{KindId, Signature, SortId, SymbolId};
use super::statement::{Condition, Statement, StatementKind};
use super::term::{Term, TermNode, Variable};

/// Where the sorts and symbols of one signature are in another that includes it. Kinds may have merged.
#[derive(Debug)]
pub struct Transfer {
    sorts: Vec<Option<SortId>>,
    symbols: Vec<Option<SymbolId>>,
}

impl Transfer {
    /// Looks up every sort by name and every symbol by name and kinds. Cost: linear in the smaller signature.
    pub fn new(from: &Signature, to: &Signature) -> Self {
        let kinds: Vec<Option<KindId>> = from
            .kinds()
            .iter()
            .map(|kind| kind.sorts.get(1).and_then(|&sort| to.sort_named(from.sort(sort).name)))
            .map(|sort| sort.map(|sort| to.kind_of(sort)))
            .collect();
        let sorts = from
            .sorts()
            .iter()
            .map(|sort| match sort.span {
                Some(_) => to.sort_named(sort.name),
                None => kinds[sort.kind.index()].map(|kind| to.top_sort(kind)),
            })
            .collect();
        let kind = |kind: KindId| kinds[kind.index()];
        let symbols = from
            .symbols()
            .iter()
            .map(|symbol| {
                let domain: Vec<KindId> = symbol.domain.iter().map(|&k| kind(k)).collect::<Option<_>>()?;
                find(to, symbol.name, &domain, kind(symbol.range)?)
            })
            .collect();
        Self { sorts, symbols }
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
    /// brings about. Cost: linear.
    pub fn term(&self, term: &Term) -> Option<Term> {
        let mut result = Term::new();
        for (position, node) in term.nodes().iter().enumerate() {
            let node = match node {
                TermNode::Variable(Variable { name, sort }) => {
                    TermNode::Variable(Variable { name: *name, sort: self.sort(*sort)? })
                }
                TermNode::Application { symbol, arguments } => {
                    TermNode::Application { symbol: self.symbol(*symbol)?, arguments: arguments.clone() }
                }
                TermNode::Number(value) => TermNode::Number(value.clone()),
                TermNode::Value(symbol, value) => TermNode::Value(self.symbol(*symbol)?, value.clone()),
                TermNode::Iterated { symbol, count, argument } => {
                    TermNode::Iterated { symbol: self.symbol(*symbol)?, count: count.clone(), argument: *argument }
                }
            };
            result.push(node, term.span(position as u32));
        }
        Some(result)
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
