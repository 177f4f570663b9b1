//! `set` and `show`.

use std::io;

use crate::module::View;
use crate::report::module::{self, Statements};
use crate::report::written;
use crate::session::{Directive, Program, Setting, Shown, Switch};

use super::Runner;
use super::watching::Watching;

impl Runner<'_> {
    pub(super) fn set(&mut self, setting: &Setting) {
        let on = setting.on;
        match setting.switch {
            Switch::ShowStatistics => self.shown.statistics = on,
            Switch::ShowTiming => self.shown.timing = on && !self.arguments.no_timing,
            Switch::ShowCommand => self.shown.command = on,
            Switch::PrintParentheses => self.print.parentheses = on,
            Switch::PrintFormat => self.print.format = on,
            Switch::PrintMixfix => self.print.mixfix = on,
            Switch::PrintFlat => self.print.flat = on,
            Switch::PrintNumber => self.print.number = on,
            Switch::PrintRational => self.print.rational = on,
            Switch::PrintAliases => self.print.aliases = on,
            Switch::PrintColor => self.unchanged(setting),
            Switch::ShowBreakdown => self.wanted.breakdown = on,
            Switch::PrintAttribute => self.wanted.attributes = on,
            Switch::PrintAttributeNewline => self.wanted.newline = on,
            Switch::Profile => self.wanted.profile = on,
            Switch::ClearProfile => self.wanted.clear_profile = on,
            Switch::Trace(switch) => {
                if !self.wanted.set(switch, on) {
                    self.refused(
                        "`set trace whole on` is not supported yet: steps are shown without the term around them",
                    );
                }
            }
            Switch::ClearMemo => self.clear_memo = on,
            Switch::ClearRules => self.clear_rules = on,
            Switch::ShowAdvisories | Switch::WithoutEffect => {}
        }
    }

    /// `trace select` and its like.
    pub(super) fn direct(&mut self, directive: &Directive) {
        self.wanted.direct(directive);
        if *directive == Directive::ClearMemo
            && let Some(before) = &self.before
        {
            before.forget();
            self.watching.iter().for_each(Watching::forget);
        }
    }

    /// A switch whose other position is not there yet.
    fn unchanged(&mut self, setting: &Setting) {
        let default = !matches!(setting.switch, Switch::PrintColor);
        if setting.on != default {
            self.console.aside("warning: this way of printing is not supported yet; terms are printed as before");
        }
    }

    pub(super) fn show(&mut self, program: &Program, what: Shown) -> io::Result<()> {
        let context = self.context(program);
        let text = match what {
            Shown::Module => {
                let text = self.session.sources.text(program.module.span);
                written::module(text, program.module.name).unwrap_or_else(|| module::module(&context, false))
            }
            Shown::All => module::module(&context, true),
            Shown::Sorts => module::sorts(&context, true),
            Shown::Operators => module::operators(&context, true),
            Shown::Variables => module::variables(&context),
            Shown::Memberships => module::statements(&context, Statements::Memberships, true),
            Shown::Equations => module::statements(&context, Statements::Equations, true),
            Shown::Rules => module::statements(&context, Statements::Rules, true),
            Shown::Kinds => module::kinds(&program.module.signature),
            Shown::Summary => module::summary(&context),
        };
        self.console.answer(&text)
    }

    pub(super) fn show_views(&mut self) -> io::Result<()> {
        let names: Vec<String> = self.session.modules().view_names().map(|name| format!("view {name}\n")).collect();
        self.console.answer(&names.concat())
    }

    pub(super) fn show_view(&mut self, view: &View) -> io::Result<()> {
        match written::view(self.session.sources.text(view.span), view.name) {
            Some(text) => self.console.answer(&text),
            None => self.console.answer(&format!("view {} from {} to {}\n", view.name, view.from.name, view.to.name)),
        }
    }

    pub(super) fn show_profile(&mut self, program: &Program) -> io::Result<()> {
        match self.watching.as_ref().filter(|watching| watching.is_of(program)) {
            Some(watching) => self.console.answer(&watching.profile()),
            None => Ok(()),
        }
    }

    pub(super) fn show_modules(&mut self) -> io::Result<()> {
        let names: Vec<String> = self
            .session
            .modules()
            .names()
            .filter_map(|name| self.session.modules().get(name))
            .map(|module| format!("{} {}\n", module.kind.opening(), module.name))
            .collect();
        self.console.answer(&names.concat())
    }
}
