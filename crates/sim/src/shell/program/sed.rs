//! `sed`: `s`, `p`, `d`, `q`, `a`, `i`, `c`, `=`, `y` with addresses; the one-liners people write.

use regex_lite::{Captures, Regex};

use super::super::{Input, regex};
use super::{Call, lines};

enum Address {
    Line(usize),
    Last,
    Match(Regex),
    /// `first~step`
    Step(usize, usize),
}

enum Verb {
    Substitute { regex: Regex, with: String, global: bool, print: bool, number: usize },
    Print,
    Delete,
    Quit,
    Number,
    Append(String),
    Insert(String),
    Change(String),
    Translate(Vec<char>, Vec<char>),
    Nothing,
}

struct Command {
    from: Option<Address>,
    to: Option<Address>,
    negated: bool,
    verb: Verb,
    /// A range that has begun.
    inside: bool,
}

pub(super) fn sed(call: &mut Call<'_>) -> i32 {
    let options = match call.options("nErsie:f:z") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let mut operands = options.operands.clone();
    let mut scripts: Vec<String> = options.values('e').map(str::to_owned).collect();
    for file in options.values('f') {
        scripts.extend(call.read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()));
    }
    if scripts.is_empty() {
        if operands.is_empty() {
            return call.fail("no pattern");
        }
        scripts.push(operands.remove(0));
    }
    let script = scripts.join("\n");
    let extended = options.has('E') || options.has('r');
    let mut reader = Reader { chars: script.chars().collect(), at: 0, extended };
    let mut commands = match reader.commands() {
        Ok(commands) => commands,
        Err(message) => return call.fail(message),
    };
    let quiet = options.has('n');
    if options.has('i') {
        for operand in operands {
            let Some(bytes) = call.read(&operand) else { continue };
            let out = edit(&mut commands, &bytes, quiet);
            let (path, now_ms) = (call.path(&operand), call.io.now_ms);
            if let Err(error) = call.os.with_files(|files| files.write(&path, out, now_ms)) {
                call.fail(format!("{operand}: {error}"));
            }
        }
        return call.status;
    }
    let mut editor = Editor { commands: &mut commands, quiet, number: 0, out: Vec::new() };
    let operands = if operands.is_empty() { vec!["-".to_owned()] } else { operands };
    // One line is held back: only the next one, or none, tells whether it is the last.
    let mut held: Option<(Vec<u8>, bool)> = None;
    'files: for operand in operands {
        let mut file = if operand == "-" { None } else { Some(Input::new(call.read(&operand).unwrap_or_default())) };
        loop {
            call.io.stdout.append(&mut editor.out);
            let next = match &mut file {
                Some(input) => input.line(),
                None => call.next_line(),
            };
            let Some(next) = next else { break };
            if let Some((line, _)) = held.replace(next)
                && (editor.line(&line, true, false) || call.exhausted())
            {
                held = None;
                break 'files;
            }
        }
    }
    if let Some((line, end)) = held {
        editor.line(&line, end, true);
    }
    call.io.stdout.append(&mut editor.out);
    call.status
}

fn edit(commands: &mut [Command], bytes: &[u8], quiet: bool) -> Vec<u8> {
    let mut editor = Editor { commands, quiet, number: 0, out: Vec::new() };
    let all: Vec<&[u8]> = lines(bytes).collect();
    for (index, line) in all.iter().enumerate() {
        let last = index + 1 == all.len();
        // The last line keeps its missing end.
        if editor.line(line, !last || bytes.ends_with(b"\n"), last) {
            break;
        }
    }
    editor.out
}

/// A script at work.
struct Editor<'a> {
    commands: &'a mut [Command],
    quiet: bool,
    /// Lines seen.
    number: usize,
    out: Vec<u8>,
}

impl Editor<'_> {
    fn emit(out: &mut Vec<u8>, text: &str, end: bool) {
        out.extend_from_slice(text.as_bytes());
        if end {
            out.push(b'\n');
        }
    }

    /// Edits one line; whether that was all.
    fn line(&mut self, line: &[u8], end: bool, is_last: bool) -> bool {
        self.number += 1;
        let (line_number, out) = (self.number, &mut self.out);
        let last = if is_last { line_number } else { usize::MAX };
        let mut space = String::from_utf8_lossy(line).into_owned();
        let (mut deleted, mut quit) = (false, false);
        let mut after = Vec::new();
        for command in self.commands.iter_mut() {
            if !command.selects(line_number, last, &space) {
                continue;
            }
            match &command.verb {
                Verb::Print => Self::emit(out, &space, true),
                Verb::Delete => deleted = true,
                Verb::Quit => quit = true,
                Verb::Number => Self::emit(out, &line_number.to_string(), true),
                Verb::Append(text) => after.push(text.clone()),
                Verb::Insert(text) => Self::emit(out, text, true),
                Verb::Change(text) => {
                    Self::emit(out, text, true);
                    deleted = true;
                }
                Verb::Translate(from, to) => {
                    space = space
                        .chars()
                        .map(|c| {
                            from.iter().position(|known| *known == c).and_then(|at| to.get(at)).copied().unwrap_or(c)
                        })
                        .collect();
                }
                Verb::Substitute { regex, with, global, print, number } => {
                    if let Some(changed) = substitute(regex, &space, with, *global, *number) {
                        space = changed;
                        if *print {
                            Self::emit(out, &space, true);
                        }
                    }
                }
                Verb::Nothing => {}
            }
            if deleted || quit {
                break;
            }
        }
        if !deleted && !self.quiet {
            Self::emit(out, &space, end);
        }
        for text in after {
            Self::emit(out, &text, true);
        }
        quit || out.len() > super::super::limits::MAX_OUTPUT
    }
}

fn substitute(regex: &Regex, space: &str, with: &str, global: bool, number: usize) -> Option<String> {
    let mut out = String::new();
    let (mut copied, mut count) = (0, 0);
    for found in regex.captures_iter(space) {
        count += 1;
        if count < number {
            continue;
        }
        let Some(whole) = found.get(0) else { continue };
        out.push_str(space.get(copied..whole.start()).unwrap_or_default());
        fill(&mut out, with, &found);
        copied = whole.end();
        if !global || out.len() > super::super::limits::MAX_WORD {
            break;
        }
    }
    if count < number.max(1) {
        return None;
    }
    out.push_str(space.get(copied..).unwrap_or_default());
    Some(out)
}

/// Writes the replacement with `&` and `\1` filled in.
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
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            _ => out.push(c),
        }
    }
}

impl Command {
    fn selects(&mut self, number: usize, last: usize, space: &str) -> bool {
        let Some(from) = &self.from else { return !self.negated };
        let chosen = match &self.to {
            None => from.is(number, last, space),
            Some(to) if self.inside => {
                self.inside = !to.ends(number, last, space);
                // A range whose end lies behind it is over.
                !matches!(to, Address::Line(line) if *line < number)
            }
            Some(to) => {
                let begins = from.is(number, last, space);
                self.inside = begins && !matches!(to, Address::Line(line) if *line <= number) && number < last;
                begins
            }
        };
        chosen != self.negated
    }
}

impl Address {
    fn is(&self, number: usize, last: usize, space: &str) -> bool {
        match self {
            Self::Line(line) => *line == number,
            Self::Last => number == last,
            Self::Match(regex) => regex.is_match(space),
            Self::Step(first, step) => number >= *first && (number - first).checked_rem(*step).unwrap_or(0) == 0,
        }
    }

    fn ends(&self, number: usize, last: usize, space: &str) -> bool {
        match self {
            Self::Line(line) => number >= *line,
            _ => self.is(number, last, space),
        }
    }
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    extended: bool,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn skip(&mut self, which: &str) {
        while self.peek().is_some_and(|c| which.contains(c)) {
            self.at += 1;
        }
    }

    fn commands(&mut self) -> Result<Vec<Command>, String> {
        let mut commands = Vec::new();
        loop {
            self.skip(" \t\n;}");
            if self.peek().is_none() {
                return Ok(commands);
            }
            let from = self.address()?;
            let mut to = None;
            if self.peek() == Some(',') {
                self.at += 1;
                self.skip(" ");
                to = self.address()?;
            }
            self.skip(" \t");
            let negated = self.peek() == Some('!');
            self.skip("! \t");
            let verb = self.verb()?;
            commands.push(Command { from, to, negated, verb, inside: false });
        }
    }

    fn address(&mut self) -> Result<Option<Address>, String> {
        match self.peek() {
            Some('$') => {
                self.at += 1;
                Ok(Some(Address::Last))
            }
            Some('/') => {
                self.at += 1;
                let text = self.until('/')?;
                Ok(Some(Address::Match(self.regex(&text, false)?)))
            }
            Some(c) if c.is_ascii_digit() => {
                let first = self.number();
                if self.peek() != Some('~') {
                    return Ok(Some(Address::Line(first)));
                }
                self.at += 1;
                Ok(Some(Address::Step(first, self.number())))
            }
            _ => Ok(None),
        }
    }

    fn number(&mut self) -> usize {
        let mut number = 0_usize;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(digit as usize);
            self.at += 1;
        }
        number
    }

    /// The text up to an unescaped `end`; an escaped one loses its backslash.
    fn until(&mut self, end: char) -> Result<String, String> {
        let mut text = String::new();
        while let Some(c) = self.peek() {
            self.at += 1;
            if c == end {
                return Ok(text);
            }
            text.push(c);
            if c == '\\'
                && let Some(next) = self.peek()
            {
                self.at += 1;
                if next == end {
                    text.pop();
                }
                text.push(next);
            }
        }
        Err("bad pattern".to_owned())
    }

    fn regex(&self, text: &str, fold: bool) -> Result<Regex, String> {
        let body = regex::translate(text, self.extended);
        regex::compile(&if fold { format!("(?i){body}") } else { body }).ok_or_else(|| format!("bad regex '{text}'"))
    }

    fn verb(&mut self) -> Result<Verb, String> {
        let Some(letter) = self.peek() else { return Err("no command".to_owned()) };
        self.at += 1;
        Ok(match letter {
            'p' => Verb::Print,
            'd' => Verb::Delete,
            'q' => Verb::Quit,
            '=' => Verb::Number,
            '{' => return Err("unsupported '{'".to_owned()),
            '#' => {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.at += 1;
                }
                Verb::Nothing
            }
            'a' | 'i' | 'c' => {
                self.skip(" \t");
                if self.peek() == Some('\\') {
                    self.at += 1;
                    self.skip("\n");
                }
                let mut text = String::new();
                while let Some(c) = self.peek().filter(|c| *c != '\n') {
                    text.push(c);
                    self.at += 1;
                }
                match letter {
                    'a' => Verb::Append(text),
                    'i' => Verb::Insert(text),
                    _ => Verb::Change(text),
                }
            }
            's' | 'y' => {
                let Some(end) = self.peek() else { return Err("bad pattern".to_owned()) };
                self.at += 1;
                let from = self.until(end)?;
                let with = self.until(end)?;
                if letter == 'y' {
                    return Ok(Verb::Translate(from.chars().collect(), with.chars().collect()));
                }
                self.substitution(&from, with)?
            }
            other => return Err(format!("unknown command '{other}'")),
        })
    }

    fn substitution(&mut self, from: &str, with: String) -> Result<Verb, String> {
        let (mut global, mut print, mut fold, mut number) = (false, false, false, 1);
        while let Some(c) = self.peek() {
            match c {
                'g' => global = true,
                'p' => print = true,
                'i' | 'I' => fold = true,
                _ if c.is_ascii_digit() => {
                    number = self.number().max(1);
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
        Ok(Verb::Substitute { regex: self.regex(from, fold)?, with, global, print, number })
    }
}
