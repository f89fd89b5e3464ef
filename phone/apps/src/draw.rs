//! Simple Draw Pro (`com.simplemobiletools.draw.pro`): a canvas, a pen, an eraser, and export to files.
//!
//! Routes: `canvas`; over it `color`, `paper` (the canvas's colour), `save`, `clear`. An unsaved drawing is lost when
//! the app is stopped.

mod export;
mod screens;

use kit::widgets;
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::documents::{self, STORAGE};
use state::shared::Shared;
use toolkit::{Event, Icon, Phase, Pointer, Sketch, Stroke, View};

use self::export::Format;

const PACKAGE: &str = "com.simplemobiletools.draw.pro";
const MAIN: &str = "com.simplemobiletools.draw.pro.activities.MainActivity";
/// The assumed size of a canvas before the first touch, in dp.
const UNTOUCHED: (f32, f32) = (411.0, 660.0);
/// The widest pen, in dp.
const WIDEST: u32 = 60;
/// A colour.
type Rgb = (u8, u8, u8);

/// Simple Draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Draw {
    color: Rgb,
    paper: Rgb,
    /// The width of the pen, in dp.
    width: u32,
    /// The folder last saved into.
    folder: String,
    #[serde(skip)]
    form: Form,
}

/// The unsaved drawing and input.
#[derive(Clone, Debug, Default, PartialEq)]
struct Form {
    sketch: Sketch,
    /// Undone strokes that can be redone.
    undone: Vec<Stroke>,
    erasing: bool,
    /// The canvas's size, known after the first touch.
    size: Option<(f32, f32)>,
    name: String,
    format: Format,
    menu: bool,
}

impl Default for Draw {
    fn default() -> Self {
        Self {
            color: (33, 33, 33),
            paper: (255, 255, 255),
            width: 8,
            folder: format!("{STORAGE}/Pictures"),
            form: Form::default(),
        }
    }
}

impl App for Draw {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Simple Draw Pro",
            icon: Icon::Brush,
            color: (245, 124, 0),
            version_name: "6.9.6",
            version_code: 75,
            system: false,
            activities: &[Activity { class: MAIN, route: "canvas", actions: &[], schemes: &[] }],
            launchable: true,
            permissions: &[],
        }
    }

    fn view(&self, route: &str, _shared: &Shared) -> View {
        match route {
            "color" => self.colors("Pen color", self.color, "color"),
            "paper" => self.colors("Background color", self.paper, "paper"),
            "save" => self.save_dialog(),
            "clear" => screens::clear_dialog(),
            _ => self.canvas(),
        }
    }

    fn event(&mut self, _route: &str, event: &Event, cx: &mut Cx<'_>) {
        let form = &mut self.form;
        if event.name != "menu" {
            form.menu = false;
        }
        match event.name.as_ref() {
            "menu" => form.menu = event.value == "open",
            "draw" => {
                let Some(pointer) = Pointer::read(&event.value) else { return };
                let color = if form.erasing { self.paper } else { self.color };
                form.size = Some(pointer.size);
                if pointer.phase == Phase::Down {
                    form.undone.clear();
                }
                form.sketch.follow(&pointer, color, self.width.max(1) as f32);
            }
            "undo" => form.undone.extend(form.sketch.pop()),
            "redo" => {
                if let Some(stroke) = form.undone.pop() {
                    form.sketch.push(stroke);
                }
            }
            "erase" => form.erasing = !form.erasing,
            "width" => self.width = event.value.parse().unwrap_or(8).clamp(1, WIDEST),
            "color" | "paper" => {
                let Some(color) = screens::color_named(&event.value) else { return };
                if event.name == "color" {
                    (self.color, form.erasing) = (color, false);
                } else {
                    self.paper = color;
                }
                cx.pop();
            }
            "clear" => {
                (form.sketch, form.undone) = (Sketch::default(), Vec::new());
                cx.pop();
            }
            "save_ask" => {
                if form.name.is_empty() {
                    form.name = format!("drawing_{}", cx.shared.clock.now_ms / 1000);
                }
                cx.push("save");
            }
            "name" => form.name = event.value.clone(),
            "format" => form.format = Format::named(&event.value),
            "folder" => {
                let action = Some("android.intent.action.OPEN_DOCUMENT_TREE".to_owned());
                let extras = vec![("android.provider.extra.INITIAL_URI".to_owned(), documents::uri(&self.folder))];
                cx.start_for_result(Intent { action, extras, ..Intent::default() }, "folder");
            }
            "save" => self.write(cx),
            "share" => self.share(cx),
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn result(&mut self, _route: &str, tag: &str, result: Option<&Intent>, _cx: &mut Cx<'_>) {
        let path = result.and_then(|intent| intent.data.as_deref()).and_then(documents::path);
        if let Some(path) = path.filter(|_| tag == "folder") {
            self.folder = path;
        }
    }

    fn layer(&self, route: &str) -> Layer {
        if route == "canvas" { Layer::Screen } else { Layer::Dialog }
    }

    fn back(&mut self, _route: &str, _cx: &mut Cx<'_>) -> bool {
        std::mem::take(&mut self.form.menu)
    }

    fn optional(&self) -> bool {
        true
    }

    fn stop(&mut self, _shared: &mut Shared) {
        self.form = Form::default();
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
        self.width = self.width.clamp(1, WIDEST);
    }
}

impl Draw {
    /// Writes the drawing to a file in the chosen folder and format.
    fn write(&mut self, cx: &mut Cx<'_>) {
        let name = self.form.name.trim();
        if name.is_empty() || name.contains('/') || matches!(name, "." | "..") {
            return cx.toast("The filename contains invalid characters");
        }
        // Do not add a second extension if the user typed it.
        let ending = self.form.format.ending();
        let name = if documents::ending(name).as_deref() == Some(ending) {
            name.to_owned()
        } else {
            format!("{name}.{ending}")
        };
        let (path, now_ms) = (format!("{}/{name}", self.folder), cx.shared.clock.now_ms);
        let Some(bytes) = self.bytes(self.form.format) else { return cx.toast("The drawing is too large") };
        let files = &mut cx.shared.files;
        match files.make_dirs(&self.folder, now_ms).and_then(|()| files.write(&path, bytes, now_ms)) {
            Ok(()) => {
                cx.pop();
                cx.toast("File saved successfully");
            }
            Err(error) => cx.toast(format!("Saving failed: {error}")),
        }
    }

    /// Shares the drawing as a picture in the app's own folder of shared storage.
    fn share(&mut self, cx: &mut Cx<'_>) {
        let folder = format!("{STORAGE}/Android/data/{PACKAGE}/files/images");
        let (path, now_ms) = (format!("{folder}/simple-draw.png"), cx.shared.clock.now_ms);
        let Some(bytes) = self.bytes(Format::Png) else { return };
        let files = &mut cx.shared.files;
        let written = files.as_system(|files| {
            files.make_dirs(&folder, now_ms)?;
            files.write(&path, bytes, now_ms)
        });
        if let Err(error) = written {
            return cx.toast(format!("Saving failed: {error}"));
        }
        cx.effects.push(Effect::Start(Intent {
            action: Some("android.intent.action.SEND".to_owned()),
            kind: Some("image/png".to_owned()),
            extras: vec![("android.intent.extra.STREAM".to_owned(), documents::uri(&path))],
            ..Intent::default()
        }));
    }

    fn bytes(&self, format: Format) -> Option<Vec<u8>> {
        export::file(&self.form.sketch, self.form.size.unwrap_or(UNTOUCHED), self.paper, format)
    }
}
