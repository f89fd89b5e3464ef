//! The random numbers of the known pages: a linear congruential generator, the same for the same seed.

/// The generator.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed % (1 << 32))
    }

    /// A whole number from 0 to below `count`: the part of 2³² that the next number is, times `count`, rounded down.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 = (1_664_525 * self.0 + 1_013_904_223) % (1 << 32);
        // Both are below 2³², so the product fits and is exact, which a script's numbers are here too.
        ((self.0 * count as u64) >> 32) as usize
    }
}
