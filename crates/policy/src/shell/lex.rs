//! Splits a command line into its simple commands.
//!
//! It reads words as the phone's shell (mksh) does: quotes, backslashes, operators, redirections, and the commands
//! inside `$(…)` and backticks, which it lists too. It expands nothing; a word that the shell would replace is marked.
//! It also reads text that mksh would ignore as a comment, because reading too much does no harm here.

use action::slice::Slice as _;

/// A word of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    /// The word as the command receives it, without quotes.
    pub(super) text: String,
    /// The word as written.
    pub(super) raw: String,
    /// Whether the shell replaces it: a variable, a command's output, a choice.
    pub(super) expands: bool,
    /// Whether the shell replaces it by file names.
    pub(super) globs: bool,
}

/// A simple command: its words, and the files it writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) words: Vec<Word>,
    /// Whether it reads the output of the previous command.
    pub(super) piped: bool,
    /// The files after `>`, `>>`, `>|`, `<>` and `&>`.
    pub(super) writes: Vec<Word>,
    /// Redirections as written.
    pub(super) redirections: Vec<String>,
}

/// The line cannot be followed: an open quote, a here-document, arithmetic, or too deep nesting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unclear;

/// How deep substitutions and subshells are followed.
const DEPTH: usize = 16;

/// Returns the simple commands of `line`, in the order in which they end.
pub(super) fn commands(line: &str) -> Result<Vec<Command>, Unclear> {
    nested(line, 0)
}

fn nested(line: &str, depth: usize) -> Result<Vec<Command>, Unclear> {
    let mut lexer = Lexer { line, at: 0, found: Vec::new(), depth, comment_end: 0 };
    lexer.list(None, false)?;
    Ok(lexer.found)
}

struct Lexer<'l> {
    line: &'l str,
    at: usize,
    found: Vec<Command>,
    depth: usize,
    /// The end of the comment that was already read.
    comment_end: usize,
}

impl Lexer<'_> {
    fn peek(&self) -> Option<char> {
        self.line.get(self.at..)?.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn skip(&mut self, text: &str) -> bool {
        let here = self.line.get(self.at..).is_some_and(|rest| rest.starts_with(text));
        if here {
            self.at += text.len();
        }
        here
    }

    /// Reads commands to the end, or to the closing bracket; the first may read from a pipe.
    fn list(&mut self, close: Option<char>, piped: bool) -> Result<(), Unclear> {
        let mut command = Command { piped, ..Command::default() };
        while let Some(c) = self.peek() {
            match c {
                '&' if self.line.get(self.at..).is_some_and(|rest| rest.starts_with("&>")) => {
                    let start = self.at;
                    self.at += 1;
                    self.redirection(&mut command, start)?;
                }
                '|' => {
                    self.finish(&mut command);
                    command.piped = !self.skip("||");
                    let _pipe = command.piped && self.skip("|");
                }
                '\n' | ';' | '&' => {
                    self.at += 1;
                    self.finish(&mut command);
                }
                '(' => {
                    self.at += 1;
                    let piped = command.piped && command.words.is_empty();
                    self.finish(&mut command);
                    self.deeper(piped)?;
                }
                ')' if close == Some(')') => {
                    self.at += 1;
                    self.finish(&mut command);
                    return Ok(());
                }
                ')' => return Err(Unclear),
                '<' | '>' => self.redirection(&mut command, self.at)?,
                ' ' | '\t' | '\r' => self.at += 1,
                // The shell ignores a quote in a comment; here it would hide the following lines.
                '#' if self.comment().is_some_and(|text| text.contains(['\'', '"', '`', '\\', '$', '(', ')', '<'])) => {
                    return Err(Unclear);
                }
                _ => {
                    let start = self.at;
                    let word = self.word()?;
                    let number = !word.raw.is_empty() && word.raw.chars().all(|c| c.is_ascii_digit());
                    // The 2 of `2>&1` belongs to the redirection.
                    if number && matches!(self.peek(), Some('<' | '>')) {
                        self.redirection(&mut command, start)?;
                    } else {
                        command.words.push(word);
                    }
                }
            }
        }
        self.finish(&mut command);
        if close.is_some() { Err(Unclear) } else { Ok(()) }
    }

    /// Returns the text that the shell takes for a comment here, once.
    fn comment(&mut self) -> Option<&str> {
        if self.at < self.comment_end {
            return None;
        }
        let text = self.line.tail(self.at).lines().next().unwrap_or_default();
        self.comment_end = self.at + text.len();
        Some(text)
    }

    fn finish(&mut self, command: &mut Command) {
        let done = std::mem::take(command);
        if !(done.words.is_empty() && done.redirections.is_empty()) {
            self.found.push(done);
        }
    }

    /// Reads the commands between `(` and `)`.
    fn deeper(&mut self, piped: bool) -> Result<(), Unclear> {
        if self.depth >= DEPTH {
            return Err(Unclear);
        }
        self.depth += 1;
        self.list(Some(')'), piped)?;
        self.depth -= 1;
        Ok(())
    }

    /// Reads `>` and similar operators; `start` is where the operator begins, including its number.
    fn redirection(&mut self, command: &mut Command, start: usize) -> Result<(), Unclear> {
        let reads = self.next() == Some('<');
        if reads && self.peek() == Some('<') {
            return Err(Unclear);
        }
        // `<>` opens for reading and writing.
        let writes = self.skip(">") || !reads;
        let _clobbers = self.skip("|");
        let copies = self.skip("&");
        while self.skip(" ") || self.skip("\t") {}
        // `<(…)` runs the commands in the brackets; the list continues there.
        if self.peek() == Some('(') {
            return Ok(());
        }
        let target = self.word()?;
        if target.raw.is_empty() {
            return Err(Unclear);
        }
        // `2>&1`, `>&-` and `2>/dev/null` write no file.
        let nowhere = copies && target.raw.chars().all(|c| c.is_ascii_digit() || c == '-');
        if !nowhere && target.raw != "/dev/null" {
            command.redirections.push(self.line.get(start..self.at).unwrap_or_default().to_owned());
            if writes {
                command.writes.push(target);
            }
        }
        Ok(())
    }

    fn word(&mut self) -> Result<Word, Unclear> {
        let start = self.at;
        let mut word = Word::default();
        while let Some(c) = self.peek() {
            if matches!(c, ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')') {
                break;
            }
            self.at += c.len_utf8();
            match c {
                '\'' => loop {
                    match self.next().ok_or(Unclear)? {
                        '\'' => break,
                        inside => word.text.push(inside),
                    }
                },
                '"' => self.double_quoted(&mut word)?,
                '\\' => match self.next().ok_or(Unclear)? {
                    '\n' => {}
                    escaped => word.text.push(escaped),
                },
                '$' => self.dollar(&mut word, false)?,
                '`' => self.backticks(&mut word)?,
                '*' | '?' | '[' | '{' => {
                    // `{rm,-r,x}` becomes three words.
                    word.expands |= c == '{';
                    word.globs |= c != '{';
                    word.text.push(c);
                }
                _ => word.text.push(c),
            }
        }
        word.raw = self.line.get(start..self.at).unwrap_or_default().to_owned();
        // The test command, groups, and the placeholder of `find` and `xargs`.
        if matches!(word.raw.as_str(), "[" | "[[" | "{" | "{}") {
            (word.expands, word.globs) = (false, false);
        }
        Ok(word)
    }

    fn double_quoted(&mut self, word: &mut Word) -> Result<(), Unclear> {
        loop {
            match self.next().ok_or(Unclear)? {
                '"' => return Ok(()),
                '\\' => match self.next().ok_or(Unclear)? {
                    '\n' => {}
                    escaped @ ('"' | '\\' | '$' | '`') => word.text.push(escaped),
                    other => word.text.extend(['\\', other]),
                },
                '$' => self.dollar(word, true)?,
                '`' => self.backticks(word)?,
                c => word.text.push(c),
            }
        }
    }

    /// Reads the text after a `$`: a variable, a command's output, or a plain dollar sign.
    fn dollar(&mut self, word: &mut Word, in_quotes: bool) -> Result<(), Unclear> {
        match self.peek() {
            Some('(') => {
                word.expands = true;
                self.at += 1;
                // `$((1+1))` is arithmetic, and may run commands of its own.
                if self.peek() == Some('(') { Err(Unclear) } else { self.deeper(false) }
            }
            Some('{') => {
                word.expands = true;
                let rest = self.line.get(self.at..).unwrap_or_default();
                let end = rest.find('}').ok_or(Unclear)?;
                // `${x:-$(rm y)}` hides a command.
                if rest.part(1, end).contains(['$', '`', '\'', '"', '{', '\\', '|']) {
                    return Err(Unclear);
                }
                self.at += end + 1;
                Ok(())
            }
            // `$'\x72m'` spells words in numbers.
            Some('\'') if !in_quotes => Err(Unclear),
            Some(c) if c.is_alphanumeric() || matches!(c, '_' | '@' | '*' | '#' | '?' | '$' | '!' | '-') => {
                word.expands = true;
                self.at += c.len_utf8();
                while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
                    self.at += 1;
                }
                Ok(())
            }
            Some('"') if !in_quotes => {
                word.expands = true;
                Ok(())
            }
            _ => {
                word.text.push('$');
                Ok(())
            }
        }
    }

    /// Reads the text after a backtick: a command's output, up to the next backtick.
    fn backticks(&mut self, word: &mut Word) -> Result<(), Unclear> {
        if self.depth >= DEPTH {
            return Err(Unclear);
        }
        let mut inside = String::new();
        loop {
            match self.next().ok_or(Unclear)? {
                '`' => break,
                '\\' => match self.next().ok_or(Unclear)? {
                    escaped @ ('`' | '\\' | '$') => inside.push(escaped),
                    other => inside.extend(['\\', other]),
                },
                c => inside.push(c),
            }
        }
        word.expands = true;
        self.found.extend(nested(&inside, self.depth + 1)?);
        Ok(())
    }
}
