//! Tells whether the person asked to hear a code, or something that may contain one. Only then may the task's last
//! message contain it.

use super::words;

/// Words that ask to hear something, and words that use a code instead.
const TELL: &[&str] = &["read", "tell", "show", "give", "say", "speak", "dictate"];
const ASK: &[&str] = &["what", "what's", "whats", "which"];
const USE: &[&str] = &["enter", "type", "use", "using", "fill", "paste", "put", "submit", "send", "forward", "share"];

/// Contents that may be read out whole, by the first letters of their names, in the languages of the planner and their
/// neighbours.
const READABLE: &[&str] = &[
    "message",
    "text",
    "sms",
    "notification",
    "mail",
    "email",
    "inbox",
    "screen",
    "nachricht",
    "benachrichtigung",
    "bildschirm",
    "mensaje",
    "notificacion",
    "notificación",
    "correo",
    "pantalla",
    "messag",
    "courriel",
    "écran",
    "messaggi",
    "notific",
    "schermo",
    "mensagem",
    "mensagens",
    "bericht",
    "melding",
];
/// Words that ask to have something read.
const READ: &[&str] = &[
    "read",
    "hear",
    "lies",
    "lese",
    "lesen",
    "vorlesen",
    "vor",
    "lee",
    "léeme",
    "leeme",
    "lire",
    "lis",
    "leggi",
    "leggimi",
    "leia",
    "ler",
    "lees",
    "voorlezen",
];
/// Words that do something else with it, in the other languages.
const ELSEWHERE: &[&str] =
    &["schick", "schicke", "sende", "leite", "antworte", "reply", "answer", "tell", "delete", "lösche"];

/// Whether the goal only asks to have messages, notifications or the screen read out.
pub(super) fn asks_to_read(goal: &str) -> bool {
    let lower = goal.to_lowercase();
    let words: Vec<&str> =
        lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let says = |words: &[&str], list: &[&str]| words.iter().any(|word| list.contains(word));
    let asks = says(&words, READ) || words.iter().take(2).any(|word| ["what", "was", "any", "show"].contains(word));
    let is_for_me = words.windows(2).all(|pair| pair[0] != "to" || pair[1] == "me");
    asks && words.iter().any(|word| READABLE.iter().any(|start| word.starts_with(start)))
        && is_for_me
        && !says(&words, USE)
        && !says(&words, ELSEWHERE)
}

/// Whether the goal asks to have a code read out: `read me the code`, `what is my verification code`.
pub(super) fn asks_for_code(goal: &str) -> bool {
    if !words::names_a_code(goal) {
        return false;
    }
    let lower = goal.to_lowercase();
    let words: Vec<&str> = lower.split(|letter: char| !(letter.is_alphanumeric() || letter == '\'')).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    // The recipient must be the person who asks.
    let told = words.windows(2).any(|pair| TELL.contains(&pair[0]) && ["me", "us", "out", "aloud"].contains(&pair[1]));
    let aloud = words.contains(&"aloud") || words.windows(2).any(|pair| pair == ["out", "loud"]);
    let asked = words.iter().take(4).any(|word| ASK.contains(word));
    let read = words.iter().take(3).any(|word| *word == "read");
    if told || aloud {
        return true;
    }
    (asked || read) && !has(USE)
}
