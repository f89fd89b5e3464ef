//! Readers of spoken values: numbers, durations, times, days, money.
//!
//! Each takes the words with their language and an index, and returns the value and the index after it, or nothing.
//! They know how a value is composed but no words: those are lists of the language (`grammar/<language>/value/`). The
//! matcher calls them where a sentence of the grammar has a slot of their kind.

mod amount;
mod calculation;
mod day;
mod detail;
mod duration;
mod number;
mod time;
mod when;

pub(crate) use self::amount::{level, money, sum};
pub(crate) use self::calculation::calculation;
pub(crate) use self::day::past_day;
pub(crate) use self::detail::{address, email, telephone};
pub(crate) use self::duration::duration;
pub(crate) use self::number::{number, ordinal};
pub(crate) use self::when::{Habit, When, when};
pub(crate) use crate::grammar::{List, Tokens};

/// The English lists, for the tests of the readers.
#[cfg(test)]
pub(crate) fn english() -> &'static crate::grammar::Lexicon {
    static BUILT_IN: std::sync::LazyLock<Vec<crate::grammar::Grammar>> =
        std::sync::LazyLock::new(|| crate::grammar::Grammar::built_in().unwrap());
    &BUILT_IN[0].lexicon
}
