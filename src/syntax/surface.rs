//! The surface tree: what the outer grammar sees. Terms are still runs of tokens.

use crate::base::{Name, Span};

mod expression;

pub use expression::{Argument, ModuleExpression, ParameterDeclaration, RenamingItem, ViewDeclaration, ViewItem};

/// One token of the text. White space separates; `( ) [ ] { } ,` stand alone unless backquoted.
///
/// A string token keeps its quotes. Whether a token is a number, a variable or part of an operator is decided by the
/// user's own grammar, later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The text, as written.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
}

/// A whole source text.
#[derive(Clone, Debug, Default)]
pub struct SourceUnit {
    /// Modules and commands in the order written.
    pub items: Vec<Item>,
}

/// A top-level item.
#[derive(Clone, Debug)]
pub enum Item {
    /// `fmod … endfm` or `mod … endm`.
    Module(ModuleDeclaration),
    /// `view … endv`.
    View(ViewDeclaration),
    /// `search …`, `reduce …`, `load …` and so on.
    Command(Command),
}

/// What kind of module a declaration makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModuleKind {
    /// `fmod`: equations only.
    Functional,
    /// `mod`: equations and rules.
    System,
    /// `fth`: what a parameter must have, equations only.
    FunctionalTheory,
    /// `th`: what a parameter must have, with rules.
    SystemTheory,
}

impl ModuleKind {
    /// Whether it is a theory.
    pub fn is_theory(self) -> bool {
        matches!(self, Self::FunctionalTheory | Self::SystemTheory)
    }

    /// Whether rules may stand in it.
    pub fn has_rules(self) -> bool {
        matches!(self, Self::System | Self::SystemTheory)
    }

    /// The keyword it opens with.
    pub fn opening(self) -> &'static str {
        match self {
            Self::Functional => "fmod",
            Self::System => "mod",
            Self::FunctionalTheory => "fth",
            Self::SystemTheory => "th",
        }
    }

    /// The keyword it closes with.
    pub fn closing(self) -> &'static str {
        match self {
            Self::Functional => "endfm",
            Self::System => "endm",
            Self::FunctionalTheory => "endfth",
            Self::SystemTheory => "endth",
        }
    }
}

/// A module as written.
#[derive(Clone, Debug)]
pub struct ModuleDeclaration {
    /// Functional or system.
    pub kind: ModuleKind,
    /// The name.
    pub name: Token,
    /// The parameters, `{X :: TRIV, …}`.
    pub parameters: Vec<ParameterDeclaration>,
    /// What it declares, in order.
    pub declarations: Vec<Declaration>,
    /// From the opening to the closing keyword.
    pub span: Span,
}

/// How a module is imported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ImportMode {
    /// `protecting` or `pr`: no junk, no confusion.
    Protecting,
    /// `extending` or `ex`: no confusion.
    Extending,
    /// `including` or `inc`: no promise.
    Including,
}

/// A sort's name as written, such as `Nat` or `List{Nat}`; the tokens' text joined without spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SortReference {
    /// The name.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
}

/// A sort, or a kind written `[S]` or `[S, T]`.
#[derive(Clone, Debug)]
pub enum TypeReference {
    /// `S`.
    Sort(SortReference),
    /// `[S, T]`: the kind of these sorts (at least one), which must be the same for all.
    Kind(Vec<SortReference>, Span),
}

/// One declaration of a module.
#[derive(Clone, Debug)]
pub enum Declaration {
    /// `protecting NAT .`
    Import {
        /// The mode.
        mode: ImportMode,
        /// What is imported.
        module: ModuleExpression,
        /// The whole declaration.
        span: Span,
    },
    /// `sorts A B .`
    Sorts(Vec<SortReference>),
    /// `subsorts A B < C < D .`: each group is below the next one.
    Subsorts(Vec<Vec<SortReference>>),
    /// `op` or `ops`, one name or several.
    Operators(OperatorDeclaration),
    /// `vars X Y : Nat .`
    Variables {
        /// The names.
        names: Vec<Token>,
        /// Their sort or kind.
        range: TypeReference,
    },
    /// `eq`, `ceq`, `rl`, `crl`, `mb`, `cmb`.
    Statement(StatementDeclaration),
}

/// An operator's name as written: the tokens of a single name, such as `_almost` `has_`.
#[derive(Clone, Debug)]
pub struct OperatorName {
    /// The tokens; a name wrapped in parentheses has lost them.
    pub tokens: Vec<Token>,
    /// Where it stands.
    pub span: Span,
}

/// `op NAMES : DOMAIN -> RANGE [ATTRIBUTES] .`
#[derive(Clone, Debug)]
pub struct OperatorDeclaration {
    /// One name, or several after `ops`.
    pub names: Vec<OperatorName>,
    /// Sorts or kinds of the arguments.
    pub domain: Vec<TypeReference>,
    /// Sort or kind of the result.
    pub range: TypeReference,
    /// Written `~>`: arguments and result are kinds in truth.
    pub partial: bool,
    /// The attributes.
    pub attributes: Vec<OperatorAttribute>,
    /// The whole declaration.
    pub span: Span,
}

/// One attribute of an operator and its place.
#[derive(Clone, Debug)]
pub struct OperatorAttribute {
    /// Which.
    pub kind: OperatorAttributeKind,
    /// Where it stands.
    pub span: Span,
}

/// What an operator attribute says.
#[derive(Clone, Debug)]
pub enum OperatorAttributeKind {
    /// `assoc`
    Associative,
    /// `comm`
    Commutative,
    /// `idem`
    Idempotent,
    /// `id: TERM`, `left id: TERM`, `right id: TERM`
    Identity {
        /// An identity on the left.
        left: bool,
        /// An identity on the right.
        right: bool,
        /// The element.
        term: Vec<Token>,
    },
    /// `ctor`
    Constructor,
    /// `iter`
    Iterated,
    /// `ditto`
    Ditto,
    /// `memo`
    Memo,
    /// `config`
    Configuration,
    /// `object`
    Object,
    /// `msg` or `message`
    Message,
    /// `pconst`
    ParameterConstant,
    /// `prec N`
    Precedence(u32),
    /// `gather (e E &)`
    Gather(Vec<Token>),
    /// `format (d d s d)`
    Format(Vec<Token>),
    /// `strat (1 0)`
    Strategy(Vec<u32>),
    /// `frozen` (all arguments: empty) or `frozen (1 2)`
    Frozen(Vec<u32>),
    /// `poly (2 3 0)`
    Polymorphic(Vec<u32>),
    /// `label NAME`
    Label(Token),
    /// `metadata "…"`
    Metadata(Token),
    /// `latex "…"`
    Latex(Token),
    /// `special (NAME)`: native code behind an operator. Only our own library may say it.
    Special(Token),
    /// A word that is no attribute.
    Unknown(Token),
}

/// Which keyword opened a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementKeyword {
    /// `eq`
    Equation,
    /// `ceq` or `cq`
    ConditionalEquation,
    /// `rl`
    Rule,
    /// `crl`
    ConditionalRule,
    /// `mb`
    Membership,
    /// `cmb`
    ConditionalMembership,
}

/// A statement whose terms are still tokens: everything between the keyword and the closing period.
#[derive(Clone, Debug)]
pub struct StatementDeclaration {
    /// The keyword.
    pub keyword: StatementKeyword,
    /// `[LABEL] :` in front, already taken off the body.
    pub label: Option<Token>,
    /// What is left, attributes in square brackets at the end included.
    pub body: Vec<Token>,
    /// Keyword to period.
    pub span: Span,
}

/// A command as written, with the place it stands at.
#[derive(Clone, Debug)]
pub struct Command {
    /// Which.
    pub kind: CommandKind,
    /// Keyword to period.
    pub span: Span,
}

/// What a command asks for.
#[derive(Clone, Debug)]
pub enum CommandKind {
    /// `reduce [in M :] TERM .`
    Reduce {
        /// The module, else the current one.
        module: Option<ModuleExpression>,
        /// The term.
        body: Vec<Token>,
    },
    /// `search [n, m] [in M :] TERM =>* PATTERN [such that COND] .`
    Search {
        /// Most solutions.
        solutions: Option<u64>,
        /// Most steps.
        depth: Option<u64>,
        /// The module, else the current one.
        module: Option<ModuleExpression>,
        /// Initial term, arrow, pattern, condition: split by the user's grammar.
        body: Vec<Token>,
    },
    /// `rewrite [n] [in M :] TERM .`
    Rewrite {
        /// Most rule applications.
        most: Option<u64>,
        /// The module, else the current one.
        module: Option<ModuleExpression>,
        /// The term.
        body: Vec<Token>,
    },
    /// `frewrite [n, m] [in M :] TERM .`
    FairRewrite {
        /// `erewrite`: objects outside of the program take part, if there are any.
        external: bool,
        /// Most rule applications.
        most: Option<u64>,
        /// Most rule applications at one position each time it is visited.
        gas: Option<u64>,
        /// The module, else the current one.
        module: Option<ModuleExpression>,
        /// The term.
        body: Vec<Token>,
    },
    /// `match [n] [in M :] PATTERN <=? TERM [such that COND] .` and `xmatch`
    Match {
        /// `xmatch`: parts of lists and bags may match.
        extended: bool,
        /// Most solutions.
        solutions: Option<u64>,
        /// The module, else the current one.
        module: Option<ModuleExpression>,
        /// Pattern, term, condition: split by the user's grammar.
        body: Vec<Token>,
    },
    /// `parse [in M :] TERM .`
    Parse {
        /// The module, else the current one.
        module: Option<ModuleExpression>,
        /// The term.
        body: Vec<Token>,
    },
    /// `continue [N] .`
    Continue(Option<u64>),
    /// `select M .`
    Select(ModuleExpression),
    /// `set … .`: the words.
    Set(Vec<Token>),
    /// `show … .`, other than the below: the words.
    Show(Vec<Token>),
    /// `show path N .`
    ShowPath(u64),
    /// `show path labels N .`
    ShowPathLabels(u64),
    /// `show path states N .`
    ShowPathStates(u64),
    /// `show search graph .`
    ShowSearchGraph,
    /// `trace select F .`, `do clear memo .` and their like.
    Direct {
        /// The first word.
        word: Token,
        /// The others.
        words: Vec<Token>,
    },
    /// `cd PATH`, `pushd PATH`, `popd`, `pwd`, `ls …`
    Folder {
        /// Which.
        word: Token,
        /// What stands behind.
        path: Option<Token>,
    },
    /// `load FILE` or `in FILE`, `sload FILE`
    Load {
        /// The name as written.
        file: Token,
        /// `sload`: not if it was loaded before.
        once: bool,
    },
    /// `quit` or `q`
    Quit,
    /// `eof`
    EndOfFile,
}
