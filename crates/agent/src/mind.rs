//! Who decides what comes next. The loop asks a [`Mind`] and carries out what it proposes; journal, gate,
//! redaction, budgets and resume do not know which mind it is.
//!
//! [`ModelMind`] asks a model. A plan, a replay or a test is another: one file, one `impl Mind`. A mind looks, asks
//! people and keeps its own memory through [`Hands`]; it never acts: what it wants done it returns.

mod model;

use action::phone::AgentAction;
use async_trait::async_trait;

pub use self::model::ModelMind;
use crate::deadline::Halt;
use crate::effect::Outcome;
use crate::hands::Hands;
use crate::resume::Resume;

/// One that says what comes next.
#[async_trait]
pub trait Mind: Send {
    /// What it is called in logs, journals and questions.
    fn name(&self) -> &str;

    /// The dialect it speaks, where it is a model.
    fn dialect(&self) -> Option<&str> {
        None
    }

    /// What an earlier run of the task left behind.
    fn resume(&mut self, before: &Resume) {
        let _ = before;
    }

    /// What comes next, given the present look of `hands`. Counts as one step. Where it is
    /// halted by a pause it is asked again afterwards, with a fresh look.
    async fn next(&mut self, hands: &mut Hands) -> Result<Proposal, Halt>;

    /// What became of the actions of its last proposal, as far as they were carried out.
    fn outcome(&mut self, outcomes: &[Outcome], hands: &Hands) {
        let _ = (outcomes, hands);
    }
}

/// What a mind wants done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proposal {
    /// Why, for whoever watches.
    pub thought: String,
    /// What to do, in order, to the first that fails; nothing where there is nothing that could be done.
    pub actions: Vec<AgentAction>,
}
