//! How the cost of planning grows with the length of what is said. See the harness.
//!
//! An utterance has at most 160 words, so the long texts here are the longest there are.
#![expect(clippy::expect_used, reason = "a benchmark stops at the first surprise")]

#[path = "../../action/benches/growth/harness.rs"]
mod harness;

use std::hint::black_box;
use std::process::ExitCode;

use action::{App, Contact, Directory};
use jiff::civil::date;
use planner::{Dialogue, Index, Planner, Turn};

use self::harness::{Bench, Reader, Shape};

/// Words of requests, of what joins them, and of what stands around them.
const FRAGMENTS: &[&str] = &[
    "call ",
    "text ",
    "sam ",
    "sam's ",
    "my ",
    "mom ",
    "and ",
    "then ",
    ", ",
    ". ",
    "no wait ",
    "but ",
    "don't ",
    "send it ",
    "turn off ",
    "wifi ",
    "set ",
    "alarm ",
    "timer ",
    "for ",
    "7 ",
    "am ",
    "half past ",
    "minutes ",
    "tomorrow ",
    "in ",
    "the ",
    "play ",
    "rock ",
    "open ",
    "whatsapp ",
    "please ",
    "would you mind ",
    "texting ",
    "all ",
    "friends ",
    "pay ",
    "20 ",
    "$ ",
    "dollars ",
    "delete ",
    "photos ",
    "that ",
    "i am ",
    "late ",
    "blue tooth ",
    "third ",
    "one ",
    "to ",
    "\" ",
    "ü ",
    "🎉 ",
    "too ",
];

fn main() -> ExitCode {
    let planner = Planner::new().expect("the built-in grammar is whole");
    let contact = |name: &str| Contact { name: name.to_owned(), ..Contact::default() };
    let app = |label: &str| App { label: label.to_owned(), package: format!("com.{label}") };
    let directory = Directory {
        contacts: ["Sam Miller", "Sam Smith", "Mom", "Ann de la Cruz"].map(contact).into(),
        apps: ["WhatsApp", "Messages"].map(app).into(),
    };
    let index = Index::new(directory);
    let read = move |utterance: &str| {
        let turn = Turn { utterance, directory: &index, now: date(2026, 3, 5).at(10, 7, 0, 0), always_confirm: false };
        _ = black_box(planner.plan(&turn, &Dialogue::default()));
    };
    let shape = |(name, body): (&str, &str)| -> Shape {
        (name.to_owned(), String::new(), body.to_owned(), String::new(), String::new())
    };
    let shapes = [
        ("requests joined", "play rock and "),
        ("names joined", "text ann, ben and "),
        ("unknown words", "wfoo wbar "),
        ("numbers", "7 and "),
        ("one request", "text sam that i am late because "),
    ];
    let readers = vec![Reader { name: "planner".to_owned(), read: Box::new(read) }];
    harness::run(Bench { readers, shapes: shapes.map(shape).into(), fragments: FRAGMENTS, size: 180 })
}
