//! `rewrite run FILE`: every command written in the file, answered in Maude's block form.

use std::io;
use std::sync::Arc;

use crate::base::{Interrupt, StopReason};
use crate::mixfix::PrintOptions;
use crate::module::{SearchQuery, Term};
use crate::report::maude::{self, Shown};
use crate::report::{Context, Ending};
use crate::session::{Commands, Next, PathForm, Program, Running, RunningRewrite, Session, Task};

use super::arguments::RunArguments;
use super::console::Console;
use super::data::Data;
use super::exit::Exit;
use super::progress::ProgressLine;
use super::work;
use watching::{Wanted, Watching};

mod settings;
mod strategies;
mod watching;

/// A command that `continue` can go on with.
enum Paused {
    /// A `rewrite` or `frewrite`.
    Rewrite(Box<RunningRewrite>),
    /// The last search.
    Search,
}

/// The commands of one file under way.
struct Runner<'a> {
    arguments: &'a RunArguments,
    session: &'a Session,
    console: Console,
    shown: Shown,
    interrupt: Interrupt,
    /// How terms are printed.
    print: PrintOptions,
    /// The last search, for `show path` and its like.
    last: Option<Running>,
    /// What `continue` goes on with.
    paused: Option<Paused>,
    /// How the program will end; mistakes of the file outweigh what comes later.
    exit: Exit,
    /// What is told while commands run.
    wanted: Wanted,
    /// The program that was watched last.
    watching: Option<Watching>,
    /// The program that ran last.
    before: Option<Program>,
    /// Nothing is remembered from one command to the next.
    clear_memo: bool,
    /// Each command begins with the first rule of each operator.
    clear_rules: bool,
    /// Whose turn it is after the last `rewrite` or `frewrite`.
    turns: Vec<usize>,
}

/// Loads the file, shows its mistakes, and runs what can run.
pub fn run(arguments: &RunArguments) -> io::Result<Exit> {
    let console = Console::new(&arguments.looks);
    let mut session = Session::new();
    let rules = std::slice::from_ref(&arguments.file);
    let data = Data::read(&arguments.bindings, None, rules, &console);
    if let Err(exit) = data.and_then(|data| data.bind(&mut session, &console)) {
        return Ok(exit);
    }
    let loaded = match work::load(&mut session, &arguments.file, Commands::Plan, &console) {
        Ok(loaded) => loaded,
        Err(exit) => return Ok(exit),
    };
    console.diagnostics(&loaded.diagnostics, &session.sources);
    let console_colour = console.colour;
    let mut runner = Runner {
        arguments,
        session: &session,
        console,
        shown: Shown { timing: !arguments.no_timing, ..Shown::default() },
        interrupt: work::interrupt(),
        print: PrintOptions { color: console_colour, ..PrintOptions::default() },
        last: None,
        paused: None,
        exit: if loaded.has_errors() { Exit::Mistake } else { Exit::Yes },
        wanted: Wanted::default(),
        watching: None,
        before: None,
        clear_memo: false,
        clear_rules: true,
        turns: Vec::new(),
    };
    for task in &loaded.tasks {
        runner.task(task)?;
        runner.console.flush()?;
        if runner.interrupt.is_raised() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(runner.exit)
}

impl<'a> Runner<'a> {
    fn context<'b>(&self, program: &'b Program) -> Context<'b>
    where
        'a: 'b,
    {
        Context::with_options(&program.module, &self.session.sources, self.print)
    }

    /// Prints the echo of a command.
    fn echo(&mut self, text: &str) -> io::Result<()> {
        if self.shown.command {
            self.console.answer(text)?;
            self.console.flush()?;
        }
        Ok(())
    }

    fn worsen(&mut self, exit: Exit) {
        if self.exit == Exit::Yes {
            self.exit = exit;
        }
    }

    fn task(&mut self, task: &Task) -> io::Result<()> {
        match task {
            Task::Reduce { program, term } => self.reduce(program, term),
            Task::Search { program, query, solutions, depth } => self.search(program, query, *solutions, *depth),
            Task::Rewrite { program, term, most, way } => self.rewrite(program, term, *most, *way),
            Task::Match { program, query, extended, solutions } => {
                self.find_matches(program, query, *extended, *solutions)
            }
            Task::Parse { program, term } => {
                let text = format!("{}: {}\n", program.least_sort(term), self.context(program).term(term));
                self.console.answer(&text)
            }
            Task::Continue(most) => self.go_on(*most),
            Task::Set(setting) => {
                self.set(setting);
                Ok(())
            }
            Task::Show { program, what } => self.show(program, *what),
            Task::ShowModules => self.show_modules(),
            Task::ShowViews => self.show_views(),
            Task::ShowView(view) => self.show_view(view),
            Task::ShowProfile(program) => self.show_profile(program),
            Task::Direct(directive) => {
                self.direct(directive);
                Ok(())
            }
            Task::Tell(text) => self.console.answer(text),
            Task::ShowPath(state, form) => self.show_path(*state, *form),
            Task::ShowSearchGraph => self.show_graph(),
        }
    }

    /// The program to run: watched, if anything is to be told of its steps. What was remembered in another module is
    /// forgotten, as in Maude.
    fn watched(&mut self, program: &Program) -> Program {
        if let Some(before) = self.before.replace(program.clone()) {
            let same = Arc::ptr_eq(&before.module, &program.module);
            if self.clear_memo || !same {
                before.forget();
                program.forget();
                self.watching.iter().for_each(Watching::forget);
            }
            if !same {
                self.turns.clear();
            }
        }
        if !self.wanted.any() {
            return program.clone();
        }
        let watching = match self.watching.take() {
            Some(watching) if watching.is_of(program) => watching,
            _ => Watching::new(program),
        };
        let program = watching.begin(&self.wanted, self.print);
        self.watching = Some(watching);
        program
    }

    /// Writes what was told of steps.
    fn tell_steps(&mut self) -> io::Result<()> {
        if let Some(watching) = &self.watching {
            self.console.answer(&watching.text())?;
        }
        Ok(())
    }

    /// Which parts of an answer are shown, with the number of steps of each kind where that is wanted.
    fn shown(&self) -> Shown {
        let watching = self.watching.as_ref().filter(|_| self.wanted.breakdown);
        Shown { breakdown: watching.map(Watching::breakdown), ..self.shown }
    }

    fn reduce(&mut self, program: &Program, term: &Term) -> io::Result<()> {
        let context = self.context(program);
        self.echo(&maude::reduce_command(&context, term))?;
        let program = self.watched(program);
        let done = program.reduce(term, &self.arguments.limits.limits(), &self.interrupt);
        self.tell_steps()?;
        match done {
            Ok(done) => {
                let (rewrites, elapsed) = (done.rewrites, done.elapsed);
                self.console.answer(&maude::reduction(
                    &context,
                    &done.term,
                    Some(done.sort),
                    rewrites,
                    elapsed,
                    self.shown(),
                ))?;
            }
            Err(reason) => self.stopped(reason, "before a normal form was reached"),
        }
        Ok(())
    }

    fn search(
        &mut self,
        program: &Program,
        query: &SearchQuery,
        solutions: Option<u64>,
        depth: Option<u64>,
    ) -> io::Result<()> {
        let context = self.context(program);
        self.echo(&maude::search_command(&context, query, solutions, depth))?;
        let limits = self.arguments.limits.limits();
        let program = self.watched(program);
        let running = match program.search(query, solutions, depth, limits, self.interrupt.clone()) {
            Ok(running) => running,
            Err(mistakes) => {
                self.console.diagnostics(&mistakes, &self.session.sources);
                self.exit = Exit::Mistake;
                return Ok(());
            }
        };
        self.go_on_searching(running)
    }

    /// Runs a search to its next end and keeps it.
    fn go_on_searching(&mut self, mut running: Running) -> io::Result<()> {
        let program = running.program().clone();
        let context = self.context(&program);
        let mut progress = ProgressLine::new(self.arguments.progress, self.arguments.looks.quiet);
        let mut found = running.verdict(None).solutions;
        let ending = loop {
            let next = running.next(&mut |now| progress.update(now));
            progress.clear();
            self.tell_steps()?;
            let shown = self.shown();
            match next {
                Next::Solution(solution) => {
                    found = solution.number;
                    self.console.answer(&maude::solution(&context, &solution, &running.statistics(), shown))?;
                    self.console.flush()?;
                }
                Next::End(ending) => break ending,
            }
        };
        match ending {
            Ending::Enough => {}
            Ending::Exhausted => self.console.answer(&maude::no_more(found, &running.statistics(), self.shown()))?,
            Ending::Stopped(reason) => {
                let verdict = running.verdict(self.arguments.limits.typed(reason));
                self.console.flush()?;
                self.console.aside(&verdict.text());
                self.worsen(Exit::Undecided);
            }
        }
        self.last = Some(running);
        self.paused = Some(Paused::Search);
        Ok(())
    }

    fn stopped(&mut self, reason: StopReason, when: &str) {
        let by = self.arguments.limits.typed(reason).unwrap_or_else(|| reason.to_string());
        self.console.aside(&format!("undecided: stopped by {by} {when}"));
        self.worsen(Exit::Undecided);
    }

    /// `show path N`, `show path labels N` and `show path states N`.
    fn show_path(&mut self, state: u64, form: PathForm) -> io::Result<()> {
        let Some(running) = &mut self.last else {
            self.refused("there is no search whose path could be shown");
            return Ok(());
        };
        let Some(steps) = running.path(state) else {
            let known = running.statistics().states;
            self.refused(&format!("there is no state {state}: the last search has states 0 to {}", known - 1));
            return Ok(());
        };
        let mut sort_of = running.sort_finder();
        let program = running.program().clone();
        let context = self.context(&program);
        let text = match form {
            PathForm::Labels => maude::path_labels(&context, &steps),
            PathForm::Full => maude::path(&context, &steps, true, &mut sort_of),
            PathForm::States => maude::path(&context, &steps, false, &mut sort_of),
        };
        self.console.answer(&text)
    }

    fn show_graph(&mut self) -> io::Result<()> {
        let Some(mut running) = self.last.take() else {
            self.refused("there is no search whose graph could be shown");
            return Ok(());
        };
        let program = running.program().clone();
        let context = self.context(&program);
        let mut sort_of = running.sort_finder();
        for number in 0..running.statistics().states {
            let arcs = running.arcs(number);
            let Some(term) = running.state(number) else { break };
            let text = maude::graph_state(&context, number, sort_of(&term), &term, &arcs);
            self.console.answer(if number > 0 { "\n" } else { "" })?;
            self.console.answer(&text)?;
        }
        self.last = Some(running);
        Ok(())
    }

    /// A command that asks for what is not there.
    fn refused(&mut self, why: &str) {
        self.console.aside(&format!("error: {why}"));
        self.exit = Exit::Mistake;
    }
}
