//! Runs `sed` commands over lines. It works on text, so invalid UTF-8 is replaced. Every jump and every line that grows
//! counts against the script's budget, so that no script runs forever.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;

use regex_lite::{Captures, Regex};

use super::super::super::Input;
use super::super::super::limits::MAX_WORD;
use super::super::call::Call;
use super::script::{Address, Command, Jump, Pattern, Substitution, Verb, control};

/// The column at which `l` folds a line; toybox's default without a terminal.
const FOLD_AT: usize = 76;

/// The lines of all files in sequence. One line is held back, because only the next one tells whether it is the last.
pub(super) struct Lines {
    files: VecDeque<String>,
    /// The open file; none for stdin.
    open: Option<Option<Input>>,
    held: Option<(Vec<u8>, bool)>,
    end: u8,
}

impl Lines {
    pub(super) fn of_files(files: Vec<String>, end: u8) -> Self {
        Self { files: files.into(), open: None, held: None, end }
    }

    pub(super) fn of_bytes(bytes: Vec<u8>, end: u8) -> Self {
        Self { files: VecDeque::new(), open: Some(Some(Input::new(bytes))), held: None, end }
    }

    fn read(&mut self, call: &mut Call<'_>) -> Option<(Vec<u8>, bool)> {
        loop {
            let line = match &mut self.open {
                Some(Some(file)) => file.until(self.end),
                Some(None) => call.before_reading().then(|| call.io.stdin.until(self.end)).flatten(),
                None => None,
            };
            if line.is_some() {
                return line;
            }
            let name = self.files.pop_front()?;
            self.open = match name.as_str() {
                "-" => Some(None),
                _ if call.is_directory(&name) => None,
                _ => call.read(&name).map(|bytes| Some(Input::new(bytes))),
            };
        }
    }

    /// Reads the next line, and whether it has a newline.
    fn next(&mut self, call: &mut Call<'_>) -> Option<(Vec<u8>, bool)> {
        if self.held.is_none() {
            self.held = self.read(call);
        }
        let line = self.held.take()?;
        self.held = self.read(call);
        Some(line)
    }

    fn is_last(&self) -> bool {
        self.held.is_none()
    }

    /// Reads all remaining input.
    fn rest(&mut self, call: &mut Call<'_>) -> Vec<u8> {
        let mut rest = Vec::new();
        while let Some((line, ended)) = self.next(call) {
            rest.extend(line);
            if ended {
                rest.push(self.end);
            }
        }
        rest
    }
}

/// Output that follows the current line.
enum After {
    Text(String),
    File(String),
}

/// A script being run.
pub(super) struct Editor {
    quiet: bool,
    end: u8,
    /// The output buffer when a file is edited in place.
    output: Option<Vec<u8>>,
    /// Whether the last line written lacks its newline.
    missing_end: bool,
    number: usize,
    space: String,
    /// Whether the line being edited has a newline.
    ended: bool,
    hold: String,
    after: Vec<After>,
    substituted: bool,
    last_regex: Option<Regex>,
    /// The output of `w`, by file.
    written: BTreeMap<String, Vec<u8>>,
    quit: Option<i32>,
}

/// Where the script continues after a command.
enum Next {
    /// The command with this index.
    Go(usize),
    /// The line is done and is printed unless `-n` was given.
    End,
    /// The line is done and is not printed.
    Deleted,
    /// The script restarts with the rest of the line.
    Again,
}

impl Editor {
    pub(super) fn new(quiet: bool, end: u8) -> Self {
        Self {
            quiet,
            end,
            output: None,
            missing_end: false,
            number: 0,
            space: String::new(),
            ended: true,
            hold: String::new(),
            after: Vec::new(),
            substituted: false,
            last_regex: None,
            written: BTreeMap::new(),
            quit: None,
        }
    }

    /// Creates an editor that edits a file in place.
    pub(super) fn of_one_file(&self) -> Self {
        Self { output: Some(Vec::new()), ..Self::new(self.quiet, self.end) }
    }

    pub(super) fn has_quit(&self) -> bool {
        self.quit.is_some()
    }

    /// Empties the files of `w`, which happens even if there are no lines.
    pub(super) fn open_files(&mut self, call: &mut Call<'_>, commands: &[Command]) {
        for command in commands {
            let name = match &command.verb {
                Verb::WriteFile(name) => name,
                Verb::Substitute(substitution) => match &substitution.file {
                    Some(name) => name,
                    None => continue,
                },
                _ => continue,
            };
            if name.starts_with("/dev/std") {
                continue;
            }
            let (path, now_ms) = (call.path(name), call.io.now_ms);
            if let Err(error) = call.os.with_files(|files| files.write(&path, Vec::new(), now_ms)) {
                call.fail(format!("{name}: {error}"));
            }
        }
    }

    /// Edits all lines.
    pub(super) fn run(&mut self, call: &mut Call<'_>, commands: &mut [Command], lines: &mut Lines) {
        self.number = 0;
        while let Some((line, ended)) = lines.next(call) {
            self.number += 1;
            (self.space, self.ended) = (String::from_utf8_lossy(&line).into_owned(), ended);
            call.shell.budget.charge(line.len());
            self.line(call, commands, lines);
            self.append(call);
            if self.quit.is_some() || call.exhausted() {
                break;
            }
        }
        self.save(call);
    }

    /// Returns the final status.
    pub(super) fn finish(self, call: &Call<'_>) -> i32 {
        self.quit.filter(|status| *status != 0).unwrap_or(call.status)
    }

    /// Returns the edited file; the input after `q` is copied unchanged.
    pub(super) fn into_output(self, call: &mut Call<'_>, lines: &mut Lines) -> Vec<u8> {
        let mut output = self.output.unwrap_or_default();
        if self.quit.is_some() {
            output.extend(lines.rest(call));
        }
        output
    }

    fn emit(&mut self, call: &mut Call<'_>, text: &str, ended: bool) {
        let out = self.output.as_mut().unwrap_or(&mut call.io.stdout);
        if std::mem::replace(&mut self.missing_end, !ended) {
            out.push(self.end);
        }
        out.extend_from_slice(text.as_bytes());
        if ended {
            out.push(self.end);
        }
        call.shell.budget.charge(text.len());
    }

    /// Writes the output that `a` and `r` queued for the end of the line.
    fn append(&mut self, call: &mut Call<'_>) {
        for after in std::mem::take(&mut self.after) {
            match after {
                After::Text(text) if text.is_empty() => {}
                After::Text(text) => self.emit(call, &text, true),
                After::File(name) => {
                    self.save(call);
                    let path = call.path(&name);
                    let bytes = match name.as_str() {
                        "-" | "/dev/stdin" => call.io.stdin.take(),
                        _ => call.os.with_files(|files| files.read(&path)).map(|b| b.to_vec()).unwrap_or_default(),
                    };
                    if !bytes.is_empty() {
                        call.shell.budget.charge(bytes.len());
                        let out = self.output.as_mut().unwrap_or(&mut call.io.stdout);
                        if std::mem::take(&mut self.missing_end) {
                            out.push(self.end);
                        }
                        out.extend(bytes);
                    }
                }
            }
        }
    }

    /// Saves the files of `w`.
    fn save(&mut self, call: &mut Call<'_>) {
        for (name, bytes) in std::mem::take(&mut self.written) {
            let (path, now_ms) = (call.path(&name), call.io.now_ms);
            let saved = call.os.with_files(|files| {
                let mut all = files.read(&path)?.to_vec();
                all.extend(bytes);
                files.write(&path, all, now_ms)
            });
            if let Err(error) = saved {
                call.fail(format!("{name}: {error}"));
            }
        }
    }

    fn write_file(&mut self, call: &mut Call<'_>, name: &str) {
        let mut line = self.space.clone().into_bytes();
        line.push(self.end);
        call.shell.budget.charge(line.len());
        match name {
            "/dev/stdout" => call.io.stdout.extend(line),
            "/dev/stderr" => call.io.stderr.extend(line),
            _ => self.written.entry(name.to_owned()).or_default().extend(line),
        }
    }

    /// Edits one line, including lines that commands append to it.
    fn line(&mut self, call: &mut Call<'_>, commands: &mut [Command], lines: &mut Lines) {
        self.substituted = false;
        let mut index = 0;
        while let Some(command) = commands.get_mut(index) {
            if !self.selects(command, lines.is_last()) {
                index = match &command.verb {
                    Verb::Block(end) => *end,
                    _ => index + 1,
                };
                continue;
            }
            let next = self.act(call, command, index, lines);
            call.shell.budget.charge(64);
            if self.space.len() > MAX_WORD || self.hold.len() > MAX_WORD {
                call.fail("out of memory");
                self.quit = Some(1);
                return;
            }
            match next {
                Next::Go(target) => {
                    if target <= index && call.exhausted() {
                        self.quit = Some(1);
                        return;
                    }
                    index = target;
                }
                Next::End => break,
                Next::Deleted => return,
                Next::Again => {
                    if call.exhausted() {
                        self.quit = Some(1);
                        return;
                    }
                    self.append(call);
                    index = 0;
                }
            }
        }
        self.print(call);
    }

    /// Writes the line unless `-n` was given.
    fn print(&mut self, call: &mut Call<'_>) {
        if !self.quiet {
            let space = std::mem::take(&mut self.space);
            self.emit(call, &space, self.ended);
            self.space = space;
        }
    }

    /// Appends the next line to the pattern space.
    fn read(&mut self, call: &mut Call<'_>, lines: &mut Lines) -> ControlFlow<Next> {
        let Some((line, ended)) = lines.next(call) else {
            self.quit.get_or_insert(0);
            return ControlFlow::Break(Next::End);
        };
        self.number += 1;
        self.ended = ended;
        self.space.push_str(&String::from_utf8_lossy(&line));
        call.shell.budget.charge(self.space.len());
        ControlFlow::Continue(())
    }

    fn act(&mut self, call: &mut Call<'_>, command: &Command, index: usize, lines: &mut Lines) -> Next {
        match &command.verb {
            Verb::Substitute(substitution) => self.substitute(call, substitution),
            Verb::Translate(from, to) => {
                let find = |c: char| from.iter().position(|known| *known == c).and_then(|at| to.get(at).copied());
                self.space = self.space.chars().map(|c| find(c).unwrap_or(c)).collect();
            }
            Verb::Append(text) => self.after.push(After::Text(text.clone())),
            Verb::ReadFile(name) => self.after.push(After::File(name.clone())),
            Verb::Insert(text) => self.emit(call, text, true),
            Verb::Change(text) => {
                // Printed once, at the end of a range.
                if command.began.is_none() || command.negated {
                    self.emit(call, text, true);
                }
                return Next::Deleted;
            }
            Verb::WriteFile(name) => self.write_file(call, name),
            Verb::Quit { print, status } => {
                self.quit = Some(*status);
                return if *print { Next::End } else { Next::Deleted };
            }
            Verb::Jump { when, target, .. } => {
                let jumps = match when {
                    Jump::Always => true,
                    Jump::Substituted => std::mem::take(&mut self.substituted),
                    Jump::NotSubstituted => !std::mem::take(&mut self.substituted),
                };
                if jumps {
                    return Next::Go(*target);
                }
            }
            Verb::Block(_) | Verb::Label(_) => {}
            Verb::Plain(letter) => return self.plain(call, *letter, index, lines),
        }
        Next::Go(index + 1)
    }

    fn plain(&mut self, call: &mut Call<'_>, letter: char, index: usize, lines: &mut Lines) -> Next {
        match letter {
            'd' => return Next::Deleted,
            'D' => match self.space.split_once('\n') {
                Some((_, rest)) => {
                    self.space = rest.to_owned();
                    return Next::Again;
                }
                None => return Next::Deleted,
            },
            'g' => self.space.clone_from(&self.hold),
            'G' => {
                self.space.push('\n');
                self.space.push_str(&self.hold);
            }
            'h' => self.hold.clone_from(&self.space),
            'H' => {
                self.hold.push('\n');
                self.hold.push_str(&self.space);
            }
            'x' => std::mem::swap(&mut self.hold, &mut self.space),
            'n' => {
                if lines.is_last() {
                    self.quit.get_or_insert(0);
                    return Next::End;
                }
                self.print(call);
                self.append(call);
                self.space.clear();
                if let ControlFlow::Break(next) = self.read(call, lines) {
                    return next;
                }
            }
            'N' => {
                if lines.is_last() {
                    self.quit.get_or_insert(0);
                    return Next::End;
                }
                self.append(call);
                self.space.push('\n');
                if let ControlFlow::Break(next) = self.read(call, lines) {
                    return next;
                }
            }
            'p' => {
                let space = std::mem::take(&mut self.space);
                self.emit(call, &space, self.ended);
                self.space = space;
            }
            'P' => {
                let first = self.space.split('\n').next().unwrap_or_default().to_owned();
                self.emit(call, &first, true);
            }
            'l' => {
                let shown = visible(&self.space);
                self.emit(call, &shown, true);
            }
            '=' => {
                let number = self.number.to_string();
                self.emit(call, &number, true);
            }
            _ => {}
        }
        call.shell.budget.charge(self.space.len().saturating_add(self.hold.len()));
        Next::Go(index + 1)
    }

    /// Whether the command applies to this line.
    fn selects(&mut self, command: &mut Command, last: bool) -> bool {
        let from = match &command.from {
            None | Some(Address::Line(0)) => return !command.negated,
            Some(from) => from,
        };
        let Some(to) = &command.to else { return self.is(from, last) != command.negated };
        // If the line number of a range's end has already passed, toybox ends the range on the next line and does not
        // start one there.
        let number = self.number;
        let mut ends = false;
        match command.began {
            Some(began) => match to {
                Address::Match(_) => ends = self.is(to, last),
                Address::Line(line) if *line < number => command.began = None,
                Address::After(count) if number > began.saturating_add(*count) => command.began = None,
                _ => {}
            },
            None if self.is(from, last) => command.began = Some(number),
            None => {}
        }
        let inside = command.began.is_some();
        ends |= match to {
            Address::Line(line) => *line == number,
            Address::Multiple(count) => number.checked_rem(*count).unwrap_or(0) == 0,
            _ => false,
        };
        if ends {
            command.began = None;
        }
        inside != command.negated
    }

    fn is(&mut self, address: &Address, last: bool) -> bool {
        match address {
            Address::Line(line) => *line == self.number,
            Address::Last => last,
            Address::Match(pattern) => {
                self.remember(pattern);
                self.last_regex.as_ref().is_some_and(|regex| regex.is_match(&self.space))
            }
            Address::Step(first, step) => {
                self.number >= *first
                    && (self.number - first).checked_rem(*step).map_or(self.number == *first, |r| r == 0)
            }
            Address::After(_) | Address::Multiple(_) => false,
        }
    }

    /// Remembers a pattern, since an empty pattern means the last one used.
    fn remember(&mut self, pattern: &Pattern) {
        if pattern.is_some() {
            self.last_regex.clone_from(pattern);
        }
    }

    fn substitute(&mut self, call: &mut Call<'_>, substitution: &Substitution) {
        self.remember(&substitution.regex);
        let Some(regex) = &self.last_regex else { return };
        let Some(changed) = replaced(regex, &self.space, substitution) else { return };
        self.space = changed;
        self.substituted = true;
        call.shell.budget.charge(self.space.len());
        if substitution.print {
            let space = std::mem::take(&mut self.space);
            self.emit(call, &space, self.ended);
            self.space = space;
        }
        if let Some(name) = &substitution.file {
            self.write_file(call, name);
        }
    }
}

fn replaced(regex: &Regex, space: &str, substitution: &Substitution) -> Option<String> {
    let mut out = String::new();
    let (mut copied, mut count) = (0, 0);
    for found in regex.captures_iter(space) {
        count += 1;
        if count < substitution.number {
            continue;
        }
        let Some(whole) = found.get(0) else { continue };
        out.push_str(space.get(copied..whole.start()).unwrap_or_default());
        fill(&mut out, &substitution.with, &found);
        copied = whole.end();
        if !substitution.global || out.len() > MAX_WORD {
            break;
        }
    }
    if count < substitution.number {
        return None;
    }
    out.push_str(space.get(copied..).unwrap_or_default());
    Some(out)
}

/// Writes the replacement with `&` and `\1` substituted.
fn fill(out: &mut String, with: &str, found: &Captures<'_>) {
    let mut chars = with.chars();
    while let Some(c) = chars.next() {
        match c {
            '&' => out.push_str(found.get(0).map_or("", |part| part.as_str())),
            '\\' => match chars.next() {
                Some(digit) if digit.is_ascii_digit() => {
                    let group = digit.to_digit(10).unwrap_or(0) as usize;
                    out.push_str(found.get(group).map_or("", |part| part.as_str()));
                }
                Some(other) => out.push(control(other).unwrap_or(other)),
                None => out.push('\\'),
            },
            _ => out.push(c),
        }
    }
}

/// Formats the line for `l`.
fn visible(space: &str) -> String {
    let (mut out, mut column) = (String::new(), 0);
    for c in space.chars() {
        let shown = match c {
            '\\' => "\\\\".to_owned(),
            '\x07' => "\\a".to_owned(),
            '\x08' => "\\b".to_owned(),
            '\x0c' => "\\f".to_owned(),
            '\n' => "\\n".to_owned(),
            '\r' => "\\r".to_owned(),
            '\t' => "\\t".to_owned(),
            '\x0b' => "\\v".to_owned(),
            _ if c < ' ' => format!("\\{:03o}", u32::from(c)),
            _ => c.to_string(),
        };
        if column >= FOLD_AT {
            out.push_str("\\\n");
            column = 0;
        }
        column += shown.chars().count();
        out.push_str(&shown);
    }
    out.push('$');
    out
}
