//! VLC's tabs: video, audio, folders, playlists, more; and the contents of a folder or a playlist.

use kit::clock;
use kit::widgets::{self, Row};
use state::documents;
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Size, TextStyle, View};

use super::files::{self, is_video};
use super::{COLOR, Vlc};
use crate::notices;

const TABS: &[(Icon, &str, &str)] = &[
    (Icon::Video, "Video", "video"),
    (Icon::Music, "Audio", "audio"),
    (Icon::Files, "Browse", "browse"),
    (Icon::Queue, "Playlists", "playlists"),
    (Icon::More, "More", "more"),
];

/// Builds a small icon for an entry.
fn thumbnail(icon: Icon) -> View {
    let icon = View::icon(icon).color(Color::Rgb(255, 255, 255));
    let picture = View::stack(vec![icon]).align(Align::Center).width(Size::Dp(72.0)).height(Size::Dp(48.0));
    picture.background(Color::Rgb(55, 71, 79), 8.0)
}

pub(super) fn more() -> View {
    let rows = vec![
        Row::new("Settings").icon(Icon::Settings).opens("settings").view(),
        Row::new("About").icon(Icon::Info).opens("about").view(),
    ];
    widgets::screen(vec![widgets::home_bar("More", Vec::new()), View::list("more", rows), widgets::tabs(TABS, "more")])
}

pub(super) fn settings() -> View {
    let rows = vec![
        widgets::section("Media library folders"),
        Row::new("Internal memory").summary(documents::STORAGE).icon(Icon::Storage).view(),
        widgets::section("Video"),
        Row::new("Hardware acceleration").summary("Automatic").icon(Icon::Video).view(),
    ];
    widgets::screen(vec![widgets::top_bar("Settings", Vec::new()), View::list("settings", rows)])
}

pub(super) fn about() -> View {
    let rows = vec![Row::new("VLC").summary("3.5.4").icon(Icon::Play).view()];
    widgets::screen(vec![widgets::top_bar("About", Vec::new()), View::list("about", rows)])
}

impl Vlc {
    fn tab(&self, title: &str, route: &str, actions: Vec<View>, rows: Vec<View>) -> View {
        let search = View::icon_button(Icon::Search, "Search", Event::new("search")).id("ml_menu_filter");
        let bar = match self.selected.is_empty() {
            true => widgets::home_bar(title, actions.into_iter().chain([search]).collect()),
            false => self.selection_bar(),
        };
        widgets::screen(vec![bar, View::list(&format!("{route}_list"), rows), widgets::tabs(TABS, route)])
    }

    fn selection_bar(&self) -> View {
        let close = View::icon_button(Icon::Close, "Done", Event::new("unselect"));
        let count = View::text(format!("{} selected", self.selected.len())).text_style(TextStyle::Title);
        let add =
            View::icon_button(Icon::PlaylistAdd, "Add to playlist", Event::new("add_to")).id("action_add_playlist");
        widgets::bar(Some(close), count.width(Size::Weight(1.0)), vec![add])
    }

    /// Builds a file's row; `menu` is the route of its action sheet.
    fn row(&self, path: &str, menu: &str, shared: &Shared) -> View {
        let name = documents::name(path);
        let video = is_video(name).unwrap_or(true);
        let length = self.lengths.of(path, shared).map(|ms| clock::length(ms / 1000));
        let size = shared.files.stat(path).map(|stat| documents::size(stat.size)).ok();
        let about = [length, size].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let more = View::icon_button(Icon::More, "More actions", Event::with("open", menu)).id("item_more");
        let marked = self.selected.iter().any(|known| known == path);
        let row = Row::new(name).summary(about).ids("ml_item_title", "ml_item_time");
        let row = row.lead(thumbnail(if video { Icon::Play } else { Icon::Music })).trailing(more).id("item");
        let mut row = row.on(Event::with("media", path)).hold(Event::with("select", path)).view().padding(16.0, 8.0);
        row.style.padding[2] = 4.0;
        if marked { row.selected(true).background(Color::PrimaryContainer, 0.0) } else { row }
    }

    fn rows(&self, paths: &[String], shared: &Shared) -> Vec<View> {
        let mut rows: Vec<View> =
            paths.iter().take(notices::MOST_ROWS).map(|path| self.row(path, &format!("file/{path}"), shared)).collect();
        rows.extend(notices::rest(paths.len()));
        rows
    }

    /// Builds all videos, or all audio files.
    pub(super) fn media(&self, video: bool, shared: &Shared) -> View {
        let (title, route) = if video { ("Video", "video") } else { ("Audio", "audio") };
        let mut rows = self.rows(&self.listed(route, shared), shared);
        if rows.is_empty() {
            let (icon, text) = match video {
                true => (Icon::Video, "No media found. Films on this phone are shown here."),
                false => (Icon::Music, "No media found. Sounds on this phone are shown here."),
            };
            rows.push(widgets::empty(icon, text));
        }
        self.tab(title, route, Vec::new(), rows)
    }

    pub(super) fn browse(&self, shared: &Shared) -> View {
        let storage = |name: &str, icon, path: &str| {
            Row::new(name).ids("title", "text").icon(icon).opens(format!("folder/{path}")).view()
        };
        let known = ["Movies", "Music", "Download", "DCIM"].map(|name| format!("{}/{name}", documents::STORAGE));
        let mut rows = vec![widgets::section("Storages")];
        rows.push(storage("Internal memory", Icon::Storage, documents::STORAGE));
        rows.push(widgets::section("Favorites"));
        for path in known.iter().filter(|path| shared.files.stat(path).is_ok()) {
            rows.push(storage(documents::name(path), Icon::Files, path));
        }
        self.tab("Browse", "browse", Vec::new(), rows)
    }

    pub(super) fn folder(&self, path: &str, shared: &Shared) -> View {
        let title = if path == documents::STORAGE { "Internal memory" } else { documents::name(path) };
        let entries = if documents::path(path).is_some() { files::entries(path, shared) } else { Vec::new() };
        let mut rows: Vec<View> = entries
            .iter()
            .take(notices::MOST_ROWS)
            .map(|(path, folder)| match folder {
                true => {
                    let row = Row::new(documents::name(path)).ids("title", "text").icon(Icon::Files);
                    row.opens(format!("folder/{path}")).view()
                }
                false => self.row(path, &format!("file/{path}"), shared),
            })
            .collect();
        rows.extend(notices::rest(entries.len()));
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Files, "No media in this folder"));
        }
        let bar = match self.selected.is_empty() {
            true => widgets::top_bar(title, Vec::new()),
            false => self.selection_bar(),
        };
        widgets::screen(vec![bar, View::list("network_list", rows), widgets::tabs(TABS, "browse")])
    }

    pub(super) fn playlists(&self, shared: &Shared) -> View {
        let rows = match self.store.rows(shared) {
            Err(error) => vec![notices::unreadable(&error)],
            Ok(playlists) if playlists.is_empty() => vec![widgets::empty(Icon::Queue, "No playlists")],
            Ok(playlists) => playlists
                .iter()
                .take(notices::MOST_ROWS)
                .map(|playlist| {
                    let tracks = match playlist.items.len() {
                        1 => "1 track".to_owned(),
                        count => format!("{count} tracks"),
                    };
                    let menu = Event::with("open", format!("list/{}", playlist.id));
                    let more = View::icon_button(Icon::More, "More actions", menu).id("item_more");
                    let row = Row::new(&playlist.name).summary(tracks).ids("title", "subtitle").icon(Icon::Queue);
                    row.trailing(more).opens(format!("playlist/{}", playlist.id)).view()
                })
                .collect(),
        };
        let new = View::icon_button(Icon::Add, "New playlist", Event::new("new_playlist")).id("add_playlist");
        self.tab("Playlists", "playlists", vec![new], rows)
    }

    pub(super) fn playlist_page(&self, id: &str, shared: &Shared) -> View {
        let Some(playlist) = self.playlist(id, shared) else {
            let gone = widgets::empty(Icon::Queue, "This playlist is gone");
            return widgets::screen(vec![widgets::top_bar("", Vec::new()), gone]);
        };
        let (red, green, blue) = COLOR;
        let head = View::text(&playlist.name).id("playlist_title").text_style(TextStyle::Headline);
        let line = View::new(toolkit::Kind::Space).height(Size::Dp(4.0)).width(Size::Dp(48.0));
        let line = line.background(Color::Rgb(red, green, blue), 2.0);
        let mut rows = vec![View::column(vec![head, line]).padding(20.0, 12.0).gap(8.0)];
        for item in playlist.items.iter().take(notices::MOST_ROWS) {
            rows.push(self.row(&item.path, &format!("item/{id}/{}", item.row), shared));
        }
        if playlist.items.is_empty() {
            rows.push(widgets::empty(Icon::Queue, "Nothing in this playlist"));
        }
        let more = Event::with("open", format!("list/{id}"));
        let more = View::icon_button(Icon::More, "Playlist options", more).id("playlist_more");
        let bar = match self.selected.is_empty() {
            true => widgets::top_bar("Playlist", vec![more]),
            false => self.selection_bar(),
        };
        widgets::screen(vec![bar, View::list("songs", rows)])
    }

    pub(super) fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("search_src_text", &self.query, "Search media");
        let mut rows = Vec::new();
        if !self.query.trim().is_empty() {
            rows = self.rows(&self.listed("search", shared), shared);
            if rows.is_empty() {
                rows.push(widgets::empty(Icon::Search, "No results"));
            }
        }
        let bar = if self.selected.is_empty() { bar } else { self.selection_bar() };
        widgets::screen(vec![bar, View::list("results", rows)])
    }
}
