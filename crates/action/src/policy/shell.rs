//! What a command for the phone's shell does, as far as its text tells.
//!
//! Called for the `shell` verb. The line is taken apart into its simple commands, also those inside
//! other commands; each is looked up in a table. What cannot be followed counts as dangerous, so the
//! reader can be short without being lenient. Nothing is run and nothing is expanded.

mod lex;
mod table;

use self::lex::{Command, Word};
use self::table::{Arg, ERASES, PERILOUS, RESERVED, ROWS, SERVICES, SHELLS, STARTS, WRAPPERS};
use super::url::{Opens, opens};
use crate::finding::quoted;

/// What a command does that a person wants to know of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Erases the phone.
    Resets,
    /// Deletes, overwrites, uninstalls.
    Deletes,
    /// Grants a permission, loosens a protection.
    Grants,
    /// Starts a payment.
    Pays,
    /// Calls, or sends a message.
    Sends,
    /// Cannot be told from the text.
    Unclear,
    /// Touches the screen or presses keys.
    Touches,
}

/// Longer commands are not read.
const LONGEST: usize = 64 * 1024;
/// How much is read in all, lines inside lines included: `env sh sh sh -c …` names the same text often.
const MOST: usize = 4 * LONGEST;
/// How deep `sh -c "sh -c …"` is followed.
const DEPTH: usize = 8;
/// How many words a command may have whose every word might be another command.
const WRAPPED_WORDS: usize = 1024;

/// A command line, read.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// What was found, with the command that does it.
    found: Vec<(Effect, String)>,
    /// How many bytes have been read.
    read: usize,
    /// The first words by which a yes is remembered; nothing when the line cannot be followed.
    pub(super) start: Option<String>,
}

impl Reading {
    /// Reads a command line.
    pub(super) fn of(line: &str) -> Self {
        let mut reading = Self::default();
        let commands = reading.line(line, 0);
        reading.start = commands.map(|commands| starts(&commands)).filter(|starts| !starts.is_empty());
        reading
    }

    /// The command that has this effect, if there is one.
    pub(super) fn evidence(&self, effect: Effect) -> Option<String> {
        self.found.iter().find(|(found, _)| *found == effect).map(|(_, command)| quoted(command))
    }

    fn add(&mut self, effect: Effect, command: &str) {
        if !self.found.iter().any(|(found, _)| *found == effect) {
            self.found.push((effect, command.to_owned()));
        }
    }

    fn line(&mut self, line: &str, depth: usize) -> Option<Vec<Command>> {
        self.read = self.read.saturating_add(line.len());
        let too_much = line.len() > LONGEST || self.read > MOST || depth > DEPTH;
        let commands = if too_much { None } else { lex::commands(line).ok() };
        match &commands {
            None => self.add(Effect::Unclear, line),
            Some(commands) => commands.iter().for_each(|command| self.command(command, depth)),
        }
        commands
    }

    fn command(&mut self, command: &Command, depth: usize) {
        let shown = shown(command);
        let words = self.without_preamble(&command.words, &shown);
        self.overwrites(command, words, &shown);
        if command.words.iter().any(|word| ERASES.iter().any(|erases| word.text.contains(erases))) {
            self.add(Effect::Resets, &shown);
        }
        let Some(first) = words.first() else { return };
        self.program(words, &shown, depth);
        let name = program(first);
        if WRAPPERS.contains(&name) || (name == "find" && words.iter().any(is_exec)) {
            self.wrapped(words, &shown, depth);
        }
    }

    /// A program that runs another. Which of its words that is, is each wrapper's own affair: every
    /// one might be, and a word with spaces in it might be a whole line.
    fn wrapped(&mut self, words: &[Word], shown: &str, depth: usize) {
        let bare_shell = words.len() == 1 && matches!(program(&words[0]), "su" | "sudo" | "doas" | "run-as");
        let perilous = |word: &Word| assigned(&word.raw).is_some_and(|variable| PERILOUS.contains(&variable));
        if bare_shell || words.len() > WRAPPED_WORDS || words.iter().any(|word| word.expands || perilous(word)) {
            self.add(Effect::Unclear, shown);
        }
        for at in (1..words.len()).take(WRAPPED_WORDS) {
            self.program(&words[at..], shown, depth);
            let text = &words[at].text;
            let text = text.strip_prefix("--command=").or_else(|| text.strip_prefix("-c")).unwrap_or(text);
            if text != words[at].text || text.contains(char::is_whitespace) {
                self.line(text, depth + 1);
            }
        }
    }

    /// One program with its arguments.
    fn program(&mut self, words: &[Word], shown: &str, depth: usize) {
        let Some((first, args)) = words.split_first() else { return };
        if first.expands || first.globs {
            return self.add(Effect::Unclear, shown);
        }
        let name = program(first);
        if SHELLS.contains(&name) {
            return self.shell(args, shown, depth);
        }
        self.look_up(name, args, shown);
        if name == "cmd" {
            let service = |word: &Word| SERVICES.iter().find(|(service, _)| *service == word.text);
            if let Some((_, stands_for)) = args.iter().find_map(service) {
                self.look_up(stands_for, args, shown);
            }
        }
    }

    fn look_up(&mut self, name: &str, args: &[Word], shown: &str) {
        for row in ROWS.iter().filter(|row| is_named(name, row.program)) {
            // A word that will be another one may be any of those the row looks for.
            if !row.args.is_empty() && args.iter().any(|word| word.expands) {
                self.add(Effect::Unclear, shown);
            }
            if row.args.iter().all(|arg| args.iter().any(|word| fits(*arg, &word.text))) {
                self.add(row.effect, shown);
            }
        }
        if name == "am" && args.iter().any(|word| opens(&word.text) == Opens::Payment) {
            self.add(Effect::Pays, shown);
        }
    }

    /// `sh -c TEXT` is followed; a script, or text from elsewhere, cannot be.
    fn shell(&mut self, args: &[Word], shown: &str, depth: usize) {
        // After the first word that is no flag comes a script's name, and then the script's own flags.
        let flags = args.iter().take_while(|word| word.text.starts_with(['-', '+']));
        let runs_text = |word: &Word| !word.text.starts_with("--") && word.text.contains('c');
        let text = flags.enumerate().find(|(_, word)| runs_text(word)).and_then(|(at, _)| args.get(at + 1));
        match text {
            Some(text) if !text.expands => {
                self.line(&text.text, depth + 1);
            }
            _ => self.add(Effect::Unclear, shown),
        }
    }

    /// Steps over `if`, `do`, `A=b` and the like, to where the program is named.
    fn without_preamble<'w>(&mut self, mut words: &'w [Word], shown: &str) -> &'w [Word] {
        while let Some((first, rest)) = words.split_first() {
            if let Some(variable) = assigned(&first.raw) {
                if PERILOUS.contains(&variable) {
                    self.add(Effect::Unclear, shown);
                }
            } else if !RESERVED.contains(&first.raw.as_str()) {
                break;
            }
            words = rest;
        }
        // What stands in `for x in …` is not run there.
        if words.first().is_some_and(|word| matches!(word.raw.as_str(), "for" | "select" | "fi" | "done" | "}")) {
            return &[];
        }
        words
    }

    /// `> file` empties the file; with nothing to write that is all it does.
    fn overwrites(&mut self, command: &Command, words: &[Word], shown: &str) {
        let writes_nothing = words.first().is_none_or(|word| matches!(word.text.as_str(), ":" | "true"));
        for target in &command.overwrites {
            let device = target.text.starts_with("/dev/");
            let harmless = matches!(target.text.as_str(), "/dev/null" | "/dev/tty" | "/dev/stdout" | "/dev/stderr");
            if !harmless && (device || writes_nothing) {
                self.add(Effect::Deletes, shown);
            }
            if target.expands {
                self.add(Effect::Unclear, shown);
            }
        }
    }
}

fn is_exec(word: &Word) -> bool {
    matches!(word.text.as_str(), "-exec" | "-execdir" | "-ok" | "-okdir")
}

/// The program's name without its folder.
fn program(word: &Word) -> &str {
    word.text.rsplit('/').next().unwrap_or_default()
}

fn is_named(name: &str, known: &str) -> bool {
    match known.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == known,
    }
}

fn fits(arg: Arg, word: &str) -> bool {
    match arg {
        Arg::Is(words) => words.contains(&word),
        Arg::Has(parts) => parts.iter().any(|part| word.contains(part)),
    }
}

/// The variable of `A=b`.
fn assigned(raw: &str) -> Option<&str> {
    let (name, _) = raw.split_once('=')?;
    let name = name.strip_suffix('+').unwrap_or(name);
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (plain && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')).then_some(name)
}

/// The command as it is written.
fn shown(command: &Command) -> String {
    let words = command.words.iter().map(|word| word.raw.as_str());
    words.chain(command.redirections.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

/// The words a yes to these commands is remembered by.
fn starts(commands: &[Command]) -> String {
    let mut starts = String::new();
    for command in commands {
        if !starts.is_empty() {
            starts.push_str(if command.piped { " | " } else { "; " });
        }
        starts.push_str(&start(command));
    }
    starts
}

/// The first words where the rest only says what to look at, else all of them.
fn start(command: &Command) -> String {
    let begins = |known: &&&[&str]| {
        command.words.len() >= known.len() && command.words.iter().zip(**known).all(|(word, known)| word.raw == **known)
    };
    match STARTS.iter().find(begins) {
        Some(known) if command.redirections.is_empty() => format!("{} …", known.join(" ")),
        _ => shown(command),
    }
}
