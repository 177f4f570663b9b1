//! The standard library: modules of our own, embedded as text and loaded when first imported.

/// One file of the library and the modules it defines, in order.
struct LibraryFile {
    path: &'static str,
    modules: &'static [&'static str],
    text: &'static str,
}

const FILES: &[LibraryFile] = &[
    LibraryFile {
        path: "rules/prelude/truth.rules",
        modules: &["TRUTH-VALUE", "TRUTH"],
        text: include_str!("../../rules/prelude/truth.rules"),
    },
    LibraryFile {
        path: "rules/prelude/bool.rules",
        modules: &["BOOL-OPS", "BOOL", "EXT-BOOL"],
        text: include_str!("../../rules/prelude/bool.rules"),
    },
    LibraryFile {
        path: "rules/prelude/nat.rules",
        modules: &["NAT"],
        text: include_str!("../../rules/prelude/nat.rules"),
    },
    LibraryFile {
        path: "rules/prelude/int.rules",
        modules: &["INT"],
        text: include_str!("../../rules/prelude/int.rules"),
    },
    LibraryFile {
        path: "rules/prelude/rat.rules",
        modules: &["RAT"],
        text: include_str!("../../rules/prelude/rat.rules"),
    },
    LibraryFile {
        path: "rules/prelude/float.rules",
        modules: &["FLOAT"],
        text: include_str!("../../rules/prelude/float.rules"),
    },
    LibraryFile {
        path: "rules/prelude/string.rules",
        modules: &["STRING"],
        text: include_str!("../../rules/prelude/string.rules"),
    },
    LibraryFile {
        path: "rules/prelude/qid.rules",
        modules: &["QID"],
        text: include_str!("../../rules/prelude/qid.rules"),
    },
    LibraryFile {
        path: "rules/prelude/conversion.rules",
        modules: &["CONVERSION"],
        text: include_str!("../../rules/prelude/conversion.rules"),
    },
    LibraryFile {
        path: "rules/prelude/random.rules",
        modules: &["RANDOM"],
        text: include_str!("../../rules/prelude/random.rules"),
    },
    LibraryFile {
        path: "rules/prelude/counter.rules",
        modules: &["COUNTER"],
        text: include_str!("../../rules/prelude/counter.rules"),
    },
    LibraryFile {
        path: "rules/prelude/equality.rules",
        modules: &["INITIAL-EQUALITY-PREDICATE"],
        text: include_str!("../../rules/prelude/equality.rules"),
    },
];

/// The modules `BOOL` is made of; they do not import it.
pub const BOOLEAN_BASE: &[&str] = &["TRUTH-VALUE", "TRUTH", "BOOL-OPS", "BOOL"];

/// The file that defines a module: its path in the repository and its text. Load the whole file; modules it imports
/// from other files must be loaded before, see `required_modules`.
pub fn source(module: &str) -> Option<(&'static str, &'static str)> {
    FILES.iter().find(|file| file.modules.contains(&module)).map(|file| (file.path, file.text))
}

/// The names of all modules of the library, in order of dependency.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().flat_map(|file| file.modules.iter().copied())
}
