//! `set_reminder`. Precondition: a time in the future. A single reminder becomes a calendar event; a weekly one, or one
//! on a phone without a calendar, becomes an alarm with the text as its label. Strategies and checks are those of the
//! event or the alarm; the message says whether the calendar itself will remind.

use action::plan::Step;
use async_trait::async_trait;
use jiff::civil::{DateTime, Time};

use super::alarms::rings_at;
use super::clock_app::{CLOCK, clock};
use super::create_event::{Entry, calendar};
use super::operation::{Begin, Check, Operation};
use super::set_alarm::Alarm;
use super::work::{Work, weekday};
use crate::deadline::Halt;

/// `set_reminder`.
pub(super) struct SetReminder;

const SET_ALARM: &str = "android.intent.action.SET_ALARM";
const REMINDERS: &str = "content://com.android.calendar/reminders";
/// The length of an event that only reminds, in seconds.
const SHORT: i64 = 900;

/// The form of a reminder.
enum Form {
    Event(Entry),
    Alarm(Alarm),
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
    let (label, time) = (work.text("text").to_owned(), moment.time());
    let days: Vec<_> = work.list("days").into_iter().filter_map(weekday).collect();
    if days.is_empty()
        && let Some(package) = calendar(work).await?
    {
        let (location, day) = (String::new(), moment.date());
        let entry = Entry { title: label, location, description: String::new(), day, time: Some(time), length: SHORT };
        return Ok(Some((Form::Event(entry), package)));
    }
    let alarm = Alarm { time, days, label };
    let now = work.now().await?;
    let expressible = !alarm.days.is_empty() || alarm.next(now) == Some(moment);
    Ok(clock(work, SET_ALARM).await?.filter(|_| expressible).map(|package| (Form::Alarm(alarm), package)))
}

/// Returns the message if the reminder exists.
async fn told(work: &mut Work<'_>, form: &Form) -> Result<Option<String>, Halt> {
    let now = work.now().await?;
    match form {
        Form::Event(entry) => {
            let (title, when) = (entry.title.as_str(), entry.spoken(work, now.date()));
            let Some(id) = entry.found(work).await?.pop() else {
                let shown = entry.is_shown(work).await?;
                return Ok(shown.then(|| work.told("event", &[("title", title), ("when", &when)])));
            };
            let filter = format!("event_id={id}");
            let speaks_up = !work.rows(REMINDERS, &["_id", "minutes"], Some(&filter)).await?.is_empty();
            let key = if speaks_up { "reminder" } else { "event" };
            Ok(Some(work.told(key, &[("title", title), ("when", &when)])))
        }
        Form::Alarm(alarm) => {
            let spoken = alarm.told(work, "reminder alarm", now);
            Ok(alarm.is_set(work).await?.then_some(spoken))
        }
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
        if matches!(form, Form::Alarm(_)) {
            work.keep(CLOCK, package.clone());
        }
        if let Some(told) = told(work, &form).await? {
            return Ok(Begin::Done(work.told("already existed", &[("told", &told)])));
        }
        match &form {
            Form::Event(entry) => work.can_be_undone_by(&entry.cancelled()),
            Form::Alarm(alarm) if !rings_at(work, alarm.time).await? => {
                let time = alarm.time.strftime("%H:%M").to_string();
                work.can_be_undone_by(&Step::new("cancel_alarm").with("time", time));
            }
            Form::Alarm(_) => {}
        }
        let ways = match &form {
            Form::Event(entry) => entry.ways(work, &package).await?,
            Form::Alarm(alarm) => Some(alarm.ways(work, &package).await?),
        };
        Ok(match ways {
            Some(ways) => Begin::Go(ways),
            None => work.problem("bad_date", "too far ahead", &[]).into(),
        })
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let Some(moment) = moment(work).await? else { return Ok(Check::NotYet) };
        let Some((form, _)) = form(work, moment).await? else { return Ok(Check::NotYet) };
        Ok(match told(work, &form).await? {
            Some(told) => Check::Done(told),
            None => Check::NotYet,
        })
    }
}
