//! Lists, shows and watches tasks.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::path::PathBuf;
use std::sync::Arc;

use agent::record::{ReadError, glance, screenshot_file, trajectory_file};

use super::{Service, blocking, undo};
use crate::error::TaskError;
use crate::event::Event;
use crate::event_kind::EventKind;
use crate::event_log::Watching;
use crate::list_filter::ListFilter;
use crate::retention::is_pinned;
use crate::text::shown;
use crate::view::{Page, UndoOffer, View};

/// The most tasks per page: each is read from its journal.
const MOST_LISTED: usize = 100;

impl Service {
    /// Returns the latest tasks, at most `limit`, starting before the task `before` if given. Unreadable folders are
    /// left out and logged.
    pub async fn list(&self, limit: usize, before: Option<&str>) -> Result<Page, TaskError> {
        let limit = limit.clamp(1, MOST_LISTED);
        let mut elsewhere: BTreeMap<String, View> = self.elsewhere.get().map_or_else(BTreeMap::new, |elsewhere| {
            let tasks =
                elsewhere.tasks().into_iter().filter(|view| before.is_none_or(|before| view.id.as_str() < before));
            tasks.map(|view| (view.id.clone(), view)).collect()
        });
        let (ids, more): (Vec<String>, bool) = {
            let tasks = self.tasks();
            let upto = before.map_or(Bound::Unbounded, Bound::Excluded);
            let here = tasks.known.range::<str, _>((Bound::Unbounded, upto)).rev().take(limit + 1);
            // A task known both here and in another process is listed once.
            let all: BTreeSet<&String> = here.chain(elsewhere.keys().rev().take(limit + 1)).collect();
            (all.iter().rev().take(limit).map(|id| (*id).clone()).collect(), all.len() > limit)
        };
        let before = ids.last().filter(|_| more).cloned();
        let live: Vec<Option<View>> = ids.iter().map(|id| self.live(id).or_else(|| elsewhere.remove(id))).collect();
        let folders: Vec<(String, PathBuf)> = ids.into_iter().map(|id| (id.clone(), self.folder(&id))).collect();
        let tasks = blocking(move || {
            let views = folders.iter().zip(live).filter_map(|((id, folder), live)| match live {
                Some(view) => Some(view),
                None => View::read(id, folder).inspect_err(|error| tracing::warn!(task = id, %error, "skipped")).ok(),
            });
            Ok(views.collect())
        });
        Ok(Page { tasks: tasks.await?, before })
    }

    /// Returns the latest tasks that fit, like [`Service::list`].
    pub async fn list_where(&self, filter: ListFilter, limit: usize, before: Option<&str>) -> Result<Page, TaskError> {
        if filter == ListFilter::default() {
            return self.list(limit, before).await;
        }
        let limit = limit.clamp(1, MOST_LISTED);
        let mut found = Page { tasks: Vec::new(), before: before.map(str::to_owned) };
        let filter = Arc::new(filter);
        loop {
            let page = self.list(MOST_LISTED, found.before.as_deref()).await?;
            found.before = page.before;
            let is_past = page.tasks.last().is_some_and(|view| filter.is_past(view));
            let one = |view: View| {
                let folder = self.folder(&view.id);
                (view, folder)
            };
            let candidates: Vec<(View, PathBuf)> = page.tasks.into_iter().map(one).collect();
            let (room, wanted) = (limit - found.tasks.len(), Arc::clone(&filter));
            let fitting = blocking(move || {
                let fits = candidates.into_iter().filter(|(view, folder)| wanted.fits(view, folder));
                Ok(fits.map(|(view, _)| view).take(room + 1).collect::<Vec<View>>())
            });
            let mut fitting = fitting.await?;
            if fitting.len() > room {
                fitting.truncate(room);
                found.tasks.append(&mut fitting);
                found.before = found.tasks.last().map(|view| view.id.clone());
                return Ok(found);
            }
            found.tasks.append(&mut fitting);
            if is_past {
                found.before = None;
            }
            if found.before.is_none() {
                return Ok(found);
            }
        }
    }

    /// Returns the current state of a task.
    pub async fn show(&self, id: &str) -> Result<View, TaskError> {
        if let Some(view) = self.live(id) {
            return Ok(view);
        }
        if let Ok(view) = self.view_elsewhere(id) {
            return Ok(view);
        }
        let (id, folder) = (self.known(id)?, self.folder(id));
        blocking(move || {
            let mut view = View::read(&id, &folder)?;
            view.undo = undo::on_record(&folder)?.map(|(mark, undo)| UndoOffer::new(&undo, mark.at));
            Ok(view)
        })
        .await
    }

    /// Watches a task until it is over, starting after the event `after` or at the first event that is kept.
    pub async fn watch(&self, id: &str, after: Option<u64>) -> Result<Watching, TaskError> {
        let newest = self.events.newest();
        if self.events.has(id) {
            return Ok(self.read(Some(id), after));
        }
        match self.view_elsewhere(id) {
            Ok(view) if !view.state.is_over() => {
                return Ok(Watching::from_its_first(id, self.events.read(None, Some(newest))));
            }
            Ok(_) => return Ok(self.read(Some(id), after)),
            Err(_) => {}
        }
        let id = self.known(id)?;
        let folder = self.folder(&id);
        let ended = blocking(move || match glance(&folder) {
            Ok(glance) => Ok(glance.ended.map(|ended| (glance.last.at, ended))),
            Err(ReadError::None { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        });
        Ok(match ended.await? {
            // It may have been resumed in the meantime.
            _ if self.events.has(&id) => self.read(Some(&id), after),
            Some((at, summary)) => {
                let n = self.events.newest();
                Watching::only(Event::new(n, id, at, EventKind::ended(&summary)))
            }
            None => self.read(Some(&id), after),
        })
    }

    /// Watches all tasks, starting after the event `after` or now.
    pub fn watch_all(&self, after: Option<u64>) -> Watching {
        self.read(None, after)
    }

    fn read(&self, task: Option<&str>, after: Option<u64>) -> Watching {
        Watching::from(self.events.read(task, after))
    }

    /// Returns the path of a task's trajectory, if it exists yet.
    pub fn trajectory(&self, id: &str) -> Result<PathBuf, TaskError> {
        Ok(trajectory_file(&self.folder(&self.known(id)?)))
    }

    /// Returns the path of a task's screenshot with this number, if it exists.
    pub fn screenshot(&self, id: &str, number: u64) -> Result<PathBuf, TaskError> {
        Ok(screenshot_file(&self.folder(&self.known(id)?), number))
    }

    /// Returns the path of a task's folder.
    pub fn task_folder(&self, id: &str) -> Result<PathBuf, TaskError> {
        Ok(self.folder(&self.known(id)?))
    }

    /// Returns a task that runs or waits.
    pub(super) fn live(&self, id: &str) -> Option<View> {
        let mut view = self.tasks().live.get(id).map(|live| live.view.clone())?;
        view.questions = self.questions.waiting(id);
        view.kept = is_pinned(&self.folder(id));
        Some(view)
    }

    /// Returns the id if there is such a task. Nothing else may become part of a path.
    pub(super) fn known(&self, id: &str) -> Result<String, TaskError> {
        self.tasks().known.get(id).cloned().ok_or_else(|| TaskError::NoTask(shown(id)))
    }
}
