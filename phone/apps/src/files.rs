//! Files, Android's DocumentsUI (`com.google.android.documentsui`): browses shared storage, and lets the user pick or
//! save a file for another app.
//!
//! Routes: `MODE/ROOT/PATH`. The mode is the purpose: `browse`, `move` and `copy` (pick a destination), `save`, `open`
//! and `tree` (for another app). The root is the starting point (`downloads`, `storage`, `images`, …), the path
//! continues from there. Dialogs: `rename`, `folder`, `sort`, `delete`, `overwrite`; `info` is a screen. The file
//! system is the source of truth: nothing is cached.

mod act;
mod location;
mod screens;

use std::collections::BTreeSet;

use kit::widgets;
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::documents;
use state::shared::Shared;
use toolkit::{Event, Icon, Pictures, View};

pub(crate) use self::act::{copy_into, move_into};
use self::location::{FilesLocation, Mode, Sort};

const PACKAGE: &str = "com.google.android.documentsui";
const MAIN: &str = "com.android.documentsui.files.FilesActivity";
const PICK: &str = "com.android.documentsui.picker.PickActivity";
/// The longest file name in bytes, as in the file system.
const LONGEST_NAME: usize = 255;

/// Files.
#[derive(Default)]
pub(crate) struct Files {
    state: State,
    pictures: Pictures,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct State {
    /// The sort order of lists.
    sort: Sort,
    /// Whether files are shown as a grid.
    grid: bool,
    /// Whether files that start with a dot are shown.
    hidden: bool,
    #[serde(skip)]
    form: Form,
}

/// The selection and the unsaved input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Form {
    /// The selected paths.
    selected: BTreeSet<String>,
    /// The paths being moved or copied.
    moving: Vec<String>,
    /// The search query; `None` while not searching.
    query: Option<String>,
    /// The typed name of a new folder, a file or a document to save.
    name: String,
    /// The MIME type that another app wants to open or save.
    wanted: Option<String>,
    drawer: bool,
    menu: bool,
}

impl App for Files {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Files",
            icon: Icon::Folder,
            color: (66, 133, 244),
            version_name: "13",
            version_code: 330_000_000,
            system: true,
            activities: &[
                Activity {
                    class: MAIN,
                    route: "browse",
                    actions: &["android.intent.action.VIEW_DOWNLOADS"],
                    schemes: &[],
                },
                Activity {
                    class: PICK,
                    route: "open",
                    actions: &["android.intent.action.OPEN_DOCUMENT", "android.intent.action.GET_CONTENT"],
                    schemes: &["*/*", "image/*", "video/*", "audio/*", "text/*", "application/*"],
                },
                Activity {
                    class: PICK,
                    route: "save",
                    actions: &["android.intent.action.CREATE_DOCUMENT"],
                    schemes: &["*/*", "image/*", "video/*", "audio/*", "text/*", "application/*"],
                },
                Activity {
                    class: PICK,
                    route: "tree",
                    actions: &["android.intent.action.OPEN_DOCUMENT_TREE"],
                    schemes: &[],
                },
            ],
            launchable: true,
            permissions: &[],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("rename", _) => self.name_dialog("Rename", "rename_ok"),
            ("folder", _) => self.name_dialog("New folder", "folder_ok"),
            ("sort", _) => self.sort_dialog(),
            ("delete", _) => self.delete_dialog(),
            ("overwrite", _) => self.overwrite_dialog(),
            ("info", path) => self.info(&format!("/{path}"), shared),
            _ => self.listing(&FilesLocation::read(route), shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        if event.name != "menu" {
            self.state.form.menu = false;
        }
        match event.name.as_ref() {
            "menu" => self.state.form.menu = event.value == "open",
            "roots" => self.state.form.drawer = event.value == "open",
            "root" => {
                self.forget_marks();
                cx.effects.push(Effect::Replace(FilesLocation::read(route).at_root(&event.value).route()));
            }
            "crumb" => cx.effects.push(Effect::Replace(event.value.clone())),
            "search" => {
                self.state.form.query = Some(String::new());
                cx.effects.push(Effect::Focus("option_menu_search".to_owned()));
            }
            "query" => self.state.form.query = Some(event.value.clone()),
            "layout" => self.state.grid = !self.state.grid,
            "show_hidden" => self.state.hidden = !self.state.hidden,
            "sort" => {
                self.state.sort = Sort::ALL.get(event.value.parse().unwrap_or(0)).map_or(Sort::Name, |(sort, _)| *sort);
                cx.pop();
            }
            "name" => self.state.form.name = event.value.clone(),
            "mark" => {
                if !self.state.form.selected.remove(&event.value) {
                    self.state.form.selected.insert(event.value.clone());
                }
            }
            "mark_all" => self.mark_all(&FilesLocation::read(route), cx.shared),
            "unmark" => self.state.form.selected.clear(),
            "touch" => self.touch(route, &event.value, cx),
            "navigate_up" if self.back(route, cx) => {}
            _ if self.act(route, event, cx) => {}
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        self.state.form = Form::default();
        let Some(mode) = Mode::named(route).filter(|mode| *mode != Mode::Browse) else {
            return FilesLocation::downloads(Mode::Browse).route();
        };
        self.state.form.wanted.clone_from(&intent.kind);
        if mode == Mode::Save {
            let title = intent.extra("android.intent.extra.TITLE").unwrap_or("Untitled");
            let kind = intent.kind.as_deref().unwrap_or_default();
            self.state.form.name = documents::with_ending(title, kind);
        }
        let initial = intent.extra("android.provider.extra.INITIAL_URI").and_then(documents::path);
        initial
            .and_then(|path| FilesLocation::of_folder(mode, &path))
            .unwrap_or_else(|| FilesLocation::downloads(mode))
            .route()
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        let form = &mut self.state.form;
        let whole = Mode::named(widgets::split(route).0).is_some();
        if std::mem::take(&mut form.drawer) || std::mem::take(&mut form.menu) {
            return true;
        }
        if whole && !form.selected.is_empty() && FilesLocation::read(route).mode == Mode::Browse {
            form.selected.clear();
            return true;
        }
        if whole && form.query.take().is_some() {
            return true;
        }
        let location = FilesLocation::read(route);
        let deep = whole && !location.below.is_empty();
        if deep {
            cx.effects.push(Effect::Replace(location.up_to(location.below.len() - 1).route()));
        }
        deep
    }

    fn class_of(&self, route: &str) -> &'static str {
        match Mode::named(widgets::split(route).0) {
            None | Some(Mode::Browse) => MAIN,
            Some(_) => PICK,
        }
    }

    fn layer(&self, route: &str) -> Layer {
        match widgets::split(route).0 {
            "rename" | "folder" | "sort" | "delete" | "overwrite" => Layer::Dialog,
            _ => Layer::Screen,
        }
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
