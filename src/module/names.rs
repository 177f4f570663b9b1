//! Operator names: from tokens to the pieces of a mixfix form and the single-token form.

use crate::base::Name;
use crate::syntax::surface::Token;

use super::signature::MixfixPiece;

/// Characters that are tokens of their own unless a backquote stands before them.
const SPECIAL: &str = "()[]{},";

/// An operator's name, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OperatorPieces {
    /// The single-token form, such as `` _almost`has_ `` or `` `{_`} ``.
    pub name: Name,
    /// Tokens and holes.
    pub pieces: Vec<MixfixPiece>,
}

/// Splits a name. The pieces of a name without a hole, or of a lone underscore, are tokens only.
pub(super) fn split(tokens: &[Token]) -> OperatorPieces {
    let mut pieces = Vec::new();
    for token in tokens {
        split_token(token.name, &mut pieces);
    }
    if pieces == [MixfixPiece::Hole] {
        pieces = vec![MixfixPiece::Token(Name::new("_"))];
    }
    let name = join(&pieces);
    OperatorPieces { name, pieces }
}

fn split_token(token: Name, pieces: &mut Vec<MixfixPiece>) {
    let text = token.as_str();
    if text.starts_with('"') {
        pieces.push(MixfixPiece::Token(token));
        return;
    }
    let mut word = String::new();
    let flush = |word: &mut String, pieces: &mut Vec<MixfixPiece>| {
        if !word.is_empty() {
            pieces.push(MixfixPiece::Token(Name::new(word)));
            word.clear();
        }
    };
    for character in text.chars() {
        match character {
            '_' => {
                flush(&mut word, pieces);
                pieces.push(MixfixPiece::Hole);
            }
            '`' => flush(&mut word, pieces),
            special if SPECIAL.contains(special) => {
                flush(&mut word, pieces);
                pieces.push(MixfixPiece::Token(Name::new(special.encode_utf8(&mut [0; 4]))));
            }
            other => word.push(other),
        }
    }
    flush(&mut word, pieces);
}

/// The single-token form: special characters and the gap between two plain tokens are marked by a backquote.
fn join(pieces: &[MixfixPiece]) -> Name {
    let mut text = String::new();
    let mut after_word = false;
    for piece in pieces {
        match piece {
            MixfixPiece::Hole => {
                text.push('_');
                after_word = false;
            }
            MixfixPiece::Token(token) => {
                let special = token.as_str().len() == 1 && SPECIAL.contains(token.as_str());
                if special || after_word {
                    text.push('`');
                }
                text.push_str(token.as_str());
                after_word = !special;
            }
        }
    }
    Name::new(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;
    use crate::base::source::SourceMap;

    fn check(tokens: &[&str], name: &str, pieces: &str) {
        let span = Span::new(SourceMap::new().add("test", ""), 0, 0);
        let tokens: Vec<Token> = tokens.iter().map(|text| Token { name: Name::new(text), span }).collect();
        let split = split(&tokens);
        let shown: Vec<&str> = split
            .pieces
            .iter()
            .map(|piece| if let MixfixPiece::Token(token) = piece { token.as_str() } else { "□" })
            .collect();
        assert_eq!((split.name.as_str(), shown.join(" ").as_str()), (name, pieces));
    }

    #[test]
    fn names_are_split_at_holes_and_special_characters() {
        check(&["_+_"], "_+_", "□ + □");
        check(&["__"], "__", "□ □");
        check(&["{", "_", "}"], "`{_`}", "{ □ }");
        check(&["_", ",", "_"], "_`,_", "□ , □");
        check(&["_`,_"], "_`,_", "□ , □");
        check(&["_almost", "has_"], "_almost`has_", "□ almost has □");
        check(&["_almost`has_"], "_almost`has_", "□ almost has □");
        check(&["<_:_|_>"], "<_:_|_>", "< □ : □ | □ >");
        check(&["___→_"], "___→_", "□ □ □ → □");
        check(&["_"], "_", "_");
        check(&["nil"], "nil", "nil");
    }
}
