//! The phone as its shell sees it: files, processes and Android's commands.

use super::Phone;
use commands::{self, Exit};
use machine::files::{Files, ROOT, SHELL, user_name};
use shell::{AppUser, FilesGuard, Io, LongRunning, Os, Process};
use state::shared::{KEYBOARD_PID, SYSTEM_SERVER, SYSTEM_UI};
use toolkit::keyboard;

impl Os for Phone {
    fn now_ms(&self) -> i64 {
        self.shared.clock.now_ms
    }

    fn utc_offset_minutes(&self) -> i32 {
        self.shared.clock.utc_offset_min
    }

    fn files(&mut self) -> FilesGuard<'_> {
        let user = self.user();
        Box::new(self.files_as(user))
    }

    fn processes(&self) -> Vec<Process> {
        let process = |pid: u32, ppid: u32, uid: u32, name: &str| Process {
            pid,
            ppid,
            user: user_name(uid),
            name: name.to_owned(),
            command: name.to_owned(),
            rss_kb: 4_000 + u64::from(pid % 97) * 1_000,
            vsz_kb: 10_000_000 + u64::from(pid) * 64,
        };
        let mut processes = vec![
            process(1, 0, ROOT, "init"),
            process(512, 1, ROOT, "zygote64"),
            process(701, 1, self.user(), "adbd"),
            process(SYSTEM_SERVER, 512, 1000, "system_server"),
            process(SYSTEM_UI, 512, self.shared.packages.uid_of("com.android.systemui"), "com.android.systemui"),
            process(KEYBOARD_PID, 512, self.shared.packages.uid_of(keyboard::PACKAGE), keyboard::PACKAGE),
        ];
        processes.extend(
            self.activities
                .running
                .iter()
                .map(|(package, pid)| process(*pid, 512, self.shared.packages.uid_of(package), package)),
        );
        processes
    }

    fn kill(&mut self, pid: u32, _signal: u32) -> bool {
        let package =
            self.activities.running.iter().find(|(_, running)| **running == pid).map(|(package, _)| package.clone());
        match package {
            Some(package) => {
                self.stop_app(&package);
                true
            }
            None => false,
        }
    }

    fn user(&self) -> u32 {
        if self.root { ROOT } else { SHELL }
    }

    fn has_root(&self) -> bool {
        self.profile.has_root()
    }

    fn app_user(&self, package: &str) -> Option<AppUser> {
        let found = self.shared.packages.get(package)?;
        let debuggable = found.apk.as_ref().is_some_and(|apk| apk.debuggable);
        Some(AppUser { uid: self.shared.packages.uid_of(package), debuggable })
    }

    fn set_clock(&mut self, now_ms: i64) -> bool {
        Self::set_clock(self, now_ms)
    }

    fn zone_name(&self) -> Option<String> {
        Some(Self::zone_name(self))
    }

    fn command(&mut self, name: &str, args: &[String], io: &mut Io) -> Option<i32> {
        let mut theirs = commands::Io::default();
        let ahead_ms = self.time.ahead_ms;
        if let Some(size) = wanted_input(name, args) {
            theirs.stdin = io.stdin.take_most(size);
        }
        let exit = match self.quirk_answer(name, args, &mut theirs) {
            Some(exit) => exit,
            None => commands::run(name, args, &mut theirs, self)?,
        };
        if !self.profile.quirks.is_empty() {
            self.quirk_after(name, args, &mut theirs);
        }
        // The command may have set the time zone.
        self.tell_time();
        io.stdout.extend(theirs.stdout);
        io.stderr.extend(theirs.stderr);
        io.takes_ms = self.owed_since(ahead_ms) + if self.profile.run_ahead { 0 } else { theirs.takes_ms };
        match exit {
            Exit::Status(status) => Some(status),
            Exit::LongRunning(command) => {
                let id = self.background.next_long_running;
                self.background.next_long_running += 1;
                // It reports only log lines from now on.
                let seen = match &command {
                    commands::LongRunning::Getevent(_) => self.input.input_events.next(),
                    _ => self.shared.log.written(),
                };
                self.background.long_running.insert(id, (command, seen));
                io.long_running = Some(LongRunning { command: name.to_owned(), args: args.to_vec(), id });
                Some(0)
            }
        }
    }

    fn command_names(&self) -> Vec<String> {
        commands::names().iter().map(|name| (*name).to_owned()).collect()
    }

    fn property(&self, name: &str) -> Option<String> {
        self.shared.props.get(name).cloned()
    }
}

impl Phone {
    /// Returns the files with the rights of a user: `shell`, `root` or an app.
    pub fn files_as(&mut self, user: u32) -> &mut Files {
        self.tell_kernel();
        if user == ROOT {
            self.write_databases();
        }
        self.shared.files.act_as(user);
        &mut self.shared.files
    }

    /// Reads a file with the system's rights.
    pub fn read_as_system(&mut self, path: &str) -> Option<Vec<u8>> {
        self.shared.files.as_system(|files| files.read(path)).ok().map(|bytes| bytes.to_vec())
    }

    /// Writes a file and its parent folders with the system's rights. Returns whether there was room.
    pub fn write_as_system(&mut self, path: &str, bytes: Vec<u8>) -> bool {
        let now_ms = self.shared.clock.now_ms;
        let folder = path.rsplit_once('/').map_or("/", |(folder, _)| folder);
        let written = self.shared.files.as_system(|files| {
            files.make_dirs(folder, now_ms)?;
            files.write(path, bytes, now_ms)
        });
        written.is_ok()
    }

    /// Restarts adbd as root or as the shell; `None` if the build does not allow it, otherwise whether anything
    /// changed.
    pub fn set_root(&mut self, root: bool) -> Option<bool> {
        if !self.profile.has_root() {
            return None;
        }
        let changed = std::mem::replace(&mut self.root, root) != root;
        self.shared.props.insert("service.adb.root".to_owned(), if root { "1" } else { "0" }.to_owned());
        Some(changed)
    }
}

/// The largest APK that is read from a command's input.
const MAX_INPUT: usize = 256 << 20;

/// Returns how much of its input a command reads: only an installation does, which gives the size with `-S`.
pub fn wanted_input(name: &str, args: &[String]) -> Option<usize> {
    // `install-create` names the total size but reads nothing.
    let installs = |word: &String| matches!(word.as_str(), "install" | "install-write");
    if !matches!(name, "pm" | "cmd") || !args.iter().any(installs) {
        return None;
    }
    let size = args.iter().skip_while(|word| *word != "-S").nth(1)?;
    Some(size.parse::<usize>().ok()?.min(MAX_INPUT))
}
