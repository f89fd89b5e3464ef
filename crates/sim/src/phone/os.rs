//! The phone as its shell sees it: files, processes, and Android's commands.

use super::Phone;
use crate::android::{self, Exit};
use crate::shell::{FilesGuard, Io, LongRunning, Os, Process};

impl Os for Phone {
    fn now_ms(&self) -> i64 {
        self.shared.now_ms
    }

    fn utc_offset_minutes(&self) -> i32 {
        self.shared.utc_offset_min
    }

    fn files(&mut self) -> FilesGuard<'_> {
        Box::new(&mut self.shared.files)
    }

    fn processes(&self) -> Vec<Process> {
        let process = |pid: u32, ppid: u32, user: &str, name: &str| Process {
            pid,
            ppid,
            user: user.to_owned(),
            name: name.to_owned(),
            command: name.to_owned(),
            rss_kb: 4_000 + u64::from(pid % 97) * 1_000,
            vsz_kb: 10_000_000 + u64::from(pid) * 64,
        };
        let mut processes = vec![
            process(1, 0, "root", "init"),
            process(512, 1, "root", "zygote64"),
            process(701, 1, "shell", "adbd"),
            process(1042, 512, "system", "system_server"),
            process(1390, 512, "u0_a101", "com.android.systemui"),
        ];
        let apps = self.running.iter().enumerate();
        processes
            .extend(apps.map(|(number, (package, pid))| process(*pid, 512, &format!("u0_a{}", 110 + number), package)));
        processes
    }

    fn kill(&mut self, pid: u32, _signal: u32) -> bool {
        let package = self.running.iter().find(|(_, running)| **running == pid).map(|(package, _)| package.clone());
        match package {
            Some(package) => {
                self.stop_app(&package);
                true
            }
            None => false,
        }
    }

    fn command(&mut self, name: &str, args: &[String], io: &mut Io) -> Option<i32> {
        let mut theirs = android::Io { stdin: Vec::new(), stdout: Vec::new(), stderr: Vec::new() };
        if let Some(size) = wanted_input(name, args) {
            theirs.stdin = io.stdin.take_most(size);
        }
        let exit = android::run(name, args, &mut theirs, self)?;
        io.stdout.extend(theirs.stdout);
        io.stderr.extend(theirs.stderr);
        match exit {
            Exit::Status(status) => Some(status),
            Exit::LongRunning(command) => {
                let id = self.next_long_running;
                self.next_long_running += 1;
                self.long_running.insert(id, (command, self.shared.logged));
                io.long_running = Some(LongRunning { command: name.to_owned(), args: args.to_vec(), id });
                Some(0)
            }
        }
    }

    fn command_names(&self) -> Vec<String> {
        android::names().iter().map(|name| (*name).to_owned()).collect()
    }

    fn property(&self, name: &str) -> Option<String> {
        self.shared.props.get(name).cloned()
    }
}

/// The largest installation that is read.
const MAX_INPUT: usize = 256 << 20;

/// How much of its input a command reads: only an installation does, which says how much with `-S`.
pub(crate) fn wanted_input(name: &str, args: &[String]) -> Option<usize> {
    if !matches!(name, "pm" | "cmd") || !args.iter().any(|word| word.starts_with("install")) {
        return None;
    }
    let size = args.iter().skip_while(|word| *word != "-S").nth(1)?;
    Some(size.parse::<usize>().ok()?.min(MAX_INPUT))
}
