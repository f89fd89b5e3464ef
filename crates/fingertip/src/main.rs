//! The binary: commands, terminal, wiring. It knows nothing about actions and asks `action`.
//!
//! Data goes to stdout, everything else to stderr. Exit codes: 0 done, 1 the task failed, 2 wrong
//! usage or bad input, 3 step or time limit, 130 interrupted.

mod arguments;
mod backend;
mod claim;
mod cli;
mod commands;
mod config;
mod hints;
mod json_lines;
mod log;
mod machine;
mod nats;
mod output;
mod phones;
mod plain_text;
mod private;
mod pruning;
mod reader;
mod scripts;
mod serving;
mod setup;
mod signals;
mod telemetry;
mod terminal;
mod tls;
mod tools;
mod web;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

fn main() -> ExitCode {
    // Before anything else: as a helper of the sandbox this process must have one thread and nothing open.
    if let Some(code) = sandbox::stage::run_stage(std::env::args_os().skip(1)) {
        return code;
    }
    let matches = cli::Cli::command().get_matches();
    hints::remember(cli::Cli::command(), &matches);
    let cli = cli::Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match cli.command.run() {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::hint(&format!("error: {}", output::whole(&error)));
            ExitCode::from(2)
        }
    }
}

/// The reader of our output closed the pipe (`fingertip parse | head`), which is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let of = |error: &std::io::Error| error.kind() == std::io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(of))
}
