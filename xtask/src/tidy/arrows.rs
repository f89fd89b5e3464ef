//! Who may import whom: each crate's `Cargo.toml` against the one table of the arrows.

use super::{Report, Tree, list, text};

/// What a crate may import of ours.
enum May {
    /// Only these.
    Import(&'static [&'static str]),
    /// It stands above all others.
    ImportAll,
}

/// Each line may import only what stands below it.
const ARROWS: &[(&str, May)] = &[
    ("xtask", May::ImportAll),
    ("fingertip", May::ImportAll),
    ("server", May::Import(&["task", "desktop", "action"])),
    ("mcp", May::Import(&["task", "desktop", "action"])),
    ("fleet", May::Import(&["task", "desktop", "action"])),
    ("task", May::Import(&["agent", "device", "action"])),
    ("agent", May::Import(&["device", "model", "planner", "action"])),
    ("desktop", May::Import(&["action"])),
    ("planner", May::Import(&["action"])),
    ("model", May::Import(&["action"])),
    ("device", May::Import(&["adb", "action"])),
    ("apps", May::Import(&["sim"])),
    ("sim", May::Import(&["adb", "raster"])),
    ("ocr", May::Import(&[])),
    ("raster", May::Import(&[])),
    ("sandbox", May::Import(&[])),
    ("action", May::Import(&[])),
    ("adb", May::Import(&[])),
];

/// What tests may import besides: the simulated phone, by all who drive one, its apps, by who does things in them, and
/// the wire to it.
const IN_TESTS: &[(&str, &[&str])] = &[
    ("device", &["sim"]),
    ("agent", &["adb", "apps", "sim"]),
    ("task", &["adb", "sim"]),
    ("server", &["adb", "sim"]),
    ("mcp", &["sim"]),
    ("fleet", &["sim"]),
    ("apps", &["adb"]),
];

/// Holds the workspace's own dependencies against the table.
pub(super) fn check(tree: &Tree, report: &mut Report) {
    // Our own packages come from no registry.
    for package in list(&tree.metadata, "packages").iter().filter(|package| package["source"].is_null()) {
        let name = text(package, "name");
        let Some((_, may)) = ARROWS.iter().find(|(known, _)| *known == name) else {
            report.problems.push(format!("the crate `{name}` is not in the table of `xtask/src/tidy/arrows.rs`"));
            continue;
        };
        let in_tests = IN_TESTS.iter().filter(|(known, _)| *known == name).flat_map(|(_, names)| *names);
        let in_tests: Vec<&str> = in_tests.copied().collect();
        // Our own crates are the ones with a path.
        for dependency in list(package, "dependencies").iter().filter(|each| each["path"].is_string()) {
            let wanted = text(dependency, "name");
            let allowed = match may {
                May::ImportAll => true,
                May::Import(names) => names.contains(&wanted),
            };
            let for_tests = text(dependency, "kind") == "dev" && in_tests.contains(&wanted);
            if !allowed && !for_tests {
                report.problems.push(format!("`{name}` imports `{wanted}`, and may not: arrows point down"));
            }
        }
    }
}
