//! The tasks, one file an app, and what they need. The next app: its file, its line here twice, its test in `main.rs`.

pub(crate) mod broccoli;
pub(crate) mod calendar;
pub(crate) mod chrome;
pub(crate) mod clipboard;
pub(crate) mod contacts;
pub(crate) mod expense;
pub(crate) mod host;
pub(crate) mod joplin;
pub(crate) mod markor;
pub(crate) mod osmand;
pub(crate) mod person;
pub(crate) mod settings;
pub(crate) mod sms;
pub(crate) mod sports;
pub(crate) mod task;
pub(crate) mod to_do;
pub(crate) mod words;

/// All of them, by app.
pub(crate) const ALL: &[&[task::Task]] = &[
    broccoli::TASKS,
    calendar::TASKS,
    calendar::QUESTIONS,
    chrome::TASKS,
    clipboard::TASKS,
    contacts::TASKS,
    expense::TASKS,
    joplin::TASKS,
    markor::TASKS,
    osmand::TASKS,
    settings::TASKS,
    sms::TASKS,
    sports::TASKS,
    to_do::TASKS,
];
