//! Reads a plan from outside strictly and checks it against the table.
//!
//! Every caller that gets a plan from a model, a file or another program uses [`read`]. It reports all findings at
//! once, worded so that a model can correct its plan; it never repairs and never guesses.

use serde_json::{Map, Value};

use super::*;
use crate::fields::{Fields, Item, Manner, Need};
use crate::finding::{Code, Finding, Findings, Path, did_you_mean, quoted};
use crate::json::{Json, Object};

/// Reads a plan; any deviation from the schema and the table is an error.
pub fn read(value: &Json<'_>) -> Result<ActionPlan, Vec<Finding>> {
    let mut findings = Findings::default();
    let Some(object) = value.as_object() else {
        findings.whole(Code::WrongType, format!("a plan must be an object, not {}", value.kind()));
        return Err(findings.into_vec());
    };
    let mut fields = Fields::new(object, Path::Root, Manner::Strict, &mut findings);
    let plan = read_plan(&mut fields);
    agree(&plan, &mut fields);
    fields.close();
    if findings.is_empty() { Ok(plan) } else { Err(findings.into_vec()) }
}

fn read_plan(fields: &mut Fields<'_, '_>) -> ActionPlan {
    ActionPlan {
        intent: intent(fields),
        confidence: confidence(fields),
        metadata: metadata(fields),
        slots: values(fields, "slots"),
        steps: bounded(fields, "steps", Need::Required, step),
        confirm: fields.optional_bool("confirm").unwrap_or_default(),
        follow_up: fields.object("follow_up", Need::Optional, |fields| FollowUp {
            expected: flag(fields, "expected"),
            prompt: said(fields, "prompt"),
        }),
        ask: fields.object("ask", Need::Optional, ask),
        requests: bounded(fields, "requests", Need::Optional, |value, mut item| {
            item.object(value, |fields| Request { intent: intent(fields), slots: values(fields, "slots") })
        }),
    }
}

/// Checks that the parts of a plan agree with each other.
fn agree(plan: &ActionPlan, fields: &mut Fields<'_, '_>) {
    if plan.intent == UNKNOWN {
        if !plan.steps.is_empty() {
            fields.note(Code::NotAllowed, "steps", "a plan with the intent `unknown` has no steps", &"none");
        }
        match &plan.ask {
            None if fields.has("ask") => {}
            None => {
                let problem = "`ask` is missing; a plan with the intent `unknown` asks what was meant";
                fields.note(Code::Missing, "ask", problem, &"nothing");
            }
            Some(Ask { slot: Some(_), .. }) => {
                let problem = "`slot` is null when the intent is `unknown`: the question is about all of it";
                fields.note(Code::NotAllowed, "ask.slot", problem, &"null");
            }
            Some(Ask { slot: None, .. }) => {}
        }
    }
    // An unreadable request is not in the list; then the first entry is not the first request.
    let all = fields.raw("requests").and_then(Json::as_list).map_or(0, <[_]>::len);
    if let Some(first) = plan.requests.first().filter(|_| plan.requests.len() == all) {
        if first.intent != plan.intent {
            let problem = "the first request's `intent` must be the plan's own";
            fields.note(Code::NotAllowed, "requests[0].intent", problem, &"the plan's");
        }
        if first.slots != plan.slots {
            let problem = "the first request's `slots` must be the plan's own";
            fields.note(Code::NotAllowed, "requests[0].slots", problem, &"the plan's");
        }
    }
}

fn intent(fields: &mut Fields<'_, '_>) -> String {
    let given = said(fields, "intent");
    if !given.trim().is_empty() && !intents().any(|known| known == given) {
        let problem = format!(
            "{} is not a known intent; expected the name of an operation, `{SEND_MESSAGE}` or `{UNKNOWN}`{}",
            quoted(&given),
            did_you_mean(&given, intents())
        );
        fields.note(Code::UnknownValue, "intent", &problem, &"`unknown`");
    }
    given
}

fn confidence(fields: &mut Fields<'_, '_>) -> Finite {
    let given = fields.number("confidence", Need::Required, Finite::ZERO);
    if !(0.0..=1.0).contains(&given.get()) {
        let problem = format!("`confidence` must lie between 0 and 1, got {given}");
        fields.note(Code::OutOfRange, "confidence", &problem, &Finite::ZERO);
    }
    given
}

fn metadata(fields: &mut Fields<'_, '_>) -> Metadata {
    let Some(object) = object(fields, "metadata") else { return Metadata::default() };
    let place = fields.place();
    let mut known = Fields::new(object, place.path.field("metadata"), place.manner, place.findings);
    let mut hint = |name| {
        let text = known.optional_text(name)?;
        if text.trim().is_empty() {
            known.note(Code::Blank, name, &format!("`{name}` is blank"), &"nothing");
        }
        Some(text)
    };
    let (app, context) = (hint("app"), hint("context"));
    let (language, device) = (hint("language"), hint("device"));
    // The cursor is not closed, because other entries are allowed.
    let mut more = object.to_map();
    more.retain(|name, _| !matches!(name.as_str(), "app" | "context" | "language" | "device"));
    Metadata { app, context, language, device, more }
}

fn ask(fields: &mut Fields<'_, '_>) -> Ask {
    let slot = match fields.raw("slot") {
        None | Some(Json::Null) => None,
        Some(_) => Some(said(fields, "slot")),
    };
    let question = said(fields, "question");
    let choices = fields.list("choices", Need::Optional, |value, mut item| item.text(value));
    Ask { slot, question, choices: choices.unwrap_or_default() }
}

fn step(value: &Json<'_>, mut item: Item<'_>) -> Option<Step> {
    item.object(value, |fields| {
        let op = said(fields, "op");
        let given = fields.raw("args");
        let Some(operation) = operation(&op) else {
            unknown_operation(&op, fields);
            return Step::new(op);
        };
        let none = Object::default();
        let object = match given {
            None => &none,
            Some(Json::Object(object)) => object,
            Some(other) => {
                let problem = format!("`args` must be an object, not {}", other.kind());
                fields.note(Code::WrongType, "args", &problem, &"no arguments");
                return Step::new(op);
            }
        };
        let place = fields.place();
        let mut given = Fields::new(object, place.path.field("args"), place.manner, place.findings);
        let args = arguments(operation, &mut given);
        given.close();
        Step { op, args }
    })
}

fn unknown_operation(op: &str, fields: &mut Fields<'_, '_>) {
    // An absent, blank or non-text value has already been recorded.
    if op.trim().is_empty() {
        return;
    }
    let folded = op.trim().to_lowercase();
    if operation(&folded).is_some() {
        fields.note(Code::Respelled, "op", &format!("`op` is spelt {}, expected `{folded}`", quoted(op)), &folded);
        return;
    }
    let hint = did_you_mean(op, operations().iter().map(|row| row.name));
    fields.note(Code::UnknownType, "op", &format!("{} is not a known operation{hint}", quoted(op)), &"nothing");
}

fn arguments(operation: &'static Operation, given: &mut Fields<'_, '_>) -> Map<String, Value> {
    let mut args = Map::new();
    for Argument { name, kind, required, .. } in operation.arguments {
        match given.raw(name) {
            Some(value) => {
                let place = given.place();
                let mut item = Item { path: place.path.field(name), manner: place.manner, findings: place.findings };
                args.extend(kind.read(name, value, &mut item).map(|value| ((*name).to_owned(), value)));
            }
            None if *required => {
                given.note(Code::Missing, name, &format!("`{name}` is missing; expected {kind}"), &"nothing");
            }
            None => {}
        }
    }
    choose(operation, given);
    args
}

fn choose(operation: &Operation, given: &mut Fields<'_, '_>) {
    let (names, exactly) = match operation.choice {
        Choice::Free => return,
        Choice::AnyOf(names) => (names, false),
        Choice::OneOf(names) => (names, true),
    };
    let there = names.iter().filter(|name| given.has(name)).count();
    let listed = crate::fields::one_of(names);
    // The finding concerns the arguments as a whole: none of them is the missing or surplus one.
    if there == 0 {
        given.place().note(Code::Missing, format!("`{}` needs {listed}", operation.name));
    } else if exactly && there > 1 {
        given.place().note(Code::NotAllowed, format!("`{}` takes only {listed}, not {there} of them", operation.name));
    }
}

/// Reads a required text that is not blank; returns an empty one after recording a problem.
fn said(fields: &mut Fields<'_, '_>, name: &'static str) -> String {
    let is_text = fields.raw(name).is_some_and(|value| value.as_text().is_some());
    let text = fields.text(name, Need::Required, "");
    if !is_text {
        return String::new();
    }
    if text.trim().is_empty() {
        fields.note(Code::Blank, name, &format!("`{name}` is blank"), &"nothing");
    }
    text
}

/// Reads a required boolean.
fn flag(fields: &mut Fields<'_, '_>, name: &'static str) -> bool {
    if !fields.has(name) {
        fields.note(Code::Missing, name, &format!("`{name}` is missing; expected true or false"), &false);
    }
    fields.optional_bool(name).unwrap_or_default()
}

/// Reads a required object, unchanged.
fn object<'r, 'j>(fields: &mut Fields<'r, 'j>, name: &'static str) -> Option<&'r Object<'j>> {
    let found = fields.raw(name);
    let problem = match found {
        Some(Json::Object(object)) => return Some(object),
        Some(other) => (Code::WrongType, format!("`{name}` must be an object, not {}", other.kind())),
        None => (Code::Missing, format!("`{name}` is missing; expected an object")),
    };
    fields.note(problem.0, name, &problem.1, &"an empty one");
    None
}

/// Reads a required object of any values.
fn values(fields: &mut Fields<'_, '_>, name: &'static str) -> Map<String, Value> {
    object(fields, name).map(Object::to_map).unwrap_or_default()
}

/// Reads a list, unless it is longer than a plan can be.
fn bounded<'j, T>(
    fields: &mut Fields<'_, 'j>,
    name: &'static str,
    need: Need,
    read: impl FnMut(&Json<'j>, Item<'_>) -> Option<T>,
) -> Vec<T> {
    let long = fields.raw(name).and_then(Json::as_list).map_or(0, <[_]>::len);
    if long > MAX_STEPS {
        let problem = format!("`{name}` has {long} entries; at most {MAX_STEPS} are allowed");
        fields.note(Code::OutOfRange, name, &problem, &"none");
        return Vec::new();
    }
    fields.list(name, need, read).unwrap_or_default()
}
