//! AndroidWorld's tasks, proven from the facts about them: set up as the benchmark does it, scored untouched, done by a
//! person at the screen, scored by the benchmark's rule. One file an app; `TASK=NAME` runs those whose name has it.

#![expect(clippy::unwrap_used, clippy::float_cmp, reason = "a test that cannot go on fails, and scores are exact")]
#![expect(clippy::print_stdout, reason = "how long each task took")]

mod calendar;
mod host;
mod person;
mod settings;
mod sports;
mod task;
mod tasks;

#[test]
fn calendar() {
    task::check(calendar::TASKS);
}

#[test]
fn calendar_questions() {
    task::check(calendar::QUESTIONS);
}

#[test]
fn settings() {
    task::check(settings::TASKS);
}

#[test]
fn sports() {
    task::check(sports::TASKS);
}

#[test]
fn tasks() {
    task::check(tasks::TASKS);
}
