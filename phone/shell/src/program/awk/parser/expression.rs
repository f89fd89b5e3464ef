//! Parses expressions by precedence.

use super::super::super::super::regex;
use super::super::syntax::Expression;
use super::lexer::Token;
use super::{Parsed, Parser};

impl Parser {
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        self.enter()?;
        let left = self.ternary()?;
        let sign = ["=", "+=", "-=", "*=", "/=", "%=", "^="].into_iter().find(|sign| self.is(sign));
        let expression = match sign {
            Some(sign) if is_place(&left) => {
                self.at += 1;
                let operator = sign.strip_suffix('=').and_then(|sign| sign.chars().next());
                Expression::Assign(Box::new(left), operator, Box::new(self.expression()?))
            }
            Some(_) => return Err(self.unexpected()),
            None => left,
        };
        self.depth -= 1;
        Ok(expression)
    }

    /// Parses comma-separated expressions up to and including `end`.
    pub(super) fn list(&mut self, end: &str) -> Parsed<Vec<Expression>> {
        let in_print = std::mem::take(&mut self.in_print);
        let mut list = Vec::new();
        while !self.eat(end) {
            if !list.is_empty() {
                self.need(",")?;
                self.lines();
            }
            list.push(self.expression()?);
        }
        self.in_print = in_print;
        Ok(list)
    }

    fn ternary(&mut self) -> Parsed<Expression> {
        let test = self.or()?;
        if !self.eat("?") {
            return Ok(test);
        }
        let yes = self.expression()?;
        self.need(":")?;
        let no = self.expression()?;
        Ok(Expression::Ternary(Box::new(test), Box::new(yes), Box::new(no)))
    }

    fn or(&mut self) -> Parsed<Expression> {
        let mut left = self.and()?;
        while self.eat("||") {
            self.lines();
            left = binary("||", left, self.and()?);
        }
        Ok(left)
    }

    fn and(&mut self) -> Parsed<Expression> {
        let mut left = self.membership()?;
        while self.eat("&&") {
            self.lines();
            left = binary("&&", left, self.membership()?);
        }
        Ok(left)
    }

    fn membership(&mut self) -> Parsed<Expression> {
        let mut left = self.matching()?;
        while self.word("in") {
            left = Expression::In(vec![left], self.name()?);
        }
        Ok(left)
    }

    fn matching(&mut self) -> Parsed<Expression> {
        let mut left = self.comparison()?;
        loop {
            let sign = if self.eat("~") {
                "~"
            } else if self.eat("!~") {
                "!~"
            } else {
                return Ok(left);
            };
            left = binary(sign, left, self.comparison()?);
        }
    }

    fn comparison(&mut self) -> Parsed<Expression> {
        let left = self.concatenation()?;
        for sign in ["==", "!=", "<=", ">=", "<", ">"] {
            if sign == ">" && self.in_print {
                continue;
            }
            if self.eat(sign) {
                return Ok(binary(sign, left, self.concatenation()?));
            }
        }
        Ok(left)
    }

    fn concatenation(&mut self) -> Parsed<Expression> {
        let mut left = self.sum()?;
        loop {
            let follows = match self.peek() {
                Some(Token::Number(_) | Token::Text(_)) => true,
                Some(Token::Name(name)) => name != "in",
                Some(Token::Sign(sign)) => matches!(*sign, "$" | "(" | "!" | "++" | "--"),
                Some(Token::Regex(_)) | None => false,
            };
            if !follows {
                return Ok(left);
            }
            left = binary("", left, self.sum()?);
        }
    }

    fn sum(&mut self) -> Parsed<Expression> {
        let mut left = self.product()?;
        loop {
            let sign = if self.eat("+") {
                "+"
            } else if self.eat("-") {
                "-"
            } else {
                return Ok(left);
            };
            left = binary(sign, left, self.product()?);
        }
    }

    fn product(&mut self) -> Parsed<Expression> {
        let mut left = self.unary()?;
        loop {
            let sign = if self.eat("*") {
                "*"
            } else if self.eat("/") {
                "/"
            } else if self.eat("%") {
                "%"
            } else {
                return Ok(left);
            };
            left = binary(sign, left, self.unary()?);
        }
    }

    fn unary(&mut self) -> Parsed<Expression> {
        for (sign, letter) in [("!", '!'), ("-", '-'), ("+", '+')] {
            if self.eat(sign) {
                self.enter()?;
                let operand = self.unary()?;
                self.depth -= 1;
                return Ok(Expression::Unary(letter, Box::new(operand)));
            }
        }
        self.power()
    }

    fn power(&mut self) -> Parsed<Expression> {
        let left = self.postfix()?;
        if !self.eat("^") {
            return Ok(left);
        }
        self.enter()?;
        let right = self.unary()?;
        self.depth -= 1;
        Ok(binary("^", left, right))
    }

    fn postfix(&mut self) -> Parsed<Expression> {
        for (sign, by) in [("++", 1.0), ("--", -1.0)] {
            if self.eat(sign) {
                return Ok(Expression::Step(Box::new(self.place()?), by, false));
            }
        }
        let value = self.primary()?;
        if is_place(&value) {
            for (sign, by) in [("++", 1.0), ("--", -1.0)] {
                if self.eat(sign) {
                    return Ok(Expression::Step(Box::new(value), by, true));
                }
            }
        }
        Ok(value)
    }

    fn place(&mut self) -> Parsed<Expression> {
        let place = self.primary()?;
        if is_place(&place) { Ok(place) } else { Err(self.unexpected()) }
    }

    fn primary(&mut self) -> Parsed<Expression> {
        let Some(token) = self.peek().cloned() else { return Err(self.unexpected()) };
        self.at += 1;
        match token {
            Token::Number(number) => Ok(Expression::Number(number)),
            Token::Text(text) => Ok(Expression::Text(text)),
            Token::Regex(text) => {
                let regex = regex::compile(&regex::translate(&text, true));
                regex.map(Expression::Match).ok_or_else(|| format!("bad regular expression /{text}/"))
            }
            Token::Sign("$") => {
                self.enter()?;
                let index = if self.eat("-") {
                    Expression::Unary('-', Box::new(self.primary()?))
                } else if self.is("++") || self.is("--") {
                    self.postfix()?
                } else {
                    self.primary()?
                };
                self.depth -= 1;
                Ok(Expression::Field(Box::new(index)))
            }
            Token::Sign("(") => {
                let mut list = self.list(")")?;
                if self.word("in") {
                    return Ok(Expression::In(list, self.name()?));
                }
                match (list.pop(), list.is_empty()) {
                    // Keeps the two sides of `(a) b` separate.
                    (Some(only), true) => Ok(Expression::Unary('(', Box::new(only))),
                    _ => Err(self.unexpected()),
                }
            }
            Token::Name(name) => self.named(name),
            Token::Sign(_) => {
                self.at -= 1;
                Err(self.unexpected())
            }
        }
    }

    fn named(&mut self, name: String) -> Parsed<Expression> {
        if self.eat("[") {
            return Ok(Expression::Element(name, self.list("]")?));
        }
        const FUNCTIONS: [&str; 17] = [
            "length", "substr", "index", "split", "sub", "gsub", "match", "tolower", "toupper", "sprintf", "int",
            "sqrt", "exp", "log", "sin", "cos", "srand",
        ];
        if FUNCTIONS.contains(&name.as_str()) {
            let arguments = if self.eat("(") { self.list(")")? } else { Vec::new() };
            return Ok(Expression::Call(name, arguments));
        }
        if self.is("(") {
            return Err(format!("calling undefined function {name}"));
        }
        Ok(Expression::Variable(name))
    }
}

fn is_place(expression: &Expression) -> bool {
    matches!(expression, Expression::Variable(_) | Expression::Field(_) | Expression::Element(..))
}

fn binary(sign: &'static str, left: Expression, right: Expression) -> Expression {
    Expression::Binary(sign, Box::new(left), Box::new(right))
}
