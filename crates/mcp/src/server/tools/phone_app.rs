//! `phone_app`: lists and opens the apps of a phone.

use std::sync::Arc;

use action::phone::{AgentAction, OpenApp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::phone::{Done, ScreenOptions};
use super::super::tool::{Hints, Tool};

/// Lists and opens apps.
pub(crate) struct PhoneApp;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Name or package
    #[serde(default)]
    open: Option<String>,
    #[serde(default)]
    device: Option<String>,
}

/// The apps, or the outcome of opening one.
#[derive(Serialize)]
pub(crate) struct Apps {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    apps: Vec<App>,
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<Done>,
}

#[derive(Serialize)]
struct App {
    name: String,
    package: String,
}

impl Tool for PhoneApp {
    type Arguments = Arguments;
    type Output = Apps;
    const NAME: &'static str = "phone_app";
    const TITLE: &'static str = "List or open apps";
    const ABOUT: &'static str = "Lists the apps, or opens one and shows its screen.";
    const HINTS: Hints = Hints::Acts;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Apps>, Problem> {
        let Arguments { open, device } = arguments;
        let id = call.phone(device.as_deref()).await?;
        let Some(name) = open else {
            let apps = call.shared.service.apps(Some(&id)).await?;
            let text = apps.iter().map(|app| format!("{} ({})\n", app.label, app.package)).collect::<String>();
            let apps = apps.into_iter().map(|app| App { name: app.label, package: app.package }).collect();
            return Ok(Answer::saying(Apps { apps, done: None }, text));
        };
        let action = AgentAction::OpenApp(OpenApp { name, reason: None });
        let (attached, report) = call.carry_out(&id, vec![action.into()], String::new()).await?;
        let Answer { data, text, pictures, failed } = call.told(&attached, report, Some(ScreenOptions::default()));
        Ok(Answer { data: Apps { apps: Vec::new(), done: Some(data) }, text, pictures, failed })
    }
}
