//! Which files may hold the acting half of a phone, each with its reason.
//!
//! The last stage of a task's pipeline sends what was judged and recorded. Besides it, only `fingertip act` and a
//! person's own touches act, and the programs that measure and test them. Files that pass a whole phone on without
//! touching it are listed too, because they could touch it.

use super::{Report, Tree};

/// The types that can act.
const HOLDS: &[&str] = &["Actuator", "dyn Device", "AdbDevice"];
/// The calls that act, in the crates between the phone and people.
const CALLS: &[&str] = &[".act(", ".gesture(", ".push_file("];
const CALLERS: &[&str] = &["agent", "task", "fleet", "mcp"];

/// The files, and why.
const MAY: &[(&str, &str)] = &[
    ("crates/agent/src/pipeline/sent.rs", "the last stage of the pipeline: it only sends recorded actions"),
    ("crates/agent/src/executor.rs", "splits the phone into its halves, one to observe and one for the last stage"),
    ("crates/task/src/environment.rs", "names what the binary provides"),
    ("crates/task/src/mind.rs", "passes a phone to a new task"),
    ("crates/task/src/service/start.rs", "passes a phone to a new task"),
    ("crates/task/src/service/phones.rs", "a person's own touches, gestures and files"),
    ("crates/task/src/service/undo.rs", "a person undoes what an app offers to undo"),
    ("crates/fingertip/src/machine.rs", "keeps the phones of this machine"),
    ("crates/fingertip/src/phones.rs", "connects to the phones of this machine"),
    ("crates/fingertip/src/phones/built_in.rs", "creates the built-in phone"),
    ("crates/fingertip/src/setup/phone.rs", "tests the connection to a phone, and reads from it"),
    ("crates/fingertip/src/commands/act.rs", "`fingertip act`: a person's own action"),
    ("crates/fingertip/src/commands/doctor/phone/trial.rs", "tries a phone and puts everything back"),
    ("crates/fingertip/src/commands/worker.rs", "adds the phones of this machine to a fleet"),
    ("crates/fingertip/src/commands/bench.rs", "measures what a touch costs"),
    ("crates/fingertip/src/commands/bench/phone.rs", "measures a phone's live picture"),
    ("crates/fingertip/src/commands/bench/task.rs", "measures a task"),
    ("crates/fingertip/src/commands/bench/words.rs", "measures a request"),
    ("crates/fingertip/src/commands/eval/gate/phone.rs", "prepares an attack on the gate"),
    ("crates/fingertip/src/commands/eval/gate/guests.rs", "prepares an attack on the gate"),
    ("crates/fingertip/src/commands/eval/replay/phone.rs", "prepares the phone of a replay"),
];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    for (path, text) in tree.ending(&[".rs"]) {
        let Some((name, file)) = path.strip_prefix("crates/").and_then(|path| path.split_once("/src/")) else {
            continue;
        };
        let is_test = |part: &str| matches!(part.trim_end_matches(".rs"), "tests" | "explore");
        if name == "device" || file.split('/').any(is_test) {
            continue;
        }
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
        let lines = code.lines().map(|line| line.split("//").next().unwrap_or(line));
        let acts = |line: &str| CALLS.iter().any(|call| line.contains(call) && !line.contains("self."));
        let holds = |line: &str| HOLDS.iter().any(|word| line.contains(word));
        let found = lines.enumerate().find(|(_, line)| holds(line) || CALLERS.contains(&name) && acts(line));
        let listed = MAY.iter().any(|(may, _)| *may == path);
        match (found, listed) {
            (Some((at, _)), false) => report.problems.push(format!(
                "{path}:{}: holds the acting half of a phone; take an `Observer` instead, or give a reason in \
                 `xtask/src/tidy/acting.rs`",
                at + 1
            )),
            (None, true) => {
                report.problems.push(format!("{path}: no longer holds a phone; remove it from `tidy/acting.rs`"));
            }
            _ => {}
        }
    }
    // A tree without the product, as in tests, has none of them.
    let product = tree.files.keys().any(|path| path == "crates/agent/src/executor.rs");
    for (path, _) in MAY.iter().filter(|(path, _)| product && !tree.files.contains_key(*path)) {
        report.problems.push(format!("{path}: there is no such file; remove it from `tidy/acting.rs`"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_listed_may_hold_what_acts() {
        let check = |path: &str, text: &str, expected: usize| {
            let files = [(path.to_owned(), text.to_owned())].into_iter().collect();
            let mut report = Report::default();
            check(&Tree { files, ..Tree::default() }, &mut report);
            assert_eq!(report.problems.len(), expected, "{path}: {text}: {:?}", report.problems);
        };
        check("crates/mcp/src/phone.rs", "fn touch(phone: &dyn Device) {}", 1);
        check("crates/mcp/src/phone.rs", "fn look(phone: &dyn Observer) {}", 0);
        check("crates/mcp/src/phone.rs", "reach().await?.act(&tap).await?;", 1);
        check("crates/server/src/narrate.rs", "desk.act(actions).await;", 0);
        check("crates/mcp/src/phone.rs", "// a dyn Device is not needed", 0);
        check("crates/task/src/service/undo.rs", "device: &dyn Device", 0);
        check("crates/task/src/service/undo.rs", "nothing", 1);
        check("crates/mcp/src/phone/tests.rs", "fn touch(phone: &dyn Device) {}", 0);
    }
}
