//! The general parse: generalised LR over the lazily built automaton, with one token of lookahead.
//!
//! Linear in time and memory on the unambiguous grammars people write, cubic at worst: completions that cannot be
//! followed by the next token are not made, and a chain in which each completion makes nothing but the next one
//! possible (right recursion) is crossed in one step, spelled out only if the reading is wanted.

use smallvec::SmallVec;

use crate::base::hash::HashMap;

use super::automaton::{Automaton, StateId, Step};
use super::follow::Follow;
use super::forest::{Derivation, Forest, Tree};
use super::lexeme::Lexeme;
use super::production::{Category, ProductionId, Productions};
use super::stack::{Memo, NONE, Stack};
use super::terminal::{Terminal, TerminalId};

/// Steps any parse may take, and further ones per lexeme: an ambiguous grammar costs the cube of the length.
const STEPS: u64 = 5_000_000;
const STEPS_PER_LEXEME: u64 = 500;

/// Why there is no reading.
#[derive(Clone, Debug)]
pub(super) enum Failure {
    /// The lexeme (or the end) that nothing can go on with, and what could have stood there.
    Unexpected { lexeme: usize, expected: Vec<TerminalId> },
    /// So many readings that it took too long to find them all; given up at the lexeme.
    TooAmbiguous { lexeme: usize },
}

/// What a parse found.
#[derive(Debug)]
pub(super) struct Parsed {
    /// All derivations.
    pub forest: Forest,
    /// Those of the whole, by different productions of the goal, at least one.
    pub roots: Vec<Tree>,
    /// The stack, from which skipped chains are spelled out.
    pub stack: Stack,
    /// Steps taken: the measure of cost.
    #[cfg(test)]
    pub steps: u64,
}

/// The grammar as the parser needs it.
#[derive(Clone, Copy)]
pub(super) struct Tables<'g> {
    /// The productions.
    pub productions: &'g Productions,
    /// What can stand behind them.
    pub follow: &'g Follow,
}

/// A parse under way.
pub(super) struct Parser<'g, 'a> {
    tables: Tables<'g>,
    automaton: &'a mut Automaton,
    lexemes: &'a [Lexeme],
    stack: Stack,
    forest: Forest,
    roots: Vec<Tree>,
    /// Nodes of the current level, in order of making.
    frontier: Vec<u32>,
    /// For each state its node of the current level: (level + 1, node).
    of_state: Vec<(u32, u32)>,
    /// Links of the current level beyond the first of their node, by their ends.
    further_links: HashMap<(u32, u32), u32>,
    /// Links whose completions are still to be made: (node, link).
    pending: Vec<(u32, u32)>,
    level: u32,
    steps: u64,
}

/// What may come next, for the lookahead.
#[derive(Clone, Copy)]
enum Lookahead<'l> {
    These(&'l [TerminalId]),
    Anything,
}

impl<'g, 'a> Parser<'g, 'a> {
    /// Makes ready.
    pub fn new(tables: Tables<'g>, automaton: &'a mut Automaton, lexemes: &'a [Lexeme]) -> Self {
        Self {
            tables,
            automaton,
            lexemes,
            stack: Stack::default(),
            forest: Forest::default(),
            roots: Vec::new(),
            frontier: Vec::new(),
            of_state: Vec::new(),
            further_links: HashMap::default(),
            pending: Vec::new(),
            level: 0,
            steps: 0,
        }
    }

    /// Reads all lexemes as one of the goals.
    pub fn run(mut self, goals: &[ProductionId]) -> Result<Parsed, Failure> {
        let lexemes = self.lexemes;
        let budget = STEPS + STEPS_PER_LEXEME * lexemes.len() as u64;
        let start = self.automaton.start(self.tables.productions, goals);
        let root = self.stack.add_node(start, 0);
        self.frontier.push(root);
        for (index, lexeme) in lexemes.iter().enumerate() {
            if index > 0 {
                self.complete(Lookahead::These(&lexeme.terminals));
            }
            if !self.shift(index) {
                return Err(self.unexpected(index));
            }
            if self.steps > budget {
                return Err(Failure::TooAmbiguous { lexeme: index });
            }
        }
        let end = self.tables.productions.terminals.get(Terminal::End);
        self.complete(Lookahead::These(end.as_slice()));
        if self.roots.is_empty() {
            return Err(self.unexpected(lexemes.len()));
        }
        Ok(Parsed {
            forest: self.forest,
            roots: self.roots,
            stack: self.stack,
            #[cfg(test)]
            steps: self.steps,
        })
    }

    /// Moves all stacks over a lexeme; whether any could.
    fn shift(&mut self, index: usize) -> bool {
        let mut targets: SmallVec<[(u32, StateId); 8]> = SmallVec::new();
        for &top in &self.frontier {
            for &terminal in &self.lexemes[index].terminals {
                self.steps += 1;
                let state = self.stack.nodes[top as usize].state;
                let target = self.automaton.next(self.tables.productions, state, Step::Terminal(terminal));
                targets.extend(target.map(|target| (top, target)));
            }
        }
        if targets.is_empty() {
            return false;
        }
        self.frontier.clear();
        self.further_links.clear();
        self.level += 1;
        for (top, target) in targets {
            self.join(top, target, Tree::lexeme(index));
        }
        true
    }

    /// Makes all completions that the lookahead allows.
    fn complete(&mut self, lookahead: Lookahead<'_>) {
        while let Some((node, link)) = self.pending.pop() {
            let state = self.stack.nodes[node as usize].state;
            for at in 0..self.automaton.state(state).complete.len() {
                let production = self.automaton.state(state).complete[at];
                if self.may_follow(production, lookahead) {
                    self.reduce(production, link);
                }
            }
        }
    }

    fn may_follow(&self, production: ProductionId, lookahead: Lookahead<'_>) -> bool {
        let Lookahead::These(terminals) = lookahead else { return true };
        let follow = self.tables.follow.of(self.tables.productions.get(production).class);
        terminals.iter().any(|&terminal| follow.contains(terminal))
    }

    /// Completes a production on every stack whose top is the link.
    fn reduce(&mut self, production: ProductionId, link: u32) {
        let length = self.tables.productions.get(production).parts.len();
        // Links still to be followed at each depth, explicit because a rule may have many parts.
        let mut path: Vec<u32> = Vec::with_capacity(length);
        path.push(link);
        loop {
            self.steps += 1;
            let to = self.stack.links[path[path.len() - 1] as usize].to;
            if path.len() < length {
                path.push(self.stack.nodes[to as usize].first_link);
                continue;
            }
            self.made(production, &path, to);
            // The next path: the deepest link that has a sister. The first link is given, its sisters are not ours.
            loop {
                let Some(last) = path.pop() else { return };
                if path.is_empty() {
                    return;
                }
                let next = self.stack.links[last as usize].next;
                if next != NONE {
                    path.push(next);
                    break;
                }
            }
        }
    }

    /// Takes note of a completed production whose parts are the links of a path, from the last to the first.
    fn made(&mut self, production: ProductionId, path: &[u32], base: u32) {
        let reversed: SmallVec<[Tree; 8]> = path.iter().map(|&link| self.stack.links[link as usize].tree).collect();
        let below = self.stack.nodes[base as usize];
        let rule = self.tables.productions.get(production);
        if self.is_goal(production) {
            let tree = self.forest.add_reversed(production, &reversed, below.level, self.level);
            self.roots.push(tree);
            return;
        }
        let class = rule.class;
        if let Some(target) = self.automaton.next(self.tables.productions, below.state, Step::Class(class)) {
            let tree = self.forest.add_reversed(production, &reversed, below.level, self.level);
            match self.skip_chain(base, target) {
                Some((top, state)) => {
                    let derivation = Derivation::Chain { tree, base, state: target, top, top_state: state };
                    let chain = self.forest.add(derivation, self.stack.nodes[top as usize].level, self.level);
                    self.join(top, state, chain);
                }
                None => self.join(base, target, tree),
            }
        }
    }

    fn is_goal(&self, production: ProductionId) -> bool {
        let category = self.tables.productions.get(production).category;
        matches!(self.tables.productions.categories[category.index()], Category::Goal(_))
    }

    /// Puts a tree on a stack: a new node, a new link, or another derivation of a link that stands already.
    fn join(&mut self, base: u32, target: StateId, tree: Tree) {
        self.steps += 1;
        if self.of_state.len() <= target.index() {
            self.of_state.resize(target.index() + 1, (0, 0));
        }
        let (stamp, node) = self.of_state[target.index()];
        // Levels count from 1 here: level 0 has the root only, which nothing joins.
        if stamp != self.level {
            let node = self.stack.add_node(target, self.level);
            self.of_state[target.index()] = (self.level, node);
            self.frontier.push(node);
            let link = self.stack.add_link(node, base, tree);
            self.pending.push((node, link));
            return;
        }
        if let Some(link) = self.existing_link(node, base) {
            self.forest.add_alternative(self.stack.links[link as usize].tree, tree);
            return;
        }
        let link = self.stack.add_link(node, base, tree);
        self.further_links.insert((node, base), link);
        self.pending.push((node, link));
    }

    fn existing_link(&self, node: u32, base: u32) -> Option<u32> {
        let first = self.stack.nodes[node as usize].first_link;
        if self.stack.links[first as usize].to == base {
            return Some(first);
        }
        self.further_links.get(&(node, base)).copied()
    }

    /// Where the chain of sole completions over a node ends, if one begins there.
    fn skip_chain(&mut self, base: u32, target: StateId) -> Option<(u32, StateId)> {
        let mut passed: SmallVec<[(u32, StateId); 8]> = SmallVec::new();
        let (mut at, mut state) = (base, target);
        loop {
            let memo = self.stack.nodes[at as usize].memo;
            if let Some(memo) = self.stack.memos.get(memo as usize).filter(|memo| memo.state == state) {
                (at, state) = (memo.top, memo.top_state);
                break;
            }
            let Some((below, next)) = self.chain_step(at, state) else { break };
            self.steps += 1;
            passed.push((at, state));
            (at, state) = (below, next);
        }
        for &(node, from) in &passed {
            self.stack.nodes[node as usize].memo = self.stack.memos.len() as u32;
            self.stack.memos.push(Memo { state: from, top: at, top_state: state });
        }
        ((at, state) != (base, target)).then_some((at, state))
    }

    /// One step of a chain.
    fn chain_step(&mut self, at: u32, state: StateId) -> Option<(u32, StateId)> {
        let (_, below, next) = chain_step(self.tables.productions, self.automaton, &self.stack, at, state)?;
        Some((below, next))
    }

    /// What could have stood where nothing can go on.
    fn unexpected(mut self, lexeme: usize) -> Failure {
        // Completions that only this lookahead ruled out are made now, to see what could have followed them.
        let links: Vec<(u32, u32)> = self
            .frontier
            .iter()
            .flat_map(|&node| {
                let first = self.stack.nodes[node as usize].first_link;
                std::iter::successors((first != NONE).then_some(first), |&link| {
                    Some(self.stack.links[link as usize].next).filter(|&next| next != NONE)
                })
                .map(move |link| (node, link))
            })
            .collect();
        self.pending = links;
        self.complete(Lookahead::Anything);
        let mut expected: Vec<TerminalId> = Vec::new();
        for &node in &self.frontier {
            let state = self.stack.nodes[node as usize].state;
            expected.extend(self.automaton.readable(self.tables.productions, state));
        }
        if !self.roots.is_empty() {
            expected.extend(self.tables.productions.terminals.get(Terminal::End));
        }
        expected.sort_unstable();
        expected.dedup();
        Failure::Unexpected { lexeme, expected }
    }
}

/// One step of a chain of sole completions: `state` stands above `at` and only completes one production, in one way.
/// Gives that production, the node it stands on when completed, and the state above.
pub(super) fn chain_step(
    productions: &Productions,
    automaton: &mut Automaton,
    stack: &Stack,
    at: u32,
    state: StateId,
) -> Option<(ProductionId, u32, StateId)> {
    let production = automaton.state(state).only_completes()?;
    let rule = productions.get(production);
    if matches!(productions.categories[rule.category.index()], Category::Goal(_)) {
        return None;
    }
    let below = stack.sole_ancestor(at, rule.parts.len() - 1)?;
    let next = automaton.next(productions, stack.nodes[below as usize].state, Step::Class(rule.class))?;
    Some((production, below, next))
}
