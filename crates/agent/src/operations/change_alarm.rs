//! `change_alarm`. Precondition: the alarm is set, it is clear which one is meant, and it keeps its days. Strategies:
//! Android has no intent that changes an alarm, so the new one is set first and the old one dismissed (if that fails,
//! the person is still woken); then the clock's own screens. Done when the new one will ring on the days of the old
//! one, and the old one will not.

use action::plan::Step;
use async_trait::async_trait;
use jiff::SignedDuration;
use jiff::civil::{Date, DateTime, Time, Weekday};

use super::alarms::{Enabled, Known, alarms, dismiss, due_at, shown_time, spoken};
use super::clock_app::{CLOCK, clock};
use super::operation::{Begin, Change, Check, Operation, Problem};
use super::pickers::{counts_to_24, pick_time};
use super::set_alarm::{Alarm, SET_ALARM};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top, weekday};
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `change_alarm`.
pub(super) struct ChangeAlarm;

fn written(time: Time) -> String {
    time.strftime("%H:%M").to_string()
}

fn weekdays(work: &Work<'_>, name: &str) -> Vec<Weekday> {
    let mut days: Vec<Weekday> = work.list(name).into_iter().filter_map(weekday).collect();
    days.sort_by_key(|day| day.to_monday_zero_offset());
    days.dedup();
    days
}

/// When it rings next.
fn next_ring(alarm: &Enabled, now: DateTime) -> Option<DateTime> {
    Alarm { time: alarm.time, days: alarm.weekdays(), label: String::new() }.next(now)
}

/// Finds the alarm that the step means, by the hour and the days that were said.
async fn find(work: &mut Work<'_>, on: &[Enabled], now: DateTime) -> Result<Result<Enabled, Problem>, Halt> {
    let (time, days, day) = (work.time("old_time"), weekdays(work, "old_days"), work.date("old_date").await?);
    let at_time = |alarm: &&Enabled| time.is_none_or(|time| time == alarm.time);
    let on_days = |alarm: &&Enabled| days.is_empty() || alarm.weekdays() == days;
    // An alarm that repeats may ring on that day, even if it rings on another one first.
    let on_day = |alarm: &&Enabled| match day {
        None => true,
        Some(day) if alarm.days != 0 => alarm.weekdays().contains(&day.weekday()),
        Some(day) => next_ring(alarm, now).map(DateTime::date) == Some(day),
    };
    let mut meant = on.iter().filter(at_time).filter(on_days).filter(on_day);
    if let (Some(only), None) = (meant.next(), meant.next()) {
        return Ok(Ok(only.clone()));
    }
    if on.is_empty() {
        return Ok(Err(work.problem("no_alarm", "no alarms", &[])));
    }
    let list: Vec<String> = on.iter().map(|alarm| spoken(work, alarm)).collect();
    let list = list.join(", ");
    // Only what no alarm has is named: "there is no alarm at nine".
    if !on.iter().any(|alarm| at_time(&alarm)) {
        let values = [("time", work.text("old_time")), ("list", &list)];
        return Ok(Err(work.problem("which_alarm", "which alarm", &values)));
    }
    let then = on.iter().any(|alarm| at_time(&alarm) && on_days(&alarm) && on_day(&alarm));
    let key = if then { "which alarm" } else { "no alarm then" };
    Ok(Err(work.problem("which_alarm", key, &[("list", &list)])))
}

/// The time it rings at afterwards.
fn new_time(work: &Work<'_>, old: Time) -> Time {
    let shift = SignedDuration::from_secs(work.number("duration_s").unwrap_or_default());
    let shifted = if work.flag("earlier") { old.wrapping_sub(shift) } else { old.wrapping_add(shift) };
    work.time("time").unwrap_or(shifted)
}

/// Why it cannot ring on the days that were said: an alarm has no date, and is changed for all of its days at once.
async fn misfit(work: &mut Work<'_>, old: &Enabled, time: Time, now: DateTime) -> Result<Option<Problem>, Halt> {
    let days = weekdays(work, "days");
    if !days.is_empty() && days != old.weekdays() {
        let alarm = spoken(work, old);
        return Ok(Some(work.problem("alarm_days", "alarm keeps days", &[("alarm", &alarm)])));
    }
    let (date, old_date) = (work.date("date").await?, work.date("old_date").await?);
    let Some(wanted) = date.or(old_date) else { return Ok(None) };
    if old.days == 0 {
        return Ok(too_far(work, wanted, time, now));
    }
    let problem = work.problem("rings_again", "alarm rings again", &[("alarm", &spoken(work, old))]);
    if date.is_some() && date != old_date {
        return Ok(Some(problem));
    }
    let mut every_day = work.step.clone();
    every_day.args.remove("date");
    every_day.args.remove("old_date");
    let every_day = every_day.with("old_time", written(old.time));
    Ok(Some(problem.or(work.told("change every day", &[]), Change::Step(every_day))))
}

/// Why an alarm that rings once would ring on another day than this one.
fn too_far(work: &Work<'_>, wanted: Date, time: Time, now: DateTime) -> Option<Problem> {
    if wanted.to_datetime(time) <= now {
        return Some(work.problem("in_the_past", "in the past", &[("time", &written(time))]));
    }
    let next = Alarm { time, days: Vec::new(), label: String::new() }.next(now)?;
    let day = planner::day_in_words(work.plan, wanted);
    (next.date() != wanted).then(|| work.problem("too_far", "alarm too far", &[("day", &day)]))
}

/// The touches that pick another time for an alarm, which keeps its days and its label.
async fn pick_again(work: &mut Work<'_>, clock: &str, old: Time, new: Time) -> Result<Vec<Move>, Halt> {
    let mut touches = to_the_top(clock);
    touches.push(Move::PressIfThere(Sought::Named("alarm_tab")));
    touches.push(Move::Press(Sought::Says(shown_time(work, old).await?)));
    touches.extend(pick_time(new, counts_to_24(work).await?));
    Ok(touches)
}

#[async_trait]
impl Operation for ChangeAlarm {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let Some(clock) = clock(work, SET_ALARM).await? else {
            return Ok(work.problem("no_clock", "no clock", &[]).into());
        };
        work.keep(CLOCK, clock.clone());
        let (known, now) = (alarms(work).await?, work.now().await?);
        let on: Vec<Enabled> = match &known {
            Known::All(on) => on.clone(),
            Known::Next(next) => next.iter().map(|next| Enabled::once(next.time())).collect(),
        };
        let old = match (find(work, &on, now).await?, &known) {
            (Ok(old), _) => old,
            // Of another alarm than the next one, this clock tells nothing.
            (Err(_), Known::Next(Some(next))) => {
                let (time, day) = (written(next.time()), planner::day_in_words(work.plan, next.date()));
                return Ok(work.problem("which_alarm", "next alarm", &[("time", &time), ("day", &day)]).into());
            }
            (Err(problem), _) => return Ok(problem.into()),
        };
        let time = new_time(work, old.time);
        if let Some(problem) = misfit(work, &old, time, now).await? {
            return Ok(problem.into());
        }
        if time == old.time {
            return Ok(Begin::Done(work.told("alarm already", &[("time", &written(old.time))])));
        }
        work.keep("old", written(old.time));
        work.keep("new", written(time));
        work.keep("days", i64::from(old.days));
        work.keep("label", old.label.clone());
        // Beside another alarm at the new time, the way back would not know which of them to change.
        if !on.iter().any(|alarm| alarm.time == time) {
            let back = Step::new("change_alarm").with("old_time", written(time)).with("time", written(old.time));
            work.can_be_undone_by(&back);
        }
        let touches = pick_again(work, &clock, old.time, time).await?;
        // Of an alarm that repeats, the intent only skips the next time; and it dismisses all alarms of that time.
        let alone = on.iter().filter(|alarm| alarm.time == old.time).count() == 1;
        let ways = match old.days == 0 && alone {
            true => {
                let new = Alarm { time, days: Vec::new(), label: old.label.clone() };
                Ways::default().or_moves(vec![new.intent(&clock), dismiss(&clock, Some(old.time))])
            }
            false => Ways::default().or_moves(touches.clone()),
        };
        Ok(Begin::Go(ways.or_touches(touches)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (old, new) = (work.kept_text("old").to_owned(), work.kept_text("new").to_owned());
        let (days, label) = (work.kept_number("days"), work.kept_text("label").to_owned());
        let done = match alarms(work).await? {
            Known::All(on) => {
                let has = |alarm: &Enabled, time: &str| written(alarm.time) == time && i64::from(alarm.days) == days;
                on.iter().any(|alarm| has(alarm, &new))
                    && !on.iter().any(|alarm| has(alarm, &old) && alarm.label == label)
            }
            // The next alarm alone does not tell whether the old one still rings after it.
            Known::Next(_) => {
                let due = due_at(work).await?;
                let at = |time: &str| due.iter().any(|due| written(due.time()) == time);
                at(&new) && !at(&old)
            }
        };
        Ok(match done {
            true => Check::Done(work.told("alarm changed", &[("old", &old), ("time", &new)])),
            false => Check::NotYet,
        })
    }

    /// Clocks do not create an alarm twice.
    fn repeats(&self) -> bool {
        true
    }
}
