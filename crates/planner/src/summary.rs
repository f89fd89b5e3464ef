//! A plan in plain words, as it is read out before a confirmation.

use action::plan::ActionPlan;
use serde_json::{Map, Value};

/// What the plan does, in a sentence or several.
pub fn summary(plan: &ActionPlan) -> String {
    let holds = plan.intent == action::plan::SEND_MESSAGE
        && !plan.steps.is_empty()
        && plan.steps.iter().all(|step| step.op != "send");
    if plan.requests.is_empty() {
        return sentence(&plan.intent, &plan.slots, plan.metadata.app.as_deref(), holds);
    }
    let app = |at: usize| plan.metadata.more.get("requests")?.get(at)?.get("app")?.as_str();
    let each = plan.requests.iter().enumerate();
    let each = each.map(|(at, request)| sentence(&request.intent, &request.slots, app(at), holds));
    each.collect::<Vec<_>>().join(" Then: ")
}

fn sentence(intent: &str, slots: &Map<String, Value>, app: Option<&str>, holds: bool) -> String {
    let text = |name: &str| match slots.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    };
    let named = |before: &str, name: &str| match text(name) {
        empty if empty.is_empty() => String::new(),
        value => format!("{before}{value}"),
    };
    let via = text("app");
    let via = if via.is_empty() { app.unwrap_or_default().to_owned() } else { via };
    let on = if via.is_empty() { String::new() } else { format!(" on {via}") };
    let when = || format!("{}{}{}", named(" at ", "time"), named(" on ", "date"), named(" every ", "days"));
    match intent {
        "send_message" if holds => {
            format!("Write to {}{on} without sending: \"{}\".", text("recipient"), inner(&text("content")))
        }
        "send_message" => format!("Send {}{on}: \"{}\".", text("recipient"), inner(&text("content"))),
        "call_contact" if slots.contains_key("video") => format!("Make a video call to {}{on}.", text("recipient")),
        "call_contact" => format!("Call {}{on}.", text("recipient")),
        "open_app" => format!("Open {via}."),
        "find_contact" => format!("Find {} among the contacts.", text("recipient")),
        "open_conversation" => format!("Open the conversation with {}{on}.", text("recipient")),
        "type_text" => format!("Type \"{}\".", inner(&text("content"))),
        "send" => "Send what is typed.".to_owned(),
        "toggle_setting" => format!("Turn {} {}.", setting(&text("setting")), text("state")),
        "read_screen" => "Read out the screen.".to_owned(),
        "launch_vision_mode" => "Switch to Vision Mode.".to_owned(),
        "set_alarm" => format!("Set an alarm{}{}.", when(), named(" for ", "label")),
        "set_timer" => format!("Start a timer of {}{}.", span(&text("duration_s")), named(" for ", "label")),
        "search_web" => format!("Search{on} for \"{}\".", text("query")),
        "open_url" => format!("Open {}.", text("url")),
        "take_photo" if slots.contains_key("selfie") => "Take a selfie.".to_owned(),
        "take_photo" => "Take a photo.".to_owned(),
        "set_volume" | "set_brightness" => {
            let what = if intent == "set_volume" { "volume" } else { "brightness" };
            match slots.get("change").and_then(Value::as_i64) {
                Some(change) if change < 0 => format!("Turn the {what} down by {}.", -change),
                Some(change) => format!("Turn the {what} up by {change}."),
                None => format!("Set the {what} to {} percent.", text("level")),
            }
        }
        "play_media" if text("query").is_empty() => format!("Play something{on}."),
        "play_media" => format!("Play \"{}\"{on}.", text("query")),
        "add_contact" => format!(
            "Add {} to the contacts{}{}.",
            text("recipient"),
            named(" with number ", "number"),
            named(" with address ", "email")
        ),
        "create_note" => format!("Write down: \"{}\".", inner(&text("content"))),
        "create_event" => format!("Put \"{}\" into the calendar{}.", text("label"), when()),
        "navigate_to" => format!("Show the way to {}.", text("destination")),
        "set_reminder" => format!("Remind you{}: \"{}\".", when(), inner(&text("content"))),
        "read_messages" => format!("Read out the newest messages{}{on}.", named(" from ", "recipient")),
        "read_notifications" => "Read out the notifications.".to_owned(),
        "tell_time" => "Say what time it is.".to_owned(),
        "tell_battery" => "Say how full the battery is.".to_owned(),
        "answer_call" => "Answer the call.".to_owned(),
        "end_call" => "Hang up.".to_owned(),
        "go_back" => "Go back.".to_owned(),
        "go_home" => "Go to the home screen.".to_owned(),
        "scroll" => format!("Scroll {}.", text("direction")),
        "tap_label" if text("label").is_empty() => format!("Press number {}.", text("position")),
        "tap_label" => format!("Press \"{}\".", text("label")),
        "pay" => format!("Pay {} to {}{on}.", text("amount"), text("recipient")),
        "delete_items" => format!("Delete {}{on}.", text("query")),
        "uninstall_app" => format!("Uninstall {via} with all its data."),
        "share_location" => {
            format!("Share your location with {}{}.", text("recipient"), named(" for seconds: ", "duration_s"))
        }
        "factory_reset" => "Erase everything on the phone.".to_owned(),
        "call_emergency" => match (text("service").as_str(), text("number")) {
            ("ambulance", _) => "Call an ambulance.".to_owned(),
            ("police", _) => "Call the police.".to_owned(),
            ("fire", _) => "Call the fire brigade.".to_owned(),
            (_, number) if !number.is_empty() => format!("Call {number}, the emergency number."),
            _ => "Call the emergency number.".to_owned(),
        },
        _ => "Nothing yet.".to_owned(),
    }
}

/// Without the stop that the quotation would double.
fn inner(text: &str) -> String {
    text.trim_end_matches('.').to_owned()
}

fn setting(name: &str) -> String {
    crate::assemble::spoken(name)
}

/// `330` seconds as `5 minutes 30 seconds`.
fn span(seconds: &str) -> String {
    let Ok(seconds) = seconds.parse::<u64>() else { return seconds.to_owned() };
    let parts = [(seconds / 3600, "hour"), (seconds % 3600 / 60, "minute"), (seconds % 60, "second")];
    let said = parts.iter().filter(|(count, _)| *count > 0);
    said.map(|(count, unit)| format!("{count} {unit}{}", if *count == 1 { "" } else { "s" }))
        .collect::<Vec<_>>()
        .join(" ")
}
