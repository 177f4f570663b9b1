//! The opcode puzzle in rules agrees with an implementation in Rust that shares nothing with it, on generated inputs, and
//! says what is wrong with inputs that are broken.

#[path = "../examples/opcodes/generator.rs"]
mod generator;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use generator::{NAMES, puzzle, value};

/// What is asked of a puzzle.
#[derive(PartialEq, Eq, Debug)]
struct Answers {
    part1: usize,
    settled: usize,
    register: u64,
}

/// The numbers of a text, whatever stands between them.
fn numbers(text: &str) -> Vec<u64> {
    let words = text.split(|character: char| !character.is_ascii_digit()).filter(|word| !word.is_empty());
    words.map(|word| word.parse().unwrap()).collect()
}

/// The instructions that a sample behaves like, as bits in the order of their names.
fn like(sample: &[u64]) -> u16 {
    let before: [u64; 4] = sample[..4].try_into().unwrap();
    let [_, a, b, c] = sample[4..8] else { unreachable!() };
    let fits = |name: &str| {
        let mut after = before;
        after[c as usize] = value(name, a, b, &before);
        after == sample[8..]
    };
    (0..16).filter(|&place| fits(NAMES[place])).map(|place| 1 << place).sum()
}

/// Takes what is known of one opcode from all others, until nothing changes.
fn propagate(candidates: &mut [u16; 16]) {
    let mut before = [0; 16];
    while before != *candidates {
        before = *candidates;
        for opcode in (0..16).filter(|&opcode| before[opcode].is_power_of_two()) {
            for other in (0..16).filter(|&other| other != opcode) {
                candidates[other] &= !before[opcode];
            }
        }
    }
}

fn answers(text: &str) -> Answers {
    let (samples, program) = text.split_once("\n\n\n\n").unwrap();
    let samples: Vec<Vec<u64>> = samples.split("\n\n").map(numbers).collect();
    let mut candidates = [u16::MAX; 16];
    let mut settled = 0;
    for (place, sample) in samples.iter().enumerate() {
        candidates[sample[4] as usize] &= like(sample);
        propagate(&mut candidates);
        if settled == 0 && candidates.iter().all(|set| set.is_power_of_two()) {
            settled = place + 1;
        }
    }
    assert!(settled > 0, "the samples do not settle the opcodes");
    let mut registers = [0; 4];
    for line in program.lines() {
        let [opcode, a, b, c] = numbers(line)[..] else { unreachable!() };
        registers[c as usize] = value(NAMES[candidates[opcode as usize].trailing_zeros() as usize], a, b, &registers);
    }
    Answers {
        part1: samples.iter().filter(|sample| like(sample).count_ones() >= 3).count(),
        settled,
        register: registers[0],
    }
}

/// The results of terms, where `INPUT` is the text. Maude must give the same, where it is installed.
fn reduced(name: &str, text: &str, terms: &[&str]) -> Vec<String> {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/opcodes.rules");
    let mut file =
        format!("load {}\nmod WITH-INPUT is including OPCODES . eq INPUT = \"{text}\" . endm\n", rules.display());
    file.extend(terms.iter().map(|term| format!("red {term} .\n")));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("opcodes-{name}.rules"));
    fs::write(&path, file).unwrap();
    let ours = results(Command::new(env!("CARGO_BIN_EXE_rewrite")).arg(&path)).expect("it is built");
    if let Some(theirs) = results(Command::new("maude").arg("-no-banner").arg(&path).stdin(Stdio::null())) {
        assert_eq!(ours, theirs, "{name}");
    }
    ours
}

/// What a program prints as results; nothing where there is no such program. Maude breaks its lines with four blanks.
fn results(command: &mut Command) -> Option<Vec<String>> {
    let output = command.output().ok()?;
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).unwrap().replace("\n    ", " ");
    let results = text.lines().filter_map(|line| line.strip_prefix("result ")?.split_once(": "));
    Some(results.map(|(_, result)| result.to_owned()).collect())
}

#[test]
fn ten_inputs_are_answered_as_by_the_program_in_rust() {
    for seed in 1..=10 {
        let text = puzzle(seed, 806, 900);
        let Answers { part1, settled, register } = answers(&text);
        let expected = [part1.to_string(), format!("{register} in register 0, opcodes known after {settled} samples")];
        let results = reduced(&seed.to_string(), &text, &["part1(INPUT)", "part2(INPUT)"]);
        assert_eq!(results, expected, "seed {seed}");
    }
}

#[test]
fn the_input_in_the_repository_is_the_generator_s() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/opcodes/input.txt");
    assert_eq!(fs::read_to_string(path).unwrap(), puzzle(8, 806, 900));
}

/// The answer to a query with one of the example inputs, as a person asks for it.
fn asked(term: &str, input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rewrite"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["reduce", "rules/opcodes.rules", term, "--input"]);
    let output = command.arg(format!("INPUT=examples/opcodes/{input}.txt")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_examples_are_answered_in_less_than_a_second() {
    let start = Instant::now();
    assert_eq!(asked("part1(INPUT)", "input"), "result NzNat: 636\n");
    assert_eq!(asked("part2(INPUT)", "input"), "result Answer: 560 in register 0, opcodes known after 54 samples\n");
    assert!(cfg!(debug_assertions) || start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert!(asked("part2(INPUT)", "few").starts_with("result Answer: unknown after 20 samples: "));
    assert_eq!(asked("part2(INPUT)", "broken"), "result Mistake: line 14, column 1 : no opcode 99\n");
}

/// A small puzzle: the sample of the puzzle's own text, and a line of a program.
const SMALL: &str = "Before: [3, 2, 1, 1]\n9 2 1 2\nAfter:  [3, 2, 2, 1]\n\n\n\n0 1 2 3\n";

/// What is said about the small puzzle with one part replaced.
#[track_caller]
fn check(from: &str, to: &str, part1: &str) {
    assert!(SMALL.contains(from));
    let name = format!("line-{}", std::panic::Location::caller().line());
    let text = SMALL.replacen(from, to, 1);
    assert_eq!(reduced(&name, &text, &["part1(INPUT)"]), [part1]);
}

#[test]
fn a_sample_is_like_three_instructions() {
    check("9", "9", "1");
    // A line may end as it likes, and blank lines do not matter.
    check("3\n", "3", "1");
    check("\n\n\n\n0", "\n\n0", "1");
    check("Before", "\nBefore", "1");
}

#[test]
fn broken_texts_are_refused_with_the_place() {
    check("[3, 2, 1, 1]", "[3, 2, 1, 1", "line 1, column 20 : expected \"]\\n\"");
    check("[3, 2, 1, 1]", "3, 2, 1, 1]", "line 1, column 1 : expected \"Before: [\"");
    check("[3, 2, 1, 1]", "[3, 2, 1]", "line 1, column 17 : expected \", \"");
    check("[3, 2, 1, 1]", "[3, 2, 1, 1, 1]", "line 1, column 20 : expected \"]\\n\"");
    check("[3, 2, 1, 1]", "[3, x, 1, 1]", "line 1, column 13 : expected a number");
    check("[3, 2, 1, 1]", "[3, -2, 1, 1]", "line 1, column 13 : expected a number");
    check("[3, 2, 1, 1]", "[3, 2/1, 1, 1]", "line 1, column 14 : expected \", \"");
    check("9 2 1 2", "9 2 1", "line 2, column 6 : expected \" \"");
    check("9 2 1 2", "9 2 1 2 2", "line 2, column 8 : expected \"\\nAfter:  [\"");
    check("After: ", "Behind:", "line 2, column 8 : expected \"\\nAfter:  [\"");
    check("9 2 1 2", "99 2 1 2", "line 2, column 1 : no opcode 99");
    check("9 2 1 2", "9 2 1 7", "line 2, column 1 : no register 7");
    check("0 1 2 3", "0 1 2", "line 7, column 6 : expected \" \"");
    check("0 1 2 3", "0 1 2 seti", "line 7, column 7 : expected a number");
    check("0 1 2 3", "before", "line 7, column 1 : expected a number");
    check("0 1 2 3", "16 1 2 3", "line 7, column 1 : no opcode 16");
    check(SMALL, "Before: [3", "line 1, column 11 : expected \", \"");
    check(SMALL, "Before: [", "line 1, column 10 : expected a number");
}

/// The text of sample number `number` of a puzzle.
fn sample(text: &str, number: usize) -> &str {
    text.split_inclusive("\n\n").nth(number - 1).unwrap()
}

#[test]
fn contradictory_samples_are_refused_with_the_first_that_does_not_agree() {
    let text = puzzle(8, 806, 900);
    for number in [3, 300] {
        let sample = sample(&text, number);
        let at = sample.find("After:  [").unwrap() + "After:  [".len();
        let wrong = format!("{}77{}", &sample[..at], &sample[at + 1..]);
        let text = text.replace(sample, &wrong);
        let line = text[..text.find(&wrong).unwrap()].lines().count() + 2;
        let results = reduced(&format!("contradictory-{number}"), &text, &["part2(INPUT)"]);
        assert_eq!(results, [format!("line {line}, column 1 : no instruction is left for an opcode")]);
    }
}

#[test]
fn too_few_samples_are_not_enough() {
    let text = puzzle(8, 806, 900);
    let (samples, program) = text.split_once("\n\n\n\n").unwrap();
    let few: Vec<&str> = samples.split("\n\n").take(53).collect();
    let text = format!("{}\n\n\n\n{program}", few.join("\n\n"));
    let results = reduced("few", &text, &["part2(INPUT)"]);
    assert!(results[0].starts_with("unknown after 53 samples: "), "{results:?}");
    assert!(results[0].contains("3 is one of gtir eqir"), "{results:?}");
}

#[test]
fn a_program_with_a_register_that_is_not_there_stops_at_its_line() {
    let text = puzzle(8, 806, 0);
    // 12 is `addr`, 1 is `seti`, for which 7 is a number like others.
    let fine = reduced("seven", &format!("{text}1 7 9 0\n"), &["part2(INPUT)"]);
    assert_eq!(fine, ["7 in register 0, opcodes known after 54 samples"]);
    let wrong = reduced("register", &format!("{text}1 7 9 0\n12 7 0 0\n"), &["part2(INPUT)"]);
    let line = text.lines().count() + 2;
    assert_eq!(wrong, [format!("line {line}, column 1 : no such register")]);
}
