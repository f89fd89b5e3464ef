//! Parses the expression of `find`. Like toybox, it accepts a missing operand or bracket, and its errors use toybox's
//! wording.

use super::super::super::pattern::{PatternChar, unquoted};
use super::super::calendar;
use super::super::call::Call;
use super::super::modify::mode;
use super::super::options::number;
use machine::files::{group_name, user_name};

/// Maximum nesting depth of brackets.
const MAX_BRACKETS: usize = 64;
/// The highest uid that has a name; the uids of apps are below it.
const MAX_USER: u32 = 30_000;

/// The parsed expression with the options of the walk.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) expression: Node,
    /// Whether matches are printed.
    pub(super) prints: bool,
    pub(super) depth_first: bool,
    pub(super) least: usize,
    pub(super) most: usize,
}

#[derive(Debug)]
pub(super) enum Node {
    /// Evaluates its nodes up to the first that is false.
    And(Vec<Node>),
    /// Evaluates its nodes up to the first that is true.
    Or(Vec<Node>),
    Not(Box<Node>),
    Test(Test),
}

#[derive(Debug)]
pub(super) enum Test {
    Constant(bool),
    Name(Vec<PatternChar>, Fold),
    Path(Vec<PatternChar>, Fold),
    LinkTarget(Vec<PatternChar>, Fold),
    Kind(String),
    Size(Count),
    Links(Count),
    Inode(Count),
    /// The age in units of this many seconds.
    Age(Count, i64),
    Newer(i64),
    SameFile(u64),
    Permissions(PermissionSign, u32),
    User(String),
    Group(String),
    Empty,
    Executable,
    Print(&'static str),
    Printf(String),
    Delete,
    Prune,
    Quit,
    Execute(Execute),
}

/// Whether matching ignores case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    Yes,
    No,
}

/// `-perm MODE`, `-perm -MODE`, `-perm /MODE`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PermissionSign {
    Exactly,
    All,
    Any,
}

/// A number with its comparison: equal, more or less.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    sign: Option<char>,
    number: i64,
}

impl Count {
    pub(super) fn fits(self, value: i64) -> bool {
        match self.sign {
            Some('+') => value > self.number,
            Some(_) => value < self.number,
            None => value == self.number,
        }
    }

    fn read(text: &str, unit: u64) -> Result<Self, String> {
        let sign = text.chars().next().filter(|c| *c == '+' || *c == '-');
        let digits = text.get(usize::from(sign.is_some())..).unwrap_or_default();
        if sign.is_none() && !digits.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(format!("{text} not [+-]N"));
        }
        let unit = if digits.ends_with(|c: char| c.is_ascii_digit()) { unit } else { 1 };
        let value = number(digits).ok_or_else(|| format!("not integer: {digits}"))?;
        Ok(Self { sign, number: i64::try_from(value.saturating_mul(unit)).unwrap_or(i64::MAX) })
    }
}

/// A command to run.
#[derive(Debug)]
pub(super) struct Execute {
    pub(super) words: Vec<String>,
    /// `-exec … +`: runs once with all names.
    pub(super) together: bool,
    pub(super) asks: bool,
    pub(super) in_directory: bool,
}

/// Parses the words after the paths.
pub(super) fn read(call: &mut Call<'_>, words: &[String]) -> Result<Plan, String> {
    let plan = Plan { expression: Node::And(Vec::new()), prints: true, depth_first: false, least: 0, most: usize::MAX };
    let mut reader = Reader { call, words, at: 0, plan };
    let expression = reader.any(0)?;
    if reader.at < words.len() {
        return Err("bad arg ')'".to_owned());
    }
    Ok(Plan { expression, ..reader.plan })
}

struct Reader<'a, 'b> {
    call: &'a mut Call<'b>,
    words: &'a [String],
    at: usize,
    plan: Plan,
}

impl Reader<'_, '_> {
    fn peek(&self) -> Option<&str> {
        self.words.get(self.at).map(String::as_str)
    }

    /// Parses tests joined by `-o`, up to a closing bracket.
    fn any(&mut self, depth: usize) -> Result<Node, String> {
        let mut branches = Vec::new();
        let mut all = Vec::new();
        while let Some(word) = self.peek() {
            match word {
                ")" => break,
                "-o" | "-or" => {
                    self.at += 1;
                    branches.push(Node::And(std::mem::take(&mut all)));
                }
                "-a" | "-and" => self.at += 1,
                _ => all.extend(self.one(depth)?),
            }
        }
        branches.push(Node::And(all));
        Ok(Node::Or(branches))
    }

    /// Parses one test with its negations; none at the end of the words.
    fn one(&mut self, depth: usize) -> Result<Option<Node>, String> {
        let mut negated = false;
        while let Some("!" | "-not") = self.peek() {
            self.at += 1;
            negated = !negated;
        }
        let Some(word) = self.peek().map(str::to_owned) else { return Ok(None) };
        let node = match word.as_str() {
            "(" if depth >= MAX_BRACKETS => return Err("too many brackets".to_owned()),
            "(" => {
                self.at += 1;
                let inner = self.any(depth + 1)?;
                self.at += usize::from(self.peek() == Some(")"));
                inner
            }
            "-o" | "-or" | ")" => return Err(format!("bad arg '{word}'")),
            _ => {
                self.at += 1;
                Node::Test(self.test(&word)?)
            }
        };
        Ok(Some(if negated { Node::Not(Box::new(node)) } else { node }))
    }

    fn value(&mut self, word: &str) -> Result<String, String> {
        let value = self.peek().map(str::to_owned).ok_or_else(|| format!("'{word}' needs 1 arg"));
        self.at += 1;
        value
    }

    fn pattern(&mut self, word: &str, fold: Fold) -> Result<Vec<PatternChar>, String> {
        let text = self.value(word)?;
        Ok(unquoted(&if fold == Fold::Yes { text.to_lowercase() } else { text }))
    }

    fn test(&mut self, word: &str) -> Result<Test, String> {
        let fold = if word.starts_with("-i") { Fold::Yes } else { Fold::No };
        Ok(match word {
            "-true" | "-xdev" | "-mount" => Test::Constant(true),
            // Every user and group of the simulated phone has a name.
            "-false" | "-nouser" | "-nogroup" => Test::Constant(false),
            "-name" | "-iname" => Test::Name(self.pattern(word, fold)?, fold),
            "-path" | "-wholename" | "-ipath" | "-iwholename" => Test::Path(self.pattern(word, fold)?, fold),
            "-lname" | "-ilname" => Test::LinkTarget(self.pattern(word, fold)?, fold),
            "-type" => {
                let kinds = self.value(word)?;
                if let Some(bad) = kinds.split(',').find(|kind| !"bcdflps".contains(*kind)) {
                    return Err(format!("bad -type '{bad}'"));
                }
                Test::Kind(kinds)
            }
            "-maxdepth" | "-mindepth" => {
                let text = self.value(word)?;
                let depth = number(&text).and_then(|depth| usize::try_from(depth).ok());
                let depth = depth.ok_or_else(|| format!("not integer: {text}"))?;
                *if word == "-maxdepth" { &mut self.plan.most } else { &mut self.plan.least } = depth;
                Test::Constant(true)
            }
            "-size" => Test::Size(Count::read(&self.value(word)?, 512)?),
            "-links" => Test::Links(Count::read(&self.value(word)?, 1)?),
            "-inum" => Test::Inode(Count::read(&self.value(word)?, 1)?),
            "-mtime" | "-atime" | "-ctime" | "-mmin" | "-amin" | "-cmin" => self.age(word)?,
            "-newer" | "-newermm" | "-neweram" | "-newercm" | "-samefile" => {
                let name = self.value(word)?;
                let path = self.call.path(&name);
                let stat = self.call.os.with_files(|files| files.stat(&path));
                let stat = stat.map_err(|error| format!("Can't stat {name}: {error}"))?;
                if word == "-samefile" { Test::SameFile(stat.inode) } else { Test::Newer(stat.mtime_ms) }
            }
            "-newermt" | "-newerat" | "-newerct" => {
                let text = self.value(word)?;
                let offset = self.call.os.utc_offset_minutes();
                Test::Newer(calendar::parse(&text, offset).ok_or_else(|| format!("bad date '{text}'"))?)
            }
            "-perm" => {
                let text = self.value(word)?;
                let (sign, bits) = match text.chars().next() {
                    Some('-') => (PermissionSign::All, text.get(1..)),
                    Some('/') => (PermissionSign::Any, text.get(1..)),
                    _ => (PermissionSign::Exactly, Some(text.as_str())),
                };
                let bits = bits.filter(|bits| !bits.is_empty()).and_then(|bits| mode(bits, 0, false));
                Test::Permissions(sign, bits.ok_or_else(|| format!("bad mode '{text}'"))?)
            }
            "-user" => Test::User(self.owner(word, "user", user_name)?),
            "-group" => Test::Group(self.owner(word, "group", group_name)?),
            "-empty" => Test::Empty,
            "-executable" => Test::Executable,
            "-prune" => Test::Prune,
            "-depth" => {
                self.plan.depth_first = true;
                Test::Constant(true)
            }
            "-delete" => {
                self.plan.depth_first = true;
                Test::Delete
            }
            "-print" => self.action(Test::Print("\n")),
            "-print0" => self.action(Test::Print("\0")),
            "-quit" => self.action(Test::Quit),
            "-printf" => {
                let format = self.value(word)?;
                self.action(Test::Printf(format))
            }
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let execute = self.execute(word)?;
                self.action(Test::Execute(execute))
            }
            // Toybox has already moved to the next word when it reports the error.
            _ => return Err(format!("bad arg '{}'", self.peek().unwrap_or("(null)"))),
        })
    }

    fn action(&mut self, test: Test) -> Test {
        self.plan.prints = false;
        test
    }

    /// `-mtime 2`, `-mtime -3h`, `-mmin +5`
    fn age(&mut self, word: &str) -> Result<Test, String> {
        let text = self.value(word)?;
        let (digits, unit) = match text.chars().last() {
            Some('d') => (text.trim_end_matches('d'), 86_400),
            Some('h') => (text.trim_end_matches('h'), 3600),
            Some('m') => (text.trim_end_matches('m'), 60),
            Some('s') => (text.trim_end_matches('s'), 1),
            _ if word.ends_with("min") => (text.as_str(), 60),
            _ => (text.as_str(), 86_400),
        };
        Ok(Test::Age(Count::read(digits, 1)?, unit))
    }

    /// Parses a user or group, given by name or number.
    fn owner(&mut self, word: &str, what: &str, name_of: fn(u32) -> String) -> Result<String, String> {
        let text = self.value(word)?;
        if let Ok(id) = text.parse::<u32>() {
            return Ok(name_of(id));
        }
        let known = (0..MAX_USER).any(|id| name_of(id) == text);
        if known { Ok(text) } else { Err(format!("bad {what} '{text}'")) }
    }

    fn execute(&mut self, word: &str) -> Result<Execute, String> {
        let mut words: Vec<String> = Vec::new();
        if self.peek().is_none() {
            return Err(format!("'{}' needs 1 arg", word.trim_start_matches('-')));
        }
        let together = loop {
            let Some(next) = self.peek().map(str::to_owned) else {
                let missing = if words.iter().any(|word| word == "{}") { "\\;" } else { "{}" };
                return Err(format!("{word} without {missing}"));
            };
            self.at += 1;
            if next == ";" {
                break false;
            }
            if next == "+" && words.last().is_some_and(|last| last == "{}") {
                break true;
            }
            words.push(next);
        };
        Ok(Execute { words, together, asks: word.starts_with("-ok"), in_directory: word.ends_with("dir") })
    }
}
