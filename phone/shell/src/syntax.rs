//! The syntax tree of a script.

use std::sync::{Arc, OnceLock};

/// Commands in order.
pub(super) type List = Vec<Statement>;

/// Pipelines joined by `&&` and `||`.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) first: Pipeline,
    pub(super) rest: Vec<(Join, Pipeline)>,
    /// Whether it ends with `&`.
    pub(super) background: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    And,
    Or,
}

#[derive(Clone, Debug)]
pub(super) struct Pipeline {
    /// Whether an odd number of `!` precedes it.
    pub(super) negated: bool,
    /// Whether `time` precedes it.
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
        assigns: Vec<Assign>,
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
        arms: Vec<Arm>,
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

/// One arm of a `case`.
#[derive(Clone, Debug)]
pub(super) struct Arm {
    pub(super) patterns: Vec<Word>,
    pub(super) body: List,
    /// Whether the arm ends with `;&`, so that the next arm runs too.
    pub(super) falls: bool,
}

/// `name=word`, `name[index]+=word`, `name=(words)`.
#[derive(Clone, Debug)]
pub(super) struct Assign {
    pub(super) name: String,
    pub(super) index: Option<Word>,
    pub(super) append: bool,
    pub(super) value: Assigned,
}

/// The assigned value.
#[derive(Clone, Debug)]
pub(super) enum Assigned {
    Word(Word),
    /// The elements of an array.
    List(Vec<Word>),
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
    /// `>| word`: overwrites even with `set -C`.
    Clobber(Word),
    /// `>> word`
    Append(Word),
    /// `&> word`: stdout and stderr.
    Both(Word),
    /// `>&word`
    Duplicate(Word),
    /// `<&word`: the same, but printed differently in messages.
    DuplicateInput(Word),
    /// `<<< word`, followed by a newline.
    Text(Word),
    /// `<< END`: the text, which is filled in when the line has ended.
    Here(Arc<OnceLock<Word>>),
}

/// Adjacent parts that form one word.
pub(super) type Word = Vec<Part>;

#[derive(Clone, Debug)]
pub(super) enum Part {
    /// Text outside quotes, in which globs and tildes expand.
    Plain(String),
    /// Text inside quotes.
    Quoted(String),
    Parameter {
        name: String,
        index: Option<Index>,
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

/// A selection of array elements.
#[derive(Clone, Debug)]
pub(super) enum Index {
    /// `[@]`
    Each,
    /// `[*]`
    Joined,
    /// `${!name[@]}`: the indices.
    Keys,
    At(Word),
}

/// The operation of `${name…}` on the value.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// `${#name}`
    Length,
    /// `${name-word}` and the other defaults; with a colon, `empty_too`.
    Default { kind: DefaultKind, empty_too: bool, word: Word },
    /// `${name#word}`, `##`, `%`, `%%`
    Trim { end: bool, longest: bool, pattern: Word },
    /// `${name/pattern/word}`, `//`
    Replace { all: bool, pattern: Word, with: Word },
    /// `${name:offset:length}`
    Slice { offset: Word, length: Option<Word> },
    /// `${name@Q}`: quoted for reuse in a shell.
    Quote,
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
