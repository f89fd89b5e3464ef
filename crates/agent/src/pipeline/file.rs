//! Puts files on the phone for an action: files from a person, and files that a script left.

use device::{DeviceError, Next};

use super::Pipeline;
use super::judged::{Judged, Passage};
use super::observed::Observed;
use super::recorded::Recorded;
use crate::context::{Context, is_lost};
use crate::deadline::{Halt, boxed};
use crate::effect::{Effect, EffectTrace, FailureReason};
use crate::journal::RetryOf;
use action::phone::AgentAction;

/// The path of a pushed file, or why it failed.
pub(super) type Pushed = Result<String, (FailureReason, String)>;

impl Pipeline {
    /// Puts a file on the phone on behalf of an action, with retries. Like every action it is recorded before and
    /// after, even if the task is paused or stopped in between.
    pub(super) async fn push_file(
        &mut self,
        action: &AgentAction,
        (name, bytes): (&str, &[u8]),
        context: &mut Context,
    ) -> Result<Pushed, Halt> {
        let observed = Observed::of(action.clone(), context).await?;
        // The action itself was allowed, and the file is its result.
        let judged = match self.gate.judge_given(observed, "rule", context).await? {
            Passage::Open(judged) => *judged,
            Passage::Shut(why) | Passage::Handed(why) => return Ok(Err((FailureReason::Refused, why))),
        };
        self.push_judged(judged, (name, bytes), context).await
    }

    async fn push_judged(
        &mut self,
        judged: Judged,
        (name, bytes): (&str, &[u8]),
        context: &mut Context,
    ) -> Result<Pushed, Halt> {
        let mut recorded = Recorded::write_file(judged, name, context).await?;
        let mut failed = 0;
        loop {
            let (sent, pushed) = self.sender.push_file(recorded, (name, bytes), context).await;
            let error = match pushed {
                Ok(Ok(path)) => {
                    sent.close(&Effect::NONE, EffectTrace::default(), context).await?;
                    // Its content is unread, so running it requires approval.
                    context.trail.wrote(vec![path.clone()]);
                    return Ok(Ok(path));
                }
                Ok(Err(error)) => error,
                Err(end) => {
                    let why = format!("the task was stopped while the file `{name}` was being sent");
                    sent.close(&Effect::failed(FailureReason::MaybeSent, why), EffectTrace::default(), context).await?;
                    return Err(end.into());
                }
            };
            let again = error.next() == Next::Retry && failed < context.settings.max_retries;
            failed += 1;
            let waited = if again { boxed(wait_for(&error, failed, context)).await } else { Ok(()) };
            let judged = match waited {
                Ok(()) if again => self.gate.judge_again(sent.judged(), context).await,
                Ok(()) => Ok(None),
                Err(halt) => Err(halt),
            };
            match judged {
                Ok(Some(judged)) => recorded = sent.again(judged),
                Ok(None) => {
                    let reason = FailureReason::from(&error);
                    sent.close(&Effect::failed(reason, error.to_string()), EffectTrace::default(), context).await?;
                    return Ok(Err((reason, error.to_string())));
                }
                Err(halt) => {
                    #[cfg(test)]
                    if super::mutation::is(super::mutation::Mutation::LosesPushEffect) {
                        return Err(halt);
                    }
                    let why = format!("the task was halted before the file `{name}` was on the phone: {error}");
                    sent.close(&Effect::failed(FailureReason::Stopped, why), EffectTrace::default(), context).await?;
                    return Err(halt);
                }
            }
        }
    }
}

async fn wait_for(error: &DeviceError, failed: u32, context: &mut Context) -> Result<(), Halt> {
    if is_lost(error) {
        return boxed(context.reconnect(error.clone())).await;
    }
    context.pause_before_retry(RetryOf::Action, failed, &error.to_string()).await
}
