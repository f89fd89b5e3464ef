//! How the second phone of a pair differs: drawn from a seed, so that a pair can be repeated.

use action::macros::{Macro, Target};
use fastrand::Rng;
use serde_json::{Value, json};

/// The screens of other phones.
const SCREENS: &[(u32, u32, u32)] = &[(360, 640, 160), (1080, 2400, 420), (720, 1600, 320), (800, 1280, 200)];
/// Names and ids that no app has.
const OTHER_NAME: &str = "Whatchamacallit";
const OTHER_ID: &str = "other.app:id/whatchamacallit";

/// The kinds of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Same,
    Screen,
    Letters,
    Dark,
    Language,
    OtherData,
    PopUp,
    Renamed,
    OtherId,
    Gone,
    Killed,
}

impl Kind {
    pub(super) const ALL: [Self; 11] = [
        Self::Same,
        Self::Screen,
        Self::Letters,
        Self::Dark,
        Self::Language,
        Self::OtherData,
        Self::PopUp,
        Self::Renamed,
        Self::OtherId,
        Self::Gone,
        Self::Killed,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Same => "the same phone",
            Self::Screen => "another screen",
            Self::Letters => "larger letters",
            Self::Dark => "dark",
            Self::Language => "another language",
            Self::OtherData => "other data",
            Self::PopUp => "a pop-up",
            Self::Renamed => "a renamed button",
            Self::OtherId => "a button with another id",
            Self::Gone => "a button that is gone",
            Self::Killed => "killed in between",
        }
    }
}

/// One change.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// Changes to the profile, and commands before the replay.
    pub(super) profile: Value,
    pub(super) setup: Vec<String>,
    /// What pops up, and before which decision.
    pub(super) pop_up: Option<(usize, Value)>,
    /// After which part of its journal the replay is killed, from 0 to 1.
    pub(super) killed: Option<f64>,
    /// Whether the goal became impossible, so that a stop is right.
    pub(super) impossible: bool,
}

impl Change {
    /// Draws a change. Buttons are renamed in the macro instead of the app: the difference is the same.
    pub(super) fn draw(kind: Kind, rng: &mut Rng, one: &mut Macro) -> Self {
        let mut change = Self { profile: json!({}), setup: Vec::new(), pop_up: None, killed: None, impossible: false };
        match kind {
            Kind::Same => {}
            Kind::Screen => {
                if let Some((width, height, density)) = rng.choice(SCREENS) {
                    change.profile = json!({"screen": {"width": width, "height": height, "density": density}});
                }
            }
            Kind::Letters => {
                let scale = ["1.15", "1.3", "1.5"][rng.usize(..3)];
                change.setup.push(format!("settings put system font_scale {scale}"));
            }
            Kind::Dark => change.setup.push("cmd uimode night yes".to_owned()),
            Kind::Language => {
                let locale = ["de-DE", "es-ES", "fr-FR"][rng.usize(..3)];
                change.profile = json!({ "locale": locale });
            }
            Kind::OtherData => change.setup = other_data(rng),
            Kind::PopUp => {
                let (title, buttons) = match rng.bool() {
                    true => ("Rate this app", json!(["Not now", "Rate"])),
                    false => ("What is new", json!(["OK"])),
                };
                let request =
                    json!({"op": "pop_up", "title": title, "message": "Nothing to do with it.", "buttons": buttons});
                change.pop_up = Some((rng.usize(2..=one.steps.len().max(2)), request));
            }
            Kind::Renamed => drop(with_button(rng, one, |on| on.name = OTHER_NAME.to_owned())),
            Kind::OtherId => drop(with_button(rng, one, |on| on.id = OTHER_ID.to_owned())),
            Kind::Gone => {
                change.impossible = with_button(rng, one, |on| {
                    (on.id, on.name) = (OTHER_ID.to_owned(), OTHER_NAME.to_owned());
                });
            }
            Kind::Killed => change.killed = Some(rng.f64()),
        }
        change
    }
}

/// Changes a button that has an id and a name; whether there is one.
fn with_button(rng: &mut Rng, one: &mut Macro, change: impl FnOnce(&mut Target)) -> bool {
    let is_button = |on: &Target| on.role == "button" && !on.id.is_empty() && !on.name.is_empty();
    let mut buttons: Vec<&mut Target> =
        one.steps.iter_mut().filter_map(|step| step.on.as_mut()).filter(|on| is_button(on)).collect();
    if buttons.is_empty() {
        return false;
    }
    let at = rng.usize(..buttons.len());
    change(buttons.swap_remove(at));
    true
}

/// More people, messages and alarms than before.
fn other_data(rng: &mut Rng) -> Vec<String> {
    let alarm = format!(
        "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR {} \
         --ei android.intent.extra.alarm.MINUTES 20 --ez android.intent.extra.alarm.SKIP_UI true",
        rng.u8(8..23)
    );
    vec![alarm, "input keyevent KEYCODE_HOME".to_owned()]
}
