//! The desktop that agents fill and people look at: one authoritative, numbered state.
//!
//! [`state`] is the pure state machine: it takes a [`state::Command`] and returns marks of what changed. [`safe`]
//! derives what a page may show from what agents sent. [`hub`] numbers changes, keeps the latest, and hands them to
//! every page; [`present`] turns marks into messages for pages, [`journal`] stores commands on disk. [`agents`] is the
//! interface for agents, over any transport. [`wire`] defines the messages.
//!
//! Invariants: no HTTP and no socket. The state stores what agents sent; it reaches a page only through `safe`. Time is
//! passed in. Nothing grows without bound.

pub mod agents;
pub mod hub;
pub mod journal;
pub mod present;
pub mod safe;
pub mod state;
pub mod wire;
