//! The binary: commands, the terminal, wiring. What it knows about actions it asks of `action`.
//!
//! Data goes to stdout, everything else to stderr. Exit codes: 0 done, 1 the task failed, 2 wrong
//! usage or bad input, 3 step or time limit, 130 interrupted.

mod arguments;
mod cli;
mod commands;
mod config;
mod lines;
mod output;
mod phones;
mod signals;
mod terminal;
mod way;
mod web;
mod world;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::Cli::parse().command.run() {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            #[expect(clippy::print_stderr, reason = "the last word of a command that failed")]
            {
                eprintln!("error: {}", told(&error));
            }
            ExitCode::from(2)
        }
    }
}

/// What went wrong and why. Some errors say their cause themselves: it is not said twice.
fn told(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string).filter(|cause| !cause.is_empty()) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Whoever read our output has had enough (`fingertip parse | head`): not an error of ours.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let of = |error: &std::io::Error| error.kind() == std::io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(of))
}
