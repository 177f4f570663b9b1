//! Hashing that gives the same result in every run.

use std::hash::BuildHasher;

use ahash::RandomState;

/// The build-hasher of every map in the crate: `ahash` with fixed seeds.
///
/// Its values may differ between machines and versions: they pick a bucket, and are never stored nor shown.
#[derive(Clone, Debug)]
pub struct FixedState(RandomState);

impl Default for FixedState {
    fn default() -> Self {
        Self(RandomState::with_seeds(0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344))
    }
}

impl BuildHasher for FixedState {
    type Hasher = <RandomState as BuildHasher>::Hasher;

    fn build_hasher(&self) -> Self::Hasher {
        self.0.build_hasher()
    }
}

/// A hash map with fixed seeds. Never iterate it where the order could show.
pub type HashMap<K, V> = std::collections::HashMap<K, V, FixedState>;
/// A hash set with fixed seeds. Never iterate it where the order could show.
pub type HashSet<K> = std::collections::HashSet<K, FixedState>;
/// A hash map that iterates in order of insertion.
pub type IndexMap<K, V> = indexmap::IndexMap<K, V, FixedState>;
/// A hash set that iterates in order of insertion.
pub type IndexSet<K> = indexmap::IndexSet<K, FixedState>;

/// Multiplier of [`mix`]: 2⁶⁴ divided by the golden ratio, made odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Folds one word into a running 64-bit hash: one multiplication to 128 bits whose halves are xor-ed.
///
/// The same on every machine. Good in all bits, as table indices need; not meant to withstand an adversary.
#[inline]
pub const fn mix(state: u64, word: u64) -> u64 {
    let product = ((state.rotate_left(25) ^ word) as u128).wrapping_mul(GOLDEN as u128);
    (product as u64) ^ ((product >> 64) as u64)
}
