//! The surface tree as text, one line per declaration or command; `·` stands between tokens.

use crate::syntax::surface::*;

pub fn unit(unit: &SourceUnit) -> String {
    let mut lines = Vec::new();
    for item in &unit.items {
        match item {
            Item::Module(module) => {
                lines.push(format!("{:?} {}", module.kind, module.name.name));
                lines.extend(module.declarations.iter().map(|found| format!("  {}", declaration(found))));
            }
            Item::View(view) => lines.push(format!("{view:?}")),
            Item::Command(found) => lines.push(command(&found.kind)),
        }
    }
    lines.join("\n")
}

fn declaration(declaration: &Declaration) -> String {
    match declaration {
        Declaration::Import { mode, module, .. } => format!("{mode:?} {}", expression(module)),
        Declaration::Sorts(sorts) => format!("sorts {}", self::sorts(sorts)),
        Declaration::Subsorts(chain) => {
            format!("subsorts {}", chain.iter().map(|group| sorts(group)).collect::<Vec<_>>().join(" < "))
        }
        Declaration::Variables { names, range } => format!("vars {} : {}", run(names), kind(range)),
        Declaration::Operators(found) => operators(found),
        Declaration::Statement(found) => {
            let label = found.label.map(|label| format!(" [{}]", label.name)).unwrap_or_default();
            format!("{:?}{label} {}", found.keyword, run(&found.body))
        }
    }
}

fn operators(found: &OperatorDeclaration) -> String {
    let names: Vec<String> = found.names.iter().map(|name| run(&name.tokens)).collect();
    let domain: Vec<String> = found.domain.iter().map(kind).collect();
    let arrow = if found.partial { "~>" } else { "->" };
    let mut text = format!("op {} : {} {arrow} {}", names.join(" "), domain.join(" "), kind(&found.range));
    for attribute in &found.attributes {
        text.push_str(&format!(" [{}]", self::attribute(&attribute.kind)));
    }
    text
}

fn attribute(kind: &OperatorAttributeKind) -> String {
    use OperatorAttributeKind as Kind;
    match kind {
        Kind::Identity { left, right, term } => format!("id {left} {right} {}", run(term)),
        Kind::Gather(list) => format!("gather {}", run(list)),
        Kind::Format(list) => format!("format {}", run(list)),
        Kind::Label(token) => format!("label {}", token.name),
        Kind::Metadata(token) => format!("metadata {}", token.name),
        Kind::Latex(token) => format!("latex {}", token.name),
        Kind::Special(token) => format!("special {}", token.name),
        Kind::Unknown(token) => format!("unknown {}", token.name),
        other => format!("{other:?}"),
    }
}

fn command(kind: &CommandKind) -> String {
    let prefix = |module: &Option<ModuleExpression>| {
        module.as_ref().map(|module| format!(" in {}", expression(module))).unwrap_or_default()
    };
    match kind {
        CommandKind::Reduce { module, body } => format!("reduce{} {}", prefix(module), run(body)),
        CommandKind::Search { solutions, depth, module, body } => {
            format!("search {solutions:?} {depth:?}{} {}", prefix(module), run(body))
        }
        CommandKind::Load { file, once } => format!("{} {}", if *once { "sload" } else { "load" }, file.name),
        other => format!("{other:?}"),
    }
}

fn expression(module: &ModuleExpression) -> String {
    match module {
        ModuleExpression::Named(name) => name.name.to_string(),
        ModuleExpression::Sum(parts) => parts.iter().map(expression).collect::<Vec<_>>().join(" + "),
        ModuleExpression::Renamed(inner, items) => {
            let items: Vec<String> = items.iter().map(renaming).collect();
            format!("{} * ({})", expression(inner), items.join(", "))
        }
        ModuleExpression::Instantiated(inner, arguments) => {
            format!("{}{}", expression(inner), self::arguments(arguments))
        }
    }
}

fn renaming(item: &RenamingItem) -> String {
    match item {
        RenamingItem::Sort { from, to } => format!("sort {} to {}", from.name, to.name),
        RenamingItem::Label { from, to } => format!("label {} to {}", from.name, to.name),
        RenamingItem::Operator { from, typing, to, attributes, .. } => {
            let typing = typing.as_ref().map(|(domain, range)| {
                format!(" : {} -> {}", domain.iter().map(kind).collect::<Vec<_>>().join(" "), kind(range))
            });
            let attributes: String = attributes.iter().map(|found| format!(" [{}]", attribute(&found.kind))).collect();
            format!("op {}{} to {}{attributes}", run(&from.tokens), typing.unwrap_or_default(), run(&to.tokens))
        }
    }
}

fn arguments(arguments: &[Argument]) -> String {
    if arguments.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = arguments
        .iter()
        .map(|argument| {
            format!(
                "{}{}",
                argument.name.name,
                argument.groups.iter().map(|group| self::arguments(group)).collect::<String>()
            )
        })
        .collect();
    format!("{{{}}}", shown.join(","))
}

fn kind(kind: &TypeReference) -> String {
    match kind {
        TypeReference::Sort(sort) => sort.name.to_string(),
        TypeReference::Kind(list, _) => format!("[{}]", sorts(list)),
    }
}

fn sorts(sorts: &[SortReference]) -> String {
    sorts.iter().map(|sort| sort.name.as_str()).collect::<Vec<_>>().join(" ")
}

fn run(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.name.as_str()).collect::<Vec<_>>().join("·")
}
