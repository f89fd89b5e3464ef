//! Simple Gallery's screens: folders, a folder, a picture, and the dialogs over them.

use kit::widgets::{self, Row};
use kit::{clock, overlays};
use machine::files::Kind as FileKind;
use state::documents::{self, STORAGE};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Fit, Icon, Kind, Size, Swipe, TextStyle, View, picture_size};

use super::album::{self, Medium};
use super::{Gallery, viewer};

/// The most pictures shown in a folder.
const MOST_SHOWN: usize = 900;
/// The sort orders with their labels.
const SORTS: &[(&str, album::Order)] = &[
    ("Last modified, descending", |one, other| other.modified_ms.cmp(&one.modified_ms)),
    ("Last modified, ascending", |one, other| one.modified_ms.cmp(&other.modified_ms)),
    ("Name, ascending", |one, other| one.name().to_lowercase().cmp(&other.name().to_lowercase())),
    ("Name, descending", |one, other| other.name().to_lowercase().cmp(&one.name().to_lowercase())),
    ("Size, descending", |one, other| other.size.cmp(&one.size)),
];

impl Gallery {
    /// Builds the folders with pictures.
    pub(super) fn folders(&self, shared: &Shared) -> View {
        let form = &self.state.form;
        let mut albums = album::albums(shared);
        if let Some(query) = &form.query {
            albums.retain(|album| widgets::matches(album.name(), query));
        }
        let mut parts = vec![self.bar("Simple Gallery", "Search folders", true, albums.len())];
        if albums.is_empty() {
            parts.push(View::list(
                "directories_grid",
                vec![widgets::empty(Icon::Gallery, "No media files have been found.")],
            ));
        } else {
            let cells = albums.iter().take(MOST_SHOWN).map(|album| {
                let cover = album.media.first().map(|medium| self.thumbnail(medium, shared, "dir_thumbnail"));
                let name = View::text(album.name()).id("dir_name").text_style(TextStyle::Label);
                let name = name.style(|style| style.max_lines = 1).width(Size::Weight(1.0));
                let count = View::text(album.media.len().to_string()).id("photo_cnt").text_style(TextStyle::Caption);
                let label = View::row(vec![name, count.color(Color::Muted)]).padding(8.0, 8.0).gap(4.0);
                self.cell(cover.into_iter().chain([label]).collect(), &album.path, "folder", album.name())
            });
            parts.push(grid("directories_grid", 2, cells.collect()));
        }
        let items = match form.selected.is_empty() {
            true => vec![("Sort by", Event::with("open", "sort")), ("Toggle filename visibility", Event::new("names"))],
            false => selected_items(form.selected.len()),
        };
        widgets::with_menu(widgets::screen(parts), form.menu, items)
    }

    /// Builds the pictures of a folder.
    pub(super) fn folder(&self, path: &str, shared: &Shared) -> View {
        let form = &self.state.form;
        let mut media = album::media_in(shared, path);
        if let Some((_, order)) = SORTS.get(self.state.sort) {
            media.sort_by(order);
        }
        if let Some(query) = &form.query {
            media.retain(|medium| widgets::matches(medium.name(), query));
        }
        let mut parts = vec![self.bar(album::folder_name(path), "Search files", false, media.len())];
        if media.is_empty() {
            parts
                .push(View::list("media_grid", vec![widgets::empty(Icon::Gallery, "No media files have been found.")]));
        } else {
            let cells = media.iter().take(MOST_SHOWN).map(|medium| {
                let mut inside = vec![self.thumbnail(medium, shared, "medium_thumbnail")];
                if self.state.names {
                    let name = View::text(medium.name()).id("medium_name").text_style(TextStyle::Caption);
                    inside.push(name.padding(4.0, 4.0).style(|style| style.max_lines = 1));
                }
                self.cell(inside, &medium.path, "look", medium.name())
            });
            parts.push(grid("media_grid", 3, cells.collect()));
        }
        let items = match form.selected.is_empty() {
            true => vec![("Sort by", Event::with("open", "sort")), ("Toggle filename visibility", Event::new("names"))],
            false => selected_items(form.selected.len()),
        };
        widgets::with_menu(widgets::screen(parts), form.menu, items)
    }

    fn bar(&self, title: &str, hint: &str, home: bool, count: usize) -> View {
        let form = &self.state.form;
        if !form.selected.is_empty() {
            let done = View::icon_button(Icon::ArrowBack, "Done", Event::new("unmark")).id("action_mode_close_button");
            let title = View::text(format!("{} / {count}", form.selected.len())).text_style(TextStyle::Title);
            let actions = vec![
                View::icon_button(Icon::Info, "Properties", Event::new("properties")).id("cab_properties"),
                View::icon_button(Icon::Share, "Share", Event::new("share")).id("cab_share").enabled(!home),
                View::icon_button(Icon::Delete, "Delete", Event::new("delete_ask")).id("cab_delete"),
                widgets::menu_button(),
            ];
            return widgets::bar(Some(done), title.width(Size::Weight(1.0)), actions);
        }
        if let Some(query) = &form.query {
            return widgets::search_bar("search_src_text", query, hint);
        }
        let actions =
            vec![View::icon_button(Icon::Search, "Search", Event::new("search")).id("search"), widgets::menu_button()];
        if home { widgets::home_bar(title, actions) } else { widgets::top_bar(title, actions) }
    }

    fn thumbnail(&self, medium: &Medium, shared: &Shared, id: &str) -> View {
        // Square in a grid of two or three columns on a typical screen.
        let side = if id == "dir_thumbnail" { 196.0 } else { 128.0 };
        let sized = |view: View| view.id(id).width(Size::Fill).height(Size::Dp(side));
        let decoded = matches!(documents::kind(medium.name()), "image/png" | "image/jpeg");
        match decoded.then(|| shared.files.read(&medium.path).ok()).flatten() {
            Some(file) => sized(View::new(Kind::Picture(self.pictures.of(&file, Fit::Square(320))))),
            None => {
                let icon = if medium.is_video() { Icon::Video } else { Icon::Gallery };
                let icon = View::icon(icon).color(Color::Muted).width(Size::Dp(40.0)).height(Size::Dp(40.0));
                sized(View::column(vec![icon]).align(Align::Center).padding(0.0, 40.0))
                    .background(Color::SurfaceVariant, 0.0)
            }
        }
    }

    fn cell(&self, inside: Vec<View>, path: &str, opens: &'static str, name: &str) -> View {
        let selecting = !self.state.form.selected.is_empty();
        let marked = self.state.form.selected.contains(path);
        let mut cell = View::column(inside)
            .description(name)
            .selected(marked)
            .on_click(Event::with(if selecting { "mark" } else { opens }, path))
            .on_long_click(Event::with("mark", path));
        if marked {
            let tick = View::icon(Icon::Check).id("medium_check").color(Color::OnPrimary);
            let tick = View::stack(vec![tick]).padding(2.0, 2.0).background(Color::Primary, 14.0);
            let tick = tick.style(|style| style.margin = [6.0; 4]);
            cell.children =
                vec![View::stack(vec![View::column(std::mem::take(&mut cell.children)), tick]).width(Size::Fill)];
            cell = cell.background(Color::PrimaryContainer, 8.0);
        }
        cell
    }

    /// Builds the viewer of one picture.
    pub(super) fn viewer(&self, path: &str, shared: &Shared) -> View {
        let form = &self.state.form;
        let white = Color::Rgb(255, 255, 255);
        let mut picture = viewer::picture(path, form.zoom, &self.pictures, shared).on_click(Event::new("bars"));
        picture = picture.description(documents::name(path));
        for (way, name) in [(Swipe::Left, "left"), (Swipe::Right, "right"), (Swipe::Up, "up"), (Swipe::Down, "down")] {
            picture = picture.on_swipe(way, Event::with("swipe", name));
        }
        if form.bare {
            return View::column(vec![picture]).height(Size::Fill).background(Color::Rgb(0, 0, 0), 0.0);
        }
        let button =
            |icon, text: &str, id: &str, event: Event| View::icon_button(icon, text, event).id(id).color(white);
        let up = button(Icon::ArrowBack, "Back", "", Event::new("navigate_up"));
        let title = View::text(documents::name(path)).id("medium_viewer_toolbar_title").text_style(TextStyle::Title);
        let title = title.color(white).width(Size::Weight(1.0));
        let top = widgets::bar(Some(up), title, vec![widgets::menu_button().color(white)]);
        let favorite = self.state.favorites.contains(path);
        let (star, star_color) =
            if favorite { ("Remove from favorites", Color::Rgb(255, 193, 7)) } else { ("Add to favorites", white) };
        let bottom = View::row(vec![
            space(),
            button(Icon::Star, star, "bottom_favorite", Event::with("favorite", path)).color(star_color),
            space(),
            button(Icon::Share, "Share", "bottom_share", Event::new("share")),
            space(),
            button(Icon::Info, "Properties", "bottom_properties", Event::new("properties")),
            space(),
            button(Icon::Delete, "Delete", "bottom_delete", Event::new("delete_ask")),
            space(),
        ]);
        let screen = View::column(vec![top, picture, bottom.id("bottom_actions").padding(8.0, 8.0)]);
        let screen = screen.height(Size::Fill).background(Color::Rgb(0, 0, 0), 0.0);
        let items = vec![
            ("Copy to", Event::new("copy_to")),
            ("Move to", Event::new("move_to")),
            ("Rename", Event::new("rename_ask")),
            ("Open with", Event::new("open_with")),
        ];
        widgets::with_menu(screen, form.menu, items)
    }

    /// Builds the list of destinations for copying and moving: folders with pictures, the standard ones, or any other.
    pub(super) fn destinations(&self, shared: &Shared) -> View {
        let mut folders: Vec<String> = album::albums(shared).into_iter().map(|album| album.path).collect();
        for usual in ["DCIM", "Download", "Movies", "Pictures"] {
            let path = format!("{STORAGE}/{usual}");
            if !folders.contains(&path) && shared.files.stat(&path).is_ok() {
                folders.push(path);
            }
        }
        folders.sort_by_key(|path| album::folder_name(path).to_lowercase());
        let rows = folders.iter().take(MOST_SHOWN).map(|path| {
            Row::new(album::folder_name(path))
                .icon(Icon::Folder)
                .on(Event::with("into", &**path))
                .id("dir_holder")
                .view()
        });
        let list = View::list("directories_grid", rows.collect()).height(Size::Wrap);
        let title = if self.state.form.moving { "Move to" } else { "Copy to" };
        let buttons = vec![
            View::button("Other folder", Event::new("other")).id("android:id/button3"),
            View::button("Cancel", Event::new("navigate_up")).id("android:id/button2"),
        ];
        overlays::dialog(title, vec![list], buttons)
    }

    /// Builds the picker for any folder of shared storage.
    pub(super) fn other_folder(&self, path: &str, shared: &Shared) -> View {
        let mut rows = Vec::new();
        if path != STORAGE {
            let up = Event::with("other_folder", documents::folder(path));
            rows.push(
                Row::new("..").summary("The folder above").icon(Icon::ArrowBack).on(up).id("list_item_holder").view(),
            );
        }
        let listed = shared.files.list(path).unwrap_or_default();
        let folders =
            listed.into_iter().filter(|(name, stat)| stat.kind == FileKind::Directory && !name.starts_with('.'));
        rows.extend(folders.take(MOST_SHOWN).map(|(name, _)| {
            let event = Event::with("other_folder", format!("{path}/{name}"));
            Row::new(name).icon(Icon::Folder).on(event).id("list_item_holder").view()
        }));
        let here = View::text(path.replacen(STORAGE, "Internal", 1)).id("breadcrumb_text").color(Color::Muted);
        let list = View::list("filepicker_list", rows).height(Size::Wrap);
        let buttons = vec![
            View::button("Cancel", Event::new("navigate_up")).id("android:id/button2"),
            View::button("OK", Event::with("into", path)).id("android:id/button1"),
        ];
        overlays::dialog("Select folder", vec![here, list], buttons)
    }

    pub(super) fn delete_dialog(&self) -> View {
        let subject = &self.state.form.subject;
        let what = match subject.first() {
            Some(path) if subject.len() == 1 => format!("“{}”", documents::name(path)),
            _ => format!("{} items", subject.len()),
        };
        let message = View::text(format!("Are you sure you want to delete {what}?")).id("message");
        let buttons = vec![
            View::button("No", Event::new("navigate_up")).id("android:id/button2"),
            View::button("Yes", Event::new("delete")).id("android:id/button1"),
        ];
        overlays::dialog("", vec![message], buttons)
    }

    pub(super) fn rename_dialog(&self) -> View {
        let field = View::field("rename_item_name", &self.state.form.name, "Filename", "name");
        let buttons = vec![
            View::button("Cancel", Event::new("navigate_up")).id("android:id/button2"),
            View::button("OK", Event::new("rename")).id("android:id/button1"),
        ];
        overlays::dialog("Rename", vec![widgets::submits(field, "rename")], buttons)
    }

    pub(super) fn sort_dialog(&self) -> View {
        let names: Vec<String> = SORTS.iter().map(|(name, _)| (*name).to_owned()).collect();
        overlays::choice("Sort by", &names, Some(self.state.sort), "sort")
    }

    pub(super) fn properties(&self, path: &str, shared: &Shared) -> View {
        let mut rows = Vec::new();
        let mut fact = |name: &str, value: String| {
            let name = View::text(name).id("property_label").text_style(TextStyle::Caption).color(Color::Muted);
            rows.push(View::column(vec![name, View::text(value).id("property_value")]).padding(0.0, 6.0).gap(2.0));
        };
        match shared.files.stat(path) {
            Ok(stat) => {
                fact("Name", documents::name(path).to_owned());
                fact("Path", documents::folder(path).to_owned());
                fact("Size", documents::size(stat.size));
                let (day, time) = (clock::full_date(stat.mtime_ms, shared), clock::time(stat.mtime_ms, shared));
                fact("Last modified", format!("{day}, {time}"));
                if let Some((width, height)) = shared.files.read(path).ok().and_then(|file| picture_size(&file)) {
                    fact("Resolution", format!("{width} × {height}"));
                }
            }
            Err(error) => fact("Error", error.to_string()),
        }
        let list = View::list("properties_holder", rows).height(Size::Wrap);
        let ok = View::button("OK", Event::new("navigate_up")).id("android:id/button1");
        overlays::dialog("Properties", vec![list], vec![ok])
    }
}

fn space() -> View {
    View::new(Kind::Space).width(Size::Weight(1.0))
}

fn grid(id: &str, columns: usize, cells: Vec<View>) -> View {
    // Each line of cells is a row of its own, so that only visible ones are laid out.
    let mut rows = Vec::new();
    let mut cells = cells.into_iter().peekable();
    while cells.peek().is_some() {
        let line = cells.by_ref().take(columns).collect();
        rows.push(View::new(Kind::Grid { columns }).width(Size::Fill).gap(4.0).children(line));
    }
    View::list(id, rows).gap(4.0).padding(4.0, 4.0)
}

fn selected_items(count: usize) -> Vec<(&'static str, Event)> {
    let mut items = vec![
        ("Select all", Event::new("mark_all")),
        ("Copy to", Event::new("copy_to")),
        ("Move to", Event::new("move_to")),
    ];
    if count == 1 {
        items.push(("Rename", Event::new("rename_ask")));
    }
    items
}
