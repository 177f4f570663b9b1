//! Inputs of the opcode puzzle: a secret numbering of sixteen instructions, samples of them at work, a program.

use std::fmt::Write;

/// The sixteen instructions. Their opcodes are what the puzzle asks for.
pub const NAMES: [&str; 16] = [
    "addr", "addi", "mulr", "muli", "banr", "bani", "borr", "bori", "setr", "seti", "gtir", "gtri", "gtrr", "eqir",
    "eqri", "eqrr",
];

/// Registers never hold more than this in a program that is made, so that its numbers stay readable.
const LARGEST: u64 = 999;

/// Marsaglia's xorshift: the same numbers for the same seed, everywhere.
pub struct Random(u64);

impl Random {
    /// Numbers that depend on the seed alone.
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..16 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 11) % bound
    }

    fn four(&mut self) -> [u64; 4] {
        [(); 4].map(|()| self.below(4))
    }
}

/// What an instruction puts into register `c`, for registers that are there.
pub fn value(name: &str, a: u64, b: u64, registers: &[u64; 4]) -> u64 {
    let register = |number: u64| registers[number as usize];
    match name {
        "addr" => register(a) + register(b),
        "addi" => register(a) + b,
        "mulr" => register(a) * register(b),
        "muli" => register(a) * b,
        "banr" => register(a) & register(b),
        "bani" => register(a) & b,
        "borr" => register(a) | register(b),
        "bori" => register(a) | b,
        "setr" => register(a),
        "seti" => a,
        "gtir" => u64::from(a > register(b)),
        "gtri" => u64::from(register(a) > b),
        "gtrr" => u64::from(register(a) > register(b)),
        "eqir" => u64::from(a == register(b)),
        "eqri" => u64::from(register(a) == b),
        "eqrr" => u64::from(register(a) == register(b)),
        _ => unreachable!("no instruction {name}"),
    }
}

/// The text of a puzzle: samples, three blank lines, a program.
pub fn puzzle(seed: u64, samples: usize, lines: usize) -> String {
    let mut random = Random::new(seed);
    let names = shuffled(&mut random);
    let mut text = String::new();
    for _ in 0..samples {
        let before = random.four();
        let opcode = random.below(16);
        let [a, b, c, _] = random.four();
        let mut after = before;
        after[c as usize] = value(names[opcode as usize], a, b, &before);
        let _ = write!(text, "Before: {before:?}\n{opcode} {a} {b} {c}\nAfter:  {after:?}\n\n");
    }
    text.push_str("\n\n");
    program(&mut random, &names, lines, &mut text);
    text
}

/// The names in the order of their opcodes.
fn shuffled(random: &mut Random) -> [&'static str; 16] {
    let mut names = NAMES;
    for place in (1..names.len()).rev() {
        names.swap(place, random.below(place as u64 + 1) as usize);
    }
    names
}

/// Lines of a program whose registers stay small, and above one more often than chance would have it.
fn program(random: &mut Random, names: &[&str; 16], lines: usize, text: &mut String) {
    let mut registers = [0; 4];
    for _ in 0..lines {
        let line = loop {
            let opcode = random.below(16);
            let [a, b, c, _] = random.four();
            let result = value(names[opcode as usize], a, b, &registers);
            if result <= LARGEST && (result > 1 || random.below(4) == 0) {
                registers[c as usize] = result;
                break [opcode, a, b, c];
            }
        };
        let [opcode, a, b, c] = line;
        let _ = writeln!(text, "{opcode} {a} {b} {c}");
    }
}
