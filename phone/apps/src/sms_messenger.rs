//! Simple SMS Messenger (`com.simplemobiletools.smsmessenger`): conversations from the phone's text messages, replying,
//! and starting new ones; a long-pressed message can be copied, resent, forwarded, deleted.
//!
//! Routes: `list`, `search`, `new`, `chat/ADDRESS`, `settings`, and as dialogs `delete_threads`, `delete_messages`,
//! `text/ID` (a message as selectable text), `properties/ID`. The messages are in [`Shared::messages`], which the
//! telephony provider also shows; the app's own state is only the unsent input and the selection.

mod dialogs;
mod screens;
mod thread;

use std::collections::{BTreeMap, BTreeSet};

use kit::{conversations, people, widgets};
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::shared::{Message, Shared};
use toolkit::{Event, Icon, View};

const PACKAGE: &str = "com.simplemobiletools.smsmessenger";
const MAIN: &str = "com.simplemobiletools.smsmessenger.activities.MainActivity";
const NEW: &str = "com.simplemobiletools.smsmessenger.activities.NewConversationActivity";
const THREAD: &str = "com.simplemobiletools.smsmessenger.activities.ThreadActivity";
const SETTINGS: &str = "com.simplemobiletools.smsmessenger.activities.SettingsActivity";
/// The ids of the app's fields.
const RECIPIENT: &str = "new_conversation_address";
const COMPOSE: &str = "thread_type_message";
const SEARCH: &str = "top_toolbar_search";
/// The longest draft, in characters.
const LONGEST: usize = 4_000;

/// The state of the app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SmsMessenger {
    query: String,
    /// The recipient field of a new message.
    recipient: String,
    /// The drafts, by address; a shared text without a recipient has an empty address.
    drafts: BTreeMap<String, String>,
    /// The selected conversations, by address.
    selected: BTreeSet<String>,
    /// The selected messages, by id.
    chosen: BTreeSet<i64>,
    /// Whether the menu is open.
    menu: bool,
    /// The page of the conversations.
    page: usize,
    settings: Preferences,
}

/// The user's preferences.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Preferences {
    counter: bool,
    enter_sends: bool,
    simple_characters: bool,
}

impl App for SmsMessenger {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Simple SMS Messenger",
            icon: Icon::Chat,
            color: (239, 108, 0),
            version_name: "5.19.3",
            version_code: 69,
            system: false,
            activities: &[
                Activity { class: MAIN, route: "list", actions: &[], schemes: &[] },
                Activity {
                    class: NEW,
                    route: "new",
                    actions: &["android.intent.action.SENDTO", "android.intent.action.VIEW"],
                    schemes: &["sms", "smsto", "mms", "mmsto"],
                },
                Activity {
                    class: NEW,
                    route: "new",
                    actions: &["android.intent.action.SEND"],
                    schemes: &["text/plain"],
                },
                Activity { class: THREAD, route: "list", actions: &[], schemes: &[] },
                Activity { class: SETTINGS, route: "settings", actions: &[], schemes: &[] },
            ],
            launchable: true,
            permissions: &[
                "android.permission.READ_SMS",
                "android.permission.SEND_SMS",
                "android.permission.READ_CONTACTS",
            ],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("search", _) => self.search(shared),
            ("new", _) => self.new_conversation(shared),
            ("chat", address) => self.thread(address, shared),
            ("settings", _) => self.settings_page(),
            ("delete_threads", _) => dialogs::delete_threads(self.selected.len()),
            ("delete_messages", _) => dialogs::delete_messages(self.chosen.len()),
            ("text", id) => dialogs::select_text(message(id, shared)),
            ("properties", id) => dialogs::properties(message(id, shared), shared),
            _ => self.list(shared),
        }
    }

    fn layer(&self, route: &str) -> Layer {
        match widgets::split(route).0 {
            "delete_threads" | "delete_messages" | "text" | "properties" => Layer::Dialog,
            _ => Layer::Screen,
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        self.menu = event.name == "menu" && event.value == "open";
        match widgets::split(route) {
            ("chat", address) => self.thread_event(address, event, cx),
            ("list" | "search", _) => self.list_event(event, cx),
            ("new", _) => self.new_event(event, cx),
            _ => self.other_event(event, cx),
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        self.menu = false;
        self.selected.clear();
        self.chosen.clear();
        self.recipient.clear();
        let shares = intent.action.as_deref() == Some("android.intent.action.SEND");
        let (address, body) = match conversations::wanted(intent).filter(|_| !shares) {
            Some(wanted) => wanted,
            None if shares => {
                let text = intent.extra("android.intent.extra.TEXT").unwrap_or_default();
                (String::new(), Some(text.to_owned()))
            }
            None => return route.to_owned(),
        };
        let address = if address.is_empty() { address } else { conversations::known(&address, cx.shared) };
        if let Some(body) = body {
            self.draft(&address, &body);
        }
        if address.is_empty() {
            return "new".to_owned();
        }
        conversations::mark_read(&address, true, PACKAGE, cx.shared);
        format!("chat/{address}")
    }

    fn back(&mut self, _route: &str, _cx: &mut Cx<'_>) -> bool {
        let dealt_with = self.menu || !self.selected.is_empty() || !self.chosen.is_empty();
        self.menu = false;
        self.selected.clear();
        self.chosen.clear();
        dealt_with
    }

    fn class_of(&self, route: &str) -> &'static str {
        match widgets::split(route).0 {
            "chat" | "delete_messages" | "text" | "properties" => THREAD,
            "new" => NEW,
            "settings" => SETTINGS,
            _ => MAIN,
        }
    }

    fn needs(&self, _route: &str) -> &'static [&'static str] {
        &["android.permission.READ_SMS"]
    }

    fn optional(&self) -> bool {
        true
    }

    fn stop(&mut self, _shared: &mut Shared) {
        // Drafts are kept with the conversations, as in the provider.
        let (drafts, settings) = (std::mem::take(&mut self.drafts), std::mem::take(&mut self.settings));
        *self = Self { drafts, settings, ..Self::default() };
        self.drafts.remove("");
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

/// Returns the message with an id, as written in routes.
fn message<'a>(id: &str, shared: &'a Shared) -> Option<&'a Message> {
    let id: i64 = id.parse().ok()?;
    shared.messages.iter().find(|message| message.id == id)
}

impl SmsMessenger {
    /// Saves a draft.
    fn draft(&mut self, address: &str, text: &str) {
        let text: String = text.chars().take(LONGEST).collect();
        if text.is_empty() {
            self.drafts.remove(address);
        } else {
            self.drafts.insert(address.to_owned(), text);
        }
    }

    /// Handles an event in the list of conversations or the search results.
    fn list_event(&mut self, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus(SEARCH.to_owned()));
            }
            "query" => self.query.clone_from(&event.value),
            "page" => self.page = event.value.parse().unwrap_or(0),
            "start" => {
                self.recipient.clear();
                self.drafts.remove("");
                cx.push("new");
                cx.effects.push(Effect::Focus(RECIPIENT.to_owned()));
            }
            "select" => self.select(&event.value),
            "chat" if !self.selected.is_empty() => self.select(&event.value),
            "chat" => {
                conversations::mark_read(&event.value, true, PACKAGE, cx.shared);
                cx.push(format!("chat/{}", event.value));
            }
            "unselect" => self.selected.clear(),
            "select_all" => {
                let threads = conversations::threads(cx.shared);
                self.selected = threads.iter().map(|thread| thread.address.to_owned()).collect();
            }
            "read" | "unread" => {
                for address in std::mem::take(&mut self.selected) {
                    conversations::mark_read(&address, event.name == "read", PACKAGE, cx.shared);
                }
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    /// Toggles the selection of a conversation.
    fn select(&mut self, address: &str) {
        if !self.selected.remove(address) {
            self.selected.insert(address.to_owned());
        }
    }

    /// Handles an event on the screen of a new message.
    fn new_event(&mut self, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "recipient" => self.recipient.clone_from(&event.value),
            "confirm" => match conversations::recipient(&self.recipient, cx.shared) {
                Some(address) => self.enter(&address, cx),
                None => cx.toast("Please enter a contact or a number"),
            },
            "to" => self.enter(&event.value, cx),
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    /// Switches from a new message to the conversation with this address.
    fn enter(&mut self, address: &str, cx: &mut Cx<'_>) {
        let address = conversations::known(address, cx.shared);
        self.recipient.clear();
        // A shared or forwarded text goes to the contact chosen now.
        if let Some(body) = self.drafts.remove("") {
            self.draft(&address, &body);
        }
        conversations::mark_read(&address, true, PACKAGE, cx.shared);
        cx.effects.push(Effect::Replace(format!("chat/{address}")));
        cx.effects.push(Effect::Focus(COMPOSE.to_owned()));
    }

    /// Handles events of dialogs and settings.
    fn other_event(&mut self, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "delete_threads" => {
                for address in std::mem::take(&mut self.selected) {
                    self.drafts.remove(&address);
                    conversations::delete(&address, cx.shared);
                }
                cx.pop();
            }
            "delete_messages" => {
                let chosen = std::mem::take(&mut self.chosen);
                cx.shared.messages.retain(|message| !chosen.contains(&message.id));
                cx.pop();
            }
            "counter" => self.settings.counter = !self.settings.counter,
            "enter_sends" => self.settings.enter_sends = !self.settings.enter_sends,
            "simple_characters" => self.settings.simple_characters = !self.settings.simple_characters,
            // The text of a message can be selected but not changed.
            "selecting" => {}
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    /// Handles an event in a conversation.
    fn thread_event(&mut self, address: &str, event: &Event, cx: &mut Cx<'_>) {
        let chosen = self.chosen.first().and_then(|id| message(&id.to_string(), cx.shared)).cloned();
        match (event.name.as_ref(), chosen) {
            ("draft", _) => {
                // A trailing line break is Enter, which may mean send.
                if self.settings.enter_sends && event.value.ends_with('\n') {
                    self.draft(address, event.value.trim_end_matches('\n'));
                    return self.send(address, cx);
                }
                self.draft(address, &event.value);
            }
            ("send", _) => self.send(address, cx),
            ("hold" | "touch", _) => {
                let Ok(id) = event.value.parse::<i64>() else { return };
                if event.name == "hold" || !self.chosen.is_empty() {
                    let known = self.chosen.remove(&id);
                    if !known {
                        self.chosen.insert(id);
                    }
                }
            }
            ("unselect", _) => self.chosen.clear(),
            ("copy", Some(message)) => {
                cx.shared.clipboard = Some(message.body);
                self.chosen.clear();
                cx.toast("Value copied to clipboard");
            }
            ("resend", Some(message)) => {
                self.chosen.clear();
                cx.shared.send_message(address, &message.body);
            }
            ("share", Some(message)) => {
                self.chosen.clear();
                let extras = vec![("android.intent.extra.TEXT".to_owned(), message.body)];
                cx.effects.push(Effect::Start(Intent {
                    action: Some("android.intent.action.SEND".to_owned()),
                    kind: Some("text/plain".to_owned()),
                    extras,
                    ..Intent::default()
                }));
            }
            ("forward", Some(message)) => {
                self.chosen.clear();
                self.recipient.clear();
                self.draft("", &message.body);
                cx.push("new");
                cx.effects.push(Effect::Focus(RECIPIENT.to_owned()));
            }
            ("text" | "properties", Some(message)) => {
                self.chosen.clear();
                cx.push(format!("{}/{}", event.name, message.id));
            }
            ("call", _) => {
                let intent = widgets::intent("android.intent.action.CALL", format!("tel:{address}"));
                cx.effects.push(Effect::Start(intent));
            }
            ("add_contact", _) => {
                let extras = vec![("phone".to_owned(), address.to_owned())];
                let action = Some("android.intent.action.INSERT".to_owned());
                let kind = Some("vnd.android.cursor.dir/contact".to_owned());
                cx.effects.push(Effect::Start(Intent { action, kind, extras, ..Intent::default() }));
            }
            ("unread", _) => {
                conversations::mark_read(address, false, PACKAGE, cx.shared);
                cx.pop();
            }
            ("delete_thread", _) => {
                self.selected = std::iter::once(address.to_owned()).collect();
                cx.effects.push(Effect::Replace("list".to_owned()));
                cx.push("delete_threads");
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    /// Sends the draft.
    fn send(&mut self, address: &str, cx: &mut Cx<'_>) {
        let draft = self.drafts.get(address).cloned().unwrap_or_default();
        if draft.trim().is_empty() || address.is_empty() {
            return;
        }
        let body = if self.settings.simple_characters { plain(&draft) } else { draft };
        self.drafts.remove(address);
        conversations::mark_read(address, true, PACKAGE, cx.shared);
        cx.shared.send_message(address, body.trim());
    }
}

/// Removes diacritics, as far as the table goes: `Zoë` becomes `Zoe`.
fn plain(text: &str) -> String {
    const MARKED: &str = "àáâãäåÀÁÂÃÄÅçÇèéêëÈÉÊËìíîïÌÍÎÏñÑòóôõöÒÓÔÕÖùúûüÙÚÛÜýÿÝ";
    const PLAIN: &str = "aaaaaaAAAAAAcCeeeeEEEEiiiiIIIInNoooooOOOOOuuuuUUUUyyY";
    let simple = |letter: char| MARKED.chars().zip(PLAIN.chars()).find(|(marked, _)| *marked == letter);
    text.chars().map(|letter| simple(letter).map_or(letter, |(_, plain)| plain)).collect()
}

/// Whether a number belongs to no contact.
fn is_stranger(address: &str, shared: &Shared) -> bool {
    people::is_number(address) && shared.contact_of(address).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_and_everything_else_stays() {
        assert_eq!(plain("Zoë, ¿qué? ÀÿÝ 你好 😀"), "Zoe, ¿que? AyY 你好 😀");
    }
}
