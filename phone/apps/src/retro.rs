//! Retro Music (`code.name.monkey.retromusic`): the songs in `/sdcard/Music`, playlists, playback.
//!
//! Routes: the tabs `home`, `songs`, `albums`, `artists`, `playlists`; `album/NUMBER`, `artist/NUMBER`, `playlist/ID`,
//! `search`, `playing`, `queue`, `settings`; over them the action sheets `song/ID`, `entry/PLAYLIST/ROW`,
//! `queued/PLACE` and `list/PLAYLIST`, and the dialogs `to_playlist`, `new_playlist`, `rename/PLAYLIST`, `details/ID`.
//! Playback is the phone's media session; queue and playlists are in databases.

mod library;
mod menus;
mod pages;
mod playing;
mod screens;
mod song_row;
mod store;
mod tags;

use kit::widgets;
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Database, DatabaseFile, Effect, Intent, Layer, Manifest, Store};
use state::documents;
use state::shared::Shared;
use toolkit::{Event, Icon, View};

use self::library::{Library, Song, number_of};
use self::store::{Playlist, Playlists, Queue};
use crate::notices;

const PACKAGE: &str = "code.name.monkey.retromusic";
const COLOR: (u8, u8, u8) = (0, 105, 107);
/// The longest name of a playlist, in characters.
const LONGEST_NAME: usize = 120;
/// The most songs in a queue.
const MOST_QUEUED: usize = 500;
/// The MIME type of a playlist file.
const M3U: &str = "audio/x-mpegurl";

/// The state of Retro Music.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Retro {
    query: String,
    /// The selected songs, in the order of selection.
    selected: Vec<i64>,
    /// The songs to be added to a playlist.
    pending: Vec<i64>,
    /// The name of the playlist being created or renamed.
    name: String,
    #[serde(skip)]
    library: Library,
    #[serde(skip)]
    playlists: Store<Playlists>,
    #[serde(skip)]
    queue: Store<Queue>,
}

impl App for Retro {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Retro Music",
            icon: Icon::Album,
            color: COLOR,
            version_name: "6.1.0",
            version_code: 10_603,
            system: false,
            activities: &[Activity { class: ".activities.MainActivity", route: "home", actions: &[], schemes: &[] }],
            launchable: true,
            permissions: &["android.permission.READ_MEDIA_AUDIO"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("songs", _) => self.songs(shared),
            ("albums", _) => self.albums(shared),
            ("artists", _) => self.artists(shared),
            ("playlists", _) => self.playlists(shared),
            ("album" | "artist", _) => self.group(route, shared),
            ("playlist", id) => self.playlist_page(id, shared),
            ("search", _) => self.search(shared),
            ("playing", _) => self.now_playing(shared),
            ("queue", _) => self.queue_page(shared),
            ("settings", _) => screens::settings(),
            ("song" | "entry" | "queued" | "list", _) => self.menu(route, shared),
            ("to_playlist", _) => self.choose_playlist(shared),
            ("new_playlist" | "rename", _) => self.name_playlist(route),
            ("details", id) => self.details(id, shared),
            _ => self.home(shared),
        }
    }

    fn layer(&self, route: &str) -> Layer {
        match widgets::split(route).0 {
            "song" | "entry" | "queued" | "list" => Layer::Sheet,
            "to_playlist" | "new_playlist" | "rename" | "details" => Layer::Dialog,
            _ => Layer::Screen,
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (screen, subject) = widgets::split(route);
        let value = event.value.as_str();
        let over = self.layer(route) == Layer::Sheet;
        match event.name.as_ref() {
            "query" => self.query = notices::cut(value, LONGEST_NAME),
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("searchView".to_owned()));
            }
            "song" if self.selected.is_empty() => self.play_from(route, value, cx),
            "song" | "select" => {
                let Ok(id) = value.parse::<i64>() else { return };
                if self.selected.contains(&id) {
                    self.selected.retain(|known| *known != id);
                } else {
                    self.selected.push(id);
                }
            }
            "unselect" => self.selected.clear(),
            "play_all" | "shuffle" | "enqueue" | "play_next" | "add_to" => {
                let mut songs = self.chosen(route, cx.shared);
                if over {
                    cx.pop();
                }
                self.selected.clear();
                match event.name.as_ref() {
                    "play_all" => self.play(songs, 0, cx),
                    "shuffle" => {
                        let now = cx.shared.clock.now_ms;
                        songs.sort_by_cached_key(|song| number_of(&format!("{now}{}", song.path)));
                        self.play(songs, 0, cx);
                    }
                    "enqueue" => self.enqueue(&songs, false, cx),
                    "play_next" => self.enqueue(&songs, true, cx),
                    _ => {
                        self.pending = songs.iter().map(|song| song.id).collect();
                        cx.push("to_playlist");
                    }
                }
            }
            "into" => self.add_to_playlist(value, cx),
            "name" => self.name = notices::cut(value, LONGEST_NAME),
            "new_playlist" => {
                self.name.clear();
                if screen == "to_playlist" {
                    cx.effects.push(Effect::Replace("new_playlist".to_owned()));
                } else {
                    self.pending.clear();
                    cx.push("new_playlist");
                }
                cx.effects.push(Effect::Focus("actionNewPlaylist".to_owned()));
            }
            "create" => self.create_playlist(cx),
            "rename_ask" => {
                self.name = self.playlist(subject, cx.shared).map(|found| found.name).unwrap_or_default();
                cx.effects.push(Effect::Replace(format!("rename/{subject}")));
            }
            "rename" => self.rename(subject, cx),
            "delete_ask" => {
                cx.pop();
                let name = self.playlist(subject, cx.shared).map(|found| found.name).unwrap_or_default();
                widgets::ask(
                    cx,
                    "Delete playlist",
                    &format!("Delete the playlist {name}?"),
                    "Delete",
                    Event::with("delete", subject),
                );
            }
            "delete" => {
                let Ok(id) = value.parse::<i64>() else { return };
                notices::saved(self.playlists.change(cx.shared, |database| store::delete(id, database)), cx);
                if screen == "playlist" {
                    cx.pop();
                }
            }
            "save_as_file" => self.save_as_file(subject, cx),
            "remove_entry" => {
                cx.pop();
                let row = subject.split_once('/').and_then(|(_, row)| row.parse::<i64>().ok());
                let remove = "DELETE FROM SongEntity WHERE song_key = ?1";
                notices::saved(self.playlists.change(cx.shared, |database| database.execute(remove, [row])), cx);
            }
            "remove_queued" => {
                cx.pop();
                let mut songs = self.queue.rows_or_none(cx.shared).to_vec();
                if let Some(place) = subject.parse::<usize>().ok().filter(|place| *place < songs.len()) {
                    songs.remove(place);
                    self.set_queue(songs, cx);
                }
            }
            "clear_queue" => self.set_queue(Vec::new(), cx),
            "go" => cx.effects.push(Effect::Replace(value.to_owned())),
            _ if playing::control(event, cx) => {}
            _ => {
                if event.name == "tab" {
                    self.selected.clear();
                }
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, _intent: &Intent, _route: &'static str, _cx: &mut Cx<'_>) -> String {
        "home".to_owned()
    }

    fn result(&mut self, _route: &str, tag: &str, result: Option<&Intent>, cx: &mut Cx<'_>) {
        let path = result.and_then(|result| result.data.as_deref()).and_then(documents::path);
        let (Some(path), Some(playlist)) = (path, self.playlist(tag, cx.shared)) else { return };
        let now = cx.shared.clock.now_ms;
        match cx.shared.files.write(&path, m3u(&playlist).into_bytes(), now) {
            Ok(()) => cx.toast(format!("Saved playlist to {path}")),
            Err(error) => cx.toast(format!("Failed to save playlist: {error}")),
        }
    }

    fn back(&mut self, route: &str, _cx: &mut Cx<'_>) -> bool {
        self.layer(route) == Layer::Screen && !std::mem::take(&mut self.selected).is_empty()
    }

    fn needs(&self, _route: &str) -> &'static [&'static str] {
        &["android.permission.READ_MEDIA_AUDIO"]
    }

    fn optional(&self) -> bool {
        true
    }

    fn databases(&self) -> &'static [DatabaseFile] {
        &[<Playlists as Database>::FILE, <Queue as Database>::FILE]
    }

    fn folders(&self) -> &'static [&'static str] {
        &[library::MUSIC]
    }

    fn stop(&mut self, shared: &mut Shared) {
        *self = Self::default();
        if shared.media.package == PACKAGE {
            shared.media.set_playing(false, shared.clock.now_ms);
        }
    }

    fn tick(&mut self, shared: &mut Shared) {
        if shared.media.package == PACKAGE {
            shared.media.tick(shared.clock.now_ms);
        }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

/// Formats a playlist as an M3U file.
fn m3u(playlist: &Playlist) -> String {
    let mut text = "#EXTM3U\n".to_owned();
    for (_, song) in &playlist.songs {
        let (seconds, tags) = (song.tags.duration_ms / 1000, &song.tags);
        text.push_str(&format!("#EXTINF:{seconds},{} - {}\n{}\n", tags.artist, tags.title, song.path));
    }
    text
}

impl Retro {
    fn playlist(&self, id: &str, shared: &Shared) -> Option<Playlist> {
        let id = id.parse::<i64>().ok()?;
        self.playlists.rows_or_none(shared).iter().find(|playlist| playlist.id == id).cloned()
    }

    /// Returns the songs that a screen lists, in its order.
    fn listed(&self, route: &str, shared: &Shared) -> Vec<Song> {
        let (screen, subject) = widgets::split(route);
        let number = subject.parse::<i64>().unwrap_or(0);
        let mut songs = self.library.songs(shared);
        match screen {
            "album" => songs.retain(|song| number_of(&song.tags.album) == number),
            "artist" => songs.retain(|song| number_of(&song.tags.artist) == number),
            "search" => songs.retain(|song| {
                widgets::matches(&song.tags.title, &self.query) || widgets::matches(&song.tags.artist, &self.query)
            }),
            "playlist" | "list" => {
                let playlist = self.playlist(subject, shared).unwrap_or_default();
                return playlist.songs.into_iter().map(|(_, song)| song).collect();
            }
            "queue" => return self.queue.rows_or_none(shared).to_vec(),
            _ => {}
        }
        songs
    }

    /// Returns the songs that an action applies to: the sheet's song, the selection, or all that the screen lists.
    fn chosen(&self, route: &str, shared: &Shared) -> Vec<Song> {
        let (screen, subject) = widgets::split(route);
        match screen {
            "song" => self.by_ids(&[subject.parse().unwrap_or(0)], shared),
            "entry" => {
                let (playlist, row) = subject.split_once('/').unwrap_or((subject, ""));
                let songs = self.playlist(playlist, shared).unwrap_or_default().songs;
                songs.into_iter().filter(|(key, _)| key.to_string() == row).map(|(_, song)| song).collect()
            }
            "queued" => {
                let place = subject.parse::<usize>().unwrap_or(usize::MAX);
                self.queue.rows_or_none(shared).get(place).cloned().into_iter().collect()
            }
            _ if !self.selected.is_empty() => self.by_ids(&self.selected, shared),
            _ => self.listed(route, shared),
        }
    }

    /// Returns songs by their ids, in this order, without missing ones.
    fn by_ids(&self, ids: &[i64], shared: &Shared) -> Vec<Song> {
        let songs = self.library.songs(shared);
        ids.iter().filter_map(|id| songs.iter().find(|song| song.id == *id).cloned()).collect()
    }

    fn play_from(&mut self, route: &str, id: &str, cx: &mut Cx<'_>) {
        let songs = self.listed(route, cx.shared);
        if let Some(at) = songs.iter().position(|song| song.id.to_string() == id) {
            self.play(songs, at, cx);
        }
    }

    /// Plays these songs, starting with one of them.
    fn play(&mut self, mut songs: Vec<Song>, at: usize, cx: &mut Cx<'_>) {
        // Of a very long list, skip the songs before the tapped one.
        let skipped = if songs.len() > MOST_QUEUED { at } else { 0 };
        songs.drain(..skipped);
        songs.truncate(MOST_QUEUED);
        let tracks = songs.iter().map(store::track).collect();
        if songs.is_empty() {
            return cx.toast("Nothing to play");
        }
        let queued = self.queue.change(cx.shared, |database| store::set_queue(&songs, database));
        if notices::saved(queued, cx).is_some() {
            let now = cx.shared.clock.now_ms;
            cx.shared.media.play(PACKAGE, tracks, at - skipped, now);
        }
    }

    /// Adds songs to the queue: at its end, or after the current song.
    fn enqueue(&mut self, songs: &[Song], next: bool, cx: &mut Cx<'_>) {
        let mut queue = self.queue.rows_or_none(cx.shared).to_vec();
        let ours = cx.shared.media.package == PACKAGE;
        let place = if next && ours { cx.shared.media.at + 1 } else { queue.len() }.min(queue.len());
        let room = MOST_QUEUED.saturating_sub(queue.len());
        queue.splice(place..place, songs.iter().take(room).cloned());
        self.set_queue(queue, cx);
        match songs.len() {
            1 => cx.toast("1 title has been added to the playing queue."),
            count => cx.toast(format!("{count} titles have been added to the playing queue.")),
        }
    }

    fn set_queue(&mut self, songs: Vec<Song>, cx: &mut Cx<'_>) {
        let queued = self.queue.change(cx.shared, |database| store::set_queue(&songs, database));
        if notices::saved(queued, cx).is_some() {
            playing::follow(&songs, cx.shared);
        }
    }

    fn create_playlist(&mut self, cx: &mut Cx<'_>) {
        let name = self.name.trim().to_owned();
        if name.is_empty() {
            return cx.toast("A playlist needs a name");
        }
        if self.playlists.rows_or_none(cx.shared).iter().any(|known| known.name == name) {
            return cx.toast("There is a playlist of that name already");
        }
        let songs = self.by_ids(&self.pending, cx.shared);
        let made = self.playlists.change(cx.shared, |database| store::create(&name, &songs, database));
        if notices::saved(made, cx).is_some() {
            (self.name, self.pending) = (String::new(), Vec::new());
            cx.toast(format!("Playlist {name} created"));
            cx.pop();
        }
    }

    fn add_to_playlist(&mut self, id: &str, cx: &mut Cx<'_>) {
        let songs = self.by_ids(&self.pending, cx.shared);
        let Some(playlist) = self.playlist(id, cx.shared) else { return };
        let added = self.playlists.change(cx.shared, |database| store::add(playlist.id, &songs, database));
        if notices::saved(added, cx).is_some() {
            self.pending.clear();
            cx.toast(format!("Inserted {} into the playlist {}.", songs.len(), playlist.name));
            cx.pop();
        }
    }

    fn rename(&mut self, id: &str, cx: &mut Cx<'_>) {
        let name = self.name.trim().to_owned();
        if name.is_empty() {
            return cx.toast("A playlist needs a name");
        }
        let update = "UPDATE PlaylistEntity SET playlist_name = ?1 WHERE playlist_id = ?2";
        notices::saved(self.playlists.change(cx.shared, |database| database.execute(update, [name.as_str(), id])), cx);
        self.name.clear();
        cx.pop();
    }

    /// Asks where to save the playlist file.
    fn save_as_file(&self, id: &str, cx: &mut Cx<'_>) {
        cx.pop();
        let Some(playlist) = self.playlist(id, cx.shared) else { return };
        let intent = Intent {
            action: Some("android.intent.action.CREATE_DOCUMENT".to_owned()),
            kind: Some(M3U.to_owned()),
            categories: vec!["android.intent.category.OPENABLE".to_owned()],
            extras: vec![("android.intent.extra.TITLE".to_owned(), documents::with_ending(&playlist.name, M3U))],
            ..Intent::default()
        };
        cx.start_for_result(intent, id);
    }
}
