//! The task service: starts tasks, runs them one at a time on each phone, and knows how they stand.
//!
//! Called by commands, API and desktop; there is one in a process, and it owns the folder of tasks. The work
//! is in the files below: `start` makes and resumes tasks, `adopt` takes over those of a fleet, `run` sees one through, `look` shows them, `phones`
//! is for people who use a phone themselves, `outside` for programs that do, `undo`
//! takes back what an app lets be taken back. It never starts anything by itself.

mod adopt;
mod look;
mod mirror;
mod outside;
mod phones;
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
use crate::permissions::Permissions;
use crate::question::{LinkedQuestion, Open};
use crate::questions::{Questions, Reply};
use crate::queue::{InProcessQueue, Queue, Taker};
use crate::redactors::Redactors;
use crate::stream::Streams;
use crate::text::shown;
use crate::view::View;

/// How the service works.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How tasks are run that do not say otherwise.
    pub settings: Settings,
    /// Where other devices reach this server, for links to questions.
    pub public_url: Option<String>,
    /// How much of everything.
    pub limits: Limits,
}

/// How much of everything.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many tasks may run and wait at once.
    pub live: usize,
    /// How many may wait for one phone.
    pub waiting: usize,
    /// How many events of all tasks are kept.
    pub events: usize,
    /// How many of each task.
    pub task_events: usize,
    /// Of how many tasks that are over.
    pub ended: usize,
    /// How long somebody who took a phone may do nothing before it is free again.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // A task that runs or waits holds its record open: some files and a few hundred kilobytes.
            live: 1000,
            // At some minutes a task, more would wait for longer than a night.
            waiting: 100,
            // An event has at most some kilobytes: all of them together stay below some ten megabytes.
            events: 4096,
            // Some hundred steps: who watches a task sees the whole of a usual one.
            task_events: 1024,
            // Those that a person may still look at after they ended; the others are read from their journals.
            ended: 64,
            // Long enough to read a screen or to fetch a code, short enough that nobody blocks a phone overnight.
            idle: Duration::from_secs(300),
        }
    }
}

/// The task service.
pub struct Service {
    places: Paths,
    environment: Environment,
    options: Options,
    /// How tasks are run that do not say otherwise, as it was set last.
    settings: Mutex<Settings>,
    permissions: Arc<Permissions>,
    /// What people said last.
    dialogues: Arc<LastSaid>,
    events: Arc<dyn EventLog>,
    questions: Arc<Questions>,
    queue: Arc<dyn Queue>,
    tasks: Mutex<Tasks>,
    /// What keeps the secrets of each phone out of what is shown.
    redactors: Arc<Redactors>,
    /// The phones that somebody watches.
    streams: Arc<Streams>,
    /// How many run or wait.
    live: watch::Sender<usize>,
    /// The tasks of other processes, where they are shown here too.
    elsewhere: std::sync::OnceLock<Arc<dyn crate::elsewhere::Elsewhere>>,
    /// Of which of them events are kept.
    heard: Mutex<mirror::MirroredTasks>,
}

#[derive(Default)]
struct Tasks {
    mint: Mint,
    /// Everything there is a folder for.
    known: BTreeSet<String>,
    live: BTreeMap<String, Live>,
    /// Being made or resumed: nobody else may meanwhile.
    making: BTreeSet<String>,
    stopping: bool,
}

/// A task that runs or waits.
struct Live {
    view: View,
    controller: Controller,
    /// Whether the person has its phone by now who wanted to do themselves what was asked; nothing if nobody did.
    handed_over: Option<watch::Receiver<bool>>,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("places", &self.places).finish_non_exhaustive()
    }
}

impl Service {
    /// The service over the tasks of a data folder, which the caller owns, with the queue and the event log of this
    /// process. Tasks that were cut off stand there as interrupted.
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

    /// The same over another queue and another event log.
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
        let questions = Questions::new(Arc::clone(&events), clock, random, options.public_url.clone());
        let dialogues = Arc::new(LastSaid::new(places.dialogue()));
        let tasks = Tasks { mint: Mint::after(known.last()), known, ..Tasks::default() };
        Ok(Arc::new(Self {
            places,
            environment,
            settings: Mutex::new(options.settings.clone()),
            options,
            dialogues,
            permissions,
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

    /// How tasks are run from now on that do not say otherwise; those that run or wait stay as they are.
    pub fn set_settings(&self, settings: Settings) {
        *self.settings.lock().unwrap_or_else(PoisonError::into_inner) = settings;
    }

    /// How tasks are run that do not say otherwise.
    fn settings(&self) -> Settings {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Cancels a task that runs or waits. It ends soon after, as interrupted.
    pub fn cancel(&self, id: &str) -> Result<(), TaskError> {
        self.stop(id, StopReason::Cancel)
    }

    /// Stops a task that runs or waits, for this reason.
    pub fn stop(&self, id: &str, reason: StopReason) -> Result<(), TaskError> {
        if self.steer_elsewhere(id, Steer::Cancel) {
            return Ok(());
        }
        self.steer(id, "stopped", |live| {
            live.controller.stop(reason);
            Ok(())
        })
    }

    /// Pauses a task that runs: it stands still as soon as nothing of it is half done (E11). One that still waits for
    /// its phone stands still when its turn comes.
    pub fn pause(&self, id: &str) -> Result<(), TaskError> {
        if self.steer_elsewhere(id, Steer::Pause) {
            return Ok(());
        }
        self.steer(id, "paused", |live| {
            live.controller.pause(PauseReason::Asked);
            Ok(())
        })
    }

    /// Lets a paused task go on. One whose phone a person took goes on when they give it back; one whose person wanted
    /// to do something themselves has its phone back with this.
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
                None => Err(TaskError::state(id, "goes on when the person who took its phone gives it back")),
            },
            None => Err(TaskError::state(id, "is not paused")),
        })?;
        if let Some((device, mut handed_over)) = handed_over {
            // The phone is theirs as soon as the task stands still. If it never is, there is nothing to give back.
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
                Err(TaskError::state(id, format!("does not run, so it cannot be {what}")))
            }
            None => Err(TaskError::NoTask(shown(id))),
        }
    }

    /// The questions that wait for an answer, the oldest first, each with its link. For people only.
    pub fn questions(&self) -> Vec<LinkedQuestion> {
        self.questions.list()
    }

    /// The question behind a link, by the link's secret.
    pub fn question_by_link(&self, token: &str) -> Result<Open, TaskError> {
        self.questions.by_link(token)
    }

    /// How long there is to answer a question; nothing once its time is over.
    pub fn left(&self, question: &Open) -> Duration {
        Duration::try_from(question.until.duration_since(self.environment.clock.time())).unwrap_or_default()
    }

    /// The time by which questions wait, in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        u64::try_from(self.environment.clock.time().as_millisecond()).unwrap_or_default()
    }

    /// Takes a person's answer: the first that suits counts.
    pub fn answer(&self, id: &str, reply: Reply) -> Result<(), TaskError> {
        self.questions.answer(id, reply)
    }

    /// Takes a person's answer through a link, which is then used up.
    pub fn answer_by_link(&self, token: &str, reply: Reply) -> Result<(), TaskError> {
        let question = self.questions.by_link(token)?;
        self.questions.answer(&question.id, reply)
    }

    /// Whether the person with this link has the phone, since they wanted to do themselves what was asked.
    pub fn has_phone_by_link(&self, token: &str) -> bool {
        self.questions.waits_for(token).is_some()
    }

    /// Gives the phone back that a person got through a link; the task goes on.
    pub async fn give_back_by_link(&self, token: &str) -> Result<(), TaskError> {
        let task = self.questions.waits_for(token);
        let task = task.ok_or_else(|| TaskError::NoQuestion("behind this link".to_owned()))?;
        self.go_on(&task).await
    }

    /// What people have allowed once and for all.
    pub fn permissions(&self) -> &Arc<Permissions> {
        &self.permissions
    }

    /// Takes no more tasks, interrupts those that run, and waits until their ends are written down.
    pub async fn shutdown(&self) {
        {
            let mut tasks = self.tasks();
            tasks.stopping = true;
            tasks.live.values().for_each(|live| live.controller.stop(StopReason::Interrupt));
        }
        let mut live = self.live.subscribe();
        // The sender is ours: this cannot fail while we are here.
        let _ = live.wait_for(|count| *count == 0).await;
    }

    /// Where a task's folder is.
    fn folder(&self, id: &str) -> PathBuf {
        self.places.tasks().join(id)
    }

    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tasks there are folders for.
fn names(folder: &std::path::Path) -> std::io::Result<BTreeSet<String>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(error) => return Err(error),
    };
    let names = entries.filter_map(|entry| entry.ok().and_then(|entry| entry.file_name().into_string().ok()));
    Ok(names.filter(|name| is_name(name)).collect())
}

/// Work that waits for the disk, where it holds up nobody.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, TaskError> + Send + 'static,
) -> Result<T, TaskError> {
    let worked = tokio::task::spawn_blocking(work).await;
    worked.unwrap_or_else(|error| Err(TaskError::System(format!("work on the disk broke off: {error}"))))
}
