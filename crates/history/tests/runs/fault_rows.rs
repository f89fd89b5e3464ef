//! Runs that fail because of a fault, a row each, with what has to be said about them. Also used by the report's tests.

use std::sync::Arc;

use agent::{Budgets, Settings};
use history::Cause;
use serde_json::json;
use sim::profile::Profile;

use crate::fakes::{Reply, Shed};
use crate::rig::Phone;
use crate::script::{Script, act, fails, finishes, happens, opens_settings, tap};

/// A run, and what `why` has to say: the cause, the step in which it shows first, and a part of the words.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) script: Script,
    pub(crate) cause: Cause,
    pub(crate) step: u32,
    pub(crate) what: &'static str,
}

pub(crate) fn rows() -> Vec<Row> {
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
            "killed while it asked",
            Script {
                killed_after: Some(10),
                ..script(vec![
                    opens_settings(),
                    act(json!({"type": "ask_user", "question": "Which of the two networks?"})),
                    finishes(),
                ])
            },
            Cause::Killed,
            2,
            "while it asked “Which of the two networks?”",
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
