//! What the parts of the simulated phone share, and what an app is.
//!
//! ```text
//! profile   what a phone is made from           packages   what may be installed, and what a phone comes with
//! shared    what apps and commands read and change: people, messages, settings, notifications
//! app       the trait of an app                 documents  files as apps offer them to each other
//! ```

pub mod app;
pub mod documents;
pub mod packages;
pub mod profile;
pub mod shared;
