//! Tests of root changing the providers' databases, and of the phone's reaction.

use crate::Phone;
use shell::Shell;
use state::profile::Profile;

const START: i64 = 1_794_650_400_000;
const SMS: &str = "/data/data/com.android.providers.telephony/databases/mmssms.db";
const CONTACTS: &str = "/data/data/com.android.providers.contacts/databases/contacts2.db";
const CALLS: &str = "/data/data/com.android.providers.contacts/databases/calllog.db";
const CALENDAR: &str = "/data/data/com.android.providers.calendar/databases/calendar.db";

/// A developer phone with adbd as root.
fn rooted() -> Phone {
    let mut phone = Phone::new(Profile::built_in("userdebug").unwrap(), apps::SYSTEM, START);
    assert_eq!(phone.set_root(true), Some(true));
    phone
}

/// Runs each line as a command of its own. Returns the output and the exit status.
fn run(phone: &mut Phone, command: &str) -> (String, i32) {
    phone.tick(START);
    let outcome = Shell::new().run(&format!("exec 2>&1\n{command}"), phone, b"");
    phone.tick(START);
    (String::from_utf8(outcome.stdout).unwrap(), outcome.status)
}

fn check(phone: &mut Phone, rows: &[(&str, &str)]) {
    for (command, wanted) in rows {
        let (written, status) = run(phone, command);
        assert_eq!((written.as_str(), status), (*wanted, 0), "{command}");
    }
}

#[test]
fn what_the_phone_knows_is_in_the_databases() {
    let rows = [
        (
            format!("sqlite3 {SMS} 'SELECT _id, address, type, body FROM sms WHERE _id < 3'"),
            "1|+15550103|1|Are you coming on Sunday?\n2|+15550103|2|Yes, around noon.\n",
        ),
        (
            format!("sqlite3 {SMS} 'SELECT _id, message_count, snippet FROM threads WHERE _id = 1'"),
            "1|2|Yes, around noon.\n",
        ),
        (
            format!(
                "sqlite3 {CONTACTS} \"SELECT display_name, data1 FROM raw_contacts r JOIN data ON raw_contact_id = r._id JOIN mimetypes m ON mimetype_id = m._id WHERE mimetype LIKE '%phone_v2' AND display_name LIKE 'Z%'\""
            ),
            "Zoë Müller|+4915550107\n",
        ),
        (format!("sqlite3 {CALLS} 'SELECT count(*) FROM calls'"), "0\n"),
        (
            format!("sqlite3 {CALENDAR} 'SELECT calendar_displayName FROM Calendars; SELECT count(*) FROM Events'"),
            "Phone\n0\n",
        ),
        (
            format!("sqlite3 {SMS} .tables"),
            "android_metadata     pdu                  threads            \ncanonical_addresses  sms                \n",
        ),
        (format!("ls -l {SMS} | cut -d' ' -f1,3,4"), "-rw-rw---- radio radio\n"),
    ];
    let rows: Vec<(&str, &str)> = rows.iter().map(|(command, wanted)| (command.as_str(), *wanted)).collect();
    check(&mut rooted(), &rows);
}

#[test]
fn what_root_changes_in_a_database_the_phone_knows() {
    let mut phone = rooted();
    let rows = [
        (format!("sqlite3 {SMS} 'DELETE FROM sms;'"), ""),
        (format!("sqlite3 {SMS} 'DELETE FROM threads;'"), ""),
        ("content query --uri content://sms".to_owned(), "No result found.\n"),
        (format!("sqlite3 {SMS} \"INSERT INTO sms (address, date, type, body, read) VALUES ('+1222', 1697384040000, 1, 'it''s me', 0)\""), ""),
        ("content query --uri content://sms/inbox --projection address:date:body".to_owned(), "Row: 0 address=+1222, date=1697384040000, body=it's me\n"),
        (format!("sqlite3 {CONTACTS} \"UPDATE data SET data1 = '+1999' WHERE data1 = '+15550103'\""), ""),
        ("content query --uri content://contacts/phones/ --projection display_name:number | grep Mom".to_owned(), "Row: 2 display_name=Mom, number=+1999\n"),
        (format!("sqlite3 {CALLS} \"INSERT INTO calls (number, date, duration, type) VALUES ('+1777', 5, 42, 2)\""), ""),
        ("content query --uri content://call_log/calls --projection number:duration:type".to_owned(), "Row: 0 number=+1777, duration=42, type=2\n"),
        (format!("sqlite3 {CALENDAR} \"INSERT INTO Events (calendar_id, title, dtstart, dtend) VALUES (1, 'Dentist', 1000, 2000)\""), ""),
        ("content query --uri content://com.android.calendar/events --projection title:dtend".to_owned(), "Row: 0 title=Dentist, dtend=2000\n"),
        ("content insert --uri content://sms --bind address:s:+1333 --bind body:s:hello --bind type:i:2 --bind date:l:9".to_owned(), ""),
        (format!("sqlite3 {SMS} \"SELECT address, type, body FROM sms WHERE address = '+1333'\""), "+1333|2|hello\n"),
        ("pm clear com.android.providers.contacts".to_owned(), "Success\n"),
        (format!("sqlite3 {CONTACTS} 'SELECT count(*) FROM raw_contacts'"), "0\n"),
    ];
    let rows: Vec<(&str, &str)> = rows.iter().map(|(command, wanted)| (command.as_str(), *wanted)).collect();
    check(&mut phone, &rows);
}

#[test]
fn a_database_that_goes_and_comes_back_is_taken_over_whole() {
    let mut phone = rooted();
    let folder = "/data/data/com.android.providers.telephony/databases";
    // As a host does that restores a backup: delete everything, then push the one file.
    run(
        &mut phone,
        &format!(
            "cp {SMS} /data/local/tmp/kept.db; sqlite3 /data/local/tmp/kept.db \"DELETE FROM sms WHERE type = 1; CREATE TABLE notes(x); INSERT INTO notes VALUES (7)\""
        ),
    );
    assert_eq!(run(&mut phone, &format!("rm -r {folder}/*")), (String::new(), 0));
    assert_eq!(phone.shared().messages.len(), 0);
    run(&mut phone, &format!("cp /data/local/tmp/kept.db {SMS}; chmod 777 {SMS}"));
    assert_eq!(phone.shared().messages.len(), 1);
    phone.receive_message("+15550101", "Hello");
    let mine = "SELECT count(*) FROM sms; SELECT x FROM notes";
    assert_eq!(run(&mut phone, &format!("sqlite3 {SMS} '{mine}'")), ("2\n7\n".to_owned(), 0));
}

#[test]
fn garbage_in_place_of_a_database_is_an_empty_one() {
    let mut phone = rooted();
    for junk in ["echo garbage", "head -c 100000 /dev/urandom", "printf ''", "printf 'SQLite format 3\\000xxxxxxxxxxx'"]
    {
        run(&mut phone, &format!("{junk} > {SMS}"));
        assert_eq!(phone.shared().messages.len(), 0, "{junk}");
        let (written, status) = run(&mut phone, &format!("sqlite3 {SMS} 'SELECT count(*) FROM sms'"));
        assert_eq!((written.as_str(), status), ("0\n", 0), "{junk}");
        phone.receive_message("+15550101", "Hello");
        assert_eq!(phone.shared().messages.len(), 1);
    }
}

#[test]
fn a_phone_for_people_has_no_such_files_and_no_way_to_them() {
    let mut phone = Phone::new(Profile::default(), apps::SYSTEM, START);
    assert_eq!(phone.set_root(true), None);
    let rows = [
        ("ls /data/data", "ls: /data/data: Permission denied\n", 1),
        ("su 0 id", "/system/bin/sh: su: inaccessible or not found\n", 127),
        ("sqlite3 x.db .tables", "/system/bin/sh: sqlite3: inaccessible or not found\n", 127),
        ("which su sqlite3", "", 1),
        (
            "ls /system/bin/su /system/bin/sqlite3",
            "ls: /system/bin/su: No such file or directory\nls: /system/bin/sqlite3: No such file or directory\n",
            1,
        ),
    ];
    for (command, wanted, status) in rows {
        assert_eq!(run(&mut phone, command), (wanted.to_owned(), status), "{command}");
    }
}

#[test]
fn every_package_has_a_folder_of_its_own() {
    let phone = &mut rooted();
    let (listed, _) = run(phone, "pm list packages | cut -d: -f2 | grep -vx android | sort");
    assert_eq!(run(phone, "ls /data/data | sort").0, listed);
    let owners = "for one in $(ls /data/data); do stat -c %U /data/data/$one; done | grep u0_ | sort | uniq -d";
    check(
        phone,
        &[
            // The media provider shares its user with its module.
            (owners, "u0_a185\n"),
            ("stat -c '%A %U' /data/data/com.android.settings", "drwx------ system\n"),
            (
                "cd /data/data/com.android.chrome; [ $(stat -c %G cache) = $(stat -c %U .)_cache ] && ls",
                "cache\ncode_cache\n",
            ),
            // Cleared data is like new; data copied away and back is as before.
            (
                "cd /data/data/com.android.chrome; touch mine; chmod 777 -R .; pm clear com.android.chrome; ls",
                "Success\ncache\ncode_cache\n",
            ),
            ("stat -c %A /data/data/com.android.chrome", "drwx------\n"),
            (
                "mkdir -p /data/data/kept; cd /data/data; cp -a com.android.chrome/. kept/; rm -r com.android.chrome/*; cp -a kept/. com.android.chrome/; restorecon -RD com.android.chrome && chcon u:object_r:app_data_file:s0 com.android.chrome && ls com.android.chrome",
                "cache\ncode_cache\n",
            ),
        ],
    );
}
