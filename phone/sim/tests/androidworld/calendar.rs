//! The seventeen tasks of Simple Calendar Pro: eight changes and nine questions.

mod questions;
pub(crate) mod stories;

use rusqlite::{Connection, params};

use super::host::{Host, fuzzy};
use super::person::{Element, Person};
use super::task::{Drawn, Random, Task};
use super::words;
pub(crate) use questions::TASKS as QUESTIONS;

const PACKAGE: &str = "com.simplemobiletools.calendar.pro";
const PATH: &str = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db";
/// The start of 1 October 2023, in seconds since 1970.
const OCTOBER: i64 = 1_696_118_400;
const DAY: i64 = 86_400;
const BEGINNINGS: &[&str] =
    &["Meeting with ", "Call with ", "Workshop on ", "Appointment for ", "Review session for ", "Catch up on "];
const SUBJECTS: &[&str] =
    &["Alice", "Dr. O'Neill", "Budget", "the Marketing Plan", "Zoe", "Project X", "Annual Report"];
const DETAILS: &[&str] =
    &["We will discuss the next steps.", "Bring your notes, please.", "", "Let's look at \"Plan B\" & the costs."];

/// Returns a time in October 2023.
fn at(day: i64, hour: i64, minute: i64) -> i64 {
    OCTOBER + (day - 1) * DAY + hour * 3600 + minute * 60
}

/// An event with its random fields.
#[derive(Clone, Debug, Default, PartialEq)]
struct Noted {
    start: i64,
    end: i64,
    title: String,
    location: String,
    description: String,
    interval: i64,
    rule: i64,
}

impl Noted {
    fn day(&self) -> i64 {
        (self.start - OCTOBER).div_euclid(DAY) + 1
    }
}

/// Creates an event on a day, at a full hour or at any minute.
fn draw(random: &mut Random, day: i64, full_hours: bool) -> Noted {
    let (hour, minute) = (random.between(0, 23), if full_hours { 0 } else { random.between(0, 59) });
    let start = at(day, hour, minute);
    Noted {
        start,
        end: start + 60 * random.one(&[15, 30, 45, 60]),
        title: format!("{}{}", random.one(BEGINNINGS), random.one(SUBJECTS)),
        description: (*random.one(DETAILS)).to_owned(),
        ..Noted::default()
    }
}

/// Creates `count` other events that are not the answer.
fn noise(random: &mut Random, count: usize, full_hours: bool, allowed: impl Fn(&Noted) -> bool) -> Vec<Noted> {
    let mut noise = Vec::new();
    while noise.len() < count {
        let day = if full_hours { random.between(1, 31) } else { random.between(0, 30) };
        noise.extend(Some(draw(random, day, full_hours)).filter(&allowed));
    }
    noise
}

/// Prepares the database as the benchmark does.
fn prepare(host: &Host, events: &[Noted]) {
    host.set_clock();
    host.shell(&format!("am force-stop {PACKAGE}"));
    for _ in 0..2 {
        host.change_database(PACKAGE, PATH, |database| {
            database.execute("DELETE FROM events", []).unwrap();
        });
    }
    host.change_database(PACKAGE, PATH, |database| events.iter().for_each(|event| insert(database, event)));
}

fn insert(database: &Connection, event: &Noted) {
    database
        .execute(
            "INSERT INTO events (start_ts, end_ts, title, location, description, reminder_1_minutes,
             reminder_2_minutes, reminder_3_minutes, reminder_1_type, reminder_2_type, reminder_3_type,
             repeat_interval, repeat_rule, repeat_limit, repetition_exceptions, attendees, import_id, time_zone, flags,
             event_type, parent_id, last_updated, source, availability, color, type) VALUES (?1, ?2, ?3, ?4, ?5, -1, -1,
             -1, 0, 0, 0, ?6, ?7, 0, '[]', '', '', 'UTC', 0, 1, 0, 0, 'imported-ics', 0, 0, 0)",
            params![event.start, event.end, event.title, event.location, event.description, event.interval, event.rule],
        )
        .unwrap();
}

/// Returns the rows of the database, by id.
fn read(host: &Host) -> Vec<(i64, Noted)> {
    let database = host.database(PATH);
    let mut statement = database.prepare("SELECT * FROM events ORDER BY id").unwrap();
    assert_eq!(statement.column_count(), 27, "further columns are an error");
    let rows = statement.query_map([], |row| {
        let noted = Noted {
            start: row.get("start_ts")?,
            end: row.get("end_ts")?,
            title: row.get("title")?,
            location: row.get("location")?,
            description: row.get("description")?,
            interval: row.get("repeat_interval")?,
            rule: row.get("repeat_rule")?,
        };
        Ok((row.get("id")?, noted))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

/// Adds one row and leaves the others unchanged.
struct Add {
    before: Vec<Noted>,
    wanted: Noted,
    /// The day as the goal names it.
    called: String,
}

impl Drawn for Add {
    fn goal(&self) -> String {
        let Noted { start, end, title, description, interval, .. } = &self.wanted;
        let (hour, minutes) = (start / 3600 % 24, (end - start) / 60);
        if *interval > 0 {
            let rule = if *interval == DAY { "daily" } else { "weekly" };
            return format!(
                "In Simple Calendar Pro, create a recurring calendar event titled '{title}' starting on 2023-10-{} at \
                 {hour}h. The event recurs {rule}, forever, and lasts for {minutes} minutes each occurrence. The event \
                 description should be '{description}'.",
                self.wanted.day()
            );
        }
        format!(
            "In Simple Calendar Pro, create a calendar event {} at {hour}h with the title '{title}' and the description \
             '{description}'. The event should last for {minutes} mins.",
            self.called
        )
    }

    fn set_up(&self, host: &Host) {
        prepare(host, &self.before);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        let wanted = &self.wanted;
        person.open("Simple Calendar Pro");
        person.tap("New Event");
        person.tap("Event");
        person.type_into("Title", &wanted.title);
        person.type_into("Description", &wanted.description);
        choose_date(person, "event_start_date", wanted.day());
        choose_time(person, "event_start_time", wanted.start);
        let last_day = (wanted.end - OCTOBER).div_euclid(DAY) + 1;
        if last_day != wanted.day() {
            choose_date(person, "event_end_date", last_day);
        }
        choose_time(person, "event_end_time", wanted.end);
        if wanted.interval > 0 {
            person.scroll_and_tap("No repetition");
            person.tap(if wanted.interval == DAY { "Daily" } else { "Weekly" });
            assert!(person.sees("Forever"));
        }
        person.tap("Save");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let rows = read(host);
        let known = self.before.len();
        let before = rows.iter().take(known).map(|(_, row)| row).eq(&self.before);
        let added: Vec<&Noted> = rows.iter().skip(known).map(|(_, row)| row).collect();
        let right = |row: &Noted| {
            let wanted = &self.wanted;
            (row.start, row.end, row.interval, row.rule) == (wanted.start, wanted.end, wanted.interval, wanted.rule)
                && fuzzy(&row.title, &wanted.title)
                && fuzzy(&row.location, &wanted.location)
                && fuzzy(&row.description, &wanted.description)
        };
        f64::from(u8::from(before && matches!(added.as_slice(), [row] if right(row))))
    }
}

/// Sets a date in the editor.
fn choose_date(person: &Person<'_>, id: &str, day: i64) {
    person.tap_on(&person.find_id(id));
    let (day, month) = if day > 31 { (day - 31, "November") } else { (day, "October") };
    if month == "November" {
        person.tap("Next month");
    }
    person.tap(&format!("{day} {month} 2023"));
    person.tap("OK");
}

/// Sets a time in the editor: by tapping at odd hours, by typing at even ones.
fn choose_time(person: &Person<'_>, id: &str, moment: i64) {
    let (hour, minute) = (moment / 3600 % 24, moment / 60 % 60);
    person.tap_on(&person.find_id(id));
    if hour % 2 == 1 && minute % 5 == 0 {
        person.tap(&hour.to_string());
        person.tap(&minute.to_string());
    } else {
        person.tap("Switch to text input mode for the time input.");
        for (field, number) in [("input_hour", hour), ("input_minute", minute)] {
            person.tap_on(&person.find_id(field));
            person.clear_field();
            person.type_text(&format!("{number:02}"));
        }
    }
    person.tap("OK");
}

/// Deletes exactly these rows.
struct Delete {
    kept: Vec<Noted>,
    gone: Vec<Noted>,
    /// Whether all events of that day are deleted.
    whole_day: bool,
    /// Whether the goal names the day by its weekday.
    by_weekday: bool,
}

impl Drawn for Delete {
    fn goal(&self) -> String {
        let Noted { start, title, .. } = &self.gone[0];
        let (day, hour) = (self.gone[0].day(), start / 3600 % 24);
        if self.by_weekday {
            let day = words::weekday(day);
            return format!("In Simple Calendar Pro, delete all events scheduled for this {day}.");
        }
        if self.whole_day {
            return format!("In Simple Calendar Pro, delete all the calendar events on 2023-10-{day}");
        }
        format!(
            "In Simple Calendar Pro, delete the calendar event on 2023-10-{day} at {hour}h with the title '{title}'"
        )
    }

    fn set_up(&self, host: &Host) {
        prepare(host, &self.gone.iter().chain(&self.kept).cloned().collect::<Vec<_>>());
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Simple Calendar Pro");
        let day = self.gone[0].day();
        person.tap(&format!("{day} October 2023"));
        if self.whole_day && day % 2 == 0 {
            let rows = listed(person);
            let (first, others) = rows.split_first().unwrap();
            let (x, y) = first.element.middle();
            person.swipe((x, y), (x, y), 1000);
            for row in others {
                person.tap_on(&row.element);
            }
            person.tap("Delete");
            person.tap("Yes");
            return None;
        }
        for gone in &self.gone {
            let start = format!("{:02}:{:02}", gone.start / 3600 % 24, gone.start / 60 % 60);
            let rows = listed(person);
            let row = rows.iter().find(|row| row.title == gone.title && row.time.starts_with(&start)).unwrap();
            person.tap_on(&row.element);
            person.tap("Delete");
            person.tap("Yes");
        }
        assert!(!self.whole_day || person.sees("No events for this day"));
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let rows = read(host);
        let first = self.gone.len() as i64 + 1;
        let right = rows.iter().map(|(id, row)| (*id, row)).eq((first..).zip(&self.kept));
        f64::from(u8::from(right))
    }
}

/// A row of a list, as a person reads it.
struct Listed {
    title: String,
    time: String,
    element: Element,
}

/// Returns the events that a list on the screen shows.
fn listed(person: &Person<'_>) -> Vec<Listed> {
    let mut rows: Vec<Listed> = Vec::new();
    for element in person.look() {
        if element.id.ends_with("/event_item_title") {
            let title = element.text.clone();
            rows.push(Listed { title, time: String::new(), element });
        } else if element.id.ends_with("/event_item_time")
            && let Some(row) = rows.last_mut()
        {
            row.time = element.text;
        }
    }
    rows
}

fn add(random: &mut Random, day: i64, repeating: bool, called: &str) -> Box<dyn Drawn> {
    let count = random.between(0, 20) as usize;
    let before = noise(random, count, true, |_| true);
    let mut wanted = draw(random, day, true);
    if repeating && random.between(0, 1) == 0 {
        wanted.interval = DAY;
    } else if repeating {
        // 1 October 2023 is a Sunday; Monday is the lowest bit.
        (wanted.interval, wanted.rule) = (7 * DAY, 1 << ((day + 5) % 7));
    }
    Box::new(Add { before, wanted, called: called.to_owned() })
}

fn delete(random: &mut Random, day: i64, count: usize, by_weekday: bool) -> Box<dyn Drawn> {
    let whole_day = count > 1;
    let mut gone: Vec<Noted> = Vec::new();
    while gone.len() < count {
        let event = draw(random, day, true);
        if gone.iter().all(|other| other.start != event.start) {
            gone.push(event);
        }
    }
    let kept = noise(random, 20, true, |event| {
        event.day() != day && (!whole_day || event.end < at(day, 0, 0) || event.day() > day)
    });
    Box::new(Delete { kept, gone, whole_day, by_weekday })
}

pub(crate) const TASKS: &[Task] = &[
    Task {
        name: "SimpleCalendarAddOneEvent",
        draw: |random| {
            let day = random.between(15, 31);
            add(random, day, false, &format!("on 2023-10-{day}"))
        },
    },
    Task { name: "SimpleCalendarAddOneEventTomorrow", draw: |random| add(random, 16, false, "for tomorrow") },
    Task {
        name: "SimpleCalendarAddOneEventRelativeDay",
        draw: |random| {
            let day = random.between(16, 21);
            add(random, day, false, &format!("for this {}", words::weekday(day)))
        },
    },
    Task {
        name: "SimpleCalendarAddOneEventInTwoWeeks",
        draw: |random| add(random, 29, false, "in two weeks from today"),
    },
    Task {
        name: "SimpleCalendarAddRepeatingEvent",
        draw: |random| {
            let day = random.between(15, 31);
            add(random, day, true, "")
        },
    },
    Task {
        name: "SimpleCalendarDeleteOneEvent",
        draw: |random| {
            let day = random.between(15, 31);
            delete(random, day, 1, false)
        },
    },
    Task {
        name: "SimpleCalendarDeleteEvents",
        draw: |random| {
            let day = random.between(15, 31);
            delete(random, day, 3, false)
        },
    },
    Task {
        name: "SimpleCalendarDeleteEventsOnRelativeDay",
        draw: |random| {
            let day = random.between(16, 21);
            delete(random, day, 2, true)
        },
    },
];
