//! Camera (`com.android.camera2`): a viewfinder, a shutter, photos as files.
//!
//! Routes: `photo`, `capture` (for another app) and `review` (what was taken for it). What is before the
//! camera is [`Shared::scene`]; a photo is a PNG in `/sdcard/DCIM/Camera`, since this tree has no encoder of
//! JPEG. The media provider lists it because the file is there. Only photos; there is no video.

mod scene;

use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::{icons, widgets};
use crate::app::{Activity, App, Cx, Effect, Intent, Manifest};
use crate::calendar;
use crate::shared::{CameraScene, Shared};
use crate::ui::{Align, Color, Event, Icon, Kind, Picture, Size, View};

const PACKAGE: &str = "com.android.camera2";
const MAIN: &str = "com.android.camera.CameraLauncher";
const STILL: &str = "com.android.camera.CameraActivity";
const CAPTURE: &str = "com.android.camera.CaptureActivity";
const CAMERA: &str = "android.permission.CAMERA";
const FOLDER: &str = "/storage/emulated/0/DCIM/Camera";

/// Camera.
#[derive(Default)]
pub(super) struct Camera {
    state: State,
    /// The scene that was last drawn, and its picture.
    drawn: Mutex<Option<(CameraScene, Picture)>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct State {
    /// The name of the last photo.
    last: Option<String>,
    /// Whether the camera is the one that faces the person.
    front: bool,
    form: Form,
}

/// What another app wants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    /// What was taken and is looked at.
    taken: Option<CameraScene>,
    /// The path of the file it wants the photo in.
    output: Option<String>,
}

impl App for Camera {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Camera",
            icon,
            color,
            version_name: "2.0.002",
            version_code: 20_002_000,
            system: true,
            activities: &[
                Activity { class: MAIN, route: "photo", actions: &[], schemes: &[] },
                Activity {
                    class: STILL,
                    route: "photo",
                    actions: &["android.media.action.STILL_IMAGE_CAMERA"],
                    schemes: &[],
                },
                Activity {
                    class: CAPTURE,
                    route: "capture",
                    actions: &["android.media.action.IMAGE_CAPTURE"],
                    schemes: &[],
                },
            ],
            launchable: true,
            permissions: &[CAMERA],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        let reviewed = self.state.form.taken.as_ref().filter(|_| route == "review");
        let finder = View::new(Kind::Picture(self.picture(reviewed.unwrap_or(&shared.scene))))
            .id("preview_content")
            .width(Size::Fill)
            .height(Size::Weight(1.0));
        let finder = if route == "review" { finder.description("Photo") } else { finder.description("Viewfinder") };
        let white = Color::Rgb(255, 255, 255);
        let side = |view: Option<View>| {
            let view = view.unwrap_or_else(|| View::new(Kind::Space).width(Size::Dp(48.0)));
            View::column(vec![view]).width(Size::Weight(1.0)).align(Align::Center)
        };
        let button = |icon, description: &str, id: &str, event: &'static str| {
            View::icon_button(icon, description, Event::new(event)).id(id).color(white)
        };
        let controls = if route == "review" {
            vec![
                side(Some(button(Icon::Refresh, "Retake", "retake_button", "retake"))),
                side(Some(button(Icon::Check, "Done", "done_button", "done"))),
                side(Some(button(Icon::Close, "Cancel", "cancel_button", "cancel_capture"))),
            ]
        } else {
            let shutter = View::new(Kind::Fab(Icon::Camera)).id("shutter_button").description("Shutter");
            let shutter = shutter.on_click(Event::new("shutter")).background(white, 36.0);
            let shutter = shutter.color(Color::Rgb(32, 33, 36)).width(Size::Dp(72.0)).height(Size::Dp(72.0));
            let last = self.state.last.as_ref().map(|name| {
                View::icon(Icon::Gallery)
                    .id("rounded_thumbnail_view")
                    .description(name)
                    .color(white)
                    .width(Size::Dp(40.0))
                    .height(Size::Dp(40.0))
            });
            let word = if self.state.front { "Switch to back camera" } else { "Switch to front camera" };
            let other = button(Icon::Refresh, word, "camera_toggle_button", "other_camera");
            vec![side(last), shutter, side(Some(other))]
        };
        let controls = View::row(controls).id("bottom_bar").padding(16.0, 24.0);
        View::column(vec![finder, controls]).height(Size::Fill).background(Color::Rgb(0, 0, 0), 0.0)
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "shutter" if route == "capture" => {
                self.state.form.taken = Some(cx.shared.scene.clone());
                cx.push("review");
            }
            "shutter" => {
                let scene = cx.shared.scene.clone();
                self.save_photo(&scene, None, cx);
            }
            "other_camera" => self.state.front = !self.state.front,
            "retake" => {
                self.state.form.taken = None;
                cx.pop();
            }
            "done" => {
                let (taken, output) = (self.state.form.taken.take(), self.state.form.output.take());
                if let Some(scene) = taken {
                    self.save_photo(&scene, output.as_deref(), cx);
                }
                cx.effects.push(Effect::Finish);
            }
            "cancel_capture" => {
                self.state.form = Form::default();
                cx.effects.push(Effect::Finish);
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        self.state.form = Form::default();
        if route == "capture" {
            // A file in shared storage is written; what only the other app can open is not known here.
            let output = intent.extra("output").and_then(|uri| uri.strip_prefix("file://"));
            let output = output.filter(|path| path.starts_with("/sdcard/") || path.starts_with("/storage/emulated/0/"));
            self.state.form.output = output.map(widgets::unescape);
        }
        route.to_owned()
    }

    fn needs(&self, _route: &str) -> &'static [&'static str] {
        &[CAMERA]
    }

    fn class_of(&self, route: &str) -> &'static str {
        if matches!(route, "capture" | "review") { CAPTURE } else { MAIN }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(&self.state)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(&mut self.state, state);
        if self.state.form.taken.as_ref().is_some_and(|scene| scene.problem().is_some()) {
            self.state.form.taken = None;
        }
    }
}

impl Camera {
    /// What a scene looks like; drawn once.
    fn picture(&self, scene: &CameraScene) -> Picture {
        let mut drawn = self.drawn.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match drawn.as_ref() {
            Some((known, picture)) if known == scene => picture.clone(),
            _ => {
                let picture = Picture::new(scene::draw(scene));
                *drawn = Some((scene.clone(), picture.clone()));
                picture
            }
        }
    }

    /// Writes a photo into a file of its own, or into the one that was asked for.
    fn save_photo(&mut self, scene: &CameraScene, output: Option<&str>, cx: &mut Cx<'_>) {
        let now = cx.shared.now_ms;
        let name = calendar::local(now, cx.shared.utc_offset_min).strftime("IMG_%Y%m%d_%H%M%S").to_string();
        let files = &mut cx.shared.files;
        // Two photos of one second have two names.
        let free = |path: &String| files.stat(path).is_err();
        let numbered = (1..1000).map(|number| format!("{FOLDER}/{name}_{number}.png"));
        let own = std::iter::once(format!("{FOLDER}/{name}.png")).chain(numbered).find(free);
        let Some(path) = output.map(str::to_owned).or(own) else { return };
        let Ok(png) = self.picture(scene).pixels().to_png() else { return };
        let written = files.make_dirs(FOLDER, now).and_then(|()| files.write(&path, png, now));
        match written {
            Ok(()) => self.state.last = path.rsplit('/').next().map(str::to_owned),
            Err(error) => cx.toast(format!("Failed to save photo: {error}")),
        }
    }
}
