//! The options of `pm install` and of an installation session.

/// How to install.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InstallOptions {
    /// `-t`: also what is for tests only.
    pub test_only: bool,
    /// `-g`: with all run-time permissions.
    pub grant: bool,
    /// `-d`: also an older version.
    pub downgrade: bool,
    /// `-R`: not over what is there.
    pub no_replace: bool,
    /// `--bypass-low-target-sdk-block`
    pub old_target: bool,
    /// `-p PACKAGE`: keeps the parts that are installed and adds to them.
    pub inherit: Option<String>,
    /// `-i PACKAGE`: who says that it installs.
    pub installer: Option<String>,
}
