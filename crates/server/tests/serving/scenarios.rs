//! What agents may do to the desktop and the answers they get, through the real server, as data.
//!
//! `scenarios/desktop-server.jsonl`: `{name, steps, expect}`. A step is `{send, status, codes?}`: the body of a `POST
//! /api/actions` by an agent, the status of the answer and the code of each result's error (`?` is any); or `{say}`: a
//! message of a person's page. A rejected request has a code and a message for each action and changes nothing. Of the
//! final desktop only the fields in `expect` are compared.

#[path = "../../../desktop/tests/scenarios/compare.rs"]
mod compare;

use serde_json::Value;

use crate::rig::Rig;

#[tokio::test]
async fn every_request_does_what_its_scenario_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/desktop-server.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut wrong = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        if let Err(problem) = run(&case).await {
            wrong.push(format!("{}: {problem}", case["name"]));
        }
    }
    assert!(wrong.is_empty(), "{} scenarios go wrong:\n{}", wrong.len(), wrong.join("\n"));
}

async fn run(case: &Value) -> Result<(), String> {
    let rig = Rig::start().await;
    let agent = rig.agent("helper").await;
    for step in case["steps"].as_array().unwrap() {
        if let Some(say) = step.get("say") {
            let reply = rig.page("").await.say(say.clone()).await;
            if reply["type"] != "RESULT" {
                return Err(format!("the page was answered {reply}"));
            }
            continue;
        }
        let before = rig.view().await;
        let reply = rig.act(&agent, &step["send"]).await;
        let body = reply.json();
        if u64::from(reply.status) != step["status"] {
            return Err(format!("{} was answered with {} {body}", step["send"], reply.status));
        }
        if reply.status != 200 {
            refused(step, &body)?;
            if rig.view().await != before {
                return Err(format!("{} was refused and changed something", step["send"]));
            }
        }
    }
    let found = rig.view().await;
    rig.stop().await;
    compare::differs(&case["expect"], Some(&found), "").map_or(Ok(()), Err)
}

/// Every action has an error with a code, a path and a message.
fn refused(step: &Value, body: &Value) -> Result<(), String> {
    let results = body["results"].as_array().ok_or_else(|| format!("no results: {body}"))?;
    let codes = step["codes"].as_array().unwrap();
    if results.len() != codes.len() {
        return Err(format!("{} results, expected {}: {body}", results.len(), codes.len()));
    }
    for (result, code) in results.iter().zip(codes) {
        let error = &result["error"];
        let said = error["message"].as_str().is_some_and(|message| !message.is_empty()) && error["path"].is_string();
        if !said || result["ok"] != false || (code != "?" && error["code"] != *code) {
            return Err(format!("expected the code {code}: {body}"));
        }
    }
    Ok(())
}
