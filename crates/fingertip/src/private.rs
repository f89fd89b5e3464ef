//! Whatever a process that owns a data folder writes is for its person alone.

/// From here on nobody but the person reads what this process makes, whichever crate makes it. For commands
/// that write nothing but the data folder.
pub(crate) fn keep_from_others() {
    #[cfg(unix)]
    {
        use rustix::fs::Mode;
        rustix::process::umask(Mode::RWXG | Mode::RWXO);
    }
}
