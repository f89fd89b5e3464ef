//! Tests of Android's commands: tables of commands and their output, the parsers of public clients on the same output,
//! and properties that hold for any words.

mod clients;
mod fake;
mod pattern;
mod properties;
mod rows_apps;
mod rows_content;
mod rows_effects;
mod rows_input;
mod rows_state;

use super::{Exit, Io, LongRunning, run};
use fake::FakeSystem;

/// The command line (several commands on the same phone are separated by ` ;; `), stdout, stderr, the last status, and
/// the calls that the phone received. `…` matches anything.
type Row = (&'static str, &'static str, &'static str, i32, &'static str);

/// The status that a table uses for a command that keeps running.
const FOLLOWS: i32 = 1000;

/// Splits arguments like a shell, with single quotes and `\n`.
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for character in line.chars() {
        match character {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words.iter().map(|word| word.replace("\\n", "\n")).collect()
}

/// Runs one line on a phone.
fn shell(line: &str, system: &mut FakeSystem) -> (String, String, i32) {
    let (io, exit) = command(line, system);
    let status = match exit {
        Exit::Status(status) => status,
        Exit::LongRunning(LongRunning::Server { port }) => FOLLOWS + i32::from(port),
        Exit::LongRunning(_) => FOLLOWS,
    };
    let [stdout, stderr] = [io.stdout, io.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (stdout, stderr, status)
}

fn command(line: &str, system: &mut FakeSystem) -> (Io, Exit) {
    let words = split(line);
    let (name, args) = words.split_first().expect("a command");
    let mut io = Io { stdin: std::mem::take(&mut system.stdin), ..Io::default() };
    let exit = run(name, args, &mut io, system).unwrap_or_else(|| panic!("no command `{name}`"));
    (io, exit)
}

/// Whether a text matches a pattern with `…`.
fn fits(text: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.len() >= last.len() && rest.ends_with(last)
}

/// Checks a table and reports all failing rows at once.
fn check(rows: &[Row]) {
    let mut wrong = String::new();
    for (line, stdout, stderr, status, calls) in rows {
        let mut system = FakeSystem::default();
        let (mut out, mut err, mut last) = (String::new(), String::new(), 0);
        for line in line.split(" ;; ") {
            let (more_out, more_err, status) = shell(line, &mut system);
            out += &more_out;
            err += &more_err;
            last = status;
        }
        let told = system.calls.join("; ");
        if !fits(&out, stdout) || !fits(&err, stderr) || last != *status || told != *calls {
            wrong += &format!(
                "\n$ {line}\n  stdout {out:?}\n  wanted {stdout:?}\n  stderr {err:?}\n  wanted {stderr:?}\n  status {last}, wanted {status}\n  told   {told:?}\n  wanted {calls:?}\n"
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn names_are_sorted_and_run() {
    let names = super::names();
    assert!(names.is_sorted());
    let mut system = FakeSystem::default();
    for name in names {
        assert!(run(name, &[], &mut Io::default(), &mut system).is_some(), "{name}");
    }
    assert!(run("ls", &[], &mut Io::default(), &mut system).is_none());
}

#[test]
fn there_are_enough_rows() {
    let rows = rows_apps::ROWS.len() + rows_content::ROWS.len() + rows_input::ROWS.len() + rows_state::ROWS.len();
    assert!(rows >= 200, "{rows}");
}
