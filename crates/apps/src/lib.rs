//! The apps of the simulated phone that are not its system: one file or folder each, one line in [`OWN`].
//!
//! An app here is made of the phone's toolkit (`sim::app`, `sim::apps::widgets`, `sim::ui`) and of nothing else: it
//! draws nothing, knows no coordinate, opens no file but the phone's. `docs/adding-an-app.md` tells how.

mod broccoli;
mod calculator;
mod clipper;
mod draw;
mod expense;
mod files;
mod gallery;
mod gmail;
mod joplin;
mod keep;
mod notices;
mod open_tracks;
mod osmand;
mod photos;
mod playback;
mod recorder;
mod retro;
mod simple_calendar;
mod sms_messenger;
mod spotify;
mod store;
mod tasks;
mod vlc;
mod youtube;

use sim::apps::{BUILT_IN, Factory};
use sim::phone::{LoadError, Phone, SavedPhone};
use sim::profile::Profile;

/// The apps of this crate. They are optional: a profile names those that its phone has, the rest can be installed.
pub const OWN: &[Factory] = &[
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

/// All that a phone can have: its system's and ours.
pub fn all() -> Vec<Factory> {
    BUILT_IN.iter().chain(OWN).copied().collect()
}

/// A phone as its profile says, with its apps, switched on at `now_ms`.
pub fn phone(profile: Profile, now_ms: i64) -> Phone {
    Phone::with_apps(profile, &all(), now_ms)
}

/// A phone as it was saved, with its apps.
pub fn load(profile: Profile, saved: SavedPhone, now_ms: i64) -> Result<Phone, LoadError> {
    Phone::load_with_apps(profile, &all(), saved, now_ms)
}
