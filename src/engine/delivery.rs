//! `frewrite` in configurations of objects and messages: in one round each object gets every message sent to it.
//!
//! A configuration is a bag whose operator has the attribute `config`; its objects and messages are headed by operators
//! with `object` and `msg`, and their first argument is a name. A round offers each object, in the order of names, the
//! messages with its name one after the other, as rules of one object and one message say; the rules of a message's
//! operator take turns. What rules make is delivered in the next round at the earliest. Then one of the other rules is
//! applied to the configuration once, in turn.

use std::sync::Arc;

use crate::base::StopReason;
use crate::base::hash::IndexMap;
use crate::module::ObjectRole;
use crate::term::{NodeId, View};
use crate::theory::Theory;

use super::Rewriting;

/// An object and the messages sent to it, in the store.
#[derive(Debug, Default)]
struct Mailbox {
    object: Option<NodeId>,
    messages: Vec<NodeId>,
}

/// A configuration taken apart.
#[derive(Debug, Default)]
struct Round {
    /// Objects and messages by name.
    mailboxes: IndexMap<NodeId, Mailbox>,
    /// All that is neither delivered nor an object.
    rest: Vec<NodeId>,
    /// Whether any rule was applied.
    applied: bool,
}

impl Rewriting {
    /// Whether objects and messages meet at a node rather than that rules are applied to it as to any other.
    pub(super) fn is_configuration(&self, node: NodeId) -> bool {
        let theory = self.engine.theory();
        self.is_fair() && theory.symbols.of(self.engine.heap.symbol(node)).role == Some(ObjectRole::Configuration)
    }

    /// One round at a stored configuration; nothing when no rule applies.
    pub(super) fn round(&mut self, configuration: NodeId) -> Result<Option<NodeId>, StopReason> {
        let theory = Arc::clone(self.engine.theory());
        let symbol = self.engine.heap.symbol(configuration);
        let mut round = self.sorted_out(&theory, configuration);
        let mailboxes = std::mem::take(&mut round.mailboxes);
        for (name, mailbox) in mailboxes {
            self.deliver(&theory, symbol, name, mailbox, &mut round)?;
        }
        let mut value = configuration;
        if round.applied {
            let count = round.rest.len();
            self.engine.values.extend_from_slice(&round.rest);
            let result = self.engine.call(&theory, symbol, count);
            let result = self.engine.recover(result)?;
            value = self.engine.heap.intern(result);
        }
        if self.engine.heap.symbol(value) != symbol {
            return Ok(Some(value));
        }
        let others = theory.symbols.of(symbol).rules.iter().copied();
        let others: Vec<u32> = others.filter(|&rule| !theory.rules[rule as usize].delivers).collect();
        match self.rewrite_by(&theory, value, &others, true, symbol)? {
            Some(result) => Ok(Some(result)),
            None => Ok(round.applied.then_some(value)),
        }
    }

    /// Objects and messages by name, in the order of names, and all else.
    fn sorted_out(&self, theory: &Theory, configuration: NodeId) -> Round {
        let heap = &self.engine.heap;
        let elements = match heap.view(configuration) {
            View::Bag(_, entries) => entries.to_vec(),
            View::Chunks(_, directory) => heap.chunked_entries(directory),
            _ => Vec::new(),
        };
        let mut round = Round::default();
        for [element, copies] in elements {
            let copies = copies.as_word() as usize;
            let role = theory.symbols.of(heap.symbol(element)).role;
            let mailbox = self.name_of(element).map(|name| round.mailboxes.entry(name).or_default());
            match (role, mailbox) {
                (Some(ObjectRole::Object), Some(mailbox)) if mailbox.object.is_none() => {
                    mailbox.object = Some(element);
                    round.rest.extend(std::iter::repeat_n(element, copies - 1));
                }
                (Some(ObjectRole::Message), Some(mailbox)) => {
                    mailbox.messages.extend(std::iter::repeat_n(element, copies));
                }
                _ => round.rest.extend(std::iter::repeat_n(element, copies)),
            }
        }
        round.mailboxes.sort_by(|one, _, other, _| heap.compare(*one, *other));
        round
    }

    /// The name of an object or a message, if it can have one.
    fn name_of(&self, node: NodeId) -> Option<NodeId> {
        let symbol = self.engine.heap.symbol(node);
        let arity = self.engine.heap.symbols.info(symbol).arity;
        self.engine.theory().symbols.of(symbol).role?;
        self.engine.heap.free_arguments(node, symbol, arity)?.first().copied()
    }

    /// Offers an object its messages, one after the other.
    fn deliver(
        &mut self,
        theory: &Theory,
        configuration: u32,
        name: NodeId,
        mailbox: Mailbox,
        round: &mut Round,
    ) -> Result<(), StopReason> {
        let mut object = mailbox.object;
        for message in mailbox.messages {
            let Some(receiver) = object else {
                round.rest.push(message);
                continue;
            };
            let symbol = self.engine.heap.symbol(message);
            let rules = &theory.symbols.of(symbol).deliveries;
            let pair = self.engine.heap.make(configuration, &[receiver, message], true);
            let pair = self.engine.heap.intern(pair);
            match self.rewrite_by(theory, pair, rules, true, symbol)? {
                None => round.rest.push(message),
                Some(result) => {
                    round.applied = true;
                    object = self.taken_out(theory, configuration, name, result, round);
                }
            }
        }
        round.rest.extend(object);
        Ok(())
    }

    /// The object of a name in what a rule made, if it is there; all else goes to the rest.
    fn taken_out(
        &self,
        theory: &Theory,
        configuration: u32,
        name: NodeId,
        result: NodeId,
        round: &mut Round,
    ) -> Option<NodeId> {
        let heap = &self.engine.heap;
        let counted = |entries: &[[NodeId; 2]]| -> Vec<(NodeId, usize)> {
            entries.iter().map(|[element, copies]| (*element, copies.as_word() as usize)).collect()
        };
        let elements = match heap.view(result) {
            View::Bag(symbol, entries) if symbol == configuration => counted(entries),
            View::Chunks(symbol, directory) if symbol == configuration => counted(&heap.chunked_entries(directory)),
            _ => vec![(result, 1)],
        };
        let mut object = None;
        for (element, mut copies) in elements {
            let is_object = theory.symbols.of(heap.symbol(element)).role == Some(ObjectRole::Object);
            if object.is_none() && is_object && self.name_of(element) == Some(name) {
                object = Some(element);
                copies -= 1;
            }
            round.rest.extend(std::iter::repeat_n(element, copies));
        }
        object
    }
}
