//! Views: how a theory is read in a module.

use std::sync::Arc;

use crate::base::hash::IndexMap;
use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::{
    ModuleExpression, OperatorName, SortReference, Token, TypeReference, ViewDeclaration, ViewItem,
};

use super::expression::{Scope, evaluate_in, not_instantiated};
use super::flat::{Module, ModuleDatabase, Parameter};
use super::imports::closure;
use super::morphism::{Morphism, TermImage, has_kinds};
use super::names;
use super::nearest::suggest_nearest;
use super::parameters::{declared_parameters, theory_sorts};
use super::renaming::representative;
use super::signature::{SortId, Symbol, SymbolId};
use super::sorts::unknown_sort;
use super::term::{Term, TermNode};
use super::transfer::Transfer;

/// A view, complete: every sort and every operator of the theory goes somewhere.
#[derive(Clone, Debug)]
pub struct View {
    /// The name, with arguments if it was instantiated.
    pub name: Name,
    /// Its own parameters.
    pub parameters: Vec<Parameter>,
    /// The theory.
    pub from: Arc<Module>,
    /// The module, or another theory.
    pub to: Arc<Module>,
    /// Where each sort of the theory goes.
    pub sorts: IndexMap<Name, Name>,
    /// Where each operator of the theory goes.
    pub operators: Vec<OperatorMap>,
    /// Where it stands.
    pub span: Span,
}

/// Where one operator of a theory goes.
#[derive(Clone, Debug)]
pub struct OperatorMap {
    /// The symbol of the theory's signature.
    pub symbol: SymbolId,
    /// Where to.
    pub target: Target,
}

/// Where an operator of a theory goes.
#[derive(Clone, Debug)]
pub enum Target {
    /// The operator of that name on the right kinds.
    Operator(Name),
    /// A term with variables for the arguments.
    Term(Arc<TermImage>),
}

/// A view whose terms are still tokens: what [`elaborate_view`] gives and `mixfix` reads.
#[derive(Debug)]
pub struct ViewDraft {
    /// The view without the operators that go to terms.
    pub view: View,
    /// The terms, unread: the theory's operator on variables, and the term in the module.
    pub terms: Vec<(Vec<Token>, Vec<Token>, Span)>,
    /// The variables declared in it, with sorts of the theory.
    pub variables: IndexMap<Name, SortId>,
    /// The same, with the sorts of the module that these go to.
    pub images: IndexMap<Name, SortId>,
    /// Operators that something is said of.
    mapped: Vec<SymbolId>,
    morphism: Morphism,
}

/// Elaborates a view. With an error among the diagnostics the draft, if any, must not be used further.
///
/// The modules and views named in it must be in the database.
pub fn elaborate_view(
    declaration: &ViewDeclaration,
    database: &mut ModuleDatabase,
) -> (Option<ViewDraft>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let draft = draft(declaration, database, &mut diagnostics);
    (draft, diagnostics)
}

fn draft(
    declaration: &ViewDeclaration,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<ViewDraft> {
    let own = declaration.name;
    let parameters = declared_parameters(&declaration.parameters, own, database, diagnostics);
    let scope = Scope { parameters: &parameters, own: None };
    let from = end(&declaration.from, &scope, database, diagnostics);
    let to = end(&declaration.to, &scope, database, diagnostics);
    let (from, to) = (from?, to?);
    if !from.kind.is_theory() {
        let span = declaration.from.first().span;
        let message = format!("`{}` is no theory", from.name);
        diagnostics
            .push(Diagnostic::error("not-a-theory", message, span).label("a view goes from a theory to a module"));
        return None;
    }
    let before = diagnostics.len();
    let sorts = sorts(declaration, &from, &to, diagnostics);
    if diagnostics.len() > before {
        // Without its sorts nothing can be said of an operator.
        return None;
    }
    let morphism = Morphism { sorts: sorts.iter().map(|(&a, &b)| (a, b)).collect(), ..Morphism::default() };
    let view = View { name: own.name, parameters, from, to, sorts, operators: Vec::new(), span: declaration.span };
    let mut draft = ViewDraft {
        view,
        terms: Vec::new(),
        variables: IndexMap::default(),
        images: IndexMap::default(),
        mapped: Vec::new(),
        morphism,
    };
    for item in &declaration.items {
        draft.item(item, diagnostics);
    }
    Some(draft)
}

fn end(
    expression: &ModuleExpression,
    scope: &Scope<'_>,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Arc<Module>> {
    let found = evaluate_in(expression, scope, database, diagnostics)?;
    if found.parameters.is_empty() {
        return Some(found);
    }
    diagnostics.push(not_instantiated(&found, expression.first().span));
    None
}

/// Where the sorts of the theory go: as written, else to the sort of the same name.
fn sorts(
    declaration: &ViewDeclaration,
    from: &Arc<Module>,
    to: &Arc<Module>,
    diagnostics: &mut Vec<Diagnostic>,
) -> IndexMap<Name, Name> {
    let mut sorts: IndexMap<Name, Name> = IndexMap::default();
    let own = theory_sorts(from);
    let known = |module: &Module, sort: &SortReference, diagnostics: &mut Vec<Diagnostic>| {
        let found = module.signature.sort_named(sort.name).is_some();
        if !found {
            let names = module.signature.sorts().iter().filter(|sort| sort.span.is_some());
            diagnostics.push(
                unknown_sort(sort, names.map(|sort| sort.name.as_str()))
                    .note(format!("looked for in `{}`", module.name)),
            );
        }
        found
    };
    for item in &declaration.items {
        if let ViewItem::Sort { from: source, to: target } = item
            && known(from, source, diagnostics)
            && known(to, target, diagnostics)
        {
            sorts.insert(source.name, target.name);
        }
    }
    for sort in own {
        if sorts.contains_key(&sort) || declaration.items.iter().any(|item| names_sort(item, sort)) {
            continue;
        }
        if to.signature.sort_named(sort).is_none() {
            let message = format!("view `{}` does not say where the sort `{sort}` goes", declaration.name.name);
            diagnostics.push(
                Diagnostic::error("incomplete-view", message, declaration.name.span)
                    .note(format!("`{}` has no sort of that name", to.name))
                    .help(format!("write `sort {sort} to … .`")),
            );
        }
        sorts.insert(sort, sort);
    }
    sorts
}

fn names_sort(item: &ViewItem, sort: Name) -> bool {
    matches!(item, ViewItem::Sort { from, .. } if from.name == sort)
}

impl ViewDraft {
    fn item(&mut self, item: &ViewItem, diagnostics: &mut Vec<Diagnostic>) {
        match item {
            ViewItem::Sort { .. } => {}
            ViewItem::Operator { from, typing, to, span } => {
                self.operator(from, typing.as_ref(), to, *span, diagnostics);
            }
            ViewItem::Term { from, to, span } => self.terms.push((from.clone(), to.clone(), *span)),
            ViewItem::Variables { names, range } => self.declare(names, range, diagnostics),
        }
    }

    fn declare(&mut self, names: &[Token], range: &TypeReference, diagnostics: &mut Vec<Diagnostic>) {
        let (from, to) = (&self.view.from.signature, &self.view.to.signature);
        let written = match range {
            TypeReference::Sort(sort) => sort,
            TypeReference::Kind(sorts, _) => &sorts[0],
        };
        let Some(sort) = from.sort_named(written.name) else {
            let names = from.sorts().iter().filter(|sort| sort.span.is_some()).map(|sort| sort.name.as_str());
            diagnostics.push(unknown_sort(written, names));
            return;
        };
        let Some(image) = to.sort_named(self.morphism.sort(written.name)) else { return };
        let kind = matches!(range, TypeReference::Kind(..));
        let (sort, image) =
            if kind { (from.top_sort(from.kind_of(sort)), to.top_sort(to.kind_of(image))) } else { (sort, image) };
        for name in names {
            self.variables.entry(name.name).or_insert(sort);
            self.images.entry(name.name).or_insert(image);
        }
    }

    fn operator(
        &mut self,
        from: &OperatorName,
        typing: Option<&(Vec<TypeReference>, TypeReference)>,
        to: &OperatorName,
        span: Span,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let (name, target) = (names::split(&from.tokens).name, names::split(&to.tokens).name);
        let typing: Option<(Vec<Name>, Name)> =
            typing.map(|(domain, range)| (domain.iter().map(representative).collect(), representative(range)));
        let theory = Arc::clone(&self.view.from);
        let fits = |symbol: &Symbol| {
            typing.as_ref().is_none_or(|(domain, range)| has_kinds(&theory.signature, symbol, domain, *range))
        };
        let symbols: Vec<SymbolId> = theory.signature.symbols_named(name).to_vec();
        let symbols: Vec<SymbolId> = symbols.into_iter().filter(|&id| fits(theory.signature.symbol(id))).collect();
        if symbols.is_empty() {
            let message = format!("theory `{}` has no operator `{name}`", theory.name);
            let diagnostic = Diagnostic::error("unknown-operator", message, span);
            let known = theory.signature.symbols().iter().map(|symbol| symbol.name.as_str());
            diagnostics.push(suggest_nearest(diagnostic, "one with a similar name exists", name, from.span, known));
            return;
        }
        for symbol in symbols {
            self.map(symbol, target, to.span, diagnostics);
        }
    }

    /// Sends a symbol to the operator of a name, which must exist on the right kinds.
    fn map(&mut self, symbol: SymbolId, target: Name, span: Span, diagnostics: &mut Vec<Diagnostic>) {
        self.mapped.push(symbol);
        if self.target_exists(symbol, target) {
            self.view.operators.push(OperatorMap { symbol, target: Target::Operator(target) });
            return;
        }
        let name = self.view.from.signature.symbol(symbol).name;
        let to = &self.view.to;
        let message = format!("`{name}` of the theory cannot go to `{target}`");
        let diagnostic = Diagnostic::error("unknown-operator", message, span)
            .label(format!("`{}` has no such operator on the sorts that the arguments go to", to.name));
        let known = to.signature.symbols().iter().map(|symbol| symbol.name.as_str());
        let exists = !to.signature.symbols_named(target).is_empty();
        diagnostics.push(if exists {
            diagnostic
        } else {
            suggest_nearest(diagnostic, "one with a similar name exists", target, span, known)
                .help(format!("if a term is meant: `op {name} to term {target} .`"))
        });
    }

    fn target_exists(&self, symbol: SymbolId, target: Name) -> bool {
        let (from, to) = (&self.view.from.signature, &self.view.to.signature);
        let symbol = from.symbol(symbol);
        let (domain, range) = super::morphism::kind_names(from, symbol);
        let domain: Vec<Name> = domain.into_iter().map(|name| self.morphism.sort(name)).collect();
        let range = self.morphism.sort(range);
        to.symbols_named(target).iter().any(|&id| has_kinds(to, to.symbol(id), &domain, range))
    }

    /// Takes a term that was read: `left` is the theory's operator on variables.
    #[allow(clippy::result_large_err, reason = "one mistake, made once")]
    pub fn add_term(&mut self, left: &Term, right: Term, span: Span) -> Result<(), Diagnostic> {
        let shape = || {
            Diagnostic::error("bad-mapping", "only an operator on different variables can go to a term", span)
                .help("write `op f(X:S, Y:S) to term … .`")
        };
        let TermNode::Application { symbol, arguments } = left.node(left.root()) else { return Err(shape()) };
        self.mapped.push(*symbol);
        let mut variables: Vec<Name> = Vec::new();
        for &argument in arguments {
            match left.node(argument) {
                TermNode::Variable(variable) if !variables.contains(&variable.name) => variables.push(variable.name),
                _ => return Err(shape()),
            }
        }
        if let Some((_, stranger)) = right.variables().find(|(_, variable)| !variables.contains(&variable.name)) {
            let message = format!("variable `{}` is no argument of the operator", stranger.name);
            return Err(Diagnostic::error("unbound-variable", message, span));
        }
        let image = TermImage { module: Arc::clone(&self.view.to), variables, term: right };
        self.view.operators.push(OperatorMap { symbol: *symbol, target: Target::Term(Arc::new(image)) });
        Ok(())
    }

    /// The finished view: operators that nothing was said of go to those of the same name.
    pub fn finish(mut self, declaration: Span, diagnostics: &mut Vec<Diagnostic>) -> View {
        let theory = Arc::clone(&self.view.from);
        for id in theory.signature.symbol_ids() {
            let symbol = theory.signature.symbol(id);
            if symbol.polymorphic || self.mapped.contains(&id) || !is_own(&theory, symbol) {
                continue;
            }
            if self.target_exists(id, symbol.name) {
                self.view.operators.push(OperatorMap { symbol: id, target: Target::Operator(symbol.name) });
                continue;
            }
            let message = format!("view `{}` does not say where the operator `{}` goes", self.view.name, symbol.name);
            diagnostics.push(
                Diagnostic::error("incomplete-view", message, declaration)
                    .note(format!("`{}` has no operator of that name on the sorts it would take", self.view.to.name))
                    .help(format!("write `op {} to … .`", symbol.name)),
            );
        }
        self.view
    }

    /// The map of sorts and kinds, as a transfer of terms made of variables only.
    pub fn transfer(&self) -> Transfer {
        Transfer::through(&self.view.from.signature, &self.view.to.signature, &self.morphism)
    }
}

/// Whether a symbol is declared in a theory, and not only in modules that it imports.
fn is_own(theory: &Arc<Module>, symbol: &Symbol) -> bool {
    let all = closure(&[(crate::syntax::surface::ImportMode::Including, Arc::clone(theory))]);
    let inside = |span: Span| {
        let within = |module: &Arc<Module>| {
            module.kind.is_theory()
                && module.span.file == span.file
                && module.span.start <= span.start
                && span.end <= module.span.end
        };
        all.iter().any(within)
    };
    symbol.typings.iter().any(|typing| inside(typing.span))
}
