//! The phone's clock app, and the alarms that Android's alarm manager holds for it. Used by the operations on alarms,
//! timers and reminders.

use device::Reading;

use super::work::Work;
use crate::deadline::Halt;

/// The key of the app that rings.
pub(super) const CLOCK: &str = "clock";
/// The store of AOSP's clock. Many clocks derive from it; not all let others read it.
pub(super) const STORE: &str = "content://com.android.deskclock/alarms";

/// Finds the app for alarms and timers: the one that Android names, otherwise the one called `Clock`.
pub(super) async fn clock(work: &mut Work<'_>, action: &str) -> Result<Option<String>, Halt> {
    if let Some(package) = work.handler(action, None).await? {
        return Ok(Some(package));
    }
    Ok(work.app("Clock").await?.map(|app| app.package))
}

/// The times that the alarm manager holds for an app, in milliseconds since 1970, and the current time.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Moments {
    pub(super) now: i64,
    pub(super) due: Vec<i64>,
}

/// Parses `dumpsys alarm`: `nowRTC=1772704800000=2026-03-05 10:00:00.000 nowELAPSED=86400000`, then
/// `RTC_WAKEUP #3: Alarm{6e9b4d0 type 0 origWhen 1772705400000 whenElapsed 87000000 com.google.android.deskclock}`.
/// Types 0 and 1 count from 1970, 2 and 3 from boot.
fn read(said: &str, package: &str) -> Moments {
    let after = |text: &str, name: &str| -> Option<i64> {
        let (_, rest) = text.split_once(name)?;
        let digits = rest.split(|letter: char| !letter.is_ascii_digit()).next()?;
        digits.parse().ok()
    };
    let now = after(said, "nowRTC=").unwrap_or_default();
    let elapsed = after(said, "nowELAPSED=").unwrap_or_default();
    let of_app = |line: &&str| line.contains("Alarm{") && line.trim_end().trim_end_matches('}').ends_with(package);
    let moment = |line: &str| match after(line, " type ")? {
        0 | 1 => after(line, " origWhen ").or_else(|| after(line, " when ")),
        _ => after(line, " whenElapsed ").map(|at| now.saturating_add(at.saturating_sub(elapsed))),
    };
    Moments { now, due: said.lines().filter(of_app).filter_map(moment).collect() }
}

/// Parses when the next alarm of a clock rings: `Next alarm clock information:`, then
/// `user:0 pendingSend:false time:1772778000000 = 2026-03-06 07:00:00 = …`.
pub(super) fn next_alarm(said: &str) -> Option<i64> {
    let (_, rest) = said.split_once("Next alarm clock information:")?;
    let line = rest.lines().find(|line| line.contains("time:"))?;
    let (_, time) = line.split_once("time:")?;
    time.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

/// The ends of the running timers, in milliseconds since 1970. AOSP's clock counts them from boot, and names them in the
/// tag of the alarm.
fn read_timers(said: &str, package: &str) -> Vec<i64> {
    let mut ends = Vec::new();
    let mut lines = said.lines().peekable();
    let header: String = said.lines().filter(|line| line.contains("nowRTC=")).take(1).collect();
    while let Some(line) = lines.next() {
        let Some(at) = read(&format!("{header}\n{line}"), package).due.first().copied() else { continue };
        let tagged = lines.peek().is_some_and(|next| next.contains("tag=") && next.to_lowercase().contains("timer"));
        if tagged || line.trim_start().starts_with("ELAPSED") {
            ends.push(at);
        }
    }
    ends.sort_unstable();
    ends
}

/// Reads how long the timers of the recorded clock app still run, in milliseconds, the shortest first.
pub(super) async fn timers(work: &mut Work<'_>) -> Result<Vec<i64>, Halt> {
    let package = work.kept_text(CLOCK).to_owned();
    let said = work.read(Reading::Service("alarm")).await?;
    let now = read(&said, &package).now;
    Ok(read_timers(&said, &package).into_iter().map(|end| end - now).filter(|left| *left > 0).collect())
}

/// Reads the time of the alarm manager, in milliseconds since 1970.
pub(super) async fn now_ms(work: &mut Work<'_>) -> Result<i64, Halt> {
    Ok(moments(work).await?.now)
}

/// Reads the alarms of the recorded clock app.
pub(super) async fn moments(work: &mut Work<'_>) -> Result<Moments, Halt> {
    let package = work.kept_text(CLOCK).to_owned();
    moments_of(work, &package).await
}

/// Reads the alarms of an app.
pub(super) async fn moments_of(work: &mut Work<'_>, package: &str) -> Result<Moments, Halt> {
    let said = work.read(Reading::Service("alarm")).await?;
    Ok(read(&said, package))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output of Android 14.
    const SAID: &str = "\
  nowRTC=1772704800000=2026-03-05 10:00:00.000 nowELAPSED=86400000
    RTC_WAKEUP #1: Alarm{6e9b4d0 type 0 origWhen 1772778000000 whenElapsed 159600000 com.google.android.deskclock}
    ELAPSED_WAKEUP #0: Alarm{b11 type 2 origWhen 87000000 whenElapsed 87000000 com.google.android.deskclock}
    ELAPSED #9: Alarm{b12 type 3 origWhen 87000000 whenElapsed 87000000 com.android.systemui}
    RTC #9: Alarm{b13 type 1 com.google.android.deskclock}";

    #[test]
    fn what_the_alarm_manager_holds_is_read() {
        let found = read(SAID, "com.google.android.deskclock");
        let due = vec![1_772_778_000_000, 1_772_705_400_000];
        assert_eq!(found, Moments { now: 1_772_704_800_000, due });
        assert_eq!(read_timers(SAID, "com.google.android.deskclock"), vec![1_772_705_400_000]);
        let tagged =
            "nowRTC=5 nowELAPSED=5\n RTC_WAKEUP #0: Alarm{1 type 0 origWhen 65000 whenElapsed 1 c}\n tag=c.TIMER";
        assert_eq!(read_timers(tagged, "c"), vec![65_000]);
        let next =
            "  Next alarm clock information: \n    user:0 pendingSend:false time:1772778000000 = 2026-03-06 07:00";
        assert_eq!(next_alarm(next), Some(1_772_778_000_000));
        assert_eq!(next_alarm("Next alarm clock information: none"), None);
        assert_eq!(read("nonsense Alarm{ type 0", "x"), Moments::default());
    }
}
