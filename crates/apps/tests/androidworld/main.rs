//! AndroidWorld's tasks, proven from the facts about them: set up as the benchmark does it, scored untouched, done by a
//! person at the screen, scored by the benchmark's rule. One file an app; `TASK=NAME` runs those whose name has it.

#![expect(clippy::unwrap_used, clippy::float_cmp, reason = "a test that cannot go on fails, and scores are exact")]
#![expect(clippy::print_stdout, reason = "how long each task took")]

mod clipboard;
mod contacts;
mod host;
mod markor;
mod person;
mod settings;
mod sms;
mod task;
mod words;

#[test]
fn clipboard() {
    task::check(clipboard::TASKS);
}

#[test]
fn contacts() {
    task::check(contacts::TASKS);
}

#[test]
fn markor() {
    task::check(markor::TASKS);
}

#[test]
fn sms() {
    task::check(sms::TASKS);
}

#[test]
fn settings() {
    task::check(settings::TASKS);
}
