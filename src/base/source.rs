//! Source files and the places in them.

use super::id::define_id;

define_id! {
    /// A source text: a file, standard input, a query given on the command line, or an embedded library module.
    FileId
}

/// A half-open byte range of one source file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The file the place is in.
    pub file: FileId,
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset one past the last byte; `start <= end`.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Self { file, start: start as u32, end: end as u32 }
    }

    /// The smallest span that covers both; both must lie in the same file, else `self` is given back.
    pub fn to(self, other: Self) -> Self {
        if self.file != other.file {
            return self;
        }
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One source text and the name it is shown under.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// A path as the user gave it, or `<query>`, `<stdin>`, `<library>/nat.rules`.
    pub name: String,
    /// The text. Bytes that were not UTF-8 have become U+FFFD.
    pub text: String,
}

/// All source texts of a session; a [`FileId`] points into it.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text and gives its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(SourceFile { name: name.into(), text: text.into() });
        FileId::new(self.files.len() - 1)
    }

    /// The file behind an id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.index()]
    }

    /// The text a span covers.
    pub fn text(&self, span: Span) -> &str {
        &self.files[span.file.index()].text[span.start as usize..span.end as usize]
    }

    /// Line and column of the start of a span, both counted from one; columns count characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let text = &self.files[span.file.index()].text;
        let before = &text[..(span.start as usize).min(text.len())];
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}
