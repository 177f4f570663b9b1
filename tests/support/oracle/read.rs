//! Reads Maude's blocks: an echo after a line of `=`, then the answer.

use super::answer::{Answer, Body, Match, Solution};

/// The answers in a program's standard output, in order.
pub fn read(output: &str) -> Vec<Answer> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    for line in output.lines() {
        if line.len() >= 10 && line.bytes().all(|byte| byte == b'=') {
            blocks.push(Vec::new());
        } else if let Some(block) = blocks.last_mut()
            && line != "Bye."
        {
            block.push(line);
        }
    }
    blocks.iter().map(|block| answer(block)).collect()
}

fn answer(lines: &[&str]) -> Answer {
    let end = lines.iter().position(|line| line.ends_with(" .")).map_or(lines.len().min(1), |at| at + 1);
    let echo = lines[..end].join(" ");
    let words: Vec<&str> = echo.split_whitespace().collect();
    let module = words.iter().position(|&word| word == "in").and_then(|at| words.get(at + 1)).copied().unwrap_or("");
    let mut reader = Reader { lines: &lines[end..], at: 0 };
    let body = match words.first().copied() {
        Some("reduce" | "rewrite" | "frewrite") => reader.term(),
        Some("search") => Some(reader.search()),
        Some("match" | "xmatch") => Some(reader.matches()),
        _ => None,
    };
    let Some(body) = body else {
        let unread = lines[end..].iter().map(|&line| untimed(line)).collect();
        return Answer { module: module.into(), body: Body::Unread(unread), after: Vec::new(), echo };
    };
    let after = reader.lines[reader.at..].iter().map(|&line| untimed(line)).collect();
    Answer { module: module.into(), body, after, echo }
}

/// A line without the times of a statistics line.
fn untimed(line: &str) -> String {
    let end = if line.starts_with("rewrites: ") { line.find(" in ") } else { None };
    line[..end.unwrap_or(line.len())].to_owned()
}

struct Reader<'a> {
    lines: &'a [&'a str],
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).copied()
    }

    /// The number after a word such as `rewrites:` in a line.
    fn number(line: &str, word: &str) -> Option<u64> {
        let (_, rest) = line.split_once(word)?;
        rest.split_whitespace().next()?.parse().ok()
    }

    fn term(&mut self) -> Option<Body> {
        let rewrites = Self::number(self.peek()?, "rewrites:")?;
        self.at += 1;
        let (sort, first) = self.peek()?.strip_prefix("result ")?.split_once(": ").or_else(|| {
            // A term that begins on a line of its own.
            self.peek()?.strip_prefix("result ")?.strip_suffix(':').map(|sort| (sort, ""))
        })?;
        self.at += 1;
        let term = self.continued(first);
        Some(Body::Term { rewrites, sort: sort.to_owned(), term })
    }

    /// A term that may go on over lines, because its `format` breaks them.
    fn continued(&mut self, first: &str) -> String {
        let mut text = first.to_owned();
        while let Some(line) = self.peek() {
            let known = ["Solution ", "No ", "states: ", "Matcher ", "Matched ", "state ", "empty ", "rewrites: "];
            if line.is_empty() || binding(line).is_some() || known.iter().any(|word| line.starts_with(word)) {
                break;
            }
            text.push(' ');
            text.push_str(line.trim());
            self.at += 1;
        }
        text
    }

    fn bindings(&mut self) -> Vec<(String, String)> {
        let mut bindings = Vec::new();
        while let Some(line) = self.peek() {
            if let Some((variable, first)) = binding(line) {
                self.at += 1;
                bindings.push((variable.to_owned(), self.continued(first)));
            } else if line.starts_with("empty substitution") {
                self.at += 1;
            } else {
                break;
            }
        }
        bindings
    }

    fn skip_empty(&mut self) {
        while self.peek() == Some("") {
            self.at += 1;
        }
    }

    fn search(&mut self) -> Body {
        let (mut solutions, mut exhausted, mut states, mut rewrites) = (Vec::new(), false, 0, 0);
        loop {
            self.skip_empty();
            match self.peek() {
                Some(line) if line.starts_with("Solution ") => {
                    let state = Self::number(&line.replace(')', " "), "(state ").unwrap_or(0);
                    self.at += 1;
                    self.counts(&mut states, &mut rewrites);
                    solutions.push(Solution { state, bindings: self.bindings() });
                }
                Some("No solution." | "No more solutions.") => {
                    exhausted = true;
                    self.at += 1;
                    self.counts(&mut states, &mut rewrites);
                    break;
                }
                _ => break,
            }
        }
        Body::Search { solutions, exhausted, states, rewrites }
    }

    fn counts(&mut self, states: &mut u64, rewrites: &mut u64) {
        if let Some(line) = self.peek()
            && let Some(seen) = Self::number(line, "states:")
        {
            *states = seen;
            *rewrites = Self::number(line, "rewrites:").unwrap_or(0);
            self.at += 1;
        }
    }

    fn matches(&mut self) -> Body {
        let mut found = Vec::new();
        if self.peek().is_some_and(|line| line.starts_with("Decision time:")) {
            self.at += 1;
        }
        loop {
            self.skip_empty();
            match self.peek() {
                Some(line) if line.starts_with("Matcher ") => {
                    self.at += 1;
                    found.push(self.one_match());
                }
                Some("No match." | "No more matches." | "No matchers." | "No more matchers.") => {
                    self.at += 1;
                    break;
                }
                _ => break,
            }
        }
        Body::Matches(found)
    }

    fn one_match(&mut self) -> Match {
        let mut portion = None;
        if let Some(text) = self.peek().and_then(|line| line.strip_prefix("Matched portion = ")) {
            self.at += 1;
            let whole = self.continued(text);
            portion = (whole != "(whole)").then_some(whole);
        }
        Match { portion, bindings: self.bindings() }
    }
}

/// `X --> term` or `X:Sort --> term`: a single word before the arrow.
fn binding(line: &str) -> Option<(&str, &str)> {
    let (variable, rest) = line.split_once(" -->")?;
    (!variable.contains(' ')).then_some((variable, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(output: &str, expected: Body) {
        assert_eq!(read(&format!("==========================================\n{output}"))[0].body, expected);
    }

    #[test]
    fn reads_a_result_over_two_lines() {
        let body = Body::Term { rewrites: 3, sort: "State".into(), term: "1 & 2".into() };
        check(
            "reduce in M : x .\nrewrites: 3 in 0ms cpu (0ms real) (~ rewrites/second)\nresult State: 1\n & 2\n",
            body,
        );
    }

    #[test]
    fn reads_solutions_and_the_end() {
        let solution = Solution { state: 4, bindings: vec![("Ps".into(), "7".into())] };
        let body = Body::Search { solutions: vec![solution], exhausted: true, states: 9, rewrites: 12 };
        check(
            "search in M : 1 =>* Ps .\n\nSolution 1 (state 4)\nstates: 5  rewrites: 6\nPs --> 7\n\n\
             No more solutions.\nstates: 9  rewrites: 12\n",
            body,
        );
    }

    #[test]
    fn reads_a_matched_portion() {
        let found = Match { portion: Some("a b".into()), bindings: vec![] };
        check(
            "xmatch in M : a b <=? a b c .\n\nMatcher 1\nMatched portion = a b\nempty substitution\n",
            Body::Matches(vec![found]),
        );
    }
}
