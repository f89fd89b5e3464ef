//! What a yes to a command is remembered by: the thing that was asked, and nothing beside it.
//!
//! A command is remembered to the letter, but for programs that only look: their flags may differ, what they look
//! at may not. A redirection, another program or another file makes another pattern.

use super::known::{FILE_READERS, STARTS};
use super::lex::{Command, Word};
use super::program::shown;

/// The words a yes to these commands is remembered by.
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

/// The first words where the rest only says how to look, else all of them.
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

/// What a program looks at: everything but its flags, and what `grep` searches for.
fn looked_at<'w>(program: &str, args: &'w [Word]) -> impl Iterator<Item = &'w Word> {
    let is_flag = |word: &Word| word.text.starts_with('-') && word.raw.starts_with('-') && !word.expands;
    // `-e` and `-f` bring what is searched for, or its file, with them.
    let brings = |word: &Word| is_flag(word) && (word.text.contains(['e', 'f']) || word.text.starts_with("--"));
    let searches = matches!(program, "grep" | "egrep" | "fgrep") && !args.iter().any(brings);
    // A flag with a path in it names something too.
    let plain = move |word: &&Word| !is_flag(word) || word.text.contains('/') || word.text.starts_with("-f");
    args.iter().filter(plain).skip(usize::from(searches))
}
