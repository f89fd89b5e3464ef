//! Programs that change files: `rm`, `mkdir`, `rmdir`, `cp`, `mv`, `touch`, `ln`, `chmod`, `chown`, `mktemp`.

use super::calendar;
use super::call::Call;
use super::walk::join;
use machine::files::{FileError, Files, Kind, Stat};

pub(super) fn rm(call: &mut Call<'_>) -> i32 {
    let options = match call.options("fiRrv") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let (force, deep) = (options.has('f'), options.has('r') || options.has('R'));
    if options.operands.is_empty() && !force {
        return call.fail("Needs 1 argument (see \"rm --help\")");
    }
    let now_ms = call.io.now_ms;
    for operand in &options.operands {
        let path = call.path(operand);
        let result = call.os.with_files(|files| match files.lstat(&path) {
            Ok(stat) if stat.kind == Kind::Directory && !deep => Err(FileError::IsDirectory),
            Ok(_) if deep => files.remove_all(&path, now_ms),
            Ok(_) => files.remove(&path, now_ms),
            Err(error) => Err(error),
        });
        match result {
            Ok(()) if options.has('v') => call.io.out(format!("rm '{operand}'\n")),
            Ok(()) => {}
            Err(FileError::Missing) if force => {}
            Err(error) => {
                call.fail(format!("{operand}: {error}"));
            }
        }
    }
    call.status
}

pub(super) fn mkdir(call: &mut Call<'_>) -> i32 {
    let options = match call.options("pvm:Z:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    if options.operands.is_empty() {
        return call.fail("Needs 1 argument (see \"mkdir --help\")");
    }
    let now_ms = call.io.now_ms;
    for operand in &options.operands {
        let path = call.path(operand);
        let is_new = call.os.with_files(|files| files.stat(&path)).is_err();
        let made = call.os.with_files(|files| {
            if options.has('p') { files.make_dirs(&path, now_ms) } else { files.make_dir(&path, now_ms) }?;
            match options.value('m').and_then(|text| mode(text, 0o777, true)) {
                Some(mode) => files.chmod(&path, mode),
                None => Ok(()),
            }
        });
        if is_new && made.is_ok() && !options.has('m') {
            call.mask(&path, 0o777);
        }
        match made {
            Ok(()) if options.has('v') => call.io.err(format!("mkdir: created directory '{operand}'\n")),
            Ok(()) => {}
            Err(error) => {
                call.fail(format!("'{operand}': {error}"));
            }
        }
    }
    call.status
}

pub(super) fn rmdir(call: &mut Call<'_>) -> i32 {
    let options = match call.options("p") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let now_ms = call.io.now_ms;
    for operand in &options.operands {
        let path = call.path(operand);
        let removed = call.os.with_files(|files| match files.lstat(&path) {
            Ok(stat) if stat.kind != Kind::Directory => Err(FileError::NotDirectory),
            Ok(_) => files.remove(&path, now_ms),
            Err(error) => Err(error),
        });
        if let Err(error) = removed {
            call.fail(format!("{operand}: {error}"));
            continue;
        }
        // `-p` also removes the parents named in the operand.
        let mut rest = operand.trim_end_matches('/');
        while let Some((parent, _)) = rest.rsplit_once('/').filter(|(parent, _)| options.has('p') && !parent.is_empty())
        {
            let path = call.path(parent);
            if let Err(error) = call.os.with_files(|files| files.remove(&path, now_ms)) {
                call.fail(format!("{parent}: {error}"));
                break;
            }
            rest = parent;
        }
    }
    call.status
}

/// Splits the operands into sources and the target. With a directory as the target, returns where each source goes.
fn targets(call: &mut Call<'_>, operands: &[String]) -> Option<Vec<(String, String)>> {
    let [sources @ .., target] = operands else { return None };
    if sources.is_empty() {
        return None;
    }
    let into = call.os.files().stat(&call.io.absolute(target)).is_ok_and(|stat| stat.kind == Kind::Directory);
    if sources.len() > 1 && !into {
        call.fail(format!("'{target}' not directory"));
        return Some(Vec::new());
    }
    let place = |source: &String| {
        let name = source.trim_end_matches('/').rsplit('/').next().unwrap_or(source);
        if into { join(target, name) } else { target.clone() }
    };
    Some(sources.iter().map(|source| (source.clone(), place(source))).collect())
}

pub(super) fn cp(call: &mut Call<'_>) -> i32 {
    let options = match call.options("adDfFHiLlnpPRrst:Tuv") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let deep = options.has('r') || options.has('R') || options.has('a');
    let keep = options.has('p') || options.has('a');
    let mut operands = options.operands.clone();
    operands.extend(options.value('t').map(str::to_owned));
    let Some(pairs) = targets(call, &operands) else {
        return call.fail("Needs 2 arguments");
    };
    for (source, target) in pairs {
        if options.has('v') {
            call.io.out(format!("cp '{source}'\n"));
        }
        let (from, to) = (call.path(&source), call.path(&target));
        match call.os.with_files(|files| files.stat(&from)) {
            Err(error) => {
                call.fail(format!("bad '{source}': {error}"));
            }
            Ok(stat) if stat.kind == Kind::Directory && !deep => {
                call.fail(format!("Skipped dir '{source}'"));
            }
            Ok(stat) if stat.kind == Kind::Directory => {
                if inside(call, &from, &to) {
                    call.fail(format!("'{target}' is inside '{source}'"));
                    continue;
                }
                for entry in call.entries(&source) {
                    let rest = entry.path.strip_prefix(source.as_str()).unwrap_or_default();
                    let place = format!("{}{rest}", target.trim_end_matches('/'));
                    copy(call, &entry.path, &place, &entry.stat, keep);
                }
            }
            Ok(stat) => {
                if options.has('n') && call.os.files().lstat(&to).is_ok() {
                    continue;
                }
                copy(call, &source, &target, &stat, keep);
            }
        }
    }
    call.status
}

/// Whether `to` is `from` or lies inside it.
fn inside(call: &mut Call<'_>, from: &str, to: &str) -> bool {
    let files = call.os.files();
    let (Ok(from), Ok(to)) = (files.real_path(from), files.real_path(to)) else { return false };
    to == from || to.starts_with(&format!("{}/", from.trim_end_matches('/')))
}

fn copy(call: &mut Call<'_>, source: &str, target: &str, stat: &Stat, keep: bool) {
    if call.exhausted() {
        return;
    }
    let (from, to, now_ms) = (call.path(source), call.path(target), call.io.now_ms);
    let same = |files: &mut Files| matches!((files.stat(&from), files.stat(&to)), (Ok(one), Ok(other)) if one.inode == other.inode);
    if call.os.with_files(same) {
        call.fail(format!("'{source}' is '{target}'"));
        return;
    }
    let done = call.os.with_files(|files| {
        match stat.kind {
            Kind::Directory => match files.make_dir(&to, now_ms) {
                Err(FileError::Exists) => Ok(()),
                other => other,
            },
            Kind::Link => files.read_link(&from).and_then(|link| files.link(&link, &to, now_ms)),
            Kind::File | Kind::Device => files.read(&from).and_then(|bytes| files.write(&to, bytes.to_vec(), now_ms)),
        }?;
        match keep && stat.kind == Kind::File {
            true => files.chmod(&to, stat.permissions).and_then(|()| files.set_mtime(&to, stat.mtime_ms)),
            false => Ok(()),
        }
    });
    call.shell.budget.charge(stat.size as usize);
    if let Err(error) = done {
        call.fail(format!("'{target}': {error}"));
    }
}

pub(super) fn mv(call: &mut Call<'_>) -> i32 {
    let options = match call.options("fintTv") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let Some(pairs) = targets(call, &options.operands) else {
        let count = if options.operands.is_empty() { "1 argument" } else { "2 arguments" };
        return call.fail(format!("Needs {count} (see \"mv --help\")"));
    };
    let now_ms = call.io.now_ms;
    for (source, target) in pairs {
        let (from, to) = (call.path(&source), call.path(&target));
        let moved = call.os.with_files(|files| match files.lstat(&from) {
            Err(error) => Err(format!("bad '{source}': {error}")),
            Ok(_) if options.has('n') && files.lstat(&to).is_ok() => Ok(()),
            Ok(_) => files.rename(&from, &to, now_ms).map_err(|error| format!("'{source}': {error}")),
        });
        if let Err(message) = moved {
            call.fail(message);
        }
    }
    call.status
}

pub(super) fn touch(call: &mut Call<'_>) -> i32 {
    let options = match call.options("acd:mr:t:h") {
        Ok(options) => options,
        Err(status) => return status,
    };
    if options.operands.is_empty() {
        return call.fail("Needs 1 argument (see \"touch --help\")");
    }
    let offset = call.os.utc_offset_minutes();
    let given = options.value('d').map(str::to_owned).or_else(|| options.value('t').and_then(stamp));
    let like = options.value('r').map(|name| call.path(name));
    let like = like.and_then(|path| call.os.with_files(|files| files.stat(&path).ok()));
    let time = match given.as_deref() {
        None => like.map_or(call.io.now_ms, |stat| stat.mtime_ms),
        Some(text) => {
            let parsed = match text.strip_prefix('@') {
                Some(seconds) => seconds.parse::<i64>().ok().and_then(|seconds| seconds.checked_mul(1000)),
                None => calendar::parse(text, offset),
            };
            match parsed {
                Some(parsed) => parsed,
                None => return call.fail(format!("bad date '{text}'")),
            }
        }
    };
    for operand in &options.operands {
        let path = call.path(operand);
        let is_new = call.os.with_files(|files| files.stat(&path)).is_err();
        let done = call.os.with_files(|files| match files.stat(&path) {
            Ok(_) => files.set_mtime(&path, time),
            Err(FileError::Missing) if options.has('c') => Ok(()),
            Err(FileError::Missing) => files.write(&path, Vec::new(), time),
            Err(error) => Err(error),
        });
        match done {
            Ok(()) if is_new && !options.has('c') => call.mask(&path, 0o666),
            Ok(()) => {}
            Err(error) => _ = call.fail(format!("'{operand}': {error}")),
        }
    }
    call.status
}

/// Turns `[[CC]YY]MMDDhhmm[.ss]` into a date that can be parsed. The year is required.
fn stamp(text: &str) -> Option<String> {
    let (digits, seconds) = text.split_once('.').unwrap_or((text, "00"));
    let (year, rest) = digits.split_at_checked(digits.len().checked_sub(8)?)?;
    let year = match year.len() {
        4 => year.to_owned(),
        2 => format!("20{year}"),
        _ => return None,
    };
    let part = |at: usize| rest.get(at..at + 2);
    Some(format!("{year}-{}-{} {}:{}:{seconds}", part(0)?, part(2)?, part(4)?, part(6)?))
}

pub(super) fn unlink(call: &mut Call<'_>) -> i32 {
    let [operand] = call.args else { return call.fail("Needs 1 argument (see \"unlink --help\")") };
    let (path, now_ms) = (call.path(operand), call.io.now_ms);
    match call.os.with_files(|files| files.remove(&path, now_ms)) {
        Ok(()) => call.status,
        Err(error) => call.fail(format!("Couldn't unlink '{operand}': {error}")),
    }
}

pub(super) fn ln(call: &mut Call<'_>) -> i32 {
    let options = match call.options("sfnTvrt:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let Some(pairs) = targets(call, &options.operands) else {
        return call.fail("Needs 2 arguments (see \"ln --help\")");
    };
    let now_ms = call.io.now_ms;
    for (source, target) in pairs {
        let to = call.path(&target);
        let from = call.path(&source);
        let (kind, done) = call.os.with_files(|files| {
            if options.has('f') {
                // A missing file need not be removed.
                let _ = files.remove(&to, now_ms);
            }
            match options.has('s') {
                true => ("symbolic", files.link(&source, &to, now_ms)),
                // Copies the file instead: the two diverge once one is written. No client makes hard links.
                false => ("hard", files.read(&from).and_then(|bytes| files.write(&to, bytes.to_vec(), now_ms))),
            }
        });
        if let Err(error) = done {
            call.fail(format!("cannot create {kind} link from '{source}' to '{target}': {error}"));
        }
    }
    call.status
}

pub(super) fn chmod(call: &mut Call<'_>) -> i32 {
    // Options may appear anywhere, but a mode like `-x` is not an option.
    let is_flag = |word: &String| matches!(word.as_str(), "-R" | "-f" | "-v" | "-Rf" | "-fR" | "-vR" | "-Rv" | "--");
    let (flags, rest): (Vec<&String>, Vec<&String>) = call.args.iter().partition(|word| is_flag(word));
    let has = |letter: char| flags.iter().any(|flag| flag.contains(letter));
    let (deep, told) = (has('R'), has('v'));
    let [text, operands @ ..] = rest.as_slice() else {
        return call.fail("Need 2 arguments (see \"chmod --help\")");
    };
    if operands.is_empty() {
        return call.fail("Need 2 arguments (see \"chmod --help\")");
    }
    for operand in operands {
        let path = call.path(operand);
        let paths = match call.os.with_files(|files| files.stat(&path)) {
            Err(error) => {
                call.fail(format!("{operand}: {error}"));
                continue;
            }
            Ok(_) if deep => call.entries(operand).into_iter().map(|entry| entry.path).collect(),
            Ok(_) => vec![(*operand).clone()],
        };
        for name in paths {
            let path = call.path(&name);
            let Ok(stat) = call.os.with_files(|files| files.stat(&path)) else { continue };
            let Some(mode) = mode(text, stat.permissions, stat.kind == Kind::Directory) else {
                return call.fail(format!("bad mode '{text}'"));
            };
            if let Err(error) = call.os.with_files(|files| files.chmod(&path, mode)) {
                call.fail(format!("chmod '{name}' to {mode:04o}: {error}"));
            } else if told {
                call.io.out(format!("chmod '{name}' to {text}\n"));
            }
        }
    }
    call.status
}

/// `755`, `+x`, `u=rw,go-w`
pub(super) fn mode(text: &str, before: u32, directory: bool) -> Option<u32> {
    if text.chars().all(|c| c.is_digit(8)) {
        return u32::from_str_radix(text, 8).ok().filter(|mode| *mode <= 0o7777);
    }
    let mut mode = before;
    for part in text.split(',') {
        let at = part.find(['+', '-', '='])?;
        let (who, rest) = part.split_at(at);
        let mut chars = rest.chars();
        let sign = chars.next()?;
        let (mut bits, mut set_id, mut sticky) = (0, false, false);
        for c in chars {
            set_id |= c == 's';
            sticky |= c == 't';
            bits |= match c {
                'r' => 4,
                'w' => 2,
                'x' => 1,
                'X' if directory || before & 0o111 != 0 => 1,
                'X' | 's' | 't' => 0,
                _ => return None,
            };
        }
        let who = if who.is_empty() || who.contains('a') { "ugo" } else { who };
        let mut special = if sticky { 0o1000 } else { 0 };
        if set_id {
            special |= if who.contains('u') { 0o4000 } else { 0 };
            special |= if who.contains('g') { 0o2000 } else { 0 };
        }
        match sign {
            '+' => mode |= special,
            '-' => mode &= !special,
            _ => {
                let cleared = if who.contains('u') { 0o4000 } else { 0 } | if who.contains('g') { 0o2000 } else { 0 };
                mode = mode & !cleared | special;
            }
        }
        for c in who.chars() {
            let shift = match c {
                'u' => 6,
                'g' => 3,
                'o' => 0,
                _ => return None,
            };
            match sign {
                '+' => mode |= bits << shift,
                '-' => mode &= !(bits << shift),
                _ => mode = mode & !(7 << shift) | bits << shift,
            }
        }
    }
    Some(mode)
}

pub(super) fn chown(call: &mut Call<'_>) -> i32 {
    let operands: Vec<&String> = call.args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let Some((owner, names)) = operands.split_first() else { return call.fail("Needs 2 arguments") };
    for name in names {
        let path = call.path(name);
        if let Err(error) = call.os.with_files(|files| files.chown(&path, 0, 0)) {
            let action = call.name;
            call.fail(format!("{action} '{owner}' '{name}': {error}"));
        }
    }
    call.status
}

pub(super) fn mktemp(call: &mut Call<'_>) -> i32 {
    let options = match call.options("dqup:t") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let template = options.operands.first().cloned().unwrap_or_else(|| "tmp.XXXXXXXXXX".to_owned());
    let directory = options.value('p').unwrap_or("/data/local/tmp").to_owned();
    let now_ms = call.io.now_ms;
    for number in 0..1000 {
        let letters = template.chars().rev().take_while(|c| *c == 'X').count();
        let name = format!("{}{number:0>letters$}", template.trim_end_matches('X'));
        let shown = if template.contains('/') { name } else { join(&directory, &name) };
        let path = call.path(&shown);
        let made = call.os.with_files(|files| match files.lstat(&path) {
            Ok(_) => Err(FileError::Exists),
            Err(_) if options.has('d') => files.make_dir(&path, now_ms),
            Err(_) => files.write(&path, Vec::new(), now_ms),
        });
        return match made {
            Err(FileError::Exists) => continue,
            Ok(()) => call.print(format!("{shown}\n")),
            Err(error) => call.fail(format!("Failed to create file {shown}: {error}")),
        };
    }
    call.fail("File exists")
}
