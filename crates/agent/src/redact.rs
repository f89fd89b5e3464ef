//! Keeps secrets out of everything that is shown, written or sent to a model.
//!
//! The executor passes every entry, event, prompt and picture through here. Masked are: secrets that the person named,
//! codes they gave, text typed into password fields, one-time codes on the phone's screen, and strings that look like
//! keys. A code gets a handle, `[code 1]`, which can be typed but never read. Secrets stay in memory; the journal
//! stores only their locations ([`Hidden`]).

mod action;
mod codes;
mod digits;
mod known_secrets;
mod picture;
mod read_out;
mod screen;
mod secret_location;
#[cfg(test)]
mod tests;
mod tokens;
mod words;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use device::Foreground;
use device::tree::{Bounds, Tree};

use self::codes::Expected;
use self::known_secrets::KnownSecrets;
pub use self::picture::paint_pixels;
pub(crate) use self::picture::{UNPAINTED, UNSEEN, paint_over};
pub(crate) use self::screen::Covered;
pub use self::secret_location::{Hidden, SecretLocation};

/// Replaces a secret.
pub const MASK: &str = "[secret]";

/// A value that must not be seen. It cannot be serialised, and printing it shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A secret.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The value, used only to type it into a phone.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// How many codes get a handle in one task. Further codes are masked without one: no task types so many.
const MOST_CODES: usize = 256;

/// Masks secrets. Clones share their state.
#[derive(Clone, Default)]
pub struct Redactor {
    state: Arc<Mutex<State>>,
}

/// The known secrets.
#[derive(Default)]
struct State {
    known: KnownSecrets,
    /// Whether a person gave a secret or the agent typed one; such a secret may appear anywhere.
    given: bool,
    /// The codes by number, from 1; `None` if only an earlier run knew the value.
    codes: Vec<Option<String>>,
    /// The apps that have shown codes.
    seen_in: BTreeSet<String>,
    /// Where secrets are on the screen.
    locations: Vec<SecretLocation>,
    /// Whether text is being typed into the last location.
    typing: bool,
    /// The painted areas of the last full screen.
    painted: Vec<Bounds>,
    /// Whether locations or codes changed since they were last recorded.
    unwritten: bool,
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let state = self.state();
        write!(f, "Redactor({} codes, {} places)", state.codes.len(), state.locations.len())
    }
}

impl State {
    /// Returns the text without secrets, or `None` if it has none.
    fn mask(&mut self, text: &str, expected_here: Expected) -> Option<String> {
        let mut masked = self.known.mask(text);
        let found = codes::find(masked.as_deref().unwrap_or(text), expected_here);
        if !found.is_empty() {
            let from = masked.as_deref().unwrap_or(text).to_owned();
            let mut without = String::with_capacity(from.len());
            let mut kept = 0;
            for range in found {
                without.push_str(&from[kept..range.start]);
                without.push_str(&self.handle(&from[range.clone()]));
                kept = range.end;
            }
            without.push_str(&from[kept..]);
            masked = Some(without);
        }
        tokens::mask(masked.as_deref().unwrap_or(text)).or(masked)
    }

    /// Returns the handle of a code and registers the code.
    fn handle(&mut self, shown: &str) -> String {
        let value = digits::only_digits(shown).unwrap_or_else(|| shown.trim().to_owned());
        let known = self.codes.iter().position(|code| code.as_ref() == Some(&value));
        let number = match known {
            Some(place) => place + 1,
            None if self.codes.len() >= MOST_CODES => return "[code]".to_owned(),
            None => {
                self.codes.push(Some(value.clone()));
                self.unwritten = true;
                self.codes.len()
            }
        };
        let handle = format!("[code {number}]");
        // Masking a code that could be a year would mask every year.
        let year = value.len() == 4 && (value.starts_with("19") || value.starts_with("20"));
        if !year {
            self.known.add(&value, &handle, true);
        }
        handle
    }
}

impl Redactor {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Masks this secret from now on.
    pub fn add(&self, secret: &Secret) {
        let mut state = self.state();
        if !secret.0.trim().is_empty() {
            state.known.add(&secret.0, MASK, false);
            state.given = true;
        }
    }

    /// Returns a handle through which a secret can be typed later.
    pub(crate) fn handle_of(&self, secret: &Secret) -> String {
        self.state().handle(&secret.0)
    }

    /// The text without secrets.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.state().mask(text, Expected::None).map_or(Cow::Borrowed(text), Cow::Owned)
    }

    /// Like [`Redactor::text`], for an owned text.
    pub fn owned(&self, text: String) -> String {
        match self.text(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(masked) => masked,
        }
    }

    /// Like [`Redactor::text`], for a place where a code is expected: a bare number counts as one.
    pub(crate) fn expecting_code(&self, text: &str) -> String {
        self.state().mask(text, Expected::Code).unwrap_or_else(|| text.to_owned())
    }

    /// Masks the answer to a question. The answer to a question for a code or password is a secret and becomes a
    /// handle.
    pub(crate) fn answer(&self, question: &str, answer: String) -> String {
        // A secret is one word or a few; a longer answer is about the secret.
        const LONGEST: usize = 64;
        let said = answer.trim();
        if said.is_empty() || said.len() > LONGEST || has_handle(said) || !words::names_a_code(question) {
            return self.owned(answer);
        }
        let masked = self.expecting_code(said);
        if masked != said {
            return masked;
        }
        // Not every answer is the secret: `no`, `I do not have one`.
        let is_word = !said.contains(char::is_whitespace) && said.chars().any(|letter| !letter.is_alphabetic());
        if is_word { self.state().handle(said) } else { answer }
    }

    /// Masks every text inside a JSON value.
    pub fn value(&self, value: &mut serde_json::Value) {
        match value {
            serde_json::Value::String(text) => *text = self.owned(std::mem::take(text)),
            serde_json::Value::Array(items) => items.iter_mut().for_each(|item| self.value(item)),
            serde_json::Value::Object(fields) => fields.values_mut().for_each(|field| self.value(field)),
            serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {}
        }
    }

    /// Replaces handles by their codes, only to type them into the phone. Returns the handle as an error if its code is
    /// unknown.
    pub(crate) fn reveal(&self, text: &str) -> Result<Secret, String> {
        let state = self.state();
        let mut revealed = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((start, end, number)) = next_handle(rest) {
            let code = number.checked_sub(1).and_then(|place| state.codes.get(place)).and_then(Option::as_ref);
            let Some(code) = code else { return Err(rest[start..end].to_owned()) };
            revealed.push_str(&rest[..start]);
            revealed.push_str(code);
            rest = &rest[end..];
        }
        revealed.push_str(rest);
        Ok(Secret(revealed))
    }

    /// Returns the last message of a task with its codes revealed, if the goal was to have them, or what contains them,
    /// read out.
    pub(crate) fn read_out(&self, goal: &str, message: &str) -> Option<String> {
        if !(read_out::asks_for_code(goal) || read_out::asks_to_read(goal)) || !has_handle(message) {
            return None;
        }
        // All other secrets stay masked; a handle without a known code stays a handle.
        let masked = self.text(message).into_owned();
        self.reveal(&masked).ok().map(|secret| secret.0)
    }

    /// Returns a screen that may be shown.
    pub(crate) fn cover(&self, tree: Tree, front: Option<&Foreground>, screen: (u32, u32)) -> Covered {
        self.state().cover(tree, front, screen)
    }

    /// Whether a picture without elements may show a secret that cannot be located in it.
    pub fn must_withhold(&self, front: Option<&Foreground>) -> bool {
        let state = self.state();
        let code = front.map_or(!state.seen_in.is_empty(), |front| state.seen_in.contains(&front.package));
        state.given
            || code
            || state.locations.iter().any(|location| !location.gone && location.is_in_front(front, None))
    }

    /// Whether a field may hold a secret whose value is no longer known.
    pub(crate) fn has_unknown(&self) -> bool {
        self.state().locations.iter().any(|location| !location.known && !location.gone)
    }

    /// Registers the field that a secret is about to be typed into.
    pub(crate) fn hide(&self, location: SecretLocation) {
        let mut state = self.state();
        secret_location::remember(&mut state.locations, location);
        (state.typing, state.unwritten) = (true, true);
    }

    /// Marks the end of typing.
    pub(crate) fn typed(&self) {
        self.state().typing = false;
    }

    /// Returns the locations to record, if they have changed.
    pub(crate) fn take_unwritten(&self) -> Option<Hidden> {
        let mut state = self.state();
        let hidden = || Hidden { places: state.locations.clone(), codes: state.codes.len() };
        let hidden = state.unwritten.then(hidden);
        state.unwritten = false;
        hidden
    }

    /// Restores the locations that an earlier run recorded.
    pub(crate) fn restore(&self, hidden: &Hidden) {
        let mut state = self.state();
        let unknown = |location: &SecretLocation| SecretLocation { known: false, before: None, ..location.clone() };
        state.locations = hidden.places.iter().map(unknown).collect();
        state.codes = vec![None; hidden.codes.min(MOST_CODES)];
    }
}

/// Whether a text contains the handle of a code.
pub(crate) fn has_handle(text: &str) -> bool {
    next_handle(text).is_some()
}

/// Returns the next handle in a text: its start, its end and its number.
fn next_handle(text: &str) -> Option<(usize, usize, usize)> {
    const BEGIN: &str = "[code ";
    let mut from = 0;
    while let Some(start) = text.get(from..)?.find(BEGIN).map(|at| from + at) {
        let rest = &text[start + BEGIN.len()..];
        let length = rest.bytes().take(4).take_while(u8::is_ascii_digit).count();
        if length > 0 && rest[length..].starts_with(']') {
            let number = rest[..length].parse().ok()?;
            return Some((start, start + BEGIN.len() + length + 1, number));
        }
        from = start + BEGIN.len();
    }
    None
}

/// Masks `value` in the text. A value of less than four letters is masked only as a word of its own: masking a secret
/// `7` everywhere would make every text unreadable, and reveal it.
fn replace(text: &str, value: &str, mask: &str) -> Option<String> {
    if !text.contains(value) {
        return None;
    }
    if value.chars().count() >= 4 {
        return Some(text.replace(value, mask));
    }
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    let mut found = false;
    while let Some(at) = rest.find(value) {
        let (head, tail) = (&rest[..at], &rest[at + value.len()..]);
        let left = head.chars().next_back().or(before);
        let alone = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
        masked.push_str(head);
        if alone(left) && alone(tail.chars().next()) {
            masked.push_str(mask);
            found = true;
        } else {
            masked.push_str(value);
        }
        before = value.chars().next_back();
        rest = tail;
    }
    masked.push_str(rest);
    found.then_some(masked)
}
