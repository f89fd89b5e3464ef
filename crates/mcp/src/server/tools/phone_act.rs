//! `phone_act`: one action on a phone, through the gate.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::clients::ShownScreen;
use super::super::input;
use super::super::phone::{Done, ScreenOptions};
use super::super::tool::{Hints, Tool};

/// Acts on a phone.
pub(crate) struct PhoneAct;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    action: Value,
    #[serde(default)]
    device: Option<String>,
    /// The screen number that `element` is from; fails if you were shown another since
    #[serde(default)]
    screen: Option<u64>,
    /// Show the next screen
    #[serde(default = "yes")]
    observe: bool,
    /// Also its picture
    #[serde(default)]
    picture: bool,
    /// Why, for the person watching
    #[serde(default)]
    reason: Option<String>,
}

fn yes() -> bool {
    true
}

impl Tool for PhoneAct {
    type Arguments = Arguments;
    type Output = Done;
    const NAME: &'static str = "phone_act";
    const TITLE: &'static str = "Act on a phone";
    const ABOUT: &'static str =
        "Carries out one action, waits until the screen is still and shows it. A person must approve what is risky.";
    const HINTS: Hints = Hints::MayDestroy;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Done>, Problem> {
        let Arguments { action, device, screen, observe, picture, reason } = arguments;
        let id = call.phone(device.as_deref()).await?;
        let shown = call.client.last_shown(&id);
        if let Some(wanted) = screen
            && shown.as_ref().is_none_or(|shown| shown.number != wanted)
        {
            return Err(Problem(format!(
                "you were shown another screen since #{wanted}; phone_observe, then act again"
            )));
        }
        let actions = input::aimed_actions(&action, shown.as_ref())?;
        // The phone may have been rotated since the agent was shown it, so look again before refusing a point.
        let fits = |shown: &ShownScreen| input::check_points(&actions, shown.size).is_ok();
        if input::have_points(&actions) && !shown.as_ref().is_some_and(fits) {
            input::check_points(&actions, call.shared.service.look(&id, false).await?.size)?;
        }
        let (attached, report) = call.carry_out(&id, actions, reason.unwrap_or_default()).await?;
        Ok(call.told(&attached, report, observe.then_some(ScreenOptions { picture, elements: false })))
    }

    fn input(mut schema: Value) -> Value {
        if let Some(action) = schema.pointer_mut("/properties/action") {
            *action = input::schema();
        }
        schema
    }
}
