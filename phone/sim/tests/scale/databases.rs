//! Opens every app that has a database with one that is garbage, empty, another app's, of an older or newer version,
//! with a log, and on a full disk; and opens apps whose permission was revoked.

use rusqlite::Connection;
use sim::profile::Profile;

use super::host::Host;
use super::open;
use super::person::Person;

/// A modification of a whole database.
type Change = fn(&[u8]) -> Vec<u8>;

/// The modifications, and whether the app can still read the result; `None` if that depends on the app.
const CHANGES: &[(&str, Change, Option<bool>)] = &[
    ("garbage", |_| b"no database, but long enough to be taken for one".repeat(40), Some(false)),
    ("a torn file", |whole| whole[..whole.len() / 2 + 7].to_vec(), None),
    ("an empty file", |_| Vec::new(), None),
    ("another app's", |_| changed(&[], &["CREATE TABLE other (a)".to_owned()]), Some(false)),
    (
        "a newer version",
        |whole| {
            let newer = |table: &String| format!("ALTER TABLE \"{table}\" ADD COLUMN of_next_year TEXT DEFAULT 'x'");
            let mut statements: Vec<String> = tables(whole).iter().map(newer).collect();
            statements.push("CREATE TABLE of_next_year (a); PRAGMA user_version = 9999".to_owned());
            changed(whole, &statements)
        },
        Some(true),
    ),
    (
        "an older version",
        |whole| {
            let older = |table: &String| {
                let last = "SELECT name FROM pragma_table_info(?1) WHERE NOT pk ORDER BY cid DESC LIMIT 1";
                let column: String = database(whole).query_row(last, [table], |row| row.get(0)).ok()?;
                Some(format!("ALTER TABLE \"{table}\" DROP COLUMN \"{column}\""))
            };
            changed(whole, &tables(whole).iter().filter_map(older).collect::<Vec<_>>())
        },
        None,
    ),
    (
        "one with a log",
        |whole| {
            let mut bytes = whole.to_vec();
            bytes[18..20].fill(2);
            bytes
        },
        Some(true),
    ),
];

fn database(bytes: &[u8]) -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    if !bytes.is_empty() {
        connection.deserialize_read_exact("main", bytes, bytes.len(), false).unwrap();
    }
    connection
}

/// Returns the tables of a database.
fn tables(bytes: &[u8]) -> Vec<String> {
    let connection = database(bytes);
    let all = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
               AND sql NOT LIKE 'CREATE VIRTUAL%'";
    let mut statement = connection.prepare(all).unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Runs statements on a database and ignores those that fail.
fn changed(bytes: &[u8], statements: &[String]) -> Vec<u8> {
    let mut connection = database(bytes);
    statements.iter().for_each(|statement| _ = connection.execute_batch(statement));
    connection.serialize("main").unwrap().to_vec()
}

/// Whether the app reports that it cannot read its database.
fn complains(person: &Person<'_>) -> bool {
    person.texts().iter().any(|text| text.contains("database cannot be"))
}

#[test]
fn an_app_says_what_is_wrong_with_its_database_and_goes_on_when_it_is_mended() {
    let host = Host::new();
    let person = Person::new(&host);
    let mut seen = 0;
    for make in apps::OPTIONAL {
        let app = make();
        let package = app.manifest().package;
        for file in app.databases() {
            let path = file.path_of(package);
            open(&host, package);
            let whole = host.pull(&path);
            let before = person.texts();
            for (what, change, readable) in CHANGES {
                host.push(&path, &change(&whole));
                open(&host, package);
                let told = format!("{package} with {what} as {}", file.path);
                assert!(host.front().starts_with(package), "{told}: {}", host.front());
                assert!(person.look().len() > 3, "{told}: nothing is shown");
                if let Some(true) = readable {
                    assert_eq!(person.texts(), before, "{told}");
                }
                if let Some(false) = readable {
                    seen += usize::from(complains(&person));
                }
                host.push(&path, &whole);
                open(&host, package);
                assert_eq!(person.texts(), before, "{told}, mended");
            }
        }
    }
    // Some apps read their database only on a later screen, which `androidworld::garbage` covers.
    assert!(seen >= 10, "{seen} complaints");
}

#[test]
fn an_app_that_may_not_see_people_says_so_and_shows_them_when_it_may() {
    let host = Host::new();
    let person = Person::new(&host);
    for (package, permission) in [
        ("com.google.android.contacts", "READ_CONTACTS"),
        ("com.google.android.apps.messaging", "READ_SMS"),
        ("com.simplemobiletools.smsmessenger", "READ_SMS"),
    ] {
        open(&host, package);
        let before = person.texts();
        host.shell(&format!("pm revoke {package} android.permission.{permission}"));
        open(&host, package);
        assert_ne!(person.texts(), before, "{package}");
        assert!(!person.texts().is_empty(), "{package}");
        host.shell(&format!("pm grant {package} android.permission.{permission}"));
        open(&host, package);
        assert_eq!(person.texts(), before, "{package}");
    }
}

#[test]
fn a_disk_without_room_saves_nothing_and_loses_nothing() {
    let host = Host::with(Profile { storage_mib: 32, ..Profile::built_in("androidworld").unwrap() });
    let person = Person::new(&host);
    let add = || {
        open(&host, "com.arduia.expense");
        person.tap("Add expense");
        person.type_into("Name", "Late");
        person.scroll_and_tap("Amount");
        person.type_text("3.50");
        person.scroll_and_tap("Save");
    };
    let count = || -> i64 {
        let database = host.database("/data/data/com.arduia.expense/databases/accounting.db");
        database.query_row("SELECT count(*) FROM expense WHERE name = 'Late'", [], |row| row.get(0)).unwrap()
    };
    open(&host, "com.arduia.expense");
    let fill = "cd /data/local/tmp; for size in 1000000 10000 100; do i=0;
        while head -c $size /dev/zero > f$size.$i; do i=$((i+1)); done; done";
    assert!(host.try_shell(fill).1.contains("No space left"));
    for make in apps::OPTIONAL {
        let package = make().manifest().package;
        // Some apps are only in the store.
        let opened = host.try_shell(&format!("monkey -p {package} -c android.intent.category.LAUNCHER 1"));
        if opened.0 == 0 {
            assert!(person.look().len() > 3, "{package}");
        }
    }
    add();
    let texts = host.shell("uiautomator dump /dev/tty");
    assert_eq!(count(), 0, "{texts}");
    // The input is still there, to be saved later. (A toast reports the problem, but toasts are not in the tree.)
    assert!(texts.contains("text=\"Expense Entry\"") && texts.contains("text=\"3.50\""), "{texts}");
    host.shell("rm /data/local/tmp/f*");
    add();
    assert_eq!(count(), 1);
}
