//! How the cost of reading grows with the length of a reply, in instructions, which do not depend on
//! what else the machine does.
//!
//! The program runs itself under `valgrind --tool=callgrind` once for every shape and size, counts only
//! what happens inside [`measured`], and fails when a byte of a long reply costs more than half as much
//! again as a byte of a short one: then something is not linear.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark prints its table")]

use std::hint::black_box;
use std::process::{Command, ExitCode};

use action::dialect::{self, DialectName, Scene, Size};

/// Shapes of replies: what models say at length, and what somebody hostile would make them say.
const SHAPES: &[(&str, &str, &str, &str)] = &[
    ("long thought", "Thought: ", "I look at the list and go on. ", "\nAction: click(start_box='(1,2)')"),
    ("long text", "do(action=\"Type\", text=\"", "It's a \\\"long\\\" text, with quotes. ", "\")"),
    ("long JSON text", "{\"thought\":\"t\",\"action\":{\"type\":\"type\",\"text\":\"", "line\\n\\u4f60 ", "\"}}"),
    ("inner quotes", "finish(message=\"", "a \"b\" c ", "\")"),
    ("thinking tags", "", "<think>a", "</think>do(action=\"Back\")"),
    ("open tags", "", "<tool_call>", "{\"action\":\"home\"}"),
    ("open brackets", "{\"action\":", "[", ""),
    ("open calls", "", "do(", ""),
    ("markers", "", "Action: x ", "Action: wait()"),
    ("objects in prose", "", "{x} ", "{\"action\":\"home\"}"),
    ("calls without end", "<function_calls>", "<invoke name=\"click\"><parameter name=\"index\">1", ""),
];

const SIZES: &[usize] = &[4 << 10, 32 << 10, 256 << 10];

const SCENE: Scene<'static> = Scene { screen: Some(Size { w: 1080, h: 2400 }), image: None, elements: &[], tools: &[] };

/// Reads a reply in every dialect. The only code that is counted.
#[inline(never)]
fn measured(reply: &str) {
    for name in DialectName::all().chain([DialectName::AUTO]) {
        _ = black_box(dialect::read(name, black_box(reply), &SCENE));
    }
}

fn reply(shape: usize, size: usize) -> String {
    let (_, head, body, tail) = SHAPES[shape];
    let times = size.saturating_sub(head.len() + tail.len()) / body.len();
    format!("{head}{}{tail}", body.repeat(times))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, shape, size] = arguments.as_slice()
        && flag == "--measure"
    {
        let number = |text: &str| text.parse::<usize>().unwrap_or_default();
        measured(&reply(number(shape), number(size)));
        return ExitCode::SUCCESS;
    }
    // `cargo test --all-targets` runs this too, unoptimised and beside others: it measures only for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let Ok(program) = std::env::current_exe() else { return ExitCode::FAILURE };
    if Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("growth: valgrind is needed to count instructions (apt-get install valgrind); skipped");
        return ExitCode::SUCCESS;
    }
    println!("instructions a byte, all dialects together");
    println!("{:<20}{:>10}{:>10}{:>10}{:>9}", "reply", "4 KiB", "32 KiB", "256 KiB", "growth");
    let mut linear = true;
    for (shape, (name, ..)) in SHAPES.iter().enumerate() {
        let costs: Vec<f64> = SIZES.iter().map(|size| count(&program, shape, *size)).collect();
        let growth = costs[costs.len() - 1] / costs[0];
        println!("{name:<20}{:>10.1}{:>10.1}{:>10.1}{growth:>8.2}x", costs[0], costs[1], costs[2]);
        linear &= growth <= 1.5;
    }
    if linear {
        return ExitCode::SUCCESS;
    }
    eprintln!("growth: a byte of a long reply costs more than 1.5 times a byte of a short one");
    ExitCode::FAILURE
}

/// Instructions a byte.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn count(program: &std::path::Path, shape: usize, size: usize) -> f64 {
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--collect-atstart=no",
            "--toggle-collect=*measured*",
            "--callgrind-out-file=/dev/null",
        ])
        .arg(program)
        .args(["--measure", &shape.to_string(), &size.to_string()])
        .output();
    let printed = output.map(|output| String::from_utf8_lossy(&output.stderr).into_owned()).unwrap_or_default();
    let collected = printed
        .lines()
        .find_map(|line| line.split("Collected :").nth(1))
        .and_then(|count| count.trim().parse::<u64>().ok());
    match collected {
        Some(count) => count as f64 / reply(shape, size).len() as f64,
        None => f64::NAN,
    }
}
