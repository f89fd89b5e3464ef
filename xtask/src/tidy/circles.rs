//! Modules of one crate that import each other in a circle, so that none can be read or moved without the others.
//!
//! Looks at the first level below `src` only, and at what is written: `crate::a` in a file of `b` is an arrow from
//! `b` to `a`. Tests may point anywhere.

use std::collections::{BTreeMap, BTreeSet};

use super::{Report, Tree, in_crate};

/// Modules, and what each of them names.
type Arrows<'t> = BTreeMap<&'t str, BTreeSet<String>>;

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let mut crates: BTreeMap<&str, Arrows<'_>> = BTreeMap::new();
    for (path, text) in tree.ending(&[".rs"]) {
        let Some((name, file)) = in_crate(path) else { continue };
        let module = file.split('/').next().unwrap_or(file).trim_end_matches(".rs");
        let of_tests = file.split('/').any(|part| part.trim_end_matches(".rs") == "tests");
        if of_tests || matches!(module, "lib" | "main") {
            continue;
        }
        crates.entry(name).or_default().entry(module).or_default().extend(named(text));
    }
    for (name, arrows) in &crates {
        let mut told = BTreeSet::new();
        for module in arrows.keys().copied() {
            let circle: Vec<&str> = arrows.keys().copied().filter(|other| in_circle(arrows, module, other)).collect();
            if circle.len() > 1 && told.insert(circle.clone()) {
                report.warnings.push(format!("crates/{name}: `{}` import each other in a circle", circle.join("`, `")));
            }
        }
    }
}

/// The modules that a file names by `crate::…`, alone or in a list; up to its tests. Other names do no harm.
fn named(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = lines.join("\n");
    let places = code.split("crate::").skip(1).flat_map(|rest| {
        let list = rest.strip_prefix('{').map_or("", |list| list.split(';').next().unwrap_or(list));
        list.split(',').chain([rest]).map(first_word)
    });
    places.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    &text[..end]
}

/// Whether each of two modules leads to the other.
fn in_circle(arrows: &Arrows<'_>, one: &str, other: &str) -> bool {
    one == other || (leads(arrows, one, other) && leads(arrows, other, one))
}

fn leads(arrows: &Arrows<'_>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for next in arrows.get(module).into_iter().flatten() {
            if next == to {
                return true;
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}
