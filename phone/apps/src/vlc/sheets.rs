//! The actions on a file or a playlist in VLC, and their dialogs.

use kit::widgets::{self, Row};
use kit::{clock, overlays};
use state::documents;
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Size, TextStyle, View};

use super::Vlc;

fn option(icon: Icon, name: &str, event: Event) -> View {
    Row::new(name).ids("option_title", "").icon(icon).on(event).view()
}

fn heading(text: &str) -> View {
    let text = View::text(text).id("sheet_title").text_style(TextStyle::Title).padding(20.0, 8.0);
    text.style(|style| style.max_lines = 1)
}

impl Vlc {
    /// Builds the action sheet of a file, a playlist entry, or a playlist.
    pub(super) fn sheet(&self, route: &str, shared: &Shared) -> View {
        let (kind, subject) = widgets::split(route);
        let paths = self.chosen(route, shared);
        let path = paths.first().map_or("", String::as_str);
        let name = match kind {
            "list" => self.playlist(subject, shared).map(|playlist| playlist.name).unwrap_or_default(),
            _ => documents::name(path).to_owned(),
        };
        let mut rows = vec![heading(&name), option(Icon::Play, "Play", Event::new("play_all"))];
        rows.push(option(Icon::PlaylistAdd, "Add to playlist", Event::new("add_to")));
        match kind {
            "list" => rows.push(option(Icon::Delete, "Delete", Event::new("delete_list_ask"))),
            "item" => rows.push(option(Icon::Delete, "Remove from playlist", Event::new("remove_item"))),
            _ => {
                let information = Event::with("go", format!("information/{path}"));
                rows.push(option(Icon::Info, "Information", information));
                rows.push(option(Icon::Delete, "Delete", Event::new("delete_file_ask")));
            }
        }
        overlays::sheet(rows)
    }

    /// Builds the choice of a playlist to add files to.
    pub(super) fn choose_playlist(&self, shared: &Shared) -> View {
        let mut rows = vec![option(Icon::Add, "New playlist", Event::new("new_playlist"))];
        for playlist in self.store.rows_or_none(shared).iter().take(200) {
            rows.push(option(Icon::Queue, &playlist.name, Event::with("into", playlist.id.to_string())));
        }
        overlays::sheet(vec![heading("Add to playlist"), View::list("playlists", rows).height(Size::Wrap)])
    }

    pub(super) fn name_playlist(&self) -> View {
        let field = View::field("dialog_playlist_name", &self.name, "Playlist name", "name");
        let cancel = View::button("Cancel", Event::new("navigate_up")).id("android:id/button2");
        let save = View::button("Save", Event::new("save")).id("dialog_playlist_save");
        overlays::dialog("New playlist", vec![widgets::submits(field, "save")], vec![cancel, save])
    }

    pub(super) fn information(&self, path: &str, shared: &Shared) -> View {
        let line = |name: &str, text: String| {
            let name = View::text(name).text_style(TextStyle::Caption).color(Color::Muted);
            View::column(vec![name, View::text(text).text_style(TextStyle::BodySmall)]).padding(0.0, 4.0)
        };
        let mut body =
            vec![line("File", documents::name(path).to_owned()), line("Folder", documents::folder(path).to_owned())];
        if let Ok(stat) = shared.files.stat(path) {
            body.push(line("Size", documents::size(stat.size)));
        }
        if let Some(length) = self.lengths.of(path, shared) {
            body.push(line("Length", clock::length(length / 1000)));
        }
        let ok = View::button("OK", Event::new("navigate_up")).id("android:id/button1");
        overlays::dialog("Information", vec![View::list("information", body).height(Size::Wrap)], vec![ok])
    }
}
