//! Measures how the cost of hiding secrets grows with the length of a text. See the harness.

#[path = "../../policy/benches/growth/harness.rs"]
mod harness;

use std::hint::black_box;
use std::process::ExitCode;

use agent::redact::{Redactor, Secret};

use self::harness::{Bench, Reader, Shape};

/// Parts of keys and their surroundings, and lookalikes.
const FRAGMENTS: &[&str] = &[
    "-----BEGIN ",
    "-----BEGIN RSA ",
    "PRIVATE KEY-----",
    "-----END ",
    "\n",
    "\\n",
    " ",
    "-",
    "/",
    ".",
    "=",
    "token=",
    "password",
    "Bearer ",
    "bearer",
    "sk-",
    "ghp_",
    "eyJ",
    "AKIA",
    "abcdefghijklmnopqrst",
    "hunter2",
    "7",
    "[secret]",
    "ü",
    "🎉",
    "&",
    "\"",
];

fn main() -> ExitCode {
    let text = str::to_owned;
    let shape =
        |name: &str, body: &str, tail: &str| -> Shape { (text(name), text(""), text(body), text(tail), text("")) };
    let shapes = vec![
        shape("keys that begin", "-----BEGIN ", ""),
        shape("lines that begin", "-----BEGIN \n", ""),
        shape("keys on one line", "-----BEGIN \\n", ""),
        shape("kinds without end", "-----BEGIN RSA ", "PRIVATE KEY-----"),
        shape("one long word", "a", ""),
        shape("a path", "a/", ""),
        shape("names and values", "token=x&", ""),
    ];
    let redactor = Redactor::default();
    ["hunter2", "7", "correct horse"].iter().for_each(|secret| redactor.add(&Secret::new(*secret)));
    let bare = Redactor::default();
    let readers = vec![
        Reader { name: text("keys"), read: Box::new(move |text| _ = black_box(bare.text(text))) },
        Reader { name: text("known secrets"), read: Box::new(move |text| _ = black_box(redactor.text(text))) },
    ];
    harness::run(Bench { readers, shapes, fragments: FRAGMENTS, size: 8 << 10 })
}
