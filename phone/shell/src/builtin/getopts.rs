//! `getopts`: parses a script's options, one letter per call.

use super::super::state::Flow;
use super::super::{Io, Os, Shell};

pub(super) fn getopts(shell: &mut Shell, args: &[String], io: &mut Io, _: &mut dyn Os) -> Flow {
    let [letters, name, rest @ ..] = args else {
        let missing = if args.is_empty() { "options" } else { "name" };
        return shell.refuse(io, &format!("getopts: {missing}: missing argument"), 1);
    };
    let words = if rest.is_empty() { shell.scope.args.clone() } else { rest.to_vec() };
    let mut at = shell.value("OPTIND").and_then(|text| text.parse::<usize>().ok()).unwrap_or(1).max(1);
    let mut inside = shell.option_at;
    let word = words.get(at - 1).map(String::as_str).unwrap_or_default();
    let letter = word.strip_prefix('-').and_then(|word| word.chars().nth(inside));
    let Some(letter) = letter.filter(|_| word != "--") else {
        at += usize::from(word == "--");
        return finish(shell, io, (at, 0), (name, "?"), None, 1);
    };
    inside += 1;
    let last = word.chars().count() <= inside + 1;
    let quiet = letters.starts_with(':');
    let known = letters.find(letter).filter(|_| letter != ':');
    let takes_value = known.is_some_and(|at| letters.get(at + 1..).is_some_and(|rest| rest.starts_with(':')));
    let next = if last { (at + 1, 0) } else { (at, inside) };
    let script = shell.scope.name.clone();
    if known.is_none() {
        if !quiet {
            io.err(format!("{script}: -{letter}: unknown option\n"));
        }
        let shown = quiet.then(|| letter.to_string());
        return finish(shell, io, next, (name, "?"), shown, 0);
    }
    if !takes_value {
        return finish(shell, io, next, (name, &letter.to_string()), None, 0);
    }
    let joined: String = word.chars().skip(inside + 1).collect();
    let (value, at) = match (joined.is_empty(), words.get(at)) {
        (false, _) => (joined, at + 1),
        (true, Some(value)) => (value.clone(), at + 2),
        (true, None) => {
            if !quiet {
                io.err(format!("{script}: -{letter}: requires an argument\n"));
            }
            let (answer, shown) = if quiet { (":", Some(letter.to_string())) } else { ("?", None) };
            return finish(shell, io, (at + 1, 0), (name, answer), shown, 0);
        }
    };
    finish(shell, io, (at, 0), (name, &letter.to_string()), Some(value), 0)
}

/// Sets the variables that each call sets: the next position, the letter and its value.
fn finish(
    shell: &mut Shell,
    io: &mut Io,
    (at, inside): (usize, usize),
    (name, letter): (&str, &str),
    value: Option<String>,
    status: i32,
) -> Flow {
    let mut set = shell.assign("OPTIND", at.to_string()).and_then(|()| shell.assign(name, letter.to_owned()));
    shell.option_at = inside;
    match value {
        Some(value) => set = set.and_then(|()| shell.assign("OPTARG", value)),
        None => _ = shell.scope.variables.remove("OPTARG"),
    }
    match set {
        Ok(()) => shell.done(status),
        Err(message) => shell.refuse(io, &message, 1),
    }
}
