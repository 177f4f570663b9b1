//! Random terms over strings, identifiers, floats and rationals: Maude must give the same results in as many rewrites.
//!
//! `REWRITE_SEED` and `REWRITE_CASES` choose what is tried.

mod support;

use std::time::Duration;

use support::meaning::InModules;
use support::oracle::compare::{Strictness, differences};
use support::oracle::direct::both;
use support::oracle::{Oracle, missing, read};
use support::random::{Random, cases, seed};

const LIMIT: Duration = Duration::from_secs(60);
/// Commands in one file.
const BATCH: u64 = 400;

#[test]
fn rewrite_agrees_with_maude_on_random_values() {
    let Some(oracle) = Oracle::find() else { return missing("rewrite_agrees_with_maude_on_random_values") };
    let seed = seed();
    let module = "fmod VALUES is\n  protecting CONVERSION .\n  protecting QID .\nendfm\n";
    for batch in 0..cases(2) {
        let mut terms = Terms(Random::new(seed, batch));
        let commands: String = (0..BATCH).map(|_| format!("reduce {} .\n", terms.any())).collect();
        let text = format!("{module}{commands}");
        let (ours, theirs) = both(&oracle, &text, LIMIT);
        let (ours, theirs) = (read(&ours.output), read(&theirs.output));
        assert_eq!(theirs.len() as u64, BATCH, "seed {seed}: Maude answers each command of\n{text}");
        let found = differences(&ours, &theirs, &InModules::new(&text), Strictness { rewrites: true });
        assert!(found.is_empty(), "seed {seed}, batch {batch}:\n{}", found.join("\n"));
    }
}

/// Makes terms.
struct Terms(Random);

impl Terms {
    fn any(&mut self) -> String {
        match self.0.below(6) {
            0 => self.string(3),
            1 => self.natural(3),
            2 => self.identifier(3),
            3 => self.rational(3),
            4 => self.float(3),
            _ => self.mixed(3),
        }
    }

    fn one_of(&mut self, words: &str) -> String {
        let words: Vec<&str> = words.split('|').collect();
        (*self.0.choose(&words)).to_owned()
    }

    /// Whether a term ends here.
    fn ends(&mut self, depth: usize) -> bool {
        depth == 0 || self.0.chance(35)
    }

    fn string(&mut self, depth: usize) -> String {
        if self.ends(depth) {
            return self.one_of(
                r#""abc"|""|"a"|"hello world"|"aXbYc"|"\n\t"|"12/34"|"-7"|"1.5e3"|"\303\251"|"a(b)c"|"abcabcabcabcabcabcabcabcabcabcabcabc""#,
            );
        }
        let below = depth - 1;
        match self.0.below(8) {
            0 => format!("substr({}, {}, {})", self.string(below), self.natural(below), self.natural(below)),
            1 => format!("{}({})", self.one_of("upperCase|lowerCase"), self.string(below)),
            2 => format!("string({})", self.identifier(below)),
            3 => format!("string({}, {})", self.rational(below), self.one_of("2|10|16|36|7|1")),
            4 => format!("string({})", self.float(below)),
            5 => format!("char({})", self.natural(below)),
            _ => format!("({} + {})", self.string(below), self.string(below)),
        }
    }

    fn natural(&mut self, depth: usize) -> String {
        if self.ends(depth) {
            return self.one_of("0|1|2|3|5|10|65|97|200");
        }
        let below = depth - 1;
        match self.0.below(3) {
            0 => format!("length({})", self.string(below)),
            1 => format!("({} + {})", self.natural(below), self.natural(below)),
            _ => format!("sd({}, {})", self.natural(below), self.natural(below)),
        }
    }

    fn identifier(&mut self, depth: usize) -> String {
        if self.ends(depth) {
            return self.one_of("'abc|'a`(b|'x-y|'_+_");
        }
        format!("qid({})", self.string(depth - 1))
    }

    fn rational(&mut self, depth: usize) -> String {
        if self.ends(depth) {
            return self.one_of("1/2|-1/3|5/7|-22/7|0|1|-1|3|-12|100/6|2/4");
        }
        let below = depth - 1;
        match self.0.below(6) {
            0 => format!("{}({})", self.one_of("-|abs|floor|ceiling|trunc|frac"), self.rational(below)),
            1 => format!("{}({}, {})", self.one_of("min|max|gcd"), self.rational(below), self.rational(below)),
            2 => format!("({} ^ {})", self.rational(below), self.one_of("0|1|2|3")),
            3 => format!("rat({})", self.float(below)),
            _ => {
                let operator = self.one_of("+|-|*|/|quo|rem");
                format!("({} {operator} {})", self.rational(below), self.rational(below))
            }
        }
    }

    fn float(&mut self, depth: usize) -> String {
        if self.ends(depth) {
            return self.one_of("1.0|0.0|-0.0|0.1|2.5|-3.75|1.0e10|1.5e-7|Infinity|-Infinity|pi|100.0");
        }
        let below = depth - 1;
        match self.0.below(5) {
            0 => {
                let function = self.one_of("-|abs|floor|ceiling|sqrt|exp|log|sin|cos|tan|asin|acos|atan");
                format!("({function}({}))", self.float(below))
            }
            1 => format!("{}({}, {})", self.one_of("min|max|atan"), self.float(below), self.float(below)),
            2 => format!("float({})", self.rational(below)),
            _ => format!("({} {} {})", self.float(below), self.one_of("+|-|*|/|rem|^"), self.float(below)),
        }
    }

    fn mixed(&mut self, depth: usize) -> String {
        let comparison = self.one_of("<|<=|>|>=|==|=/=");
        match self.0.below(7) {
            0 => format!("({} {comparison} {})", self.string(depth), self.string(depth)),
            1 => format!("({} {comparison} {})", self.float(depth), self.float(depth)),
            2 => format!("({} {comparison} {})", self.rational(depth), self.rational(depth)),
            3 => format!("({} =[{}] {})", self.float(depth), self.one_of("0.1|5.0"), self.float(depth)),
            4 => {
                let function = self.one_of("find|rfind");
                format!("{function}({}, {}, {})", self.string(depth), self.string(depth), self.natural(depth))
            }
            5 => format!("decFloat({}, {})", self.float(depth), self.natural(0)),
            _ => format!("({} divides {})", self.rational(depth), self.rational(depth)),
        }
    }
}
