//! Where a list is kept, and under which title: for `add_to_list` and `tell_list`. Lists are check-box notes of Keep,
//! tasks of Tasks, or files of Markor, a line for each entry.

use device::Reading;
use device::tree::{Node, Role, Tree};

use super::operation::{Change, Problem};
use super::ways::Move;
use super::work::{Work, to_the_top};
use crate::affordance::{Sought, folded};
use crate::deadline::Halt;

/// How an app keeps lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeper {
    /// Notes with check boxes.
    Notes,
    /// One list of tasks.
    Tasks,
    /// Files with a line for each entry, in this folder.
    Files(&'static str),
}

/// An app that keeps lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListApp {
    pub(super) package: String,
    pub(super) label: String,
    pub(super) keeper: Keeper,
}

/// The apps that are known, best first.
const APPS: &[(&str, Keeper)] = &[
    ("com.google.android.keep", Keeper::Notes),
    ("net.gsantner.markor", Keeper::Files("/storage/emulated/0/Documents/Markor")),
    ("org.tasks", Keeper::Tasks),
];

/// Lists that people have under one of several titles.
const SAME: &[&str] = &["shopping list", TODO];
const TODO: &str = "to-do list";
/// Endings of the files of notes.
const ENDINGS: &[&str] = &[".md", ".txt"];

/// Finds the app that keeps the list: the named one, otherwise Tasks for things to do, otherwise one for notes.
pub(super) async fn app(work: &mut Work<'_>) -> Result<Result<ListApp, Problem>, Halt> {
    let wanted = work.text("app").to_owned();
    if !wanted.is_empty() {
        let Some(found) = work.app(&wanted).await? else {
            let mut plain = work.step.clone();
            plain.args.remove("app");
            let problem = work.problem("app_not_installed", "not installed", &[("app", &wanted)]);
            return Ok(Err(problem.or(work.told("another app for the list", &[]), Change::Step(plain))));
        };
        let keeper = APPS.iter().find(|(package, _)| *package == found.package).map(|(_, keeper)| *keeper);
        return Ok(match keeper {
            Some(keeper) => Ok(ListApp { package: found.package, label: found.label, keeper }),
            None => Err(work.problem("no_lists_there", "cannot list", &[("app", &found.label)])),
        });
    }
    let list = folded(work.text("list"));
    let is_todo = planner::names_of(TODO).any(|name| folded(name) == list);
    // Tasks has no lists of things to buy: its tasks are all on one list.
    let mut order: Vec<&(&str, Keeper)> =
        APPS.iter().filter(|(_, keeper)| is_todo || *keeper != Keeper::Tasks).collect();
    order.sort_by_key(|(_, keeper)| *keeper != Keeper::Tasks);
    let directory = work.directory().await?;
    for (package, keeper) in order {
        if let Some(app) = directory.apps.iter().find(|app| app.package == *package) {
            return Ok(Ok(ListApp { package: app.package.clone(), label: app.label.clone(), keeper: *keeper }));
        }
    }
    Ok(Err(work.problem("no_app_for_lists", "no app for lists", &[])))
}

/// The title of a new list: `Shopping list`.
pub(super) fn title(work: &Work<'_>) -> String {
    let name = work.text("list").trim();
    let noun = planner::names_in(work.language(), "new list").first();
    let named = match noun.filter(|noun| !folded(name).contains(**noun)) {
        Some(noun) => format!("{name} {noun}"),
        None => name.to_owned(),
    };
    let mut letters = named.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The titles under which the list may exist, the likeliest first.
pub(super) fn titles(work: &Work<'_>) -> Vec<String> {
    let (own, said) = (title(work), work.text("list").trim().to_owned());
    let same = |list: &&&str| planner::names_of(list).any(|name| folded(name) == folded(&said));
    let others = SAME.iter().find(same).into_iter().flat_map(|list| planner::names_of(list).map(str::to_owned));
    let mut all: Vec<String> = Vec::new();
    for title in [own, said].into_iter().chain(others) {
        if !all.iter().any(|known| folded(known) == folded(&title)) {
            all.push(title);
        }
    }
    all
}

/// The entries to add, one per line of the argument.
pub(super) fn entries(work: &Work<'_>) -> Vec<String> {
    work.text("items").lines().map(str::trim).filter(|entry| !entry.is_empty()).map(str::to_owned).collect()
}

/// A list in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ListFile {
    pub(super) path: String,
    pub(super) title: String,
    /// What it holds; empty if it does not exist yet.
    pub(super) text: String,
    pub(super) exists: bool,
}

/// Finds the file of the list, or names a new one.
pub(super) async fn file(work: &mut Work<'_>, folder: &str) -> Result<ListFile, Halt> {
    let said = work.read(Reading::Files(folder)).await?;
    let names: Vec<&str> = said.lines().map(str::trim).collect();
    for title in titles(work) {
        let fits = |name: &&&str| {
            let stem = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending));
            stem.is_some_and(|stem| folded(stem) == folded(&title))
        };
        if let Some(name) = names.iter().find(fits) {
            let path = format!("{folder}/{name}");
            let text = work.read(Reading::File(&path)).await?;
            let stem = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
            return Ok(ListFile { path, title: stem.to_owned(), text, exists: true });
        }
    }
    let title = title(work);
    let fit = |letter: char| if letter.is_alphanumeric() || " -_".contains(letter) { letter } else { '_' };
    let name: String = title.chars().take(80).map(fit).collect();
    Ok(ListFile { path: format!("{folder}/{name}.md"), title, ..ListFile::default() })
}

/// An entry of a list, without its bullet or box; `None` if it is done, a heading or empty.
pub(super) fn entry(line: &str) -> Option<&str> {
    let line = line.trim();
    let text = line.strip_prefix(['-', '*', '+']).unwrap_or(line).trim_start();
    if text.starts_with("[x]") || text.starts_with("[X]") || text.starts_with('#') || text.starts_with("x ") {
        return None;
    }
    let text = text.strip_prefix("[ ]").unwrap_or(text).trim();
    (!text.is_empty()).then_some(text)
}

/// Opens the note with the list in an app for notes, if there is one. What comes next finds out.
pub(super) fn open_note(package: &str, titles: &[String]) -> Vec<Move> {
    let mut moves = to_the_top(package);
    moves.extend(titles.iter().map(|title| Move::PressIfThere(Sought::Exactly(title.clone()))));
    moves
}

/// A list as an app for notes shows it in its editor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ShownList {
    pub(super) title: String,
    pub(super) open: Vec<String>,
    pub(super) done: Vec<String>,
}

fn is(node: &Node, id: &str) -> bool {
    node.resource_id.rsplit('/').next().is_some_and(|own| own.starts_with(id))
}

/// Reads the list in the editor of notes; `None` if the screen shows anything else, or a note without boxes.
pub(super) fn shown(tree: &Tree, titles: &[String]) -> Option<ShownList> {
    let named = |node: &&Node| is(node, "editable_title") && titles.iter().any(|one| folded(one) == folded(&node.text));
    let title = tree.nodes.iter().find(named)?.text.trim().to_owned();
    let boxed = |node: &Node| node.state.checkable || matches!(node.role(), Role::Checkbox | Role::Switch);
    let mut list = ShownList { title, ..ShownList::default() };
    let (mut done, mut any) = (false, tree.nodes.iter().any(|node| is(node, "add_item_button")));
    for node in &tree.nodes {
        if boxed(node) {
            (done, any) = (node.state.checked, true);
        } else if is(node, "description") && !node.text.trim().is_empty() && !node.shows_hint() {
            if done { &mut list.done } else { &mut list.open }.push(node.text.trim().to_owned());
        }
    }
    any.then_some(list)
}

/// The open tasks on the screen of an app for tasks.
pub(super) fn tasks(tree: &Tree) -> Option<Vec<String>> {
    let is_list = tree.nodes.iter().any(|node| is(node, "recycler_view"));
    let mut done = false;
    let mut found = Vec::new();
    for node in &tree.nodes {
        if is(node, "completeBox") {
            done = node.state.checked;
        } else if is(node, "title") && !is(node, "title_") && node.role() != Role::Field && !done {
            found.push(node.text.trim().to_owned());
        }
    }
    is_list.then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_people_write_them() {
        for (line, expected) in [
            ("- [ ] milk", Some("milk")),
            ("- [x] bread", None),
            ("* eggs", Some("eggs")),
            ("flour", Some("flour")),
            ("# Shopping", None),
            ("  ", None),
            ("x 2026-01-01 done", None),
        ] {
            assert_eq!(entry(line), expected, "{line}");
        }
    }
}
