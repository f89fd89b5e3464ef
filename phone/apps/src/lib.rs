//! Every app of the simulated phone: one file or folder each, one line here.
//!
//! A new app is one file, such as `clipper.rs`, with a type that implements [`App`](state::app::App): its manifest,
//! which includes its icon, its screens made of `kit`, and its event handlers. It also needs a `mod` line and a line in
//! [`OPTIONAL`]. The tests for all apps then cover it. An app draws nothing, knows no coordinates, and opens only the
//! phone's files. See `docs/adding-an-app.md`.

mod agenda;
mod broccoli;
mod calculator;
mod camera;
mod chrome;
mod clipper;
mod contacts;
mod deskclock;
mod dialer;
mod draw;
mod expense;
mod files;
mod gallery;
mod gmail;
mod html_viewer;
mod joplin;
mod keep;
mod launcher;
mod maps;
mod markor;
mod messages;
mod notices;
mod open_tracks;
mod osmand;
mod photos;
mod playback;
mod player;
mod recorder;
mod retro;
mod settings;
mod simple_calendar;
mod sms_messenger;
mod spotify;
mod store;
mod tasks;
#[cfg(test)]
mod tests;
mod vlc;
mod wallet;
mod whatsapp;
mod youtube;

use state::app::Factory;

/// The system apps: every phone has them.
pub const SYSTEM: &[Factory] = &[
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
    || Box::new(kit::resolver::Resolver::default()),
];

/// The other apps: a profile names those that its phone has; the rest can be installed.
pub const OPTIONAL: &[Factory] = &[
    || Box::new(broccoli::Broccoli::default()),
    || Box::new(calculator::Calculator::default()),
    || Box::new(clipper::Clipper),
    || Box::new(draw::Draw::default()),
    || Box::new(expense::ProExpense::default()),
    || Box::new(files::Files::default()),
    || Box::new(gallery::Gallery::default()),
    || Box::new(gmail::Gmail::default()),
    || Box::new(joplin::Joplin::default()),
    || Box::new(keep::Keep::default()),
    || Box::new(open_tracks::OpenTracks::default()),
    || Box::new(osmand::OsmAnd::default()),
    || Box::new(photos::Photos::default()),
    || Box::new(recorder::Recorder::default()),
    || Box::new(retro::Retro::default()),
    || Box::new(simple_calendar::SimpleCalendar::default()),
    || Box::new(sms_messenger::SmsMessenger::default()),
    || Box::new(spotify::Spotify::default()),
    || Box::new(store::Store::default()),
    || Box::new(tasks::Tasks::default()),
    || Box::new(vlc::Vlc::default()),
    || Box::new(youtube::YouTube::default()),
];

/// Returns all apps that a phone can have.
pub fn all() -> Vec<Factory> {
    SYSTEM.iter().chain(OPTIONAL).copied().collect()
}
