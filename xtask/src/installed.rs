//! Tells the tests what `cargo xtask setup` has installed.

use std::path::Path;

use crate::run::Program;
use crate::{clients, models};

/// Tells tests where their installed tools are. A test that would skip fails instead.
pub(crate) fn tell(root: &Path, tests: Program) -> Program {
    tests
        .with_env("FINGERTIP_TEST_ALL", "1")
        .with_env("FINGERTIP_CLIENTS_PYTHON", &clients::python(root))
        .with_env("FINGERTIP_CLIENTS_NODE", &clients::node(root))
        .with_env("FINGERTIP_SERVERS", &clients::node(root))
        .with_env("FINGERTIP_NATS_SERVER", &clients::nats_server(root))
        .with_env("FINGERTIP_OCR_MODELS", &models::folder(root))
}
