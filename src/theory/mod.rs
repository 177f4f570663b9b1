//! Compiled theories: what the engine runs.

use std::sync::Arc;

use crate::base::Diagnostic;
use crate::module::{Module, Signature};

/// A module compiled for execution. Immutable and shared between threads.
#[derive(Debug)]
pub struct Theory {
    signature: Arc<Signature>,
}

impl Theory {
    /// Compiles a module. The diagnostics are errors that only show here, such as a variable of a right-hand side that
    /// nothing binds; all of them at once.
    pub fn compile(module: &Module) -> Result<Self, Vec<Diagnostic>> {
        Ok(Self { signature: Arc::clone(&module.signature) })
    }

    /// The signature the theory was compiled from.
    pub fn signature(&self) -> &Arc<Signature> {
        &self.signature
    }
}
