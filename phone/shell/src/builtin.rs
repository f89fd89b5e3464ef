//! Builtins, the commands that change the shell itself: `cd`, `export`, `set`, `exit`, `read`, …

mod declare;
mod getopts;
mod session;

pub(super) use self::session::run_script;
use super::state::Flow;
use super::syntax::{CommandKind, Part};
use super::{Io, Os, Shell, conditional, format, limits, program};

/// A builtin. It may change the shell, and its result says where the script continues.
pub(super) type Builtin = fn(&mut Shell, &[String], &mut Io, &mut dyn Os) -> Flow;

/// All builtins by name. Commands that mksh has built in without needing to (`kill`, `pwd`) are in the program table.
const BUILTINS: &[(&str, Builtin)] = &[
    (".", session::source),
    (":", |shell, _, _, _| shell.done(0)),
    ("[", conditional::bracket),
    ("alias", session::alias),
    ("bg", session::bg),
    ("break", |shell, args, io, _| {
        if shell.loops_running == 0 {
            return shell.refuse(io, "break: can't break", 0);
        }
        shell.leave_loop(args, Flow::Break)
    }),
    ("builtin", |shell, args, io, os| shell.again(args, io, os)),
    ("cd", session::cd),
    ("command", command),
    ("continue", |shell, args, io, _| {
        if shell.loops_running == 0 {
            return shell.refuse(io, "continue: can't continue", 0);
        }
        shell.leave_loop(args, Flow::Continue)
    }),
    ("echo", echo),
    ("eval", session::eval),
    ("exec", session::exec),
    ("exit", session::exit),
    ("export", declare::export),
    ("false", |shell, _, _, _| shell.done(1)),
    ("fg", session::fg),
    ("getopts", getopts::getopts),
    ("hash", |shell, _, _, _| shell.done(0)),
    ("jobs", session::jobs),
    ("let", session::arithmetic),
    ("local", declare::typeset),
    ("print", print),
    ("printf", printf),
    ("read", declare::read),
    ("readonly", declare::readonly),
    ("return", session::leave_function),
    ("set", declare::set),
    ("sh", session::sh),
    ("shift", declare::shift),
    ("source", session::source),
    ("test", conditional::test),
    ("trap", session::trap),
    ("true", |shell, _, _, _| shell.done(0)),
    ("type", kind),
    ("typeset", declare::typeset),
    ("ulimit", |shell, _, io, _| {
        io.out("unlimited\n");
        shell.done(0)
    }),
    ("umask", session::umask),
    ("unalias", session::unalias),
    ("unset", declare::unset),
    ("wait", session::wait),
    ("whence", whence),
];

/// Returns the builtin with this name.
pub(super) fn find(name: &str) -> Option<Builtin> {
    let index = BUILTINS.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
    BUILTINS.get(index).map(|(_, act)| *act)
}

/// Whether the command is `exec` without a program.
pub(super) fn is_bare_exec(kind: &CommandKind) -> bool {
    let CommandKind::Simple { words, .. } = kind else { return false };
    matches!(words.as_slice(), [word] if matches!(word.as_slice(), [Part::Plain(name)] if name == "exec"))
}

/// POSIX's special builtins.
const SPECIAL: &[&str] = &[
    ".", ":", "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift", "times",
    "trap", "unset",
];

/// Whether the command is a special builtin.
pub(super) fn is_special(kind: &CommandKind) -> bool {
    let CommandKind::Simple { words, .. } = kind else { return false };
    matches!(words.first().map(Vec::as_slice), Some([Part::Plain(name)]) if SPECIAL.contains(&name.as_str()))
}

impl Shell {
    fn done(&mut self, status: i32) -> Flow {
        self.status = status;
        Flow::Next
    }

    /// Writes an error message in the name of the running builtin.
    fn refuse(&mut self, io: &mut Io, message: &str, status: i32) -> Flow {
        io.err(format!("{}: {message}\n", self.scope.name));
        self.done(status)
    }

    fn leave_loop(&mut self, args: &[String], flow: impl FnOnce(usize) -> Flow) -> Flow {
        self.status = 0;
        let levels = args.first().and_then(|text| text.parse::<usize>().ok()).unwrap_or(1).max(1);
        if self.loops_running == 0 { Flow::Next } else { flow(levels.min(self.loops_running)) }
    }

    /// Runs `act` with the streams of the calling command.
    fn nested(&mut self, io: &mut Io, act: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let before = std::mem::replace(&mut self.streams.stdin, io.stdin.clone());
        let flow = act(self);
        self.streams.stdin = before;
        flow
    }

    /// Runs another command in place of the current one.
    fn again(&mut self, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
        let Some((name, args)) = args.split_first() else { return self.done(0) };
        if self.budget.depth >= limits::MAX_DEPTH {
            return self.refuse(io, "can't fork - try again", 1);
        }
        self.budget.depth += 1;
        let flow = self.nested(io, |shell| shell.invoke(name, args, os));
        self.budget.depth -= 1;
        flow
    }
}

fn echo(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let (mut line_end, mut escapes) = (true, true);
    let mut rest = args;
    while let Some((first, others)) = rest.split_first() {
        let letters = first.strip_prefix('-').unwrap_or_default();
        if letters.is_empty() || !letters.chars().all(|c| "neEr".contains(c)) {
            break;
        }
        for letter in letters.chars() {
            match letter {
                'n' => line_end = false,
                'e' => escapes = true,
                _ => escapes = false,
            }
        }
        rest = others;
    }
    let text = rest.join(" ");
    if escapes {
        let unescaped = format::unescape(&text);
        io.stdout.extend(unescaped.bytes);
        line_end &= !unescaped.stop;
    } else {
        io.out(text);
    }
    if line_end {
        io.out("\n");
    }
    shell.done(0)
}

/// `print`: `echo` with its own options, such as `-u2` and `--`.
fn print(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    let mut rest = args;
    let (mut flags, mut sink) = (String::new(), None);
    while let Some((first, others)) = rest.split_first() {
        let Some(letters) = first.strip_prefix('-').filter(|letters| !letters.is_empty()) else { break };
        rest = others;
        match letters.strip_prefix('u') {
            _ if letters == "-" => break,
            Some(fd) => sink = shell.streams.sink(fd.parse().unwrap_or(1)),
            None => flags.push_str(letters),
        }
    }
    let flag = match (flags.contains('n'), flags.contains(['r', 'R'])) {
        (true, true) => "-nE",
        (true, false) => "-ne",
        (false, true) => "-E",
        (false, false) => "-e",
    };
    // Everything after the options is text, even if it looks like an option.
    let text = rest.join(" ");
    let before = io.stdout.len();
    match flag.contains('E') {
        true => io.out(&text),
        false => io.stdout.extend(format::unescape(&text).bytes),
    }
    if !flag.contains('n') {
        io.out("\n");
    }
    if let Some(sink) = sink {
        let bytes = io.stdout.split_off(before);
        shell.write(&sink, &bytes, os);
    }
    shell.done(0)
}

fn printf(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let args = args.strip_prefix(&["--".to_owned()]).unwrap_or(args);
    let Some((format, rest)) = args.split_first() else {
        io.err("printf: Needs 1 argument (see \"printf --help\")\n");
        return shell.done(1);
    };
    let (out, complaint) = format::printf(format, rest, limits::MAX_WORD);
    io.stdout.extend(out);
    if let Some(complaint) = complaint {
        io.err(format!("printf: {complaint}\n"));
        return shell.done(1);
    }
    shell.done(0)
}

fn command(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    match args.first().map(String::as_str) {
        Some("-v" | "-V") => {
            let long = args.first().is_some_and(|flag| flag == "-V");
            describe(shell, args.get(1..).unwrap_or_default(), long, io, os)
        }
        Some("-p" | "--") => shell.again(args.get(1..).unwrap_or_default(), io, os),
        _ => shell.again(args, io, os),
    }
}

fn kind(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    describe(shell, args, true, io, os)
}

/// `whence name`: prints only the name or path unless `-v` is given. With `-p`, only programs count.
fn whence(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    let (options, names): (Vec<&String>, Vec<&String>) = args.iter().partition(|arg| arg.starts_with('-'));
    let has = |letter: char| options.iter().any(|option| option.contains(letter));
    let names: Vec<String> = names.into_iter().cloned().collect();
    if has('p') {
        let mut status = 0;
        for name in &names {
            match program::locate(name, shell, os) {
                Some(path) => io.out(format!("{path}\n")),
                None => status = 1,
            }
        }
        return shell.done(status);
    }
    describe(shell, &names, has('v'), io, os)
}

const RESERVED: &[&str] = &[
    "!", "[[", "case", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in", "select", "then",
    "time", "until", "while", "{", "}",
];

fn describe(shell: &mut Shell, names: &[String], long: bool, io: &mut Io, os: &mut dyn Os) -> Flow {
    let mut status = 0;
    for name in names {
        if RESERVED.contains(&name.as_str()) {
            io.out(if long { format!("{name} is a reserved word\n") } else { format!("{name}\n") });
        } else if shell.scope.functions.contains_key(name) {
            io.out(if long { format!("{name} is a function\n") } else { format!("{name}\n") });
        } else if find(name).is_some() && name != "sh" {
            io.out(if long { format!("{name} is a shell builtin\n") } else { format!("{name}\n") });
        } else if let Some(path) = program::locate(name, shell, os) {
            io.out(if long { format!("{name} is {path}\n") } else { format!("{path}\n") });
        } else {
            if long {
                io.out(format!("{name} not found\n"));
            }
            status = 1;
        }
    }
    shell.done(status)
}
