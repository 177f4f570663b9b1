//! Signatures by hand: a few lines of text, no parser.

use crate::base::hash::IndexMap;
use crate::base::source::FileId;
use crate::base::{Name, Span};
use crate::module::{
    Axioms, Gather, Grouping, Kind, KindId, MixfixPiece, OperatorTyping, Signature, Sort, SortId, SortSet, Symbol,
};
use crate::syntax::surface::Token;

/// A signature and variables in scope.
pub struct World {
    pub signature: Signature,
    pub variables: IndexMap<Name, SortId>,
}

/// Splits text into tokens as the lexer does: white space, and brackets and commas standing alone.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut start = None;
    let mut push = |from: usize, to: usize| {
        if from < to {
            found.push(Token { name: Name::new(&text[from..to]), span: Span::new(FileId::new(0), from, to) });
        }
    };
    let mut quoted = false;
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        let alone = "()[]{},".contains(letter) && !escaped;
        escaped = letter == '`';
        if letter == '"' {
            quoted = !quoted;
        }
        if !quoted && (letter.is_whitespace() || alone) {
            push(start.take().unwrap_or(at), at);
            if alone {
                push(at, at + 1);
            }
        } else if start.is_none() {
            start = Some(at);
        }
    }
    push(start.unwrap_or(text.len()), text.len());
    found
}

/// `sorts`: `A B < C` lines; `operators`: `name : A B -> C [assoc prec 3 gather e E id hook zero]`; `variables`: `X : A`.
pub fn world(lines: &str) -> World {
    let mut names: Vec<String> = Vec::new();
    let mut below: Vec<(usize, usize)> = Vec::new();
    let lines: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    for line in &lines {
        if let Some(rest) = line.strip_prefix("sort ") {
            let chain: Vec<&str> = rest.split_whitespace().filter(|word| *word != "<").collect();
            let ids: Vec<usize> = chain
                .iter()
                .map(|name| {
                    names.iter().position(|known| known == name).unwrap_or_else(|| {
                        names.push((*name).to_owned());
                        names.len() - 1
                    })
                })
                .collect();
            if rest.contains('<') {
                below.extend(ids.windows(2).map(|pair| (pair[0], pair[1])));
            }
        }
    }
    let (sorts, kinds) = sort_tables(&names, &below);
    let sort_named = |name: &str| SortId::new(sorts.iter().position(|sort| sort.name.as_str() == name).unwrap());
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut variables = IndexMap::default();
    for line in &lines {
        if let Some(rest) = line.strip_prefix("op ") {
            add_operator(rest, &sorts, &sort_named, &mut symbols);
        } else if let Some(rest) = line.strip_prefix("var ") {
            let (names, sort) = rest.split_once(" : ").unwrap();
            for name in names.split_whitespace() {
                variables.insert(Name::new(name), sort_named(sort.trim()));
            }
        }
    }
    World { signature: Signature::new(sorts, kinds, symbols), variables }
}

fn sort_tables(names: &[String], below: &[(usize, usize)]) -> (Vec<Sort>, Vec<Kind>) {
    let count = names.len();
    let mut kind_of: Vec<usize> = (0..count).collect();
    for _ in 0..count {
        for &(lower, upper) in below {
            let least = kind_of[lower].min(kind_of[upper]);
            (kind_of[lower], kind_of[upper]) = (least, least);
        }
    }
    let mut above = vec![vec![false; count]; count];
    for (at, row) in above.iter_mut().enumerate() {
        row[at] = true;
    }
    for _ in 0..count {
        for &(lower, upper) in below {
            for row in above.iter_mut().filter(|row| row[lower]) {
                row[upper] = true;
            }
        }
    }
    let (mut sorts, mut kinds): (Vec<Sort>, Vec<Kind>) = (Vec::new(), Vec::new());
    sorts.extend(names.iter().map(|name| Sort {
        name: Name::new(name),
        kind: KindId::new(0),
        index_in_kind: 0,
        span: None,
    }));
    for root in (0..count).filter(|&at| kind_of[at] == at) {
        let kind = KindId::new(kinds.len());
        let mut members: Vec<usize> = (0..count).filter(|&at| kind_of[at] == root).collect();
        members.sort_by_key(|&at| above[at].iter().filter(|&&is| is).count());
        let maximal: Vec<SortId> = members
            .iter()
            .filter(|&&at| above[at].iter().filter(|&&is| is).count() == 1)
            .map(|&at| SortId::new(at))
            .collect();
        let printed: Vec<&str> = maximal.iter().map(|id| names[id.index()].as_str()).collect();
        let top = SortId::new(sorts.len());
        sorts.push(Sort { name: Name::new(&format!("[{}]", printed.join(","))), kind, index_in_kind: 0, span: None });
        let mut all = vec![top];
        for (place, &at) in members.iter().enumerate() {
            sorts[at].kind = kind;
            sorts[at].index_in_kind = place + 1;
            all.push(SortId::new(at));
        }
        let sets = all.iter().map(|&upper| {
            let mut set = SortSet::with_capacity(all.len());
            for (place, lower) in all.iter().enumerate() {
                if upper == top || *lower != top && above[lower.index()][upper.index()] {
                    set.insert(place);
                }
            }
            set
        });
        let below = sets.collect();
        kinds.push(Kind { sorts: all, below, maximal });
    }
    (sorts, kinds)
}

fn add_operator(line: &str, sorts: &[Sort], sort_named: &dyn Fn(&str) -> SortId, symbols: &mut Vec<Symbol>) {
    let (name, rest) = line.split_once(" : ").unwrap_or_else(|| panic!("no colon in {line}"));
    let (typing, attributes) = match rest.split_once(" <") {
        Some((typing, attributes)) => (typing, attributes.trim_end_matches('>')),
        None => (rest, ""),
    };
    let (domain, range) = typing.split_once("->").unwrap();
    let domain: Vec<SortId> = domain.split_whitespace().map(sort_named).collect();
    let range = sort_named(range.trim());
    let kinds: Vec<KindId> = domain.iter().map(|sort| sorts[sort.index()].kind).collect();
    let range_kind = sorts[range.index()].kind;
    let single: Name = Name::new(&single_token(name));
    let typing = OperatorTyping { domain, range, constructor: false, span: Span::new(FileId::new(0), 0, 0) };
    if let Some(known) =
        symbols.iter_mut().find(|known| known.name == single && known.domain == kinds && known.range == range_kind)
    {
        known.typings.push(typing);
        return;
    }
    let mixfix = pieces(name);
    let mut axioms = Axioms::default();
    let (mut precedence, mut gather, mut format, mut hook) = (None, None, Vec::new(), None);
    let mut words = attributes.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "assoc" => axioms.associative = true,
            "comm" => axioms.commutative = true,
            "iter" => axioms.iterated = true,
            "prec" => precedence = words.next().map(|word| word.parse().unwrap()),
            "gather" => {
                let mut all = Vec::new();
                while let Some(gathered) = words.next_if(|word| ["e", "E", "&"].contains(word)) {
                    all.push(match gathered {
                        "e" => Gather::Lower,
                        "E" => Gather::LowerOrEqual,
                        _ => Gather::Any,
                    });
                }
                gather = Some(all);
            }
            "format" => {
                while let Some(next) = words.next_if(|word| *word != ";") {
                    format.push(Name::new(next));
                }
                words.next();
            }
            "hook" => hook = words.next().map(Name::new),
            _ => panic!("attribute {word}"),
        }
    }
    let precedence = precedence.unwrap_or_else(|| default_precedence(&mixfix));
    let gather = gather.unwrap_or_else(|| default_gather(&mixfix, axioms.associative));
    symbols.push(Symbol {
        name: single,
        mixfix,
        domain: kinds,
        range: range_kind,
        typings: vec![typing],
        axioms,
        precedence,
        gather,
        grouping: Grouping::Declared,
        format,
        strategy: None,
        frozen: Vec::new(),
        memo: false,
        hook,
        metadata: None,
        role: None,
        polymorphic: false,
    });
}

fn pieces(name: &str) -> Vec<MixfixPiece> {
    let mut pieces = Vec::new();
    for token in tokens(name) {
        let mut word = String::new();
        for letter in token.name.as_str().chars() {
            if letter == '_' {
                if !word.is_empty() {
                    pieces.push(MixfixPiece::Token(Name::new(&word)));
                    word.clear();
                }
                pieces.push(MixfixPiece::Hole);
            } else if letter != '`' {
                word.push(letter);
            }
        }
        if !word.is_empty() {
            pieces.push(MixfixPiece::Token(Name::new(&word)));
        }
    }
    pieces
}

fn single_token(name: &str) -> String {
    let mut single = String::new();
    for letter in name.replace(' ', "`").chars() {
        if "()[]{},".contains(letter) {
            single.push('`');
        }
        single.push(letter);
    }
    single
}

fn default_precedence(mixfix: &[MixfixPiece]) -> u32 {
    let hole = |piece: Option<&MixfixPiece>| piece == Some(&MixfixPiece::Hole);
    let holes = mixfix.iter().filter(|&&piece| piece == MixfixPiece::Hole).count();
    if !hole(mixfix.first()) && !hole(mixfix.last()) {
        0
    } else if holes == 1 {
        15
    } else {
        41
    }
}

fn default_gather(mixfix: &[MixfixPiece], associative: bool) -> Vec<Gather> {
    let holes: Vec<usize> = (0..mixfix.len()).filter(|&at| mixfix[at] == MixfixPiece::Hole).collect();
    if associative && holes.len() == 2 {
        return vec![Gather::Lower, Gather::LowerOrEqual];
    }
    let bare = |&at: &usize| {
        let beside = |other: Option<usize>| {
            other.is_none_or(|other| mixfix.get(other).is_none_or(|&piece| piece == MixfixPiece::Hole))
        };
        beside(at.checked_sub(1)) || beside(Some(at + 1))
    };
    holes.iter().map(|at| if bare(at) { Gather::LowerOrEqual } else { Gather::Any }).collect()
}

/// Sorts, numbers and Booleans with some of their operators.
pub const NUMBERS: &str = "
    sort Bool
    sort Zero < Nat
    sort NzNat < Nat
    sort Nat < Int
    op true : -> Bool <hook true>
    op false : -> Bool <hook false>
    op 0 : -> Zero <hook zero>
    op s_ : Nat -> NzNat <iter hook successor>
    op -_ : Int -> Int <hook minus prec 15>
    op _+_ : Int Int -> Int <assoc comm prec 33 gather e E>
    op _-_ : Int Int -> Int <prec 33 gather E e>
    op _*_ : Int Int -> Int <assoc comm prec 31 gather e E>
    op _quo_ : Int Int -> Int <prec 31 gather E e>
    op _rem_ : Int Int -> Int <prec 31 gather E e>
    op _^_ : Int Nat -> Int <prec 29 gather E e>
    op sd : Nat Nat -> Nat
    op _<_ : Int Int -> Bool <prec 37 gather E E>
    op _>=_ : Int Int -> Bool <prec 37 gather E E>
    op _&_ : Nat Nat -> Nat <assoc comm prec 53 gather e E>
    op _and_ : Bool Bool -> Bool <assoc comm prec 55 gather e E>
    op not_ : Bool -> Bool <prec 53 gather E>
    op _==_ : Int Int -> Bool <prec 51 gather E E>
    op _==_ : Bool Bool -> Bool <prec 51 gather E E>
";
