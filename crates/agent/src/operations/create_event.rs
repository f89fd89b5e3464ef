//! `create_event`. Precondition: a calendar. Strategies: Android's intent, which opens the filled form, and its button;
//! then the form by hand, with fields for days and hours or with Android's dialogs. Done when the calendar's provider
//! has an event of that title at that time. For a calendar that does not share its events: done when it shows one of
//! that title and hour after it was opened on that day. A length or a description that was said must be there too.

use action::plan::Step;
use async_trait::async_trait;
use device::tree::{Role, Tree};
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

use super::operation::{Begin, Change, Check, Operation};
use super::pickers::{counts_to_24, find_day, pick_date, pick_time};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::{Sought, folded, holds_words};
use crate::deadline::Halt;

/// `create_event`.
pub(super) struct CreateEvent;

const INSERT: &str = "android.intent.action.INSERT";
pub(super) const EVENTS: &str = "content://com.android.calendar/events";
pub(super) const VIEW: &str = "android.intent.action.VIEW";
/// The address of a moment in the calendar, without the moment: Android's `CalendarContract`.
const MOMENT: &str = "content://com.android.calendar/time/";
/// The key of the calendar app.
pub(super) const CALENDAR: &str = "calendar";
/// The default length of an event, in seconds.
const HOUR: i64 = 3600;
/// How many texts before and after an event's title belong to it, in the row of a list or on its own screen.
const AROUND: usize = 6;

/// The event to create.
pub(super) struct Entry {
    pub(super) title: String,
    pub(super) location: String,
    pub(super) description: String,
    pub(super) day: Date,
    /// A whole day, if absent.
    pub(super) time: Option<Time>,
    /// In seconds.
    pub(super) length: i64,
    /// Whether the calendar's own form is to add a notification at the start.
    pub(super) rings: bool,
}

impl Entry {
    async fn of(work: &mut Work<'_>) -> Result<Option<Self>, Halt> {
        let Some(day) = work.date("date").await? else { return Ok(None) };
        let (title, location) = (work.text("title").to_owned(), work.text("location").to_owned());
        let (description, length) = (work.text("description").to_owned(), work.number("duration_s").unwrap_or(HOUR));
        Ok(Some(Self { title, location, description, day, time: work.time("time"), length, rings: false }))
    }

    /// Its start and end in local time. A whole day ends when the next begins.
    fn span(&self) -> Option<(DateTime, DateTime)> {
        match self.time {
            Some(time) => {
                let start = self.day.to_datetime(time);
                Some((start, start.checked_add(jiff::Span::new().seconds(self.length)).ok()?))
            }
            None => {
                let day = |date: Date| date.to_datetime(Time::midnight());
                Some((day(self.day), day(self.day.tomorrow().ok()?)))
            }
        }
    }

    /// Its start and end in milliseconds since 1970. Whole days are in UTC, wherever the phone is.
    pub(super) fn moments(&self, zone: &TimeZone) -> Option<(i64, i64)> {
        let zone = if self.time.is_some() { zone } else { &TimeZone::UTC };
        let (start, end) = self.span()?;
        let ms = |wall: DateTime| zone.to_timestamp(wall).ok().map(|moment| moment.as_millisecond());
        Some((ms(start)?, ms(end)?))
    }

    /// Android's intent: opens the filled form, and saves nothing.
    fn intent(&self, calendar: &str, (start, end): (i64, i64)) -> Move {
        let (start, end, all_day) = (start.to_string(), end.to_string(), self.time.is_none().to_string());
        let mut words = vec!["am", "start", "-a", INSERT, "-d", EVENTS, "-p", calendar, "--es", "title", &self.title];
        words.extend(["--el", "beginTime", &start, "--el", "endTime", &end, "--ez", "allDay", &all_day]);
        if !self.location.is_empty() {
            words.extend(["--es", "eventLocation", &self.location]);
        }
        if !self.description.is_empty() {
            words.extend(["--es", "description", &self.description]);
        }
        Move::run(&words)
    }

    /// The touches in a calendar whose form has fields for days and hours. They are filled in first, so a form without
    /// them is left unchanged.
    fn writes(&self, calendar: &str) -> Option<Vec<Move>> {
        let mut moves = to_the_top(calendar);
        moves.extend(new_event());
        moves.extend(self.when()?.fields(true));
        moves.extend(self.names());
        Some(moves)
    }

    /// The touches in a calendar whose form opens Android's dialogs for days and hours. The form is opened on its day,
    /// which the calendar shows in its month. The end moves along with the start.
    fn picks(&self, calendar: &str, all_hours: bool) -> Option<Vec<Move>> {
        let when = self.when()?;
        let mut moves = to_the_top(calendar);
        moves.extend(find_day(when.start.date()));
        moves.extend(new_event());
        if when.all_day {
            moves.push(Move::Switch(Sought::Named("all_day"), true));
        }
        moves.extend(when.dialogs(all_hours));
        moves.extend(self.names());
        Some(moves)
    }

    /// Fills in title and place, and presses the button that saves the form.
    fn names(&self) -> Vec<Move> {
        let mut moves = vec![write("title_field", self.title.clone())];
        if !self.location.is_empty() {
            moves.push(write("location_field", self.location.clone()));
        }
        if !self.description.is_empty() {
            moves.push(write("description_field", self.description.clone()));
        }
        if self.rings {
            moves.extend(notification(Move::PressIfThere));
        }
        moves.push(Move::Press(Sought::Named("save")));
        moves
    }

    /// The step that deletes it again.
    pub(super) fn cancelled(&self) -> Step {
        let step = Step::new("cancel_event").with("title", self.title.clone()).with("old_date", self.day.to_string());
        match self.time {
            Some(time) => step.with("old_time", time.strftime("%H:%M").to_string()),
            None => step,
        }
    }

    /// As it is entered into a form.
    fn when(&self) -> Option<EventTimes> {
        let (start, end) = self.span()?;
        Some(EventTimes { start, end, all_day: self.time.is_none() })
    }

    /// All strategies; `None` if the date is beyond every calendar. Each ends by opening the day, where a calendar that
    /// does not share its events must show it.
    pub(super) async fn ways(&self, work: &mut Work<'_>, calendar: &str) -> Result<Option<Ways>, Halt> {
        work.keep(CALENDAR, calendar);
        let (zone, all_hours) = (work.zone().await?, counts_to_24(work).await?);
        let Some(moments) = self.moments(&zone) else { return Ok(None) };
        let (Some(writes), Some(picks)) = (self.writes(calendar), self.picks(calendar, all_hours)) else {
            return Ok(None);
        };
        let day = [Move::UnlessDone, shown_at(calendar, moments.0)];
        let shown = |mut moves: Vec<Move>| {
            moves.extend(day.clone());
            moves
        };
        let filled = vec![self.intent(calendar, moments), Move::Press(Sought::Named("save"))];
        Ok(Some(Ways::default().or_moves(shown(filled)).or_touches(shown(writes)).or_touches(shown(picks))))
    }

    /// Whether the calendar shows the event with its hour, and not as a form that is still open.
    pub(super) async fn is_shown(&self, work: &mut Work<'_>) -> Result<bool, Halt> {
        let calendar = work.kept_text(CALENDAR).to_owned();
        if calendar.is_empty() || work.front().await?.as_deref() != Some(calendar.as_str()) {
            return Ok(false);
        }
        Ok(work.look().await?.is_some_and(|tree| self.is_on(&tree)))
    }

    /// Whether a screen shows the event: its title, and beside it whatever else was said.
    fn is_on(&self, tree: &Tree) -> bool {
        let title = folded(&self.title);
        let labels: Vec<(String, Role)> = tree.nodes.iter().map(|node| (folded(node.label()), node.role())).collect();
        if labels.iter().any(|(label, role)| *label == title && *role == Role::Field) {
            return false;
        }
        let texts: Vec<&str> = labels.iter().map(|(label, _)| label.as_str()).filter(|text| !text.is_empty()).collect();
        let at = texts.iter().enumerate().filter(|(_, text)| **text == title).map(|(at, _)| at);
        let mut rows = at.map(|at| &texts[at.saturating_sub(AROUND)..texts.len().min(at + AROUND + 1)]);
        rows.any(|row| self.details().iter().all(|forms| row.iter().any(|text| says_one(text, forms))))
    }

    /// What must be shown beside the title, each in any of these forms: the hour, and a length and a description that
    /// were said.
    fn details(&self) -> Vec<Vec<String>> {
        let end = self.span().filter(|_| self.time.is_some() && self.length != HOUR).map(|(_, end)| end.time());
        let hours = [self.time, end].into_iter().flatten().map(|time| spoken_hours(time).to_vec());
        let description = Some(folded(&self.description)).filter(|text| !text.is_empty()).map(|text| vec![text]);
        hours.chain(description).collect()
    }

    /// The ids of matching events.
    pub(super) async fn found(&self, work: &mut Work<'_>) -> Result<Vec<String>, Halt> {
        let zone = work.zone().await?;
        let Some((start, _)) = self.moments(&zone) else { return Ok(Vec::new()) };
        let filter = format!("dtstart={start} AND deleted=0");
        let columns = ["_id", "dtstart", "dtend", "allDay", "title", "description"];
        let rows = work.rows(EVENTS, &columns, Some(&filter)).await?;
        let end = self.moments(&zone).filter(|_| self.time.is_some() && self.length != HOUR).map(|(_, end)| end);
        let same = |row: Vec<String>| match <[String; 6]>::try_from(row) {
            Ok([id, _, ends, all_day, title, description]) => {
                let named = title.trim() == self.title.trim() && (all_day != "0") == self.time.is_none();
                let lasts = end.is_none_or(|end| ends == end.to_string());
                let described = self.description.is_empty() || description.trim() == self.description.trim();
                (named && lasts && described).then_some(id)
            }
            Err(_) => None,
        };
        Ok(rows.into_iter().filter_map(same).collect())
    }

    /// `tomorrow at 15:00`
    pub(super) fn spoken(&self, work: &Work<'_>, today: Date) -> String {
        let day = planner::near_day_in_words(work.plan, self.day, today);
        let time = self.time.map(|time| time.strftime("%H:%M").to_string()).unwrap_or_default();
        work.told("event when", &[("day", &day), ("time", &time)])
    }
}

/// The days and hours of an event, entered into the form of a calendar.
pub(super) struct EventTimes {
    pub(super) start: DateTime,
    /// For a whole day, when the next begins.
    pub(super) end: DateTime,
    pub(super) all_day: bool,
}

impl EventTimes {
    /// Fills in a form with fields for days and hours, with or without its switch for the whole day.
    fn fields(&self, switches: bool) -> Vec<Move> {
        let day = |wall: DateTime| wall.strftime("%Y-%m-%d").to_string();
        let hour = |wall: DateTime| wall.strftime("%H:%M").to_string();
        let mut moves = vec![write("start_date_field", day(self.start))];
        if switches {
            moves.push(Move::Switch(Sought::Named("all_day"), self.all_day));
        }
        if self.all_day {
            let last = self.end.checked_sub(jiff::Span::new().days(1)).unwrap_or(self.start).max(self.start);
            moves.push(write("end_date_field", day(last)));
        } else {
            moves.push(write("start_time_field", hour(self.start)));
            moves.push(write("end_date_field", day(self.end)));
            moves.push(write("end_time_field", hour(self.end)));
        }
        moves
    }

    /// Chooses the hours in Android's dialogs; the form is on its day already.
    fn dialogs(&self, all_hours: bool) -> Vec<Move> {
        if self.all_day {
            return Vec::new();
        }
        let open = |name| Move::Press(Sought::Named(name));
        let mut moves = vec![open("start_time")];
        moves.extend(pick_time(self.start.time(), all_hours));
        if self.end.date() != self.start.date() {
            moves.push(open("end_date"));
            moves.extend(pick_date(self.end.date()));
        }
        moves.push(open("end_time"));
        moves.extend(pick_time(self.end.time(), all_hours));
        moves
    }

    /// Fills in the open form of an event that is there already, and saves it.
    pub(super) fn writes(&self) -> Vec<Move> {
        self.fields(false).into_iter().chain([Move::Press(Sought::Named("save"))]).collect()
    }

    /// The same with dialogs.
    pub(super) fn picks(&self, all_hours: bool) -> Vec<Move> {
        let mut moves = vec![Move::Press(Sought::Named("start_date"))];
        moves.extend(pick_date(self.start.date()));
        moves.extend(self.dialogs(all_hours));
        moves.push(Move::Press(Sought::Named("save")));
        moves
    }
}

/// Adds a notification at the start of the event to an open form.
pub(super) fn notification(press: fn(Sought) -> Move) -> [Move; 2] {
    ["add_notification", "notification_at_start"].map(|name| press(Sought::Named(name)))
}

/// Opens the calendar on the day of a moment, in milliseconds since 1970.
pub(super) fn shown_at(calendar: &str, moment: i64) -> Move {
    let address = format!("{MOMENT}{moment}");
    Move::run(&["am", "start", "-a", VIEW, "-d", &address, "-p", calendar])
}

/// Opens an empty form. Some calendars ask for the kind of entry first.
fn new_event() -> [Move; 2] {
    [Move::Press(Sought::Named("new_event")), Move::PressIfThere(Sought::Named("event_entry"))]
}

fn write(name: &'static str, text: String) -> Move {
    Move::Write(Sought::Named(name), text)
}

/// Whether a text says one of these.
fn says_one(text: &str, forms: &[String]) -> bool {
    forms.iter().any(|form| holds_words(text, form))
}

/// An hour as shown by 24-hour and 12-hour clocks.
fn spoken_hours(time: Time) -> [String; 2] {
    ["%H:%M", "%-I:%M"].map(|form| time.strftime(form).to_string())
}

/// Finds the app for events: the one that the person names, then the one that Android names, then the one called
/// `Calendar`.
pub(super) async fn calendar(work: &mut Work<'_>) -> Result<Option<String>, Halt> {
    let named = work.text("app").to_owned();
    if !named.is_empty()
        && let Some(app) = work.app(&named).await?
    {
        return Ok(Some(app.package));
    }
    if let Some(package) = work.handler(INSERT, Some(EVENTS)).await? {
        return Ok(Some(package));
    }
    Ok(work.app("Calendar").await?.map(|app| app.package))
}

#[async_trait]
impl Operation for CreateEvent {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let today = work.now().await?.date();
        let Some(entry) = Entry::of(work).await? else {
            return Ok(work.problem("bad_date", "bad date", &[("date", work.text("date"))]).into());
        };
        let (title, when) = (entry.title.clone(), entry.spoken(work, today));
        let Some(calendar) = calendar(work).await? else {
            let problem = work.problem("no_calendar", "no calendar", &[]);
            let note = Step::new("create_note").with("text", format!("{title}, {when}"));
            return Ok(problem.or(work.told("note instead", &[]), Change::Step(note)).into());
        };
        if !entry.found(work).await?.is_empty() {
            return Ok(Begin::Done(work.told("event already", &[("title", &title), ("when", &when)])));
        }
        work.can_be_undone_by(&entry.cancelled());
        Ok(match entry.ways(work, &calendar).await? {
            Some(ways) => Begin::Go(ways),
            None => work.problem("bad_date", "too far ahead", &[]).into(),
        })
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let today = work.now().await?.date();
        let Some(entry) = Entry::of(work).await? else { return Ok(Check::NotYet) };
        let there = !entry.found(work).await?.is_empty() || entry.is_shown(work).await?;
        Ok(match there {
            false => Check::NotYet,
            true => {
                let when = entry.spoken(work, today);
                Check::Done(work.told("event", &[("title", &entry.title), ("when", &when)]))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_has_its_moment_where_the_phone_is() {
        let day = jiff::civil::date(2026, 9, 11);
        let entry = |time: Option<Time>| Entry {
            title: String::new(),
            location: String::new(),
            description: String::new(),
            day,
            time,
            length: 7200,
            rings: false,
        };
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let start = 1_789_084_800_000; // 2026-09-11T00:00Z
        assert_eq!(entry(None).moments(&zone), Some((start, start + 86_400_000)));
        let ten = || Some(jiff::civil::time(10, 0, 0, 0));
        assert_eq!(entry(ten()).moments(&zone), Some((start + 8 * 3_600_000, start + 10 * 3_600_000)));
        // In winter the phone is an hour less ahead, whatever its offset is today.
        let winter = Entry { day: jiff::civil::date(2026, 12, 11), ..entry(ten()) };
        let begins = winter.moments(&zone).map(|(begins, _)| begins);
        assert_eq!(begins, Some("2026-12-11T09:00:00Z".parse::<jiff::Timestamp>().unwrap().as_millisecond()));
    }
}
