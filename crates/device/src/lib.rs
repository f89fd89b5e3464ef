//! A phone, seen from the host: its screen, its UI tree, and the actions that reach it over adb.
//!
//! [`Observer`] looks, [`Actuator`] acts, and a [`Device`] does both; [`AdbDevice`] is the real one. It talks to the
//! phone through the interface in [`wire`], so that tests can replace the phone.
//!
//! Invariants: every value that reaches the phone's shell is quoted in one place, `shell_command`. An action is never
//! blindly sent twice. Everything borrowed from the person is returned. Timers are in [`settle`] only, and a wait looks
//! at the screen. A phone's output is data: it is bounded, and it never causes a panic.

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
