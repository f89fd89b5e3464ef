//! What each intent cannot do without, how it is asked for, and what is said when it is done.

use action::plan::Ask;
use serde_json::{Map, Value};

/// The first thing that is missing, as a question.
pub(super) fn missing(intent: &str, slots: &Map<String, Value>) -> Option<Ask> {
    let has = |name: &str| slots.get(name).is_some_and(|value| !value.is_null() && value != "");
    let slot = needed(intent).iter().find(|names| !names.split('|').any(has))?;
    let slot = slot.split('|').next().unwrap_or(slot);
    Some(Ask { slot: Some(slot.to_owned()), question: question(intent, slot, slots), choices: Vec::new() })
}

/// The slots that must be there; of `a|b` one is enough, and the first is asked for.
fn needed(intent: &str) -> &'static [&'static str] {
    match intent {
        "send_message" => &["recipient", "content"],
        "call_contact" | "find_contact" | "open_conversation" => &["recipient"],
        "open_app" | "uninstall_app" => &["app"],
        "toggle_setting" => &["setting", "state"],
        "set_alarm" => &["time"],
        "set_timer" => &["duration_s"],
        "search_web" | "delete_items" => &["query"],
        "open_url" => &["url"],
        "set_volume" | "set_brightness" => &["level|change"],
        "add_contact" => &["recipient", "number|email"],
        "create_note" | "type_text" => &["content"],
        "set_reminder" => &["content", "time|date|days"],
        "create_event" => &["label", "date"],
        "navigate_to" => &["destination"],
        "scroll" => &["direction"],
        "tap_label" => &["label|position"],
        "pay" => &["recipient", "amount"],
        "share_location" => &["recipient"],
        _ => &[],
    }
}

/// The question for a slot of an intent.
pub(crate) fn question(intent: &str, slot: &str, slots: &Map<String, Value>) -> String {
    let text = |name: &str| slots.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    match (intent, slot) {
        ("send_message", "recipient") => "Who should I send the message to?".to_owned(),
        ("send_message", "content") => match text("recipient") {
            Some(recipient) => format!("What should the message to {recipient} say?"),
            None => "What should the message say?".to_owned(),
        },
        ("call_contact", _) => "Who should I call?".to_owned(),
        ("find_contact", _) => "Who should I look for?".to_owned(),
        ("open_conversation", _) => "Whose conversation should I open?".to_owned(),
        ("open_app", _) => "Which app should I open?".to_owned(),
        ("uninstall_app", _) => "Which app should I uninstall?".to_owned(),
        ("toggle_setting", "setting") => "Which setting do you mean?".to_owned(),
        ("toggle_setting", _) => match text("setting") {
            Some(setting) => format!("Should I turn {} on or off?", spoken(setting)),
            None => "Should I turn it on or off?".to_owned(),
        },
        ("set_alarm", _) => "What time should the alarm ring?".to_owned(),
        ("set_timer", _) => "How long should the timer run?".to_owned(),
        ("search_web", _) => "What should I search for?".to_owned(),
        ("delete_items", _) => "What should I delete?".to_owned(),
        ("open_url", _) => "Which address should I open?".to_owned(),
        ("set_volume", _) => "How loud should it be, from 0 to 100?".to_owned(),
        ("set_brightness", _) => "How bright should the screen be, from 0 to 100?".to_owned(),
        ("add_contact", "recipient") => "What is the contact's name?".to_owned(),
        ("add_contact", _) => format!("What is {}'s number?", text("recipient").unwrap_or("the contact")),
        ("create_note", _) => "What should the note say?".to_owned(),
        ("type_text", _) => "What should I type?".to_owned(),
        ("create_event", "label") => "What should the event be called?".to_owned(),
        ("create_event", _) => match text("label") {
            Some(label) => format!("What day is \"{label}\"?"),
            None => "What day is it?".to_owned(),
        },
        ("set_reminder", "content") => "What should I remind you of?".to_owned(),
        ("set_reminder", _) => "When should I remind you?".to_owned(),
        ("navigate_to", _) => "Where do you want to go?".to_owned(),
        ("scroll", _) => "Which way should I scroll?".to_owned(),
        ("tap_label", _) => "What should I press?".to_owned(),
        ("pay", "recipient") => "Who should get the money?".to_owned(),
        ("pay", _) => match text("recipient") {
            Some(recipient) => format!("How much should I pay {recipient}?"),
            None => "How much should I pay?".to_owned(),
        },
        ("share_location", _) => "Who should I share your location with?".to_owned(),
        (_, slot) => format!("What is the {}?", spoken(slot)),
    }
}

/// `do_not_disturb` as it is said.
pub(crate) fn spoken(name: &str) -> String {
    match name {
        "wifi" => "Wi-Fi".to_owned(),
        "bluetooth" => "Bluetooth".to_owned(),
        "nfc" => "NFC".to_owned(),
        other => other.replace('_', " "),
    }
}

/// What is said when an intent has been carried out.
pub(super) fn prompt(intent: &str) -> &'static str {
    match intent {
        "send_message" => "Message sent. Anything else?",
        "call_contact" => "Calling.",
        "set_alarm" => "Alarm set. Anything else?",
        "set_timer" => "Timer started. Anything else?",
        "create_note" => "Noted. Anything else?",
        "create_event" => "It is in the calendar. Anything else?",
        "set_reminder" => "I will remind you. Anything else?",
        "add_contact" => "Contact saved. Anything else?",
        "call_emergency" => "Calling for help.",
        "take_photo" => "Photo taken. Anything else?",
        "pay" => "Paid. Anything else?",
        "delete_items" => "Deleted. Anything else?",
        "uninstall_app" => "Uninstalled. Anything else?",
        "share_location" => "Location shared. Anything else?",
        _ => "Done. Anything else?",
    }
}
