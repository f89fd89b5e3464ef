//! Inspects the focused field before and after typing, to verify that the text arrived.

use std::time::Duration;

use super::{TypeError, Typist};
use crate::DeviceError;
use crate::settle::pause;
use crate::tree::{Role, Tree};
use crate::wire::{Connect, Limit, WireError};

/// Whether the field was seen to contain the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Checked {
    /// It was.
    Yes,
    /// It could not be verified.
    No(Unchecked),
}

/// The reason why a field could not be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unchecked {
    /// The phone gives no UI tree.
    NoTree,
    /// No field in the tree has the focus.
    NoField,
    /// It shows bullets.
    Password,
    /// It showed the same text before.
    SameAsBefore,
    /// Verification is switched off.
    NotWanted,
}

impl Unchecked {
    /// Returns the reason for people.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoTree => "the phone provides no UI tree",
            Self::NoField => "no field of the UI tree has the focus",
            Self::Password => "a password field shows bullets only",
            Self::SameAsBefore => "the field showed the same text before",
            Self::NotWanted => "checking is switched off",
        }
    }
}

/// The content of the focused field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// This text, or its hint if it is empty: the tree does not distinguish them.
    Holds(String),
    /// The content is unknown.
    Unknown(Unchecked),
}

/// Whether a text arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Arrived {
    /// It did.
    Yes,
    /// The field is unchanged.
    Nothing,
    /// The field contains something else.
    Wrong(String),
    /// It could not be verified.
    Unknown(Unchecked),
}

/// The pauses between looks: a tree may lag behind the typing.
const PAUSES: [Duration; 4] =
    [Duration::ZERO, Duration::from_millis(100), Duration::from_millis(250), Duration::from_millis(500)];

impl<C: Connect> Typist<'_, C> {
    /// Inspects the field. Only a lost wire is an error.
    pub(super) async fn look(&self) -> Result<Field, DeviceError> {
        if !self.verify {
            return Ok(Field::Unknown(Unchecked::NotWanted));
        }
        match self.dumper.fetch(self.phone, self.clock).await {
            Ok(tree) => Ok(focused(&tree)),
            Err(error @ DeviceError::Wire(WireError::Dropped(_) | WireError::Unreachable(_))) => Err(error),
            Err(_) => Ok(Field::Unknown(Unchecked::NoTree)),
        }
    }

    /// Refuses if there is certainly nothing to type into: no field of the tree has the focus and no keyboard is up. A
    /// game or a canvas has fields that no tree shows, but it brings up the keyboard for them.
    pub(super) async fn has_a_place(&self, before: &Field) -> Result<(), DeviceError> {
        if *before != Field::Unknown(Unchecked::NoField) {
            return Ok(());
        }
        let said = self.phone.query_unchecked("dumpsys input_method", Limit::SHORT).await?.text();
        match said.contains("mInputShown=false") && !said.contains("mInputShown=true") {
            true => Err(TypeError::NoField.into()),
            false => Ok(()),
        }
    }

    /// Inspects the field until the text is there, or for as long as a tree may lag.
    pub(super) async fn arrived(&self, before: &Field, text: &str) -> Result<Arrived, DeviceError> {
        let before = match before {
            Field::Holds(before) => before,
            Field::Unknown(why) => return Ok(Arrived::Unknown(*why)),
        };
        let mut arrived = Arrived::Nothing;
        for delay in PAUSES {
            pause(delay).await;
            arrived = match self.look().await {
                Ok(Field::Holds(after)) => judge(before, text, &after),
                Ok(Field::Unknown(why)) => Arrived::Unknown(why),
                // The text was sent and acknowledged; only the check failed.
                Err(_) => Arrived::Unknown(Unchecked::NoTree),
            };
            if matches!(arrived, Arrived::Yes | Arrived::Unknown(_)) {
                break;
            }
        }
        Ok(arrived)
    }
}

/// Returns the focused field.
pub(super) fn focused(tree: &Tree) -> Field {
    let fields = || tree.nodes.iter().filter(|node| node.state.focused);
    match fields().find(|node| node.role() == Role::Field) {
        None => Field::Unknown(Unchecked::NoField),
        Some(field) if field.state.password => Field::Unknown(Unchecked::Password),
        Some(field) => Field::Holds(field.text.clone()),
    }
}

/// Whether inserting `text` into `before`, over a selection or over a hint, gives `after`.
fn judge(before: &str, text: &str, after: &str) -> Arrived {
    let (before, text, after) = (dumped(before), dumped(text), dumped(after));
    if after == before {
        return if after == text { Arrived::Unknown(Unchecked::SameAsBefore) } else { Arrived::Nothing };
    }
    let fits = |(at, _): (usize, &str)| {
        let (head, tail) = (&after[..at], &after[at + text.len()..]);
        head.len() + tail.len() <= before.len() && before.starts_with(head) && before.ends_with(tail)
    };
    if after.match_indices(text.as_str()).any(fits) { Arrived::Yes } else { Arrived::Wrong(after) }
}

/// Returns a text as in a dump: `AccessibilityNodeInfoDumper` writes a dot for characters that XML cannot contain.
fn dumped(text: &str) -> String {
    let hidden = |c: char| {
        matches!(c, '\u{1}'..='\u{8}' | '\u{b}'..='\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{84}'
            | '\u{86}'..='\u{9f}' | '\u{fdd0}'..='\u{fddf}' | '\u{fffe}'..='\u{ffff}' | '\0')
    };
    text.chars().map(|c| if hidden(c) { '.' } else { c }).collect()
}

/// Shortens a field's text for an error.
pub(super) fn shown(text: &str) -> String {
    const SHOWN: usize = 200;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_arrived_if_it_explains_what_the_field_holds() {
        let wrong = |holds: &str| Arrived::Wrong(holds.to_owned());
        let rows = [
            ("", "abc", "abc", Arrived::Yes),
            ("Search", "abc", "abc", Arrived::Yes),
            ("hello ", "abc", "hello abc", Arrived::Yes),
            ("hello", "abc", "heabcllo", Arrived::Yes),
            ("hello", "abc", "habco", Arrived::Yes),
            ("", "abc", "ab", wrong("ab")),
            ("", "abc", "Abc", wrong("Abc")),
            ("x", "abc", "abcy", wrong("abcy")),
            ("Search", "abc", "Search", Arrived::Nothing),
            ("abc", "abc", "abc", Arrived::Unknown(Unchecked::SameAsBefore)),
            ("abc", "abc", "abcabc", Arrived::Yes),
            ("aa", "aa", "aaaa", Arrived::Yes),
            ("", "a\u{7f}b", "a.b", Arrived::Yes),
            ("", "e\u{301}👩\u{200d}💻", "e\u{301}👩\u{200d}💻", Arrived::Yes),
        ];
        for (before, text, after, expected) in rows {
            assert_eq!(judge(before, text, after), expected, "{before} + {text} = {after}");
        }
    }

    proptest! {
        #[test]
        fn a_text_put_anywhere_arrived(head in "\\PC{0,8}", tail in "\\PC{0,8}", text in "\\PC{1,12}") {
            let before = format!("{head}{tail}");
            let arrived = judge(&before, &text, &format!("{head}{text}{tail}"));
            prop_assert!(arrived == Arrived::Yes, "{arrived:?}");
        }
    }
}
