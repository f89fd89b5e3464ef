//! Secrets, and the one place that keeps them out of everything that is shown, written or sent to a model.
//!
//! The executor masks every entry, event and prompt here, and every picture. What is masked: what the person
//! named as a secret or gave as a code, what was typed into a password field, one-time codes that the phone shows,
//! and what looks like a key. A code gets a handle, `[code 1]`, which can be typed and never read. What is known of
//! secrets lives in memory; only where they stand is written down ([`Hidden`]).

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

/// What stands where a secret stood.
pub const MASK: &str = "[secret]";

/// Something that must not be seen. It cannot be serialised, and printing it shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A secret.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// What it is. For typing it into a phone, and nothing else.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// How many codes get a handle in one task. The next ones are masked without: nobody types so many.
const MOST_CODES: usize = 256;

/// Masks secrets. Its clones know what it knows.
#[derive(Clone, Default)]
pub struct Redactor {
    state: Arc<Mutex<State>>,
}

/// What is known of secrets.
#[derive(Default)]
struct State {
    known: KnownSecrets,
    /// Whether a secret is known that a person gave or the agent typed, and that may stand anywhere.
    given: bool,
    /// The codes by their number, from 1; nothing for one whose value an earlier run knew.
    codes: Vec<Option<String>>,
    /// The apps that showed codes.
    seen_in: BTreeSet<String>,
    /// Where secrets stand.
    locations: Vec<SecretLocation>,
    /// Whether something is being typed into the last of them.
    typing: bool,
    /// What of the last whole screen was painted over.
    painted: Vec<Bounds>,
    /// Whether locations or codes changed since they were last written down.
    unwritten: bool,
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let state = self.state();
        write!(f, "Redactor({} codes, {} places)", state.codes.len(), state.locations.len())
    }
}

impl State {
    /// The text without secrets; nothing where it has none.
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

    /// The handle of a code, which is known from now on.
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
        // A code that could be a year would take every year with it.
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

    /// From now on this is masked.
    pub fn add(&self, secret: &Secret) {
        let mut state = self.state();
        if !secret.0.trim().is_empty() {
            state.known.add(&secret.0, MASK, false);
            state.given = true;
        }
    }

    /// A handle for a secret that could not be typed yet, by which it can be.
    pub(crate) fn handle_of(&self, secret: &Secret) -> String {
        self.state().handle(&secret.0)
    }

    /// The text without secrets.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.state().mask(text, Expected::None).map_or(Cow::Borrowed(text), Cow::Owned)
    }

    /// The same for a text that is ours.
    pub fn owned(&self, text: String) -> String {
        match self.text(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(masked) => masked,
        }
    }

    /// The same for what stands where a code is to be expected: a bare number is one.
    pub(crate) fn expecting_code(&self, text: &str) -> String {
        self.state().mask(text, Expected::Code).unwrap_or_else(|| text.to_owned())
    }

    /// The answer to a question. One that asks for a code or a password is answered with a secret: it becomes a
    /// handle.
    pub(crate) fn answer(&self, question: &str, answer: String) -> String {
        // A secret is a word or a few; what is longer talks about it.
        const LONGEST: usize = 64;
        let said = answer.trim();
        if said.is_empty() || said.len() > LONGEST || has_handle(said) || !words::names_a_code(question) {
            return self.owned(answer);
        }
        let masked = self.expecting_code(said);
        if masked != said {
            return masked;
        }
        // `no`, `I do not have one`: not every answer is what was asked for.
        let is_word = !said.contains(char::is_whitespace) && said.chars().any(|letter| !letter.is_alphabetic());
        if is_word { self.state().handle(said) } else { answer }
    }

    /// Every text inside a JSON value.
    pub fn value(&self, value: &mut serde_json::Value) {
        match value {
            serde_json::Value::String(text) => *text = self.owned(std::mem::take(text)),
            serde_json::Value::Array(items) => items.iter_mut().for_each(|item| self.value(item)),
            serde_json::Value::Object(fields) => fields.values_mut().for_each(|field| self.value(field)),
            serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {}
        }
    }

    /// The text with the codes that its handles stand for, to be typed into the phone and nothing else; or the handle
    /// whose code nobody knows.
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

    /// The last words of a task with the codes in them, where its goal was to have them read out.
    pub(crate) fn read_out(&self, goal: &str, message: &str) -> Option<String> {
        if !read_out::asks_for_code(goal) || !has_handle(message) {
            return None;
        }
        // Everything else that is secret stays so; what it then does not know is left as a handle.
        let masked = self.text(message).into_owned();
        self.reveal(&masked).ok().map(|secret| secret.0)
    }

    /// A screen as it may be shown.
    pub(crate) fn cover(&self, tree: Tree, front: Option<&Foreground>, screen: (u32, u32)) -> Covered {
        self.state().cover(tree, front, screen)
    }

    /// Whether a picture without elements may show a secret that nobody could find in it.
    pub fn must_withhold(&self, front: Option<&Foreground>) -> bool {
        let state = self.state();
        let code = front.map_or(!state.seen_in.is_empty(), |front| state.seen_in.contains(&front.package));
        state.given
            || code
            || state.locations.iter().any(|location| !location.gone && location.is_in_front(front, None))
    }

    /// Whether a field may hold a secret whose value nobody knows any more.
    pub(crate) fn has_unknown(&self) -> bool {
        self.state().locations.iter().any(|location| !location.known && !location.gone)
    }

    /// A secret is about to be typed here.
    pub(crate) fn hide(&self, location: SecretLocation) {
        let mut state = self.state();
        secret_location::remember(&mut state.locations, location);
        (state.typing, state.unwritten) = (true, true);
    }

    /// Nothing is being typed any more.
    pub(crate) fn typed(&self) {
        self.state().typing = false;
    }

    /// What has to be written down of secrets, if that has changed.
    pub(crate) fn take_unwritten(&self) -> Option<Hidden> {
        let mut state = self.state();
        let hidden = || Hidden { places: state.locations.clone(), codes: state.codes.len() };
        let hidden = state.unwritten.then(hidden);
        state.unwritten = false;
        hidden
    }

    /// What an earlier run wrote down.
    pub(crate) fn restore(&self, hidden: &Hidden) {
        let mut state = self.state();
        let unknown = |location: &SecretLocation| SecretLocation { known: false, before: None, ..location.clone() };
        state.locations = hidden.places.iter().map(unknown).collect();
        state.codes = vec![None; hidden.codes.min(MOST_CODES)];
    }
}

/// Whether a text has the handle of a code in it.
pub(crate) fn has_handle(text: &str) -> bool {
    next_handle(text).is_some()
}

/// The next handle of a text: where it begins and ends, and its number.
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

/// The text without the value. A value of less than four letters is masked only where it stands alone: a
/// secret `7` would otherwise make every text unreadable, and be guessed from that.
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
