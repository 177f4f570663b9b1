//! The user's own grammar: from tokens to terms and statements, and back to text.
