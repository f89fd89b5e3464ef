//! `add_to_list`: puts entries on a shopping list, a to-do list or another list. Precondition: an app that keeps lists.
//! Strategies: the list's file, where lists are files; the shared text that an app for tasks takes; the app's own
//! screens. What is on the list already is not added again. Done when the file, the note or the list of tasks has every
//! entry.

use action::plan::Step;
use async_trait::async_trait;
use serde_json::Value;

use super::files;
use super::lists::{self, Keeper, ListApp, ListFile};
use super::operation::{Begin, Check, Operation};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::{Sought, folded};
use crate::deadline::Halt;

/// `add_to_list`.
pub(super) struct AddToList;

/// Keys: the app and its name, the file and title of the list, and the entries that were seen on it.
const APP: &str = "lists app";
const LABEL: &str = "lists app name";
const PATH: &str = "list file";
const TITLE: &str = "list title";
const SEEN: &str = "seen entries";

fn press(name: &'static str) -> Move {
    Move::Press(Sought::Named(name))
}

/// The commands that append lines to a file, in the manner of those it has.
fn append(file: &ListFile, entries: &[String]) -> Vec<Move> {
    let lines = || file.text.lines().map(str::trim).filter(|line| !line.is_empty());
    let has = |start: &str| lines().any(|line| line.starts_with(start));
    let bullet = match (file.text.trim().is_empty() || has("- [") || has("* ["), has("- "), has("* ")) {
        (true, ..) => "- [ ] ",
        (_, true, _) => "- ",
        (_, _, true) => "* ",
        _ => "",
    };
    // A last line without an end would run into the first entry.
    let starts = if file.text.is_empty() || file.text.ends_with('\n') { "%s\\n" } else { "\\n%s\\n" };
    let write = |(at, entry): (usize, &String)| {
        let form = if at == 0 { starts } else { "%s\\n" };
        let line = format!("{bullet}{entry}");
        let text = device::command_line(&["printf", form, &line]);
        Move::Run(format!("{text} >> {}", device::command_line(&[file.path.as_str()])))
    };
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let made = Move::run(&["mkdir", "-p", folder]);
    std::iter::once(made).chain(entries.iter().enumerate().map(write)).collect()
}

/// The touches in an app for notes: into the list that is there, otherwise into a new one. Both end in the editor.
fn notes(app: &ListApp, title: &str, titles: &[String], entries: &[String]) -> Ways {
    let add = |entry: &String| [press("list_item_add"), Move::Write(Sought::Caret, entry.clone())];
    let look = || {
        let mut moves = vec![press("navigate_up")];
        moves.extend(lists::open_note(&app.package, titles));
        moves
    };
    let mut into = lists::open_note(&app.package, titles);
    into.push(Move::UnlessDone);
    into.extend(entries.iter().flat_map(add));
    into.extend(look());
    let mut fresh = to_the_top(&app.package);
    fresh.push(press("new_list"));
    fresh.push(Move::Write(Sought::Named("title_field"), title.to_owned()));
    let mut rest = entries.iter();
    fresh.extend(rest.next().map(|first| Move::Write(Sought::Named("list_item_field"), first.clone())));
    fresh.extend(rest.flat_map(add));
    fresh.extend(look());
    Ways::default().or_touches(into).or_touches(fresh)
}

/// The strategies in an app for tasks, where every entry is a task.
fn tasks(app: &ListApp, entries: &[String]) -> Ways {
    let text = "android.intent.extra.TEXT";
    let send = "android.intent.action.SEND";
    let found = |entry: &String| {
        let mut moves = vec![Move::UnlessDone];
        moves.extend(to_the_top(&app.package));
        moves.extend([Move::UnlessDone, Move::PressIfThere(Sought::Named("search"))]);
        moves.extend([Move::Write(Sought::Named("search_field"), entry.clone()), Move::UnlessDone]);
        moves
    };
    let shared = |entry: &String| {
        let words = ["am", "start", "-a", send, "-t", "text/plain", "-p", &app.package, "--es", text, entry];
        let mut moves = vec![Move::run(&words), press("save")];
        moves.extend(found(entry));
        moves
    };
    let by_hand = |entry: &String| {
        let mut moves = to_the_top(&app.package);
        moves.extend([press("new_task"), Move::Write(Sought::Named("task_field"), entry.clone()), press("save")]);
        moves.extend(found(entry));
        moves
    };
    let ways = Ways::default().or_moves(entries.iter().flat_map(shared).collect());
    ways.or_touches(entries.iter().flat_map(by_hand).collect())
}

/// The step that makes the list what it was.
fn without(file: &ListFile, app: &str) -> Step {
    let (folder, name) = file.path.rsplit_once('/').unwrap_or_default();
    match file.exists {
        true => Step::new("replace_note").with("file", name).with("text", file.text.trim_end()).with("app", app),
        false => files::deletes(folder, name),
    }
}

fn has(known: &[String], entry: &str) -> bool {
    known.iter().any(|one| folded(one) == folded(entry))
}

/// The message when all are on the list.
fn told(work: &Work<'_>, key: &str, entries: &[String]) -> String {
    let items = entries.join(", ");
    let values = [("items", items.as_str()), ("title", work.kept_text(TITLE)), ("app", work.kept_text(LABEL))];
    work.told(key, &values)
}

#[async_trait]
impl Operation for AddToList {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let app = match lists::app(work).await? {
            Ok(app) => app,
            Err(problem) => return Ok(problem.into()),
        };
        let (entries, title, titles) = (lists::entries(work), lists::title(work), lists::titles(work));
        work.keep(APP, app.package.clone());
        work.keep(LABEL, app.label.clone());
        work.keep(TITLE, title.clone());
        Ok(match app.keeper {
            Keeper::Files(folder) => {
                let file = lists::file(work, folder).await?;
                work.keep(PATH, file.path.clone());
                work.keep(TITLE, file.title.clone());
                let known: Vec<String> = file.text.lines().filter_map(lists::entry).map(str::to_owned).collect();
                let missing: Vec<String> = entries.iter().filter(|entry| !has(&known, entry)).cloned().collect();
                if missing.is_empty() {
                    return Ok(Begin::Done(told(work, "listed already", &entries)));
                }
                work.can_be_undone_by(&without(&file, &app.package));
                Begin::Go(Ways::default().or_moves(append(&file, &missing)))
            }
            Keeper::Notes => Begin::Go(notes(&app, &title, &titles, &entries)),
            Keeper::Tasks => {
                work.keep(TITLE, app.label.clone());
                Begin::Go(tasks(&app, &entries))
            }
        })
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (entries, path) = (lists::entries(work), work.kept_text(PATH).to_owned());
        if work.kept_text(APP).is_empty() {
            return Ok(Check::NotYet);
        }
        if !path.is_empty() {
            let text = work.read(device::Reading::File(&path)).await?;
            let known: Vec<String> = text.lines().filter_map(lists::entry).map(str::to_owned).collect();
            let all = entries.iter().all(|entry| has(&known, entry));
            return Ok(if all { Check::Done(told(work, "listed", &entries)) } else { Check::NotYet });
        }
        if work.front().await?.as_deref() != Some(work.kept_text(APP)) {
            return Ok(Check::NotYet);
        }
        let Some(tree) = work.look().await? else { return Ok(Check::NotYet) };
        if let Some(list) = lists::shown(&tree, &lists::titles(work)) {
            work.keep(TITLE, list.title.clone());
            let all = entries.iter().all(|entry| has(&list.open, entry));
            return Ok(if all { Check::Done(told(work, "listed", &entries)) } else { Check::NotYet });
        }
        // Tasks are seen a few at a time.
        let Some(shown) = lists::tasks(&tree) else { return Ok(Check::NotYet) };
        let mut seen: Vec<String> = match work.kept.get(SEEN).and_then(Value::as_array) {
            Some(list) => list.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
            None => Vec::new(),
        };
        seen.extend(entries.iter().filter(|entry| has(&shown, entry)).cloned());
        work.keep(SEEN, seen.clone());
        let all = entries.iter().all(|entry| has(&seen, entry));
        Ok(if all { Check::Done(told(work, "listed", &entries)) } else { Check::NotYet })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_appended_in_the_manner_of_the_list() {
        let check = |text: &str, expected: &str| {
            let file = ListFile { path: "/d/My list.md".to_owned(), text: text.to_owned(), ..ListFile::default() };
            let moves = append(&file, &["it's $(reboot)".to_owned()]);
            assert_eq!(moves[1], Move::Run(format!("printf {expected} >> '/d/My list.md'")), "{text}");
        };
        let line = r"'it'\''s $(reboot)'";
        check("", &format!(r"'%s\n' {}", line.replacen('\'', "'- [ ] ", 1)));
        check("- eggs\n", &format!(r"'%s\n' {}", line.replacen('\'', "'- ", 1)));
        check("eggs", &format!(r"'\n%s\n' {line}"));
    }
}
