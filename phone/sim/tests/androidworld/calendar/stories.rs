//! Calendar features beyond the tasks: editing parts of a repeating event, tasks, reminders, confirmations before data
//! is lost, and files that are not databases.

use super::super::host::Host;
use super::super::person::Person;
use super::{DAY, Noted, PATH, at, prepare, read};

fn lunch() -> Noted {
    let start = at(15, 12, 0);
    Noted { start, end: start + 3600, title: "Lunch".to_owned(), interval: DAY, ..Noted::default() }
}

/// Whether a day's list contains an event.
fn has(person: &Person<'_>, day: i64, title: &str) -> bool {
    person.open("Simple Calendar Pro");
    person.tap(&format!("{day} October 2023"));
    let seen = person.sees(title);
    person.back();
    seen
}

/// Deletes one occurrence, then one and all after it, then all.
pub(crate) fn parts_of_what_repeats() {
    let host = Host::new();
    prepare(&host, &[lunch()]);
    let person = Person::new(&host);
    let delete = |day: i64, which: &str| {
        person.open("Simple Calendar Pro");
        person.tap(&format!("{day} October 2023"));
        person.tap("Lunch");
        person.tap("Delete");
        person.tap(which);
        person.back();
    };
    delete(17, "The selected occurrence only");
    assert!(!has(&person, 17, "Lunch") && has(&person, 18, "Lunch"));
    delete(20, "This and all future occurrences");
    assert!(has(&person, 19, "Lunch") && !has(&person, 20, "Lunch") && !has(&person, 25, "Lunch"));
    assert_eq!(read(&host).len(), 1);
    delete(18, "All occurrences");
    assert_eq!(read(&host).len(), 0);
}

/// Creates and completes a task; the app asks before it discards a draft.
pub(crate) fn tasks_and_drafts() {
    let host = Host::new();
    prepare(&host, &[]);
    let person = Person::new(&host);
    person.open("Simple Calendar Pro");
    person.tap("New Event");
    person.tap("Task");
    person.type_into("Title", "Water plants");
    person.tap("Save");
    person.tap("15 October 2023");
    person.tap("Water plants");
    person.tap("Mark completed");
    let row = |column: &str| -> i64 {
        host.database(PATH).query_row(&format!("SELECT {column} FROM events"), [], |row| row.get(0)).unwrap()
    };
    assert_eq!((row("type"), row("flags"), row("start_ts"), row("end_ts")), (1, 8, at(15, 16, 0), at(15, 16, 0)));
    person.tap("Water plants");
    person.type_into("Description", "all of them");
    person.back();
    person.back();
    person.tap("Discard");
    assert!(person.sees("Water plants"), "it is left, and the list is back");
    let description: String =
        host.database(PATH).query_row("SELECT description FROM events", [], |row| row.get(0)).unwrap();
    assert_eq!(description, "");
}

/// A reminder appears once, when its time has come.
pub(crate) fn reminders() {
    let host = Host::new();
    let start = at(15, 15, 46);
    prepare(&host, &[Noted { start, end: start + 900, title: "Take the bread out".to_owned(), ..Noted::default() }]);
    let person = Person::new(&host);
    person.open("Simple Calendar Pro");
    person.tap("15 October 2023");
    person.tap("Take the bread out");
    person.scroll_and_tap("No reminder");
    person.tap("10 minutes before");
    person.tap("Save");
    let told = || host.shell("dumpsys notification --noredact").matches("Take the bread out").count();
    assert_eq!(told(), 0);
    person.wait(150_000);
    let once = told();
    assert!(once > 0);
    person.wait(150_000);
    assert_eq!(told(), once);
}

/// The app reports a file that is not a database, whatever is wrong with it, and does not overwrite it.
pub(crate) fn garbage() {
    let host = Host::new();
    prepare(&host, &[]);
    let person = Person::new(&host);
    for bytes in [b"garbage".repeat(300), Vec::new(), b"SQLite format 3\0garbage".to_vec()] {
        host.push(PATH, &bytes);
        host.shell("am force-stop com.simplemobiletools.calendar.pro");
        person.open("Simple Calendar Pro");
        let texts = person.texts();
        assert!(texts.iter().any(|text| text.starts_with("The database cannot be read")), "{texts:?}");
    }
}
