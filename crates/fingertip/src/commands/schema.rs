//! `fingertip schema`: prints the JSON Schemas of all wire types, generated from the types.

use std::process::ExitCode;

use action::schema::{self, Named};
use anyhow::{Result, bail};
use clap::Args;
use serde_json::json;

use crate::output;

/// Print a JSON Schema, or the list of them
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip schema
  fingertip schema agent-action > agent-action.json")]
pub(crate) struct Schema {
    /// The schema's name; lists the names if absent
    name: Option<String>,
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

impl Schema {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.name {
            Some(name) => match named().find(|named| named.name == name) {
                Some(named) => output::json(&(named.schema)())?,
                None => bail!("there is no schema `{name}`; choose one of: {}", names().join(", ")),
            },
            None if self.json => {
                let list: Vec<_> = named().map(|named| json!({"name": named.name, "about": named.about})).collect();
                output::json(&list)?;
            }
            None => {
                for named in named() {
                    output::line(format_args!("{:<22} {}", named.name, named.about))?;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The schemas of the vocabulary and of the desktop's wire.
fn named() -> impl Iterator<Item = &'static Named> {
    schema::named().iter().chain(policy::named()).chain(desktop::wire::named())
}

fn names() -> Vec<&'static str> {
    named().map(|named| named.name).collect()
}
