//! Secrets on a phone: hidden from viewers, told to the person who asked for them, and written to no file.

use std::path::Path;

use serde_json::json;
use task::device::tree::Tree;
use task::{Phones, Spec};

use crate::rig::{Rig, rig, spec, text};

/// In a message on the phone when it starts.
const CODE: &str = "482913";

fn labels(tree: &Tree) -> String {
    tree.nodes.iter().map(|node| format!("{} {}\n", node.text, node.description)).collect()
}

/// Reads every file below the folder as text.
fn files(folder: &Path) -> String {
    let mut all = String::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.push_str(&files(&path));
        } else {
            all.push_str(&String::from_utf8_lossy(&std::fs::read(path).unwrap()));
        }
    }
    all
}

async fn run(rig: &Rig, goal: &str) -> String {
    let id = rig.service.start(Spec { goal: goal.to_owned(), yes: true, ..spec("reads") }).await.unwrap();
    rig.end(&id).await.told().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_look_on_see_no_codes() {
    let rig = rig().await;
    let open = json!({"type": "open_url", "url": "smsto:+15550199"});
    let ask = json!({"type": "ask_user", "question": "Now?"});
    rig.world.script("reads", &[open, ask, json!({"type": "finish", "message": "done"})]);
    let original = rig.world.reach(None).await.unwrap().snapshot().await.unwrap().picture;
    assert_eq!(rig.service.screen(None).await.unwrap().picture, original, "nothing is secret yet");
    let id = rig.service.start(Spec { yes: true, ..spec("reads") }).await.unwrap();
    let question = rig.asked(&id).await;
    for when in ["while the task runs", "when it is over"] {
        let shown = labels(&rig.service.tree(None).await.unwrap());
        assert!(shown.contains("Your verification code is [code 1].") && !shown.contains(CODE), "{when}: {shown}");
        let original = rig.world.reach(None).await.unwrap().snapshot().await.unwrap().picture;
        assert_ne!(rig.service.screen(None).await.unwrap().picture, original, "{when}: it is painted over");
        if when == "while the task runs" {
            rig.service.answer(&question.id, text("yes")).unwrap();
            rig.end(&id).await;
        }
    }
    assert!(!files(rig.folder.path()).contains(CODE));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_for_a_code_is_told_it_and_no_file_has_it() {
    let rig = rig().await;
    let open = json!({"type": "open_url", "url": "smsto:+15550199"});
    rig.world.script("reads", &[open, json!({"type": "finish", "message": "It is [code 1]."})]);
    for (goal, expected) in
        [("read me the verification code", "It is 482913."), ("sign in with the verification code", "It is [code 1].")]
    {
        assert_eq!(run(&rig, goal).await, expected, "{goal}");
    }
    assert!(!files(rig.folder.path()).contains(CODE));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_in_a_goal_is_in_no_file() {
    let rig = rig().await;
    rig.world.script("reads", &[json!({"type": "finish", "message": "done"})]);
    assert_eq!(run(&rig, "sign in with the code 550011").await, "done");
    let files = files(rig.folder.path());
    assert!(files.contains("sign in with the code [code 1]") && !files.contains("550011"), "{files}");
}
