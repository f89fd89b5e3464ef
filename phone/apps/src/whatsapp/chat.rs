//! A conversation of the messenger, and the details of its contact or group.

use super::home::GREEN;
use super::{Chat, Note, WhatsApp};
use kit::clock;
use kit::widgets::{self, Row};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// The time until a message is delivered, in milliseconds.
const DELIVERY: i64 = 2000;

/// Returns the description and the icons of a sent message's status ticks.
fn status(note: &Note, shared: &Shared) -> (&'static str, &'static [Icon]) {
    if note.waiting && !shared.settings.is_online() {
        ("Pending", &[Icon::Clock])
    } else if shared.clock.now_ms.saturating_sub(note.date) < DELIVERY {
        ("Sent", &[Icon::Check])
    } else {
        ("Delivered", &[Icon::Check, Icon::Check])
    }
}

/// Builds a message bubble.
fn bubble(app: &WhatsApp, note: &Note, chat: &Chat, shared: &Shared) -> View {
    let ours = note.from.is_none();
    let mut inside = Vec::new();
    if let Some(from) = note.from.as_ref().filter(|_| chat.is_group()) {
        inside.push(View::text(shared.name_of(from)).id("name_in_group").text_style(TextStyle::Label).color(GREEN));
    }
    inside.push(match &note.attachment {
        Some(attachment) => app.attached(note, attachment, shared),
        None => View::text(&note.body).id("message_text"),
    });
    let time = View::text(clock::time(note.date, shared)).id("date").text_style(TextStyle::Caption).color(Color::Muted);
    let mut foot = vec![time];
    if ours {
        let (word, ticks) = status(note, shared);
        let tick = |icon: &Icon| View::icon(*icon).width(Size::Dp(12.0)).height(Size::Dp(12.0)).color(Color::Muted);
        let ticks = View::row(ticks.iter().map(tick).collect()).width(Size::Wrap);
        foot.push(ticks.id("status").description(word));
    }
    inside.push(View::row(foot).width(Size::Wrap).gap(4.0));
    let back = if ours { Color::PrimaryContainer } else { Color::SurfaceVariant };
    let bubble = View::column(inside).id("main_layout").width(Size::Wrap).padding(12.0, 8.0).gap(2.0);
    let align = if ours { Align::End } else { Align::Start };
    View::column(vec![bubble.background(back, 12.0)]).align(align).style(|style| {
        style.padding = if ours { [64.0, 3.0, 12.0, 3.0] } else { [12.0, 3.0, 64.0, 3.0] };
    })
}

impl WhatsApp {
    pub(super) fn conversation(&self, id: &str, shared: &Shared) -> View {
        let Some(chat) = self.chat(id) else {
            let gone = View::list("android:id/list", vec![widgets::empty(Icon::Chat, "This chat no longer exists")]);
            return widgets::screen(vec![widgets::top_bar("", Vec::new()), gone]);
        };
        let sealed = View::text("Messages are end-to-end encrypted.").text_style(TextStyle::Caption);
        let mut rows = vec![View::column(vec![sealed.color(Color::Muted)]).align(Align::Center).padding(16.0, 12.0)];
        let mut day = String::new();
        for note in &chat.messages {
            let on = clock::full_date(note.date, shared);
            if on != day {
                let line = View::text(&on)
                    .id("conversation_row_date_divider")
                    .text_style(TextStyle::Caption)
                    .padding(12.0, 8.0);
                rows.push(View::column(vec![line]).align(Align::Center));
                day = on;
            }
            rows.push(bubble(self, note, chat, shared));
        }
        let screen =
            widgets::screen(vec![self.head(chat, shared), View::list("android:id/list", rows), self.entry(id, shared)]);
        let items =
            vec![("View contact", Event::with("open", format!("info/{id}"))), ("Clear chat", Event::new("clear_ask"))];
        widgets::with_menu(screen, self.menu, items)
    }

    /// Builds the header: the contact or group, and its actions.
    fn head(&self, chat: &Chat, shared: &Shared) -> View {
        let name = chat.name(shared);
        let below = match chat.is_group() {
            true => chat
                .members
                .iter()
                .map(|member| shared.name_of(member))
                .chain(["You".to_owned()])
                .collect::<Vec<_>>()
                .join(", "),
            false => "online".to_owned(),
        };
        let below = View::text(below).id("conversation_contact_status").text_style(TextStyle::Caption);
        let texts = View::column(vec![
            View::text(&name)
                .id("conversation_contact_name")
                .text_style(TextStyle::Title)
                .style(|style| style.max_lines = 1),
            below.color(Color::Muted).style(|style| style.max_lines = 1),
        ]);
        let face = widgets::avatar(&name).width(Size::Dp(36.0)).height(Size::Dp(36.0));
        let middle = View::row(vec![face, texts.width(Size::Weight(1.0))])
            .id("conversation_contact")
            .gap(12.0)
            .width(Size::Weight(1.0))
            .on_click(Event::with("open", format!("info/{}", chat.id)));
        let up = View::icon_button(Icon::ArrowBack, "Navigate up", Event::new("navigate_up")).id("back");
        let mut actions = Vec::new();
        if !chat.is_group() {
            actions.push(
                View::icon_button(Icon::Call, "Voice call", Event::with("call", chat.id.as_str()))
                    .id("menuitem_voice_call"),
            );
        }
        actions.push(widgets::menu_button());
        widgets::bar(Some(up), middle, actions)
    }

    /// Builds the input row: the field and the send button.
    fn entry(&self, id: &str, shared: &Shared) -> View {
        if let Some((_, since)) = self.voice_recording.as_ref().filter(|(chat, _)| chat == id) {
            return self.recorder(*since, shared);
        }
        let draft = self.drafts.get(id).map(String::as_str).unwrap_or_default();
        let mut field = View::field("entry", draft, "Message", "draft").width(Size::Weight(1.0));
        if let Kind::Field { multiline, .. } = &mut field.kind {
            *multiline = true;
        }
        let field = field.padding(18.0, 12.0).background(Color::SurfaceVariant, 24.0);
        let last = if draft.trim().is_empty() {
            View::icon_button(Icon::Mic, "Voice message, Button. Double tap and hold to record.", Event::new("voice"))
                .id("voice_note_btn")
        } else {
            View::icon_button(Icon::Send, "Send", Event::new("send")).id("send")
        };
        let last =
            last.color(Color::Rgb(255, 255, 255)).background(GREEN, 24.0).width(Size::Dp(48.0)).height(Size::Dp(48.0));
        let attach = View::icon_button(Icon::Attach, "Attach", Event::new("attach")).id("input_attach_button");
        View::row(vec![field, attach, last]).id("footer").padding(8.0, 8.0).gap(8.0)
    }

    pub(super) fn info(&self, id: &str, shared: &Shared) -> View {
        let Some(chat) = self.chat(id) else { return self.conversation(id, shared) };
        let name = chat.name(shared);
        let face = widgets::avatar(&name).width(Size::Dp(96.0)).height(Size::Dp(96.0));
        let head = View::column(vec![face, View::text(&name).id("contact_title").text_style(TextStyle::Headline)]);
        let mut rows = vec![head.align(Align::Center).padding(16.0, 16.0).gap(12.0)];
        if chat.is_group() {
            rows.push(widgets::section(format!("{} members", chat.members.len() + 1)));
            rows.push(Row::new("You").face("You").view());
            let member = |number: &String| {
                let name = shared.name_of(number);
                Row::new(&name)
                    .summary(number)
                    .ids("group_participant_name", "status")
                    .face(&name)
                    .on(Event::with("pick", number.as_str()))
                    .view()
            };
            rows.extend(chat.members.iter().map(member));
            rows.push(Row::new("Exit group").icon(Icon::Close).on(Event::new("leave_ask")).view());
        } else {
            rows.push(Row::new(id).summary("Mobile").icon(Icon::Call).on(Event::with("call", id)).view());
        }
        let title = if chat.is_group() { "Group info" } else { "Contact info" };
        widgets::screen(vec![widgets::top_bar(title, Vec::new()), View::list("info_list", rows)])
    }
}
