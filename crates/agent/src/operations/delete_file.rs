//! `delete_file`: deletes a file, an empty folder, or the newest or all notes of an app that keeps them as files. Always
//! asked; the question names the files. Strategy: Android's command. Done when none of them is there.

use async_trait::async_trait;

use super::files;
use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::deadline::Halt;

/// `delete_file`.
pub(super) struct DeleteFile;

/// The most files that are deleted at once.
const MOST: usize = 200;
/// How many of them the question names.
const MOST_NAMED: usize = 8;

/// The folder, and the names of the files in it that are meant.
async fn meant(work: &mut Work<'_>) -> files::Found<(String, Vec<String>)> {
    let which = work.text("which").to_owned();
    // "all my notes" are those of an app; all files of a storage are never meant.
    let base = match files::base(work, !which.is_empty()).await? {
        Ok(base) => base,
        Err(problem) => return Ok(Err(problem)),
    };
    if which.is_empty() {
        let found = match files::file(work, &base).await? {
            Ok(found) => Ok(found),
            Err(problem) => files::named_folder(work, &base).await?.ok_or(problem),
        };
        return Ok(found.map(|(folder, name)| (folder, vec![name])));
    }
    let within = work.text("folder").to_owned();
    let folder = match files::folder(work, &base, &within).await? {
        Ok(folder) => folder,
        Err(problem) => return Ok(Err(problem)),
    };
    let mut names = files::files(work, &folder).await?;
    if which == "newest" {
        names.truncate(1);
    }
    Ok(Ok((folder, names)))
}

#[async_trait]
impl Operation for DeleteFile {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (folder, names) = match meant(work).await? {
            Ok(found) => found,
            Err(problem) => return Ok(problem.into()),
        };
        if names.is_empty() {
            return Ok(Begin::Done(work.told("no files", &[])));
        }
        if names.len() > MOST {
            let count = names.len().to_string();
            return Ok(work.problem("too_many", "too many files", &[("count", &count)]).into());
        }
        let mut list: Vec<String> = names.iter().take(MOST_NAMED).cloned().collect();
        if names.len() > MOST_NAMED {
            list.push(work.told("more files", &[("count", &(names.len() - MOST_NAMED).to_string())]));
        }
        let what = planner::listed(work.plan, &list);
        let summary = work.told("delete file", &[("file", &what), ("folder", &files::short(&folder))]);
        work.keep("summary", summary);
        work.keep("what", what);
        work.keep("folder", folder.clone());
        work.keep("files", names.join("\n"));
        let known = files::files(work, &folder).await?;
        // A folder is removed only if it is empty.
        let verb = |name: &String| if known.contains(name) { "rm" } else { "rmdir" };
        let each = |name: &String| Move::run(&[verb(name), &format!("{folder}/{name}")]);
        Ok(Begin::Go(Ways::default().or_moves(names.iter().map(each).collect())))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let [folder, names, what] = ["folder", "files", "what"].map(|key| work.kept_text(key).to_owned());
        if names.is_empty() {
            return Ok(Check::Unclear);
        }
        for name in names.lines() {
            if files::is_there(work, &folder, name).await? {
                return Ok(Check::NotYet);
            }
        }
        Ok(Check::Done(work.told("file deleted", &[("file", &what)])))
    }

    fn needs_screen(&self) -> bool {
        false
    }
}
