//! `fingertip bench words`: measures a plain-language request from its words to its result, and our share of that time.

use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use action::{AgentAction, App, Directory};
use agent::record::Folder;
use agent::{Control, Event, Executor, NoTools, Nobody, PlanMind, Settings, Status, Task};
use anyhow::{Result, bail};
use async_trait::async_trait;
use clap::Args;
use device::{Acted, Actuator, Device, DeviceError, Foreground, Observer, Pace, Picture, Reading, Settled, Shot, Tree};
use serde_json::json;

/// Measure plain-language requests, from words to result
#[derive(Args)]
#[command(after_help = "\
Runs requests on its own simulated phone, on a free port. Prints how long each took, how much of that was the phone's
(its work, the wire, and the wait for its screen to settle) and how much was ours: understanding, deciding, judging,
checking, recording. The median of the rounds counts.

Examples:
  fingertip bench words
  fingertip bench words --rounds 20 --json")]
pub(super) struct BenchWords {
    /// How often to make each request
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The requests, used in turn, and the most milliseconds that our share may take.
const REQUESTS: &[(&str, &[&str], f64)] = &[
    ("toggle", &["turn on the dark theme", "turn off the dark theme"], 50.0),
    ("message", &["text Sam that I am late"], 300.0),
];

impl BenchWords {
    #[expect(clippy::print_stderr, clippy::print_stdout, reason = "progress, and the data of this command")]
    pub(super) async fn run(self) -> Result<ExitCode> {
        let scratch = std::env::temp_dir().join(format!("fingertip-words-{}", std::process::id()));
        let reached = crate::phones::fresh().await?;
        let phone = Arc::new(Timed { phone: reached.device, waited: Mutex::default() });
        // The first look decides how pictures are taken, and the first request loads the grammar.
        self.once("what time is it", &phone, &scratch, 0).await?;
        let mut told = Vec::new();
        for (name, says, most) in REQUESTS {
            eprintln!("{} times: {}", self.rounds, says.join(" / "));
            let mut rounds = Vec::new();
            for round in 0..self.rounds {
                let say = says[usize::try_from(round)? % says.len()];
                rounds.push(self.once(say, &phone, &scratch, round).await?);
            }
            rounds.sort_by(|a, b| a.own.total_cmp(&b.own));
            let middle = &rounds[rounds.len() / 2];
            if self.json {
                let steps: Vec<_> = middle.steps.iter().map(|(op, own)| json!({"op": op, "own_ms": own})).collect();
                told.push(json!({"request": name, "own_ms": middle.own, "phone_ms": middle.phone, "wanted_ms": most,
                    "steps": steps}));
                continue;
            }
            println!("{name:<10} {:>8.1} ms ours (wanted {most} ms), {:>8.1} ms the phone's", middle.own, middle.phone);
            for (op, own) in &middle.steps {
                println!("    {op:<20} {own:>8.1} ms ours");
            }
        }
        _ = std::fs::remove_dir_all(&scratch);
        if self.json {
            println!("{}", json!({ "requests": told }));
        }
        Ok(ExitCode::SUCCESS)
    }

    async fn once(&self, say: &str, phone: &Arc<Timed>, scratch: &std::path::Path, round: u32) -> Result<Round> {
        let id = format!("{round}-{}", say.replace(' ', "-"));
        let record = Folder::create(&scratch.join("tasks").join(&id))?;
        let steps: Arc<Mutex<Vec<(String, f64)>>> = Arc::default();
        let (begun, spent) = (Instant::now(), phone.spent());
        let (watch, watched) = (Arc::clone(&steps), Arc::clone(phone));
        let mut last = 0.0;
        let executor = Executor::new(
            Arc::clone(phone) as Arc<dyn Device>,
            PlanMind::new(),
            Arc::new(Nobody),
            Arc::new(NoTools),
            Settings::default(),
        )
        .with_journal(record)
        .with_watch(move |event: &Event| {
            if let Event::StepResult(result) = event {
                let own = millis(begun.elapsed().saturating_sub(watched.spent().saturating_sub(spent)));
                watch.lock().unwrap_or_else(PoisonError::into_inner).push((result.op.clone(), own - last));
                last = own;
            }
        });
        let task = Task { id, goal: say.to_owned() };
        let summary = executor.run(&task, Control::none()).await;
        let (took, phone) = (begun.elapsed(), phone.spent().saturating_sub(spent));
        if summary.status != Status::Success {
            bail!("“{say}” failed: {}", summary.error.unwrap_or(summary.message));
        }
        let steps = std::mem::take(&mut *steps.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(Round { own: millis(took.saturating_sub(phone)), phone: millis(phone), steps })
    }
}

/// The times of one request, in milliseconds.
struct Round {
    own: f64,
    phone: f64,
    /// Each step, without the phone's share.
    steps: Vec<(String, f64)>,
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// A phone that counts how long its callers wait.
struct Timed {
    phone: Arc<device::AdbDevice>,
    waited: Mutex<Waited>,
}

/// How long at least one call was under way; several can run at once.
#[derive(Default)]
struct Waited {
    calls: u32,
    since: Option<Instant>,
    before: Duration,
}

impl Timed {
    fn waited(&self) -> std::sync::MutexGuard<'_, Waited> {
        self.waited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spent(&self) -> Duration {
        let waited = self.waited();
        waited.before + waited.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    async fn timed<F: Future>(&self, work: F) -> F::Output {
        {
            let mut waited = self.waited();
            waited.calls += 1;
            waited.since.get_or_insert_with(Instant::now);
        }
        let _guard = CallGuard(self);
        work.await
    }
}

/// Marks the end of a call, also of a dropped one.
struct CallGuard<'a>(&'a Timed);

impl Drop for CallGuard<'_> {
    fn drop(&mut self) {
        let mut waited = self.0.waited();
        waited.calls = waited.calls.saturating_sub(1);
        if waited.calls == 0
            && let Some(since) = waited.since.take()
        {
            waited.before += since.elapsed();
        }
    }
}

#[async_trait]
impl Observer for Timed {
    fn id(&self) -> &str {
        self.phone.id()
    }

    async fn snapshot(&self) -> Result<Shot, DeviceError> {
        self.timed(self.phone.snapshot()).await
    }

    async fn tree(&self) -> Result<Tree, DeviceError> {
        self.timed(self.phone.tree()).await
    }

    async fn current_app(&self) -> Result<Option<Foreground>, DeviceError> {
        self.timed(self.phone.current_app()).await
    }

    async fn apps(&self) -> Result<Vec<App>, DeviceError> {
        self.timed(self.phone.apps()).await
    }

    async fn directory(&self) -> Result<Directory, DeviceError> {
        self.timed(self.phone.directory()).await
    }

    async fn read(&self, reading: &Reading<'_>) -> Result<String, DeviceError> {
        self.timed(self.phone.read(reading)).await
    }

    async fn settle(&self, pace: Pace, before: Option<&Picture>) -> Result<Settled<Picture>, DeviceError> {
        self.timed(self.phone.settle(pace, before)).await
    }
}

#[async_trait]
impl Actuator for Timed {
    async fn act(&self, action: &AgentAction) -> Result<Acted, DeviceError> {
        self.timed(self.phone.act(action)).await
    }

    async fn push_file(&self, name: &str, data: &[u8], modified: u32) -> Result<String, DeviceError> {
        self.timed(self.phone.push_file(name, data, modified)).await
    }

    async fn release(&self) -> Result<(), DeviceError> {
        self.timed(self.phone.release()).await
    }
}
