//! Fingerprints of parts of long texts in constant time: polynomials over a prime field (Karp and Rabin, *Efficient
//! randomized pattern-matching algorithms*, 1987), of each prefix of a buffer at every so many bytes.

use super::text::Text;

/// The field: a prime of Mersenne's.
const PRIME: u64 = (1 << 61) - 1;
const BASE: u64 = 0x0b5a_d4ec_eda1_ce2a;
/// Bytes between two prefixes whose fingerprint is kept.
const DISTANCE: usize = 64;

fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let sum = (product as u64 & PRIME) + (product >> 61) as u64;
    if sum >= PRIME { sum - PRIME } else { sum }
}

fn add(hash: u64, byte: u8) -> u64 {
    (times(hash, BASE) + u64::from(byte) + 1) % PRIME
}

fn power(mut exponent: usize) -> u64 {
    let (mut result, mut square) = (1, BASE);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    result
}

/// The fingerprint of a text, from nothing. Linear.
pub(super) fn of_text(text: Text<'_>) -> u64 {
    text.bytes().fold(0, add)
}

/// The fingerprints of prefixes of a text.
#[derive(Clone, Debug)]
pub(super) struct Prefixes(Box<[u64]>);

impl Prefixes {
    /// All that are kept. Linear.
    pub(super) fn new(text: Text<'_>) -> Self {
        let mut kept = Vec::with_capacity(text.len() / DISTANCE + 1);
        let mut hash = 0;
        for (at, byte) in text.bytes().enumerate() {
            if at % DISTANCE == 0 {
                kept.push(hash);
            }
            hash = add(hash, byte);
        }
        if text.len().is_multiple_of(DISTANCE) {
            kept.push(hash);
        }
        Self(kept.into_boxed_slice())
    }

    /// The fingerprint of a part of the text they were made of. Constant, up to the logarithm of its length.
    pub(super) fn of_part(&self, text: Text<'_>, start: usize, length: usize) -> u64 {
        let (before, through) = (self.prefix(text, start), self.prefix(text, start + length));
        (through + PRIME - times(before, power(length))) % PRIME
    }

    fn prefix(&self, text: Text<'_>, end: usize) -> u64 {
        let kept = end / DISTANCE;
        let from = kept * DISTANCE;
        text.part(from, end - from).bytes().fold(self.0[kept], add)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.0) as u64
    }
}
