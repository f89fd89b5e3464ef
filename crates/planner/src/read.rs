//! Readers of the values that people put into words: numbers, durations, times, days, money.
//!
//! Each takes the words and a place and gives the value and the place after it, or nothing. They know
//! no request; the matcher calls them where a sentence of the grammar has a slot of their kind.

mod amount;
mod day;
mod detail;
mod duration;
mod number;
mod time;
mod when;

pub(crate) use self::amount::{level, money, sum};
pub(crate) use self::detail::{address, email, telephone};
pub(crate) use self::duration::duration;
pub(crate) use self::number::{number, ordinal};
pub(crate) use self::when::{Habit, When, when};
use crate::text::Word;

/// The plain form of the word at `at`, or nothing past the end.
pub(crate) fn at(words: &[Word], at: usize) -> &str {
    words.get(at).map_or("", |word| word.plain.as_str())
}
