//! Runs untrusted scripts in isolation.
//!
//! A [`Sandbox`] runs one script at a time in its own process tree: an unprivileged user in new user, mount, pid,
//! network, ipc, uts and cgroup namespaces, with landlock, a system call filter and resource limits on top. The network
//! is empty, the file system is a small one built for this run, and when the first process or its parent ends, the
//! kernel kills everything that is left. The run folder keeps the script's output and the files it leaves.
//!
//! The program itself builds the walls: it is executed again in three stages ([`stage`]), so that nothing here needs
//! `unsafe`. `namespaces` creates the namespaces and waits, `init` is their first process and builds the file system,
//! `inner` drops the remaining privileges and becomes the interpreter. If our own namespaces are forbidden, bubblewrap
//! replaces the first two.
//!
//! Invariants: a script never runs without walls. Without a pid namespace, an empty network or a wall around files it
//! is refused with the reason. This crate knows nothing of agents, phones or the rest of this workspace.

#![cfg_attr(not(target_os = "linux"), expect(unused, reason = "there are no walls elsewhere"))]

mod bubblewrap;
mod cgroup;
mod child;
mod collected;
mod error;
mod frame;
mod interpreter;
mod job;
mod left_out;
mod probe;
mod run;
mod run_folder;
mod run_output;
pub mod stage;

pub use self::error::SandboxError;
pub use self::job::Limits;
pub use self::left_out::{LeftOut, Reason};
pub use self::probe::{Builder, Wall, Walls};
pub use self::run::{Finished, Run, Sandbox, Stop};
