//! `edit_note` and `replace_note`: change a note that is a file. Precondition: one note fits, and can be read whole.
//! Strategy: Android's commands, which add to the file as it is. Done when the file holds exactly what it should.

use action::plan::Step;
use async_trait::async_trait;
use device::Reading;

use super::files;
use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::Work;
use crate::deadline::Halt;

/// `edit_note`.
pub(super) struct EditNote;
/// `replace_note`.
pub(super) struct ReplaceNote;

/// The longest note that is changed, in bytes: what is read is cut at 64 KiB.
const LONGEST: usize = 60_000;
/// The longest note that can be restored, in bytes.
const LONGEST_KEPT: usize = 16_000;
/// The keys of the folder, the name before and after, and the text that the file should have.
const KEYS: [&str; 4] = ["folder", "file", "renamed", "wanted"];

/// Finds the note and keeps what it should be; returns the commands that make it so.
async fn begin(work: &mut Work<'_>, replaces: bool) -> Result<Begin, Halt> {
    let base = match files::base(work, true).await? {
        Ok(base) => base,
        Err(problem) => return Ok(problem.into()),
    };
    let (folder, name) = match files::file(work, &base).await? {
        Ok(found) => found,
        Err(problem) => return Ok(problem.into()),
    };
    let renamed = match work.text("name").trim() {
        "" => name.clone(),
        new if !files::is_name(new) => return Ok(work.problem("bad_name", "bad file name", &[("name", new)]).into()),
        new => new.to_owned(),
    };
    if renamed != name && files::is_there(work, &folder, &renamed).await? {
        return Ok(work.problem("file_exists", "file exists", &[("file", &renamed)]).into());
    }
    let path = format!("{folder}/{name}");
    let before = work.read(Reading::File(&path)).await?;
    if before.len() > LONGEST || before.contains('\u{fffd}') {
        return Ok(work.problem("no_text", "note too long", &[("file", &name)]).into());
    }
    let text = work.text("text").to_owned();
    let (command, wanted) = match (replaces, work.text("place")) {
        (true, _) => replaced(&path, &text),
        (false, "top") => at_the_top(&path, &text, &before, work.flag("blank_line")),
        (false, _) => at_the_end(&path, &text, &before, work.flag("blank_line")),
    };
    if replaces {
        let summary = work.told("replace note", &[("file", &name), ("text", &text)]);
        work.keep("summary", summary);
    }
    // The text before is kept with the dialogue, which is no place for long documents.
    if before.len() <= LONGEST_KEPT {
        let mut back = Step::new("replace_note").with("file", renamed.as_str()).with("text", before.trim_end());
        for (key, value) in [("name", name.as_str()), ("app", work.text("app"))] {
            if !value.is_empty() && (key != "name" || renamed != name) {
                back = back.with(key, value);
            }
        }
        work.can_be_undone_by(&back);
    }
    for (key, value) in KEYS.into_iter().zip([&folder, &name, &renamed, &wanted]) {
        work.keep(key, value.clone());
    }
    let mut moves = vec![Move::Run(command)];
    if renamed != name {
        moves.push(Move::run(&["mv", &path, &format!("{folder}/{renamed}")]));
    }
    Ok(Begin::Go(Ways::default().or_moves(moves)))
}

/// The command that gives the file this text, and the text.
fn replaced(path: &str, text: &str) -> (String, String) {
    let write = device::command_line(&["printf", "%s\\n", text]);
    (format!("{write} > {}", device::command_line(&[path])), format!("{text}\n"))
}

/// The ending of the file in which a note is put together; no file of a person has it.
const DRAFT: &str = "fingertip-draft";

/// The command that puts the text before the others. The file is replaced at once, so it is never half written.
fn at_the_top(path: &str, text: &str, before: &str, blank: bool) -> (String, String) {
    let lines = if blank { "\n\n" } else { "\n" };
    let write = device::command_line(&["printf", if blank { "%s\\n\\n" } else { "%s\\n" }, text]);
    let (path, draft) = (device::command_line(&[path]), device::command_line(&[&format!("{path}.{DRAFT}")]));
    let command = format!("{write} > {draft} && cat {path} >> {draft} && mv {draft} {path}");
    (command, format!("{text}{lines}{before}"))
}

/// The command that puts the text behind the others, on a line of its own.
fn at_the_end(path: &str, text: &str, before: &str, blank: bool) -> (String, String) {
    let open = !before.is_empty() && !before.ends_with('\n');
    let lines = usize::from(open) + usize::from(blank && !before.is_empty());
    let format = format!("{}%s\\n", "\\n".repeat(lines));
    let write = device::command_line(&["printf", &format, text]);
    let command = format!("{write} >> {}", device::command_line(&[path]));
    (command, format!("{before}{}{text}\n", "\n".repeat(lines)))
}

/// Whether the note is as it should be.
async fn check(work: &mut Work<'_>) -> Result<Check, Halt> {
    let [folder, name, renamed, wanted] = KEYS.map(|key| work.kept_text(key).to_owned());
    if renamed.is_empty() || !files::is_there(work, &folder, &renamed).await? {
        return Ok(Check::NotYet);
    }
    if renamed != name && files::is_there(work, &folder, &name).await? {
        return Ok(Check::NotYet);
    }
    let path = format!("{folder}/{renamed}");
    let now = work.read(Reading::File(&path)).await?;
    Ok(match now.trim_end() == wanted.trim_end() {
        true => Check::Done(work.told("note changed", &[("file", &renamed)])),
        false => Check::NotYet,
    })
}

#[async_trait]
impl Operation for EditNote {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        begin(work, false).await
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        check(work).await
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

#[async_trait]
impl Operation for ReplaceNote {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        begin(work, true).await
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        check(work).await
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_reaches_no_shell_unquoted() {
        let (command, wanted) = at_the_top("/sdcard/a b.md", "it's $(reboot)", "old\n", true);
        let write = r"printf '%s\n\n' 'it'\''s $(reboot)' > '/sdcard/a b.md.fingertip-draft'";
        assert_eq!(
            command,
            format!(
                "{write} && cat '/sdcard/a b.md' >> '/sdcard/a b.md.fingertip-draft' && mv '/sdcard/a b.md.fingertip-draft' '/sdcard/a b.md'"
            )
        );
        assert_eq!(wanted, "it's $(reboot)\n\nold\n");
        let (command, wanted) = at_the_end("/sdcard/n.md", "new", "old", false);
        assert_eq!((command.as_str(), wanted.as_str()), (r"printf '\n%s\n' new >> /sdcard/n.md", "old\nnew\n"));
        let (command, wanted) = replaced("/sdcard/n.md", "a\nb");
        assert_eq!((command.as_str(), wanted.as_str()), ("printf '%s\\n' 'a\nb' > /sdcard/n.md", "a\nb\n"));
    }
}
