//! The verbs as data, taken from the types themselves: names, sentences, fields.
//!
//! Everything that lists the verbs (prompts, reference tables, hints in errors) reads this list, so
//! a new variant shows up everywhere at once.

use std::sync::LazyLock;

use schemars::schema_for;
use serde_json::Value;

use super::*;
use crate::number::Finite;

/// One verb.
#[derive(Clone, Debug)]
pub struct VerbEntry {
    /// Its `type`.
    pub name: String,
    /// What it does, in one sentence.
    pub sentence: String,
    /// Its fields, without `type`.
    pub fields: Vec<FieldEntry>,
}

/// One field of a verb.
#[derive(Clone, Debug)]
pub struct FieldEntry {
    /// Its name.
    pub name: String,
    /// Its JSON Schema.
    pub schema: Value,
    /// Whether it must be there.
    pub required: bool,
}

/// Every verb, in the order of the enum.
pub fn verbs() -> &'static [VerbEntry] {
    static VERBS: LazyLock<Vec<VerbEntry>> = LazyLock::new(|| {
        let schema = schema_for!(AgentAction).to_value();
        let variants = schema["oneOf"].as_array().cloned().unwrap_or_default();
        variants.iter().map(|variant| entry(&schema, variant)).collect()
    });
    &VERBS
}

fn entry(schema: &Value, variant: &Value) -> VerbEntry {
    let name = variant["properties"]["type"]["const"].as_str().unwrap_or_default().to_owned();
    let reference = variant["$ref"].as_str().unwrap_or_default();
    let body = schema.pointer(reference.trim_start_matches('#')).unwrap_or(variant);
    let required = body["required"].as_array().cloned().unwrap_or_default();
    let fields = body["properties"].as_object().cloned().unwrap_or_default();
    VerbEntry {
        name,
        sentence: body["description"].as_str().unwrap_or_default().lines().next().unwrap_or_default().to_owned(),
        fields: fields
            .into_iter()
            .filter(|(name, _)| name != "type")
            .map(|(name, schema)| FieldEntry { required: required.iter().any(|field| field == &name), name, schema })
            .collect(),
    }
}

/// An action of the given type with telling values, as prompts show it.
pub fn sample(name: &str) -> Option<AgentAction> {
    samples().into_iter().find(|action| action.name() == name)
}

/// One action of every type, with telling values.
pub fn samples() -> Vec<AgentAction> {
    let number = |value: i32| Finite::from(value);
    let text = str::to_owned;
    let (x, y, reason) = (number(540), number(1200), None::<String>);
    let (x1, y1, x2, y2) = (number(540), number(1800), number(540), number(600));
    vec![
        AgentAction::Tap(Tap { x, y, reason: reason.clone() }),
        AgentAction::DoubleTap(DoubleTap { x, y, reason: reason.clone() }),
        AgentAction::LongPress(LongPress { x, y, duration_ms: LongPress::default_duration(), reason: reason.clone() }),
        AgentAction::Swipe(Swipe { x1, y1, x2, y2, duration_ms: Swipe::default_duration(), reason: reason.clone() }),
        AgentAction::Drag(Drag { x1, y1, x2, y2, duration_ms: Drag::default_duration(), reason: reason.clone() }),
        AgentAction::Type(Type { text: text("Hello, world!"), reason: reason.clone() }),
        AgentAction::ClearText(ClearText { reason: reason.clone() }),
        AgentAction::key(keys::BACK),
        AgentAction::KeyCombination(KeyCombination {
            keys: vec![text("KEYCODE_CTRL_LEFT"), text("KEYCODE_A")],
            reason: reason.clone(),
        }),
        AgentAction::LaunchApp(LaunchApp { package_name: text("com.android.settings"), reason: reason.clone() }),
        AgentAction::OpenApp(OpenApp { name: text("Settings"), reason: reason.clone() }),
        AgentAction::OpenUrl(OpenUrl { url: text("https://example.com"), reason: reason.clone() }),
        AgentAction::Shell(Shell { command: text("getprop ro.product.model"), reason: reason.clone() }),
        AgentAction::RunScript(RunScript {
            script: text("date"),
            timeout_sec: RunScript::default_timeout(),
            reason: reason.clone(),
        }),
        AgentAction::McpCall(McpCall {
            tool: text("map_search"),
            args: std::iter::once((text("query"), Value::from("coffee shop"))).collect(),
            timeout_sec: McpCall::default_timeout(),
            reason: reason.clone(),
        }),
        AgentAction::RequestHumanAuth(RequestHumanAuth::asking(Some(text("Please enter the code you were sent.")))),
        AgentAction::AskUser(AskUser::asking(Some(text("Which of the two do you want?")))),
        AgentAction::Confirm(Confirm::of("This sends the message to Sam.")),
        AgentAction::Wait(Wait { duration_ms: number(2000), reason: reason.clone() }),
        AgentAction::observe(),
        AgentAction::Note(Note { text: text("The order number is 4711."), reason: reason.clone() }),
        AgentAction::Finish(Finish::saying(Some(text("The message has been sent.")))),
        AgentAction::Fail(Fail::saying(Some(text("There is no contact of that name.")))),
    ]
}
