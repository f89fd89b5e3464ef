//! The apps that the phone comes with: one file each, one line here.
//!
//! The next app is one file: `apps/notes.rs` with a type that implements [`App`] (its manifest, its
//! screens made of `parts`, what its events do), a `mod` line and a line in [`all`], and a row in
//! `icons` for its drawing. The tests that hold for every app then hold for it.

mod clock;
mod contacts;
mod dialer;
mod icons;
pub mod launcher;
mod messages;
mod parts;
mod people;
pub mod plain;
mod settings;
#[cfg(test)]
mod tests;
mod whatsapp;

use crate::app::App;

/// Every app, in the order in which they are asked whether they answer an intent.
pub fn all() -> Vec<Box<dyn App>> {
    vec![
        Box::new(launcher::Launcher::default()),
        Box::new(settings::Settings::default()),
        Box::new(dialer::Dialer::default()),
        Box::new(messages::Messages::default()),
        Box::new(contacts::Contacts::default()),
        Box::new(whatsapp::WhatsApp::default()),
    ]
}
