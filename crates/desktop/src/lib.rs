//! The desktop that agents fill and people look at: one authoritative, numbered state.
//!
//! [`state`] is the pure state machine: it takes a [`state::Command`] and returns marks of the changed parts. [`safe`]
//! sanitises agents' content for pages. [`hub`] numbers changes, keeps the latest, and hands them to every page;
//! [`present`] turns marks into messages for pages, [`journal`] stores commands on disk. [`agents`] is the interface
//! for agents, over any transport. [`wire`] defines the messages.
//!
//! Invariants: no HTTP and no socket. The state stores what agents sent; it reaches a page only through `safe`. Time is
//! passed in. Nothing grows without bound.
//!
//! The modules:
//!
//! - `wire`: the messages between server and page; the page's types are generated from them
//! - `state`: a command in, *marks* of what changed out; every change leaves its inverse, for refused batches and
//!   for undo
//! - `safe`: two passes of sanitising, cut into blocks so that a growing text is never rendered again from the
//!   start
//! - `present`: turns marks and state into the changes that a page applies
//! - `hub`: the thread that runs commands, the ring of recent messages (each serialised once for all pages), and
//!   the position of each page in it
//! - `agents`: batches, idempotency, mailboxes, dialogs, captures and buttons, over HTTP or in process
//! - `journal`: writes every command to disk before it is applied; snapshots are built from the files, never from
//!   the live state

pub mod agents;
pub mod hub;
pub mod journal;
pub mod present;
pub mod safe;
pub mod state;
pub mod wire;
