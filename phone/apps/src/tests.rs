//! What the apps do, told as stories, and what holds on every screen of all of them.

mod driver;
mod phone;
mod properties;
mod stories;

use state::app::App;

/// The apps of the system, fresh.
fn system_apps() -> Vec<Box<dyn App>> {
    crate::SYSTEM.iter().map(|make| make()).collect()
}
