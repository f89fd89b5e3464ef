//! The computer inside the simulated phone: its files, its processes, its identity and its clock.
//!
//! Everything else of the phone stands on it, and it knows nothing of a screen, an app or a command. It never touches the
//! real disk or clock: times are passed in.

pub mod calendar;
pub mod files;
pub mod identity;
pub mod process;
pub mod sqlite;
