//! Run-time terms: the heap, canonical forms and the total order.

pub mod node;

pub use node::NodeId;
