//! Parses words: quotes, `$…`, backticks.

use std::sync::Arc;

use super::super::syntax::{Change, CommandKind, DefaultKind, Index, List, Part, Redirect, RedirectKind, Word};
use super::{Parsed, Parser, SyntaxError};

/// The characters that end a word outside quotes.
const ENDS: &str = " \t\n;&|()<>";

impl Parser {
    /// Parses one word, up to a blank or an operator.
    pub(super) fn word(&mut self) -> Parsed<Word> {
        let mut word = Vec::new();
        while let Some(c) = self.peek().filter(|c| !ENDS.contains(*c)) {
            self.piece(c, &mut word)?;
        }
        if word.is_empty() { Err(self.unexpected()) } else { Ok(word) }
    }

    /// Parses the next part of a word outside double quotes.
    fn piece(&mut self, c: char, word: &mut Word) -> Parsed<()> {
        self.at += 1;
        match c {
            '\'' => word.push(Part::Quoted(self.until_quote()?)),
            '"' => {
                let inside = self.quoted_text(Some('"'))?;
                // `""` is a word too, but `"$@"` without arguments is not.
                let arguments = matches!(inside.as_slice(), [Part::Parameter { name, index, change: None, .. }]
                    if name == "@" && index.is_none() || matches!(index, Some(Index::Each)));
                if !arguments {
                    word.push(Part::Quoted(String::new()));
                }
                word.extend(inside);
            }
            '\\' => match self.peek() {
                Some('\n') => {
                    self.at += 1;
                    // A line continuation may leave the word empty, which is not an error.
                    push(word, None, false);
                }
                Some(next) => {
                    self.at += 1;
                    push(word, Some(next), true);
                }
                None => push(word, Some('\\'), true),
            },
            '$' if self.peek() == Some('\'') => {
                self.at += 1;
                word.push(Part::Quoted(self.ansi_text()?));
            }
            '$' if self.peek() == Some('"') => {}
            '$' => self.dollar(false, word)?,
            '`' => word.push(self.backticks(false)?),
            '@' | '*' | '+' | '?' | '!' if self.peek() == Some('(') => {
                push(word, Some(c), false);
                self.choices(word)?;
            }
            _ => push(word, Some(c), false),
        }
        Ok(())
    }

    /// Parses the `(a|b)` of a pattern like `@(a|b)` as parts of its word.
    fn choices(&mut self, word: &mut Word) -> Parsed<()> {
        self.enter()?;
        push(word, Some('('), false);
        self.at += 1;
        loop {
            match self.peek() {
                None => return Err(self.unmatched("(")),
                Some(')') => break,
                Some(c @ (' ' | '\t' | '|' | '<' | '>' | ';' | '&' | '(')) => {
                    push(word, Some(c), false);
                    self.at += 1;
                }
                Some(c) => self.piece(c, word)?,
            }
        }
        push(word, Some(')'), false);
        self.at += 1;
        self.depth -= 1;
        Ok(())
    }

    fn until_quote(&mut self) -> Parsed<String> {
        let mut text = String::new();
        loop {
            match self.peek() {
                None => return Err(SyntaxError("no closing quote".to_owned())),
                Some('\'') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(c) => {
                    text.push(c);
                    self.at += 1;
                }
            }
        }
    }

    /// Parses text inside double quotes up to `end`, or a here-document to the end of its text.
    pub(super) fn quoted_text(&mut self, end: Option<char>) -> Parsed<Word> {
        let mut word = Vec::new();
        loop {
            let Some(c) = self.peek() else {
                return if end.is_none() { Ok(word) } else { Err(SyntaxError("no closing quote".to_owned())) };
            };
            self.at += 1;
            if Some(c) == end {
                return Ok(word);
            }
            self.quoted_piece(c, end.is_some(), &mut word)?;
        }
    }

    fn quoted_piece(&mut self, c: char, in_quotes: bool, word: &mut Word) -> Parsed<()> {
        match c {
            '\\' => match self.peek() {
                Some('\n') => self.at += 1,
                Some(next) if "$`\\".contains(next) || (in_quotes && next == '"') => {
                    self.at += 1;
                    push(word, Some(next), true);
                }
                _ => push(word, Some('\\'), true),
            },
            '$' => self.dollar(true, word)?,
            '`' => word.push(self.backticks(true)?),
            _ => push(word, Some(c), true),
        }
        Ok(())
    }

    /// Parses the expansion after a `$`.
    fn dollar(&mut self, quoted: bool, word: &mut Word) -> Parsed<()> {
        self.enter()?;
        match self.peek() {
            Some('{') => {
                self.at += 1;
                word.push(self.braces(quoted)?);
            }
            Some('(') => {
                self.at += 1;
                word.push(self.substitution(quoted)?);
            }
            Some(c) if c == '_' || c.is_ascii_alphabetic() => {
                let name = self.name();
                word.push(Part::Parameter { name, index: None, change: None, quoted });
            }
            Some(c) if "@*#?$!-".contains(c) || c.is_ascii_digit() => {
                self.at += 1;
                word.push(Part::Parameter { name: c.to_string(), index: None, change: None, quoted });
            }
            _ => push(word, Some('$'), quoted),
        }
        self.depth -= 1;
        Ok(())
    }

    /// Consumes letters, digits and underscores.
    pub(super) fn name(&mut self) -> String {
        let mut name = String::new();
        while let Some(c) = self.peek().filter(|c| *c == '_' || c.is_ascii_alphanumeric()) {
            name.push(c);
            self.at += 1;
        }
        name
    }

    fn substitution(&mut self, quoted: bool) -> Parsed<Part> {
        if self.peek() == Some('(') {
            let start = self.at;
            self.at += 1;
            if let Some(text) = self.arithmetic_text() {
                return Ok(Part::Arithmetic { expression: self.inner(&text)?.quoted_text(None)?, quoted });
            }
            self.at = start;
        }
        let mut list = self.list(&[")"])?;
        if !self.eat(")") {
            return Err(self.unmatched("("));
        }
        read_file(&mut list);
        Ok(Part::Substitution { list: Arc::new(list), quoted })
    }

    fn backticks(&mut self, quoted: bool) -> Parsed<Part> {
        let mut script = String::new();
        loop {
            let Some(c) = self.peek() else { return Err(SyntaxError("no closing quote".to_owned())) };
            self.at += 1;
            match (c, self.peek()) {
                ('`', _) => break,
                ('\\', Some(next)) if "$`\\".contains(next) || (quoted && next == '"') => {
                    self.at += 1;
                    script.push(next);
                }
                _ => script.push(c),
            }
        }
        let list = self.inner(&script)?.whole()?;
        Ok(Part::Substitution { list: Arc::new(list), quoted })
    }

    /// Parses `${…}` after its opening brace.
    fn braces(&mut self, quoted: bool) -> Parsed<Part> {
        let start = self.at;
        if self.peek() == Some('#') && self.ahead(1).is_some_and(|c| c != '}') {
            self.at += 1;
            let name = self.parameter_name();
            let index = self.index()?;
            if name.is_empty() || !self.eat("}") {
                return Err(self.bad_substitution(start));
            }
            return Ok(Part::Parameter { name, index, change: Some(Change::Length), quoted });
        }
        let keys = self.peek() == Some('!') && self.ahead(1).is_some_and(|c| c == '_' || c.is_ascii_alphabetic());
        if keys {
            self.at += 1;
        }
        let name = self.parameter_name();
        if name.is_empty() {
            return Err(self.bad_substitution(start));
        }
        let mut index = self.index()?;
        if keys {
            if index.is_none() {
                // `${!name}` is the name of the variable that `name` refers to: its own name.
                return if self.eat("}") { Ok(Part::Quoted(name)) } else { Err(self.bad_substitution(start)) };
            }
            index = Some(Index::Keys);
        }
        let change = self.change(quoted)?;
        // All elements of an array can only be counted or given a default.
        if matches!(index, Some(Index::Each | Index::Joined | Index::Keys)) {
            match change {
                Some(Change::Trim { .. } | Change::Replace { .. }) => return Err(self.bad_substitution(start)),
                Some(Change::Slice { .. }) => {
                    let SyntaxError(text) = self.bad_substitution(start);
                    return Err(SyntaxError(text.replacen("]:", "]: ", 1)));
                }
                _ => {}
            }
        }
        if !self.eat("}") {
            return Err(self.bad_substitution(start));
        }
        Ok(Part::Parameter { name, index, change, quoted })
    }

    /// Parses `[…]` after a name.
    fn index(&mut self) -> Parsed<Option<Index>> {
        if self.peek() != Some('[') {
            return Ok(None);
        }
        let index = match (self.ahead(1), self.ahead(2)) {
            (Some('@'), Some(']')) => Some(Index::Each),
            (Some('*'), Some(']')) => Some(Index::Joined),
            _ => None,
        };
        if index.is_some() {
            self.at += 3;
            return Ok(index);
        }
        self.at += 1;
        let word = self.brace_word("]", true)?;
        if !self.eat("]") {
            return Err(self.unmatched("["));
        }
        Ok(Some(Index::At(word)))
    }

    fn bad_substitution(&self, start: usize) -> SyntaxError {
        let rest = self.text.get(start..).unwrap_or_default();
        let text: String = rest.iter().take_while(|c| **c != '}').take(64).collect();
        SyntaxError(format!("${{{text}}}: bad substitution"))
    }

    fn parameter_name(&mut self) -> String {
        match self.peek() {
            Some(c) if "@*#?$!-".contains(c) => {
                self.at += 1;
                c.to_string()
            }
            _ => self.name(),
        }
    }

    fn change(&mut self, quoted: bool) -> Parsed<Option<Change>> {
        let empty_too = self.peek() == Some(':') && self.ahead(1).is_some_and(|c| "-=+?".contains(c));
        if empty_too {
            self.at += 1;
        }
        let Some(c) = self.peek() else { return Ok(None) };
        let kind = match c {
            '-' => Some(DefaultKind::Use),
            '=' => Some(DefaultKind::Assign),
            '+' => Some(DefaultKind::Other),
            '?' => Some(DefaultKind::Fail),
            _ => None,
        };
        if let Some(kind) = kind {
            self.at += 1;
            return Ok(Some(Change::Default { kind, empty_too, word: self.brace_word("}", quoted)? }));
        }
        match c {
            '@' if self.ahead(1) == Some('Q') => {
                self.at += 2;
                Ok(Some(Change::Quote))
            }
            '#' | '%' => {
                self.at += 1;
                let longest = self.eat(&c.to_string());
                Ok(Some(Change::Trim { end: c == '%', longest, pattern: self.brace_word("}", false)? }))
            }
            '/' => {
                self.at += 1;
                let all = self.eat("/");
                let pattern = self.brace_word("/}", false)?;
                let with = if self.eat("/") { self.brace_word("}", quoted)? } else { Vec::new() };
                Ok(Some(Change::Replace { all, pattern, with }))
            }
            ':' => {
                self.at += 1;
                let offset = self.brace_word(":}", true)?;
                let length = if self.eat(":") { Some(self.brace_word("}", true)?) } else { None };
                Ok(Some(Change::Slice { offset, length }))
            }
            _ => Ok(None),
        }
    }

    /// Parses the word inside braces up to one of `ends`, which is not consumed.
    fn brace_word(&mut self, ends: &str, quoted: bool) -> Parsed<Word> {
        self.enter()?;
        let mut word = Vec::new();
        while let Some(c) = self.peek().filter(|c| !ends.contains(*c)) {
            match c {
                '\\' if quoted && self.ahead(1).is_some_and(|c| "}\"".contains(c)) => {
                    word.extend(self.ahead(1).map(|c| Part::Quoted(c.to_string())));
                    self.at += 2;
                }
                '"' if quoted => {
                    self.at += 1;
                    let inside = self.quoted_text(Some('"'))?;
                    word.extend(inside);
                }
                _ if quoted => {
                    self.at += 1;
                    self.quoted_piece(c, true, &mut word)?;
                }
                _ => self.piece(c, &mut word)?,
            }
        }
        self.depth -= 1;
        Ok(word)
    }

    /// Parses `$'…'` after its opening quote.
    fn ansi_text(&mut self) -> Parsed<String> {
        let mut raw = String::new();
        loop {
            let Some(c) = self.peek() else { return Err(SyntaxError("no closing quote".to_owned())) };
            self.at += 1;
            match (c, self.peek()) {
                ('\'', _) => break,
                ('\\', Some('\'')) => {
                    self.at += 1;
                    raw.push('\'');
                }
                ('\\', Some(next)) => {
                    self.at += 1;
                    raw.extend(['\\', next]);
                }
                _ => raw.push(c),
            }
        }
        Ok(String::from_utf8_lossy(&super::super::format::unescape(&raw).bytes).into_owned())
    }
}

/// Turns `$(< file)` into `$(cat < file)`.
fn read_file(list: &mut List) {
    if let [statement] = list.as_mut_slice()
        && let ([command], true) = (statement.first.commands.as_mut_slice(), statement.rest.is_empty())
        && let ([Redirect { kind: RedirectKind::Read(_), fd: 0 }], CommandKind::Simple { assigns, words }) =
            (command.redirects.as_slice(), &mut command.kind)
        && assigns.is_empty()
        && words.is_empty()
    {
        words.push(vec![Part::Plain("cat".to_owned())]);
    }
}

/// Appends a character, or nothing, to the last part if it has the same kind, otherwise to a new part.
fn push(word: &mut Word, c: Option<char>, quoted: bool) {
    match (word.last_mut(), quoted) {
        (Some(Part::Plain(text)), false) | (Some(Part::Quoted(text)), true) => text.extend(c),
        _ => {
            let text = c.into_iter().collect();
            word.push(if quoted { Part::Quoted(text) } else { Part::Plain(text) });
        }
    }
}
