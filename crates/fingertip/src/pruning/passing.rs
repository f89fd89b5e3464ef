//! Deletes old runs at the end of a command that ran a task: commands are short, so one of them announces, and a later
//! one deletes what was announced. Nothing goes before a person had time to read of it.

use std::sync::Arc;

use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use task::Service;
use task::folder::{Paths, read_versioned, write_private};
use task::retention::{PruneReport, Retention};

use super::BEFORE;
use crate::hints;

/// The version of the file.
const VERSION: u64 = 1;

/// What was announced, and when.
#[derive(Debug, Serialize, Deserialize)]
struct Announced {
    version: u64,
    at: Timestamp,
    report: PruneReport,
}

/// Deletes what was announced long enough ago, and announces what is over a limit by now. Returns what to tell the
/// person.
pub(crate) async fn prune_in_passing(
    tasks: &Arc<Service>,
    places: &Paths,
    rules: Retention,
    now: Timestamp,
) -> Result<Vec<String>> {
    let file = places.announced_pruning();
    let announced: Option<Announced> = read_versioned(&file, VERSION)?;
    let mut told = Vec::new();
    if let Some(announced) = announced {
        // A clock that was set back does not keep old runs for ever.
        let age = now.duration_since(announced.at).abs();
        if age < SignedDuration::try_from(BEFORE)? {
            return Ok(told);
        }
        std::fs::remove_file(&file)?;
        let deleted = tasks.prune_announced(rules, announced.report).await?;
        if !deleted.runs.is_empty() {
            told.push(format!("deleted {}, as announced", words(&deleted)));
        }
    }
    let report = tasks.prune(rules, true).await?;
    if !report.runs.is_empty() {
        let minutes = BEFORE.as_secs() / 60;
        told.push(format!(
            "{} will be deleted after the next task that ends in {minutes} minutes or later: `{}` lists them, `{}` keeps one",
            words(&report),
            hints::command("task prune --dry-run"),
            hints::command("task keep ID"),
        ));
        write_private(&file, &serde_json::to_vec(&Announced { version: VERSION, at: now, report })?)?;
    }
    Ok(told)
}

fn words(report: &PruneReport) -> String {
    let runs = if report.runs.len() == 1 { "1 old run".to_owned() } else { format!("{} old runs", report.runs.len()) };
    format!("{runs} ({} kB)", report.bytes.div_ceil(1000))
}
