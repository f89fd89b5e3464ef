//! Steps show what the mind saw: complete runs of every kind of mind, compared with what each of them looked at.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use agent::record::{Folder, journal_file, read, screenshot_file, trajectory_file};
use agent::{
    AimedAction, Context, Control, Doubt, Executor, Halt, JournalEntry, Mind, ModelMind, NoTools, Nobody, Outcome,
    OutsideMind, PlanMind, Proposal, Resume, Settings, Summary, Task,
};
use async_trait::async_trait;
use serde_json::{Value, json};
use sim::profile::Profile;
use tempfile::TempDir;

use crate::fakes::{Reply, Scripted};
use crate::rig::Phone;

/// The picture that a mind saw for each of its proposals.
type Saw = Arc<Mutex<Vec<Vec<u8>>>>;

/// A mind, and what it looked at at each decision.
struct Watched<M> {
    mind: M,
    saw: Saw,
}

#[async_trait]
impl<M: Mind> Mind for Watched<M> {
    fn name(&self) -> &str {
        self.mind.name()
    }

    fn dialect(&self) -> Option<&str> {
        self.mind.dialect()
    }

    fn ends_when_stuck(&self) -> bool {
        self.mind.ends_when_stuck()
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
        let proposal = self.mind.next(context).await?;
        let picture = context.look().and_then(|look| look.picture()).map(|picture| picture.png.to_vec());
        self.saw.lock().unwrap().push(picture.unwrap());
        Ok(proposal)
    }

    fn interrupted(&mut self, reason: agent::PauseReason) {
        self.mind.interrupted(reason);
    }

    fn outcome(&mut self, outcomes: &[Outcome], context: &Context) {
        self.mind.outcome(outcomes, context);
    }
}

fn key(name: &str) -> Value {
    json!({"type": "keyevent", "keycode": name})
}

fn replies(actions: &[Value]) -> Vec<Reply> {
    actions.iter().map(|action| Reply::new(json!({"thought": "next", "action": action}))).collect()
}

/// Runs a mind with its task in a folder, and compares the trajectory with what the mind looked at.
async fn check(name: &str, goal: &str, phone: &Phone, mind: impl Mind + 'static) -> Summary {
    let (folder, saw) = (TempDir::new().unwrap(), Saw::default());
    let watched = Watched { mind, saw: Arc::clone(&saw) };
    let executor = Executor::new(phone.device(), watched, Arc::new(Nobody), Arc::new(NoTools), Settings::default())
        .with_journal(Folder::create(folder.path()).unwrap());
    let task = Task { id: "t1".to_owned(), goal: goal.to_owned() };
    let summary = executor.run(&task, Control::none()).await;
    let document: Value = serde_json::from_slice(&std::fs::read(trajectory_file(folder.path())).unwrap()).unwrap();
    let steps = document["steps"].as_array().unwrap();
    assert_eq!(document["total_steps"].as_u64(), Some(u64::from(summary.steps)), "{name}");
    assert_eq!(steps.len(), summary.steps as usize, "{name}");
    assert_eq!(document["metadata"]["device"], "pipe", "{name}");
    let saw = saw.lock().unwrap();
    assert_eq!(saw.len(), steps.len(), "{name}: {summary:?}");
    for (step, saw) in steps.iter().zip(&*saw) {
        let shown = std::fs::read(folder.path().join(step["screenshot"].as_str().unwrap())).unwrap();
        assert!(shown == *saw, "{name}: step {} shows another screen than the mind saw", step["step"]);
    }
    // The last look on record belongs to the end, and the pictures differ; otherwise the test would prove nothing.
    let entries: Vec<JournalEntry> = read(folder.path()).unwrap().collect::<Result<_, _>>().unwrap();
    let last = entries.iter().rev().find_map(|entry| match entry {
        JournalEntry::Observation(seen) => seen.screenshot.as_ref().map(|picture| picture.number),
        _ => None,
    });
    let end = folder.path().join(document["final_screen"]["screenshot"].as_str().unwrap());
    assert_eq!(end, screenshot_file(folder.path(), last.unwrap()), "{name}");
    assert!(saw.windows(2).any(|two| two[0] != two[1]), "{name}: the screen never changed");
    assert!(journal_file(folder.path()).exists());
    summary
}

#[tokio::test(start_paused = true)]
async fn every_step_shows_what_the_mind_saw_before_it_acted() {
    let phone = || Phone::new(Profile::default());
    let open = json!({"type": "open_app", "name": "Settings"});
    let end = json!({"type": "finish", "message": "done"});

    let walked = phone();
    let actions = [open.clone(), json!({"type": "tap", "at": "Network & internet"}), key("KEYCODE_BACK"), end.clone()];
    let model = Scripted::new(&walked, "openpocket", replies(&actions));
    let summary = check("a model", "look around", &walked, ModelMind::new(model)).await;
    assert_eq!(summary.steps, 4);

    let planned = phone();
    let summary = check("a plan", "turn off wifi and open the clock", &planned, PlanMind::new()).await;
    assert!(summary.steps > 1, "{summary:?}");

    let beyond = phone();
    let model = Scripted::new(&beyond, "openpocket", replies(&[open, key("KEYCODE_HOME"), end]));
    check("a plan that a model helps", "frobnicate the widgets", &beyond, PlanMind::new().with_model(model)).await;

    let foreign = phone();
    let (outside, mind) = OutsideMind::new("a program", Duration::from_secs(60));
    let program = tokio::spawn(async move {
        for action in [json!({"type": "open_app", "name": "Settings"}), key("KEYCODE_HOME"), key("KEYCODE_APP_SWITCH")]
        {
            let aimed = AimedAction::from(serde_json::from_value::<action::phone::AgentAction>(action).unwrap());
            outside.carry_out(vec![aimed], "wanted".to_owned()).await.unwrap();
        }
    });
    let summary = check("a program outside", "use the phone", &foreign, mind).await;
    program.await.unwrap();
    assert_eq!(summary.steps, 3);
}
