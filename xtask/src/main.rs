//! What builders of Fingertip run: `cargo xtask test`, `codegen`, `tidy` and the rest.
//!
//! `test` is the whole of what must pass before anything lands; the others are its parts, and what is
//! too long for it. Nothing here is shipped.

#![expect(clippy::print_stdout, reason = "a command-line tool for builders talks on stdout")]

mod audit;
mod budget;
mod chaos;
mod clients;
mod codegen;
mod commands;
mod explore;
mod fast;
mod fuzz;
mod installed;
mod models;
mod needs;
mod own_root;
mod properties;
mod run;
mod soak;
mod tidy;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

/// What builders of Fingertip run.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  cargo xtask test                     everything that must pass before a change lands
  cargo xtask test --fast              only what your uncommitted changes can affect
  cargo xtask test --fast --since main the same for everything since `main`
  cargo xtask budget                   what a build from nothing costs, beside what it may
  cargo xtask codegen                  rewrite the generated files after changing a type in crates/action
  cargo xtask codegen --check          only say which of them are stale
  cargo xtask fuzz --seconds 10 json   feed one fuzz target for ten seconds
  cargo xtask bench page               what the page costs in a real browser, beside its targets
  cargo xtask bench mcp                what an agent's session costs us, and a look its model
  cargo xtask androidworld             that benchmark's tasks on the simulated phone, and how long they take
  cargo xtask androidworld Recipe      those whose name has it, proven and not measured
  cargo xtask explore                  every short sequence of events in the loop, and 100,000 long ones
  cargo xtask chaos --runs 2000        everything breaks at once, from a seed; a run is repeated by its number
  cargo xtask chaos --only 116         one of those runs again, with everything that happens in it
  cargo xtask properties --seed 7      the property tests with this seed, as a failure of `test` names it
  cargo xtask audit                    known security problems of crates and packages; needs the network
  cargo xtask soak --minutes 480       everything that is long, for a night
  cargo xtask soak --only fleet        500 tasks of a fleet that is killed all the time, over and over
  cargo xtask soak --only attacks      attacks on the gate, for an hour";

#[derive(Subcommand)]
enum Command {
    /// Install what is missing, then check format, lints, tests, tidiness and the page
    Test {
        /// Check only what a change can affect, by the graph of the crates; installs nothing
        #[arg(long)]
        fast: bool,
        /// What the change is compared with
        #[arg(long, value_name = "COMMIT", default_value = "HEAD", requires = "fast")]
        since: String,
    },
    /// Build from nothing, print CPU seconds, size and test time, and fail if one is over its budget
    Budget {
        /// The CPU seconds that a build may take on this machine
        #[arg(long)]
        cpu_seconds: Option<f64>,
    },
    /// Install what the other commands need and is missing
    Setup,
    /// Write the schemas, the page's types and guards, and the reference tables from the Rust types
    Codegen {
        /// Write nothing; list what is stale, missing or orphaned, and fail if anything is
        #[arg(long)]
        check: bool,
    },
    /// Check what no compiler checks: imports between crates, dependencies, file sizes, headers, generated files, conformance
    Tidy,
    /// Run the property tests with a fresh seed, which is printed
    Properties {
        /// This seed instead
        #[arg(long)]
        seed: Option<u32>,
    },
    /// Check crates and packages against the advisories of RustSec and npm; fails where those cannot be reached
    Audit,
    /// Run the fuzz targets
    Fuzz {
        /// How long each target runs
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// One target instead of all
        target: Option<String>,
    },
    /// Run the whole system while everything around it breaks: cable, adb server, model, tools, people, disk, clocks,
    /// kill -9
    Chaos(chaos::Chaos),
    /// Drive the real loop through every short sequence of events, and many long ones
    Explore(explore::Explore),
    /// Run everything that is long, over and over: all tests, the page in a browser, attacks on the gate, every fuzz
    /// target
    Soak {
        /// When no further part is begun
        #[arg(long, default_value_t = 60)]
        minutes: u64,
        /// What the first round's random tests and fuzzers begin with; each further round adds one
        #[arg(long, default_value_t = 1)]
        seed: u32,
        /// Only the parts with this in their title, as in `attacks` or `fuzz json`
        #[arg(long)]
        only: Option<String>,
    },
    /// Prove AndroidWorld's tasks on the simulated phone: set up, scored untouched, done at the screen, scored; then
    /// measure them
    Androidworld {
        /// Only the tasks whose name has this; nothing is measured then
        name: Option<String>,
    },
    /// Run the benchmarks
    Bench {
        /// Handed on to `cargo bench`; `page` runs the page's own benchmark in a browser instead, `mcp` what an
        /// agent's session costs
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    let again = match command {
        Command::Test { .. }
        | Command::Setup
        | Command::Properties { .. }
        | Command::Chaos(_)
        | Command::Soak { .. } => own_root::run_again(),
        _ => Ok(None),
    };
    match again.and_then(|again| again.map_or_else(|| dispatch(command).map(|()| ExitCode::SUCCESS), Ok)) {
        Ok(code) => code,
        Err(error) => {
            println!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: Command) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask stands in the workspace")?;
    match command {
        Command::Test { fast: false, .. } => commands::test(root),
        Command::Test { fast: true, since } => fast::fast(root, &since),
        Command::Budget { cpu_seconds } => budget::budget(root, cpu_seconds),
        Command::Setup => commands::setup(root),
        Command::Codegen { check } => commands::codegen(root, check),
        Command::Tidy => commands::tidy(root),
        Command::Properties { seed } => properties::properties(root, seed),
        Command::Audit => audit::audit(root),
        Command::Fuzz { seconds, target } => fuzz::fuzz(root, seconds, target.as_deref()),
        Command::Chaos(which) => chaos::chaos(root, &which),
        Command::Explore(which) => explore::explore(root, &which),
        Command::Soak { minutes, seed, only } => soak::soak(root, minutes, seed, only.as_deref()),
        Command::Androidworld { name } => commands::androidworld(root, name.as_deref()),
        Command::Bench { arguments } => commands::bench(root, &arguments),
    }
}
