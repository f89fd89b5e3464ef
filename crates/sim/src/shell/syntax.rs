//! A script as a tree.

use std::sync::{Arc, OnceLock};

/// Commands in order.
pub(super) type List = Vec<Statement>;

/// Pipelines joined by `&&` and `||`.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) first: Pipeline,
    pub(super) rest: Vec<(Join, Pipeline)>,
    /// Ended by `&`.
    pub(super) background: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    And,
    Or,
}

#[derive(Clone, Debug)]
pub(super) struct Pipeline {
    /// An odd number of `!` stands before it.
    pub(super) negated: bool,
    /// `time` stands before it.
    pub(super) timed: bool,
    pub(super) commands: Vec<Command>,
}

#[derive(Clone, Debug)]
pub(super) struct Command {
    pub(super) kind: CommandKind,
    pub(super) redirects: Vec<Redirect>,
}

#[derive(Clone, Debug)]
pub(super) enum CommandKind {
    Simple {
        assigns: Vec<(String, Word)>,
        words: Vec<Word>,
    },
    Group(List),
    Subshell(List),
    If {
        arms: Vec<(List, List)>,
        otherwise: Option<List>,
    },
    Loop {
        until: bool,
        test: List,
        body: List,
    },
    For {
        name: String,
        words: Option<Vec<Word>>,
        body: List,
    },
    Case {
        subject: Word,
        arms: Vec<(Vec<Word>, List)>,
    },
    Function {
        name: String,
        body: Arc<Command>,
    },
    /// `[[ … ]]`
    Test(Vec<Word>),
    /// `(( … ))`
    Arithmetic(Word),
}

#[derive(Clone, Debug)]
pub(super) struct Redirect {
    pub(super) fd: u32,
    pub(super) kind: RedirectKind,
}

#[derive(Clone, Debug)]
pub(super) enum RedirectKind {
    /// `< word`
    Read(Word),
    /// `> word`
    Write(Word),
    /// `>> word`
    Append(Word),
    /// `&> word`: both outputs.
    Both(Word),
    /// `>&word` or `<&word`
    Duplicate(Word),
    /// `<<< word`, with a line end after it.
    Text(Word),
    /// `<< END`: the text, which is read when its line has ended.
    Here(Arc<OnceLock<Word>>),
}

/// Parts that stand together.
pub(super) type Word = Vec<Part>;

#[derive(Clone, Debug)]
pub(super) enum Part {
    /// Text outside quotes: globs and tildes count.
    Plain(String),
    /// Text inside quotes.
    Quoted(String),
    Parameter {
        name: String,
        change: Option<Change>,
        quoted: bool,
    },
    Substitution {
        list: Arc<List>,
        quoted: bool,
    },
    Arithmetic {
        expression: Word,
        quoted: bool,
    },
}

/// What `${name…}` does with the value.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// `${#name}`
    Length,
    /// `${name-word}` and its kin; `empty_too` with a colon.
    Default { kind: DefaultKind, empty_too: bool, word: Word },
    /// `${name#word}`, `##`, `%`, `%%`
    Trim { end: bool, longest: bool, pattern: Word },
    /// `${name/pattern/word}`, `//`
    Replace { all: bool, pattern: Word, with: Word },
    /// `${name:offset:length}`
    Slice { offset: Word, length: Option<Word> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DefaultKind {
    /// `-`
    Use,
    /// `=`
    Assign,
    /// `+`
    Other,
    /// `?`
    Fail,
}
