//! `phone_observe`: a phone's screen, in few words.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::phone::ScreenOptions;
use super::super::screen::Screen;
use super::super::tool::{Hints, Tool};

/// Shows a screen.
pub(crate) struct PhoneObserve;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    #[serde(default)]
    device: Option<String>,
    /// Also the picture
    #[serde(default)]
    picture: bool,
    /// Also as data, with bounds
    #[serde(default)]
    elements: bool,
}

impl Tool for PhoneObserve {
    type Arguments = Arguments;
    type Output = Screen;
    const NAME: &'static str = "phone_observe";
    const TITLE: &'static str = "Look at a phone";
    const ABOUT: &'static str = "Shows the screen: app, size, then a line per element: `number [kind state] words`. What has no kind can be pressed. Secrets are masked.";
    const HINTS: Hints = Hints::Looks;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Screen>, Problem> {
        let Arguments { device, picture, elements } = arguments;
        call.observe(device.as_deref(), ScreenOptions { picture, elements }).await
    }
}
