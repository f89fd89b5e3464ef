//! Tools of other programs. What they say is data for the model.

use action::phone::{AgentAction, McpCall, limits};
use device::Device;
use model::{Model, Source};

use super::super::patience::{End, boxed};
use super::super::run::Run;
use crate::effect::{Effect, FailureReason};
use crate::human::Human;
use crate::tools::Tools;

impl<D: Device, M: Model, H: Human, T: Tools> Run<D, M, H, T> {
    pub(super) async fn call_tool(&mut self, action: &AgentAction, call: &McpCall) -> Result<Effect, End> {
        let most = limits::answer_timeout(call.timeout_sec);
        let work = boxed(self.tools.call(&call.tool, &call.args, most));
        let came = self.patience.wait_for(work, most).await?;
        // The tool may have taken its time, or the phone.
        self.look = None;
        let (came, effect) = match came {
            Some(Ok(result)) => (Ok(result), Effect::NONE),
            Some(Err(error)) => (Err(error.to_string()), Effect::failed(FailureReason::Tool, error.to_string())),
            None => {
                let why = format!("the tool `{}` did not answer within {} s", call.tool, most.as_secs_f64());
                tracing::warn!(step = self.book.step, "{why}");
                (Err(why.clone()), Effect::failed(FailureReason::TimedOut, why))
            }
        };
        self.effect_line(None, action, &effect, None)?;
        self.result(&call.tool, came, Source::Tool)?;
        Ok(effect)
    }

    /// Why a tool cannot be called that nobody offers.
    pub(super) fn not_offered(&self, tool: &str) -> String {
        let offered = self.tools.offered();
        let names: Vec<&str> = offered.iter().take(50).map(|tool| tool.name.as_str()).collect();
        let there =
            if names.is_empty() { "there are none".to_owned() } else { format!("there are: {}", names.join(", ")) };
        let tool: String = tool.chars().take(60).collect();
        tracing::warn!(step = self.book.step, "the tool `{tool}` is not offered");
        format!("the tool `{tool}` is not offered; {there}")
    }
}
