//! Parses a phone action from an agent: any canonical action, and for touches an element's number or words instead of a
//! point.
//!
//! It reports errors and never guesses: an unknown key, an empty text and a point outside the screen are mistakes of
//! the agent. Executing them would do nothing or touch the edge, and the agent would receive "done".

use std::collections::BTreeMap;

use action::dialect::{Size, key};
use action::json::Json;
use action::phone::{AgentAction, strict, verbs};
use serde_json::{Map, Value, json};
use task::agent::{Aim, AimedAction, SeenElement};
use task::device::Tree;

use super::answer::Problem;
use super::clients::ShownScreen;

/// The touches that may be aimed at an element.
const AIMED: [&str; 4] = ["tap", "double_tap", "long_press", "type"];
/// The fields that may hold an element's words.
const WORDS: [&str; 2] = ["label", "text"];
/// Verbs that are accepted but not advertised: an outside agent has phone_observe and phone_wait, its own memory and
/// its own end.
const UNTOLD: [&str; 5] = ["observe", "wait", "note", "finish", "fail"];
/// How far outside the screen a point may be: models that scale coordinates are off by a pixel.
const ROUNDING: f64 = 1.0;
/// The largest key code that is sent; phones have some of their own beyond Android's.
const LARGEST_KEY: u32 = 1000;

/// Parses an action; `shown` is the last screen that the agent was shown.
pub(super) fn aimed_actions(action: &Value, shown: Option<&ShownScreen>) -> Result<Vec<AimedAction>, Problem> {
    let Some(object) = action.as_object() else {
        return Err(Problem::new("`action` must be an object such as {\"type\":\"tap\",\"element\":3}"));
    };
    let mut fields = object.clone();
    let verb = fields.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    let aim = aim(&verb, &mut fields, shown)?;
    let touched = verb != "type" && aim.is_some();
    if touched {
        // The position is found later, on the current screen.
        fields.insert("x".to_owned(), json!(0));
        fields.insert("y".to_owned(), json!(0));
    }
    let action = sensible(read(&fields)?)?;
    Ok(match aim {
        None => vec![action.into()],
        Some(aim) if touched => vec![AimedAction { action, aim: Some(aim) }],
        // Typing goes into the field that is touched first.
        Some(aim) => {
            let tap = AgentAction::tap(0.into(), 0.into());
            vec![AimedAction { action: tap, aim: Some(aim) }, action.into()]
        }
    })
}

fn read(fields: &Map<String, Value>) -> Result<AgentAction, Problem> {
    let text = Value::Object(fields.clone()).to_string();
    let parsed = Json::strict(&text).map_err(|error| Problem(format!("`action`: {error}")))?;
    strict(&parsed.value).map_err(|findings| {
        let wrong: Vec<String> = findings.iter().map(ToString::to_string).collect();
        Problem(format!("this is not a valid action, so nothing was done: {}", wrong.join("; ")))
    })
}

/// Returns the action with its keys by Android's names; refuses it if it would do nothing.
fn sensible(mut action: AgentAction) -> Result<AgentAction, Problem> {
    match &mut action {
        AgentAction::Keyevent(press) => press.keycode = android_key("keyevent", &press.keycode)?,
        AgentAction::KeyCombination(press) => {
            for name in &mut press.keys {
                *name = android_key("key_combination", name)?;
            }
        }
        AgentAction::Type(typed) if typed.text.is_empty() => {
            return Err(Problem::new("`text` is empty, so nothing was typed; clear_text empties a field"));
        }
        _ => {}
    }
    Ok(action)
}

/// Returns Android's name of a key, or its number unchanged.
fn android_key(verb: &str, name: &str) -> Result<String, Problem> {
    let trimmed = name.trim();
    if !trimmed.is_empty() && trimmed.bytes().all(|byte| byte.is_ascii_digit()) {
        return match trimmed.parse::<u32>() {
            Ok(number) if (1..=LARGEST_KEY).contains(&number) => Ok(number.to_string()),
            _ => Err(Problem(format!("no key has the number `{}`, so nothing was done", shortened(trimmed)))),
        };
    }
    key(verb, name).map_err(|refusal| {
        // The prefix is common to all names, so similarity is measured without it.
        let stem = trimmed.get(.."KEYCODE_".len()).filter(|start| start.eq_ignore_ascii_case("KEYCODE_"));
        let near = match stem.map(|stem| key(verb, trimmed.trim_start_matches(stem))) {
            Some(Ok(meant)) => Some(meant),
            Some(Err(other)) => other.nearest,
            None => refusal.nearest,
        };
        let hint = near.map_or_else(
            || "keys are called KEYCODE_BACK, KEYCODE_HOME, KEYCODE_ENTER and so on".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        Problem(format!("`{}` is not a key, so nothing was done; {hint}", shortened(trimmed)))
    })
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Returns whether any of these touches a point that the agent gave.
pub(super) fn have_points(actions: &[AimedAction]) -> bool {
    actions.iter().any(|aimed| aimed.aim.is_none() && !points(&aimed.action).is_empty())
}

/// Refuses points that are outside a screen of this size by more than rounding.
pub(super) fn check_points(actions: &[AimedAction], size: Size) -> Result<(), Problem> {
    let (width, height) = (f64::from(size.w), f64::from(size.h));
    let inside = |at: f64, most: f64| (-ROUNDING..=most - 1.0 + ROUNDING).contains(&at);
    for aimed in actions.iter().filter(|aimed| aimed.aim.is_none()) {
        if let Some((x, y)) = points(&aimed.action).into_iter().find(|(x, y)| !inside(*x, width) || !inside(*y, height))
        {
            return Err(Problem(format!(
                "the point ({x}, {y}) is outside the screen, which has {width}x{height} pixels, so nothing was done; \
                 x is 0 to {}, y is 0 to {}",
                width - 1.0,
                height - 1.0
            )));
        }
    }
    Ok(())
}

/// Returns the points that an action touches.
fn points(action: &AgentAction) -> Vec<(f64, f64)> {
    let point = |x: action::Finite, y: action::Finite| (x.get(), y.get());
    match action {
        AgentAction::Tap(touch) => vec![point(touch.x, touch.y)],
        AgentAction::DoubleTap(touch) => vec![point(touch.x, touch.y)],
        AgentAction::LongPress(touch) => vec![point(touch.x, touch.y)],
        AgentAction::Swipe(path) => vec![point(path.x1, path.y1), point(path.x2, path.y2)],
        AgentAction::Drag(path) => vec![point(path.x1, path.y1), point(path.x2, path.y2)],
        _ => Vec::new(),
    }
}

/// Takes the target of a touch out of its fields.
fn aim(verb: &str, fields: &mut Map<String, Value>, shown: Option<&ShownScreen>) -> Result<Option<Aim>, Problem> {
    if !AIMED.contains(&verb) {
        return Ok(None);
    }
    if let Some(number) = fields.remove("element") {
        let number = number.as_u64().and_then(|number| usize::try_from(number).ok());
        let number = number.ok_or_else(|| Problem::new("`element` must be the number of an element"))?;
        return Ok(Some(Aim::Element(seen(number, shown)?)));
    }
    for name in WORDS {
        // For `type`, `text` is the text to type.
        if verb == "type" && name == "text" {
            continue;
        }
        if let Some(words) = fields.remove(name) {
            let words = words.as_str().filter(|words| !words.trim().is_empty());
            let words = words.ok_or_else(|| Problem(format!("`{name}` must be the element's words")))?;
            return Ok(Some(Aim::Text(words.to_owned())));
        }
    }
    Ok(None)
}

fn seen(number: usize, shown: Option<&ShownScreen>) -> Result<SeenElement, Problem> {
    let tree: Option<&Tree> = shown.and_then(|shown| shown.tree.as_deref());
    let tree =
        tree.ok_or_else(|| Problem::new("you have not seen any element numbers yet: call phone_observe first"))?;
    let none = || {
        let most = tree.elements().len();
        Problem(format!("there is no element {number} on the screen you were shown; it had 1 to {most}"))
    };
    SeenElement::of(tree, number).ok_or_else(none)
}

/// Returns the schema of an action: all verbs and their fields in one flat object, which costs a model a tenth of one
/// alternative per verb.
pub(super) fn schema() -> Value {
    let mut about = Vec::new();
    let mut fields: BTreeMap<String, Value> = BTreeMap::new();
    let mut names = Vec::new();
    for verb in verbs().iter().filter(|verb| !UNTOLD.contains(&verb.name.as_str())) {
        names.push(verb.name.clone());
        let own = || verb.fields.iter().filter(|field| field.name != "reason");
        let (needed, optional): (Vec<_>, Vec<_>) = own().partition(|field| field.required);
        let needed = needed.iter().map(|field| field.name.clone());
        let own: Vec<String> = needed.chain(optional.iter().map(|field| format!("{}?", field.name))).collect();
        if !own.is_empty() {
            about.push(format!("{}({})", verb.name, own.join(",")));
        }
        for field in verb.fields.iter().filter(|field| field.name != "reason") {
            fields.entry(field.name.clone()).or_insert_with(|| kind(&field.schema));
        }
    }
    let about = format!(
        "{}. tap, double_tap, long_press and type take `element` (a number you were shown) or `label` (its words) \
         instead of x,y",
        about.join(" ")
    );
    fields.insert("element".to_owned(), json!({ "type": "integer" }));
    fields.insert("label".to_owned(), json!({ "type": "string" }));
    let mut properties = Map::new();
    properties.insert("type".to_owned(), json!({ "type": "string", "enum": names }));
    properties.extend(fields);
    json!({ "type": "object", "description": about, "properties": properties, "required": ["type"] })
}

/// Returns the type of a field, and of the items of a list.
fn kind(schema: &Value) -> Value {
    let of = |schema: &Value| schema.get("type").cloned().unwrap_or_else(|| "string".into());
    match of(schema) {
        kind if kind == "array" => json!({ "type": kind, "items": { "type": of(&schema["items"]) } }),
        kind => json!({ "type": kind }),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use task::device::tree::{Bounds, Node, State};

    use super::*;

    fn shown() -> ShownScreen {
        let node = Node {
            text: "Send".to_owned(),
            class: "android.widget.Button".to_owned(),
            bounds: Bounds { left: 0, top: 0, right: 10, bottom: 10 },
            state: State { clickable: true, enabled: true, ..State::default() },
            ..Node::default()
        };
        let tree = Some(Arc::new(Tree { nodes: vec![node], ..Tree::default() }));
        ShownScreen { number: 1, tree, size: Size { w: 360, h: 640 } }
    }

    fn check(action: Value, expected: Result<usize, &str>) {
        match (aimed_actions(&action, Some(&shown())), expected) {
            (Ok(actions), Ok(count)) => assert_eq!(actions.len(), count, "{action}"),
            (Err(problem), Err(part)) => assert!(problem.0.contains(part), "{action}: {}", problem.0),
            (actions, expected) => {
                panic!("{action}: {:?}, expected {expected:?}", actions.map_err(|problem| problem.0))
            }
        }
    }

    #[test]
    fn actions_are_read_or_refused() {
        check(json!({"type":"tap","x":1,"y":2}), Ok(1));
        check(json!({"type":"tap","element":1}), Ok(1));
        check(json!({"type":"tap","text":"Send"}), Ok(1));
        check(json!({"type":"long_press","label":"Send"}), Ok(1));
        check(json!({"type":"type","text":"hi"}), Ok(1));
        check(json!({"type":"type","text":"hi","element":1}), Ok(2));
        check(json!({"type":"type","text":"hi","label":"Send"}), Ok(2));
        check(json!({"type":"tap","element":7}), Err("it had 1 to 1"));
        check(json!({"type":"tap","element":-1}), Err("must be the number"));
        check(json!({"type":"tap","element":"1"}), Err("must be the number"));
        check(json!({"type":"tap"}), Err("not a valid action"));
        check(json!({"type":"fly"}), Err("not a valid action"));
        check(json!({"type":"swipe","element":1}), Err("not a valid action"));
        check(json!("tap"), Err("must be an object"));
        check(json!({"type":"tap","text":" "}), Err("must be the element's words"));
        let unseen = aimed_actions(&json!({"type":"tap","element":1}), None).unwrap_err();
        assert!(unseen.0.contains("phone_observe first"));
    }

    #[test]
    fn what_would_do_nothing_is_refused() {
        check(json!({"type":"keyevent","keycode":"KEYCODE_BACK"}), Ok(1));
        check(json!({"type":"keyevent","keycode":"4"}), Ok(1));
        check(json!({"type":"keyevent","keycode":"FOO"}), Err("`FOO` is not a key"));
        check(json!({"type":"keyevent","keycode":"KEYCODE_BAKC"}), Err("did you mean `BACK`"));
        check(json!({"type":"keyevent","keycode":"KEYCODE_RETURN"}), Err("did you mean `KEYCODE_ENTER`"));
        check(json!({"type":"keyevent","keycode":"volumeup2"}), Err("did you mean"));
        check(json!({"type":"keyevent","keycode":"KEYCODE_"}), Err("is not a key"));
        check(json!({"type":"keyevent","keycode":"0"}), Err("no key has the number"));
        check(json!({"type":"keyevent","keycode":"99999999999"}), Err("no key has the number"));
        check(json!({"type":"key_combination","keys":["ctrl","a"]}), Ok(1));
        check(json!({"type":"key_combination","keys":["ctrl","FOO"]}), Err("`FOO` is not a key"));
        check(json!({"type":"type","text":""}), Err("`text` is empty"));
        check(json!({"type":"type","text":"","element":1}), Err("`text` is empty"));
        check(json!({"type":"type","text":" "}), Ok(1));
        let pressed = |name: &str| {
            let actions = aimed_actions(&json!({"type":"keyevent","keycode":name}), None).map_err(|problem| problem.0);
            match &actions.unwrap()[0].action {
                AgentAction::Keyevent(press) => press.keycode.clone(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!((pressed("enter").as_str(), pressed(" back ").as_str()), ("KEYCODE_ENTER", "KEYCODE_BACK"));
        assert_eq!((pressed("5").as_str(), pressed("KEYCODE_5").as_str()), ("5", "KEYCODE_5"));
    }

    #[test]
    fn points_outside_the_screen_are_refused_but_for_rounding() {
        let check = |action: Value, inside: bool| {
            let actions = aimed_actions(&action, Some(&shown())).map_err(|problem| problem.0).unwrap();
            let checked = check_points(&actions, Size { w: 360, h: 640 });
            assert_eq!(checked.is_ok(), inside, "{action}: {checked:?}");
            assert!(checked.is_ok() || checked.unwrap_err().0.contains("360x640"));
        };
        let tap = |x: f64, y: f64| json!({"type":"tap","x":x,"y":y});
        for (x, y) in [(0.0, 0.0), (359.0, 639.0), (359.6, 639.9), (360.0, 640.0), (-0.4, -1.0)] {
            check(tap(x, y), true);
        }
        for (x, y) in [(-5.0, 99999.0), (-1.5, 10.0), (10.0, 640.5), (361.0, 0.0), (1e300, 0.0)] {
            check(tap(x, y), false);
        }
        check(json!({"type":"long_press","x":0,"y":2000}), false);
        check(json!({"type":"double_tap","x":400,"y":0}), false);
        check(json!({"type":"swipe","x1":10,"y1":10,"x2":10,"y2":-300}), false);
        check(json!({"type":"drag","x1":1000,"y1":10,"x2":10,"y2":10}), false);
        // If an element is named, its position is found later.
        check(json!({"type":"tap","element":1}), true);
        check(json!({"type":"keyevent","keycode":"KEYCODE_HOME"}), true);
    }

    #[test]
    fn the_schema_names_every_verb_and_stays_small() {
        let schema = schema();
        for verb in verbs().iter().filter(|verb| !UNTOLD.contains(&verb.name.as_str())) {
            let named = schema["properties"]["type"]["enum"].as_array().unwrap();
            assert!(named.iter().any(|name| *name == verb.name), "{}", verb.name);
            for field in verb.fields.iter().filter(|field| field.name != "reason") {
                assert!(schema["description"].as_str().unwrap().contains(&field.name), "{}", field.name);
                assert!(schema["properties"][&field.name]["type"].is_string(), "{}: {schema}", field.name);
            }
        }
        assert!(UNTOLD.iter().all(|name| verbs().iter().any(|verb| verb.name == *name)));
        assert!(schema.to_string().len() < 2200, "{}", schema.to_string().len());
    }
}
