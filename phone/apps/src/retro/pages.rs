//! Retro Music's pages: an album, an artist, a playlist.

use kit::{clock, widgets};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Size, TextStyle, View};

use super::Retro;
use super::library::Song;
use super::screens::{count, play_buttons};
use super::song_row::{art, song_row};

/// Builds the head of a page: artwork, name, number of songs.
fn head(name: &str, songs: &[&Song]) -> View {
    let sum = songs.iter().fold(0_i64, |sum, song| sum.saturating_add(song.tags.duration_ms));
    let about = format!("{} • {}", count(songs.len()), clock::length(sum / 1000));
    let texts = View::column(vec![
        View::text(name).id("title").text_style(TextStyle::Headline).style(|style| style.max_lines = 2),
        View::text(about).id("text").text_style(TextStyle::BodySmall).color(Color::Muted),
    ]);
    let row = View::row(vec![art(name, 96.0), texts.width(Size::Weight(1.0)).gap(4.0)]);
    row.padding(16.0, 12.0).gap(16.0).align(Align::Center)
}

impl Retro {
    /// Builds the page of an album or an artist.
    pub(super) fn group(&self, route: &str, shared: &Shared) -> View {
        let songs = self.listed(route, shared);
        let album = route.starts_with("album");
        let name = songs.first().map(|song| if album { song.tags.album.clone() } else { song.tags.artist.clone() });
        let mut rows = vec![head(&name.unwrap_or_default(), &songs.iter().collect::<Vec<_>>())];
        if songs.is_empty() {
            rows = vec![widgets::empty(Icon::Music, "Nothing here any more")];
        } else {
            rows.push(play_buttons());
            rows.extend(self.rows(&songs));
        }
        let bar = match self.selected.is_empty() {
            true => widgets::top_bar(if album { "Album" } else { "Artist" }, Vec::new()),
            false => self.selection_bar(),
        };
        widgets::screen(vec![bar, View::list("recycler_view", rows)])
    }

    pub(super) fn playlist_page(&self, id: &str, shared: &Shared) -> View {
        let Some(playlist) = self.playlist(id, shared) else {
            let gone = widgets::empty(Icon::Queue, "This playlist is gone");
            return widgets::screen(vec![widgets::top_bar("", Vec::new()), gone]);
        };
        let songs: Vec<&Song> = playlist.songs.iter().map(|(_, song)| song).collect();
        let mut rows = vec![head(&playlist.name, &songs)];
        if songs.is_empty() {
            rows.push(widgets::empty(Icon::Music, "No songs in this playlist"));
        } else {
            rows.push(play_buttons());
        }
        for (row, song) in playlist.songs.iter().take(crate::notices::MOST_ROWS) {
            let marked = self.selected.contains(&song.id);
            rows.push(song_row(song, Event::with("song", song.id.to_string()), &format!("entry/{id}/{row}"), marked));
        }
        let more = Event::with("open", format!("list/{id}"));
        let more = View::icon_button(Icon::More, "Playlist options", more).id("action_menu");
        let bar = match self.selected.is_empty() {
            true => widgets::top_bar("Playlist", vec![more]),
            false => self.selection_bar(),
        };
        widgets::screen(vec![bar, View::list("recycler_view", rows)])
    }
}
