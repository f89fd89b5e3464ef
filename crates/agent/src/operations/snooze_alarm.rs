//! `snooze_alarm`. Precondition: an alarm rings, which its clock app shows as a notification of the category `alarm`.
//! Strategies: Android's intent, then the button of the notification, which snoozes as the clock app is set. Done when it
//! no longer rings and the alarm manager wakes the phone soon, at a time that it did not hold before.

use async_trait::async_trait;
use device::Reading;
use serde_json::{Value, json};

use super::clock_app::{CLOCK, clock, moments, next_alarm};
use super::operation::{Begin, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `snooze_alarm`.
pub(super) struct SnoozeAlarm;

const SNOOZE_ALARM: &str = "android.intent.action.SNOOZE_ALARM";
/// The longest time that clock apps snooze an alarm, in seconds.
const LONGEST: i64 = 3_600;
/// How much earlier or later than asked it may ring again, in milliseconds: clocks snooze for whole minutes, and the
/// commands take their time.
const SLACK: i64 = 90_000;
/// The key of the duration that was asked for, in milliseconds.
const ASKED: &str = "snoozed for";

/// Whether a notification says that an alarm rings.
fn rings(said: &str) -> bool {
    said.lines().any(|line| line.contains("NotificationRecord(") && line.contains(" category=alarm "))
}

/// What the alarm manager holds for the clock app.
struct Held {
    now: i64,
    /// When the next alarm rings.
    next: Option<i64>,
    due: Vec<i64>,
}

async fn held(work: &mut Work<'_>) -> Result<Held, Halt> {
    let held = moments(work).await?;
    let next = next_alarm(&work.read(Reading::Service("alarm")).await?);
    Ok(Held { now: held.now, next, due: held.due })
}

/// Whether the alarm rings again.
#[derive(Debug, PartialEq)]
enum Again {
    At(i64),
    /// At another time than asked.
    Otherwise(i64),
    No,
}

/// Finds when the snoozed alarm rings again: at a time that the alarm manager did not hold before. Another alarm that was
/// due within the hour anyway is none.
fn rings_again(before: &Value, held: &Held, asked: Option<i64>) -> Again {
    let known = |at: &i64| {
        let due = before.get("due").and_then(Value::as_array);
        before.get("next").and_then(Value::as_i64) == Some(*at)
            || due.is_some_and(|due| due.iter().any(|due| due.as_i64() == Some(*at)))
    };
    let soon = held.now..held.now.saturating_add(LONGEST * 1_000 + SLACK);
    let mut new: Vec<i64> = held.next.into_iter().chain(held.due.iter().copied()).collect();
    new.retain(|at| soon.contains(at) && !known(at));
    let Some(asked) = asked else { return new.first().copied().map_or(Again::No, Again::At) };
    let begun = before.get("now").and_then(Value::as_i64).unwrap_or(held.now);
    let fits = |at: &&i64| (begun + asked - SLACK..=held.now + asked + SLACK).contains(*at);
    match (new.iter().find(fits), new.first()) {
        (Some(at), _) => Again::At(*at),
        (None, Some(at)) => Again::Otherwise(*at),
        (None, None) => Again::No,
    }
}

#[async_trait]
impl Operation for SnoozeAlarm {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let Some(clock) = clock(work, SNOOZE_ALARM).await? else {
            return Ok(work.problem("no_clock", "no clock", &[]).into());
        };
        if !rings(&work.read(Reading::Notifications).await?) {
            return Ok(work.problem("no_alarm", "nothing rings", &[]).into());
        }
        work.keep(CLOCK, clock.clone());
        let seconds = work.number("duration_s");
        if seconds.is_some_and(|seconds| seconds > LONGEST) {
            return Ok(work.problem("snooze_too_long", "snooze too long", &[]).into());
        }
        // Clocks snooze for whole minutes.
        let minutes = seconds.map(|seconds| seconds.saturating_add(59) / 60).map(|minutes| minutes.max(1));
        work.keep(ASKED, minutes.unwrap_or_default() * 60_000);
        let held = held(work).await?;
        work.keep_before(json!({"now": held.now, "next": held.next, "due": held.due}));
        let mut words = vec!["am", "start", "-a", SNOOZE_ALARM, "-p", &clock];
        let shown = minutes.map(|minutes| minutes.to_string());
        if let Some(minutes) = &shown {
            words.extend(["--ei", "android.intent.extra.alarm.SNOOZE_DURATION", minutes]);
        }
        let touches = vec![
            Move::run(&["cmd", "statusbar", "expand-notifications"]),
            Move::Press(Sought::Named("snooze")),
            Move::run(&["cmd", "statusbar", "collapse"]),
        ];
        let ways = Ways::command(&words);
        // The button knows no duration.
        Ok(Begin::Go(if minutes.is_some() { ways } else { ways.or_touches(touches) }))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        if rings(&work.read(Reading::Notifications).await?) {
            return Ok(Check::NotYet);
        }
        let before = work.kept.get("before").cloned().unwrap_or_default();
        let asked = Some(work.kept_number(ASKED)).filter(|asked| *asked > 0);
        let again = rings_again(&before, &held(work).await?, asked);
        let at = match again {
            Again::At(at) | Again::Otherwise(at) => at,
            Again::No => return Ok(Check::NotYet),
        };
        let zone = work.zone().await?;
        let wall = jiff::Timestamp::from_millisecond(at).map(|at| zone.to_datetime(at));
        let time = wall.map_or(String::new(), |wall| wall.strftime("%H:%M").to_string());
        let told = work.told("snoozed", &[("time", &time)]);
        Ok(match again {
            Again::Otherwise(_) => Check::Stop(Problem::new("snoozed_otherwise", told)),
            _ => Check::Done(told),
        })
    }

    /// Once it is snoozed nothing rings, so a second time does nothing.
    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_alarm_that_rings_can_be_snoozed() {
        let line =
            "    NotificationRecord(0x1: pkg=com.google.android.deskclock key=1: Notification(channel=a category=";
        assert!(rings(&format!("{line}alarm actions=2 vis=PUBLIC))")));
        assert!(!rings(&format!("{line}event vis=PUBLIC))")));
        assert!(!rings("android.text=String ( category=alarm )"));
    }

    #[test]
    fn another_alarm_within_the_hour_is_no_snoozed_one() {
        let minute = 60_000;
        let before = json!({"now": 0, "next": 20 * minute, "due": [20 * minute]});
        let check = |next: i64, due: &[i64], asked: Option<i64>, expected: Again| {
            let due = due.iter().map(|minutes| minutes * minute).collect();
            let held = Held { now: minute / 6, next: Some(next * minute), due };
            assert_eq!(
                rings_again(&before, &held, asked.map(|minutes| minutes * minute)),
                expected,
                "{next} {asked:?}"
            );
        };
        check(20, &[20], None, Again::No);
        check(10, &[10, 20], None, Again::At(10 * minute));
        // It rings after the other one.
        check(20, &[20, 30], None, Again::At(30 * minute));
        check(20, &[20, 90], None, Again::No);
        check(5, &[5, 20], Some(5), Again::At(5 * minute));
        check(10, &[10, 20], Some(5), Again::Otherwise(10 * minute));
        check(20, &[20], Some(20), Again::No);
    }
}
