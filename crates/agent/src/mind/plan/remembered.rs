//! Memory of a dialogue between requests.

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
