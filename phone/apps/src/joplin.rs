//! Joplin (`net.cozic.joplin`): notes in Markdown, in notebooks, some of them to-dos; all in its own database.
//!
//! Routes: `notes` (all of them), `folder/ID`, `note/ID`, `edit/ID` and `edit/new`, `search`, `config`, and over them
//! `add` (a sheet: a note or a to-do), `notebook` (a dialog: name a new one), `move/ID` (a dialog: pick a notebook).
//! The app's own state is the unsaved draft.

mod markdown;
mod note;
mod screens;
mod store;

use kit::widgets;
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Database, DatabaseFile, Effect, Intent, Layer, Manifest, Store};
use state::shared::Shared;
use toolkit::{Event, Icon, View};

use self::store::{Note, Notes};
use crate::notices;

const PACKAGE: &str = "net.cozic.joplin";
const MAIN: &str = ".MainActivity";
const COLOR: (u8, u8, u8) = (16, 113, 212);
/// The longest title and the longest note, in characters.
const LONGEST_TITLE: usize = 500;
const LONGEST_BODY: usize = 1 << 20;

/// The state of Joplin.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Joplin {
    draft: Draft,
    /// The name of the notebook being created.
    name: String,
    query: String,
    hide_completed: bool,
    by_title: bool,
    menu: bool,
    drawer: bool,
    #[serde(skip)]
    store: Store<Notes>,
}

/// The note being edited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Draft {
    folder: String,
    title: String,
    body: String,
    is_todo: bool,
    changed: bool,
}

impl App for Joplin {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Joplin",
            icon: Icon::Notebook,
            color: COLOR,
            version_name: "2.12.3",
            version_code: 2_097_725,
            system: false,
            activities: &[
                Activity { class: MAIN, route: "notes", actions: &[], schemes: &[] },
                Activity {
                    class: ".ShareActivity",
                    route: "edit/new",
                    actions: &["android.intent.action.SEND"],
                    schemes: &["text/plain"],
                },
            ],
            launchable: true,
            permissions: &[],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("folder", id) => self.notes(Some(id), shared),
            ("note", id) => self.note(id, shared),
            ("edit", id) => self.editor(id, shared),
            ("search", _) => self.search(shared),
            ("config", _) => self.config(),
            ("add", _) => screens::add(),
            ("notebook", _) => self.name_notebook(),
            ("move", id) => self.choose_notebook(id, shared),
            _ => self.notes(None, shared),
        }
    }

    fn layer(&self, route: &str) -> Layer {
        match widgets::split(route).0 {
            "add" => Layer::Sheet,
            "notebook" | "move" => Layer::Dialog,
            _ => Layer::Screen,
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (screen, subject) = widgets::split(route);
        let value = event.value.as_str();
        if event.name != "menu" {
            self.menu = false;
        }
        if event.name != "drawer" {
            self.drawer = false;
        }
        match event.name.as_ref() {
            "drawer" => self.drawer = value == "open",
            "menu" => self.menu = value == "open",
            "query" => self.query = notices::cut(value, LONGEST_TITLE),
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("search".to_owned()));
            }
            "name" => self.name = notices::cut(value, LONGEST_TITLE),
            "make_notebook" => self.make_notebook(cx),
            "delete_notebook_ask" => {
                let message = "All notes within this notebook will also be deleted.";
                widgets::ask(cx, "Delete notebook?", message, "OK", Event::with("delete_notebook", value));
            }
            "delete_notebook" => {
                let id = value.to_owned();
                let gone = self.store.change(cx.shared, |database| store::delete_folder(&id, database));
                if notices::saved(gone, cx).is_some() {
                    cx.effects.push(Effect::Replace("notes".to_owned()));
                }
            }
            "add" => self.add(screen, subject, cx),
            "new" => {
                self.draft.is_todo = value == "todo";
                cx.effects.push(Effect::Replace("edit/new".to_owned()));
                cx.effects.push(Effect::Focus("title".to_owned()));
            }
            "title" => (self.draft.title, self.draft.changed) = (notices::cut(value, LONGEST_TITLE), true),
            "body" => (self.draft.body, self.draft.changed) = (notices::cut(value, LONGEST_BODY), true),
            "edit" => self.edit(value, cx),
            "save" => _ = self.save_note(subject, cx),
            "save_and_leave" => {
                if self.save_note(subject, cx) {
                    self.leave(cx);
                }
            }
            "discard" => self.leave(cx),
            "navigate_up" if screen == "edit" => {
                if !self.keep_editing(cx) {
                    self.leave(cx);
                }
            }
            "hide_completed" => self.hide_completed = !self.hide_completed,
            "by_title" => self.by_title = value == "1",
            _ if self.change_note(screen, subject, event, cx) => {}
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        if route != "edit/new" {
            return "notes".to_owned();
        }
        let extra = |name: &str| intent.extra(name).unwrap_or_default();
        let folder = self.store.rows_or_none(cx.shared).folders.first().map(|folder| folder.id.clone());
        self.draft = Draft {
            folder: folder.unwrap_or_default(),
            title: notices::cut(extra("android.intent.extra.SUBJECT"), LONGEST_TITLE),
            body: notices::cut(extra("android.intent.extra.TEXT"), LONGEST_BODY),
            is_todo: false,
            changed: true,
        };
        "edit/new".to_owned()
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        if std::mem::take(&mut self.menu) || std::mem::take(&mut self.drawer) {
            return true;
        }
        widgets::split(route).0 == "edit" && self.keep_editing(cx)
    }

    fn optional(&self) -> bool {
        true
    }

    fn databases(&self) -> &'static [DatabaseFile] {
        &[<Notes as Database>::FILE]
    }

    fn stop(&mut self, _shared: &mut Shared) {
        *self = Self { hide_completed: self.hide_completed, by_title: self.by_title, ..Self::default() };
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Joplin {
    /// Asks which kind of note to create, in the current notebook or the first one.
    fn add(&mut self, screen: &str, subject: &str, cx: &mut Cx<'_>) {
        let rows = self.store.rows_or_none(cx.shared);
        let open = rows.folder(subject).filter(|_| screen == "folder").or(rows.folders.first());
        match open {
            Some(folder) => {
                self.draft = Draft { folder: folder.id.clone(), ..Draft::default() };
                cx.push("add");
            }
            None => cx.toast("Please create a notebook first"),
        }
    }

    fn edit(&mut self, id: &str, cx: &mut Cx<'_>) {
        let rows = self.store.rows_or_none(cx.shared);
        let Some(note) = rows.note(id) else { return };
        self.draft = Draft {
            folder: note.folder.clone(),
            title: note.title.clone(),
            body: note.body.clone(),
            is_todo: note.is_todo,
            changed: false,
        };
        cx.push(format!("edit/{id}"));
    }

    /// Asks for confirmation if there are unsaved changes. Returns whether there are.
    fn keep_editing(&self, cx: &mut Cx<'_>) -> bool {
        if self.draft.changed {
            let button = |text: &str, event| (text.to_owned(), Event::new(event));
            cx.effects.push(Effect::Dialog {
                title: "This note has been modified".to_owned(),
                message: String::new(),
                buttons: vec![button("Discard changes", "discard"), button("Save changes", "save_and_leave")],
            });
        }
        self.draft.changed
    }

    fn leave(&mut self, cx: &mut Cx<'_>) {
        self.draft = Draft::default();
        cx.pop();
    }

    /// Saves the draft. Returns whether it could.
    fn save_note(&mut self, id: &str, cx: &mut Cx<'_>) -> bool {
        let rows = self.store.rows_or_none(cx.shared);
        let known = rows.note(id).cloned();
        let id = if id == "new" { new_id(cx.shared) } else { id.to_owned() };
        let title = match self.draft.title.trim() {
            // As in Joplin, a note without a title is named after its first line.
            "" => self.draft.body.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default(),
            title => title,
        };
        let note = Note {
            id: id.clone(),
            folder: self.draft.folder.clone(),
            title: notices::cut(title.trim_start_matches(['#', ' ']), LONGEST_TITLE),
            body: self.draft.body.clone(),
            is_todo: self.draft.is_todo,
            ..known.unwrap_or_default()
        };
        let saved = self.write(&note, cx);
        if saved {
            self.draft.changed = false;
            cx.effects.push(Effect::HideKeyboard);
            cx.effects.push(Effect::Replace(format!("edit/{id}")));
        }
        saved
    }

    fn write(&self, note: &Note, cx: &mut Cx<'_>) -> bool {
        let now_ms = cx.shared.clock.now_ms;
        let done = self.store.change(cx.shared, |database| store::put(note, now_ms, database));
        notices::saved(done, cx).is_some()
    }

    fn make_notebook(&mut self, cx: &mut Cx<'_>) {
        let title = std::mem::take(&mut self.name).trim().to_owned();
        cx.pop();
        if title.is_empty() {
            return;
        }
        let (id, now_ms) = (new_id(cx.shared), cx.shared.clock.now_ms);
        let made = self.store.change(cx.shared, |database| store::add_folder(&id, &title, now_ms, database));
        if notices::saved(made, cx).is_some() {
            cx.effects.push(Effect::Replace(format!("folder/{id}")));
        }
    }

    /// Handles changes of a note outside the editor: tick, move, convert to a to-do, delete. Returns whether it was
    /// one.
    fn change_note(&mut self, screen: &str, subject: &str, event: &Event, cx: &mut Cx<'_>) -> bool {
        let rows = self.store.rows_or_none(cx.shared);
        let (value, id) = (event.value.as_str(), if screen == "move" { subject } else { event.value.as_str() });
        let change = |note: &mut Note| match event.name.as_ref() {
            "complete" => note.completed = !note.completed,
            "convert" => (note.is_todo, note.completed) = (!note.is_todo, false),
            "into" => value.clone_into(&mut note.folder),
            _ => {}
        };
        match event.name.as_ref() {
            "complete" | "convert" | "into" => {
                if let Some(mut note) = rows.note(id).cloned() {
                    change(&mut note);
                    self.write(&note, cx);
                }
                if screen == "move" {
                    cx.pop();
                }
            }
            "tick" => {
                let known = rows.note(subject).cloned();
                if let (Some(mut note), Ok(line)) = (known, value.parse()) {
                    note.body = markdown::toggled(&note.body, line);
                    self.write(&note, cx);
                }
            }
            "delete_ask" => widgets::ask(cx, "Delete note?", "", "OK", Event::with("delete", value)),
            "delete" => {
                let id = value.to_owned();
                let gone = self.store.change(cx.shared, |database| store::delete(&id, database));
                if notices::saved(gone, cx).is_some() {
                    cx.pop();
                }
            }
            "share" => {
                let Some(note) = rows.note(value) else { return true };
                let text = format!("{}\n\n{}", note.title, note.body);
                let extras = vec![("android.intent.extra.TEXT".to_owned(), text)];
                let (action, kind) = (Some("android.intent.action.SEND".to_owned()), Some("text/plain".to_owned()));
                cx.effects.push(Effect::Start(Intent { action, kind, extras, ..Intent::default() }));
            }
            _ => return false,
        }
        true
    }
}

/// Returns a unique id: 32 digits, as Joplin's are.
fn new_id(shared: &mut Shared) -> String {
    let number = shared.new_id().unsigned_abs();
    let time = shared.clock.now_ms.unsigned_abs();
    format!("{:016x}{:016x}", time.wrapping_mul(0x9E37_79B9_7F4A_7C15), number.wrapping_mul(0xBF58_476D_1CE4_E5B9))
}
