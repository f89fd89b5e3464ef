//! Chooses the interpreter of a script: the one in its first line, otherwise `sh`.

use std::path::Path;

use crate::SandboxError;

/// The interpreters that a script may name, and where they may be.
const KNOWN: &[&str] = &["sh", "bash", "dash", "python3", "python", "node", "perl"];
const PLACES: &[&str] = &["/usr/local/bin", "/usr/bin", "/bin"];

/// The command that runs this script: the interpreter and the arguments of its first line.
pub(crate) fn command(script: &str) -> Result<Vec<String>, SandboxError> {
    let refused = |why: String| Err(SandboxError::Refused(why));
    if script.trim().is_empty() {
        return refused("the script is empty".to_owned());
    }
    if script.contains('\0') {
        return refused("the script is binary, not text; only scripts are run".to_owned());
    }
    let (name, words) = asked(script);
    let shown: String = name.chars().take(60).collect();
    if !KNOWN.contains(&name) {
        return refused(format!("the script asks for `{shown}`; scripts run with {}", KNOWN.join(", ")));
    }
    let place = PLACES.iter().map(|place| format!("{place}/{name}")).find(|path| Path::new(path).is_file());
    let Some(path) = place else {
        return refused(format!("the script asks for `{shown}`, which is not installed here"));
    };
    Ok(std::iter::once(path).chain(words.into_iter().map(str::to_owned)).collect())
}

/// The interpreter's name and its arguments.
fn asked(script: &str) -> (&str, Vec<&str>) {
    let Some(line) = script.strip_prefix("#!") else { return ("sh", Vec::new()) };
    let mut words = line.lines().next().unwrap_or_default().split_whitespace();
    let mut program = words.next().unwrap_or_default();
    let mut rest: Vec<&str> = words.take(16).collect();
    if base(program) == "env" {
        rest.retain(|word| *word != "-S");
        program = if rest.is_empty() { "" } else { rest.remove(0) };
    }
    (base(program), rest)
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_says_what_runs_a_script() {
        let check = |script: &str, name: &str, words: &[&str]| {
            assert_eq!(asked(script), (name, words.to_vec()), "{script}");
        };
        check("echo 1", "sh", &[]);
        check("#!/bin/bash -e\necho", "bash", &["-e"]);
        check("#!/usr/bin/env python3\nprint(1)", "python3", &[]);
        check("#!/usr/bin/env -S node --no-warnings\n", "node", &["--no-warnings"]);
        check("#! /opt/x/evil\n", "evil", &[]);
        check("#!\n", "", &[]);
        check("#!/usr/bin/env\n", "", &[]);
    }

    #[test]
    fn what_cannot_run_is_refused_with_the_reason() {
        let check = |script: &str, part: &str| {
            let error = command(script).unwrap_err().to_string();
            assert!(error.contains(part), "{script}: {error}");
        };
        check(" \n", "empty");
        check("a\0b", "binary");
        check("#!/usr/bin/ruby\n", "`ruby`");
        check("#!\n", "scripts run with");
        assert_eq!(command("true").unwrap(), ["/usr/bin/sh"]);
    }
}
