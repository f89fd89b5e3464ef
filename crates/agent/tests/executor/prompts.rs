//! Prompts stay within bounds, however long the task and its earlier replies.

use std::sync::Arc;

use agent::{Control, Executor, ModelMind, NoTools, Settings, Status};
use serde_json::json;
use sim::profile::Profile;

use crate::fakes::{Person, Reply, Scripted, task};
use crate::rig::Phone;

#[tokio::test(start_paused = true)]
async fn a_prompt_is_bounded_whatever_was_written_before() {
    const STEPS: usize = 20;
    let phone = Phone::new(Profile::default());
    // Thirty thousand letters a reply, a long note, and an answer every time.
    let long = "words ".repeat(5_000);
    let apps = ["Settings", "Phone", "Messages", "Contacts", "WhatsApp"];
    let mut replies: Vec<Reply> = (0..STEPS)
        .map(|step| {
            let note = json!({"type": "note", "text": format!("{step} {}", "note ".repeat(500))});
            let open = json!({"type": "open_app", "name": apps[step * step % apps.len()]});
            Reply::new(json!({"thought": format!("{step} {long}"), "actions": [note, open]}))
        })
        .collect();
    replies.push(Reply::new(json!({"thought": "enough", "action": {"type": "finish", "message": "done"}})));
    let model = Scripted::new(&phone, "openpocket", replies);
    let settings = Settings { ..Settings::default() };
    let person = Arc::new(Person::default());
    let executor = Executor::new(phone.device(), ModelMind::new(model.clone()), person, Arc::new(NoTools), settings);
    let summary = executor.run(&task(), Control::none()).await;
    assert_eq!((summary.status, summary.steps), (Status::Success, 21), "{}", summary.message);
    let prompts = model.prompts.lock().unwrap();
    let sizes: Vec<usize> = prompts.iter().map(|(text, _)| text.len()).collect();
    assert!(sizes.iter().all(|size| *size < 80_000), "{sizes:?}");
    // The newest keep all but their middle, the older ones are a line each.
    let last = &prompts.last().unwrap().0;
    assert!(last.contains("\n16. 15 words words") && !last.contains("\n20. 19 words"), "{last}");
    assert!(last.contains("\"text\":\"19 note") && !last.contains("\"text\":\"15 note"), "{last}");
    assert!(last.contains("- 19 note") && last.contains("earlier notes are not listed"), "{last}");
}
