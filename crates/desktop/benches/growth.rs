//! Measures how the cost of an action grows with the number of windows, and of an append with the length of the text,
//! in instructions, which do not depend on the load of the machine.
//!
//! The program runs itself under `valgrind --tool=callgrind` for every action and size, counts only what happens inside
//! [`measured`], and fails if an action costs more than 1.3 times what it costs on a small desktop.
#![expect(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, reason = "a benchmark prints its table")]

use std::hint::black_box;
use std::process::{self, ExitCode};

use action::json::Json;
use action::os;
use desktop::state::{Command, Desktop};
use desktop::wire::{Actor, Viewport};
use serde_json::{Value, json};

/// How often an action is repeated, so that occasional work is spread.
const TIMES: usize = 2_000;

const ACTIONS: &[&str] =
    &["create and close", "replace", "move", "focus", "minimize, restore", "append", "title", "lock"];
const WINDOWS: [usize; 3] = [10, 1_000, 10_000];
const BYTES: [usize; 3] = [1 << 10, 1 << 20, 10 << 20];

fn create(name: &str, replace: bool) -> Value {
    json!({"type": "window.create", "windowId": name, "title": "A window", "bounds": {"x": 10, "y": 10, "w": 300,
        "h": 200}, "content": {"renderer": "text", "data": "some text"}, "replace": replace})
}

fn command(actions: &[Value]) -> Command {
    let line = json!({"agentId": "bench", "actions": actions}).to_string();
    Command::Batch(os::read_batch(&Json::strict(&line).unwrap().value).unwrap().value)
}

fn actions(name: &str, window: &str, round: usize) -> Vec<Value> {
    let on = |verb: &str| json!({"type": verb, "windowId": window});
    match name {
        "create and close" => vec![create("one more", false), json!({"type": "window.close", "windowId": "one more"})],
        "replace" => vec![create(window, true)],
        "move" => vec![json!({"type": "window.move", "windowId": window, "x": round % 800, "y": round % 400})],
        "focus" => vec![on("window.focus")],
        "minimize, restore" => vec![on("window.minimize"), on("window.restore")],
        "append" => vec![json!({"type": "window.updateContent", "windowId": window,
            "operation": {"op": "append", "data": "more of it"}})],
        "title" => vec![json!({"type": "window.setTitle", "windowId": window, "title": format!("Title {round}")})],
        _ => vec![
            json!({"type": "window.lock", "windowId": window, "agentId": "bench"}),
            json!({"type": "window.unlock", "windowId": window, "agentId": "bench"}),
        ],
    }
}

/// Carries out commands. Only this code is counted.
#[inline(never)]
fn measured(desktop: &mut Desktop, actor: &Actor, commands: &[Command]) {
    for command in commands {
        _ = black_box(desktop.apply(actor, black_box(command), 0));
    }
}

fn prepared(name: &str, windows: usize, bytes: usize) -> (Desktop, Actor, Vec<Command>) {
    let actor = Actor::Agent("bench".to_owned());
    let mut desktop = Desktop::new(Viewport::default());
    for number in 0..windows {
        desktop.apply(&actor, &command(&[create(&format!("window-{number:05}"), false)]), 0).unwrap();
    }
    let text = json!({"type": "window.setContent", "windowId": "window-00000",
        "content": {"renderer": "text", "data": "x".repeat(bytes)}});
    desktop.apply(&actor, &command(&[text]), 0).unwrap();
    let commands = (0..TIMES).map(|round| {
        let number = if bytes > 0 { 0 } else { round.wrapping_mul(2_654_435_761) % windows };
        command(&actions(name, &format!("window-{number:05}"), round))
    });
    let commands: Vec<Command> = commands.collect();
    // Fill the undo log before anything is counted.
    warmed(&mut desktop, &actor, &commands[..200]);
    (desktop, actor, commands)
}

fn warmed(desktop: &mut Desktop, actor: &Actor, commands: &[Command]) {
    for command in commands {
        _ = desktop.apply(actor, command, 0);
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, name, windows, bytes] = arguments.as_slice()
        && flag == "--measure"
    {
        let number = |text: &str| text.parse::<usize>().unwrap_or_default();
        let (mut desktop, actor, commands) = prepared(name, number(windows), number(bytes));
        measured(&mut desktop, &actor, &commands);
        // The end of the process frees all of it.
        process::exit(0);
    }
    // `cargo test --all-targets` runs this too, unoptimised and beside others: it measures only for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let Ok(program) = std::env::current_exe() else { return ExitCode::FAILURE };
    if process::Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("growth: valgrind is needed to count instructions (apt-get install valgrind); skipped");
        return ExitCode::SUCCESS;
    }
    let mut flat = true;
    let mut row = |name: &str, what: &str, sizes: &[(usize, usize)]| {
        let costs: Vec<f64> = sizes.iter().map(|(windows, bytes)| count(&program, name, *windows, *bytes)).collect();
        let growth = costs[costs.len() - 1] / costs[0];
        println!("{what:<20}{:>10.0}{:>10.0}{:>10.0}{growth:>8.2}x", costs[0], costs[1], costs[2]);
        // A failed count proves nothing, so it fails.
        flat &= growth <= 1.3;
    };
    println!("instructions per command");
    println!("{:<20}{:>10}{:>10}{:>10}{:>9}", "windows", "10", "1,000", "10,000", "growth");
    for name in ACTIONS {
        row(name, name, &WINDOWS.map(|windows| (windows, 0)));
    }
    println!("{:<20}{:>10}{:>10}{:>10}{:>9}", "bytes of text", "1 KiB", "1 MiB", "10 MiB", "growth");
    row("append", "append", &BYTES.map(|bytes| (10, bytes)));
    if flat {
        return ExitCode::SUCCESS;
    }
    eprintln!("growth: an action costs more than 1.3 times as much on a larger desktop");
    ExitCode::FAILURE
}

/// Counts the instructions per command.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn count(program: &std::path::Path, name: &str, windows: usize, bytes: usize) -> f64 {
    let output = process::Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--collect-atstart=no",
            "--toggle-collect=*measured*",
            "--callgrind-out-file=/dev/null",
        ])
        .arg(program)
        .args(["--measure", name, &windows.to_string(), &bytes.to_string()])
        .output();
    let printed = output.map(|output| String::from_utf8_lossy(&output.stderr).into_owned()).unwrap_or_default();
    let collected = printed
        .lines()
        .find_map(|line| line.split("Collected :").nth(1))
        .and_then(|count| count.trim().parse::<u64>().ok());
    match collected {
        Some(count) if count > 0 => count as f64 / TIMES as f64,
        _ => f64::NAN,
    }
}
