//! The programs in `examples/` do what they say.

#[allow(dead_code, reason = "its `main` reads the command line")]
#[path = "../examples/digitle.rs"]
mod digitle;

#[allow(dead_code, reason = "its `main` reads the command line")]
#[path = "../examples/opcodes.rs"]
mod opcodes;

#[allow(dead_code, reason = "its `main` reads the command line")]
#[path = "../examples/sudoku.rs"]
mod sudoku;

/// What an example prints.
#[track_caller]
fn printed(example: impl FnOnce(&mut dyn std::io::Write) -> Result<(), Box<dyn std::error::Error>>) -> String {
    let mut out = Vec::new();
    example(&mut out).unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(out).expect("examples print text")
}

#[test]
fn digitle_is_played() {
    let text = printed(|out| digitle::play(793, &[75, 4, 7, 9, 8, 2], out));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "793 in 4 steps");
    assert_eq!(lines.iter().filter(|line| line.contains('→')).count(), 4);
    let text = printed(|out| digitle::play(1000, &[1, 2], out));
    assert_eq!(text, "1000 cannot be made\n");
}

#[test]
fn opcodes_are_found_out() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/opcodes/input.txt");
    let input = std::fs::read_to_string(path).expect("it is in the repository");
    let text = printed(|out| opcodes::solve(&input, out));
    let lines: Vec<&str> = text.lines().collect();
    let first = [
        "636 samples behave like three instructions or more",
        "560 is left in register 0; 54 samples were needed",
        "30 samples told something new:",
    ];
    assert_eq!(lines[..3], first);
    assert!(lines.last().is_some_and(|last| last.starts_with("  so 3 is eqir")), "{text}");
    let wrong = opcodes::solve("Before: [1, 2, 3", &mut Vec::new()).expect_err("it is cut off");
    assert_eq!(wrong.to_string(), "line 1, column 17 : expected \", \"");
}

#[test]
fn sudokus_are_solved_and_explained() {
    // One with a single solution, the same with two digits taken out in vain, one with thirteen, one with none, one that is
    // no puzzle.
    let puzzles = "# facts\n\
        53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n\
        53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....41...5....8..7.\n\
        ..8627.............3..9......69..3.2......95.1..8.........52.634...8.......3..24.\n\
        1....786...7..8.1.8..2....9........24...1......9..5...6.8..........2.9.......93.4\n\
        53..7..x.\n";
    let text = printed(|out| sudoku::solve(puzzles, out));
    let lines: Vec<&str> = text.lines().collect();
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(lines[..2], [solution, solution]);
    assert!(lines[2].len() > 81 && lines[2].ends_with(" and others"), "{}", lines[2]);
    assert_eq!(lines[3..5], ["no solution", "line 1 column 8 : \"x\" is no place"]);
    // Fifty-one places were open: a line for each.
    assert_eq!(lines[5], "only-candidate  row 5 column 5 is 5");
    assert_eq!(lines[5 + 51..][..2], ["sudoku", "│ 5 3 4 │ 6 7 8 │ 9 1 2 │"]);
}
