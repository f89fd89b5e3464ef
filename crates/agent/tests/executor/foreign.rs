//! Numbers that an agent brought to the phone: who is asked about them, and what a yes confirms.

use std::sync::{Arc, Mutex};

use agent::{
    Answer, Asks, Control, Executor, Human, IntroducedNow, NoTools, PlanMind, Provenance, Question, Settings, Status,
    SystemClock, Task,
};
use async_trait::async_trait;
use sim::profile::Profile;

use crate::rig::{MORNING_MS, Phone};

/// Sam Carter's number on the phone.
const SAM: &str = "+15550101";

/// A person who answers every question of the gate alike.
struct Person {
    yes: bool,
    rules: Mutex<Vec<String>>,
}

#[async_trait]
impl Human for Person {
    async fn ask(&self, question: &Question) -> Answer {
        if let Asks::Gate(gate) = &question.asks {
            self.rules.lock().unwrap().push(gate.rule.clone());
        }
        if self.yes { Answer::Yes { remember: false } } else { Answer::No { why: None } }
    }
}

async fn run(phone: &Phone, goal: &str, yes: bool, provenance: &Arc<IntroducedNow>) -> (Status, Vec<String>) {
    let person = Arc::new(Person { yes, rules: Mutex::default() });
    let clock = SystemClock::starting_at(jiff::Timestamp::from_millisecond(MORNING_MS).unwrap());
    let executor =
        Executor::new(phone.device(), PlanMind::new(), person.clone(), Arc::new(NoTools), Settings::default())
            .with_clock(Arc::new(clock))
            .with_provenance(provenance.clone());
    let task = Task { id: "foreign".to_owned(), goal: goal.to_owned() };
    let summary = executor.run(&task, Control::none()).await;
    let rules = person.rules.lock().unwrap().clone();
    (summary.status, rules)
}

#[tokio::test(start_paused = true)]
async fn a_number_from_an_agent_is_asked_about_until_the_person_confirms_it() {
    for goal in ["text Sam hello", "call Sam"] {
        let provenance = Arc::new(IntroducedNow::default());
        provenance.introduce(SAM, "a program");
        let asked = vec!["reaches-foreign".to_owned()];
        let phone = Phone::new(Profile::default());
        assert_eq!(run(&phone, goal, false, &provenance).await, (Status::Failed, asked.clone()), "{goal}");
        let phone = Phone::new(Profile::default());
        assert_eq!(run(&phone, goal, true, &provenance).await, (Status::Success, asked), "{goal}");
        assert_eq!(provenance.introduced_by(SAM), None, "{goal}: the yes confirmed it");
        let phone = Phone::new(Profile::default());
        assert_eq!(run(&phone, goal, false, &provenance).await, (Status::Success, Vec::new()), "{goal}");
    }
}
