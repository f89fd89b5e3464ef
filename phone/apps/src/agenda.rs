//! Calendar (`com.google.android.calendar`): the schedule by day, an event's details, the form for creating and editing
//! events, and the notifications that remind of them.
//!
//! Routes: `agenda` and `agenda/MS` (from the day of that time), `event/ID`, `edit/new`, `edit/ID`; over the editor
//! `notification/N`. The events are in [`Shared::calendar`], which the content provider also shows; the app's own state
//! is only the unsaved form and until when it has reminded.

mod event_text;
mod reminders;
mod screens;

use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize};

use kit::{icons, widgets};
use machine::calendar;
use state::app::{Activity, App, Cx, Intent, Layer, Manifest};
use state::shared::{CalendarEvent, Shared};
use toolkit::{Event, View};

const PACKAGE: &str = "com.google.android.calendar";
const MAIN: &str = "com.android.calendar.AllInOneActivity";
const EDITOR: &str = "com.android.calendar.event.EditEventActivity";
const DETAIL: &str = "com.google.android.calendar.event.EventInfoActivity";
const NEEDED: &[&str] = &["android.permission.READ_CALENDAR", "android.permission.WRITE_CALENDAR"];
/// The default duration of an event, in milliseconds.
const HOUR: i64 = 3_600_000;
/// The longest text of an event, in characters.
const LONGEST: usize = 10_000;

/// The state of Calendar.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Agenda {
    form: Form,
    /// Until when reminders have been shown, in milliseconds since 1970.
    reminded_ms: i64,
}

/// The contents of the form: dates as `2026-11-14`, times as `14:30`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    title: String,
    location: String,
    description: String,
    all_day: bool,
    start_date: String,
    start_time: String,
    end_date: String,
    end_time: String,
    /// In minutes before the start.
    reminders: Vec<i64>,
}

impl Form {
    fn of(event: &CalendarEvent, shared: &Shared) -> Self {
        // All-day events are stored in UTC, as in Android's provider.
        let offset = if event.all_day { 0 } else { shared.clock.utc_offset_min };
        let wall = |ms: i64| {
            let wall = calendar::local(ms, offset);
            (wall.strftime("%Y-%m-%d").to_string(), wall.strftime("%H:%M").to_string())
        };
        // An all-day event ends when the next day starts; the form shows the last day.
        let end_ms = if event.all_day { (event.end_ms - 1).max(event.start_ms) } else { event.end_ms };
        let ((start_date, start_time), (end_date, end_time)) = (wall(event.start_ms), wall(end_ms));
        let (title, location) = (event.title.clone(), event.location.clone());
        let (description, all_day) = (event.description.clone(), event.all_day);
        let reminders = event.reminders.clone();
        Self { title, location, description, all_day, start_date, start_time, end_date, end_time, reminders }
    }

    /// Returns the event it describes, if its dates and times are valid.
    fn event(&self, id: i64, shared: &Shared) -> Option<CalendarEvent> {
        let moment = |date: &str, time: &str| {
            let date: Date = date.trim().parse().ok()?;
            let (time, offset) = match self.all_day {
                true => (Time::midnight(), 0),
                false => (read_time(time)?, shared.clock.utc_offset_min),
            };
            calendar::at(date.to_datetime(time), offset)
        };
        let start_ms = moment(&self.start_date, &self.start_time)?;
        let end_ms = moment(&self.end_date, &self.end_time)?;
        let end_ms = if self.all_day { end_ms.checked_add(24 * HOUR)? } else { end_ms };
        let cut = |text: &str| text.trim().chars().take(LONGEST).collect::<String>();
        let (title, location, description) = (cut(&self.title), cut(&self.location), cut(&self.description));
        let (all_day, reminders) = (self.all_day, self.reminders.clone());
        let event = CalendarEvent { id, title, location, description, start_ms, end_ms, all_day, reminders };
        (end_ms >= start_ms).then_some(event)
    }
}

/// Parses `14:30`, `2:30 PM`, `9`.
fn read_time(text: &str) -> Option<Time> {
    let text = text.trim().to_lowercase();
    let digits = text.trim_end_matches(['a', 'p', 'm', '.', ' ']);
    let half = text.strip_prefix(digits)?.trim().chars().next();
    let (hour, minute) = digits.split_once(':').unwrap_or((digits, "0"));
    let (hour, minute): (i8, i8) = (hour.parse().ok()?, minute.parse().ok()?);
    let hour = match half {
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some('p') => hour % 12 + 12,
        Some(_) => hour % 12,
        None => hour,
    };
    Time::new(hour, minute, 0, 0).ok()
}

impl App for Agenda {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Calendar",
            icon,
            color,
            version_name: "2024.02.1",
            version_code: 2_017_094_203,
            system: true,
            activities: &[
                Activity {
                    class: MAIN,
                    route: "agenda",
                    actions: &["android.intent.action.VIEW"],
                    schemes: &["content://com.android.calendar/time", "time/epoch"],
                },
                Activity {
                    class: DETAIL,
                    route: "event",
                    actions: &["android.intent.action.VIEW"],
                    schemes: &["content://com.android.calendar/events", "vnd.android.cursor.item/event"],
                },
                Activity {
                    class: EDITOR,
                    route: "edit",
                    actions: &["android.intent.action.INSERT", "android.intent.action.EDIT"],
                    schemes: &[
                        "content://com.android.calendar/events",
                        "vnd.android.cursor.item/event",
                        "vnd.android.cursor.dir/event",
                    ],
                },
            ],
            launchable: true,
            permissions: NEEDED,
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        let known = |id: &str| shared.calendar.events.iter().find(|event| event.id.to_string() == id);
        match widgets::split(route) {
            ("event", id) => screens::event(known(id), shared),
            ("edit", id) => self.editor(known(id).is_some(), shared),
            ("notification", place) => self.notification(place),
            (_, from) => screens::agenda(from.parse().unwrap_or(shared.clock.now_ms), shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (_, subject) = widgets::split(route);
        let form = &mut self.form;
        let text = event.value.clone();
        match event.name.as_ref() {
            "title" => form.title = text,
            "location" => form.location = text,
            "description" => form.description = text,
            "all_day" => form.all_day = !form.all_day,
            "start_date" => {
                // The end date follows while it was on the same day.
                if form.end_date == form.start_date {
                    form.end_date.clone_from(&text);
                }
                form.start_date = text;
            }
            "start_time" => form.start_time = text,
            "end_date" => form.end_date = text,
            "end_time" => form.end_time = text,
            "new" => {
                self.form = Form::of(&next_hour(cx.shared), cx.shared);
                cx.push("edit/new");
            }
            "edit" => {
                if let Some(found) = cx.shared.calendar.events.iter().find(|found| found.id.to_string() == text) {
                    self.form = Form::of(found, cx.shared);
                    cx.push(format!("edit/{text}"));
                }
            }
            "save" => {
                let Some(made) = self.form.event(subject.parse().unwrap_or(0), cx.shared) else {
                    return cx.toast("The dates and times cannot be read, or the end is before the start");
                };
                match cx.shared.put_event(made) {
                    Some(_) => cx.toast("Event saved"),
                    None => cx.toast("The calendar is full"),
                }
                self.form = Form::default();
                cx.pop();
            }
            "remind" => {
                self.choose_reminder(subject, &text);
                cx.pop();
            }
            "delete_ask" => widgets::ask(cx, "Delete this event?", "", "Delete", Event::with("delete", text)),
            "delete" => {
                cx.shared.calendar.events.retain(|found| found.id.to_string() != text);
                cx.toast("Event deleted");
                cx.pop();
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        let last = intent.data.as_deref().and_then(|data| data.trim_end_matches('/').rsplit('/').next());
        let number = last.and_then(|last| last.parse::<i64>().ok());
        match (route, number) {
            ("agenda", Some(ms)) => format!("agenda/{ms}"),
            ("event", Some(id)) => format!("event/{id}"),
            ("edit", Some(id)) if cx.shared.calendar.events.iter().any(|event| event.id == id) => {
                let known = cx.shared.calendar.events.iter().find(|event| event.id == id);
                self.form = known.map(|event| Form::of(event, cx.shared)).unwrap_or_default();
                format!("edit/{id}")
            }
            ("edit", _) => {
                self.form = Form::of(&given(intent, cx.shared), cx.shared);
                "edit/new".to_owned()
            }
            _ => "agenda".to_owned(),
        }
    }

    fn needs(&self, _route: &str) -> &'static [&'static str] {
        NEEDED
    }

    fn class_of(&self, route: &str) -> &'static str {
        match widgets::split(route).0 {
            "event" => DETAIL,
            "edit" | "notification" => EDITOR,
            _ => MAIN,
        }
    }

    fn layer(&self, route: &str) -> Layer {
        if widgets::split(route).0 == "notification" { Layer::Dialog } else { Layer::Screen }
    }

    fn tick(&mut self, shared: &mut Shared) {
        self.remind(shared);
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

/// Returns an event of one hour, starting at the next full hour.
fn next_hour(shared: &Shared) -> CalendarEvent {
    let start_ms = (shared.clock.now_ms / HOUR + 1).saturating_mul(HOUR);
    CalendarEvent { start_ms, end_ms: start_ms.saturating_add(HOUR), ..CalendarEvent::default() }
}

/// Builds the event from another app's `CalendarContract` extras. Unreadable extras are ignored.
fn given(intent: &Intent, shared: &Shared) -> CalendarEvent {
    let text = |name: &str| intent.extra(name).unwrap_or_default().chars().take(LONGEST).collect::<String>();
    let number = |name: &str| intent.extra(name).and_then(|value| value.trim().parse::<i64>().ok());
    let usual = next_hour(shared);
    let start_ms = number("beginTime").unwrap_or(usual.start_ms);
    let all_day = intent.extra("allDay") == Some("true");
    let length = if all_day { 24 * HOUR } else { HOUR };
    let end_ms = number("endTime").filter(|end| *end >= start_ms).unwrap_or(start_ms.saturating_add(length));
    let (title, location, description) = (text("title"), text("eventLocation"), text("description"));
    CalendarEvent { title, location, description, start_ms, end_ms, all_day, ..CalendarEvent::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, reads) in [
            ("14:30", Some((14, 30))),
            ("2:30 PM", Some((14, 30))),
            ("12 am", Some((0, 0))),
            ("12:05 p.m.", Some((12, 5))),
            ("9", Some((9, 0))),
            ("24:00", None),
            ("13 pm", None),
            ("", None),
            ("é:1", None),
        ] {
            let read = read_time(text).map(|time| (time.hour(), time.minute()));
            assert_eq!(read, reads, "{text}");
        }
    }
}
