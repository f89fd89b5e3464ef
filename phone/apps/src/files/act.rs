//! Actions on files: open, share, delete, rename, move, copy, create, pick for another app.

use machine::files::{FileError, Files as FileSystem, Kind};
use state::app::{Cx, Effect, Intent};
use state::documents;
use state::shared::Shared;
use toolkit::Event;

use super::location::{FilesLocation, Mode};
use super::{Files, LONGEST_NAME};

/// The most files one action may copy, so that copying a folder into itself ends.
const MOST_COPIED: usize = 20_000;

impl Files {
    /// Handles a tap on an entry: opens a folder, opens or picks a file.
    pub(super) fn touch(&mut self, route: &str, path: &str, cx: &mut Cx<'_>) {
        let location = FilesLocation::read(route);
        let Ok(stat) = cx.shared.files.stat(path) else { return cx.toast("The file is not there any more") };
        if stat.kind == Kind::Directory {
            self.state.form.query = None;
            let deeper = match location.folder() {
                Some(folder) if documents::folder(path) == folder => location.deeper(documents::name(path)),
                _ => match FilesLocation::of_folder(location.mode, path) {
                    Some(location) => location,
                    None => return,
                },
            };
            // One screen at any depth: Back goes up.
            return cx.effects.push(Effect::Replace(deeper.route()));
        }
        match location.mode {
            Mode::Browse => open(path, cx),
            Mode::Open => cx.effects.push(Effect::Return(answer(path))),
            // Saving over a file takes its name.
            Mode::Save => documents::name(path).clone_into(&mut self.state.form.name),
            Mode::Move | Mode::Copy | Mode::Tree => {}
        }
    }

    /// Handles an event that acts on files. Returns whether it was one.
    pub(super) fn act(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) -> bool {
        let location = FilesLocation::read(route);
        match event.name.as_ref() {
            "share" => self.share(cx),
            "open_with" => {
                if let Some(path) = self.state.form.selected.first().cloned() {
                    self.forget_marks();
                    open(&path, cx);
                }
            }
            "delete" => self.delete(cx),
            "rename" => {
                if let Some(path) = self.state.form.selected.first() {
                    documents::name(path).clone_into(&mut self.state.form.name);
                    cx.push("rename");
                    cx.effects.push(Effect::Focus("android:id/text1".to_owned()));
                }
            }
            "rename_ok" => self.rename(cx),
            "new_folder" => {
                let folder = location.folder().unwrap_or_default();
                self.state.form.name.clear();
                cx.push(format!("folder{folder}"));
                cx.effects.push(Effect::Focus("android:id/text1".to_owned()));
            }
            "folder_ok" => self.make_folder(route, cx),
            "info" => {
                if let Some(path) = self.state.form.selected.first() {
                    cx.push(format!("info{path}"));
                }
            }
            "move_to" | "copy_to" => {
                self.state.form.moving = self.state.form.selected.iter().cloned().collect();
                let mode = if event.name == "move_to" { Mode::Move } else { Mode::Copy };
                cx.push(FilesLocation { mode, ..location }.route());
            }
            "transfer" => self.transfer(&location, cx),
            "cancel" => cx.effects.push(Effect::Finish),
            "cancel_transfer" => cx.pop(),
            "save" => self.save_here(&location, false, cx),
            "overwrite" => self.save_here(&FilesLocation::read(&event.value), true, cx),
            "use_folder" => {
                if let Some(folder) = location.folder() {
                    cx.effects.push(Effect::Return(answer(&folder)));
                }
            }
            _ => return false,
        }
        true
    }

    /// Clears the selection.
    pub(super) fn forget_marks(&mut self) {
        let form = &mut self.state.form;
        form.selected.clear();
        (form.drawer, form.menu, form.query) = (false, false, None);
    }

    pub(super) fn mark_all(&mut self, location: &FilesLocation, shared: &Shared) {
        let state = &self.state;
        let entries = location.entries(shared, state.sort, state.hidden, state.form.query.as_deref());
        self.state.form.selected = entries.unwrap_or_default().into_iter().map(|entry| entry.path).collect();
    }

    fn share(&mut self, cx: &mut Cx<'_>) {
        let Some(path) = self.state.form.selected.first().cloned() else { return };
        self.forget_marks();
        cx.effects.push(Effect::Start(Intent {
            action: Some("android.intent.action.SEND".to_owned()),
            kind: Some(documents::kind(&path).to_owned()),
            extras: vec![("android.intent.extra.STREAM".to_owned(), documents::uri(&path))],
            ..Intent::default()
        }));
    }

    fn delete(&mut self, cx: &mut Cx<'_>) {
        let now_ms = cx.shared.clock.now_ms;
        let paths = std::mem::take(&mut self.state.form.selected);
        let failed = paths.iter().find_map(|path| cx.shared.files.remove_all(path, now_ms).err());
        cx.pop();
        match failed {
            Some(error) => cx.toast(format!("Can’t delete: {error}")),
            None => cx.toast(format!("Deleted {}", counted(paths.len()))),
        }
    }

    fn rename(&mut self, cx: &mut Cx<'_>) {
        let Some(path) = self.state.form.selected.first().cloned() else { return cx.pop() };
        let Some(name) = fit_name(&self.state.form.name) else { return cx.toast("That name cannot be used") };
        let (to, now_ms) = (format!("{}/{name}", documents::folder(&path)), cx.shared.clock.now_ms);
        if to != path && cx.shared.files.stat(&to).is_ok() {
            return cx.toast("An item with this name already exists");
        }
        match cx.shared.files.rename(&path, &to, now_ms) {
            Ok(()) => {
                self.forget_marks();
                cx.pop();
            }
            Err(error) => cx.toast(format!("Failed to rename document: {error}")),
        }
    }

    fn make_folder(&mut self, route: &str, cx: &mut Cx<'_>) {
        let folder = route.strip_prefix("folder").unwrap_or_default();
        let Some(name) = fit_name(&self.state.form.name) else { return cx.toast("That name cannot be used") };
        let (path, now_ms) = (format!("{folder}/{name}"), cx.shared.clock.now_ms);
        if cx.shared.files.stat(&path).is_ok() {
            return cx.toast("An item with this name already exists");
        }
        match cx.shared.files.make_dir(&path, now_ms) {
            Ok(()) => cx.pop(),
            Err(error) => cx.toast(format!("Failed to create folder: {error}")),
        }
    }

    /// Moves or copies the selection into the current folder.
    fn transfer(&mut self, location: &FilesLocation, cx: &mut Cx<'_>) {
        let Some(folder) = location.folder() else { return };
        let paths = std::mem::take(&mut self.state.form.moving);
        let now_ms = cx.shared.clock.now_ms;
        let mut failed = None;
        for path in &paths {
            let done = if location.mode == Mode::Copy {
                copy_into(&mut cx.shared.files, path, &folder, now_ms)
            } else {
                move_into(&mut cx.shared.files, path, &folder, now_ms)
            };
            failed = failed.or(done.err());
        }
        self.forget_marks();
        cx.pop();
        let verb = if location.mode == Mode::Copy { "Copied" } else { "Moved" };
        match failed {
            Some(error) => cx.toast(format!("{verb} not all: {error}")),
            None => cx.toast(format!("{verb} {} to {}", counted(paths.len()), documents::name(&folder))),
        }
    }

    /// Creates the file that another app wants in the current folder, and returns it as the result.
    fn save_here(&mut self, location: &FilesLocation, over: bool, cx: &mut Cx<'_>) {
        let Some(folder) = location.folder() else { return cx.toast("Choose a folder first") };
        let Some(name) = fit_name(&self.state.form.name) else { return cx.toast("That name cannot be used") };
        let path = format!("{folder}/{name}");
        if !over && cx.shared.files.stat(&path).is_ok() {
            return cx.push(format!("overwrite/{}", location.route()));
        }
        let now_ms = cx.shared.clock.now_ms;
        let made = cx.shared.files.make_dirs(&folder, now_ms);
        match made.and_then(|()| cx.shared.files.write(&path, Vec::new(), now_ms)) {
            Ok(()) => cx.effects.push(Effect::Return(answer(&path))),
            Err(error) => cx.toast(format!("Failed to save document: {error}")),
        }
    }
}

/// Formats a count as `1 item`, `3 items`.
fn counted(count: usize) -> String {
    if count == 1 { "1 item".to_owned() } else { format!("{count} items") }
}

/// Builds the result for another app: the file's URI.
fn answer(path: &str) -> Intent {
    let kind = Some(documents::kind(path).to_owned());
    Intent { data: Some(documents::uri(path)), kind, ..Intent::default() }
}

/// Opens a file with a matching app.
fn open(path: &str, cx: &mut Cx<'_>) {
    cx.effects.push(Effect::Start(Intent {
        action: Some("android.intent.action.VIEW".to_owned()),
        data: Some(documents::uri(path)),
        kind: Some(documents::kind(path).to_owned()),
        ..Intent::default()
    }));
}

/// Returns a valid file name.
fn fit_name(name: &str) -> Option<String> {
    let name = name.trim();
    let fits = !matches!(name, "" | "." | "..") && !name.contains(['/', '\0']) && name.len() <= LONGEST_NAME;
    fits.then(|| name.to_owned())
}

/// Moves a file or folder into another folder, under a free name.
pub(crate) fn move_into(files: &mut FileSystem, path: &str, folder: &str, now_ms: i64) -> Result<(), FileError> {
    if documents::folder(path) == folder {
        return Ok(());
    }
    let name = documents::free_name(documents::name(path), |name| files.stat(&format!("{folder}/{name}")).is_ok());
    files.rename(path, &format!("{folder}/{name}"), now_ms)
}

/// Copies a file or folder into another folder, under a free name.
pub(crate) fn copy_into(files: &mut FileSystem, path: &str, folder: &str, now_ms: i64) -> Result<(), FileError> {
    let name = documents::free_name(documents::name(path), |name| files.stat(&format!("{folder}/{name}")).is_ok());
    let to = format!("{folder}/{name}");
    // List everything before writing anything, so that a folder is not copied into its own copy.
    let mut all = vec![(path.to_owned(), to)];
    let mut at = 0;
    while let Some((from, to)) = all.get(at).cloned() {
        if files.stat(&from)?.kind == Kind::Directory && all.len() < MOST_COPIED {
            let inside = files.list(&from)?;
            all.extend(inside.into_iter().map(|(name, _)| (format!("{from}/{name}"), format!("{to}/{name}"))));
        }
        at += 1;
    }
    for (from, to) in all {
        if files.stat(&from)?.kind == Kind::Directory {
            files.make_dirs(&to, now_ms)?;
        } else {
            let contents = files.read(&from)?.to_vec();
            files.write(&to, contents, now_ms)?;
        }
    }
    Ok(())
}
