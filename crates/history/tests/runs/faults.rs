//! Runs that fail because of a fault, a row each: `why` names the true cause, the step, and something to try.

use std::sync::Arc;

use agent::{Budgets, Settings};
use history::{Cause, why};
use serde_json::json;
use sim::profile::Profile;

use crate::fakes::{Reply, Shed};
use crate::rig::Phone;
use crate::{Script, act, fails, finishes, happens, opens_settings, tap};

/// A run, and what `why` has to say: the cause, the step in which it shows first, and a part of the words.
struct Row {
    name: &'static str,
    script: Script,
    cause: Cause,
    step: u32,
    what: &'static str,
}

fn rows() -> Vec<Row> {
    let phone = || Phone::new(Profile::default());
    let yes = || Settings { yes: true, ..Settings::default() };
    let delete = || Reply {
        first: vec![json!({"op": "pop_up", "title": "Delete all photos?", "buttons": ["Cancel", "Delete"]})],
        ..act(json!({"type": "observe"}))
    };
    let script = |replies: Vec<Reply>| Script::new(phone(), replies);
    let row = |name, script, cause, step, what| Row { name, script, cause, step, what };
    vec![
        row(
            "refused touch",
            script(vec![delete(), tap("Delete"), fails("I may not press that")]),
            Cause::NobodyAnswered,
            2,
            "nobody could be asked about tap `Delete`",
        ),
        row(
            "model garbage",
            script(vec![opens_settings(), Reply::new(json!("?")), Reply::new(json!("<<<")), Reply::new(json!("!"))]),
            Cause::UnreadableReply,
            2,
            "could not be carried out",
        ),
        row(
            "timeout",
            Script {
                settings: Settings {
                    budgets: Budgets { seconds: Some(std::time::Duration::from_secs(30)), ..Budgets::default() },
                    ..yes()
                },
                ..script(vec![opens_settings(), Reply { takes: 60.0, ..tap("Network & internet") }])
            },
            Cause::Limit,
            0,
            "",
        ),
        row(
            "refused by a person",
            Script { answers: vec![json!("no")], ..script(vec![delete(), tap("Delete"), fails("they said no")]) },
            Cause::RefusedByPerson,
            2,
            "a person refused tap `Delete`",
        ),
        row(
            "disconnected phone",
            Script {
                settings: Settings { reconnect: std::time::Duration::from_secs(5), ..yes() },
                ..script(vec![opens_settings(), Reply { gone_for: Some(1e6), ..tap("Network & internet") }])
            },
            Cause::Disconnected,
            2,
            "no route to the phone",
        ),
        row(
            "killed",
            Script { killed_after: Some(9), ..script(vec![opens_settings(), tap("Network & internet"), finishes()]) },
            Cause::Killed,
            2,
            "the process ended",
        ),
        row(
            "tool error",
            Script {
                tools: Arc::new(Shed([("ledger".to_owned(), json!({"error": "the ledger is locked"}))].into())),
                ..script(vec![act(json!({"type": "mcp_call", "tool": "ledger", "args": {}})), fails("no ledger")])
            },
            Cause::ToolFailed,
            1,
            "the ledger is locked",
        ),
        row(
            "wrong screen",
            script(vec![
                opens_settings(),
                happens(
                    json!({"op": "pop_up", "package": "com.example.ads", "layout": "screen", "title": "Today only"}),
                ),
                fails("this is not the settings"),
            ]),
            Cause::WrongScreen,
            3,
            "`com.example.ads` came to the front of `com.android.settings` by itself",
        ),
        row(
            "dialog in the way",
            script(vec![
                opens_settings(),
                happens(json!({"op": "happen", "kind": "not_responding", "package": "com.android.settings"})),
                fails("something covers the settings"),
            ]),
            Cause::DialogInTheWay,
            3,
            "waits for an answer",
        ),
        row(
            "missing app, after one that was open already",
            script(vec![
                opens_settings(),
                opens_settings(),
                act(json!({"type": "open_app", "name": "Zebra Notes"})),
                fails("there is no such app"),
            ]),
            Cause::MissingApp,
            3,
            "Zebra Notes",
        ),
        row(
            "missing app",
            script(vec![act(json!({"type": "open_app", "name": "Zebra Notes"})), fails("there is no such app")]),
            Cause::MissingApp,
            1,
            "Zebra Notes",
        ),
    ]
}

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
