//! `content://com.android.deskclock/alarms`: the alarms, in the columns of AOSP's Clock (`ClockContract`).

use super::row::{Row, number, row, string, text};
use state::shared::{Alarm, Shared};

/// The provider's authority.
pub(super) const AUTHORITY: &str = "com.android.deskclock";

/// Returns the alarms, sorted by time of day.
pub(super) fn rows(shared: &Shared) -> Vec<Row> {
    let alarm = |alarm: &Alarm| {
        row([
            ("_id", alarm.id.into()),
            ("hour", i64::from(alarm.hour).into()),
            ("minutes", i64::from(alarm.minutes).into()),
            ("daysofweek", i64::from(alarm.days).into()),
            ("enabled", i64::from(alarm.enabled).into()),
            ("vibrate", i64::from(alarm.vibrate).into()),
            ("label", text(&alarm.label)),
            ("ringtone", text("content://settings/system/alarm_alert")),
            ("delete_after_use", 0.into()),
        ])
    };
    shared.alarm_clock.alarms.iter().map(alarm).collect()
}

/// Applies the given columns to an alarm.
fn fill(alarm: &mut Alarm, values: &Row) {
    let small =
        |name: &str, most: u8| number(values, name).and_then(|it| u8::try_from(it).ok()).filter(|it| *it <= most);
    alarm.hour = small("hour", 23).unwrap_or(alarm.hour);
    alarm.minutes = small("minutes", 59).unwrap_or(alarm.minutes);
    alarm.days = small("daysofweek", 0x7f).unwrap_or(alarm.days);
    alarm.enabled = number(values, "enabled").map_or(alarm.enabled, |enabled| enabled != 0);
    alarm.vibrate = number(values, "vibrate").map_or(alarm.vibrate, |vibrate| vibrate != 0);
    alarm.label = string(values, "label").unwrap_or_else(|| std::mem::take(&mut alarm.label));
}

/// Adds an alarm.
pub(super) fn insert(values: &Row, shared: &mut Shared) -> bool {
    let mut alarm = Alarm { enabled: true, ..Alarm::default() };
    fill(&mut alarm, values);
    let enabled = alarm.enabled;
    let Some(id) = shared.set_alarm(alarm) else { return false };
    shared.change_alarm(id, |alarm| alarm.enabled = enabled);
    true
}

/// Changes an alarm.
pub(super) fn update(id: i64, values: &Row, shared: &mut Shared) {
    shared.change_alarm(id, |alarm| fill(alarm, values));
}
