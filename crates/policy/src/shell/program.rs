//! Recognises programs and words for the shell reader: names, flags, assignments, and commands as written.
//!
//! Each function answers a question about one command; none of them judges.

use super::known::{FILE_READERS, PERILOUS, SHELLS, STARTS};
use super::lex::{Command, Word};
use super::table::{Arg, ROWS};
use super::touch;

/// Whether the words end in a shell and its flags, so that the shell reads the following text.
pub(super) fn is_read_by_shell(before: &[Word]) -> bool {
    let flags = before.iter().rev().take_while(|word| word.text.starts_with(['-', '+'])).count();
    let takes_text = before.last().is_some_and(|flag| !flag.text.starts_with("--") && flag.text.ends_with('c'));
    let named = before.len().checked_sub(flags + 1).and_then(|at| before.get(at));
    flags > 0 && takes_text && named.is_some_and(|word| SHELLS.contains(&program(word)))
}

pub(super) fn is_exec(word: &Word) -> bool {
    matches!(word.text.as_str(), "-exec" | "-execdir" | "-ok" | "-okdir")
}

/// Whether the command is itself a touch.
pub(super) fn touches(name: &str, args: &[Word]) -> bool {
    matches!(name, "input" | "monkey")
        || (name == "cmd" && args.first().is_some_and(|word| word.text == "input"))
        || (name == "am" && touch::keyboard_broadcast(args).is_some())
}

/// Whether the command is a listing (`pm list …`, `cmd package list …`), so that the words after it are names.
pub(super) fn is_list(args: &[Word]) -> bool {
    args.iter()
        .take(2)
        .any(|word| matches!(word.text.as_str(), "list" | "path" | "dump" | "help" | "-l" | "query" | "get"))
}

/// Whether a sed script writes files (`w FILE`) or runs commands (GNU's `e`).
pub(super) fn sed_writes(script: &str) -> bool {
    let mut before = ' ';
    let mut letters = script.chars().peekable();
    while let Some(c) = letters.next() {
        let alone = !before.is_alphabetic() && letters.peek().is_none_or(|next| matches!(next, ' ' | '\t' | '/'));
        if matches!(c, 'w' | 'W' | 'e') && alone && script.len() > 1 {
            return true;
        }
        before = c;
    }
    false
}

/// Whether the word is arithmetic, which runs commands in it, even in quotes: `let 'x[$(ls)]'`.
pub(super) fn computes(word: &Word) -> bool {
    word.text.contains("$(") || word.text.contains('`')
}

pub(super) fn is_perilous(variable: &str) -> bool {
    PERILOUS.contains(&variable) || variable.starts_with("LD_")
}

pub(super) fn is_known(name: &str) -> bool {
    FILE_READERS.contains(&name)
        || STARTS.iter().any(|start| start.first() == Some(&name))
        || ROWS.iter().any(|row| is_named(name, row.program))
        || SHELLS.contains(&name)
        || matches!(name, "cp" | "mv" | "tee" | "sed" | "tar" | "mkdir" | "touch" | "screencap" | "ime" | "sqlite3")
}

/// Returns the program's name without its folder.
pub(super) fn program(word: &Word) -> &str {
    word.text.rsplit('/').next().unwrap_or_default()
}

pub(super) fn is_named(name: &str, known: &str) -> bool {
    match known.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == known,
    }
}

pub(super) fn fits(arg: Arg, word: &str) -> bool {
    match arg {
        Arg::Is(words) => words.contains(&word),
        Arg::Has(parts) => parts.iter().any(|part| word.contains(part)),
    }
}

/// Returns the variable of `A=b`.
pub(super) fn assigned(raw: &str) -> Option<&str> {
    let (name, _) = raw.split_once('=')?;
    let name = name.strip_suffix('+').unwrap_or(name);
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (plain && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')).then_some(name)
}

/// Returns the command as written.
pub(super) fn shown(command: &Command) -> String {
    let words = command.words.iter().map(|word| word.raw.as_str());
    words.chain(command.redirections.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}
