//! `control_stopwatch` and `tell_stopwatch`. Precondition: a clock app. Strategy: the buttons of its stopwatch, which no
//! intent reaches. Done when the stopwatch is on the screen and offers what can be done next: a running one can be
//! paused. Its time is read from that screen.

use async_trait::async_trait;
use device::tree::Tree;

use super::clock_app::{CLOCK, clock};
use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::{FindMethod, Sought, find};
use crate::deadline::Halt;

/// `control_stopwatch`.
pub(super) struct ControlStopwatch;
/// `tell_stopwatch`.
pub(super) struct TellStopwatch;

fn place(tree: &Tree, name: &'static str) -> Option<usize> {
    let sought = Sought::Named(name);
    find(tree, &sought, FindMethod::Layout).or_else(|| find(tree, &sought, FindMethod::Search))
}

fn shows(tree: &Tree, name: &'static str) -> bool {
    place(tree, name).is_some()
}

#[async_trait]
impl Operation for ControlStopwatch {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let Some(clock) = clock(work, "android.intent.action.SHOW_TIMERS").await? else {
            return Ok(work.problem("no_clock", "no clock", &[]).into());
        };
        work.keep(CLOCK, clock.clone());
        let mut touches = to_the_top(&clock);
        touches.push(Move::Press(Sought::Named("stopwatch_tab")));
        touches.push(Move::UnlessDone);
        touches.push(Move::Press(Sought::Named(match work.text("command") {
            "start" => "start_stopwatch",
            "pause" => "pause_stopwatch",
            _ => "reset_stopwatch",
        })));
        Ok(Begin::Go(Ways::default().or_touches(touches)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        if work.front().await?.as_deref() != Some(work.kept_text(CLOCK)) {
            return Ok(Check::NotYet);
        }
        let Some(tree) = work.look().await? else { return Ok(Check::NotYet) };
        if !shows(&tree, "stopwatch_time") {
            return Ok(Check::NotYet);
        }
        let (running, begun) = (shows(&tree, "pause_stopwatch"), shows(&tree, "reset_stopwatch"));
        let command = work.text("command");
        let done = match command {
            "start" => running,
            "pause" => !running,
            _ => !running && !begun,
        };
        Ok(match done {
            true => Check::Done(work.told("stopwatch", &[("command", command)])),
            false => Check::NotYet,
        })
    }

    fn lasts(&self) -> bool {
        false
    }

    /// A second press would undo the first.
    fn repeats(&self) -> bool {
        false
    }
}

/// Reads `1:02:03`, `02:03.45` and `00h 02m 03s`: the last number before the fraction counts seconds.
fn seconds(text: &str) -> Option<u64> {
    let whole = text.split(['.', ',']).next()?;
    let mut numbers = Vec::new();
    for part in whole.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty()) {
        numbers.push(part.parse::<u64>().ok()?);
    }
    let fits = (2..=3).contains(&numbers.len());
    fits.then(|| numbers.iter().fold(0_u64, |sum, number| sum.saturating_mul(60).saturating_add(*number)))
}

#[async_trait]
impl Operation for TellStopwatch {
    fn only_answers(&self) -> bool {
        true
    }

    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let Some(clock) = clock(work, "android.intent.action.SHOW_TIMERS").await? else {
            return Ok(work.problem("no_clock", "no clock", &[]).into());
        };
        work.keep(CLOCK, clock.clone());
        let mut touches = to_the_top(&clock);
        touches.push(Move::Press(Sought::Named("stopwatch_tab")));
        Ok(Begin::Go(Ways::default().or_touches(touches)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        if work.front().await?.as_deref() != Some(work.kept_text(CLOCK)) {
            return Ok(Check::NotYet);
        }
        let Some(tree) = work.look().await? else { return Ok(Check::NotYet) };
        let time = place(&tree, "stopwatch_time").and_then(|at| seconds(tree.nodes.get(at)?.label()));
        let Some(time) = time else { return Ok(Check::NotYet) };
        let (running, begun) = (shows(&tree, "pause_stopwatch"), shows(&tree, "reset_stopwatch"));
        let span = planner::span_in_words(work.plan, time);
        Ok(Check::Done(match (running, begun) {
            (true, _) => work.told("stopwatch runs", &[("span", &span)]),
            (false, true) => work.told("stopwatch stands", &[("span", &span)]),
            (false, false) => work.told("stopwatch", &[("command", "reset")]),
        }))
    }

    fn lasts(&self) -> bool {
        false
    }

    fn repeats(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_stopwatch_is_read() {
        for (text, expected) in [
            ("02:03", Some(123)),
            ("1:02:03", Some(3723)),
            ("00:05.42", Some(5)),
            ("00h 02m 03s", Some(123)),
            ("5", None),
            ("", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }
}
