//! Camera: a viewfinder, a shutter, photos and videos as files. AOSP's (`com.android.camera2`), and Google's
//! (`com.google.android.GoogleCamera`), which is the same app under another name.
//!
//! Routes: `photo`, `video`, `capture` (a photo for another app) and `review` (the photo taken for it). The scene in
//! front of the camera is [`Shared::scene`]; the profile decides where files go
//! ([`Identity`](machine::identity::Identity)). The media provider lists them as soon as they exist.

mod film;
mod scene;
mod screens;

use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use kit::{icons, widgets};
use state::app::{Activity, App, Cx, Effect, Intent, Manifest};
use state::documents::{self, STORAGE};
use state::shared::{CameraScene, Shared};
use toolkit::{Event, Picture, View, jpeg};

const CAMERA: &str = "android.permission.CAMERA";
/// The JPEG quality of photos.
const QUALITY: u8 = 92;

/// A variant of the app: its names and its activities (the launcher's, and the one that takes photos for other apps).
#[derive(Debug)]
struct Make {
    package: &'static str,
    label: &'static str,
    version: (&'static str, u32),
    activities: &'static [Activity],
    /// The prefixes of photo and video names, as `strftime` formats.
    names: (&'static str, &'static str),
    optional: bool,
}

const STILL: &[&str] = &["android.media.action.STILL_IMAGE_CAMERA"];
const VIDEO: &[&str] = &["android.media.action.VIDEO_CAMERA"];
const CAPTURE: &[&str] = &["android.media.action.IMAGE_CAPTURE"];

static AOSP: Make = Make {
    package: "com.android.camera2",
    label: "Camera",
    version: ("2.0.002", 20_002_000),
    activities: &[
        Activity { class: "com.android.camera.CameraLauncher", route: "photo", actions: &[], schemes: &[] },
        Activity { class: "com.android.camera.CameraActivity", route: "photo", actions: STILL, schemes: &[] },
        Activity { class: "com.android.camera.VideoCamera", route: "video", actions: VIDEO, schemes: &[] },
        Activity { class: "com.android.camera.CaptureActivity", route: "capture", actions: CAPTURE, schemes: &[] },
    ],
    names: ("IMG_%Y%m%d_%H%M%S", "VID_%Y%m%d_%H%M%S"),
    optional: false,
};

static GOOGLE: Make = Make {
    package: "com.google.android.GoogleCamera",
    label: "Pixel Camera",
    version: ("9.2.113.604778888.19", 66_561_300),
    activities: &[
        Activity { class: "com.android.camera.CameraLauncher", route: "photo", actions: &[], schemes: &[] },
        Activity {
            class: "com.google.android.apps.camera.legacy.app.activity.main.CameraActivity",
            route: "photo",
            actions: STILL,
            schemes: &[],
        },
        Activity { class: "com.android.camera.VideoCamera", route: "video", actions: VIDEO, schemes: &[] },
        Activity { class: "com.android.camera.CaptureActivity", route: "capture", actions: CAPTURE, schemes: &[] },
    ],
    names: ("PXL_%Y%m%d_%H%M%S000", "PXL_%Y%m%d_%H%M%S000"),
    optional: true,
};

/// Camera.
pub(super) struct Camera {
    make: &'static Make,
    state: State,
    /// When the current video recording started.
    since_ms: Option<i64>,
    /// Whether the list of modes is open.
    modes: bool,
    /// The scene that was last drawn, and its picture.
    drawn: Mutex<Option<(CameraScene, Picture)>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct State {
    /// The path of the last photo or video.
    last: Option<String>,
    /// Whether the front camera is active.
    front: bool,
    form: Form,
}

/// A capture request of another app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    /// The photo under review.
    taken: Option<CameraScene>,
    /// The path of the requested output file.
    output: Option<String>,
}

impl Camera {
    fn new(make: &'static Make) -> Self {
        Self { make, state: State::default(), since_ms: None, modes: false, drawn: Mutex::new(None) }
    }

    /// Creates AOSP's variant.
    pub(super) fn aosp() -> Self {
        Self::new(&AOSP)
    }

    /// Creates Google's variant.
    pub(super) fn google() -> Self {
        Self::new(&GOOGLE)
    }
}

impl App for Camera {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(self.make.package);
        Manifest {
            package: self.make.package,
            label: self.make.label,
            icon,
            color,
            version_name: self.make.version.0,
            version_code: self.make.version.1,
            system: true,
            activities: self.make.activities,
            launchable: true,
            permissions: &[CAMERA],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        self.screen(route, shared)
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "modes" => self.modes = event.value == "open" && self.since_ms.is_none(),
            "mode" => {
                self.modes = false;
                if self.since_ms.is_none() && event.value != route {
                    cx.effects.push(Effect::Replace(event.value.clone()));
                }
            }
            "shutter" if route == "capture" => {
                self.state.form.taken = Some(cx.shared.hardware.scene.clone());
                cx.push("review");
            }
            "shutter" if route == "video" => match self.since_ms.take() {
                Some(since) => self.save_video(since, cx),
                None => self.since_ms = Some(cx.shared.clock.now_ms),
            },
            "shutter" => {
                let scene = cx.shared.hardware.scene.clone();
                self.save_photo(&scene, None, cx);
            }
            "other_camera" => self.state.front = !self.state.front,
            "last" => {
                if let Some(path) = &self.state.last {
                    cx.effects.push(Effect::Start(Intent {
                        kind: Some(documents::kind(path).to_owned()),
                        ..widgets::intent("android.intent.action.VIEW", documents::uri(path))
                    }));
                }
            }
            "retake" => {
                self.state.form.taken = None;
                cx.pop();
            }
            "done" => {
                let (taken, output) = (self.state.form.taken.take(), self.state.form.output.take());
                let path = taken.and_then(|scene| self.save_photo(&scene, output.as_deref(), cx));
                let data = path.map(|path| documents::uri(&path));
                cx.effects.push(match data {
                    Some(data) => Effect::Return(Intent { data: Some(data), ..Intent::default() }),
                    None => Effect::Finish,
                });
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
        (self.state.form, self.since_ms, self.modes) = (Form::default(), None, false);
        if route == "capture" {
            // Only a file in shared storage can be written; URIs that only the other app can open are not supported.
            self.state.form.output = intent.extra("output").and_then(documents::path);
        }
        route.to_owned()
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        if std::mem::take(&mut self.modes) {
            return true;
        }
        let recording = self.since_ms.take().filter(|_| route == "video");
        // The recording is saved.
        recording.is_some_and(|since| {
            self.save_video(since, cx);
            true
        })
    }

    fn needs(&self, _route: &str) -> &'static [&'static str] {
        &[CAMERA]
    }

    fn class_of(&self, route: &str) -> &'static str {
        let wanted = if matches!(route, "capture" | "review") { "capture" } else { "photo" };
        self.make.activities.iter().find(|activity| activity.route == wanted).map_or("", |activity| activity.class)
    }

    fn optional(&self) -> bool {
        self.make.optional
    }

    fn stop(&mut self, _shared: &mut Shared) {
        (self.since_ms, self.modes) = (None, false);
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
    /// Returns the picture of a scene, drawn once.
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

    /// Returns a free path for a new file; two files of the same second get different names.
    fn free_path(folder: &str, names: &str, ending: &str, shared: &Shared) -> Option<String> {
        let name = shared.clock.local(shared.clock.now_ms).strftime(names).to_string();
        let numbered = (1..1000).map(|number| format!("{STORAGE}/{folder}/{name}_{number}.{ending}"));
        let first = std::iter::once(format!("{STORAGE}/{folder}/{name}.{ending}"));
        first.chain(numbered).find(|path| shared.files.stat(path).is_err())
    }

    /// Writes a photo into a new file or the requested one. Returns its path.
    fn save_photo(&mut self, scene: &CameraScene, output: Option<&str>, cx: &mut Cx<'_>) -> Option<String> {
        let folder = cx.shared.identity.camera.photos.clone();
        let own = || Self::free_path(&folder, self.make.names.0, "jpg", cx.shared);
        let path = output.map(str::to_owned).or_else(own)?;
        let pixels = self.picture(scene).pixels();
        let bytes = match documents::kind(&path) {
            "image/png" => pixels.to_png().ok()?,
            _ => jpeg::encode(&pixels, QUALITY),
        };
        self.write(path, bytes, "Failed to save photo", cx)
    }

    /// Writes the video recorded since `since_ms`.
    fn save_video(&mut self, since_ms: i64, cx: &mut Cx<'_>) {
        let folder = cx.shared.identity.camera.videos.clone();
        let Some(path) = Self::free_path(&folder, self.make.names.1, "mp4", cx.shared) else { return };
        let picture = self.picture(&cx.shared.hardware.scene);
        let bytes = film::of(&picture.pixels(), cx.shared.clock.now_ms.saturating_sub(since_ms));
        self.write(path, bytes, "Failed to save video", cx);
    }

    fn write(&mut self, path: String, bytes: Vec<u8>, failed: &str, cx: &mut Cx<'_>) -> Option<String> {
        let now_ms = cx.shared.clock.now_ms;
        let files = &mut cx.shared.files;
        match files.make_dirs(documents::folder(&path), now_ms).and_then(|()| files.write(&path, bytes, now_ms)) {
            Ok(()) => {
                self.state.last = Some(path.clone());
                Some(path)
            }
            Err(error) => {
                cx.toast(format!("{failed}: {error}"));
                None
            }
        }
    }
}
