//! One pair: a recorded run, and its replay on a phone that differs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use action::macros::Macro;
use agent::{
    Answer, Asks, Context, Control, Doubt, Executor, Halt, Human, Journal, JournalEntry, Mind, NoTools, Outcome,
    PauseReason, PlanMind, Proposal, Question, ReplayMind, Resume, RetryDelay, Rung, Settings, Status, Summary, Task,
};
use anyhow::{Context as _, Result, bail};
use async_trait::async_trait;
use history::Run;
use macros::{from_run, parameters};
use serde::Deserialize;
use serde_json::Value;

use super::change::Change;
use super::phone::Phone;
use crate::commands::eval::gate::phone::Control as PhoneControl;

/// What a pop-up of the evaluation may be answered with.
const CLOSES: [&str; 2] = ["Not now", "OK"];

/// A run of the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    /// The request.
    pub(super) say: String,
    /// Commands that set both phones up.
    #[serde(default)]
    pub(super) before: Vec<String>,
    /// Commands, and what they print afterwards.
    pub(super) state: BTreeMap<String, String>,
}

/// What came of a pair.
#[derive(Clone, Debug, Default)]
pub(super) struct Tried {
    /// Why it did not end as it should; `None` if it did.
    pub(super) problem: Option<String>,
    /// Touches on anything but the recorded elements.
    pub(super) wrong: Vec<String>,
    /// Steps that reach people, done on another element without a question.
    pub(super) healed: usize,
    /// The steps of the recorded run, and the seconds of ours that each took.
    pub(super) steps: usize,
    pub(super) seconds: f64,
}

/// Keeps the journal, until the process dies.
#[derive(Clone)]
struct Kept {
    entries: Arc<Mutex<Vec<JournalEntry>>>,
    left: usize,
}

impl Kept {
    fn new(left: usize) -> Self {
        Self { entries: Arc::default(), left }
    }

    fn entries(&self) -> Vec<JournalEntry> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Journal for Kept {
    fn write(&mut self, entry: &JournalEntry) -> std::io::Result<()> {
        if self.left == 0 {
            return Err(std::io::Error::other("killed"));
        }
        self.left -= 1;
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).push(entry.clone());
        Ok(())
    }
}

/// A person who says yes to everything, and how often they were asked about another element.
#[derive(Default)]
struct Person {
    confirmed: Mutex<usize>,
}

#[async_trait]
impl Human for Person {
    async fn ask(&self, question: &Question) -> Answer {
        if matches!(question.asks, Asks::Confirm { .. }) {
            *self.confirmed.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        }
        // Whether an action in doubt was done is for the phone to tell here.
        match question.asks {
            Asks::WasDone { .. } => Answer::Unavailable,
            _ => Answer::Yes { remember: false },
        }
    }
}

/// A replay, and what pops up meanwhile.
struct Disturbed {
    mind: ReplayMind,
    control: PhoneControl,
    decisions: usize,
    pop_up: Option<(usize, Value)>,
}

#[async_trait]
impl Mind for Disturbed {
    fn name(&self) -> &str {
        self.mind.name()
    }

    fn resume(&mut self, before: &Resume) {
        self.mind.resume(before);
    }

    async fn was_done(&mut self, doubt: &Doubt, context: &mut Context) -> Result<Option<bool>, Halt> {
        self.mind.was_done(doubt, context).await
    }

    fn doubt_decided(&mut self, done: bool) {
        self.mind.doubt_decided(done);
    }

    async fn next(&mut self, context: &mut Context) -> Result<Proposal, Halt> {
        self.decisions += 1;
        let due = self.pop_up.take_if(|(decision, _)| *decision <= self.decisions);
        if let Some((_, request)) = due
            && let Err(error) = self.control.ask(&request).await
        {
            tracing::warn!("the pop-up of the evaluation failed: {error}");
        }
        self.mind.next(context).await
    }

    fn interrupted(&mut self, reason: PauseReason) {
        self.mind.interrupted(reason);
    }

    fn outcome(&mut self, outcomes: &[Outcome], context: &Context) {
        self.mind.outcome(outcomes, context);
    }
}

fn settings() -> Settings {
    Settings {
        yes: true,
        max_steps: 200,
        rungs: vec![Rung::Layout, Rung::Search],
        retry_delay: RetryDelay::Constant(Duration::ZERO),
        // The simulated phone shows the effect of an action at once.
        step_delay: Some(Duration::ZERO),
        fixed_delay: true,
        ..Settings::default()
    }
}

async fn run(
    phone: &Phone,
    mind: impl Mind + 'static,
    goal: &str,
    journal: Kept,
    before: Option<Vec<JournalEntry>>,
) -> (Summary, Arc<Person>) {
    let person = Arc::new(Person::default());
    let human = Arc::clone(&person) as Arc<dyn Human>;
    let mut executor =
        Executor::new(phone.device.clone(), mind, human, Arc::new(NoTools), settings()).with_journal(journal);
    if let Some(before) = before {
        executor = executor.resuming(Resume::from_entries(&before));
    }
    let task = Task { id: "pair".to_owned(), goal: goal.to_owned() };
    (executor.run(&task, Control::none()).await, person)
}

/// Records the run of a row, and makes a macro of it.
pub(super) async fn record(row: &Row) -> Result<Macro> {
    let phone = Phone::start(&Value::Null, &row.before).await?;
    let journal = Kept::new(usize::MAX);
    let (summary, _) = run(&phone, PlanMind::new(), &row.say, journal.clone(), None).await;
    if summary.status != Status::Success {
        bail!("“{}” cannot be recorded: {}", row.say, summary.message);
    }
    let run = Run::from_entries(journal.entries());
    let one = from_run(&run, "pair").with_context(|| format!("“{}”", row.say))?;
    Ok(parameters(one, &run, None))
}

/// Repeats a run on a phone that differs. `recorded` is the macro before the change.
pub(super) async fn repeat(row: &Row, recorded: &Macro, one: &Macro, change: &Change) -> Result<Tried> {
    let setup = [row.before.clone(), change.setup.clone()].concat();
    let phone = Phone::start(&change.profile, &setup).await?;
    let filled = one.fill(&BTreeMap::new()).map_err(|findings| anyhow::anyhow!("{findings:?}"))?;
    let mind = |pop_up: Option<(usize, Value)>| Disturbed {
        mind: ReplayMind::new(filled.clone()),
        control: phone.control.clone(),
        decisions: 0,
        pop_up,
    };
    let (began, worked) = (Instant::now(), phone.worked().await?);
    // About six entries a step; a replay that ends before is not killed.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of a small number")]
    let left = change.killed.map(|part| (part * 6.0 * filled.steps.len() as f64) as usize + 1);
    let journal = Kept::new(left.unwrap_or(usize::MAX));
    let (mut summary, mut person) = run(&phone, mind(change.pop_up.clone()), &filled.goal, journal.clone(), None).await;
    let mut entries = journal.entries();
    if change.killed.is_some() && summary.status != Status::Success {
        let again = Kept::new(usize::MAX);
        (summary, person) = run(&phone, mind(None), &filled.goal, again.clone(), Some(entries.clone())).await;
        entries.extend(again.entries());
    }
    let seconds = began.elapsed().as_secs_f64() - (phone.worked().await? - worked);
    let confirmed = *person.confirmed.lock().unwrap_or_else(PoisonError::into_inner);
    let changed_outward =
        recorded.steps.iter().zip(&one.steps).filter(|(was, now)| was.outward && was.on != now.on).count();
    let finished = summary.status == Status::Success;
    Ok(Tried {
        problem: problem(row, &phone, &summary, change).await?,
        wrong: wrong(recorded, &entries)?,
        healed: if finished { changed_outward.saturating_sub(confirmed) } else { 0 },
        steps: filled.steps.len(),
        seconds: seconds.max(0.0),
    })
}

/// Why the replay did not end as it should.
async fn problem(row: &Row, phone: &Phone, summary: &Summary, change: &Change) -> Result<Option<String>> {
    let message = summary.message.clone();
    if change.impossible {
        let stopped = summary.status == Status::Failed && message.contains("expected");
        return Ok((!stopped).then(|| format!("did not stop, although its button is gone: {message}")));
    }
    if summary.status != Status::Success {
        return Ok(Some(message));
    }
    for (command, part) in &row.state {
        let said = phone.shell(command).await?;
        if !said.contains(part) {
            let said: String = said.chars().take(200).collect();
            return Ok(Some(format!("`{command}` says `{said}`, not `{part}`")));
        }
    }
    Ok(None)
}

/// The touches on elements that the recorded run did not touch and that close no pop-up.
fn wrong(recorded: &Macro, entries: &[JournalEntry]) -> Result<Vec<String>> {
    let filled = recorded.fill(&BTreeMap::new()).map_err(|findings| anyhow::anyhow!("{findings:?}"))?;
    let title = |name: &str| name.split(", ").next().unwrap_or_default().to_owned();
    let known = |id: &str, name: &str| {
        let is_it = |on: &action::macros::Target| {
            (!on.id.is_empty() && on.id == id && on.role == "field") || title(&on.name) == title(name) && on.id == id
        };
        filled.steps.iter().filter_map(|step| step.on.as_ref()).any(is_it) || CLOSES.contains(&name)
    };
    let touches = entries.iter().filter_map(|entry| match entry {
        JournalEntry::Intent(intent) if !matches!(intent.action.name(), "swipe" | "keyevent") => Some(intent),
        _ => None,
    });
    let strange = touches.flat_map(|intent| &intent.touched).filter(|element| !known(&element.id, &element.name));
    Ok(strange.map(|element| format!("{} [{}]", element.name, element.id)).collect())
}
