//! What a script can do, and what becomes of it: printed, left behind, killed, refused; each run has its folder.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use crate::machine::has_namespaces;
use sandbox::{Builder, Finished, Limits, Run, Sandbox, SandboxError};

struct Rig {
    folder: tempfile::TempDir,
    sandbox: Sandbox,
    stop: Receiver<()>,
    _go_on: SyncSender<()>,
}

impl Rig {
    fn new() -> Self {
        Self::with(Limits { disk: 8 << 20, memory: 512 << 20, output: 1000, ..Limits::default() })
    }

    fn with(limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::open(folder.path().join("runs"), program(), limits);
        let (_go_on, stop) = sync_channel(1);
        Self { folder, sandbox, stop, _go_on }
    }

    fn run(&self, id: &str, script: &str, timeout: Duration) -> Result<Finished, SandboxError> {
        self.sandbox
            .run(&Run { id, script, timeout, environment: &[("GREETING".into(), "hi there".into())] }, &self.stop)
    }

    fn file(&self, id: &str, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join("runs").join(id).join(name)).unwrap()
    }
}

fn program() -> PathBuf {
    env!("CARGO_BIN_EXE_sandbox-stage").into()
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn a_script_runs_prints_and_leaves_files() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    assert_eq!(rig.sandbox.walls().builder, Some(Builder::Ours), "{:?}", rig.sandbox.walls());
    let script = "echo hello; echo oh >&2; mkdir -p a/b; echo x > a/b/c.txt; ln -s /etc/passwd link; exit 3";
    let done = rig.run("one", script, LONG).unwrap();
    assert_eq!((done.status, &*done.stdout, &*done.stderr), (3, &b"hello\n"[..], &b"oh\n"[..]));
    assert_eq!(done.files, ["a/b/c.txt"], "links are not handed out");
    assert_eq!(rig.file("one", "files/a/b/c.txt"), "x\n");
    assert_eq!((rig.file("one", "stdout.log"), rig.file("one", "stderr.log")), ("hello\n".into(), "oh\n".into()));
    assert!(rig.file("one", "result.json").contains("\"outcome\": \"finished\""));
    assert_eq!(rig.file("one", "script.sh"), script);
}

/// The script, its status, and what it printed.
#[test]
fn scripts_do_what_scripts_do() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    let rows: &[(&str, i32, &str)] = &[
        ("echo $((6 * 7)) | tr 4 5", 0, "52\n"),
        ("#!/bin/sh\nset -e\nfalse\necho no", 1, ""),
        ("echo $GREETING; env | grep -c .", 0, "hi there\n7\n"),
        ("id -un; hostname; pwd; echo ~", 0, "sandbox\nsandbox\n/work\n/home\n"),
        ("echo x > ~/f; echo y > /tmp/f; cat ~/f /tmp/f; ls", 0, "x\ny\n"),
        ("ls /root /etc/shadow /sys 2>&1 | grep -c cannot", 0, "3\n"),
        ("kill -TERM $$", 143, ""),
        ("#!/usr/bin/env python3\nprint(sum(range(10)))", 0, "45\n"),
        (
            "#!/usr/bin/env python3\nimport subprocess\nprint(subprocess.run(['sh','-c','echo sub'],capture_output=True).stdout)",
            0,
            "b'sub\\n'\n",
        ),
        (
            "#!/usr/bin/env python3\nimport concurrent.futures as c\nprint(list(c.ThreadPoolExecutor(4).map(str, range(3))))",
            0,
            "['0', '1', '2']\n",
        ),
        ("#!/usr/bin/env node\nconsole.log([1,2,3].map((n) => n * 2).join())", 0, "2,4,6\n"),
        ("cat", 0, ""),
        ("head -c 5000 /dev/zero | tr '\\0' x", 0, &"x".repeat(1000)),
    ];
    for (n, (script, status, printed)) in rows.iter().enumerate() {
        let done = rig.run(&format!("r{n}"), script, LONG).unwrap();
        let said = String::from_utf8_lossy(&done.stdout);
        assert_eq!((done.status, &*said), (*status, *printed), "{script}: {}", String::from_utf8_lossy(&done.stderr));
    }
    assert!(rig.file("r12", "result.json").contains("\"cut\": true"));
}

#[test]
fn when_its_time_is_over_everything_it_started_is_killed() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    let mark = rig.folder.path().join("alive");
    let script = "setsid sh -c 'sleep 300' & (sleep 300 &) ; echo begun; sleep 300";
    let began = Instant::now();
    let error = rig.run("slow", script, Duration::from_millis(700)).unwrap_err();
    assert!(matches!(error, SandboxError::TimedOut(_)), "{error}");
    assert!(began.elapsed() < Duration::from_secs(30));
    assert!(rig.file("slow", "result.json").contains("\"outcome\": \"timeout\""));
    assert_eq!(rig.file("slow", "stdout.log"), "begun\n");
    assert!(!mark.exists());
    none_left();
}

#[test]
fn what_it_leaves_running_ends_with_it() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    let done = rig.run("left", "setsid sleep 301 >/dev/null 2>&1 & sleep 301 & echo done", LONG).unwrap();
    assert_eq!(&*done.stdout, b"done\n");
    none_left();
}

/// None of our sleepers lives.
fn none_left() {
    let sleeps = |pid: &Path| {
        let said = std::fs::read_to_string(pid.join("cmdline")).unwrap_or_default();
        said.starts_with("sleep\u{0}300") || said.starts_with("sleep\u{0}301")
    };
    // The kernel takes a moment to bring them down.
    for _ in 0..200 {
        let left = std::fs::read_dir("/proc").unwrap().flatten().filter(|entry| sleeps(&entry.path())).count();
        if left == 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("something still runs");
}

#[test]
fn who_stops_it_stops_it() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    let (stop_it, stop) = sync_channel(1);
    stop_it.send(()).unwrap();
    let run = Run { id: "stopped", script: "sleep 300", timeout: LONG, environment: &[] };
    let error = rig.sandbox.run(&run, &stop).unwrap_err();
    assert!(error.to_string().contains("stopped"), "{error}");
}

#[test]
fn what_is_refused_has_its_folder_too() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::with(Limits { script: 100, ..Limits::default() });
    for (n, (script, part)) in
        [("", "empty"), ("a\0b", "binary"), ("#!/usr/bin/ruby\n", "`ruby`"), (&*"x".repeat(101), "101 bytes")]
            .iter()
            .enumerate()
    {
        let id = format!("no{n}");
        let error = rig.run(&id, script, LONG).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
        assert!(rig.file(&id, "result.json").contains("\"outcome\": \"refused\""));
    }
    for id in ["", "../x", "a b", &"x".repeat(200)] {
        assert!(matches!(rig.run(id, "true", LONG), Err(SandboxError::Refused(_))), "{id}");
    }
    rig.run("twice", "true", LONG).unwrap();
    assert!(matches!(rig.run("twice", "true", LONG), Err(SandboxError::Disk { .. })));
}

#[test]
fn where_the_walls_cannot_stand_nothing_runs() {
    let folder = tempfile::tempdir().unwrap();
    // A helper that cannot put up anything.
    let sandbox = Sandbox::open_with(folder.path().into(), "/bin/true".into(), Limits::default(), Builder::Ours);
    let why = sandbox.walls().refusal().unwrap();
    assert!(why.contains("could not be kept in"), "{why}");
    let (_go_on, stop) = sync_channel(1);
    let run = Run { id: "bare", script: "echo bare", timeout: LONG, environment: &[] };
    assert!(matches!(sandbox.run(&run, &stop), Err(SandboxError::Refused(_))));
    assert!(!std::fs::read_to_string(folder.path().join("bare/stdout.log")).unwrap().contains("bare"));
}

/// Each process stays within the limit of one, and all of them together do not: only a group holds that.
#[test]
fn memory_is_bounded_for_all_processes_together() {
    let rig = Rig::with(Limits { memory: 64 << 20, ..Limits::default() });
    let mut walls = rig.sandbox.walls().walls.iter();
    let grouped = walls.any(|wall| wall.name.contains("control group") && wall.stands.is_ok());
    if !has_namespaces() || !grouped {
        return;
    }
    // Each child says when it has its memory, and keeps it until all have, or until one was killed for it.
    let script = r#"#!/usr/bin/env python3
import os, select
ready, says = os.pipe()
waits, go = os.pipe()
children = []
for i in range(6):
    pid = os.fork()
    if pid == 0:
        os.close(go)
        mine = bytearray(b"x" * (20 << 20))
        os.write(says, b"x")
        os.read(waits, 1)
        os._exit(0)
    children.append(pid)
have, dead = 0, 0
while have < 6 and not dead:
    if select.select([ready], [], [], 0.05)[0]:
        have += len(os.read(ready, 6))
    dead = os.waitpid(-1, os.WNOHANG)[0]
print("killed" if dead else "all lived", flush=True)
os.close(go)
"#;
    let ended = rig.run("group", script, LONG);
    let said = ended.map(|done| String::from_utf8_lossy(&done.stdout).into_owned());
    assert!(!matches!(&said, Ok(said) if said.contains("all lived")), "{said:?}");
    let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap();
    let trees = mounts.lines().filter(|line| line.contains(" cgroup")).filter_map(|line| line.split(' ').nth(1));
    let ours = format!("fingertip-{}-", std::process::id());
    for tree in trees {
        assert!(!holds(Path::new(tree), &ours, 6), "a group is left in {tree}");
    }
}

fn holds(folder: &Path, name: &str, depth: u32) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    let mut folders = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.any(|entry| {
        entry.file_name().to_string_lossy().starts_with(name) || depth > 0 && holds(&entry.path(), name, depth - 1)
    })
}
