//! The desktop that agents fill and people look at: one truth, numbered.
//!
//! [`state`] is the pure machine: a [`state::Command`] in, marks of what changed out. [`safe`] derives from
//! what agents sent what a page may show. [`hub`] is the only one that numbers changes, keeps the last
//! of them, and hands them to every page; [`present`] looks up what pages are told, [`journal`] keeps commands
//! on disk. [`agents`] is what agents use of all this, whichever way they come in. [`wire`] has the messages.
//!
//! Laws: no HTTP and no socket. The state stores what agents sent; nothing that an agent sent reaches a
//! page but through `safe`. Time is passed in. Nothing grows without bound.

pub mod agents;
pub mod hub;
pub mod journal;
pub mod present;
pub mod safe;
pub mod state;
pub mod wire;
