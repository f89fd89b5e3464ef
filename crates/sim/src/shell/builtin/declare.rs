//! Builtins around variables: `export`, `readonly`, `typeset`, `unset`, `set`, `shift`, `read`.

use super::super::state::{Flow, Variable};
use super::super::variables::is_name;
use super::super::{Io, Os, Shell};

pub(super) fn export(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    declare(shell, args, io, |variable| variable.exported = true, "export")
}

pub(super) fn readonly(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    declare(shell, args, io, |variable| variable.read_only = true, "readonly")
}

pub(super) fn typeset(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let exported = args.iter().any(|arg| arg.starts_with('-') && arg.contains('x'));
    declare(shell, args, io, |variable| variable.exported |= exported, "typeset")
}

fn declare(shell: &mut Shell, args: &[String], io: &mut Io, mark: impl Fn(&mut Variable), name: &str) -> Flow {
    let operands: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    if operands.is_empty() {
        for (key, variable) in &shell.scope.variables {
            let shown = match name {
                "export" => variable.exported,
                "readonly" => variable.read_only,
                _ => true,
            };
            if shown {
                io.out(format!("{key}={}\n", variable.value));
            }
        }
        return shell.done(0);
    }
    for operand in operands {
        let (key, value) = match operand.split_once('=') {
            Some((key, value)) => (key, Some(value.to_owned())),
            None => (operand.as_str(), None),
        };
        if !is_name(key) {
            return shell.refuse(io, &format!("{name}: {operand}: is not an identifier"), 1);
        }
        let value = match value {
            Some(value) => value,
            None => shell.value(key).unwrap_or_default(),
        };
        if let Err(message) = shell.assign(key, value) {
            return shell.refuse(io, &message, 1);
        }
        if let Some(variable) = shell.scope.variables.get_mut(key) {
            mark(variable);
        }
    }
    shell.done(0)
}

pub(super) fn unset(shell: &mut Shell, args: &[String], _: &mut Io, _: &mut dyn Os) -> Flow {
    let functions = args.first().is_some_and(|arg| arg == "-f");
    for name in args {
        if functions {
            shell.scope.functions.remove(name);
        } else if shell.scope.variables.get(name).is_some_and(|variable| !variable.read_only) {
            shell.scope.variables.remove(name);
        }
    }
    shell.done(0)
}

pub(super) fn set(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    if args.is_empty() {
        for (name, variable) in &shell.scope.variables {
            io.out(format!("{name}={}\n", variable.value));
        }
        return shell.done(0);
    }
    let mut rest = args;
    while let Some((first, others)) = rest.split_first() {
        if first == "--" {
            shell.scope.args = others.to_vec();
            return shell.done(0);
        }
        let on = match first.chars().next() {
            Some('-') => true,
            Some('+') => false,
            _ => {
                shell.scope.args = rest.to_vec();
                return shell.done(0);
            }
        };
        rest = others;
        for letter in first.chars().skip(1) {
            match letter {
                'e' => shell.scope.stop_on_error = on,
                'u' => shell.scope.refuse_unset = on,
                'f' => shell.scope.no_glob = on,
                'o' => {
                    match others.first().map(String::as_str) {
                        Some("errexit") => shell.scope.stop_on_error = on,
                        Some("nounset") => shell.scope.refuse_unset = on,
                        Some("noglob") => shell.scope.no_glob = on,
                        Some("pipefail") => shell.scope.pipe_fail = on,
                        _ => {}
                    }
                    rest = others.get(1..).unwrap_or_default();
                }
                'x' | 'v' | 'h' | 'm' | 'a' | 'b' | 'k' | 'n' | 'p' | 'C' | 'U' => {}
                other => return shell.refuse(io, &format!("set: -{other}: unknown option"), 1),
            }
        }
    }
    shell.done(0)
}

pub(super) fn shift(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let count = args.first().and_then(|text| text.parse::<usize>().ok()).unwrap_or(1);
    if count > shell.scope.args.len() {
        return shell.refuse(io, "shift: nothing to shift", 1);
    }
    shell.scope.args.drain(..count);
    shell.done(0)
}

pub(super) fn read(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let raw = args.iter().any(|arg| arg.starts_with('-') && arg.contains('r'));
    let mut names: Vec<&str> = args.iter().map(String::as_str).filter(|arg| !arg.starts_with('-')).collect();
    if names.is_empty() {
        names.push("REPLY");
    }
    let mut ended;
    let mut line = String::new();
    loop {
        let Some((bytes, whole)) = io.stdin.line() else {
            ended = false;
            break;
        };
        line.push_str(&String::from_utf8_lossy(&bytes));
        ended = whole;
        // A line that ends in a backslash goes on.
        if raw || !whole || !line.ends_with('\\') || line.ends_with("\\\\") {
            break;
        }
        line.pop();
    }
    if !raw {
        line = without_backslashes(&line);
    }
    let separators = shell.value("IFS").unwrap_or_default();
    let is_blank = |c: char| separators.contains(c) && c.is_ascii_whitespace();
    let mut rest = line.trim_matches(is_blank);
    let last = names.len() - 1;
    for (index, name) in names.into_iter().enumerate() {
        let value = if index == last {
            std::mem::take(&mut rest)
        } else {
            match rest.find(|c| separators.contains(c)) {
                Some(end) => {
                    let (value, after) = rest.split_at(end);
                    let mut after = after.chars();
                    after.next();
                    rest = after.as_str().trim_start_matches(is_blank);
                    value
                }
                None => std::mem::take(&mut rest),
            }
        };
        if let Err(message) = shell.assign(name, value.to_owned()) {
            return shell.refuse(io, &message, 2);
        }
    }
    shell.done(i32::from(!ended))
}

fn without_backslashes(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}
