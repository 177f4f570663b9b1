//! Elaboration from text: signatures and messages.

use std::fmt::Write;
use std::sync::Arc;

use crate::base::Name;
use crate::base::source::SourceMap;

use super::elaborate::elaborate;
use super::flat::Module;
use super::signature::{Gather, Signature, SortId, Symbol};
use super::statement::{Statement, StatementKind};
use super::term::{Term, TermNode};
use super::test_text::{library, load, read};

fn show_symbol(signature: &Signature, symbol: &Symbol) -> String {
    let sort = |sort: &SortId| signature.sort(*sort).name.as_str();
    let mut text = String::new();
    for typing in &symbol.typings {
        let domain: Vec<&str> = typing.domain.iter().map(sort).collect();
        let separator = if text.is_empty() { "" } else { " | " };
        write!(text, "{separator}{} -> {}", domain.join(" "), sort(&typing.range)).unwrap();
    }
    let gather: Vec<&str> = symbol
        .gather
        .iter()
        .map(|gather| match gather {
            Gather::Lower => "e",
            Gather::LowerOrEqual => "E",
            Gather::Any => "&",
        })
        .collect();
    let axioms = &symbol.axioms;
    let marks = [
        (axioms.associative, " assoc"),
        (axioms.commutative, " comm"),
        (axioms.left_identity.is_some(), " left-id"),
        (axioms.right_identity.is_some(), " right-id"),
        (axioms.iterated, " iter"),
    ];
    let marks: String = marks.iter().filter(|mark| mark.0).map(|mark| mark.1).collect();
    let mut text = format!("{} : {text} prec {} ({}){marks}", symbol.name, symbol.precedence, gather.join(" "));
    if let Some(strategy) = &symbol.strategy {
        write!(text, " strat {strategy:?}").unwrap();
    }
    if !symbol.frozen.is_empty() {
        write!(text, " frozen {:?}", symbol.frozen).unwrap();
    }
    text
}

/// The symbols of a module that have one of the names.
fn show(module: &Module, names: &[&str]) -> String {
    let signature = &module.signature;
    let symbols = names.iter().flat_map(|name| signature.symbols_named(Name::new(name)));
    symbols.map(|&id| show_symbol(signature, signature.symbol(id))).collect::<Vec<_>>().join("\n")
}

fn kinds(module: &Module) -> String {
    let signature = &module.signature;
    let name = |id: &SortId| signature.sort(*id).name.as_str();
    let mut text = String::new();
    for kind in signature.kinds() {
        let sorts: Vec<&str> = kind.sorts.iter().map(name).collect();
        writeln!(text, "{}", sorts.join(" ")).unwrap();
    }
    text
}

/// Elaborates the text, which must be clean, and shows the named symbols of its last module.
fn check(text: &str, names: &[&str], expected: &str) {
    let (database, diagnostics) = load(text);
    assert_eq!(diagnostics, Vec::<String>::new());
    let last = database.names().last().unwrap();
    let shown = show(database.get(last).unwrap(), names);
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(shown.lines().collect::<Vec<_>>(), expected);
}

/// Elaborates the text and shows all messages.
fn check_messages(text: &str, expected: &[&str]) {
    assert_eq!(load(text).1, expected);
}

#[test]
fn precedence_and_gathering_default_as_in_maude() {
    check(
        "fmod A is sort S . op _+_ : S S -> S . op +_ : S -> S . op {_} : S -> S . op a_b_c : S S -> S .
         op a_b_ : S S -> S . op _a_b : S S -> S . op __ : S S -> S . op _a_a_ : S S S -> S . op p : S -> S .
         op _&&_ : S S -> S [assoc] . op ___ : S S S -> S . op d__ : S S -> S . op _c_ : S S -> S [comm] .
         op {_,_} : S S -> S [assoc] . op a b_ : S -> S . op i_a : S -> S [prec 9] .
         op _z_ : S S -> S [assoc prec 0] . endfm",
        &[
            "_+_", "+_", "`{_`}", "a_b_c", "a_b_", "_a_b", "__", "_a_a_", "p", "_&&_", "___", "d__", "_c_", "`{_`,_`}",
            "a`b_", "i_a", "_z_",
        ],
        "_+_ : S S -> S prec 41 (E E)
         +_ : S -> S prec 15 (E)
         `{_`} : S -> S prec 0 (&)
         a_b_c : S S -> S prec 0 (& &)
         a_b_ : S S -> S prec 41 (& E)
         _a_b : S S -> S prec 41 (E &)
         __ : S S -> S prec 41 (E E)
         _a_a_ : S S S -> S prec 41 (E & E)
         p : S -> S prec 0 ()
         _&&_ : S S -> S prec 41 (e E) assoc
         ___ : S S S -> S prec 41 (E E E)
         d__ : S S -> S prec 41 (E E)
         _c_ : S S -> S prec 41 (E E) comm
         `{_`,_`} : S S -> S prec 0 (& &) assoc
         a`b_ : S -> S prec 15 (E)
         i_a : S -> S prec 9 (&)
         _z_ : S S -> S prec 0 (E E) assoc",
    );
}

#[test]
fn overloads_on_one_kind_are_one_symbol_and_imports_merge() {
    check(
        "fmod A is sorts S T . subsort S < T . op f : S -> S [ctor] . op _-_ : S S -> S [prec 20 strat (1 0)] . endfm
         fmod B is protecting A . protecting A . op f : T -> T . op _-_ : T T -> T [ditto] . op nil : -> S .
           op f : Bool -> Bool . endfm
         fmod C is extending B . including A . endfm",
        &["f", "_-_"],
        "f : S -> S | T -> T prec 0 ()
         f : Bool -> Bool prec 0 ()
         _-_ : S S -> S | T T -> T prec 20 (E E) strat [1, 0]",
    );
}

#[test]
fn kinds_merge_where_an_importer_connects_them() {
    let (database, diagnostics) = load(
        "fmod P is protecting NAT . sorts Pool Other . subsort Nat < Pool . op nil : -> Pool .
           op __ : Pool Pool -> Pool [assoc comm id: nil] . op g : Other -> [Other] . op _p_ : Pool Nat ~> Pool . endfm
         fmod Q is protecting P . sort Top . subsorts Pool Other < Top . endfm",
    );
    assert_eq!(diagnostics, Vec::<String>::new());
    let p = database.get(Name::new("P")).unwrap();
    assert_eq!(kinds(p), "[Bool] Bool\n[Pool] Pool Nat Zero NzNat\n[Other] Other\n");
    assert_eq!(
        show(p, &["__", "g", "_p_", "_==_"]),
        "__ : Pool Pool -> Pool prec 41 (e E) assoc comm left-id right-id\n\
         g : Other -> [Other] prec 0 ()\n\
         _p_ : [Pool] [Pool] -> [Pool] prec 41 (E E)\n\
         _==_ : [Bool] [Bool] -> Bool prec 51 (E E)\n\
         _==_ : [Pool] [Pool] -> Bool prec 51 (E E)\n\
         _==_ : [Other] [Other] -> Bool prec 51 (E E)"
    );
    let q = database.get(Name::new("Q")).unwrap();
    assert_eq!(kinds(q), "[Bool] Bool\n[Top] Top Pool Other Nat Zero NzNat\n");
    assert_eq!(
        show(q, &["__", "g", "if_then_else_fi"]),
        "__ : Pool Pool -> Pool prec 41 (e E) assoc comm left-id right-id\n\
         g : Other -> [Top] prec 0 ()\n\
         if_then_else_fi : Bool [Bool] [Bool] -> [Bool] | Bool Bool Bool -> Bool prec 0 (& & &)\n\
         if_then_else_fi : Bool [Top] [Top] -> [Top] | Bool Top Top -> Top | Bool Pool Pool -> Pool \
         | Bool Other Other -> Other | Bool Nat Nat -> Nat | Bool Zero Zero -> Zero | Bool NzNat NzNat -> NzNat \
         prec 0 (& & &)"
    );
}

#[test]
fn the_number_modules_have_the_sorts_and_overloads_of_maude() {
    check(
        "fmod I is protecting INT . endfm",
        &["_+_", "-_", "_-_", "max", "_&_", "s_", "modExp", "_^_", "~_", "sd", "_divides_"],
        "_+_ : NzNat Nat -> NzNat | Nat NzNat -> NzNat | Nat Nat -> Nat | Int Int -> Int prec 33 (e E) assoc comm
         -_ : NzNat -> NzInt | NzInt -> NzInt | Int -> Int prec 15 (E)
         _-_ : Int Int -> Int prec 33 (E e)
         max : NzNat Nat -> NzNat | Nat NzNat -> NzNat | Nat Nat -> Nat | NzNat Int -> NzNat | Int NzNat -> NzNat | NzInt NzInt -> NzInt | Nat Int -> Nat | Int Nat -> Nat | Int Int -> Int prec 0 () assoc comm
         _&_ : Nat Nat -> Nat | Nat Int -> Nat | Int Nat -> Nat | Int Int -> Int prec 53 (e E) assoc comm
         s_ : Nat -> NzNat prec 15 (E) iter
         modExp : [Int] [Int] [Int] -> [Int] prec 0 ()
         _^_ : Nat Nat -> Nat | NzNat Nat -> NzNat | Int Nat -> Int | NzInt Nat -> NzInt prec 29 (E e)
         ~_ : Int -> Int prec 15 (E)
         sd : Nat Nat -> Nat prec 0 () comm
         _divides_ : NzNat Nat -> Bool | NzInt Int -> Bool prec 51 (E E)",
    );
}

#[test]
fn strategies_and_frozen_arguments_are_put_in_normal_form() {
    check(
        "fmod M is sort S . op a : S S -> S [comm strat (1 0)] . op b : S S -> S [strat (2 0)] .
         op c : S S -> S [strat (0 1 0)] . op d : S S -> S [assoc strat (0)] . op e : S S -> S [strat (1 2)] .
         op f : S S -> S [comm frozen (1)] . op g : S S -> S [frozen (2)] . op h : S S -> S [frozen] .
         op i : S -> S [strat (1 0 1)] . op j : S -> S [strat (1)] . op k : -> S [strat (0 0)] .
         op l : S S S -> S [strat (0 1 0 2 0 3)] . op m : S S -> S [comm strat (0 1 0)] . endfm",
        &["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"],
        "a : S S -> S prec 0 () comm
         b : S S -> S prec 0 () strat [2, 0]
         c : S S -> S prec 0 () strat [0, 1, 0]
         d : S S -> S prec 0 () assoc strat [0]
         e : S S -> S prec 0 ()
         f : S S -> S prec 0 () comm frozen [0, 1]
         g : S S -> S prec 0 () frozen [1]
         h : S S -> S prec 0 () frozen [0, 1]
         i : S -> S prec 0 ()
         j : S -> S prec 0 ()
         k :  -> S prec 0 ()
         l : S S S -> S prec 0 () strat [0, 1, 0, 2, 0, 3, 0]
         m : S S -> S prec 0 () comm strat [0, 1, 2, 0]",
    );
}

#[test]
fn sorts_and_subsorts_are_checked() {
    check_messages(
        "fmod A is sorts A B C Pool . sort B . subsorts A < B < C < A . subsort Pool < Poool . subsort Pool < Pool .
         op f : Pol -> [A,Bool] . vars X Y : Pool . var X : A . endfm",
        &[
            "duplicate-sort: sort `B` is declared again @ B",
            "unknown-sort: there is no sort `Poool` @ Poool -> Pool",
            "cyclic-subsorts: the subsort relation has a cycle: A < B < C < A @ A < B",
            "cyclic-subsorts: the subsort relation has a cycle: Pool < Pool @ Pool < Pool",
            "unknown-sort: there is no sort `Pol` @ Pol -> Pool",
            "different-kinds: sorts `A` and `Bool` are in different kinds @ [A,Bool]",
            "duplicate-variable: variable `X` is declared again @ X",
        ],
    );
}

#[test]
fn imports_are_checked() {
    check_messages(
        "mod S is sort A . endm
         fmod F is protecting S . protecting NAAT . protecting F . sort A . op a : -> A . rl a => a . endfm",
        &[
            "system-import: functional module `F` imports system module `S` @ protecting S .",
            "unknown-module: there is no module `NAAT` @ NAAT -> NAT",
            "import-cycle: module `F` imports itself @ F",
            "rule-in-functional-module: a functional module has no rules @ rl a => a .",
        ],
    );
}

#[test]
fn attributes_are_checked() {
    check_messages(
        "fmod B is sorts S T . op a : S S S -> S [assoc] . op b : S T -> S [comm] . op c : S S -> T [assoc] .
         op d : S -> S [id: z] . op e : S T -> T [right id: z] . op _f_ : S S -> S [prec 200] .
         op _g_ : S S -> S [gather (e)] . op _h_ : S S -> S [gather (e q)] . op _i_ : S S -> S [format (d d)] .
         op _j_ : S S -> S [format (d Q d d)] . op k : S S -> S [strat (3 0)] . op l : S S -> S [frozen (3)] .
         op m : S S -> S [asoc] . op n : S S -> S [assoc idem] . op o : S -> S [prec 3] . op p : S -> S [ditto] .
         op q : S S -> S [assoc assoc] . op r : S -> S [iter] . op t : S -> S [special (plus)] .
         op k : S S -> S [ditto ctor comm] . endfm",
        &[
            "bad-attributes: operator `a` cannot have `assoc` @ assoc",
            "bad-attributes: operator `b` cannot have `comm` @ comm",
            "bad-attributes: operator `c` cannot have `assoc` @ assoc",
            "bad-attributes: operator `d` cannot have an identity @ id: z",
            "bad-attributes: operator `e` cannot have an identity @ right id: z",
            "bad-attributes: precedence 200 is out of range @ prec 200",
            "bad-attributes: the gathering pattern of `_g_` has the wrong length @ gather (e)",
            "bad-attributes: `q` is no gathering pattern @ q",
            "bad-attributes: the format of `_i_` has the wrong length @ format (d d)",
            "bad-attributes: `Q` means nothing in a format @ Q",
            "bad-attributes: `strat` names argument 3 of `k` @ strat (3 0)",
            "bad-attributes: `frozen` names argument 3 of `l` @ frozen (3)",
            "unknown-attribute: `asoc` is not an operator attribute @ asoc -> assoc",
            "useless-attribute: `idem` has no effect on operator `n` @ idem",
            "useless-attribute: `prec` has no effect on `o`, which has no holes @ prec 3",
            "ditto-without-declaration: `ditto`, but `p` has no earlier declaration on these kinds @ ditto",
            "repeated-attribute: this attribute is given more than once @ assoc",
            "not-supported: the attribute `special` is not supported outside the library @ special (plus)",
            "bad-attributes: `k` has `ditto` beside another attribute @ comm",
        ],
    );
}

#[test]
fn declarations_of_one_operator_must_agree() {
    check_messages(
        "fmod E is protecting NAT . sorts S T U V . subsort S < T . subsort Nat < V . op _+_ : S S -> S [assoc] .
         op _+_ : T T -> T [comm prec 3] . op f : S -> S . op f : S -> U . op _*_ : V V -> V [assoc comm prec 31] .
         op _-_ : S S S -> S . op _==_ : S S -> Bool . sorts A B C . subsorts A B < C . op g : S -> A .
         op g : S -> B . endfm",
        &[
            "different-attributes: `_+_` has other attributes than its earlier declaration: assoc, comm, prec, gather @ _+_",
            "ambiguous-operator: `f` is declared with the same kinds of arguments but a different kind of result @ f",
            "different-attributes: `_*_` has other attributes than its earlier declaration: special @ _*_",
            "hole-count: `_-_` has 2 underscores but takes 3 arguments @ _-_",
            "ambiguous-range: `g` gives `A` and `B` on the same arguments @ g",
            "clash-with-built-in: `_==_` exists for all kinds already and cannot be declared again @ _==_",
        ],
    );
}

#[test]
fn digitle_is_clean_with_its_overloaded_constants() {
    check(
        "mod DIGITLE is protecting NAT . sorts Pool Op Steps State . subsort Nat < Pool . op nil : -> Pool .
         op __ : Pool Pool -> Pool [assoc comm id: nil] . op + : -> Op [format (r o)] . op - : -> Op [format (g o)] .
         op nil : -> Steps . op ___→_ : Nat Op Nat Nat -> Steps [prec 20 format (d d d d ! o)] .
         op _,_ : Steps Steps -> Steps [assoc id: nil prec 10 format (d d s d)] .
         op _&_ : Pool Steps -> State [format (d d n++i --)] . op {_} : Pool -> State .
         op _has!_ : State Nat -> Bool . op _almost has_ : State Nat -> [Bool] . endm",
        &["nil", "+", "___→_", "_`,_", "_&_", "_almost`has_"],
        "nil :  -> Pool prec 0 ()
         nil :  -> Steps prec 0 ()
         + :  -> Op prec 0 ()
         ___→_ : Nat Op Nat Nat -> Steps prec 20 (E E E E)
         _`,_ : Steps Steps -> Steps prec 10 (e E) assoc left-id right-id
         _&_ : Nat Nat -> Nat prec 53 (e E) assoc comm
         _&_ : Pool Steps -> State prec 41 (E E)
         _almost`has_ : State Nat -> [Bool] prec 41 (E E)",
    );
}

#[test]
fn statements_of_a_diamond_arrive_once_and_over_the_new_signature() {
    let mut sources = SourceMap::new();
    let mut database = library(&mut sources);
    let text = "fmod A is sort S . ops a b : -> S . op g : S -> S . endfm
                fmod B is protecting A . sort B . subsort S < B . endfm
                fmod C is sorts C . op c : -> C . extending A . endfm
                fmod D is protecting B . protecting C . op d : -> S . endfm";
    for declaration in read(&mut sources, text) {
        let (draft, diagnostics) = elaborate(&declaration, &mut database);
        assert_eq!(diagnostics, Vec::new());
        let signature = &draft.signature;
        let symbol = |name: &str| signature.symbols_named(Name::new(name))[0];
        let mut own = Vec::new();
        if draft.name.as_str() == "A" {
            let sort = signature.sort_named(Name::new("S")).unwrap();
            let (mut left, mut right) = (Term::new(), Term::new());
            let variable = left.variable(Name::new("X"), sort);
            left.apply(symbol("g"), vec![variable]);
            right.apply(symbol("b"), vec![]);
            let kind = StatementKind::Equation { left, right, otherwise: false };
            let span = draft.span;
            own.push(Statement {
                kind,
                conditions: vec![],
                label: None,
                nonexec: false,
                metadata: None,
                print: None,
                span,
            });
        }
        database.insert(Arc::new(draft.finish(own)));
    }
    let module = database.get(Name::new("D")).unwrap();
    let signature = &module.signature;
    let [statement] = &module.statements[..] else { panic!("{:?}", module.statements) };
    let StatementKind::Equation { left, right, .. } = &statement.kind else { panic!("{statement:?}") };
    let name = |term: &Term| match term.node(term.root()) {
        TermNode::Application { symbol, .. } => signature.symbol(*symbol).name.as_str(),
        other => panic!("{other:?}"),
    };
    assert_eq!((name(left), name(right), module.own), ("g", "b", 0));
    let (_, variable) = left.variables().next().unwrap();
    assert_eq!(signature.sort(variable.sort).name.as_str(), "S");
}

#[test]
fn a_long_chain_of_imports_and_a_wide_sort_graph_do_not_recurse() {
    let mut text = String::from("fmod M0 is sort S0 . endfm\n");
    for level in 1..200 {
        let below = level - 1;
        writeln!(text, "fmod M{level} is protecting M{below} . sort S{level} . subsort S{below} < S{level} . endfm")
            .unwrap();
    }
    let (database, diagnostics) = load(&text);
    assert_eq!(diagnostics, Vec::<String>::new());
    let signature = &database.get(Name::new("M199")).unwrap().signature;
    let sort = |name: &str| signature.sort_named(Name::new(name)).unwrap();
    assert!(signature.is_subsort(sort("S0"), sort("S199")) && !signature.is_subsort(sort("S199"), sort("S0")));
}
