//! The processes of the phone, as `ps` and `/proc` show them.

/// The number of the shell's process.
pub const SHELL_PID: u32 = 14_021;

/// A running process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Number.
    pub pid: u32,
    /// Number of the parent.
    pub ppid: u32,
    /// Name of the user, as `u0_a123`.
    pub user: String,
    /// Name: of an app, its package.
    pub name: String,
    /// The whole command line; of an app, its package.
    pub command: String,
    /// Memory in use, in KiB.
    pub rss_kb: u64,
    /// Address space, in KiB.
    pub vsz_kb: u64,
}
