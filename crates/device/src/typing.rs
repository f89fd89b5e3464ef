//! Puts exactly a given text into the focused field.
//!
//! There are three methods, each in its file: `keys` for text that a keyboard can type, `clipboard` if the phone has a
//! command for it, `keyboard` for phones with an ADB keyboard installed. If a method is unavailable, the next is tried;
//! one that stopped half-way is an error. Anything borrowed from the person (their keyboard, their clipboard) is owed
//! until it is returned (`borrowed`), also if a call fails or is dropped half-way.

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
    /// The method; absent for an empty text.
    #[serde(rename = "way")]
    pub method: Option<Method>,
    /// Whether the field was seen to contain it.
    pub checked: Checked,
    /// Whether the person's keyboard or clipboard could not be returned: the wire broke, and the next call tries again,
    /// or the phone refused.
    pub owes: bool,
}

/// The result of one method.
enum Attempt {
    /// Nothing was entered: the next method may be tried.
    Unavailable(String),
    /// It stopped half-way, or at an unknown point.
    Failed(DeviceError),
}

impl From<DeviceError> for Attempt {
    fn from(error: DeviceError) -> Self {
        Self::Failed(error)
    }
}

/// The facts about a phone that are remembered between texts.
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
    /// Whether the field is inspected before and after.
    pub(crate) verify: bool,
}

impl<C: Connect> Typist<'_, C> {
    /// Puts a text into the focused field.
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
            // In every case, the person's keyboard and clipboard are returned first.
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

/// Returns the methods to try, in order.
fn order(text: &str, before: &Field) -> &'static [Method] {
    use Method::{Clipboard, Keyboard, Keys};
    let typeable = strokes(text).is_some();
    // A keyboard's clipboard history keeps pasted text, so a password uses the clipboard last.
    let secret = matches!(before, Field::Unknown(Unchecked::Password));
    match (typeable, text.contains('\n')) {
        (true, false) if secret => &[Keys, Keyboard, Clipboard],
        (true, false) => &[Keys, Clipboard, Keyboard],
        // Enter submits a single-line field.
        (true, true) => &[Clipboard, Keyboard, Keys],
        (false, _) if secret => &[Keyboard, Clipboard],
        (false, _) => &[Clipboard, Keyboard],
    }
}

/// Splits a text into pieces of at most `most` bytes, between characters and never before one that joins the previous.
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

/// Whether a text can be part of a command at all.
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
