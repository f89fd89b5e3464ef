//! Mail (`com.google.android.gm`): an inbox, conversations, composing, folders, labels, search. Nothing leaves the
//! phone: sent mails go to the sent folder, where a test can count them, and mails sent without a connection wait in
//! the outbox.
//!
//! Routes: `list/FOLDER`, `folders`, `search`, `thread/ID`, `labels/ID` (a dialog), `compose`.

mod compose;
mod mail;
mod screens;
mod seed;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use kit::{icons, widgets};
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::shared::Shared;
use toolkit::{Event, View};

use self::compose::Draft;
use self::mail::{Mailbox, SystemLabel};

const PACKAGE: &str = "com.google.android.gm";
const MAIN: &str = ".ConversationListActivityGmail";
const COMPOSE: &str = ".ComposeActivityGmailExternal";

/// The state of the app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Gmail {
    mailbox: Mailbox,
    query: String,
    /// The conversations selected in a list.
    chosen: BTreeSet<u64>,
    /// The mail being written.
    #[serde(rename = "form")]
    draft: Draft,
    /// Whether the menu of a conversation is open.
    menu: bool,
    /// The last moved conversation and its previous label, for undo.
    moved: Option<(u64, SystemLabel)>,
}

impl App for Gmail {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Gmail",
            icon,
            color,
            version_name: "2023.12.24",
            version_code: 64_311_000,
            system: true,
            activities: &[
                Activity { class: MAIN, route: "list", actions: &[], schemes: &[] },
                Activity {
                    class: COMPOSE,
                    route: "compose",
                    actions: &[
                        "android.intent.action.SENDTO",
                        "android.intent.action.VIEW",
                        "android.intent.action.SEND",
                    ],
                    schemes: &["mailto", "message/rfc822"],
                },
            ],
            launchable: true,
            permissions: &["android.permission.POST_NOTIFICATIONS", "android.permission.READ_CONTACTS"],
        }
    }

    fn optional(&self) -> bool {
        true
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("folders", _) => self.folders(),
            ("search", _) => self.search_screen(shared),
            ("thread", id) => self.thread_screen(number(id), shared),
            ("labels", id) => self.label_dialog(number(id)),
            ("compose", _) => self.compose_screen(shared),
            (_, folder) => self.list_screen(folder, shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (screen, rest) = widgets::split(route);
        self.menu = event.name == "menu" && event.value == "open";
        if self.compose_event(event, cx) || self.chosen_event(event, cx) {
            return;
        }
        let id = number(&event.value);
        match event.name.as_ref() {
            "query" => self.query = event.value.chars().take(200).collect(),
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("open_search".to_owned()));
            }
            "folder" => cx.effects.push(Effect::Replace(format!("list/{}", event.value))),
            "conversation" if !self.chosen.is_empty() => self.choose(id),
            "conversation" => self.open(id, cx),
            "hold" => self.choose(id),
            "star" => {
                let starred = self.mailbox.mail(id).is_some_and(|mail| mail.starred);
                let thread = self.mailbox.mail(id).map_or(0, |mail| mail.thread);
                self.mailbox.change(thread, |mail| mail.starred = !starred);
            }
            "archive" | "delete" | "inbox" | "spam" if screen == "thread" => {
                self.put(&[number(rest)], label_for(&event.name), cx);
                cx.pop();
            }
            "unread" if screen == "thread" => {
                self.mailbox.change(number(rest), |mail| mail.read = mail.place != SystemLabel::Inbox);
                cx.pop();
            }
            "forever" if screen == "thread" => {
                self.mailbox.remove(number(rest));
                cx.pop();
            }
            "label" => {
                let label = event.value.clone();
                let has = self.mailbox.thread(number(rest)).iter().any(|mail| mail.labels.contains(&label));
                self.mailbox.change(number(rest), |mail| {
                    mail.labels.retain(|known| *known != label);
                    if !has {
                        mail.labels.push(label.clone());
                    }
                });
            }
            "undo" => {
                if let Some((thread, label)) = self.moved.take() {
                    self.mailbox.put(thread, label);
                }
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        self.menu = false;
        if route == "compose" {
            self.draft = Draft::of(intent);
            return "compose".to_owned();
        }
        "list/inbox".to_owned()
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        if std::mem::take(&mut self.menu) {
            return true;
        }
        if !self.chosen.is_empty() {
            self.chosen.clear();
            return true;
        }
        if route == "compose" {
            self.keep_draft(cx);
        }
        false
    }

    fn class_of(&self, route: &str) -> &'static str {
        if route == "compose" { COMPOSE } else { MAIN }
    }

    fn layer(&self, route: &str) -> Layer {
        if widgets::split(route).0 == "labels" { Layer::Dialog } else { Layer::Screen }
    }

    fn stop(&mut self, _shared: &mut Shared) {
        (self.query, self.draft, self.menu) = (String::new(), Draft::default(), false);
        self.chosen.clear();
        self.moved = None;
    }

    fn tick(&mut self, shared: &mut Shared) {
        self.fill(shared);
        if shared.settings.is_online() {
            self.mailbox.send_waiting();
        }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

/// Parses the number in a route or an event; 0 is never an id.
fn number(text: &str) -> u64 {
    text.parse().unwrap_or(0)
}

/// Returns the label that an action moves a conversation to.
fn label_for(action: &str) -> SystemLabel {
    match action {
        "archive" => SystemLabel::Archive,
        "delete" => SystemLabel::Trash,
        "spam" => SystemLabel::Spam,
        _ => SystemLabel::Inbox,
    }
}

impl Gmail {
    /// Creates the first mails, with ages relative to the phone's clock.
    fn fill(&mut self, shared: &Shared) {
        if self.mailbox.is_new() {
            self.mailbox = seed::mailbox(shared.clock.now_ms);
        }
    }

    /// Opens a conversation, or continues a draft.
    fn open(&mut self, id: u64, cx: &mut Cx<'_>) {
        let Some(mail) = self.mailbox.mail(id) else { return };
        if mail.place == SystemLabel::Draft {
            self.draft = Draft::again(mail);
            return cx.push("compose");
        }
        let thread = mail.thread;
        self.mailbox.change(thread, |mail| mail.read = true);
        cx.push(format!("thread/{thread}"));
    }

    fn choose(&mut self, id: u64) {
        let Some(thread) = self.mailbox.mail(id).map(|mail| mail.thread) else { return };
        if !self.chosen.remove(&thread) {
            self.chosen.insert(thread);
        }
    }

    /// Moves conversations to a label and shows a message.
    fn put(&mut self, threads: &[u64], label: SystemLabel, cx: &mut Cx<'_>) {
        for thread in threads {
            let before =
                self.mailbox.thread(*thread).iter().map(|mail| mail.place).find(|label| *label != SystemLabel::Sent);
            self.moved = before.map(|before| (*thread, before));
            self.mailbox.put(*thread, label);
        }
        let done = match label {
            SystemLabel::Archive => "archived",
            SystemLabel::Trash => "deleted",
            SystemLabel::Spam => "reported as spam",
            _ => "moved to Inbox",
        };
        cx.toast(format!("{} {done}", threads.len()));
    }

    /// Handles actions on the selected conversations. Returns whether it was one.
    fn chosen_event(&mut self, event: &Event, cx: &mut Cx<'_>) -> bool {
        if self.chosen.is_empty() {
            return false;
        }
        let threads: Vec<u64> = self.chosen.iter().copied().collect();
        match event.name.as_ref() {
            "archive" | "delete" | "inbox" | "spam" => self.put(&threads, label_for(&event.name), cx),
            "unread" => {
                for thread in &threads {
                    self.mailbox.change(*thread, |mail| mail.read = mail.place != SystemLabel::Inbox);
                }
            }
            "choose_none" => {}
            _ => return false,
        }
        self.chosen.clear();
        true
    }
}
