//! Questions about the calendar, answered from its screens.

use super::super::host::{Host, answers};
use super::super::person::Person;
use super::super::task::{Drawn, Random, Task};
use super::super::words;
use super::{Listed, Noted, OCTOBER, at, draw, listed, noise, prepare};

/// A question.
enum Question {
    /// The titles on a day.
    OnDay(i64),
    /// The event that begins on a day at a minute.
    AtTime(i64, i64),
    /// The events that begin on a day between two minutes.
    Between(i64, i64, i64),
    /// The first event of a day that begins at a minute or later.
    After(i64, i64),
    /// The next event from now on.
    Next,
    /// The titles of the week from Monday the 16th.
    NextWeek,
    /// The time of the next meeting with a person.
    Meeting(String),
    /// The location of an event.
    Place(String),
}

struct Asked {
    events: Vec<Noted>,
    question: Question,
    expected: Vec<String>,
}

impl Drawn for Asked {
    fn goal(&self) -> String {
        const APP: &str = "in Simple Calendar Pro";
        const TITLES: &str = "Answer with the titles only. If there are multiples titles, format your answer in a comma \
                              separated list.";
        let time = |minute: &i64| format!("{:02}:{:02}", minute / 60, minute % 60);
        match &self.question {
            Question::OnDay(day) if self.expected.len() > 1 => {
                format!("Do I have any events {} {APP}? {TITLES}", words::on(*day))
            }
            Question::OnDay(day) => format!("What events do I have {} {APP}? {TITLES}", words::on(*day)),
            Question::AtTime(day, minute) => {
                format!("What is on my schedule for {} at {} {APP}? {TITLES}", words::date(*day), time(minute))
            }
            Question::Between(day, from, _) => {
                format!("Do I have any events between {}pm and 8pm {} {APP}? {TITLES}", from / 60 - 12, words::on(*day))
            }
            Question::After(day, from) => {
                format!("What is my first event after {} {} {APP}? {TITLES}", time(from), words::on(*day))
            }
            Question::Next => format!("What is my next upcoming event {APP}? {TITLES}"),
            Question::NextWeek => format!("What events do I have in the next week {APP}? {TITLES}"),
            Question::Meeting(whom) => format!(
                "When is my next meeting with {whom} {APP}? Express your answer in the format <month name> <day> <year> \
                 <hour in 24-hour format>:<minutes>."
            ),
            Question::Place(title) => {
                format!("What is the location of my {title} event {APP}? Answer with the location only.")
            }
        }
    }

    fn set_up(&self, host: &Host) {
        prepare(host, &self.events);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Simple Calendar Pro");
        let first = |rows: Vec<Listed>| rows.into_iter().next().map(|row| row.title).unwrap_or_default();
        let answer = match &self.question {
            Question::OnDay(day) => titles(day_of(person, *day)),
            Question::AtTime(day, minute) => {
                first(day_of(person, *day).into_iter().filter(|row| begins(row, *day) == *minute).collect())
            }
            Question::Between(day, from, to) => {
                let within = |row: &Listed| (*from..*to).contains(&begins(row, *day));
                titles(day_of(person, *day).into_iter().filter(within).collect())
            }
            Question::After(day, from) => {
                first(day_of(person, *day).into_iter().filter(|row| begins(row, *day) >= *from).collect())
            }
            Question::Next => {
                let today: Vec<Listed> =
                    day_of(person, 15).into_iter().filter(|row| begins(row, 15) > 15 * 60 + 34).collect();
                let mut found = today;
                while found.is_empty() {
                    person.tap("Next day");
                    found = listed(person);
                }
                first(found)
            }
            Question::NextWeek => {
                let mut all = day_of(person, 16);
                for _ in 0..6 {
                    person.tap("Next day");
                    all.extend(listed(person));
                }
                titles(all)
            }
            Question::Meeting(whom) => {
                person.type_into("Search", whom);
                let day = person.find_id("event_section_title").text;
                let day = day.split(" (").next().unwrap_or_default().to_owned();
                let time = listed(person).first().map(|row| row.time.clone()).unwrap_or_default();
                format!("{day} 2023 {}", time.split(' ').next().unwrap_or_default())
            }
            Question::Place(title) => {
                person.type_into("Search", title);
                person.tap_on(&listed(person)[0].element);
                person.find_id("event_location").text
            }
        };
        Some(answer)
    }

    fn score(&self, _host: &Host, answer: Option<&str>) -> f64 {
        f64::from(u8::from(answer.is_some_and(|answer| answers(answer, &self.expected))))
    }
}

/// Opens a day of October from the month and returns its list.
fn day_of(person: &Person<'_>, day: i64) -> Vec<Listed> {
    person.tap(&format!("{day} October 2023"));
    listed(person)
}

fn titles(rows: Vec<Listed>) -> String {
    rows.into_iter().map(|row| row.title).collect::<Vec<_>>().join(", ")
}

/// Returns the minute of a day of October at which a row begins: `14:30 - 15:00`, or over midnight
/// `October 15 (Sun) 23:30 - …`; negative if it began the day before.
fn begins(row: &Listed, day: i64) -> i64 {
    let time = match row.time.split_once(") ") {
        Some((begins, _)) if !begins.starts_with(&format!("October {day} ")) => return -1,
        Some((_, time)) => time,
        None => &row.time,
    };
    let (hour, minute) = time.split_once(':').unwrap();
    hour.parse::<i64>().unwrap() * 60 + minute.get(..2).unwrap().parse::<i64>().unwrap()
}

fn minute_of(event: &Noted) -> i64 {
    (event.start - OCTOBER).rem_euclid(86_400) / 60
}

/// Creates an event with a unique title.
fn target(random: &mut Random, day: i64, minutes: (i64, i64)) -> Noted {
    let mut event = draw(random, day, false);
    let minute = random.between(minutes.0, minutes.1);
    let length = event.end - event.start;
    event.start = at(day, minute / 60, minute % 60);
    event.end = event.start + length;
    event.title =
        format!("{} {}", random.one(&["Dentist's visit", "Piano lesson", "Lunch at O'Brien's"]), random.letters(5));
    event
}

fn asked(
    random: &mut Random,
    targets: Vec<Noted>,
    question: Question,
    allowed: impl Fn(&Noted) -> bool,
) -> Box<dyn Drawn> {
    let expected = targets.iter().map(|target| target.title.clone()).collect();
    asked_for(random, targets, question, expected, allowed)
}

fn asked_for(
    random: &mut Random,
    targets: Vec<Noted>,
    question: Question,
    expected: Vec<String>,
    allowed: impl Fn(&Noted) -> bool,
) -> Box<dyn Drawn> {
    let mut events = noise(random, 75, false, allowed);
    let place = random.between(0, 75) as usize;
    events.splice(place..place, targets);
    Box::new(Asked { events, question, expected })
}

/// Whether no part of an event is on a day.
fn not_on(event: &Noted, day: i64) -> bool {
    event.end <= at(day, 0, 0) || event.start >= at(day + 1, 0, 0)
}

pub(crate) const TASKS: &[Task] = &[
    Task {
        name: "SimpleCalendarEventsOnDate",
        draw: |random| {
            let day = random.between(15, 29);
            let targets = vec![target(random, day, (0, 1380))];
            asked(random, targets, Question::OnDay(day), |event| not_on(event, day))
        },
    },
    Task {
        name: "SimpleCalendarAnyEventsOnDate",
        draw: |random| {
            let day = random.between(15, 29);
            let targets = (0..3).map(|part| target(random, day, (part * 400, part * 400 + 300))).collect();
            asked(random, targets, Question::OnDay(day), |event| not_on(event, day))
        },
    },
    Task {
        name: "SimpleCalendarEventOnDateAtTime",
        draw: |random| {
            let day = random.between(15, 29);
            let wanted = target(random, day, (0, 1380));
            let minute = minute_of(&wanted);
            asked(random, vec![wanted.clone()], Question::AtTime(day, minute), |event| {
                event.end <= wanted.start || event.start >= wanted.end
            })
        },
    },
    Task {
        name: "SimpleCalendarEventsInTimeRange",
        draw: |random| {
            let day = random.between(15, 29);
            let wanted = target(random, day, (16 * 60, 19 * 60));
            let from = 15 * 60;
            asked(random, vec![wanted], Question::Between(day, from, 20 * 60), |event| {
                event.end <= at(day, 15, 0) || event.start >= at(day, 20, 0)
            })
        },
    },
    Task {
        name: "SimpleCalendarFirstEventAfterStartTime",
        draw: |random| {
            let day = random.between(15, 29);
            let wanted = target(random, day, (8 * 60, 18 * 60));
            let from = minute_of(&wanted);
            asked(random, vec![wanted.clone()], Question::After(day, from), |event| {
                not_on(event, day) || event.end <= wanted.start || event.start > wanted.start
            })
        },
    },
    Task {
        name: "SimpleCalendarNextEvent",
        draw: |random| {
            let wanted = target(random, 15, (16 * 60, 23 * 60));
            asked(random, vec![wanted.clone()], Question::Next, |event| {
                event.start <= at(15, 15, 34) || event.start > wanted.start
            })
        },
    },
    Task {
        name: "SimpleCalendarEventsInNextWeek",
        draw: |random| {
            let days = random.some(&[16, 17, 18, 19, 20, 21, 22], 2);
            let targets = days.into_iter().map(|day| target(random, day, (0, 1380))).collect();
            asked(random, targets, Question::NextWeek, |event| event.end <= at(16, 0, 0) || event.start >= at(23, 0, 0))
        },
    },
    Task {
        name: "SimpleCalendarNextMeetingWithPerson",
        draw: |random| {
            let day = random.between(16, 29);
            let mut wanted = target(random, day, (0, 1380));
            let whom = *random.one(&["Ahmed", "Mia", "Liu"]);
            wanted.title = format!("Drinks with {whom}");
            let minute = minute_of(&wanted);
            let expected = vec![format!("October {day} 2023 {:02}:{:02}", minute / 60, minute % 60)];
            let question = Question::Meeting(whom.to_owned());
            asked_for(random, vec![wanted], question, expected, |_| true)
        },
    },
    Task {
        name: "SimpleCalendarLocationOfEvent",
        draw: |random| {
            let day = random.between(15, 29);
            let mut wanted = target(random, day, (0, 1380));
            wanted.location = (*random.one(&["Conference Room B", "12 Côte d'Or Street", "Zoom"])).to_owned();
            let (expected, question) = (vec![wanted.location.clone()], Question::Place(wanted.title.clone()));
            asked_for(random, vec![wanted], question, expected, |_| true)
        },
    },
];
