//! Fuzzing: every parser against hostile bytes, starting from real input.
//!
//! Needs the nightly toolchain, and so is no part of `cargo xtask test`. A finding becomes a row in a test.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::commands::program;
use crate::needs;
use crate::run::Program;

/// Runs one fuzz target or all, each for this long.
pub(crate) fn fuzz(root: &Path, seconds: u64, target: Option<&str>) -> Result<()> {
    let mut names = targets(root)?;
    if let Some(target) = target {
        if !names.iter().any(|name| name == target) {
            bail!("there is no fuzz target `{target}`; choose one of {}", names.join(", "));
        }
        names.retain(|name| name == target);
    }
    prepare(root)?;
    for name in names {
        program(root, &format!("fuzz {name}"), run(root, &name, seconds, None))?;
    }
    Ok(())
}

/// The names of all targets.
pub(crate) fn targets(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("fuzz/fuzz_targets");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .with_context(|| format!("cannot read the fuzz targets in `{}`", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort_unstable();
    Ok(names)
}

/// Installs the tools for fuzzing, and fills the corpora.
pub(crate) fn prepare(root: &Path) -> Result<()> {
    needs::setup(root, needs::FOR_FUZZING)?;
    sow(root)
}

/// Returns one target's run; without a seed the fuzzer chooses one and prints it.
pub(crate) fn run(root: &Path, name: &str, seconds: u64, seed: Option<u32>) -> Program {
    Program::new(root, "cargo +nightly fuzz run")
        .with([name, "--", &format!("-max_total_time={seconds}")])
        .with(seed.map(|seed| format!("-seed={seed}")))
}

/// The seeds of the corpora: which target, which scenarios, which field of each line.
const SEEDS: &[(&str, &str, &str)] = &[
    ("dialects", "scenarios/dialects.jsonl", "raw"),
    ("json", "scenarios/normalize.jsonl", "in"),
    ("normalize", "scenarios/normalize.jsonl", "in"),
    ("normalize", "scenarios/guards.jsonl", "value"),
    ("os_action", "scenarios/guards.jsonl", "value"),
    ("action_plan", "scenarios/guards.jsonl", "value"),
];

/// Copies the scenarios into the corpora, so that the fuzzers start from realistic input.
fn sow(root: &Path) -> Result<()> {
    for (target, file, field) in SEEDS {
        let corpus = root.join("fuzz/corpus").join(target);
        fs::create_dir_all(&corpus).with_context(|| format!("cannot make `{}`", corpus.display()))?;
        let scenarios = fs::read_to_string(root.join(file)).with_context(|| format!("cannot read `{file}`"))?;
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        for (index, line) in scenarios.lines().enumerate() {
            // A few lines contain numbers that serde_json cannot represent; the others are enough to start with.
            let Ok(row) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            let seed = row[field].as_str().map_or_else(|| row[field].to_string(), str::to_owned);
            let path = corpus.join(format!("{stem}-{index}"));
            fs::write(&path, seed).with_context(|| format!("cannot write `{}`", path.display()))?;
        }
    }
    Ok(())
}
