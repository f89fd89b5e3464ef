//! The last stage: it alone holds the half of the phone that acts, and it accepts only recorded actions.

use std::sync::Arc;
use std::time::Duration;

use action::phone::{AgentAction, McpCall, RunScript};
use device::{Acted, Actuator, DeviceError};

use super::judged::{Judged, JudgedAgain};
use super::recorded::Recorded;
use crate::context::Context;
use crate::deadline::{End, Halt, boxed};
use crate::effect::{Effect, EffectTrace};
use crate::scripts::{ScriptError, ScriptOutput, Scripts};
use crate::tools::{ToolError, Tools};

/// How long a running action may continue when the task is stopped.
const GRACE: Duration = Duration::from_secs(2);

/// The only exit from the process to the phone, tools and scripts.
pub struct Sender {
    actuator: Arc<dyn Actuator>,
    tools: Arc<dyn Tools>,
    scripts: Arc<dyn Scripts>,
}

/// An action that has left the process, and its reply.
///
/// Only this file creates it. [`Sent::close`] records its effect and consumes it.
#[derive(Debug)]
#[must_use = "its effect has to be written"]
pub struct Sent {
    recorded: Recorded,
    reply: Reply,
}

/// How sending ended.
#[derive(Clone, Debug)]
pub(super) enum Reply {
    /// The phone answered.
    Answered(Result<Acted, DeviceError>),
    /// The phone answered, and the task has ended meanwhile.
    AnsweredLast(Result<Acted, DeviceError>, End),
    /// The task has ended, and the result is unknown.
    Unknown(End),
    /// Not an action on the phone: its executor has the result.
    Elsewhere,
}

impl Sender {
    pub(crate) fn new(actuator: Arc<dyn Actuator>, tools: Arc<dyn Tools>, scripts: Arc<dyn Scripts>) -> Self {
        Self { actuator, tools, scripts }
    }

    /// Sends an action to the phone, once. If the task ends meanwhile, the action gets a moment to finish.
    pub async fn act(&self, recorded: Recorded, context: &mut Context) -> Sent {
        let reply = {
            let action = context.revealed(recorded.action());
            let mut sending = self.actuator.act(&action);
            let deadline = &context.deadline;
            let end = tokio::select! {
                biased;
                answer = &mut sending => Err(answer),
                end = deadline.over() => Ok(end),
            };
            match end {
                Err(answer) => Reply::Answered(answer),
                Ok(end) => {
                    let until = deadline.clock.now().saturating_add(GRACE);
                    tokio::select! {
                        biased;
                        answer = &mut sending => Reply::AnsweredLast(answer, end),
                        () = deadline.clock.sleep_until(until) => Reply::Unknown(end),
                    }
                }
            }
        };
        Sent { recorded, reply }
    }

    /// Puts a file on the phone, once. Returns `None` if the task ended first.
    pub(super) async fn push_file(
        &self,
        recorded: Recorded,
        (name, bytes): (&str, &[u8]),
        context: &mut Context,
    ) -> (Sent, Result<Result<String, DeviceError>, End>) {
        let modified = u32::try_from(context.deadline.clock.time().as_second()).unwrap_or_default();
        let pushed = tokio::select! {
            biased;
            end = context.deadline.over() => Err(end),
            pushed = self.actuator.push_file(name, bytes, modified) => Ok(pushed),
        };
        (Sent { recorded, reply: Reply::Elsewhere }, pushed)
    }

    /// Calls a tool, once. Returns `None` if it timed out or the task ended first.
    pub(super) async fn call_tool(
        &self,
        recorded: Recorded,
        call: &McpCall,
        most: Duration,
        context: &mut Context,
    ) -> (Sent, Result<Option<Result<String, ToolError>>, End>) {
        let called = context.deadline.finish_within(boxed(self.tools.call(&call.tool, &call.args, most)), most).await;
        (Sent { recorded, reply: Reply::Elsewhere }, called)
    }

    /// Runs a script, once. Returns `None` if it timed out or the task ended first.
    pub(super) async fn run_script(
        &self,
        recorded: Recorded,
        script: &RunScript,
        most: Duration,
        context: &mut Context,
    ) -> (Sent, Result<Option<Result<ScriptOutput, ScriptError>>, End>) {
        let ran = context.deadline.finish_within(boxed(self.scripts.run(&script.script, most)), most).await;
        (Sent { recorded, reply: Reply::Elsewhere }, ran)
    }

    /// Why scripts are unavailable, if they are.
    pub(super) fn no_scripts(&self) -> Option<String> {
        self.scripts.unavailable()
    }

    /// Returns everything borrowed from the phone's owner.
    pub(crate) async fn release(&self) -> Result<(), DeviceError> {
        self.actuator.release().await
    }
}

impl Sent {
    /// The action.
    pub fn action(&self) -> &AgentAction {
        self.recorded.action()
    }

    /// The reply.
    pub(super) fn reply(&self) -> &Reply {
        &self.reply
    }

    /// The judgement.
    pub(super) fn judged(&self) -> &Judged {
        self.recorded.judged()
    }

    /// The same intent again, for an action that did not arrive; requires a new judgement on the current screen.
    pub(super) fn again(self, judged: JudgedAgain) -> Recorded {
        self.recorded.again(judged)
    }

    /// Records its effect.
    pub(super) async fn close(self, effect: &Effect, trace: EffectTrace, context: &mut Context) -> Result<(), Halt> {
        context.write_effect(Some(self.recorded.number()), self.recorded.action(), effect, trace).await
    }
}
