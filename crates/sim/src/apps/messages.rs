//! Messages (`com.google.android.apps.messaging`): conversations made of [`Shared::messages`], writing in
//! one, beginning a new one.
//!
//! Routes: `list`, `search`, `new`, `chat/ADDRESS`. Only what is being typed is state of this app.

mod screens;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{icons, people, widgets};
use crate::app::{Activity, App, Cx, Effect, Intent, Manifest};
use crate::shared::{Message, Shared};
use crate::ui::{Event, View};

const PACKAGE: &str = "com.google.android.apps.messaging";
const LIST: &str = ".ui.ConversationListActivity";
const CHAT: &str = ".conversation.screen.ConversationActivity";
const NEW: &str = ".startchat.StartChatActivity";
const LAUNCH: &str = ".ui.conversation.LaunchConversationActivity";

/// The state of Messages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Messages {
    query: String,
    /// What is in the field for whom a new message is to.
    recipient: String,
    /// What was typed and not sent, by address.
    drafts: BTreeMap<String, String>,
    /// Whether the menu is open.
    menu: bool,
}

/// A conversation: the address it goes by, and its messages, oldest first.
struct Thread<'a> {
    address: &'a str,
    messages: Vec<&'a Message>,
}

impl Thread<'_> {
    fn unread(&self) -> usize {
        self.messages.iter().filter(|message| !message.read && !message.sent).count()
    }
}

/// The conversations, the one with the newest message first.
fn threads(shared: &Shared) -> Vec<Thread<'_>> {
    let mut threads: Vec<Thread<'_>> = Vec::new();
    let mut ordered: Vec<&Message> = shared.messages.iter().collect();
    ordered.sort_by_key(|message| message.date);
    for message in ordered.into_iter().rev() {
        match threads.iter_mut().find(|thread| people::same(thread.address, &message.address, shared)) {
            Some(thread) => thread.messages.insert(0, message),
            None => threads.push(Thread { address: &message.address, messages: vec![message] }),
        }
    }
    threads
}

impl App for Messages {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Messages",
            icon,
            color,
            version_name: "20240115",
            version_code: 240_115_000,
            system: true,
            activities: &[
                Activity { class: LIST, route: "list", actions: &[], schemes: &[] },
                Activity {
                    class: LAUNCH,
                    route: "new",
                    actions: &["android.intent.action.SENDTO", "android.intent.action.VIEW"],
                    schemes: &["sms", "smsto", "mms", "mmsto"],
                },
                Activity { class: CHAT, route: "list", actions: &[], schemes: &[] },
                Activity { class: NEW, route: "new", actions: &[], schemes: &[] },
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
            ("chat", address) => self.chat(address, shared),
            _ => self.list(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (_, subject) = widgets::split(route);
        self.menu = event.name == "menu" && event.value == "open";
        match event.name.as_ref() {
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("zero_state_search_box_auto_complete".to_owned()));
            }
            "query" => self.query.clone_from(&event.value),
            "start_chat" => {
                self.recipient.clear();
                cx.push("new");
                cx.effects.push(Effect::Focus("recipient_text_view".to_owned()));
            }
            "recipient" => self.recipient.clone_from(&event.value),
            "recipient_done" => {
                if let Some(address) = self.meant(cx.shared) {
                    self.enter(&address, cx);
                }
            }
            "to" => self.enter(&event.value, cx),
            "chat" => {
                read(&event.value, cx.shared);
                cx.push(format!("chat/{}", event.value));
            }
            "draft" => {
                if event.value.is_empty() {
                    self.drafts.remove(subject);
                } else {
                    self.drafts.insert(subject.to_owned(), event.value.clone());
                }
            }
            "send" => {
                let body = self.drafts.get(subject).map(|draft| draft.trim().to_owned()).unwrap_or_default();
                if !body.is_empty() && !subject.is_empty() {
                    self.drafts.remove(subject);
                    read(subject, cx.shared);
                    cx.shared.send_message(subject, &body);
                }
            }
            "call" => {
                let intent = widgets::intent("android.intent.action.CALL", format!("tel:{subject}"));
                cx.effects.push(Effect::Start(intent));
            }
            "delete_ask" => {
                let about = if event.value.is_empty() { subject } else { &event.value };
                let message = "This is permanent and can't be undone";
                widgets::ask(cx, "Delete this conversation?", message, "Delete", Event::with("delete", about));
            }
            "delete" => {
                self.drafts.remove(&event.value);
                delete(&event.value, cx.shared);
                cx.toast("Conversation deleted");
                if route.starts_with("chat/") {
                    cx.pop();
                }
            }
            "read_all" => {
                for message in &mut cx.shared.messages {
                    message.read = true;
                }
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        self.menu = false;
        let Some((_, rest)) = intent.data.as_deref().and_then(|data| data.split_once(':')) else {
            self.recipient.clear();
            return route.to_owned();
        };
        let (to, _) = rest.split_once('?').unwrap_or((rest, ""));
        // A plus before a number is no space.
        let address = widgets::unescape(&to.replace('+', "%2B")).trim_start_matches('/').trim().to_owned();
        let body = intent.extra("sms_body").map(str::to_owned).or_else(|| widgets::query_value(rest, "body"));
        if address.is_empty() {
            self.recipient.clear();
            self.drafts.insert(String::new(), body.unwrap_or_default());
            return "new".to_owned();
        }
        let address = known(&address, cx.shared);
        if let Some(body) = body {
            self.drafts.insert(address.clone(), body);
        }
        read(&address, cx.shared);
        format!("chat/{address}")
    }

    fn back(&mut self, _route: &str, _cx: &mut Cx<'_>) -> bool {
        std::mem::take(&mut self.menu)
    }

    fn needs(&self, _route: &str) -> &'static [&'static str] {
        &["android.permission.READ_SMS"]
    }

    fn class_of(&self, route: &str) -> &'static str {
        match widgets::split(route).0 {
            "chat" => CHAT,
            "new" => NEW,
            _ => LIST,
        }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Messages {
    /// Whom the text in the recipient's field means: a number as it is, else the first who is found.
    fn meant(&self, shared: &Shared) -> Option<String> {
        let text = self.recipient.trim();
        if people::is_number(text) {
            return Some(text.to_owned());
        }
        let found = if text.is_empty() { Vec::new() } else { people::found(text, shared) };
        found.iter().find_map(|contact| contact.numbers.first().cloned())
    }

    /// Goes from a new conversation to the one with this address.
    fn enter(&mut self, address: &str, cx: &mut Cx<'_>) {
        let address = known(address, cx.shared);
        self.recipient.clear();
        // What came with an intent that named nobody goes to whoever is chosen now.
        if let Some(body) = self.drafts.remove("").filter(|body| !body.is_empty()) {
            self.drafts.insert(address.clone(), body);
        }
        read(&address, cx.shared);
        cx.effects.push(Effect::Replace(format!("chat/{address}")));
        cx.effects.push(Effect::Focus("compose_message_text".to_owned()));
    }
}

/// The address under which there is already a conversation with somebody, or the one given.
fn known(address: &str, shared: &Shared) -> String {
    let thread = threads(shared).into_iter().find(|thread| people::same(thread.address, address, shared));
    thread.map_or_else(|| address.to_owned(), |thread| thread.address.to_owned())
}

/// Marks a conversation as read, in the list and in the shade.
fn read(address: &str, shared: &mut Shared) {
    let name = shared.name_of(address);
    shared.notifications.retain(|shown| shown.package != PACKAGE || (shown.title != name && shown.title != address));
    let mut messages = std::mem::take(&mut shared.messages);
    for message in messages.iter_mut().filter(|message| people::same(&message.address, address, shared)) {
        message.read = true;
    }
    shared.messages = messages;
}

/// Removes a conversation.
fn delete(address: &str, shared: &mut Shared) {
    let mut messages = std::mem::take(&mut shared.messages);
    messages.retain(|message| !people::same(&message.address, address, shared));
    shared.messages = messages;
}
