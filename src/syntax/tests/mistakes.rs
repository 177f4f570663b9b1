//! Texts with mistakes: what is reported, and where.

use super::codes;

#[test]
fn lexical() {
    assert_eq!(codes("fmod A is\nendfm\n ***( x (y)\n z"), "unterminated-comment 3:2");
    assert_eq!(codes("fmod A is\n eq a = \"b .\n eq c = d .\nendfm"), "unterminated-string 2:9");
    assert_eq!(codes(""), "empty-file");
    assert_eq!(codes(" \r\n\t"), "empty-file");
    assert_eq!(codes("--- nothing here"), "");
}

#[test]
fn missing_periods() {
    assert_eq!(codes("fmod A is\n pr NAT\n sort A .\nendfm"), "missing-period 2:5");
    assert_eq!(codes("fmod A is\n eq a = b\n eq c = d .\nendfm"), "missing-period 2:9");
    assert_eq!(codes("fmod A is\n eq a = b\nendfm\nred a .\n"), "missing-period 2:9");
    assert_eq!(codes("fmod A is\n op a : -> A\n var X : A .\nendfm"), "missing-period 2:12");
    assert_eq!(codes("fmod A is\n op a\n var X : A .\nendfm"), "missing-period 2:5");
    assert_eq!(codes("red a\nred b .\nsearch a =>* b\n"), "missing-period 1:5, missing-period 3:14");
    assert_eq!(codes("fmod A is eq f(X) = X.\nendfm\nred a."), "glued-period 1:22, glued-period 3:6");
}

#[test]
fn modules() {
    assert_eq!(codes("fmod A is\n sort A ."), "missing-end 1:1");
    assert_eq!(codes("fmod A is\n sort A .\nmod B is\nendm"), "missing-end 1:1");
    assert_eq!(codes("fmod A is\n eq a = b .\nred a ."), "missing-end 1:1");
    assert_eq!(codes("fmod A is\nendm"), "wrong-end 2:1");
    assert_eq!(codes("fmod A is\nendfm\nendfm"), "stray-text 3:1");
    assert_eq!(codes("fmod A\n sort A .\nendfm"), "syntax-error 1:6");
    assert_eq!(codes("sort A .\nop a : -> A .\nred a ."), "stray-text 1:1");
}

#[test]
fn declarations() {
    let declaration = |text: &str| codes(&format!("fmod A is\n{text}\nendfm"));
    assert_eq!(declaration("op f : A B ."), "missing-arrow 2:6");
    assert_eq!(declaration("op f A -> B ."), "missing-colon 2:1");
    assert_eq!(declaration("op f: A -> B ."), "missing-colon 2:1");
    assert_eq!(declaration("op a : b : -> A ."), "syntax-error 2:10");
    assert_eq!(declaration("op f : -> A [prec x] ."), "bad-attribute 2:19");
    assert_eq!(declaration("op f : -> A [prec 99999999999] ."), "number-too-large 2:19");
    assert_eq!(declaration("op f : -> A [metadata foo] ."), "bad-attribute 2:23");
    assert_eq!(declaration("op f : -> A [ctor, comm] ."), "bad-attribute 2:18");
    assert_eq!(declaration("sort ."), "syntax-error 2:1");
    assert_eq!(declaration("subsort A ."), "syntax-error 2:9");
    assert_eq!(declaration("var X Nat ."), "syntax-error 2:7");
    assert_eq!(declaration("zork a b .\nsort A ."), "stray-text 2:1");
    assert_eq!(declaration("eq a = b .\nopp c : -> A .\nop d : -> A ."), "stray-text 3:1");
    assert_eq!(declaration("eq a = b .\nepq c = d .\neq d = e ."), "stray-text 3:1");
    assert_eq!(declaration("eq ."), "syntax-error 2:1");
}

#[test]
fn bodies() {
    assert_eq!(codes("fmod A is\n eq a = (b .\n eq c = d .\nendfm"), "unbalanced-parentheses 2:9");
    assert_eq!(codes("fmod A is\n eq a = b) .\n eq c = d .\nendfm"), "unbalanced-parentheses 2:10");
    assert_eq!(codes("red (a .\nred b ."), "unbalanced-parentheses 1:5");
    assert_eq!(codes("search [0] a =>* b ."), "bad-bound 1:9");
    assert_eq!(codes("red ."), "syntax-error 1:1");
    assert_eq!(codes("show path x ."), "syntax-error 1:1");
}

#[test]
fn refused_by_name() {
    let text = "\
omod M is sort A . op f : A . endom
fmod A is class C . endfm
view V from T to M is class A to B . endv
unify a =? b .";
    let expected = "not-supported 1:1, missing-arrow 1:25, not-supported 2:11, not-supported 3:23, not-supported 4:1";
    assert_eq!(codes(text), expected);
}
