//! Audio Recorder (`com.dimowner.audiorecorder`): records audio, names the recordings, lists and plays them.
//!
//! Routes: `main`, `records`; over them `rename/FILE`, `delete/FILE`, `info/FILE`. A recording becomes a file in
//! [`RECORDS`] when it is stopped; recording and playing only let time pass.

mod m4a;
mod screens;

use kit::widgets;
use machine::files::Kind;
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Effect, Layer, Manifest};
use state::documents;
use state::shared::Shared;
use toolkit::{Event, Icon, View};

const PACKAGE: &str = "com.dimowner.audiorecorder";
const MAIN: &str = "com.dimowner.audiorecorder.app.welcome.WelcomeActivity";
const RECORDER: &str = "com.dimowner.audiorecorder.app.main.MainActivity";
const LIST: &str = "com.dimowner.audiorecorder.app.records.RecordsActivity";
/// The folder of the recordings.
const RECORDS: &str = "/storage/emulated/0/Android/data/com.dimowner.audiorecorder/files/Music/records";
/// The longest name, in characters.
const LONGEST_NAME: usize = 200;

/// Audio Recorder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Recorder {
    /// The number of recordings made; the next one is named after it.
    count: u32,
    #[serde(skip)]
    recording: Option<Clock>,
    #[serde(skip)]
    playing: Option<(String, Clock)>,
    #[serde(skip)]
    name: String,
}

/// A stopwatch that can be paused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Clock {
    /// The time that had passed at the last pause.
    passed_ms: i64,
    /// When it was last started; `None` while it is paused.
    since_ms: Option<i64>,
}

impl Clock {
    fn going(now_ms: i64) -> Self {
        Self { passed_ms: 0, since_ms: Some(now_ms) }
    }

    fn passed(&self, now_ms: i64) -> i64 {
        self.passed_ms + self.since_ms.map_or(0, |since| now_ms.saturating_sub(since).max(0))
    }

    fn toggle(&mut self, now_ms: i64) {
        self.passed_ms = self.passed(now_ms);
        self.since_ms = if self.since_ms.is_some() { None } else { Some(now_ms) };
    }
}

/// A recording.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Record {
    /// With its extension.
    file: String,
    size: u64,
    modified_ms: i64,
    length_ms: i64,
}

impl Record {
    /// Returns the name without the extension.
    fn name(&self) -> &str {
        self.file.strip_suffix(".m4a").unwrap_or(&self.file)
    }
}

impl App for Recorder {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Audio Recorder",
            icon: Icon::Mic,
            color: (211, 47, 47),
            version_name: "0.9.99",
            version_code: 929,
            system: false,
            activities: &[
                Activity { class: MAIN, route: "main", actions: &[], schemes: &[] },
                Activity {
                    class: RECORDER,
                    route: "main",
                    actions: &["android.provider.MediaStore.RECORD_SOUND"],
                    schemes: &[],
                },
                Activity { class: LIST, route: "records", actions: &[], schemes: &[] },
            ],
            launchable: true,
            permissions: &["android.permission.RECORD_AUDIO"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("records", _) => self.records(shared),
            ("rename", file) => self.rename_dialog(file),
            ("delete", file) => screens::delete_dialog(file),
            ("info", file) => screens::info(file, shared),
            _ => self.main(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let now_ms = cx.shared.clock.now_ms;
        match event.name.as_ref() {
            "record" => {
                if self.recording.is_some() {
                    self.stop_recording(cx);
                } else {
                    (self.playing, self.recording) = (None, Some(Clock::going(now_ms)));
                }
            }
            "pause" => {
                if let Some(clock) = &mut self.recording {
                    clock.toggle(now_ms);
                }
            }
            "discard" => self.recording = None,
            "name" => self.name = event.value.chars().take(LONGEST_NAME).collect(),
            "rename_ask" => {
                self.name = event.value.strip_suffix(".m4a").unwrap_or(&event.value).to_owned();
                cx.push(format!("rename/{}", event.value));
                cx.effects.push(Effect::Focus("input_name".to_owned()));
            }
            "save_name" => self.rename(widgets::split(route).1, cx),
            "delete" => {
                let path = format!("{RECORDS}/{}", event.value);
                self.playing = None;
                cx.pop();
                match cx.shared.files.as_system(|files| files.remove(&path, now_ms)) {
                    Ok(()) => cx.toast("Record deleted"),
                    Err(error) => cx.toast(format!("The record cannot be deleted: {error}")),
                }
            }
            "play" => match &mut self.playing {
                Some((file, clock)) if *file == event.value => clock.toggle(now_ms),
                _ => self.playing = Some((event.value.clone(), Clock::going(now_ms))),
            },
            "stop_playing" => self.playing = None,
            "share" => crate::gallery::share(&format!("{RECORDS}/{}", event.value), cx),
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn needs(&self, _route: &str) -> &'static [&'static str] {
        &["android.permission.RECORD_AUDIO"]
    }

    fn layer(&self, route: &str) -> Layer {
        match widgets::split(route).0 {
            "rename" | "delete" => Layer::Dialog,
            _ => Layer::Screen,
        }
    }

    fn class_of(&self, route: &str) -> &'static str {
        if widgets::split(route).0 == "records" { LIST } else { RECORDER }
    }

    fn optional(&self) -> bool {
        true
    }

    fn folders(&self) -> &'static [&'static str] {
        &[RECORDS]
    }

    fn stop(&mut self, _shared: &mut Shared) {
        (self.recording, self.playing) = (None, None);
        self.name.clear();
    }

    fn tick(&mut self, shared: &mut Shared) {
        let ended = self.playing.as_ref().is_some_and(|(file, clock)| {
            let length =
                shared.files.read_as_system(&format!("{RECORDS}/{file}")).ok().and_then(|file| m4a::length_ms(&file));
            clock.passed(shared.clock.now_ms) >= length.unwrap_or(0)
        });
        if ended {
            self.playing = None;
        }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Recorder {
    /// Stops the recording: writes the file and asks for its name.
    fn stop_recording(&mut self, cx: &mut Cx<'_>) {
        let Some(clock) = self.recording.take() else { return };
        let now_ms = cx.shared.clock.now_ms;
        let taken = |name: &str| cx.shared.files.stat(&format!("{RECORDS}/{name}")).is_ok();
        let file = documents::free_name(&format!("Record-{}.m4a", self.count + 1), taken);
        let bytes = m4a::silence(clock.passed(now_ms).max(1));
        let written = cx.shared.files.as_system(|files| {
            files.make_dirs(RECORDS, now_ms)?;
            files.write(&format!("{RECORDS}/{file}"), bytes, now_ms)
        });
        if let Err(error) = written {
            return cx.toast(format!("The record cannot be saved: {error}"));
        }
        self.count = self.count.saturating_add(1);
        self.name = file.strip_suffix(".m4a").unwrap_or(&file).to_owned();
        cx.push(format!("rename/{file}"));
        cx.effects.push(Effect::Focus("input_name".to_owned()));
    }

    /// Renames a recording to the typed name, with its extension added.
    fn rename(&mut self, file: &str, cx: &mut Cx<'_>) {
        let name = self.name.trim();
        if name.is_empty() || name.contains('/') || matches!(name, "." | "..") {
            return cx.toast("The name cannot be used");
        }
        let (from, to) = (format!("{RECORDS}/{file}"), format!("{RECORDS}/{name}.m4a"));
        let now_ms = cx.shared.clock.now_ms;
        if from != to && cx.shared.files.stat(&to).is_ok() {
            return cx.toast("There is a record of that name already");
        }
        match cx.shared.files.as_system(|files| files.rename(&from, &to, now_ms)) {
            Ok(()) => cx.pop(),
            Err(error) => cx.toast(format!("The record cannot be renamed: {error}")),
        }
    }
}

/// Returns the recordings, newest first.
fn records(shared: &Shared) -> Vec<Record> {
    let files = shared.files.list(RECORDS).unwrap_or_default();
    let files = files.into_iter().filter(|(_, stat)| stat.kind == Kind::File);
    let mut records: Vec<Record> = files
        .map(|(file, stat)| {
            let bytes = shared.files.read_as_system(&format!("{RECORDS}/{file}")).ok();
            let length_ms = bytes.and_then(|bytes| m4a::length_ms(&bytes)).unwrap_or(0);
            Record { file, size: stat.size, modified_ms: stat.mtime_ms, length_ms }
        })
        .collect();
    records.sort_by(|one, other| other.modified_ms.cmp(&one.modified_ms).then_with(|| one.file.cmp(&other.file)));
    records
}
