//! The last stage: it alone holds the half of the phone that acts, and it takes nothing but what is on record.

use std::sync::Arc;
use std::time::Duration;

use action::phone::{AgentAction, McpCall, RunScript};
use device::{Acted, Actuator, DeviceError};

use super::judged::{Judged, JudgedAgain};
use super::recorded::Recorded;
use crate::context::Context;
use crate::deadline::{End, Halt, boxed};
use crate::effect::Effect;
use crate::scripts::{ScriptError, ScriptOutput, Scripts};
use crate::tools::{ToolError, Tools};

/// How long an action under way may go on when the task is stopped.
const GRACE: Duration = Duration::from_secs(2);

/// What everything leaves the process by.
pub struct Sender {
    actuator: Arc<dyn Actuator>,
    tools: Arc<dyn Tools>,
    scripts: Arc<dyn Scripts>,
}

/// An action that has left the process, and what came back of it.
///
/// It is made in this file alone. Its effect is written by [`Sent::close`], which uses it up.
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
    /// The phone answered, and meanwhile the task is over.
    AnsweredLast(Result<Acted, DeviceError>, End),
    /// The task is over, and nobody knows what became of it.
    Unknown(End),
    /// It was no action on the phone: whoever carried it out has its result.
    Elsewhere,
}

impl Sender {
    pub(crate) fn new(actuator: Arc<dyn Actuator>, tools: Arc<dyn Tools>, scripts: Arc<dyn Scripts>) -> Self {
        Self { actuator, tools, scripts }
    }

    /// Sends an action to the phone, once. When the task is over meanwhile, it is given a moment to end.
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

    /// Puts a file on the phone, once. Nothing where the task was over first.
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

    /// Calls a tool, once. Nothing where it took too long, or the task was over first.
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

    /// Runs a script, once. Nothing where it took too long, or the task was over first.
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

    /// Why no script can be run, if so.
    pub(super) fn no_scripts(&self) -> Option<String> {
        self.scripts.unavailable()
    }

    /// Gives the phone's person back what was borrowed of them.
    pub(crate) async fn release(&self) -> Result<(), DeviceError> {
        self.actuator.release().await
    }
}

impl Sent {
    /// The action.
    pub fn action(&self) -> &AgentAction {
        self.recorded.action()
    }

    /// What came back.
    pub(super) fn reply(&self) -> &Reply {
        &self.reply
    }

    /// What it was judged by.
    pub(super) fn judged(&self) -> &Judged {
        self.recorded.judged()
    }

    /// The same intent once more, for what did not arrive: only with a judgement of the screen as it is now.
    pub(super) fn again(self, judged: JudgedAgain) -> Recorded {
        self.recorded.again(judged)
    }

    /// Writes what became of it.
    pub(super) async fn close(
        self,
        effect: &Effect,
        acted: Option<serde_json::Value>,
        context: &mut Context,
    ) -> Result<(), Halt> {
        context.write_effect(Some(self.recorded.number()), self.recorded.action(), effect, acted).await
    }
}
