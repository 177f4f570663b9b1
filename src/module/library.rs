//! The standard library: modules of our own, embedded as text and loaded when first imported.

/// One file of the library and the modules it defines, in order.
struct LibraryFile {
    path: &'static str,
    modules: &'static [&'static str],
    views: &'static [&'static str],
    text: &'static str,
}

/// A file of the library with its modules and views, in order.
macro_rules! file {
    ($name:literal, $modules:expr, $views:expr) => {
        LibraryFile {
            path: concat!("rules/prelude/", $name, ".rules"),
            modules: $modules,
            views: $views,
            text: include_str!(concat!("../../rules/prelude/", $name, ".rules")),
        }
    };
}

const FILES: &[LibraryFile] = &[
    file!("truth", &["TRUTH-VALUE", "TRUTH"], &[]),
    file!("bool", &["BOOL-OPS", "BOOL", "EXT-BOOL"], &[]),
    file!("nat", &["NAT"], &[]),
    file!("int", &["INT"], &[]),
    file!("rat", &["RAT"], &[]),
    file!("float", &["FLOAT"], &[]),
    file!("string", &["STRING"], &[]),
    file!("qid", &["QID"], &[]),
    file!("conversion", &["CONVERSION"], &[]),
    file!("random", &["RANDOM"], &[]),
    file!("counter", &["COUNTER"], &[]),
    file!("equality", &["INITIAL-EQUALITY-PREDICATE"], &[]),
    file!(
        "theories",
        &["TRIV", "STRICT-WEAK-ORDER", "STRICT-TOTAL-ORDER", "TOTAL-PREORDER", "TOTAL-ORDER", "DEFAULT"],
        &["TRIV", "STRICT-WEAK-ORDER", "STRICT-TOTAL-ORDER", "TOTAL-PREORDER", "TOTAL-ORDER", "DEFAULT"]
    ),
    file!("view_bool", &[], &["Bool"]),
    file!("views_nat", &[], &["Nat", "Nat<", "Nat<=", "Nat0"]),
    file!("views_int", &[], &["Int", "Int<", "Int<=", "Int0"]),
    file!("views_rat", &[], &["Rat", "Rat<", "Rat<=", "Rat0"]),
    file!("views_float", &[], &["Float", "Float<", "Float<=", "Float0"]),
    file!("views_string", &[], &["String", "String<", "String<=", "String0"]),
    file!("views_qid", &[], &["Qid", "Qid0"]),
    file!("list", &["LIST"], &["List"]),
    file!(
        "sortable_list",
        &["WEAKLY-SORTABLE-LIST", "WEAKLY-SORTABLE-LIST'", "SORTABLE-LIST", "SORTABLE-LIST'"],
        &["WeaklySortableList", "SortableList", "WeaklySortableList'", "SortableList'"]
    ),
    file!("set", &["SET"], &["Set"]),
    file!("list_and_set", &["LIST-AND-SET", "SORTABLE-LIST-AND-SET", "SORTABLE-LIST-AND-SET'"], &[]),
    file!("list_star", &["LIST*"], &["List*"]),
    file!("set_star", &["SET*"], &["Set*"]),
    file!("map", &["MAP"], &["Map"]),
    file!("array", &["ARRAY"], &["Array"]),
    file!("nat_list", &["NAT-LIST"], &[]),
    file!("qid_list", &["QID-LIST"], &[]),
    file!("bound", &["BOUND"], &[]),
    file!("configuration", &["CONFIGURATION"], &[]),
    file!("qid_set", &["QID-SET"], &[]),
    file!("model_checker", &["SATISFACTION", "LTL", "LTL-SIMPLIFIER", "SAT-SOLVER", "MODEL-CHECKER"], &[]),
];

/// The modules `BOOL` is made of; they do not import it.
pub const BOOLEAN_BASE: &[&str] = &["TRUTH-VALUE", "TRUTH", "BOOL-OPS", "BOOL"];

/// The file that defines a module: its path in the repository and its text. Load the whole file; modules it imports
/// from other files must be loaded before, see `required_modules`.
pub fn source(module: &str) -> Option<(&'static str, &'static str)> {
    FILES.iter().find(|file| file.modules.contains(&module)).map(|file| (file.path, file.text))
}

/// The file that defines a view.
pub fn view_source(view: &str) -> Option<(&'static str, &'static str)> {
    FILES.iter().find(|file| file.views.contains(&view)).map(|file| (file.path, file.text))
}

/// The names of all views of the library.
pub fn view_names() -> impl Iterator<Item = &'static str> {
    FILES.iter().flat_map(|file| file.views.iter().copied())
}

/// The path and text of every file, in order of dependency.
pub fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().map(|file| (file.path, file.text))
}

/// The names of all modules of the library, in order of dependency.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().flat_map(|file| file.modules.iter().copied())
}
