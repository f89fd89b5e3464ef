//! The call screen: the other party, the duration, and the buttons for the call's state.

use super::Dialer;
use kit::{clock, overlays, widgets};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// Builds a call button: round, with a label below.
fn button(icon: Icon, text: &str, id: &str, event: &'static str, on: bool) -> View {
    let (back, fore) = if on { (Color::Primary, Color::OnPrimary) } else { (Color::SurfaceVariant, Color::OnSurface) };
    let drawing = View::icon(icon).color(fore);
    let round = View::stack(vec![drawing]).width(Size::Dp(64.0)).height(Size::Dp(64.0)).align(Align::Center);
    View::column(vec![round.background(back, 32.0), View::text(text).text_style(TextStyle::Label)])
        .id(id)
        .description(text)
        .width(Size::Weight(1.0))
        .gap(6.0)
        .align(Align::Center)
        .selected(on)
        .on_click(Event::new(event))
}

/// Builds the large button that answers or ends a call.
fn large(text: &str, id: &str, color: Color, event: &'static str) -> View {
    let mut view = View::new(Kind::Button { primary: true }).id(id).description(text).on_click(Event::new(event));
    view.text = text.to_owned();
    view.background(color, 28.0).color(Color::Rgb(255, 255, 255)).width(Size::Weight(1.0)).height(Size::Dp(56.0))
}

impl Dialer {
    pub(super) fn in_call(&self, shared: &Shared) -> View {
        let Some((number, state)) = &shared.calls.current else {
            let ended = View::text("Call ended").id("contactgrid_status_text").text_style(TextStyle::Title);
            let body = View::column(vec![ended]).height(Size::Weight(1.0)).align(Align::Center).padding(16.0, 96.0);
            return widgets::screen(vec![widgets::top_bar("", Vec::new()), body]);
        };
        let name = shared.name_of(number);
        let (status, id) = match state.as_str() {
            "ringing" => ("Incoming call".to_owned(), "contactgrid_status_text"),
            "dialing" => ("Calling…".to_owned(), "contactgrid_status_text"),
            _ if self.call.held => ("On hold".to_owned(), "contactgrid_status_text"),
            _ => (
                clock::length(shared.clock.now_ms.saturating_sub(shared.calls.ongoing.since_ms) / 1000),
                "contactgrid_bottom_timer",
            ),
        };
        let mut head = vec![
            View::text(status).id(id).color(Color::Muted),
            widgets::avatar(&name).width(Size::Dp(112.0)).height(Size::Dp(112.0)),
            View::text(&name).id("contactgrid_contact_name").text_style(TextStyle::Headline),
        ];
        if name != *number {
            head.push(View::text(number).id("contactgrid_number").color(Color::Muted));
        }
        let head = View::column(head).height(Size::Weight(1.0)).padding(16.0, 64.0).gap(16.0).align(Align::Center);
        let green = Color::Rgb(24, 128, 56);
        let mut rows = Vec::new();
        if state == "ringing" {
            let decline = large("Decline", "incall_decline", Color::Error, "hang_up");
            let answer = large("Answer", "incall_answer", green, "answer");
            let message = View::button("Reply with a message", Event::new("reply_ask")).id("incall_message");
            rows.push(View::column(vec![message]).align(Align::Center));
            rows.push(View::row(vec![decline, answer]).padding(24.0, 48.0).gap(24.0));
        } else {
            if self.call.keypad {
                rows.push(self.tones());
            }
            rows.push(View::row(vec![
                button(Icon::Apps, "Keypad", "incall_keypad", "tones", self.call.keypad),
                button(Icon::Mic, "Mute", "incall_mute", "mute", self.call.muted),
                button(Icon::Volume, "Speaker", "incall_speaker", "speaker", self.call.speaker),
                button(Icon::Clock, "Hold", "incall_hold", "hold", self.call.held),
            ]));
            let end = large("End call", "incall_end_call", Color::Error, "hang_up");
            rows.push(View::row(vec![end]).padding(64.0, 48.0));
        }
        widgets::screen(vec![View::panes(vec![head, View::column(rows)])])
    }

    /// Builds the keys that send tones during a call.
    fn tones(&self) -> View {
        let key = |digit: char| {
            let key = View::button(digit.to_string(), Event::with("tone", digit.to_string()));
            key.id("dialpad_key").width(Size::Fill).height(Size::Dp(48.0))
        };
        let keys = "123456789*0#".chars().map(key).collect();
        View::column(vec![
            View::text(&self.call.tones)
                .id("dtmf_text")
                .text_style(TextStyle::Title)
                .style(|style| style.max_lines = 1),
            View::new(Kind::Grid { columns: 3 }).children(keys).id("dtmf_keypad").width(Size::Fill).left_to_right(),
        ])
        .padding(24.0, 8.0)
        .align(Align::Center)
    }
}

/// Builds the list of quick replies to an incoming call.
pub(super) fn quick_reply() -> View {
    const TEXTS: &[&str] = &[
        "Can't talk now. What's up?",
        "I'll call you right back.",
        "I'll call you later.",
        "Can't talk now. Call me later?",
    ];
    let rows = TEXTS.iter().map(|text| widgets::Row::new(*text).on(Event::with("reply_with", *text)).view());
    overlays::sheet(rows.collect())
}
