//! Computes the pattern under which an approval of a command is remembered: the approved command and nothing else.
//!
//! A command is remembered literally, except for programs that only read: their flags may differ, their inputs may not.
//! A redirection, another program or another file makes another pattern.

use super::known::{FILE_READERS, STARTS};
use super::lex::{Command, Word};
use super::program::shown;

/// Returns the pattern of these commands.
pub(super) fn pattern(commands: &[Command]) -> String {
    let mut pattern = String::new();
    for command in commands {
        if !pattern.is_empty() {
            pattern.push_str(if command.piped { " | " } else { "; " });
        }
        pattern.push_str(&one(command));
    }
    pattern
}

/// Returns the first words if the rest only says how to read, otherwise all words.
fn one(command: &Command) -> String {
    let begins = |known: &&&[&str]| {
        command.words.len() >= known.len() && command.words.iter().zip(**known).all(|(word, known)| word.raw == **known)
    };
    if !command.redirections.is_empty() {
        return shown(command);
    }
    if let Some(known) = STARTS.iter().find(begins) {
        return format!("{} …", known.join(" "));
    }
    match command.words.split_first() {
        Some((first, args)) if FILE_READERS.contains(&first.raw.as_str()) => {
            let files = looked_at(&first.raw, args).map(|word| format!(" {}", word.raw)).collect::<String>();
            format!("{} …{files}", first.raw)
        }
        _ => shown(command),
    }
}

/// Returns the inputs of a program: everything but its flags and the search text of `grep`.
fn looked_at<'w>(program: &str, args: &'w [Word]) -> impl Iterator<Item = &'w Word> {
    let is_flag = |word: &Word| word.text.starts_with('-') && word.raw.starts_with('-') && !word.expands;
    // `-e` and `-f` carry the search text, or its file, with them.
    let brings = |word: &Word| is_flag(word) && (word.text.contains(['e', 'f']) || word.text.starts_with("--"));
    let searches = matches!(program, "grep" | "egrep" | "fgrep") && !args.iter().any(brings);
    // A flag with a path in it also names an input.
    let plain = move |word: &&Word| !is_flag(word) || word.text.contains('/') || word.text.starts_with("-f");
    args.iter().filter(plain).skip(usize::from(searches))
}
