//! Markor's tasks, except for the one that requires reading a video. The person knows what a picture shows.

use super::clipboard;
use super::host::{Host, fuzzy};
use super::person::Person;
use super::task::{Drawn, Random, Task};
use super::words;

pub(crate) const HOME: &str = "/storage/emulated/0/Documents/Markor";
const EDITOR: &str = "document__fragment__edit__highlighting_editor";

/// Empties the folder of notes, which is the first step of all these tasks.
pub(crate) fn empty(host: &Host) {
    host.set_clock();
    host.shell("am force-stop net.gsantner.markor");
    if !host.list(HOME).is_empty() {
        host.shell(&format!("rm -r {HOME}/*"));
    }
}

fn echo(host: &Host, place: &str, text: &str) {
    host.shell(&format!("echo '{}' > {HOME}/{place}", text.replace('\'', "'\"'\"'")));
}

/// Adds notes that are unrelated to the task.
fn noise(host: &Host, folder: &str, notes: &[String]) {
    notes.iter().for_each(|name| echo(host, &format!("{folder}{name}"), "abcdefghij0123456789"));
}

fn drawn_noise(random: &mut Random) -> Vec<String> {
    let count = random.between(1, 20);
    (0..count).map(|_| format!("{}.md", random.letters(20))).collect()
}

fn holds(host: &Host, name: &str, text: &str) -> bool {
    host.is("-f", &format!("{HOME}/{name}")) && fuzzy(host.shell(&format!("cat {HOME}/{name}")).trim(), text)
}

/// Creates a note with a text in the open folder.
pub(crate) fn create(person: &Person<'_>, name: &str, text: &str) {
    begin(person, name);
    person.type_text(text);
    person.tap("Save");
}

/// Creates a note in the open folder and leaves the caret in it.
fn begin(person: &Person<'_>, name: &str) {
    let (base, ending) = name.rfind('.').map_or((name, ""), |dot| name.split_at(dot));
    person.tap("Create a new file or folder");
    person.type_text(base);
    if ending != ".md" {
        person.tap("Extension");
        person.clear_field();
        person.type_text(ending);
    }
    person.tap("OK");
}

/// Opens a note of the open folder and returns its text.
fn open(person: &Person<'_>, name: &str) -> String {
    person.scroll_and_tap(name);
    person.find_id(EDITOR).text
}

/// Moves the caret before the first character.
fn to_the_top(person: &Person<'_>) {
    let [left, top, ..] = person.find_id(EDITOR).bounds;
    person.tap_at(left + 20, top + 50);
}

/// Moves the caret after the last character.
fn to_the_end(person: &Person<'_>) {
    let [_, _, right, bottom] = person.find_id(EDITOR).bounds;
    person.tap_at(right - 20, bottom - 20);
}

fn rename(person: &Person<'_>, from: &str, to: &str) {
    person.scroll_to(from);
    person.hold(from);
    person.tap("Rename");
    person.clear_field();
    person.type_text(to);
    person.tap("OK");
}

/// Creates a note, with a given text or the clipboard's.
struct Create {
    name: String,
    text: String,
    pasted: bool,
}

impl Drawn for Create {
    fn goal(&self) -> String {
        let Self { name, text, pasted } = self;
        if *pasted {
            return format!(
                "Create a note in Markor named {name}. Perform a paste operation in the note and save the note."
            );
        }
        format!("Create a new note in Markor named {name} with the following text: {text}")
    }

    fn set_up(&self, host: &Host) {
        empty(host);
        if self.pasted {
            clipboard::set(host, &self.text);
            assert_eq!(clipboard::get(host), self.text);
        }
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Markor");
        if self.pasted {
            begin(person, &self.name);
            person.hold_on(&person.find_id(EDITOR));
            person.tap("Paste");
            person.tap("Save");
        } else {
            create(person, &self.name, &self.text);
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(holds(host, &self.name, &self.text)))
    }
}

/// Creates a folder.
struct Folder(String);

impl Drawn for Folder {
    fn goal(&self) -> String {
        format!("Create a new folder in Markor named {}.", self.0)
    }

    fn set_up(&self, host: &Host) {
        empty(host);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Markor");
        person.tap("Create a new file or folder");
        person.type_text(&self.0);
        person.tap("FOLDER");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(host.is("-d", &format!("{HOME}/{}", self.0))))
    }
}

/// Deletes a note, named without its extension.
struct Delete {
    name: String,
    noise: Vec<String>,
}

impl Drawn for Delete {
    fn goal(&self) -> String {
        let name = self.name.rsplit_once('.').map_or(self.name.as_str(), |(base, _)| base);
        format!("Delete the note in Markor named {name}.")
    }

    fn set_up(&self, host: &Host) {
        empty(host);
        echo(host, &self.name, "to go");
        noise(host, "", &self.noise);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Markor");
        person.scroll_to(&self.name);
        person.hold(&self.name);
        person.tap("Delete");
        person.tap("OK");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(!host.list(HOME).contains(&self.name)))
    }
}

/// Deletes all notes.
struct DeleteAll(Vec<String>);

impl Drawn for DeleteAll {
    fn goal(&self) -> String {
        "Delete all my notes in Markor.".to_owned()
    }

    fn set_up(&self, host: &Host) {
        empty(host);
        noise(host, "", &self.0);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Markor");
        person.hold(&self.0[0]);
        person.tap("More options");
        person.tap("Select all");
        person.tap("Delete");
        person.tap("OK");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let listed = host.shell(&format!("ls {HOME} -ll -au"));
        f64::from(u8::from(!listed.lines().any(|line| line.starts_with('-'))))
    }
}

/// Deletes the newest note; they were written at different times.
struct DeleteNewest(Vec<(String, i64)>);

impl DeleteNewest {
    /// Returns the names and access times of the remaining notes, oldest first.
    fn listed(host: &Host) -> Vec<(String, String)> {
        let listed = host.shell(&format!("ls {HOME} -ll -au"));
        let fields = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let mut rows: Vec<(String, String)> = listed
            .lines()
            .filter(|line| line.starts_with('-'))
            .map(fields)
            .map(|fields| (format!("{} {}", fields[5], fields[6]), fields[8].clone()))
            .collect();
        rows.sort();
        rows
    }
}

impl Drawn for DeleteNewest {
    fn goal(&self) -> String {
        "Delete the newest note in Markor.".to_owned()
    }

    fn set_up(&self, host: &Host) {
        empty(host);
        for (name, minutes) in &self.0 {
            let day = 15 + minutes.div_euclid(24 * 60);
            let (hour, minute) = (minutes.rem_euclid(24 * 60) / 60, minutes.rem_euclid(60));
            host.shell(&format!("date 10{day:02}{hour:02}{minute:02}23.00"));
            echo(host, name, "text");
        }
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Markor");
        person.tap("More options");
        person.tap("Sort by");
        person.tap("Date");
        person.tap("OK");
        let names: Vec<&String> = self.0.iter().map(|(name, _)| name).collect();
        let newest = person.texts().into_iter().find(|text| names.contains(&text)).unwrap();
        // Reading it must not change the result.
        open(person, &newest);
        person.back();
        person.hold(&newest);
        person.tap("Delete");
        person.tap("OK");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let newest = self.0.iter().max_by_key(|(_, minutes)| *minutes).unwrap();
        let left = Self::listed(host);
        let mut expected: Vec<&(String, i64)> = self.0.iter().filter(|note| *note != newest).collect();
        expected.sort_by_key(|(_, minutes)| *minutes);
        let names = left.iter().map(|(_, name)| name);
        f64::from(u8::from(names.eq(expected.iter().map(|(name, _)| name))))
    }
}

/// Moves a note from one folder to another.
struct Move {
    name: String,
    from: &'static str,
    to: &'static str,
    noise: Vec<String>,
}

impl Drawn for Move {
    fn goal(&self) -> String {
        format!("In Markor, move the note {} from {} to {}.", self.name, self.from, self.to)
    }

    fn set_up(&self, host: &Host) {
        empty(host);
        host.shell(&format!("mkdir -p {HOME}/{} {HOME}/{}", self.from, self.to));
        echo(host, &format!("{}/{}", self.from, self.name), "moves");
        noise(host, &format!("{}/", self.from), &self.noise);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Markor");
        person.tap(self.from);
        person.scroll_to(&self.name);
        person.hold(&self.name);
        person.tap("More options");
        person.tap("Move");
        person.tap(self.to);
        person.tap("Select folder");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let gone = !host.list(&format!("{HOME}/{}", self.from)).contains(&self.name);
        f64::from(u8::from(gone && host.list(&format!("{HOME}/{}", self.to)).contains(&self.name)))
    }
}

/// Edits a note.
struct Edit {
    name: String,
    old: String,
    change: Change,
    /// Its new name, if it is renamed.
    new_name: Option<String>,
}

enum Change {
    Header(String),
    Footer(String),
    Replace(String),
    /// With a blank line, and compared character by character.
    ExactHeader(String),
}

impl Drawn for Edit {
    fn goal(&self) -> String {
        let name = &self.name;
        let renamed = |before: &str| self.new_name.as_ref().map(|new| format!("{before} {new}")).unwrap_or_default();
        match &self.change {
            Change::Header(text) => format!("Edit {name} in Markor. Add to the top of the note {text}"),
            Change::Footer(text) => format!("Edit {name} in Markor. Add to the bottom of the note {text}"),
            Change::Replace(text) if self.new_name.is_none() => {
                format!("Edit {name} in Markor. Replace the text with {text}")
            }
            Change::Replace(text) => {
                format!("Update the content of {name} to \"{text}\" in Markor{}.", renamed(" and change its name to"))
            }
            Change::ExactHeader(text) => format!(
                "Update the Markor note {name} by adding the following text, along with a new blank line before the \
                 existing content: \"{text}\"{}.",
                renamed(", and rename it to")
            ),
        }
    }

    fn set_up(&self, host: &Host) {
        empty(host);
        echo(host, &self.name, &self.old);
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Markor");
        open(person, &self.name);
        match &self.change {
            Change::Header(text) => {
                to_the_top(person);
                person.type_text(&format!("{text}\n"));
            }
            Change::ExactHeader(text) => {
                to_the_top(person);
                person.type_text(&format!("{text}\n\n"));
            }
            Change::Footer(text) => {
                to_the_end(person);
                person.type_text(text);
            }
            Change::Replace(text) => {
                person.hold_on(&person.find_id(EDITOR));
                person.tap("Select all");
                person.type_text(text);
            }
        }
        person.tap("Save");
        if let Some(new) = &self.new_name {
            // Back closes the keyboard first.
            person.back();
            person.back();
            rename(person, &self.name, new);
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let name = self.new_name.as_ref().unwrap_or(&self.name);
        let there = host.list(HOME);
        if !there.contains(name) || (self.new_name.is_some() && there.contains(&self.name)) {
            return 0.0;
        }
        let done = match &self.change {
            Change::Header(text) => holds(host, name, &format!("{text}\n{}", self.old)),
            Change::Footer(text) => holds(host, name, &format!("{}\n{text}", self.old)),
            Change::Replace(text) => holds(host, name, text),
            Change::ExactHeader(text) => {
                host.shell(&format!("cat {HOME}/{name}")) == format!("{text}\n\n{}\n", self.old)
            }
        };
        f64::from(u8::from(done))
    }
}

/// Merges three notes into one.
struct Merge {
    notes: Vec<(String, String)>,
    name: String,
}

impl Drawn for Merge {
    fn goal(&self) -> String {
        let [first, second, third] = [0, 1, 2].map(|place| self.notes[place].0.as_str());
        format!(
            "Merge the contents of Markor notes {first}, {second} and {third} (in the same order) into a new Markor note \
             named {} and save it. Add a new line between the content of each note.",
            self.name
        )
    }

    fn set_up(&self, host: &Host) {
        empty(host);
        self.notes.iter().for_each(|(name, text)| echo(host, name, text));
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Markor");
        let mut texts = Vec::new();
        for (name, _) in &self.notes {
            texts.push(open(person, name).trim().to_owned());
            person.back();
        }
        create(person, &self.name, &texts.join("\n\n"));
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let texts: Vec<&str> = self.notes.iter().map(|(_, text)| text.as_str()).collect();
        if !holds(host, &self.name, &texts.join("\n\n")) {
            return 0.0;
        }
        let text = host.shell(&format!("cat {HOME}/{}", self.name));
        let lines: Vec<&str> = text.trim().lines().collect();
        f64::from(u8::from(lines.len() == 5 && lines[1].is_empty() && lines[3].is_empty()))
    }
}

/// Writes down the lines of a receipt, whose picture the person has seen.
struct Receipt(String);

impl Drawn for Receipt {
    fn goal(&self) -> String {
        "Create a file in Markor, called receipt.md with the transactions from the receipt.png. Use Simple Gallery to \
         view the receipt. Please enter transactions in csv format including the header \"Date, Item, Amount\"."
            .to_owned()
    }

    fn set_up(&self, host: &Host) {
        host.empty_storage();
        empty(host);
        host.push("/storage/emulated/0/DCIM/receipt.png", b"\x89PNG\r\n\x1a\n");
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Markor");
        create(person, "receipt.md", &self.0);
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(holds(host, "receipt.md", &self.0)))
    }
}

const FOLDERS: &[&str] =
    &["BookNotes", "CodeSnippets", "DailyNotes", "FitnessPlans", "MeetingMinutes", "TravelItineraries"];

fn receipt(random: &mut Random) -> String {
    let mut text = "Date, Item, Amount".to_owned();
    for _ in 0..random.between(1, 5) {
        let (month, day) = (random.between(1, 12), random.between(1, 28));
        let item = random.one(&["Webcam", "Desk lamp", "USB cable", "Notebook"]);
        let (whole, part) = (random.between(1, 99), random.between(0, 99));
        text.push_str(&format!("\n2023-{month:02}-{day:02}, {item}, ${whole}.{part:02}"));
    }
    text
}

fn header(random: &mut Random) -> Change {
    Change::Header(words::sentence(random))
}

fn edit(random: &mut Random, change: fn(&mut Random) -> Change) -> Box<dyn Drawn> {
    Box::new(Edit {
        name: words::file_name(random),
        old: words::sentence(random),
        change: change(random),
        new_name: None,
    })
}

fn edit_and_rename(random: &mut Random, change: fn(String) -> Change) -> Box<dyn Drawn> {
    let names = words::file_names(random, 2);
    Box::new(Edit {
        name: names[0].clone(),
        old: random.letters(20),
        change: change(random.letters(20)),
        new_name: Some(names[1].clone()),
    })
}

pub(crate) const TASKS: &[Task] = &[
    Task {
        name: "MarkorCreateNote",
        draw: |random| {
            Box::new(Create { name: words::file_name(random), text: words::sentence(random), pasted: false })
        },
    },
    Task {
        name: "MarkorCreateNoteFromClipboard",
        draw: |random| Box::new(Create { name: words::file_name(random), text: random.letters(10), pasted: true }),
    },
    Task { name: "MarkorCreateFolder", draw: |_| Box::new(Folder("folder_20261116_174500".to_owned())) },
    Task {
        name: "MarkorDeleteNote",
        draw: |random| Box::new(Delete { name: words::file_name(random), noise: drawn_noise(random) }),
    },
    Task {
        name: "MarkorDeleteAllNotes",
        draw: |random| {
            let count = random.between(1, 6) as usize;
            Box::new(DeleteAll(words::file_names(random, count)))
        },
    },
    Task {
        name: "MarkorDeleteNewestNote",
        draw: |random| {
            let count = random.between(2, 6) as usize;
            let mut minutes = 15 * 60 + 34;
            let mut notes = Vec::new();
            for name in words::file_names(random, count) {
                minutes += random.between(-500, 500);
                notes.push((name, minutes));
            }
            Box::new(DeleteNewest(notes))
        },
    },
    Task {
        name: "MarkorMoveNote",
        draw: |random| {
            let folders = random.some(FOLDERS, 2);
            let (name, noise) = (words::file_name(random), drawn_noise(random));
            Box::new(Move { name, from: folders[0], to: folders[1], noise })
        },
    },
    Task { name: "MarkorEditNote", draw: |random| edit(random, header) },
    Task { name: "MarkorAddNoteHeader", draw: |random| edit_and_rename(random, Change::ExactHeader) },
    Task { name: "MarkorChangeNoteContent", draw: |random| edit_and_rename(random, Change::Replace) },
    Task {
        name: "MarkorMergeNotes",
        draw: |random| {
            let names = words::file_names(random, 3);
            let notes = names.into_iter().map(|name| (name, random.letters(20))).collect();
            Box::new(Merge { notes, name: random.letters(8) })
        },
    },
    Task { name: "MarkorTranscribeReceipt", draw: |random| Box::new(Receipt(receipt(random))) },
];

/// The other edits that MarkorEditNote may ask for.
pub(crate) const EDITS: &[Task] = &[
    Task {
        name: "MarkorEditNote, a footer",
        draw: |random| edit(random, |random| Change::Footer(words::sentence(random))),
    },
    Task {
        name: "MarkorEditNote, another text",
        draw: |random| {
            edit(random, |random| {
                let lines = [words::sentence(random), words::sentence(random), words::sentence(random)];
                Change::Replace(lines.join("\n"))
            })
        },
    },
];
