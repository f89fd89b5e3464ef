//! A sandbox with its own folder, and access to the results of a run.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use sandbox::{Finished, Limits, Run, Sandbox, SandboxError, Stop};

/// Longer than any script of these tests takes.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// A sandbox and its folder.
pub(crate) struct Rig {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) sandbox: Sandbox,
    stop: Receiver<Stop>,
    _go_on: SyncSender<Stop>,
}

impl Rig {
    pub(crate) fn new() -> Self {
        Self::with(Limits { disk: 8 << 20, memory: 512 << 20, output: 1000, ..Limits::default() })
    }

    pub(crate) fn with(limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::open(folder.path().join("runs"), program(), limits);
        let (_go_on, stop) = sync_channel(1);
        Self { folder, sandbox, stop, _go_on }
    }

    pub(crate) fn run(&self, id: &str, script: &str, timeout: Duration) -> Result<Finished, SandboxError> {
        self.sandbox
            .run(&Run { id, script, timeout, environment: &[("GREETING".into(), "hi there".into())] }, &self.stop)
    }

    /// A file of a run's folder.
    pub(crate) fn file(&self, id: &str, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join("runs").join(id).join(name)).unwrap()
    }
}

/// The helper program.
pub(crate) fn program() -> PathBuf {
    env!("CARGO_BIN_EXE_sandbox-stage").into()
}
