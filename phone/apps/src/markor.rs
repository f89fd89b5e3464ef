//! Markor (`net.gsantner.markor`): notes as plain files below `/sdcard/Documents/Markor`.
//!
//! Routes: `files/PATH` (a folder, its path from there), `note/PATH`, `view/PATH` (the same, read-only), `todo` and
//! `quicknote` (the two notes with tabs of their own), `more`, and as dialogs over a folder `new`, `kind`, `template`,
//! `delete`, `rename`, `choose`, `sort`. The files are the source of truth: a pushed note is listed, a removed one is
//! gone. Edits are written on saving and on leaving the note; until then they are the app's own state.

mod dialogs;
mod disk;
mod render;
mod screens;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use kit::{icons, widgets};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::shared::Shared;
use toolkit::{Event, View};

const PACKAGE: &str = "net.gsantner.markor";
const MAIN: &str = ".activity.MainActivity";
const DOCUMENT: &str = ".activity.DocumentActivity";
const SHARE: &str = ".activity.openeditor.OpenShareIntoActivity";
/// The folder of the notes.
const HOME: &str = "/storage/emulated/0/Documents/Markor";
/// The notes with tabs of their own.
const TODO: &str = "todo.txt";
const QUICK_NOTE: &str = "quicknote.md";
/// The longest note that is opened, in bytes.
const LONGEST: usize = 1 << 20;
/// The longest name of a note, in characters.
const LONGEST_NAME: usize = 120;

/// The state of Markor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Markor {
    form: Form,
    /// The search query in a folder; `None` while not searching.
    query: Option<String>,
    /// The selection in a folder: paths below [`HOME`].
    selected: BTreeSet<String>,
    /// Whether the menu is open.
    menu: bool,
    settings: Preferences,
}

/// The unsaved input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    /// The note's text, and whether it differs from the file.
    text: String,
    changed: bool,
    /// The name of a new note or folder, or the new name of an existing one.
    name: String,
    /// The extension of a new note.
    extension: String,
    /// The kind and the template of a new note, as indices.
    kind: usize,
    template: usize,
    /// Its folder, relative to [`HOME`].
    folder: String,
    /// Its initial text, if a text was shared.
    begin: String,
    /// The destination folder of the selection, and whether to copy instead of move.
    target: String,
    copies: bool,
}

/// The user's preferences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Preferences {
    sort: Sort,
    reverse: bool,
    folders_first: bool,
    hidden: bool,
    /// Whether notes open in view mode.
    view_first: bool,
}

/// The sort order of a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Sort {
    #[default]
    Name,
    Date,
    Size,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { sort: Sort::Name, reverse: false, folders_first: true, hidden: false, view_first: false }
    }
}

impl App for Markor {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Markor",
            icon,
            color,
            version_name: "2.11.1",
            version_code: 151,
            system: false,
            activities: &[
                Activity { class: MAIN, route: "files", actions: &[], schemes: &[] },
                Activity {
                    class: DOCUMENT,
                    route: "note",
                    actions: &["android.intent.action.VIEW", "android.intent.action.EDIT"],
                    schemes: &["text/plain", "text/markdown"],
                },
                Activity { class: SHARE, route: "share", actions: &["android.intent.action.SEND"], schemes: &[] },
                Activity {
                    class: ".activity.QuickNoteActivity",
                    route: "new",
                    actions: &["android.intent.action.CREATE_NOTE", "com.google.android.gms.actions.CREATE_NOTE"],
                    schemes: &[],
                },
            ],
            launchable: true,
            permissions: &["android.permission.WRITE_EXTERNAL_STORAGE"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("note", below) => self.note(below, false),
            ("view", below) => self.note(below, true),
            ("todo", _) => self.note_tab("todo", TODO),
            ("quicknote", _) => self.note_tab("quicknote", QUICK_NOTE),
            ("more", _) => self.more(),
            ("new" | "share", _) => self.new_file(),
            ("kind", _) => self.kinds(),
            ("template", _) => self.templates(),
            ("delete", _) => self.delete_question(),
            ("rename", _) => self.rename_form(),
            ("choose", _) => self.folder_chooser(shared),
            ("sort", _) => self.sort_choice(),
            (_, below) => self.folder(below, shared),
        }
    }

    fn layer(&self, route: &str) -> Layer {
        match widgets::split(route).0 {
            "new" | "kind" | "template" | "delete" | "rename" | "choose" | "sort" => Layer::Dialog,
            _ => Layer::Screen,
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (screen, below) = widgets::split(route);
        self.menu = event.name == "menu" && event.value == "open";
        match screen {
            "note" | "view" => self.note_event(screen, below, event, cx),
            "todo" => self.note_event(screen, TODO, event, cx),
            "quicknote" => self.note_event(screen, QUICK_NOTE, event, cx),
            "files" | "more" => self.folder_event(below, event, cx),
            _ => self.dialog_event((screen, below), event, cx),
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        let now = cx.shared.clock.now_ms;
        _ = cx.shared.files.make_dirs(HOME, now);
        (self.menu, self.query) = (false, None);
        self.selected.clear();
        if route == "note" {
            return self.given(intent, cx).unwrap_or_else(|| "files".to_owned());
        }
        if !matches!(route, "share" | "new") {
            return "files".to_owned();
        }
        let extra = |name: &str| intent.extra(name).unwrap_or_default();
        let first = |names: &[&str]| {
            names.iter().map(|name| extra(name)).find(|text| !text.trim().is_empty()).unwrap_or_default()
        };
        // A shared text uses Android's extras, a requested note those of Google's `NoteIntents`.
        let begin = disk::cut(first(&["android.intent.extra.TEXT", "com.google.android.gms.actions.extra.TEXT"]));
        let title = first(&[
            "android.intent.extra.TITLE",
            "android.intent.extra.SUBJECT",
            "com.google.android.gms.actions.extra.NAME",
        ]);
        self.form = Form { name: disk::file_name(title), begin, ..dialogs::fresh() };
        "new".to_owned()
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        if std::mem::take(&mut self.menu) {
            return true;
        }
        match widgets::split(route) {
            ("note", below) => self.write(below, cx),
            ("todo", _) => self.write(TODO, cx),
            ("quicknote", _) => self.write(QUICK_NOTE, cx),
            ("files", _) if !self.selected.is_empty() => {
                self.selected.clear();
                return true;
            }
            ("files", _) if self.query.is_some() => {
                self.query = None;
                return true;
            }
            _ => {}
        }
        false
    }

    fn needs(&self, _route: &str) -> &'static [&'static str] {
        &["android.permission.WRITE_EXTERNAL_STORAGE"]
    }

    fn folders(&self) -> &'static [&'static str] {
        &[HOME]
    }

    fn class_of(&self, route: &str) -> &'static str {
        if matches!(widgets::split(route).0, "note" | "view") { DOCUMENT } else { MAIN }
    }

    fn stop(&mut self, _shared: &mut Shared) {
        *self = Self { settings: std::mem::take(&mut self.settings), ..Self::default() };
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Markor {
    /// Handles an event in a folder or on the settings page.
    fn folder_event(&mut self, below: &str, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "search" => {
                self.query = Some(String::new());
                cx.effects.push(Effect::Focus("search_src_text".to_owned()));
            }
            "query" => self.query = Some(event.value.clone()),
            "navigate_up" if self.query.is_some() => self.query = None,
            "select" => self.select(&event.value),
            "folder" | "note" if !self.selected.is_empty() => self.select(&event.value),
            "folder" => {
                self.query = None;
                cx.push(format!("files/{}", event.value));
            }
            "note" => self.open(&event.value, cx),
            "unselect" => self.selected.clear(),
            "select_all" => {
                let entries = disk::entries(below, &self.settings, cx.shared);
                self.selected = entries.into_iter().map(|entry| disk::join(below, &entry.name)).collect();
            }
            "add" => {
                self.form = Form { folder: below.to_owned(), ..dialogs::fresh() };
                cx.push("new");
                cx.effects.push(Effect::Focus(dialogs::NAME.to_owned()));
            }
            "rename" => {
                let Some(place) = self.selected.first() else { return };
                let name = disk::name_of(place).to_owned();
                self.form = Form { name, ..Form::default() };
                cx.push("rename");
                cx.effects.push(Effect::Focus(dialogs::NEW_NAME.to_owned()));
            }
            "move" | "copy" => {
                self.form = Form { copies: event.name == "copy", ..Form::default() };
                cx.push("choose");
            }
            "share" => {
                let place = self.selected.first().cloned().unwrap_or_default();
                self.selected.clear();
                match disk::read(&place, cx.shared) {
                    Ok(text) => share(&text, disk::name_of(&place), cx),
                    Err(problem) => cx.toast(problem),
                }
            }
            "tab" => self.open_tab(&event.value, cx),
            "set_hidden" => self.settings.hidden = !self.settings.hidden,
            "set_folders_first" => self.settings.folders_first = !self.settings.folders_first,
            "set_view_first" => self.settings.view_first = !self.settings.view_first,
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    /// Handles an event in a note.
    fn note_event(&mut self, screen: &str, below: &str, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "text" => (self.form.text, self.form.changed) = (disk::cut(&event.value), true),
            "save" => {
                self.write(below, cx);
                if !self.form.changed {
                    cx.toast("Saved");
                }
            }
            "mode" => {
                self.write(below, cx);
                cx.effects.push(Effect::HideKeyboard);
                let other = if screen == "view" { "note" } else { "view" };
                cx.effects.push(Effect::Replace(format!("{other}/{below}")));
            }
            "reload" => match disk::read(below, cx.shared) {
                Ok(text) => (self.form.text, self.form.changed) = (text, false),
                Err(problem) => cx.toast(problem),
            },
            "delete_ask" => {
                self.selected = std::iter::once(below.to_owned()).collect();
                cx.push("delete/note");
            }
            "share" => {
                self.write(below, cx);
                share(&self.form.text, disk::name_of(below), cx);
            }
            "tab" => {
                self.write(below, cx);
                self.open_tab(&event.value, cx);
            }
            "navigate_up" => {
                self.write(below, cx);
                cx.pop();
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    /// Toggles the selection of a path.
    fn select(&mut self, place: &str) {
        if !self.selected.remove(place) {
            self.selected.insert(place.to_owned());
        }
    }

    /// Opens a note with the contents of its file.
    fn open(&mut self, below: &str, cx: &mut Cx<'_>) {
        match disk::read(below, cx.shared) {
            Ok(text) => {
                self.form = Form { text, ..Form::default() };
                let mode = if self.settings.view_first { "view" } else { "note" };
                cx.push(format!("{mode}/{below}"));
            }
            Err(problem) => cx.toast(problem),
        }
    }

    /// Returns the route of the file that another app wants opened, if it is one of the notes.
    fn given(&mut self, intent: &Intent, cx: &mut Cx<'_>) -> Option<String> {
        let data = widgets::unescape(&intent.data.as_deref()?.strip_prefix("file://")?.replace('+', "%2B"));
        let path = data.replacen("/sdcard/", "/storage/emulated/0/", 1);
        let below = path.strip_prefix(HOME)?.trim_start_matches('/').to_owned();
        let text = disk::read(&below, cx.shared).ok()?;
        self.form = Form { text, ..Form::default() };
        Some(format!("note/{below}"))
    }

    /// Shows a tab; a note's tab shows its file, or is empty if the file does not exist yet.
    fn open_tab(&mut self, tab: &str, cx: &mut Cx<'_>) {
        let note = match tab {
            "todo" => Some(TODO),
            "quicknote" => Some(QUICK_NOTE),
            _ => None,
        };
        if let Some(note) = note {
            self.form = Form { text: disk::read(note, cx.shared).unwrap_or_default(), ..Form::default() };
        }
        cx.effects.push(Effect::Replace(tab.to_owned()));
    }

    /// Writes the edited text to the note's file. An unchanged note is not written, so that its timestamps stay.
    fn write(&mut self, below: &str, cx: &mut Cx<'_>) {
        if !std::mem::take(&mut self.form.changed) {
            return;
        }
        let now = cx.shared.clock.now_ms;
        let Some(path) = disk::path(below) else { return };
        if let Err(error) = cx.shared.files.write(&path, self.form.text.clone().into_bytes(), now) {
            self.form.changed = true;
            cx.toast(format!("Cannot save: {error}"));
        }
    }
}

/// Shares a text.
fn share(text: &str, title: &str, cx: &mut Cx<'_>) {
    let extras = [("android.intent.extra.TEXT", text), ("android.intent.extra.SUBJECT", title)]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    cx.effects.push(Effect::Start(Intent {
        action: Some("android.intent.action.SEND".to_owned()),
        kind: Some("text/plain".to_owned()),
        extras: extras.to_vec(),
        ..Intent::default()
    }));
}
