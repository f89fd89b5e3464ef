//! What runs: the data folder and who owns it, and what people have allowed once and for all.
//!
//! [`folder`] is the one place that knows where things lie on disk and that one process owns them;
//! [`permissions`] is the only writer of the remembered choices. Neither opens a socket or asks anybody.

pub mod folder;
pub mod permissions;
