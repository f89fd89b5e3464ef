//! `cargo xtask explore`: the full model check of the loop (`crates/agent/src/explore.rs`).
//!
//! Runs every sequence of four events, and the given number of seeded ones of up to thirty. `cargo xtask test` runs a
//! sample.

use std::path::Path;

use anyhow::{Result, bail};
use clap::Args;

use crate::commands::program;
use crate::run::Program;

/// The sequences to explore.
#[derive(Args, Clone, Debug)]
pub(crate) struct Explore {
    /// How many seeded sequences of up to thirty events
    #[arg(long, default_value_t = 100_000)]
    seeded: u64,
    /// The seed of the first of them
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only every n-th of the sequences of four events
    #[arg(long, default_value_t = 1)]
    step: u64,
}

/// Explores them; fails if one of them breaks a law.
pub(crate) fn explore(root: &Path, which: &Explore) -> Result<()> {
    if which.step == 0 {
        bail!("`--step 0` explores nothing; give 1 or more");
    }
    let numbers = [
        ("FINGERTIP_EXPLORE_SEEDED", which.seeded),
        ("FINGERTIP_EXPLORE_SEED", which.seed),
        ("FINGERTIP_EXPLORE_STEP", which.step),
        ("FINGERTIP_EXPLORE_PLAN_STEP", which.step),
    ];
    let test = Program::new(root, "cargo test -p agent --lib explore -- --nocapture");
    let test = numbers.iter().fold(test, |test, (name, number)| test.with_env(name, &number.to_string()));
    program(root, "the model check of the loop", test)
}
