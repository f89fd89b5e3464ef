//! `tell_events`: what the calendar's provider has for a day, or next, or when an event of a title or with a person is.
//! Changes nothing.

use async_trait::async_trait;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

use super::change_event::fit;
use super::operation::{Answer, Begin};
use super::work::Work;
use crate::deadline::Halt;

/// `tell_events`.
pub(super) struct TellEvents;

/// How many are read out at once.
const MOST: usize = 5;
/// How far ahead the next event is looked for, in days.
const AHEAD: i32 = 60;
/// How far ahead an event that was named is looked for, in days.
const FAR_AHEAD: i32 = 365;

/// One occurrence of an event.
struct Occurrence {
    start: DateTime,
    all_day: bool,
    title: String,
}

/// The occurrences from one moment to another, in order. Events that repeat are in it once each time.
async fn between(work: &mut Work<'_>, from: DateTime, to: DateTime) -> Result<Vec<Occurrence>, Halt> {
    let zone = work.zone().await?;
    let ms = |wall: DateTime| zone.to_timestamp(wall).map_or(0, Timestamp::as_millisecond);
    let uri = format!("content://com.android.calendar/instances/when/{}/{}", ms(from), ms(to));
    let rows = work.rows(&uri, &["begin", "end", "allDay", "title"], None).await?;
    let mut found: Vec<Occurrence> = rows.iter().filter_map(|row| read(row, &zone)).collect();
    // What ended, or begins, at the edge belongs to another day.
    found.retain(|one| if one.all_day { one.start.date() >= from.date() } else { one.start >= from } && one.start < to);
    found.sort_by_key(|one| one.start);
    Ok(found)
}

/// Reads a row. A whole day is in UTC, wherever the phone is.
fn read(row: &[String], zone: &TimeZone) -> Option<Occurrence> {
    let [begin, _, all_day, title] = row else { return None };
    let all_day = all_day == "1" || all_day == "true";
    let begin = Timestamp::from_millisecond(begin.parse().ok()?).ok()?;
    let zone = if all_day { &TimeZone::UTC } else { zone };
    let start = zone.to_datetime(begin);
    Some(Occurrence { start, all_day, title: title.clone() })
}

/// `10:00 Dentist`
fn spoken(work: &Work<'_>, one: &Occurrence) -> String {
    let time = if one.all_day { String::new() } else { one.start.strftime("%H:%M").to_string() };
    work.told("one event", &[("time", &time), ("title", &one.title)])
}

/// The first and the last day of a span.
fn span(name: &str, today: Date) -> Option<(Date, Date)> {
    let after = |day: Date, days: i8| day.checked_add(jiff::Span::new().days(days)).ok();
    let until_sunday = 7 - today.weekday().to_monday_one_offset();
    match name {
        "week" => Some((today, after(today, until_sunday)?)),
        "next-week" => Some((after(today, until_sunday + 1)?, after(today, until_sunday + 7)?)),
        "weekend" => Some((after(today, (until_sunday - 1).max(0))?, after(today, until_sunday)?)),
        "month" => Some((today, today.last_of_month())),
        _ => None,
    }
}

/// Tells the events of several days, each with its day.
fn several(work: &Work<'_>, found: &[Occurrence], today: Date) -> String {
    if found.is_empty() {
        return work.told("no events then", &[]);
    }
    let each = |one: &Occurrence| {
        let day = planner::near_day_in_words(work.plan, one.start.date(), today);
        work.told("event of several", &[("day", &day), ("event", &spoken(work, one))])
    };
    let list: Vec<String> = found.iter().take(MOST).map(each).collect();
    let more = found.len().saturating_sub(MOST);
    let more = if more > 0 { more.to_string() } else { String::new() };
    work.told("events then", &[("list", &list.join("; ")), ("more", &more)])
}

/// Tells when the next event of a title is, or with a person, or on the day that was named.
async fn called(work: &mut Work<'_>, label: &str, now: DateTime) -> Result<String, Halt> {
    let midnight = |day: Date| day.to_datetime(Time::midnight());
    let (from, to) = match work.date("date").await? {
        Some(day) => (midnight(day), day.tomorrow().map_or(midnight(day), midnight)),
        None => (now, now.checked_add(jiff::Span::new().days(FAR_AHEAD)).unwrap_or(now)),
    };
    let found = between(work, from, to).await?;
    let best = found.iter().map(|one| fit(&one.title, label)).max().unwrap_or_default();
    let fitting: Vec<&Occurrence> = found.iter().filter(|one| best > 0 && fit(&one.title, label) == best).collect();
    let each = |one: &&Occurrence| {
        let day = planner::near_day_in_words(work.plan, one.start.date(), now.date());
        work.told("event of several", &[("day", &day), ("event", &spoken(work, one))])
    };
    let list: Vec<String> = fitting.iter().take(MOST).map(each).collect();
    let more = fitting.len().saturating_sub(MOST);
    let more = if more > 0 { more.to_string() } else { String::new() };
    Ok(match fitting.is_empty() {
        true => work.told("no event called", &[("title", label)]),
        false => work.told("events then", &[("list", &list.join("; ")), ("more", &more)]),
    })
}

#[async_trait]
impl Answer for TellEvents {
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let now = work.now().await?;
        let midnight = |day: Date| day.to_datetime(Time::midnight());
        let label = work.text("label").to_owned();
        if !label.is_empty() {
            return called(work, &label, now).await.map(Begin::Done);
        }
        if let Some((first, last)) = span(work.text("span"), now.date()) {
            let from = if first == now.date() { now } else { midnight(first) };
            let found = between(work, from, last.tomorrow().map_or(from, midnight)).await?;
            return Ok(Begin::Done(several(work, &found, now.date())));
        }
        let Some(day) = work.date("date").await? else {
            let end = now.checked_add(jiff::Span::new().days(AHEAD)).unwrap_or(now);
            let found = between(work, now, end).await?;
            let next = found.iter().find(|one| one.start >= now || one.all_day);
            return Ok(Begin::Done(match next {
                None => work.told("no event ahead", &[]),
                Some(next) => {
                    let day = planner::near_day_in_words(work.plan, next.start.date(), now.date());
                    work.told("next event", &[("event", &spoken(work, next)), ("day", &day)])
                }
            }));
        };
        let end = day.tomorrow().map_or(midnight(day), midnight);
        let found = between(work, midnight(day), end).await?;
        let day = planner::near_day_in_words(work.plan, day, now.date());
        if found.is_empty() {
            return Ok(Begin::Done(work.told("no events", &[("day", &day)])));
        }
        let list: Vec<String> = found.iter().take(MOST).map(|one| spoken(work, one)).collect();
        let more = found.len().saturating_sub(MOST);
        let more = if more > 0 { more.to_string() } else { String::new() };
        Ok(Begin::Done(work.told("events", &[("day", &day), ("list", &list.join("; ")), ("more", &more)])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_reaches_from_its_first_to_its_last_day() {
        // A Thursday, and a Sunday.
        for (today, name, first, last) in [
            ("2026-09-10", "week", "2026-09-10", "2026-09-13"),
            ("2026-09-10", "weekend", "2026-09-12", "2026-09-13"),
            ("2026-09-10", "next-week", "2026-09-14", "2026-09-20"),
            ("2026-09-10", "month", "2026-09-10", "2026-09-30"),
            ("2026-09-13", "week", "2026-09-13", "2026-09-13"),
            ("2026-09-13", "weekend", "2026-09-13", "2026-09-13"),
        ] {
            let found = span(name, today.parse().unwrap());
            assert_eq!(found, Some((first.parse().unwrap(), last.parse().unwrap())), "{today} {name}");
        }
        assert_eq!(span("", jiff::civil::date(2026, 9, 10)), None);
    }
}
