//! Names that the shell reader knows: services, wrappers, shells, variables, and programs that only read.
//!
//! Data only. `table` lists the effects of programs with their arguments.

/// Services behind `cmd` that also have a program: `cmd package clear` is `pm clear`.
pub(super) const SERVICES: &[(&str, &str)] = &[
    ("activity", "am"),
    ("appops", "appops"),
    ("content", "content"),
    ("device_policy", "dpm"),
    ("device_config", "device_config"),
    ("input", "input"),
    ("input_method", "ime"),
    ("lock_settings", "locksettings"),
    ("package", "pm"),
    ("settings", "settings"),
    ("window", "wm"),
];

/// The recovery's own flags for erasing; a command with one of them always needs approval.
pub(super) const ERASES: &[&str] = &["--wipe_data", "--wipe-data", "--wipe_cache", "--wipe_all"];

/// Programs that run another program, named among their arguments.
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
    "simpleperf",
    "heapprofd",
    "catchsegv",
    "ltrace",
    "prlimit",
    "setarch",
    "linux64",
    "linux32",
    "fakeroot",
    "proot",
    "daemonize",
    "tsu",
    "pkexec",
    "runuser",
    "capsh",
    "cgexec",
    "renice",
    "uclampset",
    "inotifyd",
    "repeat",
    "chronic",
    "unbuffer",
];

/// Wrappers that run their program repeatedly or later, so its touches reach a screen that has not been looked at.
pub(super) const LATER: &[&str] =
    &["xargs", "find", "watch", "parallel", "nohup", "setsid", "inotifyd", "daemonize", "start-stop-daemon", "repeat"];

/// Builtins that set variables.
pub(super) const DECLARES: &[&str] =
    &["export", "typeset", "declare", "local", "readonly", "set", "unset", "read", "let"];

/// Programs whose verbs are words among their arguments.
pub(super) const SERVICE_PROGRAMS: &[&str] =
    &["cmd", "pm", "svc", "sm", "bmgr", "device_config", "telecom", "wm", "media"];

/// Programs that take no time and change nothing visible: a touch next to one of them still reaches this screen.
pub(super) const INSTANT: &[&str] =
    &["echo", "printf", "true", ":", "ls", "id", "pwd", "date", "whoami", "exit", "cd", "wait"];

/// The folders of Android's own programs. A program elsewhere was installed by a person or a program.
pub(super) const SYSTEM_FOLDERS: &[&str] =
    &["/system/", "/vendor/", "/apex/", "/product/", "/system_ext/", "/odm/", "/bin/", "/sbin/", "/usr/bin/"];

/// Shells, which run the text after `-c`, a file, or their standard input.
pub(super) const SHELLS: &[&str] = &["sh", "bash", "mksh", "ash", "dash", "zsh", "ksh", "hush", "lash"];

/// Words that precede a command without being one.
pub(super) const RESERVED: &[&str] = &["if", "then", "else", "elif", "while", "until", "do", "!", "{", "coproc"];

/// Variables that change which program a command runs.
pub(super) const PERILOUS: &[&str] = &[
    "PATH",
    "IFS",
    "ENV",
    "BASH_ENV",
    "SHELL",
    "CLASSPATH",
    "TOYBOX",
    "FPATH",
    "PS4",
    "PROMPT_COMMAND",
    "EDITOR",
    "PAGER",
];

/// Commands that only read, whatever follows: an approval may be remembered by these words.
pub(super) const STARTS: &[&[&str]] = &[
    &["tr"],
    &["echo"],
    &["printf"],
    &["pwd"],
    &["id"],
    &["whoami"],
    &["uname"],
    &["uptime"],
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
    &["ime", "list"],
    &["service", "list"],
    &["service", "check"],
];

/// Programs that only read the given files: an approval is remembered together with the files.
pub(super) const FILE_READERS: &[&str] = &[
    "ls",
    "cat",
    "head",
    "tail",
    "grep",
    "egrep",
    "fgrep",
    "wc",
    "cut",
    "df",
    "du",
    "stat",
    "file",
    "md5sum",
    "sha1sum",
    "sha256sum",
];
