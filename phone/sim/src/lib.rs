//! The complete simulated phone in a process: Android's view of it, with its apps, its shell and adbd on the wire.
//!
//! Invariants: it is reached only over the adb wire, and it knows nothing of agents or their actions. One
//! [`toolkit::View`] tree is the source of truth for a screen. Time and randomness are passed in.
//!
//! The product imports this crate and none of those below it:
//!
//! ```text
//! sim        the phone with its apps                    adbd       the services on the wire, console, faults
//! framework  windows, tasks, notifications, saving      apps       every app
//! commands   am, pm, dumpsys …       shell  mksh, toybox            kit   building blocks of apps
//! state      shared state, the trait of an app          toolkit    views, drawing, touch (raster: pixels)
//! machine    files, processes, identity, clock
//! ```

pub use adbd::console;
pub use framework as phone;
pub use state::profile;
pub use {adbd, apps};

use framework::{LoadError, Phone, SavedPhone};
use state::profile::Profile;

/// Creates a phone from its profile, with all its apps, switched on at `now_ms`.
pub fn phone_of(profile: Profile, now_ms: i64) -> Phone {
    Phone::new(profile, &apps::all(), now_ms)
}

/// Restores a saved phone.
pub fn load(profile: Profile, saved: SavedPhone, now_ms: i64) -> Result<Phone, LoadError> {
    Phone::load(profile, &apps::all(), saved, now_ms)
}

/// Like [`phone_of`], but only the system's apps have code. The other apps of the profile exist and open an empty
/// screen.
pub fn bare_phone(profile: Profile, now_ms: i64) -> Phone {
    Phone::new(profile, apps::SYSTEM, now_ms)
}
