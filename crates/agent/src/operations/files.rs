//! Finds the files and folders that a person names, on shared storage or among the notes of an app. Reads only.

use action::plan::Step;
use device::Reading;

use super::notes_app;
use super::operation::Problem;
use super::work::Work;
use crate::affordance::folded;
use crate::deadline::Halt;

/// Shared storage.
const STORAGE: &str = "/storage/emulated/0";
/// The words for the phone's own storage.
const OWN: &[&str] = &["internal", "internal storage", "phone", "own", "main", "shared", "device", "local"];
/// Where a file is looked for if its folder was not said.
const USUAL: &[&str] = &[
    "Download",
    "Documents",
    "Pictures",
    "DCIM",
    "DCIM/Camera",
    "Movies",
    "Music",
    "Recordings",
    "Pictures/Screenshots",
];

/// What was looked for, or the problem to tell.
pub(super) type Found<T> = Result<Result<T, Problem>, Halt>;

/// The folder that names are relative to: the notes of the app that was named, otherwise shared storage. `notes` says
/// whether the phone's notes app is meant if no app was named.
pub(super) async fn base(work: &mut Work<'_>, notes: bool) -> Found<String> {
    let storage = folded(work.text("storage"));
    if !storage.is_empty() && !OWN.contains(&storage.as_str()) {
        // Emulators and some file managers name the storage after the model.
        let model = work.read(Reading::Property("ro.product.model")).await?;
        if folded(&storage.replace('_', " ")) != folded(&model.replace('_', " ")) {
            return Ok(Err(work.problem("other_storage", "other storage", &[("storage", &storage)])));
        }
    }
    let wanted = work.text("app").to_owned();
    let package = match wanted.as_str() {
        "" if notes => notes_app::app(work).await?,
        "" => None,
        wanted => match work.app(wanted).await? {
            Some(app) => Some(app.package),
            None => return Ok(Err(work.problem("app_not_installed", "not installed", &[("app", wanted)]))),
        },
    };
    match (package.as_deref().and_then(notes_app::folder), notes) {
        (Some(folder), _) => Ok(Ok(folder.to_owned())),
        (None, false) => Ok(Ok(STORAGE.to_owned())),
        (None, true) => Ok(Err(work.problem("no_files", "notes are no files", &[]))),
    }
}

/// The names in a folder, newest first: the files and the folders.
async fn entries(work: &mut Work<'_>, folder: &str) -> Result<(Vec<String>, Vec<String>), Halt> {
    let said = work.read(Reading::Entries(folder)).await?;
    let names = || said.lines().map(str::trim_end).filter(|name| !name.is_empty() && !name.starts_with("ls: "));
    let folders = names().filter_map(|name| name.strip_suffix('/')).filter(|name| !name.contains('/'));
    Ok((names().filter(|name| !name.contains('/')).map(str::to_owned).collect(), folders.map(str::to_owned).collect()))
}

/// The files in a folder, newest first.
pub(super) async fn files(work: &mut Work<'_>, folder: &str) -> Result<Vec<String>, Halt> {
    Ok(entries(work, folder).await?.0)
}

/// Whether a file, or a folder, of exactly this name is there.
pub(super) async fn is_there(work: &mut Work<'_>, folder: &str, name: &str) -> Result<bool, Halt> {
    let (files, folders) = entries(work, folder).await?;
    Ok(files.iter().chain(&folders).any(|known| known == name))
}

/// Finds the folder of this name below another one: `Pictures`, `the downloads folder`, `DCIM/Camera`.
pub(super) async fn folder(work: &mut Work<'_>, base: &str, said: &str) -> Found<String> {
    let mut path = base.to_owned();
    for part in said.split('/').map(str::trim).filter(|part| !part.is_empty()) {
        let (_, folders) = entries(work, &path).await?;
        let wanted = folded(part);
        let wanted = wanted.strip_suffix(" folder").unwrap_or(&wanted);
        let exact = folders.iter().find(|known| folded(known) == wanted);
        // The folder is called `Download`, the app `Downloads`.
        let plural = || folders.iter().find(|known| format!("{}s", folded(known)) == wanted);
        let Some(found) = exact.or_else(plural) else {
            return Ok(Err(work.problem("no_folder", "no such folder", &[("folder", said)])));
        };
        path = format!("{path}/{found}");
    }
    Ok(Ok(path))
}

/// Returns the names that fit: the exact one, else those that differ in case, else those that lack the extension.
fn fitting(names: &[String], said: &str) -> Vec<String> {
    let same = |fits: &dyn Fn(&String) -> bool| names.iter().filter(|name| fits(name)).cloned().collect::<Vec<_>>();
    let stem = |name: &str| folded(name.rsplit_once('.').map_or(name, |(stem, _)| stem));
    let exact = same(&|name| name == said);
    let cased = || same(&|name| folded(name) == folded(said));
    let bare = || same(&|name| stem(name) == folded(said));
    [exact, cased(), bare()].into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// Finds the one file that is meant, and returns its folder and its name.
pub(super) async fn file(work: &mut Work<'_>, base: &str) -> Found<(String, String)> {
    let (said, place) = (work.text("file").trim().to_owned(), work.text("folder").to_owned());
    let folders = match place.as_str() {
        "" if base == STORAGE => USUAL.iter().map(|name| format!("{base}/{name}")).chain([base.to_owned()]).collect(),
        "" => vec![base.to_owned()],
        place => match folder(work, base, place).await? {
            Ok(folder) => vec![folder],
            Err(problem) => return Ok(Err(problem)),
        },
    };
    let mut found = Vec::new();
    for folder in folders {
        let names = files(work, &folder).await?;
        found.extend(fitting(&names, &said).into_iter().map(|name| (folder.clone(), name)));
    }
    match found.as_slice() {
        [only] => Ok(Ok(only.clone())),
        [] => Ok(Err(work.problem("no_file", "no such file", &[("file", &said)]))),
        several => {
            let list: Vec<String> = several.iter().map(|(folder, name)| short(&format!("{folder}/{name}"))).collect();
            let list = planner::listed(work.plan, &list);
            Ok(Err(work.problem("several", "several files", &[("file", &said), ("list", &list)])))
        }
    }
}

/// Returns the folder that the file's name means instead, and the folder that it is in.
pub(super) async fn named_folder(work: &mut Work<'_>, base: &str) -> Result<Option<(String, String)>, Halt> {
    let (said, place) = (work.text("file").trim().to_owned(), work.text("folder").to_owned());
    if !is_name(&said) {
        return Ok(None);
    }
    let Ok(within) = folder(work, base, &place).await? else { return Ok(None) };
    let (_, folders) = entries(work, &within).await?;
    Ok(folders.into_iter().find(|known| *known == said).map(|name| (within, name)))
}

/// The step that deletes this file, or this empty folder.
pub(super) fn deletes(folder: &str, name: &str) -> Step {
    Step::new("delete_file").with("file", name).with("folder", short(folder))
}

/// A path as people write it: below shared storage, without it.
pub(super) fn short(path: &str) -> String {
    path.strip_prefix(STORAGE).unwrap_or(path).trim_start_matches('/').to_owned()
}

/// Whether a text can be the name of a file or folder.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.len() <= 200 && !text.starts_with('.') && !text.contains(['/', '\0', '\n', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_by_its_name() {
        let names = ["a.txt", "A.md", "notes.md", "notes.txt", "b"].map(str::to_owned);
        for (said, found) in [
            ("a.txt", &["a.txt"][..]),
            ("a.md", &["A.md"]),
            ("notes", &["notes.md", "notes.txt"]),
            ("B", &["b"]),
            ("c", &[]),
            ("", &[]),
        ] {
            assert_eq!(fitting(&names, said), found, "{said}");
        }
    }

    #[test]
    fn names_leave_no_folder() {
        assert!(is_name("a b.md") && is_name("ümläut"));
        assert!(!["", "..", ".hidden", "a/b", "a\nb"].into_iter().any(is_name));
    }
}
