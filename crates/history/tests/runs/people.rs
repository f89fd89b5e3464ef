//! Runs in which a person takes their time: that time is theirs, whoever asked, and no phase of ours.

use agent::Settings;
use history::Run;
use serde_json::{Value, json};
use sim::profile::Profile;

use crate::fakes::Reply;
use crate::rig::Phone;
use crate::script::{Script, act, finishes, opens_settings, tap};

/// How long the person takes, in seconds.
const SLOW: f64 = 90.0;

async fn asked(replies: Vec<Reply>, answer: Value) -> Run {
    let mut replies = replies;
    replies.push(finishes());
    let answers = vec![json!({"after": SLOW, "say": answer})];
    let script = Script::new(Phone::new(Profile::default()), replies);
    Script { answers, settings: Settings::default(), ..script }.run().await.1
}

#[tokio::test(start_paused = true)]
async fn a_slow_answer_is_a_persons_time() {
    let delete = || Reply {
        first: vec![json!({"op": "pop_up", "title": "Delete all photos?", "buttons": ["Cancel", "Delete"]})],
        ..act(json!({"type": "observe"}))
    };
    let rows: [(&str, Vec<Reply>, Value, &str); 5] = [
        (
            "a question",
            vec![act(json!({"type": "ask_user", "question": "Which one?"}))],
            json!({"text": "the first"}),
            "Which one?",
        ),
        ("a confirmation", vec![act(json!({"type": "confirm", "message": "Go on?"}))], json!("yes"), "Go on?"),
        (
            "a request",
            vec![act(json!({"type": "request_human_auth", "capability": "sms", "instruction": "Read the code"}))],
            json!("approved"),
            "Read the code",
        ),
        (
            "a code that is typed",
            vec![
                opens_settings(),
                act(json!({"type": "request_human_auth", "capability": "sms", "instruction": "Read the code"})),
            ],
            json!({"code": "4711"}),
            "Read the code",
        ),
        ("the gate", vec![delete(), tap("Delete")], json!("no"), "Delete"),
    ];
    for (name, replies, answer, words) in rows {
        let run = asked(replies, answer).await;
        let step = run.steps.iter().find(|step| !step.questions.is_empty()).unwrap();
        assert!(step.questions[0].words.contains(words), "{name}: {:?}", step.questions);
        assert_eq!(run.open_question(), None, "{name}");
        let time = step.timing;
        assert!((SLOW..SLOW + 2.0).contains(&time.person), "{name}: {time:?}");
        assert!(time.gate + time.act + time.mind + time.look < 30.0, "{name}: {time:?}");
    }
}
