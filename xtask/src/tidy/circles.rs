//! Finds files of one crate, or of the page, that import each other in a circle, so that none can be read or moved
//! without the others.
//!
//! A file is a module. Its arrows are the names it takes from other files by a path from `crate`, `self` or `super`, in
//! a `use` or inline; a re-exported name (`pub use`) counts for the file that defines it. A module and the files in its
//! own folder belong together, and only count if a third file is between them. Tests may import anything.

mod page;

use std::collections::{BTreeMap, BTreeSet};

use super::{Report, Tree, in_crate, product_lines};

/// Circles that stay, each named by one of its files, and why.
const STAY: &[(&str, &str)] = &[];

/// How many re-exports of a name are followed.
const MOST_PASSED_ON: u8 = 8;

/// The files of a crate by the path of their module, as in `["pipeline", "sent"]`.
type Modules<'t> = BTreeMap<Vec<&'t str>, Source<'t>>;

/// A file as this check reads it.
struct Source<'t> {
    path: &'t str,
    code: String,
    /// Its re-exports: a name, and the path that it comes from.
    passes_on: Vec<(String, Vec<String>)>,
}

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let mut crates: BTreeMap<&str, Modules<'_>> = BTreeMap::new();
    for (path, text) in tree.ending(&[".rs"]) {
        let Some((name, file)) = in_crate(path) else { continue };
        let parts: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
        if parts.contains(&"tests") || matches!(parts.as_slice(), ["main"] | ["bin", ..]) {
            continue;
        }
        let module = if parts == ["lib"] { Vec::new() } else { parts };
        let code: String = product_lines(text).flat_map(|(_, line)| [line, "\n"]).collect();
        let passes_on = uses(&code).filter(|found| found.public).map(|found| (found.name, found.path)).collect();
        crates.entry(name).or_default().insert(module, Source { path, code, passes_on });
    }
    for modules in crates.values() {
        tell(&arrows(modules), report);
    }
    tell(&page::arrows(tree), report);
    // A tree without that crate says nothing about its files.
    let has_crate = |file: &str| in_crate(file).is_some_and(|(name, _)| crates.contains_key(name));
    for (file, _) in STAY.iter().filter(|(file, _)| has_crate(file) && !tree.files.contains_key(*file)) {
        report.problems.push(format!("{file} does not exist; remove it from the list in `xtask/src/tidy/circles.rs`"));
    }
}

/// Reports every circle once.
fn tell(arrows: &BTreeMap<&str, BTreeSet<&str>>, report: &mut Report) {
    let leads: BTreeMap<&str, BTreeSet<&str>> = arrows.keys().map(|file| (*file, reached(arrows, file))).collect();
    let back = |other: &str, file: &str| leads.get(other).is_some_and(|reached| reached.contains(file));
    let mut told: BTreeSet<Vec<&str>> = BTreeSet::new();
    for (file, reached) in leads.iter().filter(|(file, reached)| reached.contains(**file)) {
        let circle: Vec<&str> = reached.iter().copied().filter(|other| back(other, file)).collect();
        let stays = STAY.iter().any(|(known, _)| circle.contains(known));
        if !stays && told.insert(circle.clone()) {
            report.problems.push(format!("these files import each other in a circle: {}", circle.join(", ")));
        }
    }
}

/// One name that a `use` imports.
struct ImportedName {
    public: bool,
    name: String,
    path: Vec<String>,
}

/// Returns the names that a file's `use`s import.
fn uses(code: &str) -> impl Iterator<Item = ImportedName> {
    let mut found = Vec::new();
    for statement in code.split(';') {
        let statement = statement.trim_start_matches(|letter: char| letter == '}' || letter.is_whitespace());
        let at = statement.rfind("use ").filter(|at| {
            let before = statement[..*at].trim_end();
            before.is_empty() || before.ends_with(['}', ']', ')']) || before.ends_with("pub")
        });
        let Some(at) = at else { continue };
        let before = statement[..at].trim_end();
        let public = before.ends_with("pub") || before.ends_with(')') && before.contains("pub(");
        spread(&statement[at + 4..], &mut Vec::new(), &mut |path: &[String], name: &str| {
            found.push(ImportedName { public, name: name.to_owned(), path: path.to_vec() });
        });
    }
    found.into_iter()
}

/// Spreads `a::{b, c::{d as e}}` into `a::b` and `a::c::d`.
fn spread(text: &str, prefix: &mut Vec<String>, tell: &mut dyn FnMut(&[String], &str)) {
    let text = text.trim();
    let length = prefix.len();
    let (head, list) = match text.find('{') {
        Some(at) => (text[..at].trim_end().trim_end_matches("::"), Some(&text[at + 1..])),
        None => (text, None),
    };
    let (head, renamed) = head.split_once(" as ").map_or((head, None), |(head, name)| (head, Some(name.trim())));
    // `self` in a list is the module of the list.
    let parts = head.split("::").map(str::trim).filter(|part| !part.is_empty() && (length == 0 || *part != "self"));
    prefix.extend(parts.map(str::to_owned));
    match list {
        None => {
            let name = renamed.or(prefix.last().map(String::as_str)).unwrap_or_default().to_owned();
            tell(prefix, &name);
        }
        Some(list) => {
            for item in top_level(list) {
                spread(item, prefix, tell);
            }
        }
    }
    prefix.truncate(length);
}

/// Returns the items of a list up to its closing brace, split at the commas of its own level.
fn top_level(list: &str) -> Vec<&str> {
    let (mut items, mut depth, mut from) = (Vec::new(), 0_usize, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                items.push(&list[from..at]);
                return items.into_iter().filter(|item| !item.trim().is_empty()).collect();
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&list[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    items
}

/// Returns which files import from which, by path.
fn arrows<'t>(modules: &Modules<'t>) -> BTreeMap<&'t str, BTreeSet<&'t str>> {
    let mut arrows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (module, source) in modules {
        let to = arrows.entry(source.path).or_default();
        let taken = uses(&source.code).filter(|found| !found.public).map(|found| found.path);
        for path in taken.chain(in_the_code(&source.code)) {
            if let Some(file) = file_of(modules, module, &path, MOST_PASSED_ON)
                && file != source.path
                && !belong_together(source.path, file)
            {
                to.insert(file);
            }
        }
    }
    arrows
}

/// Whether one file is a module and the other is in its folder.
fn belong_together(one: &str, other: &str) -> bool {
    let folder = |path: &str| format!("{}/", path.trim_end_matches(".rs").trim_end_matches("/lib"));
    other.starts_with(&folder(one)) || one.starts_with(&folder(other))
}

/// Returns the inline paths in the code, as in `crate::quote::label(…)`.
fn in_the_code(code: &str) -> Vec<Vec<String>> {
    let part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let words = code.split(|letter: char| !part(letter));
    let paths = words.filter(|word| ["crate::", "self::", "super::"].iter().any(|start| word.starts_with(start)));
    paths.map(|path| path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect()).collect()
}

/// Returns the file that defines what a path names, seen from a module; `None` for other crates.
fn file_of<'t>(modules: &Modules<'t>, from: &[&str], path: &[String], passed_on: u8) -> Option<&'t str> {
    let mut at: Vec<&str> = match path.first()?.as_str() {
        "crate" => Vec::new(),
        "self" | "super" => from.to_vec(),
        _ => return None,
    };
    let mut rest = path;
    while let Some((first, after)) = rest.split_first() {
        match first.as_str() {
            "crate" | "self" => {}
            "super" => _ = at.pop(),
            name => {
                let mut deeper = at.clone();
                deeper.push(name);
                let Some((known, _)) = modules.get_key_value(&deeper) else { break };
                at.clone_from(known);
            }
        }
        rest = after;
    }
    let source = modules.get(&at)?;
    // A re-exported name counts for the file it comes from.
    if let Some(left) = passed_on.checked_sub(1)
        && let Some(name) = rest.first()
        && let Some((_, origin)) = source.passes_on.iter().find(|(known, _)| known == name)
        && let Some(file) = file_of(modules, &at, &rooted(origin), left)
    {
        return Some(file);
    }
    Some(source.path)
}

/// A path in a `pub use` may begin with the name of a sibling module.
fn rooted(path: &[String]) -> Vec<String> {
    match path.first().map(String::as_str) {
        Some("crate" | "self" | "super") | None => path.to_vec(),
        Some(_) => ["self".to_owned()].into_iter().chain(path.iter().cloned()).collect(),
    }
}

/// Returns all files that a file leads to.
fn reached<'t>(arrows: &BTreeMap<&'t str, BTreeSet<&'t str>>, from: &str) -> BTreeSet<&'t str> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(file) = open.pop() {
        for next in arrows.get(file).into_iter().flatten() {
            if seen.insert(*next) {
                open.push(next);
            }
        }
    }
    seen
}
