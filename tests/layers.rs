//! The layers only name the layers above them, and the map of the source names what is there.

use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up: a layer may name itself and those before it.
const LAYERS: [&str; 11] =
    ["base", "syntax", "module", "mixfix", "term", "theory", "engine", "search", "report", "session", "front"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// The text without line comments, strings being left as they are.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// The layers named after `crate::` in a text, one by one or in a group: `crate::{base::Name, module}`.
fn named(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(group_heads(group)),
            None => names.extend(first_word(rest)),
        }
    }
    names
}

/// The first words of the members of `a::b, c::{d, e}}`.
fn group_heads(group: &str) -> Vec<String> {
    let (mut depth, mut start, mut heads) = (0, 0, Vec::new());
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => {
                heads.extend(first_word(group[start..at].trim_start()));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                heads.extend(first_word(group[start..at].trim_start()));
                start = at + 1;
            }
            _ => {}
        }
    }
    heads
}

fn first_word(text: &str) -> Option<String> {
    let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!word.is_empty()).then_some(word)
}

fn rank(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|known| *known == layer)
}

/// The arrows of a text of a layer that point the wrong way.
fn wrong_arrows(layer: &str, text: &str) -> Vec<String> {
    let own = rank(layer).expect("a layer of the table");
    named(&code(text)).into_iter().filter(|name| rank(name).is_some_and(|other| other > own)).collect()
}

#[test]
fn the_check_itself_sees_every_form() {
    let text = "use crate::base::Name;\nuse crate::{module::{Term, Module}, search,\n  report::path};\n\
                fn f() { crate::front::main(); } // crate::session\n pub(crate) use other_crate::front;";
    assert_eq!(wrong_arrows("search", text), ["report", "front"]);
    assert_eq!(wrong_arrows("front", text), Vec::<String>::new());
}

#[test]
fn layers_name_only_layers_above_them() {
    let mut wrong = Vec::new();
    for layer in LAYERS {
        for file in rust_files(&source().join(layer)) {
            let text = fs::read_to_string(&file).unwrap();
            for name in wrong_arrows(layer, &text) {
                wrong.push(format!("{} names `{name}`", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "arrows against the table of layers:\n{}", wrong.join("\n"));
}

fn is_test(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == "tests.rs") || file.components().any(|part| part.as_os_str() == "tests")
}

#[test]
fn only_the_front_prints_reads_files_or_exits() {
    let forbidden = ["println!", "eprintln!", "print!(", "std::fs", "std::process", "io::stdout", "io::stderr"];
    let mut wrong = Vec::new();
    for layer in LAYERS.iter().filter(|layer| **layer != "front") {
        let files = rust_files(&source().join(layer));
        for file in files.iter().filter(|file| !is_test(file)) {
            let text = code(&fs::read_to_string(file).unwrap());
            // Test code may print what helps to mend it.
            let text = text.split("#[cfg(test)]").next().unwrap_or("");
            wrong.extend(
                forbidden.iter().filter(|word| text.contains(*word)).map(|w| format!("{}: {w}", file.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "only `front` may do this:\n{}", wrong.join("\n"));
}

/// What the map says in backquotes that looks like a path below `src`.
fn paths_in_map(map: &str) -> Vec<String> {
    let quoted = map.split('`').skip(1).step_by(2);
    quoted.filter(|text| text.ends_with(".rs") || text.ends_with('/')).map(str::to_owned).collect()
}

#[test]
fn the_map_of_the_source_is_true() {
    let map = fs::read_to_string(source().join("README.md")).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths = paths_in_map(&map);
    for path in &paths {
        assert!(source().join(path).exists() || root.join(path).exists(), "the map names {path}, which is not there");
    }
    for entry in fs::read_dir(source()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            assert!(LAYERS.contains(&name.as_str()), "src/{name} is no layer of the table");
            assert!(paths.contains(&format!("{name}/")), "the map says nothing of src/{name}/");
        }
    }
}
