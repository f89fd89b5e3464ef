//! Files' screens: the entries of a location, the drawer with the roots, the actions on a selection, dialogs.

use kit::widgets::{self, Row};
use kit::{clock, overlays};
use state::documents;
use state::shared::Shared;
use toolkit::{Align, Color, Event, Fit, Icon, Kind, Size, TextStyle, View, picture_size};

use super::Files;
use super::location::{Entry, FilesLocation, Mode, ROOTS, Sort, root_label};

/// The most files in a list; others are found by searching.
const MOST_SHOWN: usize = 600;

impl Files {
    /// Builds the entries of a location.
    pub(super) fn listing(&self, location: &FilesLocation, shared: &Shared) -> View {
        let (state, form) = (&self.state, &self.state.form);
        let entries = location.entries(shared, state.sort, state.hidden, form.query.as_deref());
        let mut parts = vec![self.toolbar(location, shared)];
        if form.query.is_none() {
            parts.push(breadcrumbs(location, shared));
        }
        let mut rows = Vec::new();
        match entries {
            Ok(entries) if entries.is_empty() => {
                let text = if form.query.is_some() { "No matches" } else { "No items" };
                rows.push(widgets::empty(Icon::Folder, text));
            }
            Ok(entries) => {
                let left_out = entries.len().saturating_sub(MOST_SHOWN);
                let shown = entries.iter().take(MOST_SHOWN);
                if state.grid {
                    let cells = shown.map(|entry| self.cell(location, entry, shared)).collect();
                    rows.push(
                        View::new(Kind::Grid { columns: 2 })
                            .width(Size::Fill)
                            .gap(8.0)
                            .padding(12.0, 8.0)
                            .children(cells),
                    );
                } else {
                    rows.extend(shown.map(|entry| self.row(location, entry, shared)));
                }
                if left_out > 0 {
                    let text = format!("{left_out} more. Search to find them.");
                    rows.push(View::text(text).id("left_out").color(Color::Muted).padding(24.0, 16.0));
                }
            }
            Err(error) => rows.push(widgets::empty(Icon::Info, &format!("Can’t load content at the moment: {error}"))),
        }
        parts.push(View::list("dir_list", rows));
        parts.extend(self.bottom(location));
        let screen = widgets::screen(parts);
        let screen = widgets::with_menu(screen, form.menu, self.menu(location));
        if form.drawer { with_drawer(screen, location, shared) } else { screen }
    }

    fn toolbar(&self, location: &FilesLocation, shared: &Shared) -> View {
        let form = &self.state.form;
        if location.mode == Mode::Browse && !form.selected.is_empty() {
            let close = View::icon_button(Icon::Close, "Clear selection", Event::new("unmark"));
            let title = View::text(format!("{} selected", form.selected.len())).text_style(TextStyle::Title);
            let one = form.selected.len() == 1;
            let mut actions = Vec::new();
            if one {
                actions.push(View::icon_button(Icon::Share, "Share", Event::new("share")).id("action_menu_share"));
            }
            actions.push(
                View::icon_button(Icon::Delete, "Delete", Event::with("open", "delete")).id("action_menu_delete"),
            );
            actions.push(widgets::menu_button());
            return widgets::bar(Some(close), title.width(Size::Weight(1.0)), actions);
        }
        if let Some(query) = &form.query {
            return widgets::search_bar("option_menu_search", query, &format!("Search {}", location.title(shared)));
        }
        let roots = View::icon_button(Icon::Menu, "Show roots", Event::with("roots", "open"));
        let title = View::text(location.title(shared)).text_style(TextStyle::Title).width(Size::Weight(1.0));
        let (icon, text) = if self.state.grid { (Icon::Display, "List view") } else { (Icon::Apps, "Grid view") };
        let actions = vec![
            View::icon_button(Icon::Search, "Search", Event::new("search")).id("option_menu_search_button"),
            View::icon_button(icon, text, Event::new("layout")).id("sub_menu_grid"),
            widgets::menu_button(),
        ];
        widgets::bar(Some(roots), title, actions)
    }

    fn menu(&self, location: &FilesLocation) -> Vec<(&'static str, Event)> {
        if location.mode == Mode::Browse && !self.state.form.selected.is_empty() {
            let mut items = Vec::new();
            let one = self.state.form.selected.len() == 1;
            if one {
                items.push(("Open with…", Event::new("open_with")));
            }
            items.push(("Select all", Event::new("mark_all")));
            items.push(("Copy to…", Event::new("copy_to")));
            items.push(("Move to…", Event::new("move_to")));
            if one {
                items.push(("Rename", Event::new("rename")));
                items.push(("Get info", Event::new("info")));
            }
            return items;
        }
        let mut items = Vec::new();
        if location.mode == Mode::Browse {
            items.push(("Select all", Event::new("mark_all")));
        }
        items.push(("Sort by…", Event::with("open", "sort")));
        if location.folder().is_some() {
            items.push(("New folder", Event::new("new_folder")));
        }
        items.push((
            if self.state.hidden { "Hide hidden files" } else { "Show hidden files" },
            Event::new("show_hidden"),
        ));
        items
    }

    /// Whether an entry can be tapped in a location.
    fn takes(&self, location: &FilesLocation, entry: &Entry) -> bool {
        let wanted = self.state.form.wanted.as_deref().unwrap_or("*/*");
        let fits = match wanted.split_once('/') {
            None | Some(("*", _)) => true,
            Some((family, "*")) => documents::kind(&entry.name).split('/').next() == Some(family),
            Some(_) => documents::kind(&entry.name) == wanted,
        };
        entry.is_folder()
            || match location.mode {
                Mode::Browse | Mode::Save => true,
                Mode::Open => fits,
                Mode::Move | Mode::Copy | Mode::Tree => false,
            }
    }

    fn touched(&self, location: &FilesLocation, entry: &Entry) -> Event {
        let marking = location.mode == Mode::Browse && !self.state.form.selected.is_empty();
        Event::with(if marking { "mark" } else { "touch" }, &*entry.path)
    }

    fn row(&self, location: &FilesLocation, entry: &Entry, shared: &Shared) -> View {
        let marked = location.mode == Mode::Browse && self.state.form.selected.contains(&entry.path);
        let lead = if marked {
            let tick = View::icon(Icon::Check).color(Color::OnPrimary).width(Size::Dp(24.0)).height(Size::Dp(24.0));
            round(tick, Color::Primary)
        } else {
            self.lead(entry, shared)
        };
        let row = Row::new(&entry.name).summary(described(entry, shared)).ids("android:id/title", "date").lead(lead);
        let row = row.on(self.touched(location, entry)).enabled(self.takes(location, entry)).id("item_root");
        let row = if location.mode == Mode::Browse { row.hold(Event::with("mark", &*entry.path)) } else { row };
        let view = row.view().selected(marked);
        if marked { view.background(Color::PrimaryContainer, 0.0) } else { view }
    }

    fn cell(&self, location: &FilesLocation, entry: &Entry, shared: &Shared) -> View {
        let marked = location.mode == Mode::Browse && self.state.form.selected.contains(&entry.path);
        let name = View::text(&entry.name).id("android:id/title").text_style(TextStyle::BodySmall);
        let name = name.style(|style| style.max_lines = 1).width(Size::Weight(1.0));
        let preview = match self.thumbnail(entry, shared, Fit::Square(220)) {
            Some(picture) => picture.width(Size::Fill).height(Size::Dp(96.0)),
            None => {
                let icon = View::icon(icon(entry)).color(Color::Muted).width(Size::Dp(44.0)).height(Size::Dp(44.0));
                View::column(vec![icon]).align(Align::Center).padding(0.0, 26.0)
            }
        };
        let mut cell = View::column(vec![preview, View::row(vec![name]).padding(12.0, 10.0)])
            .id("item_root")
            .selected(marked)
            .enabled(self.takes(location, entry))
            .on_click(self.touched(location, entry))
            .background(if marked { Color::PrimaryContainer } else { Color::SurfaceVariant }, 12.0);
        if location.mode == Mode::Browse {
            cell = cell.on_long_click(Event::with("mark", &*entry.path));
        }
        cell
    }

    fn lead(&self, entry: &Entry, shared: &Shared) -> View {
        match self.thumbnail(entry, shared, Fit::Square(120)) {
            Some(picture) => picture.width(Size::Dp(40.0)).height(Size::Dp(40.0)),
            None => round(View::icon(icon(entry)).color(Color::Muted), Color::SurfaceVariant),
        }
    }

    /// Builds the thumbnail of a picture.
    fn thumbnail(&self, entry: &Entry, shared: &Shared, fit: Fit) -> Option<View> {
        let known = matches!(documents::kind(&entry.name), "image/png" | "image/jpeg");
        let file = known.then(|| shared.files.read(&entry.path).ok()).flatten()?;
        Some(View::new(Kind::Picture(self.pictures.of(&file, fit))).id("icon_thumb"))
    }

    /// Builds the bottom bar of a list in which something is picked.
    fn bottom(&self, location: &FilesLocation) -> Option<View> {
        let here = location.folder().is_some();
        let button = |text: &str, id: &str, event: &'static str, enabled: bool| {
            View::button(text, Event::new(event)).id(id).enabled(enabled)
        };
        let cancel = |event| button("CANCEL", "android:id/button2", event, true);
        let space = || View::new(Kind::Space).width(Size::Weight(1.0));
        let row = match location.mode {
            Mode::Browse | Mode::Open => return None,
            Mode::Move => {
                vec![space(), cancel("cancel_transfer"), button("MOVE", "android:id/button1", "transfer", here)]
            }
            Mode::Copy => {
                vec![space(), cancel("cancel_transfer"), button("COPY", "android:id/button1", "transfer", here)]
            }
            Mode::Tree => {
                vec![button("USE THIS FOLDER", "android:id/button1", "use_folder", here).width(Size::Weight(1.0))]
            }
            Mode::Save => {
                let field = View::field("android:id/title", &self.state.form.name, "File name", "name");
                let field = widgets::submits(field, "save").width(Size::Weight(1.0));
                vec![
                    field,
                    button("SAVE", "android:id/button1", "save", here && !self.state.form.name.trim().is_empty()),
                ]
            }
        };
        Some(View::row(row).id("container_save").padding(16.0, 8.0).gap(8.0).background(Color::Surface, 0.0))
    }

    pub(super) fn name_dialog(&self, title: &str, ok: &'static str) -> View {
        let field = View::field("android:id/text1", &self.state.form.name, "Name", "name");
        let buttons = vec![
            View::button("Cancel", Event::new("navigate_up")).id("android:id/button2"),
            View::button("OK", Event::new(ok))
                .id("android:id/button1")
                .enabled(!self.state.form.name.trim().is_empty()),
        ];
        overlays::dialog(title, vec![widgets::submits(field, ok)], buttons)
    }

    pub(super) fn sort_dialog(&self) -> View {
        let names: Vec<String> = Sort::ALL.iter().map(|(_, name)| (*name).to_owned()).collect();
        let chosen = Sort::ALL.iter().position(|(sort, _)| *sort == self.state.sort);
        overlays::choice("Sort by", &names, chosen, "sort")
    }

    pub(super) fn delete_dialog(&self) -> View {
        let selected = &self.state.form.selected;
        let what = match selected.first() {
            Some(path) if selected.len() == 1 => format!("Delete “{}”?", documents::name(path)),
            _ => format!("Delete {} items?", selected.len()),
        };
        overlays::question("", &what, "OK", Event::new("delete"))
    }

    pub(super) fn overwrite_dialog(&self) -> View {
        let what = format!("Overwrite {}?", self.state.form.name);
        overlays::question("", &what, "OK", Event::new("overwrite"))
    }

    /// Builds the details of a file.
    pub(super) fn info(&self, path: &str, shared: &Shared) -> View {
        let mut rows = Vec::new();
        let mut fact = |name: &str, value: String| rows.push(Row::new(name).summary(value).view());
        match shared.files.stat(path) {
            Ok(stat) => {
                let entry = Entry { name: documents::name(path).to_owned(), path: path.to_owned(), stat };
                fact("File name", entry.name.clone());
                let kind = if entry.is_folder() { "Folder" } else { documents::kind(&entry.name) };
                fact("Type", kind.to_owned());
                if !entry.is_folder() {
                    fact("Size", documents::size(entry.stat.size));
                }
                let (day, time) =
                    (clock::full_date(entry.stat.mtime_ms, shared), clock::time(entry.stat.mtime_ms, shared));
                fact("Modified", format!("{day}, {time}"));
                fact("Location", documents::folder(path).to_owned());
                let size = shared.files.read(path).ok().and_then(|file| picture_size(&file));
                if let Some((width, height)) = size {
                    fact("Dimensions", format!("{width} × {height}"));
                }
            }
            Err(error) => rows.push(widgets::empty(Icon::Info, &format!("The file cannot be read: {error}"))),
        }
        widgets::screen(vec![widgets::top_bar("Get info", Vec::new()), View::list("info_list", rows)])
    }
}

/// Builds the path from the root to the location.
fn breadcrumbs(location: &FilesLocation, shared: &Shared) -> View {
    let mut parts = Vec::new();
    let names = std::iter::once(root_label(&location.root, shared)).chain(location.below.iter().cloned());
    for (depth, name) in names.enumerate() {
        let last = depth == location.below.len();
        if depth > 0 {
            parts.push(View::icon(Icon::ChevronRight).color(Color::Muted).width(Size::Dp(18.0)).height(Size::Dp(18.0)));
        }
        // The title already shows the last folder.
        let text = View::text(if last { format!("Files in {name}") } else { name }).id("breadcrumb_text");
        let text = text.text_style(TextStyle::Label).color(if last { Color::OnSurface } else { Color::Muted });
        let text = text.padding(6.0, 16.0).style(|style| style.max_lines = 1);
        parts.push(if last { text } else { text.on_click(Event::with("crumb", location.up_to(depth).route())) });
    }
    // Of a long path, show the end.
    let keep = parts.len().saturating_sub(5);
    View::row(parts.split_off(keep)).id("horizontal_breadcrumb").padding(16.0, 0.0)
}

/// Adds the drawer with the roots over the left side of a screen.
fn with_drawer(screen: View, location: &FilesLocation, shared: &Shared) -> View {
    let mut rows = vec![View::text("Files").text_style(TextStyle::Headline).padding(20.0, 20.0)];
    for root in ROOTS {
        let here = root.name == location.root;
        if root.name == "downloads" {
            rows.push(View::new(Kind::Divider).width(Size::Fill));
        }
        let row =
            Row::new(root_label(root.name, shared)).icon(root.icon).on(Event::with("root", root.name)).id("root_item");
        let free = shared.files.capacity().saturating_sub(shared.files.used());
        let row = if root.name == "storage" { row.summary(format!("{} free", documents::size(free))) } else { row };
        let view = row.view().selected(here);
        rows.push(if here { view.background(Color::PrimaryContainer, 28.0) } else { view });
    }
    let list = View::list("roots_list", rows);
    let drawer = View::column(vec![list]).id("drawer_roots").width(Size::Dp(304.0)).height(Size::Fill);
    let drawer = drawer.background(Color::Surface, 0.0).style(|style| style.elevation = 8.0).padding(8.0, 0.0);
    let beside = View::column(vec![drawer]).height(Size::Fill).description("Hide roots").on_click(Event::new("roots"));
    View::stack(vec![screen, beside]).width(Size::Fill).height(Size::Fill)
}

fn round(inside: View, color: Color) -> View {
    View::stack(vec![inside]).width(Size::Dp(40.0)).height(Size::Dp(40.0)).align(Align::Center).background(color, 20.0)
}

fn icon(entry: &Entry) -> Icon {
    if entry.is_folder() {
        return Icon::Folder;
    }
    let kind = documents::kind(&entry.name);
    match kind.split('/').next() {
        Some("image") => Icon::Gallery,
        Some("video") => Icon::Video,
        Some("audio") => Icon::Music,
        Some("text") => Icon::Document,
        _ if kind.ends_with("package-archive") => Icon::Apps,
        _ => Icon::Document,
    }
}

/// Describes an entry: its modification time, size and type.
fn described(entry: &Entry, shared: &Shared) -> String {
    let day = clock::stamp(entry.stat.mtime_ms, shared);
    if entry.is_folder() {
        return day;
    }
    format!("{day} · {} · {}", documents::size(entry.stat.size), spoken(&entry.name))
}

/// Returns the name of a file type.
fn spoken(name: &str) -> String {
    let ending = documents::ending(name).unwrap_or_default().to_uppercase();
    match documents::kind(name).split('/').next() {
        Some("image") => format!("{ending} image"),
        Some("video") => format!("{ending} video"),
        Some("audio") => format!("{ending} audio"),
        _ if ending.is_empty() => "File".to_owned(),
        _ => format!("{ending} file"),
    }
}
