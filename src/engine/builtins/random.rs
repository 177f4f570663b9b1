//! Random numbers that everybody gets in the same order.

use crate::base::Number;
use crate::term::NodeId;

use super::super::Engine;

const SIZE: usize = 624;
const MIDDLE: usize = 397;
const UPPER: u32 = 0x8000_0000;
const MATRIX: u32 = 0x9908_b0df;
/// Numbers past this place are not computed: each takes all those before it.
const LAST: u64 = 1 << 32;

/// The Mersenne twister (Matsumoto and Nishimura, *Mersenne twister: a 623-dimensionally equidistributed uniform
/// pseudorandom number generator*, 1998).
#[derive(Clone, Debug)]
pub(in crate::engine) struct Twister {
    state: [u32; SIZE],
    /// The place in the state of the next number; `SIZE` when the state is used up.
    next: usize,
    /// How many numbers were given.
    given: u64,
}

impl Twister {
    fn new(seed: u32) -> Self {
        let mut state = [seed; SIZE];
        for place in 1..SIZE {
            let before = state[place - 1];
            state[place] = 1_812_433_253_u32.wrapping_mul(before ^ (before >> 30)).wrapping_add(place as u32);
        }
        Self { state, next: SIZE, given: 0 }
    }

    fn turn(&mut self) {
        for place in 0..SIZE {
            let joined = (self.state[place] & UPPER) | (self.state[(place + 1) % SIZE] & !UPPER);
            let odd = if joined & 1 == 1 { MATRIX } else { 0 };
            self.state[place] = self.state[(place + MIDDLE) % SIZE] ^ (joined >> 1) ^ odd;
        }
        self.next = 0;
    }

    fn number(&mut self) -> u32 {
        if self.next == SIZE {
            self.turn();
        }
        let mut y = self.state[self.next];
        self.next += 1;
        self.given += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    /// The number at a place of the sequence.
    fn at(&mut self, place: u64) -> u32 {
        // What was given since the state was turned last can be given again.
        if place < self.given {
            let back = (self.given - place) as usize;
            if back <= self.next {
                self.next -= back;
                self.given = place;
            } else {
                *self = Self::new(0);
            }
        }
        while self.given < place {
            if self.next == SIZE {
                self.turn();
            }
            let step = (SIZE - self.next).min(usize::try_from(place - self.given).unwrap_or(SIZE));
            self.next += step;
            self.given += step as u64;
        }
        self.number()
    }
}

impl Engine {
    /// The random number at a place. Cost: linear in the numbers between the last one asked for and this one, or in all
    /// before this one where it comes long before the last one.
    pub(super) fn random(&mut self, first: usize) -> Option<NodeId> {
        let [place] = self.values[first..] else { return None };
        let place = self.heap.as_number(place)?.as_small().and_then(|place| u64::try_from(place).ok())?;
        if place >= LAST {
            return None;
        }
        let number = self.twister.get_or_insert_with(|| Box::new(Twister::new(0))).at(place);
        Some(self.heap.number(&Number::Small(i64::from(number))))
    }
}
