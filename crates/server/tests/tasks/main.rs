//! Tasks over HTTP, byte by byte: simulated phones on sockets, scripted models, and the desktop's view of them.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests say what they expect by failing")]

mod desktop;
mod fits;
mod http;
mod link;
#[path = "../serving/log.rs"]
mod log;
mod malformed;
mod phone;
mod rig;
#[path = "../../../task/tests/service/snackbar.rs"]
mod snackbar;
#[path = "../serving/spoil.rs"]
mod spoil;
mod webhook;
#[path = "../../../task/tests/service/world.rs"]
mod world;
