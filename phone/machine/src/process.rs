//! The processes of the phone, as `ps` and `/proc` show them.

/// The pid of the shell.
pub const SHELL_PID: u32 = 14_021;

/// A running process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// The pid.
    pub pid: u32,
    /// The parent's pid.
    pub ppid: u32,
    /// The user name, such as `u0_a123`.
    pub user: String,
    /// The name; for an app, its package.
    pub name: String,
    /// The whole command line; for an app, its package.
    pub command: String,
    /// Memory in use, in KiB.
    pub rss_kb: u64,
    /// Address space, in KiB.
    pub vsz_kb: u64,
}
