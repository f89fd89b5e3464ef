//! The state that the parts of the simulated phone share, and the interface of an app.
//!
//! ```text
//! profile   the definition of a new phone       packages   what may be installed, and the preinstalled packages
//! shared    the state that apps and commands read and change: people, messages, settings, notifications
//! app       the trait of an app                 documents  files as apps offer them to each other
//! ```
//!
//! `shared` stores each fact once, in parts with an owning file each. `shared::json` holds the keys of a saved phone,
//! which stay the same when a part is renamed.

pub mod app;
pub mod documents;
pub mod packages;
pub mod profile;
pub mod shared;
