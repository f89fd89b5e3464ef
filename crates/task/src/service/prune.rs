//! Deletes old runs by the rules of [`Retention`]. The service alone knows which tasks run.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Service, blocking};
use crate::error::TaskError;
use crate::retention::{
    KeptRun, PruneReport, Pruned, Retention, is_pinned, pin, remove_remains, script_runs, set_aside, size,
};
use crate::view::{State, View};

impl Service {
    /// Deletes the runs that are over a limit of `rules`, or with `dry_run` only says which ones.
    pub async fn prune(self: &Arc<Self>, rules: Retention, dry_run: bool) -> Result<PruneReport, TaskError> {
        let service = Arc::clone(self);
        blocking(move || service.prune_now(rules, dry_run, |_| true)).await
    }

    /// Deletes those of the announced runs that are still over a limit of `rules`; newer runs stay.
    pub async fn prune_announced(
        self: &Arc<Self>,
        rules: Retention,
        announced: PruneReport,
    ) -> Result<PruneReport, TaskError> {
        let service = Arc::clone(self);
        let named = |run: Pruned| (run.kind, run.id);
        let announced: BTreeSet<(String, String)> = announced.runs.into_iter().map(named).collect();
        let was_announced = move |run: &Pruned| announced.contains(&(run.kind.clone(), run.id.clone()));
        blocking(move || service.prune_now(rules, false, was_announced)).await
    }

    /// Pins a task, so that it is never deleted for its age, or unpins it.
    pub async fn keep(&self, id: &str, kept: bool) -> Result<(), TaskError> {
        self.known(id)?;
        let folder = self.folder(id);
        blocking(move || pin(&folder, kept).map_err(|error| TaskError::disk(&folder, error))).await
    }

    fn prune_now(
        &self,
        rules: Retention,
        dry_run: bool,
        may_go: impl Fn(&Pruned) -> bool,
    ) -> Result<PruneReport, TaskError> {
        let now = self.environment.clock.time();
        let (tasks, scripts) = (self.places.tasks(), self.places.runs());
        let known: Vec<String> = self.tasks().known.iter().cloned().collect();
        let (mut unfinished_runs, mut unfinished_bytes) = (0, 0_u64);
        let kept = known.into_iter().filter_map(|id| {
            let (run, is_unfinished) = self.kept(id, &rules)?;
            if is_unfinished {
                unfinished_runs += 1;
                unfinished_bytes = unfinished_bytes.saturating_add(run.bytes);
            }
            Some(run)
        });
        let mut runs = rules.choose("task", kept.collect(), now);
        let found = script_runs(&scripts).map_err(|error| TaskError::disk(&scripts, error))?;
        runs.extend(rules.choose("script", found.into_iter().map(|(run, _)| run).collect(), now));
        runs.retain(may_go);
        if !dry_run {
            runs.retain(|run| self.delete(run));
            for folder in [&tasks, &scripts] {
                remove_remains(folder).map_err(|error| TaskError::disk(folder, error))?;
            }
        }
        let bytes = runs.iter().map(|run| run.bytes).fold(0, u64::saturating_add);
        Ok(PruneReport { runs, bytes, unfinished_runs, unfinished_bytes, dry_run })
    }

    /// Describes a task for the choice, and whether it stays only because it failed and can be resumed. `None` if it
    /// cannot be read: a person should look at it first.
    fn kept(&self, id: String, rules: &Retention) -> Option<(KeptRun, bool)> {
        let folder = self.folder(&id);
        let live = self.live(&id).is_some();
        let view = View::read(&id, &folder).ok()?;
        let is_needed = live || is_pinned(&folder) || (view.resumable && view.state == State::Interrupted);
        // A person may want to resume it, whatever the failure.
        let is_unfinished = !is_needed && view.resumable && !rules.unfinished;
        let last = view.last.or(view.created)?;
        let run = KeptRun { bytes: size(&folder), id, last, stays: is_needed || is_unfinished };
        Some((run, is_unfinished))
    }

    /// Sets a run aside. Returns whether it is gone: a task may have been resumed or pinned since it was chosen.
    fn delete(&self, run: &Pruned) -> bool {
        let aside = |folder: PathBuf| {
            set_aside(&folder)
                .inspect_err(|error| tracing::warn!(run = run.id, %error, "couldn't delete a run"))
                .is_ok()
        };
        if run.kind != "task" {
            return aside(self.places.runs().join(&run.id));
        }
        let folder = self.folder(&run.id);
        // Under the lock, so that nothing resumes it meanwhile; a rename takes no time.
        let mut tasks = self.tasks();
        if tasks.live.contains_key(&run.id) || tasks.making.contains(&run.id) || is_pinned(&folder) {
            return false;
        }
        if !aside(folder) {
            return false;
        }
        tasks.known.remove(&run.id);
        true
    }
}
