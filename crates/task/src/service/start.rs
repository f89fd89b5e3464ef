//! Creates and resumes tasks.

use std::sync::Arc;

use agent::record::{Folder, ReadError, read};
use agent::{Control, Dialogues, Journal, JournalEntry, Resume, Settings, Task};
use device::Device;

use super::task_folder::{create, discard, rebuild, reopen};
use super::{Live, Service, blocking};
use crate::error::TaskError;
use crate::event_kind::EventKind;
use crate::mind::Decides;
use crate::queue::{Ticket, Turn};
use crate::spec::{Spec, TaskFile};
use crate::text::cut;
use crate::view::{State, View};

/// A task that is ready to run.
pub(super) struct Job {
    pub(super) task: Task,
    /// Whether a program requested it, rather than a person.
    pub(super) of_program: bool,
    pub(super) device: Arc<dyn Device>,
    pub(super) decides: Decides,
    pub(super) settings: Settings,
    pub(super) record: Box<dyn Journal>,
    pub(super) resume: Option<Resume>,
    pub(super) control: Control,
    pub(super) turn: Turn,
    /// The content of earlier requests.
    pub(super) dialogues: Arc<dyn Dialogues>,
}

/// Wraps a task's folder in the journal that writes to the shared record.
pub type Recorder = Box<dyn FnOnce(Folder) -> Box<dyn Journal> + Send>;

/// The origin of a task.
pub(super) enum Origin {
    /// It is new.
    New,
    /// Its folder holds the record of an earlier run.
    Folder,
    /// Another process may have run it: its record is remote, and its folder is rebuilt from that.
    Elsewhere {
        /// The recorded entries.
        entries: Vec<JournalEntry>,
        /// Receives the further entries.
        recorder: Recorder,
    },
}

impl Service {
    /// Starts a task, which runs as soon as its phone is free. The task is on record when this returns; a caller that
    /// stops waiting still finds it in the list.
    pub async fn start(self: &Arc<Self>, spec: Spec) -> Result<String, TaskError> {
        self.start_with(spec, None).await
    }

    /// Like [`Service::start`], with a known mind.
    pub(super) async fn start_with(
        self: &Arc<Self>,
        spec: Spec,
        decides: Option<Decides>,
    ) -> Result<String, TaskError> {
        let service = Arc::clone(self);
        whole(async move { service.start_whole(spec, decides).await }).await
    }

    async fn start_whole(self: &Arc<Self>, spec: Spec, decides: Option<Decides>) -> Result<String, TaskError> {
        spec.check()?;
        // A task that an outside program requests and decides stays in this process, which knows the program.
        if decides.is_none()
            && spec.asked_by.is_none()
            && spec.undoes.is_none()
            && spec.device.is_some()
            && let Some(elsewhere) = self.elsewhere.get()
            && let Some(started) = elsewhere.start(spec.clone().into()).await
        {
            return started;
        }
        let random =
            (self.environment.random)().map_err(|error| TaskError::System(format!("no randomness: {error}")))?;
        let id = {
            let mut tasks = self.tasks();
            let id = tasks.mint.next(self.environment.clock.time(), random);
            self.begin_making(&mut tasks, &id)?;
            id
        };
        let making = MakingGuard { service: self, id: &id };
        self.make(&id, spec, decides, Origin::New).await?;
        drop(making);
        Ok(id)
    }

    /// Resumes an unfinished task, with a new step limit if given.
    pub async fn resume(self: &Arc<Self>, id: &str, max_steps: Option<u32>) -> Result<(), TaskError> {
        let id = self.known(id)?;
        let service = Arc::clone(self);
        whole(async move { service.resume_whole(id, max_steps).await }).await
    }

    async fn resume_whole(self: &Arc<Self>, id: String, max_steps: Option<u32>) -> Result<(), TaskError> {
        self.begin_making(&mut self.tasks(), &id)?;
        let making = MakingGuard { service: self, id: &id };
        let (name, folder) = (id.clone(), self.folder(&id));
        let (view, file, dialect) = blocking(move || {
            let view = View::read(&name, &folder)?;
            let first = match read(&folder) {
                Ok(mut lines) => lines.next().transpose()?,
                // Killed while the folder was being created; the request alone is enough to begin.
                Err(ReadError::None { .. }) => None,
                Err(error) => return Err(error.into()),
            };
            let dialect = match first {
                Some(JournalEntry::Started(started)) => Some(started.dialect),
                _ => None,
            };
            Ok((view, TaskFile::read(&folder)?, dialect))
        })
        .await?;
        if !view.resumable {
            return Err(TaskError::state(&id, "is already done; there is nothing to resume"));
        }
        let mut spec = match file {
            Some(file) => Spec { device: Some(file.device), ..file.spec },
            // Another runtime ran it; its journal has the necessary fields.
            None => Spec { goal: view.goal, device: Some(view.device), model: view.model, dialect, ..Spec::default() },
        };
        if spec.fleet {
            return Err(TaskError::state(&id, "belongs to a fleet; run it again with `fingertip fleet retry`"));
        }
        if spec.outside {
            let who = spec.asked_by.as_deref().unwrap_or("a program outside");
            return Err(TaskError::state(&id, format!("was decided step by step by `{who}`; only it can continue")));
        }
        spec.max_steps = max_steps.or(spec.max_steps);
        self.make(&id, spec, None, Origin::Folder).await?;
        drop(making);
        Ok(())
    }

    /// Reserves the task, so that a second attempt to create or resume it is refused.
    pub(super) fn begin_making(&self, tasks: &mut super::Tasks, id: &str) -> Result<(), TaskError> {
        if tasks.stopping {
            return Err(TaskError::Stopping);
        }
        let most = self.options.limits.live;
        if tasks.live.len() + tasks.making.len() >= most {
            return Err(TaskError::Full(format!("{most} tasks are already running or waiting; wait until one ends")));
        }
        if tasks.live.contains_key(id) || !tasks.making.insert(id.to_owned()) {
            return Err(TaskError::state(id, "is already running"));
        }
        Ok(())
    }

    pub(super) async fn make(
        self: &Arc<Self>,
        id: &str,
        spec: Spec,
        decides: Option<Decides>,
        origin: Origin,
    ) -> Result<(), TaskError> {
        let dialect = spec.check()?;
        let settings = spec.settings(&self.settings());
        let device = self.environment.phones.reach(spec.device.as_deref()).await?;
        let (models, word) = (Arc::clone(&self.environment.models), spec.model.clone());
        let decides = match (decides, spec.replay.clone()) {
            (Some(decides), _) => decides,
            (None, Some(run)) => {
                let by_program = spec.asked_by.is_some();
                blocking(move || Ok(Decides::replay(&*models, word.as_deref(), dialect, run, by_program)?)).await?
            }
            (None, None) => {
                let find = if spec.asked_by.is_some() { Decides::find_named } else { Decides::find };
                blocking(move || Ok(find(&*models, word.as_deref(), dialect)?)).await?
            }
        };
        let dialogues = self.dialogues_of(&spec, device.id()).await?;
        let (controller, control) = Control::pair();
        let queued = self.queue.enqueue(device.id(), id, &controller).await;
        let Ticket { ahead, turn } = queued.map_err(|full| {
            let (most, name) = (full.waiting, device.id());
            TaskError::Full(format!("{most} tasks already wait for `{name}`; wait, or cancel one"))
        })?;
        let created = self.environment.clock.time();
        let file = TaskFile::new(&spec, device.id(), created);
        let goal = file.spec.goal.clone();
        let folder = self.folder(id);
        let is_new = matches!(origin, Origin::New);
        let (record, resume, recorder) = blocking(move || match origin {
            Origin::New => create(&folder, &file).map(|record| (record, None, None)),
            Origin::Folder => reopen(&folder).map(|(record, resume)| (record, resume, None)),
            Origin::Elsewhere { entries, recorder } => {
                rebuild(&folder, &file, &entries)?;
                reopen(&folder).map(|(record, resume)| (record, resume, Some(recorder)))
            }
        })
        .await?;
        let resumed = resume.is_some();
        let view = View {
            id: id.to_owned(),
            goal: goal.clone(),
            state: State::Queued,
            device: device.id().to_owned(),
            model: Some(decides.name()),
            asked_by: spec.asked_by.clone(),
            created: Some(created),
            last: Some(created),
            steps: resume.as_ref().map_or(0, |resume| resume.steps),
            max_steps: Some(settings.max_steps),
            duration_sec: None,
            tokens: resume.as_ref().map_or(0, |resume| resume.tokens),
            cost: resume.as_ref().and_then(|resume| resume.cost),
            message: None,
            error: None,
            reason: None,
            questions: 0,
            resumable: false,
            kept: false,
            undo: None,
        };
        {
            let mut tasks = self.tasks();
            if tasks.stopping {
                // Nothing was done: a new task leaves nothing behind, an old one stays as it was.
                drop(tasks);
                if is_new {
                    discard(record.path());
                }
                return Err(TaskError::Stopping);
            }
            tasks.known.insert(id.to_owned());
            tasks.live.insert(id.to_owned(), Live { view, controller, handed_over: None });
            self.live.send_modify(|count| *count += 1);
        }
        let queued = EventKind::Queued { goal: cut(&goal), device: device.id().to_owned(), ahead, resumed };
        self.events.append(id, created, queued);
        let task = Task { id: id.to_owned(), goal: spec.goal };
        let of_program = spec.asked_by.is_some();
        let record = match recorder {
            Some(recorder) => recorder(record),
            None => Box::new(record),
        };
        let job = Job { task, of_program, device, decides, settings, record, resume, control, turn, dialogues };
        self.spawn_run(job);
        Ok(())
    }

    /// Not `async`: so the whole run is compiled here, and not in every crate that starts tasks.
    fn spawn_run(self: &Arc<Self>, job: Job) {
        tokio::spawn(Arc::clone(self).run_to_end(job));
    }
}

/// Finishes the work even if the caller goes away.
pub(super) async fn whole<T: Send + 'static>(
    work: impl Future<Output = Result<T, TaskError>> + Send + 'static,
) -> Result<T, TaskError> {
    let worked = tokio::spawn(work).await;
    worked.unwrap_or_else(|error| Err(TaskError::System(format!("couldn't create the task: {error}"))))
}

/// Reserves a task while it is being created.
pub(super) struct MakingGuard<'a> {
    pub(super) service: &'a Service,
    pub(super) id: &'a str,
}

impl Drop for MakingGuard<'_> {
    fn drop(&mut self) {
        self.service.tasks().making.remove(self.id);
    }
}
