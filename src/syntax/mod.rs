//! From text to the surface tree: tokens by logos, the outer grammar by LALRPOP.

pub mod surface;
