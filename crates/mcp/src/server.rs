//! Our phones, desktop and tasks for other people's agents.
//!
//! [`McpServer`] answers at `/mcp` of the server that owns the data folder; `fingertip mcp` forwards a program's
//! standard input and output to it ([`bridge`]). All tools are in one table (`catalogue`), each in its own file in
//! `tools/`. `clients` keeps the state of each agent: the phones it holds, the screens it was shown.
//!
//! Invariants: the credential of each request identifies the caller. Every action on a phone goes through the task
//! service and so through the gate. Nothing an agent sends counts as a person's approval. An agent sees only its own
//! tasks.
//!
//! The modules:
//!
//! - `tool`, `catalogue`: the trait of a tool, and the table of all tools
//! - `endpoint`, `handler`, `call`: `/mcp`, one session or request, one tool call; `shared` is the state of all
//!   sessions
//! - `bridge`: standard input and output
//! - `phone`, `screen`, `input`: how an agent holds, reads and touches a phone
//! - `tasks`, `questions`: the agent's own tasks, and who may answer a question during a call
//! - `resources`, `prompts`: MCP's own resources and prompts

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
