//! Renamings: `M * (sort A to B, op f to g, label l to m)`.

use std::sync::Arc;

use crate::base::hash::HashSet;
use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::{ImportMode, OperatorAttribute, OperatorName, RenamingItem, TypeReference};

use super::attributes::{self, Attributes};
use super::defaults;
use super::derive::{Naming, derive};
use super::flat::{Module, ModuleDatabase, Parameter};
use super::imports::closure;
use super::morphism::{Image, Morphism, SymbolMap, Syntax, declared, has_kinds};
use super::names;
use super::parameters::copy_name;
use super::signature::{Gather, Grouping};
use super::sorts::unknown_sort;

/// A renaming with its items' texts, for the names of the modules it makes.
struct Renaming {
    morphism: Morphism,
    items: Vec<Item>,
}

struct Item {
    text: String,
    what: What,
}

enum What {
    Sort(Name),
    Operator(usize),
    Label(Name),
}

impl Naming for Renaming {
    /// Only items that concern a module are part of its name, so that equal images have equal names.
    fn name(&self, module: &Module) -> Name {
        let signature = &module.signature;
        let concerns = |item: &&Item| match &item.what {
            What::Sort(name) => signature.sort_named(*name).is_some(),
            What::Operator(at) => applies(&self.morphism, &self.morphism.symbols[*at], module),
            What::Label(name) => module.statements.iter().any(|statement| statement.label == Some(*name)),
        };
        let texts: Vec<&str> = self.items.iter().filter(concerns).map(|item| item.text.as_str()).collect();
        let inner = module.name;
        if inner.as_str().contains(" + ") {
            return Name::new(&format!("({inner}) * ({})", texts.join(", ")));
        }
        Name::new(&format!("{inner} * ({})", texts.join(", ")))
    }

    fn parameters(&self, module: &Module) -> Vec<Parameter> {
        module.parameters.clone()
    }
}

/// The renamed module. Items that concern nothing are warned of.
pub(super) fn rename(
    module: &Arc<Module>,
    items: &[RenamingItem],
    span: Span,
    database: &mut ModuleDatabase,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Arc<Module>> {
    let mut renaming = Renaming { morphism: Morphism::default(), items: Vec::new() };
    keep_parameters(module, &mut renaming.morphism);
    for item in items {
        add(&mut renaming, item, module, diagnostics);
    }
    if renaming.items.is_empty() {
        return Some(Arc::clone(module));
    }
    Some(derive(module, &renaming.morphism, &renaming, span, database, diagnostics))
}

/// What parameters stand for is not renamed.
fn keep_parameters(module: &Arc<Module>, morphism: &mut Morphism) {
    let all = closure(&[(ImportMode::Including, Arc::clone(module))]);
    for copy in all.iter().filter(|module| module.name.as_str().contains(" :: ")) {
        let signature = &copy.signature;
        for symbol in signature.symbols().iter().filter(|symbol| !symbol.polymorphic) {
            let declared = symbol.typings.iter().map(|t| declared(signature, symbol.name, &t.domain, t.range));
            morphism.dropped.extend(declared);
        }
        morphism.imports.insert(copy.name, Arc::clone(copy));
    }
    debug_assert!(
        module
            .parameters
            .iter()
            .all(|parameter| { morphism.imports.contains_key(&copy_name(parameter.name, &parameter.theory)) })
    );
    // What the copies import from modules proper is renamed as everywhere else.
    let fixed: HashSet<_> = all
        .iter()
        .filter(|module| !module.kind.is_theory() && !module.name.as_str().contains(" :: "))
        .flat_map(|module| {
            let signature = &module.signature;
            let symbols = signature.symbols().iter().filter(|symbol| !symbol.polymorphic);
            symbols
                .flat_map(|symbol| symbol.typings.iter().map(|t| declared(signature, symbol.name, &t.domain, t.range)))
                .filter(|declaration| !declaration.1.iter().chain([&declaration.2]).any(|s| s.as_str().contains('$')))
                .collect::<Vec<_>>()
        })
        .collect();
    morphism.dropped.retain(|declaration| !fixed.contains(declaration));
}

fn applies(morphism: &Morphism, map: &SymbolMap, module: &Module) -> bool {
    let signature = &module.signature;
    signature.symbols_named(map.name).iter().any(|&id| {
        let symbol = signature.symbol(id);
        let typed = map.typing.as_ref().is_none_or(|(domain, range)| has_kinds(signature, symbol, domain, *range));
        let kept = symbol
            .typings
            .iter()
            .any(|t| !morphism.dropped.contains(&declared(signature, symbol.name, &t.domain, t.range)));
        !symbol.polymorphic && typed && kept
    })
}

fn add(renaming: &mut Renaming, item: &RenamingItem, module: &Arc<Module>, diagnostics: &mut Vec<Diagnostic>) {
    let signature = &module.signature;
    match item {
        RenamingItem::Sort { from, to } => {
            if signature.sort_named(from.name).is_none() {
                let names = signature.sorts().iter().filter(|s| s.span.is_some()).map(|s| s.name.as_str());
                let mut diagnostic = unknown_sort(from, names);
                diagnostic.severity = crate::base::Severity::Warning;
                diagnostics.push(diagnostic.note(format!("so `{}` has nothing to rename", module.name)));
                return;
            }
            renaming.morphism.sorts.insert(from.name, to.name);
            let text = format!("sort {} to {}", from.name, to.name);
            renaming.items.push(Item { text, what: What::Sort(from.name) });
        }
        RenamingItem::Label { from, to } => {
            if !module.statements.iter().any(|statement| statement.label == Some(from.name)) {
                let message = format!("no statement of `{}` has the label `{}`", module.name, from.name);
                diagnostics.push(Diagnostic::warning("nothing-to-rename", message, from.span));
                return;
            }
            renaming.morphism.labels.insert(from.name, to.name);
            let text = format!("label {} to {}", from.name, to.name);
            renaming.items.push(Item { text, what: What::Label(from.name) });
        }
        RenamingItem::Operator { from, typing, to, attributes, span } => {
            let written = Written { from, typing: typing.as_ref(), to, attributes };
            operator(renaming, &written, module, *span, diagnostics);
        }
    }
}

struct Written<'a> {
    from: &'a OperatorName,
    typing: Option<&'a (Vec<TypeReference>, TypeReference)>,
    to: &'a OperatorName,
    attributes: &'a [OperatorAttribute],
}

fn operator(
    renaming: &mut Renaming,
    written: &Written<'_>,
    module: &Arc<Module>,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let (from, to) = (names::split(&written.from.tokens), names::split(&written.to.tokens));
    let typing: Option<(Vec<Name>, Name)> =
        written.typing.map(|(domain, range)| (domain.iter().map(representative).collect(), representative(range)));
    let read = attributes::read(written.attributes, false, diagnostics);
    let associative =
        module.signature.symbols_named(from.name).iter().any(|&id| module.signature.symbol(id).axioms.associative);
    let given = written_attributes(&read);
    let syntax = Syntax {
        name: to.name,
        precedence: read.precedence.map_or_else(|| defaults::precedence(&to.pieces), |found| found.value),
        grouping: if read.gather.is_some() { Grouping::Declared } else { Grouping::Open },
        gather: read.gather.map_or_else(|| defaults::gather(&to.pieces, associative), |found| found.value),
        format: read.format.map_or_else(Vec::new, |found| found.value),
        mixfix: to.pieces,
    };
    let mut text = format!("op {}", from.name);
    if let Some((domain, range)) = &typing {
        let domain: Vec<&str> = domain.iter().map(|name: &Name| name.as_str()).collect();
        text.push_str(&format!(" : {} -> {range}", domain.join(" ")));
    }
    text.push_str(&format!(" to {}", to.name));
    text.push_str(&given);
    let map = SymbolMap { name: from.name, typing, image: Image::Renamed(Box::new(syntax)) };
    if !applies(&renaming.morphism, &map, module) {
        let message = format!("`{}` has no operator `{}` to rename", module.name, from.name);
        diagnostics.push(Diagnostic::warning("nothing-to-rename", message, span));
        return;
    }
    renaming.items.push(Item { text, what: What::Operator(renaming.morphism.symbols.len()) });
    renaming.morphism.symbols.push(map);
}

fn written_attributes(read: &Attributes) -> String {
    let mut parts = Vec::new();
    if let Some(precedence) = &read.precedence {
        parts.push(format!("prec {}", precedence.value));
    }
    if let Some(gather) = &read.gather {
        let letter = |gather: &Gather| match gather {
            Gather::Lower => "e",
            Gather::LowerOrEqual => "E",
            Gather::Any => "&",
        };
        let letters: Vec<&str> = gather.value.iter().map(letter).collect();
        parts.push(format!("gather ({})", letters.join(" ")));
    }
    if let Some(format) = &read.format {
        let words: Vec<&str> = format.value.iter().map(|word| word.as_str()).collect();
        parts.push(format!("format ({})", words.join(" ")));
    }
    if parts.is_empty() { String::new() } else { format!(" [{}]", parts.join(" ")) }
}

/// A sort whose kind is meant.
pub(super) fn representative(written: &TypeReference) -> Name {
    match written {
        TypeReference::Sort(sort) => sort.name,
        TypeReference::Kind(sorts, _) => sorts[0].name,
    }
}
