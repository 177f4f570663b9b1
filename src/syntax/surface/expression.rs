//! Module expressions, parameters and views as written.

use super::{OperatorAttribute, OperatorName, SortReference, Token, TypeReference};
use crate::base::Span;

/// An expression that denotes a module. Never nested deeper than [`ModuleExpression::DEEPEST`].
#[derive(Clone, Debug)]
pub enum ModuleExpression {
    /// A module's name.
    Named(Token),
    /// `A + B + …`, at least two.
    Sum(Vec<ModuleExpression>),
    /// `A * (sort S to T, op f to g)`.
    Renamed(Box<ModuleExpression>, Vec<RenamingItem>),
    /// `A{V, W{X}}`.
    Instantiated(Box<ModuleExpression>, Vec<Argument>),
}

impl ModuleExpression {
    /// How deep expressions may be nested: far beyond what anyone writes, so that they can be walked by recursion.
    pub const DEEPEST: usize = 50;

    /// `first + others…`; sums of sums are flat.
    pub fn sum(first: Self, others: Vec<Self>) -> Self {
        let parts = std::iter::once(first).chain(others);
        let flat = parts.flat_map(|part| match part {
            Self::Sum(parts) => parts,
            other => vec![other],
        });
        Self::Sum(flat.collect())
    }

    /// Where it begins: the token of its first name.
    pub fn first(&self) -> Token {
        let mut expression = self;
        loop {
            expression = match expression {
                Self::Named(token) => return *token,
                Self::Sum(parts) => &parts[0],
                Self::Renamed(inner, _) | Self::Instantiated(inner, _) => inner,
            };
        }
    }

    /// The names of all modules in it, in order.
    pub fn modules(&self) -> Vec<Token> {
        match self {
            Self::Named(token) => vec![*token],
            Self::Sum(parts) => parts.iter().flat_map(Self::modules).collect(),
            Self::Renamed(inner, _) | Self::Instantiated(inner, _) => inner.modules(),
        }
    }

    /// The names of all views in it (and of parameters that stand for one), in order.
    pub fn views(&self) -> Vec<Token> {
        match self {
            Self::Named(_) => Vec::new(),
            Self::Sum(parts) => parts.iter().flat_map(Self::views).collect(),
            Self::Renamed(inner, _) => inner.views(),
            Self::Instantiated(inner, arguments) => {
                let mut names = inner.views();
                arguments.iter().for_each(|argument| argument.names(&mut names));
                names
            }
        }
    }

    /// How deep it is nested.
    pub fn depth(&self) -> usize {
        match self {
            Self::Named(_) => 1,
            Self::Sum(parts) => 1 + parts.iter().map(Self::depth).max().unwrap_or(0),
            Self::Renamed(inner, _) => 1 + inner.depth(),
            Self::Instantiated(inner, arguments) => {
                1 + inner.depth().max(arguments.iter().map(Argument::depth).max().unwrap_or(0))
            }
        }
    }
}

/// What a parameter is instantiated by: a view or a parameter, perhaps itself instantiated.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The name.
    pub name: Token,
    /// Its own arguments, in one pair of braces after the other: `V{TH}{W}`.
    pub groups: Vec<Vec<Argument>>,
    /// Name to closing brace.
    pub span: Span,
}

impl Argument {
    fn names(&self, names: &mut Vec<Token>) {
        names.push(self.name);
        self.groups.iter().flatten().for_each(|argument| argument.names(names));
    }

    /// How deep it is nested.
    pub fn depth(&self) -> usize {
        1 + self.groups.len() + self.groups.iter().flatten().map(Self::depth).max().unwrap_or(0)
    }
}

/// One parameter of a module or view: `X :: TRIV`.
#[derive(Clone, Debug)]
pub struct ParameterDeclaration {
    /// The name.
    pub name: Token,
    /// Its theory.
    pub theory: ModuleExpression,
}

/// One item of a renaming.
#[derive(Clone, Debug)]
pub enum RenamingItem {
    /// `sort A to B`
    Sort {
        /// The old name.
        from: SortReference,
        /// The new one.
        to: SortReference,
    },
    /// `op f [: A -> B] to g [prec 30]`
    Operator {
        /// The old name.
        from: OperatorName,
        /// The declaration that is meant, where not all of that name are.
        typing: Option<(Vec<TypeReference>, TypeReference)>,
        /// The new name.
        to: OperatorName,
        /// New syntax: `prec`, `gather`, `format`.
        attributes: Vec<OperatorAttribute>,
        /// The whole item.
        span: Span,
    },
    /// `label l to m`
    Label {
        /// The old one.
        from: Token,
        /// The new one.
        to: Token,
    },
}

/// A view as written.
#[derive(Clone, Debug)]
pub struct ViewDeclaration {
    /// The name.
    pub name: Token,
    /// The parameters.
    pub parameters: Vec<ParameterDeclaration>,
    /// The theory it reads.
    pub from: ModuleExpression,
    /// The module it reads it in.
    pub to: ModuleExpression,
    /// What goes where.
    pub items: Vec<ViewItem>,
    /// From `view` to `endv`.
    pub span: Span,
}

/// One mapping of a view.
#[derive(Clone, Debug)]
pub enum ViewItem {
    /// `sort A to B .`
    Sort {
        /// The theory's.
        from: SortReference,
        /// The module's.
        to: SortReference,
    },
    /// `op f [: A -> B] to g .`
    Operator {
        /// The theory's.
        from: OperatorName,
        /// The declaration that is meant, where not all of that name are.
        typing: Option<(Vec<TypeReference>, TypeReference)>,
        /// The module's.
        to: OperatorName,
        /// The whole item.
        span: Span,
    },
    /// `op t to term t' .`
    Term {
        /// The theory's operator on variables.
        from: Vec<Token>,
        /// A term of the module.
        to: Vec<Token>,
        /// The whole item.
        span: Span,
    },
    /// `vars X Y : S .`
    Variables {
        /// The names.
        names: Vec<Token>,
        /// Their sort or kind, of the theory.
        range: TypeReference,
    },
}
