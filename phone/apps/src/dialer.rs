//! Phone (`com.google.android.dialer`): favourites, recent calls, contacts, the key pad, and the call screen, which
//! [`Shared::call`] drives.
//!
//! Routes: `blocked`, `block`, `favorites`, `recents`, `contacts`, `search`, `dialpad`, `incall`, `quick_reply`. A call stays in the
//! dialling state until the control service answers it from outside.

mod blocked;
mod incall;
mod screens;

use serde::{Deserialize, Serialize};

use kit::{icons, people, widgets};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::shared::Shared;
use toolkit::{Event, View};

const PACKAGE: &str = "com.google.android.dialer";
const MAIN: &str = ".extensions.GoogleDialtactsActivity";
/// The page of blocked numbers. In Android it belongs to Telecom.
const BLOCKED: &str = "com.android.server.telecom.settings.BlockedNumbersActivity";
const IN_CALL: &str = "com.android.incallui.InCallActivity";

/// The state of Phone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Dialer {
    query: String,
    /// The digits on the key pad.
    digits: String,
    /// The page of the contacts.
    page: usize,
    call: CallState,
    /// The number being blocked.
    blocking: String,
}

/// The call state of the app, besides the shared one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct CallState {
    muted: bool,
    speaker: bool,
    held: bool,
    /// Whether the tone keys are shown, and the tones sent with them.
    keypad: bool,
    tones: String,
}

impl App for Dialer {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Phone",
            icon,
            color,
            version_name: "120.0",
            version_code: 12_000_000,
            system: true,
            activities: &[
                Activity {
                    class: MAIN,
                    route: "recents",
                    actions: &[
                        "android.intent.action.DIAL",
                        "android.intent.action.VIEW",
                        "android.intent.action.CALL_BUTTON",
                    ],
                    schemes: &["tel", "voicemail"],
                },
                Activity {
                    class: IN_CALL,
                    route: "incall",
                    actions: &["android.intent.action.CALL", "android.intent.action.ANSWER"],
                    schemes: &["tel"],
                },
                Activity {
                    class: BLOCKED,
                    route: "blocked",
                    actions: &["android.telecom.action.MANAGE_BLOCKED_NUMBERS"],
                    schemes: &[],
                },
            ],
            launchable: true,
            permissions: &[
                "android.permission.CALL_PHONE",
                "android.permission.READ_CALL_LOG",
                "android.permission.READ_CONTACTS",
            ],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match route {
            "favorites" => screens::favorites(shared),
            "contacts" => screens::contacts(self.page, shared),
            "search" => self.search(shared),
            "dialpad" => self.dialpad(shared),
            "incall" => self.in_call(shared),
            "quick_reply" => incall::quick_reply(),
            "blocked" => blocked::page(shared),
            "block" => self.block_dialog(),
            _ => screens::recents(shared),
        }
    }

    fn event(&mut self, _route: &str, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("open_search_view_edit_text".to_owned()));
            }
            "query" => self.query.clone_from(&event.value),
            "digits" => {
                self.digits = event.value.chars().filter(|letter| "0123456789+*#,; -()".contains(*letter)).collect()
            }
            "key" => self.digits.push_str(&event.value),
            "erase" => drop(self.digits.pop()),
            "erase_all" => self.digits.clear(),
            "keypad" => cx.push("dialpad"),
            "page" => self.page = event.value.parse().unwrap_or(0),
            "dial" => {
                let number = std::mem::take(&mut self.digits);
                match last_dialled(cx.shared) {
                    // An empty key pad offers the last number again, as Android does.
                    Some(last) if number.trim().is_empty() => self.digits = last,
                    _ => self.begin(number.trim(), cx, true),
                }
            }
            "call" => self.begin(&event.value, cx, true),
            "text" => {
                let intent = widgets::intent("android.intent.action.SENDTO", format!("smsto:{}", event.value));
                cx.effects.push(Effect::Start(intent));
            }
            "clear_log_ask" => {
                let message = "All calls will be deleted from your history";
                widgets::ask(cx, "Clear call history?", message, "OK", Event::new("clear_log"));
            }
            "clear_log" => cx.shared.calls.log.clear(),
            "answer" => {
                self.call = CallState::default();
                cx.shared.answer_call();
            }
            "hang_up" => {
                self.call = CallState::default();
                cx.shared.end_call(true);
                cx.pop();
            }
            "tones" => self.call.keypad = !self.call.keypad,
            "tone" => self.call.tones.push_str(&event.value),
            "reply_ask" => cx.push("quick_reply"),
            "reply_with" => {
                if let Some((number, _)) = cx.shared.calls.current.clone() {
                    cx.shared.send_message(&number, &event.value);
                    cx.shared.end_call(true);
                    cx.toast("Message sent");
                }
                cx.pop();
                cx.pop();
            }
            "block_ask" => {
                self.blocking.clear();
                cx.push("block");
                cx.effects.push(Effect::Focus("add_blocked_number".to_owned()));
            }
            "blocking" => self.blocking.clone_from(&event.value),
            "block" => {
                cx.shared.block(std::mem::take(&mut self.blocking).trim());
                cx.pop();
            }
            "unblock_ask" => {
                let unblock = Event::with("unblock", event.value.as_str());
                widgets::ask(cx, "", &format!("Unblock {}?", event.value), "Unblock", unblock);
            }
            "unblock" => cx.shared.blocked.retain(|blocked| blocked.number != event.value),
            "mute" => self.call.muted = !self.call.muted,
            "speaker" => self.call.speaker = !self.call.speaker,
            "hold" => self.call.held = !self.call.held,
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        let number = intent.data.as_deref().and_then(|data| data.strip_prefix("tel:"));
        let number = number.map(|number| widgets::unescape(&number.replace('+', "%2B")));
        match (route, number) {
            ("incall", Some(number)) => {
                self.begin(&number, cx, false);
                if cx.shared.calls.current.is_some() { "incall" } else { "recents" }.to_owned()
            }
            ("incall", None) if cx.shared.calls.current.is_none() => "recents".to_owned(),
            ("incall", None) => route.to_owned(),
            (_, Some(number)) => {
                self.digits = number;
                "dialpad".to_owned()
            }
            _ if intent.action.as_deref() == Some("android.intent.action.DIAL") => "dialpad".to_owned(),
            _ => route.to_owned(),
        }
    }

    fn needs(&self, route: &str) -> &'static [&'static str] {
        match route {
            "recents" => &["android.permission.READ_CALL_LOG"],
            "incall" => &["android.permission.CALL_PHONE"],
            "favorites" | "contacts" | "search" => &["android.permission.READ_CONTACTS"],
            _ => &[],
        }
    }

    fn class_of(&self, route: &str) -> &'static str {
        match route {
            "incall" | "quick_reply" => IN_CALL,
            "blocked" | "block" => BLOCKED,
            _ => MAIN,
        }
    }

    fn layer(&self, route: &str) -> Layer {
        match route {
            "quick_reply" => Layer::Sheet,
            "block" => Layer::Dialog,
            _ => Layer::Screen,
        }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Dialer {
    /// Calls a number, and shows the call screen if `show`.
    fn begin(&mut self, number: &str, cx: &mut Cx<'_>, show: bool) {
        if !people::is_number(number) {
            return;
        }
        if cx.shared.settings.on("airplane_mode_on") {
            return cx.toast("Turn off airplane mode to make a call.");
        }
        if cx.shared.ring_out(number) {
            self.call = CallState::default();
        }
        if show {
            cx.push("incall");
        }
    }
}

/// Returns the last dialled number.
fn last_dialled(shared: &Shared) -> Option<String> {
    shared.calls.log.iter().rev().find(|call| call.kind == "outgoing").map(|call| call.number.clone())
}
