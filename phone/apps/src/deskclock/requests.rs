//! Intents for Clock (`android.provider.AlarmClock`): set or dismiss an alarm, start a timer, show either. Extras
//! arrive as text; unreadable ones are ignored.

use super::{DeskClock, Form};
use kit::clock;
use state::app::{Cx, Effect, Intent};
use state::shared::Alarm;
use state::shared::alarms::LONGEST_LABEL;

pub(super) const ACTIONS: &[&str] = &[
    "android.intent.action.SET_ALARM",
    "android.intent.action.SET_TIMER",
    "android.intent.action.SHOW_ALARMS",
    "android.intent.action.SHOW_TIMERS",
    "android.intent.action.DISMISS_ALARM",
    "android.intent.action.SNOOZE_ALARM",
    "android.intent.action.DISMISS_TIMER",
];
/// How long an alarm is snoozed, in minutes, as the app is set at first.
const USUAL_SNOOZE: i64 = 10;
/// The longest timer another app may set, in seconds, as on Android.
const LONGEST_TIMER: i64 = 86_400;

/// Returns an extra of an alarm by the end of its name.
fn extra<'a>(intent: &'a Intent, name: &str) -> Option<&'a str> {
    intent.extra(&format!("android.intent.extra.alarm.{name}"))
}

fn number<T: std::str::FromStr>(intent: &Intent, name: &str) -> Option<T> {
    extra(intent, name)?.trim().parse().ok()
}

fn is(intent: &Intent, name: &str) -> bool {
    extra(intent, name) == Some("true")
}

fn label(intent: &Intent) -> String {
    extra(intent, "MESSAGE").unwrap_or_default().chars().take(LONGEST_LABEL).collect()
}

/// Returns the days of `EXTRA_DAYS`, numbered as in `java.util.Calendar`: Sunday is 1.
fn days(intent: &Intent) -> u8 {
    let given = extra(intent, "DAYS").unwrap_or_default();
    let numbers = given.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse::<u8>().ok());
    numbers.filter(|day| (1..=7).contains(day)).fold(0, |days, day| days | 1 << ((day + 5) % 7))
}

/// Shows a toast with the time until an alarm rings.
pub(super) fn tell(id: i64, cx: &mut Cx<'_>) {
    let next = cx.shared.alarm_clock.alarms.iter().find(|alarm| alarm.id == id).and_then(|alarm| alarm.next_ms);
    let Some(next) = next else { return };
    let minutes = ((next - cx.shared.clock.now_ms).max(0) + 59_999) / 60_000;
    let part = |count: i64, word: &str| match count {
        0 => None,
        1 => Some(format!("1 {word}")),
        _ => Some(format!("{count} {word}s")),
    };
    let parts = [part(minutes / 1440, "day"), part(minutes / 60 % 24, "hour"), part(minutes % 60, "minute")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let until = match parts.as_slice() {
        [] => "less than 1 minute".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    cx.toast(format!("Alarm set for {until} from now."));
}

impl DeskClock {
    /// Handles an intent. Returns the route of the screen to show.
    pub(super) fn request(&mut self, intent: &Intent, cx: &mut Cx<'_>) -> String {
        let route = match intent.action.as_deref() {
            Some("android.intent.action.SET_ALARM") => self.set_alarm(intent, cx),
            Some("android.intent.action.SET_TIMER") => self.set_timer(intent, cx),
            Some("android.intent.action.DISMISS_ALARM") => {
                dismiss(intent, cx);
                "menu_alarm"
            }
            Some("android.intent.action.SNOOZE_ALARM") => {
                snooze(number(intent, "SNOOZE_DURATION"), cx);
                "menu_alarm"
            }
            Some("android.intent.action.DISMISS_TIMER") => {
                cx.shared.alarm_clock.timers.retain(|timer| !timer.rung);
                "menu_timer"
            }
            Some("android.intent.action.SHOW_TIMERS") => "menu_timer",
            _ => "menu_alarm",
        };
        route.to_owned()
    }

    fn set_alarm(&mut self, intent: &Intent, cx: &mut Cx<'_>) -> &'static str {
        let (label, days) = (label(intent), days(intent));
        let Some(hour) = number::<i64>(intent, "HOUR") else {
            // Without a time, let the user choose one.
            self.form = Form { label, days, ..Form::default() };
            return "time/new";
        };
        let minutes = number::<i64>(intent, "MINUTES").unwrap_or(0);
        let (Some(hour), Some(minutes)) = (below(hour, 24), below(minutes, 60)) else {
            cx.toast(format!("Invalid time {hour}:{minutes:02}"));
            return "menu_alarm";
        };
        let vibrate = extra(intent, "VIBRATE").is_none_or(|vibrate| vibrate == "true");
        let alarm = Alarm { hour, minutes, days, vibrate, label, ..Alarm::default() };
        match cx.shared.set_alarm(alarm) {
            Some(id) => {
                tell(id, cx);
                if is(intent, "SKIP_UI") {
                    cx.effects.push(Effect::Finish);
                }
            }
            None => cx.toast("There are too many alarms"),
        }
        "menu_alarm"
    }

    fn set_timer(&mut self, intent: &Intent, cx: &mut Cx<'_>) -> &'static str {
        match number::<i64>(intent, "LENGTH") {
            Some(seconds @ 1..=LONGEST_TIMER) => {
                if cx.shared.start_timer(&label(intent), seconds * 1000).is_some() && is(intent, "SKIP_UI") {
                    cx.effects.push(Effect::Finish);
                }
                self.form.new_timer = false;
            }
            Some(_) => cx.toast("Invalid timer length"),
            None => self.form.new_timer = true,
        }
        "menu_timer"
    }
}

fn below(number: i64, end: u8) -> Option<u8> {
    u8::try_from(number).ok().filter(|number| *number < end)
}

/// Lets the alarm that rings ring again after some minutes.
pub(super) fn snooze(minutes: Option<i64>, cx: &mut Cx<'_>) {
    let minutes = minutes.filter(|minutes| (1..=60).contains(minutes)).unwrap_or(USUAL_SNOOZE);
    let again = cx.shared.clock.now_ms.saturating_add(minutes * 60_000);
    match cx.shared.silence_alarms(Some(again)) {
        true => cx.toast(format!("Snoozing for {minutes} minutes")),
        false => cx.toast("No firing alarm to snooze"),
    }
}

/// Dismisses the matching alarms: by time, by label, the next, all, or the only one.
fn dismiss(intent: &Intent, cx: &mut Cx<'_>) {
    let enabled: Vec<&Alarm> = cx.shared.alarm_clock.alarms.iter().filter(|alarm| alarm.enabled).collect();
    let next = cx.shared.alarm_clock.next_alarm().map(|(alarm, _)| alarm.id);
    let hour = number::<u8>(intent, "HOUR").map(|hour| match (is(intent, "IS_PM"), hour) {
        (true, 0..=11) => hour + 12,
        _ => hour,
    });
    let minutes = number::<u8>(intent, "MINUTES").unwrap_or(0);
    let wanted = label(intent).to_lowercase();
    let meant = |alarm: &&&Alarm| match extra(intent, "SEARCH_MODE") {
        Some("android.time") => Some((alarm.hour, alarm.minutes)) == hour.map(|hour| (hour, minutes)),
        Some("android.label") => !wanted.is_empty() && alarm.label.to_lowercase().contains(&wanted),
        Some("android.all") => true,
        Some("android.next") => Some(alarm.id) == next,
        _ => enabled.len() == 1,
    };
    let found: Vec<(i64, u8, Option<i64>)> =
        enabled.iter().filter(meant).map(|alarm| (alarm.id, alarm.days, alarm.next_ms)).collect();
    match found.as_slice() {
        [] => cx.toast("No alarm to dismiss"),
        [(_, _, Some(at))] => {
            let time = clock::time(*at, cx.shared);
            cx.toast(format!("{time} alarm dismissed"));
        }
        _ => cx.toast("Alarms dismissed"),
    }
    let offset = cx.shared.clock.utc_offset_min;
    for (id, days, next) in found {
        // A repeating alarm only skips the next time.
        cx.shared.change_alarm(id, |alarm| alarm.enabled = days != 0);
        if let Some(alarm) = cx.shared.alarm_clock.alarms.iter_mut().find(|alarm| alarm.id == id && alarm.enabled) {
            alarm.next_ms = next.and_then(|next| alarm.after(next, offset));
        }
    }
    cx.shared.note_next_alarm();
}
