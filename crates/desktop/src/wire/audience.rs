//! What of the desktop is for people alone: questions of tasks, and what is narrated of tasks, since both tell
//! what a person wants done. Agents see the rest.

use super::{Change, SafeState};

/// The name under which tasks are narrated. No agent's credential can have it.
pub const NARRATOR: &str = "fingertip";

/// Who reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// People, on their pages, and the owner.
    People,
    /// Agents.
    Agents,
}

impl Audience {
    /// Whether what this sender shows is for these readers.
    pub fn sees(self, from: &str) -> bool {
        self == Self::People || from != NARRATOR
    }

    /// Whether questions to people are.
    pub fn sees_questions(self) -> bool {
        self == Self::People
    }

    /// Whether a change is.
    pub(crate) fn sees_change(self, change: &Change) -> bool {
        match change {
            Change::Question { .. } | Change::QuestionGone { .. } => self.sees_questions(),
            Change::Notification { notification } => self.sees(&notification.from),
            Change::Toast { toast } => self.sees(&toast.from),
            Change::History { entry } => self.sees(&entry.from),
            _ => true,
        }
    }

    /// Takes out of a snapshot what these readers do not see.
    pub(crate) fn redact(self, state: &mut SafeState) {
        if self == Self::People {
            return;
        }
        state.questions.clear();
        state.notifications.retain(|_, one| self.sees(&one.from));
        state.toasts.retain(|_, one| self.sees(&one.from));
        state.history.retain(|entry| self.sees(&entry.from));
    }
}
