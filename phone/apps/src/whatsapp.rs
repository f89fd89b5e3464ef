//! A messenger modelled on WhatsApp (`com.whatsapp`): chats, updates and calls, a conversation, a new chat, search,
//! groups.
//!
//! Routes: `chats`, `updates`, `calls`, `search`, `new`, `chat/ID`, `info/ID`, `members`, `group_name`, `attach/ID`,
//! `pick_photo/ID`, `preview/ID`, `pick_document/ID`, `pick_contact/ID`. The chats are the app's own state (no other app can read
//! them); the people are the phone's contacts. Nothing is transmitted: a message is pending while the phone is offline,
//! and delivered soon after it is online.

mod attachments;
mod chat;
mod groups;
mod home;
mod seed;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use self::attachments::Attachment;
use kit::{icons, people, widgets};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::shared::{Notification, NotificationAction, Shared};
use toolkit::{Event, View};

const PACKAGE: &str = "com.whatsapp";
const HOME: &str = ".HomeActivity";
const CONVERSATION: &str = ".Conversation";
const PICKER: &str = ".contact.picker.ContactPicker";

/// The state of the messenger.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct WhatsApp {
    chats: Vec<Chat>,
    query: String,
    /// The drafts, by chat.
    drafts: BTreeMap<String, String>,
    /// The text that another app wants to send; its recipient is still to be chosen.
    given: String,
    /// The picture that another app wants to send, by its path; its recipient is still to be chosen.
    given_photo: String,
    /// Whether the menu is open.
    menu: bool,
    /// The group being created.
    form: GroupForm,
    /// The chat that a voice note is being recorded for, and since when.
    voice_recording: Option<(String, i64)>,
    /// The date of the voice note being played, and since when.
    voice_playing: Option<(i64, i64)>,
    /// Whether the first chats were created; a profile with its own chats sets this.
    seeded: bool,
}

/// The form of a new group.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct GroupForm {
    members: Vec<String>,
    name: String,
}

/// A chat with one person or a group.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Chat {
    /// The id; for a person, their number.
    id: String,
    /// The group's name; empty for a person, whose name comes from the contacts.
    group: String,
    /// The numbers of the group's members, or of the person.
    members: Vec<String>,
    messages: Vec<Note>,
    unread: u32,
}

/// A message in a chat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Note {
    /// The sender's number; `None` for the user.
    from: Option<String>,
    body: String,
    date: i64,
    /// Whether it was written offline and is still pending.
    waiting: bool,
    /// The attachment sent instead of text.
    #[serde(skip_serializing_if = "Option::is_none")]
    attachment: Option<Attachment>,
}

impl Chat {
    fn is_group(&self) -> bool {
        !self.group.is_empty()
    }

    fn name(&self, shared: &Shared) -> String {
        if self.is_group() { self.group.clone() } else { shared.name_of(&self.id) }
    }

    fn last_date(&self) -> i64 {
        self.messages.last().map_or(0, |note| note.date)
    }
}

impl App for WhatsApp {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "WhatsApp",
            icon,
            color,
            version_name: "2.24.3.80",
            version_code: 240_380_004,
            system: false,
            activities: &[
                Activity { class: HOME, route: "chats", actions: &[], schemes: &[] },
                Activity {
                    class: CONVERSATION,
                    route: "chat",
                    actions: &["android.intent.action.VIEW"],
                    schemes: &["whatsapp", "https://wa.me", "https://api.whatsapp.com", "http://wa.me"],
                },
                Activity { class: PICKER, route: "new", actions: &["android.intent.action.SEND"], schemes: &[] },
            ],
            launchable: true,
            permissions: &["android.permission.READ_CONTACTS"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("updates", _) => self.updates(shared),
            ("calls", _) => self.calls(shared),
            ("search", _) => self.search(shared),
            ("new", _) => self.new_chat(shared),
            ("chat", id) => self.conversation(id, shared),
            ("info", id) => self.info(id, shared),
            ("members", _) => self.members(shared),
            ("group_name", _) => self.group_name(shared),
            ("attach", _) => self.attach_sheet(),
            ("preview", id) => self.preview(id, shared),
            (kind @ ("pick_photo" | "pick_document" | "pick_contact"), _) => self.attach_picker(kind, shared),
            _ => self.chats(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (_, subject) = widgets::split(route);
        self.menu = event.name == "menu" && event.value == "open";
        if cx.shared.settings.is_online() {
            self.chats.iter_mut().flat_map(|chat| &mut chat.messages).for_each(|note| note.waiting = false);
        }
        match event.name.as_ref() {
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("search_input".to_owned()));
            }
            "query" => self.query.clone_from(&event.value),
            "new_chat" => {
                self.query.clear();
                cx.push("new");
            }
            "chat" => {
                self.read(&event.value, cx.shared);
                cx.push(format!("chat/{}", event.value));
            }
            "pick" => {
                let id = self.chat_with(&event.value, cx.shared);
                self.query.clear();
                let given = std::mem::take(&mut self.given);
                if !given.is_empty() {
                    self.drafts.insert(id.clone(), given);
                }
                self.read(&id, cx.shared);
                if !self.given_photo.is_empty() {
                    return cx.effects.push(Effect::Replace(format!("preview/{id}")));
                }
                cx.effects.push(Effect::Replace(format!("chat/{id}")));
                cx.effects.push(Effect::Focus("entry".to_owned()));
            }
            "draft" => drop(self.drafts.insert(subject.to_owned(), event.value.clone())),
            "send" => self.send(subject, cx),
            "call" => {
                let intent = widgets::intent("android.intent.action.CALL", format!("tel:{}", event.value));
                cx.effects.push(Effect::Start(intent));
            }
            "clear_ask" => {
                widgets::ask(cx, "Clear this chat?", "", "Clear chat", Event::new("clear"));
            }
            "clear" => {
                self.chats.iter_mut().filter(|chat| chat.id == subject).for_each(|chat| chat.messages.clear());
            }
            "delete_ask" => {
                let name = self.chat(&event.value).map(|chat| chat.name(cx.shared)).unwrap_or_default();
                let title = format!("Delete chat with {name}?");
                widgets::ask(cx, &title, "", "Delete chat", Event::with("delete", event.value.as_str()));
            }
            "delete" => self.chats.retain(|chat| chat.id != event.value),
            "read_all" => self.chats.iter_mut().for_each(|chat| chat.unread = 0),
            _ => {
                let _ = self.group_event(route, event, cx)
                    || self.attachment_event(route, event, cx)
                    || widgets::navigate(event, cx);
            }
        }
    }

    fn layer(&self, route: &str) -> Layer {
        if route.starts_with("attach/") { Layer::Sheet } else { Layer::Screen }
    }

    fn notification_action(&mut self, notification: &Notification, _action: &str, text: &str, cx: &mut Cx<'_>) {
        let Some(number) = number_of(&notification.data) else { return };
        let id = self.chat_with(&number, cx.shared);
        self.read(&id, cx.shared);
        if !text.is_empty() {
            self.drafts.insert(id.clone(), text.to_owned());
            self.send(&id, cx);
        }
    }

    fn incoming(&mut self, from: &str, body: &str, shared: &mut Shared) {
        self.seed(shared);
        let id = self.chat_with(from, shared);
        let note =
            Note { from: Some(from.to_owned()), body: body.to_owned(), date: shared.clock.now_ms, ..Note::default() };
        for chat in self.chats.iter_mut().filter(|chat| chat.id == id) {
            chat.messages.push(note.clone());
            chat.unread = chat.unread.saturating_add(1);
        }
        shared.notify(Notification {
            package: PACKAGE.to_owned(),
            title: shared.name_of(from),
            text: body.to_owned(),
            data: format!("https://wa.me/{}", state::shared::digits(from)),
            actions: vec![NotificationAction::reply("Reply"), NotificationAction::button("Mark as read")],
            ..Notification::default()
        });
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        self.seed(cx.shared);
        self.menu = false;
        self.given.clear();
        self.given_photo.clear();
        if route == "new" {
            self.query.clear();
            let stream = intent.extra("android.intent.extra.STREAM").unwrap_or_default();
            self.given_photo = attachments::picture(stream, cx.shared).unwrap_or_default();
            self.given = intent.extra("android.intent.extra.TEXT").unwrap_or_default().to_owned();
            return "new".to_owned();
        }
        let Some(data) = intent.data.as_deref() else {
            // The conversation activity without a number shows the list.
            return if route == "chat" { "chats" } else { route }.to_owned();
        };
        let text = widgets::query_value(data, "text").unwrap_or_default();
        match number_of(data) {
            Some(number) => {
                let id = self.chat_with(&number, cx.shared);
                if !text.is_empty() {
                    self.drafts.insert(id.clone(), text);
                }
                self.read(&id, cx.shared);
                format!("chat/{id}")
            }
            None => {
                self.given = text;
                "new".to_owned()
            }
        }
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        if std::mem::take(&mut self.menu) {
            return true;
        }
        if matches!(route, "updates" | "calls") {
            cx.effects.push(Effect::Replace("chats".to_owned()));
            return true;
        }
        false
    }

    fn needs(&self, route: &str) -> &'static [&'static str] {
        if route == "new" { &["android.permission.READ_CONTACTS"] } else { &[] }
    }

    fn class_of(&self, route: &str) -> &'static str {
        match widgets::split(route).0 {
            "chat" | "info" | "attach" | "pick_photo" | "pick_document" | "pick_contact" | "preview" => CONVERSATION,
            "new" => PICKER,
            _ => HOME,
        }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl WhatsApp {
    fn chat(&self, id: &str) -> Option<&Chat> {
        self.chats.iter().find(|chat| chat.id == id)
    }

    /// Returns the id of the chat with a number (or of a group), creating it if needed.
    fn chat_with(&mut self, who: &str, shared: &Shared) -> String {
        let same = |chat: &&Chat| chat.id == who || (!chat.is_group() && people::same(&chat.id, who, shared));
        if let Some(chat) = self.chats.iter().find(same) {
            return chat.id.clone();
        }
        self.chats.push(Chat { id: who.to_owned(), members: vec![who.to_owned()], ..Chat::default() });
        who.to_owned()
    }

    /// Marks a chat as read and removes its notifications.
    fn read(&mut self, id: &str, shared: &mut Shared) {
        for chat in self.chats.iter_mut().filter(|chat| chat.id == id) {
            chat.unread = 0;
            let name = chat.name(shared);
            shared.notifications.retain(|shown| shown.package != PACKAGE || shown.title != name);
        }
    }

    fn send(&mut self, id: &str, cx: &mut Cx<'_>) {
        let body = self.drafts.get(id).map(|draft| draft.trim().to_owned()).unwrap_or_default();
        let Some(chat) = self.chats.iter_mut().find(|chat| chat.id == id) else { return };
        if body.is_empty() {
            return;
        }
        self.drafts.remove(id);
        let (date, waiting) = (cx.shared.clock.now_ms, !cx.shared.settings.is_online());
        chat.messages.push(Note { from: None, body, date, waiting, attachment: None });
        if !chat.is_group() {
            cx.shared.contacted(id);
        }
    }
}

/// Returns the number in `https://wa.me/NUMBER`, `…/send?phone=NUMBER` or `whatsapp://send?phone=NUMBER`.
fn number_of(uri: &str) -> Option<String> {
    let path = uri.split_once("://").map(|(_, rest)| rest).and_then(|rest| rest.split_once('/'));
    let path = path.map(|(_, path)| path.split(['?', '#', '/']).next().unwrap_or_default());
    let number = widgets::query_value(uri, "phone").or_else(|| path.map(str::to_owned))?;
    let digits = state::shared::digits(&number);
    (digits.len() >= 3).then(|| format!("+{digits}"))
}
