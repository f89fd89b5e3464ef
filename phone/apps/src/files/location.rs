//! A location in Files: its purpose, its root, its depth, and its entries.

use machine::files::{Kind, Stat};
use serde::{Deserialize, Serialize};
use state::documents::{self, STORAGE};
use state::shared::Shared;
use toolkit::Icon;

/// The most files shown by a root that collects them from everywhere, and how deep it searches.
const MOST: usize = 2_000;
const DEEPEST: usize = 12;

/// The purpose of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Browse,
    Move,
    Copy,
    Save,
    Open,
    Tree,
}

impl Mode {
    const NAMED: &[(Self, &str)] = &[
        (Self::Browse, "browse"),
        (Self::Move, "move"),
        (Self::Copy, "copy"),
        (Self::Save, "save"),
        (Self::Open, "open"),
        (Self::Tree, "tree"),
    ];

    /// Returns the mode with this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(_, known)| *known == name).map(|(mode, _)| *mode)
    }

    fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(mode, _)| *mode == self).map_or("browse", |(_, name)| name)
    }
}

/// The sort order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Sort {
    #[default]
    Name,
    NameBackwards,
    Kind,
    Largest,
    Smallest,
    Newest,
    Oldest,
}

impl Sort {
    /// All orders with their labels.
    pub(super) const ALL: &[(Self, &str)] = &[
        (Self::Name, "File name (A to Z)"),
        (Self::NameBackwards, "File name (Z to A)"),
        (Self::Kind, "Type (A to Z)"),
        (Self::Largest, "Size (largest first)"),
        (Self::Smallest, "Size (smallest first)"),
        (Self::Newest, "Modified (newest first)"),
        (Self::Oldest, "Modified (oldest first)"),
    ];
}

/// An entry of a location.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) path: String,
    pub(super) stat: Stat,
}

impl Entry {
    pub(super) fn is_folder(&self) -> bool {
        self.stat.kind == Kind::Directory
    }
}

/// A root of the drawer.
pub(super) struct Root {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    pub(super) icon: Icon,
    /// The prefixes of the MIME types that it collects; empty for folders.
    gathers: &'static [&'static str],
}

/// The roots, in the drawer's order; the storage root is named after the phone.
pub(super) const ROOTS: &[Root] = &[
    Root { name: "recent", label: "Recent", icon: Icon::Clock, gathers: &[""] },
    Root { name: "images", label: "Images", icon: Icon::Gallery, gathers: &["image/"] },
    Root { name: "videos", label: "Videos", icon: Icon::Video, gathers: &["video/"] },
    Root { name: "audio", label: "Audio", icon: Icon::Music, gathers: &["audio/"] },
    Root { name: "documents", label: "Documents", icon: Icon::Document, gathers: &["text/", "application/"] },
    Root { name: "downloads", label: "Downloads", icon: Icon::Download, gathers: &[] },
    Root { name: "storage", label: "", icon: Icon::Storage, gathers: &[] },
];

/// A location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FilesLocation {
    pub(super) mode: Mode,
    pub(super) root: String,
    /// The folders below the root.
    pub(super) below: Vec<String>,
}

impl FilesLocation {
    /// Parses a route.
    pub(super) fn read(route: &str) -> Self {
        let mut parts = route.split('/');
        let mode = parts.next().and_then(Mode::named).unwrap_or(Mode::Browse);
        let root = parts.next().filter(|root| !root.is_empty()).unwrap_or("downloads").to_owned();
        let below = parts.filter(|part| !matches!(*part, "" | "." | "..")).map(str::to_owned).collect();
        Self { mode, root, below }
    }

    /// Returns the location of the download folder.
    pub(super) fn downloads(mode: Mode) -> Self {
        Self { mode, root: "downloads".to_owned(), below: Vec::new() }
    }

    /// Returns the location of a folder in shared storage.
    pub(super) fn of_folder(mode: Mode, path: &str) -> Option<Self> {
        let below = path.strip_prefix(STORAGE)?;
        let below = below.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        Some(Self { mode, root: "storage".to_owned(), below })
    }

    /// Returns another root with the same mode.
    pub(super) fn at_root(&self, root: &str) -> Self {
        Self { mode: self.mode, root: root.to_owned(), below: Vec::new() }
    }

    /// Returns the location of a subfolder.
    pub(super) fn deeper(&self, name: &str) -> Self {
        let mut deeper = self.clone();
        deeper.below.push(name.to_owned());
        deeper
    }

    /// Returns the location of its first `count` folders.
    pub(super) fn up_to(&self, count: usize) -> Self {
        Self { below: self.below.iter().take(count).cloned().collect(), ..self.clone() }
    }

    /// Returns its route.
    pub(super) fn route(&self) -> String {
        let mut route = format!("{}/{}", self.mode.name(), self.root);
        for part in &self.below {
            route.push('/');
            route.push_str(part);
        }
        route
    }

    /// Returns its folder; `None` for a root that collects files.
    pub(super) fn folder(&self) -> Option<String> {
        let mut path = match self.root.as_str() {
            "storage" => STORAGE.to_owned(),
            "downloads" => format!("{STORAGE}/Download"),
            _ => return None,
        };
        for part in &self.below {
            path.push('/');
            path.push_str(part);
        }
        Some(path)
    }

    /// Returns its title.
    pub(super) fn title(&self, shared: &Shared) -> String {
        self.below.last().cloned().unwrap_or_else(|| root_label(&self.root, shared))
    }

    /// Returns its entries whose name matches the query, or why it cannot be listed.
    pub(super) fn entries(
        &self,
        shared: &Shared,
        sort: Sort,
        hidden: bool,
        query: Option<&str>,
    ) -> Result<Vec<Entry>, String> {
        let query = query.map(str::trim).filter(|query| !query.is_empty()).map(str::to_lowercase);
        let mut entries = Vec::new();
        match (self.folder(), &query) {
            (Some(folder), None) => {
                let listed = shared.files.list(&folder).map_err(|error| error.to_string())?;
                entries.extend(listed.into_iter().map(|(name, stat)| Entry {
                    path: format!("{folder}/{name}"),
                    name,
                    stat,
                }));
            }
            (Some(folder), Some(_)) => walk(shared, &folder, 0, true, &mut entries),
            (None, _) => {
                walk(shared, STORAGE, 0, false, &mut entries);
                let gathers = ROOTS.iter().find(|root| root.name == self.root).map_or(&[""][..], |root| root.gathers);
                entries.retain(|entry| gathers.iter().any(|family| documents::kind(&entry.name).starts_with(family)));
            }
        }
        entries.retain(|entry| hidden || !entry.name.starts_with('.'));
        if let Some(query) = query {
            entries.retain(|entry| entry.name.to_lowercase().contains(&query));
        }
        if self.root == "recent" {
            entries.sort_by_key(|entry| std::cmp::Reverse(entry.stat.mtime_ms));
            entries.truncate(64);
        } else {
            sorted(&mut entries, sort);
        }
        Ok(entries)
    }
}

/// Returns the label of a root.
pub(super) fn root_label(root: &str, shared: &Shared) -> String {
    let label = ROOTS.iter().find(|known| known.name == root).map_or("Files", |known| known.label);
    if label.is_empty() { shared.identity.model.clone() } else { label.to_owned() }
}

/// Sorts entries; folders always come first.
fn sorted(entries: &mut [Entry], sort: Sort) {
    let name = |entry: &Entry| entry.name.to_lowercase();
    entries.sort_by_key(name);
    match sort {
        Sort::Name => {}
        Sort::NameBackwards => entries.reverse(),
        Sort::Kind => entries.sort_by_key(|entry| documents::kind(&entry.name)),
        Sort::Largest => entries.sort_by_key(|entry| std::cmp::Reverse(entry.stat.size)),
        Sort::Smallest => entries.sort_by_key(|entry| entry.stat.size),
        Sort::Newest => entries.sort_by_key(|entry| std::cmp::Reverse(entry.stat.mtime_ms)),
        Sort::Oldest => entries.sort_by_key(|entry| entry.stat.mtime_ms),
    }
    entries.sort_by_key(|entry| !entry.is_folder());
}

/// Collects all files below a folder, and the folders too if `folders`.
fn walk(shared: &Shared, folder: &str, depth: usize, folders: bool, found: &mut Vec<Entry>) {
    for (name, stat) in shared.files.list(folder).unwrap_or_default() {
        if found.len() >= MOST || name.starts_with('.') {
            continue;
        }
        let entry = Entry { path: format!("{folder}/{name}"), name, stat };
        let is_folder = entry.is_folder();
        let path = entry.path.clone();
        if folders || !is_folder {
            found.push(entry);
        }
        if is_folder && depth < DEEPEST {
            walk(shared, &path, depth + 1, folders, found);
        }
    }
}
