//! `fingertip task export`: makes something else of a run.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agent::record::{embedded_trajectory, read_prompt, screenshot_file};
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use history::{Run, animation, maestro, script, trace, training};

use super::find;
use crate::backend::task_folder;
use crate::output;
use crate::phones::PhoneOptions;

/// Export a task: as JSON with pictures, an animation, a script, a Maestro flow, a trace, or training data
#[derive(Args)]
#[command(after_help = "\
json       the trajectory, with its pictures embedded as base64
gif        an animation of the screens, with the touches drawn
script     a shell script of `fingertip act` lines
maestro    a Maestro flow, of the actions that Maestro has
otlp       an OpenTelemetry trace, as the body of a request to /v1/traces
training   conversations with pictures, one JSON object for each step

What the record hides stays hidden: an action that typed a secret is left to be filled in.

Examples:
  fingertip task export last --as gif --output run.gif
  fingertip task export last --as maestro > flow.yaml
  fingertip task export last --as script | sh -s -- --device sim")]
pub(super) struct Export {
    /// The task's id, its beginning, or `last`
    id: String,
    /// The form
    #[arg(long = "as", value_name = "FORM")]
    form: Form,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    Json,
    Gif,
    Script,
    Maestro,
    Otlp,
    Training,
}

impl Export {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let data = which.data()?;
        let folder = task_folder(&data, &find(&data, &self.id)?)?;
        if self.form == Form::Gif && self.output.is_none() && std::io::stdout().is_terminal() {
            bail!("an animation is no text; name a file with `--output FILE`, or redirect standard output");
        }
        let form = self.form;
        let bytes = tokio::task::spawn_blocking(move || made(form, &folder)).await??;
        match &self.output {
            None => output::bytes(&bytes)?,
            Some(file) if !output::file(file, bytes).await? => return Ok(ExitCode::from(130)),
            Some(_) => {}
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn made(form: Form, folder: &Path) -> Result<Vec<u8>> {
    let picture = |number: u64| std::fs::read(screenshot_file(folder, number));
    let run = || Run::read(folder);
    let mut bytes = Vec::new();
    match form {
        Form::Json => bytes = embedded_trajectory(folder)?,
        Form::Gif => animation(&run()?, &picture, &mut bytes)?,
        Form::Script => bytes = script(&run()?).into_bytes(),
        Form::Maestro => bytes = maestro(&run()?).into_bytes(),
        Form::Otlp => bytes = serde_json::to_vec(&trace(&run()?, env!("CARGO_PKG_VERSION"), true))?,
        Form::Training => {
            let prompt = |number: u64| read_prompt(folder, number);
            training(&run()?, &prompt, &picture, &mut |line| {
                bytes.extend_from_slice(line.as_bytes());
                bytes.push(b'\n');
                Ok(())
            })?;
        }
    }
    Ok(bytes)
}
