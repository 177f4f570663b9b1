//! `set` and `show`.

use std::io;

use crate::report::module::{self, Statements};
use crate::session::{Program, Setting, Shown, Switch};

use super::Runner;

impl Runner<'_> {
    pub(super) fn set(&mut self, setting: &Setting) {
        let on = setting.on;
        match setting.switch {
            Switch::ShowStatistics => self.shown.statistics = on,
            Switch::ShowTiming => self.shown.timing = on && !self.arguments.no_timing,
            Switch::ShowCommand => self.shown.command = on,
            Switch::PrintParentheses => self.print.parentheses = on,
            Switch::PrintFormat => self.print.format = on,
            Switch::ClearMemory => self.clear_memory = on,
            Switch::PrintMixfix
            | Switch::PrintFlat
            | Switch::PrintColor
            | Switch::PrintNumber
            | Switch::PrintRational => self.unchanged(setting),
            Switch::ShowAdvisories | Switch::WithoutEffect => {}
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
            Shown::Module => module::module(&context, false),
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

    pub(super) fn show_modules(&mut self) -> io::Result<()> {
        let names: Vec<String> = self.session.modules().names().map(|name| format!("{name}\n")).collect();
        self.console.answer(&names.concat())
    }
}
