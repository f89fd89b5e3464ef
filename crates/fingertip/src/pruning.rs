//! Deletes old runs while the server runs. It announces each deletion first, in the log and on the desktop, and deletes
//! no run that was not announced. Commands that run a task without a server do the same in [`prune_in_passing`].

mod passing;

use std::sync::Arc;
use std::time::Duration;

use action::os::{Addressed, Batch, NotificationShow};
use action::{Finite, OsAction};
use desktop::hub::Hub;
use desktop::state::Command;
use desktop::wire::{Actor, NARRATOR};
use task::Service;
use task::retention::{PruneReport, Retention};

pub(crate) use self::passing::prune_in_passing;
use crate::phones::now_ms;

/// How long before a deletion it is announced.
const BEFORE: Duration = Duration::from_secs(600);
/// The time between two deletions.
const BETWEEN: Duration = Duration::from_secs(6 * 3_600);

/// Deletes old runs now and then, for as long as it is polled.
pub(crate) async fn prune(tasks: Arc<Service>, hub: Arc<Hub>, rules: Retention) {
    loop {
        match tasks.prune(rules, true).await {
            Ok(report) if !report.runs.is_empty() => {
                announce(&hub, &report).await;
                tokio::time::sleep(BEFORE).await;
                match tasks.prune_announced(rules, report).await {
                    Ok(report) => tracing::info!(runs = report.runs.len(), bytes = report.bytes, "deleted old runs"),
                    Err(error) => tracing::warn!(%error, "couldn't delete old runs"),
                }
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "couldn't look for old runs"),
        }
        tokio::time::sleep(BETWEEN).await;
    }
}

/// Says what will be deleted, so that a person can keep it.
async fn announce(hub: &Arc<Hub>, report: &PruneReport) {
    let (runs, bytes, minutes) = (report.runs.len(), report.bytes, BEFORE.as_secs() / 60);
    tracing::info!(
        runs,
        bytes,
        "old runs will be deleted in {minutes} minutes; `fingertip task prune --dry-run` lists them, \
         `fingertip task keep ID` keeps one"
    );
    let show = NotificationShow {
        id: "old-runs".to_owned(),
        title: "Old runs will be deleted".to_owned(),
        body: body(report),
        icon: Some("trash".to_owned()),
        duration: Finite::new(BEFORE.as_secs_f64() * 1000.0),
    };
    let actions = vec![Addressed::from(OsAction::NotificationShow(show))];
    let command = Command::Batch(Batch { agent_id: None, monitor_id: None, actions });
    let now = u64::try_from(now_ms()).unwrap_or_default();
    if let Err(error) = hub.submit(Actor::Agent(NARRATOR.to_owned()), command, now).await {
        tracing::warn!(%error, "couldn't announce on the desktop that old runs will be deleted");
    }
}

/// The text of the notification. The page translates it (`web/src/notices/narrated.ts`).
fn body(report: &PruneReport) -> String {
    let runs = match report.runs.len() {
        1 => "1 run".to_owned(),
        many => format!("{many} runs"),
    };
    let (size, minutes) = (report.bytes.div_ceil(1000), BEFORE.as_secs() / 60);
    format!("{runs} ({size} kB) in {minutes} minutes, as the configuration says. “Keep” in a task’s details keeps it.")
}

#[cfg(test)]
mod tests {
    use desktop::hub::Options;
    use jiff::Timestamp;
    use task::retention::Pruned;

    use super::*;

    fn report(count: usize) -> PruneReport {
        let run = Pruned {
            id: "a".to_owned(),
            kind: "task".to_owned(),
            last: Timestamp::UNIX_EPOCH,
            bytes: 1_500,
            why: "it is older than 90 days".to_owned(),
        };
        PruneReport { bytes: 1_500 * u64::try_from(count).unwrap(), runs: vec![run; count], ..PruneReport::default() }
    }

    #[tokio::test]
    async fn people_see_on_the_desktop_what_will_be_deleted() {
        let hub = Hub::open(None, Options::default()).unwrap();
        announce(&hub, &report(1)).await;
        announce(&hub, &report(12)).await;
        let shown: Vec<_> = hub.look(|desktop, _| desktop.notifications().cloned().collect());
        let [one] = shown.as_slice() else { panic!("{shown:?}") };
        assert_eq!((one.from.as_str(), one.show.title.as_str()), (NARRATOR, "Old runs will be deleted"));
        assert!(one.show.body.starts_with("12 runs (18 kB) in 10 minutes"), "{}", one.show.body);
        assert!(body(&report(1)).starts_with("1 run (2 kB)"));
        assert_eq!(one.show.duration.map(Finite::get), Some(600_000.0));
    }
}
