//! What is told while a command runs: its steps, what `print` attributes say, how many steps were of which kind.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use crate::base::hash::HashSet;
use crate::base::{Name, SourceMap};
use crate::engine::{Event, Observer, SharedObserver};
use crate::mixfix::PrintOptions;
use crate::module::{Module, StatementKind, SymbolId, Term, TermNode};
use crate::report::Context;
use crate::report::profile::{Breakdown, Profile};
use crate::report::trace::{self, TraceParts};
use crate::session::{Directive, Program, TraceSwitch};

/// Text is written out when it is so long.
const LONG: usize = 1 << 13;

/// What is wanted.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    trace: bool,
    conditions: bool,
    select: bool,
    memberships: bool,
    equations: bool,
    rules: bool,
    builtin: bool,
    parts: TraceParts,
    selected: HashSet<Name>,
    excluded: HashSet<Name>,
    /// What `print` attributes say.
    pub attributes: bool,
    /// A line break behind each.
    pub newline: bool,
    /// How many steps were of which kind.
    pub breakdown: bool,
    /// How often each statement was applied.
    pub profile: bool,
    /// The profile starts anew with each command.
    pub clear_profile: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            trace: false,
            conditions: true,
            select: false,
            memberships: true,
            equations: true,
            rules: true,
            builtin: true,
            parts: TraceParts { body: true, substitution: true, rewrite: true },
            selected: HashSet::default(),
            excluded: HashSet::default(),
            attributes: false,
            newline: true,
            breakdown: false,
            profile: false,
            clear_profile: true,
        }
    }
}

impl Wanted {
    /// Whether anything must be told of the steps of a command.
    pub fn any(&self) -> bool {
        self.trace || self.attributes || self.breakdown || self.profile
    }

    /// Sets what is told of steps; whether that can be told.
    pub fn set(&mut self, switch: TraceSwitch, on: bool) -> bool {
        let place = match switch {
            TraceSwitch::Any => &mut self.trace,
            TraceSwitch::Conditions => &mut self.conditions,
            TraceSwitch::Substitution => &mut self.parts.substitution,
            TraceSwitch::Select => &mut self.select,
            TraceSwitch::Memberships => &mut self.memberships,
            TraceSwitch::Equations => &mut self.equations,
            TraceSwitch::Rules => &mut self.rules,
            TraceSwitch::Rewrite => &mut self.parts.rewrite,
            TraceSwitch::Body => &mut self.parts.body,
            TraceSwitch::Builtin => &mut self.builtin,
            TraceSwitch::Whole => return !on,
        };
        *place = on;
        true
    }

    /// `trace select …` and its like.
    pub fn direct(&mut self, directive: &Directive) {
        let (set, names, add) = match directive {
            Directive::Trace(names, add) => (&mut self.selected, names, *add),
            Directive::Exclude(names, add) => (&mut self.excluded, names, *add),
            Directive::ClearMemo | Directive::WithoutEffect => return,
        };
        for name in names {
            if add {
                set.insert(*name);
            } else {
                set.remove(name);
            }
        }
    }
}

/// Watches the commands that run in one module.
pub(super) struct Watcher {
    module: &'static Module,
    context: Context<'static>,
    wanted: Wanted,
    text: String,
    breakdown: Breakdown,
    profile: Profile,
}

/// A watched program.
pub(super) struct Watching {
    of: Arc<Module>,
    program: Program,
    watcher: Arc<Mutex<Watcher>>,
}

impl Watching {
    /// Has all steps of a program told to a watcher of its own.
    pub fn new(program: &Program) -> Self {
        // A watcher outlives the call that makes it, inside an engine; the module is kept for good, once for each module
        // that is ever watched.
        let module: &'static Module = Box::leak(Box::new(Arc::clone(&program.module)));
        let sources: &'static SourceMap = Box::leak(Box::default());
        let watcher = Arc::new(Mutex::new(Watcher {
            module,
            context: Context::with_options(module, sources, PrintOptions::default()),
            wanted: Wanted::default(),
            text: String::new(),
            breakdown: Breakdown::default(),
            profile: Profile::default(),
        }));
        let observer: Arc<Mutex<dyn Observer>> = Arc::clone(&watcher) as _;
        let observed = program.observed_by(SharedObserver::new(observer));
        Self { of: Arc::clone(&program.module), program: observed, watcher }
    }

    /// Whether it watches a program.
    pub fn is_of(&self, program: &Program) -> bool {
        Arc::ptr_eq(&self.of, &program.module)
    }

    /// Forgets what symbols with `memo` remember.
    pub fn forget(&self) {
        self.program.forget();
    }

    /// Begins with a command.
    pub fn begin(&self, wanted: &Wanted, print: PrintOptions) -> Program {
        if let Ok(mut watcher) = self.watcher.lock() {
            let sources: &'static SourceMap = watcher.context.sources();
            watcher.context = Context::with_options(watcher.module, sources, print);
            watcher.wanted = wanted.clone();
            watcher.breakdown = Breakdown::default();
            if wanted.clear_profile {
                watcher.profile = Profile::default();
            }
        }
        self.program.clone()
    }

    /// What was told since the last call, as far as it is not written yet.
    pub fn text(&self) -> String {
        self.watcher.lock().map(|mut watcher| std::mem::take(&mut watcher.text)).unwrap_or_default()
    }

    /// How many steps were of which kind.
    pub fn breakdown(&self) -> Breakdown {
        self.watcher.lock().map(|watcher| watcher.breakdown).unwrap_or_default()
    }

    /// The profile, as text.
    pub fn profile(&self) -> String {
        self.watcher.lock().map(|watcher| watcher.profile.text(&watcher.context)).unwrap_or_default()
    }
}

impl Observer for Watcher {
    fn see(&mut self, event: Event, inside: u32) {
        self.breakdown.add(self.module, &event);
        if self.wanted.profile {
            self.profile.add(&event);
        }
        if let Event::Applied { statement, bindings, .. } | Event::Sorted { statement, bindings, .. } = &event
            && self.wanted.attributes
            && let Some(said) = trace::print_attribute(&self.context, &self.module.statements[*statement], bindings)
        {
            self.text.push_str(&said);
            if self.wanted.newline {
                self.text.push('\n');
            }
        }
        if self.wanted.trace && (inside == 0 || self.wanted.conditions) && self.is_wanted(&event) {
            self.text.push_str(&trace::event(&self.context, &event, self.wanted.parts));
        }
        if self.text.len() > LONG {
            // Where nobody reads any more the runner finds out itself.
            let _ = io::stdout().lock().write_all(self.text.as_bytes());
            self.text.clear();
        }
    }
}

impl Watcher {
    /// Whether an event is of a kind, a module and a statement that are told of.
    fn is_wanted(&self, event: &Event) -> bool {
        let wanted = &self.wanted;
        if wanted.excluded.contains(&self.module.name) {
            return false;
        }
        let number = match event {
            Event::Native { symbol, .. } => {
                return wanted.equations && wanted.builtin && (!wanted.select || self.is_selected(*symbol));
            }
            Event::Applied { statement, .. }
            | Event::Sorted { statement, .. }
            | Event::Trial { statement, .. }
            | Event::TrialEnd { statement, .. }
            | Event::Fragment { statement, .. }
            | Event::FragmentEnd { statement, .. } => *statement,
        };
        let statement = &self.module.statements[number];
        let (kind, left) = match &statement.kind {
            StatementKind::Equation { left, .. } => (wanted.equations, left),
            StatementKind::Rule { left, .. } => (wanted.rules, left),
            StatementKind::Membership { term, .. } => (wanted.memberships, term),
        };
        let labelled = statement.label.is_some_and(|label| wanted.selected.contains(&label));
        kind && (!wanted.select || labelled || top(left).is_some_and(|symbol| self.is_selected(symbol)))
    }

    fn is_selected(&self, symbol: SymbolId) -> bool {
        self.wanted.selected.contains(&self.module.signature.symbol(symbol).name)
    }
}

fn top(term: &Term) -> Option<SymbolId> {
    match term.node(term.root()) {
        TermNode::Application { symbol, .. } | TermNode::Iterated { symbol, .. } => Some(*symbol),
        TermNode::Value(symbol, _) => Some(*symbol),
        TermNode::Variable(_) | TermNode::Number(_) => None,
    }
}
