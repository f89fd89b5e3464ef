//! `cargo xtask chaos`: many seeded runs of the whole system while everything breaks (`crates/fingertip/tests/chaos`).
//!
//! `cargo xtask test` runs a sample. A run is a number; a failed run prints the command that repeats it.

use std::path::Path;

use anyhow::{Result, bail};
use clap::Args;

use crate::commands::program;
use crate::run::Program;

/// The runs to do.
#[derive(Args, Clone, Debug)]
pub(crate) struct Chaos {
    /// How many runs to do
    #[arg(long, default_value_t = 100)]
    runs: u64,
    /// The seed of the scenarios; another seed makes other scenarios
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first run
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Repeat one run, and show everything that happens in it
    #[arg(long, value_name = "RUN", conflicts_with_all = ["runs", "from"])]
    only: Option<u64>,
    /// How many runs at once, each with its own phone and disk
    #[arg(long, default_value_t = 2)]
    jobs: u64,
}

/// Runs them; fails if one of them has a finding.
pub(crate) fn chaos(root: &Path, which: &Chaos) -> Result<()> {
    if which.runs == 0 || which.jobs == 0 {
        bail!("`0` runs or jobs find nothing; give 1 or more");
    }
    if !Program::new(root, "faketime --version").succeeds() {
        bail!("`faketime` is missing, so the computer's clock cannot jump: `apt-get install faketime`");
    }
    program(root, &title(which), runs(root, which))
}

fn title(which: &Chaos) -> String {
    match which.only {
        Some(run) => format!("chaos, seed {}, run {run}", which.seed),
        None => format!("chaos, seed {}, {} runs from {}", which.seed, which.runs, which.from),
    }
}

fn runs(root: &Path, which: &Chaos) -> Program {
    let (from, runs) = which.only.map_or((which.from, which.runs), |run| (run, 1));
    let test = "cargo test -p fingertip --test chaos nothing_hangs -- --nocapture";
    let numbers = [
        ("FINGERTIP_CHAOS_RUNS", runs),
        ("FINGERTIP_CHAOS_SEED", which.seed),
        ("FINGERTIP_CHAOS_FROM", from),
        ("FINGERTIP_CHAOS_JOBS", which.jobs),
    ];
    numbers.iter().fold(Program::new(root, test), |test, (name, number)| test.with_env(name, &number.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_reach_the_test_and_one_run_is_one_run() {
        let root = Path::new("/repo");
        let test = "cargo test -p fingertip --test chaos nothing_hangs -- --nocapture";
        let mut which = Chaos { runs: 2000, seed: 3, from: 40, only: None, jobs: 2 };
        let shown = |which: &Chaos| runs(root, which).shown(root);
        let numbers = |runs: u64, from: u64| {
            format!(
                "FINGERTIP_CHAOS_RUNS={runs} FINGERTIP_CHAOS_SEED=3 FINGERTIP_CHAOS_FROM={from} FINGERTIP_CHAOS_JOBS=2 {test}"
            )
        };
        assert_eq!(shown(&which), numbers(2000, 40));
        which.only = Some(7);
        assert_eq!(shown(&which), numbers(1, 7));
        assert_eq!(title(&which), "chaos, seed 3, run 7");
    }
}
