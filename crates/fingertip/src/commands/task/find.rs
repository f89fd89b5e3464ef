//! Finds the task that a person names: by id, by the beginning of its id, or as the last one.

use std::path::Path;

use anyhow::{Context, Result, bail};
use task::folder::Paths;

use crate::plain_text::plain;

/// The word for the latest task.
const LAST: &str = "last";
/// How many ids an ambiguous beginning lists.
const MOST: usize = 5;

/// Returns the id of a task. A text that fits no task of this folder is returned as it is: the task may be elsewhere in
/// a fleet, and the service says if it is nowhere.
pub(in crate::commands) fn find(data: &Path, text: &str) -> Result<String> {
    let folder = Paths::new(data).tasks();
    let names = match std::fs::read_dir(&folder) {
        Ok(entries) => entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error).with_context(|| format!("cannot read `{}`", folder.display())),
    };
    pick(names, text)
}

fn pick(mut names: Vec<String>, text: &str) -> Result<String> {
    // A folder that is being deleted has a name that is no id.
    names.retain(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
    names.sort_unstable();
    if text == LAST {
        return names
            .pop()
            .context("this data folder has no tasks yet; `fingertip run --help` explains how to start one");
    }
    if text.is_empty() || names.iter().any(|name| name == text) {
        return Ok(text.to_owned());
    }
    let fits: Vec<&String> = names.iter().filter(|name| name.starts_with(text)).collect();
    match fits.as_slice() {
        [] => Ok(text.to_owned()),
        [one] => Ok((*one).clone()),
        several => {
            let (count, text) = (several.len(), plain(text, 80));
            let first: Vec<&str> = several.iter().take(MOST).map(|name| name.as_str()).collect();
            let more = if count > MOST { ", …" } else { "" };
            bail!("`{text}` is the beginning of {count} tasks: {}{more}; give more of the id", first.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_named_by_id_beginning_or_last() {
        let names = || ["2026-b", "2026-a", "2027-a", "2027-a2", ".removed-2028"].map(str::to_owned).to_vec();
        let check = |text: &str, id: &str| assert_eq!(pick(names(), text).unwrap(), id, "{text}");
        check("last", "2027-a2");
        check("2026-a", "2026-a");
        check("2026-b", "2026-b");
        // A whole id that is also a beginning means itself.
        check("2027-a", "2027-a");
        check("2027-a2", "2027-a2");
        // Elsewhere, or nowhere: the service knows.
        check("2029", "2029");
        check("", "");
        let error = pick(names(), "2026").unwrap_err().to_string();
        assert_eq!(error, "`2026` is the beginning of 2 tasks: 2026-a, 2026-b; give more of the id");
        assert!(pick(Vec::new(), "last").unwrap_err().to_string().contains("no tasks yet"));
    }
}
