//! Typed 32-bit ids into dense tables.

/// Declares a 32-bit index type: checked door in (`new`), plain index out (`index`).
///
/// The order of ids is the order of creation, so sorting by id is deterministic.
macro_rules! define_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// Makes the id of the `index`-th entry of its table.
            ///
            /// # Panics
            /// When the table has more than 2³² entries; tables are checked long before.
            #[inline]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("a table holds at most 2^32 entries"))
            }

            /// The position in the table this id belongs to.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}#{}", stringify!($name), self.0)
            }
        }
    };
}

pub(crate) use define_id;
