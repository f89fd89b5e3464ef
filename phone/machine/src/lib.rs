//! The computer inside the simulated phone: its files, its processes, its identity and its clock.
//!
//! All other parts of the phone build on it, and it knows nothing of screens, apps or commands. It never touches the
//! host's disk or clock: times are passed in.

pub mod calendar;
pub mod files;
pub mod identity;
pub mod process;
pub mod sqlite;
