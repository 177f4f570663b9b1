//! Random numbers from a seed that is printed and can be given back.

/// Steele, Lea and Flood's *splitmix* (2014): one word of state, the same on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator for one case: the same seed and case give the same numbers.
    pub fn new(seed: u64, case: u64) -> Self {
        let mut random = Self(seed ^ case.wrapping_mul(0xd134_2543_de82_ef95));
        random.word();
        random
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of a slice that is not empty.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The seed of this run: `REWRITE_SEED`, or a fixed one so that a plain run is repeatable. Prints it.
pub fn seed() -> u64 {
    let seed = std::env::var("REWRITE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(20_240_601);
    println!("REWRITE_SEED={seed}");
    seed
}

/// The number of cases to run: `REWRITE_CASES`, or `usual`.
pub fn cases(usual: u64) -> u64 {
    std::env::var("REWRITE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}
