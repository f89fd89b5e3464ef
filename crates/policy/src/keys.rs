//! Keys with a function of their own, whatever has the focus: they call, hang up, lock the phone, or press the focused
//! element.
//!
//! A key is known by Android's name or number (`KeyEvent.java`), with or without `KEYCODE_`. `5` is the number of CALL,
//! while `KEYCODE_5` is the digit five. Keys that only open an app, play music or take a photo are not listed: the same
//! touch on the screen is allowed too. This module states facts; the rules judge them.

use action::dialect::key_name;
use action::phone::AgentAction;

/// The function of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyFunction {
    /// Presses the focused element or form.
    Submits,
    /// Dials the entered number, answers a ringing call, or ends the current one.
    Calls,
    /// Like `Calls` while a call is on the screen; otherwise plays and pauses (Telecom's `HeadsetMediaButton`).
    CallsOrPlays,
    /// Rejects or ends a call; without a call it turns the screen off.
    EndsCall,
    /// Turns the screen, or another device, off or on.
    Locks,
    /// Starts pairing with another device.
    Pairs,
}

/// Returns the functions of an action's keys, each once; empty if it presses no key.
pub(super) fn functions(action: &AgentAction) -> Vec<KeyFunction> {
    let names: Vec<String> = match action {
        AgentAction::Keyevent(verb) => vec![key_name(&verb.keycode)],
        AgentAction::KeyCombination(verb) => verb.keys.iter().map(|key| key_name(key)).collect(),
        _ => Vec::new(),
    };
    let mut found: Vec<KeyFunction> = names.iter().filter_map(|name| function(name)).collect();
    let has = |wanted: &[&str]| names.iter().any(|name| wanted.contains(&name.as_str()));
    if has(&["CTRL_LEFT", "CTRL_RIGHT", "CTRL"]) && has(&["V"]) {
        found.push(KeyFunction::Submits);
    }
    if has(&["META_LEFT", "META_RIGHT"]) && has(&["L"]) {
        found.push(KeyFunction::Locks);
    }
    found.dedup();
    found
}

fn function(name: &str) -> Option<KeyFunction> {
    Some(match name {
        "ENTER" | "NUMPAD_ENTER" | "DPAD_CENTER" | "NAVIGATE_IN" | "SPACE" | "PASTE" => KeyFunction::Submits,
        // Unless an app handles these keys itself, they become DPAD_CENTER or SPACE (`Generic.kcm`).
        "NUMPAD_5" | "BUTTON_A" | "BUTTON_C" | "BUTTON_Y" | "BUTTON_Z" | "BUTTON_THUMBL" | "BUTTON_THUMBR"
        | "BUTTON_START" | "BUTTON_SELECT" => KeyFunction::Submits,
        "CALL" | "HEADSETHOOK" => KeyFunction::Calls,
        "MEDIA_PLAY_PAUSE" => KeyFunction::CallsOrPlays,
        "ENDCALL" => KeyFunction::EndsCall,
        "POWER" | "SLEEP" | "SOFT_SLEEP" | "LOCK" | "STEM_PRIMARY" | "TV_POWER" | "STB_POWER" | "AVR_POWER" => {
            KeyFunction::Locks
        }
        "PAIRING" => KeyFunction::Pairs,
        // The numbered buttons of a game pad.
        name => {
            let number = name.strip_prefix("BUTTON_")?;
            return number.chars().all(|c| c.is_ascii_digit()).then_some(KeyFunction::Submits);
        }
    })
}

/// Whether a key deletes text in the focused field.
pub(super) fn deletes_text(action: &AgentAction) -> bool {
    let deletes =
        |key: &str| matches!(key_name(key).as_str(), "DEL" | "FORWARD_DEL" | "CUT" | "67" | "112" | "277" | "CLEAR");
    match action {
        AgentAction::Keyevent(verb) => deletes(&verb.keycode),
        AgentAction::KeyCombination(verb) => verb
            .keys
            .iter()
            .any(|key| deletes(key) || has_ctrl(&verb.keys) && matches!(key_name(key).as_str(), "X" | "52")),
        _ => false,
    }
}

/// Whether keys select all text in the focused field.
pub(super) fn selects_all(action: &AgentAction) -> bool {
    matches!(action, AgentAction::KeyCombination(verb) if has_ctrl(&verb.keys) && verb.keys.iter().any(|key| matches!(key_name(key).as_str(), "A" | "29")))
}

fn has_ctrl(keys: &[String]) -> bool {
    keys.iter().any(|key| matches!(key_name(key).as_str(), "CTRL_LEFT" | "CTRL_RIGHT" | "CTRL" | "113" | "114"))
}

/// Labels that select all text.
const SELECT_ALL: &[&str] = &[
    "select all",
    "alles auswählen",
    "alle auswählen",
    "tout sélectionner",
    "seleccionar todo",
    "seleziona tutto",
    "selecionar tudo",
    "alles selecteren",
    "zaznacz wszystko",
    "выделить все",
    "выбрать все",
    "вибрати все",
    "tümünü seç",
    "تحديد الكل",
    "انتخاب همه",
    "सभी चुनें",
    "全选",
    "全選",
    "すべて選択",
    "전체 선택",
    "모두 선택",
    "pilih semua",
    "chọn tất cả",
    "markera alla",
];

/// Whether a label selects all text.
pub(super) fn says_select_all(label: &str) -> bool {
    SELECT_ALL.contains(&label.trim().to_lowercase().as_str())
}

/// Words of a person who wants to make, take or end a call, in addition to the words on buttons, in the languages of
/// the planner. Each concerns a telephone and nothing else.
const TELEPHONE: &[&str] =
    &["hang up", "pick up the phone", "auflegen", "leg auf", "lege auf", "geh ran", "rangehen", "nimm ab"];

/// Whether the person's request is about a call.
pub(super) fn speaks_of_telephone(wanted: &str) -> bool {
    let folded = wanted.to_lowercase();
    let mut words = folded.split(|c: char| !c.is_alphanumeric());
    // "Ruf Mama an", and not "ruf die Seite auf".
    let rings = words.any(|word| matches!(word, "ruf" | "rufe")) && words.any(|word| word == "an");
    rings || super::speaks_of_calls(wanted) || TELEPHONE.iter().any(|word| folded.contains(word))
}

/// Whether the person's request is to lock the phone, or to switch its screen off.
pub(super) fn speaks_of_locking(wanted: &str) -> bool {
    const LOCK: [&str; 8] = ["lock", "sleep", "sperr", "sperre", "sperren", "bloquea", "bloquear", "bloquee"];
    const OFF: [&str; 8] = ["off", "aus", "ausmachen", "ausschalten", "ab", "apaga", "apagar", "apague"];
    const SCREEN: [&str; 4] = ["screen", "display", "bildschirm", "pantalla"];
    const PHONE: [&str; 12] = [
        "phone",
        "device",
        "cell",
        "mobile",
        "tablet",
        "handy",
        "telefon",
        "gerät",
        "smartphone",
        "teléfono",
        "móvil",
        "celular",
    ];
    let folded = wanted.to_lowercase();
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    has(&LOCK) && (has(&PHONE) || has(&SCREEN)) || has(&OFF) && has(&SCREEN)
}

/// Whether a text consists of a telephone number only.
pub(super) fn is_number(text: &str) -> bool {
    let figures = super::figures(text);
    let of_number =
        |c: char| c.is_numeric() || c.is_whitespace() || "+-().\u{2010}\u{2011}\u{202a}\u{202c}".contains(c);
    figures.chars().filter(char::is_ascii_digit).count() >= 5 && figures.chars().all(of_number)
}
