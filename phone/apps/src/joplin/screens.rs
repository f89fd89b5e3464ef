//! Joplin's screens: the notes of all notebooks or of one, search, the sheet for a new note, settings.

use kit::drawer::{Entry, with_drawer};
use kit::widgets::{self, Row};
use kit::{clock, overlays};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

use super::store::Note;
use super::{COLOR, Joplin};
use crate::notices;

/// The most notebooks in the drawer.
const MOST_NOTEBOOKS: usize = 200;

/// Builds a note's row; a to-do has a leading checkbox.
fn row(note: &Note, shared: &Shared) -> View {
    let title = if note.title.is_empty() { "Untitled" } else { &note.title };
    let mut title = View::text(title).id("note_title").width(Size::Weight(1.0)).style(|style| style.max_lines = 1);
    if note.completed {
        title = title.color(Color::Muted);
    }
    let mut parts = Vec::new();
    if note.is_todo {
        let tick = View::new(Kind::CheckBox { on: note.completed }).id("todo_checkbox").description("To-do");
        let tick = tick.width(Size::Dp(48.0)).height(Size::Dp(48.0));
        parts.push(tick.on_click(Event::with("complete", &note.id)));
    }
    parts.push(title);
    let stamp = View::text(clock::stamp(note.updated_ms, shared)).text_style(TextStyle::Caption).color(Color::Muted);
    parts.push(stamp);
    let row = View::row(parts).id("note").height(Size::Dp(56.0)).gap(8.0).padding(20.0, 4.0);
    row.on_click(Event::with("open", format!("note/{}", note.id)))
}

fn list<'a>(notes: impl Iterator<Item = &'a Note>, nothing: &str, shared: &Shared) -> View {
    let notes: Vec<&Note> = notes.collect();
    let mut rows = Vec::new();
    for note in notes.iter().take(notices::MOST_ROWS) {
        rows.push(row(note, shared));
        rows.push(View::new(Kind::Divider));
    }
    rows.extend(notices::rest(notes.len()));
    if rows.is_empty() {
        rows.push(widgets::empty(Icon::Notebook, nothing));
    } else {
        rows.push(View::new(Kind::Space).height(Size::Dp(88.0)));
    }
    View::list("note_list", rows)
}

/// Builds the sheet that asks for a note or a to-do.
pub(super) fn add() -> View {
    let row = |icon, name: &str, kind: &str| Row::new(name).icon(icon).on(Event::with("new", kind)).view();
    overlays::sheet(vec![row(Icon::TaskBox, "New to-do", "todo"), row(Icon::Notebook, "New note", "note")])
}

impl Joplin {
    /// Builds the notes of a notebook, or all notes.
    pub(super) fn notes(&self, folder: Option<&str>, shared: &Shared) -> View {
        let read = self.store.rows(shared);
        let rows = read.clone().unwrap_or_default();
        let title = folder.map_or("All notes", |id| rows.folder(id).map_or("Notebook", |found| found.title.as_str()));
        let content = match &read {
            Err(error) => View::list("note_list", vec![notices::unreadable(error)]),
            Ok(rows) => {
                let shown = |note: &&Note| {
                    folder.is_none_or(|id| note.folder == id) && !(self.hide_completed && note.completed)
                };
                let mut notes: Vec<&Note> = rows.notes.iter().filter(shown).collect();
                if self.by_title {
                    notes.sort_by_cached_key(|note| note.title.to_lowercase());
                }
                list(notes.into_iter(), "There are currently no notes", shared)
            }
        };
        let menu = View::icon_button(Icon::Menu, "Sidebar", Event::with("drawer", "open"));
        let title = View::text(title).id("header_title").text_style(TextStyle::Title).width(Size::Weight(1.0));
        let mut actions = vec![View::icon_button(Icon::Search, "Search", Event::new("search")).id("search_button")];
        actions.extend(folder.map(|_| widgets::menu_button()));
        let bar = widgets::bar(Some(menu), title, actions);
        let content = widgets::with_fab(content, "add_button", Icon::Add, "Add new", Event::new("add"));
        let screen = widgets::screen(vec![bar, content]);
        let screen = match folder {
            Some(id) => {
                widgets::with_menu(screen, self.menu, vec![("Delete notebook", Event::with("delete_notebook_ask", id))])
            }
            None => screen,
        };
        let mut places =
            vec![Entry::Place(Icon::Notebook, "All notes".to_owned(), Event::with("tab", "notes"), folder.is_none())];
        places.push(Entry::Heading("Notebooks".to_owned()));
        for known in rows.folders.iter().take(MOST_NOTEBOOKS) {
            let open = Event::with("tab", format!("folder/{}", known.id));
            places.push(Entry::Place(Icon::Files, known.title.clone(), open, folder == Some(known.id.as_str())));
        }
        places.push(Entry::Line);
        for (icon, name, route) in
            [(Icon::Add, "New notebook", "notebook"), (Icon::Settings, "Configuration", "config")]
        {
            places.push(Entry::Place(icon, name.to_owned(), Event::with("open", route), false));
        }
        with_drawer(screen, self.drawer, "Joplin", COLOR, places)
    }

    pub(super) fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("search", &self.query, "Search");
        let rows = self.store.rows_or_none(shared);
        let query = self.query.trim();
        let matching = rows.notes.iter().filter(|note| {
            !query.is_empty() && (widgets::matches(&note.title, query) || widgets::matches(&note.body, query))
        });
        let nothing = if query.is_empty() { "Search in titles and notes" } else { "No results" };
        widgets::screen(vec![bar, list(matching, nothing, shared)])
    }

    pub(super) fn name_notebook(&self) -> View {
        let field = widgets::submits(View::field("name", &self.name, "Notebook title", "name"), "make_notebook");
        let cancel = View::button("Cancel", Event::new("navigate_up")).id("android:id/button2");
        let ok = View::button("OK", Event::new("make_notebook")).id("android:id/button1");
        overlays::dialog("New notebook", vec![field], vec![cancel, ok])
    }

    pub(super) fn choose_notebook(&self, id: &str, shared: &Shared) -> View {
        let rows = self.store.rows_or_none(shared);
        let now = rows.note(id).map_or("", |note| note.folder.as_str());
        let choices = rows
            .folders
            .iter()
            .take(MOST_NOTEBOOKS)
            .map(|folder| widgets::radio_row(&folder.title, folder.id == now, Event::with("into", &folder.id)));
        let list = View::list("notebooks", choices.collect()).height(Size::Wrap);
        overlays::dialog("Move to notebook", vec![list], Vec::new())
    }

    pub(super) fn config(&self) -> View {
        let order = |title: &str, by_title: bool| {
            let value = if by_title { "1" } else { "0" };
            widgets::radio_row(title, self.by_title == by_title, Event::with("by_title", value))
        };
        let completed = widgets::switch_row(
            "Show completed to-dos",
            "Those that are ticked stay in the lists",
            !self.hide_completed,
            Event::new("hide_completed"),
        );
        let rows = vec![
            widgets::section("Note list"),
            completed.view(),
            widgets::section("Sort notes by"),
            order("Updated date", false),
            order("Title", true),
            widgets::section("More information"),
            Row::new("Joplin").summary("2.12.3").icon(Icon::Info).view(),
        ];
        widgets::screen(vec![widgets::top_bar("Configuration", Vec::new()), View::list("config", rows)])
    }
}
