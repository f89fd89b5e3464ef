//! `phone_wait`: waits until an element appears on the screen, or disappears. Woken by changes of the phone's picture.

use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use tokio::time::{Instant, timeout_at};

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::phone::{Done, ScreenOptions};
use super::super::tool::{Hints, Tool};
use super::phone_find::{fold, number_of};

/// The default and the longest wait, in seconds.
const USUAL: f64 = 10.0;
const LONGEST: f64 = 300.0;

/// Waits for the screen.
pub(crate) struct PhoneWait;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Words that appear
    #[serde(default)]
    text: Option<String>,
    /// Words that disappear
    #[serde(default)]
    gone: Option<String>,
    /// Package in front
    #[serde(default)]
    app: Option<String>,
    /// Default: 10
    #[serde(default)]
    timeout_s: Option<f64>,
    #[serde(default)]
    device: Option<String>,
}

impl Tool for PhoneWait {
    type Arguments = Arguments;
    type Output = Done;
    const NAME: &'static str = "phone_wait";
    const TITLE: &'static str = "Wait for the screen";
    const ABOUT: &'static str =
        "Waits until the screen meets all given conditions, or changes if none is given, and shows it.";
    const HINTS: Hints = Hints::Looks;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Done>, Problem> {
        let Arguments { text, gone, app, timeout_s, device } = arguments;
        let seconds = timeout_s.unwrap_or(USUAL);
        if !(0.0..=LONGEST).contains(&seconds) {
            return Err(Problem(format!("`timeout_s` must be 0 to {LONGEST}")));
        }
        let (text, gone) = (text.map(|text| fold(&text)), gone.map(|gone| fold(&gone)));
        let until = Instant::now() + Duration::from_secs_f64(seconds);
        let id = call.phone(device.as_deref()).await?;
        let mut watch = call.shared.service.watch_phone(&id).await;
        let any = text.is_none() && gone.is_none() && app.is_none();
        let mut changes = 0_u32;
        loop {
            let look = call.shared.service.look(&id, false).await?;
            let tree = look.tree.as_deref();
            let has = |wanted: &str| tree.and_then(|tree| number_of(tree, wanted)).is_some();
            let holds = text.as_deref().is_none_or(has)
                && gone.as_deref().is_none_or(|gone| tree.is_some() && !has(gone))
                && app.as_deref().is_none_or(|app| look.app.as_deref() == Some(app))
                && (!any || changes > 1);
            let over = Instant::now() >= until;
            if holds || over {
                let message = if holds { "condition met".to_owned() } else { format!("not met within {seconds} s") };
                let shown = call.shown(&id, look, ScreenOptions::default());
                let said = format!("{message}\n{}", shown.text.unwrap_or_default());
                let data = Done { ok: holds, message, task_id: None, screen: Some(shown.data) };
                return Ok(Answer { failed: !holds, ..Answer::saying(data, said) });
            }
            // The first picture is the current one; those after it are changes.
            if timeout_at(until, watch.next(true)).await.is_ok() {
                changes += 1;
            }
        }
    }
}
