//! Measures the cost of a command from the hub's entry point to the ring, and the cost of handing messages to many
//! pages in one process, compared with tokio's broadcast channel with the same bytes.
//!
//! `cargo bench -p desktop --bench hub`
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints its numbers and has nobody to tell")]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use desktop::hub::{Hub, Options};
use desktop::state::Command;
use desktop::wire::Actor;
use tokio::sync::broadcast;

const WINDOWS: usize = 1000;
const DEEDS: usize = 20_000;
const MESSAGES: usize = 2000;
const ROUNDS: usize = 5;

fn command(actions: serde_json::Value) -> Command {
    serde_json::from_value(serde_json::json!({"deed": "batch", "actions": actions})).unwrap()
}

fn create(window: usize) -> Command {
    command(serde_json::json!([{
        "type": "window.create", "windowId": format!("w{window}"), "title": "A window", "replace": true,
        "bounds": {"x": window % 900, "y": window % 500, "w": 320, "h": 200},
        "content": {"renderer": "markdown", "data": "# Title\n\nA few *words* to begin with.\n\n"},
    }]))
}

/// A mix: move, focus, append, and one replacement in sixteen.
fn mixed(n: usize) -> Command {
    let id = format!("w{}", n.wrapping_mul(7919) % WINDOWS);
    match n % 16 {
        0 => create(n.wrapping_mul(7919) % WINDOWS),
        1..=5 => command(serde_json::json!([{"type": "window.move", "windowId": id, "x": n % 900, "y": n % 400}])),
        6..=10 => command(serde_json::json!([{"type": "window.focus", "windowId": id}])),
        _ => command(serde_json::json!([{
            "type": "window.updateContent", "windowId": id,
            "operation": {"op": "append", "data": "one more line of text\n\n"},
        }])),
    }
}

fn filled(folder: Option<&Path>) -> Arc<Hub> {
    let hub = Hub::open(folder, Options::default()).unwrap();
    for window in 0..WINDOWS {
        hub.apply(&Actor::Agent("a".into()), create(window), 1).unwrap();
    }
    hub
}

/// Returns the time of one command, the best of a few rounds.
fn per_command(folder: Option<&Path>, numbers: impl Fn(usize) -> usize) -> Duration {
    let actor = Actor::Agent("a".into());
    let hub = filled(folder);
    let rounds = (0..ROUNDS).map(|_| {
        let commands: Vec<_> = (0..DEEDS).map(|n| mixed(numbers(n))).collect();
        let start = Instant::now();
        for command in commands {
            hub.apply(&actor, command, 1).unwrap();
        }
        start.elapsed() / u32::try_from(DEEDS).unwrap()
    });
    rounds.min().unwrap()
}

/// Measures how long it takes until every page has every message, produced as fast as the hub can.
async fn through_the_hub(pages: usize) -> (Duration, Vec<Bytes>) {
    let hub = Hub::open(None, Options { ring_entries: MESSAGES * 2, ..Options::default() }).unwrap();
    let badge = |n: usize| command(serde_json::json!([{"type": "app.badge", "appId": "mail", "count": n + 1}]));
    let mut listening = Vec::new();
    for _ in 0..pages {
        let mut page = hub.subscribe(Some(0));
        listening.push(tokio::spawn(async move {
            let mut got = Vec::new();
            while got.len() < MESSAGES {
                got.extend(page.next().await.unwrap());
            }
            got
        }));
    }
    let commands: Vec<_> = (0..MESSAGES).map(badge).collect();
    let actor = Actor::Agent("a".into());
    let start = Instant::now();
    for command in commands {
        hub.apply(&actor, command, 1).unwrap();
        tokio::task::yield_now().await;
    }
    let mut last = Vec::new();
    for page in listening {
        last = page.await.unwrap();
    }
    (start.elapsed(), last)
}

/// The same bytes through a channel that has them ready.
async fn through_a_channel(pages: usize, messages: &[Bytes]) -> Duration {
    let (sender, _) = broadcast::channel::<Bytes>(MESSAGES * 2);
    let mut listening = Vec::new();
    for _ in 0..pages {
        let mut page = sender.subscribe();
        listening.push(tokio::spawn(async move {
            let mut got = Vec::new();
            while got.len() < MESSAGES {
                got.push(page.recv().await.unwrap());
            }
        }));
    }
    let start = Instant::now();
    for message in messages {
        sender.send(message.clone()).unwrap();
        tokio::task::yield_now().await;
    }
    for page in listening {
        page.await.unwrap();
    }
    start.elapsed()
}

fn main() {
    // `cargo test --all-targets` runs this too, unoptimised and beside others: it measures only for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    // In each run of sixteen numbers, the kinds are at these positions.
    for (kind, at) in [("replace, markdown", 0), ("move", 1), ("focus", 6), ("append, markdown", 11)] {
        println!("{kind:<20} on {WINDOWS} windows, in memory:    {:>8.2?} each", per_command(None, |n| n * 16 + at));
    }
    println!("{:<20} on {WINDOWS} windows, in memory:    {:>8.2?} each", "mixed", per_command(None, |n| n));
    let journalled = per_command(Some(folder.path()), |n| n);
    println!("{:<20} on {WINDOWS} windows, with journal: {journalled:>8.2?} each", "mixed");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    for pages in [100, 1000] {
        let mut hub = Duration::MAX;
        let mut channel = Duration::MAX;
        for _ in 0..ROUNDS {
            let (time, messages) = runtime.block_on(through_the_hub(pages));
            hub = hub.min(time);
            channel = channel.min(runtime.block_on(through_a_channel(pages, &messages)));
        }
        let ratio = channel.as_secs_f64() / hub.as_secs_f64();
        println!(
            "{MESSAGES} changes to {pages:>4} pages: hub {hub:>9.2?} (applied, numbered, encoded), tokio broadcast {channel:>9.2?} (sent only): {ratio:.2}x"
        );
    }
}
