//! `fingertip macro list`: the macros of the data folder.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use macros::Folder;
use serde_json::{Value, json};

use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::plain;

/// List all macros
#[derive(Args)]
#[command(after_help = "\
A macro with a mistake is listed with its first problem.

Examples:
  fingertip macro list
  fingertip macro list --json | jq '.[].name'")]
pub(super) struct List {
    /// Print the macros as JSON
    #[arg(long)]
    json: bool,
}

impl List {
    pub(super) fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let folder = Folder::of(&which.data()?);
        let names = folder.names()?;
        let all: Vec<Value> = names.iter().map(|name| row(&folder, name)).collect();
        if self.json {
            output::json(&all)?;
            return Ok(ExitCode::SUCCESS);
        }
        for one in &all {
            let told = ["error", "about", "goal"].into_iter().find_map(|field| one[field].as_str());
            let name = one["name"].as_str().unwrap_or_default();
            output::line(format!("{name:<24} {}", plain(told.unwrap_or_default(), 100)))?;
        }
        if all.is_empty() {
            output::hint("there are no macros yet; `fingertip macro from last --name NAME` makes one of the last task");
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn row(folder: &Folder, name: &str) -> Value {
    match folder.load(name) {
        Ok(one) => {
            let about = Some(&one.about).filter(|about| !about.is_empty());
            json!({"name": name, "about": about, "goal": one.goal, "parameters": one.parameters, "steps": one.steps.len()})
        }
        Err(error) => json!({"name": name, "error": error.to_string().lines().next()}),
    }
}
