//! `desktop_apply`: shows content to people, and asks them.

use std::sync::Arc;

use desktop::agents::{Delivery, Reply, Sender};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::tool::{Hints, Tool};

/// Carries out desktop actions.
pub(crate) struct DesktopApply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Such as {"type":"window.create","windowId":"w","title":"Hello","content":{"renderer":"markdown","data":"# Hi"}} or {"type":"dialog.confirm","id":"d","title":"Go?","message":"…"}; all are in the resource fingertip://desktop/schema
    actions: Vec<JsonObject>,
    #[serde(default)]
    monitor_id: Option<String>,
    /// Applied once per key
    #[serde(default)]
    idempotency_key: Option<String>,
}

/// The outcome of the actions.
#[derive(Serialize)]
pub(crate) struct Applied {
    ok: bool,
    /// One result for each action, in order.
    results: Vec<Value>,
}

impl Tool for DesktopApply {
    type Arguments = Arguments;
    type Output = Applied;
    const NAME: &'static str = "desktop_apply";
    const TITLE: &'static str = "Show something to people";
    const ABOUT: &'static str =
        "Shows windows, dialogs, notifications and toasts to people: a batch of desktop actions, applied all or none.";
    const HINTS: Hints = Hints::Acts;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Applied>, Problem> {
        let Arguments { actions, monitor_id, idempotency_key } = arguments;
        let mut batch = json!({ "agentId": call.agent, "actions": actions });
        if let Some(monitor) = monitor_id {
            batch["monitorId"] = Value::String(monitor);
        }
        apply(&call, batch, Delivery { idempotency_key, ..Delivery::default() }).await
    }
}

/// Carries out a batch.
pub(super) async fn apply(call: &Call, batch: Value, delivery: Delivery) -> Result<Answer<Applied>, Problem> {
    let body = serde_json::to_vec(&batch).map_err(|error| Problem(error.to_string()))?;
    let sender = Sender::Agent(call.agent.clone());
    let reply = call.shared.agents.apply_text(sender, body.into(), delivery).await;
    let ok = matches!(*reply, Reply::Applied(_));
    let results = match &*reply {
        Reply::WrongAgent(fault) => return Err(Problem(fault.message.clone())),
        Reply::KeyReused => {
            return Err(Problem::new("this `idempotency_key` was used for other actions; choose a new one"));
        }
        Reply::Unfinished => {
            return Err(Problem::new("it is not known whether the actions were carried out; look at desktop_state"));
        }
        reply => reply
            .batch()
            .map(|batch| batch.results.iter().map(|result| serde_json::to_value(result).unwrap_or_default()).collect()),
    };
    let results: Vec<Value> = results.unwrap_or_default();
    let fine = ok && results.iter().all(|result| result["ok"] == true);
    let text = if fine {
        format!("done: {} action(s)", results.len())
    } else {
        serde_json::to_string(&results).unwrap_or_default()
    };
    Ok(Answer { failed: !fine, ..Answer::saying(Applied { ok: fine, results }, text) })
}
