//! `rewrite`, `frewrite`, `match`, `xmatch` and `continue`.

use std::io;

use crate::module::{MatchQuery, Term};
use crate::report::maude;
use crate::session::{Program, RunningRewrite};

use super::super::exit::Exit;
use super::{Paused, Runner};

impl Runner<'_> {
    /// `rewrite`, or `frewrite` when there is gas.
    pub(super) fn rewrite(
        &mut self,
        program: &Program,
        term: &Term,
        most: Option<u64>,
        gas: Option<u64>,
    ) -> io::Result<()> {
        let context = self.context(program);
        self.echo(&maude::rewrite_command(&context, term, most, gas))?;
        let running = program.rewrite(term, gas, &self.arguments.limits.limits(), &self.interrupt);
        self.go_on_rewriting(running, most)
    }

    fn go_on_rewriting(&mut self, mut running: RunningRewrite, most: Option<u64>) -> io::Result<()> {
        let (done, stopped) = running.run(most);
        let program = running.program().clone();
        let context = self.context(&program);
        let text = maude::reduction(&context, &done.term, done.sort, done.rewrites, done.elapsed, self.shown);
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
        let mut number = 0;
        let mut written = Ok(());
        let outcome = program.matches(query, extended, &limits, &interrupt, &mut |found| {
            number += 1;
            let shown = maude::MatchFound { portion: found.portion.as_ref(), bindings: &found.bindings };
            written = self.console.answer(&maude::matcher(&context, number, &shown, found.has_parts));
            written.is_ok() && most.is_none_or(|most| number < most)
        });
        written?;
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
