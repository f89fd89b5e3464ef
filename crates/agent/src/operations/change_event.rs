//! `cancel_event` and `move_event`. Precondition: the calendar's provider has one event that fits the words; otherwise
//! the person hears which ones there are. Strategies for deleting: the provider, then the calendar's own buttons; for
//! moving: the calendar's form, opened by Android's intent or by its button. Done when the provider no longer has the
//! event, or has it at its new time.

use std::fmt::Write as _;

use action::plan::Step;
use async_trait::async_trait;
use device::Reading;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::create_event::{EVENTS, EventTimes, VIEW};
use super::operation::{Begin, Check, Operation, Problem};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::affordance::{Sought, folded, holds_words};
use crate::deadline::Halt;

/// `cancel_event`.
pub(super) struct CancelEvent;
/// `move_event`.
pub(super) struct MoveEvent;

/// How far ahead an event without a day is looked for, in days.
const AHEAD: i64 = 120;
/// How many of several fitting events are named.
const MOST_NAMED: usize = 4;
const EDIT: &str = "android.intent.action.EDIT";

/// One occurrence of an event.
#[derive(Clone, Debug, PartialEq)]
struct Found {
    id: String,
    title: String,
    start: DateTime,
    end: DateTime,
    all_day: bool,
    repeats: bool,
}

impl Found {
    /// `[event_id, begin, end, allDay, title, rrule]`. A whole day is in UTC, wherever the phone is.
    fn read(row: &[String], zone: &TimeZone) -> Option<Self> {
        let [id, begin, end, all_day, title, rule] = row else { return None };
        let all_day = all_day == "1" || all_day == "true";
        let zone = if all_day { &TimeZone::UTC } else { zone };
        let wall = |ms: &str| Some(zone.to_datetime(Timestamp::from_millisecond(ms.parse().ok()?).ok()?));
        let repeats = !matches!(rule.as_str(), "" | "NULL" | "null");
        Some(Self { id: id.clone(), title: title.clone(), start: wall(begin)?, end: wall(end)?, all_day, repeats })
    }

    /// `“Dentist” tomorrow at 10:00`
    fn spoken(&self, work: &Work<'_>, today: Date) -> String {
        let day = planner::near_day_in_words(work.plan, self.start.date(), today);
        let time = if self.all_day { String::new() } else { self.start.strftime("%H:%M").to_string() };
        let when = work.told("event when", &[("day", &day), ("time", &time)]);
        let title = if self.title.is_empty() { work.told("untitled", &[]) } else { self.title.clone() };
        work.told("event named", &[("title", &title), ("when", &when)])
    }

    fn uri(&self) -> String {
        format!("{EVENTS}/{}", self.id)
    }
}

/// How well a title fits what was said: the same, its words in a row, or all its words somewhere.
pub(super) fn fit(title: &str, said: &str) -> u8 {
    let (title, said) = (folded(title), folded(said));
    let all = || said.split_whitespace().all(|word| title.split_whitespace().any(|own| own == word));
    match () {
        () if said.is_empty() || title == said => 3,
        () if holds_words(&title, &said) || !title.is_empty() && holds_words(&said, &title) => 2,
        () if all() => 1,
        () => 0,
    }
}

/// What becomes of the event that is found.
#[derive(Clone, Copy, PartialEq)]
enum Purpose {
    /// It is deleted, which the person agrees to by its name.
    Delete,
    /// It is moved without a question, so it must be the one that was named.
    Move,
}

impl Purpose {
    /// Whether the event may be the one that was said. "Call" may not be "call with Ben about rent".
    fn takes(self, fit: u8, title: &str, said: &str) -> bool {
        fit > 0 && (self == Self::Delete || fit != 2 || holds_words(&folded(title), &folded(said)))
    }
}

/// Finds the event that the step means.
async fn find(work: &mut Work<'_>, purpose: Purpose) -> Result<Result<Found, Problem>, Halt> {
    let (now, zone) = (work.now().await?, work.zone().await?);
    let (title, day, time) = (work.text("title").to_owned(), work.date("old_date").await?, work.time("old_time"));
    let midnight = |day: Date| day.to_datetime(Time::midnight());
    let (from, to) = match day {
        Some(day) => (midnight(day), day.tomorrow().map_or(midnight(day), midnight)),
        None => (now, now.checked_add(SignedDuration::from_hours(24 * AHEAD)).unwrap_or(now)),
    };
    let ms = |wall: DateTime| zone.to_timestamp(wall).map_or(0, Timestamp::as_millisecond);
    let uri = format!("content://com.android.calendar/instances/when/{}/{}", ms(from), ms(to));
    let rows = work.rows(&uri, &["event_id", "begin", "end", "allDay", "title", "rrule"], None).await?;
    let mut found: Vec<(u8, Found)> = rows
        .iter()
        .filter_map(|row| Found::read(row, &zone))
        .filter(|one| if one.all_day { one.start.date() >= from.date() } else { one.start >= from } && one.start < to)
        .filter(|one| time.is_none_or(|time| !one.all_day && one.start.time() == time))
        .map(|one| (fit(&one.title, &title), one))
        .filter(|(fit, one)| purpose.takes(*fit, &one.title, &title))
        .collect();
    let best = found.iter().map(|(fit, _)| *fit).max().unwrap_or_default();
    found.retain(|(fit, _)| *fit == best);
    found.sort_by_key(|(_, one)| one.start);
    // Only the next time of an event that repeats.
    let mut seen = std::collections::HashSet::new();
    found.retain(|(_, one)| seen.insert(one.id.clone()));
    // "my next appointment" is the first, if the person is asked by its name; otherwise one of several must be named.
    let first_of_all = purpose == Purpose::Delete && title.is_empty() && day.is_none() && time.is_none();
    Ok(match found.as_slice() {
        [] => Err(work.problem("no_event", "no such event", &[("title", &title)])),
        [(_, only)] => Ok(only.clone()),
        [(_, first), ..] if first_of_all => Ok(first.clone()),
        several => {
            let mut list = String::new();
            for (_, one) in several.iter().take(MOST_NAMED) {
                let comma = if list.is_empty() { "" } else { "; " };
                _ = write!(list, "{comma}{}", one.spoken(work, now.date()));
            }
            let count = several.len().to_string();
            Err(work.problem("several", "several events", &[("count", &count), ("list", &list)]))
        }
    })
}

/// When an event begins, as the provider has it.
enum Stored {
    At(i64),
    Gone,
    /// The provider did not answer.
    Unknown,
}

async fn stored(work: &mut Work<'_>, id: &str) -> Result<Stored, Halt> {
    let (uri, columns) = (format!("{EVENTS}/{id}"), ["_id", "dtstart", "deleted"]);
    let said = work.read(Reading::Rows { uri: &uri, columns: &columns, filter: None }).await?;
    let rows = device::rows::parse(&said, &columns);
    let row = rows.iter().find(|row| row.first().is_some_and(|own| own == id));
    Ok(match row.map(Vec::as_slice) {
        Some([_, start, deleted]) if deleted != "1" => start.parse().map_or(Stored::Unknown, Stored::At),
        Some(_) => Stored::Gone,
        None if said.contains("No result found") => Stored::Gone,
        None => Stored::Unknown,
    })
}

#[async_trait]
impl Operation for CancelEvent {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let event = match find(work, Purpose::Delete).await? {
            Ok(event) => event,
            Err(problem) => return Ok(problem.into()),
        };
        let today = work.now().await?.date();
        let what = event.spoken(work, today);
        work.keep("event", event.id.clone());
        work.keep("what", what.clone());
        let key = if event.repeats { "delete all occurrences" } else { "delete event" };
        let summary = work.told(key, &[("what", &what)]);
        work.keep("summary", summary);
        let press = |name| Move::Press(Sought::Named(name));
        let open = Move::run(&["am", "start", "-a", VIEW, "-d", &event.uri()]);
        let touches = vec![open, press("delete_event"), Move::PressIfThere(Sought::Named("confirm"))];
        Ok(Begin::Go(Ways::command(&["content", "delete", "--uri", &event.uri()]).or_touches(touches)))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (id, what) = (work.kept_text("event").to_owned(), work.kept_text("what").to_owned());
        if id.is_empty() {
            return Ok(Check::NotYet);
        }
        Ok(match stored(work, &id).await? {
            Stored::Gone => Check::Done(work.told("event deleted", &[("what", &what)])),
            Stored::At(_) => Check::NotYet,
            Stored::Unknown => Check::Unclear,
        })
    }

    fn repeats(&self) -> bool {
        true
    }
}

/// When the event is afterwards.
fn moved(work: &Work<'_>, event: &Found, date: Option<Date>) -> Option<DateTime> {
    if let Some(seconds) = work.number("duration_s") {
        let seconds = if work.flag("earlier") { seconds.checked_neg()? } else { seconds };
        return event.start.checked_add(SignedDuration::from_secs(seconds)).ok();
    }
    let date = date.unwrap_or(event.start.date());
    Some(date.to_datetime(work.time("time").unwrap_or(event.start.time())))
}

#[async_trait]
impl Operation for MoveEvent {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let event = match find(work, Purpose::Move).await? {
            Ok(event) => event,
            Err(problem) => return Ok(problem.into()),
        };
        let (today, date) = (work.now().await?.date(), work.date("date").await?);
        let what = event.spoken(work, today);
        if event.repeats {
            return Ok(work.problem("repeats", "event repeats", &[("what", &what)]).into());
        }
        if event.all_day && work.time("time").is_some() {
            return Ok(work.problem("all_day", "event all day", &[("what", &what)]).into());
        }
        let Some(start) = moved(work, &event, date) else {
            return Ok(work.problem("bad_date", "too far ahead", &[]).into());
        };
        let Ok(end) = start.checked_add(event.end.duration_since(event.start)) else {
            return Ok(work.problem("bad_date", "too far ahead", &[]).into());
        };
        let zone = if event.all_day { TimeZone::UTC } else { work.zone().await? };
        let Ok(at) = zone.to_timestamp(start) else {
            return Ok(work.problem("bad_date", "too far ahead", &[]).into());
        };
        let there = Found { start, end, ..event.clone() }.spoken(work, today);
        if start == event.start {
            return Ok(Begin::Done(work.told("event moved", &[("what", &there)])));
        }
        work.keep("event", event.id.clone());
        work.keep("at", at.as_millisecond());
        let mut back = Step::new("move_event").with("title", event.title.clone());
        back = back.with("old_date", start.date().to_string()).with("date", event.start.date().to_string());
        if !event.all_day {
            let time = |wall: DateTime| wall.strftime("%H:%M").to_string();
            back = back.with("old_time", time(start)).with("time", time(event.start));
        }
        work.can_be_undone_by(&back);
        work.keep("what", there);
        let form = EventTimes { start, end, all_day: event.all_day };
        let uri = event.uri();
        let (edit, view) = (["am", "start", "-a", EDIT, "-d", &uri], ["am", "start", "-a", VIEW, "-d", &uri]);
        let all_hours = super::pickers::counts_to_24(work).await?;
        let opened = |moves: Vec<Move>| {
            let open = [Move::run(&view), Move::Press(Sought::Named("edit_event"))];
            open.into_iter().chain(moves).collect::<Vec<_>>()
        };
        let direct = [Move::run(&edit)].into_iter().chain(form.writes()).collect();
        let ways = Ways::default().or_moves(direct);
        Ok(Begin::Go(ways.or_touches(opened(form.writes())).or_touches(opened(form.picks(all_hours)))))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (id, at) = (work.kept_text("event").to_owned(), work.kept_number("at"));
        let what = work.kept_text("what").to_owned();
        Ok(match stored(work, &id).await? {
            Stored::At(start) if start == at => Check::Done(work.told("event moved", &[("what", &what)])),
            _ => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_found_by_the_words_people_use() {
        for (title, said, expected) in [
            ("Dentist", "dentist", 3),
            ("Dentist", "", 3),
            ("Dentist appointment", "dentist", 2),
            ("Dentist", "dentist appointment", 2),
            ("Call with Sam about rent", "rent call", 1),
            ("Dentist", "gym", 0),
            ("", "gym", 0),
        ] {
            assert_eq!(fit(title, said), expected, "{title} {said}");
        }
    }

    #[test]
    fn an_event_that_says_less_than_the_person_is_not_moved() {
        for (title, said, moves) in [
            ("Call", "call with Ben about rent", false),
            ("Call with Ben about rent", "call with ben", true),
            ("Call with Sam about rent", "rent call", true),
            ("Dentist", "dentist", true),
            ("Gym", "dentist", false),
        ] {
            let fit = fit(title, said);
            assert_eq!(Purpose::Move.takes(fit, title, said), moves, "{title} {said}");
            assert_eq!(Purpose::Delete.takes(fit, title, said), fit > 0, "{title} {said}");
        }
    }
}
