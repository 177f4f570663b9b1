//! What `show` tells of a module, in Maude's words.

use crate::base::Name;
use crate::module::{Gather, KindId, ObjectRole, OperatorTyping, Signature, SortId, StatementKind, Symbol, SymbolId};
use crate::syntax::surface::ImportMode;

use super::context::Context;
use super::statement::statement;

/// Which statements are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statements {
    /// Memberships.
    Memberships,
    /// Equations.
    Equations,
    /// Rules.
    Rules,
}

/// The module's own part (`all`: with everything imported, as one flat module).
pub fn module(context: &Context<'_>, all: bool) -> String {
    let (open, close) = (context.module.kind.opening(), context.module.kind.closing());
    let mut text = format!("{open} {} is\n", context.module.name);
    if !all {
        for (mode, import) in &context.module.imports {
            text.push_str(&format!("  {} {} .\n", mode_word(*mode), import.name));
        }
    }
    for part in [order(context, all), operators(context, all), variables(context)] {
        text.extend(part.lines().map(|line| format!("  {line}\n")));
    }
    for kind in [Statements::Memberships, Statements::Equations, Statements::Rules] {
        text.extend(statements(context, kind, all).lines().map(|line| format!("  {line}\n")));
    }
    text + close + "\n"
}

/// The sorts on one line, then what is directly below each.
fn order(context: &Context<'_>, all: bool) -> String {
    let signature = &context.module.signature;
    let inside = |sort: SortId| {
        let sort = signature.sort(sort);
        sort.index_in_kind > 0 && (all || sort.span.is_some_and(|span| is_own(context, span)))
    };
    let sorts: Vec<SortId> = (0..signature.sorts().len()).map(SortId::new).filter(|&sort| inside(sort)).collect();
    if sorts.is_empty() {
        return String::new();
    }
    let names = |sorts: &[SortId]| sorts.iter().map(|&sort| context.sort(sort).as_str()).collect::<Vec<_>>().join(" ");
    let mut text = format!("{} {} .\n", if sorts.len() > 1 { "sorts" } else { "sort" }, names(&sorts));
    for &sort in &sorts {
        let kind = &signature.kind(signature.sort(sort).kind).sorts;
        let below = |&low: &SortId, &high: &SortId| low != high && signature.is_subsort(low, high);
        let direct: Vec<SortId> = kind
            .iter()
            .copied()
            .filter(|low| below(low, &sort) && !kind.iter().any(|other| below(low, other) && below(other, &sort)))
            .collect();
        if !direct.is_empty() {
            let word = if direct.len() > 1 { "subsorts" } else { "subsort" };
            text.push_str(&format!("{word} {} < {} .\n", names(&direct), context.sort(sort)));
        }
    }
    text
}

fn mode_word(mode: ImportMode) -> &'static str {
    match mode {
        ImportMode::Protecting => "protecting",
        ImportMode::Extending => "extending",
        ImportMode::Including => "including",
    }
}

/// The sorts with what is below and above each.
pub fn sorts(context: &Context<'_>, all: bool) -> String {
    let signature = &context.module.signature;
    let inside = |sort: SortId| all || signature.sort(sort).span.is_some_and(|span| is_own(context, span));
    let mut text = String::new();
    for (index, sort) in signature.sorts().iter().enumerate().filter(|(_, sort)| sort.index_in_kind > 0) {
        let id = SortId::new(index);
        if !inside(id) {
            continue;
        }
        text.push_str(&format!("sort {} .", sort.name));
        let others = |lower: bool| -> Vec<&str> {
            let kind = signature.kind(sort.kind);
            let related = |&&other: &&SortId| {
                let (low, high) = if lower { (other, id) } else { (id, other) };
                other != id && signature.sort(other).index_in_kind > 0 && signature.is_subsort(low, high)
            };
            // The lowest first, as in Maude.
            kind.sorts.iter().rev().filter(related).map(|&other| signature.sort(other).name.as_str()).collect()
        };
        let (below, above) = (others(true), others(false));
        if !(below.is_empty() && above.is_empty()) {
            let word = if below.len() + above.len() > 1 { "subsorts" } else { "subsort" };
            let mut parts = Vec::new();
            if !below.is_empty() {
                parts.push(below.join(" "));
            }
            parts.push(sort.name.to_string());
            if !above.is_empty() {
                parts.push(above.join(" "));
            }
            text.push_str(&format!("\t{word} {} .", parts.join(" < ")));
        }
        text.push('\n');
    }
    text
}

/// The declarations of operators.
pub fn operators(context: &Context<'_>, all: bool) -> String {
    let signature = &context.module.signature;
    let mut text = polymorphic_operators(context, all);
    for symbol in signature.symbols().iter().filter(|symbol| !symbol.polymorphic) {
        for typing in symbol.typings.iter().filter(|typing| all || is_own(context, typing.span)) {
            let name = |sort: &SortId| signature.sort(*sort).name.as_str();
            let domain: Vec<&str> = typing.domain.iter().map(name).collect();
            let space = if domain.is_empty() { "" } else { " " };
            let domain = domain.join(" ");
            let attributes = bracketed(&attributes(context, symbol, typing.constructor));
            text.push_str(&format!("op {} : {domain}{space}-> {}{attributes} .\n", symbol.name, name(&typing.range)));
        }
    }
    text
}

/// The declarations of operators on all kinds, which come first.
fn polymorphic_operators(context: &Context<'_>, all: bool) -> String {
    let signature = &context.module.signature;
    let mut text = String::new();
    for operator in signature.polymorphic_operators().iter().filter(|one| all || is_own(context, one.span)) {
        let name = |sort: &Option<Name>| sort.map_or("Universal", |sort| sort.as_str());
        let places: Vec<String> = (1..=operator.domain.len())
            .filter(|place| operator.domain[place - 1].is_none())
            .chain(operator.range.is_none().then_some(0))
            .map(|place| place.to_string())
            .collect();
        let mut words = vec![format!("poly ({})", places.join(" "))];
        words.extend(attributes(context, &operator.symbol, false));
        let domain: Vec<&str> = operator.domain.iter().map(name).collect();
        let (domain, range) = (domain.join(" "), name(&operator.range));
        text.push_str(&format!("op {} : {domain} -> {range}{} .\n", operator.symbol.name, bracketed(&words)));
    }
    text
}

fn bracketed(words: &[String]) -> String {
    if words.is_empty() { String::new() } else { format!(" [{}]", words.join(" ")) }
}

/// An operator with the kinds of its arguments and result.
pub fn operator_of_kinds(context: &Context<'_>, symbol: SymbolId) -> String {
    let signature = &context.module.signature;
    let symbol = signature.symbol(symbol);
    let Some(typing) = symbol.typings.first() else { return String::new() };
    let kind = |sort: &SortId| signature.sort(signature.kind(signature.sort(*sort).kind).sorts[0]).name;
    let domain: Vec<&str> = typing.domain.iter().map(|sort| kind(sort).as_str()).collect();
    let space = if domain.is_empty() { "" } else { " " };
    format!("op {} : {}{space}-> {} .\n", symbol.name, domain.join(" "), kind(&typing.range))
}

fn attributes(context: &Context<'_>, symbol: &Symbol, constructor: bool) -> Vec<String> {
    let axioms = &symbol.axioms;
    let mut words: Vec<String> = Vec::new();
    let flags = [(axioms.associative, "assoc"), (axioms.commutative, "comm")];
    words.extend(flags.iter().filter(|(is, _)| *is).map(|(_, word)| (*word).to_owned()));
    match (&axioms.left_identity, &axioms.right_identity) {
        (Some(_), Some(right)) => words.push(format!("id: {}", context.one_line(right))),
        (Some(left), None) => words.push(format!("left id: {}", context.one_line(left))),
        (None, Some(right)) => words.push(format!("right id: {}", context.one_line(right))),
        (None, None) => {}
    }
    words.extend(axioms.idempotent.then(|| "idem".to_owned()));
    words.extend(constructor.then(|| "ctor".to_owned()));
    words.extend(axioms.iterated.then(|| "iter".to_owned()));
    let role = symbol.role.map(|role| match role {
        ObjectRole::Configuration => "config",
        ObjectRole::Object => "object",
        ObjectRole::Message => "msg",
    });
    words.extend(role.map(str::to_owned));
    let entries: Option<Vec<String>> = match &symbol.strategy {
        Some(strategy) => Some(strategy.iter().map(u32::to_string).collect()),
        None if symbol.memo => Some((1..=symbol.arity()).chain([0]).map(|entry| entry.to_string()).collect()),
        None => None,
    };
    words.extend(entries.map(|entries| format!("strat ({})", entries.join(" "))));
    words.extend(symbol.memo.then(|| "memo".to_owned()));
    if !symbol.frozen.is_empty() {
        let entries: Vec<String> = symbol.frozen.iter().map(|place| (place + 1).to_string()).collect();
        words.push(format!("frozen ({})", entries.join(" ")));
    }
    if symbol.is_mixfix() {
        words.push(format!("prec {}", symbol.precedence));
        let gather: Vec<&str> = symbol.gather.iter().map(|gather| gather_word(*gather)).collect();
        words.push(format!("gather ({})", gather.join(" ")));
    }
    if !symbol.format.is_empty() {
        let format: Vec<&str> = symbol.format.iter().map(|word| word.as_str()).collect();
        words.push(format!("format ({})", format.join(" ")));
    }
    words.extend(symbol.metadata.map(|metadata| format!("metadata {metadata}")));
    words
}

fn gather_word(gather: Gather) -> &'static str {
    match gather {
        Gather::Lower => "e",
        Gather::LowerOrEqual => "E",
        Gather::Any => "&",
    }
}

/// The variables.
pub fn variables(context: &Context<'_>) -> String {
    let line = |(name, sort): (&crate::base::Name, &SortId)| format!("var {name} : {} .\n", context.sort(*sort));
    context.module.variables.iter().map(line).collect()
}

/// Statements of a kind.
pub fn statements(context: &Context<'_>, wanted: Statements, all: bool) -> String {
    let to = if all { context.module.statements.len() } else { context.module.own };
    let fits = |kind: &StatementKind| {
        wanted
            == match kind {
                StatementKind::Membership { .. } => Statements::Memberships,
                StatementKind::Equation { .. } => Statements::Equations,
                StatementKind::Rule { .. } => Statements::Rules,
            }
    };
    let statements = context.module.statements[..to].iter().filter(|one| fits(&one.kind));
    statements.map(|one| statement(context, one) + "\n").collect()
}

/// The kinds with their sorts.
pub fn kinds(signature: &Signature) -> String {
    let kind = |kind: KindId| {
        let sorts = &signature.kind(kind).sorts;
        let free = if is_error_free(signature, kind) { " (error free)" } else { "" };
        let mut text = format!("{}{free}:\n", signature.sort(sorts[0]).name);
        let named = sorts.iter().filter(|&&sort| signature.sort(sort).index_in_kind > 0);
        text.extend(named.enumerate().map(|(at, &sort)| format!("\t{}\t{}\n", at + 1, signature.sort(sort).name)));
        text
    };
    let all: Vec<String> = (0..signature.kinds().len()).map(|index| kind(KindId::new(index))).collect();
    all.join("\n")
}

/// Most ways to choose largest sorts for the arguments of one operator that are looked at.
const MOST_CHOICES: usize = 1 << 12;

/// Whether every term over variables of proper sorts has a proper sort, if it is of this kind.
fn is_error_free(signature: &Signature, kind: KindId) -> bool {
    signature.symbols().iter().filter(|symbol| symbol.range == kind).all(|symbol| is_total(signature, symbol))
}

/// Whether the declarations of an operator cover all arguments of proper sorts: then they cover the largest sorts of each kind.
fn is_total(signature: &Signature, symbol: &Symbol) -> bool {
    let largest: Vec<Vec<SortId>> = symbol.domain.iter().map(|&kind| largest_sorts(signature, kind)).collect();
    let choices = largest.iter().try_fold(1usize, |product, sorts| product.checked_mul(sorts.len()));
    let Some(choices) = choices.filter(|&choices| choices <= MOST_CHOICES) else { return false };
    let covers = |typing: &OperatorTyping, chosen: &[SortId]| {
        let fits = typing.domain.iter().zip(chosen).all(|(&upper, &sort)| signature.is_subsort(sort, upper));
        fits && signature.sort(typing.range).index_in_kind > 0
    };
    (0..choices).all(|mut number| {
        let mut chosen = Vec::with_capacity(largest.len());
        for sorts in &largest {
            chosen.push(sorts[number % sorts.len()]);
            number /= sorts.len();
        }
        symbol.typings.iter().any(|typing| covers(typing, &chosen))
    })
}

/// The sorts of a kind that are below no other one.
fn largest_sorts(signature: &Signature, kind: KindId) -> Vec<SortId> {
    let named = &signature.kind(kind).sorts[1..];
    let below = |sort: SortId| named.iter().any(|&upper| upper != sort && signature.is_subsort(sort, upper));
    named.iter().copied().filter(|&sort| !below(sort)).collect()
}

/// How many there are of each.
pub fn summary(context: &Context<'_>) -> String {
    let signature = &context.module.signature;
    let sorts = signature.sorts().iter().filter(|sort| sort.index_in_kind > 0).count();
    let count = |wanted: Statements| statements(context, wanted, true).lines().count();
    format!(
        "Term rewriting system:\n\tkinds: {}\n\tsorts: {sorts}\n\toperators: {}\n\tmembership axioms: {}\n\tequations: {}\n\trules: {}\n",
        signature.kinds().len(),
        signature.symbols().len(),
        count(Statements::Memberships),
        count(Statements::Equations),
        count(Statements::Rules),
    )
}

/// Whether something was declared in the module itself.
fn is_own(context: &Context<'_>, span: crate::base::Span) -> bool {
    let whole = context.module.span;
    span.file == whole.file && whole.start <= span.start && span.start < whole.end
}
