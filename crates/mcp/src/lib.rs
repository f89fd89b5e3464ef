//! MCP in both directions. [`server`] lets other people's agents use our phones, desktop and tasks; [`client`] lets our
//! agent use other people's tools.
//!
//! Both build on the task service and the desktop; neither knows the gate's rules. Everything the other side sends is
//! data: it is bounded before it is stored, and it decides nothing.

pub mod client;
pub mod server;
