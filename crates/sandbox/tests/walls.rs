//! What a script can do, and what it cannot: every row is a script and what is seen of it afterwards.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

use sandbox::{Builder, Finished, Limits, Run, Sandbox, SandboxError};

struct Rig {
    folder: tempfile::TempDir,
    sandbox: Sandbox,
    _go_on: SyncSender<()>,
    stop: std::sync::mpsc::Receiver<()>,
}

impl Rig {
    fn new() -> Self {
        Self::with(Limits { disk: 8 << 20, memory: 256 << 20, ..Limits::default() })
    }

    fn with(limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = env!("CARGO_BIN_EXE_sandbox-helper").into();
        let sandbox = Sandbox::open(folder.path().join("runs"), program, limits);
        let (_go_on, stop) = sync_channel(1);
        Self { folder, sandbox, _go_on, stop }
    }

    fn run(&self, id: &str, script: &str) -> Result<Finished, SandboxError> {
        let run = Run { id, script, timeout: Duration::from_secs(60), environment: &[] };
        self.sandbox.run(&run, &self.stop)
    }
}

#[test]
fn a_script_runs_prints_and_leaves_files() {
    let rig = Rig::new();
    assert_eq!(rig.sandbox.walls().builder, Some(Builder::Ours), "{:?}", rig.sandbox.walls());
    let done = rig
        .run("one", "echo hello; echo oh >&2; mkdir -p a/b; echo x > a/b/c.txt; ln -s /etc/passwd link; exit 3")
        .unwrap();
    assert_eq!((done.status, &*done.stdout, &*done.stderr), (3, &b"hello\n"[..], &b"oh\n"[..]));
    assert_eq!(done.files, ["a/b/c.txt"]);
    let read = |name: &str| std::fs::read_to_string(rig.folder.path().join("runs/one").join(name)).unwrap();
    assert_eq!(
        (read("files/a/b/c.txt"), read("stdout.log"), read("stderr.log")),
        ("x\n".into(), "hello\n".into(), "oh\n".into())
    );
    assert!(read("result.json").contains("\"outcome\": \"finished\""), "{}", read("result.json"));
    assert!(read("script.sh").starts_with("echo hello"));
}
