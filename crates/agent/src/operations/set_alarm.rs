//! `set_alarm`. Preconditions: a clock app, and a time that an alarm can have: the next occurrence of the hour, or days
//! of the week. Strategies: Android's intent, then the clock's own screens. Done when the clock's store has the alarm
//! or, if that cannot be read, when the alarm manager will wake the phone at that minute.

use action::plan::Step;
use async_trait::async_trait;
use jiff::civil::{DateTime, Time, Weekday};

use super::alarms::rings_at;
use super::clock_app::{CLOCK, STORE, clock, moments};
use super::operation::{Begin, Change, Check, Operation};
use super::pickers::{counts_to_24, pick_time};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top, weekday};
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `set_alarm`.
pub(super) struct SetAlarm;

pub(super) const SET_ALARM: &str = "android.intent.action.SET_ALARM";
/// The buttons for days, Monday first.
const DAY_BUTTONS: [&str; 7] =
    ["day_monday", "day_tuesday", "day_wednesday", "day_thursday", "day_friday", "day_saturday", "day_sunday"];

/// The requested alarm.
pub(super) struct Alarm {
    pub(super) time: Time,
    pub(super) days: Vec<Weekday>,
    pub(super) label: String,
}

impl Alarm {
    fn of(work: &Work<'_>) -> Option<Self> {
        let days = work.list("days").into_iter().filter_map(weekday).collect();
        Some(Self { time: work.time("time")?, days, label: work.text("label").to_owned() })
    }

    /// When it rings next.
    pub(super) fn next(&self, now: DateTime) -> Option<DateTime> {
        let mut days = now.date().series(jiff::Span::new().days(1)).take(9);
        let rings = |day: &jiff::civil::Date| self.days.is_empty() || self.days.contains(&day.weekday());
        days.find(|day| rings(day) && day.to_datetime(self.time) > now).map(|day| day.to_datetime(self.time))
    }

    /// The days as AOSP's clock stores them: the lowest bit is Monday.
    fn mask(&self) -> i64 {
        self.days.iter().fold(0, |mask, day| mask | 1 << day.to_monday_zero_offset())
    }

    /// Android's intent. `--eial` makes the list of integers for `EXTRA_DAYS`; Sunday is 1.
    pub(super) fn intent(&self, clock: &str) -> Move {
        let (hour, minute) = (self.time.hour().to_string(), self.time.minute().to_string());
        let days: Vec<String> = self.days.iter().map(|day| day.to_sunday_one_offset().to_string()).collect();
        let days = days.join(",");
        let mut words = vec!["am", "start", "-a", SET_ALARM, "-p", clock];
        words.extend(["--ei", "android.intent.extra.alarm.HOUR", &hour]);
        words.extend(["--ei", "android.intent.extra.alarm.MINUTES", &minute]);
        if !days.is_empty() {
            words.extend(["--eial", "android.intent.extra.alarm.DAYS", &days]);
        }
        if !self.label.is_empty() {
            words.extend(["--es", "android.intent.extra.alarm.MESSAGE", &self.label]);
        }
        words.extend(["--ez", "android.intent.extra.alarm.SKIP_UI", "true"]);
        Move::run(&words)
    }

    /// The touches in a clock app.
    fn touches(&self, clock: &str, all_hours: bool) -> Vec<Move> {
        let mut moves = to_the_top(clock);
        moves.push(Move::PressIfThere(Sought::Named("alarm_tab")));
        moves.push(Move::Press(Sought::Named("add_alarm")));
        moves.extend(pick_time(self.time, all_hours));
        let day = |day: &Weekday| DAY_BUTTONS.get(usize::try_from(day.to_monday_zero_offset()).ok()?).copied();
        moves.extend(self.days.iter().filter_map(day).map(|day| Move::Switch(Sought::Named(day), true)));
        if !self.label.is_empty() {
            moves.push(Move::Write(Sought::Named("alarm_label_field"), self.label.clone()));
        }
        moves
    }

    /// All strategies.
    pub(super) async fn ways(&self, work: &mut Work<'_>, clock: &str) -> Result<Ways, Halt> {
        let all_hours = counts_to_24(work).await?;
        let ways = Ways::default().or_moves(vec![self.intent(clock)]);
        Ok(ways.or_touches(self.touches(clock, all_hours)))
    }

    /// Whether the phone has the alarm and will ring, in the recorded clock app.
    pub(super) async fn is_set(&self, work: &mut Work<'_>) -> Result<bool, Halt> {
        let columns = ["_id", "hour", "minutes", "daysofweek", "enabled", "label"];
        let rows = work.rows(STORE, &columns, None).await?;
        let same = |row: &Vec<String>| match row.as_slice() {
            [_, hour, minutes, days, enabled, label] => {
                hour.parse() == Ok(self.time.hour())
                    && minutes.parse() == Ok(self.time.minute())
                    && days.parse() == Ok(self.mask())
                    && enabled != "0"
                    && (self.label.is_empty() || *label == self.label)
            }
            _ => false,
        };
        if !rows.is_empty() {
            return Ok(rows.iter().any(same));
        }
        let now = work.now().await?;
        let Some(next) = self.next(now) else { return Ok(false) };
        let zone = work.zone().await?;
        let Ok(at) = zone.to_timestamp(next) else { return Ok(false) };
        let due = moments(work).await?.due;
        Ok(due.iter().any(|due| due.abs_diff(at.as_millisecond()) < 1_000))
    }

    /// Tells when it rings, by a sentence that has `time`, `day` and `days`.
    pub(super) fn told(&self, work: &Work<'_>, key: &str, now: DateTime) -> String {
        let time = self.time.strftime("%H:%M").to_string();
        let days = planner::weekdays_in_words(work.plan, &self.days);
        let next = self.next(now).filter(|_| self.days.is_empty());
        let day = next.map(|next| planner::near_day_in_words(work.plan, next.date(), now.date())).unwrap_or_default();
        work.told(key, &[("time", &time), ("day", &day), ("days", &days), ("label", &self.label)])
    }
}

/// The same as a reminder, which can be on any day.
fn reminder(work: &Work<'_>) -> Step {
    let text = match work.text("label") {
        "" => "Alarm",
        label => label,
    };
    let step = Step::new("set_reminder").with("text", text).with("time", work.text("time"));
    match work.text("date") {
        "" => step,
        date => step.with("date", date),
    }
}

#[async_trait]
impl Operation for SetAlarm {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let now = work.now().await?;
        let (Some(alarm), date) = (Alarm::of(work), work.date("date").await?) else {
            return Ok(work.problem("bad_time", "bad time", &[("time", work.text("time"))]).into());
        };
        let next = alarm.next(now);
        if let Some(date) = date.filter(|_| alarm.days.is_empty()) {
            if date.to_datetime(alarm.time) <= now {
                let mut again = work.step.clone();
                again.args.remove("date");
                let again = Change::Step(again);
                let time = alarm.time.strftime("%H:%M").to_string();
                let problem = work.problem("in_the_past", "in the past", &[("time", &time)]);
                return Ok(problem.or(work.told("next time instead", &[]), again).into());
            }
            if next.map(|next| next.date()) != Some(date) {
                let day = planner::day_in_words(work.plan, date);
                let problem = work.problem("too_far", "alarm too far", &[("day", &day)]);
                return Ok(problem.or(work.told("reminder instead", &[]), Change::Step(reminder(work))).into());
            }
        }
        let Some(clock) = clock(work, SET_ALARM).await? else {
            let problem = work.problem("no_clock", "no clock", &[]);
            return Ok(match alarm.days.is_empty() {
                true => problem.or(work.told("reminder instead", &[]), Change::Step(reminder(work))).into(),
                false => problem.into(),
            });
        };
        work.keep(CLOCK, clock.clone());
        if alarm.is_set(work).await? {
            return Ok(Begin::Done(alarm.told(work, "alarm already", now)));
        }
        if !rings_at(work, alarm.time).await? {
            work.can_be_undone_by(&Step::new("cancel_alarm").with("time", work.text("time")));
        }
        Ok(Begin::Go(alarm.ways(work, &clock).await?))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let Some(alarm) = Alarm::of(work) else { return Ok(Check::NotYet) };
        let now = work.now().await?;
        Ok(match alarm.is_set(work).await? {
            true => Check::Done(alarm.told(work, "alarm", now)),
            false => Check::NotYet,
        })
    }

    /// Clocks do not create an alarm twice, and two at the same time ring once.
    fn repeats(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_rings_the_next_time_its_hour_comes() {
        let now = jiff::civil::date(2026, 9, 10).at(8, 26, 0, 0);
        let check = |time: &str, days: &[&str], next: &str| {
            let days = days.iter().filter_map(|day| weekday(day)).collect();
            let alarm = Alarm { time: time.parse().unwrap(), days, label: String::new() };
            assert_eq!(alarm.next(now).map(|next| next.to_string()).as_deref(), Some(next), "{time}");
        };
        check("09:00:00", &[], "2026-09-10T09:00:00");
        check("08:26:00", &[], "2026-09-11T08:26:00");
        check("07:00:00", &["thursday"], "2026-09-17T07:00:00");
        check("07:00:00", &["monday", "friday"], "2026-09-11T07:00:00");
    }
}
