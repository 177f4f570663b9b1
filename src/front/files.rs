//! Reads files: the one named on the command line, those that it loads, and `@file` arguments.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::base::diagnostic::nearest;
use crate::session::{LoadedText, Loader};

use super::exit::Exit;

/// Endings tried after the name as given.
const ENDINGS: [&str; 2] = [".rules", ".maude"];

/// Why a file could not be read.
#[derive(Debug)]
pub struct FileError {
    /// One sentence.
    pub message: String,
    /// Advice.
    pub help: Option<String>,
    /// How the program ends: a file that is not there is the user's mistake, one that cannot be read is not.
    pub exit: Exit,
}

/// The text of a file named on the command line, and the name to show it under; `-` is standard input.
///
/// # Errors
/// A message with the nearest name when there is no such file.
pub fn read(name: &str) -> Result<LoadedText, FileError> {
    if name == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map_err(|error| failure("<stdin>", &error))?;
        return Ok(LoadedText { path: "<stdin>".to_owned(), text: decoded(bytes) });
    }
    let path = existing(Path::new(name)).ok_or_else(|| missing(name))?;
    let bytes = std::fs::read(&path).map_err(|error| failure(name, &error))?;
    Ok(LoadedText { path: path.display().to_string(), text: decoded(bytes) })
}

/// The text of a file of data; `-` is standard input. Unlike rules it is taken as it is, under the name as it is.
///
/// # Errors
/// A message that names the file, and the line that is no text.
pub fn data(name: &str) -> Result<String, FileError> {
    let bytes = if name == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes).map_err(|error| failure("<stdin>", &error))?
    } else if !Path::new(name).exists() {
        // The command may be right and its data not there yet.
        return Err(FileError { exit: Exit::Environment, ..missing(name) });
    } else {
        std::fs::read(name).map_err(|error| failure(name, &error))?
    };
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let name = if name == "-" { "<stdin>" } else { name };
        FileError {
            message: format!("`{name}` is not UTF-8 text: line {line} has the byte {:#04x}", bytes[at]),
            help: Some("convert it first, for instance with `iconv -f latin1 -t utf-8`".to_owned()),
            exit: Exit::Mistake,
        }
    })
}

/// The text of a query or term: the argument itself, or the file behind `@`. With the name to show it under.
///
/// # Errors
/// As [`read`].
pub fn argument(text: &str, name: &str) -> Result<LoadedText, FileError> {
    match text.strip_prefix('@') {
        Some(file) => read(file),
        None => Ok(LoadedText { path: name.to_owned(), text: text.to_owned() }),
    }
}

/// Bytes that are not UTF-8 become U+FFFD, which no name has; DOS line ends are white space.
fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The file that a name stands for: as given or with an ending added.
fn existing(path: &Path) -> Option<PathBuf> {
    let with = |ending: &str| PathBuf::from(format!("{}{ending}", path.display()));
    if path.exists() && !path.is_dir() {
        return Some(path.to_owned());
    }
    ENDINGS.into_iter().map(with).find(|path| path.is_file()).or_else(|| path.exists().then(|| path.to_owned()))
}

fn missing(name: &str) -> FileError {
    let path = Path::new(name);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut entries: Vec<String> = std::fs::read_dir(folder.unwrap_or(Path::new(".")))
        .map(|entries| entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
        .unwrap_or_default();
    entries.sort();
    let file = path.file_name().map(|file| file.to_string_lossy().into_owned()).unwrap_or_default();
    let near = nearest(&file, entries.iter().map(String::as_str));
    let shown = near.map(|near| folder.map_or_else(|| near.to_owned(), |f| f.join(near).display().to_string()));
    FileError {
        message: format!("there is no file `{name}`"),
        help: shown.map(|near| format!("a file with a similar name exists: `{near}`")),
        exit: Exit::Mistake,
    }
}

fn failure(name: &str, error: &io::Error) -> FileError {
    let (why, exit) = match error.kind() {
        io::ErrorKind::IsADirectory => ("it is a folder; name a file in it".to_owned(), Exit::Mistake),
        io::ErrorKind::PermissionDenied => ("permission denied".to_owned(), Exit::Environment),
        _ => (error.to_string(), Exit::Environment),
    };
    FileError { message: format!("cannot read `{name}`: {why}"), help: None, exit }
}

/// Loads files that files name: beside the loading file first, then in the current folder, which files can change.
#[derive(Debug, Default)]
pub struct FileLoader {
    /// The current folder, once it was changed; the program's own is left alone.
    folder: PathBuf,
    /// The folders that `popd` goes back to.
    left: Vec<PathBuf>,
}

impl FileLoader {
    fn enter(&mut self, path: Option<&str>) -> Result<(), String> {
        let path = path.map(PathBuf::from).or_else(|| std::env::var_os("HOME").map(PathBuf::from));
        let folder = self.folder.join(path.ok_or("no folder is named")?);
        if !folder.is_dir() {
            return Err("there is no such folder".to_owned());
        }
        self.folder = folder;
        Ok(())
    }

    fn current(&self) -> Result<PathBuf, String> {
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        folder.canonicalize().map_err(|error| error.to_string())
    }

    /// What `ls` shows: the names in a folder, in order, one on a line.
    fn list(&self, path: Option<&str>) -> Result<String, String> {
        let words: Vec<&str> = path.unwrap_or("").split_whitespace().collect();
        let (options, folders): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| word.starts_with('-'));
        if let Some(option) = options.iter().find(|&&option| option != "-1") {
            return Err(format!("the option `{option}` is not supported"));
        }
        let folder = match folders[..] {
            [] => self.current()?,
            [only] => self.current()?.join(only),
            _ => return Err("one folder at a time".to_owned()),
        };
        let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
        let mut names: Vec<String> =
            entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.retain(|name| !name.starts_with('.'));
        names.sort();
        Ok(names.into_iter().map(|name| name + "\n").collect())
    }
}

impl Loader for FileLoader {
    fn load(&mut self, name: &str, from: &str) -> Result<LoadedText, String> {
        let beside = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
        let found =
            [beside, self.folder.join(name)].iter().find_map(|path| existing(path).filter(|path| !path.is_dir()));
        let found = found.ok_or_else(|| "there is no such file beside this one or in the current folder".to_owned())?;
        let bytes = std::fs::read(&found).map_err(|error| error.to_string())?;
        Ok(LoadedText { path: shown(&found), text: decoded(bytes) })
    }

    fn folder(&mut self, command: &str, path: Option<&str>) -> Result<Option<String>, String> {
        let told = |loader: &Self| Ok(Some(format!("{}\n", loader.current()?.display())));
        match command {
            "pwd" => told(self),
            "ls" => self.list(path).map(Some),
            "pushd" => {
                let before = self.folder.clone();
                self.enter(path)?;
                self.left.push(before);
                told(self)
            }
            "popd" => {
                self.folder = self.left.pop().ok_or("no `pushd` came before")?;
                told(self)
            }
            _ => self.enter(path).map(|()| None),
        }
    }
}

/// One name for each file, however it was reached: relative to the current folder where it lies below it.
fn shown(path: &Path) -> String {
    let Ok(full) = path.canonicalize() else { return path.display().to_string() };
    let folder = std::env::current_dir().and_then(|folder| folder.canonicalize()).unwrap_or_default();
    full.strip_prefix(&folder).unwrap_or(&full).display().to_string()
}

/// Most bytes to use where no limit was given: nine tenths of what the machine says is free. Without an answer from the
/// machine there is no limit.
pub fn usable_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024 / 10 * 9)
}
