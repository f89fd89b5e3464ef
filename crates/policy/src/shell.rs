//! Determines the effects of a command for the phone's shell, as far as its text tells.
//!
//! Called for the `shell` verb. The reader splits the line into simple commands, including those inside other commands,
//! and looks each up in a table. A command that it cannot follow counts as dangerous, so the reader can be short
//! without being lenient. It runs and expands nothing.

mod files;
mod known;
mod lex;
mod program;
mod remember;
mod sql;
mod table;
mod touch;

pub(super) use self::files::runs_one_of;
use self::known::{
    DECLARES, ERASES, INSTANT, LATER, RESERVED, SERVICE_PROGRAMS, SERVICES, SHELLS, SYSTEM_FOLDERS, WRAPPERS,
};
use self::lex::{Command, Word};
use self::program::{
    assigned, computes, fits, is_exec, is_known, is_list, is_named, is_perilous, is_read_by_shell, program, sed_writes,
    shown, touches,
};
pub(super) use self::sql::changes as sql_changes;
use self::sql::only_reads;
use self::table::ROWS;
use super::effect::{Effect, named};
use super::intent;
use super::url::{Opens, opens};
use action::in_quotes;
use action::phone::AgentAction;

/// Longer commands are not read.
const LONGEST: usize = 64 * 1024;
/// The most bytes that are read in total, nested lines included: `env sh sh sh -c …` repeats the same text.
const MOST: usize = 4 * LONGEST;
/// How deep `sh -c "sh -c …"` is followed.
const DEPTH: usize = 8;
/// The most words of a command in which every word might be another command.
const WRAPPED_WORDS: usize = 128;
/// The most files and touches that are listed; a line with more counts as unclear.
const LISTED: usize = 256;

/// The effects of a command line, as far as its text tells.
#[derive(Clone, Debug, Default)]
pub(super) struct ShellAnalysis {
    /// The effects, each with the command that has it.
    found: Vec<(Effect, String)>,
    /// The number of bytes read so far.
    read: usize,
    /// The pattern under which an approval is remembered; absent if the line cannot be followed.
    pub(super) start: Option<String>,
    /// The phone actions that the line amounts to.
    pub(super) touches: Vec<AgentAction>,
    /// The files that the line writes, each in its normal form.
    pub(super) writes: Vec<String>,
    /// The files that the line runs, each in its normal form.
    pub(super) runs: Vec<String>,
    /// Whether another command delays or repeats a touch, or changes the screen.
    beside: bool,
    /// The current folder of the line; absent if unknown.
    folder: Option<String>,
}

impl ShellAnalysis {
    /// Reads a command line.
    pub(super) fn of(line: &str) -> Self {
        let mut analysis = Self { folder: Some("/".to_owned()), ..Self::default() };
        let commands = analysis.line(line, 0);
        // Only the first touch reaches the screen that was looked at, and only if nothing delays it.
        if !analysis.touches.is_empty() && (analysis.touches.len() > 1 || analysis.beside) {
            analysis.add(Effect::Unclear, line);
        }
        analysis.start = commands.map(|commands| remember::pattern(&commands)).filter(|start| !start.is_empty());
        analysis
    }

    /// Returns the command with this effect.
    pub(super) fn evidence(&self, effect: Effect) -> Option<String> {
        self.found.iter().find(|(found, _)| *found == effect).map(|(_, command)| in_quotes(command))
    }

    /// Returns every effect with its command.
    pub(super) fn effects(self) -> Vec<(Effect, String)> {
        self.found
    }

    fn add(&mut self, effect: Effect, command: &str) {
        if !self.found.iter().any(|(found, _)| *found == effect) {
            self.found.push((effect, command.to_owned()));
        }
    }

    fn line(&mut self, line: &str, depth: usize) -> Option<Vec<Command>> {
        self.read = self.read.saturating_add(line.len());
        let too_much = line.len() > LONGEST || self.read > MOST || depth > DEPTH || line.contains('\0');
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
        for target in &command.writes {
            self.writes(target, true, false, &shown);
        }
        if command.words.iter().any(|word| ERASES.iter().any(|erases| word.text.contains(erases))) {
            self.add(Effect::Resets, &shown);
        }
        let Some(first) = words.first() else { return };
        self.program(words, &shown, depth);
        let name = program(first);
        let wraps = WRAPPERS.contains(&name) || (name == "find" && words.iter().any(is_exec));
        if name == "cd" {
            self.goes_to(words.get(1));
        }
        self.beside |= LATER.contains(&name)
            || !(wraps || INSTANT.contains(&name) || SHELLS.contains(&name) || touches(name, &words[1..]));
        if wraps {
            self.wrapped(words, &shown, depth);
        } else {
            self.runs_file(first, &shown);
        }
    }

    /// A program that runs another. Each wrapper names its program differently, so every word might be the program, and
    /// a word with spaces might be a whole line.
    fn wrapped(&mut self, words: &[Word], shown: &str, depth: usize) {
        let bare_shell = words.len() == 1 && matches!(program(&words[0]), "su" | "sudo" | "doas" | "run-as" | "tsu");
        let perilous = |word: &Word| assigned(&word.raw).is_some_and(is_perilous);
        if bare_shell || words.len() > WRAPPED_WORDS || words.iter().any(|word| word.expands || perilous(word)) {
            self.add(Effect::Unclear, shown);
        }
        // A path before the first known program may itself be the program.
        let is_known = |word: &Word| is_known(program(word)) && !word.text.starts_with('-');
        let until = words.iter().skip(1).position(is_known).map_or(words.len(), |at| at + 2);
        for word in words.iter().take(until).skip(1).filter(|word| !word.text.starts_with('-')) {
            self.runs_file(word, shown);
        }
        for at in (1..words.len()).take(WRAPPED_WORDS) {
            self.program(&words[at..], shown, depth);
            let text = &words[at].text;
            // `env -S'rm x'`
            if text.starts_with('-') && !text.starts_with("-c") && text.contains(char::is_whitespace) {
                self.add(Effect::Unclear, shown);
            }
            let text = text.strip_prefix("--command=").or_else(|| text.strip_prefix("-c")).unwrap_or(text);
            if (text != words[at].text || text.contains(char::is_whitespace)) && !is_read_by_shell(&words[..at]) {
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
        match name {
            "eval" if !args.iter().any(|word| word.expands) => {
                let text = args.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
                self.line(&text, depth + 1);
            }
            "." | "source" => self.lists_run(args.first()),
            _ if DECLARES.contains(&name) => {
                let variable = |word: &Word| is_perilous(assigned(&word.raw).unwrap_or(&word.text));
                if args.iter().any(|word| variable(word) || computes(word)) {
                    self.add(Effect::Unclear, shown);
                }
            }
            "[" | "[[" | "test" | "expr" if args.iter().any(computes) => self.add(Effect::Unclear, shown),
            _ => {}
        }
        self.look_up(name, args, shown);
        if name == "cmd" {
            let service = |word: &Word| SERVICES.iter().find(|(service, _)| *service == word.text);
            let at = args.iter().position(|word| service(word).is_some());
            if let Some((at, (_, stands_for))) = at.and_then(|at| service(&args[at]).map(|found| (at, found))) {
                self.look_up(stands_for, &args[at + 1..], shown);
            }
        }
    }

    fn look_up(&mut self, name: &str, args: &[Word], shown: &str) {
        for row in ROWS.iter().filter(|row| is_named(name, row.program)) {
            // An expanding word may become any of the words that the row looks for.
            if !row.args.is_empty() && args.iter().any(|word| word.expands) {
                self.add(Effect::Unclear, shown);
            }
            if row.args.iter().all(|arg| args.iter().any(|word| fits(*arg, &word.text))) {
                self.add(row.effect, shown);
            }
        }
        if SERVICE_PROGRAMS.contains(&name) && !is_list(args) {
            let effects = args.iter().take(4).filter_map(|word| named(&word.text));
            effects.for_each(|effect| self.add(effect, shown));
        }
        let written = files::written(name, args);
        for target in &written.targets {
            self.writes(target, written.overwrites, written.links, shown);
        }
        match name {
            "am" => self.intent(args, shown),
            "input" => self.touch(touch::input(args), shown),
            "monkey" => self.touch(touch::monkey(args), shown),
            "sqlite3" => self.sql(args, shown),
            "sed" if args.iter().any(|word| sed_writes(&word.text)) => self.add(Effect::Unclear, shown),
            "pm" if args.iter().any(|word| intent::is_package_file(&word.text)) => {
                args.iter().filter(|word| word.text.contains('/')).for_each(|word| self.lists_run(Some(word)));
            }
            _ => {}
        }
    }

    /// Reads the intent that `am` starts, sends or stops: its action, its addresses and its component names.
    fn intent(&mut self, args: &[Word], shown: &str) {
        for (at, word) in args.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|before| args.get(before)).map_or("", |word| word.text.as_str());
            let effect = match before {
                "-a" => intent::does(&word.text),
                "-n" => named(word.text.rsplit(['/', '.']).next().unwrap_or_default()),
                _ if intent::is_package_file(&word.text) => Some(Effect::Installs),
                _ if word.text.contains(':') => match opens(&word.text) {
                    Opens::Does(effect) => Some(effect),
                    _ => None,
                },
                _ => None,
            };
            effect.into_iter().for_each(|effect| self.add(effect, shown));
        }
        if let Some(read) = touch::keyboard_broadcast(args) {
            self.touch(read, shown);
        }
    }

    fn touch(&mut self, read: Result<Vec<AgentAction>, lex::Unclear>, shown: &str) {
        self.add(Effect::Touches, shown);
        match read {
            Ok(actions) if self.touches.len() + actions.len() <= LISTED => self.touches.extend(actions),
            _ => self.add(Effect::Unclear, shown),
        }
    }

    fn sql(&mut self, args: &[Word], shown: &str) {
        let statements = args.iter().filter(|word| !word.text.starts_with('-')).skip(1).collect::<Vec<_>>();
        if statements.is_empty() || statements.iter().any(|word| word.expands) {
            return self.add(Effect::Unclear, shown);
        }
        if !statements.iter().all(|word| only_reads(&word.text)) {
            self.add(Effect::Deletes, shown);
        }
    }

    /// Follows `sh -c TEXT`. A script, or text from elsewhere, cannot be followed.
    fn shell(&mut self, args: &[Word], shown: &str, depth: usize) {
        // The first word that is not a flag is a script's name; the script's own flags follow.
        let flags = args.iter().take_while(|word| word.text.starts_with(['-', '+']));
        let runs_text = |word: &Word| !word.text.starts_with("--") && word.text.contains('c');
        let text = flags.enumerate().find(|(_, word)| runs_text(word)).and_then(|(at, _)| args.get(at + 1));
        match text {
            Some(text) if !text.expands => {
                self.line(&text.text, depth + 1);
            }
            _ => {
                self.lists_run(args.iter().find(|word| !word.text.starts_with(['-', '+'])));
                self.add(Effect::Unclear, shown);
            }
        }
    }

    /// Skips `if`, `do`, `A=b` and similar words before the program's name.
    fn without_preamble<'w>(&mut self, mut words: &'w [Word], shown: &str) -> &'w [Word] {
        while let Some((first, rest)) = words.split_first() {
            if let Some(variable) = assigned(&first.raw) {
                if is_perilous(variable) {
                    self.add(Effect::Unclear, shown);
                }
            } else if !RESERVED.contains(&first.raw.as_str()) {
                break;
            }
            self.beside |= matches!(first.raw.as_str(), "while" | "until" | "do");
            words = rest;
        }
        // The words in `for x in …` do not run there.
        if words.first().is_some_and(|word| matches!(word.raw.as_str(), "for" | "select" | "fi" | "done" | "}")) {
            return &[];
        }
        words
    }

    /// Records a written file. Replacing its content deletes; an unknown file makes the line unclear.
    fn writes(&mut self, target: &Word, replaces: bool, links: bool, shown: &str) {
        if target.expands || target.globs {
            self.add(Effect::Unclear, shown);
        }
        let path = files::normal(&target.text, self.folder.as_deref());
        if replaces && (links || !files::is_harmless(&path)) {
            self.add(Effect::Deletes, shown);
        }
        self.list(path, shown, |analysis| &mut analysis.writes);
    }

    /// Records a program that is named by its path and is not one of Android's own.
    fn runs_file(&mut self, word: &Word, shown: &str) {
        if word.text.contains('/') && !word.text.contains("://") && !word.expands {
            let path = files::normal(&word.text, self.folder.as_deref());
            if !SYSTEM_FOLDERS.iter().any(|folder| path.starts_with(folder)) {
                self.add(Effect::Unclear, shown);
                self.list(path, shown, |analysis| &mut analysis.runs);
            }
        }
    }

    fn lists_run(&mut self, word: Option<&Word>) {
        if let Some(word) = word {
            let path = files::normal(&word.text, self.folder.as_deref());
            self.list(path, &word.raw, |analysis| &mut analysis.runs);
        }
    }

    fn list(&mut self, path: String, shown: &str, list: impl Fn(&mut Self) -> &mut Vec<String>) {
        if list(self).len() >= LISTED {
            self.add(Effect::Unclear, shown);
        } else if !list(self).contains(&path) {
            list(self).push(path);
        }
    }

    fn goes_to(&mut self, word: Option<&Word>) {
        self.folder = match word {
            Some(word) if !word.expands && !word.globs && !word.text.starts_with(['-', '~']) => {
                self.folder.as_deref().map(|folder| files::normal(&word.text, Some(folder)))
            }
            _ => None,
        };
    }
}
