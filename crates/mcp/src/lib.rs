//! MCP both ways. [`server`] lets other people's agents use our phones, desktop and tasks; [`client`] lets our agent
//! use other people's tools.
//!
//! Both stand on what the task service and the desktop hand out; neither knows a rule of the gate. What the other side
//! says is data: it is bounded before it is kept, and it decides nothing.

pub mod client;
pub mod server;
