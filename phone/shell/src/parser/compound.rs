//! Parses compound commands: `if`, loops, `case`, groups, functions, `[[ ]]`.

use std::sync::Arc;

use super::super::syntax::{Arm, Command, CommandKind, List, Part, Word};
use super::{Parsed, Parser, SyntaxError};

/// Words that cannot begin a command.
const CLOSING: [&str; 8] = ["then", "else", "elif", "fi", "do", "done", "esac", "}"];

impl Parser {
    /// Parses one command with its redirections.
    pub(super) fn command(&mut self) -> Parsed<Command> {
        self.enter()?;
        self.blanks();
        let command = self.command_here()?;
        self.depth -= 1;
        Ok(command)
    }

    fn command_here(&mut self) -> Parsed<Command> {
        if CLOSING.iter().any(|word| self.at_word(word)) {
            return Err(self.unexpected());
        }
        let kind = if self.peek() == Some('(') {
            self.parenthesis()?
        } else if self.keyword("{") {
            let body = self.list(&["}"])?;
            self.close("}", "{")?;
            CommandKind::Group(body)
        } else if self.keyword("if") {
            self.condition()?
        } else if self.keyword("while") {
            self.repeat(false)?
        } else if self.keyword("until") {
            self.repeat(true)?
        } else if self.keyword("for") {
            self.each()?
        } else if self.keyword("case") {
            self.case()?
        } else if self.keyword("[[") {
            self.test()?
        } else if self.at_word("function") {
            return self.function();
        } else {
            return self.simple();
        };
        let mut redirects = Vec::new();
        loop {
            self.blanks();
            match self.redirect()? {
                Some(redirect) => redirects.push(redirect),
                None => return Ok(Command { kind, redirects }),
            }
        }
    }

    /// Consumes the word that closes what `opening` began.
    fn close(&mut self, word: &str, opening: &str) -> Parsed<()> {
        if self.keyword(word) { Ok(()) } else { Err(self.unmatched(opening)) }
    }

    fn parenthesis(&mut self) -> Parsed<CommandKind> {
        if self.ahead(1) == Some('(') {
            let start = self.at;
            self.at += 2;
            if let Some(text) = self.arithmetic_text() {
                return Ok(CommandKind::Arithmetic(self.inner(&text)?.quoted_text(None)?));
            }
            self.at = start;
        }
        self.at += 1;
        let body = self.list(&[")"])?;
        if !self.eat(")") {
            return Err(self.unmatched("("));
        }
        Ok(CommandKind::Subshell(body))
    }

    /// Consumes the text up to and including `))` and returns it; none if `))` is missing.
    pub(super) fn arithmetic_text(&mut self) -> Option<String> {
        let mut open = 0_usize;
        let mut text = String::new();
        loop {
            let c = self.peek()?;
            match c {
                ')' if open == 0 => {
                    if self.ahead(1) != Some(')') {
                        return None;
                    }
                    self.at += 2;
                    return Some(text);
                }
                ')' => open -= 1,
                '(' => open += 1,
                _ => {}
            }
            text.push(c);
            self.at += 1;
        }
    }

    fn condition(&mut self) -> Parsed<CommandKind> {
        let mut arms = Vec::new();
        loop {
            let test = self.list(&["then"])?;
            self.close("then", "if")?;
            let body = self.list(&["elif", "else", "fi"])?;
            arms.push((test, body));
            if self.keyword("elif") {
                continue;
            }
            let otherwise = if self.keyword("else") { Some(self.list(&["fi"])?) } else { None };
            self.close("fi", "if")?;
            return Ok(CommandKind::If { arms, otherwise });
        }
    }

    fn repeat(&mut self, until: bool) -> Parsed<CommandKind> {
        let test = self.list(&["do"])?;
        let body = self.body(if until { "until" } else { "while" })?;
        Ok(CommandKind::Loop { until, test, body })
    }

    fn body(&mut self, opening: &str) -> Parsed<List> {
        self.close("do", opening)?;
        let body = self.list(&["done"])?;
        self.close("done", "do")?;
        Ok(body)
    }

    fn each(&mut self) -> Parsed<CommandKind> {
        self.blanks();
        let name = self.name();
        if name.is_empty() {
            return Err(self.unexpected());
        }
        self.lines()?;
        let mut words = None;
        if self.keyword("in") {
            let mut list = Vec::new();
            loop {
                self.blanks();
                match self.peek() {
                    None | Some('\n' | ';') => break,
                    Some('&' | '|' | '(' | ')' | '<' | '>') => return Err(self.unexpected()),
                    Some(_) => list.push(self.word()?),
                }
            }
            words = Some(list);
        }
        self.blanks();
        self.eat(";");
        self.lines()?;
        let body = self.body("for")?;
        Ok(CommandKind::For { name, words, body })
    }

    fn case(&mut self) -> Parsed<CommandKind> {
        self.blanks();
        let subject = self.word()?;
        self.lines()?;
        self.close("in", "case")?;
        let mut arms = Vec::new();
        loop {
            self.lines()?;
            if self.keyword("esac") {
                return Ok(CommandKind::Case { subject, arms });
            }
            if self.peek().is_none() {
                return Err(self.unmatched("case"));
            }
            self.eat("(");
            let mut patterns = Vec::new();
            loop {
                self.blanks();
                patterns.push(self.word()?);
                self.blanks();
                if self.eat("|") {
                    continue;
                }
                if self.eat(")") {
                    break;
                }
                return Err(self.unexpected());
            }
            let body = self.list(&[";;", "esac"])?;
            let falls = self.eat(";&");
            arms.push(Arm { patterns, body, falls });
            self.eat(";;");
        }
    }

    /// Parses `[[ … ]]`: words and operators up to the end, with operators as plain words.
    fn test(&mut self) -> Parsed<CommandKind> {
        let mut words: Vec<Word> = Vec::new();
        loop {
            self.lines()?;
            if self.keyword("]]") {
                return Ok(CommandKind::Test(words));
            }
            let sign = ["&&", "||", "(", ")", "<", ">"].into_iter().find(|sign| self.eat(sign));
            match (sign, self.peek()) {
                (Some(sign), _) => words.push(vec![Part::Plain(sign.to_owned())]),
                (None, None) => return Err(SyntaxError("syntax error: unmatched '[['".to_owned())),
                (None, Some('&' | ';' | '|')) => return Err(self.unexpected()),
                (None, Some(_)) => words.push(self.word()?),
            }
        }
    }

    fn function(&mut self) -> Parsed<Command> {
        self.keyword("function");
        self.blanks();
        let word = self.word()?;
        let Some(name) = super::plain_name(&word) else { return Err(self.unexpected()) };
        self.blanks();
        if self.peek() == Some('(') {
            return self.function_after_name(name);
        }
        self.function_body(name)
    }

    /// Parses `() body` after the function's name.
    pub(super) fn function_after_name(&mut self, name: String) -> Parsed<Command> {
        let open = self.at;
        self.at += 1;
        self.blanks();
        if !self.eat(")") {
            self.at = open;
            return Err(self.unexpected());
        }
        self.function_body(name)
    }

    fn function_body(&mut self, name: String) -> Parsed<Command> {
        self.lines()?;
        let body = Arc::new(self.command()?);
        Ok(Command { kind: CommandKind::Function { name, body }, redirects: Vec::new() })
    }
}
