//! `fingertip task report`: writes the report of a run as one HTML file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use report::{Made, Options, ReportError, Source, Template};
use task::State;

use super::find;
use crate::backend::{Backend, task_folder};
use crate::output;
use crate::phones::PhoneOptions;

/// Write a report of a task: one HTML file that works without a network
#[derive(Args)]
#[command(after_help = "\
Works for any task with a record: finished, failed, killed, or still running. Secrets stay covered as in the record.

Examples:
  fingertip task report last
  fingertip task report 20260729T141502123Z-4k9dz2m7 --full --output run.html")]
pub(super) struct Report {
    /// The task's id, its beginning, or `last`
    id: String,
    /// The file to write; `-` for standard output [default: `report-ID.html` here]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Keep pictures and texts as they are, however large
    #[arg(long)]
    full: bool,
}

impl Report {
    /// Makes the report, also of a task that still runs.
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let data = which.data()?;
        let id = find(&data, &self.id)?;
        let source = source(which, &data, &id).await?;
        let path = self.output.unwrap_or_else(|| PathBuf::from(format!("report-{id}.html")));
        make(&path, self.full, move |template, options, html| report::write(&source, template, options, html)).await
    }
}

/// The record of a task, also of one that still runs.
pub(super) async fn source(which: &PhoneOptions, data: &Path, id: &str) -> Result<Source> {
    Ok(Source { folder: task_folder(data, id)?, running: is_running(which, id).await })
}

/// Makes a report on a thread that may wait for the disk, and writes it to a file or to standard output.
pub(super) async fn make(
    path: &Path,
    full: bool,
    write: impl FnOnce(&Template, &Options, &mut Vec<u8>) -> Result<Made, ReportError> + Send + 'static,
) -> Result<ExitCode> {
    let page = server::report_page().await.ok_or(ReportError::Template)?;
    let template = Template::new(&page)?;
    let options = Options {
        full,
        program: concat!("fingertip ", env!("CARGO_PKG_VERSION")).to_owned(),
        now: jiff::Timestamp::now().as_millisecond(),
    };
    let made = tokio::task::spawn_blocking(move || {
        let mut html = Vec::new();
        write(&template, &options, &mut html).map(|made| (html, made))
    });
    let (html, made) = made.await.context("the report was not made")??;
    if path == Path::new("-") {
        output::bytes(&html)?;
        return Ok(ExitCode::SUCCESS);
    }
    if !output::file(path, html).await? {
        return Ok(ExitCode::from(130));
    }
    output::line(path.display())?;
    output::hint(&words(&made));
    Ok(ExitCode::SUCCESS)
}

/// Whether the task runs now. A record that cannot be read has no running task.
async fn is_running(which: &PhoneOptions, id: &str) -> bool {
    let Ok(backend) = Backend::look(which).await else { return false };
    backend.show(id).await.is_ok_and(|view| matches!(view.state, State::Running | State::Paused))
}

/// Says what was made: its size for each step, and what is missing.
fn words(made: &Made) -> String {
    let page = u64::try_from(made.page).unwrap_or_default();
    let steps = u64::try_from(made.steps).unwrap_or_default().max(1);
    let each = made.bytes.saturating_sub(page) / steps / 1000;
    let mut text = format!(
        "{} steps with {} pictures: {} kB, of which the page is {} kB and each step {each} kB",
        made.steps,
        made.pictures,
        made.bytes.div_ceil(1000),
        page.div_ceil(1000)
    );
    for missing in &made.missing {
        text.push('\n');
        text.push_str(missing);
    }
    text
}
