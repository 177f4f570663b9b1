//! Memberships: the least sort of a normal form that the declarations alone do not give.

use crate::base::StopReason;
use crate::term::NodeId;
use crate::theory::Theory;

use super::Engine;

impl Engine {
    /// Gives the normal form on top of the values the smallest sort that memberships allow, one after the other until none
    /// makes it smaller.
    pub(super) fn constrain(&mut self, theory: &Theory) -> Result<(), StopReason> {
        let top = self.values.len() - 1;
        let node = self.values[top];
        if node.is_integer() || !self.heap.constrained[self.heap.symbol(node) as usize] {
            return Ok(());
        }
        while let Some(sort) = self.smaller_sort(theory, top)? {
            self.count_rewrite()?;
            let node = self.heap.with_sort(self.values[top], sort);
            self.values[top] = node;
        }
        Ok(())
    }

    /// The sort of the first membership that makes the sort of a value smaller.
    pub(super) fn smaller_sort(&mut self, theory: &Theory, top: usize) -> Result<Option<u32>, StopReason> {
        let symbol = self.heap.symbol(self.values[top]);
        let kind = self.heap.symbols.info(symbol).kind;
        let base = self.registers.len();
        for &number in &theory.symbols.of(symbol).memberships {
            let membership = &theory.memberships[number as usize];
            let node = self.values[top];
            let sort = self.heap.sort(node);
            let below = &self.heap.symbols.signature.kind(kind).below[sort as usize];
            if membership.sort == sort || !below.contains(membership.sort as usize) {
                continue;
            }
            self.registers.push(node);
            self.registers.resize(base + membership.guard.registers as usize, NodeId::NONE);
            let holds = self.satisfies(theory, &membership.guard, base)?;
            if holds && self.watched.is_some() {
                self.tell_membership(&membership.guard, self.values[top], membership.sort, base);
            }
            self.registers.truncate(base);
            if holds {
                return Ok(Some(membership.sort));
            }
        }
        Ok(None)
    }

    /// A part of a list or bag that a match made, with its true sort. A budget that ends meanwhile ends the match.
    pub(super) fn settled(&mut self, symbol: u32, part: NodeId) -> NodeId {
        if part == NodeId::NONE || !self.heap.constrained[symbol as usize] {
            return part;
        }
        let theory = std::sync::Arc::clone(&self.theory);
        self.values.push(part);
        let depth = self.values.len();
        if let Err(reason) = self.constrain(&theory) {
            self.ended = Some(reason);
            self.values.truncate(depth);
        }
        self.values.pop().expect("pushed above")
    }
}
