//! The programs in `examples/` do what they say.

#[allow(dead_code, reason = "its `main` reads the command line")]
#[path = "../examples/digitle.rs"]
mod digitle;

#[allow(dead_code, reason = "its `main` reads the command line")]
#[path = "../examples/opcodes.rs"]
mod opcodes;

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
    assert_eq!(lines.last(), Some(&"  so 3 is eqir, 6 is gtir, 9 is mulr"));
    let wrong = opcodes::solve("Before: [1, 2, 3", &mut Vec::new()).expect_err("it is cut off");
    assert_eq!(wrong.to_string(), "line 1, column 17 : expected \", \"");
}
