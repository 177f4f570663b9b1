//! The copying collector of the scratch area (Cheney, *A nonrecursive list compacting algorithm*, 1970).

use super::heap::Heap;
use super::node::{Header, NodeId};
use super::store::{child_places, node_size};

/// The symbol that marks a node as moved; no theory has that many symbols.
const MOVED: u32 = (Header::SYMBOLS - 1) as u32;

impl Heap {
    /// Keeps what can be reached from the roots and forgets the rest.
    ///
    /// `each_root` is to call its argument on every id that is still in use; ids are updated in place. Integers, stored
    /// nodes and [`NodeId::NONE`] are left as they are. Cost: linear in what is kept.
    pub(crate) fn collect(&mut self, each_root: impl FnOnce(&mut dyn FnMut(&mut NodeId))) {
        let mut from = std::mem::take(&mut self.scratch);
        let mut to: Vec<NodeId> = Vec::with_capacity(from.len() / 4);
        let symbols = std::sync::Arc::clone(&self.symbols);
        let mut forward = |id: &mut NodeId, to: &mut Vec<NodeId>| {
            if !id.is_scratch() || *id == NodeId::NONE {
                return;
            }
            let at = id.at();
            if Header(from[at].0).symbol() == MOVED {
                *id = from[at + 1];
                return;
            }
            let moved = NodeId::scratch(to.len());
            let size = node_size(&symbols, &from[at..]);
            to.extend_from_slice(&from[at..at + size]);
            // Every scratch node has at least two words: constants are stored.
            from[at] = NodeId(Header::new(MOVED, 0, false).0);
            from[at + 1] = moved;
            *id = moved;
        };
        each_root(&mut |id| forward(id, &mut to));
        let mut next = 0;
        while next < to.len() {
            let (first, step) = child_places(symbols.info(Header(to[next].0).symbol()).shape);
            let size = node_size(&symbols, &to[next..]);
            let mut place = first;
            while place < size {
                let mut child = to[next + place];
                forward(&mut child, &mut to);
                to[next + place] = child;
                place = place.saturating_add(step);
            }
            next += size;
        }
        self.scratch = to;
    }
}
