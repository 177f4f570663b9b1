//! Handles and headers of run-time terms.

use std::fmt;

/// A run-time term: a word that means something only together with the heap that made it.
///
/// Three classes share the 32 bits, told apart by the top ones:
///
/// | bits         | class                                                               |
/// |--------------|---------------------------------------------------------------------|
/// | `0…`         | a node of the permanent store, at that word                         |
/// | `10…`        | a node of the scratch area, at the word in the low 30 bits          |
/// | `11…`        | an integer, the low 30 bits in two's complement                     |
///
/// Nodes of the store are unique: two stored terms are equal exactly when their ids are.
///
/// The heap's words have this type too, so that argument lists can be lent out as slices of ids; a header, a length or
/// a multiplicity is then a word that is *not* an id, and only the heap knows which is which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

const SCRATCH: u32 = 0b10 << 30;
const INTEGER: u32 = 0b11 << 30;
const PAYLOAD: u32 = (1 << 30) - 1;

impl NodeId {
    /// No term: an empty extension, an unset register. It is the id of no node and of no integer.
    pub(crate) const NONE: Self = Self(SCRATCH | PAYLOAD);
    /// Most words the store can address.
    pub(crate) const STORE_WORDS: usize = 1 << 31;
    /// Most words the scratch area can address; the last is [`Self::NONE`].
    pub(crate) const SCRATCH_WORDS: usize = PAYLOAD as usize;

    /// The node of the store at a word.
    #[inline]
    pub(crate) fn stored(at: usize) -> Self {
        debug_assert!(at < Self::STORE_WORDS);
        Self(at as u32)
    }

    /// The node of the scratch area at a word.
    #[inline]
    pub(crate) fn scratch(at: usize) -> Self {
        debug_assert!(at < Self::SCRATCH_WORDS);
        Self(SCRATCH | at as u32)
    }

    /// The integer, when it fits 30 bits.
    #[inline]
    pub(crate) fn integer(value: i64) -> Option<Self> {
        (-(1 << 29)..1 << 29).contains(&value).then_some(Self(INTEGER | (value as u32 & PAYLOAD)))
    }

    /// The value of an integer id.
    #[inline]
    pub(crate) fn as_integer(self) -> Option<i64> {
        self.is_integer().then_some((((self.0 << 2) as i32) >> 2) as i64)
    }

    /// Whether the id is an integer itself.
    #[inline]
    pub(crate) fn is_integer(self) -> bool {
        self.0 >= INTEGER
    }

    /// Whether the node lies in the store.
    #[inline]
    pub(crate) fn is_stored(self) -> bool {
        self.0 < SCRATCH
    }

    /// Whether the node lies in the scratch area.
    #[inline]
    pub(crate) fn is_scratch(self) -> bool {
        self.0 >> 30 == 0b10
    }

    /// The word a node lies at.
    #[inline]
    pub(crate) fn at(self) -> usize {
        (self.0 & !SCRATCH) as usize
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_integer() {
            _ if *self == Self::NONE => f.write_str("none"),
            Some(value) => write!(f, "{value}"),
            None if self.is_stored() => write!(f, "stored@{}", self.at()),
            None => write!(f, "scratch@{}", self.at()),
        }
    }
}

/// The first word of a node: symbol (18 bits), "is a normal form" (1 bit), "a rule may apply here or below" (1 bit), least
/// sort as its place in the kind (12 bits).
///
/// The mark for rules is a function of the term, as the sort is: equal terms have equal headers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header(pub(crate) u32);

impl Header {
    const SYMBOL_BITS: u32 = 18;
    /// The mark of a normal form.
    pub(crate) const NORMAL: u32 = 1 << Self::SYMBOL_BITS;
    const STEPS: u32 = Self::NORMAL << 1;
    const SORT_SHIFT: u32 = Self::SYMBOL_BITS + 2;
    /// Most symbols a theory can have, its auxiliary ones included.
    pub(crate) const SYMBOLS: usize = 1 << Self::SYMBOL_BITS;
    /// Most sorts a kind can have.
    pub(crate) const SORTS: usize = 1 << (32 - Self::SORT_SHIFT);

    #[inline]
    pub(crate) fn new(symbol: u32, sort: u32, normal: bool) -> Self {
        Self(symbol | (u32::from(normal) << Self::SYMBOL_BITS) | (sort << Self::SORT_SHIFT))
    }

    /// The same with the mark that a rule may apply here or below.
    #[inline]
    pub(crate) fn with_steps(self, steps: bool) -> Self {
        Self(self.0 | u32::from(steps) << (Self::SYMBOL_BITS + 1))
    }

    /// The same without the mark of a normal form.
    #[inline]
    pub(crate) fn unevaluated(self) -> Self {
        Self(self.0 & !Self::NORMAL)
    }

    #[inline]
    pub(crate) fn steps(self) -> bool {
        self.0 & Self::STEPS != 0
    }

    #[inline]
    pub(crate) fn symbol(self) -> u32 {
        self.0 & (Self::NORMAL - 1)
    }

    #[inline]
    pub(crate) fn sort(self) -> u32 {
        self.0 >> Self::SORT_SHIFT
    }

    #[inline]
    pub(crate) fn is_normal(self) -> bool {
        self.0 & Self::NORMAL != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_survive_the_trip() {
        for value in [0, 1, -1, 75, (1 << 29) - 1, -(1 << 29)] {
            let id = NodeId::integer(value).expect("fits");
            assert_eq!(id.as_integer(), Some(value));
            assert!(!id.is_scratch() && !id.is_stored());
        }
        assert_eq!(NodeId::integer(1 << 29), None);
        assert_eq!(NodeId::NONE.as_integer(), None);
    }

    #[test]
    fn places_survive_the_trip() {
        assert_eq!(NodeId::stored(12345).at(), 12345);
        assert_eq!(NodeId::scratch(12345).at(), 12345);
        assert!(NodeId::stored(NodeId::STORE_WORDS - 1).is_stored());
        assert_eq!(NodeId::stored(1 << 30).at(), 1 << 30);
    }
}
