//! `set_reminder`. Precondition: a time in the future. A single reminder becomes a calendar event that rings at its
//! start; a weekly one, or one on a phone without a calendar, becomes an alarm with the text as its label. Strategies
//! are those of the event, then those that make it ring: a reminder in the calendar's provider, the form of the app, an
//! alarm. Done only if something rings at that time: the event has such a reminder, or the alarm manager holds an alarm.

use action::plan::Step;
use async_trait::async_trait;
use jiff::civil::{DateTime, Time};
use serde_json::Value;

use super::alarms::rings_at;
use super::clock_app::{CLOCK, clock, moments_of};
use super::create_event::{CALENDAR, EVENTS, Entry, VIEW, calendar, notification, shown_at};
use super::operation::{Begin, Change, Check, Operation, Problem};
use super::set_alarm::{Alarm, SET_ALARM};
use super::ways::{Move, Ways};
use super::work::{WAY_BACK, Work, weekday};
use crate::affordance::Sought;
use crate::deadline::Halt;

/// `set_reminder`.
pub(super) struct SetReminder;

const REMINDERS: &str = "content://com.android.calendar/reminders";
/// The length of an event that only reminds, in seconds.
const SHORT: i64 = 900;
/// How far two readings of the same moment may be apart, in milliseconds.
const NEAR: u64 = 1_000;
/// The keys of the message if nothing rings, and of the step that is offered then.
const SILENT: &str = "silent";
const OFFERED: &str = "offered";

/// The form of a reminder.
enum Form {
    Event(Entry),
    Alarm(Alarm),
}

/// What the phone has of a reminder.
enum Had {
    /// It rings; the message.
    Rings(String),
    /// The event is in the calendar, by this id if it shares its events, and nothing rings.
    Silent(Option<String>),
    Nothing,
}

/// The time of the reminder: in the morning if no hour was given.
async fn moment(work: &mut Work<'_>) -> Result<Option<DateTime>, Halt> {
    // Recorded, so that "the next occurrence of the hour" stays the same as time passes.
    if let Ok(kept) = work.kept_text("before").parse() {
        return Ok(Some(kept));
    }
    let now = work.now().await?;
    let time = work.time("time").unwrap_or(Time::constant(9, 0, 0, 0));
    let day = match work.date("date").await? {
        Some(day) => Some(day),
        None if now.date().to_datetime(time) > now => Some(now.date()),
        None => now.date().tomorrow().ok(),
    };
    let moment = day.map(|day| day.to_datetime(time));
    if let Some(moment) = moment {
        work.keep_before(moment.to_string());
    }
    Ok(moment)
}

/// Chooses the form of the reminder and its app; `None` if the phone has neither.
async fn form(work: &mut Work<'_>, moment: DateTime) -> Result<Option<(Form, String)>, Halt> {
    let (title, time) = (work.text("text").to_owned(), moment.time());
    let days: Vec<_> = work.list("days").into_iter().filter_map(weekday).collect();
    if days.is_empty()
        && let Some(package) = calendar(work).await?
    {
        let (day, description, location) = (moment.date(), String::new(), String::new());
        let entry = Entry { title, location, description, day, time: Some(time), length: SHORT, rings: true };
        return Ok(Some((Form::Event(entry), package)));
    }
    let alarm = Alarm { time, days, label: title };
    let now = work.now().await?;
    let expressible = !alarm.days.is_empty() || alarm.next(now) == Some(moment);
    Ok(clock(work, SET_ALARM).await?.filter(|_| expressible).map(|package| (Form::Alarm(alarm), package)))
}

/// The alarm that rings instead of an event; `None` if it was not tried.
fn alarm_instead(work: &Work<'_>, moment: DateTime) -> Option<Alarm> {
    let alarm = || Alarm { time: moment.time(), days: Vec::new(), label: work.text("text").to_owned() };
    (!work.kept_text(CLOCK).is_empty()).then(alarm)
}

/// Whether an event of the provider has a reminder that the phone shows at its start.
async fn has_reminder(work: &mut Work<'_>, id: &str) -> Result<bool, Halt> {
    let filter = format!("event_id={id}");
    let rows = work.rows(REMINDERS, &["_id", "minutes", "method"], Some(&filter)).await?;
    // The methods 0 and 1 are the calendar's default and a notification; 2 and 3 send a mail or a message.
    let rings = |row: &Vec<String>| match row.as_slice() {
        [_, minutes, method] => minutes == "0" && matches!(method.as_str(), "0" | "1"),
        _ => false,
    };
    Ok(rows.iter().any(rings))
}

/// Whether the alarm manager holds an alarm of the calendar for the start of the event.
async fn has_alarm(work: &mut Work<'_>, entry: &Entry) -> Result<bool, Halt> {
    let calendar = work.kept_text(CALENDAR).to_owned();
    let zone = work.zone().await?;
    let Some((start, _)) = entry.moments(&zone).filter(|_| !calendar.is_empty()) else { return Ok(false) };
    let due = moments_of(work, &calendar).await?.due;
    Ok(due.iter().any(|due| due.abs_diff(start) < NEAR))
}

/// Returns what the phone has of the reminder.
async fn had(work: &mut Work<'_>, form: &Form, moment: DateTime) -> Result<Had, Halt> {
    let now = work.now().await?;
    let entry = match form {
        Form::Alarm(alarm) => {
            let spoken = alarm.told(work, "reminder alarm", now);
            return Ok(if alarm.is_set(work).await? { Had::Rings(spoken) } else { Had::Nothing });
        }
        Form::Event(entry) => entry,
    };
    let id = entry.found(work).await?.pop();
    if id.is_none() && !entry.is_shown(work).await? && !has_alarm(work, entry).await? {
        return Ok(Had::Nothing);
    }
    let rings = match &id {
        Some(id) => has_reminder(work, id).await?,
        None => has_alarm(work, entry).await?,
    };
    if rings {
        let when = entry.spoken(work, now.date());
        return Ok(Had::Rings(work.told("reminder", &[("title", &entry.title), ("when", &when)])));
    }
    if let Some(alarm) = alarm_instead(work, moment)
        && alarm.is_set(work).await?
    {
        // Taking it back stops the ringing; the event that is left does not ring.
        let cancel = Step::new("cancel_alarm").with("time", alarm.time.strftime("%H:%M").to_string());
        if let Ok(cancel) = serde_json::to_value(&cancel) {
            work.keep(WAY_BACK, cancel);
        }
        return Ok(Had::Rings(alarm.told(work, "reminder alarm", now)));
    }
    Ok(Had::Silent(id))
}

/// The strategies that make an event ring which is in the calendar already.
async fn ring(
    work: &mut Work<'_>,
    entry: &Entry,
    id: Option<String>,
    calendar: &str,
    moment: DateTime,
) -> Result<Ways, Halt> {
    let now = work.now().await?;
    let (title, when) = (entry.title.clone(), entry.spoken(work, now.date()));
    let silent = work.told("silent event", &[("title", &title), ("when", &when)]);
    work.keep(SILENT, silent);
    let zone = work.zone().await?;
    let start = entry.moments(&zone).map(|(start, _)| start);
    let mut ways = Ways::default();
    let opened = match id.filter(|id| id.chars().all(|digit| digit.is_ascii_digit())) {
        Some(id) => {
            let event = format!("event_id:i:{id}");
            let row = ["content", "insert", "--uri", REMINDERS, "--bind", &event, "--bind", "minutes:i:0"];
            ways = ways.or_command(&[&row[..], &["--bind", "method:i:1"]].concat());
            let uri = format!("{EVENTS}/{id}");
            let open = Move::run(&["am", "start", "-a", VIEW, "-d", &uri, "-p", calendar]);
            vec![open, Move::Press(Sought::Named("edit_event"))]
        }
        None => start
            .map(|start| vec![shown_at(calendar, start), Move::Press(Sought::Says(title.clone()))])
            .unwrap_or_default(),
    };
    let form = opened.into_iter().chain(notification(Move::Press)).chain([Move::Press(Sought::Named("save"))]);
    ways = ways.or_touches(form.collect());
    let Some(clock) = clock(work, SET_ALARM).await? else { return Ok(ways) };
    let once = Alarm { time: moment.time(), days: Vec::new(), label: title.clone() };
    let soon = once.next(now) == Some(moment);
    if soon {
        // Only now, so that an alarm of the same time that was there before is not taken for this one.
        work.keep(CLOCK, clock.clone());
        ways = ways.or_touches(vec![once.intent(&clock)]);
    }
    let week = now.checked_add(jiff::Span::new().days(7)).unwrap_or(now);
    let offered = Step::new("set_alarm").with("time", moment.strftime("%H:%M").to_string()).with("label", title);
    if soon {
        keep_step(work, offered);
    } else if moment < week {
        let day = moment.weekday().to_monday_zero_offset();
        let day = usize::try_from(day).ok().and_then(|day| action::plan::DAYS.get(day)).copied().unwrap_or_default();
        keep_step(work, offered.with("days", vec![day.to_owned()]));
    }
    Ok(ways)
}

/// Keeps the step that is offered if nothing rings.
fn keep_step(work: &mut Work<'_>, step: Step) {
    if let Ok(step) = serde_json::to_value(step) {
        work.keep(OFFERED, step);
    }
}

#[async_trait]
impl Operation for SetReminder {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let now = work.now().await?;
        let Some(moment) = moment(work).await? else {
            return Ok(work.problem("bad_date", "bad date", &[("date", work.text("date"))]).into());
        };
        if moment <= now && work.list("days").is_empty() {
            return Ok(work.problem("in_the_past", "reminder in the past", &[]).into());
        }
        let Some((form, package)) = form(work, moment).await? else {
            return Ok(work.problem("no_calendar", "no way to remind", &[]).into());
        };
        let key = if matches!(form, Form::Alarm(_)) { CLOCK } else { CALENDAR };
        work.keep(key, package.clone());
        let had = had(work, &form, moment).await?;
        let ways = match (&form, had) {
            (_, Had::Rings(told)) => return Ok(Begin::Done(work.told("already existed", &[("told", &told)]))),
            (Form::Event(entry), Had::Silent(id)) => Some(ring(work, entry, id, &package, moment).await?),
            (Form::Event(entry), Had::Nothing) => {
                work.can_be_undone_by(&entry.cancelled());
                entry.ways(work, &package).await?
            }
            (Form::Alarm(alarm), _) => {
                if !rings_at(work, alarm.time).await? {
                    let time = alarm.time.strftime("%H:%M").to_string();
                    work.can_be_undone_by(&Step::new("cancel_alarm").with("time", time));
                }
                Some(alarm.ways(work, &package).await?)
            }
        };
        Ok(match ways {
            Some(ways) => Begin::Go(ways),
            None => work.problem("bad_date", "too far ahead", &[]).into(),
        })
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let Some(moment) = moment(work).await? else { return Ok(Check::NotYet) };
        let Some((form, _)) = form(work, moment).await? else { return Ok(Check::NotYet) };
        Ok(match had(work, &form, moment).await? {
            Had::Rings(told) => Check::Done(told),
            Had::Silent(_) => Check::Partly,
            Had::Nothing => Check::NotYet,
        })
    }

    fn no_way(&self, work: &Work<'_>) -> Option<Problem> {
        let silent = work.kept_text(SILENT);
        if silent.is_empty() {
            return None;
        }
        let problem = Problem::new("silent", silent);
        let offered = work.kept.get(OFFERED).cloned().and_then(|step| serde_json::from_value::<Step>(step).ok());
        Some(match offered {
            Some(step) => {
                let weekly = if step.args.get("days").is_some_and(Value::is_array) { "yes" } else { "" };
                problem.or(work.told("alarm instead", &[("weekly", weekly)]), Change::Step(step))
            }
            None => problem,
        })
    }
}
