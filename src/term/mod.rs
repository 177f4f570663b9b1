//! Run-time terms: the heap, canonical forms and the total order.

mod canonical;
mod chunks;
mod collect;
mod convert;
mod edits;
mod fingerprint;
mod heap;
mod node;
mod order;
mod parts;
mod sorts;
mod store;
mod symbols;
#[cfg(test)]
pub(crate) mod tests;
mod text;

pub(crate) use canonical::Entries;
pub(crate) use convert::{flat_arguments, outermost, small_count};
pub use heap::Heap;
pub(crate) use heap::View;
pub use node::NodeId;
pub(crate) use symbols::{Shape, SymbolTable, TooLarge};
pub(crate) use text::Text;
