//! The screens of Messages.

use super::Messages;
use kit::conversations::{self, Thread, threads};
use kit::pages::{ON_A_PAGE, Page};
use kit::widgets::{self, Row};
use kit::{clock, people};
use state::shared::{Message, Shared};
use toolkit::languages;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// Builds a conversation's row.
fn row(thread: &Thread<'_>, draft: Option<&String>, shared: &Shared) -> View {
    let name = shared.name_of(thread.address);
    let unread = thread.unread;
    let last = thread.newest();
    let snippet = match (draft, last) {
        (Some(draft), _) => format!("Draft: {draft}"),
        (None, Some(last)) if last.sent => format!("{}: {}", languages::said("You", &shared.locale), last.body),
        (None, Some(last)) => last.body.clone(),
        (None, None) => String::new(),
    };
    let when = last.map(|message| clock::stamp(message.date, shared)).unwrap_or_default();
    let when = View::text(when).id("conversation_timestamp").text_style(TextStyle::Caption);
    let mut row = Row::new(&name)
        .summary(snippet)
        .ids("conversation_name", "conversation_snippet")
        .face(&name)
        .trailing(when.color(if unread > 0 { Color::Primary } else { Color::Muted }));
    if unread > 0 {
        let count = View::text(unread.to_string()).id("unread_badge").text_style(TextStyle::Label);
        let count = count.description(&format!("{unread} unread")).padding(8.0, 2.0);
        row = row.trailing(count.color(Color::OnPrimary).background(Color::Primary, 10.0));
    }
    row.id("swipeableContainer")
        .on(Event::with("chat", thread.address))
        .hold(Event::with("delete_ask", thread.address))
        .view()
}

/// Builds a message bubble: received on the left, sent on the right.
fn bubble(message: &Message, shared: &Shared) -> View {
    let (back, fore) = match message.sent {
        true => (Color::Primary, Color::OnPrimary),
        false => (Color::SurfaceVariant, Color::OnSurface),
    };
    let text = View::text(&message.body).id("message_text").color(fore).padding(16.0, 10.0).background(back, 20.0);
    let align = if message.sent { Align::End } else { Align::Start };
    let time = View::text(clock::time(message.date, shared)).id("message_status").text_style(TextStyle::Caption);
    let column = View::column(vec![text, time.color(Color::Muted)]).id("message_list_item").gap(2.0).align(align);
    column.style(|style| {
        style.padding = if message.sent { [64.0, 4.0, 12.0, 4.0] } else { [12.0, 4.0, 64.0, 4.0] };
    })
}

impl Messages {
    pub(super) fn list(&self, shared: &Shared) -> View {
        let threads = threads(shared);
        let page = Page::of(threads.count(), self.page);
        let on_it = threads.range(page.range());
        let mut rows: Vec<View> = on_it.map(|thread| row(&thread, self.drafts.get(thread.address), shared)).collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Message, "Once you start a new conversation, you'll see it listed here"));
        }
        let actions = vec![
            View::icon_button(Icon::Search, "Search messages", Event::new("search")).id("action_zero_state_search"),
            widgets::menu_button(),
        ];
        page.turns(&mut rows, "conversations");
        let list = View::list(&page.list_id("android:id/list"), rows);
        let content = widgets::with_fab(list, "start_chat_fab", Icon::Chat, "Start chat", Event::new("start_chat"));
        let screen = widgets::screen(vec![widgets::home_bar("Messages", actions), content]);
        widgets::with_menu(screen, self.menu, vec![("Mark all as read", Event::new("read_all"))])
    }

    pub(super) fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("zero_state_search_box_auto_complete", &self.query, "Search messages");
        let mut rows = Vec::new();
        if !self.query.trim().is_empty() {
            for thread in threads(shared).iter() {
                let name = shared.name_of(thread.address);
                let said = thread.messages().rev().find(|message| widgets::matches(&message.body, &self.query));
                if said.is_none()
                    && !widgets::matches(&name, &self.query)
                    && !thread.address.contains(self.query.trim())
                {
                    continue;
                }
                let row = Row::new(&name).ids("conversation_name", "conversation_snippet").face(&name);
                let row = row.summary(said.map(|message| message.body.clone()).unwrap_or_default());
                rows.push(row.on(Event::with("chat", thread.address)).view());
            }
            rows.truncate(ON_A_PAGE);
            if rows.is_empty() {
                rows.push(widgets::empty(Icon::Search, "No results found"));
            }
        }
        widgets::screen(vec![bar, View::list("search_results", rows)])
    }

    pub(super) fn new_conversation(&self, shared: &Shared) -> View {
        let typed = self.recipient.trim();
        let field =
            View::field("recipient_text_view", &self.recipient, "Type names, phone numbers, or emails", "recipient");
        let field = widgets::submits(field, "recipient_done").width(Size::Weight(1.0));
        let to = View::text("To:").color(Color::Muted);
        let mut rows = Vec::new();
        if people::is_number(typed) {
            let row = Row::new(format!("Send to {typed}")).icon(Icon::Person).id("contact_picker_send_to");
            rows.push(row.on(Event::with("to", typed)).view());
        }
        let mut under = String::new();
        rows.extend(people::rows(typed, shared, |contact| {
            let letter = people::letter(&contact.name);
            let mut rows = Vec::new();
            if letter != under {
                rows.push(widgets::section(&letter));
                under = letter;
            }
            rows.extend(contact.numbers.iter().map(|number| {
                let row = Row::new(&contact.name).summary(number).ids("contact_name", "contact_details");
                row.face(&contact.name).on(Event::with("to", number.as_str())).view()
            }));
            rows
        }));
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Person, "No contacts found"));
        }
        widgets::screen(vec![
            widgets::top_bar("New conversation", Vec::new()),
            View::row(vec![to, field]).padding(16.0, 8.0).gap(12.0),
            View::list("contact_picker_list", rows),
        ])
    }

    pub(super) fn chat(&self, address: &str, shared: &Shared) -> View {
        let name = shared.name_of(address);
        let thread = conversations::with(address, shared);
        let mut rows = Vec::new();
        let mut day = String::new();
        let page = Page::of(thread.as_ref().map_or(0, Thread::count), self.chat_page);
        for message in thread.iter().flat_map(|thread| thread.range(page.range_from_end())) {
            let on = clock::date(message.date, shared);
            if on != day {
                let line = View::text(&on).text_style(TextStyle::Caption).color(Color::Muted).padding(16.0, 12.0);
                rows.push(View::column(vec![line]).align(Align::Center));
                day = on;
            }
            rows.push(bubble(message, shared));
        }
        if rows.is_empty() {
            rows.push(View::text(format!("Texting with {name} (SMS/MMS)")).color(Color::Muted).padding(16.0, 16.0));
        }
        page.turns_from_end(&mut rows, "messages");
        let draft = self.drafts.get(address).map(String::as_str).unwrap_or_default();
        let mut field = View::field("compose_message_text", draft, "Text message", "draft").width(Size::Weight(1.0));
        if let Kind::Field { multiline, .. } = &mut field.kind {
            *multiline = true;
        }
        let field = field.padding(18.0, 12.0).background(Color::SurfaceVariant, 24.0);
        let send = View::icon_button(Icon::Send, "Send SMS", Event::new("send")).id("Compose:Draft:Send");
        let attach = View::icon_button(Icon::Add, "Show attachment options", Event::new("attach")).id("plus_button");
        let compose = View::row(vec![attach.enabled(false), field, send.enabled(!draft.trim().is_empty())]);
        let actions =
            vec![View::icon_button(Icon::Call, "Call", Event::new("call")).id("action_call"), widgets::menu_button()];
        let screen = widgets::screen(vec![
            widgets::top_bar(&name, actions),
            View::list(&page.list_id("message_list"), rows),
            compose.id("compose_row").padding(8.0, 8.0).gap(8.0),
        ]);
        widgets::with_menu(screen, self.menu, vec![("Delete", Event::new("delete_ask"))])
    }
}
