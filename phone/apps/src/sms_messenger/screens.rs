//! The conversations, search, a new message, settings.

use kit::conversations::{self, Thread};
use kit::pages::{ON_A_PAGE, Page};
use kit::widgets::{self, Row};
use kit::{clock, people};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Size, TextStyle, View};

use super::{RECIPIENT, SEARCH, SmsMessenger};

/// The most suggestions shown.
const MOST_PEOPLE: usize = 100;

impl SmsMessenger {
    pub(super) fn list(&self, shared: &Shared) -> View {
        let threads = conversations::threads(shared);
        let page = Page::of(threads.count(), self.page);
        let on_it = threads.range(page.range());
        let mut rows: Vec<View> = on_it.map(|thread| self.row(&thread, shared)).collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Message, "No stored conversations have been found"));
            let start = View::button("Start a conversation", Event::new("start")).id("no_conversations_placeholder_2");
            rows.push(View::column(vec![start]).align(toolkit::Align::Center));
        }
        page.turns(&mut rows, "conversations");
        let list = View::list(&page.list_id("conversations_list"), rows);
        if !self.selected.is_empty() {
            return self.selecting(list, threads.count());
        }
        let actions =
            vec![View::icon_button(Icon::Search, "Search", Event::new("search")).id("search"), widgets::menu_button()];
        let fab = widgets::with_fab(list, "conversations_fab", Icon::Add, "New conversation", Event::new("start"));
        let screen = widgets::screen(vec![widgets::home_bar("SMS Messenger", actions), fab]);
        widgets::with_menu(screen, self.menu, vec![("Settings", Event::with("open", "settings"))])
    }

    /// Builds the list while conversations are selected.
    fn selecting(&self, list: View, of: usize) -> View {
        let close = View::icon_button(Icon::Close, "Done", Event::new("unselect"));
        let count = format!("{} / {of}", self.selected.len());
        let count = View::text(count).id("selection_count").text_style(TextStyle::Title).width(Size::Weight(1.0));
        let delete = View::icon_button(Icon::Delete, "Delete", Event::with("open", "delete_threads")).id("cab_delete");
        let bar = widgets::bar(Some(close), count, vec![delete, widgets::menu_button()]);
        let screen = widgets::screen(vec![bar.background(Color::SurfaceVariant, 0.0), list]);
        let menu = vec![
            ("Select all", Event::new("select_all")),
            ("Mark as read", Event::new("read")),
            ("Mark as unread", Event::new("unread")),
        ];
        widgets::with_menu(screen, self.menu, menu)
    }

    /// Builds a conversation's row.
    fn row(&self, thread: &Thread<'_>, shared: &Shared) -> View {
        let name = shared.name_of(thread.address);
        let (unread, last) = (thread.unread, thread.newest());
        let snippet = match (self.drafts.get(thread.address), last) {
            (Some(draft), _) => format!("Draft: {draft}"),
            (None, Some(last)) => last.body.clone(),
            (None, None) => String::new(),
        };
        let selected = self.selected.contains(thread.address);
        let color = if unread > 0 { Color::Primary } else { Color::Muted };
        let when = last.map(|message| clock::stamp(message.date, shared)).unwrap_or_default();
        let when = View::text(when).id("conversation_date").text_style(TextStyle::Caption).color(color);
        let mut row = Row::new(&name).summary(snippet).ids("conversation_address", "conversation_body_short");
        row = match selected {
            true => row.lead(View::icon(Icon::Check).color(Color::Primary).width(Size::Dp(40.0))),
            false => row.face(&name),
        };
        row = row.trailing(when);
        if unread > 0 {
            let badge = View::text(unread.to_string()).id("unread_count_badge").text_style(TextStyle::Label);
            let badge = badge.description(&format!("{unread} unread")).padding(8.0, 2.0);
            row = row.trailing(badge.color(Color::OnPrimary).background(Color::Primary, 10.0));
        }
        let row = row
            .id("conversation_frame")
            .on(Event::with("chat", thread.address))
            .hold(Event::with("select", thread.address));
        let row = row.view().selected(selected);
        if selected { row.background(Color::PrimaryContainer, 0.0) } else { row }
    }

    pub(super) fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar(SEARCH, &self.query, "Search");
        let query = self.query.trim();
        let mut rows = Vec::new();
        if !query.is_empty() {
            for thread in conversations::threads(shared).iter() {
                let name = shared.name_of(thread.address);
                let said = thread.messages().rev().find(|message| widgets::matches(&message.body, query));
                if said.is_none() && !widgets::matches(&name, query) && !thread.address.contains(query) {
                    continue;
                }
                let row = Row::new(&name).ids("search_result_title", "search_result_snippet").face(&name);
                let row = row.summary(said.map(|message| message.body.clone()).unwrap_or_default());
                rows.push(row.on(Event::with("chat", thread.address)).view());
            }
            if rows.is_empty() {
                rows.push(widgets::empty(Icon::Search, "No items found"));
            }
        }
        rows.truncate(ON_A_PAGE);
        widgets::screen(vec![bar, View::list("search_results_list", rows)])
    }

    pub(super) fn new_conversation(&self, shared: &Shared) -> View {
        let typed = self.recipient.trim();
        let field = View::field(RECIPIENT, &self.recipient, "Add Contact or Number…", "recipient");
        let field = widgets::submits(field, "confirm").width(Size::Weight(1.0));
        let confirm = View::icon_button(Icon::Check, "Confirm", Event::new("confirm")).id("new_conversation_confirm");
        let mut rows = Vec::new();
        if let Some(body) = self.drafts.get("") {
            let text = View::text(body).style(|style| style.max_lines = 3).text_style(TextStyle::BodySmall);
            let card =
                View::column(vec![View::text("To be sent").text_style(TextStyle::Caption).color(Color::Muted), text]);
            let card = card.gap(4.0).padding(16.0, 12.0).background(Color::SurfaceVariant, 12.0);
            rows.push(card.style(|style| style.margin = [16.0, 4.0, 16.0, 8.0]));
        }
        let mut under = String::new();
        let shown = people::found(typed, shared);
        for contact in shown.filter(|contact| !contact.numbers.is_empty()).take(MOST_PEOPLE) {
            let letter = people::letter(&contact.name);
            if letter != under {
                rows.push(widgets::section(&letter));
                under = letter;
            }
            for number in &contact.numbers {
                let row = Row::new(&contact.name).summary(number).ids("item_contact_name", "item_contact_number");
                rows.push(row.face(&contact.name).on(Event::with("to", number.as_str())).view());
            }
        }
        if under.is_empty() {
            let text =
                if typed.is_empty() { "No contacts found" } else { "Tap the check mark to write to this number" };
            rows.push(widgets::empty(Icon::Person, text));
        }
        widgets::screen(vec![
            widgets::top_bar("New conversation", Vec::new()),
            View::row(vec![field, confirm]).padding(16.0, 8.0).gap(8.0),
            View::list("contacts_list", rows),
        ])
    }

    pub(super) fn settings_page(&self) -> View {
        let wanted = &self.settings;
        let switch = |title: &str, summary: &str, on: bool, event: &'static str| {
            widgets::switch_row(title, summary, on, Event::new(event)).view()
        };
        let rows = vec![
            widgets::section("Outgoing messages"),
            switch("Show a character counter", "While a message is typed", wanted.counter, "counter"),
            switch("Send message on pressing Enter", "Instead of a new line", wanted.enter_sends, "enter_sends"),
            switch(
                "Remove accents and diacritics",
                "At sending messages",
                wanted.simple_characters,
                "simple_characters",
            ),
            widgets::section("About"),
            Row::new("Version").summary("5.19.3").icon(Icon::Info).view(),
        ];
        widgets::screen(vec![widgets::top_bar("Settings", Vec::new()), View::list("settings_list", rows)])
    }
}
