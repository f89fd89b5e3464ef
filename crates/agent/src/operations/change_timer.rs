//! `change_timer`: lets a running timer run longer or shorter. Preconditions: a clock app, and one timer that is meant.
//! Strategy: the timer's own button for another minute; what that button cannot do is offered as a new timer in place of
//! the old one. It never starts a second timer. Done when the alarm manager holds as many timers as before, one of which
//! ends that much later.

use action::plan::Step;
use async_trait::async_trait;
use serde_json::{Value, json};

use super::clock_app::{now_ms, timers};
use super::operation::{Begin, Change, Check, Operation, Problem};
use super::timers::{of_timer, running, span, spans, ways};
use super::ways::Move;
use super::work::Work;
use crate::deadline::Halt;

/// `change_timer`.
pub(super) struct ChangeTimer;

/// The most presses of the button for a minute.
const MOST_PRESSES: i64 = 60;
/// How far two readings of the same end may be apart, in milliseconds: the clock rounds, and time is read in two places.
const NEAR: u64 = 2_500;

/// Whether the timers are those from before, with one that ends `more` later, all in milliseconds.
fn changed(before: &[i64], now: &[i64], more: i64) -> bool {
    if before.len() != now.len() {
        return false;
    }
    let near = |one: i64, other: i64| one.abs_diff(other) <= NEAR;
    let mut left: Vec<i64> = now.to_vec();
    let mut moved = Vec::new();
    for end in before {
        match left.iter().position(|other| near(*end, *other)) {
            Some(same) => drop(left.remove(same)),
            None => moved.push(*end),
        }
    }
    matches!((moved.as_slice(), left.as_slice()), ([from], [to]) if near(from.saturating_add(more), *to))
}

/// The ends of the running timers, in milliseconds since 1970.
async fn ends(work: &mut Work<'_>) -> Result<Vec<i64>, Halt> {
    let (left, now) = (timers(work).await?, now_ms(work).await?);
    Ok(left.into_iter().map(|left| now.saturating_add(left)).collect())
}

/// The timer in place of the running one, if it is the only one.
fn instead(work: &Work<'_>, left: &[i64], more_s: i64, problem: Problem) -> Problem {
    let [left] = left else { return problem };
    let seconds = left / 1_000 + more_s;
    if seconds <= 0 {
        return problem;
    }
    let label = work.text("label");
    let mut cancel = Step::new("cancel_timer");
    let mut timer = Step::new("set_timer").with("duration_s", seconds);
    if !label.is_empty() {
        cancel = cancel.with("label", label);
        timer = timer.with("label", label);
    }
    let question = work.told("new timer instead", &[("span", &span(work, seconds * 1_000))]);
    problem.or(question, Change::Steps(vec![cancel, timer]))
}

#[async_trait]
impl Operation for ChangeTimer {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let seconds = work.number("duration_s").unwrap_or_default();
        let left = match running(work).await? {
            Ok(left) => left,
            Err(problem) => return Ok(problem.into()),
        };
        let label = work.text("label").to_owned();
        if left.is_empty() {
            let problem = work.problem("no_timer", "no timers", &[]);
            if work.flag("shorter") {
                return Ok(problem.into());
            }
            let mut timer = Step::new("set_timer").with("duration_s", seconds);
            if !label.is_empty() {
                timer = timer.with("label", label);
            }
            let question = work.told("start timer instead", &[("span", &span(work, seconds * 1_000))]);
            return Ok(problem.or(question, Change::Step(timer)).into());
        }
        if left.len() > 1 && label.is_empty() {
            let list = spans(work, &left);
            return Ok(work.problem("several_timers", "several timers", &[("list", &list)]).into());
        }
        if work.flag("shorter") || seconds % 60 != 0 || seconds / 60 > MOST_PRESSES {
            let problem = work.problem("timer_step", "timer step", &[]);
            let more = if work.flag("shorter") { -seconds } else { seconds };
            return Ok(instead(work, &left, more, problem).into());
        }
        let ends = ends(work).await?;
        work.keep_before(json!(ends));
        let presses = usize::try_from(seconds / 60).unwrap_or_default();
        let press = Move::Press(of_timer("add_minute", &label));
        Ok(Begin::Go(ways(work, &vec![press; presses])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let before = work.kept.get("before").and_then(Value::as_array).cloned().unwrap_or_default();
        let before: Vec<i64> = before.iter().filter_map(Value::as_i64).collect();
        let now = ends(work).await?;
        let seconds = work.number("duration_s").unwrap_or_default();
        if !changed(&before, &now, seconds.saturating_mul(1_000)) {
            return Ok(Check::NotYet);
        }
        let (left, label) = (timers(work).await?, work.text("label").to_owned());
        let list = spans(work, &left);
        let count = if left.len() == 1 { "1" } else { "several" };
        Ok(Check::Done(work.told("timer changed", &[("label", &label), ("list", &list), ("count", count)])))
    }

    fn no_way(&self, work: &Work<'_>) -> Option<Problem> {
        let label = work.text("label");
        (!label.is_empty()).then(|| work.problem("no_such_timer", "no such timer", &[("label", label)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_timer_ends_later_and_the_others_do_not() {
        let minute = 60_000;
        for (before, now, expected) in [
            (&[600_000][..], &[900_000][..], true),
            (&[600_000], &[600_000], false),
            (&[600_000], &[840_000], false),
            (&[600_000], &[600_000, 300_000], false),
            (&[600_000, 700_000], &[700_400, 900_300], true),
            (&[600_000, 700_000], &[900_000, 1_000_000], false),
            (&[600_000, 600_100], &[600_000, 900_100], true),
            (&[], &[300_000], false),
        ] {
            assert_eq!(changed(before, now, 5 * minute), expected, "{before:?} {now:?}");
        }
    }
}
