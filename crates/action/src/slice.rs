//! Slices a text by byte offsets, for the hand-written scanners.
//!
//! `&text[a..b]` panics if an offset is beyond the text or inside a character, and outside text decides both. These
//! methods never panic: such a slice is empty. Clippy's `string_slice` forbids the other spelling in this crate and in
//! the planner. Nothing here searches or allocates.

/// Slices that may be out of bounds.
pub trait Slice {
    /// Returns the text before `end`.
    fn head(&self, end: usize) -> &str;
    /// Returns the text from `start` on.
    fn tail(&self, start: usize) -> &str;
    /// Returns the text from `start` to `end`.
    fn part(&self, start: usize, end: usize) -> &str;
}

impl Slice for str {
    #[inline]
    fn head(&self, end: usize) -> &str {
        self.get(..end).unwrap_or_default()
    }

    #[inline]
    fn tail(&self, start: usize) -> &str {
        self.get(start..).unwrap_or_default()
    }

    #[inline]
    fn part(&self, start: usize, end: usize) -> &str {
        self.get(start..end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_offset_panics() {
        let text = "aßb";
        for (start, end, expected) in [
            (0, 4, "aßb"),
            (1, 3, "ß"),
            (4, 4, ""),
            (2, 3, ""),
            (1, 2, ""),
            (3, 1, ""),
            (5, 9, ""),
            (0, usize::MAX, ""),
        ] {
            assert_eq!(text.part(start, end), expected, "{start}..{end}");
        }
        assert_eq!((text.head(3), text.head(2), text.head(9)), ("aß", "", ""));
        assert_eq!((text.tail(3), text.tail(2), text.tail(9)), ("b", "", ""));
    }
}
