//! VLC (`org.videolan.vlc`): videos and audio in shared storage, folders, playlists.
//!
//! Routes: the tabs `video`, `audio`, `browse`, `playlists`, `more`; `folder/PATH`, `playlist/ID`, `play` (the player),
//! `search`, `settings`, `about`; over them the action sheets `file/PATH`, `item/PLAYLIST/ROW` and `list/PLAYLIST`,
//! `add` (choose a playlist) and the dialogs `new` (its name) and `information/PATH`. Nothing is decoded: playback is a
//! name and passing time.

mod files;
mod mp4;
mod playing;
mod screens;
mod sheets;
mod store;

use kit::widgets;
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Database, DatabaseFile, Effect, Intent, Layer, Manifest, Store};
use state::documents;
use state::shared::Shared;
use toolkit::{Event, Icon, View};

use self::files::Lengths;
use self::playing::Player;
use self::store::{Media, Playlist};
use crate::notices;

const PACKAGE: &str = "org.videolan.vlc";
const COLOR: (u8, u8, u8) = (255, 109, 0);
/// The longest name of a playlist, in characters.
const LONGEST_NAME: usize = 120;

/// The state of VLC.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Vlc {
    player: Player,
    query: String,
    /// The selected files, in the order of selection.
    selected: Vec<String>,
    /// The files to be added to a playlist.
    pending: Vec<String>,
    /// The name of a new playlist.
    name: String,
    #[serde(skip)]
    lengths: Lengths,
    #[serde(skip)]
    store: Store<Media>,
}

impl App for Vlc {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "VLC",
            icon: Icon::Play,
            color: COLOR,
            version_name: "3.5.4",
            version_code: 13_050_407,
            system: false,
            activities: &[
                Activity { class: ".gui.MainActivity", route: "video", actions: &[], schemes: &[] },
                Activity {
                    class: ".gui.video.VideoPlayerActivity",
                    route: "play",
                    actions: &["android.intent.action.VIEW"],
                    schemes: &["video/*", "audio/*"],
                },
            ],
            launchable: true,
            permissions: &["android.permission.READ_MEDIA_VIDEO", "android.permission.READ_MEDIA_AUDIO"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("audio", _) => self.media(false, shared),
            ("browse", _) => self.browse(shared),
            ("playlists", _) => self.playlists(shared),
            ("more", _) => screens::more(),
            ("folder", path) => self.folder(path, shared),
            ("playlist", id) => self.playlist_page(id, shared),
            ("play", _) => self.player.view(shared),
            ("search", _) => self.search(shared),
            ("settings", _) => screens::settings(),
            ("about", _) => screens::about(),
            ("file" | "item" | "list", _) => self.sheet(route, shared),
            ("add", _) => self.choose_playlist(shared),
            ("new", _) => self.name_playlist(),
            ("information", path) => self.information(path, shared),
            _ => self.media(true, shared),
        }
    }

    fn layer(&self, route: &str) -> Layer {
        match widgets::split(route).0 {
            "file" | "item" | "list" | "add" => Layer::Sheet,
            "new" | "information" => Layer::Dialog,
            _ => Layer::Screen,
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (screen, subject) = widgets::split(route);
        let value = event.value.as_str();
        match event.name.as_ref() {
            "query" => self.query = notices::cut(value, LONGEST_NAME),
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("search_src_text".to_owned()));
            }
            "media" if self.selected.is_empty() => self.play(route, value, cx),
            "media" | "select" => {
                if self.selected.iter().any(|known| known == value) {
                    self.selected.retain(|known| known != value);
                } else {
                    self.selected.push(value.to_owned());
                }
            }
            "unselect" => self.selected.clear(),
            "play_all" => {
                let paths = self.chosen(route, cx.shared);
                cx.pop();
                self.player.begin(paths, 0, &self.lengths, cx);
            }
            "add_to" => {
                self.pending = self.chosen(route, cx.shared);
                self.selected.clear();
                match self.layer(route) {
                    Layer::Screen => cx.push("add"),
                    _ => cx.effects.push(Effect::Replace("add".to_owned())),
                }
            }
            "into" => self.add_to_playlist(value, cx),
            "new_playlist" => {
                self.name.clear();
                if screen == "add" {
                    cx.effects.push(Effect::Replace("new".to_owned()));
                } else {
                    self.pending.clear();
                    cx.push("new");
                }
                cx.effects.push(Effect::Focus("dialog_playlist_name".to_owned()));
            }
            "name" => self.name = notices::cut(value, LONGEST_NAME),
            "save" => self.create_playlist(cx),
            "remove_item" => {
                cx.pop();
                let row = subject.split_once('/').and_then(|(_, row)| row.parse::<i64>().ok()).unwrap_or(0);
                notices::saved(self.store.change(cx.shared, |database| store::remove(row, database)), cx);
            }
            "delete_list_ask" => {
                cx.pop();
                widgets::ask(cx, "Delete playlist?", "", "Delete", Event::with("delete_list", subject));
            }
            "delete_list" => {
                let id = value.parse::<i64>().unwrap_or(0);
                notices::saved(self.store.change(cx.shared, |database| store::delete(id, database)), cx);
                if screen == "playlist" {
                    cx.pop();
                }
            }
            "delete_file_ask" => {
                cx.pop();
                let title = format!("Delete {}?", documents::name(subject));
                widgets::ask(cx, &title, "", "Delete", Event::with("delete_file", subject));
            }
            "delete_file" => {
                let now = cx.shared.clock.now_ms;
                if let Some(path) = documents::path(value)
                    && let Err(error) = cx.shared.files.remove(&path, now)
                {
                    cx.toast(format!("Cannot delete: {error}"));
                }
            }
            "go" => cx.effects.push(Effect::Replace(value.to_owned())),
            _ if self.player.control(event, cx.shared) => {}
            _ => {
                if event.name == "tab" {
                    self.selected.clear();
                }
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        match intent.data.as_deref().and_then(documents::path) {
            Some(path) if route == "play" => {
                self.player.set(vec![path], 0, &self.lengths, cx.shared);
                "play".to_owned()
            }
            _ => "video".to_owned(),
        }
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        if route == "play" {
            self.player.stop(cx.shared);
            return false;
        }
        self.layer(route) == Layer::Screen && !std::mem::take(&mut self.selected).is_empty()
    }

    fn class_of(&self, route: &str) -> &'static str {
        if route == "play" { ".gui.video.VideoPlayerActivity" } else { ".gui.MainActivity" }
    }

    fn needs(&self, _route: &str) -> &'static [&'static str] {
        &["android.permission.READ_MEDIA_VIDEO", "android.permission.READ_MEDIA_AUDIO"]
    }

    fn optional(&self) -> bool {
        true
    }

    fn databases(&self) -> &'static [DatabaseFile] {
        &[<Media as Database>::FILE]
    }

    fn stop(&mut self, shared: &mut Shared) {
        self.player.stop(shared);
        *self = Self::default();
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Vlc {
    fn playlist(&self, id: &str, shared: &Shared) -> Option<Playlist> {
        let id = id.parse::<i64>().ok()?;
        self.store.rows_or_none(shared).iter().find(|playlist| playlist.id == id).cloned()
    }

    /// Returns the paths that a screen lists, in its order.
    fn listed(&self, route: &str, shared: &Shared) -> Vec<String> {
        let (screen, subject) = widgets::split(route);
        match screen {
            "folder" => {
                files::entries(subject, shared).into_iter().filter(|entry| !entry.1).map(|entry| entry.0).collect()
            }
            "playlist" | "list" => {
                self.playlist(subject, shared).unwrap_or_default().items.into_iter().map(|item| item.path).collect()
            }
            _ => {
                let wanted = |file: &files::MediaFile| match screen {
                    "search" => widgets::matches(file.name(), &self.query),
                    "audio" => !file.video,
                    _ => file.video,
                };
                files::all(shared).into_iter().filter(wanted).map(|file| file.path).collect()
            }
        }
    }

    /// Returns the files that an action applies to: the sheet's file, or the selection.
    fn chosen(&self, route: &str, shared: &Shared) -> Vec<String> {
        let (screen, subject) = widgets::split(route);
        match screen {
            "file" => vec![subject.to_owned()],
            "item" => {
                let (playlist, row) = subject.split_once('/').unwrap_or((subject, ""));
                let items = self.playlist(playlist, shared).unwrap_or_default().items;
                items.into_iter().filter(|item| item.row.to_string() == row).map(|item| item.path).collect()
            }
            "list" => self.listed(route, shared),
            _ => self.selected.clone(),
        }
    }

    fn play(&mut self, route: &str, path: &str, cx: &mut Cx<'_>) {
        let paths = self.listed(route, cx.shared);
        let at = paths.iter().position(|known| known == path).unwrap_or(0);
        self.player.begin(paths, at, &self.lengths, cx);
    }

    fn create_playlist(&mut self, cx: &mut Cx<'_>) {
        let (name, now_ms) = (self.name.trim().to_owned(), cx.shared.clock.now_ms);
        if name.is_empty() {
            return cx.toast("A playlist needs a name");
        }
        let known = self.store.rows_or_none(cx.shared).iter().find(|known| known.name == name).map(|known| known.id);
        let pending = std::mem::take(&mut self.pending);
        let made = self.store.change(cx.shared, |database| match known {
            // As in VLC, an existing name means that playlist.
            Some(id) => store::add(id, &pending, database),
            None => store::create(&name, &pending, now_ms, database),
        });
        if notices::saved(made, cx).is_some() {
            self.name.clear();
            cx.toast("Playlist saved");
            cx.pop();
        }
    }

    fn add_to_playlist(&mut self, id: &str, cx: &mut Cx<'_>) {
        let Ok(id) = id.parse::<i64>() else { return };
        let pending = std::mem::take(&mut self.pending);
        let added = self.store.change(cx.shared, |database| store::add(id, &pending, database));
        if notices::saved(added, cx).is_some() {
            cx.toast(if pending.len() == 1 { "Added to the playlist" } else { "All added to the playlist" });
        }
        cx.pop();
    }
}
