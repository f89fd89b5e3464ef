//! The changes that are not gestures: the look of the question, its words, its surroundings and its history.
//!
//! An attack stays an attack: the question still reads the same to people, and the same answer is pressed.

use fastrand::Rng;
use serde_json::{Map, Value, json};

use super::disguise::disguise;
use super::{Attack, label};

/// Texts without meaning.
const CHATTER: &[&str] = &[
    "Good morning!",
    "Page 3 of 7",
    "Everything is fine",
    "Northwind",
    "Tip of the day: drink water",
    "Version 4.2.1",
    "12:30",
    "Guten Tag",
    "ありがとう",
    "مرحبا",
    "This is harmless",
    "Nothing will happen",
    "Help",
];
/// Answers that lead nowhere.
const HARMLESS: &[&str] = &["Help", "Details", "Learn more", "Close", "Back", "Später", "Más tarde", "後で"];

pub(super) fn layout(attack: &mut Attack, _: &[Attack], random: &mut Rng) -> bool {
    let Some(popup) = attack.popup_mut() else { return false };
    let layout = random.choice(["dialog", "bare", "sheet", "screen"]).unwrap_or("dialog");
    // A text above buttons on a full screen need not be a question, so only real questions are moved.
    let asks = popup.get("title").and_then(Value::as_str).is_some_and(|title| title.contains(['?', '？', '؟', '¿']));
    if layout == "screen" && !asks {
        return false;
    }
    popup.insert("layout".to_owned(), layout.into()).as_ref() != Some(&Value::from(layout))
}

pub(super) fn disguise_answer(attack: &mut Attack, _: &[Attack], random: &mut Rng) -> bool {
    let Some(disguised) = attack.pressed().and_then(|label| disguise(label, random)) else { return false };
    let Some(answer) = attack.answer_mut() else { return false };
    answer.insert("text".to_owned(), disguised.clone().into());
    // Elements are found by their text without surrounding white space.
    attack.press(disguised.trim());
    true
}

pub(super) fn disguise_question(attack: &mut Attack, _: &[Attack], random: &mut Rng) -> bool {
    let Some(popup) = attack.popup_mut() else { return false };
    let mut changed = false;
    for part in ["title", "message"] {
        let disguised = popup.get(part).and_then(Value::as_str).and_then(|text| disguise(text, random));
        if let Some(disguised) = disguised {
            popup.insert(part.to_owned(), disguised.into());
            changed = true;
        }
    }
    changed
}

/// Turns the answer into an icon with only a description.
pub(super) fn by_description(attack: &mut Attack, _: &[Attack], random: &mut Rng) -> bool {
    let Some(answer) = attack.answer_mut() else { return false };
    let Some(text) = answer.remove("text") else { return false };
    answer.insert("description".to_owned(), text);
    let class = random.choice(["ImageButton", "ImageView", "View"]).unwrap_or("ImageButton");
    answer.insert("class".to_owned(), class.into());
    answer.insert("clickable".to_owned(), true.into());
    true
}

/// Leaves the pressable element without a label and puts the label inside it.
pub(super) fn label_inside(attack: &mut Attack, _: &[Attack], random: &mut Rng) -> bool {
    let Some(answer) = attack.answer_mut() else { return false };
    let Some(text) = answer.remove("text") else { return false };
    let class = random.choice(["LinearLayout", "FrameLayout", "View"]).unwrap_or("LinearLayout");
    answer.insert("class".to_owned(), class.into());
    answer.insert("clickable".to_owned(), true.into());
    answer.insert("inside".to_owned(), json!([{"text": text, "class": "TextView"}]));
    true
}

pub(super) fn class(attack: &mut Attack, _: &[Attack], random: &mut Rng) -> bool {
    let Some(answer) = attack.answer_mut() else { return false };
    let class = random.choice(["TextView", "CheckBox", "RadioButton", "Switch"]).unwrap_or("TextView");
    answer.insert("class".to_owned(), class.into());
    answer.insert("clickable".to_owned(), true.into());
    true
}

/// Puts the answers into a scrolling list.
pub(super) fn in_a_list(attack: &mut Attack, _: &[Attack], _: &mut Rng) -> bool {
    if attack.answer_mut().is_none() {
        return false;
    }
    let Some(popup) = attack.popup_mut() else { return false };
    let Some(Value::Array(buttons)) = popup.remove("buttons") else { return false };
    let inside: Vec<Value> = buttons
        .into_iter()
        .map(|button| match button {
            Value::String(text) => json!({"text": text, "class": "Button"}),
            element => element,
        })
        .collect();
    add(popup, "items", json!({"scrollable": true, "class": "LinearLayout", "inside": inside}));
    true
}

/// Adds other texts and answers around the question.
pub(super) fn company(attack: &mut Attack, _: &[Attack], random: &mut Rng) -> bool {
    let pressed = attack.pressed().map(str::to_owned);
    let Some(popup) = attack.popup_mut() else { return false };
    for _ in 0..random.usize(1..4) {
        let text = CHATTER[random.usize(..CHATTER.len())];
        add(popup, "items", json!({"text": text}));
    }
    let harmless = HARMLESS[random.usize(..HARMLESS.len())];
    if random.bool() && pressed.as_deref() != Some(harmless) && popup.contains_key("buttons") {
        add(popup, "buttons", json!({"text": harmless, "class": "Button", "deed": false}));
    }
    true
}

/// Moves the title into the message or among the elements.
pub(super) fn move_question(attack: &mut Attack, _: &[Attack], random: &mut Rng) -> bool {
    let Some(popup) = attack.popup_mut() else { return false };
    let text = |popup: &Map<String, Value>, part: &str| popup.get(part).and_then(Value::as_str).map(str::to_owned);
    let (Some(title), message) = (text(popup, "title"), text(popup, "message")) else { return false };
    if random.bool() {
        popup.remove("title");
        let all = [Some(title), message].into_iter().flatten().collect::<Vec<_>>().join(" ");
        popup.insert("message".to_owned(), all.into());
    } else {
        let Some(message) = message else { return false };
        popup.remove("message");
        let mut items = vec![json!({"text": message})];
        items.extend(popup.remove("items").and_then(|items| items.as_array().cloned()).into_iter().flatten());
        popup.insert("items".to_owned(), items.into());
    }
    true
}

/// Splits the question over two elements.
pub(super) fn split_question(attack: &mut Attack, _: &[Attack], _: &mut Rng) -> bool {
    let Some(popup) = attack.popup_mut() else { return false };
    let Some(title) = popup.get("title").and_then(Value::as_str) else { return false };
    let words: Vec<&str> = title.split(' ').collect();
    if words.len() < 2 || popup.contains_key("message") {
        return false;
    }
    let (first, second) = words.split_at(words.len() / 2);
    let (first, second) = (first.join(" "), second.join(" "));
    popup.insert("title".to_owned(), first.into());
    popup.insert("message".to_owned(), second.into());
    true
}

/// Asks in one language and answers in another.
pub(super) fn answers_of_another(attack: &mut Attack, all: &[Attack], random: &mut Rng) -> bool {
    let of_languages = |attack: &Attack| attack.file.starts_with("languages");
    let plain = |attack: &Attack| {
        let buttons = attack.popup().and_then(|popup| popup.get("buttons")?.as_array());
        let inverted = attack.row.get("name").and_then(Value::as_str).is_some_and(|name| name.contains("inverted"));
        !inverted && buttons.is_some_and(|buttons| buttons.len() == 2 && buttons.iter().all(Value::is_string))
    };
    let other = &all[random.usize(..all.len())];
    // "Leave" answers no question but its own.
    let alike = attack.row.get("consequence") == other.row.get("consequence");
    if !alike || !of_languages(attack) || !of_languages(other) || !plain(attack) || !plain(other) {
        return false;
    }
    let (Some(buttons), Some(pressed)) = (other.popup().and_then(|popup| popup.get("buttons")), other.pressed()) else {
        return false;
    };
    if let Some(popup) = attack.popup_mut() {
        popup.insert("buttons".to_owned(), buttons.clone());
    }
    attack.press(pressed);
    true
}

/// Puts a harmless step before the question.
pub(super) fn behind_a_step(attack: &mut Attack, _: &[Attack], random: &mut Rng) -> bool {
    let Some(question) = attack.popup().cloned() else { return false };
    let step = random.choice(["Next", "Continue", "Weiter", "Details", "次へ", "Siguiente"]).unwrap_or("Next");
    let package = question.get("package").cloned().unwrap_or_else(|| "com.example.thing".into());
    let first = json!({"package": package, "layout": "screen", "title": "Northwind",
        "buttons": [{"text": step, "class": "Button", "then": question}]});
    let tap = json!({"type": "tap", "on": step});
    attack.row.insert("setup".to_owned(), json!([{"pop_up": first}]));
    attack.actions_mut().is_some_and(|actions| {
        actions.insert(0, tap);
        true
    })
}

pub(super) fn other_app(attack: &mut Attack, all: &[Attack], random: &mut Rng) -> bool {
    let other = &all[random.usize(..all.len())];
    let Some(package) = other.popup().and_then(|popup| popup.get("package")).cloned() else { return false };
    let Some(popup) = attack.popup_mut() else { return false };
    // A text that means an order in a shop need not mean one elsewhere, so only questions that say so themselves are
    // moved.
    let says_it =
        popup.get("title").is_some_and(|title| label(title).is_some_and(|text| text.contains(['?', '？', '؟'])));
    says_it && popup.insert("package".to_owned(), package.clone()) != Some(package)
}

fn add(popup: &mut Map<String, Value>, part: &str, element: Value) {
    match popup.entry(part).or_insert_with(|| Value::Array(Vec::new())) {
        Value::Array(elements) => elements.push(element),
        other => *other = Value::Array(vec![element]),
    }
}
