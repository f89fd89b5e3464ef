//! Completes the commands that messages suggest: each repeats the person's `--data` and `--device`, so that it works
//! when it is copied.
//!
//! Messages come from every crate and from the server, and know nothing about options. They name a command as ``
//! `fingertip task list` ``; each message passes [`complete`] before the person sees it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::OnceLock;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

/// The ids of the repeated options.
const REPEATED_IDS: [&str; 2] = ["data", "device"];

/// The repeated options that the person gave, and the commands that take them.
struct RepeatedOptions {
    options: BTreeMap<&'static str, String>,
    cli: Command,
}

static REPEATED_OPTIONS: OnceLock<RepeatedOptions> = OnceLock::new();

/// Remembers the options on the command line. Options from the environment need no repeating.
pub(crate) fn remember(cli: Command, matches: &ArgMatches) {
    let mut options = BTreeMap::new();
    // Every command that takes these options defines them itself, also for its subcommands.
    if let Some((_, matches)) = matches.subcommand() {
        for name in REPEATED_IDS {
            let given =
                matches.ids().any(|id| id == name) && matches.value_source(name) == Some(ValueSource::CommandLine);
            if let Some(raw) = given.then(|| matches.get_raw(name)).flatten().and_then(|mut raw| raw.next_back()) {
                options.insert(name, quoted(raw.to_owned()));
            }
        }
    }
    // A process runs only one command.
    let _ = REPEATED_OPTIONS.set(RepeatedOptions { options, cli });
}

/// Returns a command as the person would have to type it: `fingertip task show ID --data DIR`.
pub(crate) fn command(words: &str) -> String {
    format!("fingertip {words}{}", REPEATED_OPTIONS.get().map_or_else(String::new, |given| given.options_of(words)))
}

/// Adds the person's options to every command that the message suggests in backticks.
pub(crate) fn complete(message: &str) -> String {
    REPEATED_OPTIONS.get().map_or_else(|| message.to_owned(), |given| given.complete(message))
}

impl RepeatedOptions {
    fn complete(&self, message: &str) -> String {
        const BEGIN: &str = "`fingertip ";
        let mut done = String::new();
        let mut rest = message;
        while let Some(at) = rest.find(BEGIN) {
            let (before, suggested) = rest.split_at(at + BEGIN.len());
            let Some(end) = suggested.find('`') else { break };
            let (words, after) = suggested.split_at(end);
            done.push_str(before);
            done.push_str(words);
            done.push_str(&self.options_of(words));
            done.push('`');
            rest = &after[1..];
        }
        done.push_str(rest);
        done
    }

    /// Returns the options that this command also takes and does not name yet, each after a space.
    fn options_of(&self, words: &str) -> String {
        let name = words.split_whitespace().next().unwrap_or_default();
        let Some(command) = self.cli.find_subcommand(name) else { return String::new() };
        let takes = |option: &str| command.get_arguments().any(|argument| argument.get_id() == option);
        let missing = |option: &str| !words.split_whitespace().any(|word| word == format!("--{option}"));
        let given = self.options.iter().filter(|(option, _)| takes(option) && missing(option));
        given.map(|(option, value)| format!(" --{option} {value}")).collect()
    }
}

/// Quotes a value as one shell word.
pub(crate) fn quoted(value: OsString) -> String {
    let value = value.to_string_lossy().into_owned();
    let plain = |letter: char| letter.is_alphanumeric() || "._-/:@%+=,".contains(letter);
    if !value.is_empty() && value.chars().all(plain) { value } else { format!("'{}'", value.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn a_suggested_command_repeats_what_the_person_gave() {
        let options = BTreeMap::from([("data", quoted("/my data".into())), ("device", quoted("sim".into()))]);
        let given = RepeatedOptions { options, cli: crate::cli::Cli::command() };
        for (message, expected) in [
            ("see `fingertip task list`", "see `fingertip task list --data '/my data' --device sim`"),
            (
                "`fingertip run x --device a` or `fingertip schema x`",
                "`fingertip run x --device a --data '/my data'` or `fingertip schema x`",
            ),
            ("`fingertip nonsense`, `fingertip task", "`fingertip nonsense`, `fingertip task"),
            ("nothing to complete", "nothing to complete"),
        ] {
            assert_eq!(given.complete(message), expected);
        }
        assert_eq!(quoted("it's".into()), r"'it'\''s'");
        assert_eq!(quoted("".into()), "''");
    }
}
