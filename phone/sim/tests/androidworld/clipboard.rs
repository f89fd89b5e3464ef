//! SystemCopyToClipboard, and what other tasks do with the clipboard through clipper.

use super::host::{Host, fuzzy};
use super::person::Person;
use super::task::{Drawn, Task};

const ACTIVITY: &str = "ca.zgrs.clipper/ca.zgrs.clipper.Main";

/// Starts clipper, sends a broadcast and goes back. Returns the answer.
fn clipper(host: &Host, arguments: &str) -> String {
    let started = host.shell(&format!("am start  -W -n {ACTIVITY}"));
    assert!(!started.contains("Error"), "{started}");
    let said = host.shell(&format!("am broadcast {arguments}"));
    host.shell("input keyevent KEYCODE_BACK");
    assert!(said.contains("result=-1"), "{said}");
    let data = said.split_once("data=").map(|(_, data)| data).unwrap_or_default();
    data.replace(['"', '\n'], "")
}

pub(crate) fn set(host: &Host, text: &str) {
    clipper(host, &format!("-a clipper.set -e text '{}'", text.replace('\'', "'\"'\"'")));
}

pub(crate) fn get(host: &Host) -> String {
    clipper(host, "-a clipper.get")
}

/// Copies a text to the clipboard.
struct Copy {
    text: &'static str,
}

impl Drawn for Copy {
    fn goal(&self) -> String {
        format!("Copy the following text to the clipboard: {}", self.text)
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        set(host, "~~~RESET~~~");
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Contacts");
        person.tap("Search contacts");
        person.type_text(self.text);
        person.hold_on(&person.find(self.text));
        person.tap("Select all");
        person.tap("Copy");
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        f64::from(u8::from(fuzzy(&get(host), self.text)))
    }
}

const TEXTS: &[&str] =
    &["1234 Elm St, Springfield, IL", "ana@example.com", "Invoice #98765", "Siobhan O'Neil", "Meeting at 10:30 a.m."];

pub(crate) const TASKS: &[Task] = &[Task {
    name: "SystemCopyToClipboard",
    draw: |random| {
        let text: &&str = random.one(TEXTS);
        Box::new(Copy { text })
    },
}];
