//! A phone in a process, as Android sees it: apps with real state, one widget tree from which pixels,
//! accessibility and touch all come, Android's shell, and adbd on the wire.
//!
//! Laws: it is reached only over the adb wire, and it has never heard of an agent or its actions. One
//! [`ui::View`] tree is the truth of a screen. Time and randomness are passed in.

pub mod adbd;
pub mod android;
pub mod app;
pub mod apps;
pub mod calendar;
pub mod console;
pub mod documents;
pub mod files;
pub mod identity;
mod languages;
pub mod packages;
pub mod phone;
pub mod profile;
pub mod shared;
pub mod shell;
mod sqlite;
pub mod ui;
mod video;
