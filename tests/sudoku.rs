//! The Sudoku rules against an independent solver: every grid under `examples/sudoku`, at every level that can solve it.

mod support;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use support::oracle::run::{capture, scratch_file};
use support::oracle::{Oracle, missing, rewrite_command};

const LIMIT: Duration = Duration::from_secs(120);

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const EASY_SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const ROWS: &str = "__8627__9/___5_____/_3__9____/__69__3_2/______95_/1__8_____/____52_63/4___8____/___3__24_";
const ROWS_SOLVED: &str = "518627439269543781734198526856974312347261958192835674971452863423786195685319247";
/// Thirteen solutions.
const SEVERAL: &str = "..8627.............3..9......69..3.2......95.1..8.........52.634...8.......3..24.";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rules(name: &str) -> PathBuf {
    root().join("rules").join(name)
}

/// The grids of a file, one to a line; lines with `#` say what they are.
fn grids(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("examples/sudoku").join(name)).unwrap();
    let grids: Vec<String> = text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    assert!(grids.iter().all(|grid| grid.len() == 81), "{name}");
    grids
}

fn all_grids() -> Vec<String> {
    ["easy.txt", "medium.txt", "hard.txt", "seventeen.txt", "hardest.txt"].iter().flat_map(|name| grids(name)).collect()
}

/// What `rewrite` prints for a file of rules with these commands.
fn run(file: &str, commands: &str) -> String {
    let script = scratch_file(&format!("load {}\n{commands}", rules(file).display()));
    let printed = capture(&mut rewrite_command(&script), LIMIT);
    assert!(!printed.timed_out && printed.errors.is_empty(), "{}", printed.errors);
    printed.output
}

/// The strings that some searches found, search by search.
fn found(file: &str, searches: &[String]) -> Vec<Vec<String>> {
    let commands: String = searches.iter().map(|search| format!("search {search} =>! S:String .\n")).collect();
    let mut answers: Vec<Vec<String>> = Vec::new();
    for line in run(file, &commands).lines() {
        if line.starts_with("====") {
            answers.push(Vec::new());
        } else if let Some(value) = line.strip_prefix("S:String --> ") {
            answers.last_mut().unwrap().push(value.trim_matches('"').to_owned());
        }
    }
    assert_eq!(answers.len(), searches.len());
    answers
}

/// The normal forms of some terms, in one line each.
fn reduced(file: &str, module: &str, terms: &[String]) -> Vec<String> {
    let commands: String = terms.iter().map(|term| format!("reduce in {module} : {term} .\n")).collect();
    let output = run(file, &commands);
    let results = output.split("\nresult ").skip(1);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let results: Vec<String> = results
        .map(|text| text.split("\n====").next().unwrap())
        .map(|text| text.split_once(": ").unwrap().1)
        .map(words)
        .collect();
    assert_eq!(results.len(), terms.len(), "{output}");
    results
}

/// An independent solver: candidates of rows, columns and boxes as bits, the place with fewest first.
struct Solver {
    board: [u8; 81],
    /// Digits used in each row, column and box.
    used: [[u16; 9]; 3],
    solutions: Vec<String>,
    limit: usize,
}

impl Solver {
    /// Up to `limit` solutions of a grid.
    fn solve(grid: &str, limit: usize) -> Vec<String> {
        let mut solver = Self { board: [0; 81], used: [[0; 9]; 3], solutions: Vec::new(), limit };
        for (place, sign) in grid.bytes().enumerate() {
            if sign.is_ascii_digit() && sign != b'0' {
                let bit = 1 << (sign - b'0');
                if solver.free(place) & bit == 0 {
                    return Vec::new();
                }
                solver.flip(place, sign - b'0');
            }
        }
        solver.fill();
        solver.solutions
    }

    fn groups(place: usize) -> [usize; 3] {
        [place / 9, place % 9, place / 27 * 3 + place % 9 / 3]
    }

    fn free(&self, place: usize) -> u16 {
        let used = Self::groups(place).iter().zip(&self.used).fold(0, |bits, (&group, used)| bits | used[group]);
        !used & 0x3fe
    }

    fn flip(&mut self, place: usize, digit: u8) {
        self.board[place] ^= digit;
        for (group, used) in Self::groups(place).into_iter().zip(&mut self.used) {
            used[group] ^= 1 << digit;
        }
    }

    fn fill(&mut self) {
        let open = (0..81).filter(|&place| self.board[place] == 0);
        let Some(place) = open.min_by_key(|&place| self.free(place).count_ones()) else {
            self.solutions.push(self.board.iter().map(|&digit| char::from(b'0' + digit)).collect());
            return;
        };
        let free = self.free(place);
        for digit in (1..=9).filter(|digit| free >> digit & 1 == 1) {
            self.flip(place, digit);
            self.fill();
            self.flip(place, digit);
            if self.solutions.len() == self.limit {
                return;
            }
        }
    }
}

fn searches(module: &str, function: &str, grids: &[String]) -> Vec<String> {
    grids.iter().map(|grid| format!("[2] in {module} : text({function}(\"{grid}\"))")).collect()
}

/// Every one of the grids has the one solution that the independent solver finds.
fn check_solved(module: &str, function: &str, grids: &[String]) {
    let answers = found("sudoku.rules", &searches(module, function, grids));
    for (grid, answer) in grids.iter().zip(answers) {
        assert_eq!(answer, Solver::solve(grid, 2), "{grid}");
        assert_eq!(answer.len(), 1, "{grid}");
    }
}

#[test]
fn every_grid_is_solved() {
    let grids = all_grids();
    assert!(grids.len() >= 50);
    check_solved("SUDOKU", "solve", &grids);
}

#[test]
fn every_solution_passes_the_checker() {
    let query =
        |grid: &String| format!("search in SUDOKU : solve(\"{grid}\") =>! B:Board such that solved(B:Board) .\n");
    let grids = all_grids();
    let output = run("sudoku.rules", &grids.iter().map(query).collect::<String>());
    assert_eq!(output.matches("Solution 1").count(), grids.len());
    let wrong = EASY_SOLVED.replacen("53", "35", 1);
    let checks = [wrong.as_str(), EASY_SOLVED, EASY].map(|grid| format!("solved(board(all(read(\"{grid}\"))))"));
    let script = "fmod CHECK is protecting SUDOKU-NAKED . op all : Reading ~> Cells . eq all(givens(B:Cells)) = B:Cells . endfm\n";
    let checks: String = checks.iter().map(|check| format!("reduce in CHECK : {check} .\n")).collect();
    let output = run("sudoku.rules", &format!("{script}{checks}"));
    let verdicts: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("result Bool: ")).collect();
    assert_eq!(verdicts, ["false", "true", "false"]);
}

#[test]
fn propagation_solves_the_easy_grids() {
    let grids = grids("easy.txt");
    let terms: Vec<String> = grids.iter().map(|grid| format!("text(solve(\"{grid}\"))")).collect();
    for (grid, text) in grids.iter().zip(reduced("sudoku.rules", "SUDOKU-NAKED", &terms)) {
        assert_eq!(text.trim_matches('"'), Solver::solve(grid, 1)[0]);
    }
    let fewer = EASY.replace("419", "41.").replace("79", "7.");
    for grid in [EASY, &fewer] {
        let answer = reduced("sudoku.rules", "SUDOKU-NAKED", &[format!("text(solve(\"{grid}\"))")]);
        assert_eq!(answer, [format!("\"{EASY_SOLVED}\"")]);
    }
}

#[test]
fn lone_places_solve_the_medium_grids_and_propagation_does_not() {
    let grids = grids("medium.txt");
    let terms: Vec<String> = grids.iter().map(|grid| format!("text(solve(\"{grid}\"))")).collect();
    for (grid, text) in grids.iter().zip(reduced("sudoku.rules", "SUDOKU-HIDDEN", &terms)) {
        assert_eq!(text.trim_matches('"'), Solver::solve(grid, 1)[0]);
    }
    for text in reduced("sudoku.rules", "SUDOKU-NAKED", &terms) {
        assert!(text.starts_with("text(<"), "{text}");
    }
}

#[test]
fn every_level_that_can_solves_the_grid_in_rows() {
    let levels = [("SUDOKU", "solve"), ("SUDOKU-GUESSING", "solve"), ("SUDOKU-BACKTRACKING", "backtrack")];
    let searches: Vec<String> =
        levels.iter().map(|(module, function)| format!("[1] in {module} : text({function}(\"{ROWS}\"))")).collect();
    for answer in found("sudoku.rules", &searches) {
        assert_eq!(answer, [ROWS_SOLVED]);
    }
}

#[test]
fn guesses_and_backtracking_solve_easy_and_medium_grids() {
    let grids = [grids("easy.txt"), grids("medium.txt")].concat();
    check_solved("SUDOKU-GUESSING", "solve", &grids);
    check_solved("SUDOKU-BACKTRACKING", "backtrack", &grids[..2]);
}

#[test]
fn steps_end_at_the_solution() {
    let steps = |grid: &str| format!("search [1] in SUDOKU-STEPS : explain(\"{grid}\") =>! M:Move ; B:Board .\n");
    let output = run("sudoku.rules", &format!("{}{}show path labels 56 .\n", steps(EASY), steps(ROWS)));
    assert_eq!(output.matches("Solution 1").count(), 2);
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let boards: Vec<String> =
        output.split("B:Board --> sudoku\n").skip(1).map(|text| digits(&text[..text.len().min(420)])).collect();
    assert!(boards[0].starts_with(EASY_SOLVED) && boards[1].starts_with(ROWS_SOLVED), "{boards:?}");
    for label in ["only-candidate", "only-place"] {
        assert!(output.contains(label), "{label}");
    }
}

#[test]
fn the_forms_of_a_text_mean_the_same() {
    let rows: Vec<&str> = EASY.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap()).collect();
    let forms = [
        EASY.to_owned(),
        EASY.replace('.', "0"),
        EASY.replace('.', "_"),
        rows.join("/"),
        rows.join("\\n"),
        format!("{}\\n", rows.join("\\r\\n")),
        format!("\\n{}\\n\\n", rows.join("\\n\\n")),
        format!("{EASY}\\n"),
        rows.iter()
            .map(|row| row.chars().map(|sign| format!("{sign} ")).collect::<String>())
            .collect::<Vec<_>>()
            .join("/"),
    ];
    let terms: Vec<String> = forms.iter().map(|form| format!("text(solve(\"{form}\"))")).collect();
    for (form, answer) in forms.iter().zip(reduced("sudoku.rules", "SUDOKU-NAKED", &terms)) {
        assert_eq!(answer, format!("\"{EASY_SOLVED}\""), "{form}");
    }
}

#[test]
fn malformed_texts_are_told_what_is_wrong_and_where() {
    let short = &EASY[..80];
    let long = format!("{EASY}1");
    let eight = [".........\\n"; 8].concat();
    let ten = [".........\\n"; 10].concat();
    let cases = [
        ("", "rows: 0 instead of 9"),
        ("53..7", "line 1 : 5 places instead of 9"),
        (short, "line 1 : 80 places instead of 81"),
        (&long, "line 1 : 82 places instead of 81"),
        (".........\\n....x....", "line 2 column 5 : \"x\" is no place"),
        (".........\\n\\n ....é....", "line 3 column 6 : \"\\303\" is no place"),
        (".........\\n........", "line 2 : 8 places instead of 9"),
        (".........\\n..........\\n", "line 2 : 10 places instead of 9"),
        (&eight, "rows: 8 instead of 9"),
        (&ten, "rows: 10 instead of 9"),
        (
            "5.......5/........./........./........./........./........./........./........./.........",
            "row 1 column 9 cannot be 5",
        ),
    ];
    for (module, function) in [("SUDOKU", "solve"), ("SUDOKU-BACKTRACKING", "backtrack"), ("SUDOKU-STEPS", "explain")] {
        let terms: Vec<String> = cases.iter().map(|(text, _)| format!("{function}(\"{text}\")")).collect();
        for ((text, message), answer) in cases.iter().zip(reduced("sudoku.rules", module, &terms)) {
            if function != "explain" || !message.starts_with("row ") {
                assert_eq!(&answer, message, "{text}");
            }
        }
    }
}

#[test]
fn none_and_several_solutions_are_answered_as_such() {
    let none = [
        "1....786...7..8.1.8..2....9........24...1......9..5...6.8..........2.9.......93.4".to_owned(),
        ".2......6....41.....78....1......7....97.....6..412....1..74..5..8.5..7......39..".to_owned(),
        EASY.replace("98....6", "98....4"),
    ];
    for (grid, answer) in none.iter().zip(found("sudoku.rules", &searches("SUDOKU", "solve", &none))) {
        assert!(Solver::solve(grid, 1).is_empty(), "{grid}");
        assert!(answer.is_empty(), "{grid}");
    }
    let all = found("sudoku.rules", &[format!("in SUDOKU : text(solve(\"{SEVERAL}\"))")]).remove(0);
    let mut sorted = all.clone();
    sorted.sort();
    let mut expected = Solver::solve(SEVERAL, 1000);
    expected.sort();
    assert_eq!((sorted.len(), sorted), (13, expected));
    let two = found("sudoku.rules", &[format!("[2] in SUDOKU : text(solve(\"{SEVERAL}\"))")]).remove(0);
    assert_eq!(two.len(), 2);
}

#[test]
fn rules_load_in_maude_without_a_word() {
    let Some(oracle) = Oracle::find() else { return missing("rules_load_in_maude_without_a_word") };
    for file in
        ["constraints.rules", "sudoku.rules", "sudoku/chess.rules", "sudoku/sizes.rules", "sudoku/thermometers.rules"]
    {
        let printed = oracle.run(&rules(file), LIMIT);
        assert!(printed.errors.is_empty(), "{file}: {}", printed.errors);
    }
}

#[test]
fn maude_finds_the_same() {
    let Some(oracle) = Oracle::find() else { return missing("maude_finds_the_same") };
    let mut script = format!("load {}\n", rules("sudoku.rules").display());
    for grid in all_grids().iter().step_by(7) {
        writeln!(script, "search [2] in SUDOKU : text(solve(\"{grid}\")) =>! S:String .").unwrap();
    }
    let script = scratch_file(&script);
    let theirs = oracle.run(&script, LIMIT);
    let ours = capture(&mut rewrite_command(&script), LIMIT);
    let told = |output: &str| {
        let line =
            |line: &&str| line.starts_with("S:String") || line.starts_with("states:") || line.starts_with("Solution");
        let counts = |line: &str| line.split(" in ").next().unwrap().to_owned();
        output.lines().filter(line).map(counts).collect::<Vec<_>>()
    };
    assert_eq!(told(&ours.output), told(&theirs.output));
}
