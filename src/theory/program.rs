//! The instructions that left-hand sides and right-hand sides compile to.

use crate::module::SortId;
use crate::term::NodeId;

/// A register of a statement: holds a term once the instruction that fills it has run.
pub(crate) type Slot = u32;
/// A window register: the part of a list that is not matched yet. Each is written by one instruction only.
pub(crate) type Window = u32;

/// One step of a matching program.
///
/// A program runs over the registers of its statement. Every register and window is written by exactly one instruction,
/// so going back to a choice needs no undoing of them; only what was taken out of bags is kept on a trail.
/// Instructions marked *choice* can succeed in several ways, tried in a fixed order.
#[derive(Clone, Debug)]
pub(crate) enum Match {
    /// `from` is headed by the free symbol: its arguments go to `to…`.
    Symbol { from: Slot, symbol: u32, arity: u32, to: Slot },
    /// Two registers hold the same term.
    Same { left: Slot, right: Slot },
    /// `from` is the ground term.
    Ground { from: Slot, term: NodeId },
    /// The least sort of `from` is below `sort`.
    Sort { from: Slot, sort: SortId },
    /// `from` is `symbol` applied at least `count` times: what is below goes to `to`.
    Iterated { from: Slot, symbol: u32, count: u64, to: Slot },
    /// Puts `count` applications of the iterated symbol on a term, if there is one.
    Raise { from: Slot, symbol: u32, count: u64, to: Slot },
    /// Takes `count` applications of the iterated symbol off a term, if there is one.
    Lower { from: Slot, symbol: u32, count: u64, to: Slot },
    /// `from` is a negative number or `-` on something: the opposite goes to `to`.
    Negative { from: Slot, symbol: u32, to: Slot },
    /// *Choice.* Two arguments of a commutative symbol, or of one with an identity, go to `to` and `to + 1`.
    Pair { from: Slot, symbol: u32, to: Slot },
    /// Opens a list: its length (1 for a term of another shape, 0 for the identity) is at least `least`, or exactly that.
    OpenList { from: Slot, symbol: u32, window: Window, least: u32, exact: bool },
    /// Takes the element at the left end.
    First { list: Slot, symbol: u32, window: Window, rest: Window, to: Slot },
    /// Takes the element at the right end.
    Last { list: Slot, symbol: u32, window: Window, rest: Window, to: Slot },
    /// Takes from the left the elements of a term that is known already; none where the term `vanishes`: it is that identity.
    Prefix { list: Slot, symbol: u32, window: Window, rest: Window, value: Slot, vanishes: NodeId },
    /// The same from the right.
    Suffix { list: Slot, symbol: u32, window: Window, rest: Window, value: Slot, vanishes: NodeId },
    /// *Choice.* Takes `span` elements from the left, leaving at least `reserve`.
    /// `one_first`: tries one element before none.
    Some { list: Slot, symbol: u32, window: Window, rest: Window, span: Span, reserve: u32, one_first: bool, to: Slot },
    /// *Choice.* Passes over elements from the left, at least `least`, leaving at least `reserve`.
    PassOver { window: Window, rest: Window, least: u32, reserve: u32 },
    /// *Choice.* What lies between the beginnings of two windows is a context on the left, then `span` elements; what was
    /// matched begins with those.
    Share { list: Slot, symbol: u32, whole: Window, rest: Window, start: Window, span: Span, context: Slot, to: Slot },
    /// Takes all that is left.
    Rest { list: Slot, symbol: u32, window: Window, span: Span, to: Slot },
    /// All that is left is context on the right of an extension whose matched part began at `start` in the list `whole`.
    Context { list: Slot, symbol: u32, window: Window, whole: Window, start: Window, to: Slot },
    /// Nothing is left.
    EndList { window: Window },
    /// Opens a bag: its number of elements is at least `least`, or exactly that.
    OpenBag { from: Slot, symbol: u32, least: u32, exact: bool },
    /// *Choice.* Takes an element, `multiplicity` times: one that passes the test.
    Choose { bag: Slot, symbol: u32, test: Test, multiplicity: u32, to: Slot },
    /// The arguments of the element with a key, where only one has it; else [`NodeId::NONE`] in their stead. Fails where no
    /// element has the key.
    Sole { bag: Slot, symbol: u32, top: u32, key: Key, arity: u32, to: Slot },
    /// Takes a ground element.
    TakeGround { bag: Slot, symbol: u32, term: NodeId, multiplicity: u32 },
    /// Takes the elements of a term that is known already.
    TakeBound { bag: Slot, symbol: u32, value: Slot, multiplicity: u32 },
    /// *Choice.* Takes a part of the bag, `multiplicity` times.
    SomeOfBag { bag: Slot, symbol: u32, multiplicity: u32, span: Span, parts: Parts, to: Slot },
    /// Takes all that is left, which must be `multiplicity` times something.
    RestOfBag { bag: Slot, symbol: u32, multiplicity: u32, span: Span, to: Slot },
    /// What is left can be the value of a variable; it is put together later, if at all. `sure`: it can, wherever the bag
    /// has the sort that all its parts share.
    CheckRest { bag: Slot, symbol: u32, span: Span, sort: Option<SortId>, sure: bool },
    /// The context of an extension leaves enough matched; it is put together later.
    CheckContext { bag: Slot, symbol: u32 },
    /// Keeps in a register what was taken out of a bag, for a right-hand side that reads the rest straight from the bag.
    KeepTaken { bag: Slot, to: Slot },
    /// All that is left is the context of an extension; at least two elements were matched if there were two.
    ContextOfBag { bag: Slot, symbol: u32, to: Slot },
    /// Nothing is left.
    EndBag { bag: Slot, symbol: u32 },
    /// Gives up all other ways: a ground list is looked for once, from the left, as in Maude.
    Commit,
    /// The subject matches.
    Done,
}

/// What an element of a bag must be to be worth choosing. The program looks at it again afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// Anything.
    Any,
    /// Headed by the free symbol.
    Top(u32),
    /// The same, with arguments that are known: one or two of them, the first argument before others.
    Keys { top: u32, first: Key, second: Option<Key> },
}

/// An argument that is known before an element is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    /// Which argument it is.
    pub(crate) place: u16,
    pub(crate) value: KeyValue,
}

/// What an argument is known to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyValue {
    /// A ground term.
    Term(NodeId),
    /// The term in a register; [`NodeId::NONE`] there says that it is not known after all.
    Slot(Slot),
}

/// Which part of a bag a variable tries first. All parts follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parts {
    /// The smallest one: the order of solutions.
    Smallest,
    /// One element; nothing at all comes last.
    One,
    /// All that is left.
    All,
}

/// How many elements a variable under an associative symbol can take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    /// 0 where the identity is a value, else 1.
    pub(crate) least: u32,
    /// 1 or no bound.
    pub(crate) most: u32,
    /// An empty one leaves [`NodeId::NONE`] and not the identity: it is the context of an extension.
    pub(crate) context: bool,
}

impl Span {
    /// Exactly one element.
    pub(crate) fn is_element(self) -> bool {
        self.least == 1 && self.most == 1
    }
}

/// One step of the code that builds and evaluates a term. A stack machine: values are normal forms, except where a
/// strategy leaves an argument unevaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// Pushes a register.
    Variable(Slot),
    /// Pushes a register whose term may be unevaluated and evaluates it.
    Unevaluated(Slot),
    /// Pushes a register and, if the symbol is on top of its term, evaluates that top again.
    Part { slot: Slot, symbol: u32 },
    /// Pushes a ground normal form.
    Constant(NodeId),
    /// Puts the top value into a register too: the same subterm stands elsewhere in the statement.
    Keep(Slot),
    /// Replaces the top `count` values by the normal form of the symbol on them.
    Call { symbol: u32, count: u32 },
    /// The same for a symbol that nothing simplifies.
    Construct { symbol: u32, count: u32 },
    /// The same without evaluating: for arguments that a strategy leaves alone.
    Build { symbol: u32, count: u32 },
    /// Replaces the top value by `count` applications of an iterated symbol to it, unevaluated or not.
    Iterate { symbol: u32, count: u32, evaluate: bool },
    /// Evaluates the top value.
    Evaluate,
    /// Evaluates the literal on top, and counts what that takes anew.
    Settle,
    /// Pops a Boolean: goes on if true, jumps to `otherwise` if false. Anything else is pushed back: jumps to `stuck`.
    Branch { otherwise: u32, stuck: u32 },
    /// Goes on elsewhere.
    Jump(u32),
    /// Puts the top value back into its context: `symbol(left, value, right)`, as far as there is any context.
    Context { symbol: u32, left: Slot, right: Slot },
    /// As [`Step::Call`], on what the rule's match left of a bag besides the values.
    CallRest { symbol: u32, count: u32, bag: Slot },
    /// The same where what the match took was kept in a register.
    CallKept { symbol: u32, count: u32, bag: Slot, taken: Slot },
    /// Leaves an equation's right-hand side.
    Return,
    /// Leaves the machine.
    Stop,
}

/// The slot of a context that does not exist.
pub(crate) const NO_SLOT: Slot = Slot::MAX;

/// One fragment of a condition.
#[derive(Clone, Debug)]
pub(crate) enum Fragment {
    /// The code gives `true`.
    Boolean { code: u32 },
    /// Both codes give the same term.
    Equal { left: u32, right: u32 },
    /// What the code gives goes to `to` and matches.
    Match { code: u32, to: Slot, program: u32 },
    /// What the code gives has the sort.
    Sort { code: u32, sort: SortId },
    /// Something reachable from what the code gives goes to `to` and matches.
    Rewrite { code: u32, to: Slot, program: u32 },
}
