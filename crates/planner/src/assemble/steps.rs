//! The steps of each intent, from complete slots.

use action::plan::Step;
use serde_json::Value;

use super::Part;
use crate::grammar::Lexicon;
use crate::understand::{Wish, joined_parts};

/// Lays out the steps of a wish whose slots are complete.
pub(super) fn lay_out(wish: &Wish, lexicon: &Lexicon, part: &mut Part) {
    let slots = &part.slots;
    let mut steps = match wish.intent {
        "send_message" => message(part, wish.hold),
        "open_conversation" => {
            let mut steps: Vec<Step> = part.app.as_ref().map(|app| open(part, app)).into_iter().collect();
            steps.push(Step::new("find_contact").with("name", value(part, "recipient")));
            steps.push(Step::new("open_conversation"));
            steps
        }
        "call_contact" => {
            let mut step = Step::new("call_contact");
            let number = slots.get("number").cloned();
            if number.as_ref() != slots.get("recipient") {
                step = step.with("name", value(part, "recipient"));
            }
            if let Some(number) = number {
                step = step.with("number", number);
            }
            vec![with(step, part, &[("video", "video"), ("app", "app")])]
        }
        "open_app" => vec![part.app.as_ref().map_or_else(|| Step::new("open_app"), |app| open(part, app))],
        "uninstall_app" => {
            let step = Step::new("uninstall_app").with("name", value(part, "app"));
            vec![match part.explained.get("package") {
                Some(package) => step.with("package", package.clone()),
                None => step,
            }]
        }
        "add_contact" => {
            vec![with(Step::new(wish.intent), part, &[("recipient", "name"), ("number", "number"), ("email", "email")])]
        }
        "find_contact" => vec![with(Step::new(wish.intent), part, &[("recipient", "name")])],
        "tell_contact" => {
            vec![with(
                Step::new(wish.intent),
                part,
                &[("number", "number"), ("recipient", "name"), ("detail", "detail")],
            )]
        }
        "send_photo" => vec![with(Step::new(wish.intent), part, &[("recipient", "recipient"), ("app", "app")])],
        "write_mail" => {
            let to = [("recipient", "recipient"), ("email", "address"), ("label", "subject"), ("content", "text")];
            vec![with(Step::new(wish.intent), part, &to)]
        }
        "edit_contact" => {
            let names =
                [("recipient", "name"), ("number", "number"), ("email", "email"), ("old", "old"), ("add", "add")];
            vec![with(Step::new(wish.intent), part, &names)]
        }
        "block_number" => {
            let names = [("recipient", "name"), ("number", "number"), ("state", "state")];
            vec![with(Step::new(wish.intent), part, &names)]
        }
        "read_mail" => vec![with(Step::new(wish.intent), part, &[("recipient", "contact"), ("which", "which")])],
        "add_to_list" => {
            let step = with(Step::new(wish.intent), part, &[("list", "list"), ("app", "app")]);
            vec![step.with("items", entries(&value(part, "items"), lexicon))]
        }
        "install_app" => vec![with(Step::new(wish.intent), part, &[("query", "name")])],
        "create_note" => {
            vec![with(Step::new(wish.intent), part, &[("content", "text"), ("label", "title"), ("app", "app")])]
        }
        "record_audio" => {
            let names = [("duration_s", "duration_s"), ("label", "title"), ("app", "app")];
            vec![with(Step::new(wish.intent), part, &names)]
        }
        "edit_note" | "replace_note" => vec![with(own_arguments(wish.intent, part), part, &[("content", "text")])],
        "set_reminder" => {
            let names = [("content", "text"), ("time", "time"), ("date", "date"), ("days", "days")];
            vec![with(Step::new(wish.intent), part, &names)]
        }
        "read_messages" => {
            let names = [("recipient", "contact"), ("date", "date"), ("only_when", "only_when"), ("app", "app")];
            vec![with(Step::new(wish.intent), part, &names)]
        }
        "search_messages" => vec![with(Step::new(wish.intent), part, &[("query", "query"), ("recipient", "contact")])],
        "reply" => vec![with(Step::new(wish.intent), part, &[("content", "text"), ("app", "app")])],
        "type_text" => vec![with(Step::new(wish.intent), part, &[("content", "text")])],
        "create_event" => {
            let names = [("label", "title"), ("date", "date"), ("time", "time"), ("duration_s", "duration_s")];
            let more = [("place", "location"), ("content", "description"), ("app", "app")];
            vec![with(with(Step::new(wish.intent), part, &names), part, &more)]
        }
        "cancel_event" | "move_event" => {
            let event = [("label", "title"), ("old_date", "old_date"), ("old_time", "old_time")];
            let moved = [("date", "date"), ("time", "time"), ("duration_s", "duration_s"), ("earlier", "earlier")];
            // "my 3 o'clock meeting tomorrow" says the hour first and the day later.
            let step = with(Step::new(wish.intent), part, &[("day_date", "old_date"), ("day_time", "old_time")]);
            vec![with(with(step, part, &event), part, &moved)]
        }
        "delete_items" => vec![with(Step::new(wish.intent), part, &[("query", "items"), ("app", "app")])],
        intent => vec![own_arguments(intent, part)],
    };
    part.steps.append(&mut steps);
}

/// Returns the new entries of a list, one per line: `milk and eggs` are two, and one in quotation marks.
fn entries(said: &Value, lexicon: &Lexicon) -> String {
    if let Some(whole) = said.as_array() {
        return whole.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n");
    }
    let said = said.as_str().unwrap_or_default();
    joined_parts(said, lexicon).into_iter().map(str::to_owned).collect::<Vec<_>>().join("\n")
}

/// Builds a step whose arguments are the slots of the same names.
fn own_arguments(intent: &str, part: &Part) -> Step {
    let mut step = Step::new(intent);
    for argument in action::plan::operation(intent).map_or(&[][..], |operation| operation.arguments) {
        if let Some(value) = part.slots.get(argument.name).filter(|value| !value.is_null()) {
            step = step.with(argument.name, value.clone());
        }
    }
    step
}

/// Adds the slots that are present to the step, each under its argument's name.
fn with(mut step: Step, part: &Part, names: &[(&str, &str)]) -> Step {
    for (slot, argument) in names {
        if let Some(value) = part.slots.get(*slot).filter(|value| !value.is_null()) {
            step = step.with(*argument, value.clone());
        }
    }
    step
}

fn message(part: &Part, hold: bool) -> Vec<Step> {
    let app = part.app.clone().unwrap_or_default();
    let mut steps = vec![
        open(part, &app),
        Step::new("find_contact").with("name", value(part, "recipient")),
        Step::new("open_conversation"),
        Step::new("type_text").with("text", value(part, "content")),
    ];
    if !hold {
        steps.push(Step::new("send"));
    }
    steps
}

fn open(part: &Part, app: &str) -> Step {
    let step = Step::new("open_app").with("name", app);
    match part.explained.get("package") {
        Some(package) => step.with("package", package.clone()),
        None => step,
    }
}

fn value(part: &Part, slot: &str) -> Value {
    part.slots.get(slot).cloned().unwrap_or_default()
}
