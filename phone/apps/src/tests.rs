//! Tests of the apps: stories, and properties of every screen.

mod driver;
mod phone;
mod properties;
mod stories;

use state::app::App;

/// The system apps, newly created.
fn system_apps() -> Vec<Box<dyn App>> {
    crate::SYSTEM.iter().map(|make| make()).collect()
}
