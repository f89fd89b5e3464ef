//! A song's row, and the placeholder of its album's artwork.

use kit::clock;
use kit::widgets::Row;
use toolkit::{Align, Color, Event, Icon, Size, TextStyle, View};

use super::library::{Song, number_of};

/// Builds the placeholder of an album's artwork.
pub(super) fn art(album: &str, size: f32) -> View {
    const COLORS: [(u8, u8, u8); 6] =
        [(0, 105, 107), (103, 80, 164), (160, 63, 60), (61, 99, 146), (88, 101, 27), (140, 78, 41)];
    let place = usize::try_from(number_of(album)).unwrap_or(0) % COLORS.len();
    let (red, green, blue) = COLORS.get(place).copied().unwrap_or(super::COLOR);
    let icon = View::icon(Icon::Music).color(Color::Rgb(255, 255, 255));
    let icon = icon.width(Size::Dp(size * 0.5)).height(Size::Dp(size * 0.5));
    let art = View::stack(vec![icon]).align(Align::Center).width(Size::Dp(size)).height(Size::Dp(size));
    art.background(Color::Rgb(red, green, blue), (size * 0.2).min(24.0))
}

/// Builds a song's row; `menu` is the route of its action sheet.
pub(super) fn song_row(song: &Song, touched: Event, menu: &str, marked: bool) -> View {
    let length = View::text(clock::length(song.tags.duration_ms / 1000)).id("time");
    let length = length.text_style(TextStyle::Caption).color(Color::Muted);
    let more = View::icon_button(Icon::More, "More options", Event::with("open", menu)).id("menu");
    let row =
        Row::new(&song.tags.title).summary(&song.tags.artist).ids("title", "text").lead(art(&song.tags.album, 48.0));
    let row = row.trailing(length).trailing(more).on(touched).hold(Event::with("select", song.id.to_string()));
    let mut row = row.id("song").view().selected(marked).padding(16.0, 8.0);
    row.style.padding[2] = 4.0;
    if marked { row.background(Color::PrimaryContainer, 0.0) } else { row }
}
