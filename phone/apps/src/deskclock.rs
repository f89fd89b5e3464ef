//! Clock (`com.google.android.deskclock`): alarms, world clocks, timers, a stopwatch.
//!
//! Routes: `menu_alarm`, `menu_clock`, `menu_timer`, `menu_stopwatch` (the tabs), `time/new` and `time/ID` (the time
//! picker), `cities`. Alarms and timers are in [`Shared`](state::shared::Shared), where Android's commands see them;
//! cities and the stopwatch are the app's own state. `requests` handles intents.

mod requests;
mod screens;
mod tab;
mod watch;
mod world;

use serde::{Deserialize, Serialize};

use kit::{icons, widgets};
use state::app::{Activity, App, Cx, Effect, Intent, Manifest};
use state::shared::{Alarm, Notification, Shared};
use toolkit::{Event, View};
use watch::Stopwatch;

const PACKAGE: &str = state::shared::alarms::CLOCK;
const MAIN: &str = "com.android.deskclock.DeskClock";
const REQUESTS: &str = "com.android.deskclock.HandleApiCalls";

/// The state of Clock.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct DeskClock {
    /// The unsaved input.
    form: Form,
    query: String,
    /// The names of the cities whose time is shown.
    cities: Vec<String>,
    stopwatch: Stopwatch,
}

/// The unsaved input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    hour: String,
    minute: String,
    /// In the 12-hour format: whether it is PM.
    afternoon: bool,
    label: String,
    days: u8,
    /// The alarm that is expanded.
    expanded: Option<i64>,
    /// The digits of a new timer, hours first.
    digits: String,
    /// Whether a new timer is being set while others run.
    new_timer: bool,
}

impl App for DeskClock {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Clock",
            icon,
            color,
            version_name: "7.8 (605417012)",
            version_code: 72_002_131,
            system: true,
            activities: &[
                Activity { class: MAIN, route: "menu_alarm", actions: &[], schemes: &[] },
                Activity { class: REQUESTS, route: "request", actions: requests::ACTIONS, schemes: &[] },
            ],
            launchable: true,
            permissions: &["android.permission.POST_NOTIFICATIONS"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("menu_clock", _) => self.world(shared),
            ("menu_timer", _) => self.timers(shared),
            ("menu_stopwatch", _) => self.watch(shared),
            ("time", _) => self.time_picker(shared),
            ("cities", _) => self.city_picker(shared),
            _ => self.alarms(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let id: i64 = event.value.parse().unwrap_or(0);
        match event.name.as_ref() {
            "query" => self.query.clone_from(&event.value),
            "add_alarm" => {
                self.form = Form { hour: String::new(), minute: String::new(), ..Form::default() };
                cx.push("time/new");
                cx.effects.push(Effect::Focus("material_hour_text_input".to_owned()));
            }
            "edit_time" => {
                if let Some(alarm) = cx.shared.alarm_clock.alarms.iter().find(|alarm| alarm.id == id) {
                    self.form = Form { expanded: Some(id), ..Form::of(alarm, cx.shared) };
                    cx.push(format!("time/{id}"));
                }
            }
            "hour" => self.form.hour = digits(&event.value, 2),
            "minute" => self.form.minute = digits(&event.value, 2),
            "half" => self.form.afternoon = event.value == "pm",
            "time_ok" => self.time_chosen(widgets::split(route).1, cx),
            "toggle" => cx.shared.change_alarm(id, |alarm| alarm.enabled = !alarm.enabled),
            "expand" => self.form.expanded = (self.form.expanded != Some(id)).then_some(id),
            "day" => {
                let (id, day) = widgets::split(&event.value);
                if let (Ok(id), Ok(day @ 0..=6)) = (id.parse(), day.parse::<u8>()) {
                    cx.shared.change_alarm(id, |alarm| {
                        alarm.days ^= 1 << day;
                        alarm.enabled = true;
                    });
                }
            }
            "label" => {
                if let Some(id) = self.form.expanded {
                    cx.shared.change_alarm(id, |alarm| alarm.label.clone_from(&event.value));
                }
            }
            "vibrate" => cx.shared.change_alarm(id, |alarm| alarm.vibrate = !alarm.vibrate),
            "delete_alarm" => {
                cx.shared.delete_alarm(id);
                cx.toast("Alarm deleted");
            }
            "add_city" => {
                self.query.clear();
                cx.push("cities");
            }
            "city" => self.toggle_city(&event.value),
            _ if self.timer_event(event, cx) || self.stopwatch.event(event, cx.shared.clock.now_ms) => {}
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn notification_action(&mut self, _notification: &Notification, action: &str, _text: &str, cx: &mut Cx<'_>) {
        match action {
            "Snooze" => requests::snooze(None, cx),
            _ => _ = cx.shared.silence_alarms(None),
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, cx: &mut Cx<'_>) -> String {
        if route == "request" { self.request(intent, cx) } else { route.to_owned() }
    }

    fn back(&mut self, route: &str, cx: &mut Cx<'_>) -> bool {
        if matches!(route, "menu_clock" | "menu_timer" | "menu_stopwatch") {
            cx.effects.push(Effect::Replace("menu_alarm".to_owned()));
            return true;
        }
        false
    }

    fn tick(&mut self, shared: &mut Shared) {
        shared.ring();
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
        self.cities.truncate(world::MOST_SHOWN);
    }
}

impl Form {
    fn of(alarm: &Alarm, shared: &Shared) -> Self {
        let afternoon = alarm.hour >= 12;
        let hour = match alarm.hour {
            hour if shared.settings.is_24_hours() => hour,
            0 | 12 => 12,
            hour => hour % 12,
        };
        let (hour, minute) = (format!("{hour:02}"), format!("{:02}", alarm.minutes));
        Self { hour, minute, afternoon, label: alarm.label.clone(), days: alarm.days, ..Self::default() }
    }

    /// Returns the chosen hour and minutes, if they are a valid time.
    fn time(&self, shared: &Shared) -> Option<(u8, u8)> {
        let minute = if self.minute.is_empty() { 0 } else { self.minute.parse().ok()? };
        let hour: u8 = self.hour.parse().ok()?;
        let hour = match (shared.settings.is_24_hours(), hour) {
            (true, 0..=23) => hour,
            (false, 1..=12) => hour % 12 + if self.afternoon { 12 } else { 0 },
            _ => return None,
        };
        (minute < 60).then_some((hour, minute))
    }
}

impl DeskClock {
    /// Applies the time in the picker to a new alarm, or to the one with this id.
    fn time_chosen(&mut self, subject: &str, cx: &mut Cx<'_>) {
        let Some((hour, minutes)) = self.form.time(cx.shared) else { return };
        let id = match subject.parse() {
            Ok(id) => {
                cx.shared.change_alarm(id, |alarm| {
                    (alarm.hour, alarm.minutes, alarm.enabled) = (hour, minutes, true);
                });
                Some(id)
            }
            Err(_) => {
                let (label, days) = (self.form.label.clone(), self.form.days);
                cx.shared.set_alarm(Alarm { hour, minutes, days, label, vibrate: true, ..Alarm::default() })
            }
        };
        self.form = Form { expanded: id, ..Form::default() };
        cx.pop();
        if let Some(id) = id {
            requests::tell(id, cx);
        }
    }

    /// Handles an event of the timers. Returns whether it was one.
    fn timer_event(&mut self, event: &Event, cx: &mut Cx<'_>) -> bool {
        let now = cx.shared.clock.now_ms;
        let timer = cx.shared.alarm_clock.timers.iter_mut().find(|timer| timer.id.to_string() == event.value);
        match (event.name.as_ref(), timer) {
            ("digit", _) => {
                let typed = digits(&format!("{}{}", self.form.digits, event.value), 8);
                let typed = typed.trim_start_matches('0');
                if typed.len() <= 6 {
                    self.form.digits = typed.to_owned();
                }
            }
            ("erase", _) => drop(self.form.digits.pop()),
            ("erase_all", _) => self.form.digits.clear(),
            ("new_timer", _) => self.form.new_timer = true,
            ("start_timer", _) => {
                let (hours, minutes, seconds) = self.form.timer_digits();
                let length = i64::from(hours) * 3600 + i64::from(minutes) * 60 + i64::from(seconds);
                if length > 0 && cx.shared.start_timer("", length * 1000).is_some() {
                    self.form = Form::default();
                }
            }
            ("pause_timer", Some(timer)) => match timer.ends_ms.take() {
                Some(ends) if !timer.rung => timer.left_ms = ends.saturating_sub(now),
                // A timer that has gone off is stopped and reset.
                Some(_) => (timer.left_ms, timer.rung) = (timer.length_ms, false),
                None => timer.ends_ms = Some(now.saturating_add(timer.left_ms)),
            },
            ("add_minute", Some(timer)) => {
                let left = timer.left(now).max(0).saturating_add(60_000).min(100 * 3_600_000);
                (timer.left_ms, timer.rung) = (left, false);
                timer.ends_ms = timer.ends_ms.map(|_| now.saturating_add(left));
            }
            ("delete_timer", Some(timer)) => {
                let id = timer.id;
                cx.shared.alarm_clock.timers.retain(|timer| timer.id != id);
            }
            _ => return false,
        }
        true
    }
}

/// Returns the last `most` digits of a text.
fn digits(text: &str, most: usize) -> String {
    let digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
    digits[digits.len().saturating_sub(most)..].iter().collect()
}
