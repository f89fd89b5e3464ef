//! Converts `input` and `monkey` commands into the phone actions that they perform.
//!
//! It parses arguments as Android's `Input.java` and `InputShellCommand.java` do. It refuses arguments that it cannot
//! read and never guesses where a finger goes down.

use super::lex::{Unclear, Word};
use action::Finite;
use action::phone::{AgentAction, Drag, KeyCombination, LaunchApp, LongPress, Swipe, keys};

const SOURCES: &[&str] = &[
    "touchnavigation",
    "touchscreen",
    "joystick",
    "stylus",
    "touchpad",
    "gamepad",
    "dpad",
    "mouse",
    "keyboard",
    "trackball",
    "rotaryencoder",
];

type Read = Result<Vec<AgentAction>, Unclear>;

/// Returns the actions of `input …`, without the program's name.
pub(super) fn input(args: &[Word]) -> Read {
    if args.iter().any(|word| word.expands || word.globs) {
        return Err(Unclear);
    }
    let mut rest: Vec<&str> = args.iter().map(|word| word.text.as_str()).collect();
    loop {
        match rest.as_slice() {
            [source, ..] if SOURCES.contains(source) => _ = rest.remove(0),
            // Another display has not been looked at.
            ["-d", display, ..] if matches!(*display, "0" | "DEFAULT_DISPLAY") => _ = rest.drain(..2),
            _ => break,
        }
    }
    match rest.as_slice() {
        ["tap", x, y] => Ok(vec![AgentAction::tap(number(x)?, number(y)?)]),
        ["swipe", places @ ..] => swipe(places),
        ["draganddrop", places @ ..] => {
            let ([x1, y1, x2, y2], duration) = line(places)?;
            let duration_ms = duration.unwrap_or_else(Drag::default_duration);
            Ok(vec![AgentAction::Drag(Drag { x1, y1, x2, y2, duration_ms, reason: None })])
        }
        // A tab moves the focus, so the text after it reaches an element that has not been looked at.
        ["text", words @ ..] if !words.is_empty() && !words.iter().any(|word| word.contains('\t')) => {
            Ok(vec![AgentAction::text(words.join(" ").replace("%s", " "))])
        }
        ["keyevent", words @ ..] => key_events(words),
        ["keycombination", words @ ..] => key_combination(words),
        ["press"] => Ok(vec![AgentAction::key("KEYCODE_DPAD_CENTER")]),
        ["roll", dx, dy] => {
            let (dx, dy) = (number(dx)?.get(), number(dy)?.get());
            let key = match (dx.abs() > dy.abs(), dx > 0.0, dy > 0.0) {
                (true, true, _) => "KEYCODE_DPAD_RIGHT",
                (true, false, _) => "KEYCODE_DPAD_LEFT",
                (false, _, true) => "KEYCODE_DPAD_DOWN",
                (false, _, false) => "KEYCODE_DPAD_UP",
            };
            Ok(vec![AgentAction::key(key)])
        }
        // A finger that goes down, moves or lifts here touches this point.
        ["motionevent", kind, x, y]
            if ["down", "up", "move", "cancel"].contains(&kind.to_ascii_lowercase().as_str()) =>
        {
            Ok(vec![AgentAction::tap(number(x)?, number(y)?)])
        }
        _ => Err(Unclear),
    }
}

fn number(text: &str) -> Result<Finite, Unclear> {
    // Rust parses `nan` and `inf` as numbers, Java parses `0x1p3`.
    let plain = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
    text.parse().ok().filter(|_| plain).and_then(Finite::new).ok_or(Unclear)
}

/// Reads two points and a duration.
fn line(places: &[&str]) -> Result<([Finite; 4], Option<Finite>), Unclear> {
    let [x1, y1, x2, y2, rest @ ..] = places else { return Err(Unclear) };
    let duration = match rest {
        [] => None,
        [duration] => Some(number(duration)?),
        _ => return Err(Unclear),
    };
    Ok(([number(x1)?, number(y1)?, number(x2)?, number(y2)?], duration))
}

fn swipe(places: &[&str]) -> Read {
    let ([x1, y1, x2, y2], duration) = line(places)?;
    let duration_ms = duration.unwrap_or_else(Swipe::default_duration);
    // A swipe of no length is a tap, or a long press when it lasts (`ViewConfiguration.java`: 400 ms).
    if (x1, y1) == (x2, y2) {
        let press = duration_ms.get() >= 400.0;
        let long = AgentAction::LongPress(LongPress { x: x1, y: y1, duration_ms, reason: None });
        return Ok(vec![if press { long } else { AgentAction::tap(x1, y1) }]);
    }
    Ok(vec![AgentAction::Swipe(Swipe { x1, y1, x2, y2, duration_ms, reason: None })])
}

fn key_events(words: &[&str]) -> Read {
    let mut found = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--longpress" | "--doubletap" => {}
            // The flag to return before the key is handled.
            flag if flag.strip_prefix("--a") == Some("sync") => {}
            "--delay" | "--duration" => _ = words.next(),
            key if is_key(key) => found.push(AgentAction::key(&named(key))),
            _ => return Err(Unclear),
        }
    }
    if found.is_empty() { Err(Unclear) } else { Ok(found) }
}

fn key_combination(words: &[&str]) -> Read {
    let words = match words {
        ["-t", _, rest @ ..] => rest,
        words => words,
    };
    if words.len() < 2 || !words.iter().all(|key| is_key(key)) {
        return Err(Unclear);
    }
    let keys = words.iter().map(|key| named(key)).collect();
    Ok(vec![AgentAction::KeyCombination(KeyCombination { keys, reason: None })])
}

fn is_key(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Returns Android's name of a key where we know one; `4` is Back.
fn named(key: &str) -> String {
    let bare = key.to_ascii_uppercase();
    match bare.trim_start_matches('0') {
        "3" => keys::HOME.to_owned(),
        "4" => keys::BACK.to_owned(),
        "187" => keys::RECENT.to_owned(),
        number if !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) => number.to_owned(),
        _ if bare.starts_with("KEYCODE_") => bare,
        _ => format!("KEYCODE_{bare}"),
    }
}

/// Reads `monkey -p PACKAGE … 1`, which opens an app: opening takes one event. More events are blind touches.
pub(super) fn monkey(args: &[Word]) -> Read {
    let words: Vec<&str> = args.iter().map(|word| word.text.as_str()).collect();
    let package = words.iter().position(|word| *word == "-p").and_then(|at| words.get(at + 1));
    let known = |word: &&str| matches!(*word, "-p" | "-c" | "-v" | "android.intent.category.LAUNCHER" | "1");
    let plain = words.iter().all(|word| known(word) || Some(word) == package);
    match package {
        Some(package) if plain && words.last() == Some(&"1") && !args.iter().any(|word| word.expands || word.globs) => {
            let package_name = (*package).to_owned();
            Ok(vec![AgentAction::LaunchApp(LaunchApp { package_name, reason: None })])
        }
        _ => Err(Unclear),
    }
}

/// Reads a broadcast to a test keyboard: text, keys, clearing. Returns `None` for any other broadcast.
pub(super) fn keyboard_broadcast(args: &[Word]) -> Option<Read> {
    let has = |name: &str| args.iter().any(|word| word.text == name);
    let value = || {
        let behind = args.iter().position(|word| matches!(word.text.as_str(), "msg" | "text"))?;
        args.get(behind + 1).filter(|word| !word.expands).map(|word| word.text.clone())
    };
    if has("ADB_INPUT_TEXT") {
        return Some(value().map(|text| vec![AgentAction::text(text)]).ok_or(Unclear));
    }
    let hidden =
        ["ADB_INPUT_B64", "ADB_INPUT_CHARS", "ADB_INPUT_CODE", "ADB_EDITOR_CODE", "ADB_INPUT_MCODE", "ADB_CLEAR_TEXT"];
    hidden.iter().any(|name| has(name)).then_some(Err(Unclear))
}
