//! The tasks of Pro Expense: deleting and adding expenses.

use std::collections::BTreeSet;

use rusqlite::params;

use super::gallery;
use super::host::{Host, fuzzy};
use super::person::{Element, Person};
use super::task::{Drawn, Random, Task};

const PACKAGE: &str = "com.arduia.expense";
const DATABASE: &str = "/data/data/com.arduia.expense/databases/accounting.db";
/// 1 October 2023, midnight UTC.
const OCTOBER: i64 = 1_696_118_400_000;
const HOUR: i64 = 3_600_000;

const CATEGORIES: &[&str] = &[
    "Others",
    "Income",
    "Food",
    "Housing",
    "Social",
    "Entertainment",
    "Transportation",
    "Clothes",
    "Health Care",
    "Education",
    "Donation",
];

/// Names of expenses by category, in the order of [`CATEGORIES`].
const NAMES: &[&[&str]] = &[
    &["Gift Wrap", "Pet Food", "Key Copies", "Umbrella", "Postage Stamps"],
    &["Consulting Fee", "Flea Market Sale", "Tax Refund", "Overtime Pay", "Rent Share"],
    &["Farmers Market", "Sushi Evening", "Bakery Run", "Office Lunch", "Spice Shop"],
    &["Water Bill", "Window Cleaning", "Boiler Service", "New Shelf", "Paint and Brushes"],
    &["Birthday Round", "Picnic Supplies", "Team Outing", "Board Game Night", "Club Dues"],
    &["Jazz Concert", "Puzzle Room", "Mini Golf", "Planetarium", "Streaming Plan"],
    &["Night Train", "Bike Repair", "Toll Road", "Airport Shuttle", "Ferry Ticket"],
    &["Rain Boots", "Wool Scarf", "Work Trousers", "Shoe Repair", "Linen Shirt"],
    &["Eye Test", "Pharmacy", "Physiotherapy", "Vitamins", "Dental Cleaning"],
    &["Language Class", "Pottery Course", "Exam Fee", "Textbook", "Online Lecture"],
    &["Animal Shelter", "Food Bank", "Reading Fund", "Tree Planting", "Flood Relief"],
];

const NOTES: &[&str] = &[
    "Paid by card",
    "Remember to transfer",
    "A little dear",
    "Every month",
    "I may return this",
    "Urgent",
    "Want to have",
];

#[derive(Clone, Debug, PartialEq, Eq)]
struct Expense {
    name: String,
    /// In hundredths.
    amount: i64,
    category: usize,
    note: String,
    created_ms: i64,
}

fn expense(random: &mut Random) -> Expense {
    let category = random.between(0, 10) as usize;
    Expense {
        name: (*random.one(NAMES[category])).to_owned(),
        amount: random.between(1000, 50_000),
        category: category + 1,
        note: (*random.one(NOTES)).to_owned(),
        created_ms: OCTOBER + random.between(0, 14) * 24 * HOUR + random.between(0, 15) * HOUR,
    }
}

/// Creates `count` expenses whose names do not occur in `unlike`.
fn expenses(count: usize, unlike: &[Expense], random: &mut Random) -> Vec<Expense> {
    let mut made = Vec::new();
    while made.len() < count {
        let one = expense(random);
        if unlike.iter().all(|other| other.name != one.name) {
            made.push(one);
        }
    }
    made
}

/// Creates `count` expenses with distinct names.
fn distinct(count: usize, random: &mut Random) -> Vec<Expense> {
    let mut made: Vec<Expense> = Vec::new();
    while made.len() < count {
        made.extend(expenses(1, &made, random));
    }
    made
}

fn set_up(host: &Host, expenses: &[Expense]) {
    host.set_clock();
    host.shell(&format!("am force-stop {PACKAGE}"));
    host.change_database(PACKAGE, DATABASE, |database| {
        database.execute("DELETE FROM expense", []).unwrap();
        for one in expenses {
            let insert = "INSERT INTO expense (name, amount, category, note, created_date, modified_date) \
                          VALUES (?1, ?2, ?3, ?4, ?5, ?5)";
            let fields = params![one.name, one.amount, one.category as i64, one.note, one.created_ms];
            database.execute(insert, fields).unwrap();
        }
    });
}

fn rows(host: &Host) -> Vec<Expense> {
    let database = host.database(DATABASE);
    let mut statement = database.prepare("SELECT * FROM expense ORDER BY expense_id").unwrap();
    let columns = ["expense_id", "name", "amount", "category", "note", "created_date", "modified_date"];
    assert!(statement.column_names().eq(columns));
    let read = statement.query_map([], |row| {
        let (category, name, note) = (row.get::<_, i64>(3)?, row.get(1)?, row.get(4)?);
        Ok(Expense { name, amount: row.get(2)?, category: category as usize, note, created_ms: row.get(5)? })
    });
    read.unwrap().map(Result::unwrap).collect()
}

struct Delete {
    expenses: Vec<Expense>,
    targets: BTreeSet<usize>,
    /// Whether the targets are identified as duplicates instead of by name.
    duplicates: bool,
}

impl Drawn for Delete {
    fn goal(&self) -> String {
        if self.duplicates {
            return "Delete all but one of any expenses in arduia pro expense that are exact duplicates, ensuring at \
                    least one instance of each unique expense remains."
                .to_owned();
        }
        let names: Vec<&str> = self.targets.iter().map(|target| self.expenses[*target].name.as_str()).collect();
        format!("Delete the following expenses from arduia pro expense: {}.", names.join(", "))
    }

    fn set_up(&self, host: &Host) {
        set_up(host, &self.expenses);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Pro Expense");
        for target in &self.targets {
            open_log(person);
            if self.duplicates {
                open_twin(person);
            } else {
                person.scroll_and_tap(&self.expenses[*target].name);
            }
            person.tap("Delete");
            person.tap("Delete");
            person.back();
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let expected = self.expenses.iter().enumerate().filter(|(place, _)| !self.targets.contains(place));
        let mut expected: Vec<&Expense> = expected.map(|(_, expense)| expense).collect();
        let left = rows(host);
        let mut left: Vec<&Expense> = left.iter().collect();
        if self.duplicates {
            // Either of two equal expenses may be deleted, so only their order can differ.
            let key = |one: &&Expense| format!("{one:?}");
            expected.sort_by_key(key);
            left.sort_by_key(key);
        }
        f64::from(u8::from(left == expected))
    }
}

/// Finds two rows with the same text, and opens one of them.
fn open_twin(person: &Person<'_>) {
    for _ in 0..60 {
        let seen = person.look();
        let of = |id: &str| seen.iter().filter(move |element| element.id.ends_with(id)).collect::<Vec<_>>();
        let (names, dates, amounts) = (of(":id/tv_name"), of(":id/tv_date"), of(":id/tv_amount"));
        // A row that is cut off shows only part of its text.
        let rows: Vec<_> = names
            .iter()
            .filter_map(|name| {
                let beside = |others: &[&Element], below: i32| {
                    let near = |other: &&&Element| (other.middle().1 - name.middle().1 - below).abs() < 80;
                    others.iter().find(near).map(|other| other.text.clone())
                };
                Some((*name, (name.text.clone(), beside(&dates, 40)?, beside(&amounts, 0)?)))
            })
            .collect();
        let twin =
            rows.iter().enumerate().find(|(place, (_, one))| rows[..*place].iter().any(|(_, other)| one == other));
        if let Some((_, (name, _))) = twin {
            return person.tap_on(name);
        }
        person.swipe((540, 1700), (540, 1100), 600);
    }
    panic!("no two rows are equal");
}

/// Opens the log from the first screen.
fn open_log(person: &Person<'_>) {
    person.tap("Open navigation drawer");
    person.tap("Expenses");
}

struct Add {
    expenses: Vec<Expense>,
    noise: Vec<Expense>,
}

impl Drawn for Add {
    fn goal(&self) -> String {
        let told: String = self.expenses.iter().map(written).collect();
        format!(
            "Add the following expenses into the arduia pro expense:\nname|amount|category|note\n{}",
            told.trim_end()
        )
    }

    fn set_up(&self, host: &Host) {
        set_up(host, &self.noise);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Pro Expense");
        for expense in &self.expenses {
            add(person, expense);
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        added(host, &self.noise, &self.expenses)
    }
}

/// Expenses to add that are given elsewhere on the phone: in a note of Markor, or in a picture.
struct AddFrom {
    /// All expenses in the note.
    told: Vec<Expense>,
    wanted: Vec<Expense>,
    noise: Vec<Expense>,
    picture: bool,
}

/// The mark of those that are to be added.
const MARK: &str = ". Reimbursable.";

impl Drawn for AddFrom {
    fn goal(&self) -> String {
        if self.picture {
            return "Add the expenses from expenses.jpg in Simple Gallery Pro to pro expense.".to_owned();
        }
        "Go through the transactions in my_expenses.txt in Markor. Log the reimbursable transactions in the arduia pro \
         expense."
            .to_owned()
    }

    fn set_up(&self, host: &Host) {
        set_up(host, &self.noise);
        if self.picture {
            host.empty_storage();
            host.push("/storage/emulated/0/DCIM/expenses.jpg", &gallery::picture(500, 300));
            for number in 0..10 {
                let path = format!("/storage/emulated/0/DCIM/old_expenses_{number}.jpg");
                host.push(&path, &gallery::picture(500, 300));
            }
            return;
        }
        host.shell("mkdir -p /storage/emulated/0/Documents/Markor");
        host.shell("rm -rf /storage/emulated/0/Documents/Markor/*");
        let text: String = self.told.iter().map(written).collect();
        host.push("/storage/emulated/0/Documents/Markor/my_expenses.txt", text.as_bytes());
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        let expenses = if self.picture {
            person.open("Simple Gallery Pro");
            person.tap("DCIM");
            person.tap("expenses.jpg");
            self.wanted.clone()
        } else {
            person.open("Markor");
            person.scroll_and_tap("my_expenses.txt");
            let fields = person.look().into_iter().filter(|element| element.class.ends_with("EditText"));
            let text = fields.max_by_key(|element| element.text.len()).unwrap().text;
            text.lines().filter(|line| line.ends_with(MARK)).map(read).collect()
        };
        person.open("Pro Expense");
        for expense in &expenses {
            add(person, expense);
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        added(host, &self.noise, &self.wanted)
    }
}

/// Formats an expense as a line of text.
fn written(one: &Expense) -> String {
    let category = CATEGORIES[one.category - 1];
    format!("{}|${}.{:02}|{category}|{}\n", one.name, one.amount / 100, one.amount % 100, one.note)
}

/// Parses an expense from a line of the note, without its mark.
fn read(line: &str) -> Expense {
    let [name, amount, category, note] = line.split('|').collect::<Vec<_>>().try_into().unwrap();
    let amount = amount.trim_start_matches('$').replace('.', "").parse().unwrap();
    let category = CATEGORIES.iter().position(|known| *known == category).unwrap() + 1;
    let note = note.trim_end_matches(MARK).to_owned();
    Expense { name: name.to_owned(), amount, category, note, created_ms: 0 }
}

fn add(person: &Person<'_>, expense: &Expense) {
    person.tap("Add expense");
    person.type_into("Name", &expense.name);
    person.scroll_and_tap("Amount");
    person.type_text(&format!("{}.{:02}", expense.amount / 100, expense.amount % 100));
    person.scroll_and_tap(CATEGORIES[expense.category - 1]);
    person.scroll_and_tap("Note");
    person.type_text(&expense.note);
    person.scroll_and_tap("Save");
}

/// Returns 1 if the old rows are unchanged and exactly these were added, now.
fn added(host: &Host, before: &[Expense], wanted: &[Expense]) -> f64 {
    let rows = rows(host);
    let Some((old, new)) = rows.split_at_checked(before.len()) else { return 0.0 };
    let alike = |row: &Expense, wanted: &Expense| {
        fuzzy(&row.name, &wanted.name)
            && fuzzy(&row.note, &wanted.note)
            && (row.amount, row.category) == (wanted.amount, wanted.category)
    };
    let all = new.len() == wanted.len() && wanted.iter().all(|wanted| new.iter().any(|row| alike(row, wanted)));
    f64::from(u8::from(old == before && all))
}

fn by_name(noise: usize, targets: usize, random: &mut Random) -> Box<dyn Drawn> {
    let mut all = distinct(targets, random);
    all.extend(expenses(noise, &all.clone(), random));
    shuffled(all, targets, false, random)
}

fn duplicates(noise: usize, near: usize, random: &mut Random) -> Box<dyn Drawn> {
    let mut all = distinct(1, random);
    let first = all[0].clone();
    all.extend(expenses(noise - near, std::slice::from_ref(&first), random));
    // Copies that differ in amount and date.
    all.extend((1..=near as i64).map(|by| Expense {
        amount: first.amount + 137 * by,
        created_ms: OCTOBER + by * 25 * HOUR,
        ..first.clone()
    }));
    all.push(first);
    let last = all.len() - 1;
    all.swap(0, last);
    shuffled(all, 1, true, random)
}

/// Shuffles the expenses; the first `targets` are to be deleted.
fn shuffled(all: Vec<Expense>, targets: usize, duplicates: bool, random: &mut Random) -> Box<dyn Drawn> {
    let order = random.some(&(0..all.len()).collect::<Vec<_>>(), all.len());
    let targets = order.iter().enumerate().filter(|(_, old)| **old < targets).map(|(new, _)| new).collect();
    let expenses = order.iter().map(|old| all[*old].clone()).collect();
    Box::new(Delete { expenses, targets, duplicates })
}

fn adding(count: usize, random: &mut Random) -> Box<dyn Drawn> {
    let new = distinct(count, random);
    Box::new(Add { noise: expenses(10, &new, random), expenses: new })
}

fn from_note(random: &mut Random) -> Box<dyn Drawn> {
    let wanted = distinct(2, random);
    let mut told = expenses(100, &wanted, random);
    for one in &wanted {
        let place = random.between(0, 100) as usize;
        told.insert(place, Expense { note: format!("{}{MARK}", one.note), ..one.clone() });
    }
    Box::new(AddFrom { told, noise: expenses(100, &wanted, random), wanted, picture: false })
}

fn from_picture(random: &mut Random) -> Box<dyn Drawn> {
    let wanted = distinct(3, random);
    Box::new(AddFrom { told: Vec::new(), noise: expenses(10, &wanted, random), wanted, picture: true })
}

pub(crate) const TASKS: &[Task] = &[
    Task { name: "ExpenseDeleteSingle", draw: |random| by_name(0, 1, random) },
    Task { name: "ExpenseDeleteMultiple", draw: |random| by_name(0, 3, random) },
    Task { name: "ExpenseDeleteMultiple2", draw: |random| by_name(50, 3, random) },
    Task { name: "ExpenseDeleteDuplicates", draw: |random| duplicates(5, 0, random) },
    Task { name: "ExpenseDeleteDuplicates2", draw: |random| duplicates(40, 3, random) },
    Task { name: "ExpenseAddSingle", draw: |random| adding(1, random) },
    Task { name: "ExpenseAddMultiple", draw: |random| adding(3, random) },
    Task { name: "ExpenseAddMultipleFromMarkor", draw: from_note },
    Task { name: "ExpenseAddMultipleFromGallery", draw: from_picture },
];
