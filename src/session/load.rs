//! Loads a text: modules are elaborated, read and kept; commands are read and planned.
//!
//! Texts ask for others in two ways: a command loads one, or a module imports a standard one. Both push the other text
//! on one explicit stack, and the item that asked is looked at again when that text is done.

use std::collections::VecDeque;

use crate::base::source::FileId;
use crate::base::{Diagnostic, Name, Severity, Span};
use crate::mixfix::{read_module, read_view};
use crate::module::{self, library};
use crate::syntax;
use crate::syntax::surface::{Command, CommandKind, Item, ModuleDeclaration, Token, ViewDeclaration};
use crate::theory::Theory;

use super::certain::certain;
use super::program::Task;
use super::query::{Planned, read_all};
use super::{Loader, Session, has_errors};

/// What to do with the commands of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Commands {
    /// Read them, so that they can run afterwards.
    Plan,
    /// Pass over all but `load`.
    Skip,
}

/// What a text came to.
#[derive(Default)]
pub struct Loaded {
    /// Commands met so far, terms still unread.
    plan: Vec<Planned>,
    /// The commands that can run, in order.
    pub tasks: Vec<Task>,
    /// All mistakes and warnings, of loaded texts too.
    pub diagnostics: Vec<Diagnostic>,
    /// Modules defined.
    pub modules: usize,
    /// Statements in these modules, imported ones left out.
    pub statements: usize,
}

impl Loaded {
    /// Whether there was a mistake.
    pub fn has_errors(&self) -> bool {
        has_errors(&self.diagnostics)
    }
}

/// A text that is being loaded.
struct Frame {
    items: VecDeque<Item>,
    path: String,
    /// One of our own standard modules: it says nothing about itself, and is no module of the user's.
    standard: bool,
    /// Mistakes of its syntax: a module that has one inside is not looked at further.
    mistakes: Vec<Diagnostic>,
}

/// How looking at an item ended.
enum Outcome {
    /// Go on with the next item.
    Done,
    /// First load this, then look at the item again.
    Needs(Frame),
    /// Load this, then go on with the next item.
    Loads(Frame),
    /// The rest of this text does not count.
    EndOfText,
    /// Nothing that follows counts.
    Quit,
}

impl Session {
    /// Loads a text with everything it asks for. `name` is the path it is shown under.
    pub fn load_text(&mut self, name: &str, text: &str, commands: Commands, loader: &mut dyn Loader) -> Loaded {
        let mut loaded = Loaded::default();
        let frame = self.frame(name, text, false, &mut loaded);
        self.load(frame, commands, loader, &mut loaded);
        if !loaded.has_errors() {
            loaded.diagnostics.extend(self.bindings.undeclared());
        }
        let (tasks, mistakes) = read_all(std::mem::take(&mut loaded.plan));
        loaded.tasks = tasks;
        loaded.diagnostics.extend(mistakes);
        in_order(&mut loaded.diagnostics);
        loaded
    }

    /// Makes sure that a module is there, when it is a standard one. Mistakes are ours, and a test of ours sees them.
    pub(super) fn require(&mut self, name: Name) {
        let mut loaded = Loaded::default();
        if let Some(frame) = self.standard_text(name, &[], &mut loaded) {
            self.load(frame, Commands::Skip, &mut super::NoLoader, &mut loaded);
        }
    }

    /// Looks at one item after the other, with an explicit stack of texts.
    fn load(&mut self, first: Frame, commands: Commands, loader: &mut dyn Loader, loaded: &mut Loaded) {
        let mut stack = vec![first];
        while let Some(frame) = stack.last() {
            let Some(item) = frame.items.front() else {
                stack.pop();
                continue;
            };
            let outcome = match item {
                Item::Module(declaration) => self.module(declaration, frame, &stack, loaded),
                Item::View(declaration) => self.view(declaration, frame, &stack, loaded),
                Item::Command(command) => self.command(command, commands, &stack, loader, loaded),
            };
            let Some(frame) = stack.last_mut() else { break };
            match outcome {
                Outcome::Needs(needed) => stack.push(needed),
                Outcome::Loads(other) => {
                    frame.items.pop_front();
                    stack.push(other);
                }
                Outcome::Done => drop(frame.items.pop_front()),
                Outcome::EndOfText => drop(stack.pop()),
                Outcome::Quit => break,
            }
        }
    }

    fn frame(&mut self, path: &str, text: &str, standard: bool, loaded: &mut Loaded) -> Frame {
        let file: FileId = self.sources.add(path, text);
        self.read.insert(path.to_owned());
        let (unit, mut mistakes) = syntax::parse(file, text);
        for nowhere in mistakes.iter_mut().filter(|mistake| mistake.primary.is_none()) {
            nowhere.notes.insert(0, format!("in `{path}`"));
        }
        loaded.diagnostics.extend(mistakes.iter().cloned());
        Frame { items: unit.items.into(), path: path.to_owned(), standard, mistakes }
    }

    /// The text of a standard module that is not there yet and not on its way.
    fn standard_text(&mut self, name: Name, stack: &[Frame], loaded: &mut Loaded) -> Option<Frame> {
        if self.modules.get(name).is_some() || self.failed.contains(&name) {
            return None;
        }
        let (path, text) = library::source(name.as_str())?;
        let path = format!("<library>/{path}");
        if stack.iter().any(|frame| frame.path == path) {
            return None;
        }
        Some(self.frame(&path, text, true, loaded))
    }

    /// The text of a standard view that is not there yet and not on its way.
    fn standard_view(&mut self, name: Name, stack: &[Frame], loaded: &mut Loaded) -> Option<Frame> {
        if self.modules.view(name).is_some() || self.failed_views.contains(&name) {
            return None;
        }
        let (path, text) = library::view_source(name.as_str())?;
        let path = format!("<library>/{path}");
        if stack.iter().any(|frame| frame.path == path) {
            return None;
        }
        Some(self.frame(&path, text, true, loaded))
    }

    /// A standard text that must be loaded before something that names these modules and views.
    fn standard(&mut self, modules: &[Name], views: &[Name], stack: &[Frame], loaded: &mut Loaded) -> Option<Frame> {
        for &name in modules {
            if let Some(needed) = self.standard_text(name, stack, loaded) {
                return Some(needed);
            }
        }
        views.iter().find_map(|&name| self.standard_view(name, stack, loaded))
    }

    fn view(&mut self, declaration: &ViewDeclaration, frame: &Frame, stack: &[Frame], loaded: &mut Loaded) -> Outcome {
        // What the user put in the place of ours stays, when another part of the same file is asked for.
        if frame.standard && self.modules.view(declaration.name.name).is_some() {
            return Outcome::Done;
        }
        let (modules, views) = module::required_by_view(declaration);
        if let Some(needed) = self.standard(&modules, &views, stack, loaded) {
            return Outcome::Needs(needed);
        }
        let name = declaration.name.name;
        let broken = modules.iter().any(|module| self.failed.contains(module))
            || views.iter().any(|view| self.failed_views.contains(view));
        if broken || mistake_inside(&frame.mistakes, declaration.span) || !self.define_view(declaration, loaded) {
            self.failed_views.insert(name);
        }
        Outcome::Done
    }

    /// Takes a view through all stages; whether that went without a mistake.
    fn define_view(&mut self, declaration: &ViewDeclaration, loaded: &mut Loaded) -> bool {
        let (draft, mistakes) = module::elaborate_view(declaration, &mut self.modules);
        let sound = !has_errors(&mistakes);
        loaded.diagnostics.extend(mistakes);
        let Some(draft) = draft.filter(|_| sound) else { return false };
        let (view, mistakes) = read_view(draft);
        let sound = !has_errors(&mistakes);
        loaded.diagnostics.extend(mistakes);
        if sound {
            self.failed_views.remove(&view.name);
            self.modules.insert_view(std::sync::Arc::new(view));
        }
        sound
    }

    fn module(
        &mut self,
        declaration: &ModuleDeclaration,
        frame: &Frame,
        stack: &[Frame],
        loaded: &mut Loaded,
    ) -> Outcome {
        if frame.standard && self.modules.get(declaration.name.name).is_some() {
            return Outcome::Done;
        }
        let mut modules = module::required_modules(declaration, frame.standard);
        let views = module::required_views(declaration);
        if !frame.standard {
            modules.extend(self.modules.automatic().map(|(name, _)| name));
        }
        if let Some(needed) = self.standard(&modules, &views, stack, loaded) {
            return Outcome::Needs(needed);
        }
        let name = declaration.name.name;
        if frame.standard {
            // It can fail where the user's text has put another module in the place of one it imports. Asking for it again
            // would fail again.
            let known = loaded.diagnostics.len();
            if !self.define(declaration, true, loaded) {
                loaded.diagnostics.truncate(known);
                let message = format!("the standard module `{name}` cannot be used here");
                loaded.diagnostics.push(Diagnostic::error_without_place("replaced-module", message).note(
                    "a module that it imports was replaced by one of the same name that lacks what it needs, or has mistakes",
                ));
                self.failed.insert(name);
            }
            return Outcome::Done;
        }
        self.current = Some(name);
        loaded.modules += 1;
        self.bindings.note(declaration);
        let broken_import = modules.iter().any(|import| self.failed.contains(import))
            || views.iter().any(|view| self.failed_views.contains(view));
        let broken = broken_import || mistake_inside(&frame.mistakes, declaration.span);
        if broken || !self.define(declaration, false, loaded) {
            self.failed.insert(name);
        }
        Outcome::Done
    }

    /// Takes a module through all stages; whether that went without a mistake.
    fn define(&mut self, declaration: &ModuleDeclaration, standard: bool, loaded: &mut Loaded) -> bool {
        let bound = if standard { None } else { self.bindings.added_to(declaration) };
        let declaration = bound.as_ref().unwrap_or(declaration);
        let elaborate = if standard { module::elaborate_trusted } else { module::elaborate };
        let (draft, mistakes) = elaborate(declaration, &mut self.modules);
        if has_errors(&mistakes) {
            let (_, of_terms) = read_module(draft);
            let of_terms = certain(declaration, &mistakes, of_terms, &self.sources);
            loaded.diagnostics.extend(mistakes.into_iter().chain(of_terms));
            return false;
        }
        loaded.diagnostics.extend(mistakes);
        let (module, mistakes) = read_module(draft);
        let mut mistakes = self.bindings.explain(declaration, mistakes);
        mistakes.extend(self.bindings.defined_otherwise(&module));
        let sound = !has_errors(&mistakes);
        loaded.diagnostics.extend(mistakes);
        if !sound {
            return false;
        }
        let module = std::sync::Arc::new(module);
        if !standard {
            loaded.statements += module.own;
        }
        // A module is compiled as a whole when a command runs in it; before that, what it says itself is looked at. Our own
        // modules compile, as tests know.
        if !standard {
            match Theory::check(&module) {
                Ok(warnings) => loaded.diagnostics.extend(warnings),
                Err(mistakes) => {
                    loaded.diagnostics.extend(mistakes);
                    return false;
                }
            }
        }
        self.failed.remove(&module.name);
        self.modules.insert(module);
        true
    }

    fn command(
        &mut self,
        command: &Command,
        commands: Commands,
        stack: &[Frame],
        loader: &mut dyn Loader,
        loaded: &mut Loaded,
    ) -> Outcome {
        match &command.kind {
            CommandKind::Load { file, once } => return self.load_other(file, *once, stack, loader, loaded),
            CommandKind::Folder { word, path } => {
                folder(word, path.as_ref(), commands, loader, loaded);
                return Outcome::Done;
            }
            CommandKind::EndOfFile => return Outcome::EndOfText,
            CommandKind::Quit => return Outcome::Quit,
            _ if commands == Commands::Skip => return Outcome::Done,
            kind => {
                let (modules, views) = named_in(kind);
                if let Some(needed) = self.standard(&modules, &views, stack, loaded) {
                    return Outcome::Needs(needed);
                }
            }
        }
        match self.plan(command) {
            Ok(planned) => loaded.plan.extend(planned),
            Err(mistakes) => loaded.diagnostics.extend(mistakes),
        }
        Outcome::Done
    }

    fn load_other(
        &mut self,
        file: &Token,
        once: bool,
        stack: &[Frame],
        loader: &mut dyn Loader,
        loaded: &mut Loaded,
    ) -> Outcome {
        let from = stack.last().map_or("", |frame| frame.path.as_str());
        let name = file.name.as_str().trim_matches('"');
        let mistake = match loader.load(name, from) {
            Ok(found) if once && self.read.contains(&found.path) => return Outcome::Done,
            Ok(found) if stack.iter().any(|frame| frame.path == found.path) => {
                Diagnostic::error("load-cycle", format!("`{name}` loads itself"), file.span)
                    .label("it is being loaded already")
                    .help("take this `load` out, or move what both texts need to a third one")
            }
            // A copy of Maude's file says nothing that the library does not have already.
            Ok(found) if is_model_checker(name) && found.text.contains("ModelCheckerSymbol") => return Outcome::Done,
            Ok(found) => return Outcome::Loads(self.frame(&found.path, &found.text, false, loaded)),
            Err(why) => match maude_library(name) {
                Some("") => return Outcome::Done,
                Some(what) => {
                    let message = format!("the library file `{name}` is not supported yet");
                    Diagnostic::error("not-supported", message, file.span).label(what)
                }
                None => Diagnostic::error("missing-file", format!("cannot load `{name}`"), file.span).label(why),
            },
        };
        loaded.diagnostics.push(mistake);
        Outcome::Done
    }
}

/// Whether one of the mistakes lies in a part of the text.
fn mistake_inside(mistakes: &[Diagnostic], span: Span) -> bool {
    mistakes.iter().filter(|mistake| mistake.severity == Severity::Error).any(|mistake| {
        let place = mistake.primary.as_ref().map(|label| label.span);
        place.is_some_and(|place| span.start <= place.start && place.start <= span.end)
    })
}

/// The modules and views that a command names.
fn named_in(kind: &CommandKind) -> (Vec<Name>, Vec<Name>) {
    let names = |tokens: Vec<Token>| -> Vec<Name> { tokens.into_iter().map(|token| token.name).collect() };
    match kind {
        CommandKind::Reduce { module: Some(module), .. }
        | CommandKind::Search { module: Some(module), .. }
        | CommandKind::Rewrite { module: Some(module), .. }
        | CommandKind::FairRewrite { module: Some(module), .. }
        | CommandKind::Match { module: Some(module), .. }
        | CommandKind::Parse { module: Some(module), .. }
        | CommandKind::Select(module) => (names(module.modules()), names(module.views())),
        CommandKind::Set(words) => match &words[..] {
            [mode, module, ..] if matches!(mode.name.as_str(), "include" | "protect" | "extend") => {
                (vec![module.name], Vec::new())
            }
            _ => (Vec::new(), Vec::new()),
        },
        CommandKind::Show(words) => (words.get(1).map(|word| word.name).into_iter().collect(), Vec::new()),
        _ => (Vec::new(), Vec::new()),
    }
}

/// `cd`, `pwd` and their like: done while loading, since what is loaded later depends on it.
fn folder(word: &Token, path: Option<&Token>, commands: Commands, loader: &mut dyn Loader, loaded: &mut Loaded) {
    match loader.folder(word.name.as_str(), path.map(|path| path.name.as_str())) {
        Ok(Some(text)) if commands == Commands::Plan => loaded.plan.push(Planned::Ready(Task::Tell(text))),
        Ok(_) => {}
        Err(why) => {
            let message = format!("`{}` cannot be done", word.name);
            loaded.diagnostics.push(Diagnostic::error("bad-folder", message, word.span).label(why));
        }
    }
}

/// Whether a path names Maude's file of that name, wherever it lies.
fn is_model_checker(path: &str) -> bool {
    path.strip_suffix(".maude").unwrap_or(path).rsplit('/').next() == Some("model-checker")
}

/// What is in a file of Maude's own library, for those that have no counterpart here; nothing where all of it is there
/// without being loaded.
fn maude_library(name: &str) -> Option<&'static str> {
    Some(match name.strip_suffix(".maude").unwrap_or(name) {
        "prelude" | "model-checker" => "",
        "smt" => "it holds the sorts of an external solver",
        "file" | "socket" | "time" | "process" | "prng" => "it holds objects outside of the program",
        "metaInterpreter" => "it holds interpreters as objects",
        "linear" => "it holds a solver for linear equations",
        "term-order" => "it holds an order on terms of the meta level",
        "machine-int" => "it holds integers of a fixed number of bits",
        _ => return None,
    })
}

/// Puts mistakes in the order of the text, text by text, each one once.
fn in_order(diagnostics: &mut Vec<Diagnostic>) {
    let place = |one: &Diagnostic| one.primary.as_ref().map(|label| label.span);
    diagnostics.sort_by_key(place);
    diagnostics.dedup();
}
