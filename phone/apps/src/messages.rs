//! Messages (`com.google.android.apps.messaging`): conversations from [`Shared::messages`], replying, and starting new
//! ones.
//!
//! Routes: `list`, `search`, `new`, `chat/ADDRESS`. The app's own state is only the unsent input.

mod screens;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use kit::{conversations, icons, widgets};
use state::app::{Activity, App, Cx, Effect, Intent, Manifest};
use state::shared::Shared;
use toolkit::{Event, View};

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
    /// The recipient field of a new message.
    recipient: String,
    /// The drafts, by address.
    drafts: BTreeMap<String, String>,
    /// Whether the menu is open.
    menu: bool,
    /// The page of the conversations, and of the open one.
    page: usize,
    chat_page: usize,
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
                if let Some(address) = conversations::recipient(&self.recipient, cx.shared) {
                    self.enter(&address, cx);
                }
            }
            "to" => self.enter(&event.value, cx),
            "page" if route.starts_with("chat/") => self.chat_page = event.value.parse().unwrap_or(0),
            "page" => self.page = event.value.parse().unwrap_or(0),
            "chat" => {
                self.chat_page = 0;
                conversations::mark_read(&event.value, true, PACKAGE, cx.shared);
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
                    conversations::mark_read(subject, true, PACKAGE, cx.shared);
                    cx.shared.send_message(subject, &body);
                    self.chat_page = 0;
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
                conversations::delete(&event.value, cx.shared);
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
        let Some((address, body)) = conversations::wanted(intent) else {
            self.recipient.clear();
            return route.to_owned();
        };
        if address.is_empty() {
            self.recipient.clear();
            self.drafts.insert(String::new(), body.unwrap_or_default());
            return "new".to_owned();
        }
        let address = conversations::known(&address, cx.shared);
        if let Some(body) = body {
            self.drafts.insert(address.clone(), body);
        }
        self.chat_page = 0;
        conversations::mark_read(&address, true, PACKAGE, cx.shared);
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
    /// Switches from a new message to the conversation with this address.
    fn enter(&mut self, address: &str, cx: &mut Cx<'_>) {
        self.chat_page = 0;
        let address = conversations::known(address, cx.shared);
        self.recipient.clear();
        // Text from an intent without a recipient goes to the contact chosen now.
        if let Some(body) = self.drafts.remove("").filter(|body| !body.is_empty()) {
            self.drafts.insert(address.clone(), body);
        }
        conversations::mark_read(&address, true, PACKAGE, cx.shared);
        cx.effects.push(Effect::Replace(format!("chat/{address}")));
        cx.effects.push(Effect::Focus("compose_message_text".to_owned()));
    }
}
