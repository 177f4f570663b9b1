//! Reads commands, written in a file or given on the command line, into tasks.

use std::sync::Arc;

use crate::base::diagnostic::nearest;
use crate::base::hash::{HashSet, IndexMap};
use crate::base::source::FileId;
use crate::base::{Diagnostic, Name, Span};
use crate::mixfix::Grammar;
use crate::module::normal::{Form, VariableOrder, normalise, normalise_conditions};
use crate::module::{Module, SearchQuery, evaluate};
use crate::syntax;
use crate::syntax::surface::{Command, CommandKind, Item, ModuleExpression, Token};

use super::Session;
use super::program::{PathForm, Program, Task, Way};
use super::setting::{SetCommand, ShowCommand, directive, setting, shown};
use super::unbound::unbound;

/// A command on its way to a task.
pub(super) enum Planned {
    /// Nothing is left to read.
    Ready(Task),
    /// The module is known; the terms are still tokens.
    Unread(Program, Command),
}

/// What stands in front of a query or term: `search`, `[n, m]`, `in M :`.
#[derive(Clone, Default)]
struct Head {
    solutions: Option<u64>,
    depth: Option<u64>,
    module: Option<Token>,
}

impl Session {
    /// Reads a query given outside a file: `[n, m] in M : INIT =>* PATTERN such that COND`, with or without `search`
    /// in front and a period behind. `module` is where it runs unless it says so itself.
    ///
    /// # Errors
    /// All mistakes of the query.
    pub fn read_query(&mut self, name: &str, text: &str, module: Option<&str>) -> Result<Task, Vec<Diagnostic>> {
        self.read_command(name, text, module, &["search"], |head, body| {
            let Head { solutions, depth, module } = head;
            CommandKind::Search { solutions, depth, module: module.map(ModuleExpression::Named), body }
        })
    }

    /// Reads a term given outside a file: `in M : TERM`, with or without `reduce` in front and a period behind.
    ///
    /// # Errors
    /// All mistakes of the term.
    pub fn read_term(&mut self, name: &str, text: &str, module: Option<&str>) -> Result<Task, Vec<Diagnostic>> {
        self.read_command(name, text, module, &["reduce", "red"], |head, body| CommandKind::Reduce {
            module: head.module.map(ModuleExpression::Named),
            body,
        })
    }

    fn read_command(
        &mut self,
        name: &str,
        text: &str,
        module: Option<&str>,
        keywords: &[&str],
        kind: impl Fn(Head, Vec<Token>) -> CommandKind,
    ) -> Result<Task, Vec<Diagnostic>> {
        let file = self.sources.add(name, text);
        let (tokens, mut mistakes) = syntax::tokenize(file, text);
        if super::has_errors(&mistakes) {
            return Err(mistakes);
        }
        let whole = Span::new(file, 0, text.len());
        let (mut head, body) = split_head(&tokens, keywords);
        if head.solutions == Some(0) || head.depth == Some(0) {
            let zero = tokens.iter().find(|token| token.name.as_str().bytes().all(|digit| digit == b'0'));
            let mistake =
                Diagnostic::error("bad-bound", "a bound must be at least one", zero.map_or(whole, |zero| zero.span));
            mistakes.push(mistake.help("leave it out where nothing is to be bounded"));
            return Err(mistakes);
        }
        if head.module.is_none() {
            head.module = module.map(|module| Token { name: Name::new(module), span: whole });
        }
        if body.is_empty() {
            mistakes.push(Diagnostic::error("empty-query", "there is nothing to look at here", whole));
            return Err(mistakes);
        }
        if let Some(module) = head.module {
            self.require(module.name);
        }
        let command = |body: Vec<Token>| Command { kind: kind(head.clone(), body), span: whole };
        let (tasks, first) = self.read(&command(body.clone()))?;
        let (tasks, found) = match without_glued_period(file, &body) {
            Some(body) if super::has_errors(&first) => self.read(&command(body))?,
            _ => (tasks, first),
        };
        mistakes.extend(found);
        // A query on a module with mistakes gives no task and no further mistakes: they were reported with the module.
        match tasks.into_iter().next() {
            Some(task) => {
                let asked = match &task {
                    Task::Search { program, query, .. } => Some((program, &query.initial)),
                    Task::Reduce { program, term } => Some((program, term)),
                    _ => None,
                };
                mistakes.extend(asked.and_then(|(program, term)| unbound(&program.module, term, whole)));
                self.warnings = mistakes;
                Ok(task)
            }
            None => Err(mistakes),
        }
    }

    fn read(&mut self, command: &Command) -> Result<(Vec<Task>, Vec<Diagnostic>), Vec<Diagnostic>> {
        Ok(read_all(self.plan(command)?.into_iter().collect()))
    }

    /// Finds the module of a command; none when that has mistakes, which were reported already.
    pub(super) fn plan(&mut self, command: &Command) -> Result<Option<Planned>, Vec<Diagnostic>> {
        Ok(match &command.kind {
            CommandKind::Reduce { module, .. }
            | CommandKind::Search { module, .. }
            | CommandKind::Rewrite { module, .. }
            | CommandKind::FairRewrite { module, .. }
            | CommandKind::Match { module, .. }
            | CommandKind::Parse { module, .. } => {
                self.program(module.as_ref(), command.span)?.map(|program| Planned::Unread(program, command.clone()))
            }
            CommandKind::Continue(most) => Some(Planned::Ready(Task::Continue(*most))),
            CommandKind::Select(module) => {
                self.select(module)?;
                None
            }
            CommandKind::Set(words) => match setting(words, command.span).map_err(|mistake| vec![*mistake])? {
                SetCommand::Setting(setting) => Some(Planned::Ready(Task::Set(setting))),
                SetCommand::Import(mode, module, on) => {
                    self.modules.set_automatic(mode, module.name, on);
                    None
                }
            },
            CommandKind::Show(words) => self.plan_show(words, command.span)?,
            CommandKind::Direct { word, words } => {
                let directive = directive(word, words, command.span).map_err(|mistake| vec![*mistake])?;
                Some(Planned::Ready(Task::Direct(directive)))
            }
            CommandKind::ShowPath(state) => Some(Planned::Ready(Task::ShowPath(*state, PathForm::Full))),
            CommandKind::ShowPathLabels(state) => Some(Planned::Ready(Task::ShowPath(*state, PathForm::Labels))),
            CommandKind::ShowPathStates(state) => Some(Planned::Ready(Task::ShowPath(*state, PathForm::States))),
            CommandKind::ShowSearchGraph => Some(Planned::Ready(Task::ShowSearchGraph)),
            CommandKind::Load { .. } | CommandKind::Folder { .. } | CommandKind::Quit | CommandKind::EndOfFile => None,
        })
    }

    fn plan_show(&mut self, words: &[Token], span: Span) -> Result<Option<Planned>, Vec<Diagnostic>> {
        let (what, module) = shown(words, span).map_err(|mistake| vec![*mistake])?;
        let what = match what {
            ShowCommand::Modules => return Ok(Some(Planned::Ready(Task::ShowModules))),
            ShowCommand::Views => return Ok(Some(Planned::Ready(Task::ShowViews))),
            ShowCommand::View => return self.plan_show_view(module, span).map(Some),
            ShowCommand::Of(what) => Some(what),
            ShowCommand::Profile => None,
        };
        let module = self.named(module)?;
        let Some(program) = self.program(module.as_ref(), span)? else { return Ok(None) };
        Ok(Some(Planned::Ready(match what {
            Some(what) => Task::Show { program, what },
            None => Task::ShowProfile(program),
        })))
    }

    fn plan_show_view(&mut self, words: &[Token], span: Span) -> Result<Planned, Vec<Diagnostic>> {
        let Some(token) = words.first() else {
            let mistake = Diagnostic::error("syntax-error", "this `show` is not complete", span);
            return Err(vec![mistake.help("write `show view V .`, or `show views .` for all of them")]);
        };
        match self.modules.view(token.name) {
            Some(view) => Ok(Planned::Ready(Task::ShowView(Arc::clone(view)))),
            None => {
                let mistake =
                    Diagnostic::error("unknown-view", format!("there is no view `{}`", token.name), token.span);
                Err(vec![match nearest(token.name.as_str(), self.modules.view_names().map(Name::as_str)) {
                    Some(near) => mistake.suggest("a view with a similar name exists", token.span, near),
                    None => mistake,
                }])
            }
        }
    }

    /// The module that the words of a command name, if there are any.
    fn named(&mut self, words: &[Token]) -> Result<Option<ModuleExpression>, Vec<Diagnostic>> {
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return Ok(None) };
        if words.len() == 1 {
            return Ok(Some(ModuleExpression::Named(*first)));
        }
        // Read by the grammar of module expressions, as a text of its own.
        let text = format!("select {} .", self.sources.text(first.span.to(last.span)));
        let file = self.sources.add("<show>", &text);
        let (unit, mistakes) = syntax::parse(file, &text);
        match unit.items.into_iter().next() {
            Some(Item::Command(Command { kind: CommandKind::Select(module), .. })) if mistakes.is_empty() => {
                Ok(Some(module))
            }
            _ => Err(mistakes),
        }
    }

    /// Makes a module the one that commands run in. When there is none of that name, what follows is passed over rather
    /// than run in a module that was not meant.
    fn select(&mut self, module: &ModuleExpression) -> Result<(), Vec<Diagnostic>> {
        let token = module.first();
        let known = matches!(module, ModuleExpression::Named(_))
            && (self.modules.get(token.name).is_some() || self.failed.contains(&token.name));
        if known {
            self.current = Some(token.name);
            return Ok(());
        }
        let mistake = match module {
            ModuleExpression::Named(_) => self.missing_module(token.name, token.span),
            _ => match self.evaluate(module) {
                Ok(Some(name)) => {
                    self.current = Some(name);
                    return Ok(());
                }
                Ok(None) => return Ok(()),
                Err(mut mistakes) => mistakes.swap_remove(0),
            },
        };
        self.current = Some(token.name);
        self.failed.insert(token.name);
        Err(vec![mistake.note("commands that follow are not run until a module is defined or selected")])
    }

    /// The module a command runs in; none when that has mistakes, which were reported already. A module that the command
    /// names becomes the current one, as in Maude.
    fn program(&mut self, module: Option<&ModuleExpression>, span: Span) -> Result<Option<Program>, Vec<Diagnostic>> {
        let (name, span) = match module {
            Some(ModuleExpression::Named(token)) => (token.name, token.span),
            Some(expression) => match self.evaluate(expression)? {
                Some(name) => (name, expression.first().span),
                None => return Ok(None),
            },
            None => match self.current {
                Some(name) => (name, span),
                None => {
                    let mistake = Diagnostic::error("no-module", "there is no module to run this in", span)
                        .help("define a module first, or name a standard one: `in NAT : …`");
                    return Err(vec![mistake]);
                }
            },
        };
        if self.failed.contains(&name) {
            self.current = Some(name);
            return Ok(None);
        }
        match self.modules.get(name).cloned() {
            Some(module) => {
                self.current = Some(name);
                self.programs.of(&module).map(Some)
            }
            None => Err(vec![self.missing_module(name, span)]),
        }
    }

    /// The name of the module that an expression denotes; none when a module in it has mistakes.
    fn evaluate(&mut self, expression: &ModuleExpression) -> Result<Option<Name>, Vec<Diagnostic>> {
        let failed = |names: Vec<Token>, failed: &HashSet<Name>| names.iter().any(|token| failed.contains(&token.name));
        if failed(expression.modules(), &self.failed) || failed(expression.views(), &self.failed_views) {
            return Ok(None);
        }
        let mut mistakes = Vec::new();
        match evaluate(expression, &mut self.modules, &mut mistakes) {
            Some(module) => Ok(Some(module.name)),
            None => Err(mistakes),
        }
    }

    fn missing_module(&self, name: Name, span: Span) -> Diagnostic {
        let mistake = Diagnostic::error("unknown-module", format!("there is no module `{name}`"), span);
        match nearest(name.as_str(), self.modules.names().map(Name::as_str)) {
            Some(near) => mistake.suggest("a module with a similar name exists", span, near),
            None => mistake,
        }
    }
}

/// Reads the commands of a plan; with those that could be read, in order, and all mistakes of the others.
///
/// Commands of one module share one grammar, which is what makes files of hundreds of commands quick.
pub(super) fn read_all(plan: Vec<Planned>) -> (Vec<Task>, Vec<Diagnostic>) {
    // The addresses tell modules apart and are never ordered by.
    let mut groups: IndexMap<*const Module, Vec<usize>> = IndexMap::default();
    for (at, planned) in plan.iter().enumerate() {
        if let Planned::Unread(program, _) = planned {
            groups.entry(Arc::as_ptr(&program.module)).or_default().push(at);
        }
    }
    let mut read: Vec<Option<Result<Task, Vec<Diagnostic>>>> = plan.iter().map(|_| None).collect();
    let (mut tasks, mut mistakes) = (Vec::new(), Vec::new());
    for members in groups.values() {
        let Some(Planned::Unread(first, _)) = members.first().map(|&at| &plan[at]) else { continue };
        let grammar = Grammar::new(&first.module.signature, &first.module.variables);
        for &at in members {
            if let Planned::Unread(program, command) = &plan[at] {
                read[at] = Some(task(&grammar, program, command));
            }
        }
        mistakes.extend(grammar.take_warnings());
    }
    for (planned, read) in plan.into_iter().zip(read) {
        match (planned, read) {
            (Planned::Ready(task), _) | (_, Some(Ok(task))) => tasks.push(task),
            (_, Some(Err(found))) => mistakes.extend(found),
            (Planned::Unread(..), None) => {}
        }
    }
    (tasks, mistakes)
}

/// Reads the terms of a command that has some.
fn task(grammar: &Grammar<'_>, program: &Program, command: &Command) -> Result<Task, Vec<Diagnostic>> {
    let program = program.clone();
    match &command.kind {
        CommandKind::Reduce { body, .. } => Ok(Task::Reduce { program, term: grammar.parse_term(body)? }),
        CommandKind::Search { solutions, depth, body, .. } => {
            let (solutions, depth) = (*solutions, *depth);
            let mut query = grammar.parse_search(body)?;
            order_search(&program, &mut query);
            // Only a condition can have mistakes that show no earlier than this.
            if !query.conditions.is_empty() {
                program.theory.with_query(&query.initial, &query.pattern, &query.conditions)?;
            }
            Ok(Task::Search { program, query, solutions, depth })
        }
        CommandKind::Rewrite { most, body, .. } => {
            let way = Way::FromTheRoot;
            Ok(Task::Rewrite { program, term: grammar.parse_term(body)?, most: *most, way })
        }
        CommandKind::FairRewrite { external, most, gas, body, .. } => {
            let way = Way::Fair { gas: *gas, external: *external };
            Ok(Task::Rewrite { program, term: grammar.parse_term(body)?, most: *most, way })
        }
        CommandKind::Match { extended, solutions, body, .. } => {
            let mut query = grammar.parse_match(body)?;
            let (signature, mut order) = (&program.module.signature, VariableOrder::of(&program.module.statements));
            order.note(&query.pattern);
            order.note(&query.subject);
            order.note_conditions(&query.conditions);
            normalise(&mut query.pattern, signature, &order, Form::Flat);
            normalise_conditions(&mut query.conditions, signature, &order);
            if !query.conditions.is_empty() {
                program.theory.with_match(&query, *extended)?;
            }
            Ok(Task::Match { program, query, extended: *extended, solutions: *solutions })
        }
        CommandKind::Parse { body, .. } => Ok(Task::Parse { program, term: grammar.parse_term(body)? }),
        // Not planned as unread; a mistake here would be ours and cost the user the command, so it is told.
        _ => Err(vec![Diagnostic::error("not-a-query", "this command reads no term", command.span)]),
    }
}

/// Puts the pattern and the conditions of a search in order.
fn order_search(program: &Program, query: &mut SearchQuery) {
    let (signature, mut order) = (&program.module.signature, VariableOrder::of(&program.module.statements));
    order.note(&query.initial);
    order.note(&query.pattern);
    order.note_conditions(&query.conditions);
    normalise(&mut query.pattern, signature, &order, Form::Flat);
    normalise_conditions(&mut query.conditions, signature, &order);
}

/// Takes the words in front off a query.
fn split_head(tokens: &[Token], keywords: &[&str]) -> (Head, Vec<Token>) {
    let mut rest = tokens;
    let mut head = Head::default();
    if let Some((first, others)) = rest.split_first()
        && keywords.contains(&first.name.as_str())
    {
        rest = others;
    }
    if let Some((solutions, depth, others)) = bounds(rest) {
        (head.solutions, head.depth, rest) = (solutions, depth, others);
    }
    if let [word, module, colon, others @ ..] = rest
        && word.name.as_str() == "in"
        && colon.name.as_str() == ":"
    {
        head.module = Some(*module);
        rest = others;
    }
    if let Some((last, others)) = rest.split_last()
        && last.name.as_str() == "."
    {
        rest = others;
    }
    (head, rest.to_vec())
}

/// `[n]`, `[n, m]` or `[, m]`, and what follows.
fn bounds(tokens: &[Token]) -> Option<(Option<u64>, Option<u64>, &[Token])> {
    let number = |token: &Token| token.name.as_str().parse::<u64>().ok();
    let is = |token: &Token, text: &str| token.name.as_str() == text;
    match tokens {
        [open, n, close, rest @ ..] if is(open, "[") && is(close, "]") => Some((Some(number(n)?), None, rest)),
        [open, comma, m, close, rest @ ..] if is(open, "[") && is(comma, ",") && is(close, "]") => {
            Some((None, Some(number(m)?), rest))
        }
        [open, n, comma, m, close, rest @ ..] if is(open, "[") && is(comma, ",") && is(close, "]") => {
            Some((Some(number(n)?), Some(number(m)?), rest))
        }
        _ => None,
    }
}

/// The same tokens where the last one ends with a period that may have been meant as the end of the query.
fn without_glued_period(file: FileId, tokens: &[Token]) -> Option<Vec<Token>> {
    let (last, others) = tokens.split_last()?;
    let shorter = last.name.as_str().strip_suffix('.').filter(|text| !text.is_empty())?;
    let span = Span::new(file, last.span.start as usize, last.span.end as usize - 1);
    Some(others.iter().copied().chain([Token { name: Name::new(shorter), span }]).collect())
}
