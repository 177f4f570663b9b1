//! The oracle: runs Maude, or anything that prints like it, and reads its answers into plain data.

pub mod answer;
pub mod compare;
pub mod direct;
pub mod expected;
pub mod read;
pub mod run;

pub use answer::{Answer, Body, Solution};
pub use read::read;
pub use run::{Oracle, missing, rewrite_command};
