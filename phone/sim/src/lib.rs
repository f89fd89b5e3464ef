//! The simulated phone, whole: a phone in a process, as Android sees it, with its apps, its shell and adbd on the wire.
//!
//! Laws: it is reached only over the adb wire, and it has never heard of an agent or its actions. One
//! [`toolkit::View`] tree is the truth of a screen. Time and randomness are passed in.
//!
//! The product imports this crate and none of those below it:
//!
//! ```text
//! sim        the phone with its apps                    adbd       the services on the wire, console, faults
//! framework  windows, tasks, notifications, saving      apps       every app
//! commands   am, pm, dumpsys …       shell  mksh, toybox            kit   what apps are built from
//! state      what they share, and what an app is        toolkit    views, drawing, touch (raster: pixels)
//! machine    files, processes, identity, clock
//! ```

pub use adbd::console;
pub use framework as phone;
pub use state::profile;
pub use {adbd, apps};

use framework::{LoadError, Phone, SavedPhone};
use state::profile::Profile;

/// A phone as its profile says, with every app that it names, switched on at `now_ms`.
pub fn phone_of(profile: Profile, now_ms: i64) -> Phone {
    Phone::new(profile, &apps::all(), now_ms)
}

/// A phone as it was saved.
pub fn load(profile: Profile, saved: SavedPhone, now_ms: i64) -> Result<Phone, LoadError> {
    Phone::load(profile, &apps::all(), saved, now_ms)
}

/// The same with the apps of its system alone: those that the profile names beside them are there, and open an empty screen.
pub fn bare_phone(profile: Profile, now_ms: i64) -> Phone {
    Phone::new(profile, apps::SYSTEM, now_ms)
}
