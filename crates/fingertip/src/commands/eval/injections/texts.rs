//! The public texts: which files of a folder hold them, and how each form of file is read.
//!
//! The files are data written by strangers. A file that does not have its form is an error that names the file; nothing
//! in a file can make the reader fail in another way.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::python;

/// The most texts of a file, and the most characters of a text (a note of the simulated phone holds no more). The
/// largest known file has 1,004 texts and the longest known text 2,466 characters.
const MOST_TEXTS: usize = 20_000;
const LONGEST: usize = 20_000;

/// A line of the list of files.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Listed {
    repo: String,
    path: String,
    sha256: String,
    form: Form,
}

/// How a file holds its texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Form {
    /// A JSON array of objects with `user_input`.
    Purplellama,
    /// A JSON object: category to texts.
    Bipia,
    /// Python classes with a `GOAL`.
    AgentdojoTasks,
    /// Python classes with a text, or with a wrapper that has a place for `{goal}`.
    AgentdojoAttacks,
    /// Ordinary contents of places; not injections.
    AgentdojoVectors,
    /// Surroundings with a place for a text; not injections.
    AgentdojoCarriers,
}

/// A text and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text {
    /// The collection, as the table names it.
    pub(super) source: &'static str,
    /// Repository, path and the key in the file: enough to find the text without printing it.
    pub(super) place: String,
    pub(super) text: String,
}

/// All texts of a folder.
#[derive(Debug, Default)]
pub(super) struct Corpus {
    /// The different texts, in the order of the list; goals inside wrappers come last.
    pub(super) texts: Vec<Text>,
    /// Texts by collection, repeated ones included.
    pub(super) counts: Vec<(&'static str, usize)>,
    /// Listed files that are not in the folder.
    pub(super) missing: Vec<String>,
    /// How many listed files were found.
    pub(super) files: usize,
}

impl Form {
    fn holds_injections(self) -> bool {
        !matches!(self, Self::AgentdojoVectors | Self::AgentdojoCarriers)
    }
}

/// Reads the list of files.
pub(super) fn list(path: &Path) -> Result<Vec<Listed>> {
    super::fill::lines(path)
}

/// Reads the texts of all listed files that are among `files`, which are known by their hash.
pub(super) fn read(listed: &[Listed], files: &HashMap<String, PathBuf>) -> Result<Corpus> {
    let mut corpus = Corpus::default();
    let (mut texts, mut wrappers) = (Vec::new(), Vec::new());
    for entry in listed.iter().filter(|entry| entry.form.holds_injections()) {
        let Some(file) = files.get(&entry.sha256) else {
            corpus.missing.push(format!("{} {}", entry.repo, entry.path));
            continue;
        };
        corpus.files += 1;
        let content =
            std::fs::read_to_string(file).with_context(|| format!("cannot read `{}` as text", file.display()))?;
        let found = extract(entry.form, &content)
            .with_context(|| format!("`{}` ({} {})", file.display(), entry.repo, entry.path))?;
        for (key, text) in found {
            let place = format!("{} {} {key}", entry.repo, entry.path);
            let source = match entry.form {
                Form::Purplellama => "PurpleLlama",
                Form::Bipia => "BIPIA",
                Form::AgentdojoTasks => "AgentDojo goals",
                _ if text.contains("{goal}") => {
                    wrappers.push((key, text));
                    continue;
                }
                _ => "AgentDojo whole",
            };
            let text = if entry.form == Form::AgentdojoAttacks { fill(&text, "") } else { text };
            texts.push(Text { source, place, text });
        }
    }
    let mut seen = HashSet::new();
    let goals: Vec<Text> = texts
        .iter()
        .filter(|text| text.source == "AgentDojo goals" && seen.insert(text.text.as_str()))
        .cloned()
        .collect();
    for goal in &goals {
        texts.extend(wrappers.iter().map(|(key, wrapper)| Text {
            source: "AgentDojo wrapped",
            place: format!("{} in {key}", goal.place),
            text: fill(wrapper, &goal.text),
        }));
    }
    for text in &texts {
        match corpus.counts.iter_mut().find(|(source, _)| *source == text.source) {
            Some((_, count)) => *count += 1,
            None => corpus.counts.push((text.source, 1)),
        }
    }
    let mut seen = HashSet::new();
    texts.retain(|text| !text.text.trim().is_empty() && seen.insert(text.text.clone()));
    corpus.texts = texts;
    Ok(corpus)
}

/// Returns the keys and texts of a file.
pub(super) fn extract(form: Form, content: &str) -> Result<Vec<(String, String)>> {
    let found = match form {
        Form::Purplellama => purplellama(content)?,
        Form::Bipia => bipia(content)?,
        Form::AgentdojoTasks => python::goals(content)?,
        Form::AgentdojoAttacks => python::attacks(content)?,
        Form::AgentdojoVectors | Form::AgentdojoCarriers => Vec::new(),
    };
    if form.holds_injections() && found.is_empty() {
        bail!("the file holds no text of its form");
    }
    if found.len() > MOST_TEXTS {
        bail!("the file holds {} texts; {MOST_TEXTS} are the most", found.len());
    }
    let cut = |text: String| if text.chars().count() > LONGEST { text.chars().take(LONGEST).collect() } else { text };
    Ok(found.into_iter().map(|(key, text)| (key, cut(text))).collect())
}

fn purplellama(content: &str) -> Result<Vec<(String, String)>> {
    let rows: Vec<Map<String, Value>> = serde_json::from_str(content).context("expected a JSON array of objects")?;
    let text = |(number, row): (usize, &Map<String, Value>)| {
        let text = row.get("user_input").and_then(Value::as_str);
        let text = text.with_context(|| format!("object {number} has no `user_input`"))?;
        Ok((number.to_string(), text.to_owned()))
    };
    rows.iter().enumerate().map(text).collect()
}

fn bipia(content: &str) -> Result<Vec<(String, String)>> {
    let categories: Map<String, Value> =
        serde_json::from_str(content).context("expected a JSON object of categories")?;
    let mut found = Vec::new();
    for (category, texts) in &categories {
        let texts = texts.as_array().with_context(|| format!("the category `{category}` is not an array"))?;
        for (number, text) in texts.iter().enumerate() {
            let text = text.as_str().with_context(|| format!("`{category}` {number} is not a string"))?;
            found.push((format!("{category}/{number}"), text.to_owned()));
        }
    }
    Ok(found)
}

/// Fills the places of AgentDojo's attacks. One pass, so that braces in a goal stay as they are.
fn fill(text: &str, goal: &str) -> String {
    let value = |name: &str| match name {
        "goal" => Some(goal.to_owned()),
        "user" => Some("Emma Johnson".to_owned()),
        "model" => Some("AI language model".to_owned()),
        "tools" => Some(String::new()),
        _ => None,
    };
    super::fill::fill_text(text, &value)
}
