//! The programs in `examples/` do what they say.

#[allow(dead_code, reason = "its `main` reads the command line")]
#[path = "../examples/digitle.rs"]
mod digitle;

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
    println!("{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "793 in 4 steps");
    assert_eq!(lines.iter().filter(|line| line.contains('→')).count(), 4);
    let text = printed(|out| digitle::play(1000, &[1, 2], out));
    assert_eq!(text, "1000 cannot be made\n");
}
