//! `/proc` and `/sys`: what the kernel says of the phone, made when somebody looks and kept until something changes.
//! They are mounted over the folders of that name, so nothing of them is ever saved.

mod proc;
mod process;
mod sys;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::Files;
use super::node::{Body, Node};
use crate::identity::Identity;
use crate::process::{Process, SHELL_PID};

/// The cores of a Pixel 8: part number, highest and lowest speed in kHz.
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

/// What the kernel knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelState {
    /// The clock, in milliseconds since 1970.
    pub now_ms: i64,
    /// How long it has been on, in milliseconds.
    pub up_ms: i64,
    /// Battery, in percent.
    pub battery: u8,
    /// Whether something charges it.
    pub charging: bool,
    /// Whether Wi-Fi is on.
    pub wifi: bool,
    /// Brightness of the screen, 0 to 255.
    pub brightness: u8,
    /// A number that changes with what runs.
    pub runs: u64,
    /// What runs.
    pub processes: Arc<Vec<Process>>,
}

/// What the kernel calls itself.
#[derive(Debug, Default)]
struct Names {
    release: String,
    version: String,
    line: String,
}

/// What is mounted, as far as it was looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct Kernel {
    /// Whether there are folders to mount it on.
    ready: bool,
    names: Arc<Names>,
    state: KernelState,
    tree: OnceLock<Arc<Node>>,
}

impl Kernel {
    /// Takes what the kernel is called from the phone's identity.
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

    /// A folder of `/` that the kernel fills.
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
    /// What the kernel knew when it was last told.
    pub fn kernel(&self) -> &KernelState {
        &self.kernel.state
    }

    /// Tells the kernel how things are.
    pub fn tell_kernel(&mut self, state: KernelState) {
        if state != self.kernel.state {
            (self.kernel.state, self.kernel.tree) = (state, OnceLock::new());
        }
    }

    /// Mounts `/proc` and `/sys`.
    pub(super) fn mount_kernel(&mut self) {
        self.kernel.ready = true;
        // Until it is told otherwise it has been on for a day.
        self.kernel.state.up_ms = 86_400_000;
    }
}

/// A tree that is being made; paths are relative to `/`.
struct Builder {
    root: Node,
    inode: u64,
    now_ms: i64,
}

impl Builder {
    /// A file that anybody may read.
    fn file(&mut self, path: &str, text: impl Into<Vec<u8>>) {
        self.put(path, 0o444, 0, Body::File(Arc::new(text.into())));
    }

    /// A link.
    fn link(&mut self, path: &str, target: &str) {
        self.put(path, 0o777, 0, Body::Link(target.to_owned()));
    }

    /// An entry with the folders above it.
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
