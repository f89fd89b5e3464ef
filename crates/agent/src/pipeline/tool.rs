//! Calls tools of other programs and runs scripts on the host. Their output is data for the mind. Each call is on
//! record before it is made: like an action on the phone, it is never repeated blindly.

use std::path::{Path, PathBuf};
use std::time::Duration;

use action::phone::{McpCall, RunScript, limits};
use model::Source;

use super::Pipeline;
use super::judged::Judged;
use super::recorded::Recorded;
use super::sent::Sent;
use crate::context::Context;
use crate::deadline::{End, Halt, boxed};
use crate::effect::{Effect, EffectTrace, FailureReason};
use crate::event::Event;
use crate::scripts::{ScriptError, ScriptOutput};

/// The result of a call or why it failed; `None` after a timeout; the end if the task ended first.
type Came = Result<Option<Result<String, (FailureReason, String)>>, End>;

impl Pipeline {
    pub(super) async fn call_tool(
        &mut self,
        judged: Judged,
        call: &McpCall,
        context: &mut Context,
    ) -> Result<Effect, Halt> {
        let most = limits::answer_timeout(call.timeout_sec);
        context.toolbox.used(&call.tool);
        let recorded = Recorded::write(judged, context).await?;
        let (sent, called) = self.sender.call_tool(recorded, call, most, context).await;
        let failed = |error: crate::tools::ToolError| (FailureReason::Tool, error.to_string());
        let came = called.map(|called| called.map(|called| called.map_err(failed)));
        close(sent, &call.tool, most, came, context).await
    }

    pub(super) async fn run_script(
        &mut self,
        judged: Judged,
        script: &RunScript,
        context: &mut Context,
    ) -> Result<Effect, Halt> {
        let action = judged.action().clone();
        let most = limits::script_timeout(script.timeout_sec);
        let recorded = Recorded::write(judged, context).await?;
        let (sent, ran) = self.sender.run_script(recorded, script, most, context).await;
        let mut left = (Vec::new(), Vec::new());
        let came = ran.map(|ran| {
            ran.map(|ran| {
                let output = ran.map_err(not_run)?;
                left = (output.for_phone.clone(), output.on_desktop.clone());
                said(output)
            })
        });
        let effect = close(sent, action.name(), most, came, context).await?;
        let (for_phone, on_desktop) = left;
        if effect.failure.is_some() {
            return Ok(effect);
        }
        for path in on_desktop {
            context.emit(Event::File { path });
        }
        for path in for_phone {
            let (name, read) = (file_name(&path), read(path).await);
            let came = match read {
                Ok(bytes) => boxed(self.push_file(&action, (&name, &bytes), context)).await?.map_err(|(_, why)| why),
                Err(error) => Err(error.to_string()),
            };
            let said = came.map(|path| format!("`{name}` is on the phone: {path}"));
            let said = said.map_err(|error| format!("`{name}` could not be put on the phone: {error}"));
            context.report(action.name(), said, Source::Tool).await?;
        }
        Ok(effect)
    }
}

/// Records and reports the result of a call.
async fn close(sent: Sent, name: &str, most: Duration, came: Came, context: &mut Context) -> Result<Effect, Halt> {
    // The call may have taken long, or changed the phone.
    context.eyes.close();
    let came = match came {
        Ok(Some(came)) => came,
        Ok(None) => {
            let why = format!("`{name}` did not answer within {} s", most.as_secs_f64());
            tracing::warn!(step = context.step(), "{why}");
            Err((FailureReason::TimedOut, why))
        }
        Err(end) => {
            let why = "the task was stopped while this was under way: it may or may not have been carried out";
            sent.close(&Effect::failed(FailureReason::MaybeSent, why), EffectTrace::default(), context).await?;
            return Err(end.into());
        }
    };
    let (came, effect) = match came {
        Ok(text) => (Ok(text), Effect::NONE),
        Err((reason, why)) => (Err(why.clone()), Effect::failed(reason, why)),
    };
    sent.close(&effect, EffectTrace::default(), context).await?;
    context.report(name, came, Source::Tool).await?;
    Ok(effect)
}

fn not_run(error: ScriptError) -> (FailureReason, String) {
    let reason = match error {
        ScriptError::Refused(_) => FailureReason::NotAvailable,
        ScriptError::TimedOut(_) => FailureReason::TimedOut,
    };
    (reason, error.to_string())
}

/// The output of a script, or its failure.
fn said(output: ScriptOutput) -> Result<String, (FailureReason, String)> {
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
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Reads a file that a script left; its size is bounded by the limit for scripts.
async fn read(path: PathBuf) -> std::io::Result<Vec<u8>> {
    tokio::task::spawn_blocking(move || std::fs::read(path)).await.map_err(std::io::Error::other)?
}
