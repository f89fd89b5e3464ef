//! Pro Expense's database: the table `expense`, and the formats of amounts, categories and days.

use rusqlite::{Connection, params};
use state::app::database::{number, text};
use state::app::{Database, DatabaseFile};
use state::shared::Shared;
use toolkit::{Color, Icon};

use super::PACKAGE;

/// Milliseconds in a day.
pub(super) const DAY_MS: i64 = 86_400_000;

/// `databases/accounting.db`.
pub(super) struct Accounting;

/// A row of `expense`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Expense {
    pub(super) id: i64,
    pub(super) name: String,
    /// In hundredths.
    pub(super) amount: i64,
    pub(super) category: i64,
    pub(super) note: String,
    pub(super) created_ms: i64,
}

/// The categories by number, from 1, in the order in which they are offered.
pub(super) const CATEGORIES: &[(i64, &str, Icon, Color)] = &[
    (1, "Others", Icon::Apps, Color::Rgb(96, 125, 139)),
    (2, "Income", Icon::Wallet, Color::Rgb(56, 142, 60)),
    (3, "Food", Icon::Bowl, Color::Rgb(230, 81, 0)),
    (4, "Housing", Icon::Home, Color::Rgb(141, 110, 99)),
    (5, "Social", Icon::Group, Color::Rgb(194, 24, 91)),
    (6, "Entertainment", Icon::Video, Color::Rgb(156, 39, 176)),
    (7, "Transportation", Icon::Map, Color::Rgb(30, 118, 210)),
    (8, "Clothes", Icon::Person, Color::Rgb(0, 131, 143)),
    (9, "Health Care", Icon::Heart, Color::Rgb(198, 40, 40)),
    (10, "Education", Icon::Notebook, Color::Rgb(84, 110, 168)),
    (11, "Donation", Icon::Star, Color::Rgb(175, 128, 0)),
];
/// The category of income.
pub(super) const INCOME: i64 = 2;

/// Returns name, icon and colour of a category; an unknown one counts as `Others`.
pub(super) fn category(number: i64) -> (&'static str, Icon, Color) {
    let found = CATEGORIES.iter().find(|(known, ..)| *known == number).or(CATEGORIES.first());
    found.map_or(("Others", Icon::Apps, Color::Muted), |(_, name, icon, color)| (name, *icon, *color))
}

/// Formats an amount as `$123.4`, `$7`, `$0.05`, without trailing zeros.
pub(super) fn dollars(amount: i64) -> String {
    let sign = if amount < 0 { "-" } else { "" };
    let (whole, cents) = (amount.unsigned_abs() / 100, amount.unsigned_abs() % 100);
    let digits = whole.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let cents = match cents {
        0 => String::new(),
        cents if cents % 10 == 0 => format!(".{}", cents / 10),
        cents => format!(".{cents:02}"),
    };
    format!("{sign}${grouped}{cents}")
}

/// Parses a typed amount into hundredths: `12.5`, `$1,200`, `.99`. At most two decimal places, within the range of the
/// column.
pub(super) fn amount(text: &str) -> Option<i64> {
    let text = text.trim().trim_start_matches('$').replace(',', "");
    let (whole, cents) = text.split_once('.').unwrap_or((&text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && cents.is_empty()) || !digits(whole) || !digits(cents) || whole.len() > 9 || cents.len() > 2
    {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { whole.parse::<i64>().ok()? };
    format!("{cents:0<2}").parse::<i64>().ok().map(|cents| whole * 100 + cents)
}

/// Returns the day of a time in local time, counted from 1970.
pub(super) fn day(ms: i64, shared: &Shared) -> i64 {
    ms.saturating_add(i64::from(shared.clock.utc_offset_min) * 60_000).div_euclid(DAY_MS)
}

/// Returns the first day (a Monday) of a day's week.
pub(super) fn monday(day: i64) -> i64 {
    // 1 January 1970 was a Thursday.
    day - (day + 3).rem_euclid(7)
}

impl Database for Accounting {
    const PACKAGE: &'static str = PACKAGE;
    const FILE: DatabaseFile = DatabaseFile {
        path: "databases/accounting.db",
        schema: "CREATE TABLE expense (expense_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT, \
                 amount INTEGER NOT NULL, category INTEGER NOT NULL, note TEXT, created_date INTEGER NOT NULL, \
                 modified_date INTEGER NOT NULL);",
    };
    type Rows = Vec<Expense>;

    /// Reads all expenses, newest first.
    fn read(database: &Connection) -> Result<Vec<Expense>, rusqlite::Error> {
        let mut statement = database.prepare("SELECT * FROM expense ORDER BY created_date DESC, expense_id DESC")?;
        let rows = statement.query_map([], |row| {
            Ok(Expense {
                id: number(row, "expense_id")?,
                name: text(row, "name")?,
                amount: number(row, "amount")?,
                category: number(row, "category")?,
                note: text(row, "note")?,
                created_ms: number(row, "created_date")?,
            })
        })?;
        rows.collect()
    }
}

/// Writes an expense, as a new row if it has no id yet.
pub(super) fn put(expense: &Expense, now_ms: i64, database: &Connection) -> Result<(), rusqlite::Error> {
    let Expense { id, name, amount, category, note, created_ms } = expense;
    if *id == 0 {
        let insert = "INSERT INTO expense (name, amount, category, note, created_date, modified_date) \
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        database.execute(insert, params![name, amount, category, note, created_ms, now_ms])?;
    } else {
        let update = "UPDATE expense SET name = ?1, amount = ?2, category = ?3, note = ?4, created_date = ?5, \
                      modified_date = ?6 WHERE expense_id = ?7";
        database.execute(update, params![name, amount, category, note, created_ms, now_ms, id])?;
    }
    Ok(())
}

/// Deletes expenses.
pub(super) fn delete(ids: &[i64], database: &Connection) -> Result<(), rusqlite::Error> {
    for id in ids {
        database.execute("DELETE FROM expense WHERE expense_id = ?1", [id])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_shown_as_people_write_them() {
        for (typed, hundredths, shown) in [
            ("12.50", 1250, "$12.5"),
            ("$1,200", 120_000, "$1,200"),
            (".99", 99, "$0.99"),
            ("7.", 700, "$7"),
            (" 0.05 ", 5, "$0.05"),
            ("1234567.8", 123_456_780, "$1,234,567.8"),
        ] {
            assert_eq!(amount(typed), Some(hundredths), "{typed}");
            assert_eq!(dollars(hundredths), shown);
        }
        for typed in ["", ".", "12.345", "-3", "1e5", "twelve", "99999999999", "1.2.3", "１２"] {
            assert_eq!(amount(typed), None, "{typed}");
        }
        assert_eq!(dollars(i64::MIN).chars().next(), Some('-'));
    }

    #[test]
    fn a_week_begins_on_monday() {
        // 15 October 2023 was a Sunday, day 19645.
        assert_eq!((monday(19_645), monday(19_646), monday(-1)), (19_639, 19_646, -3));
    }
}
