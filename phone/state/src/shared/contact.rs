//! A contact, and the labels of its phone numbers. [`AddressBook`](super::AddressBook) holds the contacts.

use serde::{Deserialize, Serialize};

/// A contact.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Contact {
    /// `_id`
    pub id: i64,
    /// The display name.
    pub name: String,
    /// The phone numbers, main number first.
    pub numbers: Vec<String>,
    /// The labels of the numbers (`Home`, `Work`), in the same order; a missing one means mobile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// The e-mail addresses.
    pub emails: Vec<String>,
    /// Whether the contact is a favourite.
    pub starred: bool,
    /// The time of the last call or message, in milliseconds since 1970; 0 for never.
    pub last_contacted: i64,
    /// How often the contact was called or written to.
    pub times_contacted: u32,
}

/// The labels of phone numbers, with Android's constants (`CommonDataKinds.Phone.TYPE_…`).
pub const PHONE_LABELS: &[(&str, i64)] = &[
    ("Mobile", 2),
    ("Home", 1),
    ("Work", 3),
    ("Main", 12),
    ("Work fax", 4),
    ("Home fax", 5),
    ("Pager", 6),
    ("Other", 7),
];

impl Contact {
    /// Returns the label of the number at an index.
    pub fn label(&self, place: usize) -> &str {
        self.labels.get(place).map_or("Mobile", String::as_str)
    }

    /// Sets the label of the number at an index.
    pub fn set_label(&mut self, place: usize, label: &str) {
        if label == self.label(place) || place >= self.numbers.len() {
            return;
        }
        self.labels.resize(self.labels.len().max(place + 1), "Mobile".to_owned());
        if let Some(known) = self.labels.get_mut(place) {
            label.clone_into(known);
        }
    }
}

/// Returns Android's constant for a label; 0 for custom labels.
pub fn phone_type(label: &str) -> i64 {
    PHONE_LABELS.iter().find(|(known, _)| *known == label).map_or(0, |(_, number)| *number)
}

/// Returns the label for Android's constant and its custom text.
pub fn phone_label(number: i64, word: &str) -> String {
    let known = PHONE_LABELS.iter().find(|(_, known)| *known == number).map(|(label, _)| *label);
    known.unwrap_or(if number == 0 && !word.is_empty() { word } else { "Other" }).to_owned()
}

/// Returns the digits of a number.
pub fn digits(number: &str) -> String {
    number.chars().filter(char::is_ascii_digit).collect()
}
