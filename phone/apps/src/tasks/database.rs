//! The rows of Tasks' database: reading and writing.

use machine::calendar;
use rusqlite::{Connection, Error, params};
use state::app::database::{Database, DatabaseFile, number, text};
use state::shared::Shared;

/// A task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) id: i64,
    pub(super) title: String,
    pub(super) notes: String,
    /// 0 high, 1 medium, 2 low, 3 none.
    pub(super) priority: i64,
    /// All in milliseconds since 1970, 0 for none.
    pub(super) due: i64,
    pub(super) start: i64,
    pub(super) created: i64,
    pub(super) modified: i64,
    pub(super) completed: i64,
    /// As in `RRULE:FREQ=DAILY;INTERVAL=1`; empty for none.
    pub(super) recurrence: String,
}

impl Task {
    pub(super) fn is_completed(&self) -> bool {
        self.completed > 0
    }
}

/// Whether a date has a time of day: the app marks that with a second.
pub(super) fn has_time(ms: i64) -> bool {
    ms.rem_euclid(60_000) > 0
}

/// The database of Tasks.
pub(super) struct TaskRows;

impl Database for TaskRows {
    const PACKAGE: &'static str = super::PACKAGE;
    const FILE: DatabaseFile = DatabaseFile {
        path: "databases/database",
        schema: "CREATE TABLE tasks (_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, title TEXT,
             importance INTEGER NOT NULL DEFAULT 2, dueDate INTEGER NOT NULL DEFAULT 0,
             hideUntil INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL DEFAULT 0,
             modified INTEGER NOT NULL DEFAULT 0, completed INTEGER NOT NULL DEFAULT 0,
             deleted INTEGER NOT NULL DEFAULT 0, notes TEXT, estimatedSeconds INTEGER NOT NULL DEFAULT 0,
             elapsedSeconds INTEGER NOT NULL DEFAULT 0, timerStart INTEGER NOT NULL DEFAULT 0,
             notificationFlags INTEGER NOT NULL DEFAULT 0, lastNotified INTEGER NOT NULL DEFAULT 0, recurrence TEXT,
             repeat_from INTEGER NOT NULL DEFAULT 0, calendarUri TEXT, remoteId TEXT,
             collapsed INTEGER NOT NULL DEFAULT 0, parent INTEGER NOT NULL DEFAULT 0, \"order\" INTEGER,
             read_only INTEGER NOT NULL DEFAULT 0);
             CREATE UNIQUE INDEX t_rid ON tasks (remoteId);
             CREATE INDEX active_and_visible ON tasks (completed, deleted, hideUntil);",
    };
    type Rows = Vec<Task>;

    fn read(database: &Connection) -> Result<Vec<Task>, Error> {
        let mut statement = database.prepare("SELECT * FROM tasks WHERE deleted = 0 ORDER BY _id")?;
        let tasks = statement.query_map([], |row| {
            Ok(Task {
                id: number(row, "_id")?,
                title: text(row, "title")?,
                notes: text(row, "notes")?,
                priority: number(row, "importance")?.clamp(0, 3),
                due: number(row, "dueDate")?,
                start: number(row, "hideUntil")?,
                created: number(row, "created")?,
                modified: number(row, "modified")?,
                completed: number(row, "completed")?,
                recurrence: text(row, "recurrence")?,
            })
        })?;
        tasks.collect()
    }
}

/// Writes a task, as a new one if its id is 0. Returns its id.
pub(super) fn put(database: &Connection, task: &Task, now_ms: i64) -> Result<i64, Error> {
    let recurrence = (!task.recurrence.is_empty()).then_some(&task.recurrence);
    if task.id != 0 {
        database.execute(
            "UPDATE tasks SET title = ?2, notes = ?3, importance = ?4, dueDate = ?5, hideUntil = ?6, completed = ?7,
             recurrence = ?8, modified = ?9 WHERE _id = ?1",
            params![
                task.id,
                task.title,
                task.notes,
                task.priority,
                task.due,
                task.start,
                task.completed,
                recurrence,
                now_ms
            ],
        )?;
        return Ok(task.id);
    }
    let next: i64 = database.query_row("SELECT COALESCE(MAX(_id), 0) + 1 FROM tasks", [], |row| row.get(0))?;
    database.execute(
        "INSERT INTO tasks (title, notes, importance, dueDate, hideUntil, completed, recurrence, created, modified,
         remoteId) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9)",
        params![
            task.title,
            task.notes,
            task.priority,
            task.due,
            task.start,
            task.completed,
            recurrence,
            now_ms,
            format!("{now_ms}{next:06}")
        ],
    )?;
    Ok(database.last_insert_rowid())
}

/// Marks a task as deleted.
pub(super) fn delete(database: &Connection, id: i64, now_ms: i64) -> Result<(), Error> {
    database.execute("UPDATE tasks SET deleted = ?2, modified = ?2 WHERE _id = ?1", [id, now_ms]).map(drop)
}

/// Marks all completed tasks as deleted. Returns their number.
pub(super) fn clear_completed(database: &Connection, now_ms: i64) -> Result<usize, Error> {
    database.execute("UPDATE tasks SET deleted = ?1 WHERE completed > 0 AND deleted = 0", [now_ms])
}

/// Completes a task, or reopens it. A repeating task gets its next due date instead.
pub(super) fn toggle(task: &Task, shared: &Shared) -> Task {
    let mut task = task.clone();
    match next_due(&task, shared) {
        _ if task.is_completed() => task.completed = 0,
        Some(due) => task.due = due,
        None => task.completed = shared.clock.now_ms,
    }
    task
}

/// The preset repetitions, as stored and as shown.
pub(super) const REPETITIONS: [(&str, &str); 5] = [
    ("", "Does not repeat"),
    ("RRULE:FREQ=DAILY", "Every day"),
    ("RRULE:FREQ=WEEKLY", "Every week"),
    ("RRULE:FREQ=MONTHLY", "Every month"),
    ("RRULE:FREQ=YEARLY", "Every year"),
];

/// Returns the next due date of a repeating task.
fn next_due(task: &Task, shared: &Shared) -> Option<i64> {
    let rule = task.recurrence.strip_prefix("RRULE:").unwrap_or(&task.recurrence);
    let part = |name: &str| rule.split(';').find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
    let every = part("INTERVAL").and_then(|every| every.parse::<i32>().ok()).unwrap_or(1).clamp(1, 1000);
    let from = if task.due > 0 { task.due } else { shared.clock.now_ms };
    let wall = shared.clock.local(from);
    let date = wall.date();
    let months = |count: i32| {
        let month = calendar::first_of_month(date, count);
        calendar::days_later(month, i64::from(date.day().min(month.days_in_month())) - 1)
    };
    let next = match part("FREQ")? {
        "DAILY" => calendar::days_later(date, every.into()),
        "WEEKLY" => calendar::days_later(date, i64::from(every) * 7),
        "MONTHLY" => months(every),
        "YEARLY" => months(every * 12),
        _ => return None,
    };
    calendar::at(next.to_datetime(wall.time()), shared.clock.utc_offset_min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use state::shared::Clock;

    #[test]
    fn what_repeats_comes_due_again() {
        // 31 January 2024, noon.
        let due = 1_706_702_400_000;
        let shared = Shared { clock: Clock::at(due + 5), ..Shared::default() };
        let day = |task: &Task| calendar::local(task.due, 0).strftime("%Y-%m-%d %H:%M").to_string();
        for (recurrence, next) in [
            ("RRULE:FREQ=DAILY", "2024-02-01 12:00"),
            ("RRULE:FREQ=WEEKLY;INTERVAL=2", "2024-02-14 12:00"),
            ("FREQ=MONTHLY", "2024-02-29 12:00"),
            ("RRULE:FREQ=YEARLY", "2025-01-31 12:00"),
        ] {
            let after = toggle(&Task { due, recurrence: recurrence.to_owned(), ..Task::default() }, &shared);
            assert_eq!((day(&after).as_str(), after.completed), (next, 0), "{recurrence}");
        }
        for recurrence in ["", "RRULE:FREQ=NEVER", "garbage"] {
            let after = toggle(&Task { due, recurrence: recurrence.to_owned(), ..Task::default() }, &shared);
            assert_eq!((after.due, after.completed), (due, shared.clock.now_ms), "{recurrence}");
            assert_eq!(toggle(&after, &shared).completed, 0);
        }
    }
}
