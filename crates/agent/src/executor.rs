//! Runs one task: asks a [`Mind`] for the next action and sends it through the pipeline, until the task ends.
//!
//! Called by the task service and by the binary. `run` is the loop, `stuck` detects circles. The executor never sends
//! an action that is not on record, and never waits without a limit.

mod run;
mod stuck;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use device::{Device, Observer};

use self::run::Run;
use crate::clock::{Clock, SystemClock};
use crate::context::{Context, Eyes, Recorder, Reports, Toolbox};
use crate::control::Control;
use crate::deadline::End;
use crate::event::{Ignores, Watch};
use crate::evidence::Trail;
use crate::human::Human;
use crate::journal::{Journal, Unrecorded};
use crate::memory::{Memory, Remembers};
use crate::middleware::Middleware;
use crate::mind::Mind;
use crate::pipeline::{Gate, Pipeline, Sender};
use crate::provenance::{IntroducedNow, Provenance};
use crate::reader::{NoReader, Reader};
use crate::redact::{Redactor, Secret};
use crate::resume::Resume;
use crate::scripts::{NoScripts, Scripts};
use crate::settings::Settings;
use crate::summary::{Summary, Task};
use crate::tools::Tools;

/// Runs one task.
pub struct Executor {
    device: Arc<dyn Device>,
    mind: Box<dyn Mind>,
    human: Arc<dyn Human>,
    tools: Arc<dyn Tools>,
    scripts: Arc<dyn Scripts>,
    reader: Arc<dyn Reader>,
    settings: Settings,
    clock: Arc<dyn Clock>,
    journal: Box<dyn Journal>,
    watch: Box<dyn Watch>,
    memory: Arc<dyn Memory>,
    provenance: Arc<dyn Provenance>,
    middleware: Vec<Box<dyn Middleware>>,
    redactor: Redactor,
    resume: Option<Resume>,
    of_program: bool,
}

impl Executor {
    /// An executor for this phone, mind, person and tools. By default it writes no journal, notifies no watcher, runs
    /// no scripts, and remembers approvals for this task only.
    pub fn new(
        device: Arc<dyn Device>,
        mind: impl Mind + 'static,
        human: Arc<dyn Human>,
        tools: Arc<dyn Tools>,
        settings: Settings,
    ) -> Self {
        Self {
            device,
            mind: Box::new(mind),
            human,
            tools,
            scripts: Arc::new(NoScripts),
            reader: Arc::new(NoReader),
            settings,
            clock: Arc::new(SystemClock::new()),
            journal: Box::new(Unrecorded),
            watch: Box::new(Ignores),
            memory: Arc::new(Remembers::default()),
            provenance: Arc::new(IntroducedNow::default()),
            middleware: Vec::new(),
            redactor: Redactor::default(),
            resume: None,
            of_program: false,
        }
    }

    /// Sets the clock.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Sets the journal.
    #[must_use]
    pub fn with_journal(mut self, journal: impl Journal + 'static) -> Self {
        self.journal = Box::new(journal);
        self
    }

    /// Sets the receiver of events.
    #[must_use]
    pub fn with_watch(mut self, watch: impl Watch + 'static) -> Self {
        self.watch = Box::new(watch);
        self
    }

    /// Stores who brought a number or an address to the phone.
    #[must_use]
    pub fn with_provenance(mut self, provenance: Arc<dyn Provenance>) -> Self {
        self.provenance = provenance;
        self
    }

    /// Sets the person's earlier approvals.
    #[must_use]
    pub fn with_memory(mut self, memory: Arc<dyn Memory>) -> Self {
        self.memory = memory;
        self
    }

    /// Sets the runner of scripts.
    #[must_use]
    pub fn with_scripts(mut self, scripts: Arc<dyn Scripts>) -> Self {
        self.scripts = scripts;
        self
    }

    /// Sets the reader of pictures, for screens without elements.
    #[must_use]
    pub fn with_reader(mut self, reader: Arc<dyn Reader>) -> Self {
        self.reader = reader;
        self
    }

    /// Marks the goal and all answers as a program's words, not a person's: the gate takes none of them as the person's
    /// wish.
    #[must_use]
    pub fn of_program(mut self, of_program: bool) -> Self {
        self.of_program = of_program;
        self
    }

    /// Adds a middleware between mind and phone, after those added before.
    #[must_use]
    pub fn with_middleware(mut self, middleware: impl Middleware + 'static) -> Self {
        self.middleware.push(Box::new(middleware));
        self
    }

    /// Adds secrets that neither model, journal nor watchers may see.
    #[must_use]
    pub fn with_secrets<'s>(self, secrets: impl IntoIterator<Item = &'s Secret>) -> Self {
        secrets.into_iter().for_each(|secret| self.redactor.add(secret));
        self
    }

    /// Shares a redactor with others that show the same phone.
    #[must_use]
    pub fn with_redactor(mut self, redactor: Redactor) -> Self {
        self.redactor = redactor;
        self
    }

    /// Continues where an earlier run of the task ended.
    #[must_use]
    pub fn resuming(mut self, resume: Resume) -> Self {
        self.resume = Some(resume);
        self
    }

    /// Runs the task to its end. Releases the phone and records the end even if something panics; the panic is then
    /// raised again. If the caller drops the future instead of stopping it, the journal records an interruption, and
    /// the next call to the phone returns everything borrowed from its owner.
    ///
    /// Boxed here: an `async fn` would be compiled again in every crate that awaits it.
    pub fn run(self, task: &Task, control: Control) -> Pin<Box<dyn Future<Output = Summary> + Send + '_>> {
        Box::pin(async move {
            let mut run = self.ready(task, control);
            match caught(run.work()).await {
                Ok(end) => run.close(end).await,
                Err(panic) => {
                    let end = End::panicked(&panic_message(panic.as_ref()));
                    run.close(end).await;
                    resume_unwind(panic)
                }
            }
        })
    }

    fn ready(self, task: &Task, control: Control) -> Run {
        let meter = run::meter(self.resume.as_ref(), self.clock.now());
        let budget = self.settings.budgets.seconds;
        let deadline = run::deadline(control, Arc::clone(&self.clock), budget, meter.time_before);
        if let Some(before) = &self.resume {
            self.redactor.restore(&before.hidden);
        }
        let recorder = Recorder::new(self.journal, self.watch, self.redactor, self.clock, meter.steps);
        let trail = match (self.of_program, self.resume.as_ref().map(|before| &before.trail)) {
            (false, before) => Trail::resumed(&task.goal, before),
            (true, before) => Trail::of_program(before),
        };
        let gate = Gate::new(self.mind.name().to_owned(), self.memory, self.provenance);
        // From here on the halves of the phone are separate: the context looks, the sender acts.
        let observer: Arc<dyn Observer> = Arc::<dyn Device>::clone(&self.device);
        let sender = Sender::new(self.device, Arc::clone(&self.tools), self.scripts);
        let context = Context {
            task: task.clone(),
            language: String::new(),
            settings: self.settings,
            deadline,
            eyes: Eyes::new(observer, self.reader),
            human: self.human,
            toolbox: Toolbox::new(self.tools),
            recorder,
            meter,
            trail,
            reports: Reports::default(),
        };
        let pipeline = Pipeline::new(gate, sender, self.middleware);
        Run::new(context, pipeline, self.mind, self.resume)
    }
}

/// Runs a future and returns its panic as a value.
async fn caught<F: Future>(work: F) -> Result<F::Output, Box<dyn Any + Send>> {
    let mut work = Box::pin(work);
    std::future::poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
        Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
        Ok(Poll::Pending) => Poll::Pending,
        Err(panic) => Poll::Ready(Err(panic)),
    })
    .await
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}
