//! Simple Gallery Pro (`com.simplemobiletools.gallery.pro`): folders with pictures, a folder, a picture.
//!
//! Routes: `folders`, `folder/PATH`, `view/PATH` (paths without their first slash). Over them: `copy` and `move` (pick
//! a destination), `other/PATH` (any folder), `delete`, `rename`, `properties/PATH`, `sort`. It reads shared storage
//! directly; there is no index.

pub(crate) mod album;
mod screens;
pub(crate) mod viewer;

use std::collections::BTreeSet;

use kit::widgets;
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::documents::{self, STORAGE};
use state::shared::Shared;
use toolkit::{Event, Icon, Pictures, View};

use self::viewer::Zoom;
use crate::files::{copy_into, move_into};

const PACKAGE: &str = "com.simplemobiletools.gallery.pro";
const MAIN: &str = "com.simplemobiletools.gallery.pro.activities.MainActivity";
const MEDIA: &str = "com.simplemobiletools.gallery.pro.activities.MediaActivity";
const VIEWER: &str = "com.simplemobiletools.gallery.pro.activities.PhotoActivity";

/// Simple Gallery.
#[derive(Default)]
pub(crate) struct Gallery {
    state: State,
    pictures: Pictures,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct State {
    /// Whether names are shown below pictures.
    names: bool,
    sort: usize,
    /// The paths of favourites.
    favorites: BTreeSet<String>,
    #[serde(skip)]
    form: Form,
}

/// The selection and the unsaved input.
#[derive(Clone, Debug, Default, PartialEq)]
struct Form {
    /// The selected paths: pictures, or folders on the first screen.
    selected: BTreeSet<String>,
    /// The paths being copied, moved, renamed or deleted.
    subject: Vec<String>,
    moving: bool,
    query: Option<String>,
    name: String,
    menu: bool,
    zoom: Zoom,
    /// Whether the viewer's bars are hidden.
    bare: bool,
}

impl App for Gallery {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Simple Gallery Pro",
            icon: Icon::Gallery,
            color: (255, 145, 0),
            version_name: "6.28.1",
            version_code: 396,
            system: false,
            activities: &[
                Activity { class: MAIN, route: "folders", actions: &[], schemes: &[] },
                Activity { class: MEDIA, route: "folders", actions: &[], schemes: &[] },
                Activity {
                    class: VIEWER,
                    route: "view",
                    actions: &["android.intent.action.VIEW"],
                    schemes: &["image/*"],
                },
                Activity {
                    class: ".activities.PickActivity",
                    route: "folders",
                    actions: &["android.intent.action.PICK"],
                    schemes: &["image/*"],
                },
            ],
            launchable: true,
            permissions: &["android.permission.READ_MEDIA_IMAGES"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("folder", path) => self.folder(&format!("/{path}"), shared),
            ("view", path) => self.viewer(&format!("/{path}"), shared),
            ("copy", _) => self.destinations(shared),
            ("other", path) => self.other_folder(&format!("/{path}"), shared),
            ("delete", _) => self.delete_dialog(),
            ("rename", _) => self.rename_dialog(),
            ("properties", path) => self.properties(&format!("/{path}"), shared),
            ("sort", _) => self.sort_dialog(),
            _ => self.folders(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let form = &mut self.state.form;
        if event.name != "menu" {
            form.menu = false;
        }
        match event.name.as_ref() {
            "menu" => form.menu = event.value == "open",
            "mark" => {
                if !form.selected.remove(&event.value) {
                    form.selected.insert(event.value.clone());
                }
            }
            "unmark" => form.selected.clear(),
            "mark_all" => self.mark_all(route, cx.shared),
            "search" => {
                form.query = Some(String::new());
                cx.effects.push(Effect::Focus("search_src_text".to_owned()));
            }
            "query" => form.query = Some(event.value.clone()),
            "names" => self.state.names = !self.state.names,
            "sort" => {
                self.state.sort = event.value.parse().unwrap_or(0);
                cx.pop();
            }
            "folder" => {
                form.query = None;
                cx.push(format!("folder{}", event.value));
            }
            "look" => {
                form.zoom = Zoom::default();
                cx.push(format!("view{}", event.value));
            }
            "bars" => form.bare = !form.bare,
            "pinch" => form.zoom.pinch(&event.value),
            "swipe" => self.swiped(route, &event.value, cx),
            "play" | "open_with" => {
                if let ("view", path) = widgets::split(route) {
                    open_elsewhere(&format!("/{path}"), cx);
                }
            }
            "favorite" => {
                if !self.state.favorites.remove(&event.value) {
                    self.state.favorites.insert(event.value.clone());
                }
            }
            _ if self.act(route, event, cx) => {}
            "navigate_up" if self.back(route, cx) => {}
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        self.state.form = Form::default();
        let path = intent.data.as_deref().and_then(documents::path);
        match path.filter(|_| route == "view") {
            Some(path) => format!("view{path}"),
            None => "folders".to_owned(),
        }
    }

    fn back(&mut self, route: &str, _cx: &mut Cx<'_>) -> bool {
        let form = &mut self.state.form;
        if std::mem::take(&mut form.menu) {
            return true;
        }
        if matches!(widgets::split(route).0, "folders" | "folder") {
            if !form.selected.is_empty() {
                form.selected.clear();
                return true;
            }
            return form.query.take().is_some();
        }
        false
    }

    fn layer(&self, route: &str) -> Layer {
        match widgets::split(route).0 {
            "copy" | "other" | "delete" | "rename" | "properties" | "sort" => Layer::Dialog,
            _ => Layer::Screen,
        }
    }

    fn class_of(&self, route: &str) -> &'static str {
        match widgets::split(route).0 {
            "folder" => MEDIA,
            "view" => VIEWER,
            _ => MAIN,
        }
    }

    fn optional(&self) -> bool {
        true
    }

    fn stop(&mut self, _shared: &mut Shared) {
        self.state.form = Form::default();
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(&self.state)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(&mut self.state, state);
    }
}

/// Opens a file in another app.
pub(crate) fn open_elsewhere(path: &str, cx: &mut Cx<'_>) {
    cx.effects.push(Effect::Start(Intent {
        action: Some("android.intent.action.VIEW".to_owned()),
        data: Some(documents::uri(path)),
        kind: Some(documents::kind(path).to_owned()),
        ..Intent::default()
    }));
}

/// Shares a file.
pub(crate) fn share(path: &str, cx: &mut Cx<'_>) {
    cx.effects.push(Effect::Start(Intent {
        action: Some("android.intent.action.SEND".to_owned()),
        kind: Some(documents::kind(path).to_owned()),
        extras: vec![("android.intent.extra.STREAM".to_owned(), documents::uri(path))],
        ..Intent::default()
    }));
}

impl Gallery {
    /// Returns the selection, or the picture in the viewer.
    fn subjects(&self, route: &str) -> Vec<String> {
        match widgets::split(route) {
            ("view", path) => vec![format!("/{path}")],
            _ => self.state.form.selected.iter().cloned().collect(),
        }
    }

    fn mark_all(&mut self, route: &str, shared: &Shared) {
        self.state.form.selected = match widgets::split(route) {
            ("folder", path) => {
                album::media_in(shared, &format!("/{path}")).into_iter().map(|medium| medium.path).collect()
            }
            _ => album::albums(shared).into_iter().map(|album| album.path).collect(),
        };
    }

    /// Handles a swipe: shows the next or previous picture of the folder, or pans a zoomed one.
    fn swiped(&mut self, route: &str, way: &str, cx: &mut Cx<'_>) {
        let ("view", path) = widgets::split(route) else { return };
        let zoom = &mut self.state.form.zoom;
        if zoom.is_close() {
            return zoom.pan(match way {
                "left" => (0.5, 0.0),
                "right" => (-0.5, 0.0),
                "up" => (0.0, 0.5),
                _ => (0.0, -0.5),
            });
        }
        let path = format!("/{path}");
        let media = album::media_in(cx.shared, documents::folder(&path));
        let Some(at) = media.iter().position(|medium| medium.path == path) else { return };
        let next = match way {
            "left" => media.get(at + 1),
            "right" => at.checked_sub(1).and_then(|before| media.get(before)),
            // Swiping down closes it.
            "down" => return cx.pop(),
            _ => None,
        };
        if let Some(medium) = next {
            *zoom = Zoom::default();
            cx.effects.push(Effect::Replace(format!("view{}", medium.path)));
        }
    }

    /// Handles an event that acts on files. Returns whether it was one.
    fn act(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) -> bool {
        let now_ms = cx.shared.clock.now_ms;
        match event.name.as_ref() {
            "share" => {
                if let Some(path) = self.subjects(route).first() {
                    share(path, cx);
                }
            }
            "copy_to" | "move_to" => {
                self.state.form.subject = self.subjects(route);
                self.state.form.moving = event.name == "move_to";
                cx.push("copy");
            }
            "other" => cx.effects.push(Effect::Replace(format!("other{STORAGE}"))),
            "other_folder" => cx.effects.push(Effect::Replace(format!("other{}", event.value))),
            "into" => self.transfer(&event.value, cx),
            "delete_ask" => {
                self.state.form.subject = self.subjects(route);
                cx.push("delete");
            }
            "delete" => {
                let paths = std::mem::take(&mut self.state.form.subject);
                let failed = paths.iter().find_map(|path| cx.shared.files.remove_all(path, now_ms).err());
                let viewed = self.state.form.selected.is_empty();
                self.state.form.selected.clear();
                cx.pop();
                if viewed {
                    cx.pop();
                }
                if let Some(error) = failed {
                    cx.toast(format!("An error occurred: {error}"));
                }
            }
            "rename_ask" => {
                if let Some(path) = self.subjects(route).first() {
                    self.state.form.name = documents::name(path).to_owned();
                    self.state.form.subject = vec![path.clone()];
                    cx.push("rename");
                    cx.effects.push(Effect::Focus("rename_item_name".to_owned()));
                }
            }
            "name" => self.state.form.name = event.value.clone(),
            "rename" => self.rename(cx),
            "properties" => {
                if let Some(path) = self.subjects(route).first() {
                    cx.push(format!("properties{path}"));
                }
            }
            _ => return false,
        }
        true
    }

    /// Copies or moves the selection into a folder.
    fn transfer(&mut self, folder: &str, cx: &mut Cx<'_>) {
        let now_ms = cx.shared.clock.now_ms;
        let moving = self.state.form.moving;
        let paths = std::mem::take(&mut self.state.form.subject);
        let failed = paths.iter().find_map(|path| {
            let files = &mut cx.shared.files;
            let done = files.make_dirs(folder, now_ms).and_then(|()| match moving {
                true => move_into(files, path, folder, now_ms),
                false => copy_into(files, path, folder, now_ms),
            });
            done.err()
        });
        self.state.form.selected.clear();
        cx.pop();
        match (failed, moving) {
            (Some(error), _) => cx.toast(format!("An error occurred: {error}")),
            (None, true) => cx.toast("Files moved successfully"),
            (None, false) => cx.toast("Files copied successfully"),
        }
    }

    fn rename(&mut self, cx: &mut Cx<'_>) {
        let Some(path) = self.state.form.subject.first().cloned() else { return cx.pop() };
        let name = self.state.form.name.trim();
        if name.is_empty() || name.contains('/') || matches!(name, "." | "..") {
            return cx.toast("The name cannot be used");
        }
        let (to, now_ms) = (format!("{}/{name}", documents::folder(&path)), cx.shared.clock.now_ms);
        if to != path && cx.shared.files.stat(&to).is_ok() {
            return cx.toast("There is a file of that name already");
        }
        let viewed = self.state.form.selected.is_empty();
        match cx.shared.files.rename(&path, &to, now_ms) {
            Ok(()) => {
                self.state.form.selected.clear();
                cx.pop();
                if viewed {
                    cx.effects.push(Effect::Replace(format!("view{to}")));
                }
            }
            Err(error) => cx.toast(format!("An error occurred: {error}")),
        }
    }
}
