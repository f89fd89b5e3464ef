//! `plan`: returns the plan for a request.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::tool::{Hints, Tool};

/// Turns words into a plan.
pub(crate) struct Plan;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    utterance: String,
    #[serde(default)]
    device: Option<String>,
}

/// A plan.
#[derive(Serialize)]
pub(crate) struct Planned {
    /// The plan, as `fingertip plan` prints it.
    plan: Value,
}

impl Tool for Plan {
    type Arguments = Arguments;
    type Output = Planned;
    const NAME: &'static str = "plan";
    const TITLE: &'static str = "Plan a request";
    const ABOUT: &'static str = "Returns the plan for a request in plain words without doing it.";
    const HINTS: Hints = Hints::Looks;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Planned>, Problem> {
        let id = call.phone(arguments.device.as_deref()).await?;
        let plan = call.shared.service.plan(Some(&id), &arguments.utterance).await?;
        let plan = serde_json::to_value(&plan).map_err(|error| Problem(error.to_string()))?;
        Ok(Answer::of(Planned { plan }))
    }
}
