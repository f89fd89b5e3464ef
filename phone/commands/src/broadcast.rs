//! `am broadcast` and its receivers: keyboards that type texts sent over adb, and clipboard helpers.
//!
//! A keyboard receives broadcasts only while it is selected, because its receiver lives with its service:
//! `com.android.adbkeyboard/.AdbIME` (senzhk/ADBKeyBoard), `com.github.uiautomator/.AdbKeyboard` and `.FastInputIME`
//! (uiautomator2), agent-device's. Otherwise the broadcast completes without effect, as on a real phone.

use super::arguments::Arguments;
use super::{Io, System, base64, intent, keycodes};
use state::app::Intent;

/// Broadcasts that only the system may send.
const PROTECTED: &[&str] = &[
    "android.intent.action.AIRPLANE_MODE",
    "android.intent.action.BOOT_COMPLETED",
    "android.intent.action.LOCKED_BOOT_COMPLETED",
    "android.intent.action.BATTERY_CHANGED",
    "android.intent.action.BATTERY_LOW",
    "android.intent.action.SCREEN_ON",
    "android.intent.action.SCREEN_OFF",
    "android.intent.action.LOCALE_CHANGED",
    "android.intent.action.TIMEZONE_CHANGED",
    "android.intent.action.PACKAGE_ADDED",
    "android.intent.action.PACKAGE_REMOVED",
];

/// The result of a broadcast: a code and data.
struct Answer(i32, Option<String>);

/// The result without a receiver.
const SILENCE: Answer = Answer(0, None);

/// `am broadcast …`
pub(super) fn run(words: &mut Arguments<'_>, io: &mut Io, system: &mut dyn System) -> Result<i32, String> {
    let wanted = intent::parse(words)?;
    let action = wanted.intent.action.clone().unwrap_or_default();
    if PROTECTED.contains(&action.as_str()) {
        return Err(format!(
            "java.lang.SecurityException: Permission Denial: not allowed to send broadcast {action} from pid=4711, uid=2000"
        ));
    }
    // FLAG_RECEIVER_FROM_SHELL
    io.out(format!("Broadcasting: {}", intent::text(&wanted.intent, wanted.flags | 0x0040_0000)));
    let Answer(code, data) = deliver(&action, &wanted.intent, system);
    match data {
        Some(data) => io.out(format!("Broadcast completed: result={code}, data=\"{data}\"")),
        None => io.out(format!("Broadcast completed: result={code}")),
    }
    Ok(0)
}

fn deliver(action: &str, intent: &Intent, system: &mut dyn System) -> Answer {
    let keyboard = system.shared().settings.secure.get("default_input_method").cloned().unwrap_or_default();
    if !system.input_methods().contains(&keyboard) {
        return helpers(action, intent, system);
    }
    let (package, class) = keyboard.split_once('/').unwrap_or((keyboard.as_str(), ""));
    match (package, class.rsplit('.').next().unwrap_or_default()) {
        ("com.android.adbkeyboard", _) => adb_keyboard(action, intent, system, false),
        ("com.github.uiautomator", "FastInputIME") => adb_keyboard(action, intent, system, true),
        ("com.github.uiautomator", _) => uiautomator2(action, intent, system),
        ("com.callstack.agentdevice.imehelper", _) => agent_device(action, intent, system),
        (package, _) if package.starts_with("ai.openpocket") && action.ends_with(".COMMIT_B64") => {
            let Some(text) = intent.extra("msg").and_then(base64::decode_text) else { return SILENCE };
            system.commit_text(&text);
            Answer(-1, None)
        }
        _ => helpers(action, intent, system),
    }
}

/// senzhk/ADBKeyBoard, whose texts are in `msg`. uiautomator2's old FastInputIME takes the same actions with `text` in
/// Base64.
fn adb_keyboard(action: &str, intent: &Intent, system: &mut dyn System, fast: bool) -> Answer {
    match action {
        "ADB_INPUT_TEXT" if fast => {
            if let Some(text) = intent.extra("text").and_then(base64::decode_text) {
                system.commit_text(&text);
            }
        }
        "ADB_INPUT_TEXT" => {
            if let Some(text) = intent.extra("msg") {
                system.commit_text(text);
            }
            meta_keys(intent, system);
        }
        "ADB_INPUT_B64" => {
            if let Some(text) = intent.extra("msg").and_then(base64::decode_text) {
                system.commit_text(&text);
            }
        }
        "ADB_INPUT_CHARS" => {
            let text: String = numbers(intent.extra("chars")).filter_map(char::from_u32).collect();
            system.commit_text(&text);
        }
        "ADB_INPUT_CODE" => {
            for code in numbers(intent.extra("code")) {
                system.key(code, false, 0);
            }
        }
        "ADB_INPUT_MCODE" => meta_keys(intent, system),
        "ADB_EDITOR_CODE" => editor(intent, system),
        "ADB_CLEAR_TEXT" => system.clear_text(),
        _ => return helpers(action, intent, system),
    }
    SILENCE
}

/// uiautomator2's AdbKeyboard. It answers `result=-1`, which its client requires.
fn uiautomator2(action: &str, intent: &Intent, system: &mut dyn System) -> Answer {
    let text = || intent.extra("text").and_then(base64::decode_text);
    match action {
        "ADB_KEYBOARD_INPUT_TEXT" | "ADB_KEYBOARD_SET_TEXT" => {
            let Some(text) = text() else { return Answer(0, Some("text is not base64".to_owned())) };
            if action == "ADB_KEYBOARD_SET_TEXT" {
                system.clear_text();
            }
            system.commit_text(&text);
        }
        "ADB_KEYBOARD_CLEAR_TEXT" => system.clear_text(),
        "ADB_KEYBOARD_INPUT_KEYCODE" => {
            for code in numbers(intent.extra("code")) {
                system.key(code, false, 0);
            }
        }
        "ADB_KEYBOARD_EDITOR_CODE" => editor(intent, system),
        "ADB_KEYBOARD_SMART_ENTER" => system.key(keycodes::key::ENTER, false, 0),
        "ADB_KEYBOARD_HIDE" => system.hide_keyboard(),
        "ADB_KEYBOARD_GET_CLIPBOARD" => {
            let held = system.shared().clipboard.clone().unwrap_or_default();
            return Answer(-1, Some(base64::encode(held.as_bytes())));
        }
        _ => return helpers(action, intent, system),
    }
    Answer(-1, Some("success".to_owned()))
}

/// agent-device's keyboard (`android-ime-helper-v1`).
fn agent_device(action: &str, intent: &Intent, system: &mut dyn System) -> Answer {
    match action.strip_prefix("com.callstack.agentdevice.imehelper.") {
        Some("ACTION_INPUT_TEXT_B64") => {
            let Some(text) = intent.extra("text").and_then(base64::decode_text) else { return SILENCE };
            system.commit_text(&text);
            Answer(-1, None)
        }
        Some("ACTION_CLEAR_TEXT") => {
            system.clear_text();
            Answer(-1, None)
        }
        _ => helpers(action, intent, system),
    }
}

/// Helper apps that receive broadcasts, each if it is installed and the intent is not addressed to another package.
fn helpers(action: &str, intent: &Intent, system: &mut dyn System) -> Answer {
    let aim = intent.component.as_ref().map(|(package, _)| package).or(intent.package.as_ref());
    let hears = |package: &str| {
        let there = system.shared().packages.get(package).is_some_and(|found| found.enabled);
        there && aim.is_none_or(|aim| aim == package)
    };
    if hears("ca.zgrs.clipper") && matches!(action, "clipper.get" | "get" | "clipper.set" | "set") {
        return clipper(action, intent, system);
    }
    if let Some(wish) = action.strip_prefix("io.appium.settings.").filter(|_| hears("io.appium.settings")) {
        return appium(wish, intent, system);
    }
    SILENCE
}

/// Appium's settings app: switches of the phone, and the clipboard in Base64.
fn appium(wish: &str, intent: &Intent, system: &mut dyn System) -> Answer {
    let on = intent.extra("setstatus").map(|state| state == "enable");
    match (wish, on) {
        ("clipboard.get", _) => {
            let held = system.shared().clipboard.clone().unwrap_or_default();
            return Answer(-1, Some(base64::encode(held.as_bytes())));
        }
        ("wifi", Some(on)) => system.shared_mut().settings.switch("wifi_on", on),
        ("data_connection", Some(on)) => system.shared_mut().settings.switch("mobile_data", on),
        ("bluetooth", Some(on)) => system.shared_mut().settings.switch("bluetooth_on", on),
        ("animation", Some(on)) => {
            let scale = if on { "1.0" } else { "0.0" };
            for name in ["window_animation_scale", "transition_animation_scale", "animator_duration_scale"] {
                system.shared_mut().settings.global.insert(name.to_owned(), scale.to_owned());
            }
        }
        _ => return SILENCE,
    }
    Answer(-1, None)
}

/// majido/clipper.
fn clipper(action: &str, intent: &Intent, system: &mut dyn System) -> Answer {
    match action {
        "clipper.get" | "get" => Answer(-1, Some(system.shared().clipboard.clone().unwrap_or_default())),
        "clipper.set" | "set" => {
            let Some(text) = intent.extra("text") else { return Answer(0, Some("No text is provided.".to_owned())) };
            system.shared_mut().clipboard = Some(text.to_owned());
            Answer(-1, Some("Text is copied into clipboard.".to_owned()))
        }
        _ => SILENCE,
    }
}

fn editor(intent: &Intent, system: &mut dyn System) {
    if let Some(code) = intent.extra("code").and_then(|code| code.parse().ok()) {
        system.editor_action(code);
    }
}

/// `mcode` holds pairs of meta state and key, as in `4096,29` for Ctrl+A.
fn meta_keys(intent: &Intent, system: &mut dyn System) {
    let codes: Vec<u32> = numbers(intent.extra("mcode")).collect();
    for pair in codes.chunks_exact(2) {
        system.key(pair[1], false, pair[0]);
    }
}

fn numbers(text: Option<&str>) -> impl Iterator<Item = u32> {
    text.unwrap_or_default().split(',').filter_map(|word| word.trim().parse().ok())
}
