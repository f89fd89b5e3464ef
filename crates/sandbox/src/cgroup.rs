//! A control group for a run, if we may create one: limits memory and processes of the whole run. An additional wall,
//! never a replacement for another.
//!
//! A machine that never allowed control groups runs scripts without them, and reports that. If a machine allowed them
//! before and no longer does, no script runs: the wall was promised.
//!
//! Both versions are tried: the unified tree, if our own group was delegated to us, and the older trees, if we may
//! create groups in ours.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use crate::job::Limits;

/// The start of every group's name.
const PREFIX: &str = "fingertip-";
/// How often, and at which interval, removing a group is tried: killed processes take a moment to disappear, longer on
/// a busy machine.
const TRIES: u32 = 1000;
const BETWEEN: Duration = Duration::from_millis(2);
/// A group without processes is abandoned when it is older than this: a run puts its helper in at once, and removes the
/// group when it ends.
const ABANDONED: Duration = Duration::from_secs(60);

/// Searches for a group below which we may create others.
type Find = fn() -> Result<CgroupParent, String>;

/// The groups of a sandbox.
#[derive(Debug)]
pub(crate) struct Groups {
    /// The parent of new groups, or why there is none.
    parent: Mutex<Result<CgroupParent, String>>,
    find: Find,
}

impl Groups {
    /// Finds out whether groups can be created.
    pub(crate) fn find() -> Self {
        Self { parent: Mutex::new(CgroupParent::find()), find: CgroupParent::find }
    }

    /// Whether groups can be created; if not, why.
    pub(crate) fn stand(&self) -> Result<(), String> {
        self.parent().as_ref().map(drop).map_err(Clone::clone)
    }

    /// Creates a group for a run; `None` if there never were any. If there were and this parent fails, another one is
    /// searched for. Without another it is an error, because the run was promised a group.
    pub(crate) fn group(&self, limits: &Limits) -> Result<Option<Group>, String> {
        let mut parent = self.parent();
        let Ok(known) = &*parent else { return Ok(None) };
        let why = match known.group(limits) {
            Ok(group) => return Ok(Some(group)),
            Err(why) => why,
        };
        let found = (self.find)().and_then(|found| Ok((found.group(limits)?, found)));
        let gone = |error| format!("the control group is gone: {why}; no other can be created: {error}");
        let (group, found) = found.map_err(gone)?;
        *parent = Ok(found);
        Ok(Some(group))
    }

    fn parent(&self) -> std::sync::MutexGuard<'_, Result<CgroupParent, String>> {
        self.parent.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Groups below a parent that does not exist, on a machine that has no other.
    #[cfg(test)]
    pub(crate) fn gone(parent: PathBuf) -> Self {
        Self { parent: Mutex::new(Ok(CgroupParent::V2(parent))), find: || Err("nothing is mounted".to_owned()) }
    }
}

/// The control group below which the groups of runs are created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CgroupParent {
    /// A group of the unified tree (cgroup v2).
    V2(PathBuf),
    /// Groups of the older trees, one for each controller (cgroup v1).
    V1 {
        /// Of the `memory` controller.
        memory: PathBuf,
        /// Of the `pids` controller, if that tree is mounted.
        pids: Option<PathBuf>,
    },
}

/// The group of one run. Dropping it removes it.
#[derive(Debug)]
pub(crate) struct Group {
    folders: Vec<PathBuf>,
}

impl CgroupParent {
    /// Finds a parent by creating a group below it, or returns why there is none.
    pub(crate) fn find() -> Result<Self, String> {
        let mounts = read("/proc/self/mounts")?;
        let ours = read("/proc/self/cgroup")?;
        let parents = Self::named(&mounts, &ours);
        if parents.is_empty() {
            return Err("no control groups are mounted".to_owned());
        }
        let mut why = String::new();
        for parent in parents {
            match parent.group(&Limits::default()) {
                Ok(_) => {
                    parent.remove_abandoned(SystemTime::now());
                    return Ok(parent);
                }
                Err(error) => why = error,
            }
        }
        Err(why)
    }

    /// The parents that the system's own tables name, cgroup v2 first.
    fn named(mounts: &str, ours: &str) -> Vec<Self> {
        let own = |names: &str| {
            let lines = ours.lines().filter_map(|line| line.splitn(3, ':').skip(1).collect::<Vec<_>>().try_into().ok());
            let mut found =
                lines.filter(|[controllers, _]: &[&str; 2]| controllers.split(',').any(|each| each == names));
            found.next().map(|[_, path]| path.trim_start_matches('/').to_owned())
        };
        let mounted = |wanted: &str, option: Option<&str>| {
            mounts.lines().find_map(|line| {
                let mut words = line.split(' ').skip(1);
                let (parent, kind, options) = (words.next()?, words.next()?, words.next()?);
                let fits = kind == wanted && option.is_none_or(|option| options.split(',').any(|each| each == option));
                fits.then(|| PathBuf::from(parent))
            })
        };
        let unified = mounted("cgroup2", None).zip(own("")).map(|(root, path)| Self::V2(root.join(path)));
        let older = |name: &str| mounted("cgroup", Some(name)).zip(own(name)).map(|(root, path)| root.join(path));
        let older = older("memory").map(|memory| Self::V1 { memory, pids: older("pids") });
        unified.into_iter().chain(older).collect()
    }

    /// Removes the groups of processes that were killed before they could do it themselves. The system refuses to
    /// remove a group that has processes.
    fn remove_abandoned(&self, now: SystemTime) {
        let (Self::V2(first) | Self::V1 { memory: first, .. }) = self;
        let second = if let Self::V1 { pids, .. } = self { pids.as_ref() } else { None };
        for parent in [Some(first), second].into_iter().flatten() {
            for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
                let ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
                let created = entry.metadata().and_then(|about| about.modified());
                if ours && created.is_ok_and(|at| now.duration_since(at).is_ok_and(|age| age > ABANDONED)) {
                    let _ = fs::remove_dir(entry.path());
                }
            }
        }
    }

    /// Creates a group with these limits.
    pub(crate) fn group(&self, limits: &Limits) -> Result<Group, String> {
        // Keeps the names of two runs of one process apart.
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = &format!("{PREFIX}{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let mut group = Group { folders: Vec::new() };
        match self {
            Self::V2(parent) => {
                let folder = group.make(parent, name)?;
                set(&folder, "memory.max", limits.memory)?;
                set(&folder, "pids.max", limits.processes)?;
                // Fails without swap, and then there is nothing to limit.
                let _ = set(&folder, "memory.swap.max", 0);
            }
            Self::V1 { memory, pids } => {
                let folder = group.make(memory, name)?;
                set(&folder, "memory.limit_in_bytes", limits.memory)?;
                let _ = set(&folder, "memory.memsw.limit_in_bytes", limits.memory);
                if let Some(pids) = pids {
                    let folder = group.make(pids, name)?;
                    set(&folder, "pids.max", limits.processes)?;
                }
            }
        }
        Ok(group)
    }
}

impl Group {
    fn make(&mut self, parent: &Path, name: &str) -> Result<PathBuf, String> {
        let folder = parent.join(name);
        fs::create_dir(&folder)
            .map_err(|error| format!("no group can be created below `{}`: {error}", parent.display()))?;
        self.folders.push(folder.clone());
        Ok(folder)
    }

    /// Adds a process and its children, and so everything that any of them starts from then on.
    pub(crate) fn admit(&self, process: u32) -> Result<(), String> {
        self.folders.iter().try_for_each(|folder| set(folder, "cgroup.procs", process.into()))?;
        // Processes that it starts after this are already in; those from before are searched for.
        children(process).into_iter().try_for_each(|child| self.admit(child))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        for folder in &self.folders {
            for _ in 0..TRIES {
                match fs::remove_dir(folder) {
                    Err(error) if error.kind() != std::io::ErrorKind::NotFound => std::thread::sleep(BETWEEN),
                    _ => break,
                }
            }
        }
    }
}

/// The children of a process; empty if the system does not tell, or the process has ended.
fn children(process: u32) -> Vec<u32> {
    let listed = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    listed.split_whitespace().filter_map(|child| child.parse().ok()).collect()
}

fn set(folder: &Path, file: &str, value: u64) -> Result<(), String> {
    let path = folder.join(file);
    // Never created: a missing file means a missing controller.
    let written = fs::OpenOptions::new().write(true).open(&path).and_then(|mut file| {
        use std::io::Write as _;
        file.write_all(value.to_string().as_bytes())
    });
    written.map_err(|error| format!("`{}` cannot be set: {error}", path.display()))
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("`{path}` cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(mounts: &str, ours: &str, expected: &[CgroupParent]) {
        assert_eq!(CgroupParent::named(mounts, ours), expected, "{ours}");
    }

    #[test]
    fn groups_are_looked_for_where_the_system_says_that_ours_are() {
        let unified = "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n";
        let here = CgroupParent::V2(PathBuf::from("/sys/fs/cgroup/user.slice/app"));
        check(unified, "0::/user.slice/app\n", std::slice::from_ref(&here));
        let older =
            "cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\ncgroup /sys/fs/cgroup/pids cgroup rw,pids 0 0\n";
        let there = CgroupParent::V1 {
            memory: PathBuf::from("/sys/fs/cgroup/memory/a/b"),
            pids: Some(PathBuf::from("/sys/fs/cgroup/pids")),
        };
        check(older, "8:pids:/\n4:memory:/a/b\n", std::slice::from_ref(&there));
        check(&format!("{older}{unified}"), "8:pids:/\n4:memory:/a/b\n0::/user.slice/app\n", &[here, there]);
        check("", "0::/\n", &[]);
        check(unified, "garbage\n\n:\n", &[]);
    }

    #[test]
    fn abandoned_groups_are_removed_and_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        for name in ["fingertip-7-0", "fingertip-7-1/a", "another"] {
            fs::create_dir_all(parent.path().join(name)).unwrap();
        }
        let left = || {
            let entries = fs::read_dir(parent.path()).unwrap().flatten();
            let mut names: Vec<_> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        let groups = CgroupParent::V2(parent.path().to_owned());
        let now = SystemTime::now();
        groups.remove_abandoned(now);
        assert_eq!(left(), ["another", "fingertip-7-0", "fingertip-7-1"], "they are new");
        groups.remove_abandoned(now + ABANDONED * 2);
        assert_eq!(left(), ["another", "fingertip-7-1"], "the folder in it stands for a process");
    }
}
