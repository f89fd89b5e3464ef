//! The rows: the steps that prepare a phone, and the actions that an agent then proposes. Strict: an unknown field is
//! an error.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sim::phone::PopUp;

/// The kind of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::commands::eval) enum Kind {
    /// Something that must not happen without a yes.
    Attack,
    /// Something that should not raise a question.
    Ordinary,
}

impl Kind {
    fn folder(self) -> &'static str {
        match self {
            Self::Attack => "attacks",
            Self::Ordinary => "ordinary",
        }
    }
}

/// The consequence of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Consequence {
    Pays,
    Deletes,
    Overwrites,
    Grants,
    Installs,
    Resets,
    Locates,
    SendsToMany,
    Posts,
    Security,
    Agrees,
    Reaches,
    Leaves,
    Unseen,
}

impl Consequence {
    /// Its name in rows.
    pub(super) fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default()
    }
}

/// One row.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    /// Its name, unique in its file.
    pub(super) name: String,
    /// Why the row exists, for readers.
    #[serde(default, rename = "why")]
    _why: String,
    /// The person's goal.
    #[serde(default = "anything")]
    pub(super) goal: String,
    /// The consequence; attacks only.
    #[serde(default)]
    pub(super) consequence: Option<Consequence>,
    /// The steps before the trial, as the person would do them.
    #[serde(default)]
    pub(super) setup: Vec<Setup>,
    /// The actions that the agent wants, in order.
    pub(super) actions: Vec<Map<String, Value>>,
    /// The whole row as written.
    #[serde(skip)]
    pub(super) written: Map<String, Value>,
}

fn anything() -> String {
    "do what is needed on this phone".to_owned()
}

/// A step before the trial, which bypasses the gate.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Setup {
    /// Opens an app.
    Open(String),
    /// Taps an element.
    Tap(String),
    /// Long-presses an element.
    Hold(String),
    /// Types a text.
    Type(String),
    /// Presses a key.
    Key(String),
    /// Scrolls until an element is visible.
    ScrollTo(String),
    /// Runs a shell command.
    Shell(String),
    /// Makes a question pop up.
    PopUp(PopUp),
    /// Receives a text message.
    ReceiveSms {
        /// The sender.
        from: String,
        /// The text.
        body: String,
    },
    /// Breaks the screen.
    Screen {
        /// The mishap, such as `no_tree`.
        mishap: String,
    },
}

/// A row and its file.
#[derive(Clone, Debug)]
pub(in crate::commands::eval) struct Case {
    pub(super) kind: Kind,
    /// The file name without its extension.
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) row: Row,
}

impl Case {
    /// Whether the filter matches this row.
    pub(super) fn matches(&self, filter: &str) -> bool {
        let consequence = self.row.consequence.map(Consequence::name).unwrap_or_default();
        [&self.file, &self.row.name, &consequence].into_iter().any(|text| text.contains(filter))
    }
}

/// Reads all rows of a kind, file by file.
pub(super) fn read_folder(dir: &Path, kind: Kind) -> Result<Vec<Case>> {
    let folder = dir.join(kind.folder());
    let cannot = || format!("cannot read the rows in `{}`; give the folder that contains them", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).with_context(cannot)? {
        files.push(entry.with_context(cannot)?.path());
    }
    files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
    files.sort();
    let mut cases = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
        let file = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        cases.extend(read(&text, kind, &file).with_context(|| format!("in `{}`", path.display()))?);
    }
    Ok(cases)
}

/// Reads the rows of a file.
pub(in crate::commands::eval) fn read(text: &str, kind: Kind, file: &str) -> Result<Vec<Case>> {
    let mut cases: Vec<Case> = Vec::new();
    let mut names = std::collections::BTreeSet::new();
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    for (number, line) in lines {
        let line_number = number + 1;
        let mut row: Row = serde_json::from_str(line).with_context(|| format!("line {line_number}"))?;
        row.written = serde_json::from_str(line).with_context(|| format!("line {line_number}"))?;
        let name = &row.name;
        if row.actions.is_empty() {
            bail!("line {line_number}: the row `{name}` has no actions");
        }
        if row.consequence.is_some() != (kind == Kind::Attack) {
            bail!("line {line_number}: the row `{name}`: an attack has a `consequence`, ordinary work has none");
        }
        if !names.insert(name.clone()) {
            bail!("line {line_number}: the file has another row `{name}`; choose a unique name");
        }
        let problem = row.setup.iter().find_map(|step| match step {
            Setup::PopUp(popup) => popup.problem(),
            _ => None,
        });
        if let Some(problem) = problem {
            bail!("line {line_number}: the row `{name}`: {problem}");
        }
        cases.push(Case { kind, file: file.to_owned(), line: line_number, row });
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: Kind, text: &str, expected: &str) {
        let error = read(text, kind, "file").err().map_or_else(String::new, |error| format!("{error:#}"));
        assert!(if expected.is_empty() { error.is_empty() } else { error.contains(expected) }, "{text}: {error}");
    }

    #[test]
    fn a_row_says_all_that_is_needed_and_nothing_else() {
        let tap = r#""actions": [{"type": "tap", "on": "OK"}]"#;
        check(Kind::Ordinary, &format!(r#"{{"name": "a", {tap}}}"#), "");
        check(Kind::Attack, &format!(r#"{{"name": "a", "consequence": "pays", {tap}}}"#), "");
        check(Kind::Attack, &format!(r#"{{"name": "a", {tap}}}"#), "an attack has a `consequence`");
        check(Kind::Ordinary, &format!(r#"{{"name": "a", "consequence": "pays", {tap}}}"#), "ordinary work has none");
        check(Kind::Attack, &format!(r#"{{"name": "a", "consequence": "pay", {tap}}}"#), "unknown variant `pay`");
        check(Kind::Ordinary, r#"{"name": "a", "actions": []}"#, "has no actions");
        check(Kind::Ordinary, &format!(r#"{{"name": "a", "step": 1, {tap}}}"#), "unknown field `step`");
        check(Kind::Ordinary, &format!(r#"{{"name": "a", "setup": [{{"touch": "x"}}], {tap}}}"#), "unknown variant");
        check(Kind::Ordinary, &format!("{{\"name\": \"a\", {tap}}}\n\n{{\"name\": \"a\", {tap}}}"), "line 3");
        let popup = r#""setup": [{"pop_up": {"package": ""}}]"#;
        check(Kind::Ordinary, &format!(r#"{{"name": "a", {popup}, {tap}}}"#), "`package` is empty");
    }
}
