//! Measures a restart with a thousand windows and a hundred thousand journalled commands, and with the journal at its
//! longest; compared with just reading the same bytes.
//!
//! `cargo bench -p desktop --bench restart`
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints its numbers and has nobody to tell")]

use std::path::Path;
use std::time::{Duration, Instant};

use desktop::hub::{Hub, Options};
use desktop::journal::Rolling;
use desktop::state::Command;
use desktop::wire::Actor;

const WINDOWS: u64 = 1000;
const DEEDS: u64 = 100_000;

fn command(actions: serde_json::Value) -> Command {
    serde_json::from_value(serde_json::json!({"deed": "batch", "actions": actions})).unwrap()
}

/// Creates the windows, then works on them. Returns the number of the last change.
fn fill(folder: &Path, rolling: Rolling) -> u64 {
    let hub = Hub::open(Some(folder), Options { rolling, ..Options::default() }).unwrap();
    let actor = Actor::Agent("a".into());
    for window in 0..WINDOWS {
        let create = serde_json::json!([{
            "type": "window.create", "windowId": format!("w{window}"), "title": "A window",
            "bounds": {"x": window % 900, "y": window % 500, "w": 320, "h": 200},
            "content": {"renderer": "markdown", "data": "# Title\n\nA few *words* to begin with.\n\n".repeat(20)},
        }]);
        hub.apply(&actor, command(create), 1).unwrap();
    }
    for n in 0..DEEDS - WINDOWS {
        let id = format!("w{}", n * 7919 % WINDOWS);
        let action = match n % 3 {
            0 => serde_json::json!([{"type": "window.move", "windowId": id, "x": n % 901 + 1, "y": n % 401}]),
            1 => serde_json::json!([{"type": "window.setTitle", "windowId": id, "title": format!("Title {n}")}]),
            _ => serde_json::json!([{
                "type": "window.updateContent", "windowId": id, "operation": {"op": "append", "data": "one more line\n\n"},
            }]),
        };
        hub.apply(&actor, command(action), n).unwrap();
    }
    hub.gauges().seq
}

fn bytes(folder: &Path) -> (Duration, usize) {
    let start = Instant::now();
    let files = std::fs::read_dir(folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    let length = files.map(|text| text.len()).sum();
    (start.elapsed(), length)
}

fn main() {
    // `cargo test --all-targets` runs this too, unoptimised and beside others: it measures only for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let never = Rolling { commands: u64::MAX, bytes: u64::MAX };
    for (name, rolling) in [("as it rolls", Rolling::default()), ("never rolled", never)] {
        let folder = tempfile::tempdir().unwrap();
        let before = fill(folder.path(), rolling);
        let (reading, length) = bytes(folder.path());
        let start = Instant::now();
        let hub = Hub::open(Some(folder.path()), Options { rolling, ..Options::default() }).unwrap();
        let opening = start.elapsed();
        let (seq, windows) = hub.look(|desktop, seq| (seq, desktop.windows().count()));
        let ratio = opening.as_secs_f64() / reading.as_secs_f64();
        println!(
            "{name}: {windows} windows, change {seq}: open {opening:.2?}; reading its {length} bytes alone {reading:.2?}: {ratio:.1}x"
        );
        assert_eq!((seq, windows as u64), (before, WINDOWS));
    }
}
