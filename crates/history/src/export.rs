//! Makes something else of a run: an animation, a script, a Maestro flow, a conversation for training. The JSON export is
//! the trajectory itself, which `agent::record` writes.
//!
//! Each kind is a file. All of them are made from the record alone, so what it hides stays hidden: an action that typed a
//! secret has only a mask, and no export pretends to know the value.

mod animation;
mod maestro;
mod script;
mod training;

pub use self::animation::animation;
pub use self::maestro::maestro;
pub use self::script::script;
pub use self::training::training;

/// Why a run cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The run has nothing of the kind that the export needs.
    #[error("the task has no {0} on record")]
    Nothing(&'static str),
    /// A picture cannot be read.
    #[error("picture {number} cannot be read: {problem}")]
    Picture {
        /// Its number.
        number: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// The animation cannot be written.
    #[error("the animation cannot be written: {0}")]
    Animation(String),
    /// A disk error.
    #[error("cannot read the record: {0}")]
    Disk(#[from] std::io::Error),
}

/// Whether a text holds a mask, so that the value is not on record.
fn is_masked(text: &str) -> bool {
    text.contains(agent::redact::MASK) || text.contains("[code")
}
