//! Tasks over HTTP, byte by byte: simulated phones on sockets, scripted models, and what the desktop shows of it.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

mod desktop;
mod http;
mod link;
mod rig;
#[path = "../../../task/tests/service/world.rs"]
mod world;
