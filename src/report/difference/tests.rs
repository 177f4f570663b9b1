//! Differences of small states, written in prefix notation.

use super::{Comparer, Part};
use crate::base::source::FileId;
use crate::base::{Name, Span};
use crate::module::{
    Axioms, Kind, KindId, OperatorTyping, Position, Signature, Sort, SortId, SortSet, Symbol, SymbolId, Term, TermNode,
};

/// One sort; constants `a b c d nil`; a bag `*` and a list `,` with identity nil; a pair `&` and a commutative `~`.
fn signature() -> Signature {
    let mut below = SortSet::with_capacity(2);
    below.insert(0);
    below.insert(1);
    let mut itself = SortSet::with_capacity(2);
    itself.insert(1);
    let sort = |name, index_in_kind| Sort { name: Name::new(name), kind: KindId::new(0), index_in_kind, span: None };
    let kind =
        Kind { sorts: vec![SortId::new(0), SortId::new(1)], below: vec![below, itself], maximal: vec![SortId::new(1)] };
    let mut symbols: Vec<Symbol> = ["a", "b", "c", "d", "nil"].map(|name| symbol(name, 0, false, false)).into();
    symbols.push(symbol("*", 2, true, true));
    symbols.push(symbol(",", 2, true, false));
    symbols.push(symbol("&", 2, false, false));
    symbols.push(symbol("~", 2, false, true));
    let mut signature = Signature::new(vec![sort("[S]", 0), sort("S", 1)], vec![kind], symbols);
    let mut nil = Term::new();
    nil.apply(SymbolId::new(4), Vec::new());
    for collection in [5, 6] {
        signature.set_identity(SymbolId::new(collection), Some(nil.clone()), Some(nil.clone()));
    }
    signature
}

fn symbol(name: &str, arity: usize, associative: bool, commutative: bool) -> Symbol {
    let span = Span::new(FileId::new(0), 0, 0);
    let sort = SortId::new(1);
    Symbol {
        name: Name::new(name),
        mixfix: Vec::new(),
        domain: vec![KindId::new(0); arity],
        range: KindId::new(0),
        typings: vec![OperatorTyping { domain: vec![sort; arity], range: sort, constructor: false, span }],
        axioms: Axioms { associative, commutative, ..Axioms::default() },
        precedence: 0,
        gather: Vec::new(),
        grouping: Default::default(),
        format: Vec::new(),
        strategy: None,
        frozen: Vec::new(),
        memo: false,
        hook: None,
        metadata: None,
        role: None,
        polymorphic: false,
    }
}

/// Reads prefix notation: `&*ab,cd` is `(a * b) & (c , d)`; every symbol but a constant takes two arguments.
fn term(signature: &Signature, text: &str) -> Term {
    let mut term = Term::new();
    let mut stack = Vec::new();
    let text = text.replace('0', "nil ");
    let words = text.split("nil ").map(|part| part.chars().map(String::from).collect::<Vec<_>>());
    let words = words.collect::<Vec<_>>().join(&"nil".to_owned());
    for word in words.into_iter().rev() {
        let symbol = signature.symbols_named(Name::new(&word))[0];
        let arity = signature.symbol(symbol).arity();
        let arguments = (0..arity).map(|_| stack.pop().unwrap()).collect();
        stack.push(term.apply(symbol, arguments));
    }
    term
}

/// The elements of a part, prefix notation again.
fn shown(signature: &Signature, term: &Term, part: &Part) -> String {
    let name = |position: Position| match term.node(position) {
        TermNode::Application { symbol, .. } => signature.symbol(*symbol).name.as_str(),
        _ => "?",
    };
    part.positions.iter().map(|&position| name(position)).collect::<Vec<_>>().join(" ")
}

fn check(before: &str, after: &str, expected: &str) {
    let signature = signature();
    let (old, new) = (term(&signature, before), term(&signature, after));
    let mut comparer = Comparer::new(&signature);
    let (before, after) = (comparer.classify(&old), comparer.classify(&new));
    let changes = comparer.changes(&before, &after);
    let text = changes.iter().map(|change| {
        let mark = if change.whole { "whole " } else { "" };
        format!("{mark}-{} +{}", shown(&signature, &old, &change.removed), shown(&signature, &new, &change.added))
    });
    assert_eq!(text.collect::<Vec<_>>().join("; "), expected);
}

#[test]
fn bags_differ_by_their_elements_however_they_are_nested() {
    check("**abc", "*c*ba", "");
    check("**abc", "*cd", "-a b +d");
    check("**aab", "*ab", "-a +");
    check("*ab", "c", "-a b +c");
    check("a", "**abb", "- +b b");
    check("*ab", "0", "-a b +");
}

#[test]
fn lists_lose_what_they_have_in_common_at_both_ends() {
    check(",a,bc", ",,abc", "");
    check(",a,bc", ",a,dc", "-b +d");
    check(",ab", ",a,ab", "- +a");
    check("0", "a", "- +a");
}

#[test]
fn changes_are_found_below_free_and_commutative_symbols() {
    check("&*ab0", "&c*aa", "-a b +c; - +a a");
    check("&*abd", "&cd", "-a b +c");
    check("&*abd", "&cb", "whole -& +&");
    check("~*abd", "~d*ac", "-b +c");
    check("&a&b*ab", "&a&b*bb", "-a +b");
    check("a", "b", "whole -a +b");
}

#[test]
fn a_deep_term_needs_no_deep_stack() {
    let signature = signature();
    let pair = SymbolId::new(7);
    let deep = |leaf: usize| {
        let mut term = Term::new();
        let constant = term.apply(SymbolId::new(0), Vec::new());
        let mut top = term.apply(SymbolId::new(leaf), Vec::new());
        for _ in 0..200_000 {
            top = term.apply(pair, vec![constant, top]);
        }
        term
    };
    let (old, new) = (deep(1), deep(2));
    let mut comparer = Comparer::new(&signature);
    let (before, after) = (comparer.classify(&old), comparer.classify(&new));
    let changes = comparer.changes(&before, &after);
    assert_eq!(changes.len(), 1);
    assert!(!changes[0].whole);
    assert_eq!(changes[0].removed.term(&old).unwrap().len(), 1);
}

#[test]
fn several_elements_become_one_term() {
    let signature = signature();
    let term = term(&signature, "**ab&ca");
    let part = Part { symbol: Some(SymbolId::new(5)), positions: term.arguments(term.root()).to_vec() };
    let joined = part.term(&term).unwrap();
    assert_eq!(joined.arguments(joined.root()).len(), 2);
    assert_eq!(Part { symbol: None, positions: Vec::new() }.term(&term), None);
}
