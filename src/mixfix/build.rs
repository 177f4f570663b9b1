//! From a signature to productions.

use crate::module::{Arrow, Gather, KindId, MixfixPiece, Signature, Symbol, SymbolId};

use super::production::{ANY, Action, Category, Goal, PREFIX_ARGUMENT, PairKind, Part, Productions};
use super::terminal::Terminal;

/// The productions of a signature: its terms, and the statements and queries about them.
pub(super) fn productions(signature: &Signature) -> Productions {
    let mut productions = Productions::default();
    productions.terminal(Terminal::End);
    let kinds = 0..signature.kinds().len();
    for kind in kinds.clone().map(KindId::new) {
        add_kind(&mut productions, kind);
    }
    add_numbers(&mut productions, signature);
    if let Some(division) = signature.division() {
        let part = Part::Terminal(productions.terminal(Terminal::Fraction));
        productions.add(Category::Kind(signature.symbol(division).range), 0, vec![part], Action::Fraction(division));
    }
    for &(symbol, kind) in signature.values() {
        let part = Part::Terminal(productions.terminal(Terminal::Value(kind)));
        productions.add(Category::Kind(signature.symbol(symbol).range), 0, vec![part], Action::Value(symbol));
    }
    for id in signature.symbol_ids().filter(|&id| signature.value_kind(id).is_none()) {
        add_symbol(&mut productions, signature, id);
    }
    for kind in kinds.map(KindId::new) {
        add_joined_terms(&mut productions, kind);
    }
    add_fragments(&mut productions, signature);
    add_goals(&mut productions, signature);
    productions.finish();
    productions
}

/// Variables, parentheses and `(t).S`.
fn add_kind(productions: &mut Productions, kind: KindId) {
    let variable = Part::Terminal(productions.terminal(Terminal::Variable(kind)));
    productions.add(Category::Kind(kind), 0, vec![variable], Action::Variable);
    let parenthesised = vec![productions.word("("), productions.hole(Category::Kind(kind), ANY), productions.word(")")];
    let mut sorted = parenthesised.clone();
    sorted.push(Part::Terminal(productions.terminal(Terminal::DotSort(kind))));
    productions.add(Category::Kind(kind), 0, parenthesised, Action::Same);
    productions.add(Category::Kind(kind), 0, sorted, Action::Same);
}

fn add_numbers(productions: &mut Productions, signature: &Signature) {
    let Some(numbers) = signature.numbers() else { return };
    let mut add = |symbol: SymbolId, terminal| {
        let kind = signature.symbol(symbol).range;
        let part = Part::Terminal(productions.terminal(terminal));
        productions.add(Category::Kind(kind), 0, vec![part], Action::Number);
    };
    add(numbers.successor, Terminal::Natural);
    if let Some(minus) = numbers.minus {
        add(minus, Terminal::Negative);
    }
}

/// All ways to write a symbol.
fn add_symbol(productions: &mut Productions, signature: &Signature, id: SymbolId) {
    let symbol = signature.symbol(id);
    let range = Category::Kind(symbol.range);
    let holes = symbol.mixfix.iter().filter(|&&piece| piece == MixfixPiece::Hole).count();
    let words: Vec<Part> = symbol.mixfix.iter().filter_map(|piece| word_of(productions, piece)).collect();
    let own_name = vec![productions.word(symbol.name.as_str())];
    if symbol.arity() == 0 {
        if own_name != words {
            productions.add(range, 0, own_name, Action::Apply(id));
        }
        productions.add(range, 0, words, Action::Apply(id));
        return;
    }
    if holes == symbol.arity() {
        let parts = mixfix_parts(productions, symbol);
        productions.add(range, i32::try_from(symbol.precedence).unwrap_or(ANY), parts, Action::Apply(id));
    } else if words != own_name {
        add_prefix(productions, symbol, id, &words);
    }
    add_prefix(productions, symbol, id, &own_name);
    if symbol.axioms.iterated && symbol.arity() == 1 {
        let name = Part::Terminal(productions.terminal(Terminal::Power(id)));
        let parts = in_parentheses(productions, &[name], &symbol.domain);
        productions.add(range, 0, parts, Action::Power(id));
    }
}

fn word_of(productions: &mut Productions, piece: &MixfixPiece) -> Option<Part> {
    match piece {
        MixfixPiece::Token(name) => Some(Part::Terminal(productions.terminal(Terminal::Word(*name)))),
        MixfixPiece::Hole => None,
    }
}

fn mixfix_parts(productions: &mut Productions, symbol: &Symbol) -> Vec<Part> {
    let own = i32::try_from(symbol.precedence).unwrap_or(ANY);
    let bound = |argument: usize| match symbol.gathered(argument) {
        Some(Gather::Lower) => own - 1,
        Some(Gather::LowerOrEqual) => own,
        Some(Gather::Any) | None => ANY,
    };
    let twice_itself = symbol.axioms.associative && symbol.arity() == 2 && bound(0) >= own && bound(1) >= own;
    let mut argument = 0;
    let mut parts = Vec::with_capacity(symbol.mixfix.len());
    for (place, piece) in symbol.mixfix.iter().enumerate() {
        if let Some(word) = word_of(productions, piece) {
            parts.push(word);
            continue;
        }
        let category = productions.category(Category::Kind(symbol.domain[argument]));
        // Only an operator open on both sides can be read in two ways against itself.
        let open = symbol.mixfix.last() == Some(&MixfixPiece::Hole);
        let refuses_itself = twice_itself && place == 0 && open;
        parts.push(Part::Hole { category, bound: bound(argument), refuses_itself });
        argument += 1;
    }
    parts
}

/// `name(t, u)`, and for an associative symbol also `name(t, u, v, …)`.
fn add_prefix(productions: &mut Productions, symbol: &Symbol, id: SymbolId, name: &[Part]) {
    let range = Category::Kind(symbol.range);
    let parts = in_parentheses(productions, name, &symbol.domain);
    productions.add(range, 0, parts, Action::Apply(id));
    if symbol.axioms.associative && symbol.arity() == 2 && symbol.domain[0] == symbol.domain[1] {
        let list = argument_list(productions, symbol.domain[0]);
        let mut parts = name.to_vec();
        parts.extend([productions.word("("), list, productions.word(")")]);
        productions.add(range, 0, parts, Action::ApplyList(id));
    }
}

/// `name(t, u)` with holes of these kinds.
fn in_parentheses(productions: &mut Productions, name: &[Part], domain: &[KindId]) -> Vec<Part> {
    let mut parts = name.to_vec();
    for (at, &kind) in domain.iter().enumerate() {
        parts.push(productions.word(if at == 0 { "(" } else { "," }));
        parts.push(productions.hole(Category::Kind(kind), PREFIX_ARGUMENT));
    }
    parts.push(productions.word(")"));
    parts
}

/// A hole for three or more arguments of a kind.
fn argument_list(productions: &mut Productions, kind: KindId) -> Part {
    let category = Category::Arguments(kind);
    let known = productions.categories.contains(&category);
    let list = productions.hole(category, ANY);
    if !known {
        let (item, comma) = (productions.hole(Category::Kind(kind), PREFIX_ARGUMENT), productions.word(","));
        productions.add(category, 0, vec![item, comma, item, comma, item], Action::List);
        productions.add(category, 0, vec![list, comma, item], Action::List);
    }
    list
}

/// `t = t'`, `t => t'`, `t : S` and `t =>* t'` of one kind.
fn add_joined_terms(productions: &mut Productions, kind: KindId) {
    let term = productions.hole(Category::Kind(kind), ANY);
    let mut join = |category, word: &str, kind| {
        let word = productions.word(word);
        productions.add(category, 0, vec![term, word, term], Action::Pair(kind));
    };
    join(Category::Equality, "=", PairKind::Equals);
    join(Category::Step, "=>", PairKind::Rewrites);
    join(Category::Fragment, ":=", PairKind::Matches);
    for arrow in Arrow::ALL {
        join(Category::Query, arrow.as_str(), PairKind::Searches(arrow));
    }
    join(Category::Matching, "<=?", PairKind::MatchesWith);
    let (colon, sort) = (productions.word(":"), Part::Terminal(productions.terminal(Terminal::Sort(kind))));
    productions.add(Category::SortTest, 0, vec![term, colon, sort], Action::SortTest);
    productions.add(Category::AnyTerm, 0, vec![term], Action::Same);
    productions.add(Category::Goal(Goal::TermOf(kind)), 0, vec![term], Action::Same);
}

fn add_fragments(productions: &mut Productions, signature: &Signature) {
    for category in [Category::Equality, Category::Step, Category::SortTest] {
        let hole = productions.hole(category, ANY);
        productions.add(Category::Fragment, 0, vec![hole], Action::Same);
    }
    if let Some((yes, _)) = signature.booleans() {
        let hole = productions.hole(Category::Kind(signature.symbol(yes).range), ANY);
        productions.add(Category::Fragment, 0, vec![hole], Action::Boolean);
    }
    let (fragment, all) = (productions.hole(Category::Fragment, ANY), productions.hole(Category::Condition, ANY));
    let and = productions.word("/\\");
    productions.add(Category::Condition, 0, vec![fragment], Action::Same);
    productions.add(Category::Condition, 0, vec![all, and, fragment], Action::List);
}

fn add_goals(productions: &mut Productions, signature: &Signature) {
    let mut same = |goal, category| {
        let hole = productions.hole(category, ANY);
        productions.add(Category::Goal(goal), 0, vec![hole], Action::Same);
    };
    for kind in (0..signature.kinds().len()).map(KindId::new) {
        same(Goal::Term, Category::Kind(kind));
    }
    same(Goal::Equation, Category::Equality);
    same(Goal::Rule, Category::Step);
    same(Goal::Membership, Category::SortTest);
    same(Goal::Search, Category::Query);
    same(Goal::Matching, Category::Matching);
    same(Goal::Condition, Category::Condition);
    let mut conditional = |goal, category, words: &[&str]| {
        let mut parts = vec![productions.hole(category, ANY)];
        parts.extend(words.iter().map(|word| productions.word(word)));
        parts.push(productions.hole(Category::Condition, ANY));
        productions.add(Category::Goal(goal), 0, parts, Action::Conditional);
    };
    conditional(Goal::ConditionalEquation, Category::Equality, &["if"]);
    conditional(Goal::ConditionalRule, Category::Step, &["if"]);
    conditional(Goal::ConditionalMembership, Category::SortTest, &["if"]);
    conditional(Goal::Search, Category::Query, &["such", "that"]);
    conditional(Goal::Search, Category::Query, &["s.t."]);
    conditional(Goal::Matching, Category::Matching, &["such", "that"]);
    conditional(Goal::Matching, Category::Matching, &["s.t."]);
    for (goal, word) in [(Goal::MixedEquation, "="), (Goal::MixedRule, "=>")] {
        let (term, word) = (productions.hole(Category::AnyTerm, ANY), productions.word(word));
        productions.add(Category::Goal(goal), 0, vec![term, word, term], Action::Pair(PairKind::Equals));
    }
}
