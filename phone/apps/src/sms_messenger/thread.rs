//! A conversation: the messages, the field, the send button, and the actions on messages.

use kit::conversations::Thread;
use kit::widgets;
use kit::{clock, conversations};
use state::shared::{Message, Shared};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

use super::{COMPOSE, SmsMessenger, is_stranger};

/// The most messages of a conversation shown, newest first.
const MOST_SHOWN: usize = 400;
/// The number of letters in one SMS.
const ONE_SMS: usize = 160;

impl SmsMessenger {
    pub(super) fn thread(&self, address: &str, shared: &Shared) -> View {
        let name = shared.name_of(address);
        let rows = self.said(address, shared);
        let list = View::list("thread_messages_list", rows);
        let bar = if self.chosen.is_empty() { self.thread_bar(&name) } else { self.chosen_bar(shared) };
        let screen = widgets::screen(vec![bar, list, self.compose(address)]);
        let menu = if self.chosen.is_empty() {
            let mut items =
                vec![("Delete conversation", Event::new("delete_thread")), ("Mark as unread", Event::new("unread"))];
            if is_stranger(address, shared) {
                items.push(("Add number to contact", Event::new("add_contact")));
            }
            items
        } else {
            vec![
                ("Select text", Event::new("text")),
                ("Share", Event::new("share")),
                ("Forward message", Event::new("forward")),
                ("Properties", Event::new("properties")),
            ]
        };
        widgets::with_menu(screen, self.menu, menu)
    }

    fn thread_bar(&self, name: &str) -> View {
        let call = View::icon_button(Icon::Call, "Dial number", Event::new("call")).id("dial_number");
        widgets::top_bar(name, vec![call, widgets::menu_button()])
    }

    /// Builds the bar of actions on the selected messages.
    fn chosen_bar(&self, shared: &Shared) -> View {
        let close = View::icon_button(Icon::Close, "Done", Event::new("unselect"));
        let count = View::text(self.chosen.len().to_string()).id("selection_count").text_style(TextStyle::Title);
        let one = self.chosen.len() == 1;
        let sent = |message: &Message| message.sent && self.chosen.contains(&message.id);
        let mut actions = Vec::new();
        if one {
            let copy = View::icon_button(Icon::Copy, "Copy to clipboard", Event::new("copy"));
            actions.push(copy.id("cab_copy_to_clipboard"));
            if shared.messages.iter().any(sent) {
                actions.push(View::icon_button(Icon::Refresh, "Resend", Event::new("resend")).id("cab_resend"));
            }
        }
        let delete = View::icon_button(Icon::Delete, "Delete", Event::with("open", "delete_messages"));
        actions.push(delete.id("cab_delete"));
        if one {
            actions.push(widgets::menu_button());
        }
        let bar = widgets::bar(Some(close), count.width(Size::Weight(1.0)), actions);
        bar.background(Color::SurfaceVariant, 0.0)
    }

    /// Builds the messages, with date headings between them.
    fn said(&self, address: &str, shared: &Shared) -> Vec<View> {
        let thread = conversations::with(address, shared);
        let count = thread.as_ref().map_or(0, Thread::count);
        let shown = thread.iter().flat_map(|thread| thread.range(count.saturating_sub(MOST_SHOWN)..count));
        let mut rows = Vec::new();
        let mut day = String::new();
        for message in shown {
            let on = clock::date(message.date, shared);
            if on != day {
                let line = View::text(&on).id("thread_date_time").text_style(TextStyle::Caption).color(Color::Muted);
                rows.push(View::column(vec![line]).align(Align::Center).padding(16.0, 12.0));
                day = on;
            }
            rows.push(self.bubble(message, shared));
        }
        rows
    }

    /// Builds a message bubble: received on the left, sent on the right.
    fn bubble(&self, message: &Message, shared: &Shared) -> View {
        let (back, fore) = match message.sent {
            true => (Color::Primary, Color::OnPrimary),
            false => (Color::SurfaceVariant, Color::OnSurface),
        };
        let id = message.id.to_string();
        let text = View::text(&message.body).id("thread_message_body").color(fore).padding(16.0, 12.0);
        let text = text
            .background(back, 20.0)
            .on_click(Event::with("touch", id.as_str()))
            .on_long_click(Event::with("hold", id));
        let (align, padding) = match message.sent {
            true => (Align::End, [64.0, 4.0, 12.0, 4.0]),
            false => (Align::Start, [12.0, 4.0, 64.0, 4.0]),
        };
        let time = View::text(clock::time(message.date, shared)).id("thread_message_time");
        let time = time.text_style(TextStyle::Caption).color(Color::Muted);
        let selected = self.chosen.contains(&message.id);
        let column = View::column(vec![text.selected(selected), time]).gap(2.0).align(align);
        let column = column.id("thread_message_holder").style(|style| style.padding = padding);
        if selected { column.background(Color::PrimaryContainer, 0.0) } else { column }
    }

    /// Builds the field and the send button.
    fn compose(&self, address: &str) -> View {
        let draft = self.drafts.get(address).map(String::as_str).unwrap_or_default();
        let mut field = View::field(COMPOSE, draft, "Type a message…", "draft").width(Size::Weight(1.0));
        if let Kind::Field { multiline, .. } = &mut field.kind {
            *multiline = true;
        }
        let field = field.padding(18.0, 12.0).background(Color::SurfaceVariant, 24.0);
        let ready = !draft.trim().is_empty();
        let color = if ready { Color::Primary } else { Color::Muted };
        let mut label = vec![
            View::icon(Icon::Send).color(color).width(Size::Dp(22.0)).height(Size::Dp(22.0)),
            View::text("SMS").id("thread_send_label").text_style(TextStyle::Caption).color(color),
        ];
        if self.settings.counter {
            let letters = draft.chars().count();
            let count = format!("{letters}/{}", letters.div_ceil(ONE_SMS).max(1));
            let count = View::text(count).id("thread_character_counter").text_style(TextStyle::Caption);
            label.insert(0, count.color(Color::Muted));
        }
        let send = View::column(label)
            .id("thread_send_message")
            .width(Size::Dp(56.0))
            .padding(4.0, 6.0)
            .gap(2.0)
            .align(Align::Center)
            .enabled(ready)
            .on_click(Event::new("send"));
        View::row(vec![field, send]).id("message_holder").padding(8.0, 8.0).gap(4.0)
    }
}
