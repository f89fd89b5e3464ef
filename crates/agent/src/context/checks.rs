//! The evidence that is recorded with a plan's step: the result of a check of the phone's own state. Bounded, and
//! masked before it is cut. For people's addresses and messages only the number of rows is kept: a list of all contacts
//! is not evidence, and it is other people's data.

use device::Reading;

use crate::journal::Checked;
use crate::redact::Redactor;

/// How many answers of a check are kept; the oldest are dropped first.
const MOST_CHECKED: usize = 8;
/// The longest question and answer that are kept, in bytes.
const LONGEST_CHECKED: usize = 300;
/// How much of them is masked first: more than the longest secret that a person types.
const LONGEST_MASKED: usize = 16 << 10;

/// The providers whose rows are not kept.
const PRIVATE: [&str; 5] =
    ["content://com.android.contacts", "content://sms", "content://mms", "content://mms-sms", "content://call_log"];

/// Whether the answer is about other people.
fn is_private(reading: &Reading<'_>) -> bool {
    let Reading::Rows { uri, .. } = reading else { return false };
    PRIVATE.iter().any(|private| uri.strip_prefix(private).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// The result of the last check of the phone's state.
#[derive(Debug, Default)]
pub(super) struct Checks {
    /// Whether a check is under way.
    running: bool,
    heard: Vec<Checked>,
}

impl Checks {
    /// Begins a check: later readings are evidence.
    pub(super) fn begin(&mut self) {
        *self = Self { running: true, heard: Vec::new() };
    }

    /// Ends the check.
    pub(super) fn end(&mut self) {
        self.running = false;
    }

    /// Takes the result of the last check.
    pub(super) fn take(&mut self) -> Vec<Checked> {
        std::mem::take(&mut self.heard)
    }

    /// Keeps an answer, if a check is under way.
    pub(super) fn heard(&mut self, reading: &Reading<'_>, said: &str, redactor: &Redactor) {
        if !self.running {
            return;
        }
        if self.heard.len() >= MOST_CHECKED {
            self.heard.remove(0);
        }
        // Masked before it is cut: nothing recognises half a secret. Of a long dump, a part is enough for that.
        let cut = |text: &str, most: usize| text.get(..text.floor_char_boundary(most)).unwrap_or_default().to_owned();
        let beginning = |text: &str| cut(&redactor.owned(cut(text, LONGEST_MASKED)), LONGEST_CHECKED);
        let said = match is_private(reading) {
            true => {
                let rows = said.lines().filter(|line| line.trim_start().starts_with("Row:")).count();
                format!("{rows} rows; their content is not kept")
            }
            false => beginning(said.trim()),
        };
        self.heard.push(Checked { asked: beginning(&reading.command()), said });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_messages_and_contacts_only_the_number_of_rows_is_kept() {
        let mut checks = Checks::default();
        let rows = |uri| Reading::Rows { uri, columns: &["_id", "body"], filter: None };
        checks.heard(&rows("content://sms"), "Row: 0 _id=1, body=before the check", &Redactor::default());
        checks.begin();
        checks.heard(
            &rows("content://sms/sent"),
            "Row: 0 _id=1, body=see you\nRow: 1 _id=2, body=bye",
            &Redactor::default(),
        );
        checks.heard(
            &rows("content://com.android.contacts/data/emails"),
            "Row: 0 _id=1, body=sam",
            &Redactor::default(),
        );
        checks.heard(
            &rows("content://com.android.calendar/events"),
            "Row: 0 _id=1, body=Dentist",
            &Redactor::default(),
        );
        checks.end();
        let said: Vec<String> = checks.take().into_iter().map(|one| one.said).collect();
        let kept = |count: u8| format!("{count} rows; their content is not kept");
        assert_eq!(said, [kept(2), kept(1), "Row: 0 _id=1, body=Dentist".to_owned()]);
    }
}
