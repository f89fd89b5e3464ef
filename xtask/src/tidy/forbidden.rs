//! Words that a crate must not use: the laws of `ARCHITECTURE.md` that a single word breaks.
//!
//! Checks code, not comments and tests, and only whole words. This is a table, not a rule engine: a test checks a law
//! that needs more than a word.

use super::{Report, Tree, in_crate, product_lines};

/// Where, which words, and the law.
const FORBIDDEN: &[(&[&str], &[&str], &str)] = &[
    (
        &["action", "policy"],
        &["std::fs", "std::net", "std::env", "std::thread", "std::process", "Instant", "SystemTime", "tokio", "async"],
        "it is pure: no I/O, no clock, no randomness, no async",
    ),
    (
        &["planner"],
        &["std::fs", "std::net", "std::process", "Instant", "SystemTime", "tokio", "async"],
        "it is pure: words in, a plan out",
    ),
    (
        &["agent", "desktop", "task"],
        &["TcpStream", "TcpListener", "UdpSocket", "UnixStream", "UnixListener", "reqwest", "hyper"],
        "it opens no socket",
    ),
    (
        &["device", "agent", "model", "desktop", "adbd", "framework", "shell", "server", "task"],
        &["Command::new"],
        "it starts no process; only `adb` starts an adb server, and the binary measures one",
    ),
    (
        &["device", "agent", "model", "task", "server"],
        &["adbd::CONTROL", "fingertip.control"],
        "the control service of the simulated phone is for tests",
    ),
    (
        &["adb", "adbd", "agent", "desktop", "device", "fingertip", "framework", "model", "server", "shell", "task"],
        &["unbounded_channel", "UnboundedSender"],
        "nothing grows without bound: a queue has a length",
    ),
    (&["desktop", "server"], &["broadcast::channel"], "there is no queue per page: a page is a position in the ring"),
];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    for (path, text) in tree.ending(&[".rs"]) {
        let Some((name, file)) = in_crate(path) else { continue };
        if file.split('/').any(|part| part.trim_end_matches(".rs") == "tests") {
            continue;
        }
        let laws = FORBIDDEN.iter().filter(|(crates, ..)| crates.contains(&name));
        for (_, words, law) in laws {
            for (line, word) in found(text, words) {
                report.problems.push(format!("{path}:{line}: `{word}` in the crate `{name}`: {law}"));
            }
        }
    }
}

/// Returns the first place of each of these words in the code.
fn found<'w>(text: &str, words: &'w [&str]) -> Vec<(usize, &'w str)> {
    let code: Vec<(usize, &str)> =
        product_lines(text).map(|(number, line)| (number, line.split("//").next().unwrap_or(line))).collect();
    let first = |word: &&'w str| code.iter().find(|(_, line)| whole(line, word)).map(|(at, _)| (*at, *word));
    words.iter().filter_map(first).collect()
}

/// Whether a line contains this word, and not as a part of a longer one.
fn whole(line: &str, word: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(word).any(|(at, _)| !line[..at].ends_with(part) && !line[at + word.len()..].starts_with(part))
}
