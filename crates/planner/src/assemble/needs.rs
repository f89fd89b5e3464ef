//! The slots that each intent requires, and the keys of their questions and of the closing messages.

use action::plan::Ask;
use serde_json::{Map, Value};

use crate::say::{plain, say, spoken};

/// Returns the question for the first missing slot.
pub(super) fn missing(language: &str, intent: &str, slots: &Map<String, Value>) -> Option<Ask> {
    let has = |name: &str| slots.get(name).is_some_and(|value| !value.is_null() && value != "");
    let slot = needed(intent).iter().find(|names| !names.split('|').any(has))?;
    // "change Sam's email" asks for the address, not for the number.
    let detail = slots.get("detail").and_then(Value::as_str);
    let meant = slot.split('|').find(|name| Some(*name) == detail);
    let slot = meant.or_else(|| slot.split('|').next()).unwrap_or(slot);
    Some(Ask { slot: Some(slot.to_owned()), question: question(language, intent, slot, slots), choices: Vec::new() })
}

/// Returns the required slots; of `a|b` one is enough, and the first is asked for.
fn needed(intent: &str) -> &'static [&'static str] {
    match intent {
        "send_message" => &["recipient", "content"],
        "call_contact" | "find_contact" | "open_conversation" => &["recipient"],
        "open_app" | "uninstall_app" => &["app"],
        "toggle_setting" => &["setting", "state"],
        "set_alarm" => &["time"],
        "set_timer" | "change_timer" => &["duration_s"],
        "search_web" | "search_messages" | "delete_items" => &["query"],
        "open_url" => &["url"],
        "set_volume" | "set_brightness" => &["level|change"],
        "add_contact" => &["recipient", "number|email"],
        "create_note" | "type_text" | "reply" => &["content"],
        "set_reminder" => &["content", "time|date|days"],
        "create_event" => &["label", "date"],
        "change_alarm" => &["time|duration_s"],
        "move_event" => &["time|date|duration_s"],
        "navigate_to" => &["destination"],
        "scroll" => &["direction"],
        "tap_label" => &["label|position"],
        "pay" => &["recipient", "amount"],
        "share_location" | "send_photo" => &["recipient"],
        "write_mail" => &["recipient|email", "label", "content"],
        "install_app" => &["query"],
        "move_file" => &["file", "destination"],
        "create_folder" => &["name"],
        "delete_file" => &["file|which"],
        "edit_note" | "replace_note" => &["file", "content"],
        "tell_contact" => &["number|recipient"],
        "edit_contact" => &["recipient", "number|email"],
        "block_number" => &["recipient|number"],
        "search_mail" => &["query"],
        "add_to_list" => &["items", "list"],
        "tell_list" => &["list"],
        "join_network" => &["name"],
        _ => &[],
    }
}

/// Returns the question for a slot of an intent.
pub(crate) fn question(language: &str, intent: &str, slot: &str, slots: &Map<String, Value>) -> String {
    let mut values = slots.clone();
    if let Some(setting) = slots.get("setting").and_then(Value::as_str) {
        values.insert("setting".to_owned(), spoken(language, setting).into());
    }
    values.insert("slot".to_owned(), slot.replace('_', " ").into());
    let keys = [format!("ask {intent} {slot}"), format!("ask {intent}"), "ask".to_owned()];
    keys.iter().map(|key| say(language, key, &values)).find(|said| !said.is_empty()).unwrap_or_default()
}

/// Returns the message after an intent has been carried out.
pub(super) fn prompt(language: &str, intent: &str) -> String {
    let own = plain(language, &format!("done {intent}"));
    if own.is_empty() { plain(language, "done") } else { own }
}
