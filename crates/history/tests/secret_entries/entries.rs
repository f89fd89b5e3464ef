//! The journal of a run that is full of a secret. Shared by the tests of all crates that make something of a journal.

use std::sync::Arc;

use agent::{JournalEntry, StoredTree};
use device::Tree;
use device::tree::Node;
use serde_json::{Value, json};

/// A run in which every text that may come from a screen, a model, a tool or a person holds the secret.
pub(crate) fn entries(secret: &str) -> Vec<JournalEntry> {
    let at = "2026-03-05T10:00:00Z";
    let text = |before: &str| format!("{before} {secret} after");
    let action = json!({"type": "type", "text": text("typed")});
    let element = json!([{"id": "com.example:id/field", "text": text("text"), "description": text("said"), "hint": text("hint"),
        "name": text("name"), "role": "field", "bounds": [0.0, 0.0, 1.0, 1.0], "point": [0.5, 0.5], "place": [1, 2],
        "neighbours": [{"label": text("left"), "side": "left"}], "containers": [{"label": text("around")}]}]);
    let part = json!({"name": text("part"), "role": "text"});
    let seen = json!({"appeared": [part], "disappeared": [part],
        "changed": [{"name": text("part"), "role": "field", "was": text("was"), "now": text("now")}], "screen": {}});
    let target = json!({"label": text("target"), "role": "b", "resource_id": "", "package": "com.example"});
    let lines: Vec<(u32, &str, Value)> = vec![
        (
            0,
            "started",
            json!({"taskId": "t1", "goal": text("goal"), "device": "sim", "model": "m", "dialect": "d", "settings": {}}),
        ),
        (
            0,
            "hidden",
            json!({"places": [{"package": "com.example", "resourceId": text("id"), "gone": false}], "codes": 1}),
        ),
        (
            0,
            "plan",
            json!({"plan": {"intent": "create_note", "confidence": 1.0, "metadata": {"hint": text("hint")},
            "slots": {"content": text("slot")}, "steps": [{"op": "create_note", "args": {"content": text("argument")}}],
            "follow_up": {"expected": false, "prompt": text("prompt")},
            "ask": {"slot": null, "question": text("question"), "choices": [text("choice")]},
            "requests": [{"intent": "create_note", "slots": {"content": text("request")}}]}}),
        ),
        (
            0,
            "plan_step",
            json!({"progress": {"step": 0, "begun": true, "kept": {"found": text("found")}, "said": [text("said")],
            "reached": {"step": 0, "begun": true, "kept": {"found": text("found")}},
            "wayBack": [{"op": "create_note", "args": {"content": text("back")}}]}}),
        ),
        (
            1,
            "observation",
            json!({"fingerprint": "0", "withheld": text("withheld"), "app": "com.example", "layout": "0"}),
        ),
        (
            1,
            "prediction",
            json!({"thought": text("thought"), "raw": text("raw"), "actions": [action], "usage": {"input_tokens": 3, "output_tokens": 2}, "attempts": 1,
            "error": null, "prompt": {"number": 1, "characters": 9, "pictures": 0}}),
        ),
        (
            1,
            "gate",
            json!({"action": action, "target": target, "verdict": "allow", "rule": "r", "reason": text("reason"), "allowed": true, "by": "rule"}),
        ),
        (1, "question", json!({"action": action, "rule": "r", "words": text("whether")})),
        (
            1,
            "question",
            json!({"action": {"type": "ask_user", "question": text("which")}, "rule": "", "words": text("which")}),
        ),
        (1, "paused", json!({"reason": "taken_over"})),
        (1, "continued", json!({"paused": 3.0})),
        (
            1,
            "intent",
            json!({"number": 1, "action": action, "target": target, "before": "0", "outward": false, "touched": element}),
        ),
        (
            1,
            "effect",
            json!({"number": 1, "action": action, "acted": {"ran": text("output")}, "seen": seen,
            "effect": {"change": "unknown", "failure": {"reason": "phone", "message": text("failed")}}}),
        ),
        (1, "tool_result", json!({"tool": "shell", "ok": false, "error": text("error")})),
        (1, "note", json!({"text": text("note")})),
        (
            1,
            "step_result",
            json!({"result": {"step": 0, "op": "x", "status": "fatal_error", "code": "no_way", "message": text("result"), "remediation": text("instead")},
            "checked": [{"asked": text("asked"), "said": text("answer")}]}),
        ),
        (1, "retry", json!({"of": "connection", "failed": 1, "why": text("why"), "delay": 1.0})),
        (
            2,
            "prediction",
            json!({"thought": text("thought"), "raw": text("raw"), "actions": [], "usage": {"input_tokens": 3, "output_tokens": 2}, "attempts": 1, "error": text("unreadable")}),
        ),
        // A step that was carried out, as training data needs it.
        (
            3,
            "prediction",
            json!({"thought": text("thought"), "raw": text("raw"), "actions": [action], "usage": {"input_tokens": 3, "output_tokens": 2}, "attempts": 1,
            "error": null}),
        ),
        (
            3,
            "intent",
            json!({"number": 2, "action": action, "target": target, "before": "0", "outward": false, "touched": element}),
        ),
        (3, "effect", json!({"number": 2, "action": action, "seen": seen, "effect": {"change": "changed"}})),
        (
            3,
            "ended",
            json!({"summary": {"taskId": "t1", "status": "failed", "reason": "gave_up", "steps": 3, "duration": 1.0,
            "message": text("message"), "error": text("error"), "tokens": 0}}),
        ),
    ];
    let entry = |(step, line, rest): (u32, &str, Value)| {
        let mut entry = json!({"line": line, "at": at, "step": step});
        entry.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        let mut entry = serde_json::from_value(entry).unwrap();
        // What is stored beside the journal is no part of its lines.
        match &mut entry {
            JournalEntry::Prediction(said) => {
                said.prompt.iter_mut().for_each(|prompt| prompt.text = format!("=== user\n{}\n", text("prompt")));
            }
            JournalEntry::Observation(look) => {
                let [text, description] = [text("shown"), text("described")];
                let node = Node { text, description, hint: secret.to_owned(), ..Node::default() };
                let tree = Tree { nodes: vec![node], ..Tree::default() };
                look.tree = Some(StoredTree { number: 1, tree: Some(Arc::new(tree)) });
            }
            _ => {}
        }
        entry
    };
    lines.into_iter().map(entry).collect()
}
