//! Portal's HTTP server: its port and its answers. It runs within Portal's accessibility service once it is enabled
//! (`content insert --uri …/toggle_socket_server`), which Portal's preferences record. adbd handles the bytes on the
//! wire.
//!
//! Endpoints, names and texts are those of Portal's `SocketServer`, `ActionDispatcher` and `ApiHandler`.

use serde_json::{Map, Value as Json, json};

use super::super::super::keycodes::key;
use super::super::super::{Gesture, Shade, System, base64, intent};
use super::{Answer, PORTALS, answer, sees, serves, token};
use state::shared::data_folders;

/// The default port.
const PORT: u16 = 8080;
/// The default and the maximum duration of a swipe (`GestureDescription.getMaxGestureDuration`).
const SWIPE_MS: i64 = 300;
const MOST_SWIPE_MS: i64 = 60_000;
/// A limit beyond any screen's coordinates.
const MOST_AWAY: i64 = 100_000;

/// Returns the package and port of a Portal that is installed and enabled with its server on.
pub fn listening(system: &dyn System) -> Option<(&'static str, u16)> {
    let runs = |package: &str| serves(package, system) && sees(package, system);
    PORTALS.iter().filter(|(package, _)| runs(package)).find_map(|(package, _)| {
        let (enabled, port) = preferences(package, system);
        enabled.then_some((*package, port))
    })
}

fn path(package: &str) -> String {
    format!("{}/shared_prefs/mobilerun_config.xml", data_folders::path(package))
}

/// Returns whether the server is enabled, and its port.
fn preferences(package: &str, system: &dyn System) -> (bool, u16) {
    let bytes = system.shared().files.read_as_system(&path(package));
    let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let value = |name: &str| text.split_once(&format!("name=\"{name}\" value=\""))?.1.split('"').next();
    let port = value("socket_server_port").and_then(|port| port.parse().ok());
    (value("socket_server_enabled") == Some("true"), port.filter(|port| *port != 0).unwrap_or(PORT))
}

/// Enables or disables the server, or sets its port. Returns whether that succeeded.
pub(super) fn configure(package: &str, enabled: Option<bool>, port: Option<i64>, system: &mut dyn System) -> bool {
    let before = preferences(package, system);
    let enabled = enabled.unwrap_or(before.0);
    let Some(port) = port.map_or(Some(before.1), |port| u16::try_from(port).ok().filter(|port| *port != 0)) else {
        return false;
    };
    let text = format!(
        "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n    <boolean name=\"socket_server_enabled\" \
         value=\"{enabled}\" />\n    <int name=\"socket_server_port\" value=\"{port}\" />\n</map>\n"
    );
    let (path, shared) = (path(package), system.shared_mut());
    let (owner, now_ms) = (shared.packages.uid_of(package), shared.clock.now_ms);
    let written = shared.files.as_system(|files| {
        let folder = path.rsplit_once('/').map_or("/", |(folder, _)| folder);
        files.make_dirs(folder, now_ms)?;
        files.write(&path, text.into_bytes(), now_ms)?;
        for (path, mode) in [(folder, 0o771), (path.as_str(), 0o660)] {
            files.chmod(path, mode)?;
            files.chown(path, owner, owner)?;
        }
        Ok::<_, machine::files::FileError>(())
    });
    written.is_ok()
}

/// An answer.
#[derive(Debug, PartialEq)]
pub enum Reply {
    /// A JSON text.
    Json(String),
    /// A PNG and its file name.
    Picture(&'static str, Vec<u8>),
    /// The token is missing or wrong.
    Unauthorized(String),
}

/// Answers one request, given by its method, its path with the query, its token and its body.
pub fn respond(
    package: &str,
    (method, path): (&str, &str),
    given: Option<&str>,
    body: &[u8],
    system: &mut dyn System,
) -> Reply {
    // `/ping` needs no token.
    if path != "/ping" && given != Some(token(system).as_str()) {
        return Reply::Unauthorized(failure("Unauthorized"));
    }
    let name = path.split('?').next().unwrap_or_default().trim_start_matches('/');
    let done = match method {
        "GET" if name == "screenshot" => return Reply::Picture("image/png", system.screen_png()),
        "GET" => match name {
            "ping" | "a11y_tree_full" | "a11y_tree" | "state_full" | "state" | "phone_state" | "version"
            | "packages" => read(package, name, system),
            _ => Err(format!("Unknown endpoint: {path}")),
        },
        "POST" => match name.strip_prefix("action/").unwrap_or(name) {
            "screenshot" => return Reply::Picture("application/octet-stream", system.screen_png()),
            name => act(package, name, &parameters(body), system),
        },
        _ => Err(format!("Method not allowed: {method}")),
    };
    let field = PORTALS.iter().find(|(known, _)| *known == package).map_or("result", |(_, field)| *field);
    Reply::Json(match done {
        Ok(value) => json!({"status": "success", field: value}).to_string(),
        Err(why) => failure(&why),
    })
}

fn failure(why: &str) -> String {
    json!({"status": "error", "error": why}).to_string()
}

/// Reads the provider's path of the same name.
fn read(package: &str, name: &str, system: &mut dyn System) -> Result<Json, String> {
    answer(package, &[name], system).map(|(Answer::Wrapped(value) | Answer::Bare(value))| value)
}

/// Parses the parameters of a request: a JSON object or a form.
fn parameters(body: &[u8]) -> Map<String, Json> {
    let text = String::from_utf8_lossy(body);
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(&text).unwrap_or_default();
    }
    let typed = |text: String| match (text.parse::<i32>(), text.to_lowercase().as_str()) {
        (Ok(number), _) => json!(number),
        (Err(_), "true") => json!(true),
        (Err(_), "false") => json!(false),
        _ => json!(text),
    };
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (decoded(name), typed(decoded(value)))).collect()
}

/// Decodes `%41` to `A`. A plus stays a plus, as in `Uri.decode`.
fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Performs a method.
fn act(package: &str, name: &str, params: &Map<String, Json>, system: &mut dyn System) -> Result<Json, String> {
    let number = |name: &str, otherwise: i64| match params.get(name) {
        Some(Json::String(text)) => text.parse().unwrap_or(otherwise),
        Some(value) => value.as_i64().unwrap_or(otherwise),
        None => otherwise,
    };
    let place = |name: &str| number(name, 0).clamp(-MOST_AWAY, MOST_AWAY) as f32;
    let text = |name: &str| params.get(name).and_then(Json::as_str).unwrap_or_default();
    let flag = |name: &str, otherwise: bool| params.get(name).and_then(Json::as_bool).unwrap_or(otherwise);
    let wanted_app = || match (text("package"), text("packageName")) {
        ("", "") => Err("Missing required param: 'package'".to_owned()),
        ("", name) | (name, _) => Ok(name.to_owned()),
    };
    Ok(match name {
        "tap" => {
            system.gesture(Gesture::Tap(place("x"), place("y")));
            json!(format!("Tap performed at ({}, {})", number("x", 0), number("y", 0)))
        }
        "swipe" => {
            let time = number("duration", SWIPE_MS).clamp(1, MOST_SWIPE_MS).unsigned_abs();
            system.gesture(Gesture::Swipe(place("startX"), place("startY"), place("endX"), place("endY"), time));
            json!("Swipe performed")
        }
        "global" => {
            let action = number("action", 0);
            if !global_action(action, system) {
                return Err(format!("Failed to perform global action {action}"));
            }
            json!(format!("Global action {action} performed"))
        }
        "app" => {
            let wanted = wanted_app()?;
            if flag("stopBeforeLaunch", false) {
                system.stop(&wanted);
            }
            start(&wanted, text("activity"), system)?
        }
        "app/stop" => stop(package, &wanted_app()?, system)?,
        "keyboard/input" | "input" => {
            let Some(typed) = base64::decode_text(text("base64_text")) else {
                return Err("input failed (IME not active and Accessibility fallback failed)".to_owned());
            };
            let clear = flag("clear", true);
            if clear {
                system.clear_text();
            }
            system.commit_text(&typed);
            json!(format!("input done via {} (clear={clear})", typist(package, system)))
        }
        "keyboard/clear" | "clear" => {
            system.clear_text();
            json!(format!("Text cleared via {}", typist(package, system)))
        }
        "keyboard/key" | "key" => press(number("key_code", 0), typist(package, system) == IME, system)?,
        "overlay_offset" | "overlay/offset" => json!(format!("Overlay offset updated to {}", number("offset", 0))),
        "overlay/set-visible" => json!(format!("Overlay visibility set to {}", flag("visible", false))),
        "socket_port" => {
            let port = number("port", 0);
            if !configure(package, None, Some(port), system) {
                return Err(format!("Failed to update socket server port to {port} (bind failed or invalid)"));
            }
            json!(format!("Socket server port updated to {port}"))
        }
        "packages" | "version" => read(package, name, system)?,
        "state" => read(package, "state_full", system)?,
        "time" => json!(system.shared().clock.now_ms),
        _ => return Err(format!("Unknown method: {name}")),
    })
}

/// Returns the component that types for Portal: its own keyboard if selected, otherwise its accessibility service.
fn typist(package: &str, system: &dyn System) -> &'static str {
    let chosen = system.shared().settings.secure.get("default_input_method");
    if chosen.is_some_and(|id| id.split('/').next() == Some(package)) { IME } else { "Accessibility" }
}

const IME: &str = "IME";

/// Performs an action of an accessibility service (`AccessibilityService.GLOBAL_ACTION_…`), as far as the phone has it.
fn global_action(action: i64, system: &mut dyn System) -> bool {
    match action {
        1 => system.key(key::BACK, false, 0),
        2 => system.key(key::HOME, false, 0),
        3 => system.key(key::APP_SWITCH, false, 0),
        4 => system.shade(Shade::Notifications),
        5 => system.shade(Shade::Settings),
        8 => system.key(key::SLEEP, false, 0),
        _ => return false,
    }
    true
}

/// Starts an app by its launcher activity or by a named one.
fn start(package: &str, activity: &str, system: &mut dyn System) -> Result<Json, String> {
    let mut wanted = intent::launcher(package);
    wanted.component = match activity {
        "" | "null" => intent::launcher_activity(package, system).map(|found| (found.package, found.class)),
        class if class.starts_with('.') => Some((package.to_owned(), format!("{package}{class}"))),
        class => Some((package.to_owned(), class.to_owned())),
    };
    let Some((_, class)) = wanted.component.clone() else {
        return Err(format!("Could not create intent for {package}"));
    };
    match system.start(&wanted) {
        Ok(_) => Ok(json!(format!("Started app {package}"))),
        Err(_) => Err(format!(
            "Error starting app: Unable to find explicit activity class {{{package}/{class}}}; have you declared this \
             activity in your AndroidManifest.xml, or does your intent not match its declared <intent-filter>?"
        )),
    }
}

/// Stops an app other than Portal itself.
fn stop(package: &str, wanted: &str, system: &mut dyn System) -> Result<Json, String> {
    if wanted == package {
        return Err("Refusing to stop Mobilerun Portal".to_owned());
    }
    if !system.shared().packages.is_installed(wanted) {
        return Err(format!("Package not installed: {wanted}"));
    }
    if system.front().is_some_and(|front| front.component.package == wanted) {
        system.key(key::HOME, false, 0);
    }
    system.stop(wanted);
    Ok(json!({
        "message": format!("Stop requested for {wanted}"),
        "killBackgroundProcesses": true,
        "killError": null,
        "uiAttempted": false,
        "uiSuccess": false,
        "uiReason": "ui_disabled",
        "overallSuccess": true,
    }))
}

/// Presses a key: any key with Portal's own keyboard, otherwise only keys that type text.
fn press(code: i64, own_keyboard: bool, system: &mut dyn System) -> Result<Json, String> {
    let number = u32::try_from(code).unwrap_or(0);
    let typed = match number {
        7..=16 => char::from_digit(number - 7, 10),
        29..=54 => char::from_digit(number - 29 + 10, 36),
        key::SPACE => Some(' '),
        _ => None,
    };
    let said = match (number, own_keyboard, typed) {
        (key::ENTER, true, _) => "Enter sent via IME".to_owned(),
        (key::ENTER, false, _) => "Enter performed via Accessibility".to_owned(),
        (key::DEL, _, _) => "Delete handled".to_owned(),
        (key::FORWARD_DEL, _, _) => "Forward delete handled".to_owned(),
        (key::TAB, true, _) => "Tab sent via IME".to_owned(),
        (key::TAB, false, _) => "Tab handled".to_owned(),
        (_, true, _) => format!("Key event sent via IME - code: {code}"),
        (_, false, Some(letter)) => format!("Character '{letter}' inserted via Accessibility"),
        _ => return Err(format!("Unsupported key code: {code} (no unicode mapping and IME not available)")),
    };
    system.key(number, false, 0);
    Ok(json!(said))
}
