//! A fuzzer on stable Rust: loads mutated programs and runs their commands within small limits.
//!
//! `cargo run --release --manifest-path fuzz/Cargo.toml -- SECONDS [SEED] [FOLDER…]`
//!
//! Seeds are the `.rules` files of the given folders (default: `rules`, `tests/programs`, `tests/bench/programs`,
//! `tests/rejected`). An input that panics or takes too long is written to `fuzz/artifacts/` and ends the run with
//! exit code 1. The same seed tries the same inputs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use rewrite::base::{Interrupt, Limits};
use rewrite::session::{Commands, Next, NoLoader, Session, Task};

/// What one input may take, its commands included.
const PATIENCE: Duration = Duration::from_secs(5);
/// Where the input under way is kept.
const CURRENT: &str = "fuzz/artifacts/current.rules";
/// Commands run of one input.
const COMMANDS: usize = 6;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = arguments.next().and_then(|s| s.parse().ok()).unwrap_or(60);
    let seed: u64 = arguments.next().and_then(|s| s.parse().ok()).unwrap_or(1);
    let mut folders: Vec<String> = arguments.collect();
    if folders.is_empty() {
        folders = ["rules", "tests/programs", "tests/bench/programs", "tests/rejected"].map(str::to_owned).to_vec();
    }
    let seeds = seeds(&folders);
    println!("seed {seed}, {} programs, {seconds} s", seeds.len());
    std::fs::create_dir_all("fuzz/artifacts").expect("a folder for what is found");
    std::panic::set_hook(Box::new(|_| {}));
    let worker = std::thread::Builder::new().stack_size(8 << 20).spawn(move || fuzz(&seeds, seconds, seed));
    let tried = worker.expect("a thread").join().expect("the fuzzer itself does not panic");
    println!("{tried} inputs, no panic, no hang");
}

fn seeds(folders: &[String]) -> Vec<String> {
    let mut files: Vec<_> = folders.iter().flat_map(|folder| walk(Path::new(folder))).collect();
    files.sort();
    let read = |file| std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    files.iter().filter_map(|file| read(file).ok()).filter(|text| text.len() < 20_000).collect()
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                walk(&path)
            } else if path.extension().is_some_and(|extension| extension == "rules") {
                vec![path]
            } else {
                Vec::new()
            }
        })
        .collect()
}

fn fuzz(seeds: &[String], seconds: u64, seed: u64) -> u64 {
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut random = Random(seed);
    let mut tried = 0;
    while Instant::now() < end {
        let input = mutated(seeds, &mut random);
        // Kept while it runs: what ends the process itself, such as a want of memory, is found there.
        std::fs::write(CURRENT, &input).expect("the input under way is kept");
        let start = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| load(&input)));
        if outcome.is_err() || start.elapsed() > PATIENCE {
            let what = if outcome.is_err() { "panic" } else { "hang" };
            let path = format!("fuzz/artifacts/{what}-{seed}-{tried}.rules");
            std::fs::write(&path, &input).expect("what was found is kept");
            println!("{what} after {tried} inputs: {path}");
            std::process::exit(1);
        }
        tried += 1;
    }
    tried
}

/// Loads a text and runs its commands.
fn load(text: &str) {
    let mut session = Session::new();
    let loaded = session.load_text("input.rules", text, Commands::Plan, &mut NoLoader);
    let _ = rewrite::report::diagnostics::render_all(&loaded.diagnostics, &session.sources, false, None);
    let limits = Limits {
        states: Some(300),
        depth: Some(12),
        time: Some(Duration::from_millis(200)),
        memory: Some(256 << 20),
    };
    for task in loaded.tasks.into_iter().take(COMMANDS) {
        match task {
            Task::Reduce { program, term } => {
                let _ = program.reduce(&term, &limits, &Interrupt::new());
            }
            Task::Search { program, query, solutions, depth } => {
                let Ok(mut search) = program.search(&query, solutions, depth, limits.clone(), Interrupt::new()) else {
                    continue;
                };
                let mut found = 0;
                while let Next::Solution(solution) = search.next(&mut |_| {}) {
                    let _ = search.path(u64::from(solution.state));
                    found += 1;
                    if found == 20 {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
}

/// A seed with a few mutations, of tokens and of bytes.
fn mutated(seeds: &[String], random: &mut Random) -> String {
    let mut text = random.pick(seeds).clone();
    for _ in 0..=random.below(6) {
        text = if random.below(4) == 0 { mutated_bytes(&text, random) } else { mutated_words(&text, seeds, random) };
    }
    text
}

const WORDS: &[&str] = &[
    ".", "(", ")", "[", "]", "{", "}", ",", ":", "->", "=", "=>", "if", "/\\", ":=", "assoc", "comm", "id:", "nil", "op", "sort",
    "subsort", "eq", "ceq", "rl", "crl", "var", "endm", "mod", "fmod", "is", "search", "reduce", "=>*", "=>!", "0", "1", "s_",
    "_+_", "__", "_", "X:Nat", "[owise]", "\"", "***(", "---", "`", "99999999999999999999", "-1", "2 ^ 9999999", "prec", "such that",
    "left", "right", "strat (1 0)", "frozen", "protecting NAT", "protecting INT", "<", "ditto", "gather (e E)", "format (r o)",
];

fn mutated_words(text: &str, seeds: &[String], random: &mut Random) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let at = random.below(words.len().max(1));
    let other = random.below(words.len().max(1));
    match random.below(7) {
        0 if at < words.len() => {
            words.remove(at);
        }
        1 if at < words.len() => words.insert(other, words[at]),
        2 if at < words.len() => words.swap(at, other),
        3 => {
            let word = WORDS[random.below(WORDS.len())];
            let mut all: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            all.insert(at.min(all.len()), format!(" {word} "));
            return all.concat();
        }
        4 if at < words.len() => {
            let to = (at + 1 + random.below(12)).min(words.len());
            words.drain(at..to);
        }
        5 => {
            let donor = random.pick(seeds);
            let lines: Vec<&str> = donor.lines().collect();
            let from = random.below(lines.len().max(1));
            let part = lines[from..(from + 1 + random.below(4)).min(lines.len())].join("\n");
            let mut all: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            all.insert(at.min(all.len()), format!("\n{part}\n"));
            return all.concat();
        }
        _ => {
            // The same piece many times: deep and long things.
            let to = (at + 1 + random.below(3)).min(words.len());
            let piece = words.get(at..to).unwrap_or_default().concat();
            let many = piece.repeat(1 + random.below(200));
            let mut all: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            all.insert(at.min(all.len()), many);
            return all.concat();
        }
    }
    words.concat()
}

fn mutated_bytes(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len().max(1));
        match random.below(3) {
            0 if at < bytes.len() => bytes[at] = random.next() as u8,
            1 if at < bytes.len() => {
                bytes.remove(at);
            }
            _ => bytes.insert(at.min(bytes.len()), random.next() as u8),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Splitmix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
