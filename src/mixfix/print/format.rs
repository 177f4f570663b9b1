//! The `format` attribute: white space, indentation and colours.

use std::fmt;

/// Where a printer writes to, with its indentation and colours.
pub(super) struct Page<'o> {
    out: &'o mut dyn fmt::Write,
    indentation: usize,
    /// Escapes in force, innermost last.
    colors: Vec<&'static str>,
    colored: bool,
}

impl<'o> Page<'o> {
    /// An empty page.
    pub fn new(out: &'o mut dyn fmt::Write, colored: bool) -> Self {
        Self { out, indentation: 0, colors: Vec::new(), colored }
    }

    /// Writes text.
    pub fn text(&mut self, text: &str) -> fmt::Result {
        self.out.write_str(text)
    }

    /// How many escapes are in force.
    pub fn depth(&self) -> usize {
        self.colors.len()
    }

    /// Follows a word of `format`; `space` is the default for the place, used unless the word has white space of its
    /// own. `outer` is the number of escapes in force when the operator began.
    pub fn directive(&mut self, word: &str, space: bool, outer: usize) -> fmt::Result {
        let mut default = space;
        for letter in word.chars() {
            match letter {
                's' | 't' | 'n' => {
                    default = false;
                    self.text(match letter {
                        's' => " ",
                        't' => "\t",
                        _ => "\n",
                    })?;
                }
                'd' => {
                    self.text(if default { " " } else { "" })?;
                    default = false;
                }
                '+' => self.indentation += 1,
                '-' => self.indentation = self.indentation.saturating_sub(1),
                'i' => {
                    for _ in 0..self.indentation {
                        self.text(" ")?;
                    }
                }
                'o' => self.restore(outer, true)?,
                _ => self.color(letter)?,
            }
        }
        self.text(if default { " " } else { "" })
    }

    fn color(&mut self, letter: char) -> fmt::Result {
        if let (true, Some(escape)) = (self.colored, escape(letter)) {
            self.colors.push(escape);
            self.text(escape)?;
        }
        Ok(())
    }

    /// Goes back to the colours in force at the beginning of an operator.
    pub fn restore(&mut self, outer: usize, always: bool) -> fmt::Result {
        if !self.colored || !always && self.colors.len() == outer {
            return Ok(());
        }
        self.colors.truncate(outer);
        self.out.write_str("\x1b[0m")?;
        for at in 0..self.colors.len() {
            self.out.write_str(self.colors[at])?;
        }
        Ok(())
    }
}

/// The terminal escape of a letter; upper case colours the background.
fn escape(letter: char) -> Option<&'static str> {
    Some(match letter {
        'p' => "\x1b[30m",
        'r' => "\x1b[31m",
        'g' => "\x1b[32m",
        'y' => "\x1b[33m",
        'b' => "\x1b[34m",
        'm' => "\x1b[35m",
        'c' => "\x1b[36m",
        'w' => "\x1b[37m",
        'P' => "\x1b[40m",
        'R' => "\x1b[41m",
        'G' => "\x1b[42m",
        'Y' => "\x1b[43m",
        'B' => "\x1b[44m",
        'M' => "\x1b[45m",
        'C' => "\x1b[46m",
        'W' => "\x1b[47m",
        '!' => "\x1b[1m",
        '?' => "\x1b[2m",
        'u' => "\x1b[4m",
        'f' => "\x1b[5m",
        'x' => "\x1b[7m",
        'h' => "\x1b[8m",
        _ => return None,
    })
}
