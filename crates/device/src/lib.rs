//! A phone as we see it: what it shows, what stands on it, and how an action reaches it over adb.
//!
//! [`Observer`] looks, [`Actuator`] acts, a [`Device`] is both; [`AdbDevice`] is the real one. It speaks to the phone
//! through the seam in [`wire`], so that tests can be the phone.
//!
//! Laws: every value that reaches the phone's shell is quoted in one place, `shell_command`. An action is never sent
//! twice blindly. Whatever is borrowed of the person is given back. Timers are in [`settle`] only, and a
//! wait looks. What a phone says is data: it is bounded, and it never panics us.

mod act;
mod adb_device;
pub mod apps;
pub mod clock;
mod connection;
mod contacts;
mod device;
mod dump;
mod error;
pub mod foreground;
pub mod gesture;
mod next;
pub mod picture;
mod push_file;
mod reading;
pub mod rows;
pub mod screen;
pub mod select;
pub mod settle;
mod shell_command;
mod shell_error;
mod touch_panel;
pub mod tree;
mod type_error;
pub mod typing;
pub mod wire;

pub use action::{App, Contact, Directory};

pub use self::adb_device::{AdbDevice, Options};
pub use self::device::{Acted, Actuator, Device, Observer, Ran, Shot};
pub use self::error::DeviceError;
pub use self::foreground::{Foreground, Visibility};
pub use self::gesture::{Finger, Gesture, Turn};
pub use self::next::Next;
pub use self::picture::Picture;
pub use self::push_file::MOST_FILE;
pub use self::reading::{Reading, Table};
pub use self::select::{Chosen, FindError, SelectError, find, select};
pub use self::settle::{Pace, Settled};
pub use self::shell_command::command_line;
pub use self::tree::Tree;
