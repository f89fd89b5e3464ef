//! Putting exactly a given text into the field that has the focus.
//!
//! Three ways, each in its file: `keys` for what a keyboard can type, `clipboard` where the phone has a
//! command for it, `keyboard` for phones with an ADB keyboard installed. What does not work is left for
//! the next one; what got half-way is an error. Whatever was borrowed of the person (their keyboard, their
//! clipboard) is owed until it is given back (`borrowed`), also when a call fails or is dropped half-way.

mod borrowed;
mod clear;
mod clipboard;
mod clipboard_command;
mod field;
mod keyboard;
mod keys;
mod strokes;

use crate::clock::Clock;
use crate::connection::Connection;
use crate::dump::Dumper;
use crate::wire::Connect;
use crate::{DeviceError, shell_command};

pub(crate) use self::borrowed::Borrowed;
use self::field::{Arrived, Field};
pub use self::field::{Checked, Unchecked};
pub use self::strokes::{Stroke, strokes};
pub use crate::type_error::{Method, TypeError};

/// A text that was entered.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Typed {
    /// How; nothing is needed for an empty text.
    #[serde(rename = "way")]
    pub method: Option<Method>,
    /// Whether the field was seen to hold it.
    pub checked: Checked,
    /// Whether the person's keyboard or clipboard could not be given back: the wire broke, and the next call
    /// tries again, or the phone refused.
    pub owes: bool,
}

/// How one way ended.
enum Attempt {
    /// Nothing was entered: the next way may be tried.
    Unavailable(String),
    /// It stopped half-way, or nobody knows where.
    Failed(DeviceError),
}

impl From<DeviceError> for Attempt {
    fn from(error: DeviceError) -> Self {
        Self::Failed(error)
    }
}

/// What is remembered about a phone between texts.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) borrowed: Borrowed,
    clipboard: clipboard::Probe,
}

/// Types on one phone.
pub(crate) struct Typist<'d, C: Connect> {
    pub(crate) phone: &'d Connection<C>,
    pub(crate) dumper: &'d Dumper,
    pub(crate) clock: &'d dyn Clock,
    pub(crate) memory: &'d Memory,
    /// Whether the field is looked at before and after.
    pub(crate) verify: bool,
}

impl<C: Connect> Typist<'_, C> {
    /// Puts a text into the field that has the focus.
    pub(crate) async fn enter(&self, text: &str) -> Result<Typed, DeviceError> {
        if text.is_empty() {
            return Ok(Typed { method: None, checked: Checked::Yes, owes: false });
        }
        self.memory.borrowed.return_leftovers(self.phone).await?;
        let before = self.look().await?;
        self.has_a_place(&before).await?;
        let mut tried = Vec::new();
        for &method in order(text, &before) {
            let done = match method {
                Method::Keys => keys::enter(self, text, &before).await,
                Method::Clipboard => clipboard::enter(self, text).await,
                Method::Keyboard => keyboard::enter(self, text).await,
            };
            // Whatever happened, the person gets back what is theirs before anything else.
            let owes = self.memory.borrowed.return_all(self.phone).await.is_err();
            match done {
                Ok(()) => {}
                Err(Attempt::Unavailable(why)) => {
                    tried.push((method, why));
                    continue;
                }
                Err(Attempt::Failed(error)) => return Err(error),
            }
            match self.arrived(&before, text).await? {
                Arrived::Yes => return Ok(Typed { method: Some(method), checked: Checked::Yes, owes }),
                Arrived::Unknown(why) => return Ok(Typed { method: Some(method), checked: Checked::No(why), owes }),
                Arrived::Nothing => tried.push((method, "nothing arrived in the field".to_owned())),
                Arrived::Wrong(holds) => return Err(TypeError::Mismatch { method, holds: field::shown(&holds) }.into()),
            }
        }
        Err(TypeError::NoMethod(tried).into())
    }
}

/// Which ways are tried, in their order.
fn order(text: &str, before: &Field) -> &'static [Method] {
    use Method::{Clipboard, Keyboard, Keys};
    let typeable = strokes(text).is_some();
    // A keyboard's clipboard history keeps what was pasted: the last thing to do with a password.
    let secret = matches!(before, Field::Unknown(Unchecked::Password));
    match (typeable, text.contains('\n')) {
        (true, false) if secret => &[Keys, Keyboard, Clipboard],
        (true, false) => &[Keys, Clipboard, Keyboard],
        // Enter submits a field of one line.
        (true, true) => &[Clipboard, Keyboard, Keys],
        (false, _) if secret => &[Keyboard, Clipboard],
        (false, _) => &[Clipboard, Keyboard],
    }
}

/// A text in pieces of at most `most` bytes, cut between characters and not before one that joins the last.
fn pieces(text: &str, most: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while rest.len() > most {
        let fits = rest.floor_char_boundary(most);
        let joins = |at: usize| rest[at..].chars().next().is_some_and(is_joining) || rest[..at].ends_with('\u{200d}');
        let mut at = fits;
        while at > 0 && joins(at) {
            at = rest.floor_char_boundary(at - 1);
        }
        let (piece, after) = rest.split_at(if at == 0 { fits.max(1) } else { at });
        pieces.push(piece);
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}

/// Combining marks, joiners, variation selectors, skin tones.
fn is_joining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{200d}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Whether a text can stand in a command at all.
fn carried(text: &str) -> Result<(), Attempt> {
    match shell_command::sendable(text) {
        true => Ok(()),
        false => Err(Attempt::Unavailable("the text contains a NUL character".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn pieces_make_the_text(text in "(\\PC|e\u{301}|👨\u{200d}👩\u{200d}👧|🏽){0,60}", most in 4usize..40) {
            let pieces = pieces(&text, most);
            prop_assert_eq!(&pieces.concat(), &text);
            prop_assert!(pieces.iter().all(|piece| !piece.is_empty() && piece.len() <= most));
        }
    }
}
