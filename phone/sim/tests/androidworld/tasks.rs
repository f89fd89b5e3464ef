//! The tasks, one file per app, and their shared modules. To add an app: add its file, two lines here, and its test in
//! `main.rs`.

pub(crate) mod broccoli;
pub(crate) mod calendar;
pub(crate) mod camera;
pub(crate) mod chrome;
pub(crate) mod clipboard;
pub(crate) mod clock;
pub(crate) mod contacts;
pub(crate) mod draw;
pub(crate) mod expense;
pub(crate) mod files;
pub(crate) mod gallery;
pub(crate) mod garbage;
pub(crate) mod host;
pub(crate) mod joplin;
pub(crate) mod markor;
pub(crate) mod osmand;
pub(crate) mod person;
pub(crate) mod recorder;
pub(crate) mod retro;
pub(crate) mod settings;
pub(crate) mod sms;
pub(crate) mod sports;
pub(crate) mod task;
pub(crate) mod to_do;
pub(crate) mod vlc;
pub(crate) mod words;

/// All tasks, by app.
pub(crate) const ALL: &[&[task::Task]] = &[
    broccoli::TASKS,
    calendar::TASKS,
    calendar::QUESTIONS,
    camera::TASKS,
    chrome::TASKS,
    clipboard::TASKS,
    clock::TASKS,
    contacts::TASKS,
    draw::TASKS,
    expense::TASKS,
    files::TASKS,
    gallery::TASKS,
    joplin::TASKS,
    markor::TASKS,
    markor::EDITS,
    osmand::TASKS,
    recorder::TASKS,
    retro::TASKS,
    settings::TASKS,
    sms::TASKS,
    sports::TASKS,
    to_do::TASKS,
    vlc::TASKS,
];
