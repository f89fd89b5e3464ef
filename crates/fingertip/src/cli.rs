//! The command line: every command, its options and its help.

use std::process::ExitCode;

use anyhow::Result;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{CommandFactory, Parser, Subcommand};

use crate::commands::macros;
use crate::commands::{
    act, bench, config, desktop, devices, eval, fleet, look, mcp, normalize, parse, plan, run, schema, serve, sim,
};
use crate::commands::{completions, doctor, permissions, submit, task, tools, trajectory, worker};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// A runtime that lets AI agents act for people, on Android phones and on a desktop in the browser.
#[derive(Parser)]
#[command(name = "fingertip", version, styles = STYLES, arg_required_else_help = true, after_help = "\
Data goes to stdout, everything else to stderr.
Exit codes: 0 done, 1 the task failed, 2 wrong usage or bad input, 3 a step or time limit was reached, 130 interrupted.

Examples:
  fingertip serve                       # the desktop: open the address it prints
  fingertip run 'text Sam' --device sim --model http://127.0.0.1:8080/v1
  fingertip sim                         # a simulated phone: adb connect 127.0.0.1:5555
  fingertip tree --device sim           # the elements on the built-in phone's screen
  echo '{\"dialect\":\"autoglm\",\"raw\":\"do(action=\\\"Back\\\")\"}' | fingertip parse
  fingertip schema agent-action")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(serve::Serve),
    Run(run::Run),
    Task(task::TaskCommand),
    Macro(macros::MacroCommand),
    Trajectory(trajectory::Trajectory),
    Permissions(permissions::PermissionsCommand),
    Mcp(mcp::McpCommand),
    Tools(tools::ToolsCommand),
    Doctor(doctor::Doctor),
    Sim(sim::Sim),
    Devices(devices::Devices),
    Screenshot(look::Screenshot),
    Tree(look::PrintTree),
    Act(act::Act),
    Bench(bench::Bench),
    Plan(plan::Plan),
    Eval(eval::Eval),
    Parse(parse::Parse),
    Normalize(normalize::Normalize),
    Desktop(desktop::Desktop),
    Schema(schema::Schema),
    Config(config::ConfigCommand),
    Worker(worker::Worker),
    Submit(submit::Submit),
    Fleet(fleet::FleetCommand),
    Completions(completions::Completions),
}

impl Command {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self {
            Self::Plan(plan) => plan.run(),
            Self::Parse(parse) => parse.run(),
            Self::Normalize(normalize) => normalize.run(),
            Self::Desktop(desktop) => desktop.run(),
            Self::Schema(schema) => schema.run(),
            Self::Config(config) => config.run(),
            Self::Completions(completions) => completions.run(Cli::command()),
            Self::Trajectory(trajectory) => trajectory.run(),
            Self::Run(run) => wait_for(run.run()),
            Self::Task(task) => wait_for(task.run()),
            Self::Macro(one) => wait_for(one.run()),
            Self::Permissions(permissions) => wait_for(permissions.run()),
            Self::Mcp(mcp) => wait_for(mcp.run()),
            Self::Tools(tools) => wait_for(tools.run()),
            Self::Doctor(doctor) => wait_for(doctor.run()),
            Self::Serve(serve) => wait_for(serve.run()),
            Self::Sim(sim) => wait_for(sim.run()),
            Self::Devices(devices) => wait_for(devices.run()),
            Self::Screenshot(screenshot) => wait_for(screenshot.run()),
            Self::Tree(tree) => wait_for(tree.run()),
            Self::Act(act) => wait_for(act.run()),
            Self::Bench(bench) => wait_for(bench.run()),
            Self::Eval(eval) => wait_for(eval.run()),
            Self::Worker(worker) => wait_for(worker.run()),
            Self::Submit(submit) => wait_for(submit.run()),
            Self::Fleet(fleet) => wait_for(fleet.run()),
        }
    }
}

/// Starts an async runtime and runs the command in it. Commands that need no I/O skip this.
fn wait_for(command: impl Future<Output = Result<ExitCode>>) -> Result<ExitCode> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(command)
}
