//! Our phones, desktop and tasks for other people's agents.
//!
//! [`McpServer`] answers at `/mcp` of the server that owns the data folder; `fingertip mcp` carries a program's
//! standard input and output there ([`bridge`]). What can be called is one table (`catalogue`), each tool a file in
//! `tools/`. `clients` is what is kept of each agent: the phone it holds, what it was last shown.
//!
//! Laws: who calls is who the credential says, request by request. Whatever acts on a phone goes through the task
//! service and so past the gate. What an agent says is never a person's yes. An agent sees its own tasks only.

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
