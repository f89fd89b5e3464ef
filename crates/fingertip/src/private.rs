//! Makes the files of a data folder readable by their owner only.

/// Restricts the file mode mask of this process, so that all files it creates, in any crate, are private. For commands
/// that write only to the data folder.
pub(crate) fn keep_from_others() {
    #[cfg(unix)]
    {
        use rustix::fs::Mode;
        rustix::process::umask(Mode::RWXG | Mode::RWXO);
    }
}
