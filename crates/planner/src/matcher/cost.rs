//! What each departure from a sentence of the grammar costs. All numbers of the matcher are here.
//!
//! Two scales in one unit. A *cost* only orders interpretations of the same words: the cheapest wins. A *doubt* also
//! comes off the confidence, which begins at 0.95 for a sentence and at 0.62 for a weak one
//! (`grammar::compile`), and below 0.70 the person is asked (P2). So a doubt up to 0.25 lets a plan run, and one
//! above it asks.
//!
//! The values are set by hand, not learnt. Those that decide whether the person is asked follow from the
//! arithmetic above, as each says. The small ones only break ties between interpretations that explain every word;
//! their order matters and their size does not, as long as a dozen of them stay below one [`MISHEARD`].
//! `tests/cases.rs`, `tests/paraphrases.rs` and `tests/calibration.rs` fail when a change turns an interpretation.

/// A word that is only near to a known one. One or two such words still run (0.83, 0.71), three ask (0.59).
pub(super) const MISHEARD: f32 = 0.12;
/// A word that nothing explains. One is enough to ask: 0.65.
pub(super) const UNEXPLAINED: f32 = 0.3;
/// A match that cost more than this is none: two words that nothing explains are borne, three are not.
pub(super) const TOO_DEAR: f32 = 0.65;
/// What a sentence outside the catalogue costs: less than a misheard word, so that it wins over an interpretation that
/// is doubtful, and more than tie-breakers, so that it never wins over one that is not.
pub(super) const OUTSIDE: f32 = 0.1;
/// How much less sure a sentence is, counted as cost: a weak one (0.33 less sure) costs 0.165 more, which is more than
/// a misheard word in a sure one.
pub(super) const WEAKNESS: f32 = 0.5;
/// Another meaning this near makes the first doubtful: one tie-breaker of [`PASSED_OVER`] and a half.
pub(super) const CLOSE: f32 = 0.015;
/// What that takes from the confidence: too little to ask by itself, enough with two misheard words.
pub(super) const RIVAL: f32 = 0.05;

/// A filler or an article inside a sentence.
pub(super) const PASSED_OVER: f32 = 0.01;
/// A way to end that says nothing, as `please`: cheaper than reading it as part of a slot.
pub(super) const ENDING: f32 = 0.002;
/// One that may say something, as `too`: dearer than a word of dictated text, so that the text keeps it.
pub(super) const SOFT_ENDING: f32 = 0.008;

/// A word of a dictated text: dearer than an ending, cheaper than a soft one.
pub(super) const TEXT_WORD: f32 = 0.004;
/// A word of what may be anything: as much as an ending, since both explain nothing.
pub(super) const ANY_WORD: f32 = 0.002;
/// A word of a title, a query or a place, which a slot with an end of its own should win over.
pub(super) const PHRASE_WORD: f32 = 0.01;
/// A text that begins with `and` is likely the rest of something else.
pub(super) const TEXT_AFTER_AND: f32 = 0.05;
/// And is asked about: 0.65.
pub(super) const TEXT_AFTER_AND_DOUBT: f32 = 0.3;
/// A text that begins with `in`, `via` or `called` is likely another slot: as dear as a misheard word.
pub(super) const TEXT_LIKE_SLOT: f32 = 0.12;
/// A text that is nothing but a way to end: `text her too`.
pub(super) const TEXT_IS_ENDING: f32 = 0.05;
/// A text that is a time: `text Sam tomorrow` may be what to say, or when.
pub(super) const TEXT_IS_TIME: f32 = 0.02;
/// And is asked about: 0.65.
pub(super) const TEXT_IS_TIME_DOUBT: f32 = 0.3;

/// A text that begins with names after a name: `text Ann, Ben and Carol are here`. Asked about: 0.65.
pub(super) const TEXT_IS_NAMES_DOUBT: f32 = 0.3;

/// The first word of a name that the directory does not have, which any known name costs less than.
pub(super) const NAME: f32 = 0.01;
/// Each further word of such a name, more than the first: short names are likelier.
pub(super) const NAME_WORD: f32 = 0.012;
/// Each further word where both are written with a capital: one name.
pub(super) const CAPITAL_WORD: f32 = 0.001;
/// `and` between two names.
pub(super) const NAMES_JOINED: f32 = 0.02;
/// `and` before a name with a capital.
pub(super) const CAPITALS_JOINED: f32 = 0.003;

/// An app that nobody knows, where none can be looked up: asked about, 0.67.
pub(super) const UNKNOWN_APP: f32 = 0.28;
/// One that is written like a name or will be looked up: not asked about by itself, 0.90.
pub(super) const NAMED_APP: f32 = 0.05;
/// A word of such an app's name.
pub(super) const APP_WORD: f32 = 0.01;
