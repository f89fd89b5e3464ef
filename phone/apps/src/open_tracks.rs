//! OpenTracks (`de.dennisguse.opentracks`): recorded outdoor activities, their statistics, and recording.
//!
//! Routes: `list`, `search`, `track/ID` and `track/ID/TAB`, `recording`, `edit`, `statistics`, `settings`, `help`. The
//! tracks are in the table `tracks` of `database.db`; the recording in progress and the unsaved form are the app's own
//! state.

mod database;
mod list;
mod page;
mod units;

use kit::widgets;
use serde::{Deserialize, Serialize};
use state::app::database::Database;
use state::app::{Activity, App, Cx, DatabaseFile, Effect, Intent, Manifest, Store};
use state::shared::Shared;
use toolkit::{Event, Icon, View};

use self::database::{Track, Tracks};

const PACKAGE: &str = "de.dennisguse.opentracks";
const LIST: &str = "de.dennisguse.opentracks.TrackListActivity";
const RECORDED: &str = "de.dennisguse.opentracks.TrackRecordedActivity";
const RECORDING: &str = "de.dennisguse.opentracks.TrackRecordingActivity";
const EDIT: &str = "de.dennisguse.opentracks.TrackEditActivity";
const NEEDED: &[&str] = &["android.permission.ACCESS_FINE_LOCATION"];
/// The activities offered as buttons; others can be typed.
const ACTIVITIES: &[&str] = &[
    "running",
    "cycling",
    "hiking",
    "walking",
    "swimming",
    "mountain biking",
    "kayaking",
    "skiing",
    "climbing",
    "sailing",
    "inline skating",
    "other",
];
/// The mean radius of the earth, in metres.
const EARTH: f64 = 6_371_000.0;

/// The state of OpenTracks.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct OpenTracks {
    #[serde(skip)]
    store: Store<Tracks>,
    query: String,
    menu: bool,
    marked: Vec<i64>,
    form: Form,
    recording: Option<Recording>,
    /// The chosen units; `None` for those of the phone's language.
    metric: Option<bool>,
}

/// The unsaved form of a track.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    id: i64,
    name: String,
    activity: String,
    description: String,
}

/// The recording in progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Recording {
    began_ms: i64,
    /// When it was started or resumed; `None` while it is paused.
    since_ms: Option<i64>,
    /// The recorded time before that.
    before_ms: i64,
    meters: f64,
    points: i64,
    /// The last position, in degrees.
    last: Option<(f64, f64)>,
}

impl Recording {
    fn elapsed_ms(&self, now_ms: i64) -> i64 {
        let running = self.since_ms.map_or(0, |since| now_ms.saturating_sub(since).max(0));
        self.before_ms.saturating_add(running)
    }

    /// Adds a position.
    fn seen(&mut self, at: (f64, f64)) {
        if self.last == Some(at) {
            return;
        }
        if let Some(last) = self.last {
            self.meters += distance(last, at);
        }
        (self.last, self.points) = (Some(at), self.points + 1);
    }
}

/// Returns the distance between two positions in metres.
fn distance(from: (f64, f64), to: (f64, f64)) -> f64 {
    let (latitude, longitude) = ((to.0 - from.0).to_radians(), (to.1 - from.1).to_radians());
    let a = (latitude / 2.0).sin().powi(2)
        + from.0.to_radians().cos() * to.0.to_radians().cos() * (longitude / 2.0).sin().powi(2);
    2.0 * EARTH * a.sqrt().clamp(0.0, 1.0).asin()
}

impl App for OpenTracks {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "OpenTracks",
            icon: Icon::Location,
            color: (216, 67, 21),
            version_name: "v4.11.0",
            version_code: 6100,
            system: false,
            activities: &[
                Activity { class: LIST, route: "list", actions: &[], schemes: &[] },
                Activity { class: RECORDED, route: "track", actions: &[], schemes: &[] },
                Activity { class: RECORDING, route: "recording", actions: &[], schemes: &[] },
                Activity { class: EDIT, route: "edit", actions: &[], schemes: &[] },
            ],
            launchable: true,
            permissions: NEEDED,
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("search", _) => self.search(shared),
            ("track", which) => {
                let (id, tab) = widgets::split(which);
                self.page(id, tab, shared)
            }
            ("recording", _) => self.recording(shared),
            ("edit", _) => self.edit(),
            ("statistics", _) => self.statistics(shared),
            ("settings", _) => self.settings(shared),
            ("help", _) => list::help(),
            _ => self.list(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let text = |most: usize| event.value.chars().take(most).collect::<String>();
        let id = event.value.parse::<i64>().unwrap_or(0);
        let now_ms = cx.shared.clock.now_ms;
        match event.name.as_ref() {
            "query" => self.query = text(200),
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("search_src_text".to_owned()));
            }
            "menu" => self.menu = event.value == "open",
            "statistics" | "settings" | "help" => {
                self.menu = false;
                cx.push(event.name.clone());
            }
            "units" => self.metric = Some(event.value == "metric"),
            "track" if !self.marked.is_empty() && route == "list" => self.mark(id),
            "track" => cx.push(format!("track/{id}")),
            "mark" => self.mark(id),
            "mark_all" => self.marked = self.store.rows_or_none(cx.shared).iter().map(|track| track.id).collect(),
            "unmark" => self.marked.clear(),
            "delete_marked" => {
                let title = format!("Delete {} tracks?", self.marked.len());
                widgets::ask(cx, &title, "This cannot be undone.", "Delete", Event::new("deleted_marked"));
            }
            "deleted_marked" => {
                let marked = std::mem::take(&mut self.marked);
                self.delete(&marked, cx);
            }
            "delete" => {
                let deleted = Event::with("deleted", event.value.clone());
                widgets::ask(cx, "Delete this track?", "This cannot be undone.", "Delete", deleted);
            }
            "deleted" => {
                if self.delete(&[id], cx) {
                    cx.pop();
                }
            }
            "record" => {
                let began = Recording { began_ms: now_ms, since_ms: Some(now_ms), ..Recording::default() };
                self.recording = Some(began);
                cx.push("recording");
            }
            "pause" => {
                if let Some(recording) = &mut self.recording {
                    recording.before_ms = recording.elapsed_ms(now_ms);
                    recording.since_ms = if recording.since_ms.is_some() { None } else { Some(now_ms) };
                }
            }
            "stop" => self.stop_recording(cx),
            "edit" => {
                let rows = self.store.rows_or_none(cx.shared);
                if let Some(track) = rows.iter().find(|track| track.id == id) {
                    self.form = Form {
                        id,
                        name: track.name.clone(),
                        activity: track.activity.clone(),
                        description: track.description.clone(),
                    };
                    cx.push("edit");
                }
            }
            "name" => self.form.name = text(500),
            "activity" => self.form.activity = text(100),
            "description" => self.form.description = text(10_000),
            "save" => self.save_form(cx),
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, _intent: &Intent, _route: &'static str, _cx: &mut Cx<'_>) -> String {
        (self.menu, self.marked) = (false, Vec::new());
        "list".to_owned()
    }

    fn back(&mut self, route: &str, _cx: &mut Cx<'_>) -> bool {
        if route != "list" || (self.marked.is_empty() && !self.menu) {
            return false;
        }
        (self.menu, self.marked) = (false, Vec::new());
        true
    }

    fn class_of(&self, route: &str) -> &'static str {
        match widgets::split(route).0 {
            "track" => RECORDED,
            "recording" => RECORDING,
            "edit" => EDIT,
            _ => LIST,
        }
    }

    fn needs(&self, route: &str) -> &'static [&'static str] {
        if route == "recording" { NEEDED } else { &[] }
    }

    fn optional(&self) -> bool {
        true
    }

    fn databases(&self) -> &'static [DatabaseFile] {
        &[Tracks::FILE]
    }

    fn stop(&mut self, _shared: &mut Shared) {
        *self = Self { metric: self.metric, ..Self::default() };
    }

    fn tick(&mut self, shared: &mut Shared) {
        let position = &shared.hardware.position;
        if let Some(recording) = self.recording.as_mut().filter(|recording| recording.since_ms.is_some()) {
            recording.seen((position.latitude, position.longitude));
        }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl OpenTracks {
    fn mark(&mut self, id: i64) {
        match self.marked.iter().position(|marked| *marked == id) {
            Some(at) => drop(self.marked.remove(at)),
            None => self.marked.push(id),
        }
    }

    /// Deletes tracks. Returns whether it succeeded.
    fn delete(&mut self, ids: &[i64], cx: &mut Cx<'_>) -> bool {
        let done =
            self.store.change(cx.shared, |database| ids.iter().try_for_each(|id| database::delete(database, *id)));
        if let Err(error) = &done {
            cx.toast(error.to_string());
        }
        done.is_ok()
    }

    /// Stops the recording: saves the track and opens the form with its name.
    fn stop_recording(&mut self, cx: &mut Cx<'_>) {
        let Some(recording) = self.recording.take() else { return cx.pop() };
        let now_ms = cx.shared.clock.now_ms;
        let total_ms = recording.elapsed_ms(now_ms);
        let name = list::moment(recording.began_ms, cx.shared);
        let track = Track {
            name: name.clone(),
            activity: "running".to_owned(),
            start_ms: recording.began_ms,
            stop_ms: now_ms,
            total_ms,
            moving_ms: if recording.meters > 0.0 { total_ms } else { 0 },
            points: recording.points,
            meters: recording.meters,
            ..Track::default()
        };
        let offset_s = i64::from(cx.shared.clock.utc_offset_min) * 60;
        match self.store.change(cx.shared, |database| database::put(database, &track, offset_s)) {
            Ok(id) => {
                self.form = Form { id, name, activity: track.activity, description: String::new() };
                cx.effects.push(Effect::Replace(format!("track/{id}")));
                cx.push("edit");
            }
            Err(error) => {
                self.recording = Some(recording);
                cx.toast(error.to_string());
            }
        }
    }

    fn save_form(&mut self, cx: &mut Cx<'_>) {
        let trimmed = |text: &str| text.trim().to_owned();
        let form = &self.form;
        let track = Track {
            id: form.id,
            name: trimmed(&form.name),
            activity: trimmed(&form.activity),
            description: trimmed(&form.description),
            ..Track::default()
        };
        if track.name.is_empty() {
            return cx.toast("A track needs a name");
        }
        match self.store.change(cx.shared, |database| database::put(database, &track, 0)) {
            Ok(_) => cx.pop(),
            Err(error) => cx.toast(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_runs_pauses_and_counts_its_way() {
        let mut recording = Recording { since_ms: Some(1000), ..Recording::default() };
        assert_eq!(recording.elapsed_ms(61_000), 60_000);
        recording.before_ms = recording.elapsed_ms(61_000);
        recording.since_ms = None;
        assert_eq!(recording.elapsed_ms(999_000), 60_000);
        for at in [(47.0, 9.0), (47.0, 9.0), (47.01, 9.0)] {
            recording.seen(at);
        }
        assert_eq!(recording.points, 2);
        assert!((recording.meters - 1112.0).abs() < 1.0, "{}", recording.meters);
    }
}
