//! Memory of a dialogue between requests.

use planner::LastRequest;
pub use planner::Memory as Remembered;

/// Stores what a dialogue needs from one request to the next: "call her back" refers to the person that the last one
/// named.
pub trait Dialogues: Send + Sync {
    /// Returns the stored memory.
    fn recall(&self) -> Remembered;

    /// Stores it. A failure to store must not end anything.
    fn keep(&self, remembered: &Remembered);
}

/// Stores nothing: every request is the first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forgets;

impl Dialogues for Forgets {
    fn recall(&self) -> Remembered {
        Remembered::default()
    }

    fn keep(&self, _: &Remembered) {}
}

/// Forgets the last request on a phone, and how to undo it: somebody else acts there now.
pub fn forget_last(dialogues: &dyn Dialogues, phone: &str) {
    let mut remembered = dialogues.recall();
    if remembered.undo.contains_key(phone) || remembered.last.contains_key(phone) {
        remembered.can_undo(phone, Vec::new());
        remembered.was_asked(phone, LastRequest::default());
        dialogues.keep(&remembered);
    }
}

/// Forgets how to undo the last request on a phone: another one changes the phone now.
pub(super) fn forget_undo(dialogues: &dyn Dialogues, phone: &str) {
    let mut remembered = dialogues.recall();
    if remembered.undo.contains_key(phone) {
        remembered.can_undo(phone, Vec::new());
        dialogues.keep(&remembered);
    }
}
