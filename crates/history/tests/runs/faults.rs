//! Runs that fail because of a fault: `why` names the true cause, the step, and something to try.

use history::{Cause, why};
use serde_json::json;
use sim::profile::Profile;

use crate::fakes::Reply;
use crate::fault_rows::{Row, rows};
use crate::rig::Phone;
use crate::script::{Script, act, finishes, opens_settings, tap};

#[tokio::test(start_paused = true)]
async fn why_names_the_true_cause_of_each_fault() {
    let wanted = std::env::var("ROW").unwrap_or_default();
    let mut wrong = Vec::new();
    for Row { name, script, cause, step, what } in rows() {
        if !name.contains(&wanted) {
            continue;
        }
        let (summary, run) = script.run().await;
        let why = why(&run, false);
        let first = why.first.clone();
        let shown = first.as_ref().map_or((0, ""), |first| (first.step, first.what.as_str()));
        if why.cause != cause || shown.0 != step || !shown.1.contains(what) || why.next.is_empty() {
            wrong.push(format!(
                "{name}: expected {cause:?} in step {step} (`{what}`)\n  got {why:#?}\n  ended {summary:?}"
            ));
        }
        // The words of the record, and the next command, are for this task.
        assert!(why.next.iter().all(|tip| !tip.contains("fingertip task") || tip.contains("t1")), "{:?}", why.next);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[tokio::test(start_paused = true)]
async fn what_was_overcome_is_not_the_cause() {
    let phone = Phone::new(Profile::default());
    let replies = vec![
        act(json!({"type": "open_app", "name": "Zebra Notes"})),
        Reply::new(json!("not an action {")),
        opens_settings(),
        tap("Network & internet"),
        finishes(),
    ];
    let (_, run) = Script::new(phone, replies).run().await;
    let why = why(&run, false);
    assert_eq!((why.cause, why.first, why.status.as_str()), (Cause::None, None, "success"));
    let over: Vec<_> = why.also.iter().map(|one| (one.cause, one.step, one.over_in)).collect();
    assert!(over.contains(&(Cause::UnreadableReply, 2, Some(3))), "{over:?}");
}
