//! What is remembered of a dialogue from one request to the next.

pub use planner::Memory as Remembered;

/// Where what is worth remembering of a dialogue is kept from one request to the next: "call her back" is about whom
/// the last one named.
pub trait Dialogues: Send + Sync {
    /// What was kept.
    fn recall(&self) -> Remembered;

    /// Keeps it. That it cannot be kept ends nothing.
    fn keep(&self, remembered: &Remembered);
}

/// Every request is the first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forgets;

impl Dialogues for Forgets {
    fn recall(&self) -> Remembered {
        Remembered::default()
    }

    fn keep(&self, _: &Remembered) {}
}
