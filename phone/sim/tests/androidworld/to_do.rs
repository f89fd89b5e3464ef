//! The six questions about Tasks, answered from its lists.

use rusqlite::params;

use super::host::{Host, answers};
use super::person::Person;
use super::task::{Drawn, Random, Task};
use super::words;

const PACKAGE: &str = "org.tasks";
const PATH: &str = "/data/data/org.tasks/databases/database";
/// The start of 1 October 2023, in milliseconds since 1970.
const OCTOBER: i64 = 1_696_118_400_000;
const DAY: i64 = 86_400_000;
const TITLES: &[&str] = &[
    "Renew Driver's License",
    "Call Grandma",
    "Read 'The Martian'",
    "Water Plants",
    "Back Up Computer Files",
    "Clean Out Fridge",
    "Meal Prep (for the Week)",
];

/// A row of the database with its random fields.
#[derive(Clone, Debug)]
struct Row {
    title: String,
    priority: i64,
    /// The day of October on which it is due.
    day: i64,
    due: i64,
    hidden_until: i64,
    completed: i64,
    notes: Option<String>,
}

fn row(random: &mut Random, day: i64) -> Row {
    let due = OCTOBER + (day - 1) * DAY + random.between(0, 1439) * 60_000;
    let done = random.between(0, 1) == 0;
    Row {
        title: (*random.one(TITLES)).to_owned(),
        priority: random.between(0, 3),
        day,
        due,
        hidden_until: due - random.between(4, 8) * DAY,
        completed: if done { OCTOBER - random.between(0, 10) * DAY } else { 0 },
        notes: (random.between(0, 1) == 0).then(|| "Don't forget:\n1 \"thing\"".to_owned()),
    }
}

/// A question.
enum Question {
    DueOn(i64),
    HighPriority,
    HighPriorityOn(i64),
    /// How many are due in the week from the 16th.
    NextWeek,
    CompletedOn(i64),
    OpenUntil(i64),
}

struct Asked {
    rows: Vec<Row>,
    question: Question,
    expected: Vec<String>,
}

/// A task in a list, as a person reads it.
#[derive(Debug, PartialEq)]
struct Read {
    title: String,
    /// The description of its checkbox.
    circle: String,
    /// The day of October on which it is due; 0 for another month.
    day: i64,
}

impl Drawn for Asked {
    fn goal(&self) -> String {
        const TITLES_ONLY: &str = "Answer with the titles only. If there are multiples titles, format your answer in a \
                                   comma separated list.";
        match self.question {
            Question::DueOn(day) => format!("What tasks do I have due {} in Tasks app? {TITLES_ONLY}", words::on(day)),
            Question::HighPriority => format!("What are my high priority tasks in Tasks app? {TITLES_ONLY}"),
            Question::HighPriorityOn(day) => {
                format!("Which tasks with high priority are due {} in the Tasks app? {TITLES_ONLY}", words::on(day))
            }
            Question::NextWeek => {
                "How many tasks do I have due next week in Tasks app? Express your answer as a single \
                                   integer."
                    .to_owned()
            }
            Question::CompletedOn(day) => {
                let day = words::date(day);
                format!("Which tasks have I completed for {day} in Tasks app? {TITLES_ONLY}")
            }
            Question::OpenUntil(day) => {
                let day = words::date(day);
                format!("What incomplete tasks do I have still have to do by {day} in Tasks app? {TITLES_ONLY}")
            }
        }
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.shell(&format!("am force-stop {PACKAGE}"));
        host.change_database(PACKAGE, PATH, |database| _ = database.execute("DELETE FROM tasks", []).unwrap());
        host.change_database(PACKAGE, PATH, |database| {
            for (number, row) in self.rows.iter().enumerate() {
                let sql =
                    "INSERT INTO tasks (title, importance, dueDate, hideUntil, created, modified, completed, deleted,
                     notes, estimatedSeconds, elapsedSeconds, timerStart, notificationFlags, lastNotified, recurrence,
                     repeat_from, calendarUri, remoteId, collapsed, parent, \"order\", read_only)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, 0, ?7, 0, 0, 0, 0, 0, NULL, 0, NULL, ?8, 0, 0, NULL, 0)";
                let (created, remote) = (row.due - 25_200, number.to_string());
                let values = params![
                    row.title,
                    row.priority,
                    row.due,
                    row.hidden_until,
                    created,
                    row.completed,
                    row.notes,
                    remote
                ];
                database.execute(sql, values).unwrap();
            }
        });
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Tasks");
        person.tap("More options");
        person.tap("Show unstarted");
        if !matches!(self.question, Question::OpenUntil(_)) {
            person.tap("More options");
            person.tap("Show completed");
        }
        let all = read_all(person);
        assert!(!all.is_empty());
        let titles = |wanted: &dyn Fn(&Read) -> bool| {
            all.iter().filter(|read| wanted(read)).map(|read| read.title.clone()).collect::<Vec<_>>().join(", ")
        };
        let high = |read: &Read| read.circle.starts_with("High priority");
        Some(match self.question {
            Question::DueOn(day) => titles(&|read| read.day == day),
            Question::HighPriority => titles(&high),
            Question::HighPriorityOn(day) => titles(&|read| high(read) && read.day == day),
            Question::NextWeek => all.iter().filter(|read| (16..=22).contains(&read.day)).count().to_string(),
            Question::CompletedOn(day) => titles(&|read| read.day == day && read.circle.ends_with("completed")),
            Question::OpenUntil(day) => titles(&|read| read.day <= day),
        })
    }

    fn score(&self, _host: &Host, answer: Option<&str>) -> f64 {
        f64::from(u8::from(answer.is_some_and(|answer| answers(answer, &self.expected))))
    }
}

/// Reads every task of the list by swiping from top to bottom.
fn read_all(person: &Person<'_>) -> Vec<Read> {
    let mut all: Vec<Read> = Vec::new();
    for _ in 0..20 {
        let seen = person.look();
        let mut circle = String::new();
        let mut title = String::new();
        for element in &seen {
            match element.id.rsplit('/').next().unwrap_or_default() {
                "completeBox" => circle.clone_from(&element.description),
                "title" => title.clone_from(&element.text),
                "due_date" => {
                    // `Mon, Oct 16` or `Fri, Sep 29`.
                    let (month, day) = element.text.split(", ").nth(1).and_then(|date| date.split_once(' ')).unwrap();
                    let day = if month == "Oct" { day.parse().unwrap() } else { 0 };
                    let read = Read { title: title.clone(), circle: circle.clone(), day };
                    // A swipe shows some rows again, and a row cut off at the top has no title.
                    let whole = !std::mem::take(&mut title).is_empty();
                    if whole && !all.contains(&read) {
                        all.push(read);
                    }
                }
                _ => {}
            }
        }
        let list = person.find_id("recycler_view");
        if !list.scrollable {
            break;
        }
        let (x, y) = list.middle();
        let reach = (list.bounds[3] - list.bounds[1]) / 3;
        person.swipe((x, y + reach), (x, y - reach), 800);
        if person.look().iter().map(|element| element.bounds).eq(seen.iter().map(|element| element.bounds)) {
            break;
        }
    }
    all
}

/// Mixes the wanted rows with twenty others that are not wanted.
fn asked(
    random: &mut Random,
    wanted: Vec<Row>,
    question: Question,
    expected: Vec<String>,
    allowed: impl Fn(&Row) -> bool,
) -> Box<dyn Drawn> {
    let mut rows: Vec<Row> = Vec::new();
    while rows.len() < 20 {
        let day = random.between(1, 31);
        rows.extend(Some(row(random, day)).filter(&allowed));
    }
    for row in wanted {
        let place = random.between(0, rows.len() as i64) as usize;
        rows.insert(place, row);
    }
    Box::new(Asked { rows, question, expected })
}

/// Creates rows with unique titles, due on these days at midnight, which means without a time.
fn wanted(random: &mut Random, days: &[i64], completed: i64) -> Vec<Row> {
    let titles = random.some(
        &[
            "Update website content",
            "Plan team outing",
            "Call client for follow-up",
            "Book flights",
            "Draft marketing email",
            "Attend \"training\" session",
        ],
        days.len(),
    );
    let make = |(title, day): (&str, &i64)| Row {
        title: title.to_owned(),
        priority: 2,
        day: *day,
        due: OCTOBER + (day - 1) * DAY,
        hidden_until: OCTOBER + 9 * DAY,
        completed,
        notes: None,
    };
    titles.into_iter().zip(days).map(make).collect()
}

fn titles(rows: &[Row]) -> Vec<String> {
    rows.iter().map(|row| row.title.clone()).collect()
}

/// Creates a task with a date and a priority, finds it, completes it, shows it again, and deletes it. Each step must
/// reach the database.
pub(crate) fn a_task_is_made_and_done() {
    let host = Host::new();
    host.set_clock();
    let person = Person::new(&host);
    let row = |column: &str| -> i64 {
        host.database(PATH).query_row(&format!("SELECT {column} FROM tasks"), [], |row| row.get(0)).unwrap()
    };
    person.open("Tasks");
    assert!(person.sees("There are no tasks here"));
    person.tap("Create new task");
    person.type_into("Task name", "Buy milk");
    person.back();
    person.tap("High priority");
    person.tap("No due date");
    person.tap("Pick a date");
    person.tap("20 October 2023");
    person.tap("OK");
    person.tap("Save");
    assert_eq!((row("importance"), row("dueDate"), row("completed")), (0, OCTOBER + 19 * DAY + DAY / 2, 0));
    assert!(person.sees("Friday, October 20"));
    person.tap("High priority");
    assert!(row("completed") > OCTOBER && !person.sees("Buy milk"));
    person.tap("Search");
    person.type_text("milk");
    person.tap("Buy milk");
    person.tap("Delete task");
    person.tap("OK");
    assert!(row("deleted") > OCTOBER && !person.sees("Buy milk"));
    host.push(PATH, &b"garbage".repeat(300));
    host.shell("am force-stop org.tasks");
    person.open("Tasks");
    assert!(person.texts().iter().any(|text| text.starts_with("The database cannot be read")));
}

pub(crate) const TASKS: &[Task] = &[
    Task {
        name: "TasksDueOnDate",
        draw: |random| {
            let day = random.between(15, 29);
            let rows = wanted(random, &[day; 3], 0);
            let expected = titles(&rows);
            asked(random, rows, Question::DueOn(day), expected, |row| row.day != day)
        },
    },
    Task {
        name: "TasksHighPriorityTasks",
        draw: |random| {
            let mut rows = wanted(random, &[18], 0);
            rows[0].priority = 0;
            let expected = titles(&rows);
            asked(random, rows, Question::HighPriority, expected, |row| row.priority != 0)
        },
    },
    Task {
        name: "TasksHighPriorityTasksDueOnDate",
        draw: |random| {
            let day = random.between(15, 29);
            let mut rows = wanted(random, &[day], 0);
            rows[0].priority = 0;
            let expected = titles(&rows);
            let allowed = |row: &Row| row.day != day || row.priority != 0;
            asked(random, rows, Question::HighPriorityOn(day), expected, allowed)
        },
    },
    Task {
        name: "TasksDueNextWeek",
        draw: |random| {
            let days = random.some(&[16, 17, 18, 19, 20, 21, 22], 6);
            let rows = wanted(random, &days, 0);
            asked(random, rows, Question::NextWeek, vec!["6".to_owned()], |row| !(16..=22).contains(&row.day))
        },
    },
    Task {
        name: "TasksCompletedTasksForDate",
        draw: |random| {
            let day = random.between(10, 20);
            let rows = wanted(random, &[day; 3], OCTOBER + 11 * DAY);
            let expected = titles(&rows);
            asked(random, rows, Question::CompletedOn(day), expected, |row| row.day != day)
        },
    },
    Task {
        name: "TasksIncompleteTasksOnDate",
        draw: |random| {
            let day = random.between(15, 29);
            let rows = wanted(random, &[day; 3], 0);
            let expected = titles(&rows);
            asked(random, rows, Question::OpenUntil(day), expected, |row| row.day > day || row.completed > 0)
        },
    },
];
