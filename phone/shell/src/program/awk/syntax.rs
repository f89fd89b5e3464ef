//! The syntax tree of an awk program.

use regex_lite::Regex;

/// `pattern { action }`
#[derive(Debug)]
pub(super) struct Item {
    pub(super) pattern: Pattern,
    pub(super) action: Vec<Statement>,
}

#[derive(Debug)]
pub(super) enum Pattern {
    Begin,
    End,
    Always,
    When(Expression),
    Range(Expression, Expression),
}

#[derive(Debug)]
pub(super) enum Statement {
    Print(Vec<Expression>),
    Printf(Vec<Expression>),
    Expression(Expression),
    If(Expression, Vec<Statement>, Vec<Statement>),
    While(Expression, Vec<Statement>),
    /// Start, test, step, body.
    For(Option<Box<Statement>>, Option<Expression>, Option<Box<Statement>>, Vec<Statement>),
    Each(String, String, Vec<Statement>),
    Delete(String, Option<Vec<Expression>>),
    Next,
    Exit(Option<Expression>),
    Break,
    Continue,
}

#[derive(Debug)]
pub(super) enum Expression {
    Number(f64),
    Text(String),
    /// A regular expression on its own, matched against the line.
    Match(Regex),
    Variable(String),
    Field(Box<Expression>),
    Element(String, Vec<Expression>),
    Assign(Box<Expression>, Option<char>, Box<Expression>),
    /// Increment or decrement, and whether the result is the old value.
    Step(Box<Expression>, f64, bool),
    Unary(char, Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
    Ternary(Box<Expression>, Box<Expression>, Box<Expression>),
    In(Vec<Expression>, String),
    Call(String, Vec<Expression>),
}
