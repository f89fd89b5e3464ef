//! Overlays: dialogs, bottom sheets and choice lists. An app shows one by pushing a route that
//! [`App::layer`](state::app::App::layer) maps to an overlay. Back, or a touch beside it, closes it.

use super::widgets;
use toolkit::{Color, Event, Kind, Size, TextStyle, View};

/// Builds a dialog: a title (may be empty), the body, buttons from left to right.
pub fn dialog(title: &str, body: Vec<View>, buttons: Vec<View>) -> View {
    let mut inside = Vec::new();
    if !title.is_empty() {
        let title = View::text(title).id("android:id/alertTitle").text_style(TextStyle::Headline);
        inside.push(title.style(|style| style.max_lines = 3));
    }
    if !body.is_empty() {
        // The panel that shrinks and scrolls if there is too little room: title and buttons stay.
        inside.push(View::column(body).id("android:id/contentPanel").gap(16.0));
    }
    if !buttons.is_empty() {
        let mut row = vec![View::new(Kind::Space).width(Size::Weight(1.0))];
        row.extend(buttons);
        inside.push(View::row(row).id("android:id/buttonPanel").gap(4.0));
    }
    View::column(inside).id("android:id/parentPanel").gap(16.0).background(Color::Surface, 28.0).style(|style| {
        style.padding = [24.0, 24.0, 16.0, 20.0];
        style.elevation = 6.0;
    })
}

/// Builds a confirmation with `Cancel` and the action.
pub fn question(title: &str, message: &str, yes: &str, event: Event) -> View {
    let message = View::text(message).id("android:id/message").text_style(TextStyle::BodySmall).color(Color::Muted);
    let cancel = View::button("Cancel", Event::new("navigate_up")).id("android:id/button2");
    let yes = View::button(yes, event).id("android:id/button1");
    dialog(title, if message.text.is_empty() { Vec::new() } else { vec![message] }, vec![cancel, yes])
}

/// Builds a list of choices with the current one selected.
pub fn choice(title: &str, choices: &[String], chosen: Option<usize>, on: &'static str) -> View {
    let rows = choices
        .iter()
        .enumerate()
        .map(|(number, text)| widgets::radio_row(text, chosen == Some(number), Event::with(on, number.to_string())));
    let list = View::list("android:id/select_dialog_listview", rows.collect());
    dialog(title, vec![list], vec![View::button("Cancel", Event::new("navigate_up")).id("android:id/button2")])
}

/// Builds a bottom sheet.
pub fn sheet(body: Vec<View>) -> View {
    let sheet = View::column(body).id("design_bottom_sheet").background(Color::Surface, 20.0);
    sheet.padding(0.0, 16.0).style(|style| style.elevation = 6.0)
}
