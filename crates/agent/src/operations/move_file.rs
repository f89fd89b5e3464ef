//! `move_file`: moves or copies a file. Preconditions: one file fits, the folder exists and has no such file. Strategy:
//! Android's commands. Done when the file is there and, unless it was copied, no longer where it was.

use action::plan::Step;
use async_trait::async_trait;

use super::files;
use super::operation::{Begin, Check, Operation};
use super::ways::Ways;
use super::work::Work;
use crate::deadline::Halt;

/// `move_file`.
pub(super) struct MoveFile;

#[async_trait]
impl Operation for MoveFile {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let base = match files::base(work, false).await? {
            Ok(base) => base,
            Err(problem) => return Ok(problem.into()),
        };
        let (folder, name) = match files::file(work, &base).await? {
            Ok(found) => found,
            Err(problem) => return Ok(problem.into()),
        };
        let wanted = work.text("destination").to_owned();
        let to = match files::folder(work, &base, &wanted).await? {
            Ok(folder) => folder,
            Err(problem) => return Ok(problem.into()),
        };
        // Whatever has that name would be overwritten.
        if files::is_there(work, &to, &name).await? {
            let path = files::short(&format!("{to}/{name}"));
            return Ok(work.problem("file_exists", "file exists", &[("file", &path)]).into());
        }
        work.keep("from", folder.clone());
        work.keep("to", to.clone());
        work.keep("file", name.clone());
        work.can_be_undone_by(&match work.flag("copy") {
            true => files::deletes(&to, &name),
            false => Step::new("move_file")
                .with("file", name.as_str())
                .with("folder", files::short(&to))
                .with("destination", files::short(&folder)),
        });
        let verb = if work.flag("copy") { "cp" } else { "mv" };
        Ok(Begin::Go(Ways::command(&[verb, &format!("{folder}/{name}"), &format!("{to}/{name}")])))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let [from, to, name] = ["from", "to", "file"].map(|key| work.kept_text(key).to_owned());
        if name.is_empty() || !files::is_there(work, &to, &name).await? {
            return Ok(Check::NotYet);
        }
        let copied = work.flag("copy");
        if !copied && files::is_there(work, &from, &name).await? {
            return Ok(Check::NotYet);
        }
        let key = if copied { "file copied" } else { "file moved" };
        Ok(Check::Done(work.told(key, &[("file", &name), ("folder", &files::short(&to))])))
    }

    fn needs_screen(&self) -> bool {
        false
    }
}
