//! Whole modules from text: the library, and programs over it.

use std::sync::Arc;

use super::shown;
use crate::base::SourceMap;
use crate::base::source::FileId;
use crate::mixfix::{Grammar, PrintOptions, Printer, read_module, read_view};
use crate::module::{Module, ModuleDatabase, elaborate, elaborate_trusted, elaborate_view, library};
use crate::syntax::surface::{Item, SourceUnit};
use crate::syntax::{parse, tokenize};

fn unit(sources: &mut SourceMap, name: &str, text: &str) -> (SourceUnit, FileId) {
    let file = sources.add(name, text);
    let (unit, mistakes) = parse(file, text);
    assert!(mistakes.is_empty(), "{name}: {mistakes:?}");
    (unit, file)
}

fn load_library(sources: &mut SourceMap) -> ModuleDatabase {
    let mut database = ModuleDatabase::new();
    for (path, text) in library::texts() {
        for item in unit(sources, path, text).0.items {
            let declaration = match item {
                Item::Module(declaration) => declaration,
                Item::View(declaration) => {
                    let (draft, mistakes) = elaborate_view(&declaration, &mut database);
                    assert!(mistakes.is_empty(), "{path}: {mistakes:?}");
                    let (view, mistakes) = read_view(draft.unwrap());
                    assert_eq!(shown(&mistakes, text), "", "{path}");
                    database.insert_view(Arc::new(view));
                    continue;
                }
                Item::Command(command) => panic!("{path}: {command:?}"),
            };
            let (draft, mistakes) = elaborate_trusted(&declaration, &mut database);
            assert!(mistakes.is_empty(), "{path}: {mistakes:?}");
            let (module, mistakes) = read_module(draft);
            assert_eq!(shown(&mistakes, text), "", "{path}");
            database.insert(Arc::new(module));
        }
    }
    database
}

/// The last module of a text, with the mistakes in its terms.
fn load(text: &str) -> (Module, String) {
    let mut sources = SourceMap::new();
    let mut database = load_library(&mut sources);
    let mut last = None;
    for item in unit(&mut sources, "test", text).0.items {
        let Item::Module(declaration) = item else { continue };
        let (draft, mistakes) = elaborate(&declaration, &mut database);
        assert_eq!(shown(&mistakes, text), "");
        let (module, mistakes) = read_module(draft);
        database.insert(Arc::new(module.clone()));
        last = Some((module, shown(&mistakes, text)));
    }
    last.unwrap()
}

/// A term read and printed again in a module.
fn round(module: &Module, text: &str) -> String {
    let (tokens, _) = tokenize(FileId::new(0), text);
    match Grammar::new(&module.signature, &module.variables).parse_term(&tokens) {
        Ok(term) => {
            Printer::new(&module.signature, PrintOptions::default()).with_variables(&module.variables).print(&term)
        }
        Err(mistakes) => shown(&mistakes, text),
    }
}

#[test]
fn the_library_reads() {
    load_library(&mut SourceMap::new());
}

const DIGITLE: &str = "mod DIGITLE is
  protecting NAT .
  var M N : Nat .
  sort Pool .
  subsort Nat < Pool .
  op nil : -> Pool .
  op __  : Pool Pool -> Pool [assoc comm  id: nil] .
  var Ps : Pool .
  sort Op .
  op + : -> Op [format (r o)] .
  op - : -> Op [format (g o)] .
  op × : -> Op [format (y o)] .
  op ÷ : -> Op [format (b o)] .
  sort Steps .
  op nil : -> Steps .
  op ___→_ : Nat Op Nat Nat -> Steps [prec 20  format (d d d d ! o)] .
  op _,_ : Steps Steps -> Steps [assoc  id: nil  prec 10  format (d d s d)] .
  var Ss : Steps .
  sort State .
  op _&_ : Pool Steps -> State [format (d d n++i --)] .
  op {_} : Pool -> State .
  eq {Ps} = Ps & nil .
  var S : State .
  op _has_ : State Nat -> Bool .
  eq (N Ps & Ss) has N = true .
  eq S           has N = false [otherwise] .
  op _almost has_ : State Nat -> [Bool] .
  ceq (M Ps & Ss) almost has N = true if sd(M,N) <= 10 .
  crl M N Ps & Ss  =>  Ps (M + N)   & Ss, (M + N → (M + N)) if M >= N .
  crl M N Ps & Ss  =>  Ps sd(M, N)  & Ss, (M - N → sd(M,N)) if M >  N .
  crl M N Ps & Ss  =>  Ps (M * N)   & Ss, (M × N → (M * N)) if M >= N .
  crl M N Ps & Ss  =>  Ps (M quo N) & Ss, (M ÷ N → (M quo N))
    if M >= N /\\ M rem N = 0 .
endm";

#[test]
fn digitle_reads_and_prints_as_in_maude() {
    let (module, mistakes) = load(DIGITLE);
    assert_eq!(mistakes, "");
    assert_eq!(module.own, 8);
    assert_eq!(round(&module, "{75 4 7}"), "{75 4 7}");
    assert_eq!(round(&module, "(7 793 & nil) has 3"), "(7 793) &\n  nil has 3");
    assert_eq!(
        round(&module, "{7} has 3 == (7 & (9 + 2 → 11), (75 × 11 → 825)) has 3"),
        "{7} has 3 == 7 &\n  (9 + 2 → 11), (75 × 11 → 825) has 3"
    );
    let numbers = module.signature.symbols_named("__".into());
    let identity = numbers.iter().find_map(|&id| module.signature.symbol(id).axioms.left_identity.as_ref());
    assert!(identity.is_some());
}

#[test]
fn identities_are_checked() {
    let (_, mistakes) = load(
        "fmod I is
          sorts A B C . subsort A < B .
          op a : -> A . op b : -> B . op c : -> C .
          op f : A A -> A [id: b] .
          op h : C C -> C [id: b] .
          op k : B B -> B [id: zz] .
          op m : B B -> B [id: k(b, X:B)] .
        endfm",
    );
    assert_eq!(
        mistakes,
        "identity-sort `id: b`: the identity element of `f` has sort `B`, not `A`; the operator does not take its own identity element\n\
         identity-sort `id: b`: the identity element of `h` has sort `B`, not `C`; the operator does not take its own identity element\n\
         unknown-word `zz`: `zz` is no operator, variable or number here\n\
         identity-not-ground `id: k(b, X:B)`: the identity element of `m` has a variable"
    );
}
