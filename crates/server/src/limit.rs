//! Rate limits: each caller has a bucket that fills steadily and empties with each request.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How many buckets are kept. One more removes them all, so that callers that never return take no memory.
const MOST_BUCKETS: usize = 4096;

/// The buckets of all callers.
#[derive(Debug, Default)]
pub(crate) struct RateLimits(Mutex<HashMap<String, Bucket>>);

impl RateLimits {
    /// Takes one permit of `who`; the error is how many whole seconds to wait.
    pub(crate) fn take(&self, who: &str, per_second: u32, now_ms: u64) -> Result<(), u64> {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_BUCKETS && !buckets.contains_key(who) {
            buckets.clear();
        }
        buckets.entry(who.to_owned()).or_insert_with(|| Bucket::new(per_second, now_ms)).take(now_ms)
    }
}

/// A bucket of permits. Holds two seconds' worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    thousandths: u64,
    at_ms: u64,
    per_second: u64,
}

impl Bucket {
    /// Creates a full bucket.
    pub(crate) fn new(per_second: u32, now_ms: u64) -> Self {
        let per_second = u64::from(per_second.max(1));
        Self { thousandths: per_second * 2000, at_ms: now_ms, per_second }
    }

    /// Takes one permit; the error is how many whole seconds to wait.
    pub(crate) fn take(&mut self, now_ms: u64) -> Result<(), u64> {
        let passed = now_ms.saturating_sub(self.at_ms);
        self.at_ms = self.at_ms.max(now_ms);
        let filled = self.thousandths.saturating_add(passed.saturating_mul(self.per_second));
        self.thousandths = filled.min(self.per_second * 2000);
        match self.thousandths.checked_sub(1000) {
            Some(left) => {
                self.thousandths = left;
                Ok(())
            }
            None => Err(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_seconds_worth_at_once_then_as_fast_as_it_fills() {
        let mut bucket = Bucket::new(10, 0);
        assert!((0..20).all(|_| bucket.take(0).is_ok()));
        assert_eq!(bucket.take(0), Err(1));
        assert_eq!(bucket.take(99), Err(1));
        assert_eq!(bucket.take(100), Ok(()));
        assert_eq!(bucket.take(50), Err(1), "a clock that goes back gives nothing");
        assert!((0..20).all(|_| bucket.take(1_000_000).is_ok()));
        assert_eq!(bucket.take(1_000_000), Err(1), "it holds no more than that");
    }
}
