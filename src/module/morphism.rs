//! Maps of signatures: what a renaming, or the instantiation of parameters, does to sorts, symbols and imports.

use std::sync::Arc;

use crate::base::Name;
use crate::base::hash::{HashMap, HashSet};

use super::flat::Module;
use super::signature::{Gather, Grouping, MixfixPiece, Signature, SortId, Symbol};
use super::structured::{self, Replacement};
use super::term::Term;

/// A map from one module, with all it imports, to another. What it does not name stays as it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Morphism {
    /// Sorts by name.
    pub sorts: HashMap<Name, Name>,
    /// Parameters inside structured names.
    pub names: Vec<Replacement>,
    /// Symbols; the first one that fits counts.
    pub symbols: Vec<SymbolMap>,
    /// Labels of statements.
    pub labels: HashMap<Name, Name>,
    /// Imports that are replaced as a whole: the modules of parameters, by name.
    pub imports: HashMap<Name, Arc<Module>>,
    /// Declarations that do not count, since what replaces a parameter's module has them.
    pub dropped: HashSet<Declared>,
}

/// A declaration of a symbol by names: what it is called, the sorts of its arguments, that of its result.
pub(super) type Declared = (Name, Vec<Name>, Name);

/// Where symbols of a name go.
#[derive(Clone, Debug)]
pub(super) struct SymbolMap {
    /// The name.
    pub name: Name,
    /// Sorts of arguments and result, whose kinds must be the symbol's; `None` for all symbols of the name.
    pub typing: Option<(Vec<Name>, Name)>,
    /// Where to.
    pub image: Image,
}

/// Where a symbol goes.
#[derive(Clone, Debug)]
pub(super) enum Image {
    /// It gets another name and perhaps another syntax.
    Renamed(Box<Syntax>),
    /// A symbol that is there already, by name.
    Operator(Name),
    /// A term with variables for the arguments.
    Term(Arc<TermImage>),
}

/// The new name of a renamed operator.
#[derive(Clone, Debug)]
pub(super) struct Syntax {
    pub name: Name,
    pub mixfix: Vec<MixfixPiece>,
    pub precedence: u32,
    pub gather: Vec<Gather>,
    /// Whether that was declared.
    pub grouping: Grouping,
    pub format: Vec<Name>,
}

/// A term in place of an operator.
#[derive(Clone, Debug)]
pub struct TermImage {
    /// The module whose signature the term is over.
    pub module: Arc<Module>,
    /// The names of the variables that stand for the arguments, in order.
    pub variables: Vec<Name>,
    /// The term.
    pub term: Term,
}

impl Morphism {
    /// Where a sort goes.
    pub fn sort(&self, name: Name) -> Name {
        match self.sorts.get(&name) {
            Some(&image) => image,
            None => structured::replace(name, &self.names),
        }
    }

    /// Where a symbol of a signature goes, if it goes anywhere else.
    pub fn symbol(&self, signature: &Signature, symbol: &Symbol) -> Option<&Image> {
        let found = self.symbols.iter().find(|map| {
            map.name == symbol.name
                && map.typing.as_ref().is_none_or(|(domain, range)| has_kinds(signature, symbol, domain, *range))
        })?;
        Some(&found.image)
    }

    /// Whether a sort, symbol or label of the module goes elsewhere.
    pub fn touches(&self, module: &Module) -> bool {
        let signature = &module.signature;
        signature.sorts().iter().any(|sort| sort.span.is_some() && self.sort(sort.name) != sort.name)
            || (!self.symbols.is_empty()
                && signature.symbols().iter().any(|symbol| {
                    !symbol.polymorphic && self.symbol(signature, symbol).is_some() && !self.drops(signature, symbol)
                }))
            || (!self.labels.is_empty()
                && module.statements.iter().any(|s| s.label.is_some_and(|label| self.labels.contains_key(&label))))
    }

    /// Whether all declarations of the symbol are dropped.
    fn drops(&self, signature: &Signature, symbol: &Symbol) -> bool {
        !self.dropped.is_empty()
            && symbol
                .typings
                .iter()
                .all(|typing| self.dropped.contains(&declared(signature, symbol.name, &typing.domain, typing.range)))
    }
}

/// A declaration by names.
pub(super) fn declared(signature: &Signature, name: Name, domain: &[SortId], range: SortId) -> Declared {
    let sort = |&id: &SortId| signature.sort(id).name;
    (name, domain.iter().map(sort).collect(), sort(&range))
}

/// Whether the kinds of a symbol are those of the named sorts.
pub(super) fn has_kinds(signature: &Signature, symbol: &Symbol, domain: &[Name], range: Name) -> bool {
    let kind = |name: Name| signature.sort_named(name).map(|sort| signature.kind_of(sort));
    domain.len() == symbol.domain.len()
        && kind(range) == Some(symbol.range)
        && domain.iter().zip(&symbol.domain).all(|(&name, &own)| kind(name) == Some(own))
}

/// Names of sorts whose kinds are those of the symbol: its first declaration's, a member in place of a kind's own sort.
pub(super) fn kind_names(signature: &Signature, symbol: &Symbol) -> (Vec<Name>, Name) {
    let member = |kind| {
        let sorts = &signature.kind(kind).sorts;
        signature.sort(*sorts.get(1).unwrap_or(&sorts[0])).name
    };
    (symbol.domain.iter().map(|&kind| member(kind)).collect(), member(symbol.range))
}
