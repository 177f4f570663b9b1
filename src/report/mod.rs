//! Outcomes as plain data and text: solutions, paths, graphs, diagnostics.
//!
//! Takes what a search or a reduction came to and gives text or JSON. Never prints: that is the business of `front`.

pub mod context;
pub mod diagnostics;
mod difference;
pub mod each;
pub mod figures;
pub mod json;
pub mod maude;
pub mod module;
pub mod path;
pub mod profile;
pub mod progress;
pub mod solution;
pub mod statement;
pub mod trace;
pub mod verdict;
pub mod written;

pub use context::Context;
pub use path::Show;
pub use verdict::{Answer, Ending, Verdict};
