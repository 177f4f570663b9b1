//! Big bags: a directory of chunks, so that taking elements out and putting some in costs what changes.
//!
//! A bag of more than [`FLAT`] distinct elements is cut into chunks of neighbouring elements. The cuts depend on the
//! elements alone (after each whose fingerprint ends in zeros, as in content-defined chunking), so equal bags have equal
//! chunks, whatever their history: the form is canonical, and in the store bags share the chunks they have in common.
//! An edit copies the directory and the chunks it touches: about √n words each.

use std::ops::Range;

use crate::base::hash::mix;

use super::canonical::Entries;
use super::canonical::counted;
use super::heap::{Heap, View};
use super::node::{Header, NodeId};

/// Most distinct elements of a flat bag.
pub(crate) const FLAT: usize = 512;
/// A chunk ends after an element whose fingerprint has these bits clear: after about 256 elements.
const CUT: u64 = 255;
/// Marks the length word of a directory.
const DIRECTORY: u32 = 1 << 31;
/// Words of a directory before its chunks: header, marked number of chunks, distinct elements, all elements (two words).
const FRONT: usize = 5;
/// Most nodes of an element that its fingerprint looks at.
const LOOK: usize = 12;

/// A directory of chunks, taken apart: each chunk with the number of distinct elements up to its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Directory<'h> {
    pub(crate) chunks: &'h [[NodeId; 2]],
    pub(crate) distinct: u32,
    pub(crate) size: u64,
}

impl<'h> Directory<'h> {
    /// Reads the words of a bag node, if they are those of a directory.
    #[inline]
    pub(crate) fn read(words: &'h [NodeId]) -> Option<Self> {
        if words[1].0 & DIRECTORY == 0 {
            return None;
        }
        let count = (words[1].0 & !DIRECTORY) as usize;
        let chunks = words[FRONT..FRONT + 2 * count].as_chunks().0;
        let size = u64::from(words[3].0) | u64::from(words[4].0) << 32;
        Some(Self { chunks, distinct: words[2].0, size })
    }

    /// The chunk that holds the element at a place, and where in it.
    fn locate(&self, place: u32) -> (usize, usize) {
        let chunk = self.chunks.partition_point(|chunk| chunk[1].0 <= place);
        let before = chunk.checked_sub(1).map_or(0, |before| self.chunks[before][1].0);
        (chunk, (place - before) as usize)
    }
}

/// What changes in one chunk: copies lost at places in it, and entries to be merged in.
struct Edit {
    chunk: usize,
    gone: Vec<(usize, u32)>,
    more: Entries,
}

/// Entries on their way into chunks, and the places at which one ends.
#[derive(Default)]
struct Open {
    entries: Entries,
    ends: Vec<usize>,
    /// An element stands more often than can be counted.
    overflow: bool,
}

impl Open {
    /// Whether the entries end where a chunk does.
    fn is_closed(&self) -> bool {
        self.entries.is_empty() || self.ends.last() == Some(&(self.entries.len() - 1))
    }
}

/// Neighbouring chunks that an edit replaces, and what by; each new chunk stands with its own number of elements.
struct Run {
    replaced: Range<usize>,
    chunks: Entries,
}

/// Words of a bag node: of a flat one or of a directory.
pub(crate) fn bag_words(length: NodeId) -> usize {
    match length.0 & DIRECTORY {
        0 => 2 + 2 * length.0 as usize,
        _ => FRONT + 2 * (length.0 & !DIRECTORY) as usize,
    }
}

/// Where the ids of other nodes begin in a bag node; each is followed by a number.
pub(crate) fn first_id(length: NodeId) -> usize {
    if length.0 & DIRECTORY == 0 { 2 } else { FRONT }
}

impl Heap {
    /// The entries of a chunk.
    #[inline]
    fn chunk(&self, chunk: NodeId) -> &[[NodeId; 2]] {
        let words = self.words(chunk);
        words[2..2 + 2 * words[1].0 as usize].as_chunks().0
    }

    /// The directory of a big bag of the symbol.
    #[inline]
    pub(crate) fn directory(&self, node: NodeId, symbol: u32) -> Option<Directory<'_>> {
        if node.is_integer() {
            return None;
        }
        let words = self.words(node);
        if Header(words[0].0).symbol() == symbol { Directory::read(words) } else { None }
    }

    /// The entry at a place of a big bag. Cost: logarithmic in the chunks.
    pub(crate) fn chunked_entry(&self, directory: Directory<'_>, place: u32) -> [NodeId; 2] {
        let (chunk, at) = directory.locate(place);
        self.chunk(directory.chunks[chunk][0])[at]
    }

    /// All entries of a big bag.
    pub(crate) fn chunked_entries(&self, directory: Directory<'_>) -> Entries {
        let mut entries = Entries::with_capacity(directory.distinct as usize);
        for chunk in directory.chunks {
            entries.extend_from_slice(self.chunk(chunk[0]));
        }
        entries
    }

    /// The first place from `from` on whose element rules may apply to. Cost: linear in the chunks.
    pub(crate) fn chunked_argument_to_rewrite(&self, directory: Directory<'_>, from: usize) -> Option<(usize, NodeId)> {
        let mut before = 0;
        for &[chunk, end] in directory.chunks {
            let begin = std::mem::replace(&mut before, end.0 as usize);
            if before <= from || !self.steps(chunk) {
                continue;
            }
            let elements = self.chunk(chunk).iter().enumerate().skip(from.saturating_sub(begin));
            if let Some((at, entry)) = elements.into_iter().find(|(_, entry)| self.steps(entry[0])) {
                return Some((begin + at, entry[0]));
            }
        }
        None
    }

    /// Whether a chunk ends after this element.
    fn ends_chunk(&self, element: NodeId) -> bool {
        self.fingerprint(element) & CUT == 0
    }

    /// A hash of the first nodes of a term, the same for equal terms.
    fn fingerprint(&self, node: NodeId) -> u64 {
        let mut state = 0x1f83_d9ab_fb41_bd6b;
        let mut queue: smallvec::SmallVec<[NodeId; LOOK]> = smallvec::smallvec![node];
        let mut next = 0;
        while next < queue.len() {
            let node = queue[next];
            next += 1;
            let room = LOOK - queue.len();
            state = mix(state, u64::from(self.symbol(node)));
            match self.view(node) {
                View::Integer(value) => state = mix(state, value as u64),
                View::BigInteger(_, limbs) => {
                    state = limbs.iter().fold(state, |state, limb| mix(state, u64::from(limb.0)));
                }
                View::Free(_, arguments) | View::List(_, arguments) => {
                    queue.extend(arguments.iter().copied().take(room));
                }
                View::Bag(_, entries) => queue.extend(entries.iter().map(|entry| entry[0]).take(room)),
                View::Chunks(_, directory) => state = mix(state, directory.size),
                View::Iterated(_, count, argument) => {
                    state = mix(state, count);
                    queue.extend(Some(argument).into_iter().take(room));
                }
                View::Text(_, text) => {
                    let ends = text.bytes().take(LOOK).chain(text.bytes().rev().take(LOOK));
                    state = ends.fold(mix(state, text.len() as u64), |state, byte| mix(state, u64::from(byte)));
                }
                View::Float(_, value) => state = mix(state, value.bits()),
                // By length and not by name: names are numbered in the order they are met.
                View::Variable(name, _) => {
                    state = mix(state, crate::base::Name::from_id(name).as_str().len() as u64);
                }
            }
        }
        state
    }

    /// A big bag of sorted entries.
    pub(crate) fn chunked_bag(&mut self, symbol: u32, entries: &[[NodeId; 2]], sort: u32, normal: bool) -> NodeId {
        let mut directory = Entries::new();
        let ends: Vec<usize> = (0..entries.len()).filter(|&at| self.ends_chunk(entries[at][0])).collect();
        self.cut(entries, &ends, &mut directory);
        let size = entries.iter().map(|entry| u64::from(entry[1].0)).sum();
        let steps = self.any_steps(symbol, directory.iter().map(|chunk| chunk[0]));
        self.close_directory(symbol, &mut directory, size, (sort, steps), normal)
    }

    /// Cuts entries into chunks and adds these to a directory, each with its number of elements.
    fn cut(&mut self, entries: &[[NodeId; 2]], ends: &[usize], directory: &mut Entries) {
        let mut start = 0;
        let last = entries.len().checked_sub(1).filter(|last| ends.last() != Some(last));
        for &at in ends.iter().chain(&last) {
            let steps = entries[start..=at].iter().any(|entry| self.steps(entry[0]));
            let chunk = self.start(Header::new(self.symbols.chunk, 0, true).with_steps(steps));
            self.push(NodeId((at + 1 - start) as u32));
            self.scratch.extend_from_slice(entries[start..=at].as_flattened());
            directory.push([chunk, NodeId((at + 1 - start) as u32)]);
            start = at + 1;
        }
    }

    /// Makes the node of a directory whose chunks stand with their own numbers of elements.
    fn close_directory(
        &mut self,
        symbol: u32,
        chunks: &mut Entries,
        size: u64,
        (sort, steps): (u32, bool),
        normal: bool,
    ) -> NodeId {
        let mut distinct = 0;
        for chunk in chunks.iter_mut() {
            distinct += chunk[1].0;
            chunk[1] = NodeId(distinct);
        }
        let node = self.start(Header::new(symbol, sort, normal).with_steps(steps));
        self.push(NodeId(DIRECTORY | chunks.len() as u32));
        self.scratch.extend([NodeId(distinct), NodeId(size as u32), NodeId((size >> 32) as u32)]);
        self.scratch.extend_from_slice(chunks.as_flattened());
        node
    }

    /// A big bag without some copies of the elements at some places, and with some more elements (sorted, none twice).
    ///
    /// Cost: the chunks that change, and one pass over the directory that copies it.
    pub(crate) fn edited_bag(
        &mut self,
        symbol: u32,
        node: NodeId,
        gone: &[(u32, u32)],
        more: &[[NodeId; 2]],
    ) -> NodeId {
        let directory = self.directory(node, symbol).expect("only big bags are edited");
        let (count, distinct) = (directory.chunks.len(), directory.distinct);
        let size = directory.size - gone.iter().map(|&(_, count)| u64::from(count)).sum::<u64>()
            + more.iter().map(|entry| u64::from(entry[1].0)).sum::<u64>();
        let edits = self.edits(directory, gone, more);
        let mut runs: Vec<Run> = Vec::with_capacity(edits.len());
        let mut open = Open::default();
        let mut overflow = false;
        let (mut begin, mut next) = (0, 0);
        for (place, edit) in edits.iter().enumerate() {
            let mut index = edit.chunk;
            if open.entries.is_empty() {
                begin = index;
            }
            self.edited_chunk(self.chunk_at(node, index), &edit.gone, &edit.more, &mut open);
            // Without an element that ends it, what is left of a chunk belongs to the next one.
            let until = edits.get(place + 1).map_or(count, |edit| edit.chunk);
            while !open.is_closed() && index + 1 < until {
                index += 1;
                self.edited_chunk(self.chunk_at(node, index), &[], &[], &mut open);
            }
            next = index + 1;
            if open.is_closed() || next == count {
                let mut chunks = Entries::new();
                self.cut(&open.entries, &open.ends, &mut chunks);
                runs.push(Run { replaced: begin..next, chunks });
                overflow |= std::mem::take(&mut open).overflow;
            }
        }
        self.overflow |= overflow;
        debug_assert!(open.entries.is_empty() && next <= count, "a chunk that stays open is joined to the next edit's");
        let before: u32 = runs.iter().map(|run| self.distinct_in(node, &run.replaced)).sum();
        let after: u32 = runs.iter().flat_map(|run| &run.chunks).map(|chunk| chunk[1].0).sum();
        // Taking elements out of a bag of the uniform sort leaves that sort; putting in does if they are of its kind.
        let keeps_sort = self.symbols.info(symbol).uniform_sort == Some(self.sort(node))
            && (more.is_empty() || self.uniform_sort(symbol, more.iter().map(|entry| entry[0])).is_some());
        let distinct = distinct - before + after;
        if distinct as usize > FLAT && keeps_sort {
            let steps =
                self.any_steps(symbol, more.iter().map(|entry| entry[0])) || self.steps_without(symbol, node, &runs);
            return self.edited_directory(symbol, node, &runs, (distinct, size), steps);
        }
        self.rebuilt_bag(symbol, node, &runs, distinct)
    }

    /// A node that keeps places of a bag with numbers of copies, for the time of an evaluation. It is no term.
    pub(crate) fn kept_places(&mut self, places: &[(u32, u32)]) -> NodeId {
        let node = self.start(Header::new(self.symbols.chunk, 0, true));
        self.push(NodeId(places.len() as u32));
        for &(place, count) in places {
            self.scratch.extend([NodeId::integer(i64::from(place)).expect("bags are smaller"), NodeId(count)]);
        }
        node
    }

    /// What such a node keeps.
    pub(crate) fn places_kept(&self, node: NodeId) -> smallvec::SmallVec<[(u32, u32); 8]> {
        let place = |entry: &[NodeId; 2]| (entry[0].as_integer().expect("a place") as u32, entry[1].0);
        self.chunk(node).iter().map(place).collect()
    }

    /// The chunk at a place of a directory.
    fn chunk_at(&self, node: NodeId, index: usize) -> NodeId {
        self.words(node)[FRONT + 2 * index]
    }

    /// How many distinct elements some chunks of a directory have.
    fn distinct_in(&self, node: NodeId, chunks: &Range<usize>) -> u32 {
        let end = |chunks: usize| chunks.checked_sub(1).map_or(0, |last| self.words(node)[FRONT + 2 * last + 1].0);
        end(chunks.end) - end(chunks.start)
    }

    /// Whether rules may apply inside what an edit leaves of a bag. Looking at every chunk would cost more than the edit:
    /// that is done only where rules did apply somewhere before.
    fn steps_without(&self, symbol: u32, node: NodeId, runs: &[Run]) -> bool {
        self.steps(node) && {
            let directory = self.directory(node, symbol).expect("only big bags are edited");
            let kept = |index: &usize| !runs.iter().any(|run| run.replaced.contains(index));
            let old = (0..directory.chunks.len()).filter(kept).map(|index| directory.chunks[index][0]);
            let new = runs.iter().flat_map(|run| &run.chunks).map(|chunk| chunk[0]);
            self.any_steps(symbol, old.chain(new))
        }
    }

    /// The directory with some runs of chunks replaced.
    fn edited_directory(
        &mut self,
        symbol: u32,
        node: NodeId,
        runs: &[Run],
        (distinct, size): (u32, u64),
        steps: bool,
    ) -> NodeId {
        let count = (self.words(node)[1].0 & !DIRECTORY) as usize;
        let gone: usize = runs.iter().map(|run| run.replaced.len()).sum();
        let come: usize = runs.iter().map(|run| run.chunks.len()).sum();
        let new = self.start(Header::new(symbol, self.sort(node), true).with_steps(steps));
        self.push(NodeId(DIRECTORY | (count - gone + come) as u32));
        self.scratch.extend([NodeId(distinct), NodeId(size as u32), NodeId((size >> 32) as u32)]);
        let (mut next, mut shift) = (0, 0_u32);
        for run in runs {
            self.copy_chunks(node, next..run.replaced.start, shift);
            let mut end = self.distinct_in(node, &(0..run.replaced.start)).wrapping_add(shift);
            for [chunk, distinct] in &run.chunks {
                end = end.wrapping_add(distinct.0);
                self.scratch.extend([*chunk, NodeId(end)]);
            }
            next = run.replaced.end;
            shift = end.wrapping_sub(self.distinct_in(node, &(0..next)));
        }
        self.copy_chunks(node, next..count, shift);
        new
    }

    /// Appends chunks of a directory to the scratch area; the numbers of elements up to their ends are shifted.
    fn copy_chunks(&mut self, node: NodeId, chunks: Range<usize>, shift: u32) {
        let words = node.at() + FRONT + 2 * chunks.start..node.at() + FRONT + 2 * chunks.end;
        let first = self.scratch.len();
        if node.is_stored() {
            self.scratch.extend_from_slice(&self.store.words[words]);
        } else {
            self.scratch.extend_from_within(words);
        }
        if shift != 0 {
            for [_, end] in self.scratch[first..].as_chunks_mut::<2>().0 {
                end.0 = end.0.wrapping_add(shift);
            }
        }
    }

    /// The bag made anew from all its elements: where it has become small or its sort may be another.
    fn rebuilt_bag(&mut self, symbol: u32, node: NodeId, runs: &[Run], distinct: u32) -> NodeId {
        let count = (self.words(node)[1].0 & !DIRECTORY) as usize;
        let mut entries = Entries::with_capacity(distinct as usize);
        let mut next = 0;
        for run in runs {
            (next..run.replaced.start).for_each(|at| entries.extend_from_slice(self.chunk(self.chunk_at(node, at))));
            run.chunks.iter().for_each(|chunk| entries.extend_from_slice(self.chunk(chunk[0])));
            next = run.replaced.end;
        }
        (next..count).for_each(|at| entries.extend_from_slice(self.chunk(self.chunk_at(node, at))));
        self.bag_of(symbol, &entries, true)
    }

    /// What changes, chunk by chunk.
    fn edits(&self, directory: Directory<'_>, gone: &[(u32, u32)], more: &[[NodeId; 2]]) -> Vec<Edit> {
        let mut edits: std::collections::BTreeMap<usize, Edit> = std::collections::BTreeMap::new();
        let blank = |chunk| Edit { chunk, gone: Vec::new(), more: Entries::new() };
        for &(place, count) in gone {
            let (chunk, at) = directory.locate(place);
            edits.entry(chunk).or_insert_with(|| blank(chunk)).gone.push((at, count));
        }
        for entry in more {
            let is_before = |chunk: &[NodeId; 2]| {
                let last = self.chunk(chunk[0]).last().expect("chunks are not empty")[0];
                self.compare(last, entry[0]).is_lt()
            };
            let chunk = directory.chunks.partition_point(is_before).min(directory.chunks.len() - 1);
            edits.entry(chunk).or_insert_with(|| blank(chunk)).more.push(*entry);
        }
        edits.into_values().collect()
    }

    /// Appends the entries of a chunk to `open`, less what is gone, merged with what is new. Only what is new and the last of
    /// what was there can end a chunk.
    fn edited_chunk(&self, chunk: NodeId, gone: &[(usize, u32)], more: &[[NodeId; 2]], open: &mut Open) {
        let mut more = more.iter().peekable();
        let old = self.chunk(chunk);
        for (place, entry) in old.iter().enumerate() {
            let lost: u32 = gone.iter().filter(|&&(at, _)| at == place).map(|&(_, count)| count).sum();
            let mut left = entry[1].0 - lost;
            while let Some(new) = more.next_if(|new| self.compare(new[0], entry[0]).is_le()) {
                if self.equal(new[0], entry[0]) {
                    let (sum, over) = counted(left.checked_add(new[1].0));
                    left = sum;
                    open.overflow |= over;
                } else {
                    self.open_with(*new, open);
                }
            }
            if left > 0 && place + 1 == old.len() {
                self.open_with([entry[0], NodeId(left)], open);
            } else if left > 0 {
                open.entries.push([entry[0], NodeId(left)]);
            }
        }
        more.for_each(|new| self.open_with(*new, open));
    }

    fn open_with(&self, entry: [NodeId; 2], open: &mut Open) {
        if self.ends_chunk(entry[0]) {
            open.ends.push(open.entries.len());
        }
        open.entries.push(entry);
    }
}
