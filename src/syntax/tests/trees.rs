//! Texts without mistakes. What is expected was asked of Maude 3.2 wherever it could differ.

use super::{tokens, tree};

#[test]
fn tokens_follow_the_lexical_rules() {
    assert_eq!(tokens("f(a,b) [c]{d}"), "f|(|a|,|b|)|[|c|]|{|d|}");
    assert_eq!(tokens("`{_`} f`(_`) a`b _`,_"), "`{_`}|f`(_`)|a`b|_`,_");
    assert_eq!(tokens("a---b a*** b --- c\nd"), "a---b|a***|b|d");
    assert_eq!(tokens(r#"foo"bar" "x"y "a b" "\"q" q"a b"r 'x"#), r#"foo"bar"|"x"y|"a b"|"\"q"|q"a b"r|'x"#);
    assert_eq!(tokens("× → a÷b\t\u{b}c\r\nd"), "×|→|a÷b|c|d");
    assert_eq!(tokens("\u{feff}mod"), "mod");
    assert_eq!(tokens(""), "");
}

#[test]
fn comments_of_both_styles() {
    assert_eq!(tokens("a ***( b (nested) *** ) c\n d ---(x) e"), "a|c|d|e");
    assert_eq!(tokens("a *** ( b\n c ) d"), "a|d", "blanks may stand before the parenthesis");
    assert_eq!(tokens("a ***( `( b ) c"), "a|c", "a backquoted parenthesis does not count");
    assert_eq!(tokens("a ***\n(b)"), "a|(|b|)", "a line break ends a comment of one line");
    assert_eq!(tokens("a ---\"\\\nb \"c\""), "a|b|\"c\"", "a comment wins over a string with a continued line");
}

#[test]
fn declarations() {
    let text = "
mod DIGITLE is
  protecting NAT . ex A . inc B .
  var M N : Nat .
  sorts Pool Map{Nat, Set{X}} A`{B`} .
  subsorts Nat < Pool Foo < Top .
  op nil : -> Pool .
  op __  : Pool Pool -> Pool [assoc comm  id: nil] .
  op - : -> Op [format (g o)] .
  op _,_ : Steps Steps -> Steps [assoc  id: nil  prec 10  format (d d s d)] .
  op _almost has_ : State Nat -> [Bool] .
  op _/_ : [Nat, Int] Nat ~> [Nat] .
  ops (a b) c {_} : -> A .
  op (: -> _) : A -> A .
  op (_) (_) : A A -> A .
  op . : -> A .
  op _ . _ : A A -> A .
  ops op eq endm : -> A .
  eq {Ps} = Ps & nil .
  crl [mul] : M N Ps  =>  Ps (M * N) if M >= N [nonexec] .
  eq [a] = [b] .
  mb X : A . cmb X : A if true = true .
endm";
    let expected = "\
System DIGITLE
  Protecting NAT
  Extending A
  Including B
  vars M·N : Nat
  sorts Pool Map{Nat,Set{X}} A{B}
  subsorts Nat < Pool Foo < Top
  op nil :  -> Pool
  op __ : Pool Pool -> Pool [Associative] [Commutative] [id true true nil]
  op - :  -> Op [format g·o]
  op _·,·_ : Steps Steps -> Steps [Associative] [id true true nil] [Precedence(10)] [format d·d·s·d]
  op _almost·has_ : State Nat -> [Bool]
  op _/_ : [Nat Int] Nat ~> [Nat]
  op a·b c { _ } :  -> A
  op :·->·_ : A -> A
  op (·_·)·(·_·) : A A -> A
  op . :  -> A
  op _·.·_ : A A -> A
  op op eq endm :  -> A
  Equation {·Ps·}·=·Ps·&·nil
  ConditionalRule [mul] M·N·Ps·=>·Ps·(·M·*·N·)·if·M·>=·N·[·nonexec·]
  Equation [·a·]·=·[·b·]
  Membership X·:·A
  ConditionalMembership X·:·A·if·true·=·true";
    assert_eq!(tree(text), expected);
}

#[test]
fn operator_attributes() {
    let attributes = |text: &str| {
        let found = tree(&format!("fmod A is op f : A A -> A [{text}] . endfm"));
        found.split_once("-> A ").map(|(_, attributes)| attributes.to_owned()).unwrap_or_default()
    };
    assert_eq!(
        attributes("associative commutative identity: a + b idempotent"),
        "[Associative] [Commutative] [id true true a·+·b] [Idempotent]"
    );
    assert_eq!(attributes("left id: (a b) right identity: f[x] ctor"), {
        "[id true false (·a·b·)] [id false true f·[·x·]] [Constructor]"
    });
    assert_eq!(
        attributes("gather (e E &) strat (1 0) frozen poly (2 3 0) frozen (1)"),
        "[gather e·E·&] [Strategy([1, 0])] [Frozen([])] [Polymorphic([2, 3, 0])] [Frozen([1])]"
    );
    assert_eq!(
        attributes("iter memo ditto config obj msg pconst"),
        "[Iterated] [Memo] [Ditto] [Configuration] [Object] [Message] [ParameterConstant]"
    );
    assert_eq!(
        attributes("label comm metadata \"x . y\" latex \"z\" special (NumberOp) strange"),
        "[label comm] [metadata \"x . y\"] [latex \"z\"] [special NumberOp] [unknown strange]"
    );
    assert_eq!(attributes(""), "");
}

#[test]
fn a_statement_ends_at_a_period_before_a_keyword() {
    let text = "fmod A is
eq a = . .b .
eq b = c . eq c = d .
eq d = e . zzz .
eq e = a .
a .
eq f = (b . eq c = d .) *** c
 . eq g = a .
endfm";
    let expected = "\
Functional A
  Equation a·=·.·.b
  Equation b·=·c
  Equation c·=·d
  Equation d·=·e·.·zzz
  Equation e·=·a·.·a
  Equation f·=·(·b·.·eq·c·=·d·.·)
  Equation g·=·a";
    assert_eq!(tree(text), expected);
}

#[test]
fn words_of_the_outer_syntax_inside_bodies() {
    let text = "mod A is
rl inc
 inc X => op
 endm x .
eq f(a,
  eq = b) = sort .
ceq exec(S) =
  red if X := Y .
endm
red op .";
    let expected = "\
System A
  Rule inc·inc·X·=>·op·endm·x
  Equation f·(·a·,·eq·=·b·)·=·sort
  ConditionalEquation exec·(·S·)·=·red·if·X·:=·Y
reduce op";
    assert_eq!(tree(text), expected);
}

#[test]
fn commands() {
    let text = "
red a . b .
reduce in NAT : s 0 + in .
red in x y .
search a =>* b
  such that c = d . *** comment
search [1] in M : a =>* b .
search[1,2]a =>! b .
search [ , 2] a =>+ b .
search [1] =>* b .
search [x] y =>* b .
show path 7 . show path labels 8 .
show search graph .
load foo-1.rules .
in ../a/b,c(1).maude
sload \"with space\"
red f(a .
 b) .
eof
q .
quit";
    let expected = "\
reduce a·.·b
reduce in NAT s·0·+·in
reduce in·x·y
search None None a·=>*·b·such·that·c·=·d
search Some(1) None in M a·=>*·b
search Some(1) Some(2) a·=>!·b
search None Some(2) a·=>+·b
search None None [·1·]·=>*·b
search None None [·x·]·y·=>*·b
ShowPath(7)
ShowPathLabels(8)
ShowSearchGraph
load foo-1.rules
load ../a/b,c(1).maude
sload with space
reduce f·(·a·.·b·)
EndOfFile
Quit
Quit";
    assert_eq!(tree(text), expected);
}

#[test]
fn line_ends_of_all_kinds() {
    let text = "fmod A is\r\n\tsort A .\r\n  eq a = b .\r\nendfm\r\nred a .\r\nred b .";
    assert_eq!(tree(text), "Functional A\n  sorts A\n  Equation a·=·b\nreduce a\nreduce b");
}
