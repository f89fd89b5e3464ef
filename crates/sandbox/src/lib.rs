//! Runs scripts that cannot hurt.
//!
//! A [`Sandbox`] runs one script at a time in a tree of processes of its own: an unprivileged user in new user, mount,
//! pid, network, ipc and uts namespaces, with landlock, a filter of system calls and resource limits on top. The network
//! is empty, the file system is a small one made for this run, and when the first process ends, or whoever started it,
//! the kernel kills everything that is left. What a script printed and the files it leaves are in its run folder.
//!
//! The walls are put up by the program itself, executed again in three stages ([`stage`]), so that nothing here needs
//! `unsafe`: `namespaces` makes the namespaces and waits, `init` is their first process and builds the file system,
//! `inner` gives up what is left and becomes the interpreter. Where our own namespaces are forbidden, bubblewrap takes
//! the place of the first two.
//!
//! Laws: a script is never run bare. Without a pid namespace, without an empty network or without a wall around files
//! it is refused with the reason. It knows nothing of agents, phones or the rest of this workspace.

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
