//! Assigns screens to steps: a step shows what the mind saw before it acted (E6).
//!
//! The journal lists observations, decisions and actions in order. An observation after an action carries the number of
//! that action's step, but the mind sees it in the *next* step. The trajectory and every view of a task use this
//! module, so all of them show the same pictures.

use crate::journal::{JournalEntry, ObservationEntry, Screenshot};

/// A screen on record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenScreen {
    /// The picture; `None` if the screen is protected or the picture was withheld.
    pub screenshot: Option<Screenshot>,
    /// Why there is no picture.
    pub withheld: Option<String>,
    /// The package in front.
    pub app: Option<String>,
    /// Its window.
    pub activity: Option<String>,
    /// Equal for screens that are built of the same parts; empty if that is unknown.
    pub layout: String,
    /// Whether a window that covers only part of the screen is in front.
    pub floating: bool,
    /// The number of its tree.
    pub tree: Option<u64>,
    /// Its size in pixels.
    pub size: Option<[u32; 2]>,
}

impl From<&ObservationEntry> for SeenScreen {
    fn from(seen: &ObservationEntry) -> Self {
        Self {
            screenshot: seen.screenshot.clone(),
            withheld: seen.withheld.clone(),
            app: seen.app.clone(),
            activity: seen.activity.clone(),
            layout: seen.layout.clone(),
            floating: seen.floating,
            tree: seen.tree.as_ref().map(|tree| tree.number),
            size: seen.screen,
        }
    }
}

/// Follows a journal and tracks the observation that the mind saw in the current step.
#[derive(Debug, Default)]
pub struct StepScreens {
    step: u32,
    /// The last observation.
    last: Option<SeenScreen>,
    /// The screen that the mind decided on; `None` before it decided.
    decided: Option<SeenScreen>,
}

impl StepScreens {
    /// Reads the next entry of the journal.
    pub fn read(&mut self, entry: &JournalEntry) {
        // A resumed run continues the step that it finds.
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
            // Not every mind records its decision: then its first action marks the time.
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

    /// Returns the observation that the mind saw in the current step, before it acted.
    pub fn before(&self) -> Option<&SeenScreen> {
        self.decided.as_ref().or(self.last.as_ref())
    }

    /// Returns the last screen on record: after the last action, the one that the summary shows.
    pub fn last(&self) -> Option<&SeenScreen> {
        self.last.as_ref()
    }

    /// The screen whose picture has this number; the last one if the mind names none.
    fn shown(&self, number: Option<u64>) -> Option<SeenScreen> {
        let last = self.last.clone();
        let Some(number) = number else { return last };
        let of_last = last.as_ref().and_then(|last| last.screenshot.as_ref()).map(|picture| picture.number);
        if of_last == Some(number) {
            return last;
        }
        let picture = Screenshot { number, width: 0, height: 0, png: bytes::Bytes::new() };
        let app = last.and_then(|last| last.app);
        Some(SeenScreen { screenshot: Some(picture), app, ..SeenScreen::default() })
    }
}
