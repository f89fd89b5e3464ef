//! The product's connection to a phone of the benchmark, and a run of the loop on it in paused time: the phone's clock
//! follows the waits of the loop, and nobody waits for either.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use adb::Client;
use agent::{Answer, Asks, Executor, Human, NoTools, PlanMind, Question, Settings, Summary, SystemClock, Task};
use async_trait::async_trait;
use device::wire::{Connect, Reached, WireError};
use device::{AdbDevice, Observer, Options};
use sim::adbd::Adbd;

use crate::tasks::host::Host;

/// How far the phone's clock moves at a time.
const TICK: Duration = Duration::from_millis(20);

/// Connects over a pipe.
struct Pipe(Arc<Adbd>);

impl Connect for Pipe {
    type Wire = Reached;

    async fn connect(&self) -> Result<Reached, WireError> {
        let (near, far) = tokio::io::duplex(1 << 20);
        let adbd = Arc::clone(&self.0);
        tokio::spawn(async move { adbd.serve(far).await });
        let client = Client::over(near, "pipe", adb::Options::default()).await;
        Ok(Reached::over(client.map_err(|error| WireError::Unreachable(error.to_string()))?))
    }
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// The person who gave the goal. They agree to what they are asked to confirm, so that a wrong reading is counted
/// against us, and choose an answer only if their goal says it.
#[derive(Default)]
struct Giver {
    goal: String,
    asked: Mutex<Vec<String>>,
}

#[async_trait]
impl Human for Giver {
    async fn ask(&self, question: &Question) -> Answer {
        let (asked, answer) = match &question.asks {
            Asks::Ask { question, choices } => (format!("{question} {choices:?}"), self.chosen(choices)),
            Asks::Confirm { message } => (message.clone(), Answer::Yes { remember: false }),
            Asks::Gate(gate) => (gate.reason.clone(), Answer::Yes { remember: false }),
            Asks::WasDone { message } | Asks::Attention { message } => (message.clone(), Answer::Unavailable),
            Asks::Auth { instruction, .. } => (instruction.clone(), Answer::Unavailable),
        };
        self.asked.lock().unwrap().push(asked);
        answer
    }
}

impl Giver {
    /// Answers with the only choice whose words the goal says, or with a yes. Words that the goal does not have are
    /// not made up.
    fn chosen(&self, choices: &[String]) -> Answer {
        let said = |choice: &&String| {
            let goal = words(&self.goal);
            let mut goal = goal.iter();
            words(choice).iter().all(|word| goal.any(|own| own == word))
        };
        let is_yes = |choice: &&String| choice.eq_ignore_ascii_case("yes");
        let mut said = choices.iter().filter(said);
        match (said.next(), said.next(), choices.iter().find(is_yes)) {
            (Some(only), None, _) => Answer::Text(only.clone()),
            (_, _, Some(yes)) => Answer::Text(yes.clone()),
            _ => Answer::Unavailable,
        }
    }
}

fn device(adbd: Arc<Adbd>) -> AdbDevice<Pipe> {
    AdbDevice::new("pipe", Pipe(adbd), Arc::new(device::clock::SystemClock::default()), Options::default())
}

fn paused() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap()
}

/// Reads the people and apps of a phone.
pub(crate) fn directory(host: &Host) -> action::Directory {
    paused().block_on(async { device(Arc::clone(&host.adbd)).directory().await.unwrap() })
}

/// Carries out a goal without a model. Returns the result, and the questions.
pub(crate) fn carry_out(host: &Host, goal: &str) -> (Summary, Vec<String>) {
    let giver = Arc::new(Giver { goal: goal.to_owned(), ..Giver::default() });
    let (human, task) = (Arc::clone(&giver), Task { id: "goal".to_owned(), goal: goal.to_owned() });
    let (adbd, clock) = (Arc::clone(&host.adbd), Arc::clone(&host.clock));
    let summary = paused().block_on(async move {
        let (began, base) = (tokio::time::Instant::now(), clock.load(Ordering::Relaxed));
        let time = jiff::Timestamp::from_millisecond(base).unwrap();
        let ticking = tokio::spawn(async move {
            loop {
                tokio::time::sleep(TICK).await;
                clock.store(base + i64::try_from(began.elapsed().as_millis()).unwrap(), Ordering::Relaxed);
            }
        });
        let executor =
            Executor::new(Arc::new(device(adbd)), PlanMind::new(), human, Arc::new(NoTools), Settings::default())
                .with_clock(Arc::new(SystemClock::starting_at(time)))
                .with_journal(Nowhere);
        let (stopper, stop) = agent::Control::pair();
        let summary = executor.run(&task, stop).await;
        drop(stopper);
        ticking.abort();
        summary
    });
    let asked = giver.asked.lock().unwrap().clone();
    (summary, asked)
}

/// A journal that keeps nothing.
#[derive(Clone, Copy)]
struct Nowhere;

impl agent::Journal for Nowhere {
    fn write(&mut self, _: &agent::JournalEntry) -> std::io::Result<()> {
        Ok(())
    }
}
