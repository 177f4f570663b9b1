//! Interned names: a copyable handle for a piece of text that occurs often.

use std::fmt;
use std::sync::{OnceLock, PoisonError, RwLock};

use indexmap::IndexSet;

use super::hash::FixedState;

/// An interned string: equal text, equal handle, for the life of the process.
///
/// Comparing for equality and hashing cost one word. `Ord` compares the *text*, so an order of names never
/// depends on which was interned first. Interned text is never freed; names come from programs, which are small
/// next to the terms they work on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name(u32);

type Table = RwLock<IndexSet<&'static str, FixedState>>;

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| RwLock::new(IndexSet::with_hasher(FixedState::default())))
}

/// Names that people give to variables and that Maude has met before it reads a file, as its answers show.
const MET_EARLY: [&str; 56] = [
    "BOOL", "obj", "e", "E", "A", "B", "C", "NAT", "Nat", "s", "INT", "Int", "I", "J", "N", "M", "K", "Z", "Q", "R",
    "d", "X", "Y", "Elt", "term", "List", "E'", "L", "A'", "L'", "Set", "r", "S", "S'", "P", "Map", "D", "R'", "Term",
    "V", "U", "Attr", "msg", "H", "IL", "SS", "T", "O", "ME", "n", "LS", "RS", "TS", "TL", "T2", "F",
];

impl Name {
    /// Interns `text`. Expected cost: one hash of the text and one look-up.
    pub fn new(text: &str) -> Self {
        let found = table().read().unwrap_or_else(PoisonError::into_inner).get_index_of(text);
        if let Some(index) = found {
            return Self(index as u32);
        }
        let mut names = table().write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have added it between the two locks: then the leak below must not happen.
        if let Some(index) = names.get_index_of(text) {
            return Self(index as u32);
        }
        let (index, _) = names.insert_full(Box::leak(text.to_owned().into_boxed_str()));
        Self(index as u32)
    }

    /// The handle as a word, for storage inside terms of this process.
    pub(crate) fn id(self) -> u32 {
        self.0
    }

    /// The name behind a word made by [`Name::id`].
    pub(crate) fn from_id(id: u32) -> Self {
        Self(id)
    }

    /// A rank among all names: first those that Maude knows before it reads a file, in its order, then by age.
    ///
    /// Maude orders variables of one sort by how early their names were met.
    pub(crate) fn age(self) -> (usize, u32) {
        (MET_EARLY.iter().position(|&name| name == self.as_str()).unwrap_or(MET_EARLY.len()), self.0)
    }

    /// The text of the name.
    pub fn as_str(self) -> &'static str {
        table()
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get_index(self.0 as usize)
            .expect("a name is only made by interning")
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        if self == other { std::cmp::Ordering::Equal } else { self.as_str().cmp(other.as_str()) }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_text_gives_equal_names_and_order_is_by_text() {
        let (b, a) = (Name::new("bbb-name"), Name::new("aaa-name"));
        assert_eq!(b, Name::new("bbb-name"));
        assert_ne!(a, b);
        assert!(a < b, "order is by text, not by time of interning");
        assert_eq!(a.as_str(), "aaa-name");
    }
}
