//! The third stage: a judged action is on disk before it leaves the process.

use action::phone::AgentAction;

use super::judged::{Judged, JudgedAgain};
use crate::context::Context;
use crate::deadline::Halt;
use crate::identity::touched;
use crate::journal::{Intent, JournalEntry};

/// A judged action whose intent is on record. Only this file creates it, and sending consumes it.
#[derive(Debug)]
pub struct Recorded {
    judged: Judged,
    number: u64,
}

impl Recorded {
    /// Records the intent of an action.
    pub async fn write(judged: Judged, context: &mut Context) -> Result<Self, Halt> {
        Self::write_as(judged, None, context).await
    }

    /// Records the intent to put a file on the phone on behalf of an action.
    pub(super) async fn write_file(judged: Judged, file: &str, context: &mut Context) -> Result<Self, Halt> {
        Self::write_as(judged, Some(file.to_owned()), context).await
    }

    async fn write_as(judged: Judged, file: Option<String>, context: &mut Context) -> Result<Self, Halt> {
        context.meter.intents += 1;
        let number = context.meter.intents;
        let observed = judged.observed();
        let touched = observed
            .tree()
            .filter(|_| file.is_none())
            .map_or_else(Vec::new, |tree| touched(judged.action(), tree, observed.screen(), judged.target()));
        let intent = Intent {
            mark: context.mark(),
            number,
            action: judged.action().clone(),
            target: judged.target().cloned(),
            before: observed.fingerprint().to_owned(),
            outward: judged.is_outward() && file.is_none(),
            touched,
            screen: observed.place().cloned(),
            file,
        };
        context.write(JournalEntry::Intent(intent)).await?;
        Ok(Self { judged, number })
    }

    /// The same intent with a new judgement on the current screen, for an action that did not arrive.
    pub(super) fn again(self, judged: JudgedAgain) -> Self {
        Self { judged: judged.into_judged(), number: self.number }
    }

    /// The action.
    pub fn action(&self) -> &AgentAction {
        self.judged.action()
    }

    /// The number of its intent.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The judged action.
    pub(super) fn judged(&self) -> &Judged {
        &self.judged
    }
}
