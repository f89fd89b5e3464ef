//! Which crate may import which: each crate's `Cargo.toml` against one table.

use super::{Report, Tree, list, text};

/// What a crate may import of ours.
enum May {
    /// Only these.
    Import(&'static [&'static str]),
    /// It is above the whole product. Of the phone it may only import `sim`.
    ImportProduct,
}

/// Each line may only import crates below it.
const ARROWS: &[(&str, May)] = &[
    // So that `tidy` and the setup of a new machine are there within seconds.
    ("xtask", May::Import(&[])),
    ("fingertip", May::ImportProduct),
    ("codegen", May::Import(&["server", "report", "mcp", "desktop", "policy", "action"])),
    ("server", May::Import(&["report", "task", "history", "desktop", "action"])),
    ("mcp", May::Import(&["task", "history", "desktop", "policy", "action"])),
    ("fleet", May::Import(&["task", "desktop", "action"])),
    ("task", May::Import(&["agent", "device", "planner", "policy", "action"])),
    ("macros", May::Import(&["history", "agent", "policy", "action"])),
    ("history", May::Import(&["agent", "device", "action"])),
    ("report", May::Import(&["history", "agent", "action"])),
    ("agent", May::Import(&["device", "model", "planner", "policy", "action"])),
    ("policy", May::Import(&["action"])),
    ("desktop", May::Import(&["action"])),
    ("planner", May::Import(&["action"])),
    ("model", May::Import(&["action"])),
    ("device", May::Import(&["adb", "action"])),
    ("ocr", May::Import(&[])),
    ("sandbox", May::Import(&[])),
    ("action", May::Import(&[])),
    ("adb", May::Import(&[])),
    // The simulated phone, a separate family. Apps know neither the commands nor the shell, and the framework knows no
    // app, so that a change in one does not compile the others.
    ("sim", May::Import(&["adbd", "apps", "framework", "state"])),
    ("adbd", May::Import(&["adb", "commands", "framework", "machine", "shell", "state", "toolkit"])),
    ("framework", May::Import(&["commands", "kit", "machine", "shell", "state", "toolkit"])),
    ("apps", May::Import(&["kit", "machine", "state", "toolkit"])),
    ("kit", May::Import(&["machine", "state", "toolkit"])),
    ("commands", May::Import(&["machine", "state", "toolkit"])),
    ("state", May::Import(&["apk", "machine", "toolkit"])),
    ("apk", May::Import(&["toolkit"])),
    ("shell", May::Import(&["adb", "machine"])),
    ("toolkit", May::Import(&["raster"])),
    ("machine", May::Import(&[])),
    ("raster", May::Import(&[])),
];

/// Additional imports in tests: the simulated phone, for all crates that drive one, and the wire to it; in the phone
/// itself, the parts of a whole phone.
const IN_TESTS: &[(&str, &[&str])] = &[
    ("device", &["sim"]),
    ("history", &["adb", "model", "policy", "sim"]),
    ("macros", &["adb", "device", "model", "sim"]),
    ("report", &["adb", "device", "model", "policy", "sim"]),
    // `toolkit` draws the pictures of AndroidWorld's tasks, whose files the tests of goals include.
    ("agent", &["adb", "sim", "toolkit"]),
    ("task", &["adb", "sim"]),
    ("server", &["adb", "policy", "sim"]),
    ("mcp", &["sim"]),
    ("fleet", &["sim"]),
    ("adbd", &["apps"]),
    ("apps", &["commands", "framework", "shell"]),
    ("framework", &["apps"]),
    ("sim", &["adb", "commands", "shell", "toolkit"]),
];

/// Checks the workspace's own dependencies against the table.
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
                May::ImportProduct => wanted == "sim" || text(dependency, "path").contains("crates/"),
                May::Import(names) => names.contains(&wanted),
            };
            let for_tests = text(dependency, "kind") == "dev" && in_tests.contains(&wanted);
            if !allowed && !for_tests {
                report.problems.push(format!("`{name}` imports `{wanted}`, which it may not: arrows point down"));
            }
        }
    }
}
