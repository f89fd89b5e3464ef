//! The navigation drawer at the left edge of an app. The app's state says whether it is open; its button and a touch
//! beside it both send `drawer`.

use super::widgets::bar;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// The width of a drawer in dp.
const WIDTH: f32 = 296.0;

/// An entry of a drawer.
pub enum Entry {
    /// A destination: icon, name, event, whether it is the current one.
    Place(Icon, String, Event, bool),
    /// A heading above the destinations that follow.
    Heading(String),
    /// A divider.
    Line,
}

/// Builds the top bar of a screen with a drawer.
pub fn drawer_bar(title: &str, actions: Vec<View>) -> View {
    let open = View::icon_button(Icon::Menu, "Open navigation drawer", Event::with("drawer", "open"));
    bar(Some(open), View::text(title).text_style(TextStyle::Title).width(Size::Weight(1.0)), actions)
}

/// Wraps a screen with its drawer, if it is open: the app's name on its colour, and the entries below.
pub fn with_drawer(screen: View, open: bool, name: &str, color: (u8, u8, u8), entries: Vec<Entry>) -> View {
    if !open {
        return screen;
    }
    let title = View::text(name).id("drawer_title").text_style(TextStyle::Headline).color(Color::Rgb(255, 255, 255));
    let head = View::column(vec![title]).padding(20.0, 24.0).background(Color::Rgb(color.0, color.1, color.2), 0.0);
    let rows = entries.into_iter().map(row).collect();
    let panel = View::column(vec![head, View::list("navigation_drawer", rows).padding(0.0, 8.0)]);
    let panel = panel.width(Size::Dp(WIDTH)).height(Size::Fill).background(Color::Surface, 0.0);
    let panel = panel.style(|style| style.elevation = 8.0);
    let beside = View::new(Kind::Column).width(Size::Weight(1.0)).height(Size::Fill);
    let beside = beside.description("Close navigation drawer").on_click(Event::new("drawer"));
    let over = View::row(vec![panel, beside]).height(Size::Fill).align(Align::Start);
    View::stack(vec![screen, over]).width(Size::Fill).height(Size::Fill)
}

fn row(entry: Entry) -> View {
    match entry {
        Entry::Line => View::new(Kind::Divider).style(|style| style.margin = [0.0, 8.0, 0.0, 8.0]),
        Entry::Heading(text) => {
            View::text(text).text_style(TextStyle::Label).color(Color::Muted).padding(24.0, 12.0).width(Size::Fill)
        }
        Entry::Place(icon, name, event, chosen) => {
            let color = if chosen { Color::Primary } else { Color::OnSurface };
            let text = View::text(name).color(color).width(Size::Weight(1.0)).style(|style| style.max_lines = 1);
            let row = View::row(vec![View::icon(icon).color(color), text]).selected(chosen).on_click(event);
            let row = row.height(Size::Dp(52.0)).padding(16.0, 8.0).gap(20.0);
            let row = row.style(|style| style.margin = [8.0, 0.0, 8.0, 0.0]);
            if chosen { row.background(Color::PrimaryContainer, 26.0) } else { row }
        }
    }
}
