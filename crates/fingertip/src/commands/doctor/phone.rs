//! `fingertip doctor --device D`: tries everything that a task needs on one phone, explains each problem and its fix,
//! puts everything back, and writes a report that can be shared.
//!
//! It opens the phone's own Settings, searches there, and returns to the app that was in front. It touches and types in
//! Settings alone, restores every setting that it changes, also after Ctrl+C, and never sends, calls or deletes anything
//! of the person's.

mod known;
mod report;
#[cfg(test)]
mod tests;
mod trial;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;
use task::folder::Paths;

use self::known::Known;
use self::trial::Trial;
use super::{Finding, Health};
use crate::output;
use crate::phones::PhoneOptions;

/// How long all checks together may take, so that the whole command ends within a minute.
const LONGEST: Duration = Duration::from_secs(50);
/// How long one check may take.
const EACH: Duration = Duration::from_secs(12);
/// How long restoring the phone may take.
const RESTORING: Duration = Duration::from_secs(10);

/// The result of one check of the phone.
#[derive(Clone, Debug, Serialize)]
struct Check {
    /// The check.
    name: &'static str,
    /// Whether it works.
    state: Health,
    /// The observation.
    said: String,
    /// How long it took.
    took_ms: u64,
    /// The known quirk behind this behaviour.
    quirks: Vec<&'static Known>,
}

/// Checks the phone. Returns the findings and the report's file.
pub(super) async fn look(which: &PhoneOptions) -> Result<Option<(Vec<Finding>, Option<PathBuf>)>> {
    let paths = Paths::new(&which.data()?);
    which
        .with_phone_to_the_end(async |phone, mut signals| {
            let mut trial = Trial::new(phone.device.as_ref());
            let checks = tokio::select! {
                checks = checked(&mut trial) => Some(checks),
                () = signals.next() => None,
            };
            let restored = restored(&mut trial).await;
            let Some(checks) = checks else {
                restored.iter().for_each(|problem| output::hint(&format!("not restored: {problem}")));
                return Ok(None);
            };
            let mut findings: Vec<Finding> = checks.iter().flat_map(finding).collect();
            for problem in restored {
                findings.push(Finding::warn("phone: restored", problem, "restore it on the phone"));
            }
            let file = match report::write(&paths, &trial.facts, &checks, trial.tree.as_ref()) {
                Ok(file) => Some(file),
                Err(error) => {
                    let fix = "free some disk space, then run the command again";
                    findings.push(Finding::warn("phone: report", format!("it was not written: {error:#}"), fix));
                    None
                }
            };
            Ok(Some((findings, file)))
        })
        .await
}

/// Runs every check in order.
async fn checked(trial: &mut Trial<'_>) -> Vec<Check> {
    let began = Instant::now();
    let mut checks = Vec::new();
    for (name, run) in trial::CHECKS {
        let left = LONGEST.saturating_sub(began.elapsed()).min(EACH);
        let start = Instant::now();
        let too_late = || trial::Seen::warn("skipped: the earlier checks took too long");
        let seen = match left.is_zero() {
            // Even to begin one may send a command.
            true => too_late(),
            false => match tokio::time::timeout(left, run(trial)).await {
                Ok(seen) => seen,
                Err(_) if left < EACH => too_late(),
                Err(_) => trial::Seen::fail(format!("no answer within {} s", EACH.as_secs())),
            },
        };
        let took_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        checks.push(Check { name, state: seen.state, said: seen.said, took_ms, quirks: seen.quirks });
    }
    checks
}

/// Restores every change. Returns the changes that could not be restored.
async fn restored(trial: &mut Trial<'_>) -> Vec<String> {
    let restored = tokio::time::timeout(RESTORING, trial.put_back()).await;
    restored.unwrap_or_else(|_| vec![format!("the phone did not answer within {} s", RESTORING.as_secs())])
}

/// Turns a check into findings: one for each known quirk with its cure, otherwise one with the observation.
fn finding(check: &Check) -> Vec<Finding> {
    let name = format!("phone: {}", check.name);
    let seen = format!("{} ({} ms)", check.said, check.took_ms);
    if check.quirks.is_empty() {
        return vec![match check.state {
            Health::Ok => Finding::ok(name, seen),
            Health::Warn => Finding::warn(name, seen, known::UNKNOWN),
            Health::Fail => Finding::fail(name, seen, known::UNKNOWN),
        }];
    }
    let of = |quirk: &&'static Known| {
        let message = format!("{}: {}; seen: {seen}", quirk.name, quirk.cause);
        match check.state {
            Health::Fail => Finding::fail(name.clone(), message, quirk.cure),
            Health::Ok | Health::Warn => Finding::warn(name.clone(), message, quirk.cure),
        }
    };
    check.quirks.iter().map(of).collect()
}
