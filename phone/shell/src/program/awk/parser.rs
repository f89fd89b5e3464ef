//! Parses an awk program into its syntax tree.

mod expression;
mod lexer;

use self::lexer::Token;
use super::syntax::{Expression, Item, Pattern, Statement};

/// Maximum nesting depth of expressions and blocks.
const MAX_NESTING: usize = 40;

type Parsed<T> = Result<T, String>;

pub(super) fn parse(program: &str) -> Parsed<Vec<Item>> {
    let mut parser = Parser { tokens: lexer::tokens(program)?, at: 0, depth: 0, in_print: false };
    let mut items = Vec::new();
    loop {
        parser.ends();
        if parser.at >= parser.tokens.len() {
            return Ok(items);
        }
        items.push(parser.item()?);
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// Set inside `print`, where the `>` of `print a > b` is not a comparison.
    in_print: bool,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(found)) if *found == sign)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    fn need(&mut self, sign: &str) -> Parsed<()> {
        if self.eat(sign) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Name(name)) if name == word);
        self.at += usize::from(found);
        found
    }

    fn name(&mut self) -> Parsed<String> {
        match self.peek() {
            Some(Token::Name(name)) => {
                let name = name.clone();
                self.at += 1;
                Ok(name)
            }
            _ => Err(self.unexpected()),
        }
    }

    fn unexpected(&self) -> String {
        match self.peek() {
            None => "syntax error: unexpected end".to_owned(),
            Some(Token::Sign(sign)) => format!("syntax error near '{sign}'"),
            Some(Token::Name(name)) => format!("syntax error near '{name}'"),
            Some(_) => "syntax error".to_owned(),
        }
    }

    fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_NESTING { Err("program too deep".to_owned()) } else { Ok(()) }
    }

    /// Skips newlines and semicolons.
    fn ends(&mut self) {
        while self.eat(";") || self.eat("\n") {}
    }

    fn lines(&mut self) {
        while self.eat("\n") {}
    }

    fn item(&mut self) -> Parsed<Item> {
        let pattern = if self.word("BEGIN") {
            Pattern::Begin
        } else if self.word("END") {
            Pattern::End
        } else if self.is("{") {
            Pattern::Always
        } else {
            let first = self.expression()?;
            if self.eat(",") { Pattern::Range(first, self.expression()?) } else { Pattern::When(first) }
        };
        let action = if self.is("{") { self.block()? } else { vec![Statement::Print(Vec::new())] };
        Ok(Item { pattern, action })
    }

    fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.enter()?;
        self.need("{")?;
        let mut statements = Vec::new();
        loop {
            self.ends();
            if self.eat("}") {
                self.depth -= 1;
                return Ok(statements);
            }
            statements.push(self.statement()?);
            if !(self.statement_ends() || self.after_block()) {
                return Err(self.unexpected());
            }
        }
    }

    fn after_block(&self) -> bool {
        matches!(self.at.checked_sub(1).and_then(|at| self.tokens.get(at)), Some(Token::Sign("}" | ";" | "\n")))
    }

    /// Parses a block or one statement.
    fn body(&mut self) -> Parsed<Vec<Statement>> {
        self.lines();
        if self.is("{") {
            return self.block();
        }
        if self.eat(";") {
            return Ok(Vec::new());
        }
        self.enter()?;
        let statement = self.statement()?;
        self.depth -= 1;
        Ok(vec![statement])
    }

    fn statement(&mut self) -> Parsed<Statement> {
        if self.is("{") {
            return Ok(Statement::If(Expression::Number(1.0), self.block()?, Vec::new()));
        }
        if self.word("if") {
            self.need("(")?;
            let test = self.expression()?;
            self.need(")")?;
            let yes = self.body()?;
            let before = self.at;
            self.ends();
            let no = if self.word("else") {
                self.body()?
            } else {
                self.at = before;
                Vec::new()
            };
            return Ok(Statement::If(test, yes, no));
        }
        if self.word("while") {
            self.need("(")?;
            let test = self.expression()?;
            self.need(")")?;
            return Ok(Statement::While(test, self.body()?));
        }
        if self.word("for") {
            return self.repeat();
        }
        if self.word("next") {
            return Ok(Statement::Next);
        }
        if self.word("break") {
            return Ok(Statement::Break);
        }
        if self.word("continue") {
            return Ok(Statement::Continue);
        }
        if self.word("exit") {
            let value = if self.statement_ends() { None } else { Some(self.expression()?) };
            return Ok(Statement::Exit(value));
        }
        if self.word("delete") {
            let name = self.name()?;
            let index = if self.eat("[") { Some(self.list("]")?) } else { None };
            return Ok(Statement::Delete(name, index));
        }
        self.simple()
    }

    fn statement_ends(&self) -> bool {
        self.peek().is_none() || self.is(";") || self.is("\n") || self.is("}")
    }

    fn simple(&mut self) -> Parsed<Statement> {
        let formatted = if self.word("printf") {
            true
        } else if self.word("print") {
            false
        } else {
            return Ok(Statement::Expression(self.expression()?));
        };
        self.in_print = true;
        let arguments = self.print_arguments();
        self.in_print = false;
        let arguments = arguments?;
        if self.is(">") || self.is("|") || self.is(">>") {
            return Err("output to files and pipes is not supported".to_owned());
        }
        Ok(if formatted { Statement::Printf(arguments) } else { Statement::Print(arguments) })
    }

    fn print_arguments(&mut self) -> Parsed<Vec<Expression>> {
        if self.statement_ends() {
            return Ok(Vec::new());
        }
        // `print (a, b)`, but `print (a) b` is a concatenation.
        if self.is("(") {
            let before = self.at;
            self.at += 1;
            if let Ok(list) = self.list(")")
                && self.statement_ends()
            {
                return Ok(list);
            }
            self.at = before;
        }
        let mut list = vec![self.expression()?];
        while self.eat(",") {
            self.lines();
            list.push(self.expression()?);
        }
        Ok(list)
    }

    fn repeat(&mut self) -> Parsed<Statement> {
        self.need("(")?;
        if let (Some(Token::Name(key)), Some(Token::Name(word)), Some(Token::Name(array)), Some(Token::Sign(")"))) = (
            self.tokens.get(self.at),
            self.tokens.get(self.at + 1),
            self.tokens.get(self.at + 2),
            self.tokens.get(self.at + 3),
        ) && word == "in"
        {
            let (key, array) = (key.clone(), array.clone());
            self.at += 4;
            return Ok(Statement::Each(key, array, self.body()?));
        }
        let start = if self.is(";") { None } else { Some(Box::new(self.simple()?)) };
        self.need(";")?;
        let test = if self.is(";") { None } else { Some(self.expression()?) };
        self.need(";")?;
        let step = if self.is(")") { None } else { Some(Box::new(self.simple()?)) };
        self.need(")")?;
        Ok(Statement::For(start, test, step, self.body()?))
    }
}
