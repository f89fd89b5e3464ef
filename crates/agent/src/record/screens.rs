//! Which screen belongs to which step: the one that the mind saw before it acted (E6).
//!
//! The journal lists observations, decisions and actions in order. An observation that follows an action carries the
//! number of that action's step, but it is what the mind sees in the *next* step. The trajectory and everybody who shows
//! a task ask here, so that all of them show the same pictures.

use crate::journal::{JournalEntry, ObservationEntry, Screenshot};

/// A screen on record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenScreen {
    /// The picture; nothing where the screen is protected or the picture was withheld.
    pub screenshot: Option<Screenshot>,
    /// Why there is none.
    pub withheld: Option<String>,
    /// The package in front.
    pub app: Option<String>,
}

impl From<&ObservationEntry> for SeenScreen {
    fn from(seen: &ObservationEntry) -> Self {
        Self { screenshot: seen.screenshot.clone(), withheld: seen.withheld.clone(), app: seen.app.clone() }
    }
}

/// Follows a journal and knows what the mind saw in the step under way.
#[derive(Debug, Default)]
pub struct StepScreens {
    step: u32,
    /// The last observation.
    last: Option<SeenScreen>,
    /// The one that the mind decided on; nothing before it decided.
    decided: Option<SeenScreen>,
}

impl StepScreens {
    /// Takes in the next entry of the journal.
    pub fn read(&mut self, entry: &JournalEntry) {
        // A run that resumes goes on with the step that it finds.
        if matches!(entry, JournalEntry::Started(_) | JournalEntry::Ended(_)) {
            return;
        }
        let step = entry.mark().step;
        if step != self.step {
            (self.step, self.decided) = (step, None);
        }
        match entry {
            JournalEntry::Observation(seen) => self.last = Some(seen.into()),
            // The last prediction of a step is the one that is carried out.
            JournalEntry::Prediction(said) => self.decided = self.shown(said.screenshot),
            // Not every mind writes down what it decided: then its first action tells when.
            JournalEntry::Gate(_)
            | JournalEntry::Question(_)
            | JournalEntry::Intent(_)
            | JournalEntry::Effect(_)
            | JournalEntry::ToolResult(_) => {
                if self.decided.is_none() {
                    self.decided.clone_from(&self.last);
                }
            }
            JournalEntry::Started(_)
            | JournalEntry::Hidden(_)
            | JournalEntry::Note(_)
            | JournalEntry::Plan(_)
            | JournalEntry::PlanStep(_)
            | JournalEntry::StepResult(_)
            | JournalEntry::Retry(_)
            | JournalEntry::Paused(_)
            | JournalEntry::Continued(_)
            | JournalEntry::Ended(_) => {}
        }
    }

    /// Returns what the mind saw in the step under way, before it acted.
    pub fn before(&self) -> Option<&SeenScreen> {
        self.decided.as_ref().or(self.last.as_ref())
    }

    /// Returns the last screen on record: after the last action, the one that the summary shows.
    pub fn last(&self) -> Option<&SeenScreen> {
        self.last.as_ref()
    }

    /// The screen with the picture of this number; the last one where the mind names none.
    fn shown(&self, number: Option<u64>) -> Option<SeenScreen> {
        let last = self.last.clone();
        let Some(number) = number else { return last };
        let of_last = last.as_ref().and_then(|last| last.screenshot.as_ref()).map(|picture| picture.number);
        if of_last == Some(number) {
            return last;
        }
        let picture = Screenshot { number, width: 0, height: 0, png: bytes::Bytes::new() };
        Some(SeenScreen { screenshot: Some(picture), withheld: None, app: last.and_then(|last| last.app) })
    }
}
