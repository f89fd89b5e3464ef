//! The task service: starts tasks, runs them one at a time on each phone, and reports their state.
//!
//! Commands, the API and the desktop call it. A process has one service, which owns the folder of tasks. The work is in
//! the submodules: `start` creates and resumes tasks, `adopt` takes over tasks of a fleet, `run` runs one task to its
//! end, `look` lists and watches tasks, `phones` serves people who use a phone themselves, `outside` serves programs
//! that do, `prune` deletes old runs, `undo` undoes what the app can still undo. The service never starts anything by itself.

mod adopt;
mod look;
mod mirror;
mod outside;
mod phones;
mod prune;
mod run;
mod start;
mod task_folder;
mod undo;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agent::{Controller, PauseReason, Settings, StopReason};
use tokio::sync::watch;

pub use self::adopt::Adopted;
pub use self::outside::Attached;
pub use self::phones::PhoneChanges;
pub use self::start::Recorder;
use crate::dialogue::LastSaid;
use crate::elsewhere::Steer;
use crate::environment::Environment;
use crate::error::TaskError;
use crate::event_log::{EventLog, InProcessLog, Keep};
use crate::folder::Paths;
use crate::id::{Mint, is_name};
use crate::links::LinkLog;
use crate::permissions::Permissions;
use crate::provenance::IntroducedAddresses;
use crate::question::{LinkedQuestion, Open};
use crate::questions::{Questions, Reply};
use crate::queue::{InProcessQueue, Queue, Taker};
use crate::redactors::Redactors;
use crate::stream::Streams;
use crate::text::shown;
use crate::view::View;

/// Options of the service.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Default settings for tasks.
    pub settings: Settings,
    /// The address at which other devices reach this server, for links to questions.
    pub public_url: Option<String>,
    /// Limits.
    pub limits: Limits,
}

/// Limits of the service.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most tasks that may run and wait at once.
    pub live: usize,
    /// The most tasks that may wait for one phone.
    pub waiting: usize,
    /// How many events are kept over all tasks.
    pub events: usize,
    /// How many events are kept of each task.
    pub task_events: usize,
    /// How many finished tasks keep their events.
    pub ended: usize,
    /// How long the taker of a phone may be idle before it is free again.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // A running or waiting task keeps its record open: a few files and a few hundred kilobytes.
            live: 1000,
            // At a few minutes per task, more would wait longer than a night.
            waiting: 100,
            // An event has at most a few kilobytes, so all of them together stay below some tens of megabytes.
            events: 4096,
            // A few hundred steps: a watcher sees a typical task in full.
            task_events: 1024,
            // Finished tasks that a person may still look at; older ones are read from their journals.
            ended: 64,
            // Long enough to read a screen or fetch a code, short enough that a forgotten phone is not blocked
            // overnight.
            idle: Duration::from_secs(300),
        }
    }
}

/// The task service.
pub struct Service {
    places: Paths,
    environment: Environment,
    options: Options,
    /// The current default settings for tasks.
    settings: Mutex<Settings>,
    permissions: Arc<Permissions>,
    /// The numbers that agents brought to phones.
    introduced: Arc<IntroducedAddresses>,
    /// The remembered dialogue.
    dialogues: Arc<LastSaid>,
    events: Arc<dyn EventLog>,
    questions: Arc<Questions>,
    queue: Arc<dyn Queue>,
    tasks: Mutex<Tasks>,
    /// Keeps each phone's secrets out of everything that is shown.
    redactors: Arc<Redactors>,
    /// The phones that are being watched.
    streams: Arc<Streams>,
    /// How many tasks run or wait.
    live: watch::Sender<usize>,
    /// The tasks of other processes, if they are shown here too.
    elsewhere: std::sync::OnceLock<Arc<dyn crate::elsewhere::Elsewhere>>,
    /// Which of their tasks have events in the log.
    heard: Mutex<mirror::MirroredTasks>,
}

#[derive(Default)]
struct Tasks {
    mint: Mint,
    /// Every task that has a folder.
    known: BTreeSet<String>,
    live: BTreeMap<String, Live>,
    /// Tasks being created or resumed: a second attempt is refused meanwhile.
    making: BTreeSet<String>,
    stopping: bool,
}

/// A task that runs or waits.
struct Live {
    view: View,
    controller: Controller,
    /// Set if the person chose to do it themselves: whether they have the phone yet.
    handed_over: Option<watch::Receiver<bool>>,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("places", &self.places).finish_non_exhaustive()
    }
}

impl Service {
    /// Opens the service over the tasks of a data folder that the caller owns, with the in-process queue and event log.
    /// Tasks that were cut off are listed as interrupted.
    pub fn open(
        places: Paths,
        permissions: Arc<Permissions>,
        environment: Environment,
        options: Options,
    ) -> Result<Arc<Self>, TaskError> {
        let Limits { events: all, task_events: each, ended, waiting, .. } = options.limits;
        let events = InProcessLog::new(environment.clock.time(), Keep { all, each, ended });
        let queue = InProcessQueue::new(waiting);
        Self::open_with(places, permissions, environment, options, Arc::new(queue), Arc::new(events))
    }

    /// Like [`Service::open`], with another queue and event log.
    pub fn open_with(
        places: Paths,
        permissions: Arc<Permissions>,
        environment: Environment,
        options: Options,
        queue: Arc<dyn Queue>,
        events: Arc<dyn EventLog>,
    ) -> Result<Arc<Self>, TaskError> {
        let known = names(&places.tasks()).map_err(|error| TaskError::disk(places.tasks(), error))?;
        let redactors = Arc::<Redactors>::default();
        let streams =
            Streams::new(Arc::clone(&environment.phones), Arc::clone(&environment.clock), Arc::clone(&redactors));
        let (clock, random) = (Arc::clone(&environment.clock), Arc::clone(&environment.random));
        let links = LinkLog::open(&places.links())?;
        let questions = Questions::new(Arc::clone(&events), clock, random, links, options.public_url.clone());
        let dialogues = Arc::new(LastSaid::new(places.dialogue()));
        let introduced = Arc::new(IntroducedAddresses::open(&places.introduced())?);
        let tasks = Tasks { mint: Mint::after(known.last()), known, ..Tasks::default() };
        Ok(Arc::new(Self {
            places,
            environment,
            settings: Mutex::new(options.settings.clone()),
            options,
            dialogues,
            permissions,
            introduced,
            events,
            questions,
            queue,
            tasks: Mutex::new(tasks),
            redactors,
            streams: Arc::new(streams),
            live: watch::Sender::new(0),
            elsewhere: std::sync::OnceLock::new(),
            heard: Mutex::default(),
        }))
    }

    /// Changes the default settings for new tasks. Running and waiting tasks keep theirs.
    pub fn set_settings(&self, settings: Settings) {
        *self.settings.lock().unwrap_or_else(PoisonError::into_inner) = settings;
    }

    /// Returns the default settings for tasks.
    fn settings(&self) -> Settings {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Cancels a running or waiting task. It ends soon after, as interrupted.
    pub fn cancel(&self, id: &str) -> Result<(), TaskError> {
        self.stop(id, StopReason::Cancel)
    }

    /// Stops a running or waiting task for this reason.
    pub fn stop(&self, id: &str, reason: StopReason) -> Result<(), TaskError> {
        if self.steer_elsewhere(id, Steer::Cancel) {
            return Ok(());
        }
        self.steer(id, "stopped", |live| {
            live.controller.stop(reason);
            Ok(())
        })
    }

    /// Pauses a running task as soon as none of its actions is half done (E11). A task that still waits for its phone
    /// pauses when its turn comes.
    pub fn pause(&self, id: &str) -> Result<(), TaskError> {
        if self.steer_elsewhere(id, Steer::Pause) {
            return Ok(());
        }
        self.steer(id, "paused", |live| {
            live.controller.pause(PauseReason::Asked);
            Ok(())
        })
    }

    /// Continues a paused task. If a person took its phone over, it continues when they give the phone back. If the
    /// person chose to do a step themselves, this call gives the phone back.
    pub async fn go_on(&self, id: &str) -> Result<(), TaskError> {
        if self.steer_elsewhere(id, Steer::GoOn) {
            return Ok(());
        }
        let handed_over = self.steer(id, "continued", |live| match live.controller.pause_reason() {
            Some(PauseReason::Asked) => {
                live.controller.go_on();
                Ok(None)
            }
            Some(PauseReason::TakenOver) => match &live.handed_over {
                Some(handed_over) => Ok(Some((live.view.device.clone(), handed_over.clone()))),
                None => Err(TaskError::state(id, "continues when the person who took its phone gives it back")),
            },
            None => Err(TaskError::state(id, "is not paused")),
        })?;
        if let Some((device, mut handed_over)) = handed_over {
            // The person gets the phone once the task has paused. If that never happens, there is nothing to give back.
            let _ = handed_over.wait_for(|theirs| *theirs).await;
            self.queue.release(&device, &Taker::Person).await;
        }
        Ok(())
    }

    fn steer<T>(
        &self,
        id: &str,
        what: &str,
        steer: impl FnOnce(&Live) -> Result<T, TaskError>,
    ) -> Result<T, TaskError> {
        let tasks = self.tasks();
        match tasks.live.get(id) {
            Some(live) => steer(live),
            None if tasks.known.contains(id) => {
                Err(TaskError::state(id, format!("is not running, so it cannot be {what}")))
            }
            None => Err(TaskError::NoTask(shown(id))),
        }
    }

    /// Returns the open questions with their links, the oldest first. For people only.
    pub fn questions(&self) -> Vec<LinkedQuestion> {
        self.questions.list()
    }

    /// Returns the question of a link, by the link's secret.
    pub fn question_by_link(&self, token: &str) -> Result<Open, TaskError> {
        self.questions.by_link(token)
    }

    /// Returns the time left to answer a question; zero once it is over.
    pub fn left(&self, question: &Open) -> Duration {
        Duration::try_from(question.until.duration_since(self.environment.clock.time())).unwrap_or_default()
    }

    /// Returns the clock that question timeouts use, in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        u64::try_from(self.environment.clock.time().as_millisecond()).unwrap_or_default()
    }

    /// Accepts a person's answer: the first valid one counts.
    pub fn answer(&self, id: &str, reply: Reply) -> Result<(), TaskError> {
        self.questions.answer(id, reply)
    }

    /// Accepts a person's answer through a link, which is then used up.
    pub fn answer_by_link(&self, token: &str, reply: Reply) -> Result<(), TaskError> {
        let question = self.questions.by_link(token)?;
        self.questions.answer(&question.id, reply)
    }

    /// Returns whether the person with this link holds the phone because they chose to do it themselves.
    pub fn has_phone_by_link(&self, token: &str) -> bool {
        self.questions.waits_for(token).is_some()
    }

    /// Gives back the phone that a person got through a link. The task continues.
    pub async fn give_back_by_link(&self, token: &str) -> Result<(), TaskError> {
        let task = self.questions.waits_for(token);
        let task = task.ok_or_else(|| TaskError::NoQuestion("behind this link".to_owned()))?;
        self.go_on(&task).await
    }

    /// Returns the permissions that people have granted for good.
    pub fn permissions(&self) -> &Arc<Permissions> {
        &self.permissions
    }

    /// Refuses new tasks, interrupts the running ones, and waits until their ends are on disk.
    pub async fn shutdown(&self) {
        {
            let mut tasks = self.tasks();
            tasks.stopping = true;
            self.questions.keep_links();
            tasks.live.values().for_each(|live| live.controller.stop(StopReason::Interrupt));
        }
        let mut live = self.live.subscribe();
        // We hold the sender, so this cannot fail.
        let _ = live.wait_for(|count| *count == 0).await;
    }

    /// Returns the path of a task's folder.
    fn folder(&self, id: &str) -> PathBuf {
        self.places.tasks().join(id)
    }

    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lists the tasks that have folders.
fn names(folder: &std::path::Path) -> std::io::Result<BTreeSet<String>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(error) => return Err(error),
    };
    let names = entries.filter_map(|entry| entry.ok().and_then(|entry| entry.file_name().into_string().ok()));
    Ok(names.filter(|name| is_name(name)).collect())
}

/// Runs work that waits for the disk off the async threads.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, TaskError> + Send + 'static,
) -> Result<T, TaskError> {
    let worked = tokio::task::spawn_blocking(work).await;
    worked.unwrap_or_else(|error| Err(TaskError::System(format!("disk work was aborted: {error}"))))
}
