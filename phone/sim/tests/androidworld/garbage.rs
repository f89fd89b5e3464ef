//! Databases that are garbage, empty, of another app or very long. The app reports the problem in its own interface,
//! and works again when its file is restored.

use super::host::Host;
use super::person::Person;

/// Label, package, database, the path from the first screen to the records, and a statement that inserts very many
/// rows.
const APPS: &[(&str, &str, &str, &[&str], &str)] = &[
    (
        "Broccoli",
        "com.flauschcode.broccoli",
        "databases/broccoli",
        &[],
        "INSERT INTO recipes (title, description, favorite) SELECT 'Dish ' || value, 'Plain', 0 FROM many",
    ),
    (
        "Pro Expense",
        "com.arduia.expense",
        "databases/accounting.db",
        &[],
        "INSERT INTO expense (name, amount, category, note, created_date, modified_date) \
         SELECT 'Coffee ' || value, 350, 3, '', 1697384040000 - value * 60000, 0 FROM many",
    ),
    (
        "Joplin",
        "net.cozic.joplin",
        "databases/joplin.sqlite",
        &[],
        "INSERT INTO notes (id, title, created_time, updated_time) SELECT 'n' || value, 'Note ' || value, 0, value FROM many",
    ),
    (
        "Retro Music",
        "code.name.monkey.retromusic",
        "databases/playlist.db",
        &["Playlists"],
        "INSERT INTO PlaylistEntity (playlist_name) SELECT 'Mix ' || value FROM many",
    ),
    (
        "VLC",
        "org.videolan.vlc",
        "app_db/vlc_media.db",
        &["Playlists"],
        "INSERT INTO Playlist (name) SELECT 'Mix ' || value FROM many",
    ),
];

/// Opens each app with a file that is not a database, with an empty file, with a database without tables and with one
/// of 20,000 rows.
pub(crate) fn check() {
    let host = Host::new();
    host.set_clock();
    let person = Person::new(&host);
    for (label, package, file, way, many) in APPS {
        let path = format!("/data/data/{package}/{file}");
        let mut database = host.database(&path);
        let whole = database.serialize("main").unwrap().to_vec();
        let mut strange = rusqlite::Connection::open_in_memory().unwrap();
        strange.execute_batch("CREATE TABLE other (a); CREATE TABLE recipes (b); CREATE TABLE Playlist (c);").unwrap();
        let strange = strange.serialize("main").unwrap().to_vec();
        let open = || {
            host.shell(&format!("am force-stop {package}"));
            person.open(label);
            way.iter().for_each(|tab| person.tap(tab));
        };
        for contents in [&b"no database, but long enough to be taken for one".repeat(40)[..], &strange] {
            host.push(&path, contents);
            open();
            let texts = person.texts();
            let says = |text: &String| text.starts_with("The database cannot be read");
            assert!(texts.iter().any(says), "{label}: {texts:?}");
            assert_eq!(host.faults(), Vec::<String>::new(), "{label}");
        }
        host.push(&path, &whole);
        host.change_database(package, &path, |database| {
            let numbers = "CREATE TEMP TABLE many AS WITH RECURSIVE n (value) AS \
                           (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 20000) SELECT value FROM n";
            database.execute_batch(numbers).unwrap();
            assert_eq!(database.execute(many, []).unwrap(), 20_000, "{label}");
        });
        open();
        assert!(!person.texts().is_empty());
        host.push(&path, &whole);
        open();
        let texts = person.texts();
        assert!(!texts.iter().any(|text| text.contains("cannot be read")), "{label}: {texts:?}");
    }
}
