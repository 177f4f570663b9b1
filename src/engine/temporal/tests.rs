//! Automata against formulas read literally.
