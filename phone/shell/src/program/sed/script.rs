//! Parses a `sed` script into commands. Errors follow toybox: the command from its first character on, the position
//! reached, and the character there.

use regex_lite::Regex;

use super::super::super::regex;

/// Maximum nesting depth of blocks.
const MAX_BLOCKS: usize = 64;
/// Maximum number of commands in a script.
const MAX_COMMANDS: usize = 10_000;

pub(super) enum Address {
    /// A line number in the whole input or in its file; 0 matches none.
    Line(usize),
    Last,
    Match(Pattern),
    /// `first~step`
    Step(usize, usize),
    /// `,+N`
    After(usize),
    /// `,~N`: up to the next line number divisible by N.
    Multiple(usize),
}

/// A regular expression; none means the last one used.
pub(super) type Pattern = Option<Regex>;

pub(super) enum Verb {
    Substitute(Box<Substitution>),
    Translate(Vec<char>, Vec<char>),
    Append(String),
    Insert(String),
    Change(String),
    ReadFile(String),
    WriteFile(String),
    Quit {
        print: bool,
        status: i32,
    },
    /// The index of the command after the block's end.
    Block(usize),
    Label(String),
    Jump {
        when: Jump,
        label: String,
        target: usize,
    },
    /// One of `dDgGhHlnNpPx=}`.
    Plain(char),
}

/// When a jump happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Jump {
    Always,
    Substituted,
    NotSubstituted,
}

pub(super) struct Substitution {
    pub(super) regex: Pattern,
    pub(super) with: String,
    pub(super) global: bool,
    pub(super) print: bool,
    pub(super) number: usize,
    pub(super) file: Option<String>,
}

pub(super) struct Command {
    pub(super) from: Option<Address>,
    pub(super) to: Option<Address>,
    pub(super) negated: bool,
    pub(super) verb: Verb,
    /// The line on which an open range began.
    pub(super) began: Option<usize>,
}

impl Command {
    /// Resets the range for the next file.
    pub(super) fn forget(&mut self) {
        self.began = None;
    }
}

/// Parses a script.
pub(super) fn read(script: &str, extended: bool) -> Result<Vec<Command>, String> {
    let mut reader = Reader { chars: script.chars().collect(), at: 0, start: 0, extended };
    let mut commands = reader.commands()?;
    link(&mut commands)?;
    Ok(commands)
}

/// Resolves the target of every jump and block.
fn link(commands: &mut [Command]) -> Result<(), String> {
    let labels: Vec<(usize, String)> = commands
        .iter()
        .enumerate()
        .filter_map(|(index, command)| match &command.verb {
            Verb::Label(label) => Some((index, label.clone())),
            _ => None,
        })
        .collect();
    let mut open = Vec::new();
    let mut blocks = Vec::new();
    let end = commands.len();
    for (index, command) in commands.iter_mut().enumerate() {
        match &mut command.verb {
            Verb::Jump { label, target, .. } => {
                let found = labels.iter().find(|(_, known)| known == label).map(|(index, _)| *index);
                *target = match found {
                    Some(index) => index,
                    None if label.is_empty() => end,
                    None => return Err(format!("no :{label}")),
                };
            }
            Verb::Block(_) => open.push(index),
            Verb::Plain('}') => blocks.extend(open.pop().map(|start| (start, index))),
            _ => {}
        }
    }
    if !open.is_empty() {
        return Err("no }".to_owned());
    }
    for (start, end) in blocks {
        if let Some(Command { verb: Verb::Block(target), .. }) = commands.get_mut(start) {
            *target = end;
        }
    }
    Ok(())
}

/// Returns the control character that `\c` means in a pattern, a replacement or the lists of `y`.
pub(super) fn control(c: char) -> Option<char> {
    Some(match c {
        'a' => '\x07',
        'b' => '\x08',
        'e' => '\x1b',
        'f' => '\x0c',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\x0b',
        _ => return None,
    })
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    /// The start of the command being parsed.
    start: usize,
    extended: bool,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn skip(&mut self, which: fn(char) -> bool) {
        while self.peek().is_some_and(which) {
            self.at += 1;
        }
    }

    fn take_if(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn bad(&self) -> String {
        let rest = self.chars.get(self.start..).unwrap_or_default();
        let text: String = rest.iter().take_while(|c| **c != '\n').collect();
        let here = self.peek().filter(|c| *c != '\n').unwrap_or('\0');
        format!("bad pattern '{text}'@{} ({here})", self.at.saturating_sub(self.start) + 1)
    }

    fn commands(&mut self) -> Result<Vec<Command>, String> {
        let mut commands = Vec::new();
        let mut depth = 0_usize;
        loop {
            self.skip(|c| c.is_ascii_whitespace() || c == ';');
            if self.peek() == Some('#') {
                self.skip(|c| c != '\n');
                continue;
            }
            if self.peek().is_none() {
                return Ok(commands);
            }
            self.start = self.at;
            let from = if self.peek() == Some(',') { None } else { self.address()? };
            let mut to = None;
            let mut addresses = usize::from(from.is_some());
            if self.take_if(',') {
                to = self.end_address()?;
                addresses += usize::from(to.is_some());
            }
            let (from, to) = if from.is_none() { (to, None) } else { (from, to) };
            self.skip(|c| c.is_ascii_whitespace());
            let negated = self.take_if('!');
            self.skip(|c| c.is_ascii_whitespace());
            let Some(letter) = self.peek() else { return Err(self.bad()) };
            self.at += 1;
            let too_many = match letter {
                '}' | ':' => addresses > 0,
                'a' | 'i' | 'q' | 'r' | '=' => addresses > 1,
                _ => false,
            };
            match letter {
                _ if too_many || commands.len() >= MAX_COMMANDS => return Err(self.bad()),
                '{' if depth >= MAX_BLOCKS => return Err(self.bad()),
                '{' => depth += 1,
                '}' => depth = depth.checked_sub(1).ok_or_else(|| self.bad())?,
                _ => {}
            }
            let verb = self.verb(letter)?;
            commands.push(Command { from, to, negated, verb, began: None });
        }
    }

    fn address(&mut self) -> Result<Option<Address>, String> {
        match self.peek() {
            Some('$') => {
                self.at += 1;
                Ok(Some(Address::Last))
            }
            Some('/' | '\\') => {
                let text = self.delimited()?;
                Ok(Some(Address::Match(self.regex(&text, false)?)))
            }
            Some(c) if c.is_ascii_digit() => {
                let first = self.number();
                if !self.take_if('~') {
                    return Ok(Some(Address::Line(first)));
                }
                Ok(Some(Address::Step(first, self.number())))
            }
            _ => Ok(None),
        }
    }

    fn end_address(&mut self) -> Result<Option<Address>, String> {
        let counted = self.chars.get(self.at + 1).is_some_and(char::is_ascii_digit);
        match self.peek() {
            Some('+') if counted => {
                self.at += 1;
                Ok(Some(Address::After(self.number())))
            }
            Some('~') if counted => {
                self.at += 1;
                Ok(Some(Address::Multiple(self.number())))
            }
            _ => self.address(),
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

    /// Parses a delimiter and returns the text up to the next one.
    fn delimited(&mut self) -> Result<String, String> {
        let before = self.at;
        self.take_if('\\');
        let end = self.peek();
        self.at += 1;
        let text = end.filter(|end| *end != '\\' && *end != '\n').and_then(|end| self.until(end));
        if text.is_none() {
            self.at = before;
        }
        text.ok_or_else(|| self.bad())
    }

    /// Returns the text up to an unescaped `end` outside brackets. An escaped delimiter loses its backslash, and
    /// escapes of control characters are replaced.
    fn until(&mut self, end: char) -> Option<String> {
        let mut text = String::new();
        let mut bracket = false;
        loop {
            let c = self.peek()?;
            self.at += 1;
            match c {
                _ if c == end && !bracket => return Some(text),
                '[' if !bracket => {
                    bracket = true;
                    text.push(c);
                    // A bracket in first position, after `^` or not, is a member of the list.
                    for first in ['^', ']'] {
                        if self.take_if(first) {
                            text.push(first);
                        }
                    }
                    continue;
                }
                '[' if self.peek() == Some(':') => {
                    let rest = self.chars.get(self.at..).unwrap_or_default();
                    let length = rest.windows(2).position(|pair| pair == [':', ']']).map_or(0, |at| at + 2);
                    text.push(c);
                    text.extend(rest.iter().take(length));
                    self.at += length;
                    continue;
                }
                ']' => bracket = false,
                '\\' => {
                    let next = self.peek()?;
                    self.at += 1;
                    match control(next) {
                        _ if next == end => {}
                        Some(control) => {
                            text.push(control);
                            continue;
                        }
                        None => text.push('\\'),
                    }
                    text.push(next);
                    continue;
                }
                _ => {}
            }
            text.push(c);
        }
    }

    /// Parses a replacement up to `end`, with its escapes.
    fn replacement(&mut self, end: char) -> Option<String> {
        let mut text = String::new();
        loop {
            let c = self.peek()?;
            self.at += 1;
            if c == end {
                return Some(text);
            }
            text.push(c);
            if c == '\\' {
                let next = self.peek()?;
                self.at += 1;
                if next == end {
                    text.pop();
                }
                text.push(next);
            }
        }
    }

    fn regex(&self, text: &str, fold: bool) -> Result<Pattern, String> {
        if text.is_empty() {
            return Ok(None);
        }
        let flags = if fold { "(?si)" } else { "(?s)" };
        let compiled = regex::compile(&format!("{flags}{}", regex::translate(text, self.extended)));
        compiled.map(Some).ok_or_else(|| format!("bad regex '{text}': {}", regex::complaint(text, self.extended)))
    }

    fn verb(&mut self, letter: char) -> Result<Verb, String> {
        Ok(match letter {
            '{' => Verb::Block(0),
            'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'l' | 'n' | 'N' | 'p' | 'P' | 'x' | '=' | '}' => Verb::Plain(letter),
            'q' | 'Q' => {
                self.skip(|c| c == ' ' || c == '\t');
                let status = i32::try_from(self.number() & 255).unwrap_or(0);
                Verb::Quit { print: letter == 'q', status }
            }
            ':' => Verb::Label(self.label().filter(|label| !label.is_empty()).ok_or_else(|| self.bad())?),
            'b' | 't' | 'T' => {
                let when = match letter {
                    'b' => Jump::Always,
                    't' => Jump::Substituted,
                    _ => Jump::NotSubstituted,
                };
                Verb::Jump { when, label: self.label().unwrap_or_default(), target: 0 }
            }
            'a' => Verb::Append(self.text()?),
            'i' => Verb::Insert(self.text()?),
            'c' => Verb::Change(self.text()?),
            'r' => Verb::ReadFile(self.file()?),
            'w' => Verb::WriteFile(self.file()?),
            's' => Verb::Substitute(Box::new(self.substitution()?)),
            'y' => {
                let delimiter = self.chars.get(self.at).copied().unwrap_or('/');
                let from: Vec<char> = self.delimited()?.chars().collect();
                let to: Vec<char> = self.until(delimiter).ok_or_else(|| self.bad())?.chars().collect();
                if from.len() != to.len() {
                    return Err(self.bad());
                }
                Verb::Translate(from, to)
            }
            _ => return Err(self.bad()),
        })
    }

    fn label(&mut self) -> Option<String> {
        self.skip(|c| c == ' ' || c == '\t');
        let rest = self.chars.get(self.at..)?;
        let label: String = rest.iter().take_while(|c| !c.is_ascii_whitespace() && !"};".contains(**c)).collect();
        self.at += label.chars().count();
        Some(label)
    }

    fn file(&mut self) -> Result<String, String> {
        self.skip(|c| c == ' ' || c == '\t');
        let rest = self.chars.get(self.at..).unwrap_or_default();
        let name: String = rest.iter().take_while(|c| **c != '\n').collect();
        if name.is_empty() {
            return Err(self.bad());
        }
        self.at += name.chars().count();
        Ok(name)
    }

    /// Parses the text of `a`, `i` and `c`: the rest of the line, and the next line after a backslash.
    fn text(&mut self) -> Result<String, String> {
        self.skip(|c| c == ' ' || c == '\t');
        if self.peek().is_none_or(|c| c == '\n') {
            return Err(self.bad());
        }
        if self.peek() == Some('\\') {
            match self.chars.get(self.at + 1) {
                None | Some('\n') => self.at += 2,
                // A backslash preserves the blanks after it.
                Some(' ' | '\t') => self.at += 1,
                _ => {}
            }
        }
        let mut text = String::new();
        while let Some(c) = self.peek().filter(|c| *c != '\n') {
            self.at += 1;
            match (c, self.peek()) {
                ('\\', Some(next)) => {
                    self.at += 1;
                    text.push(control(next).unwrap_or(next));
                }
                _ => text.push(c),
            }
        }
        Ok(text)
    }

    fn substitution(&mut self) -> Result<Substitution, String> {
        let delimiter = self.peek().unwrap_or('/');
        let from = self.delimited()?;
        let before = self.at;
        let Some(with) = self.replacement(delimiter) else {
            self.at = before;
            return Err(self.bad());
        };
        let (mut global, mut print, mut fold, mut number) = (false, false, false, 1);
        loop {
            match self.peek() {
                Some(' ' | '\t') => {}
                Some('g') => global = true,
                Some('p') => print = true,
                Some('i' | 'I') => fold = true,
                Some(c) if c.is_ascii_digit() => {
                    number = self.number().max(1);
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
        let regex = self.regex(&from, fold)?;
        let file = if self.take_if('w') { Some(self.file()?) } else { None };
        Ok(Substitution { regex, with, global, print, number, file })
    }
}
