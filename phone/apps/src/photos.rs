//! Photos (`com.google.android.apps.photos`): all pictures by day, their folders, a viewer. It shows the files in
//! shared storage; there is no cloud.
//!
//! Routes: `photos`, `search`, `library` (the tabs), `folder/PATH`, `view/PATH`; over them `delete/PATH`, `info/PATH`.

use std::collections::BTreeSet;

use kit::widgets::{self, Row};
use kit::{clock, overlays};
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::documents;
use state::shared::Shared;
use toolkit::{Align, Color, Event, Fit, Icon, Kind, Pictures, Size, Swipe, TextStyle, View, picture_size};

use crate::gallery::album::{self, Medium};
use crate::gallery::viewer::{self, Zoom};
use crate::gallery::{open_elsewhere, share};

const PACKAGE: &str = "com.google.android.apps.photos";
const MAIN: &str = ".home.HomeActivity";
const VIEWER: &str = ".pager.HostPhotoPagerActivity";
/// The most pictures on a screen.
const MOST_SHOWN: usize = 900;

/// Photos.
#[derive(Default)]
pub(crate) struct Photos {
    state: State,
    pictures: Pictures,
    query: String,
    zoom: Zoom,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct State {
    /// The paths of favourites.
    favorites: BTreeSet<String>,
}

impl App for Photos {
    fn manifest(&self) -> Manifest {
        let (icon, color) = kit::icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Photos",
            icon,
            color,
            version_name: "6.73.0.604776528",
            version_code: 49_030_628,
            system: true,
            activities: &[
                Activity { class: MAIN, route: "photos", actions: &[], schemes: &[] },
                Activity {
                    class: VIEWER,
                    route: "view",
                    actions: &["android.intent.action.VIEW"],
                    schemes: &["image/*"],
                },
            ],
            launchable: true,
            permissions: &["android.permission.READ_MEDIA_IMAGES"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("search", _) => self.search(shared),
            ("library", _) => self.library(shared),
            ("folder", path) => self.folder(&format!("/{path}"), shared),
            ("view", path) => self.viewer(&format!("/{path}"), shared),
            ("delete", path) => {
                overlays::question("Delete from device?", documents::name(path), "Delete", Event::with("delete", path))
            }
            ("info", path) => info(&format!("/{path}"), shared),
            _ => self.photos(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let shown = match widgets::split(route) {
            ("view", path) => format!("/{path}"),
            _ => String::new(),
        };
        match event.name.as_ref() {
            "query" => self.query.clone_from(&event.value),
            "look" => {
                self.zoom = Zoom::default();
                cx.push(format!("view{}", event.value));
            }
            "pinch" => self.zoom.pinch(&event.value),
            "next" | "previous" => self.turn(&shown, event.name == "next", cx),
            "favorite" => {
                if !self.state.favorites.remove(&shown) {
                    self.state.favorites.insert(shown);
                }
            }
            "play" => open_elsewhere(&shown, cx),
            "share" => share(&shown, cx),
            "delete" => {
                let now_ms = cx.shared.clock.now_ms;
                let removed = cx.shared.files.remove(&format!("/{}", event.value), now_ms);
                cx.pop();
                match removed {
                    Ok(()) => cx.pop(),
                    Err(error) => cx.toast(format!("Couldn’t delete: {error}")),
                }
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        self.zoom = Zoom::default();
        match intent.data.as_deref().and_then(documents::path).filter(|_| route == "view") {
            Some(path) => format!("view{path}"),
            None => "photos".to_owned(),
        }
    }

    fn layer(&self, route: &str) -> Layer {
        match widgets::split(route).0 {
            "delete" => Layer::Dialog,
            "info" => Layer::Sheet,
            _ => Layer::Screen,
        }
    }

    fn class_of(&self, route: &str) -> &'static str {
        if widgets::split(route).0 == "view" { VIEWER } else { MAIN }
    }

    fn optional(&self) -> bool {
        true
    }

    fn stop(&mut self, _shared: &mut Shared) {
        (self.query, self.zoom) = (String::new(), Zoom::default());
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(&self.state)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(&mut self.state, state);
    }
}

impl Photos {
    fn turn(&mut self, path: &str, forward: bool, cx: &mut Cx<'_>) {
        if self.zoom.is_close() {
            return self.zoom.pan((if forward { 0.5 } else { -0.5 }, 0.0));
        }
        let media = album::media(cx.shared);
        let Some(at) = media.iter().position(|medium| medium.path == path) else { return };
        let next = if forward { media.get(at + 1) } else { at.checked_sub(1).and_then(|at| media.get(at)) };
        if let Some(medium) = next {
            cx.effects.push(Effect::Replace(format!("view{}", medium.path)));
        }
    }

    /// Builds all pictures, by day.
    fn photos(&self, shared: &Shared) -> View {
        let mut rows = Vec::new();
        let media = album::media(shared);
        let mut left = media.iter().take(MOST_SHOWN).peekable();
        while let Some(first) = left.next() {
            let day = clock::short_date(first.modified_ms, shared);
            let mut of_day = vec![first];
            while let Some(medium) = left.next_if(|medium| clock::short_date(medium.modified_ms, shared) == day) {
                of_day.push(medium);
            }
            rows.push(View::text(day).id("day_header").text_style(TextStyle::Label).padding(16.0, 12.0));
            rows.extend(of_day.chunks(3).map(|line| self.line(line, shared)));
        }
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Gallery, "No photos yet. Photos you take appear here."));
        }
        let list = View::list("recycler_view", rows).gap(2.0);
        tab("photos", widgets::home_bar("Photos", Vec::new()), list)
    }

    fn search(&self, shared: &Shared) -> View {
        let media = album::media(shared);
        let query = self.query.trim();
        let found = media.iter().filter(|medium| !query.is_empty() && widgets::matches(&medium.path, query));
        let found: Vec<&Medium> = found.take(MOST_SHOWN).collect();
        let mut rows: Vec<View> = found.chunks(3).map(|line| self.line(line, shared)).collect();
        if rows.is_empty() {
            let text = if query.is_empty() { "Search by name or folder" } else { "No results" };
            rows.push(widgets::empty(Icon::Search, text));
        }
        let field = View::field("search_text", &self.query, "Search your photos", "query");
        let bar = View::row(vec![field]).padding(16.0, 8.0);
        tab("search", bar, View::list("search_results", rows).gap(2.0))
    }

    fn library(&self, shared: &Shared) -> View {
        let mut rows = vec![widgets::section("Photos on device")];
        let albums = album::albums(shared);
        if albums.is_empty() {
            rows.push(widgets::empty(Icon::Folder, "No folders with photos"));
        }
        rows.extend(albums.iter().take(MOST_SHOWN).map(|album| {
            let count = album.media.len();
            let count = if count == 1 { "1 item".to_owned() } else { format!("{count} items") };
            let cover = album.media.first().map(|medium| self.thumbnail(medium, shared));
            let cover = cover.unwrap_or_else(|| View::icon(Icon::Folder)).width(Size::Dp(56.0)).height(Size::Dp(56.0));
            Row::new(album.name()).summary(count).lead(cover).opens(format!("folder{}", album.path)).view()
        }));
        tab("library", widgets::home_bar("Library", Vec::new()), View::list("library_list", rows))
    }

    fn folder(&self, path: &str, shared: &Shared) -> View {
        let media = album::media_in(shared, path);
        let media: Vec<&Medium> = media.iter().take(MOST_SHOWN).collect();
        let mut rows: Vec<View> = media.chunks(3).map(|line| self.line(line, shared)).collect();
        if rows.is_empty() {
            rows.push(widgets::empty(Icon::Gallery, "Nothing here"));
        }
        let list = View::list("recycler_view", rows).gap(2.0);
        widgets::screen(vec![widgets::top_bar(album::folder_name(path), Vec::new()), list])
    }

    fn line(&self, media: &[&Medium], shared: &Shared) -> View {
        let cells = media.iter().map(|medium| {
            let day = clock::full_date(medium.modified_ms, shared);
            let what = if medium.is_video() { "Video" } else { "Photo" };
            let said = format!("{what} {}, {day}", medium.name());
            let cell = View::column(vec![self.thumbnail(medium, shared).width(Size::Fill).height(Size::Dp(132.0))]);
            cell.description(&said).on_click(Event::with("look", &*medium.path))
        });
        View::new(Kind::Grid { columns: 3 }).width(Size::Fill).gap(2.0).children(cells.collect())
    }

    fn thumbnail(&self, medium: &Medium, shared: &Shared) -> View {
        let decoded = matches!(documents::kind(medium.name()), "image/png" | "image/jpeg");
        match decoded.then(|| shared.files.read(&medium.path).ok()).flatten() {
            Some(file) => View::new(Kind::Picture(self.pictures.of(&file, Fit::Square(340)))),
            None => {
                let icon = if medium.is_video() { Icon::Video } else { Icon::Gallery };
                View::stack(vec![View::icon(icon).color(Color::Muted)])
                    .align(Align::Center)
                    .background(Color::SurfaceVariant, 0.0)
            }
        }
    }

    fn viewer(&self, path: &str, shared: &Shared) -> View {
        let white = Color::Rgb(255, 255, 255);
        let picture = viewer::picture(path, self.zoom, &self.pictures, shared)
            .on_swipe(Swipe::Left, Event::new("next"))
            .on_swipe(Swipe::Right, Event::new("previous"))
            .on_swipe(Swipe::Up, Event::with("open", format!("info{path}")))
            .on_swipe(Swipe::Down, Event::new("navigate_up"));
        let button = |icon, text: &str, event: Event| View::icon_button(icon, text, event).color(white);
        let favorite = self.state.favorites.contains(path);
        let (star, ink) =
            if favorite { ("Remove from favorites", Color::Rgb(255, 193, 7)) } else { ("Favorite", white) };
        let top = View::row(vec![
            button(Icon::ArrowBack, "Navigate up", Event::new("navigate_up")),
            View::new(Kind::Space).width(Size::Weight(1.0)),
            button(Icon::Star, star, Event::new("favorite")).color(ink),
            button(Icon::Info, "Details", Event::with("open", format!("info{path}"))),
        ]);
        let action = |icon, text: &str, event: Event| {
            let label = View::text(text).text_style(TextStyle::Caption).color(white);
            View::column(vec![View::icon(icon).color(white), label])
                .width(Size::Weight(1.0))
                .padding(4.0, 12.0)
                .gap(4.0)
                .align(Align::Center)
                .on_click(event)
        };
        let bottom = View::row(vec![
            action(Icon::Share, "Share", Event::new("share")),
            action(Icon::Delete, "Delete", Event::with("open", format!("delete{path}"))),
        ]);
        let parts = vec![top.padding(4.0, 8.0), picture, bottom.padding(8.0, 4.0)];
        View::column(parts).height(Size::Fill).background(Color::Rgb(0, 0, 0), 0.0)
    }
}

fn tab(route: &str, bar: View, list: View) -> View {
    let tabs =
        [(Icon::Gallery, "Photos", "photos"), (Icon::Search, "Search", "search"), (Icon::Folder, "Library", "library")];
    widgets::screen(vec![bar, list, widgets::tabs(&tabs, route)])
}

/// Builds the details of a picture as a sheet.
fn info(path: &str, shared: &Shared) -> View {
    let mut rows = Vec::new();
    match shared.files.stat(path) {
        Ok(stat) => {
            let (day, time) = (clock::full_date(stat.mtime_ms, shared), clock::time(stat.mtime_ms, shared));
            rows.push(Row::new(day).summary(time).icon(Icon::Calendar).view());
            let size = shared.files.read(path).ok().and_then(|file| picture_size(&file));
            let size = size.map_or_else(String::new, |(width, height)| format!("{width} × {height} · "));
            let summary = format!("{size}{}", documents::size(stat.size));
            rows.push(Row::new(documents::name(path)).summary(summary).icon(Icon::Gallery).view());
            rows.push(Row::new("On device").summary(documents::folder(path)).icon(Icon::Folder).view());
        }
        Err(error) => rows.push(widgets::empty(Icon::Info, &error.to_string())),
    }
    overlays::sheet(rows)
}
