//! The development tasks of Fingertip: `cargo xtask test`, `codegen`, `tidy` and the rest.
//!
//! `test` runs everything that must pass before a change lands; the others are its parts, and tasks that take too long
//! for it. Nothing here is shipped.

#![expect(clippy::print_stdout, reason = "a command-line tool for developers prints on stdout")]

mod audit;
mod budget;
mod chaos;
mod clients;
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
mod slowest;
mod soak;
mod tidy;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

/// The development tasks of Fingertip.
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
  cargo xtask budget                   what a build from scratch costs, compared with its budget
  cargo xtask codegen                  rewrite the generated files after changing a type that has a schema
  cargo xtask codegen --check          only report which of them are stale
  cargo xtask fuzz --seconds 10 json   run one fuzz target for ten seconds
  cargo xtask bench page               what the page costs in a real browser, compared with its targets
  cargo xtask bench mcp                what an agent's session costs us, and a look costs its model
  cargo xtask androidworld             that benchmark's tasks on the simulated phone, what becomes of their goals
                                       without a model, and how long they take
  cargo xtask androidworld Recipe      only tasks whose name contains this, proven but not measured
  cargo xtask explore                  every short sequence of events in the loop, and 100,000 long ones
  cargo xtask chaos --runs 2000        everything breaks at once, from a seed; its number repeats a run
  cargo xtask chaos --only 116         one of those runs again, with everything that happens in it
  cargo xtask properties --seed 7      the property tests with the seed that a failure printed
  cargo xtask audit                    known security problems of crates and packages; needs the network
  cargo xtask soak --minutes 480       all long tests, for a night
  cargo xtask soak --only fleet        500 tasks of a fleet that keeps being killed, repeatedly
  cargo xtask soak --only attacks      attacks on the gate, for an hour";

#[derive(Subcommand)]
enum Command {
    /// Install missing tools, then check format, lints, tests, tidiness and the page
    Test {
        /// Check only what a change can affect, by the graph of the crates; installs nothing
        #[arg(long)]
        fast: bool,
        /// The revision to compare with
        #[arg(long, value_name = "COMMIT", default_value = "HEAD", requires = "fast")]
        since: String,
    },
    /// Build from scratch, print CPU seconds, size and test time, and fail if one is over its budget
    Budget {
        /// The CPU seconds that a build may take on this machine
        #[arg(long)]
        cpu_seconds: Option<f64>,
    },
    /// Install missing tools for the other commands
    Setup,
    /// Write the schemas, the page's types and guards, and the reference tables from the Rust types
    Codegen {
        /// Write nothing; list stale, missing and orphaned files, and fail if there are any
        #[arg(long)]
        check: bool,
    },
    /// Check what no compiler does: imports between crates and files, dependencies, file sizes, headers, conformance
    Tidy,
    /// Run the property tests with a fresh seed, which is printed
    Properties {
        /// Use this seed instead
        #[arg(long)]
        seed: Option<u32>,
    },
    /// Check crates and packages against the advisories of RustSec and npm; fails if those are unreachable
    Audit,
    /// Run the fuzz targets
    Fuzz {
        /// How many seconds to run each target
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
    /// Repeat all long tests: all crates, the page in a browser, attacks on the gate, every fuzz target
    Soak {
        /// Start no further part after this many minutes
        #[arg(long, default_value_t = 60)]
        minutes: u64,
        /// The seed of the first round's random tests and fuzzers; each further round adds one
        #[arg(long, default_value_t = 1)]
        seed: u32,
        /// Only the parts whose title contains this, as in `attacks` or `fuzz json`
        #[arg(long)]
        only: Option<String>,
    },
    /// Prove AndroidWorld's tasks on the simulated phone: set up, scored untouched, done on the screen, scored; then
    /// measure them
    Androidworld {
        /// Only the tasks whose name contains this; without a measurement
        name: Option<String>,
    },
    /// Run the benchmarks
    Bench {
        /// Passed on to `cargo bench`; `page` runs the page's own benchmark in a browser instead, `mcp` measures what
        /// an agent's session costs
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask must be in the workspace")?;
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
