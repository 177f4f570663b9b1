//! Outcomes as plain data and text: solutions, paths, graphs, diagnostics.

pub mod diagnostics;
