//! Expands words into arguments: parameters, substitutions, field splitting, globs.

use super::limits::MAX_WORD;
use super::pattern::PatternChar;
use super::state::Flow;
use super::streams::{Buffer, Sink};
use super::syntax::{Index, List, Part, Word};
use super::{Os, Shell};

/// The result of an expansion. The error is the message after the shell's name, and it ends the script.
pub(super) type Expanded<T> = Result<T, String>;

/// The fields under construction.
pub(super) struct Fields {
    done: Vec<Vec<PatternChar>>,
    current: Vec<PatternChar>,
    /// Whether a field has begun, even if it is still empty.
    started: bool,
    /// The separator characters; none inside assignments and redirections, which are not split.
    separators: Option<String>,
    length: usize,
}

impl Fields {
    fn new(separators: Option<String>) -> Self {
        Self { done: Vec::new(), current: Vec::new(), started: false, separators, length: 0 }
    }

    fn push(&mut self, text: &str, quoted: bool) -> Expanded<()> {
        self.length = self.length.saturating_add(text.len());
        if self.length > MAX_WORD {
            return Err("Argument list too long".to_owned());
        }
        self.started |= quoted || !text.is_empty();
        self.current.extend(text.chars().map(|c| (c, quoted)));
        Ok(())
    }

    fn end_field(&mut self) {
        if std::mem::take(&mut self.started) {
            self.done.push(std::mem::take(&mut self.current));
        }
    }

    /// Appends the value of an expansion, split into fields unless it is quoted.
    pub(super) fn push_value(&mut self, text: &str, quoted: bool) -> Expanded<()> {
        let separators = self.separators.clone();
        let Some(separators) = separators.filter(|separators| !quoted && !separators.is_empty()) else {
            return self.push(text, quoted);
        };
        self.length = self.length.saturating_add(text.len());
        if self.length > MAX_WORD {
            return Err("Argument list too long".to_owned());
        }
        for c in text.chars() {
            if !separators.contains(c) {
                self.started = true;
                self.current.push((c, false));
            } else if c.is_ascii_whitespace() {
                self.end_field();
            } else {
                self.started = true;
                self.end_field();
            }
        }
        Ok(())
    }

    fn joined(mut self) -> Vec<PatternChar> {
        self.end_field();
        let mut fields = self.done.into_iter();
        let mut all = fields.next().unwrap_or_default();
        for field in fields {
            all.push((' ', true));
            all.extend(field);
        }
        all
    }
}

impl Shell {
    /// Expands the words of a command into its arguments.
    pub(super) fn expand_words(&mut self, words: &[Word], os: &mut dyn Os) -> Expanded<Vec<String>> {
        let mut arguments = Vec::with_capacity(words.len());
        let mut length = 0_usize;
        let words = super::braces::expanded(words);
        for word in words.iter() {
            let separators = self.value("IFS");
            let mut fields = Fields::new(Some(separators.unwrap_or_default()));
            self.expand_into(word, &mut fields, os)?;
            fields.end_field();
            length = length.saturating_add(fields.length);
            self.budget.charge(fields.length * 2 + 16);
            if length > MAX_WORD {
                return Err("Argument list too long".to_owned());
            }
            for field in fields.done {
                self.glob(field, os, &mut arguments);
            }
        }
        Ok(arguments)
    }

    /// Expands a word into one string, without field splitting or globs.
    pub(super) fn expand_text(&mut self, word: &Word, os: &mut dyn Os) -> Expanded<String> {
        Ok(self.expand_pattern(word, os)?.into_iter().map(|(c, _)| c).collect())
    }

    /// Expands a word into a pattern in which quoted characters are literal.
    pub(super) fn expand_pattern(&mut self, word: &Word, os: &mut dyn Os) -> Expanded<Vec<PatternChar>> {
        let mut fields = Fields::new(None);
        self.expand_into(word, &mut fields, os)?;
        self.budget.charge(fields.length * 2);
        Ok(fields.joined())
    }

    pub(super) fn expand_into(&mut self, word: &Word, fields: &mut Fields, os: &mut dyn Os) -> Expanded<()> {
        for (index, part) in word.iter().enumerate() {
            match part {
                Part::Plain(text) => {
                    let home = if index == 0 { self.tilde(text, word.len() == 1) } else { None };
                    match home {
                        Some((home, rest)) => {
                            fields.push(&home, true)?;
                            fields.push(rest, false)?;
                        }
                        None => fields.push(text, false)?,
                    }
                }
                Part::Quoted(text) => fields.push(text, true)?,
                Part::Parameter { name, index: None, change: None, quoted } if name == "@" || name == "*" => {
                    let arguments = self.scope.args.clone();
                    self.expand_list(&arguments, name == "@", *quoted, fields)?;
                }
                Part::Parameter { name, index: None, change, quoted } => {
                    let value = self.value(name);
                    self.expand_parameter(name, value, change.as_ref(), *quoted, fields, os)?;
                }
                Part::Parameter { name, index: Some(Index::At(word)), change, quoted } => {
                    let expression = self.expand_text(word, os)?;
                    let index = self.index(&expression)?;
                    let value = self.element(name, index);
                    let shown = format!("{name}[{index}]");
                    self.expand_parameter(&shown, value, change.as_ref(), *quoted, fields, os)?;
                }
                Part::Parameter { name, index: Some(index), change, quoted } => {
                    let elements = self.elements(name);
                    let values: Vec<String> = match index {
                        Index::Keys => elements.into_iter().map(|(index, _)| index.to_string()).collect(),
                        _ => elements.into_iter().map(|(_, value)| value).collect(),
                    };
                    let each = !matches!(index, Index::Joined);
                    self.expand_elements(name, values, change.as_ref(), each, *quoted, fields, os)?;
                }
                Part::Substitution { list, quoted } => {
                    let text = self.substitute(list, os);
                    fields.push_value(&text, *quoted)?;
                }
                Part::Arithmetic { expression, quoted } => {
                    let expression = self.expand_text(expression, os)?;
                    let value = self.arithmetic(&expression)?;
                    fields.push_value(&value.to_string(), *quoted)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the directory that `~` names, and the text after it.
    fn tilde<'a>(&self, text: &'a str, alone: bool) -> Option<(String, &'a str)> {
        let rest = text.strip_prefix('~')?;
        if !(rest.starts_with('/') || (rest.is_empty() && alone)) {
            return None;
        }
        let home = self.value("HOME").unwrap_or_default();
        // With the home directory `/`, `~/x` is `/x`.
        Some((if rest.is_empty() { home } else { home.trim_end_matches('/').to_owned() }, rest))
    }

    /// Expands the arguments or array elements, each into its own field or all into one.
    pub(super) fn expand_list(
        &mut self,
        arguments: &[String],
        each: bool,
        quoted: bool,
        fields: &mut Fields,
    ) -> Expanded<()> {
        if quoted && !each {
            let separator = self.value("IFS").and_then(|ifs| ifs.chars().next()).map(String::from).unwrap_or_default();
            return fields.push(&arguments.join(&separator), true);
        }
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                fields.end_field();
            }
            if quoted { fields.push(argument, true)? } else { fields.push_value(argument, false)? }
        }
        Ok(())
    }

    /// Returns the output of a command substitution without its trailing newlines.
    pub(super) fn substitute(&mut self, list: &List, os: &mut dyn Os) -> String {
        let buffer = Buffer::default();
        self.in_subshell(os, |shell, os| {
            shell.streams.stdout = Sink::Buffer(buffer.clone());
            shell.list(list, os)
        });
        let bytes = buffer.take();
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        if text.contains('\0') {
            text.retain(|c| c != '\0');
        }
        text.truncate(text.trim_end_matches('\n').len());
        text
    }

    /// Runs `act` in a subshell, which cannot change this shell's variables, functions, directory or streams.
    pub(super) fn in_subshell(&mut self, os: &mut dyn Os, act: impl FnOnce(&mut Self, &mut dyn Os) -> Flow) {
        let (scope, streams) = (self.scope.clone(), self.streams.clone());
        self.scope.at_exit = None;
        self.scope.traps.retain(|_, script| script.is_empty());
        let loops = std::mem::take(&mut self.loops_running);
        act(self, os);
        self.run_exit_trap(os);
        self.loops_running = loops;
        (self.scope, self.streams) = (scope, streams);
    }
}
