//! Builtins for variables: `export`, `readonly`, `typeset`, `unset`, `set`, `shift`, `read`.

use super::super::format::quoted;
use super::super::state::{Flow, Form, Variable};
use super::super::variables::is_name;
use super::super::{Io, Os, Shell};

pub(super) fn export(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    declare(shell, args, io, |variable| variable.exported = true, "export")
}

pub(super) fn readonly(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    declare(shell, args, io, |variable| variable.read_only = true, "readonly")
}

/// `typeset -i n=5`, `local x`: a variable declared in a function disappears when the function returns.
pub(super) fn typeset(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let mut form = Form::default();
    let (mut exported, mut read_only) = (false, false);
    for option in args.iter().filter_map(|arg| arg.strip_prefix('-')) {
        for letter in option.chars().filter(char::is_ascii_alphabetic) {
            let digits = option.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            match letter {
                'i' => form.integer = true,
                'l' => form.lower = true,
                'u' => form.upper = true,
                'L' | 'R' | 'Z' => form.width = Some((letter, digits.parse().unwrap_or(0).min(4096))),
                'x' => exported = true,
                'r' => read_only = true,
                _ => {}
            }
        }
    }
    let names = args.iter().filter(|arg| !arg.starts_with('-'));
    for name in names.map(|arg| arg.split('=').next().unwrap_or_default()) {
        let outside = shell.scope.variables.get(name).cloned();
        if let Some(hidden) = shell.hidden.last_mut().filter(|hidden| !hidden.contains_key(name)) {
            hidden.insert(name.to_owned(), outside);
            shell.scope.variables.remove(name);
        }
        if form != Form::default() && is_name(name) {
            shell.scope.variables.entry(name.to_owned()).or_default().form = form;
        }
    }
    let mark = |variable: &mut Variable| {
        variable.exported |= exported;
        variable.read_only |= read_only;
    };
    declare(shell, args, io, mark, "typeset")
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
                io.out(match args.is_empty() {
                    true => format!("{key}\n"),
                    false => format!("{name} {key}={}\n", quoted(&variable.value)),
                });
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
            shell.refuse(io, &format!("{name}: {operand}: not an identifier"), 1);
            return Flow::Exit;
        }
        match value {
            Some(value) => {
                if let Err(message) = shell.assign(key, value) {
                    return shell.refuse(io, &message, 1);
                }
            }
            // Without a value, the variable is declared but stays unset.
            None => {
                let unset = Variable { hollow: true, ..Variable::default() };
                shell.scope.variables.entry(key.to_owned()).or_insert(unset);
            }
        }
        if let Some(variable) = shell.scope.variables.get_mut(key) {
            mark(variable);
        }
    }
    shell.done(0)
}

pub(super) fn unset(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let functions = args.first().is_some_and(|arg| arg == "-f");
    for name in args.iter().filter(|name| *name != "-f" && *name != "-v") {
        if functions {
            shell.scope.functions.remove(name);
        } else if shell.scope.variables.get(name).is_some_and(|variable| variable.read_only) {
            return shell.refuse(io, &format!("read-only: {name}"), 1);
        } else if let Some((array, index)) = name.strip_suffix(']').and_then(|name| name.split_once('[')) {
            let index = match shell.index(index) {
                Ok(index) => index,
                Err(message) => return shell.refuse(io, &message, 1),
            };
            if let Some(variable) = shell.scope.variables.get_mut(array) {
                match index {
                    0 => (variable.value, variable.hollow) = (String::new(), true),
                    _ => _ = variable.more.remove(&index),
                }
            }
        } else {
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
                'C' => shell.scope.no_clobber = on,
                'x' => shell.scope.trace = on,
                'A' => {
                    let Some((name, values)) = others.split_first().filter(|(name, _)| is_name(name)) else {
                        return shell.refuse(io, "set: -A: requires an argument", 1);
                    };
                    let values = values.strip_prefix(&["--".to_owned()]).unwrap_or(values);
                    let set = shell.empty_array(name).and_then(|()| {
                        (0..)
                            .zip(values)
                            .try_for_each(|(index, value)| shell.assign_element(name, index, value.clone()))
                    });
                    return match set {
                        Ok(()) => shell.done(0),
                        Err(message) => shell.refuse(io, &message, 1),
                    };
                }
                'o' => {
                    let Some(name) = others.first() else {
                        list_options(shell, io);
                        return shell.done(0);
                    };
                    match name.as_str() {
                        "errexit" => shell.scope.stop_on_error = on,
                        "nounset" => shell.scope.refuse_unset = on,
                        "noglob" => shell.scope.no_glob = on,
                        "pipefail" => shell.scope.pipe_fail = on,
                        "noclobber" => shell.scope.no_clobber = on,
                        "xtrace" => shell.scope.trace = on,
                        _ => {}
                    }
                    rest = others.get(1..).unwrap_or_default();
                }
                'v' | 'h' | 'm' | 'a' | 'b' | 'k' | 'n' | 'p' | 'U' => {}
                other => return shell.refuse(io, &format!("set: -{other}: unknown option"), 1),
            }
        }
    }
    shell.done(0)
}

/// `set -o`: lists every option, four per row.
fn list_options(shell: &Shell, io: &mut Io) {
    const NAMES: &[&str] = &[
        "allexport",
        "asis",
        "bgnice",
        "braceexpand",
        "emacs",
        "emacs-usemeta",
        "errexit",
        "gmacs",
        "ignoreeof",
        "inherit-xtrace",
        "interactive",
        "keyword",
        "login",
        "markdirs",
        "monitor",
        "noclobber",
        "noexec",
        "noglob",
        "nohup",
        "nolog",
        "notify",
        "nounset",
        "physical",
        "pipefail",
        "posix",
        "privileged",
        "restricted",
        "sh",
        "stdin",
        "trackall",
        "utf8-mode",
        "verbose",
        "vi",
        "vi-esccomplete",
        "vi-tabcomplete",
        "viraw",
        "xtrace",
    ];
    let scope = &shell.scope;
    let on = |name: &str| match name {
        "errexit" => scope.stop_on_error,
        "nounset" => scope.refuse_unset,
        "noglob" => scope.no_glob,
        "pipefail" => scope.pipe_fail,
        "noclobber" => scope.no_clobber,
        "xtrace" => scope.trace,
        "braceexpand" | "trackall" | "nohup" | "inherit-xtrace" => true,
        _ => false,
    };
    let rows = NAMES.len().div_ceil(4);
    io.out("Current option settings\n");
    for row in 0..rows {
        let cells: Vec<String> = NAMES
            .iter()
            .skip(row)
            .step_by(rows)
            .map(|name| format!("{name:<14} {}", if on(name) { "on " } else { "off" }))
            .collect();
        io.out(format!("{}\n", cells.join("  ").trim_end()));
    }
}

pub(super) fn shift(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let count = args.first().and_then(|text| text.parse::<usize>().ok()).unwrap_or(1);
    if count > shell.scope.args.len() {
        shell.refuse(io, "shift: nothing to shift", 1);
        return Flow::Exit;
    }
    shell.scope.args.drain(..count);
    shell.done(0)
}

pub(super) fn read(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let (mut raw, mut array) = (false, false);
    let (mut most, mut end) = (None, b'\n');
    let mut rest = args.iter();
    let mut names: Vec<&str> = Vec::new();
    while let Some(arg) = rest.next() {
        let Some(letters) = arg.strip_prefix('-').filter(|letters| !letters.is_empty() && names.is_empty()) else {
            names.push(arg);
            continue;
        };
        let mut chars = letters.chars();
        while let Some(letter) = chars.next() {
            match letter {
                'r' => raw = true,
                'A' | 'a' => array = true,
                'n' | 'N' | 'd' | 'u' | 't' => {
                    let joined = chars.as_str();
                    // The descriptor is in the same word.
                    let value = if letter == 'u' {
                        if joined.is_empty() { "0" } else { joined }
                    } else if joined.is_empty() {
                        rest.next().map_or("", String::as_str)
                    } else {
                        joined
                    };
                    match letter {
                        'n' | 'N' => most = value.parse::<usize>().ok(),
                        'd' => end = value.bytes().next().unwrap_or(0),
                        'u' => {
                            let input = value.parse().ok().and_then(|fd| shell.streams.input(fd));
                            let Some(input) = input else {
                                return shell.refuse(io, &format!("read: -u: {value}: bad file descriptor"), 1);
                            };
                            io.stdin = input.read_by(shell.budget.process.as_ref());
                        }
                        _ => {}
                    }
                    break;
                }
                's' | 'e' | 'p' => {}
                other => return shell.refuse(io, &format!("read: -{other}: unknown option"), 2),
            }
        }
    }
    if let Some(name) = names.iter().find(|name| !is_name(name)) {
        return shell.refuse(io, &format!("read: read-only: {name}"), 2);
    }
    if names.is_empty() {
        names.push("REPLY");
    }
    let mut ended;
    let mut line = String::new();
    loop {
        let next = match most {
            Some(most) => Some(io.stdin.take_most(most)).filter(|bytes| !bytes.is_empty()).map(|bytes| (bytes, true)),
            None => io.stdin.until(end),
        };
        let Some((bytes, whole)) = next else {
            ended = false;
            break;
        };
        line.push_str(&String::from_utf8_lossy(&bytes));
        ended = whole;
        // A line that ends in a backslash continues on the next one.
        if raw || !whole || !line.ends_with('\\') || line.ends_with("\\\\") {
            break;
        }
        line.pop();
    }
    if !raw {
        line = without_backslashes(&line);
    }
    let separators = shell.value("IFS").unwrap_or_default();
    if array {
        let name = names.first().copied().unwrap_or("REPLY");
        let values = line.split(|c| separators.contains(c)).filter(|value| !value.is_empty());
        let set = shell.empty_array(name).and_then(|()| {
            (0..).zip(values).try_for_each(|(index, value)| shell.assign_element(name, index, value.to_owned()))
        });
        return match set {
            Ok(()) => shell.done(i32::from(!ended)),
            Err(message) => shell.refuse(io, &message, 2),
        };
    }
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
