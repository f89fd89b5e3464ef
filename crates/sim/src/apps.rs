//! The apps that the phone comes with: one file each, one line here.
//!
//! The next app is one file: `apps/notes.rs` with a type that implements [`App`] (its manifest, its
//! screens made of `widgets`, what its events do), a `mod` line and a line in [`BUILT_IN`], and a row in
//! `icons` for its drawing. The tests that hold for every app then hold for it.

mod agenda;
mod camera;
pub mod cartography;
mod chrome;
pub mod clock;
mod contacts;
pub mod conversations;
mod deskclock;
mod dialer;
pub mod drawer;
mod html_viewer;
pub mod icons;
pub mod launcher;
mod maps;
mod markor;
mod messages;
pub mod overlays;
pub mod pages;
pub mod people;
pub mod pickers;
pub mod placeholder;
mod player;
pub(crate) mod resolver;
mod settings;
#[cfg(test)]
mod tests;
mod wallet;
mod whatsapp;
pub mod widgets;

use crate::app::App;

/// How an app is made, as it is when it was just installed.
pub type Factory = fn() -> Box<dyn App>;

/// Every app that the phone comes with. A phone may be given others beside them: see
/// [`Phone::with_apps`](crate::phone::Phone::with_apps).
pub const BUILT_IN: &[Factory] = &[
    || Box::new(launcher::Launcher::default()),
    || Box::new(settings::Settings::default()),
    || Box::new(dialer::Dialer::default()),
    || Box::new(messages::Messages::default()),
    || Box::new(contacts::Contacts::default()),
    || Box::new(whatsapp::WhatsApp::default()),
    || Box::new(deskclock::DeskClock::default()),
    || Box::new(camera::Camera::aosp()),
    || Box::new(camera::Camera::google()),
    || Box::new(agenda::Agenda::default()),
    || Box::new(chrome::Chrome::default()),
    || Box::new(maps::Maps::default()),
    || Box::new(markor::Markor::default()),
    || Box::new(player::Player::default()),
    || Box::new(wallet::Wallet::default()),
    || Box::new(html_viewer::HtmlViewer::default()),
    || Box::new(resolver::Resolver::default()),
];

/// Every app that the phone comes with, fresh.
pub fn all() -> Vec<Box<dyn App>> {
    BUILT_IN.iter().map(|make| make()).collect()
}
