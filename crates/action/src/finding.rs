//! Findings of a reader about its input: a repair it made, or a reason to refuse.
//!
//! Every reader of this crate reports [`Finding`]s, so the terminal, the desktop, the model and the tests see one
//! shape: `{code, path, message}`. The caller, lenient or strict, decides whether a finding is a repair or an error.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kind of a finding, stable for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// A required field is missing.
    Missing,
    /// A value has the wrong JSON type.
    WrongType,
    /// The type is right, but the value makes no sense.
    OutOfRange,
    /// A text that must not be empty is empty or only white space.
    Blank,
    /// A value outside the closed list of this field.
    UnknownValue,
    /// An unknown `type`, verb or operation.
    UnknownType,
    /// A field that this action does not have; it is ignored.
    UnknownField,
    /// A known word in unusual spelling: other case, surrounding spaces, an alias.
    Respelled,
    /// Another field stood in for the missing one.
    StandIn,
    /// A key that occurs twice in one object; the last one counts.
    DuplicateKey,
    /// Text that is almost JSON and was repaired.
    Syntax,
    /// Markup of the reply (tags, fences, box tokens) was missing, doubled or misspelt.
    Markup,
    /// A whole call block was repeated identically; it counts once.
    Repeated,
    /// Text followed the action that ends the task; it was dropped.
    AfterEnd,
    /// There were other calls where only one can run; they were dropped.
    Surplus,
    /// The reply was plain text without a call; it was taken as the closing message.
    TextOnly,
    /// An operation that this content cannot take.
    NotAllowed,
    /// Nothing with this name exists.
    UnknownId,
    /// Something with this name already exists.
    Exists,
    /// Another agent holds the lock.
    Locked,
    /// It belongs to another agent.
    NotOwner,
    /// The named agent is not the sender.
    WrongAgent,
    /// The maximum number or size has been reached.
    Full,
    /// More findings than are worth listing.
    More,
}

impl Code {
    /// Returns the code used in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::WrongType => "wrong_type",
            Self::OutOfRange => "out_of_range",
            Self::Blank => "blank",
            Self::UnknownValue => "unknown_value",
            Self::UnknownType => "unknown_type",
            Self::UnknownField => "unknown_field",
            Self::Respelled => "respelled",
            Self::StandIn => "stand_in",
            Self::DuplicateKey => "duplicate_key",
            Self::Syntax => "syntax",
            Self::Markup => "markup",
            Self::Repeated => "repeated",
            Self::AfterEnd => "after_end",
            Self::Surplus => "surplus",
            Self::TextOnly => "text_only",
            Self::NotAllowed => "not_allowed",
            Self::UnknownId => "unknown_id",
            Self::Exists => "exists",
            Self::Locked => "locked",
            Self::NotOwner => "not_owner",
            Self::WrongAgent => "wrong_agent",
            Self::Full => "full",
            Self::More => "more",
        }
    }
}

/// One finding of a reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// The kind of finding, for programs.
    pub code: Code,
    /// Its path: `bounds.w`, `components[3].label`; empty for the whole value.
    pub path: String,
    /// The message for people and models: the offending value and what was expected.
    pub message: String,
}

impl Finding {
    /// Creates a finding at `path`.
    pub fn new(code: Code, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, path: path.into(), message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The most findings that are listed; the rest is only counted.
const LISTED: usize = 32;

/// The findings of one reading, bounded however bad the input is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    listed: Vec<Finding>,
    unlisted: usize,
}

impl Findings {
    /// Adds a finding; past the bound it is only counted. The message is built only if it is kept.
    ///
    /// An ignored field gives way to anything more severe, so that a value with a thousand of them is still refused for
    /// its one real problem.
    pub fn add(&mut self, code: Code, path: impl FnOnce() -> String, message: impl FnOnce() -> String) {
        if self.listed.len() >= LISTED {
            self.unlisted += 1;
            let ignored = self.listed.iter().rposition(|finding| finding.code == Code::UnknownField);
            match ignored {
                Some(index) if code != Code::UnknownField => self.listed.remove(index),
                _ => return,
            };
        }
        self.listed.push(Finding::new(code, path(), message()));
    }

    /// Adds a finding about the whole value.
    pub fn whole(&mut self, code: Code, message: impl Into<String>) {
        self.add(code, String::new, || message.into());
    }

    /// Appends all of `more`, in order.
    pub fn extend(&mut self, more: Self) {
        for finding in more.listed {
            let Finding { code, path, message } = finding;
            self.add(code, || path, || message);
        }
        self.unlisted += more.unlisted;
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Returns the findings listed so far.
    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.listed.iter()
    }

    /// Returns the list, followed by a count of those left out.
    pub fn into_vec(self) -> Vec<Finding> {
        let mut listed = self.listed;
        if self.unlisted > 0 {
            listed.push(Finding::new(Code::More, "", format!("{} more of this kind are not listed", self.unlisted)));
        }
        listed
    }
}

/// A position in a value. Built on the stack; converted to text only for a finding.
#[derive(Clone, Copy, Debug)]
pub enum Path<'p> {
    /// The whole value.
    Root,
    /// A field of an object.
    Field(&'p Path<'p>, &'p str),
    /// An item of a list.
    Item(&'p Path<'p>, usize),
}

impl<'p> Path<'p> {
    /// The place of the field `name` below this one.
    pub fn field(&'p self, name: &'p str) -> Path<'p> {
        Path::Field(self, name)
    }

    /// The place of the item `index` below this one.
    pub fn item(&'p self, index: usize) -> Path<'p> {
        Path::Item(self, index)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => Ok(()),
            Path::Field(Path::Root, name) => f.write_str(name),
            Path::Field(parent, name) => write!(f, "{parent}.{name}"),
            Path::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// Formats a value for a message: short, on one line, in backticks.
pub fn quoted(text: &str) -> String {
    format!("`{}`", shown(text))
}

/// Quotes the beginning of a text in a sentence for people.
pub fn in_quotes(text: &str) -> String {
    format!("“{}”", shown(text))
}

fn shown(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut shown: String = text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns the member of `known` that is closest to `word`, if any is close.
pub(crate) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // A very long word is not a misspelling, and the distance costs the product of both lengths.
    if word.chars().nth(64).is_some() {
        return None;
    }
    let folded = word.trim().to_lowercase();
    known
        .into_iter()
        .map(|name| (name.to_lowercase(), name))
        // A common beginning is not enough: of the other letters, more than a third must match.
        .filter(|(lower, _)| strsim::normalized_damerau_levenshtein(&folded, lower) > 0.6)
        .map(|(lower, name)| (strsim::jaro_winkler(&folded, &lower), name))
        .filter(|(score, _)| *score >= 0.72)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// Formats `; did you mean `x`?`, or an empty text.
pub(crate) fn did_you_mean<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    nearest(word, known).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
