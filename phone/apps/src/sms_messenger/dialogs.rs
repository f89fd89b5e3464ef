//! The dialogs: confirming a deletion, a message as text, a message's details.

use kit::{clock, overlays, widgets};
use state::shared::{Message, Shared};
use toolkit::{Color, Event, Kind, TextStyle, View};

fn question(text: String, event: &'static str) -> View {
    let text = View::text(text).id("message");
    let no = View::button("No", Event::new("navigate_up")).id("android:id/button2");
    let yes = View::button("Yes", Event::new(event)).id("android:id/button1");
    overlays::dialog("", vec![text], vec![no, yes])
}

fn counted(count: usize, what: &str) -> String {
    let many = if count == 1 { "" } else { "s" };
    format!("Are you sure you want to delete {count} {what}{many}?")
}

pub(super) fn delete_threads(count: usize) -> View {
    question(counted(count, "conversation"), "delete_threads")
}

pub(super) fn delete_messages(count: usize) -> View {
    question(counted(count, "message"), "delete_messages")
}

/// Builds a message in a field, so that parts of it can be selected and copied.
pub(super) fn select_text(message: Option<&Message>) -> View {
    let body = message.map(|message| message.body.as_str()).unwrap_or_default();
    let mut field = View::field("dialog_select_text_value", body, "", "selecting").description("Message");
    if let Kind::Field { multiline, .. } = &mut field.kind {
        *multiline = true;
    }
    let ok = View::button("OK", Event::new("navigate_up")).id("android:id/button1");
    overlays::dialog("Select text", vec![field], vec![ok])
}

pub(super) fn properties(message: Option<&Message>, shared: &Shared) -> View {
    let mut body = Vec::new();
    if let Some(message) = message {
        let who = if message.sent { "Receiver" } else { "Sender" };
        let when = format!("{}, {}", clock::full_date(message.date, shared), clock::time(message.date, shared));
        for (name, value) in
            [(who, shared.name_of(&message.address)), ("Number", message.address.clone()), ("Date", when)]
        {
            body.push(View::text(name).text_style(TextStyle::Caption).color(Color::Muted));
            body.push(View::text(value).id("property_value"));
        }
    } else {
        body.push(widgets::empty(toolkit::Icon::Message, "The message is gone"));
    }
    let ok = View::button("OK", Event::new("navigate_up")).id("android:id/button1");
    overlays::dialog("Properties", body, vec![ok])
}
