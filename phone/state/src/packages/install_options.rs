//! The options of `pm install` and of an installation session.

/// How to install.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InstallOptions {
    /// `-t`: accepts test-only packages.
    pub test_only: bool,
    /// `-g`: grants all run-time permissions.
    pub grant: bool,
    /// `-d`: accepts an older version.
    pub downgrade: bool,
    /// `-R`: does not replace an installed package.
    pub no_replace: bool,
    /// `--bypass-low-target-sdk-block`
    pub old_target: bool,
    /// `-p PACKAGE`: keeps the installed parts and adds to them.
    pub inherit: Option<String>,
    /// `-i PACKAGE`: the installer's package name.
    pub installer: Option<String>,
}
