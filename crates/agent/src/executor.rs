//! Runs one task: looks, asks the model, passes the gate, acts, until one of the ends.
//!
//! Called by the task service and by the binary. The work is in the files below: `run` is the loop, `look` the
//! observation, `predict` the question to the model, `gate` the permission, `carry` the doing. It never sends
//! what is not on record, and never waits without an end.

mod book;
mod carry;
mod gate;
mod history;
mod look;
mod patience;
mod predict;
mod resume;
mod run;
mod stuck;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::task::Poll;

use device::Device;
use model::Model;

pub use self::resume::{Doubt, Resume};
use self::run::{Parts, Run};
use crate::clock::{Clock, SystemClock};
use crate::event::{Ignores, Watch};
use crate::human::Human;
use crate::line::{Record, Unrecorded};
use crate::memory::{Memory, Remembers};
use crate::middleware::Middleware;
use crate::redact::{Redactor, Secret};
use crate::settings::Settings;
use crate::stop::Stop;
use crate::summary::{Summary, Task};
use crate::tools::Tools;

/// Runs one task.
pub struct Executor {
    parts: Parts,
}

impl Executor {
    /// One with these hands, this mind, this person and these tools. Unless told otherwise nothing is written
    /// down, nobody is told, and what the person allows is remembered for this task only.
    pub fn new(
        device: Arc<dyn Device>,
        model: Arc<dyn Model>,
        human: Arc<dyn Human>,
        tools: Arc<dyn Tools>,
        settings: Settings,
    ) -> Self {
        Self {
            parts: Parts {
                device,
                model,
                human,
                tools,
                settings,
                clock: Arc::new(SystemClock::new()),
                record: Box::new(Unrecorded),
                watch: Box::new(Ignores),
                memory: Arc::new(Remembers::default()),
                middleware: Vec::new(),
                redactor: Redactor::default(),
                resume: None,
            },
        }
    }

    /// The time.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.parts.clock = clock;
        self
    }

    /// Where it is written down.
    #[must_use]
    pub fn with_record(mut self, record: impl Record + 'static) -> Self {
        self.parts.record = Box::new(record);
        self
    }

    /// Who is told.
    #[must_use]
    pub fn with_watch(mut self, watch: impl Watch + 'static) -> Self {
        self.parts.watch = Box::new(watch);
        self
    }

    /// What the person allowed before.
    #[must_use]
    pub fn with_memory(mut self, memory: Arc<dyn Memory>) -> Self {
        self.parts.memory = memory;
        self
    }

    /// One more between the model and the phone, after those before it.
    #[must_use]
    pub fn with_middleware(mut self, middleware: impl Middleware + 'static) -> Self {
        self.parts.middleware.push(Box::new(middleware));
        self
    }

    /// What must not be seen by model, journal or watchers.
    #[must_use]
    pub fn with_secrets<'s>(mut self, secrets: impl IntoIterator<Item = &'s Secret>) -> Self {
        secrets.into_iter().for_each(|secret| self.parts.redactor.add(secret));
        self
    }

    /// Goes on where an earlier run of the task ended.
    #[must_use]
    pub fn resuming(mut self, resume: Resume) -> Self {
        self.parts.resume = Some(resume);
        self
    }

    /// Runs the task to its end, whichever it is. The phone is released and the end is written down, also
    /// when something in here panics, which is then raised again. A caller that drops the future instead of
    /// stopping it finds the end written down as an interruption; what was borrowed of the phone's person is
    /// then given back by the next call to the phone.
    pub async fn run(self, task: &Task, stop: Stop) -> Summary {
        let mut run = Run::new(self.parts, task.clone(), stop);
        match caught(run.work()).await {
            Ok(end) => run.close(end).await,
            Err(panic) => {
                let end = patience::End::panicked(&said(panic.as_ref()));
                run.close(end).await;
                resume_unwind(panic)
            }
        }
    }
}

/// A future whose panic is a value.
async fn caught<F: Future>(work: F) -> Result<F::Output, Box<dyn Any + Send>> {
    let mut work = Box::pin(work);
    std::future::poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
        Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
        Ok(Poll::Pending) => Poll::Pending,
        Err(panic) => Poll::Ready(Err(panic)),
    })
    .await
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}
