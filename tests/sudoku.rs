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

/// Some hundred solutions each, of which variants keep some.
const KNIGHT: &str = "..36.7....7..1..9.1.4.....3......7....82.1.59.4.......41.....86...46.....3..7..25";
const KING: &str = "...6...91...........6....74.1..4.5.6.....8...........7..19...6.265.7...837..8.415";
const CHESS: &str = "796...5.......6.4...3.28.96...6..35..5.8....4.1....8.....9...3..3..8....9.......7";
const THERMOMETERS: &str = ".......4..9...1..8563...........4....8.......421.658..3.........16.98.3....47..6.";
const SIXTEEN: [&str; 16] = [
    "17F.5.4G..8C..3B",
    "2.3E....D.G5.1F.",
    "8.CAF7.1B..34.5D",
    "G.54.....6....C9",
    ".C7....638.924.5",
    "E3....1.524....F",
    "6F...5.4C1.78E..",
    ".5.29..EFG.D1A7.",
    "7A1..65.EC983B..",
    "9E....F7..B25D.6",
    "..G5..3B..7...8E",
    "B4..8EC9.5DG...A",
    "F.6D.G.5.7.A....",
    "..4..2.31DF.7C.8",
    ".2E.A8...B....6.",
    ".8.761.F2.3.B54.",
];

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
fn check_solved(file: &str, module: &str, function: &str, grids: &[String]) {
    let answers = found(file, &searches(module, function, grids));
    for (grid, answer) in grids.iter().zip(answers) {
        assert_eq!(answer, Solver::solve(grid, 2), "{grid}");
        assert_eq!(answer.len(), 1, "{grid}");
    }
}

#[test]
fn every_grid_is_solved() {
    let grids = all_grids();
    assert!(grids.len() >= 50);
    check_solved("sudoku.rules", "SUDOKU", "solve", &grids);
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
    let script =
        "mod CHECK is protecting SUDOKU . op all : Reading ~> Cells . eq all(givens(B:Cells)) = B:Cells . endm\n";
    let checks: String = checks.iter().map(|check| format!("reduce in CHECK : {check} .\n")).collect();
    let output = run("sudoku.rules", &format!("{script}{checks}"));
    let verdicts: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("result Bool: ")).collect();
    assert_eq!(verdicts, ["false", "true", "false"]);
}

#[test]
fn propagation_solves_the_easy_grids() {
    let grids = grids("easy.txt");
    let terms: Vec<String> = grids.iter().map(|grid| format!("text(solve(\"{grid}\"))")).collect();
    for (grid, text) in grids.iter().zip(reduced("sudoku/levels.rules", "SUDOKU-NAKED", &terms)) {
        assert_eq!(text.trim_matches('"'), Solver::solve(grid, 1)[0]);
    }
    let fewer = EASY.replace("419", "41.").replace("79", "7.");
    for grid in [EASY, &fewer] {
        let answer = reduced("sudoku/levels.rules", "SUDOKU-NAKED", &[format!("text(solve(\"{grid}\"))")]);
        assert_eq!(answer, [format!("\"{EASY_SOLVED}\"")]);
    }
}

#[test]
fn lone_places_solve_the_medium_grids_and_propagation_does_not() {
    let grids = grids("medium.txt");
    let terms: Vec<String> = grids.iter().map(|grid| format!("text(solve(\"{grid}\"))")).collect();
    for (grid, text) in grids.iter().zip(reduced("sudoku/levels.rules", "SUDOKU-HIDDEN", &terms)) {
        assert_eq!(text.trim_matches('"'), Solver::solve(grid, 1)[0]);
    }
    for text in reduced("sudoku/levels.rules", "SUDOKU-NAKED", &terms) {
        assert!(text.starts_with("text(<"), "{text}");
    }
}

#[test]
fn every_level_that_can_solves_the_grid_in_rows() {
    let levels = [
        ("sudoku.rules", "SUDOKU", "solve"),
        ("sudoku/levels.rules", "SUDOKU-GUESSING", "solve"),
        ("sudoku/levels.rules", "SUDOKU-HIDDEN", "solve"),
        ("sudoku/sets.rules", "SUDOKU-SETS", "solve"),
        ("sudoku/backtracking.rules", "SUDOKU-BACKTRACKING", "backtrack"),
    ];
    for (file, module, function) in levels {
        assert_eq!(found(file, &[format!("[1] in {module} : text({function}(\"{ROWS}\"))")]), [[ROWS_SOLVED]]);
    }
}

#[test]
fn sets_of_digits_do_what_bit_masks_do() {
    let grids: Vec<String> = all_grids().into_iter().step_by(5).collect();
    check_solved("sudoku/sets.rules", "SUDOKU-SETS", "solve", &grids);
}

#[test]
fn guesses_and_backtracking_solve_easy_and_medium_grids() {
    let grids = [grids("easy.txt"), grids("medium.txt")].concat();
    check_solved("sudoku/levels.rules", "SUDOKU-GUESSING", "solve", &grids);
    check_solved("sudoku/backtracking.rules", "SUDOKU-BACKTRACKING", "backtrack", &grids[..2]);
}

#[test]
fn steps_end_at_the_solution() {
    let steps = |grid: &str| format!("search [1] in SUDOKU-STEPS : explain(\"{grid}\") =>! M:Move ; B:Board .\n");
    let output = run("sudoku/steps.rules", &format!("{}{}show path labels 56 .\n", steps(EASY), steps(ROWS)));
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
    for (form, answer) in forms.iter().zip(reduced("sudoku/levels.rules", "SUDOKU-NAKED", &terms)) {
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
    let readers = [
        ("sudoku.rules", "SUDOKU", "solve"),
        ("sudoku/backtracking.rules", "SUDOKU-BACKTRACKING", "backtrack"),
        ("sudoku/steps.rules", "SUDOKU-STEPS", "explain"),
    ];
    for (file, module, function) in readers {
        let terms: Vec<String> = cases.iter().map(|(text, _)| format!("{function}(\"{text}\")")).collect();
        for ((text, message), answer) in cases.iter().zip(reduced(file, module, &terms)) {
            // Steps begin with what was given, whatever it leads to.
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

/// Whether a solution keeps what a variant asks for beyond rows, columns and boxes.
type Keeps = fn(&[u8]) -> bool;

/// Whether no two places so many rows and columns apart hold the same digit.
fn differ_at(solution: &[u8], moves: &[(i32, i32)]) -> bool {
    let at = |row: i32, column: i32| {
        ((0..9).contains(&row) && (0..9).contains(&column)).then(|| solution[(9 * row + column) as usize])
    };
    let places = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
    places
        .into_iter()
        .all(|(row, column)| moves.iter().all(|&(down, right)| at(row + down, column + right) != at(row, column)))
}

fn knight(solution: &[u8]) -> bool {
    differ_at(solution, &[(1, 2), (2, 1), (1, -2), (2, -1)])
}

fn king(solution: &[u8]) -> bool {
    differ_at(solution, &[(1, 1), (1, -1)])
}

/// The solutions that a variant finds are those solutions of the plain puzzle that keep what the variant asks for.
fn check_variant(file: &str, module: &str, extra: &str, grid: &str, keeps: Keeps) {
    let searches = format!("{extra}search in {module} : text(solve(\"{grid}\")) =>! S:String .\n");
    let output = run(file, &searches);
    let mut answers: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("S:String --> ")).collect();
    answers.sort_unstable();
    let mut expected = Solver::solve(grid, 100_000);
    expected.retain(|solution| keeps(solution.as_bytes()));
    expected.sort_unstable();
    assert!(!expected.is_empty());
    assert_eq!(answers.iter().map(|text| text.trim_matches('"')).collect::<Vec<_>>(), expected, "{module}");
}

#[test]
fn variants_keep_what_they_ask_for() {
    check_variant("sudoku/chess.rules", "KNIGHT-SUDOKU", "", KNIGHT, knight);
    check_variant("sudoku/chess.rules", "KING-SUDOKU", "", KING, king);
    check_variant("sudoku/chess.rules", "CHESS-SUDOKU", "", CHESS, |solution| knight(solution) && king(solution));
    let extra =
        "mod T is including THERMOMETER-SUDOKU . eq thermometers = 0 ; 1 ; 2 ; end | 80 ; 71 ; 62 ; end | end . endm\n";
    check_variant("sudoku/thermometers.rules", "T", extra, THERMOMETERS, |solution| {
        let rises = |places: [usize; 3]| places.windows(2).all(|pair| solution[pair[0]] < solution[pair[1]]);
        rises([0, 1, 2]) && rises([80, 71, 62])
    });
}

#[test]
fn other_sizes_are_solved() {
    let sixteen = SIXTEEN.concat();
    let searches = [
        "[2] in SUDOKU-4 : text(solve(\"1.../..3./4.../..2.\"))".to_owned(),
        "[2] in SUDOKU-6 : text(solve(\"1...../..3.../.5...2/4...../...6../.....3\"))".to_owned(),
        format!("[2] in SUDOKU-16 : text(solve(\"{sixteen}\"))"),
    ];
    let answers = found("sudoku/sizes.rules", &searches);
    for (answer, (width, height)) in answers.iter().zip([(2, 2), (3, 2), (4, 4)]) {
        assert!(!answer.is_empty());
        for text in answer {
            assert!(is_latin(text.as_bytes(), width, height), "{text}");
        }
    }
    assert_eq!(answers[0], ["1342243142133124"]);
    assert!(answers[2][0].bytes().zip(sixteen.bytes()).all(|(solved, given)| given == b'.' || given == solved));
    let wrong = reduced("sudoku/sizes.rules", "SUDOKU-4", &["solve(\"1.../..5./4.../..2.\")".to_owned()]);
    assert_eq!(wrong, ["line 2 column 3 : \"5\" is no place"]);
}

/// Whether each row, column and box has each sign once.
fn is_latin(text: &[u8], width: usize, height: usize) -> bool {
    let size = width * height;
    let distinct = |places: Vec<usize>| {
        let mut signs: Vec<u8> = places.into_iter().map(|place| text[place]).collect();
        signs.sort_unstable();
        signs.dedup();
        signs.len() == size
    };
    let corner = |n: usize| n / height * height * size + n % height * width;
    text.len() == size * size
        && (0..size).all(|n| {
            distinct((0..size).map(|k| n * size + k).collect())
                && distinct((0..size).map(|k| k * size + n).collect())
                && distinct((0..size).map(|k| corner(n) + k / width * size + k % width).collect())
        })
}

#[test]
fn files_are_read_from_outside() {
    let folder = std::env::temp_dir().join(format!("rewrite-sudoku-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let rows: Vec<&str> = EASY.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap()).collect();
    let puzzle = folder.join("puzzle.txt");
    std::fs::write(&puzzle, rows.join("\n") + "\n").unwrap();
    let rules = rules("sudoku.rules");
    let search = |options: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rewrite"));
        command.arg("search").arg(&rules).args(options);
        capture(&mut command, LIMIT)
    };
    let input = format!("INPUT={}", puzzle.display());
    let one = search(&["solve(INPUT) =>! A:Answer", "--input", &input]);
    let digits: String =
        one.output.lines().skip(1).take(12).flat_map(|line| line.chars().filter(char::is_ascii_digit)).collect();
    assert!(digits.starts_with(EASY_SOLVED), "{}{}", one.output, one.errors);
    let grids = grids("easy.txt");
    let file = root().join("examples/sudoku/easy.txt");
    let each = search(&["text(solve(INPUT)) =>! S:String", "--each", &file.display().to_string()]);
    let lines: Vec<&str> = each.output.lines().filter(|line| line.starts_with("line ")).collect();
    assert_eq!(lines.len(), grids.len(), "{}{}", each.output, each.errors);
    for (grid, line) in grids.iter().zip(lines) {
        assert!(line.contains(&Solver::solve(grid, 1)[0]), "{line}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Median and most of some times, in milliseconds.
fn summary(mut times: Vec<Duration>) -> String {
    times.sort();
    let milliseconds = |time: &Duration| time.as_secs_f64() * 1000.0;
    format!("{:8.2} {:8.2}", milliseconds(&times[times.len() / 2]), milliseconds(&times[times.len() - 1]))
}

/// Times of whole processes, ours and Maude's, and of the solver above: `cargo test --release --test sudoku -- --ignored --nocapture`.
#[test]
#[ignore = "prints times, on a quiet machine"]
fn times() {
    let timed = |run: &mut dyn FnMut()| {
        let start = std::time::Instant::now();
        run();
        start.elapsed()
    };
    println!("milliseconds: median and most  rewrite  Maude  solver");
    for name in ["easy.txt", "medium.txt", "hard.txt", "seventeen.txt", "hardest.txt"] {
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        for grid in grids(name) {
            let query = format!("solve(\"{grid}\") =>! A:Answer");
            let script = format!("load {}\nsearch [1] in SUDOKU : {query} .\n", rules("sudoku.rules").display());
            let script = scratch_file(&script);
            let mut ours = std::process::Command::new(env!("CARGO_BIN_EXE_rewrite"));
            ours.arg("search").arg(rules("sudoku.rules")).arg(&query);
            times[0].push(timed(&mut || drop(capture(&mut ours, LIMIT))));
            if let Some(oracle) = Oracle::find() {
                times[1].push(timed(&mut || drop(oracle.run(&script, LIMIT))));
            }
            times[2].push(timed(&mut || drop(Solver::solve(&grid, 1))));
        }
        let columns: Vec<String> = times.into_iter().filter(|times| !times.is_empty()).map(summary).collect();
        println!("{name:14} {}", columns.join("  "));
    }
}

#[test]
fn rules_load_in_maude_without_a_word() {
    let Some(oracle) = Oracle::find() else { return missing("rules_load_in_maude_without_a_word") };
    let folders = [rules("sudoku"), rules("constraints")];
    let inside =
        folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    let files = [rules("constraints.rules"), rules("sudoku.rules")].into_iter().chain(inside);
    for file in files {
        let printed = oracle.run(&file, LIMIT);
        assert!(printed.errors.is_empty(), "{}: {}", file.display(), printed.errors);
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
