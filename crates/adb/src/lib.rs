//! The adb protocol, for both ends: framing, streams, shell v2, sync, the host server.
//!
//! Our end is a [`Client`], which reaches a phone through an adb server ([`host::Server`]) or directly over TCP; the
//! phone's end is [`daemon::serve`]. Both use the same multiplexer.
//!
//! Invariants: it knows nothing of agents, actions or the meaning of a command; it runs no process except
//! `adb start-server`; it allocates nothing because a peer merely claims a length; every wait ends by a timeout or with
//! the connection; every task ends with its connection.

pub mod auth;
mod banner;
mod client;
pub mod daemon;
mod device_info;
mod direct;
mod error;
pub mod host;
mod mux;
pub mod packet;
mod quote;
pub mod shell;
mod stream;
pub mod sync;

pub use self::banner::Banner;
pub use self::client::{Client, Options, ShellOutput};
pub use self::device_info::DeviceInfo;
pub use self::error::{Error, Result};
pub use self::quote::quote;
pub use self::stream::Stream;
