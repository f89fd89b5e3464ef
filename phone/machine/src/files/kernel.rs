//! `/proc` and `/sys`: the kernel's view of the phone, built on access and cached until something changes. They are
//! mounted over the folders of that name, so they are never saved.

mod proc;
mod process;
mod sys;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::Files;
use super::node::{Body, Node};
use crate::identity::Identity;
use crate::process::{Process, SHELL_PID};

/// The cores of a Pixel 8: part number, highest and lowest frequency in kHz.
const CORES: [(u16, u32, u32); 9] = [
    (0xd46, 1_704_000, 324_000),
    (0xd46, 1_704_000, 324_000),
    (0xd46, 1_704_000, 324_000),
    (0xd46, 1_704_000, 324_000),
    (0xd4d, 2_367_000, 402_000),
    (0xd4d, 2_367_000, 402_000),
    (0xd4d, 2_367_000, 402_000),
    (0xd4d, 2_367_000, 402_000),
    (0xd4e, 2_914_000, 500_000),
];

/// The state that the kernel exposes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelState {
    /// The clock, in milliseconds since 1970.
    pub now_ms: i64,
    /// The uptime, in milliseconds.
    pub up_ms: i64,
    /// The battery level, in percent.
    pub battery: u8,
    /// Whether it is charging.
    pub charging: bool,
    /// Whether Wi-Fi is on.
    pub wifi: bool,
    /// The screen's brightness, 0 to 255.
    pub brightness: u8,
    /// A number that changes with the list of processes.
    pub runs: u64,
    /// The running processes.
    pub processes: Arc<Vec<Process>>,
}

/// The kernel's names and versions.
#[derive(Debug, Default)]
struct Names {
    release: String,
    version: String,
    line: String,
}

/// The mounts, as far as they were accessed.
#[derive(Clone, Debug, Default)]
pub(super) struct Kernel {
    /// Whether the mount points exist.
    ready: bool,
    names: Arc<Names>,
    state: KernelState,
    tree: OnceLock<Arc<Node>>,
}

impl Kernel {
    /// Sets the kernel's names from the phone's identity.
    pub(super) fn set_names(&mut self, identity: &Identity) {
        self.names = Arc::new(Names {
            release: identity.kernel_release().to_owned(),
            version: identity.kernel_version().to_owned(),
            line: identity.proc_version(),
        });
        self.tree = OnceLock::new();
    }

    pub(super) fn state(&self) -> &KernelState {
        &self.state
    }

    /// Returns a top-level folder that the kernel fills.
    pub(super) fn mounted(&self, name: &str) -> Option<&Arc<Node>> {
        if !self.ready || (name != "proc" && name != "sys") {
            return None;
        }
        let tree = self.tree.get_or_init(|| Arc::new(build(&self.state, &self.names)));
        match &tree.body {
            Body::Directory(entries) => entries.get(name),
            _ => None,
        }
    }
}

impl Files {
    /// Returns the state last set.
    pub fn kernel(&self) -> &KernelState {
        &self.kernel.state
    }

    /// Sets the kernel's state.
    pub fn tell_kernel(&mut self, state: KernelState) {
        if state != self.kernel.state {
            (self.kernel.state, self.kernel.tree) = (state, OnceLock::new());
        }
    }

    /// Mounts `/proc` and `/sys`.
    pub(super) fn mount_kernel(&mut self) {
        self.kernel.ready = true;
        // The default uptime is one day.
        self.kernel.state.up_ms = 86_400_000;
    }
}

/// A tree under construction; paths are relative to `/`.
struct Builder {
    root: Node,
    inode: u64,
    now_ms: i64,
}

impl Builder {
    /// Adds a world-readable file.
    fn file(&mut self, path: &str, text: impl Into<Vec<u8>>) {
        self.put(path, 0o444, 0, Body::File(Arc::new(text.into())));
    }

    /// Adds a link.
    fn link(&mut self, path: &str, target: &str) {
        self.put(path, 0o777, 0, Body::Link(target.to_owned()));
    }

    /// Adds an entry and its parent folders.
    fn put(&mut self, path: &str, permissions: u32, uid: u32, body: Body) {
        let mut node = &mut self.root;
        for name in path.split('/') {
            let Body::Directory(entries) = &mut node.body else { return };
            self.inode += 1;
            let (inode, mtime_ms) = (self.inode, self.now_ms);
            let child = entries.entry(name.to_owned()).or_insert_with(|| Arc::new(folder(inode, mtime_ms)));
            node = Arc::make_mut(child);
        }
        (node.permissions, node.uid, node.gid, node.body) = (permissions, uid, uid, body);
    }
}

fn folder(inode: u64, mtime_ms: i64) -> Node {
    Node { permissions: 0o555, uid: 0, gid: 0, mtime_ms, inode, body: Body::Directory(BTreeMap::new()) }
}

fn build(state: &KernelState, names: &Names) -> Node {
    let mut builder = Builder { root: folder(1, state.now_ms), inode: 0, now_ms: state.now_ms };
    let up_ms = state.up_ms.max(0);
    proc::fill(&mut builder, state, names, up_ms);
    let shell = Process {
        pid: SHELL_PID,
        ppid: SHELL_PID - 1,
        user: "shell".to_owned(),
        name: "sh".to_owned(),
        command: "/system/bin/sh".to_owned(),
        rss_kb: 3_200,
        vsz_kb: 10_802_360,
    };
    for process in state.processes.iter().chain([&shell]) {
        process::fill(&mut builder, process, up_ms);
    }
    proc::fill_own(&mut builder, state, up_ms);
    sys::fill(&mut builder, state);
    builder.root
}
