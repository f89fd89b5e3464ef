//! Random commands with few names, so that they collide.
#![expect(clippy::expect_used, reason = "a test says what it expects")]

use action::QuestionKind;
use desktop::state::Command;
use desktop::wire::{Actor, Question};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// Returns a command of a random actor.
pub(crate) fn command() -> impl Strategy<Value = (Actor, Command)> {
    prop_oneof![
        8 => (select(vec!["a", "b"]), proptest::collection::vec(action(), 1..5)).prop_map(batch),
        3 => proptest::collection::vec(person(), 1..3).prop_map(|actions| {
            let command = json!({"deed": "person", "actions": actions});
            (Actor::Person("page".into()), serde_json::from_value(command).expect("a command"))
        }),
        1 => other().prop_map(|command| (Actor::System, command)),
    ]
}

fn batch((agent, actions): (&str, Vec<Value>)) -> (Actor, Command) {
    let command = json!({"deed": "batch", "actions": actions});
    (Actor::Agent(agent.into()), serde_json::from_value(command).expect("a command"))
}

fn other() -> impl Strategy<Value = Command> {
    let id = || select(vec!["1", "2", "3"]).prop_map(str::to_owned);
    prop_oneof![
        Just(Command::Expire),
        select(vec!["a", "b"]).prop_map(|agent| Command::Release { agent: agent.into() }),
        (id(), any::<bool>()).prop_map(|(id, confirmed)| Command::Answer { id, confirmed }),
        (id(), select(vec!["", "approved"])).prop_map(|(id, how)| Command::Settle { id, how: how.to_owned() }),
        id().prop_map(|id| Command::Ask(Box::new(Question {
            id,
            kind: QuestionKind::Ask,
            from: "task".into(),
            title: "Which?".into(),
            message: "This or that?".into(),
            about: None,
            forms: Vec::new(),
            choices: vec!["this".into(), "that".into()],
            secret: false,
            can_remember: false,
            consent: None,
            until: None,
        }))),
    ]
}

fn window() -> impl Strategy<Value = &'static str> {
    select(vec!["w", "x", "y", "z", "monitor-1/w", "monitor-1/x", "monitor-2/w"])
}

fn content() -> impl Strategy<Value = Value> {
    select(vec![
        json!({"renderer": "markdown", "data": "# One\n\ntwo *three*\n\n"}),
        json!({"renderer": "markdown", "data": "- a\n- b\n\n```\ncode"}),
        json!({"renderer": "html", "data": "<p>one<script>x</script></p><ul><li>two"}),
        json!({"renderer": "text", "data": "one ü"}),
        json!({"renderer": "table", "data": {"headers": ["a"], "rows": [["1"], ["2"]]}}),
        json!({"renderer": "iframe", "data": "https://example.org/"}),
        json!({"renderer": "component", "data": {"components": [{"type": "text", "content": "hello"}]}}),
    ])
}

fn operation() -> impl Strategy<Value = Value> {
    let more = select(vec!["x", "\n\n## More\n\n", "*y", "ü\n", "<b>z</b>", "```\n", "</ul><p>"]);
    (more, 0..8_u64).prop_flat_map(|(more, position)| {
        select(vec![
            json!({"op": "append", "data": more}),
            json!({"op": "append", "data": more}),
            json!({"op": "append", "data": more}),
            json!({"op": "prepend", "data": more}),
            json!({"op": "insertAt", "data": more, "position": position}),
            json!({"op": "clear"}),
        ])
    })
}

fn create() -> impl Strategy<Value = Value> {
    let variant = select(vec!["standard", "standard", "widget", "panel"]);
    (window(), variant, content(), any::<bool>(), any::<bool>(), 0..900_i32).prop_map(
        |(id, variant, content, minimized, replace, x)| {
            json!({
                "type": "window.create", "windowId": id, "title": "T", "variant": variant, "content": content,
                "bounds": {"x": x, "y": x / 2, "w": 300, "h": 200}, "minimized": minimized, "replace": replace,
                "windowStyle": {"color": "red"},
            })
        },
    )
}

fn on_window() -> impl Strategy<Value = Value> {
    let kind = select(vec!["close", "focus", "focus", "focus", "minimize", "maximize", "restore"]);
    prop_oneof![
        (window(), kind).prop_map(|(id, kind)| json!({"type": format!("window.{kind}"), "windowId": id})),
        (window(), 0..2000_i32).prop_map(|(id, x)| json!({"type": "window.move", "windowId": id, "x": x, "y": 10})),
        (window(), 1..2000_i32).prop_map(|(id, w)| json!({"type": "window.resize", "windowId": id, "w": w, "h": 300})),
    ]
}

fn notice() -> impl Strategy<Value = Value> {
    let id = select(vec!["1", "2", "3"]);
    (id, select(vec!["notification.show", "notification.dismiss", "toast.show", "toast.dismiss", "dialog.confirm"]))
        .prop_map(|(id, kind)| match kind {
            "toast.show" => json!({"type": kind, "id": id, "message": "m", "duration": 5}),
            "notification.show" | "dialog.confirm" => {
                json!({"type": kind, "id": id, "title": "t", "body": "b", "message": "m"})
            }
            _ => json!({"type": kind, "id": id}),
        })
}

fn icon() -> impl Strategy<Value = Value> {
    let id = select(vec!["s", "t", "u"]);
    (id, 0..4_u64, 0..5_u8).prop_map(|(id, count, kind)| match kind {
        0 => json!({"type": "app.badge", "appId": id, "count": count}),
        1 => json!({"type": "desktop.refreshApps"}),
        2 => json!({"type": "desktop.removeShortcut", "shortcutId": id}),
        3 => json!({"type": "desktop.updateShortcut", "shortcutId": id, "updates": {"label": format!("L{count}")}}),
        _ => json!({"type": "desktop.createShortcut", "shortcut": {
            "id": id, "label": "L", "icon": "I", "type": "url", "target": "https://example.org/", "createdAt": count,
        }}),
    })
}

fn action() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => create(),
        4 => on_window(),
        4 => (window(), operation()).prop_map(|(id, operation)| {
            json!({"type": "window.updateContent", "windowId": id, "operation": operation})
        }),
        1 => (window(), content()).prop_map(|(id, content)| {
            json!({"type": "window.setContent", "windowId": id, "content": content})
        }),
        2 => notice(),
        2 => icon(),
    ]
}

fn person() -> impl Strategy<Value = Value> {
    let monitor = || select(vec!["monitor-0", "monitor-1"]);
    prop_oneof![
        2 => on_window(),
        2 => Just(json!({"type": "desktop.undo"})),
        1 => Just(json!({"type": "desktop.redo"})),
        1 => window().prop_map(|id| json!({"type": "window.undo", "windowId": id})),
        1 => select(vec!["settings", "phone"]).prop_map(|id| json!({"type": "desktop.open", "what": "part", "id": id})),
        1 => (select(vec!["s", "t", "u"]), 0..4_u32)
            .prop_map(|(id, at)| json!({"type": "desktop.moveShortcut", "shortcutId": id, "at": at})),
        1 => (monitor(), 300..1500_u32).prop_map(|(id, w)| json!({"type": "desktop.viewport", "monitorId": id, "w": w, "h": 500})),
        1 => monitor().prop_map(|id| json!({"type": "desktop.activate", "monitorId": id})),
        1 => (window(), monitor())
            .prop_map(|(id, to)| json!({"type": "window.moveToMonitor", "windowId": id, "monitorId": to})),
        1 => (select(vec!["1", "2"]), any::<bool>()).prop_map(|(id, held)| json!({"type": "toast.hold", "id": id, "held": held})),
    ]
}
