//! A hint for those who forget to bind a text: the query leads to a constant that is a string and has no value.

use crate::base::hash::{HashMap, HashSet};
use crate::base::{Diagnostic, Span};
use crate::module::{Module, StatementKind, SymbolId, Term, TermNode};
use crate::theory::evaluated;

/// A warning for the first constant of sort `String`, neither constructor nor defined, that the equations lead to from a
/// term. Nothing is looked at further in modules that have no such constant. Cost: linear in the module.
pub(super) fn unbound(module: &Module, term: &Term, place: Span) -> Option<Diagnostic> {
    let open = open_texts(module);
    if open.is_empty() {
        return None;
    }
    let mut uses: HashMap<SymbolId, Vec<SymbolId>> = HashMap::default();
    for statement in &module.statements {
        if let StatementKind::Equation { left, right, .. } = &statement.kind
            && let Some(top) = top(left)
        {
            let used = statement.conditions.iter().flat_map(evaluated).chain([right]).flat_map(symbols);
            uses.entry(top).or_default().extend(used);
        }
    }
    let mut met: HashSet<SymbolId> = HashSet::default();
    let mut next: Vec<SymbolId> = symbols(term).collect();
    while let Some(symbol) = next.pop() {
        if !met.insert(symbol) {
            continue;
        }
        if open.contains(&symbol) {
            let name = module.signature.symbol(symbol).name;
            let warning = Diagnostic::warning("unbound-text", format!("the constant `{name}` has no value"), place);
            return Some(warning.help(format!("give it the text of a file with `--input {name}=PATH`")));
        }
        next.extend(uses.get(&symbol).into_iter().flatten());
    }
    None
}

/// The constants of sort `String` that nothing gives a value.
fn open_texts(module: &Module) -> HashSet<SymbolId> {
    let signature = &module.signature;
    let is_open = |symbol: &SymbolId| {
        let symbol = signature.symbol(*symbol);
        let of_text = |sort| signature.sort(sort).name.as_str() == "String";
        symbol.domain.is_empty()
            && symbol.hook.is_none()
            && symbol.typings.iter().all(|typing| of_text(typing.range) && !typing.constructor)
    };
    let mut open: HashSet<SymbolId> =
        (0..signature.symbols().len()).map(SymbolId::new).filter(|symbol| is_open(symbol)).collect();
    if !open.is_empty() {
        for statement in &module.statements {
            if let StatementKind::Equation { left, .. } = &statement.kind
                && let Some(top) = top(left)
            {
                open.remove(&top);
            }
        }
    }
    open
}

fn top(term: &Term) -> Option<SymbolId> {
    symbol(term.node(term.root()))
}

fn symbol(node: &TermNode) -> Option<SymbolId> {
    match node {
        TermNode::Application { symbol, .. } | TermNode::Iterated { symbol, .. } => Some(*symbol),
        TermNode::Variable(_) | TermNode::Number(_) | TermNode::Value(..) => None,
    }
}

fn symbols(term: &Term) -> impl Iterator<Item = SymbolId> {
    term.nodes().iter().filter_map(symbol)
}
