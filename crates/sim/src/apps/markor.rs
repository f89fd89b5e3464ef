//! Markor (`net.gsantner.markor`): notes as plain files below `/sdcard/Documents/markor`.
//!
//! Routes: `files/PATH` (a folder, its path from there), `note/PATH`, `new`. The files are the truth: a note
//! that was pushed is listed, one that was removed is gone. What is typed is written when it is saved, when the
//! note is left, and when another app shares a text; until then it is state of this app.

mod screens;

use serde::{Deserialize, Serialize};

use super::{icons, widgets};
use crate::app::{Activity, App, Cx, Effect, Intent, Manifest};
use crate::calendar;
use crate::files::Kind;
use crate::shared::Shared;
use crate::ui::{Event, View};

const PACKAGE: &str = "net.gsantner.markor";
const MAIN: &str = ".activity.MainActivity";
const DOCUMENT: &str = ".activity.DocumentActivity";
const SHARE: &str = ".activity.openeditor.OpenShareIntoActivity";
/// Where the notes are.
const HOME: &str = "/storage/emulated/0/Documents/markor";
/// The longest note that is opened, in bytes.
const LONGEST: usize = 1 << 20;
/// The longest name of a note, in characters.
const LONGEST_NAME: usize = 120;

/// The state of Markor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Markor {
    form: Form,
    query: String,
}

/// What is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    /// The note's text, and whether it differs from the file.
    text: String,
    changed: bool,
    /// The name of a new note or folder.
    name: String,
    /// The folder it comes into, from [`HOME`].
    folder: String,
    /// What it begins with: a text that was shared.
    begin: String,
}

/// The path of a file or folder below the notes; none if it would lead out of them.
fn path(below: &str) -> Option<String> {
    let parts: Vec<&str> = below.split('/').filter(|part| !part.is_empty()).collect();
    let fine = parts.iter().all(|part| !matches!(*part, "." | ".."));
    fine.then(|| std::iter::once(HOME).chain(parts).collect::<Vec<_>>().join("/"))
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
                Activity { class: DOCUMENT, route: "note", actions: &[], schemes: &[] },
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
            ("note", below) => self.note(below),
            ("new" | "share", _) => self.new_file(),
            (_, below) => self.folder(below, shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (screen, below) = widgets::split(route);
        match event.name.as_ref() {
            "query" => self.query.clone_from(&event.value),
            "folder" => cx.push(format!("files/{}", event.value)),
            "note" => self.open(&event.value, cx),
            "add" => {
                self.form = Form { folder: below.to_owned(), ..Form::default() };
                cx.push("new");
                cx.effects.push(Effect::Focus("new_file_dialog__name".to_owned()));
            }
            "name" => self.form.name = event.value.chars().take(LONGEST_NAME).collect(),
            "create" => self.create(false, cx),
            "create_folder" => self.create(true, cx),
            "text" => {
                (self.form.text, self.form.changed) = (cut(&event.value), true);
            }
            "save" => {
                self.write(below, cx);
                cx.toast("Saved");
            }
            "delete_ask" => {
                let title = format!("Delete {}?", event.value.rsplit('/').next().unwrap_or_default());
                widgets::ask(cx, &title, "", "Delete", Event::with("delete", event.value.as_str()));
            }
            "delete" => {
                let now = cx.shared.now_ms;
                let removed = path(&event.value).filter(|path| path != HOME);
                if let Some(Err(error)) = removed.map(|path| cx.shared.files.remove_all(&path, now)) {
                    cx.toast(format!("Cannot delete: {error}"));
                }
                if screen == "note" {
                    self.form = Form::default();
                    cx.pop();
                }
            }
            "share" => {
                let extras = vec![("android.intent.extra.TEXT".to_owned(), self.form.text.clone())];
                let action = Some("android.intent.action.SEND".to_owned());
                cx.effects.push(Effect::Start(Intent { action, extras, ..Intent::default() }));
            }
            "navigate_up" => {
                if screen == "note" {
                    self.write(below, cx);
                }
                cx.pop();
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        let now = cx.shared.now_ms;
        _ = cx.shared.files.make_dirs(HOME, now);
        if !matches!(route, "share" | "new") {
            return "files".to_owned();
        }
        let extra = |name: &str| intent.extra(name).unwrap_or_default();
        let first = |names: &[&str]| {
            names.iter().map(|name| extra(name)).find(|text| !text.trim().is_empty()).unwrap_or_default()
        };
        // A shared text has Android's extras, a note that is asked for those of Google's `NoteIntents`.
        let begin = cut(first(&["android.intent.extra.TEXT", "com.google.android.gms.actions.extra.TEXT"]));
        let title = first(&[
            "android.intent.extra.TITLE",
            "android.intent.extra.SUBJECT",
            "com.google.android.gms.actions.extra.NAME",
        ]);
        self.form = Form { name: file_name(title), begin, ..Form::default() };
        "new".to_owned()
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        if let ("note", below) = widgets::split(route) {
            self.write(below, cx);
        }
        false
    }

    fn needs(&self, _route: &str) -> &'static [&'static str] {
        &["android.permission.WRITE_EXTERNAL_STORAGE"]
    }

    fn class_of(&self, route: &str) -> &'static str {
        if widgets::split(route).0 == "note" { DOCUMENT } else { MAIN }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

/// A text that is not too long for a note.
fn cut(text: &str) -> String {
    text.get(..text.floor_char_boundary(LONGEST)).unwrap_or_default().to_owned()
}

/// A name that a file can have.
fn file_name(name: &str) -> String {
    let fit = |letter: char| if letter.is_control() || "/\\:*?\"<>|".contains(letter) { '_' } else { letter };
    let name: String = name.trim().trim_start_matches('.').chars().take(LONGEST_NAME).map(fit).collect();
    name.trim().to_owned()
}

impl Markor {
    /// Opens a note with what is in its file.
    fn open(&mut self, below: &str, cx: &mut Cx<'_>) {
        let read = path(below).map(|path| cx.shared.files.read(&path));
        match read {
            Some(Ok(contents)) if contents.len() <= LONGEST => {
                let text = String::from_utf8_lossy(&contents).into_owned();
                self.form = Form { text, ..Form::default() };
                cx.push(format!("note/{below}"));
            }
            Some(Ok(_)) => cx.toast("The file is too large"),
            Some(Err(error)) => cx.toast(format!("Cannot open: {error}")),
            None => {}
        }
    }

    /// Makes the note or the folder whose name was typed.
    fn create(&mut self, folder: bool, cx: &mut Cx<'_>) {
        let now = cx.shared.now_ms;
        let mut name = file_name(&self.form.name);
        if name.is_empty() {
            name = calendar::local(now, cx.shared.utc_offset_min).strftime("note_%Y%m%d_%H%M%S").to_string();
        }
        if !folder && !name.contains('.') {
            name.push_str(".md");
        }
        let below = if self.form.folder.is_empty() { name } else { format!("{}/{name}", self.form.folder) };
        let Some(path) = path(&below) else { return };
        if cx.shared.files.stat(&path).is_ok() {
            return cx.toast("There is one of that name already");
        }
        let begin = self.form.begin.clone();
        let files = &mut cx.shared.files;
        let made = match folder {
            true => files.make_dirs(&path, now),
            false => files.make_dirs(HOME, now).and_then(|()| files.write(&path, begin.clone().into_bytes(), now)),
        };
        if let Err(error) = made {
            return cx.toast(format!("Cannot create: {error}"));
        }
        self.form = Form { text: begin, ..Form::default() };
        if folder {
            cx.pop();
        } else {
            cx.effects.push(Effect::Replace(format!("note/{below}")));
            cx.effects.push(Effect::Focus(screens::EDITOR.to_owned()));
        }
    }

    /// Writes what was typed into the note's file. A note that was left as it was is not written, so that its
    /// times stay.
    fn write(&mut self, below: &str, cx: &mut Cx<'_>) {
        if !std::mem::take(&mut self.form.changed) {
            return;
        }
        let now = cx.shared.now_ms;
        let Some(path) = path(below) else { return };
        if let Err(error) = cx.shared.files.write(&path, self.form.text.clone().into_bytes(), now) {
            self.form.changed = true;
            cx.toast(format!("Cannot save: {error}"));
        }
    }
}

/// The folders and files of a folder, folders first.
fn entries(below: &str, shared: &Shared) -> Vec<(String, bool, i64)> {
    let listed = path(below).and_then(|path| shared.files.list(&path).ok()).unwrap_or_default();
    let mut entries: Vec<(String, bool, i64)> =
        listed.into_iter().map(|(name, stat)| (name, stat.kind == Kind::Directory, stat.mtime_ms)).collect();
    entries.sort_by_key(|(name, folder, _)| (!folder, name.to_lowercase()));
    entries
}
