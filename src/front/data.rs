//! What comes into a program from outside of its file: `--input`, `-D` and `--each`.

use std::convert::Infallible;
use std::str::FromStr;

use crate::session::{Bound, Session, VaryingText};

use super::arguments::BindingArguments;
use super::console::Console;
use super::exit::Exit;
use super::files;

/// `NAME=VALUE`, as typed.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// All of it.
    pub typed: String,
    /// What stands in front of the first `=`.
    pub name: String,
    /// What stands behind it.
    pub value: String,
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("there is no `=` in it")?;
        match (name, value) {
            ("", _) => Err("there is no name in front of the `=`".to_owned()),
            (_, "") => Err("there is nothing behind the `=`".to_owned()),
            _ => Ok(Self { typed: text.to_owned(), name: name.to_owned(), value: value.to_owned() }),
        }
    }
}

/// `PATH` or `NAME=PATH`, as typed: a file whose lines are bound to a constant one after the other.
#[derive(Clone, Debug)]
pub struct EachFile {
    /// All of it.
    typed: String,
    /// The constant.
    name: String,
    /// The file.
    pub path: String,
}

/// The constant that `--each PATH` binds.
const EACH: &str = "INPUT";

impl FromStr for EachFile {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let (name, path) = match text.split_once('=') {
            // An `=` further on belongs to the path.
            Some((name, path)) if !name.is_empty() && !name.contains(['/', '.']) => (name, path),
            _ => (EACH, text),
        };
        Ok(Self { typed: text.to_owned(), name: name.to_owned(), path: path.to_owned() })
    }
}

/// The lines of `--each`.
#[derive(Debug)]
pub struct Lines {
    /// The constant that they are bound to.
    pub constant: VaryingText,
    /// Its name.
    pub name: String,
    text: String,
}

impl Lines {
    /// The lines that count, each with its number in the file: blank ones and comments, which begin with `#`, are left
    /// out. Without line ends.
    pub fn each(&self) -> impl Iterator<Item = (u64, &str)> {
        let lines = (1..).zip(self.text.lines());
        lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    }
}

/// What the options bind, files read.
pub struct Data<'a> {
    arguments: &'a BindingArguments,
    /// The text of each `--input`.
    inputs: Vec<String>,
    each: Option<(&'a EachFile, String)>,
}

impl<'a> Data<'a> {
    /// Reads the files. `rules` are those that are read besides.
    ///
    /// # Errors
    /// The exit code, when a file cannot be read; that was told.
    pub fn read(
        arguments: &'a BindingArguments,
        each: Option<&'a EachFile>,
        rules: &[String],
        console: &Console,
    ) -> Result<Self, Exit> {
        let paths = arguments.input.iter().map(|input| &input.value).chain(each.map(|each| &each.path));
        if rules.iter().chain(paths).filter(|path| *path == "-").count() > 1 {
            console.aside("error: standard input can be read only once, but `-` is given twice");
            return Err(Exit::Mistake);
        }
        let text = |path: &str| {
            files::data(path).map_err(|error| {
                console.file_error(&error);
                error.exit
            })
        };
        let inputs = arguments.input.iter().map(|input| text(&input.value)).collect::<Result<_, _>>()?;
        let each = each.map(|each| Ok((each, text(&each.path)?))).transpose()?;
        Ok(Self { arguments, inputs, each })
    }

    /// Binds the constants in a session. What `--each` binds is given back.
    ///
    /// # Errors
    /// The exit code, when mistakes were shown.
    pub fn bind(&self, session: &mut Session, console: &Console) -> Result<Option<Lines>, Exit> {
        let mut mistakes = Vec::new();
        for (input, text) in self.arguments.input.iter().zip(&self.inputs) {
            mistakes.extend(session.bind("--input", &input.typed, &input.name, Bound::Text(text.clone())).err());
        }
        for define in &self.arguments.define {
            let term = Bound::Term(define.value.clone());
            mistakes.extend(session.bind("-D", &define.typed, &define.name, term).err());
        }
        let mut lines = None;
        if let Some((each, text)) = &self.each {
            match session.bind("--each", &each.typed, &each.name, Bound::Varying) {
                Ok(constant) => lines = Some(Lines { constant, name: each.name.clone(), text: text.clone() }),
                Err(found) => mistakes.push(found),
            }
        }
        if mistakes.is_empty() {
            return Ok(lines);
        }
        console.diagnostics(&mistakes.concat(), &session.sources);
        Err(Exit::Mistake)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, name: &str, path: &str) {
        let Ok(each) = typed.parse::<EachFile>();
        assert_eq!((each.name.as_str(), each.path.as_str()), (name, path));
    }

    #[test]
    fn a_path_may_have_an_equals_sign() {
        check("grids.txt", "INPUT", "grids.txt");
        check("GRID=grids.txt", "GRID", "grids.txt");
        check("GRID=-", "GRID", "-");
        check("./a=b", "INPUT", "./a=b");
        check("GRID=./a=b", "GRID", "./a=b");
    }
}
