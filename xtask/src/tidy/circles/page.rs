//! The arrows between the files of the page: what an `import` or `export … from` names by a relative path.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::Tree;

/// The endings of a module, in the order in which the bundler tries them.
const ENDINGS: &[&str] = &["", ".ts", ".tsx", "/index.ts", "/index.tsx"];

/// Returns which file of the page imports which.
pub(super) fn arrows(tree: &Tree) -> BTreeMap<&str, BTreeSet<&str>> {
    let files = tree.ending(&[".ts", ".tsx"]).filter(|(path, _)| path.starts_with("web/src/"));
    files.map(|(path, text)| (path, named(text).filter_map(|name| file_of(tree, path, name)).collect())).collect()
}

/// Returns the relative paths in the imports, the ones that load later included.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let quoted = ["from '", "import '", "import('"].into_iter().flat_map(|before| text.split(before).skip(1));
    quoted.filter_map(|rest| rest.split_once('\'')).map(|(name, _)| name).filter(|name| name.starts_with('.'))
}

/// Returns the file that a relative path names.
fn file_of<'t>(tree: &'t Tree, from: &str, name: &str) -> Option<&'t str> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    let known = |ending: &&str| tree.files.get_key_value(&format!("{path}{ending}")).map(|(path, _)| path.as_str());
    ENDINGS.iter().find_map(known)
}
