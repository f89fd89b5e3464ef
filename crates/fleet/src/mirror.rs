//! A fleet on a desktop: shows and controls the tasks, phones and questions that other processes run.
//!
//! The state on the server is read once and then updated from events. Answers are sealed to the worker that asked, and
//! count here only once that worker has accepted them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use action::LoopEvent;
use async_nats::jetstream::kv::Operation;
use async_trait::async_trait;
use futures_util::StreamExt;
use jiff::Timestamp;
use serde::Deserialize;
use task::{
    Elsewhere, Event, EventKind, Holder, NewTask, Open, Outcome, PhoneView, Random, Reply, Service, State, Steer,
    TaskError, View,
};
use tokio::io::AsyncReadExt;

use crate::connect::Fleet;
use crate::control::Command;
use crate::error::FleetError;
use crate::message::read;
use crate::presence::{WorkerPresence, renewals};
use crate::state::{FleetState, TaskState};
use crate::subject::ALL_EVENTS;
use crate::submit::{Submission, Submitter};

/// How many tasks are shown: the latest. A desktop is for people.
const MOST_TASKS: usize = 2000;
/// The longest event that is read.
const MOST_EVENT: usize = 1 << 20;
/// The largest picture that is fetched.
const MOST_PICTURE: usize = 16 << 20;
/// How often a picture is looked for, and the delay between: the picture of a question may still be uploading when the
/// question arrives.
const LOOKS: u32 = 12;
const LOOK_AGAIN: Duration = Duration::from_millis(250);
/// The delay before a lost connection is retried.
const AGAIN: Duration = Duration::from_secs(1);

/// A fleet on a desktop.
pub struct Mirror {
    fleet: Fleet,
    /// The name of this desktop's person, for records.
    name: String,
    random: Random,
    mirrored: Mutex<MirroredFleet>,
}

/// The latest known tasks and workers of the fleet.
#[derive(Debug, Default)]
struct MirroredFleet {
    tasks: BTreeMap<String, TaskState>,
    workers: Vec<WorkerPresence>,
}

impl MirroredFleet {
    /// Stores a task's state. Returns the questions that it had before.
    fn put(&mut self, state: TaskState) -> Vec<Open> {
        let before = self.tasks.insert(state.id.clone(), state).map_or_else(Vec::new, |before| before.questions);
        while self.tasks.len() > MOST_TASKS {
            let oldest = self.tasks.iter().find(|(_, task)| task.state.is_over()).map(|(id, _)| id.clone());
            let oldest = oldest.or_else(|| self.tasks.keys().next().cloned());
            oldest.and_then(|oldest| self.tasks.remove(&oldest));
        }
        before
    }
}

/// An event as workers publish it.
#[derive(Deserialize)]
struct ReceivedEvent {
    event: Option<Event>,
}

impl Mirror {
    /// Shows a fleet on this service, as long as the service exists.
    pub fn start(fleet: &Fleet, service: &Arc<Service>, name: impl Into<String>, random: Random) -> Arc<Self> {
        let mirror = Arc::new(Self { fleet: fleet.clone(), name: name.into(), random, mirrored: Mutex::default() });
        service.set_elsewhere(Arc::clone(&mirror) as Arc<dyn Elsewhere>);
        let service = Arc::downgrade(service);
        tokio::spawn(Arc::clone(&mirror).hear_states(Weak::clone(&service)));
        tokio::spawn(Arc::clone(&mirror).hear_events(Weak::clone(&service)));
        tokio::spawn(Arc::clone(&mirror).look_for_workers(service));
        mirror
    }

    /// Follows the states of all tasks, including questions that were asked before this desktop started.
    async fn hear_states(self: Arc<Self>, service: Weak<Service>) {
        while service.strong_count() > 0 {
            if let Ok(mut watch) = self.fleet.states.watch_with_history(">").await {
                while let Some(Ok(entry)) = watch.next().await {
                    let Some(service) = service.upgrade() else { return };
                    if entry.operation == Operation::Put
                        && let Ok(state) = TaskState::read(&entry.value)
                    {
                        self.saw_state(&service, state);
                    }
                }
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    fn saw_state(self: &Arc<Self>, service: &Arc<Service>, state: TaskState) {
        let (task, over, open) = (state.id.clone(), state.state.is_over(), state.questions.clone());
        let before = self.mirrored().put(state);
        for question in open.iter().filter(|_| !over) {
            self.ask(service, question.clone());
        }
        // A killed worker cannot withdraw its questions; the next one asks again.
        for gone in before.iter().filter(|gone| open.iter().all(|question| question.id != gone.id)) {
            let closed = EventKind::QuestionClosed { id: gone.id.clone(), how: Outcome::Cancelled };
            service.mirror(&task, Timestamp::now(), closed);
        }
    }

    /// Follows the events as they happen.
    async fn hear_events(self: Arc<Self>, service: Weak<Service>) {
        while service.strong_count() > 0 {
            if let Ok(mut events) = self.fleet.client.subscribe(ALL_EVENTS).await {
                while let Some(message) = events.next().await {
                    let Some(service) = service.upgrade() else { return };
                    let Ok(ReceivedEvent { event: Some(event) }) = read(&message.payload, MOST_EVENT, "event") else {
                        continue;
                    };
                    let Event { task, at, what, .. } = event;
                    if let (EventKind::Ended(summary), Some(state)) = (&what, self.mirrored().tasks.get_mut(&task)) {
                        // Anything after this is late, whenever the state itself arrives.
                        state.end(summary);
                    }
                    match what {
                        EventKind::Question { question } => self.ask(&service, *question),
                        what => drop(service.mirror(&task, at, what)),
                    }
                }
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Follows the workers and their phones.
    async fn look_for_workers(self: Arc<Self>, service: Weak<Service>) {
        while service.strong_count() > 0 {
            if let Ok(workers) = self.fleet.workers().await {
                self.mirrored().workers = workers;
            }
            tokio::time::sleep(renewals(self.fleet.limits.lease).min(Duration::from_secs(5))).await;
        }
    }

    /// Asks the people of this desktop, and forwards their answer.
    fn ask(self: &Arc<Self>, service: &Arc<Service>, question: Open) {
        let (id, task) = (question.id.clone(), question.task.clone());
        let asked = EventKind::Question { question: Box::new(question) };
        let Some(answered) = service.mirror(&task, Timestamp::now(), asked) else { return };
        let (mirror, service) = (Arc::clone(self), Arc::downgrade(service));
        tokio::spawn(async move {
            let Ok(reply) = answered.await else { return };
            let passed = mirror.pass_on(&task, &id, &reply).await;
            if let (Err(message), Some(service)) = (passed, service.upgrade()) {
                service.mirror(&task, Timestamp::now(), EventKind::Loop(LoopEvent::Warning { step: 0, message }));
            }
        });
    }

    async fn pass_on(&self, task: &str, question: &str, reply: &Reply) -> Result<(), String> {
        let state = self.fleet.state(task).await.map_err(|error| error.to_string())?;
        let worker = match &state.worker {
            Some(worker) => self.fleet.worker(worker).await.map_err(|error| error.to_string())?,
            None => None,
        };
        let worker = worker.ok_or("the worker that asked is gone; it asks again when it is back")?;
        let answered = self.fleet.answer(&worker, question, reply).await;
        answered.map_err(|error| format!("the answer was not accepted: {error}"))
    }

    fn mirrored(&self) -> MutexGuard<'_, MirroredFleet> {
        self.mirrored.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Mirror {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mirror").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Returns the id of a worker's phone on a desktop.
fn phone_id(worker: &str, phone: &str) -> String {
    format!("{worker}/{phone}")
}

#[async_trait]
impl Elsewhere for Mirror {
    fn tasks(&self) -> Vec<View> {
        self.mirrored().tasks.values().map(view).collect()
    }

    fn task(&self, id: &str) -> Option<View> {
        self.mirrored().tasks.get(id).map(view)
    }

    fn phones(&self) -> Vec<PhoneView> {
        let mirrored = self.mirrored();
        let phones = mirrored.workers.iter().flat_map(|worker| worker.phones.iter().map(move |phone| (worker, phone)));
        let phones = phones.map(|(worker, phone)| PhoneView {
            id: phone_id(&worker.worker, &phone.name),
            name: format!("{} at {}", phone.name, worker.worker),
            trouble: Some(format!(
                "it belongs to the worker `{}`: tasks go there, and its screen is not shown here",
                worker.worker
            )),
            holder: phone.task.clone().map(Holder::Task),
            waiting: 0,
        });
        phones.collect()
    }

    async fn picture(&self, task: &str, number: u64) -> Option<Vec<u8>> {
        let pictures = self.fleet.pictures.as_ref()?;
        let name = format!("{task}/{number:06}.png");
        for _ in 0..LOOKS {
            if let Ok(object) = pictures.get(name.as_str()).await {
                if object.info().size > MOST_PICTURE {
                    return None;
                }
                let mut bytes = Vec::new();
                object.take(MOST_PICTURE as u64).read_to_end(&mut bytes).await.ok()?;
                return Some(bytes);
            }
            if self.mirrored().tasks.get(task).is_none_or(|task| task.state.is_over()) {
                return None;
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
        None
    }

    async fn start(&self, mut task: NewTask) -> Option<Result<String, TaskError>> {
        let wanted = task.device.take()?;
        let (phone, pool) = {
            let mirrored = self.mirrored();
            let named = |worker: &&WorkerPresence| {
                let mut phones = worker.phones.iter();
                phones.find(|phone| phone_id(&worker.worker, &phone.name) == wanted).cloned()
            };
            let phone = mirrored.workers.iter().find_map(|worker| named(&worker))?;
            (phone.name, phone.labels.into_iter().next())
        };
        task.device = Some(phone);
        let started = async {
            let how = Submission { pool: pool.unwrap_or_else(|| "default".to_owned()), ..Submission::default() };
            let random = (self.random)().map_err(FleetError::away)?;
            let submitted =
                Submitter::new(&self.fleet, &self.name).submit(task, &how, Timestamp::now(), random).await?;
            // The caller that asks for it next finds it here.
            let state = self.fleet.state(&submitted).await?;
            self.mirrored().tasks.entry(submitted.clone()).or_insert(state);
            Ok(submitted)
        };
        Some(started.await.map_err(|error: FleetError| TaskError::System(error.to_string())))
    }

    fn steer(&self, task: &str, steer: Steer) {
        let (fleet, task, by) = (self.fleet.clone(), task.to_owned(), self.name.clone());
        tokio::spawn(async move {
            let steered = async {
                if steer == Steer::Cancel {
                    return fleet.cancel(&task, &by, Timestamp::now()).await;
                }
                let state = fleet.state(&task).await?;
                let worker = state.worker.unwrap_or_default();
                let command = match steer {
                    Steer::Pause => Command::Pause { task: task.clone() },
                    Steer::Cancel | Steer::GoOn => Command::GoOn { task: task.clone() },
                };
                fleet.command(&worker, command).await
            };
            if let Err(error) = steered.await {
                tracing::warn!(task, %error, "couldn't deliver a command to the task");
            }
        });
    }
}

fn view(state: &TaskState) -> View {
    let shown = match state.state {
        FleetState::Queued | FleetState::WaitsForPhone => State::Queued,
        FleetState::Running => State::Running,
        FleetState::Paused => State::Paused,
        FleetState::Success => State::Success,
        FleetState::Failed | FleetState::Dead => State::Failed,
        FleetState::Timeout => State::Timeout,
        FleetState::Interrupted => State::Interrupted,
    };
    View {
        id: state.id.clone(),
        goal: state.goal.clone(),
        state: shown,
        device: state.phone.clone().unwrap_or_else(|| state.pool.clone()),
        model: None,
        asked_by: None,
        created: Some(state.created),
        last: Some(state.updated),
        steps: state.steps,
        max_steps: None,
        duration_sec: state.duration_s,
        tokens: 0,
        cost: None,
        message: state.message.clone(),
        error: state.error.clone(),
        reason: None,
        questions: state.questions.len(),
        resumable: false,
        kept: false,
        undo: None,
    }
}
