//! Retro Music's tabs: home, songs, albums, artists, playlists; and search.

use std::collections::BTreeMap;

use kit::clock;
use kit::widgets::{self, Row};
use state::shared::Shared;
use toolkit::{Event, Icon, Kind, Size, TextStyle, View};

use super::library::{Song, number_of};
use super::song_row::{art, song_row};
use super::{Retro, playing};
use crate::notices;

const TABS: &[(Icon, &str, &str)] = &[
    (Icon::Home, "Home", "home"),
    (Icon::Music, "Songs", "songs"),
    (Icon::Album, "Albums", "albums"),
    (Icon::Person, "Artists", "artists"),
    (Icon::Queue, "Playlists", "playlists"),
];
/// The number of newest songs on the first screen.
const RECENT: usize = 6;

/// Formats a count as `1 song`, `7 songs`.
pub(super) fn count(songs: usize) -> String {
    if songs == 1 { "1 song".to_owned() } else { format!("{songs} songs") }
}

/// Builds the buttons above a list of songs.
pub(super) fn play_buttons() -> View {
    let mut play = View::button("Play all", Event::new("play_all")).id("playAction");
    play.kind = Kind::Button { primary: true };
    let shuffle = View::button("Shuffle", Event::new("shuffle")).id("shuffleAction");
    let wide = |button: View| button.width(Size::Weight(1.0)).height(Size::Dp(48.0));
    View::row(vec![wide(play), wide(shuffle)]).padding(16.0, 8.0).gap(12.0)
}

pub(super) fn settings() -> View {
    let rows = vec![
        widgets::section("Audio"),
        Row::new("Playing queue").summary("What plays one after the other").icon(Icon::Queue).opens("queue").view(),
        widgets::section("Library"),
        Row::new("Music folder").summary(super::library::MUSIC).icon(Icon::Files).view(),
        widgets::section("About"),
        Row::new("Retro Music").summary("6.1.0").icon(Icon::Info).view(),
    ];
    widgets::screen(vec![widgets::top_bar("Settings", Vec::new()), View::list("settings", rows)])
}

impl Retro {
    /// Builds a tab: its bar or the selection's, its rows, the mini player, the tab bar.
    fn tab(&self, title: &str, route: &str, actions: Vec<View>, rows: Vec<View>, shared: &Shared) -> View {
        let mut parts = vec![self.bar(title, actions), View::list("recycler_view", rows)];
        parts.extend(playing::mini(shared));
        parts.push(widgets::tabs(TABS, route));
        widgets::screen(parts)
    }

    fn bar(&self, title: &str, mut actions: Vec<View>) -> View {
        if self.selected.is_empty() {
            let search = View::icon_button(Icon::Search, "Search", Event::new("search")).id("action_search");
            let settings = View::icon_button(Icon::Settings, "Settings", Event::with("open", "settings"));
            actions.extend([search, settings.id("action_settings")]);
            return widgets::home_bar(title, actions);
        }
        self.selection_bar()
    }

    /// Builds the bar of actions on the selected songs.
    pub(super) fn selection_bar(&self) -> View {
        let close = View::icon_button(Icon::Close, "Done", Event::new("unselect"));
        let count = View::text(format!("{} selected", self.selected.len())).text_style(TextStyle::Title);
        let actions = vec![
            View::icon_button(Icon::Play, "Play next", Event::new("play_next")).id("action_play_next"),
            View::icon_button(Icon::Queue, "Add to playing queue", Event::new("enqueue")).id("action_add_to_queue"),
            View::icon_button(Icon::PlaylistAdd, "Add to playlist…", Event::new("add_to")).id("action_add_to_playlist"),
        ];
        widgets::bar(Some(close), count.width(Size::Weight(1.0)), actions)
    }

    /// Builds the rows of songs, each with a button to its action sheet.
    pub(super) fn rows(&self, songs: &[Song]) -> Vec<View> {
        let row = |song: &Song| {
            let (id, marked) = (song.id.to_string(), self.selected.contains(&song.id));
            song_row(song, Event::with("song", &id), &format!("song/{id}"), marked)
        };
        let mut rows: Vec<View> = songs.iter().take(notices::MOST_ROWS).map(row).collect();
        rows.extend(notices::rest(songs.len()));
        rows
    }

    pub(super) fn home(&self, shared: &Shared) -> View {
        let mut songs = self.library.songs(shared);
        let mut rows = Vec::new();
        if songs.is_empty() {
            rows.push(widgets::empty(Icon::Music, "No songs in the folder Music"));
        } else {
            rows.push(play_buttons());
            let queued = self.queue.rows_or_none(shared).len();
            if queued > 0 {
                let row = Row::new("Playing queue").summary(count(queued)).icon(Icon::Queue).opens("queue");
                rows.push(row.view());
            }
            rows.push(widgets::section("Recently added"));
            songs.sort_by_key(|song| std::cmp::Reverse(song.modified_ms));
            songs.truncate(RECENT);
            rows.extend(self.rows(&songs));
        }
        self.tab("Retro Music", "home", Vec::new(), rows, shared)
    }

    pub(super) fn songs(&self, shared: &Shared) -> View {
        let songs = self.library.songs(shared);
        let mut rows = Vec::new();
        if songs.is_empty() {
            rows.push(widgets::empty(Icon::Music, "No songs in the folder Music"));
        } else {
            rows.push(play_buttons());
            rows.push(widgets::section(count(songs.len())));
            rows.extend(self.rows(&songs));
        }
        self.tab("Songs", "songs", Vec::new(), rows, shared)
    }

    /// Groups songs by a name, such as the album, and builds a row for each group.
    fn groups(&self, of: fn(&Song) -> &String, route: &str, shared: &Shared) -> Vec<View> {
        let mut groups: BTreeMap<String, (usize, String)> = BTreeMap::new();
        for song in self.library.songs(shared) {
            let group = groups.entry(of(&song).clone()).or_insert_with(|| (0, song.tags.artist.clone()));
            group.0 += 1;
        }
        let mut rows: Vec<View> = groups
            .iter()
            .take(notices::MOST_ROWS)
            .map(|(name, (songs, artist))| {
                let about = if route == "album" { format!("{artist} • {}", count(*songs)) } else { count(*songs) };
                let row = Row::new(name).summary(about).ids("title", "text");
                let lead = if route == "album" { art(name, 48.0) } else { widgets::avatar(name) };
                row.lead(lead).opens(format!("{route}/{}", number_of(name))).view()
            })
            .collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Album, "Nothing here yet"));
        }
        rows
    }

    pub(super) fn albums(&self, shared: &Shared) -> View {
        let rows = self.groups(|song| &song.tags.album, "album", shared);
        self.tab("Albums", "albums", Vec::new(), rows, shared)
    }

    pub(super) fn artists(&self, shared: &Shared) -> View {
        let rows = self.groups(|song| &song.tags.artist, "artist", shared);
        self.tab("Artists", "artists", Vec::new(), rows, shared)
    }

    pub(super) fn playlists(&self, shared: &Shared) -> View {
        let rows = match self.playlists.rows(shared) {
            Err(error) => vec![notices::unreadable(&error)],
            Ok(playlists) if playlists.is_empty() => vec![widgets::empty(Icon::Queue, "No playlists")],
            Ok(playlists) => playlists
                .iter()
                .take(notices::MOST_ROWS)
                .map(|playlist| {
                    let about =
                        format!("{} • {}", count(playlist.songs.len()), clock::length(playlist.duration_ms() / 1000));
                    let menu = Event::with("open", format!("list/{}", playlist.id));
                    let more = View::icon_button(Icon::More, "More options", menu).id("menu");
                    let row = Row::new(&playlist.name).summary(about).ids("title", "text").icon(Icon::Queue);
                    row.trailing(more).opens(format!("playlist/{}", playlist.id)).view()
                })
                .collect(),
        };
        let new = View::icon_button(Icon::Add, "New playlist", Event::new("new_playlist")).id("action_new_playlist");
        self.tab("Playlists", "playlists", vec![new], rows, shared)
    }

    pub(super) fn search(&self, shared: &Shared) -> View {
        let bar = match self.selected.is_empty() {
            true => widgets::search_bar("searchView", &self.query, "Search your library"),
            false => self.selection_bar(),
        };
        let mut rows = Vec::new();
        if !self.query.trim().is_empty() {
            rows = self.rows(&self.listed("search", shared));
            if rows.is_empty() {
                rows.push(widgets::empty(Icon::Search, "No results"));
            }
        }
        widgets::screen(vec![bar, View::list("recycler_view", rows)])
    }
}
