//! One step of a macro, and how its action is read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Expectation, ScreenExpectation, Target};
use crate::json::Json;
use crate::phone::{self, AgentAction, Aims, Reaches};

/// One step of a macro.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MacroStep {
    /// The action as in `schema agent-action`, with placeholders in its texts. Points are fractions of the element in
    /// `on`, the centre if they are left out; a swipe may have a `direction` instead.
    #[serde(rename = "do")]
    pub action: Map<String, Value>,
    /// Whether it reaches a person, costs money or cannot be undone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outward: bool,
    /// The element that it acts on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<Target>,
    /// The element that a drag ends on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Target>,
    /// The screen that it begins on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenExpectation>,
    /// What it does to the screen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
}

/// A problem of an action, with the field it is in.
pub(super) struct ActionProblem {
    pub(super) field: String,
    pub(super) message: String,
}

impl ActionProblem {
    fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

/// Reads an action whose texts have no placeholders any more.
pub(super) fn read(action: &Map<String, Value>, on: bool, to: bool) -> Result<AgentAction, Vec<ActionProblem>> {
    let mut action = action.clone();
    let verb = action.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    if verb == "run_macro" {
        return Err(vec![ActionProblem::new("type", "a macro cannot run a macro; copy the steps instead")]);
    }
    points(&mut action, &verb).map_err(|problem| vec![problem])?;
    let text = Value::Object(action).to_string();
    let parsed = Json::strict(&text).map_err(|error| vec![ActionProblem::new("", error.message)])?;
    let read = phone::strict(&parsed.value).map_err(|findings| {
        findings.into_iter().map(|finding| ActionProblem::new(finding.path, finding.message)).collect::<Vec<_>>()
    })?;
    let known = match &read {
        AgentAction::RequestHumanAuth(_) | AgentAction::Confirm(_) => true,
        read => read.verb().reaches == Reaches::Phone,
    };
    if !known {
        let message = format!("`{}` does not act on the phone, so a macro cannot have it", read.name());
        return Err(vec![ActionProblem::new("type", message)]);
    }
    let aims = read.verb().aims;
    let slides = matches!(read, AgentAction::Swipe(_));
    if matches!(aims, Aims::Point | Aims::TwoPoints) && !on && !slides {
        let message = format!("`{}` touches an element, and none is named; add `on`", read.name());
        return Err(vec![ActionProblem::new("", message)]);
    }
    if (aims == Aims::TwoPoints) != to {
        return Err(vec![ActionProblem::new(
            "",
            "a drag, and nothing else, names the element that it ends on in `to`",
        )]);
    }
    if matches!(aims, Aims::Point | Aims::TwoPoints) && !are_fractions(&read) {
        return Err(vec![ActionProblem::new("", "points are fractions of the element, from 0 to 1, not pixels")]);
    }
    Ok(read)
}

/// Adds the points that may be left out.
fn points(action: &mut Map<String, Value>, verb: &str) -> Result<(), ActionProblem> {
    let mut add = |names: &[(&str, f64)]| {
        for (name, value) in names {
            action.entry(*name).or_insert_with(|| (*value).into());
        }
    };
    match verb {
        "tap" | "double_tap" | "long_press" => add(&[("x", 0.5), ("y", 0.5)]),
        "drag" => add(&[("x1", 0.5), ("y1", 0.5), ("x2", 0.5), ("y2", 0.5)]),
        "swipe" => {
            let Some(direction) = action.remove("direction") else { return Ok(()) };
            let [x1, y1, x2, y2] = match direction.as_str() {
                Some("up") => [0.5, 0.75, 0.5, 0.25],
                Some("down") => [0.5, 0.25, 0.5, 0.75],
                Some("left") => [0.8, 0.5, 0.2, 0.5],
                Some("right") => [0.2, 0.5, 0.8, 0.5],
                _ => {
                    let message = "`direction` is where the finger goes: `up`, `down`, `left` or `right`";
                    return Err(ActionProblem::new("direction", message));
                }
            };
            for (name, value) in [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)] {
                action.insert(name.to_owned(), value.into());
            }
        }
        _ => {}
    }
    Ok(())
}

fn are_fractions(action: &AgentAction) -> bool {
    let mut all = action.points();
    if let AgentAction::Swipe(swipe) = action {
        all.push((swipe.x2, swipe.y2));
    }
    all.iter().flat_map(|(x, y)| [x, y]).all(|at| (0.0..=1.0).contains(&at.get()))
}
