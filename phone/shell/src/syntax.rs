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
    /// Ended by `;&`: the next arm runs too.
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

/// What is assigned.
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
    /// `>| word`: whatever stands there.
    Clobber(Word),
    /// `>> word`
    Append(Word),
    /// `&> word`: both outputs.
    Both(Word),
    /// `>&word`
    Duplicate(Word),
    /// `<&word`, which means the same and is shown otherwise.
    DuplicateInput(Word),
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

/// Which elements of an array are meant.
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
    /// `${name@Q}`: as a shell would read it back.
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
