//! The tasks, one file an app, and what they need. The next app: its file, its line here twice, its test in `main.rs`.

pub(crate) mod broccoli;
pub(crate) mod calendar;
pub(crate) mod camera;
pub(crate) mod chrome;
pub(crate) mod clock;
pub(crate) mod draw;
pub(crate) mod expense;
pub(crate) mod files;
pub(crate) mod gallery;
pub(crate) mod host;
pub(crate) mod joplin;
pub(crate) mod osmand;
pub(crate) mod person;
pub(crate) mod recorder;
pub(crate) mod retro;
pub(crate) mod settings;
pub(crate) mod sports;
pub(crate) mod task;
pub(crate) mod to_do;
pub(crate) mod vlc;

/// All of them, by app.
pub(crate) const ALL: &[&[task::Task]] = &[
    broccoli::TASKS,
    calendar::TASKS,
    calendar::QUESTIONS,
    camera::TASKS,
    chrome::TASKS,
    clock::TASKS,
    draw::TASKS,
    expense::TASKS,
    files::TASKS,
    gallery::TASKS,
    joplin::TASKS,
    osmand::TASKS,
    recorder::TASKS,
    retro::TASKS,
    settings::TASKS,
    sports::TASKS,
    to_do::TASKS,
    vlc::TASKS,
];
