//! Resolves the targets of a row's action: `on` and `to` become positions in the phone's tree.
//!
//! A row names the element to touch. If the element is missing, that is an error of the row, never a pass.

use action::json::Json;
use action::phone::{AgentAction, strict};
use device::Tree;
use device::tree::Bounds;
use serde_json::{Map, Value};

/// Finds the element that a label means: by text, description, resource id or its last part; else the first that begins
/// with it.
pub(super) fn find(tree: &Tree, label: &str, nth: usize) -> Result<Bounds, String> {
    let seen = || tree.nodes.iter().enumerate().filter(|(_, node)| !node.bounds.is_empty());
    let exact = seen().filter(|(_, node)| {
        let id = node.resource_id.as_str();
        [node.text.trim(), node.description.trim(), id, id.rsplit('/').next().unwrap_or_default()].contains(&label)
    });
    let mut exact: Vec<Bounds> = exact.map(|(_, node)| node.bounds).collect();
    if exact.is_empty() {
        let begins = seen().filter(|(place, _)| tree.whole_label(*place).starts_with(label));
        exact = begins.map(|(_, node)| node.bounds).collect();
    }
    if let Some(found) = exact.get(nth) {
        return Ok(*found);
    }
    let shown: Vec<String> = tree.elements().into_iter().map(|element| element.label).take(40).collect();
    Err(format!("there is no `{label}` on the screen, which shows {shown:?}"))
}

/// Returns the action that a row means on this screen.
pub(super) fn action(given: &Map<String, Value>, tree: Option<&Tree>) -> Result<AgentAction, String> {
    let mut fields = given.clone();
    let text = |value: Option<Value>| value.and_then(|value| Some(value.as_str()?.to_owned()));
    let number = |value: Option<Value>| value.and_then(|value| value.as_i64());
    let (on, to) = (text(fields.remove("on")), text(fields.remove("to")));
    let nth = number(fields.remove("nth")).and_then(|nth| usize::try_from(nth).ok()).unwrap_or(0);
    let (dx, dy) = (number(fields.remove("dx")).unwrap_or(0), number(fields.remove("dy")).unwrap_or(0));
    if let Some(on) = on {
        let tree = tree.ok_or("there is no tree to find `on` in, neither now nor before")?;
        let centre = |label: &str, nth| find(tree, label, nth).map(Bounds::centre);
        let from = centre(&on, nth)?;
        let from = (i64::from(from.0), i64::from(from.1));
        let until = match &to {
            Some(to) => centre(to, 0).map(|(x, y)| (i64::from(x) + dx, i64::from(y) + dy))?,
            None => (from.0 + dx, from.1 + dy),
        };
        put(&mut fields, from, until)?;
    }
    let written = Value::Object(fields).to_string();
    let parsed = Json::strict(&written).map_err(|error| error.to_string())?;
    strict(&parsed.value).map_err(|findings| {
        let first = findings.into_iter().next().map(|finding| finding.message).unwrap_or_default();
        format!("`{written}` is not an action: {first}")
    })
}

/// Writes the two positions into the fields that the action uses.
fn put(fields: &mut Map<String, Value>, from: (i64, i64), until: (i64, i64)) -> Result<(), String> {
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut set = |name: &str, value: i64| _ = fields.insert(name.to_owned(), value.into());
    match kind.as_str() {
        "tap" | "double_tap" | "long_press" => {
            set("x", until.0);
            set("y", until.1);
        }
        "swipe" | "drag" => {
            set("x1", from.0);
            set("y1", from.1);
            set("x2", until.0);
            set("y2", until.1);
        }
        "shell" => {
            let command = fields.get("command").and_then(Value::as_str).unwrap_or_default();
            let places = [("{x}", from.0), ("{y}", from.1), ("{x2}", until.0), ("{y2}", until.1)];
            let command = places
                .iter()
                .fold(command.to_owned(), |command, (mark, place)| command.replace(mark, &place.to_string()));
            fields.insert("command".to_owned(), command.into());
        }
        other => return Err(format!("an action of type `{other}` has no target; leave `on` out")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SCREEN: &str = r#"<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][400,800]">
        <node text="Delete" class="android.widget.Button" clickable="true" enabled="true" bounds="[10,10][110,50]" />
        <node resource-id="a:id/send" class="android.widget.Button" clickable="true" enabled="true" bounds="[200,10][300,50]" />
        </node></hierarchy>"#;

    fn check(given: Value, expected: Result<Value, &str>) {
        let tree = device::tree::parse(SCREEN).unwrap();
        let got = action(given.as_object().unwrap(), Some(&tree));
        match (got, expected) {
            (Ok(got), Ok(expected)) => assert_eq!(serde_json::to_value(got).unwrap(), expected, "{given}"),
            (Err(error), Err(part)) => assert!(error.contains(part), "{given}: {error}"),
            (got, expected) => panic!("{given}: {got:?} {expected:?}"),
        }
    }

    #[test]
    fn labels_become_places() {
        check(json!({"type": "tap", "on": "Delete"}), Ok(json!({"type": "tap", "x": 60, "y": 30})));
        check(json!({"type": "tap", "on": "send", "dx": 5}), Ok(json!({"type": "tap", "x": 255, "y": 30})));
        let swipe = json!({"type": "swipe", "on": "Delete", "dx": 9, "durationMs": 50});
        check(swipe, Ok(json!({"type": "swipe", "x1": 60, "y1": 30, "x2": 69, "y2": 30, "durationMs": 50})));
        let drag = json!({"type": "drag", "on": "Delete", "to": "send", "durationMs": 900});
        check(drag, Ok(json!({"type": "drag", "x1": 60, "y1": 30, "x2": 250, "y2": 30, "durationMs": 900})));
        let shell = json!({"type": "shell", "command": "input tap {x} {y}", "on": "Delete"});
        check(shell, Ok(json!({"type": "shell", "command": "input tap 60 30"})));
        check(json!({"type": "tap", "on": "Send"}), Err("there is no `Send`"));
        check(json!({"type": "tap", "on": "Delete", "nth": 1}), Err("there is no `Delete`"));
        check(json!({"type": "type", "text": "x", "on": "Delete"}), Err("has no target"));
        check(json!({"type": "tap"}), Err("is not an action"));
    }
}
