//! Strings and quoted identifiers as nodes: short ones hold their bytes, long ones are a range of a shared buffer.
//!
//! So a part of a long string costs what its node costs, whatever its length, and a program that eats a string from the
//! front is linear in it. A string that grows at an end does so in the slack of its buffer, where it ends there.

use std::cmp::Ordering;

use super::heap::Heap;
use super::node::{Header, NodeId};

/// Most bytes of a text that stand in the node itself. Longer texts are always ranges, shorter ones never.
pub(super) const INLINE: usize = 32;
/// Most bytes of a text.
const LONGEST: usize = 1 << 28;
/// Words of a buffer before its bytes: header, where the bytes in use end, words of room, where they begin.
const BUFFER_HEAD: usize = 4;
/// The words of these in a buffer.
const END: usize = 1;
const ROOM: usize = 2;
const BEGIN: usize = 3;

/// The bytes of a text, four to a word, somewhere in the heap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'h> {
    words: &'h [NodeId],
    start: usize,
    length: usize,
}

impl<'h> Text<'h> {
    /// Number of bytes.
    pub(crate) fn len(self) -> usize {
        self.length
    }

    /// The byte at a place inside the text.
    #[inline]
    pub(crate) fn byte(self, place: usize) -> u8 {
        let at = self.start + place;
        (self.words[at / 4].0 >> (8 * (at % 4))) as u8
    }

    /// The bytes in order.
    pub(crate) fn bytes(self) -> impl ExactSizeIterator<Item = u8> + DoubleEndedIterator + 'h {
        (0..self.length).map(move |place| self.byte(place))
    }

    /// A copy of the bytes.
    pub(crate) fn to_vec(self) -> Vec<u8> {
        self.bytes().collect()
    }

    /// All of the buffer that the text is a part of, slack included.
    pub(super) fn buffer(self) -> Self {
        Self { words: self.words, start: 0, length: 4 * self.words.len() }
    }

    /// A part of the text; the range lies inside it.
    pub(crate) fn part(self, start: usize, length: usize) -> Self {
        debug_assert!(start + length <= self.length);
        Self { words: self.words, start: self.start + start, length }
    }

    /// Whether two texts are the same bytes. Constant for the same range of one buffer.
    pub(super) fn same(self, other: Text<'_>) -> bool {
        let one_place = std::ptr::eq(self.words.as_ptr(), other.words.as_ptr()) && self.start == other.start;
        self.length == other.length && (one_place || self.bytes().eq(other.bytes()))
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.same(*other)
    }
}

impl Eq for Text<'_> {}

impl PartialOrd for Text<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text<'_> {
    /// As in a dictionary; bytes are signed characters, as in Maude: those past ASCII come first.
    fn cmp(&self, other: &Self) -> Ordering {
        let signed = |byte: u8| byte as i8;
        self.bytes().map(signed).cmp(other.bytes().map(signed))
    }
}

/// Words that hold so many bytes.
fn room(bytes: usize) -> usize {
    bytes.div_ceil(4)
}

/// The text in the words of its node. `buffer` gives the words of a buffer.
pub(super) fn read<'h>(words: &'h [NodeId], buffer: impl Fn(NodeId) -> &'h [NodeId]) -> Text<'h> {
    let length = (words[1].0 >> 1) as usize;
    if is_range(words) {
        let buffer = buffer(words[2]);
        Text { words: &buffer[BUFFER_HEAD..buffer_words(buffer)], start: words[3].0 as usize, length }
    } else {
        Text { words: &words[2..2 + room(length)], start: 0, length }
    }
}

/// Whether a text's node is a range of a buffer.
pub(super) fn is_range(words: &[NodeId]) -> bool {
    words[1].0 & 1 == 1
}

/// How many words a text's node takes.
pub(super) fn text_words(words: &[NodeId]) -> usize {
    if is_range(words) { 4 } else { 2 + room((words[1].0 >> 1) as usize) }
}

/// How many words a buffer takes.
pub(super) fn buffer_words(words: &[NodeId]) -> usize {
    BUFFER_HEAD + words[ROOM].0 as usize
}

/// The words of a buffer without slack.
pub(super) fn tight_buffer(header: Header, text: Text<'_>) -> Vec<NodeId> {
    let mut words = vec![NodeId(header.0), NodeId(text.len() as u32), NodeId(room(text.len()) as u32), NodeId(0)];
    pack(text.bytes(), &mut words);
    words
}

/// Puts bytes behind words, four to each, the last one filled up with zeros.
fn pack(bytes: impl Iterator<Item = u8>, words: &mut Vec<NodeId>) {
    let (mut word, mut filled) = (0_u32, 0);
    for byte in bytes {
        word |= u32::from(byte) << (8 * filled);
        filled += 1;
        if filled == 4 {
            words.push(NodeId(word));
            (word, filled) = (0, 0);
        }
    }
    if filled > 0 {
        words.push(NodeId(word));
    }
}

impl Heap {
    /// The text of a node that is one.
    pub(crate) fn text(&self, node: NodeId) -> Option<Text<'_>> {
        match self.view(node) {
            super::View::Text(_, text) => Some(text),
            _ => None,
        }
    }

    fn text_header(&self, symbol: u32, length: usize) -> Header {
        let string = self.symbols.signature.value_kind(Self::symbol_id(symbol)) == Some(crate::base::ValueKind::Text);
        self.value_header(symbol, string && length == 1)
    }

    /// A text of some bytes. Linear in them.
    pub(crate) fn make_text(&mut self, symbol: u32, bytes: &[u8]) -> NodeId {
        if bytes.len() <= INLINE {
            let node = self.start(self.text_header(symbol, bytes.len()));
            self.push(NodeId((bytes.len() as u32) << 1));
            pack(bytes.iter().copied(), &mut self.scratch);
            return node;
        }
        let buffer = self.new_buffer(0, bytes.iter().copied(), 0);
        self.range(symbol, buffer, 0, bytes.len())
    }

    /// A buffer of some bytes with slack in front of them, a multiple of four, and behind.
    fn new_buffer(&mut self, before: usize, bytes: impl ExactSizeIterator<Item = u8>, after: usize) -> NodeId {
        let buffer = self.start(Header::new(self.symbols.buffer, 0, true));
        let (end, room) = (before + bytes.len(), room(before + bytes.len() + after));
        self.scratch.extend([end, room, before].map(|word| NodeId(word as u32)));
        let last = self.scratch.len() + room;
        self.scratch.resize(self.scratch.len() + before / 4, NodeId(0));
        pack(bytes, &mut self.scratch);
        self.scratch.resize(last, NodeId(0));
        buffer
    }

    fn range(&mut self, symbol: u32, buffer: NodeId, start: usize, length: usize) -> NodeId {
        let header = self.text_header(symbol, length);
        self.node(header, &[NodeId((length as u32) << 1 | 1), buffer, NodeId(start as u32)])
    }

    /// A part of a text; the range lies inside it. Cost: constant.
    pub(crate) fn part_of_text(&mut self, node: NodeId, start: usize, length: usize) -> NodeId {
        let Some(text) = self.text(node) else { return node };
        if length == text.len() {
            return node;
        }
        let symbol = self.symbol(node);
        if length <= INLINE {
            let bytes: smallvec::SmallVec<[u8; INLINE]> = text.part(start, length).bytes().collect();
            return self.make_text(symbol, &bytes);
        }
        // A part that is long is a part of something longer, so of a range.
        let words = self.words(node);
        let (buffer, offset) = (words[2], words[3].0 as usize);
        self.range(symbol, buffer, offset + start, length)
    }

    /// Two texts joined, if that is not too long. Linear in the one, where the other one ends or begins with its buffer.
    pub(crate) fn join_texts(&mut self, left: NodeId, right: NodeId) -> Option<NodeId> {
        let symbol = self.symbol(left);
        let (one, other) = (self.text(left)?, self.text(right)?);
        let length = one.len() + other.len();
        if other.len() == 0 {
            return Some(left);
        }
        if one.len() == 0 {
            return Some(right);
        }
        if length > LONGEST {
            return None;
        }
        if length <= INLINE {
            let bytes: smallvec::SmallVec<[u8; INLINE]> = one.bytes().chain(other.bytes()).collect();
            return Some(self.make_text(symbol, &bytes));
        }
        let forwards = one.len() >= other.len();
        let grown = if forwards { self.grow_behind(left, right) } else { self.grow_in_front(left, right) };
        if let Some((buffer, start)) = grown {
            return Some(self.range(symbol, buffer, start, length));
        }
        let (one, other) = (self.text(left)?, self.text(right)?);
        let mut bytes = one.to_vec();
        bytes.extend(other.bytes());
        // Slack in proportion to the length, so that what is put together piece by piece costs its length. What grows in
        // front may grow behind in turn.
        let slack = length / 8 * 4;
        let before = if forwards { 0 } else { slack };
        let buffer = self.new_buffer(before, bytes.into_iter(), slack);
        Some(self.range(symbol, buffer, before, length))
    }

    /// Puts a text into the buffer of the one on its left, if that is in the scratch area, ends there and has room. The
    /// buffer, and where the whole begins in it.
    fn grow_behind(&mut self, left: NodeId, right: NodeId) -> Option<(NodeId, usize)> {
        let (buffer, start, length) = self.scratch_range(left)?;
        let more = self.text(right)?.to_vec();
        let end = start + length;
        let head = buffer.at();
        let room = 4 * self.scratch[head + ROOM].0 as usize;
        if self.scratch[head + END].0 as usize != end || end + more.len() > room {
            return None;
        }
        self.write(buffer, end, &more);
        self.scratch[head + END] = NodeId((end + more.len()) as u32);
        Some((buffer, start))
    }

    /// Puts a text into the buffer of the one on its right, if that is in the scratch area, begins there and has room.
    fn grow_in_front(&mut self, left: NodeId, right: NodeId) -> Option<(NodeId, usize)> {
        let (buffer, start, _) = self.scratch_range(right)?;
        let more = self.text(left)?.to_vec();
        let head = buffer.at();
        if self.scratch[head + BEGIN].0 as usize != start {
            return None;
        }
        let begin = start.checked_sub(more.len())?;
        self.write(buffer, begin, &more);
        self.scratch[head + BEGIN] = NodeId(begin as u32);
        Some((buffer, begin))
    }

    /// The buffer of a text that is a range of one in the scratch area, where it begins in it, and its length.
    fn scratch_range(&self, text: NodeId) -> Option<(NodeId, usize, usize)> {
        let words = self.words(text);
        let (buffer, start) = if is_range(words) { (words[2], words[3].0 as usize) } else { return None };
        buffer.is_scratch().then(|| (buffer, start, (words[1].0 >> 1) as usize))
    }

    /// Writes bytes into a buffer of the scratch area.
    fn write(&mut self, buffer: NodeId, from: usize, bytes: &[u8]) {
        for (at, &byte) in (from..).zip(bytes) {
            let word = &mut self.scratch[buffer.at() + BUFFER_HEAD + at / 4].0;
            let shift = 8 * (at % 4);
            *word = *word & !(0xff << shift) | u32::from(byte) << shift;
        }
    }
}
