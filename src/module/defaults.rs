//! Precedence and gathering pattern of operators that declare none.

use super::signature::{Gather, MixfixPiece};

/// The precedence of a mixfix form: 0 where a token stands at both ends, 15 for one argument at an end, else 41.
pub(super) fn precedence(pieces: &[MixfixPiece]) -> u32 {
    let at_end = pieces.first() == Some(&MixfixPiece::Hole) || pieces.last() == Some(&MixfixPiece::Hole);
    match (at_end, holes(pieces)) {
        (false, _) => 0,
        (true, 1) => 15,
        (true, _) => 41,
    }
}

/// The gathering pattern: any term between two tokens, else at most the operator's own precedence; an associative
/// operator with a hole at both ends groups to the right.
pub(super) fn gather(pieces: &[MixfixPiece], associative: bool) -> Vec<Gather> {
    let is_token = |place: Option<usize>| {
        place.and_then(|place| pieces.get(place)).is_some_and(|piece| *piece != MixfixPiece::Hole)
    };
    let mut gather: Vec<Gather> = (0..pieces.len())
        .filter(|&place| pieces[place] == MixfixPiece::Hole)
        .map(|place| {
            let enclosed = is_token(place.checked_sub(1)) && is_token(Some(place + 1));
            if enclosed { Gather::Any } else { Gather::LowerOrEqual }
        })
        .collect();
    let open = pieces.first() == Some(&MixfixPiece::Hole) && pieces.last() == Some(&MixfixPiece::Hole);
    if associative && open && gather.len() == 2 {
        gather[0] = Gather::Lower;
    }
    gather
}

/// How many holes a name has.
pub(super) fn holes(pieces: &[MixfixPiece]) -> usize {
    pieces.iter().filter(|piece| **piece == MixfixPiece::Hole).count()
}
