//! Our phones, desktop and tasks for other people's agents.
//!
//! [`McpServer`] answers at `/mcp` of the server that owns the data folder; `fingertip mcp` forwards a program's
//! standard input and output to it ([`bridge`]). All tools are in one table (`catalogue`), each in its own file in
//! `tools/`. `clients` keeps the state of each agent: the phones it holds, the screens it was shown.
//!
//! Invariants: the credential of each request identifies the caller. Every action on a phone goes through the task
//! service and so through the gate. Nothing an agent sends counts as a person's approval. An agent sees only its own
//! tasks.

mod answer;
pub mod bridge;
mod call;
mod catalogue;
mod clients;
mod endpoint;
mod handler;
mod input;
mod message;
mod phone;
mod prompts;
mod questions;
mod resources;
mod schema;
mod screen;
mod sessions;
mod shared;
mod tasks;
mod tool;
mod tools;

pub use self::catalogue::{Listed, listed};
pub use self::endpoint::McpServer;
pub use self::shared::Options;
