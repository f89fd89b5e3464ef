//! `set_timer`. Precondition: a clock app. Strategies: Android's intent, then the keys of the clock's timer. Done when
//! the alarm manager holds a new alarm for the clock, as far away as the timer is long; for a timer that is not to be
//! started, when the clock shows its length.

use action::plan::Step;
use async_trait::async_trait;
use serde_json::{Value, json};

use super::clock_app::{CLOCK, Moments, clock, moments, timers};
use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `set_timer`.
pub(super) struct SetTimer;

const SET_TIMER: &str = "android.intent.action.SET_TIMER";
/// The longest timer, in seconds, that the intent accepts and the keys of a clock can enter.
const LONGEST: i64 = 86_400;
/// The tolerance in milliseconds: the clock rounds, and time is read in two places.
const NEAR: i64 = 1_500;

/// Whether a timer of `length` milliseconds was started between the two readings. Unknown if the phone's clock was set
/// back meanwhile.
fn started(before: &Value, now: &Moments, length: i64) -> Option<bool> {
    let began = before.get("now").and_then(Value::as_i64).unwrap_or_default();
    if now.now < began {
        return None;
    }
    let known: Vec<i64> =
        before.get("due").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_i64).collect();
    let within = began.saturating_add(length - NEAR)..=now.now.saturating_add(length + NEAR);
    // Counted, because a second timer of the same length has nearly the same time.
    let count = |moments: &[i64]| moments.iter().filter(|at| within.contains(at)).count();
    Some(count(&now.due) > count(&known))
}

/// The keys that enter a length: hours, minutes, seconds, without leading zeros.
fn keys(seconds: i64) -> String {
    let digits = format!("{:02}{:02}{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    digits.trim_start_matches('0').to_owned()
}

/// Whether a text is this length as clocks show it before they start: `05h 03m 09s`, `05:03:09`.
fn shows(text: &str, seconds: i64) -> bool {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    digits.len() == 6 && letters <= 9 && digits.trim_start_matches('0') == keys(seconds)
}

#[async_trait]
impl Operation for SetTimer {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let seconds = work.number("duration_s").unwrap_or_default();
        if !(1..=LONGEST).contains(&seconds) {
            return Ok(work.problem("bad_duration", "timer too long", &[]).into());
        }
        let Some(clock) = clock(work, SET_TIMER).await? else {
            return Ok(work.problem("no_clock", "no clock", &[]).into());
        };
        work.keep(CLOCK, clock.clone());
        let Moments { now, due } = moments(work).await?;
        work.keep_before(json!({"now": now, "due": due}));
        // Stopping this timer would stop the others too.
        if !work.flag("hold") && timers(work).await?.is_empty() {
            work.can_be_undone_by(&Step::new("cancel_timer"));
        }
        let (length, label) = (seconds.to_string(), work.text("label"));
        let mut words = vec!["am", "start", "-a", SET_TIMER, "-p", &clock];
        words.extend(["--ei", "android.intent.extra.alarm.LENGTH", &length]);
        if !label.is_empty() {
            words.extend(["--es", "android.intent.extra.alarm.MESSAGE", label]);
        }
        words.extend(["--ez", "android.intent.extra.alarm.SKIP_UI", "true"]);
        let mut touches = to_the_top(&clock);
        touches.push(Move::Press(Sought::Named("timer_tab")));
        touches.push(Move::PressIfThere(Sought::Named("add_timer")));
        touches.extend(keys(seconds).chars().map(|key| Move::Press(Sought::Says(key.to_string()))));
        if work.flag("hold") {
            // The intent would start it.
            return Ok(Begin::Go(Ways::default().or_touches(touches)));
        }
        touches.push(Move::Press(Sought::Named("start_timer")));
        Ok(Begin::Go(Ways::command(&words).or_touches(touches)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let seconds = work.number("duration_s").unwrap_or_default();
        let before = work.kept.get("before").cloned().unwrap_or_default();
        if work.flag("hold") {
            let clock = work.kept_text(CLOCK).to_owned();
            if work.front().await?.as_deref() != Some(clock.as_str()) {
                return Ok(Check::NotYet);
            }
            let shown = work.look().await?.is_some_and(|tree| tree.nodes.iter().any(|node| shows(&node.text, seconds)));
            let span = planner::span_in_words(work.plan, u64::try_from(seconds).unwrap_or_default());
            return Ok(if shown { Check::Done(work.told("timer entered", &[("span", &span)])) } else { Check::NotYet });
        }
        let now = moments(work).await?;
        match started(&before, &now, seconds.saturating_mul(1000)) {
            Some(true) => {}
            Some(false) => return Ok(Check::NotYet),
            None => return Ok(Check::Unclear),
        }
        let span = planner::span_in_words(work.plan, u64::try_from(seconds).unwrap_or_default());
        Ok(Check::Done(work.told("timer", &[("label", work.text("label")), ("span", &span)])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timer_was_started_when_there_is_one_more_that_far_away() {
        let before = json!({"now": 1_772_704_799_000_i64, "due": []});
        let now = Moments { now: 1_772_704_800_000, due: vec![1_772_778_000_000, 1_772_705_400_000] };
        assert_eq!(started(&before, &now, 600_000), Some(true));
        assert_eq!(started(&before, &now, 500_000), Some(false));
        let known = json!({"now": 1_772_704_799_000_i64, "due": [1_772_705_400_000_i64]});
        assert_eq!(started(&known, &now, 600_000), Some(false));
        // The clock was set back by a day, so the timer's position says nothing.
        let later = json!({"now": 1_772_791_200_000_i64, "due": []});
        assert_eq!(started(&later, &now, 600_000), None);
    }

    #[test]
    fn an_entered_timer_is_read_from_the_screen() {
        assert!(shows("05h 03m 09s", 18_189) && shows("00h 10m 00s", 600) && shows("00:10:00", 600));
        assert!(!shows("00h 10m 00s", 601) && !shows("10", 600) && !shows("Timer of 00 h 10 minutes 00 seconds", 600));
    }

    #[test]
    fn lengths_are_said_and_typed() {
        assert_eq!(keys(5400), "13000");
        assert_eq!(keys(90), "130");
        assert_eq!(keys(86_400), "240000");
    }
}
