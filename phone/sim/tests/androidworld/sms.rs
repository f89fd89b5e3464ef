//! The tasks of Simple SMS Messenger, and the one with Markor.

use super::clipboard;
use super::host::{Host, fuzzy};
use super::markor;
use super::person::Person;
use super::task::{Drawn, Random, Task};
use super::words;

const APP: &str = "Simple SMS Messenger";
const PACKAGE: &str = "com.simplemobiletools.smsmessenger";
const MESSAGES: &str = "/data/data/com.android.providers.telephony/databases/mmssms.db";

fn set_up(host: &Host) {
    host.set_clock();
    host.shell("settings put global airplane_mode_on 0");
    host.shell(&format!("settings put secure sms_default_application {PACKAGE}"));
    host.shell(&format!("am force-stop {PACKAGE}"));
    for table in ["sms", "threads"] {
        host.shell(&format!("sqlite3 {MESSAGES} \"DELETE FROM {table};\""));
    }
}

/// Returns the rows of a folder of the provider, newest first: address, date in seconds, body.
fn rows(host: &Host, folder: &str) -> Vec<(String, i64, String)> {
    let said = host.shell(&format!("content query --uri content://sms/{folder}"));
    let between = |row: &str, name: &str, end: &str| {
        let rest = row.split_once(&format!(" {name}=")).map(|(_, rest)| rest).unwrap_or_default();
        rest.split_once(end).map_or(rest, |(value, _)| value).to_owned()
    };
    let read = |row: &str| {
        let date = between(row, "date", ", ").parse::<i64>().unwrap_or(0) / 1000;
        (between(row, "address", ", "), date, between(row, "body", ", service_center="))
    };
    said.lines().filter(|line| line.starts_with("Row:")).map(read).collect()
}

fn sent(host: &Host, number: &str, message: &str) -> bool {
    let now = host.now_s();
    let same = |row: &(String, i64, String)| {
        row.0.replace(['-', ' '], "") == number && fuzzy(&row.2, message) && now - row.1 <= 300
    };
    rows(host, "sent").iter().any(same)
}

fn in_front(host: &Host) -> bool {
    let idle = !Person::new(host).look().iter().any(|element| element.text.starts_with("Sending"));
    assert!(idle, "a message is still being sent");
    host.front().starts_with(PACKAGE)
}

/// Adds a contact as the benchmark does: an intent fills in the editor, and its button is tapped.
fn add_contact(host: &Host, name: &str, number: &str) {
    let fields = format!("-e name \"{name}\" -e phone {number}");
    host.shell(&format!("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact {fields}"));
    Person::new(host).tap("Save");
    host.shell("input keyevent KEYCODE_HOME");
}

/// Starts a conversation with a number and sends a message.
fn write(person: &Person<'_>, number: &str, message: &str) {
    person.tap("New conversation");
    person.type_text(number);
    person.tap("Confirm");
    person.type_into("Type a message…", message);
    person.tap("SMS");
}

/// Sends a message to a number, typed or pasted.
struct Send {
    number: String,
    message: String,
    pasted: bool,
}

impl Drawn for Send {
    fn goal(&self) -> String {
        let Self { number, message, pasted } = self;
        if *pasted {
            return format!("Send a message to {number} with the clipboard content in {APP}");
        }
        format!("Send a text message using {APP} to {number} with message: {message}")
    }

    fn set_up(&self, host: &Host) {
        set_up(host);
        if self.pasted {
            clipboard::set(host, &self.message);
        }
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open(APP);
        if self.pasted {
            person.tap("New conversation");
            person.type_text(&self.number);
            person.tap("Confirm");
            person.hold("Type a message…");
            person.tap("Paste");
            person.tap("SMS");
        } else {
            write(person, &self.number, &self.message);
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(sent(host, &self.number, &self.message) && in_front(host)))
    }
}

/// Answers one of several received messages.
struct Reply {
    number: String,
    received: String,
    message: String,
    others: Vec<(String, String)>,
    /// Whether the newest message is answered.
    newest: bool,
}

impl Drawn for Reply {
    fn goal(&self) -> String {
        let Self { number, message, newest, .. } = self;
        if *newest {
            return format!("Reply to the most recent text message using {APP} with message: {message}");
        }
        format!("Reply to {number} with message: {message} in {APP}")
    }

    fn set_up(&self, host: &Host) {
        set_up(host);
        let mine = std::iter::once((self.number.clone(), self.received.clone()));
        for (number, text) in self.others.iter().cloned().chain(mine) {
            host.console(&format!("sms send {number} {text}"));
            host.pass(1_000);
        }
        assert_eq!(rows(host, "inbox")[0].0, self.number);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open(APP);
        if self.newest {
            person.tap_on(&person.find_id("conversation_frame"));
        } else {
            person.scroll_and_tap(&self.number);
        }
        person.type_into("Type a message…", &self.message);
        person.tap("SMS");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(sent(host, &self.number, &self.message) && in_front(host)))
    }
}

/// Forwards one person's message to another.
struct PassOn {
    to: (String, String),
    from: (String, String),
    address: &'static str,
}

impl Drawn for PassOn {
    fn goal(&self) -> String {
        format!("Text the address of the event to {} that {} just sent me in {APP}", self.to.0, self.from.0)
    }

    fn set_up(&self, host: &Host) {
        set_up(host);
        host.shell("pm clear com.android.providers.contacts");
        add_contact(host, &self.to.0, &self.to.1);
        add_contact(host, &self.from.0, &self.from.1);
        host.console(&format!("sms send {} {}", self.from.1, self.address));
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open(APP);
        person.tap(&self.from.0);
        let read = person.find_id("thread_message_body").text;
        person.back();
        person.tap("New conversation");
        person.type_text(&self.to.0);
        person.tap(&self.to.0);
        person.type_into("Type a message…", &read);
        person.tap("SMS");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(sent(host, &self.to.1, self.address) && in_front(host)))
    }
}

/// Sends the last message again.
struct Resend {
    name: String,
    number: String,
    message: String,
}

impl Drawn for Resend {
    fn goal(&self) -> String {
        format!("Resend the message I just sent to {} in {APP}", self.name)
    }

    fn set_up(&self, host: &Host) {
        set_up(host);
        host.shell("pm clear com.android.providers.contacts");
        add_contact(host, &self.name, &self.number);
        let body = self.message.replace('"', "\\\"");
        let data = format!("-d sms:{} --es sms_body \"{body}\"", self.number);
        host.shell(&format!("am start -a android.intent.action.SENDTO {data}"));
        assert!(host.front().starts_with(PACKAGE), "{}", host.front());
        Person::new(host).tap("SMS");
        assert_eq!(rows(host, "sent").len(), 1);
        host.pass(5_000);
        host.console(&format!("sms send {} Sorry, there was a glitch, what was your last message?", self.number));
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open(APP);
        person.tap(&self.name);
        person.hold(&self.message);
        person.tap("Resend");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let rows = rows(host, "sent");
        let again = rows.len() == 2 && rows[0].0 == rows[1].0 && fuzzy(&rows[0].2, &rows[1].2);
        f64::from(u8::from(again))
    }
}

/// Creates a note and shares it by SMS.
struct NoteAndSms {
    name: String,
    text: String,
    number: String,
}

impl Drawn for NoteAndSms {
    fn goal(&self) -> String {
        let Self { name, text, number } = self;
        format!(
            "Create a new note in Markor named {name} with the following text: {text}. Share the entire content of the \
             note with the phone number {number} via SMS using {APP}"
        )
    }

    fn set_up(&self, host: &Host) {
        markor::empty(host);
        set_up(host);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Markor");
        markor::create(person, &self.name, &self.text);
        person.tap("Share");
        person.tap(APP);
        person.type_into("Add Contact or Number…", &self.number);
        person.tap("Confirm");
        person.tap("SMS");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let path = format!("{}/{}", markor::HOME, self.name);
        let noted = host.is("-f", &path) && fuzzy(host.shell(&format!("cat {path}")).trim(), &self.text);
        let told = sent(host, &self.number, &self.text) && in_front(host);
        (f64::from(u8::from(noted)) + f64::from(u8::from(told))) / 2.0
    }
}

fn reply(random: &mut Random, newest: bool) -> Box<dyn Drawn> {
    let count = random.between(i64::from(!newest), 5);
    let others = (0..count).map(|_| (words::number(random), words::sentence(random))).collect();
    let (number, received, message) = (words::number(random), words::sentence(random), words::sentence(random));
    Box::new(Reply { number, received, message, others, newest })
}

fn named(random: &mut Random) -> (String, String) {
    let (first, last) = words::person(random);
    (format!("{first} {last}"), words::number(random))
}

const ADDRESSES: &[&str] =
    &["123 Main St Girdwood, AK, 99587", "6 Elm St, Birmingham, AL, 35217", "789 E Oak St, Phoenix AZ 85006"];

pub(crate) const TASKS: &[Task] = &[
    Task {
        name: "SimpleSmsSend",
        draw: |random| {
            Box::new(Send { number: words::number(random), message: words::sentence(random), pasted: false })
        },
    },
    Task { name: "SimpleSmsReply", draw: |random| reply(random, false) },
    Task { name: "SimpleSmsReplyMostRecent", draw: |random| reply(random, true) },
    Task {
        name: "SimpleSmsSendClipboardContent",
        draw: |random| Box::new(Send { number: words::number(random), message: words::sentence(random), pasted: true }),
    },
    Task {
        name: "SimpleSmsSendReceivedAddress",
        draw: |random| {
            let to = named(random);
            let from = std::iter::repeat_with(|| named(random)).find(|other| other.0 != to.0).unwrap();
            let address: &&str = random.one(ADDRESSES);
            Box::new(PassOn { to, from, address })
        },
    },
    Task {
        name: "SimpleSmsResend",
        draw: |random| {
            let (name, number) = named(random);
            Box::new(Resend { name, number, message: words::sentence(random) })
        },
    },
    Task {
        name: "MarkorCreateNoteAndSms",
        draw: |random| {
            Box::new(NoteAndSms {
                name: words::file_name(random),
                text: words::sentence(random),
                number: words::number(random),
            })
        },
    },
];

/// Tests actions on messages beyond the tasks.
pub(crate) fn beyond_the_tasks() {
    let host = Host::new();
    set_up(&host);
    let (ana, ben) = ("+15550100001", "+15550100002");
    host.console(&format!("sms send {ana} Lunch at noon?"));
    host.pass(10_000);
    host.console(&format!("sms send {ben} Call me"));
    host.pass(10_000);
    let person = Person::new(&host);
    person.open(APP);
    // Copies a part of a message.
    person.tap(ana);
    person.hold("Lunch at noon?");
    person.tap("More options");
    person.tap("Select text");
    person.hold("Lunch at noon?");
    person.tap("Copy");
    assert_eq!(clipboard::get(&host), "noon");
    person.tap("OK");
    // Forwards a message to another person.
    person.hold("Lunch at noon?");
    person.tap("More options");
    person.tap("Forward message");
    person.type_text(ben);
    person.tap("Confirm");
    person.tap("SMS");
    assert!(sent(&host, ben, "Lunch at noon?"));
    // Deletes a message, then a whole conversation.
    person.hold("Call me");
    person.tap("Delete");
    person.tap("Yes");
    assert!(!person.sees("Call me") && person.sees("Lunch at noon?"));
    person.back();
    person.back();
    person.hold(ana);
    person.tap("Delete");
    person.tap("Yes");
    assert!(!person.sees(ana) && person.sees(ben));
    assert_eq!(rows(&host, "inbox").len(), 0);
    // A draft stays until it is sent.
    person.tap(ben);
    person.type_into("Type a message…", "Later");
    person.back();
    person.back();
    assert!(person.sees("Draft: Later"));
}
