//! What the integration tests share: the slow engine, the generators, the oracle.

// Every test program includes this module and uses a part of it.
#![allow(dead_code, unused_imports)]

pub mod fast;
pub mod generate;
pub mod judge;
pub mod meaning;
pub mod oracle;
pub mod random;
pub mod reference;
