//! The costs of all departures from a sentence of the grammar. All numbers of the matcher are here.
//!
//! There are two scales in one unit. A *cost* only orders interpretations of the same words: the cheapest wins. A
//! *doubt* also reduces the confidence, which starts at 0.95 for a sentence and at 0.62 for a weak one
//! (`grammar::compile`); below 0.70 the person is asked (P2). So a doubt of up to 0.25 lets a plan run, and a larger
//! one asks.
//!
//! The values are set by hand, not learnt. Those that decide whether the person is asked follow from the arithmetic
//! above, as each says. The small ones only break ties between interpretations that explain every word; their order
//! matters and their size does not, as long as a dozen of them stay below one [`MISHEARD`]. `tests/cases.rs`,
//! `tests/paraphrases.rs` and `tests/calibration.rs` fail if a change flips an interpretation.

/// A word that only resembles a known one. One or two such words still run (0.83, 0.71), three ask (0.59).
pub(super) const MISHEARD: f32 = 0.12;
/// An unexplained word. One is enough to ask: 0.65.
pub(super) const UNEXPLAINED: f32 = 0.3;
/// The highest cost of a match: two unexplained words are tolerated, three are not.
pub(super) const TOO_DEAR: f32 = 0.65;
/// The cost of a sentence outside the catalogue: less than a misheard word, so that it beats a doubtful interpretation,
/// and more than tie-breakers, so that it never beats a certain one.
pub(super) const OUTSIDE: f32 = 0.1;
/// The cost per unit of lower confidence: a weak sentence (0.33 less) costs 0.165 more, which is more than a misheard
/// word in a sure one.
pub(super) const WEAKNESS: f32 = 0.5;
/// The doubt of a sentence whose words have another likely reading. It asks: 0.67.
pub(super) const TWO_READINGS: f32 = 0.28;
/// The cost difference within which another meaning makes the first doubtful: one and a half tie-breakers of
/// [`PASSED_OVER`].
pub(super) const CLOSE: f32 = 0.015;
/// The doubt from such a rival: too little to ask by itself, enough with two misheard words.
pub(super) const RIVAL: f32 = 0.05;

/// A filler or an article inside a sentence.
pub(super) const PASSED_OVER: f32 = 0.01;
/// A meaningless ending such as `please`: cheaper than reading it as part of a slot.
pub(super) const ENDING: f32 = 0.002;
/// An ending that may have meaning, such as `too`: dearer than a word of dictated text, so that the text keeps it.
pub(super) const SOFT_ENDING: f32 = 0.008;

/// A word of a dictated text: dearer than an ending, cheaper than a soft one.
pub(super) const TEXT_WORD: f32 = 0.004;
/// The words of a text from which more cost nothing: a long dictation must not look worse than a guess.
pub(super) const LONG_TEXT: usize = 24;
/// A word of an `anything` slot: as much as an ending, because both explain nothing.
pub(super) const ANY_WORD: f32 = 0.002;
/// The further cost of such a word when two sure sentences of one intent compete: a slot that keeps the words wins.
pub(super) const DISCARDED: f32 = 0.01;
/// A word of a title, a query or a place; a slot with a fixed end should win over it.
pub(super) const PHRASE_WORD: f32 = 0.01;
/// A text that begins with `and` is likely the rest of something else.
pub(super) const TEXT_AFTER_AND: f32 = 0.05;
/// The doubt about it; it asks: 0.65.
pub(super) const TEXT_AFTER_AND_DOUBT: f32 = 0.3;
/// A text that begins with `in`, `via` or `called` is likely another slot: as dear as a misheard word.
pub(super) const TEXT_LIKE_SLOT: f32 = 0.12;
/// A text that consists of an ending: `text her too`.
pub(super) const TEXT_IS_ENDING: f32 = 0.05;
/// A text that is a time: `text Sam tomorrow` may give the content or the time.
pub(super) const TEXT_IS_TIME: f32 = 0.02;
/// The doubt about it; it asks: 0.65.
pub(super) const TEXT_IS_TIME_DOUBT: f32 = 0.3;

/// A text that names a file rather than says something: `text Emily a photo`. Dearer than another reading.
pub(super) const TEXT_IS_ATTACHMENT: f32 = 0.1;
/// The doubt about it: the words are not even worth a question (0.45).
pub(super) const TEXT_IS_ATTACHMENT_DOUBT: f32 = 0.5;

/// The doubt about a text that only names what would have to be looked up: `text Mom Sam's number`. It asks: 0.67.
pub(super) const TEXT_IS_DATUM_DOUBT: f32 = 0.28;

/// A text that begins with names after a name: `text Ann, Ben and Carol are here`. It asks: 0.65.
pub(super) const TEXT_IS_NAMES_DOUBT: f32 = 0.3;

/// A text that begins where a name may continue: `text Sam Carter I am late`. It asks: 0.67.
pub(super) const TEXT_IS_SURNAME: f32 = 0.02;
/// The doubt about it.
pub(super) const TEXT_IS_SURNAME_DOUBT: f32 = 0.28;
/// A text after a possessive, which needs its noun: `message Sam's mom`. Dearer than any name.
pub(super) const TEXT_AFTER_POSSESSIVE: f32 = 0.3;
/// A text that contains the colon which would introduce it: `text Zoe Miller: hello`. Dearer than a longer name.
pub(super) const TEXT_OVER_COLON: f32 = 0.03;
/// The doubt about it, as large as that about a surname.
pub(super) const TEXT_OVER_COLON_DOUBT: f32 = 0.28;
/// The doubt about a text that may include the app after it: `text Sam call me on WhatsApp`. It asks: 0.67.
pub(super) const TEXT_BEFORE_APP_DOUBT: f32 = 0.28;
/// The doubt about a name that another contact's name continues: `text Mary Ann …` with a Mary and a Mary Ann. It asks.
pub(super) const NAME_GOES_ON_DOUBT: f32 = 0.28;
/// The cost of the shorter of two such names: more than a word of text.
pub(super) const NAME_GOES_ON: f32 = 0.02;

/// The doubt about a place that contains a correction or a verb of a request. It asks: 0.67.
pub(super) const PLACE_GOES_ON_DOUBT: f32 = 0.28;

/// The first word of a name that is not in the directory; any known name costs less.
pub(super) const NAME: f32 = 0.01;
/// Each further word of such a name; it costs more than the first, because short names are likelier.
pub(super) const NAME_WORD: f32 = 0.012;
/// Each further word if both are capitalised: one name.
pub(super) const CAPITAL_WORD: f32 = 0.001;
/// `and` between two names.
pub(super) const NAMES_JOINED: f32 = 0.02;
/// `and` before a capitalised name.
pub(super) const CAPITALS_JOINED: f32 = 0.003;

/// An unknown app without a directory to look it up in. It asks: 0.67.
pub(super) const UNKNOWN_APP: f32 = 0.28;
/// An app that is written like a name or will be looked up. It does not ask by itself: 0.90.
pub(super) const NAMED_APP: f32 = 0.05;
/// A word of such an app's name.
pub(super) const APP_WORD: f32 = 0.01;
