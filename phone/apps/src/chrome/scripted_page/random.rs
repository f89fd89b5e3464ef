//! The random numbers of the scripted pages: a linear congruential generator, deterministic by seed.

/// The generator.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed % (1 << 32))
    }

    /// Returns an integer from 0 to below `count`: the next number as a fraction of 2³², times `count`, rounded down.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 = (1_664_525 * self.0 + 1_013_904_223) % (1 << 32);
        // Both are below 2³², so the product fits and is exact, as it is in a script's numbers.
        ((self.0 * count as u64) >> 32) as usize
    }
}
