//! Parses a script into its syntax tree. Errors use mksh's wording.
//!
//! Nesting is bounded, and so is the time: every step consumes a character.

mod compound;
mod word;

use std::sync::{Arc, OnceLock};

use super::syntax::{
    Assign, Assigned, Command, CommandKind, Join, List, Part, Pipeline, Redirect, RedirectKind, Statement, Word,
};

/// Maximum nesting depth of commands, quotes and substitutions.
const MAX_NESTING: usize = 100;

/// A syntax error: the message after the shell's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyntaxError(pub(super) String);

impl SyntaxError {
    /// Whether more text could complete the script.
    pub(super) fn is_incomplete(&self) -> bool {
        let beginnings =
            ["no closing quote", "syntax error: unmatched", "syntax error: unexpected EOF", "here document"];
        beginnings.iter().any(|beginning| self.0.starts_with(beginning))
    }
}

type Parsed<T> = Result<T, SyntaxError>;

/// Parses a whole script.
pub(super) fn parse(script: &str) -> Parsed<List> {
    let mut parser = Parser::new(script, 0);
    parser.whole()
}

/// Parses a script line by line, as a shell runs it: an error further down is found only when the parser reaches it.
pub(super) fn lines(script: &str) -> Lines {
    Lines(Parser::new(script, 0))
}

/// A script that is parsed line by line.
pub(super) struct Lines(Parser);

impl Lines {
    /// Parses the next commands; none at the end.
    pub(super) fn next(&mut self) -> Parsed<Option<List>> {
        self.0.depth = 0;
        self.0.one_line()
    }
}

struct Parser {
    text: Vec<char>,
    at: usize,
    depth: usize,
    /// The here-documents announced on this line.
    documents: Vec<Document>,
}

struct Document {
    slot: Arc<OnceLock<Word>>,
    end: String,
    quoted: bool,
    tabs: bool,
}

impl Parser {
    fn new(text: &str, depth: usize) -> Self {
        Self { text: text.chars().collect(), at: 0, depth, documents: Vec::new() }
    }

    /// Parses the whole text as commands.
    fn whole(&mut self) -> Parsed<List> {
        let list = self.list(&[])?;
        if self.peek().is_some() {
            return Err(self.unexpected());
        }
        self.here_documents()?;
        Ok(list)
    }

    /// Parses the commands of one line, including the compound commands that start there; none at the end of the text.
    fn one_line(&mut self) -> Parsed<Option<List>> {
        self.lines()?;
        let mut list = Vec::new();
        while self.peek().is_some_and(|c| c != '\n') {
            let mut statement = self.statement()?;
            self.blanks();
            let goes_on = match self.peek() {
                Some(';') if self.ahead(1) != Some(';') => true,
                Some('&') if self.ahead(1) != Some('&') => {
                    statement.background = true;
                    true
                }
                None | Some('\n') => false,
                _ => return Err(self.unexpected()),
            };
            list.push(statement);
            if goes_on {
                self.at += 1;
                self.blanks();
            }
        }
        match self.peek() {
            Some(_) => self.lines()?,
            None => self.here_documents()?,
        }
        Ok((!list.is_empty()).then_some(list))
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn ahead(&self, offset: usize) -> Option<char> {
        self.text.get(self.at + offset).copied()
    }

    fn eat(&mut self, expected: &str) -> bool {
        let found = expected.chars().enumerate().all(|(offset, c)| self.ahead(offset) == Some(c));
        if found {
            self.at += expected.chars().count();
        }
        found
    }

    fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_NESTING { Err(SyntaxError("syntax error: nesting too deep".to_owned())) } else { Ok(()) }
    }

    /// Skips blanks, line continuations and a comment.
    fn blanks(&mut self) {
        loop {
            match self.peek() {
                Some(' ' | '\t') => self.at += 1,
                Some('\\') if self.ahead(1) == Some('\n') => self.at += 2,
                Some('#') => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                }
                _ => return,
            }
        }
    }

    /// Skips blanks and newlines, and reads the here-documents that begin after a newline.
    fn lines(&mut self) -> Parsed<()> {
        loop {
            self.blanks();
            if self.peek() != Some('\n') {
                return Ok(());
            }
            self.at += 1;
            self.here_documents()?;
        }
    }

    fn here_documents(&mut self) -> Parsed<()> {
        for document in std::mem::take(&mut self.documents) {
            let mut body = String::new();
            loop {
                if self.at >= self.text.len() {
                    // mksh accepts the end of the script as the end of the document once it has read a line.
                    return Err(SyntaxError(format!("here document '{}' unclosed", document.end)));
                }
                let mut line = String::new();
                while let Some(c) = self.peek().filter(|c| *c != '\n') {
                    line.push(c);
                    self.at += 1;
                }
                self.at += 1;
                let line = if document.tabs { line.trim_start_matches('\t') } else { &line };
                if line == document.end {
                    break;
                }
                body.push_str(line);
                body.push('\n');
            }
            let word = if document.quoted { vec![Part::Quoted(body)] } else { self.inner(&body)?.quoted_text(None)? };
            // Set only once: the document is removed from the list before its text is read.
            let _ = document.slot.set(word);
        }
        Ok(())
    }

    /// Creates a parser for a nested text.
    fn inner(&self, text: &str) -> Parsed<Self> {
        let mut parser = Self::new(text, self.depth);
        parser.enter()?;
        Ok(parser)
    }

    /// Parses commands up to the end of the text or one of the `ends`, which is not consumed.
    fn list(&mut self, ends: &[&str]) -> Parsed<List> {
        self.enter()?;
        let mut list = Vec::new();
        loop {
            self.lines()?;
            if self.at_end(ends) {
                break;
            }
            let mut statement = self.statement()?;
            self.blanks();
            match self.peek() {
                Some(';') if !matches!(self.ahead(1), Some(';' | '&')) => self.at += 1,
                Some('&') if self.ahead(1) != Some('&') => {
                    self.at += 1;
                    statement.background = true;
                }
                Some('\n') => {}
                _ => {
                    list.push(statement);
                    if !self.at_end(ends) {
                        return Err(self.unexpected());
                    }
                    break;
                }
            }
            list.push(statement);
        }
        self.depth -= 1;
        Ok(list)
    }

    fn at_end(&self, ends: &[&str]) -> bool {
        match self.peek() {
            None => true,
            Some(')') => ends.contains(&")"),
            Some(';') if matches!(self.ahead(1), Some(';' | '&')) => ends.contains(&";;"),
            _ => {
                ends.iter().any(|end| end.len() > 1 && *end != ";;" && self.at_word(end))
                    || (ends.contains(&"}") && self.at_word("}"))
            }
        }
    }

    /// Whether the next word is exactly `word`, unquoted.
    fn at_word(&self, word: &str) -> bool {
        let length = word.chars().count();
        word.chars().enumerate().all(|(offset, c)| self.ahead(offset) == Some(c))
            && self.ahead(length).is_none_or(|c| " \t\n;&|()<>".contains(c))
    }

    fn keyword(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.at += word.chars().count();
        }
        found
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            self.blanks();
            let join = if self.eat("&&") {
                Join::And
            } else if self.eat("||") {
                Join::Or
            } else {
                return Ok(Statement { first, rest, background: false });
            };
            self.lines()?;
            rest.push((join, self.pipeline()?));
        }
    }

    fn pipeline(&mut self) -> Parsed<Pipeline> {
        let mut pipeline = Pipeline { negated: false, timed: false, commands: Vec::new() };
        loop {
            self.blanks();
            if self.keyword("!") {
                pipeline.negated = !pipeline.negated;
            } else if self.keyword("time") {
                pipeline.timed = true;
            } else {
                break;
            }
        }
        loop {
            pipeline.commands.push(self.command()?);
            self.blanks();
            if self.peek() != Some('|') || self.ahead(1) == Some('|') {
                return Ok(pipeline);
            }
            self.at += 1;
            // Treats `|&` as `2>&1 |`. mksh would start a co-process, which no client uses.
            if self.eat("&")
                && let Some(last) = pipeline.commands.last_mut()
            {
                let fd = vec![Part::Quoted("1".to_owned())];
                last.redirects.push(Redirect { fd: 2, kind: RedirectKind::Duplicate(fd) });
            }
            self.lines()?;
        }
    }

    fn simple(&mut self) -> Parsed<Command> {
        let (mut assigns, mut words, mut redirects) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            self.blanks();
            if let Some(redirect) = self.redirect()? {
                redirects.push(redirect);
                continue;
            }
            match self.peek() {
                None | Some('\n' | ';' | '&' | '|' | ')') => break,
                Some('(') => {
                    if let ([word], true, true) = (words.as_slice(), assigns.is_empty(), redirects.is_empty())
                        && let Some(name) = plain_name(word)
                    {
                        return self.function_after_name(name);
                    }
                    return Err(self.unexpected());
                }
                _ => {}
            }
            if words.is_empty()
                && let Some(assign) = self.assignment()?
            {
                assigns.push(assign);
                continue;
            }
            words.push(self.word()?);
        }
        if assigns.is_empty() && words.is_empty() && redirects.is_empty() {
            return Err(self.unexpected());
        }
        Ok(Command { kind: CommandKind::Simple { assigns, words }, redirects })
    }

    /// Parses `NAME=…`, `NAME[INDEX]+=…` or `NAME=(…)` if the input continues with an assignment.
    fn assignment(&mut self) -> Parsed<Option<Assign>> {
        let mut length = 0;
        while self
            .ahead(length)
            .is_some_and(|c| c == '_' || c.is_ascii_alphabetic() || (length > 0 && c.is_ascii_digit()))
        {
            length += 1;
        }
        let name_length = length;
        let index_length = match self.ahead(length) {
            Some('[') if length > 0 => {
                let rest = self.text.get(self.at + length..).unwrap_or_default();
                rest.iter().take_while(|c| **c != '\n').position(|c| *c == ']')
            }
            _ => None,
        };
        length += index_length.map_or(0, |index| index + 1);
        let append = self.ahead(length) == Some('+');
        length += usize::from(append);
        if name_length == 0 || self.ahead(length) != Some('=') {
            return Ok(None);
        }
        let text = |from: usize, to: usize| -> String {
            self.text.get(self.at + from..self.at + to).unwrap_or_default().iter().collect()
        };
        let name = text(0, name_length);
        let index = match index_length {
            Some(index) => Some(self.inner(&text(name_length + 1, name_length + index))?.quoted_text(None)?),
            None => None,
        };
        self.at += length + 1;
        let value = match self.peek() {
            Some('(') => Assigned::List(self.elements()?),
            _ => Assigned::Word(self.assigned_word()?),
        };
        Ok(Some(Assign { name, index, append, value }))
    }

    /// Parses the `(a b c)` of an assignment.
    fn elements(&mut self) -> Parsed<Vec<Word>> {
        self.enter()?;
        self.at += 1;
        let mut elements = Vec::new();
        loop {
            self.lines()?;
            if self.eat(")") {
                break;
            }
            if self.peek().is_none() {
                return Err(self.unmatched("("));
            }
            elements.push(self.word()?);
        }
        self.depth -= 1;
        Ok(elements)
    }

    fn assigned_word(&mut self) -> Parsed<Word> {
        match self.peek() {
            None | Some(' ' | '\t' | '\n' | ';' | '&' | '|' | ')' | '<' | '>') => Ok(vec![Part::Quoted(String::new())]),
            _ => self.word(),
        }
    }

    fn redirect(&mut self) -> Parsed<Option<Redirect>> {
        let start = self.at;
        if self.eat("&>") {
            self.blanks();
            return Ok(Some(Redirect { fd: 1, kind: RedirectKind::Both(self.word()?) }));
        }
        let mut digits = String::new();
        while let Some(c) = self.ahead(digits.len()).filter(char::is_ascii_digit) {
            digits.push(c);
        }
        let sign = self.ahead(digits.len());
        if !matches!(sign, Some('<' | '>')) || digits.len() > 2 {
            return Ok(None);
        }
        self.at += digits.len();
        let given = digits.parse::<u32>().ok();
        for (sign, default) in [
            ("<<<", 0),
            ("<<-", 0),
            ("<<", 0),
            ("<&", 0),
            ("<>", 0),
            ("<", 0),
            (">&", 1),
            (">>", 1),
            (">|", 1),
            (">", 1),
        ] {
            if !self.eat(sign) {
                continue;
            }
            let fd = given.unwrap_or(default);
            self.blanks();
            if sign == "<<" || sign == "<<-" {
                return Ok(Some(Redirect { fd, kind: self.here_start(sign == "<<-")? }));
            }
            let mut word = self.word()?;
            let kind = match sign {
                "<<<" => {
                    word.push(Part::Quoted("\n".to_owned()));
                    RedirectKind::Text(word)
                }
                "<&" => RedirectKind::DuplicateInput(word),
                ">&" => RedirectKind::Duplicate(word),
                "<" | "<>" => RedirectKind::Read(word),
                ">>" => RedirectKind::Append(word),
                ">|" => RedirectKind::Clobber(word),
                _ => RedirectKind::Write(word),
            };
            return Ok(Some(Redirect { fd, kind }));
        }
        self.at = start;
        Ok(None)
    }

    fn here_start(&mut self, tabs: bool) -> Parsed<RedirectKind> {
        let word = self.word()?;
        let mut end = String::new();
        let mut quoted = false;
        for part in word {
            match part {
                Part::Plain(text) => end.push_str(&text),
                Part::Quoted(text) => {
                    quoted = true;
                    end.push_str(&text);
                }
                _ => return Err(self.unexpected()),
            }
        }
        let slot = Arc::new(OnceLock::new());
        self.documents.push(Document { slot: Arc::clone(&slot), end, quoted, tabs });
        Ok(RedirectKind::Here(slot))
    }

    /// Builds mksh's error message for the unexpected token at this position.
    fn unexpected(&self) -> SyntaxError {
        let Some(c) = self.peek() else { return SyntaxError("syntax error: unexpected EOF".to_owned()) };
        let token: String = match c {
            '\n' => "newline".to_owned(),
            ';' | '&' | '|' | '(' if self.ahead(1) == Some(c) => [c, c].iter().collect(),
            ';' | '&' | '|' | '(' | ')' | '<' | '>' => c.to_string(),
            _ => self
                .text
                .get(self.at..)
                .unwrap_or_default()
                .iter()
                .take_while(|c| !" \t\n;&|()<>".contains(**c))
                .take(32)
                .collect(),
        };
        SyntaxError(format!("syntax error: unexpected '{token}'"))
    }

    fn unmatched(&self, opening: &str) -> SyntaxError {
        if self.peek().is_none() {
            SyntaxError(format!("syntax error: unmatched '{opening}'"))
        } else {
            self.unexpected()
        }
    }
}

/// Returns the word's text if it is a plain name, as a function's must be.
fn plain_name(word: &Word) -> Option<String> {
    match word.as_slice() {
        [Part::Plain(name)] if name.chars().all(|c| c.is_alphanumeric() || "_-.:".contains(c)) => Some(name.clone()),
        _ => None,
    }
}
