//! Plays one sequence of events on the real loop, resuming after each kill until the task ends.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use action::phone::{AgentAction, AskUser, Capability, Confirm, McpCall, RequestHumanAuth};
use async_trait::async_trait;

use super::Event;
use super::world::{CODE, RISKY, SAFE, Shared};
use crate::clock::SystemClock;
use crate::context::Context;
use crate::control::Control;
use crate::deadline::Halt;
use crate::effect::FailureReason;
use crate::executor::Executor;
use crate::journal::JournalEntry;
use crate::middleware::{Middleware, Refused};
use crate::mind::{Mind, Proposal};
use crate::resume::Resume;
use crate::settings::Settings;
use crate::summary::{Summary, Task};

/// How many kills there can be at most; each needs an event.
const MOST_LIVES: u32 = 40;
/// Longer than any wait, in the loop's own time.
const FOR_EVER: Duration = Duration::from_secs(30 * 24 * 3600);

/// The rest of a sequence, and the events before each action of the current batch.
#[derive(Clone, Default)]
struct Script {
    left: Arc<Mutex<VecDeque<Event>>>,
    before: Arc<Mutex<VecDeque<Vec<Event>>>>,
}

/// Returns the invariants that a sequence violates.
pub(super) fn explore(events: &[Event]) -> Vec<String> {
    let shared = Shared::default();
    let script = Script { left: Arc::new(Mutex::new(events.iter().copied().collect())), ..Script::default() };
    let world = shared.clone();
    live(&shared, "look around", move || {
        let mind = ScriptMind { script: script.clone(), world: world.clone() };
        (mind, Some(Arms { script: script.clone(), world: world.clone() }))
    })
}

/// Runs the executor until it ends, resumes it after every kill, and checks the result.
pub(super) fn live<M, W>(shared: &Shared, goal: &str, make: impl Fn() -> (M, Option<W>)) -> Vec<String>
where
    M: Mind + 'static,
    W: Middleware + 'static,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let Ok(runtime) = runtime else { return vec!["no runtime".to_owned()] };
    runtime.block_on(async {
        for _ in 0..MOST_LIVES {
            let (controller, control) = Control::pair();
            shared.begin(controller.clone());
            let (mind, middleware) = make();
            let before = shared.world().journal.clone();
            let watcher = shared.clone();
            let saw = move |event: &crate::event::Event| {
                use std::fmt::Write;
                let _ = write!(watcher.world().events, "{event:?}");
            };
            let device = Arc::new(shared.clone());
            let mut executor =
                Executor::new(device, mind, Arc::new(shared.clone()), Arc::new(shared.clone()), Settings::default())
                    .with_clock(Arc::new(SystemClock::starting_at(jiff::Timestamp::UNIX_EPOCH)))
                    .with_journal(shared.clone())
                    .with_watch(saw);
            if let Some(middleware) = middleware {
                executor = executor.with_middleware(middleware);
            }
            if !before.is_empty() {
                executor = executor.resuming(Resume::from_entries(&before));
            }
            let task = Task { id: "t1".to_owned(), goal: goal.to_owned() };
            let go_on = async {
                loop {
                    controller.standing_still().await;
                    controller.go_on();
                    tokio::task::yield_now().await;
                }
            };
            let ended = tokio::select! {
                biased;
                () = shared.killed.notified() => continue,
                ended = tokio::time::timeout(FOR_EVER, executor.run(&task, control)) => ended,
                () = go_on => continue,
            };
            return check(shared, ended.ok());
        }
        vec!["it did not end".to_owned()]
    })
}

/// The invariants that hold at the end.
fn check(shared: &Shared, ended: Option<Summary>) -> Vec<String> {
    let mut world = shared.world();
    if ended.is_none() {
        world.violations.push("it hangs".to_owned());
    }
    let mut open: Option<u64> = None;
    // A later run may resolve a doubt.
    let mut unknown: Option<u64> = None;
    let mut problems = Vec::new();
    for entry in &world.journal {
        match entry {
            JournalEntry::Intent(intent) => {
                if let Some(number) = open.replace(intent.number) {
                    problems.push(format!("intent {number} has no effect before the next"));
                }
            }
            JournalEntry::Effect(effect) if effect.number.is_some() => {
                let known = std::mem::take(&mut unknown).is_some_and(|number| effect.number == Some(number));
                let failure = effect.effect.failure.as_ref().map(|failure| failure.reason);
                if failure == Some(FailureReason::MaybeSent) {
                    unknown = effect.number;
                }
                if effect.number != open.take() && !known {
                    problems.push(format!("the effect {:?} belongs to no open intent", effect.number));
                }
            }
            _ => {}
        }
    }
    // A task that could not find out whether an action was done stays interrupted, with the doubt on record.
    let undecided = ended.is_some_and(|summary| summary.reason == crate::summary::EndReason::Undecided);
    if let Some(number) = open.filter(|_| !undecided) {
        problems.push(format!("intent {number} has no effect in the end"));
    }
    let written = serde_json::to_string(&world.journal).unwrap_or_default();
    if written.contains(CODE) || world.events.contains(CODE) {
        problems.push("a secret is on record".to_owned());
    }
    world.violations.extend(problems);
    std::mem::take(&mut world.violations)
}

/// Removes events as long as the rest still violates an invariant.
pub(super) fn mend(mut events: Vec<Event>) -> (Vec<Event>, Vec<String>) {
    let mut at = 0;
    while at < events.len() {
        let mut shorter = events.clone();
        shorter.remove(at);
        if explore(&shorter).is_empty() { at += 1 } else { events = shorter }
    }
    let broken = explore(&events);
    (events, broken)
}

struct ScriptMind {
    script: Script,
    world: Shared,
}

#[async_trait]
impl Mind for ScriptMind {
    fn name(&self) -> &str {
        "script"
    }

    async fn next(&mut self, context: &mut Context) -> Result<Proposal, Halt> {
        let world = self.world.clone();
        if world.interrupts() {
            context.wait(async move { world.waited(false).await }).await?;
        }
        let (mut actions, mut before) = (Vec::new(), VecDeque::new());
        let mut armed = Vec::new();
        {
            let mut left = lock(&self.script.left);
            while let Some(event) = left.pop_front() {
                match action(event) {
                    Some(action) => {
                        before.push_back(std::mem::take(&mut armed));
                        actions.push(action);
                    }
                    None if event == Event::NextTurn && !actions.is_empty() => break,
                    None if event == Event::NextTurn => {}
                    None => armed.push(event),
                }
            }
        }
        self.world.arm(&armed);
        *lock(&self.script.before) = before;
        if actions.is_empty() {
            actions.push(AgentAction::Finish(action::phone::Finish::saying(Some("done".to_owned()))));
        }
        // The last change while the mind thinks; nothing waits for it.
        self.world.drift();
        Ok(Proposal::new("", actions))
    }
}

/// Arms the events of an action when its turn comes.
struct Arms {
    script: Script,
    world: Shared,
}

impl Middleware for Arms {
    fn before(&mut self, action: AgentAction) -> Result<AgentAction, Refused> {
        let events = lock(&self.script.before).pop_front().unwrap_or_default();
        self.world.arm(&events);
        Ok(action)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the action that the mind wants, if the event is one of its wishes.
fn action(event: Event) -> Option<AgentAction> {
    let tap = |(x, y): (i32, i32)| AgentAction::tap(x.into(), y.into());
    let auth = |instruction: &str| {
        AgentAction::RequestHumanAuth(RequestHumanAuth {
            capability: Capability::Sms,
            instruction: instruction.to_owned(),
            timeout_sec: action::Finite::from(60),
            reason: None,
        })
    };
    Some(match event {
        Event::TapSafe => tap(SAFE),
        Event::TapRisky => tap(RISKY),
        Event::Type => AgentAction::text("hello"),
        Event::AskUser => AgentAction::AskUser(AskUser {
            question: "which one?".to_owned(),
            timeout_sec: AskUser::default_timeout(),
            reason: None,
        }),
        Event::Confirm => AgentAction::Confirm(Confirm {
            message: "go on?".to_owned(),
            timeout_sec: Confirm::default_timeout(),
            reason: None,
        }),
        Event::CallTool => AgentAction::McpCall(McpCall {
            tool: "weather_today".to_owned(),
            args: serde_json::Map::new(),
            timeout_sec: action::Finite::from(60),
            reason: None,
        }),
        Event::AskCode => auth("the code, please"),
        Event::AskFile => auth("a file, please"),
        _ => return None,
    })
}
