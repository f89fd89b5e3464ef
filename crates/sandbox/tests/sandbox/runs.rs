//! What a script can do, and how it ends: output, files, kills, refusals; each run has its folder.

use std::path::Path;
use std::process::Command;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use sandbox::{Builder, Limits, Run, Sandbox, SandboxError, Stop};

use crate::machine::has_namespaces;
use crate::rig::{LONG, Rig};

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

/// The script, its status, and its output.
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

/// None of our sleep processes is alive.
fn none_left() {
    let sleeps = |pid: &Path| {
        let said = std::fs::read_to_string(pid.join("cmdline")).unwrap_or_default();
        said.starts_with("sleep\u{0}300") || said.starts_with("sleep\u{0}301")
    };
    // The kernel takes a moment to end them.
    for _ in 0..200 {
        let left = std::fs::read_dir("/proc").unwrap().flatten().filter(|entry| sleeps(&entry.path())).count();
        if left == 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("something still runs");
}

/// The reason for ending a run is recorded.
#[test]
fn a_run_that_is_ended_from_outside_says_why() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    let rows = [
        ("asked", Some(Stop::Asked), "stopped"),
        ("dropped", None, "stopped"),
        ("late", Some(Stop::TimeOver), "timeout"),
    ];
    for (id, reason, outcome) in rows {
        let (stop_it, stop) = sync_channel(1);
        match reason {
            Some(reason) => stop_it.send(reason).unwrap(),
            None => drop(stop_it),
        }
        let run = Run { id, script: "sleep 304", timeout: LONG, environment: &[] };
        let error = rig.sandbox.run(&run, &stop).unwrap_err();
        let said = matches!(
            (reason, &error),
            (Some(Stop::TimeOver), SandboxError::TimedOut(LONG)) | (_, SandboxError::Stopped)
        );
        assert!(said, "{id}: {error}");
        let record = rig.file(id, "result.json");
        assert!(record.contains(&format!("\"outcome\": \"{outcome}\"")), "{id}: {record}");
    }
}

/// The first process inside is killed, as the kernel does when memory runs out: the record must not say that nothing
/// ran.
#[test]
fn a_sandbox_that_dies_with_its_script_does_not_say_that_nothing_ran() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    let error = std::thread::scope(|scope| {
        let sandbox = &rig.sandbox;
        let ran = scope.spawn(move || {
            let (_go_on, stop) = sync_channel(1);
            // More than a pipe holds, so that some of it is certainly outside before the kill.
            let script = "echo begun; printf %0200000d 0; sleep 302";
            let run = Run { id: "killed", script, timeout: LONG, environment: &[] };
            sandbox.run(&run, &stop).unwrap_err()
        });
        let mut at = running("sleep\u{0}302\u{0}");
        while !command_line(at).contains("\u{0}init") {
            at = parent(at);
        }
        assert!(Command::new("kill").args(["-9", &at.to_string()]).status().unwrap().success());
        ran.join().unwrap()
    });
    assert!(matches!(error, SandboxError::Broken(_)), "{error}");
    assert!(rig.file("killed", "stdout.log").starts_with("begun\n0"));
    let record = rig.file("killed", "result.json");
    assert!(record.contains("the script was started") && record.contains("\"outcome\": \"failed\""), "{record}");
}

fn command_line(process: u32) -> String {
    std::fs::read_to_string(format!("/proc/{process}/cmdline")).unwrap_or_default()
}

/// The process with this command line, as soon as it exists.
fn running(wanted: &str) -> u32 {
    let began = Instant::now();
    loop {
        let numbers = std::fs::read_dir("/proc").unwrap().flatten();
        let mut numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        if let Some(found) = numbers.find(|process| command_line(*process) == wanted) {
            return found;
        }
        assert!(began.elapsed() < LONG, "it never came");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn parent(process: u32) -> u32 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    status.lines().find_map(|line| line.strip_prefix("PPid:")).unwrap().trim().parse().unwrap()
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
    // A helper that cannot build any wall.
    let sandbox = Sandbox::open_with(folder.path().into(), "/bin/true".into(), Limits::default(), Builder::Ours);
    let why = sandbox.walls().refusal().unwrap();
    assert!(why.contains("could not be isolated"), "{why}");
    let (_go_on, stop) = sync_channel(1);
    let run = Run { id: "bare", script: "echo bare", timeout: LONG, environment: &[] };
    assert!(matches!(sandbox.run(&run, &stop), Err(SandboxError::Refused(_))));
    assert!(!std::fs::read_to_string(folder.path().join("bare/stdout.log")).unwrap().contains("bare"));
}

/// Each process stays within its own limit, and all of them together do not: only a group enforces that.
#[test]
fn memory_is_bounded_for_all_processes_together() {
    let rig = Rig::with(Limits { memory: 64 << 20, ..Limits::default() });
    if !has_namespaces() {
        return;
    }
    let named = |wall: &&sandbox::Wall| wall.name.contains("control group");
    let group = rig.sandbox.walls().walls.iter().find(named).unwrap();
    if let Err(why) = &group.stands {
        // If groups cannot be created, every run reports it.
        rig.run("bare", "true", LONG).unwrap();
        let record: serde_json::Value = serde_json::from_str(&rig.file("bare", "result.json")).unwrap();
        let missing = record["missing_walls"].as_array().unwrap();
        assert!(missing.iter().any(|wall| wall.as_str().unwrap().contains(why)), "{record}");
        return;
    }
    // Each child reports when it has its memory, and keeps it until all have, or until one was killed.
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
    assert!(rig.file("group", "result.json").contains("a control group"), "the wall is on record");
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
