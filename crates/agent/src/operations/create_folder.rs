//! `create_folder`: makes a folder on shared storage or among the notes of an app. Strategy: Android's command. Done when
//! the folder is there.

use async_trait::async_trait;

use super::files;
use super::operation::{Begin, Check, Operation};
use super::ways::Ways;
use super::work::Work;
use crate::deadline::Halt;

/// `create_folder`.
pub(super) struct CreateFolder;

#[async_trait]
impl Operation for CreateFolder {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (name, within) = (work.text("name").trim().to_owned(), work.text("folder").to_owned());
        if !files::is_name(&name) {
            return Ok(work.problem("bad_name", "bad file name", &[("name", &name)]).into());
        }
        let base = match files::base(work, false).await? {
            Ok(base) => base,
            Err(problem) => return Ok(problem.into()),
        };
        let within = match files::folder(work, &base, &within).await? {
            Ok(folder) => folder,
            Err(problem) => return Ok(problem.into()),
        };
        if files::is_there(work, &within, &name).await? {
            return Ok(work.problem("file_exists", "file exists", &[("file", &name)]).into());
        }
        work.keep("within", within.clone());
        work.can_be_undone_by(&files::deletes(&within, &name));
        // The folder of a notes app that was never opened may be missing.
        Ok(Begin::Go(Ways::command(&["mkdir", "-p", &format!("{within}/{name}")])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (within, name) = (work.kept_text("within").to_owned(), work.text("name").trim().to_owned());
        if within.is_empty() || !files::is_there(work, &within, &name).await? {
            return Ok(Check::NotYet);
        }
        Ok(Check::Done(work.told("folder made", &[("folder", &files::short(&format!("{within}/{name}")))])))
    }

    fn repeats(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}
