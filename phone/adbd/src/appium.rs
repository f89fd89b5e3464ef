//! Appium's UiAutomator2 server. Its driver installs it, starts it with `am instrument` and talks to it over HTTP:
//! WebDriver with Appium's extensions. This module has the sessions and routes; `elements` holds the elements, `find`,
//! `uiselector` and `xpath` look for them, and `gestures` moves fingers.

mod elements;
mod find;
mod gestures;
mod uiselector;
mod xpath;

use std::sync::{Arc, Mutex, PoisonError};

use adb::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncRead, AsyncWrite, BufReader};

use self::elements::Elements;
use super::{Adbd, http};
use commands::{Shade, System};
use framework::Phone;

/// Its port.
pub(super) const PORT: u16 = 6790;
/// WebDriver's key for an element's id.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The state of the server.
#[derive(Default)]
pub(super) struct Server {
    session: Option<String>,
    sessions: u64,
    settings: Map<String, Value>,
    elements: Elements,
}

/// An error, with WebDriver's error code.
#[derive(Debug)]
pub(super) struct Failure {
    error: &'static str,
    message: String,
}

impl Failure {
    fn new(error: &'static str, message: impl Into<String>) -> Self {
        Self { error, message: message.into() }
    }

    fn status(&self) -> &'static str {
        match self.error {
            "invalid argument" | "invalid selector" | "element not interactable" => "400 Bad Request",
            "unknown error" | "unsupported operation" => "500 Internal Server Error",
            _ => "404 Not Found",
        }
    }
}

/// The result of a command.
type Answer = std::result::Result<Value, Failure>;

/// Serves requests until the client closes the connection.
pub(super) async fn serve<S: AsyncRead + AsyncWrite + Unpin>(adbd: &Adbd, stream: S) -> Result<()> {
    let mut stream = BufReader::new(stream);
    while let Some(request) = http::read(&mut stream).await? {
        let body = serde_json::from_slice(&request.body).unwrap_or(Value::Null);
        let server: Arc<Mutex<Server>> = Arc::clone(&adbd.appium);
        let (session, answer) = adbd
            .with(move |phone| {
                let mut server = server.lock().unwrap_or_else(PoisonError::into_inner);
                let answer = route(&mut server, phone, &request.method, &request.path, &body);
                (server.session.clone(), answer)
            })
            .await?;
        let (status, value) = match answer {
            Ok(value) => ("200 OK", value),
            Err(failure) => {
                let value = json!({"error": failure.error, "message": failure.message, "stacktrace": ""});
                (failure.status(), value)
            }
        };
        let body = json!({"sessionId": session, "value": value}).to_string();
        http::answer(&mut stream, status, "application/json; charset=utf-8", &body).await?;
    }
    Ok(())
}

fn route(server: &mut Server, phone: &mut Phone, method: &str, path: &str, body: &Value) -> Answer {
    let path = path.strip_prefix("/wd/hub").unwrap_or(path);
    let words: Vec<&str> =
        path.split('?').next().unwrap_or_default().split('/').filter(|word| !word.is_empty()).collect();
    match (method, words.as_slice()) {
        ("GET", ["status"]) => {
            let message = "UiAutomator2 Server is ready to accept commands";
            Ok(json!({"ready": true, "message": message, "build": {"version": "10.0.0", "versionCode": 233}}))
        }
        ("GET", ["sessions"]) => Ok(server.session.iter().map(|id| json!({"id": id, "capabilities": {}})).collect()),
        ("POST", ["session"]) => {
            server.sessions += 1;
            *server = Server { sessions: server.sessions, ..Server::default() };
            let id = format!("00000000-0000-4000-8000-{:012x}", server.sessions);
            server.session = Some(id.clone());
            let asked = body["capabilities"]["alwaysMatch"].as_object().cloned().unwrap_or_default();
            let first = body["capabilities"]["firstMatch"][0].as_object().cloned().unwrap_or_default();
            let mut capabilities: Map<String, Value> = asked.into_iter().chain(first).collect();
            capabilities.insert("deviceInfo".to_owned(), device_info(phone));
            Ok(json!({"sessionId": id, "capabilities": capabilities}))
        }
        (_, ["session", id, ..]) if server.session.as_deref() != Some(*id) => {
            Err(Failure::new("invalid session id", "A session is either terminated or not started"))
        }
        ("DELETE", ["session", _]) => {
            *server = Server { sessions: server.sessions, ..Server::default() };
            Ok(Value::Null)
        }
        (_, ["session", _, rest @ ..]) => command(server, phone, method, rest, body),
        _ => Err(unknown(method, path)),
    }
}

fn unknown(method: &str, path: &str) -> Failure {
    Failure::new("unknown command", format!("{method} {path} is not a command of this server"))
}

/// Runs a command of a session.
fn command(server: &mut Server, phone: &mut Phone, method: &str, words: &[&str], body: &Value) -> Answer {
    match (method, words) {
        ("GET", []) => Ok(json!({"deviceInfo": device_info(phone)})),
        ("GET", ["source"]) => Ok(Value::String(find::source(phone))),
        ("GET", ["screenshot"]) => Ok(Value::String(BASE64.encode(phone.screen_png()))),
        ("POST", ["element"]) => {
            let context = body["context"].as_str().filter(|id| !id.is_empty());
            find::one(server, phone, context, body).map(|id| json!({ELEMENT: id, "ELEMENT": id}))
        }
        ("POST", ["elements"]) => {
            let context = body["context"].as_str().filter(|id| !id.is_empty());
            let found = find::all(server, phone, context, body)?;
            Ok(found.into_iter().map(|id| json!({ELEMENT: id, "ELEMENT": id})).collect())
        }
        ("POST", ["element", id, "element"]) => {
            find::one(server, phone, Some(id), body).map(|id| json!({ELEMENT: id, "ELEMENT": id}))
        }
        ("POST", ["element", id, "elements"]) => {
            let found = find::all(server, phone, Some(id), body)?;
            Ok(found.into_iter().map(|id| json!({ELEMENT: id, "ELEMENT": id})).collect())
        }
        ("GET" | "POST", ["element", "active"]) => find::focused(server, phone),
        (_, ["element", id, rest @ ..]) => elements::command(&mut server.elements, phone, method, id, rest, body),
        ("POST", ["keys"]) => {
            phone.commit_text(&elements::typed(body));
            Ok(Value::Null)
        }
        ("POST", ["actions"]) => gestures::actions(&mut server.elements, phone, &body["actions"]),
        ("DELETE", ["actions"]) => Ok(Value::Null),
        ("POST", ["appium", "gestures", name]) => gestures::named(server, phone, name, body),
        ("POST", ["gestures", "scroll_to"]) => gestures::scroll_to(server, phone, body),
        ("GET", ["appium", "settings"]) => Ok(Value::Object(server.settings.clone())),
        ("POST", ["appium", "settings"]) => {
            server.settings.extend(body["settings"].as_object().cloned().unwrap_or_default());
            Ok(Value::Null)
        }
        ("POST", ["back"]) => {
            phone.key(4, false, 0);
            Ok(Value::Null)
        }
        ("GET" | "POST", ["orientation" | "rotation"]) => orientation(phone, method, body),
        ("GET", ["window", "rect"] | ["window", _, "size"]) => {
            let (width, height) = phone.display().current_size();
            Ok(json!({"x": 0, "y": 0, "width": width, "height": height}))
        }
        (_, ["alert", what]) => alert(phone, what),
        (_, ["appium", "device", what]) => device(phone, what, body),
        ("POST", ["appium", "reset_ax_cache" | "schedule_action" | "unschedule_action"]) => Ok(Value::Null),
        _ => Err(unknown(method, &format!("/{}", words.join("/")))),
    }
}

fn device_info(phone: &Phone) -> Value {
    let display = phone.display();
    let (width, height) = display.current_size();
    let prop = |name: &str| phone.shared().props.get(name).cloned().unwrap_or_default();
    json!({
        "androidId": phone.shared().settings.secure.get("android_id"),
        "manufacturer": prop("ro.product.manufacturer"),
        "model": prop("ro.product.model"),
        "brand": prop("ro.product.brand"),
        "apiVersion": prop("ro.build.version.sdk"),
        "platformVersion": prop("ro.build.version.release"),
        "carrierName": "",
        "realDisplaySize": format!("{width}x{height}"),
        "displayDensity": display.current_density(),
        "locale": phone.shared().locale.replace('-', "_"),
        "timeZone": prop("persist.sys.timezone"),
        "networks": [],
        "bluetooth": {"state": if phone.shared().settings.on("bluetooth_on") { "ON" } else { "OFF" }},
    })
}

fn orientation(phone: &mut Phone, method: &str, body: &Value) -> Answer {
    if method == "POST" {
        let quarter = match body["orientation"].as_str() {
            Some("LANDSCAPE") => "1",
            Some("PORTRAIT") => "0",
            other => return Err(Failure::new("invalid argument", format!("Unknown orientation: {other:?}"))),
        };
        let system = &mut phone.shared_mut().settings.system;
        system.insert("accelerometer_rotation".to_owned(), "0".to_owned());
        system.insert("user_rotation".to_owned(), quarter.to_owned());
    }
    let sideways = phone.display().rotation % 2 == 1;
    Ok(Value::from(if sideways { "LANDSCAPE" } else { "PORTRAIT" }))
}

/// Runs a command on a dialog.
fn alert(phone: &mut Phone, what: &str) -> Answer {
    let nodes = phone.nodes();
    let Some(dialog) = find::alert(&nodes) else {
        return Err(Failure::new(
            "no such alert",
            "An attempt was made to operate on a modal dialog when one was not open",
        ));
    };
    match what {
        "text" => Ok(Value::String(dialog.text)),
        "accept" | "dismiss" => {
            let button = if what == "accept" { dialog.buttons.last() } else { dialog.buttons.first() };
            let Some((x, y)) = button else {
                return Err(Failure::new("unknown error", "The alert has no such button"));
            };
            phone.gesture(commands::Gesture::Tap(*x, *y));
            Ok(Value::Null)
        }
        _ => Err(unknown("POST", &format!("/alert/{what}"))),
    }
}

/// Runs a command on the phone.
fn device(phone: &mut Phone, what: &str, body: &Value) -> Answer {
    let key = || body["keycode"].as_u64().and_then(|code| u32::try_from(code).ok()).unwrap_or(0);
    let meta = || body["metastate"].as_u64().and_then(|meta| u32::try_from(meta).ok()).unwrap_or(0);
    match what {
        "info" => return Ok(device_info(phone)),
        "display_density" => return Ok(json!(phone.display().current_density())),
        "pixel_ratio" => return Ok(json!(f64::from(phone.display().current_density()) / 160.0)),
        "system_bars" => {
            let bar = (63, phone.display().current_density() / 3);
            return Ok(
                json!({"statusBar": bar.0, "navigationBar": {"visible": true, "x": 0, "y": 0, "width": 0, "height": bar.1}}),
            );
        }
        "battery_info" => {
            let shared = phone.shared();
            return Ok(json!({"level": f64::from(shared.hardware.battery) / 100.0, "status": 3}));
        }
        "press_keycode" => phone.key(key(), false, meta()),
        "long_press_keycode" => phone.key(key(), true, meta()),
        "open_notifications" => phone.shade(Shade::Notifications),
        "get_clipboard" => {
            let text = phone.shared().clipboard.clone().unwrap_or_default();
            return Ok(Value::String(BASE64.encode(text)));
        }
        "set_clipboard" => {
            let bytes = BASE64.decode(body["content"].as_str().unwrap_or_default());
            let bytes = bytes.map_err(|error| Failure::new("invalid argument", error.to_string()))?;
            phone.shared_mut().clipboard = Some(String::from_utf8_lossy(&bytes).into_owned());
        }
        _ => return Err(unknown("POST", &format!("/appium/device/{what}"))),
    }
    Ok(Value::Null)
}
