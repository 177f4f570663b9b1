//! Diagnostics as text, in the manner of rustc. Takes diagnostics and the sources they point into; gives a string.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};

use crate::base::source::FileId;
use crate::base::{Diagnostic, Severity, SourceMap, Span};

/// At most this many diagnostics are shown in full by [`render_all`].
const SHOWN: usize = 20;

/// The width where the reader's is not known.
const DEFAULT_WIDTH: usize = 140;

/// A place is underlined up to this many bytes; a term of a whole page would bury its message.
const LONGEST_PLACE: usize = 400;

/// How much of an over-long line is handed to the renderer, in bytes around each marked place.
#[derive(Clone, Copy)]
struct Reach {
    /// Before the place.
    before: usize,
    /// Behind the place.
    behind: usize,
}

/// For excerpts: the renderer cuts these to the width by itself.
const EXCERPT: Reach = Reach { before: 300, behind: 300 };

/// For suggested edits: the renderer prints these in full.
const EDIT: Reach = Reach { before: 60, behind: 40 };

/// One diagnostic as text that ends with a line break.
///
/// `color` asks for terminal colours; without it the output is plain and fit for snapshots. `width` is the width of
/// the terminal: longer lines are cut around the place they are shown for. Cost: the lines that are shown, and one
/// pass over the text in front of them to number them.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, color: bool, width: Option<usize>) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let width = width.unwrap_or(DEFAULT_WIDTH).max(40);
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let message = clean(&diagnostic.message);
    let mut group = Group::with_title(level.primary_title(message).id(diagnostic.code));
    for file in files(diagnostic) {
        let (origin, excerpt) = excerpt(diagnostic, sources, file);
        group = group.elements(origin).element(excerpt);
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(clean(note)));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(clean(help)));
    }
    let mut report = vec![group];
    if let Some(suggestion) = &diagnostic.suggestion {
        let window = Window::around(sources, suggestion.span.file, &[suggestion.span], EDIT);
        let snippet = Snippet::source(window.text.clone())
            .line_start(window.line)
            .path(sources.file(suggestion.span.file).name.clone())
            .patch(Patch::new(window.range(suggestion.span), suggestion.replacement.clone()));
        report.push(Group::with_title(Level::HELP.secondary_title(clean(&suggestion.message))).element(snippet));
    }
    let mut text = renderer.term_width(width).render(&report);
    text.push('\n');
    text
}

/// All diagnostics, a blank line between any two, and a last line that counts them. Empty if there are none.
///
/// Only the first twenty are shown in full, errors before warnings where they do not all fit.
pub fn render_all(diagnostics: &[Diagnostic], sources: &SourceMap, color: bool, width: Option<usize>) -> String {
    if diagnostics.is_empty() {
        return String::new();
    }
    let mut chosen: Vec<usize> = (0..diagnostics.len()).collect();
    if chosen.len() > SHOWN {
        chosen.sort_by_key(|&index| diagnostics[index].severity);
        chosen.truncate(SHOWN);
        chosen.sort_unstable();
    }
    let mut text = String::new();
    for &index in &chosen {
        text.push_str(&render(&diagnostics[index], sources, color, width));
        text.push('\n');
    }
    if chosen.len() < diagnostics.len() {
        text.push_str(&format!("and {} more\n\n", diagnostics.len() - chosen.len()));
    }
    text.push_str(&count_line(diagnostics, sources));
    text
}

/// `error: 3 mistakes and 1 warning in pool.rules`.
fn count_line(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    let warnings = diagnostics.len() - errors;
    let counted = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let what = match (errors, warnings) {
        (0, _) => format!("warning: {}", counted(warnings, "warning")),
        (_, 0) => format!("error: {}", counted(errors, "mistake")),
        _ => format!("error: {} and {}", counted(errors, "mistake"), counted(warnings, "warning")),
    };
    let mut files: Vec<FileId> =
        diagnostics.iter().filter_map(|diagnostic| diagnostic.primary.as_ref()).map(|label| label.span.file).collect();
    files.sort_unstable();
    files.dedup();
    match files.as_slice() {
        [] => format!("{what}\n"),
        [file] => format!("{what} in {}\n", sources.file(*file).name),
        _ => format!("{what} in {} files\n", files.len()),
    }
}

/// The files that are pointed into, the one of the primary place first.
fn files(diagnostic: &Diagnostic) -> Vec<FileId> {
    let mut files: Vec<FileId> = diagnostic.primary.iter().map(|label| label.span.file).collect();
    for label in &diagnostic.secondary {
        if !files.is_empty() && !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files
}

/// The marked lines of a file. Where the front of a line was cut off, the renderer cannot know the column: then the
/// place is given by itself, in front of the lines.
fn excerpt<'a>(
    diagnostic: &'a Diagnostic,
    sources: &SourceMap,
    file: FileId,
) -> (Option<Origin<'a>>, Snippet<'a, Annotation<'a>>) {
    let primary = diagnostic.primary.iter().map(|label| (label, AnnotationKind::Primary));
    let secondary = diagnostic.secondary.iter().map(|label| (label, AnnotationKind::Context));
    let labels: Vec<_> = primary.chain(secondary).filter(|(label, _)| label.span.file == file).collect();
    let spans: Vec<Span> = labels.iter().map(|(label, _)| shorten(sources, label.span)).collect();
    let window = Window::around(sources, file, &spans, EXCERPT);
    let annotations: Vec<Annotation<'_>> = labels
        .iter()
        .zip(&spans)
        .map(|((label, kind), span)| {
            let annotation = kind.span(window.range(*span));
            if label.text.is_empty() { annotation } else { annotation.label(clean(&label.text)) }
        })
        .collect();
    let name = sources.file(file).name.clone();
    let snippet = Snippet::source(window.text).line_start(window.line).annotations(annotations);
    match spans.first().filter(|_| window.cut) {
        Some(&span) => {
            let (line, column) = sources.line_column(span);
            (Some(Origin::path(name).line(line).char_column(column)), snippet)
        }
        None => (None, snippet.path(name)),
    }
}

/// A place too long to be shown whole, cut to its beginning.
fn shorten(sources: &SourceMap, span: Span) -> Span {
    let text = &sources.file(span.file).text;
    let start = floor(text, span.start as usize);
    let end = floor(text, (span.end as usize).max(start));
    if end - start <= LONGEST_PLACE {
        return Span::new(span.file, start, end);
    }
    let line_end = text[start..].find('\n').map_or(text.len(), |offset| start + offset);
    Span::new(span.file, start, floor(text, line_end.min(start + LONGEST_PLACE)).min(end))
}

/// The last boundary between characters at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

/// The lines of a file around some places, with over-long lines cut, so that the renderer never sees more than
/// it will show.
struct Window {
    text: String,
    line: usize,
    /// Something is missing in front of a place.
    cut: bool,
    /// Kept parts: where they lie in the file, and where in `text`.
    parts: Vec<(Range<usize>, usize)>,
}

impl Window {
    fn around(sources: &SourceMap, file: FileId, spans: &[Span], reach: Reach) -> Self {
        let source = &sources.file(file).text;
        let from = spans.iter().map(|span| span.start as usize).min().unwrap_or(0).min(source.len());
        let to = spans.iter().map(|span| span.end as usize).max().unwrap_or(0).min(source.len()).max(from);
        let from = floor(source, from);
        let start = source[..from].rfind('\n').map_or(0, |at| at + 1);
        let to = floor(source, to);
        let end = source[to..].find('\n').map_or(source.len(), |offset| to + offset);
        let line = source.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let mut window = Self { text: String::new(), line, cut: false, parts: Vec::new() };
        let mut marks: Vec<usize> = spans.iter().flat_map(|span| [span.start as usize, span.end as usize]).collect();
        marks.sort_unstable();
        let mut at = start;
        for text in source[start..end].split_inclusive('\n') {
            window.keep_line(source, at..at + text.len(), &marks, reach);
            at += text.len();
        }
        window
    }

    fn keep_line(&mut self, source: &str, line: Range<usize>, marks: &[usize], reach: Reach) {
        let first = marks.partition_point(|&mark| mark < line.start);
        let last = marks.partition_point(|&mark| mark <= line.end);
        let marks = &marks[first..last];
        // Where nothing is marked, the beginning is enough.
        let marks = if marks.is_empty() { std::slice::from_ref(&line.start) } else { marks };
        let mut covered = line.start;
        for &mark in marks {
            let from = floor(source, mark.saturating_sub(reach.before).max(covered)).max(covered);
            let to = floor(source, (mark + reach.behind).min(line.end));
            if from > covered {
                self.cut = true;
                self.text.push('…');
            }
            if to > from {
                self.keep(source, from..to);
                covered = to;
            }
        }
        if covered < line.end {
            let ending = source[line.clone()].ends_with('\n');
            if covered + 1 < line.end || !ending {
                self.text.push('…');
            }
            if ending {
                self.text.push('\n');
            }
        }
    }

    /// Copies a part; what a terminal could take for a command is replaced, byte for byte where it can be.
    fn keep(&mut self, source: &str, part: Range<usize>) {
        self.parts.push((part.clone(), self.text.len()));
        for c in source[part].chars() {
            match c {
                '\r' | '\u{0b}' | '\u{0c}' => self.text.push(' '),
                c if c.is_ascii_control() && c != '\n' && c != '\t' => self.text.push('?'),
                c => self.text.push(c),
            }
        }
    }

    /// The place of a byte of the file in the text of the window.
    fn place(&self, byte: usize) -> usize {
        let index = self.parts.partition_point(|(part, _)| part.start <= byte).saturating_sub(1);
        match self.parts.get(index) {
            Some((part, at)) => floor(&self.text, at + byte.clamp(part.start, part.end) - part.start),
            None => 0,
        }
    }

    fn range(&self, span: Span) -> Range<usize> {
        let start = self.place(span.start as usize);
        start..self.place(span.end as usize).max(start)
    }
}

/// Text of ours that may quote the user's: no control characters.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(text: &str) -> (SourceMap, FileId) {
        let mut sources = SourceMap::new();
        let file = sources.add("pool.rules", text);
        (sources, file)
    }

    fn place(sources: &SourceMap, file: FileId, text: &str) -> Span {
        let start = sources.file(file).text.find(text).expect("the text occurs");
        Span::new(file, start, start + text.len())
    }

    #[test]
    fn all_parts_are_shown() {
        let (sources, file) = sources("fmod A is\n  sort Pool .\n  op nil : -> Poool .\nendfm\n");
        let diagnostic = Diagnostic::error("unknown-sort", "unknown sort `Poool`", place(&sources, file, "Poool"))
            .label("not declared")
            .also(place(&sources, file, "Pool"), "declared here")
            .note("sorts are declared with `sort`")
            .help("declare it")
            .suggest("a sort with a similar name exists", place(&sources, file, "Poool"), "Pool");
        let expected = "\
error[unknown-sort]: unknown sort `Poool`
 --> pool.rules:3:15
  |
2 |   sort Pool .
  |        ---- declared here
3 |   op nil : -> Poool .
  |               ^^^^^ not declared
  |
  = note: sorts are declared with `sort`
  = help: declare it
help: a sort with a similar name exists
  |
3 -   op nil : -> Poool .
3 +   op nil : -> Pool .
  |
";
        assert_eq!(render(&diagnostic, &sources, false, None), expected);
        assert!(render(&diagnostic, &sources, true, None).contains('\u{1b}'), "colours when asked");
    }

    #[test]
    fn a_place_may_be_missing() {
        let diagnostic = Diagnostic::error_without_place("empty-file", "nothing here").note("write something");
        let text = render(&diagnostic, &SourceMap::new(), false, None);
        assert_eq!(text, "error[empty-file]: nothing here\n |\n = note: write something\n");
    }

    #[test]
    fn a_long_line_is_cut() {
        let line = "75 × ".repeat(100_000);
        let (sources, file) = sources(&format!("{line}WRONG {line}"));
        let at = line.len();
        let diagnostic = Diagnostic::error("no-parse", "no parse", Span::new(file, at, at + 5))
            .label("here")
            .also(Span::new(file, 0, 2), "begins")
            .suggest("try", Span::new(file, at, at + 5), "right");
        let text = render(&diagnostic, &sources, false, Some(80));
        assert!(text.len() < 6_000, "{} bytes", text.len());
        assert!(text.contains("WRONG") && text.contains("here"), "{text}");
        let long = Diagnostic::error("no-parse", "no parse", Span::new(file, 0, at + 5)).label("all of this");
        assert!(text.contains("--> pool.rules:1:500001"), "the column is that of the whole line: {text}");
        assert!(render(&long, &sources, false, Some(80)).len() < 6_000);
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let (sources, file) = sources("a \u{1b}[31m b\r\n");
        let diagnostic = Diagnostic::error("x", "odd \u{1b}[31m", Span::new(file, 2, 7)).label("\u{7}");
        assert!(!render(&diagnostic, &sources, false, None).contains(['\u{1b}', '\u{7}', '\r']));
    }

    #[test]
    fn ugly_texts_are_rendered_in_few_words() {
        for text in ["y\n".repeat(1_000_000), "fmod A is eq a = ".to_owned() + &"(".repeat(1_000_000), "\"".repeat(999)]
        {
            let (sources, file) = sources(&text);
            let text = render_all(&crate::syntax::parse(file, &text).1, &sources, false, None);
            assert!(text.len() < 4_000, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_place_of_any_text_can_be_shown(text in "(\\PC|\n|\t|\r|[a-z]{300}){0,40}", places: [(u16, u16); 3]) {
            let (sources, file) = sources(&text);
            let [primary, secondary, edit] = places.map(|(start, length)| {
                let start = usize::from(start) % (text.len() + 1);
                let end = (start + usize::from(length) % 99).min(text.len());
                Span::new(file, floor(&text, start), floor(&text, end))
            });
            let diagnostic = Diagnostic::error("x", "wrong", primary).also(secondary, "b").suggest("c", edit, "d");
            render(&diagnostic, &sources, true, Some(40));
        }
    }

    #[test]
    fn many_are_capped_and_counted() {
        let (sources, file) = sources("a b c\n");
        let one = Diagnostic::error("x", "wrong", Span::new(file, 0, 1));
        let warning = Diagnostic::warning("y", "odd", Span::new(file, 2, 3));
        let text = render_all(&[one.clone(), warning.clone()], &sources, false, None);
        assert!(text.ends_with("\n\nerror: 1 mistake and 1 warning in pool.rules\n"), "{text}");
        let mut many = vec![warning; 30];
        many.push(one);
        let text = render_all(&many, &sources, false, None);
        assert!(text.contains("error[x]"), "an error is never hidden by warnings");
        assert!(text.contains("\n\nand 11 more\n\nerror: 1 mistake and 30 warnings in pool.rules\n"), "{text}");
        assert_eq!(render_all(&[], &sources, false, None), "");
    }
}
