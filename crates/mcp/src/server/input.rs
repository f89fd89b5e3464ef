//! A phone action as an agent sends it: any canonical action, and for touches an element's number or words instead of
//! a point. What is wrong is said, never guessed.

use std::collections::BTreeMap;

use action::json::Json;
use action::phone::{AgentAction, strict, verbs};
use serde_json::{Map, Value, json};
use task::agent::{Aim, Deed, SeenElement};
use task::device::Tree;

use super::answer::Problem;
use super::clients::Shown;

/// The touches that may be aimed.
const AIMED: [&str; 4] = ["tap", "double_tap", "long_press", "type"];
/// Under which an element's words may stand.
const WORDS: [&str; 2] = ["label", "text"];

/// Reads an action; `shown` is what the agent was last shown.
pub(super) fn deeds(action: &Value, shown: Option<&Shown>) -> Result<Vec<Deed>, Problem> {
    let Some(object) = action.as_object() else {
        return Err(Problem::new("`action` must be an object such as {\"type\":\"tap\",\"element\":3}"));
    };
    let mut fields = object.clone();
    let verb = fields.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    let aim = aim(&verb, &mut fields, shown)?;
    let touched = verb != "type" && aim.is_some();
    if touched {
        // Its place is found later, on the screen as it is then.
        fields.insert("x".to_owned(), json!(0));
        fields.insert("y".to_owned(), json!(0));
    }
    let action = read(&fields)?;
    Ok(match aim {
        None => vec![action.into()],
        Some(aim) if touched => vec![Deed { action, aim: Some(aim) }],
        // A text goes into the field that is touched first.
        Some(aim) => {
            let tap = AgentAction::tap(0.into(), 0.into());
            vec![Deed { action: tap, aim: Some(aim) }, action.into()]
        }
    })
}

fn read(fields: &Map<String, Value>) -> Result<AgentAction, Problem> {
    let text = Value::Object(fields.clone()).to_string();
    let parsed = Json::strict(&text).map_err(|error| Problem(format!("`action`: {error}")))?;
    strict(&parsed.value).map_err(|findings| {
        let wrong: Vec<String> = findings.iter().map(ToString::to_string).collect();
        Problem(format!("this is no action, so nothing was done: {}", wrong.join("; ")))
    })
}

/// What a touch is aimed at, taken out of its fields.
fn aim(verb: &str, fields: &mut Map<String, Value>, shown: Option<&Shown>) -> Result<Option<Aim>, Problem> {
    if !AIMED.contains(&verb) {
        return Ok(None);
    }
    if let Some(number) = fields.remove("element") {
        let number = number.as_u64().and_then(|number| usize::try_from(number).ok());
        let number = number.ok_or_else(|| Problem::new("`element` must be the number of an element"))?;
        return Ok(Some(Aim::Element(seen(number, shown)?)));
    }
    for name in WORDS {
        // The text of `type` is what is typed.
        if verb == "type" && name == "text" {
            continue;
        }
        if let Some(words) = fields.remove(name) {
            let words = words.as_str().filter(|words| !words.trim().is_empty());
            let words = words.ok_or_else(|| Problem(format!("`{name}` must be what the element says")))?;
            return Ok(Some(Aim::Text(words.to_owned())));
        }
    }
    Ok(None)
}

fn seen(number: usize, shown: Option<&Shown>) -> Result<SeenElement, Problem> {
    let tree: Option<&Tree> = shown.and_then(|shown| shown.tree.as_deref());
    let tree =
        tree.ok_or_else(|| Problem::new("elements have numbers once you were shown them: phone_observe first"))?;
    let none = || {
        let most = tree.elements().len();
        Problem(format!("there is no element {number} on the screen you were shown; it had 1 to {most}"))
    };
    SeenElement::of(tree, number).ok_or_else(none)
}

/// The schema of an action: all verbs and their fields in one flat object, which is a tenth of what one alternative a
/// verb would cost a model.
pub(super) fn schema() -> Value {
    let mut about = String::from("One action. ");
    let mut fields: BTreeMap<String, Value> = BTreeMap::new();
    let mut names = Vec::new();
    for verb in verbs() {
        names.push(verb.name.clone());
        let own: Vec<String> = verb.fields.iter().filter(|field| field.name != "reason").map(field_name).collect();
        about.push_str(&verb.name);
        if !own.is_empty() {
            about.push_str(&format!("({})", own.join(", ")));
        }
        about.push_str("; ");
        for field in &verb.fields {
            let kind = field.schema.get("type").cloned();
            let kind = kind.map_or_else(|| json!({}), |kind| json!({ "type": kind }));
            fields.entry(field.name.clone()).or_insert(kind);
        }
    }
    about.push_str("tap, double_tap, long_press and type take `element` (a number you were shown) or `label` (its words) instead of x, y.");
    fields.insert("element".to_owned(), json!({ "type": "integer" }));
    fields.insert("label".to_owned(), json!({ "type": "string" }));
    let mut properties = Map::new();
    properties.insert("type".to_owned(), json!({ "type": "string", "enum": names }));
    properties.extend(fields);
    json!({ "type": "object", "description": about, "properties": properties, "required": ["type"] })
}

fn field_name(field: &action::phone::FieldEntry) -> String {
    if field.required { field.name.clone() } else { format!("{}?", field.name) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use task::device::tree::{Bounds, Node, State};

    use super::*;

    fn shown() -> Shown {
        let node = Node {
            text: "Send".to_owned(),
            class: "android.widget.Button".to_owned(),
            bounds: Bounds { left: 0, top: 0, right: 10, bottom: 10 },
            state: State { clickable: true, enabled: true, ..State::default() },
            ..Node::default()
        };
        Shown { number: 1, tree: Some(Arc::new(Tree { nodes: vec![node], ..Tree::default() })) }
    }

    fn check(action: Value, expected: Result<usize, &str>) {
        match (deeds(&action, Some(&shown())), expected) {
            (Ok(deeds), Ok(count)) => assert_eq!(deeds.len(), count, "{action}"),
            (Err(problem), Err(part)) => assert!(problem.0.contains(part), "{action}: {}", problem.0),
            (deeds, expected) => panic!("{action}: {:?}, expected {expected:?}", deeds.map_err(|problem| problem.0)),
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
        check(json!({"type":"tap"}), Err("no action"));
        check(json!({"type":"fly"}), Err("no action"));
        check(json!({"type":"swipe","element":1}), Err("no action"));
        check(json!("tap"), Err("must be an object"));
        check(json!({"type":"tap","text":" "}), Err("must be what the element says"));
        let unseen = deeds(&json!({"type":"tap","element":1}), None).unwrap_err();
        assert!(unseen.0.contains("phone_observe first"));
    }

    #[test]
    fn the_schema_names_every_verb_and_stays_small() {
        let schema = schema();
        for verb in verbs() {
            assert!(schema["description"].as_str().unwrap().contains(&verb.name), "{}", verb.name);
        }
        assert!(schema.to_string().len() < 4000, "{}", schema.to_string().len());
    }
}
