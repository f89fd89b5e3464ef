//! The last stage: sets the limits, the second wall around files, no privileges, the system call filter; then becomes
//! the interpreter. No script has touched its input yet; what it executes is one.

use std::ffi::OsString;
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetStatus, Scope, path_beneath_rules,
};
use nix::sys::prctl::{set_dumpable, set_no_new_privs};
use nix::sys::resource::{Resource, setrlimit};
use nix::unistd::{close, setsid};

use super::wall::{Failed, Wall as _};
use super::{FAILED, capabilities, system_calls};
use crate::job::{HOME, Job, SCRIPT, WORK};

/// Paths of programs, their libraries and the script, for reading.
const READ: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/proc", "/dev", SCRIPT];
/// Paths that a script may write to.
const WRITE: &[&str] = &[WORK, HOME, "/tmp", "/dev/null", "/dev/zero", "/dev/full", "/dev/shm"];

pub(super) fn run(argument: Option<OsString>) -> ExitCode {
    let failed = match become_script(argument) {
        Ok(never) => match never {},
        Err(failed) => failed,
    };
    // This looks like the script's own error output; the status tells them apart.
    _ = writeln!(std::io::stderr(), "sandbox: {failed}");
    ExitCode::from(FAILED)
}

enum Never {}

fn become_script(argument: Option<OsString>) -> Result<Never, Failed> {
    let told = argument.and_then(|argument| argument.into_string().ok()).unwrap_or_default();
    let job: Job = serde_json::from_str(&told).wall("job")?;
    close_inherited();
    // A terminal that was left open cannot be written to from another session.
    _ = setsid();
    limit(&job)?;
    set_dumpable(false).wall("privileges")?;
    set_no_new_privs().wall("privileges")?;
    fence_files()?;
    capabilities::give_up()?;
    let mut command = command(&job)?;
    system_calls::filter()?;
    Err(Failed::new("script", command.exec()))
}

/// The interpreter with the script, and an environment with only the named variables.
fn command(job: &Job) -> Result<Command, Failed> {
    let (program, words) = job.command.split_first().ok_or_else(|| Failed::new("job", "there is no interpreter"))?;
    let mut command = Command::new(program);
    command.args(words).arg(SCRIPT).current_dir(WORK).env_clear();
    command.envs([
        ("PATH", "/usr/local/bin:/usr/bin:/bin"),
        ("HOME", HOME),
        ("TMPDIR", "/tmp"),
        ("LANG", "C.UTF-8"),
        ("USER", "sandbox"),
    ]);
    command.envs(job.environment.iter().map(|(name, value)| (name, value)));
    Ok(command)
}

/// Closes inherited file descriptors.
fn close_inherited() {
    let listed = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let mut open: Vec<i32> = listed.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    if open.is_empty() {
        // Without `/proc`, all descriptors that could be open.
        open = (3..1024).collect();
    }
    open.into_iter().filter(|descriptor| *descriptor > 2).for_each(|descriptor| _ = close(descriptor));
}

fn limit(job: &Job) -> Result<(), Failed> {
    let limits = &job.limits;
    let seconds = job.time.as_secs().saturating_add(1);
    let all = [
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_CPU, seconds),
        (Resource::RLIMIT_DATA, limits.memory),
        (Resource::RLIMIT_FSIZE, limits.disk),
        (Resource::RLIMIT_MEMLOCK, 0),
        (Resource::RLIMIT_MSGQUEUE, 0),
        (Resource::RLIMIT_NOFILE, limits.open_files),
        (Resource::RLIMIT_NPROC, limits.processes),
        (Resource::RLIMIT_STACK, 64 << 20),
    ];
    all.into_iter().try_for_each(|(what, most)| setrlimit(what, most, most)).wall("limits")
}

/// Landlock: restricts the file system again, whatever the mounts say, and access to sockets and processes outside.
fn fence_files() -> Result<(), Failed> {
    const WALL: &str = "landlock";
    let abi = ABI::V6;
    let (all, read) = (AccessFs::from_all(abi), AccessFs::from_read(abi));
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
    let ruleset = ruleset.handle_access(all).wall(WALL)?;
    let ruleset = ruleset.handle_access(AccessNet::from_all(abi)).wall(WALL)?;
    let ruleset = ruleset.scope(Scope::from_all(abi)).wall(WALL)?;
    let created = ruleset.create().wall(WALL)?;
    let created = created.add_rules(path_beneath_rules(READ, read)).wall(WALL)?;
    let created = created.add_rules(path_beneath_rules(WRITE, all)).wall(WALL)?;
    match created.restrict_self().wall(WALL)?.ruleset {
        RulesetStatus::NotEnforced => Err(Failed::new(WALL, "this kernel does not have it")),
        RulesetStatus::PartiallyEnforced | RulesetStatus::FullyEnforced => Ok(()),
    }
}
