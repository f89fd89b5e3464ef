//! Scripts and their outcomes, in tables behind one [`check`].

mod archives;
mod clients;
mod language;
mod programs;
mod random;
mod texts;

use std::collections::BTreeSet;

use super::{FilesGuard, Io, LongRunning, Os, Outcome, Process, install_programs, run};
use machine::files::Files;

/// Tuesday, 14 November 2023, 22:13:20 UTC.
pub(super) const NOW: i64 = 1_700_000_000_000;

/// A phone with a few commands that record their arguments.
#[derive(Clone)]
pub(super) struct Phone {
    files: Files,
    /// The arguments of every `input`.
    inputs: Vec<Vec<String>>,
    killed: BTreeSet<u32>,
}

impl Phone {
    pub(super) fn new() -> Self {
        let mut files = Files::phone(NOW);
        install_programs(&mut files);
        files.add_program("input");
        for (path, text) in [
            ("/sdcard/a.txt", "alpha\nbeta\ngamma\n"),
            ("/sdcard/table", "u0 10 x\nu1 20 y\nu2 30 z\n"),
            ("/data/local/tmp/run.sh", "echo \"ran $# $1\"\nexit 3\n"),
        ] {
            files.write(path, text.as_bytes().to_vec(), NOW).unwrap();
        }
        files.chmod("/data/local/tmp/run.sh", 0o755).unwrap();
        Self { files, inputs: Vec::new(), killed: BTreeSet::new() }
    }
}

fn process(pid: u32, user: &str, name: &str, command: &str) -> Process {
    Process {
        pid,
        ppid: u32::from(pid > 1),
        user: user.to_owned(),
        name: name.to_owned(),
        command: command.to_owned(),
        rss_kb: 13_424,
        vsz_kb: 10_782_796,
    }
}

impl Os for Phone {
    fn now_ms(&self) -> i64 {
        NOW
    }

    fn files(&mut self) -> FilesGuard<'_> {
        Box::new(&mut self.files)
    }

    fn processes(&self) -> Vec<Process> {
        let mut all = vec![
            process(1, "root", "init", "/system/bin/init second_stage"),
            process(2310, "u0_a123", "com.whatsapp", "com.whatsapp"),
            process(4000, "shell", "app_process", "app_process / com.genymobile.scrcpy.Server 3.3.3"),
            process(4001, "shell", "screenrecord", "screenrecord /sdcard/x.mp4"),
        ];
        all.retain(|process| !self.killed.contains(&process.pid));
        all
    }

    fn kill(&mut self, pid: u32, _: u32) -> bool {
        self.processes().iter().any(|process| process.pid == pid) && self.killed.insert(pid)
    }

    fn command(&mut self, name: &str, args: &[String], io: &mut Io) -> Option<i32> {
        match name {
            "input" => {
                self.inputs.push(args.to_vec());
                Some(0)
            }
            "getprop" => {
                io.out("Pixel 8\n");
                Some(0)
            }
            "am" => {
                io.err("Error: boom\n");
                io.out("Starting\n");
                Some(1)
            }
            "logcat" => {
                io.out(format!("tags={}\n", io.env.get("ANDROID_LOG_TAGS").cloned().unwrap_or_default()));
                if !args.iter().any(|arg| arg == "-d") {
                    io.long_running = Some(LongRunning { command: "logcat".to_owned(), args: args.to_vec(), id: 7 });
                }
                Some(0)
            }
            "app_process" => {
                io.out(format!("{}|{}\n", io.env.get("CLASSPATH").cloned().unwrap_or_default(), args.join(" ")));
                Some(0)
            }
            "uiautomator" => {
                let path = io.absolute(args.get(1).map_or("", String::as_str));
                self.files.write(&path, b"<hierarchy/>".to_vec(), io.now_ms).ok()?;
                io.out(format!("UI hierchary dumped to: {path}\n"));
                Some(0)
            }
            "dumpsys" => {
                io.out("  mCurrentFocus=Window{9a1b2c3 u0 com.android.settings/.Settings}\n  mFocusedApp=x\n");
                io.out("  SurfaceOrientation: 0\n");
                Some(0)
            }
            "pm" => {
                io.out("package:/data/app/a/base.apk=com.a\npackage:/data/app/b/base.apk=com.b\n");
                Some(0)
            }
            _ => None,
        }
    }

    fn command_names(&self) -> Vec<String> {
        ["input", "getprop", "am", "logcat", "app_process", "uiautomator", "dumpsys", "pm"].map(str::to_owned).to_vec()
    }
}

/// A row: the script, its stdout, its stderr, its status.
pub(super) type Row = (&'static str, &'static str, &'static str, i32);

/// Runs every row on a new phone.
pub(super) fn check(rows: &[Row]) {
    let mut wrong = Vec::new();
    for (script, stdout, stderr, status) in rows {
        let outcome = outcome_of(script);
        let found = (
            String::from_utf8_lossy(&outcome.stdout).into_owned(),
            String::from_utf8_lossy(&outcome.stderr).into_owned(),
            outcome.status,
        );
        if found != ((*stdout).to_owned(), (*stderr).to_owned(), *status) {
            wrong.push(format!("{script}\n  wanted {:?}\n  found  {found:?}", (stdout, stderr, status)));
        }
    }
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Runs a script on a new phone.
pub(super) fn outcome_of(script: &str) -> Outcome {
    run(script, &mut Phone::new(), b"")
}
