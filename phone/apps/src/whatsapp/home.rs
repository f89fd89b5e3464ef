//! The messenger's lists: the three tabs, search, and the contacts for a new chat.

use super::{Chat, WhatsApp};
use kit::widgets::{self, Row};
use kit::{clock, people};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, TextStyle, View};

/// The messenger's green.
pub(super) const GREEN: Color = Color::Rgb(0, 128, 105);
const TABS: &[(Icon, &str, &str)] =
    &[(Icon::Chat, "Chats", "chats"), (Icon::Camera, "Updates", "updates"), (Icon::Call, "Calls", "calls")];

/// Builds a chat's row.
fn row(chat: &Chat, draft: Option<&String>, shared: &Shared) -> View {
    let name = chat.name(shared);
    let last = chat.messages.last();
    let snippet = match (draft.filter(|draft| !draft.trim().is_empty()), last) {
        (Some(draft), _) => format!("Draft: {draft}"),
        (None, Some(last)) => match &last.from {
            None => format!("You: {}", last.body),
            Some(from) if chat.is_group() => format!("{}: {}", shared.name_of(from), last.body),
            Some(_) => last.body.clone(),
        },
        (None, None) => String::new(),
    };
    let when = last.map(|note| clock::stamp(note.date, shared)).unwrap_or_default();
    let color = if chat.unread > 0 { GREEN } else { Color::Muted };
    let when = View::text(when).id("conversations_row_date").text_style(TextStyle::Caption).color(color);
    let mut row = Row::new(&name)
        .summary(snippet)
        .ids("conversations_row_contact_name", "single_msg_tv")
        .face(&name)
        .trailing(when);
    if chat.unread > 0 {
        let count = View::text(chat.unread.to_string()).id("conversations_row_message_count");
        let count = count.text_style(TextStyle::Label).description(&format!("{} unread messages", chat.unread));
        row = row.trailing(count.padding(8.0, 2.0).color(Color::Rgb(255, 255, 255)).background(GREEN, 10.0));
    }
    let hold = Event::with("delete_ask", chat.id.as_str());
    row.id("contact_row_container").on(Event::with("chat", chat.id.as_str())).hold(hold).view()
}

impl WhatsApp {
    /// Builds a tab: its bar, its content, the tab bar.
    fn tab(&self, route: &str, title: &str, content: View) -> View {
        let actions = vec![
            View::icon_button(Icon::Search, "Search", Event::new("search")).id("menuitem_search"),
            widgets::menu_button(),
        ];
        let screen = widgets::screen(vec![widgets::home_bar(title, actions), content, widgets::tabs(TABS, route)]);
        let items = vec![
            ("New chat", Event::new("new_chat")),
            ("New group", Event::new("new_group")),
            ("Read all", Event::new("read_all")),
        ];
        widgets::with_menu(screen, self.menu, items)
    }

    /// Returns the chats with messages, newest first.
    fn ordered(&self) -> Vec<&Chat> {
        let mut chats: Vec<&Chat> =
            self.chats.iter().filter(|chat| chat.is_group() || !chat.messages.is_empty()).collect();
        chats.sort_by_key(|chat| std::cmp::Reverse(chat.last_date()));
        chats
    }

    pub(super) fn chats(&self, shared: &Shared) -> View {
        let mut rows: Vec<View> =
            self.ordered().into_iter().map(|chat| row(chat, self.drafts.get(&chat.id), shared)).collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Chat, "To start messaging, tap New chat"));
        }
        let list = View::list("android:id/list", rows);
        let content = widgets::with_fab(list, "fab", Icon::Chat, "New chat", Event::new("new_chat"));
        self.tab("chats", "WhatsApp", content)
    }

    pub(super) fn updates(&self, _shared: &Shared) -> View {
        let rows = vec![
            widgets::section("Status"),
            Row::new("My status").summary("No status updates").face("My status").view(),
            widgets::section("Channels"),
            Row::new("Find channels").summary("Stay updated on topics that matter to you").view(),
        ];
        self.tab("updates", "Updates", View::list("updates_list", rows))
    }

    pub(super) fn calls(&self, shared: &Shared) -> View {
        let mut rows = vec![widgets::section("Call a contact")];
        rows.extend(people::rows("", shared, |contact| {
            let number = contact.numbers.first()?;
            let name = format!("Call {}", contact.name);
            let call = View::icon_button(Icon::Call, &name, Event::with("call", number.as_str())).id("voice_call");
            Some(Row::new(&contact.name).ids("contact_name", "").face(&contact.name).trailing(call).view())
        }));
        self.tab("calls", "Calls", View::list("calls_list", rows))
    }

    pub(super) fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("search_input", &self.query, "Search…");
        let typed = self.query.trim();
        let mut rows = Vec::new();
        if !typed.is_empty() {
            let chats = self.ordered().into_iter().filter(|chat| widgets::matches(&chat.name(shared), typed));
            rows.extend(chats.map(|chat| row(chat, None, shared)));
            let said = self.chats.iter().flat_map(|chat| chat.messages.iter().map(move |note| (chat, note)));
            for (chat, note) in said.filter(|(_, note)| widgets::matches(&note.body, typed)) {
                let found = Row::new(chat.name(shared))
                    .summary(&note.body)
                    .ids("conversations_row_contact_name", "single_msg_tv");
                rows.push(found.icon(Icon::Message).on(Event::with("chat", chat.id.as_str())).view());
            }
            let ordered = self.ordered();
            let new = people::found(typed, shared).filter(|one| {
                !ordered.iter().any(|chat| one.numbers.iter().any(|number| people::same(&chat.id, number, shared)))
            });
            rows.extend(people::shown(new, person));
            if rows.is_empty() {
                rows.push(widgets::empty(Icon::Search, "No results found"));
            }
        }
        widgets::screen(vec![bar, View::list("result_list", rows)])
    }

    pub(super) fn new_chat(&self, shared: &Shared) -> View {
        let gives = !self.given.is_empty() || !self.given_photo.is_empty();
        let title = if !gives { "Select contact" } else { "Send to…" };
        let search = View::field("search_src_text", &self.query, "Search name or number…", "query").padding(16.0, 12.0);
        let search =
            search.background(Color::SurfaceVariant, 24.0).style(|style| style.margin = [16.0, 4.0, 16.0, 8.0]);
        let typed = self.query.trim();
        let mut rows = Vec::new();
        if !gives && typed.is_empty() {
            let group = Row::new("New group").icon(Icon::Group).on(Event::new("new_group"));
            rows.push(group.id("menuitem_new_group").view());
        }
        let groups = self.chats.iter().filter(|chat| chat.is_group() && widgets::matches(&chat.group, typed));
        rows.extend(groups.map(|chat| {
            let row = Row::new(&chat.group).summary("Group").ids("contactpicker_row_name", "contactpicker_row_status");
            row.face(&chat.group).id("contactpicker_row").on(Event::with("pick", chat.id.as_str())).view()
        }));
        rows.push(widgets::section("Contacts on WhatsApp"));
        rows.extend(people::rows(typed, shared, person));
        if people::is_number(typed) && typed.len() >= 3 {
            let row = Row::new(format!("Message {typed}")).summary("Not in your contacts").icon(Icon::Person);
            rows.push(row.on(Event::with("pick", typed)).view());
        }
        widgets::screen(vec![widgets::top_bar(title, Vec::new()), search, View::list("android:id/list", rows)])
    }
}

/// Builds a contact's row for a new chat.
fn person(contact: &state::shared::Contact) -> Option<View> {
    let number = contact.numbers.first()?;
    let row = Row::new(&contact.name).summary("Hey there! I am using WhatsApp.");
    let row = row.ids("contactpicker_row_name", "contactpicker_row_status").face(&contact.name);
    Some(row.id("contactpicker_row").on(Event::with("pick", number.as_str())).view())
}
