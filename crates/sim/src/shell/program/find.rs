//! `find` with the tests and actions people use.

use super::super::pattern::{matches, unquoted};
use super::Call;
use super::options::number;
use super::walk::Entry;
use crate::files::Kind;

#[derive(Clone, Debug)]
enum Test {
    Name(String, bool),
    Path(String),
    Kind(char),
    Size(char, u64),
    Newer(i64),
    Minutes(char, i64),
    Empty,
    Not,
    Or,
    Print,
    Zero,
    Delete,
    Prune,
    Execute(Vec<String>, bool),
}

pub(super) fn find(call: &mut Call<'_>) -> i32 {
    let roots = call.args.iter().take_while(|arg| !arg.starts_with('-') && *arg != "!" && *arg != "(").count();
    let (paths, expression) = call.args.split_at(roots);
    let (mut most, mut least) = (usize::MAX, 0);
    let tests = match read(call, expression, &mut most, &mut least) {
        Ok(tests) => tests,
        Err(message) => return call.fail(message),
    };
    let acts = tests.iter().any(|test| matches!(test, Test::Print | Test::Zero | Test::Delete | Test::Execute(..)));
    let working_directory = [".".to_owned()];
    let mut gathered: Vec<String> = Vec::new();
    for root in if paths.is_empty() { working_directory.as_slice() } else { paths } {
        let mut entries = call.entries(root);
        if tests.iter().any(|test| matches!(test, Test::Delete)) {
            entries.reverse();
        }
        for entry in entries {
            if entry.depth > most || entry.depth < least || call.exhausted() {
                continue;
            }
            if check(call, &tests, &entry, &mut gathered) && !acts {
                call.io.out(format!("{}\n", entry.path));
            }
        }
    }
    if let Some(Test::Execute(command, true)) = tests.iter().find(|test| matches!(test, Test::Execute(_, true)))
        && !gathered.is_empty()
    {
        let words: Vec<String> = command.iter().cloned().chain(gathered).collect();
        execute(call, &words);
    }
    call.status
}

fn read(call: &mut Call<'_>, words: &[String], most: &mut usize, least: &mut usize) -> Result<Vec<Test>, String> {
    let mut tests = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        let mut next = || {
            let value = words.get(at).cloned().ok_or_else(|| format!("'{word}' needs 1 arg"));
            at += 1;
            value
        };
        let count = |text: &str| text.parse::<usize>().map_err(|_| format!("bad {word} '{text}'"));
        match word.as_str() {
            "-name" => tests.push(Test::Name(next()?, false)),
            "-iname" => tests.push(Test::Name(next()?, true)),
            "-path" | "-wholename" => tests.push(Test::Path(next()?)),
            "-type" => tests.push(Test::Kind(next()?.chars().next().unwrap_or('?'))),
            "-maxdepth" => *most = count(&next()?)?,
            "-mindepth" => *least = count(&next()?)?,
            "-size" => {
                let text = next()?;
                let (sign, rest) = signed(&text);
                let bytes = if rest.ends_with(|c: char| c.is_ascii_digit()) {
                    number(rest).and_then(|blocks| blocks.checked_mul(512))
                } else {
                    number(rest)
                };
                tests.push(Test::Size(sign, bytes.ok_or_else(|| format!("bad -size '{text}'"))?));
            }
            "-mtime" | "-mmin" => {
                let text = next()?;
                let (sign, rest) = signed(&text);
                let unit = if word == "-mtime" { 24 * 60 } else { 1 };
                tests.push(Test::Minutes(sign, (count(rest)? as i64).saturating_mul(unit)));
            }
            "-newer" => {
                let name = next()?;
                let stat = call.os.files().stat(&call.io.absolute(&name));
                tests.push(Test::Newer(stat.map_err(|error| format!("'{name}': {error}"))?.mtime_ms));
            }
            "-empty" => tests.push(Test::Empty),
            "!" | "-not" => tests.push(Test::Not),
            "-o" | "-or" => tests.push(Test::Or),
            "-print" => tests.push(Test::Print),
            "-print0" => tests.push(Test::Zero),
            "-delete" => tests.push(Test::Delete),
            "-prune" => tests.push(Test::Prune),
            "-a" | "-and" | "(" | ")" | "-xdev" | "-depth" | "-follow" | "-L" | "-H" => {}
            "-exec" => {
                let mut command = Vec::new();
                let together = loop {
                    let part = next()?;
                    if part == ";" {
                        break false;
                    }
                    if part == "+" && command.last().is_some_and(|last| last == "{}") {
                        command.pop();
                        break true;
                    }
                    command.push(part);
                };
                tests.push(Test::Execute(command, together));
            }
            other => return Err(format!("bad arg '{other}'")),
        }
    }
    Ok(tests)
}

fn signed(text: &str) -> (char, &str) {
    match text.strip_prefix('+') {
        Some(rest) => ('+', rest),
        None => text.strip_prefix('-').map_or(('=', text), |rest| ('-', rest)),
    }
}

fn check(call: &mut Call<'_>, tests: &[Test], entry: &Entry, gathered: &mut Vec<String>) -> bool {
    let mut value = true;
    let mut negate = false;
    for test in tests {
        match test {
            Test::Not => {
                negate = !negate;
                continue;
            }
            Test::Or => {
                if value {
                    return true;
                }
                (value, negate) = (true, false);
                continue;
            }
            _ => {}
        }
        if value {
            value = one(call, test, entry, gathered) != negate;
        }
        negate = false;
    }
    value
}

fn one(call: &mut Call<'_>, test: &Test, entry: &Entry, gathered: &mut Vec<String>) -> bool {
    let fits = |pattern: &str, text: &str| matches(&unquoted(pattern), &text.chars().collect::<Vec<_>>());
    let compare = |sign: char, value: i64, wanted: i64| match sign {
        '+' => value > wanted,
        '-' => value < wanted,
        _ => value == wanted,
    };
    match test {
        Test::Name(pattern, fold) => {
            let name = entry.path.trim_end_matches('/').rsplit('/').next().unwrap_or("/");
            if *fold { fits(&pattern.to_lowercase(), &name.to_lowercase()) } else { fits(pattern, name) }
        }
        Test::Path(pattern) => fits(pattern, &entry.path),
        Test::Kind(letter) => match entry.stat.kind {
            Kind::File => *letter == 'f',
            Kind::Directory => *letter == 'd',
            Kind::Link => *letter == 'l',
            Kind::Device => *letter == 'c',
        },
        Test::Size(sign, bytes) => compare(*sign, entry.stat.size as i64, i64::try_from(*bytes).unwrap_or(i64::MAX)),
        Test::Newer(mtime_ms) => entry.stat.mtime_ms > *mtime_ms,
        Test::Minutes(sign, minutes) => {
            compare(*sign, call.io.now_ms.saturating_sub(entry.stat.mtime_ms) / 60_000, *minutes)
        }
        Test::Empty => match entry.stat.kind {
            Kind::Directory => call.os.files().list(&call.io.absolute(&entry.path)).is_ok_and(|list| list.is_empty()),
            _ => entry.stat.size == 0,
        },
        Test::Print => {
            call.io.out(format!("{}\n", entry.path));
            true
        }
        Test::Zero => {
            call.io.out(format!("{}\0", entry.path));
            true
        }
        Test::Delete => {
            let (path, now_ms) = (call.path(&entry.path), call.io.now_ms);
            if let Err(error) = call.os.with_files(|files| files.remove(&path, now_ms)) {
                call.fail(format!("{}: {error}", entry.path));
            }
            true
        }
        Test::Execute(_, true) => {
            gathered.push(entry.path.clone());
            true
        }
        Test::Execute(command, false) => {
            let words: Vec<String> = command.iter().map(|word| word.replace("{}", &entry.path)).collect();
            execute(call, &words) == 0
        }
        Test::Prune | Test::Not | Test::Or => true,
    }
}

fn execute(call: &mut Call<'_>, words: &[String]) -> i32 {
    call.flush();
    let status = call.shell.run_inside(words, super::super::Input::default(), call.os);
    call.shell.long_running = None;
    status
}
