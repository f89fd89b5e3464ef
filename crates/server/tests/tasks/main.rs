//! Tasks over HTTP, byte by byte: simulated phones on sockets, scripted models, and the desktop's view of them.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests say what they expect by failing")]

mod desktop;
mod fits;
mod history;
mod http;
mod link;
#[path = "../serving/log.rs"]
mod log;
mod malformed;
#[path = "../../../task/tests/service/old_runs.rs"]
mod old_runs;
mod phone;
mod pruning;
mod rig;
#[path = "../../../task/tests/service/snackbar.rs"]
mod snackbar;
#[path = "../serving/spoil.rs"]
mod spoil;
mod webhook;
#[path = "../../../task/tests/service/world.rs"]
mod world;
