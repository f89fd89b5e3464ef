//! The desktop over HTTP: API, WebSocket, sessions and tokens, people's answers; the page is embedded.
//!
//! [`run()`] serves a [`Server`] until it is told to stop. Every request passes `guard` (Host, Origin,
//! where it comes from) and then the one table of `routes`, which says who may ask for what.
//!
//! Laws: the desktop's rules are not here, nor is any rendering. An agent is who its credential says,
//! never who it says it is. No lock is held while waiting. Whatever a client sends is bounded before it
//! is read, and refused with `{code, path, message}`.

mod access;
mod config;
mod desk;
mod error;
mod follow;
mod guard;
mod idempotency;
mod keys;
mod limit;
mod mailbox;
mod metrics;
mod narrate;
mod openapi;
mod page;
mod presses;
mod problem;
mod routes;
mod run;
mod server;
mod socket;

pub use self::config::Config;
pub use self::error::ServerError;
pub use self::keys::{Keys, Random};
pub use self::openapi::document as openapi;
pub use self::run::run;
pub use self::server::{Answers, Clock, NoQuestions, Server};
