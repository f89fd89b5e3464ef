//! Keep (`com.google.android.keep`): a grid of coloured notes, pinned ones first, an editor with a title and a text or
//! a checklist, search, archive and bin.
//!
//! Routes: `notes`, `archive`, `bin`, `search`, `note/ID`, `colour/ID`. The notes are the app's own state. An empty
//! note is discarded when it is left.

use kit::{clock, overlays, widgets};
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Kind, Size, TextStyle, View};

const PACKAGE: &str = "com.google.android.keep";
const BROWSE: &str = ".activities.BrowseActivity";
const EDITOR: &str = ".activities.EditorActivity";
/// The longest note, in characters, and the most notes.
const LONGEST: usize = 20_000;
const MOST: usize = 5_000;
/// The number of notes shown at first, and added each time the end comes near.
const PAGE: usize = 40;

/// Red, green, blue.
type Rgb = (u8, u8, u8);

/// The colours of notes: name, light and dark.
const COLOURS: &[(&str, Rgb, Rgb)] = &[
    ("Default", (0, 0, 0), (0, 0, 0)),
    ("Coral", (250, 175, 168), (110, 40, 44)),
    ("Sand", (255, 244, 117), (108, 92, 20)),
    ("Mint", (226, 246, 211), (40, 78, 46)),
    ("Fog", (212, 228, 237), (38, 60, 78)),
    ("Dusk", (211, 191, 219), (72, 46, 92)),
];

/// The state of Keep.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Keep {
    /// Newest first.
    notes: Vec<Note>,
    query: String,
    menu: bool,
    /// The number of notes shown.
    shown: usize,
}

/// A note.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Note {
    id: i64,
    title: String,
    text: String,
    /// The items, if it is a checklist.
    items: Vec<Item>,
    is_list: bool,
    pinned: bool,
    place: NoteFolder,
    colour: usize,
    changed: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Item {
    text: String,
    done: bool,
}

/// The folder of a note.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum NoteFolder {
    #[default]
    Notes,
    Archive,
    Bin,
}

impl Note {
    fn is_empty(&self) -> bool {
        self.title.trim().is_empty()
            && self.text.trim().is_empty()
            && self.items.iter().all(|item| item.text.trim().is_empty())
    }

    fn matches(&self, query: &str) -> bool {
        let items = self.items.iter().map(|item| item.text.as_str());
        [self.title.as_str(), self.text.as_str()].into_iter().chain(items).any(|text| widgets::matches(text, query))
    }
}

impl App for Keep {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Keep Notes",
            icon: Icon::Edit,
            color: (251, 188, 4),
            version_name: "5.24.032.01.90",
            version_code: 217_103_960,
            system: false,
            activities: &[
                Activity { class: BROWSE, route: "notes", actions: &[], schemes: &[] },
                Activity { class: EDITOR, route: "notes", actions: &[], schemes: &[] },
                Activity {
                    class: ".activities.ShareReceiverActivity",
                    route: "share",
                    actions: &["android.intent.action.SEND"],
                    schemes: &["text/plain"],
                },
            ],
            launchable: true,
            permissions: &[],
        }
    }

    fn optional(&self) -> bool {
        true
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("note", id) => self.editor(id, shared),
            ("colour", id) => self.colours(id),
            ("search", _) => self.search(shared),
            ("archive", _) => self.shelf("Archive", NoteFolder::Archive, "Your archived notes appear here", shared),
            ("bin", _) => self.shelf("Deleted", NoteFolder::Bin, "No notes in Recycle Bin", shared),
            _ => self.browse(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let id: i64 = widgets::split(route).1.parse().unwrap_or(0);
        let value: String = event.value.chars().take(LONGEST).collect();
        self.menu = event.name == "menu" && event.value == "open";
        match event.name.as_ref() {
            "new" => self.create(event.value == "list", cx),
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("open_search_view_edit_text".to_owned()));
            }
            "query" => self.query = value,
            "more" => self.shown = self.shown.max(PAGE) + PAGE,
            "empty_bin" => self.notes.retain(|note| note.place != NoteFolder::Bin),
            "item_ticked" | "item_gone" | "item_text" | "item_add" => self.change_item(id, &event.name, &value, cx),
            name if name.starts_with("item_text_") => {
                let place = name.trim_start_matches("item_text_").to_owned();
                self.change_item(id, "item_text", &format!("{place}/{value}"), cx);
            }
            "title" => self.change(id, cx, |note| note.title = value),
            "text" => self.change(id, cx, |note| note.text = value),
            "pin" => self.change(id, cx, |note| note.pinned = !note.pinned),
            "colour" => {
                let colour = value.parse().unwrap_or(0);
                self.change(id, cx, |note| note.colour = colour);
                cx.pop();
            }
            "archive" => self.move_to(id, NoteFolder::Archive, "Note archived", cx),
            "unarchive" => self.move_to(id, NoteFolder::Notes, "Note unarchived", cx),
            "delete" => self.move_to(id, NoteFolder::Bin, "Note moved to bin", cx),
            "restore" => self.move_to(id, NoteFolder::Notes, "Note restored", cx),
            "navigate_up" => {
                self.forget_empty();
                cx.pop();
            }
            _ => _ = widgets::navigate(event, cx),
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        if self.notes.is_empty() && self.shown == 0 {
            self.notes = first_notes(cx.shared);
        }
        self.shown = self.shown.max(PAGE);
        if route == "share" { self.take(intent, cx) } else { route.to_owned() }
    }

    fn back(&mut self, route: &str, _cx: &mut Cx<'_>) -> bool {
        let open = std::mem::take(&mut self.menu);
        if route.starts_with("note/") && !open {
            self.forget_empty();
        }
        open
    }

    fn layer(&self, route: &str) -> Layer {
        if route.starts_with("colour/") { Layer::Sheet } else { Layer::Screen }
    }

    fn class_of(&self, route: &str) -> &'static str {
        if route.starts_with("note/") { EDITOR } else { BROWSE }
    }

    fn stop(&mut self, _shared: &mut Shared) {
        self.query.clear();
        self.menu = false;
        self.forget_empty();
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
        self.notes.truncate(MOST);
    }
}

/// The notes at the first start.
fn first_notes(shared: &Shared) -> Vec<Note> {
    let item = |text: &str, done: bool| Item { text: text.to_owned(), done };
    let ago = |hours: i64| shared.clock.now_ms.saturating_sub(hours * 3_600_000);
    vec![
        Note {
            id: 1,
            title: "Groceries".to_owned(),
            items: vec![item("Olive oil", false), item("Tomatoes", false), item("Bread", true)],
            is_list: true,
            pinned: true,
            colour: 3,
            changed: ago(5),
            ..Note::default()
        },
        Note {
            id: 2,
            title: "Wi-Fi at the cabin".to_owned(),
            text: "Network: pinewood\nAsk Jo for the password".to_owned(),
            changed: ago(60),
            ..Note::default()
        },
        Note {
            id: 3,
            text: "Book idea: the lighthouse keeper's daughter".to_owned(),
            colour: 2,
            changed: ago(200),
            ..Note::default()
        },
    ]
}

impl Keep {
    fn note(&self, id: &str) -> Option<&Note> {
        self.notes.iter().find(|note| note.id.to_string() == id)
    }

    fn change(&mut self, id: i64, cx: &Cx<'_>, change: impl FnOnce(&mut Note)) {
        if let Some(note) = self.notes.iter_mut().find(|note| note.id == id) {
            change(note);
            note.changed = cx.shared.clock.now_ms;
        }
    }

    fn change_item(&mut self, id: i64, name: &str, value: &str, cx: &mut Cx<'_>) {
        let (place, text) = value.split_once('/').unwrap_or((value, ""));
        let place: usize = place.parse().unwrap_or(usize::MAX);
        self.change(id, cx, |note| {
            if name == "item_add" && note.items.len() < 500 {
                note.items.push(Item::default());
            } else if name == "item_gone" && place < note.items.len() {
                note.items.remove(place);
            } else if let Some(item) = note.items.get_mut(place) {
                match name {
                    "item_ticked" => item.done = !item.done,
                    "item_text" => text.clone_into(&mut item.text),
                    _ => {}
                }
            }
        });
        if name == "item_add" {
            let last =
                self.notes.iter().find(|note| note.id == id).map_or(0, |note| note.items.len().saturating_sub(1));
            cx.effects.push(Effect::Focus(format!("description_{last}")));
        }
    }

    fn create(&mut self, is_list: bool, cx: &mut Cx<'_>) {
        if self.notes.len() >= MOST {
            return cx.toast("There are too many notes");
        }
        let (id, changed) = (cx.shared.new_id(), cx.shared.clock.now_ms);
        let items = if is_list { vec![Item::default()] } else { Vec::new() };
        self.notes.insert(0, Note { id, is_list, items, changed, ..Note::default() });
        cx.push(format!("note/{id}"));
        let field = if is_list { "description_0" } else { "edit_note_text" };
        cx.effects.push(Effect::Focus(field.to_owned()));
    }

    /// Creates a note from another app's shared content. Returns its route.
    fn take(&mut self, intent: &Intent, cx: &mut Cx<'_>) -> String {
        if self.notes.len() >= MOST {
            cx.toast("There are too many notes");
            return "notes".to_owned();
        }
        let given = |name: &str| intent.extra(name).unwrap_or_default().chars().take(LONGEST).collect::<String>();
        let (title, text) = (given("android.intent.extra.SUBJECT"), given("android.intent.extra.TEXT"));
        let (id, changed) = (cx.shared.new_id(), cx.shared.clock.now_ms);
        self.notes.insert(0, Note { id, title, text, changed, ..Note::default() });
        format!("note/{id}")
    }

    fn move_to(&mut self, id: i64, folder: NoteFolder, said: &str, cx: &mut Cx<'_>) {
        self.change(id, cx, |note| (note.place, note.pinned) = (folder, false));
        cx.toast(said);
        cx.pop();
    }

    fn forget_empty(&mut self) {
        self.notes.retain(|note| !note.is_empty());
    }

    /// Returns the notes of a folder, pinned ones first, then newest first.
    fn of(&self, folder: NoteFolder) -> Vec<&Note> {
        let mut notes: Vec<&Note> = self.notes.iter().filter(|note| note.place == folder).collect();
        notes.sort_by_key(|note| std::cmp::Reverse((note.pinned, note.changed, note.id)));
        notes
    }

    fn browse(&self, shared: &Shared) -> View {
        let dark = shared.settings.is_dark();
        let notes = self.of(NoteFolder::Notes);
        let mut rows = vec![widgets::search_button("search_actionbar_query_text", "Search your notes")];
        let total = notes.len();
        let (pinned, others): (Vec<&Note>, Vec<&Note>) =
            notes.into_iter().take(self.shown.max(PAGE)).partition(|note| note.pinned);
        if !pinned.is_empty() {
            rows.push(widgets::section("Pinned"));
            rows.push(grid("pinned", pinned, dark));
            rows.push(widgets::section("Others"));
        }
        rows.push(grid("others", others, dark));
        if total == 0 {
            rows.push(widgets::empty(Icon::Edit, "Notes you add appear here"));
        }
        let list_button = View::icon_button(Icon::Check, "New list", Event::with("new", "list")).id("new_list_button");
        let archive = View::icon_button(Icon::Storage, "Archive", Event::with("open", "archive")).id("drawer_archive");
        let bin = View::icon_button(Icon::Delete, "Deleted", Event::with("open", "bin")).id("drawer_trash");
        let foot = View::row(vec![list_button, archive, bin]).padding(8.0, 4.0).background(Color::Surface, 0.0);
        let list = View::list("notes_list", rows).on_end("more");
        let content =
            widgets::with_fab(list, "new_note_button", Icon::Add, "Create a note", Event::with("new", "text"));
        widgets::screen(vec![content, foot])
    }

    fn shelf(&self, title: &str, folder: NoteFolder, empty: &str, shared: &Shared) -> View {
        let dark = shared.settings.is_dark();
        let notes = self.of(folder);
        let mut actions = Vec::new();
        if folder == NoteFolder::Bin && !notes.is_empty() {
            actions.push(View::button("Empty bin", Event::new("empty_bin")).id("menu_empty_trash"));
        }
        let rows = if notes.is_empty() {
            vec![widgets::empty(Icon::Storage, empty)]
        } else {
            vec![grid("others", notes, dark)]
        };
        widgets::screen(vec![widgets::top_bar(title, actions), View::list("notes_list", rows)])
    }

    fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("open_search_view_edit_text", &self.query, "Search your notes");
        let mut rows = Vec::new();
        if !self.query.trim().is_empty() {
            let found: Vec<&Note> =
                self.of(NoteFolder::Notes).into_iter().filter(|note| note.matches(&self.query)).collect();
            match found.is_empty() {
                true => rows.push(widgets::empty(Icon::Search, "No matching notes")),
                false => rows.push(grid("others", found.into_iter().take(100).collect(), shared.settings.is_dark())),
            }
        }
        widgets::screen(vec![bar, View::list("search_results", rows)])
    }

    fn editor(&self, id: &str, shared: &Shared) -> View {
        let Some(note) = self.note(id) else {
            let gone = widgets::empty(Icon::Edit, "This note no longer exists");
            return widgets::screen(vec![widgets::top_bar("", Vec::new()), gone]);
        };
        let button = |icon, words: &str, event: &'static str| View::icon_button(icon, words, Event::new(event));
        let pin =
            button(Icon::Star, if note.pinned { "Unpin" } else { "Pin" }, "pin").id("menu_pin").selected(note.pinned);
        let mut actions = vec![pin];
        match note.place {
            NoteFolder::Notes => actions.push(button(Icon::Storage, "Archive", "archive").id("menu_archive")),
            NoteFolder::Archive => actions.push(button(Icon::Storage, "Unarchive", "unarchive").id("menu_unarchive")),
            NoteFolder::Bin => actions = vec![button(Icon::Refresh, "Restore", "restore").id("menu_restore")],
        }
        let plain = |mut field: View| {
            if let Kind::Field { multiline, .. } = &mut field.kind {
                *multiline = true;
            }
            field.background(Color::Transparent, 0.0)
        };
        let title = View::field("editable_title", &note.title, "Title", "title").background(Color::Transparent, 0.0);
        let mut rows = vec![title.text_style(TextStyle::Headline)];
        if note.is_list {
            rows.extend(note.items.iter().enumerate().map(|(place, item)| line(place, item)));
            let add = widgets::Row::new("List item").icon(Icon::Add).on(Event::new("item_add"));
            rows.push(add.id("add_item_button").view());
        } else {
            rows.push(plain(View::field("edit_note_text", &note.text, "Note", "text")));
        }
        let colour =
            View::icon_button(Icon::Sun, "Colour", Event::with("open", format!("colour/{id}"))).id("colour_button");
        let edited = View::text(format!("Edited {}", clock::stamp(note.changed, shared))).id("edited");
        let edited = edited.text_style(TextStyle::Caption).color(Color::Muted).width(Size::Weight(1.0));
        let mut foot = vec![colour, edited];
        if note.place != NoteFolder::Bin {
            foot.push(View::icon_button(Icon::Delete, "Delete", Event::new("delete")).id("menu_delete"));
        }
        let foot = View::row(foot).padding(8.0, 4.0);
        let screen = widgets::screen(vec![widgets::top_bar("", actions), View::list("editor_list", rows), foot]);
        match colour_of(note, shared.settings.is_dark()) {
            Some(color) => screen.background(color, 0.0),
            None => screen,
        }
    }

    fn colours(&self, id: &str) -> View {
        let chosen = self.note(id).map_or(0, |note| note.colour);
        let rows = COLOURS.iter().enumerate().map(|(place, (name, ..))| {
            widgets::radio_row(name, place == chosen, Event::with("colour", place.to_string()))
        });
        overlays::sheet(std::iter::once(widgets::section("Colour")).chain(rows).collect())
    }
}

fn colour_of(note: &Note, dark: bool) -> Option<Color> {
    let (_, light, shade) = COLOURS.get(note.colour).filter(|_| note.colour > 0)?;
    let (red, green, blue) = if dark { *shade } else { *light };
    Some(Color::Rgb(red, green, blue))
}

fn grid(id: &str, notes: Vec<&Note>, dark: bool) -> View {
    let cards = notes.into_iter().map(|note| card(note, dark)).collect();
    View::new(Kind::Grid { columns: 2 }).children(cards).id(id).width(Size::Fill).gap(8.0).padding(12.0, 4.0)
}

fn card(note: &Note, dark: bool) -> View {
    let mut inside = Vec::new();
    if !note.title.is_empty() {
        let title = View::text(&note.title).id("index_note_title").text_style(TextStyle::Title);
        inside.push(title.style(|style| style.max_lines = 2));
    }
    if note.is_list {
        for item in note.items.iter().take(5) {
            let tick = View::new(Kind::CheckBox { on: item.done }).width(Size::Dp(20.0)).height(Size::Dp(20.0));
            let text = View::text(&item.text).id("index_note_text_line").text_style(TextStyle::BodySmall);
            let text = text.width(Size::Weight(1.0)).style(|style| style.max_lines = 1);
            inside.push(View::row(vec![tick.enabled(false), text]).gap(8.0));
        }
    } else if !note.text.is_empty() {
        let text = View::text(&note.text).id("index_note_text_description").text_style(TextStyle::BodySmall);
        inside.push(text.style(|style| style.max_lines = 6));
    }
    let name = if note.title.is_empty() { note.text.lines().next().unwrap_or("Note") } else { &note.title };
    View::column(inside)
        .id("browse_note_interior_content")
        .description(&format!("{name}. "))
        .padding(16.0, 16.0)
        .gap(6.0)
        .background(colour_of(note, dark).unwrap_or(Color::Surface), 14.0)
        .style(|style| style.elevation = 1.0)
        .on_click(Event::with("open", format!("note/{}", note.id)))
}

/// Builds a line of a checklist: its checkbox, its text, and a delete button.
fn line(place: usize, item: &Item) -> View {
    const CHANGES: [&str; 16] = [
        "item_text_0",
        "item_text_1",
        "item_text_2",
        "item_text_3",
        "item_text_4",
        "item_text_5",
        "item_text_6",
        "item_text_7",
        "item_text_8",
        "item_text_9",
        "item_text_10",
        "item_text_11",
        "item_text_12",
        "item_text_13",
        "item_text_14",
        "item_text_15",
    ];
    let tick = View::new(Kind::CheckBox { on: item.done }).id("checkbox").description(if item.text.is_empty() {
        "List item"
    } else {
        &item.text
    });
    let tick =
        tick.on_click(Event::with("item_ticked", place.to_string())).width(Size::Dp(48.0)).height(Size::Dp(48.0));
    let text = match CHANGES.get(place) {
        Some(name) => View::field(&format!("description_{place}"), &item.text, "List item", name)
            .background(Color::Transparent, 0.0),
        // Lines beyond the editable ones can only be ticked.
        None => View::text(&item.text).id("description"),
    };
    let gone =
        View::icon_button(Icon::Close, &format!("Delete {}", item.text), Event::with("item_gone", place.to_string()));
    View::row(vec![tick, text.width(Size::Weight(1.0)), gone]).padding(8.0, 2.0)
}
