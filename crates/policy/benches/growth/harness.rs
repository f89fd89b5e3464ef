//! Measures how the cost of readers grows with the length of their input, in instructions, which do not depend on the
//! machine's load. Shared by the `growth` benches of several crates.
//!
//! The program runs itself under `valgrind --tool=callgrind` once for every reader, counts only instructions inside
//! [`measured`], and fails if four times the text costs more than [`LIMIT`] times the instructions. Besides the shapes
//! of the bench it tries generated ones: `GROWTH_SHAPES=200 GROWTH_SEED=7 cargo bench --bench growth` tries more than
//! the default few.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark prints its table")]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A reader of outside text.
pub(crate) struct Reader {
    /// Its name in the table.
    pub(crate) name: String,
    /// Reads a text and discards the result.
    pub(crate) read: Box<dyn Fn(&str)>,
}

/// A shape of text: name, head, repeated part, tail, and the part repeated after the tail.
pub(crate) type Shape = (String, String, String, String, String);

/// The readers and inputs of a bench.
pub(crate) struct Bench {
    pub(crate) readers: Vec<Reader>,
    /// Named shapes: long model output, and inputs that were once quadratic.
    pub(crate) shapes: Vec<Shape>,
    /// The building blocks of generated shapes.
    pub(crate) fragments: &'static [&'static str],
    /// The short size in bytes; the long size is four times that.
    pub(crate) size: usize,
}

/// The allowed cost ratio for four times the text: a linear reader needs four, and growing tables and buffers a little
/// more.
const LIMIT: f64 = 4.0 * 1.3;
/// Below this count, constant costs dominate the short text.
const LEAST: u64 = 2_000;

/// The full name of [`measured`] in callgrind, whose dump option accepts no pattern.
const MEASURED: &str = "growth::harness::measured";

/// The only code that is counted.
#[inline(never)]
fn measured(reader: &Reader, text: &str) {
    (reader.read)(text);
}

fn text((_, head, body, tail, after): &Shape, size: usize) -> String {
    let times = size.saturating_sub(head.len() + tail.len()) / (body.len() + after.len()).max(1);
    format!("{head}{}{tail}{}", body.repeat(times), after.repeat(times))
}

/// Runs the bench, or a single reader if the program started itself.
pub(crate) fn run(mut bench: Bench) -> ExitCode {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (count, seed) = (number("GROWTH_SHAPES", 12), number("GROWTH_SEED", 1));
    bench.shapes.extend(generated(bench.fragments, count, seed));
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, reader] = arguments.as_slice()
        && flag == "--measure"
    {
        let Some(reader) = reader.parse().ok().and_then(|at: usize| bench.readers.get(at)) else {
            return ExitCode::FAILURE;
        };
        // One-time initialisation happens before counting.
        (reader.read)("warm");
        for shape in &bench.shapes {
            measured(reader, &text(shape, bench.size));
            measured(reader, &text(shape, 4 * bench.size));
        }
        return ExitCode::SUCCESS;
    }
    // `cargo test --all-targets` also runs this, unoptimised and next to other tests: measure only under `cargo bench`.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let Ok(program) = std::env::current_exe() else { return ExitCode::FAILURE };
    if Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("growth: valgrind is needed to count instructions (apt-get install valgrind); skipped");
        return ExitCode::SUCCESS;
    }
    report(&bench, &program)
}

fn report(bench: &Bench, program: &Path) -> ExitCode {
    let (short, long) = (bench.size, 4 * bench.size);
    println!("instructions for {long} bytes over those for {short}; the worst shape of each reader");
    println!("{:<16}{:>10}{:>9}  shape", "reader", "a byte", "growth");
    let mut worse = Vec::new();
    for (at, reader) in bench.readers.iter().enumerate() {
        let counts = counts(program, at, 2 * bench.shapes.len());
        if counts.len() != 2 * bench.shapes.len() {
            eprintln!("growth: {} was counted {} times, not {}", reader.name, counts.len(), 2 * bench.shapes.len());
            return ExitCode::FAILURE;
        }
        let mut growths: Vec<(f64, u64, &Shape)> = Vec::new();
        for (pair, shape) in counts.chunks(2).zip(&bench.shapes) {
            #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
            let growth = pair[1] as f64 / pair[0].max(LEAST) as f64;
            growths.push((growth, pair[1], shape));
        }
        growths.sort_by(|one, other| other.0.total_cmp(&one.0));
        if let Some((growth, cost, shape)) = growths.first() {
            println!("{:<16}{:>10}{growth:>8.2}x  {}", reader.name, cost / long as u64, shape.0);
        }
        worse.extend(growths.into_iter().filter(|(growth, ..)| *growth > LIMIT).map(|found| (&reader.name, found)));
    }
    for (reader, (growth, _, (name, head, body, tail, after))) in &worse {
        eprintln!("growth: {reader}: {growth:.2}x for {name}: {head:?} {body:?}… {tail:?} {after:?}…");
    }
    if worse.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the instructions of every call of [`measured`], in order.
fn counts(program: &Path, reader: usize, calls: usize) -> Vec<u64> {
    let folder = std::env::temp_dir().join(format!("growth-{}-{reader}", std::process::id()));
    if std::fs::create_dir_all(&folder).is_err() {
        return Vec::new();
    }
    let out = folder.join("out");
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no"])
        .args([format!("--toggle-collect={MEASURED}"), format!("--dump-after={MEASURED}")])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .args(["--measure", &reader.to_string()])
        .output();
    let counts = match run {
        Ok(run) if run.status.success() => {
            (1..=calls).map_while(|call| total(&PathBuf::from(format!("{}.{call}", out.display())))).collect()
        }
        _ => Vec::new(),
    };
    _ = std::fs::remove_dir_all(&folder);
    counts
}

/// Returns the instruction count of a callgrind dump.
fn total(dump: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(dump).ok()?;
    let line = text.lines().rev().find_map(|line| line.strip_prefix("totals: "))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Generates shapes from fragments: the repeated part is a few of them in a row, sometimes with similar text before it,
/// behind it, or equally often on both sides (opening and closing).
fn generated(fragments: &[&str], count: u64, seed: u64) -> Vec<Shape> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut below = |n: usize| {
        // xorshift64: the same shapes on every machine.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap_or_default() % n.max(1)
    };
    let mut shapes = Vec::new();
    for number in 0..count {
        let mut some = |least: usize, most: usize| -> String {
            let many = least + below(most - least + 1);
            (0..many).map(|_| fragments[below(fragments.len())]).collect()
        };
        let (head, body, tail, after) = (some(0, 2), some(1, 4), some(0, 1), some(0, 2));
        let after = if number % 3 == 0 { after } else { String::new() };
        shapes.push((format!("generated {seed}.{number}"), head, body, tail, after));
    }
    shapes
}
