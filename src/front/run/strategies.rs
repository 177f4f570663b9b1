//! `rewrite`, `frewrite`, `match`, `xmatch` and `continue`.

use std::io;

use crate::module::{MatchQuery, Term};
use crate::report::maude;
use crate::session::{Program, RunningRewrite, Way};

use super::super::exit::Exit;
use super::{Paused, Runner};

impl Runner<'_> {
    /// `rewrite`, `frewrite` and `erewrite`.
    pub(super) fn rewrite(&mut self, program: &Program, term: &Term, most: Option<u64>, way: Way) -> io::Result<()> {
        let context = self.context(program);
        let (name, gas) = match way {
            Way::FromTheRoot => ("rewrite", None),
            Way::Fair { gas, external: false } => ("frewrite", gas),
            Way::Fair { gas, external: true } => ("erewrite", gas),
        };
        self.echo(&maude::rewrite_command(&context, name, term, most, gas))?;
        let program = self.watched(program);
        let mut running = program.rewrite(term, way, &self.arguments.limits.limits(), &self.interrupt);
        if !self.clear_rules {
            running.take_turns(&self.turns);
        }
        self.go_on_rewriting(running, most)
    }

    fn go_on_rewriting(&mut self, mut running: RunningRewrite, most: Option<u64>) -> io::Result<()> {
        let (done, stopped) = running.run(most);
        self.tell_steps()?;
        self.turns = running.turns().to_vec();
        let program = running.program().clone();
        let context = self.context(&program);
        let text = maude::reduction(&context, &done.term, done.sort, done.rewrites, done.elapsed, self.shown());
        self.console.answer(&text)?;
        if let Some(reason) = stopped {
            self.stopped(reason, "before all rules were applied");
        }
        self.paused = Some(Paused::Rewrite(Box::new(running)));
        Ok(())
    }

    /// `continue n`.
    pub(super) fn go_on(&mut self, most: Option<u64>) -> io::Result<()> {
        match (self.paused.take(), self.last.take()) {
            (Some(Paused::Rewrite(running)), last) => {
                self.last = last;
                self.go_on_rewriting(*running, most)
            }
            (Some(Paused::Search), Some(mut running)) => {
                running.go_on(most);
                self.go_on_searching(running)
            }
            (_, last) => {
                self.last = last;
                self.refused("there is nothing to continue: no `rewrite`, `frewrite` or `search` came before");
                Ok(())
            }
        }
    }

    /// `match`, or `xmatch` when it is extended.
    pub(super) fn find_matches(
        &mut self,
        program: &Program,
        query: &MatchQuery,
        extended: bool,
        most: Option<u64>,
    ) -> io::Result<()> {
        let context = self.context(program);
        self.echo(&maude::match_command(&context, query, extended, most))?;
        self.console.answer(&maude::decision_time(self.shown))?;
        let (limits, interrupt) = (self.arguments.limits.limits(), self.interrupt.clone());
        let program = self.watched(program);
        let watching = self.watching.take();
        let mut number = 0;
        let mut written = Ok(());
        let outcome = program.matches(query, extended, &limits, &interrupt, &mut |found| {
            number += 1;
            if let Some(watching) = &watching {
                written = self.console.answer(&watching.text()).and_then(|()| self.console.flush());
            }
            let shown = maude::MatchFound { portion: found.portion.as_ref(), bindings: &found.bindings };
            let text = maude::matcher(&context, number, &shown, found.has_parts);
            written = std::mem::replace(&mut written, Ok(())).and_then(|()| self.console.answer(&text));
            written.is_ok() && most.is_none_or(|most| number < most)
        });
        written?;
        self.watching = watching;
        self.tell_steps()?;
        match outcome {
            Err(mistakes) => {
                self.console.diagnostics(&mistakes, &self.session.sources);
                self.exit = Exit::Mistake;
            }
            Ok(Err(reason)) => self.stopped(reason, "before all matches were found"),
            Ok(Ok(())) if number == 0 => self.console.answer("No match.\n")?,
            Ok(Ok(())) => {}
        }
        Ok(())
    }
}
