//! Tools of other programs, and scripts on this machine. What they say is data for the mind. Each call is on
//! record before it is made: like an action on the phone it is never made twice blindly.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use action::phone::{AgentAction, McpCall, RunScript, limits};
use model::Source;

use super::Hands;
use crate::deadline::{Halt, boxed};
use crate::effect::{Effect, FailureReason};
use crate::event::Event;
use crate::tools::Need;

/// How many descriptions of tools are looked at in a task for words that address the agent.
const MOST_READ: usize = 4096;

impl Hands {
    pub(super) async fn call_tool(&mut self, action: &AgentAction, call: &McpCall) -> Result<Effect, Halt> {
        let most = limits::answer_timeout(call.timeout_sec);
        let tools = Arc::clone(&self.tools);
        self.used_tools.insert(call.tool.clone());
        let work = async {
            let called = tools.call(&call.tool, &call.args, most).await;
            called.map_err(|error| (FailureReason::Tool, error.to_string()))
        };
        self.call(action, &call.tool, most, work).await
    }

    pub(super) async fn run_script(&mut self, action: &AgentAction, script: &RunScript) -> Result<Effect, Halt> {
        let most = limits::script_timeout(script.timeout_sec);
        let scripts = Arc::clone(&self.scripts);
        let mut left = (Vec::new(), Vec::new());
        let work = async {
            let ran = scripts.run(&script.script, most).await;
            let output = ran.map_err(|error| (FailureReason::NotAvailable, error.to_string()))?;
            left = (output.for_phone, output.on_desktop);
            let mut text = output.stdout;
            if !output.stderr.is_empty() {
                text.push_str("\nstderr: ");
                text.push_str(&output.stderr);
            }
            match output.status {
                Some(0) => Ok(text),
                Some(status) => Err((FailureReason::Tool, format!("exit status {status}: {text}"))),
                None => Err((FailureReason::Tool, format!("killed: {text}"))),
            }
        };
        let effect = self.call(action, action.name(), most, work).await?;
        let (for_phone, on_desktop) = left;
        if effect.failure.is_some() {
            return Ok(effect);
        }
        for path in on_desktop {
            self.emit(Event::File { path });
        }
        for path in for_phone {
            let (name, read) = (file_name(&path), read(path).await);
            let came = match read {
                Ok(bytes) => boxed(self.push_file(action, &name, &bytes)).await?.map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            if let Ok(path) = &came {
                // Nobody has read what is in it, so running it is asked about.
                self.trail.wrote(vec![path.clone()]);
            }
            let said = came.map(|path| format!("`{name}` is on the phone: {path}"));
            let said = said.map_err(|error| format!("`{name}` could not be put on the phone: {error}"));
            self.report(action.name(), said, Source::Tool).await?;
        }
        Ok(effect)
    }

    async fn call(
        &mut self,
        action: &AgentAction,
        name: &str,
        most: Duration,
        work: impl Future<Output = Result<String, (FailureReason, String)>> + Send,
    ) -> Result<Effect, Halt> {
        let number = self.write_intent(action, None).await?;
        let came = self.deadline.finish_within(boxed(work), most).await;
        // It may have taken its time, or the phone.
        self.look = None;
        let came = match came {
            Ok(Some(came)) => came,
            Ok(None) => {
                let why = format!("`{name}` did not answer within {} s", most.as_secs_f64());
                tracing::warn!(step = self.step(), "{why}");
                Err((FailureReason::TimedOut, why))
            }
            Err(end) => {
                let why = "the task was stopped while this was under way: it may or may not have been carried out";
                let effect = Effect::failed(FailureReason::MaybeSent, why);
                self.write_effect(Some(number), action, &effect, None).await?;
                return Err(end.into());
            }
        };
        let (came, effect) = match came {
            Ok(text) => (Ok(text), Effect::NONE),
            Err((reason, why)) => (Err(why.clone()), Effect::failed(reason, why)),
        };
        self.write_effect(Some(number), action, &effect, None).await?;
        self.report(name, came, Source::Tool).await?;
        Ok(effect)
    }

    /// What is offered now. What its programs say of a tool is data: words in it that address the agent are told.
    pub(crate) async fn offered_tools(&mut self) -> Result<Arc<[model::Tool]>, Halt> {
        let (tools, goal) = (Arc::clone(&self.tools), self.task.goal.clone());
        let need = Need { goal: &goal, used: &self.used_tools };
        let offered = self.deadline.wait(boxed(tools.offered(&need))).await?;
        for tool in offered.iter() {
            if self.read_tools.len() < MOST_READ
                && self.read_tools.insert((tool.name.clone(), tool.description.clone()))
                && let Some(words) = self.trail.reads(&tool.description)
            {
                self.warn(format!(
                    "what is said of the tool `{}` addresses whoever reads it for you; it is not followed: {words}",
                    tool.name
                ));
            }
        }
        Ok(offered)
    }

    /// Why a tool cannot be called that nobody offers.
    pub(super) async fn not_offered(&mut self, tool: &str) -> Result<String, Halt> {
        let offered = self.offered_tools().await?;
        let names: Vec<&str> = offered.iter().take(50).map(|tool| tool.name.as_str()).collect();
        let there =
            if names.is_empty() { "there are none".to_owned() } else { format!("there are: {}", names.join(", ")) };
        let tool: String = tool.chars().take(60).collect();
        tracing::warn!(step = self.step(), "the tool `{tool}` is not offered");
        Ok(format!("the tool `{tool}` is not offered; {there}"))
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// What is in a file that a script left; its size is bounded by what a script may leave.
async fn read(path: PathBuf) -> std::io::Result<Vec<u8>> {
    tokio::task::spawn_blocking(move || std::fs::read(path)).await.map_err(std::io::Error::other)?
}
