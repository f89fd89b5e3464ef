//! Separates the parts that only people see: questions and narration of tasks, because both reveal a person's requests.
//! Agents see the rest.

use super::{Change, HistoryEntry, HistoryKind, SafeState};

/// The name under which tasks are narrated. No agent's credential can have it.
pub const NARRATOR: &str = "fingertip";

/// The audience of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// People, on their pages, and the owner.
    People,
    /// Agents.
    Agents,
}

impl Audience {
    /// Returns whether this audience sees what this sender shows.
    pub fn sees(self, from: &str) -> bool {
        self == Self::People || from != NARRATOR
    }

    /// Returns whether this audience sees questions to people.
    pub fn sees_questions(self) -> bool {
        self == Self::People
    }

    /// Returns whether this audience sees an entry of the history. One of a question says what was asked.
    pub(crate) fn sees_entry(self, entry: &HistoryEntry) -> bool {
        self.sees(&entry.from) && (entry.kind != HistoryKind::Question || self.sees_questions())
    }

    /// Returns whether this audience sees a change.
    pub(crate) fn sees_change(self, change: &Change) -> bool {
        match change {
            Change::Question { .. } | Change::QuestionGone { .. } => self.sees_questions(),
            Change::Notification { notification } => self.sees(&notification.from),
            Change::Toast { toast } => self.sees(&toast.from),
            Change::History { entry } => self.sees_entry(entry),
            _ => true,
        }
    }

    /// Removes from a snapshot what this audience must not see.
    pub(crate) fn redact(self, state: &mut SafeState) {
        if self == Self::People {
            return;
        }
        state.questions.clear();
        state.notifications.retain(|_, one| self.sees(&one.from));
        state.toasts.retain(|_, one| self.sees(&one.from));
        state.history.retain(|entry| self.sees_entry(entry));
    }
}
