//! What is printed, and that it reads back.

use super::*;
use crate::mixfix::ambiguity::same_modulo_associativity;
use crate::module::Term;

#[track_caller]
fn check(world: &World, text: &str, printed: &str) {
    assert_eq!(round(world, text), printed);
}

#[test]
fn format_places_white_space_and_colours() {
    let world = world(
        "sort S
        op a : -> S
        op b : -> S
        op c : -> S
        op _r1_ : S S -> S <format r g b d>
        op _r2_ : S S -> S <format r gs b d>
        op _r3_ : S S -> S <format d n d d>
        op _r4_ : S S -> S <format d d r o>
        op _r5_ : S S -> S <format d d ++ni -->
        op _r6_ : S S -> S <format d d !n o>
        op fr : S S -> S <format r o>
        op <_> : S -> S
        op [_,_] : S S -> S
        op {_:_} : S S -> S
        op {_}_ : S S -> S <prec 30>",
    );
    check(&world, "a r1 b", "a r1 b");
    check(&world, "a r2 b", "a r2 b");
    check(&world, "a r3 b", "a\nr3 b");
    check(&world, "a r5 (b r5 c)", "a r5\n  (b r5\n    c)");
    check(&world, "a r6 b", "a r6\nb");
    check(&world, "fr([a,b],{a : b})", "fr([a,b], {a : b})");
    check(&world, "{a} b", "{a}b");
    let colored = |text: &str| {
        let term = Grammar::new(&world.signature, &world.variables).parse_term(&tokens(text)).unwrap();
        Printer::new(&world.signature, PrintOptions { color: true, ..PrintOptions::default() }).print(&term)
    };
    assert_eq!(colored("a r1 b"), "\x1b[31ma\x1b[32m r1\x1b[34m b\x1b[0m");
    assert_eq!(colored("fr(a, b)"), "\x1b[31mfr\x1b[0m(a, b)");
}

#[test]
fn parentheses_are_minimal_but_enough() {
    let world = world(
        "sort S
        op a : -> S
        op _@_ : S S -> S
        op __ : S S -> S <assoc>
        op !_ : S -> S
        op _~ : S -> S
        op h__ : S S -> S",
    );
    for text in ["(a @ a) @ a", "a @ (a @ a)", "(a a) @ a", "a @ a a", "(! a) ~", "! (a ~)", "! a @ a", "a a a"] {
        check(&world, text, text);
    }
    check(&world, "(a @ a) a", "(a @ a) a");
}

/// A small generator, so that failures name the seed alone.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = crate::base::hash::mix(self.0, 0x5851_f42d_4c95_7f2d);
        (self.0 >> 33) as usize % bound
    }
}

fn random_world(random: &mut Random) -> World {
    let shapes =
        ["_+_", "_*_", "__", "!_", "_~", "[_]", "f", "g", "{_,_}", "_in_", "_;_", "if_then_fi", "_<_>_", "h_", "_(_)"];
    let mut lines = String::from("sort A\nsort B\nop a : -> A\nop b : -> B\nop nil : -> A\nop nil : -> B\n");
    for shape in shapes {
        if random.below(3) == 0 {
            continue;
        }
        let arity = match shape {
            "f" => 2,
            "g" => 1,
            _ => shape.matches('_').count(),
        };
        let sort = |random: &mut Random| ["A", "A", "A", "B"][random.below(4)];
        let same = random.below(2) == 0;
        let range = sort(random);
        let domain: Vec<&str> = (0..arity).map(|_| if same { range } else { sort(random) }).collect();
        let mut attributes = String::new();
        if arity == 2 && domain.iter().all(|sort| *sort == range) && random.below(2) == 0 {
            attributes += "assoc ";
        } else if arity > 0 && shape.contains('_') {
            let all = ["e", "E", "&"];
            let gather: Vec<&str> = (0..arity).map(|_| all[random.below(3)]).collect();
            attributes += &format!("gather {} ", gather.join(" "));
        }
        let precedence = 1 + random.below(4) * 20;
        lines += &format!("op {shape} : {} -> {range} <{attributes}prec {precedence}>\n", domain.join(" "));
    }
    world(&lines)
}

fn random_term(world: &World, random: &mut Random, size: usize) -> Term {
    let signature = &world.signature;
    let mut term = Term::new();
    let mut made: Vec<(u32, crate::module::KindId)> = Vec::new();
    let ids: Vec<_> = signature.symbol_ids().collect();
    let mut tries = 0;
    while term.len() < size && tries < 50 * size {
        tries += 1;
        let id = ids[random.below(ids.len())];
        let symbol = signature.symbol(id);
        let mut arguments = Vec::new();
        for &kind in &symbol.domain {
            let fitting: Vec<u32> = made.iter().filter(|(_, have)| *have == kind).map(|(at, _)| *at).collect();
            if fitting.is_empty() {
                break;
            }
            let late = fitting.len() - 1 - random.below(fitting.len().min(3));
            arguments.push(fitting[late]);
        }
        if arguments.len() == symbol.arity() {
            made.push((term.apply(id, arguments), symbol.range));
        }
    }
    term
}

#[test]
fn what_is_printed_reads_back() {
    let (mut same, mut refused) = (0, 0);
    for seed in 0..400 {
        let mut random = Random(seed);
        let world = random_world(&mut random);
        let grammar = Grammar::new(&world.signature, &world.variables);
        let options = PrintOptions { format: false, ..PrintOptions::default() };
        let printer = Printer::new(&world.signature, options);
        for _ in 0..10 {
            let size = 1 + random.below(12);
            let term = random_term(&world, &mut random, size);
            let text = printer.print(&term);
            let back = grammar.parse_term(&tokens(&text)).unwrap_or_else(|mistakes| {
                panic!("seed {seed}: {text}: {}", shown(&mistakes, &text));
            });
            let warnings = grammar.take_warnings();
            let all = PrintOptions { parentheses: true, ..options };
            if same_modulo_associativity(&world.signature, &term, &back) {
                same += 1;
            } else if warnings.is_empty() {
                panic!("seed {seed}: {text}\n was {}", Printer::new(&world.signature, all).print(&term));
            } else {
                eprintln!("seed {seed}: {text}: {}", shown(&warnings, &text));
                refused += 1;
            }
        }
    }
    assert!(refused * 20 < same, "{refused} of {same} ambiguous");
}
