//! `tell_alarms` and `cancel_alarm`. Precondition: a clock app. What is set is read from the clock's own store; if others
//! may not read it, the alarm manager knows the next one. Strategies for turning one off: Android's intent, then its
//! switch. Done when the store has it off, or the alarm manager no longer wakes the phone at that minute.

use action::plan::Step;
use async_trait::async_trait;
use device::Reading;
use jiff::Timestamp;
use jiff::civil::{DateTime, Time, Weekday};

use super::clock_app::{CLOCK, STORE, clock, moments, next_alarm};
use super::operation::{Answer, Begin, Change, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `tell_alarms`.
pub(super) struct TellAlarms;
/// `cancel_alarm`.
pub(super) struct CancelAlarm;

const SHOW_ALARMS: &str = "android.intent.action.SHOW_ALARMS";
const DISMISS_ALARM: &str = "android.intent.action.DISMISS_ALARM";

/// An alarm that is on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Enabled {
    pub(super) time: Time,
    /// The days it rings on, as AOSP's clock stores them: the lowest bit is Monday. 0 for once.
    pub(super) days: u8,
    pub(super) label: String,
}

impl Enabled {
    /// The step that sets it again.
    fn set_again(&self) -> Step {
        let mut step = Step::new("set_alarm").with("time", self.time.strftime("%H:%M").to_string());
        let name = |day: &Weekday| action::plan::DAYS.get(usize::try_from(day.to_monday_zero_offset()).ok()?).copied();
        let days: Vec<&str> = self.weekdays().iter().filter_map(name).collect();
        if !days.is_empty() {
            step = step.with("days", days);
        }
        if !self.label.is_empty() {
            step = step.with("label", self.label.clone());
        }
        step
    }

    /// An alarm of which only the time is known.
    pub(super) fn once(time: Time) -> Self {
        Self { time, days: 0, label: String::new() }
    }

    /// The days it rings on; none for once.
    pub(super) fn weekdays(&self) -> Vec<Weekday> {
        let days = (0..7).filter(|day| self.days >> day & 1 == 1);
        days.filter_map(|day| Weekday::from_monday_zero_offset(day).ok()).collect()
    }
}

/// The alarms that are on. `Known::Next` if only the next one can be found out.
pub(super) enum Known {
    All(Vec<Enabled>),
    Next(Option<DateTime>),
}

pub(super) async fn alarms(work: &mut Work<'_>) -> Result<Known, Halt> {
    let columns = ["_id", "hour", "minutes", "daysofweek", "enabled", "label"];
    let said = work.read(Reading::Rows { uri: STORE, columns: &columns, filter: None }).await?;
    // An empty store is readable too.
    let readable = said.trim_start().starts_with("Row:") || said.contains("No result found");
    if !readable {
        let (said, zone) = (work.read(Reading::Service("alarm")).await?, work.zone().await?);
        let next = next_alarm(&said).and_then(|at| Timestamp::from_millisecond(at).ok());
        return Ok(Known::Next(next.map(|at| zone.to_datetime(at))));
    }
    let enabled = device::rows::parse(&said, &columns).into_iter().filter_map(|row| match row.as_slice() {
        [_, hour, minutes, days, enabled, label] if enabled != "0" => {
            let time = Time::new(hour.parse().ok()?, minutes.parse().ok()?, 0, 0).ok()?;
            Some(Enabled { time, days: days.parse().unwrap_or_default(), label: label.clone() })
        }
        _ => None,
    });
    let mut enabled: Vec<Enabled> = enabled.collect();
    enabled.sort_by_key(|alarm| alarm.time);
    Ok(Known::All(enabled))
}

/// Whether an alarm is on at this time. Turning off the alarm of a time turns off all alarms of that time, so a new
/// alarm beside an older one cannot be undone by its time.
pub(super) async fn rings_at(work: &mut Work<'_>, time: Time) -> Result<bool, Halt> {
    Ok(match alarms(work).await? {
        Known::All(on) => on.iter().any(|alarm| alarm.time == time),
        Known::Next(_) => due_at(work).await?.iter().any(|due| due.time() == time),
    })
}

/// The local times at which the alarm manager wakes the recorded clock app.
pub(super) async fn due_at(work: &mut Work<'_>) -> Result<Vec<DateTime>, Halt> {
    let (due, zone) = (moments(work).await?.due, work.zone().await?);
    Ok(due.into_iter().filter_map(|at| Some(zone.to_datetime(Timestamp::from_millisecond(at).ok()?))).collect())
}

/// `07:00 every Monday (work)`
pub(super) fn spoken(work: &Work<'_>, alarm: &Enabled) -> String {
    let days = planner::weekdays_in_words(work.plan, &alarm.weekdays());
    let time = alarm.time.strftime("%H:%M").to_string();
    work.told("one alarm", &[("time", &time), ("days", &days), ("label", &alarm.label)])
}

/// Android's intent that turns off the alarm at a time, or all of them. One that repeats rings again the next time.
pub(super) fn dismiss(clock: &str, time: Option<Time>) -> Move {
    let mode = if time.is_some() { "android.time" } else { "android.all" };
    let mut words = vec!["am", "start", "-a", DISMISS_ALARM, "-p", clock];
    words.extend(["--es", "android.intent.extra.alarm.SEARCH_MODE", mode]);
    let shown = time.map(|time| (time.hour().to_string(), time.minute().to_string()));
    if let Some((hour, minutes)) = &shown {
        words.extend(["--ei", "android.intent.extra.alarm.HOUR", hour]);
        words.extend(["--ei", "android.intent.extra.alarm.MINUTES", minutes]);
    }
    Move::run(&words)
}

/// The touches that turn off the alarm at a time.
async fn switch_off(work: &mut Work<'_>, clock: &str, time: Time) -> Result<Vec<Move>, Halt> {
    let mut touches = to_the_top(clock);
    touches.push(Move::PressIfThere(Sought::Named("alarm_tab")));
    let label = shown_time(work, time).await?;
    touches.push(Move::Switch(Sought::Says(label), false));
    Ok(touches)
}

/// A time as the clock app writes it.
pub(super) async fn shown_time(work: &mut Work<'_>, time: Time) -> Result<String, Halt> {
    let all_hours = super::pickers::counts_to_24(work).await?;
    let label = time.strftime(if all_hours { "%H:%M" } else { "%-I:%M %p" }).to_string();
    // However the clock writes the hour that the person named, it is that hour.
    work.context.means(&label);
    Ok(label)
}

#[async_trait]
impl Answer for TellAlarms {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        Ok(Begin::Done(match alarms(work).await? {
            Known::All(all) if all.is_empty() => work.told("no alarms", &[]),
            Known::All(all) => {
                let list: Vec<String> = all.iter().map(|alarm| spoken(work, alarm)).collect();
                let count = if all.len() == 1 { "1" } else { "several" };
                work.told("alarms", &[("list", &list.join("; ")), ("count", count)])
            }
            Known::Next(None) => work.told("no alarms", &[]),
            Known::Next(Some(next)) => {
                let (time, day) = (next.strftime("%H:%M").to_string(), planner::day_in_words(work.plan, next.date()));
                work.told("next alarm", &[("time", &time), ("day", &day)])
            }
        }))
    }
}

#[async_trait]
impl Operation for CancelAlarm {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let Some(clock) = clock(work, SHOW_ALARMS).await? else {
            return Ok(work.problem("no_clock", "no clock", &[]).into());
        };
        work.keep(CLOCK, clock.clone());
        let all = work.flag("all");
        let known = alarms(work).await?;
        let times: Vec<Time> = match &known {
            Known::All(on) => on.iter().map(|alarm| alarm.time).collect(),
            Known::Next(next) => next.iter().map(|next| next.time()).collect(),
        };
        if times.is_empty() {
            return Ok(Begin::Done(work.told("no alarms", &[])));
        }
        let wanted = match work.time("time") {
            Some(time) => Some(time).filter(|time| times.contains(time)),
            None if all => None,
            None => times.first().copied().filter(|first| times.iter().all(|time| time == first)),
        };
        // Of another alarm than the next one, this clock tells nothing.
        if let (Known::Next(Some(next)), None, false) = (&known, wanted, all) {
            let (time, day) = (next.strftime("%H:%M").to_string(), planner::day_in_words(work.plan, next.date()));
            return Ok(work.problem("which_alarm", "next alarm", &[("time", &time), ("day", &day)]).into());
        }
        if wanted.is_none() && !all {
            let list: Vec<String> = times.iter().map(|time| time.strftime("%H:%M").to_string()).collect();
            let time = work.text("time").to_owned();
            let message = work.told("which alarm", &[("time", &time), ("list", &list.join(", "))]);
            return Ok(Problem::new("which_alarm", message).into());
        }
        // "tomorrow's alarm" may ring on other days too, and is turned off for all of them.
        let repeats = |alarm: &&Enabled| alarm.days != 0 && (all || Some(alarm.time) == wanted);
        if let (Known::All(on), false) = (&known, work.text("date").is_empty())
            && let Some(alarm) = on.iter().find(repeats)
        {
            let mut every_day = work.step.clone();
            every_day.args.remove("date");
            let problem = work.problem("rings_again", "alarm rings again", &[("alarm", &spoken(work, alarm))]);
            return Ok(problem.or(work.told("off every day", &[]), Change::Step(every_day)).into());
        }
        let ways = Ways::default().or_moves(vec![dismiss(&clock, wanted)]);
        let Some(time) = wanted else { return Ok(Begin::Go(ways)) };
        work.keep("cancelled", time.strftime("%H:%M").to_string());
        if let Known::All(on) = &known {
            let mut at_that_time = on.iter().filter(|alarm| alarm.time == time);
            if let (Some(only), None) = (at_that_time.next(), at_that_time.next()) {
                work.can_be_undone_by(&only.set_again());
            }
        }
        Ok(Begin::Go(ways.or_touches(switch_off(work, &clock, time).await?)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (all, time) = (work.flag("all"), work.kept_text("cancelled").to_owned());
        let meant = |at: Time| all || at.strftime("%H:%M").to_string() == time;
        let off = match alarms(work).await? {
            Known::All(on) => !on.iter().any(|alarm| meant(alarm.time)),
            Known::Next(next) => next.is_none_or(|next| !meant(next.time())),
        };
        Ok(match off {
            true => Check::Done(work.told("alarm off", &[("time", &time)])),
            false => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }
}
