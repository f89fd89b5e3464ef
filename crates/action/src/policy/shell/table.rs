//! What is known about the programs of a phone's shell.
//!
//! Data for the shell reader. A program that is not named here is not trusted: it is asked about, to
//! the letter of its command. To add one, add a row.

use super::Effect;

/// What an argument must be for a row to fit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arg {
    /// One of these words.
    Is(&'static [&'static str]),
    /// Something with one of these in it.
    Has(&'static [&'static str]),
}

/// A program that does something when its arguments fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The program; a name that ends in `*` is a beginning.
    pub(super) program: &'static str,
    /// What must stand among its arguments, each somewhere. Nothing: whatever its arguments.
    pub(super) args: &'static [Arg],
    /// What it then does.
    pub(super) effect: Effect,
}

const fn row(program: &'static str, args: &'static [Arg], effect: Effect) -> Row {
    Row { program, args, effect }
}

use Arg::{Has, Is};
use Effect::{Deletes, Grants, Resets, Sends, Touches, Unclear};

const REMOVES: &[&str] =
    &["uninstall", "uninstall-system-updates", "clear", "remove-user", "delete", "delete-user-data", "rollback-app"];
const LISTENERS: &[&str] = &[
    "enabled_accessibility_services",
    "enabled_notification_listeners",
    "enabled_notification_assistant",
    "enabled_notification_policy_access_packages",
    "install_non_market_apps",
    "package_verifier",
    "adb_wifi_enabled",
];

/// The programs that are always asked about, and those that touch the screen.
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row("recovery", &[], Resets),
    row("am", &[Has(&["MASTER_CLEAR", "FACTORY_RESET"])], Resets),
    row("cmd", &[Is(&["wipe", "wipe-data", "wipe_data", "factory-reset", "factory_reset"])], Resets),
    row("cmd", &[Is(&["testharness"]), Is(&["enable"])], Resets),
    row("uncrypt", &[], Resets),
    row("setprop", &[Has(&["sys.powerctl"])], Unclear),

    row("rm", &[], Deletes),
    row("rmdir", &[], Deletes),
    row("unlink", &[], Deletes),
    row("shred", &[], Deletes),
    row("wipe", &[], Deletes),
    row("dd", &[], Deletes),
    row("mkfs*", &[], Deletes),
    row("mke2fs", &[], Deletes),
    row("make_f2fs", &[], Deletes),
    row("newfs_msdos", &[], Deletes),
    row("mkswap", &[], Deletes),
    row("blkdiscard", &[], Deletes),
    row("flash_image", &[], Deletes),
    row("sgdisk", &[], Deletes),
    row("truncate", &[], Deletes),
    row("sqlite3", &[], Deletes),
    row("find", &[Is(&["-delete"])], Deletes),
    row("pm", &[Is(REMOVES)], Deletes),
    row("content", &[Is(&["delete"])], Deletes),
    row("settings", &[Is(&["delete", "reset"])], Deletes),
    row("bmgr", &[Is(&["wipe", "restore"])], Deletes),
    row("sm", &[Is(&["partition", "format", "wipe", "forget", "benchmark"])], Deletes),
    row("vdc", &[], Deletes),
    row("am", &[Has(&["UNINSTALL_PACKAGE", "action.DELETE"])], Deletes),

    row("pm", &[Is(&["grant", "set-permission-flags", "set-permission-enforced"])], Grants),
    row("cmd", &[Is(&["add-role-holder", "set-bypassing-role-qualification"])], Grants),
    row("cmd", &[Is(&["allow_listener", "allow_assistant", "allow_dnd"])], Grants),
    row("appops", &[Is(&["set", "write-settings"])], Grants),
    row("settings", &[Is(&["put"]), Has(LISTENERS)], Grants),
    row("content", &[Is(&["insert", "update", "call"]), Has(LISTENERS)], Grants),
    row("dpm", &[], Grants),
    row("locksettings", &[], Grants),
    row("setenforce", &[], Grants),

    row("service", &[Is(&["call"]), Is(&["isms", "isms2", "phone", "phone2", "telecom", "imms"])], Sends),
    row("am", &[Has(&["action.CALL", "action.SEND", "CALL_PRIVILEGED", "CALL_EMERGENCY"])], Sends),
    row("am", &[Is(&["CALL", "SEND", "SENDTO", "SEND_MULTIPLE"])], Sends),

    // Code in another language, or a raw transaction to a system service.
    row("service", &[Is(&["call"])], Unclear),
    row("eval", &[], Unclear),
    row("source", &[], Unclear),
    row(".", &[], Unclear),
    row("alias", &[], Unclear),
    row("trap", &[], Unclear),
    row("function", &[], Unclear),
    row("case", &[], Unclear),
    row("app_process*", &[], Unclear),
    row("dalvikvm*", &[], Unclear),
    row("python*", &[], Unclear),
    row("perl", &[], Unclear),
    row("lua*", &[], Unclear),
    row("ruby", &[], Unclear),
    row("awk", &[Has(&["system", "|"])], Unclear),

    row("input", &[], Touches),
    row("monkey", &[], Touches),
    row("sendevent", &[], Touches),
    row("uiautomator", &[Is(&["runtest"])], Touches),
    row("am", &[Is(&["instrument"])], Touches),
];

/// Services that `cmd` reaches and that have a program of their own: `cmd package clear` is `pm clear`.
pub(super) const SERVICES: &[(&str, &str)] = &[
    ("activity", "am"),
    ("appops", "appops"),
    ("content", "content"),
    ("device_policy", "dpm"),
    ("input", "input"),
    ("lock_settings", "locksettings"),
    ("package", "pm"),
    ("settings", "settings"),
];

/// What no command may say without being asked about: the recovery's own words for erasing.
pub(super) const ERASES: &[&str] = &["--wipe_data", "--wipe-data", "--wipe_cache", "--wipe_all"];

/// Programs that run another program, which is named among their arguments.
pub(super) const WRAPPERS: &[&str] = &[
    "su",
    "sudo",
    "doas",
    "toybox",
    "toolbox",
    "busybox",
    "xargs",
    "nohup",
    "env",
    "exec",
    "time",
    "nice",
    "ionice",
    "setsid",
    "timeout",
    "command",
    "builtin",
    "chroot",
    "run-as",
    "nsenter",
    "unshare",
    "taskset",
    "stdbuf",
    "strace",
    "watch",
    "logwrapper",
    "parallel",
    "start-stop-daemon",
    "chrt",
    "flock",
    "script",
];

/// Shells, which run the text after `-c`, or a file, or whatever they are given to read.
pub(super) const SHELLS: &[&str] = &["sh", "bash", "mksh", "ash", "dash", "zsh", "ksh", "hush", "lash"];

/// Words that stand before a command without being one.
pub(super) const RESERVED: &[&str] = &["if", "then", "else", "elif", "while", "until", "do", "!", "{", "coproc"];

/// Variables that decide what a command is.
pub(super) const PERILOUS: &[&str] =
    &["PATH", "IFS", "ENV", "BASH_ENV", "SHELL", "LD_PRELOAD", "LD_LIBRARY_PATH", "CLASSPATH", "TOYBOX"];

/// Commands that only look, however they go on: a yes to one may be remembered by these words.
pub(super) const STARTS: &[&[&str]] = &[
    &["ls"],
    &["cat"],
    &["head"],
    &["tail"],
    &["grep"],
    &["egrep"],
    &["fgrep"],
    &["wc"],
    &["cut"],
    &["tr"],
    &["echo"],
    &["printf"],
    &["pwd"],
    &["id"],
    &["whoami"],
    &["uname"],
    &["uptime"],
    &["df"],
    &["du"],
    &["stat"],
    &["file"],
    &["md5sum"],
    &["sha1sum"],
    &["sha256sum"],
    &["ps"],
    &["getprop"],
    &["which"],
    &["basename"],
    &["dirname"],
    &["sleep"],
    &["true"],
    &["test"],
    &["["],
    &["pm", "list"],
    &["pm", "path"],
    &["pm", "dump"],
    &["cmd", "package", "list"],
    &["cmd", "package", "resolve-activity"],
    &["cmd", "package", "query-activities"],
    &["dumpsys", "window"],
    &["dumpsys", "activity"],
    &["dumpsys", "package"],
    &["dumpsys", "meminfo"],
    &["dumpsys", "display"],
    &["dumpsys", "input_method"],
    &["dumpsys", "notification"],
    &["dumpsys", "location"],
    &["settings", "get"],
    &["settings", "list"],
    &["content", "query"],
    &["ime", "list"],
    &["service", "list"],
    &["service", "check"],
];
