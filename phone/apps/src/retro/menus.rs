//! The actions on a song or a playlist, and their dialogs.

use kit::widgets::{self, Row};
use kit::{clock, overlays};
use state::documents;
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Size, TextStyle, View};

use super::Retro;
use super::library::number_of;

fn item(icon: Icon, name: &str, event: Event) -> View {
    Row::new(name).ids("title", "").icon(icon).on(event).view()
}

impl Retro {
    /// Builds the action sheet of a song (in the library, a playlist or the queue) or of a playlist.
    pub(super) fn menu(&self, route: &str, shared: &Shared) -> View {
        let (kind, subject) = widgets::split(route);
        let songs = self.chosen(route, shared);
        let name = match kind {
            "list" => self.playlist(subject, shared).map(|playlist| playlist.name),
            _ => songs.first().map(|song| song.tags.title.clone()),
        };
        let heading = View::text(name.unwrap_or_default()).id("sheetTitle").text_style(TextStyle::Title);
        let heading = heading.padding(20.0, 8.0).style(|style| style.max_lines = 1);
        let mut rows = vec![heading];
        if kind == "list" {
            rows.push(item(Icon::Play, "Play", Event::new("play_all")));
        }
        rows.extend([
            item(Icon::Next, "Play next", Event::new("play_next")),
            item(Icon::Queue, "Add to playing queue", Event::new("enqueue")),
            item(Icon::PlaylistAdd, "Add to playlist…", Event::new("add_to")),
        ]);
        match (kind, songs.first()) {
            ("list", _) => rows.extend([
                item(Icon::Edit, "Rename", Event::new("rename_ask")),
                item(Icon::Delete, "Delete", Event::new("delete_ask")),
                item(Icon::Files, "Save as file", Event::new("save_as_file")),
            ]),
            (_, Some(song)) => {
                match kind {
                    "entry" => rows.push(item(Icon::Delete, "Remove from playlist", Event::new("remove_entry"))),
                    "queued" => rows.push(item(Icon::Delete, "Remove from queue", Event::new("remove_queued"))),
                    _ => {}
                }
                let go = |route: String| Event::with("go", route);
                rows.extend([
                    item(Icon::Album, "Go to album", go(format!("album/{}", number_of(&song.tags.album)))),
                    item(Icon::Person, "Go to artist", go(format!("artist/{}", number_of(&song.tags.artist)))),
                    item(Icon::Info, "Details", go(format!("details/{}", song.id))),
                ]);
            }
            _ => {}
        }
        overlays::sheet(rows)
    }

    /// Builds the choice of a playlist to add songs to.
    pub(super) fn choose_playlist(&self, shared: &Shared) -> View {
        let mut rows = vec![item(Icon::Add, "New playlist", Event::new("new_playlist"))];
        for playlist in self.playlists.rows_or_none(shared).iter().take(200) {
            rows.push(item(Icon::Queue, &playlist.name, Event::with("into", playlist.id.to_string())));
        }
        let list = View::list("playlists", rows).height(Size::Wrap);
        overlays::dialog("Add to playlist", vec![list], Vec::new())
    }

    pub(super) fn name_playlist(&self, route: &str) -> View {
        let (title, yes, event) = match widgets::split(route).0 {
            "rename" => ("Rename playlist", "Rename", "rename"),
            _ => ("New playlist", "Create", "create"),
        };
        let field = View::field("actionNewPlaylist", &self.name, "Playlist name", "name");
        let cancel = View::button("Cancel", Event::new("navigate_up")).id("android:id/button2");
        let yes = View::button(yes, Event::new(event)).id("android:id/button1");
        overlays::dialog(title, vec![widgets::submits(field, event)], vec![cancel, yes])
    }

    /// Builds the details of a song's file.
    pub(super) fn details(&self, id: &str, shared: &Shared) -> View {
        let songs = self.by_ids(&[id.parse().unwrap_or(0)], shared);
        let line = |name: &str, text: String| {
            let name = View::text(name).text_style(TextStyle::Caption).color(Color::Muted);
            View::column(vec![name, View::text(text).text_style(TextStyle::BodySmall)]).padding(0.0, 4.0)
        };
        let mut body = Vec::new();
        if let Some(song) = songs.first() {
            let folder = documents::folder(&song.path).to_owned();
            body.extend([
                line("File name", documents::name(&song.path).to_owned()),
                line("File path", folder),
                line("Size", documents::size(song.size)),
                line("Length", clock::length(song.tags.duration_ms / 1000)),
                line("Artist", song.tags.artist.clone()),
            ]);
        }
        let ok = View::button("OK", Event::new("navigate_up")).id("android:id/button1");
        overlays::dialog("Details", vec![View::list("details", body).height(Size::Wrap)], vec![ok])
    }
}
