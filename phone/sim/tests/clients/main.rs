//! Public adb clients on the simulated phone. Each client runs a walk through its features, and the result of every
//! call, including failures, is compared with that of a real phone.
//!
//! A walk is a script that prints one line of JSON per call. The file next to it has a real phone's results in the same
//! form, with `*` for parts that vary between runs.
#![expect(clippy::unwrap_used, reason = "a test stops at the first failure")]

#[path = "../../../../crates/adb/tests/wire/absent.rs"]
mod absent;
mod debian;
mod emulator;
mod rig;

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use crate::rig::{Phone, Server};

/// How a client reaches the phone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Transport {
    /// Over its own packets on a socket.
    Direct,
    /// Through the adb server.
    Server,
}

/// A walk: its script, the arguments before the address, and how it reaches the phone.
const WALKS: &[(&str, &[&str], Transport)] = &[
    ("yume_chan_adb.mjs", &["direct"], Transport::Direct),
    ("yume_chan_adb.mjs", &["server"], Transport::Server),
    ("adbkit.mjs", &[], Transport::Server),
    ("appium_adb.mjs", &[], Transport::Server),
    ("airtest_adb.py", &[], Transport::Server),
    ("adbutils_walk.py", &[], Transport::Server),
    ("uiautomator2_walk.py", &[], Transport::Server),
    ("ppadb_walk.py", &[], Transport::Server),
    ("adb_shell_walk.py", &[], Transport::Direct),
];

/// The minimum number of calls in a walk.
const CALLS: usize = 20;
/// The maximum duration of a walk; the slowest client starts a process for each call.
const LIMIT: Duration = Duration::from_secs(180);

#[tokio::test(flavor = "multi_thread")]
async fn every_call_says_what_a_phone_says() {
    let mut surprises = Vec::new();
    for (script, words, transport) in WALKS {
        // A separate server for each walk, so that forwards do not leak into the next.
        let Some(server) = Server::start().await else { return };
        surprises.extend(walk(script, words, *transport, &server).await);
    }
    assert!(surprises.is_empty(), "{}", surprises.join("\n"));
}

/// Runs a walk on a new phone. Returns the differences from a real phone.
async fn walk(script: &str, words: &[&str], transport: Transport, server: &Server) -> Vec<String> {
    let name = [script.split('.').next().unwrap_or(script)].into_iter().chain(words.iter().copied());
    let name = name.collect::<Vec<_>>().join("_");
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/clients");
    let Some(program) = interpreter(script) else { return Vec::new() };
    let phone = Phone::start().await;
    let mut command = tokio::process::Command::new(program);
    command.arg(folder.join(script)).args(words);
    match transport {
        Transport::Direct => command.arg(phone.port.to_string()),
        Transport::Server => {
            server.connect(&phone).await;
            command.arg(server.port.to_string()).arg(&phone.serial)
        }
    };
    let sdk = rig::sdk();
    let command = command
        .env("ANDROID_HOME", sdk.path())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(LIMIT, command).await.unwrap_or_else(|_| panic!("{name} hangs")).unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let known = std::fs::read_to_string(folder.join(format!("{name}.jsonl"))).unwrap_or_default();
    let (said, known) = (calls(&printed), calls(&known));
    let mut surprises: Vec<String> = Vec::new();
    if said.len() < CALLS || said.len() != known.len() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        surprises.push(format!("{name}: {} calls of {} that are known\n{complaint}", said.len(), known.len()));
    }
    for ((call, text), (expected, pattern)) in said.iter().zip(&known) {
        if call != expected || !matches(pattern, text) {
            surprises.push(format!("{name}: {call}: {text:?}, where a phone says {pattern:?} to {expected}"));
        }
    }
    surprises
}

/// Returns the interpreter of a script, from the environment that `cargo xtask setup` creates and `cargo xtask test`
/// names.
fn interpreter(script: &str) -> Option<String> {
    let (variable, what) = match script.ends_with(".py") {
        true => ("FINGERTIP_CLIENTS_PYTHON", "Python with the clients"),
        false => ("FINGERTIP_CLIENTS_NODE", "folder with the clients from npm"),
    };
    let Ok(value) = std::env::var(variable) else {
        absent::skipped(what);
        return None;
    };
    Some(if script.ends_with(".py") { value } else { "node".to_owned() })
}

/// Returns the calls among the lines: a name and its result.
fn calls(text: &str) -> Vec<(String, String)> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Whether a text matches a pattern, in which `*` is any text.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(before) = last.replace(part) {
            match rest.split_once(before) {
                Some((_, after)) => rest = after,
                None => return false,
            }
        }
    }
    last.map_or(rest.is_empty(), |part| rest.ends_with(part))
}

#[test]
fn patterns_are_matched_whole() {
    for (pattern, text, expected) in
        [("a", "a", true), ("a", "ab", false), ("a*c", "abbc", true), ("a*c", "ab", false), ("*b*", "abc", true)]
    {
        assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
    }
}
