//! The server on a real socket: access, requests, and responses.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod access;
mod actions;
mod app_messages;
mod files;
mod hanging;
mod log;
mod malformed;
mod pages;
mod people;
mod rig;
mod scenarios;
mod spoil;
mod stopping;
