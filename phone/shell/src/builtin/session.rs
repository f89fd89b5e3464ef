//! Builtins that run other commands or change the shell's state: `cd`, `eval`, `exec`, `sh`, `exit`, `command`, …

use super::super::format::quoted;
use super::super::signals;
use super::super::state::Flow;
use super::super::{Io, Os, Shell, limits};
use machine::files::Kind;

pub(super) fn cd(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    let args: Vec<&String> = args.iter().filter(|arg| !matches!(arg.as_str(), "-P" | "-L" | "--")).collect();
    let mut echo = false;
    let target = match args.first().map(|arg| arg.as_str()) {
        None => shell.value("HOME").unwrap_or_else(|| "/".to_owned()),
        Some("-") => {
            echo = true;
            match shell.value("OLDPWD") {
                Some(before) => before,
                None => return shell.refuse(io, "cd: no OLDPWD", 2),
            }
        }
        Some(path) => path.to_owned(),
    };
    let path = logical(&shell.absolute(&target));
    let files = os.files();
    let entered = files.stat(&path).and_then(|stat| match stat.kind {
        Kind::Directory => files.access(&path, 1),
        _ => Err(machine::files::FileError::NotDirectory),
    });
    if let Err(error) = entered {
        let shown = if target.starts_with('/') { target } else { shell.absolute(&target) };
        return shell.refuse(io, &format!("cd: {shown}: {error}"), 2);
    }
    let before = std::mem::replace(&mut shell.scope.cwd, path.clone());
    // A read-only PWD keeps its value, but the directory changes all the same.
    let _ = shell.assign("OLDPWD", before);
    let _ = shell.assign("PWD", path.clone());
    if echo {
        io.out(format!("{path}\n"));
    }
    shell.done(0)
}

/// Removes `.`, `..` and double slashes from a path. Symbolic links are not resolved, as in `cd`.
fn logical(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

pub(super) fn eval(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    shell.status = 0;
    let script = args.join(" ");
    nested_text(shell, &script, io, os)
}

fn nested_text(shell: &mut Shell, script: &str, io: &mut Io, os: &mut dyn Os) -> Flow {
    if shell.budget.depth >= limits::MAX_DEPTH {
        return shell.refuse(io, "can't fork - try again", 1);
    }
    shell.budget.depth += 1;
    let flow = shell.nested(io, |shell| shell.run_text(script, os));
    shell.budget.depth -= 1;
    flow
}

pub(super) fn source(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    let Some((name, rest)) = args.split_first() else {
        shell.refuse(io, ".: missing argument", 1);
        return Flow::Exit;
    };
    let text = match os.with_files(|files| files.read(&shell.absolute(name))) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            shell.refuse(io, &format!(".: {name}: {error}"), 1);
            return Flow::Exit;
        }
    };
    let before = (!rest.is_empty()).then(|| std::mem::replace(&mut shell.scope.args, rest.to_vec()));
    let flow = nested_text(shell, &text, io, os);
    if let Some(before) = before {
        shell.scope.args = before;
    }
    if flow == Flow::Return { Flow::Next } else { flow }
}

pub(super) fn exec(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    if args.is_empty() {
        return shell.done(0);
    }
    shell.again(args, io, os);
    Flow::Exit
}

pub(super) fn exit(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let Some(status) = number(shell, args) else {
        shell.refuse(io, &format!("exit: {}: bad number", args.join(" ")), 1);
        return Flow::Exit;
    };
    shell.status = status;
    Flow::Exit
}

pub(super) fn leave_function(shell: &mut Shell, args: &[String], _: &mut Io, _: &mut dyn Os) -> Flow {
    shell.status = number(shell, args).unwrap_or(1);
    Flow::Return
}

/// Returns the status given as an argument, or the last status.
fn number(shell: &Shell, args: &[String]) -> Option<i32> {
    match args.first() {
        None => Some(shell.status),
        Some(text) => text.parse::<i32>().ok().map(|status| status & 0xff),
    }
}

pub(super) fn arithmetic(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    if args.is_empty() {
        return shell.refuse(io, "let: missing argument", 1);
    }
    let mut last = 0;
    for expression in args {
        match shell.arithmetic(expression) {
            Ok(value) => last = value,
            Err(message) => return shell.refuse(io, &message, 2),
        }
    }
    shell.done(i32::from(last == 0))
}

pub(super) fn trap(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let args = args.strip_prefix(&["--".to_owned()]).unwrap_or(args);
    let Some((action, signals)) = args.split_first() else {
        if let Some(script) = &shell.scope.at_exit {
            io.out(format!("trap -- {} EXIT\n", quoted(script)));
        }
        for (number, script) in &shell.scope.traps {
            io.out(format!("trap -- {} {}\n", quoted(script), signals::signal_name(*number)));
        }
        return shell.done(0);
    };
    // `trap 2` alone and `trap - INT` remove a trap.
    let (action, signals) = match signals.is_empty() {
        true => (None, args),
        false => (Some(action.clone()).filter(|action| action != "-"), signals),
    };
    let mut status = 0;
    for signal in signals {
        match signals::signal(signal) {
            Some(0) => shell.scope.at_exit = action.clone(),
            Some(number) => match &action {
                Some(action) => _ = shell.scope.traps.insert(number, action.clone()),
                None => _ = shell.scope.traps.remove(&number),
            },
            None => {
                io.err(format!("{}: trap: bad signal '{signal}'\n", shell.scope.name));
                status = 1;
            }
        }
    }
    shell.done(status)
}

pub(super) fn wait(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    shell.flush(io, os);
    let mut pids = Vec::with_capacity(args.len());
    for arg in args {
        let number = match arg.strip_prefix('%') {
            Some(job) => shell.find_job(job).map(|job| job.process.pid),
            None => arg.parse().ok(),
        };
        let Some(number) = number else {
            return shell.refuse(io, &format!("wait: {arg}: no such job"), 127);
        };
        pids.push(number);
    }
    let status = shell.wait_for_jobs(&pids);
    shell.done(status)
}

pub(super) fn jobs(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let numbers = args.iter().any(|arg| arg == "-p");
    for job in &shell.jobs {
        io.out(if numbers { format!("{}\n", job.process.pid) } else { shell.job_line(job) });
    }
    if shell.budget.process.as_ref().is_some_and(|process| process.session().has_terminal()) {
        shell.jobs.retain(|job| job.process.status().is_none());
    }
    shell.done(0)
}

/// `fg`: brings a job to the foreground.
pub(super) fn fg(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    resume(shell, "fg", args, io, os)
}

/// `bg`: resumes a stopped job in the background.
pub(super) fn bg(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    resume(shell, "bg", args, io, os)
}

fn resume(shell: &mut Shell, command: &str, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    let job = args.first().map_or("%%", String::as_str);
    shell.flush(io, os);
    if !shell.resume_job(job, command == "fg", os) {
        return shell.refuse(io, &format!("{command}: {job}: no such job"), 1);
    }
    Flow::Next
}

/// `alias name=value`, `alias name`, `alias`. Aliases are stored and listed but never expanded in scripts.
pub(super) fn alias(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let mut status = 0;
    for arg in args {
        match arg.split_once('=') {
            Some((name, value)) => _ = shell.scope.aliases.insert(name.to_owned(), value.to_owned()),
            None => match shell.scope.aliases.get(arg) {
                Some(value) => io.out(format!("{arg}={}\n", quoted(value))),
                None => {
                    io.err(format!("{}: alias: {arg}: not found\n", shell.scope.name));
                    status = 1;
                }
            },
        }
    }
    if args.is_empty() {
        for (name, value) in &shell.scope.aliases {
            io.out(format!("{name}={}\n", quoted(value)));
        }
    }
    shell.done(status)
}

pub(super) fn unalias(shell: &mut Shell, args: &[String], _: &mut Io, _: &mut dyn Os) -> Flow {
    let mut status = 0;
    for name in args {
        status = i32::from(shell.scope.aliases.remove(name).is_none());
    }
    shell.done(status)
}

/// `umask`, `umask 022`, `umask -S`.
pub(super) fn umask(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    match args.first().map(String::as_str) {
        None => io.out(format!("{:03o}\n", shell.scope.umask)),
        Some("-S") => {
            let part = |shift: u32| {
                let allowed = !(shell.scope.umask >> shift) & 7;
                [(4, 'r'), (2, 'w'), (1, 'x')].iter().filter(|(bit, _)| allowed & bit != 0).map(|(_, c)| c).collect()
            };
            let (user, group, other): (String, String, String) = (part(6), part(3), part(0));
            io.out(format!("u={user},g={group},o={other}\n"));
        }
        Some(text) => match u32::from_str_radix(text, 8) {
            Ok(mask) => shell.scope.umask = mask & 0o777,
            Err(_) => return shell.refuse(io, &format!("umask: bad number: {text}"), 1),
        },
    }
    shell.done(0)
}

/// `sh -c SCRIPT NAME ARGS`, `sh FILE ARGS`, or a script from stdin.
pub(super) fn sh(shell: &mut Shell, args: &[String], io: &mut Io, os: &mut dyn Os) -> Flow {
    let mut rest = args;
    let (mut inline, mut stop_on_error, mut from_input) = (false, false, false);
    while let Some((first, others)) = rest.split_first() {
        if first == "--" {
            rest = others;
            break;
        }
        let Some(letters) = first.strip_prefix('-').filter(|letters| !letters.is_empty()) else { break };
        from_input |= letters.contains('s');
        inline |= letters.contains('c');
        stop_on_error |= letters.contains('e');
        rest = others;
    }
    if from_input {
        return run_input(shell, rest.to_vec(), stop_on_error, io, os);
    }
    let (script, name, args) = match (inline, rest.split_first()) {
        (true, None) => return shell.refuse(io, "sh: -c requires an argument", 1),
        (true, Some((script, others))) => {
            let name = others.first().cloned().unwrap_or_else(|| "sh".to_owned());
            (script.clone(), name, others.get(1..).unwrap_or_default().to_vec())
        }
        (false, Some((file, others))) => match os.with_files(|files| files.read(&shell.absolute(file))) {
            Ok(bytes) => (String::from_utf8_lossy(&bytes).into_owned(), file.clone(), others.to_vec()),
            Err(error) => {
                io.err(format!("sh: {file}: {error}\n"));
                return shell.done(if error == machine::files::FileError::Missing { 127 } else { 126 });
            }
        },
        (false, None) => return run_input(shell, Vec::new(), stop_on_error, io, os),
    };
    run_script(shell, &script, &name, args, stop_on_error, io, os)
}

/// Runs a shell that reads its script from stdin line by line, so that its commands can read the rest of the input.
fn run_input(shell: &mut Shell, args: Vec<String>, stop_on_error: bool, io: &mut Io, os: &mut dyn Os) -> Flow {
    if shell.budget.depth >= limits::MAX_DEPTH {
        return shell.refuse(io, "can't fork - try again", 1);
    }
    shell.budget.depth += 1;
    shell.nested(io, |shell| {
        shell.in_subshell(os, |shell, os| {
            shell.become_script("sh", args, stop_on_error);
            shell.run_lines(false, os);
            Flow::Next
        });
        Flow::Next
    });
    shell.budget.depth -= 1;
    if shell.killed || shell.long_running.is_some() { Flow::Exit } else { Flow::Next }
}

impl Shell {
    /// Drops all state that a new shell does not inherit.
    fn become_script(&mut self, name: &str, args: Vec<String>, stop_on_error: bool) {
        self.scope.variables.retain(|_, variable| variable.exported);
        self.scope.functions.clear();
        self.scope.name = name.to_owned();
        self.scope.args = args;
        self.scope.stop_on_error = stop_on_error;
        self.status = 0;
    }
}

/// Runs a script in a new shell that inherits only the exported variables.
pub(in super::super) fn run_script(
    shell: &mut Shell,
    script: &str,
    name: &str,
    args: Vec<String>,
    stop_on_error: bool,
    io: &mut Io,
    os: &mut dyn Os,
) -> Flow {
    if shell.budget.depth >= limits::MAX_DEPTH {
        return shell.refuse(io, "can't fork - try again", 1);
    }
    shell.budget.depth += 1;
    shell.nested(io, |shell| {
        shell.in_subshell(os, |shell, os| {
            shell.become_script(name, args, stop_on_error);
            shell.run_text(script, os)
        });
        Flow::Next
    });
    shell.budget.depth -= 1;
    if shell.killed || shell.long_running.is_some() { Flow::Exit } else { Flow::Next }
}
