//! Random commands, made of JSON as agents and pages send it.

use action::json::Json;
use action::os;
use desktop::state::Command;
use desktop::wire::Actor;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![select(vec![-1.0, 0.0, 0.5, 100.0, 300.0, 1280.0, 5000.0, -1e300, 1e300]), -2000.0..2000.0,]
}

fn size() -> impl Strategy<Value = f64> {
    number().prop_map(f64::abs)
}

fn window_id() -> impl Strategy<Value = &'static str> {
    select(vec!["a", "b", "c", "d", "é", "monitor-0/a", "monitor-1/a", "monitor-2/x"])
}

fn content() -> impl Strategy<Value = Value> {
    select(vec![
        json!({"renderer": "text", "data": "tê\u{1F600}xt"}),
        json!({"renderer": "markdown", "data": ""}),
        json!({"renderer": "html", "data": "<b>x</b>"}),
        json!({"renderer": "table", "data": {"headers": ["h"], "rows": [["1"]]}}),
        json!({"renderer": "iframe", "data": "https://example.org"}),
        json!({"renderer": "component", "data": {"components": [{"type": "text", "content": "t"}]}}),
    ])
}

fn create() -> impl Strategy<Value = Value> {
    let variant = select(vec!["standard", "standard", "widget", "panel"]);
    let flags = (any::<bool>(), any::<bool>(), select(vec!["top", "bottom"]), any::<bool>());
    let bounds = (number(), number(), size(), size());
    (window_id(), bounds, content(), variant, flags).prop_map(|(id, (x, y, w, h), content, variant, flags)| {
        json!({
            "type": "window.create", "windowId": id, "title": id, "bounds": {"x": x, "y": y, "w": w, "h": h},
            "content": content, "variant": variant, "replace": flags.0, "minimized": flags.1, "dockEdge": flags.2,
            "shared": flags.3,
            "requestId": "r", "windowStyle": {"color": "red", "opacity": 0.5},
        })
    })
}

fn operation() -> impl Strategy<Value = Value> {
    let text = select(vec!["", "x", "é", "\u{1F600}", "long and longer"]);
    let op = select(vec!["append", "append", "prepend", "insertAt", "replace", "clear"]);
    let renderer = select(vec![None, None, Some("text"), Some("markdown"), Some("table")]);
    (text, op, 0..6_u64, renderer, window_id()).prop_map(|(data, op, position, renderer, id)| {
        let operation = match op {
            "insertAt" => json!({"op": op, "data": data, "position": position}),
            "clear" => json!({"op": op}),
            "replace" if renderer == Some("table") => json!({"op": op, "data": {"headers": [], "rows": []}}),
            _ => json!({"op": op, "data": data}),
        };
        let mut action = json!({"type": "window.updateContent", "windowId": id, "operation": operation});
        if let Some(renderer) = renderer {
            action["renderer"] = renderer.into();
        }
        action
    })
}

/// Actions that people can use too.
fn shared() -> impl Strategy<Value = Value> {
    let verb = select(vec![
        "window.close",
        "window.focus",
        "window.focus",
        "window.minimize",
        "window.minimize",
        "window.maximize",
        "window.restore",
    ]);
    let icon = select(vec!["s", "t", "u"]);
    let toast = select(vec!["p", "q"]);
    prop_oneof![
        8 => (verb, window_id()).prop_map(|(verb, id)| json!({"type": verb, "windowId": id})),
        2 => (window_id(), number(), number())
            .prop_map(|(id, x, y)| json!({"type": "window.move", "windowId": id, "x": x, "y": y})),
        2 => (window_id(), size(), size())
            .prop_map(|(id, w, h)| json!({"type": "window.resize", "windowId": id, "w": w, "h": h})),
        1 => toast.clone().prop_map(|id| json!({"type": "toast.dismiss", "id": id})),
        1 => toast.prop_map(|id| json!({"type": "notification.dismiss", "id": id})),
        1 => icon.clone().prop_map(|id| json!({"type": "desktop.createShortcut", "shortcut": {
            "id": id, "label": "L", "icon": "i", "type": "url", "target": "t", "createdAt": 1}})),
        1 => icon.clone().prop_map(|id| json!({"type": "desktop.removeShortcut", "shortcutId": id})),
        1 => (icon, select(vec!["L", "M"])).prop_map(|(id, label)| json!({
            "type": "desktop.updateShortcut", "shortcutId": id, "updates": {"label": label}})),
    ]
}

fn agents_own(agent: &'static str) -> impl Strategy<Value = Value> {
    let toast = select(vec!["p", "q"]);
    prop_oneof![
        6 => create(),
        5 => operation(),
        1 => (window_id(), content())
            .prop_map(|(id, content)| json!({"type": "window.setContent", "windowId": id, "content": content})),
        1 => (window_id(), select(vec!["new", "old"]))
            .prop_map(|(id, title)| json!({"type": "window.setTitle", "windowId": id, "title": title})),
        2 => (window_id(), select(vec!["window.lock", "window.unlock"]))
            .prop_map(move |(id, verb)| json!({"type": verb, "windowId": id, "agentId": agent})),
        1 => window_id().prop_map(|id| json!({"type": "window.capture", "windowId": id})),
        2 => (toast.clone(), select(vec![None, Some(0), Some(50)])).prop_map(|(id, duration)| json!({
            "type": "toast.show", "id": id, "message": "m", "duration": duration,
            "action": {"label": "B", "eventId": "e"}})),
        1 => (toast.clone(), select(vec![None, Some(20)])).prop_map(|(id, duration)| json!({
            "type": "notification.show", "id": id, "title": "t", "body": "b", "duration": duration})),
        1 => toast.prop_map(|id| json!({"type": "dialog.confirm", "id": id, "title": "t", "message": "m"})),
        1 => (select(vec!["mail", "chat"]), 0..3_u64)
            .prop_map(|(app, count)| json!({"type": "app.badge", "appId": app, "count": count})),
        1 => Just(json!({"type": "desktop.refreshApps"})),
        8 => shared(),
    ]
}

fn batch() -> impl Strategy<Value = (Actor, Command)> {
    select(vec!["x", "y"]).prop_flat_map(|agent| {
        let actions = proptest::collection::vec(agents_own(agent), 1..5);
        (actions, select(vec![None, None, Some("monitor-1")])).prop_map(move |(actions, monitor)| {
            let read = |action: &Value| {
                let line = json!({"agentId": agent, "actions": [action], "monitorId": monitor}).to_string();
                os::read_batch(&Json::strict(&line).unwrap().value).ok().map(|read| read.value)
            };
            // Batches that the parser refuses are dropped.
            let mut batches = actions.iter().filter_map(read);
            let mut batch = batches.next().unwrap_or_default();
            batch.actions.extend(batches.flat_map(|batch| batch.actions));
            (Actor::Agent(agent.to_owned()), Command::Batch(batch))
        })
    })
}

fn command() -> impl Strategy<Value = Value> {
    let monitor = select(vec!["monitor-0", "monitor-1", "monitor-3"]);
    let side = select(vec![0_u32, 100, 320, 700, 1280, 4000]);
    prop_oneof![
        2 => (monitor.clone(), side.clone(), side).prop_map(|(id, w, h)| json!({
            "type": "desktop.viewport", "monitorId": id, "w": w, "h": h})),
        1 => monitor.clone().prop_map(|id| json!({"type": "desktop.activate", "monitorId": id})),
        3 => (window_id(), monitor)
            .prop_map(|(id, to)| json!({"type": "window.moveToMonitor", "windowId": id, "monitorId": to})),
        3 => (window_id(), (number(), number(), size(), size()), (number(), number(), size(), size())).prop_map(
            |(id, from, to)| {
                let bounds = |(x, y, w, h): (f64, f64, f64, f64)| json!({"x": x, "y": y, "w": w, "h": h});
                json!({"type": "window.fit", "windowId": id, "from": bounds(from), "to": bounds(to)})
            }
        ),
        1 => (select(vec!["p", "q"]), any::<bool>())
            .prop_map(|(id, held)| json!({"type": "toast.hold", "id": id, "held": held})),
        4 => Just(json!({"type": "desktop.undo"})),
        2 => Just(json!({"type": "desktop.redo"})),
        2 => window_id().prop_map(|id| json!({"type": "window.undo", "windowId": id})),
        2 => (select(vec!["part", "app", "file"]), select(vec!["settings", "phone", "a", ".."]))
            .prop_map(|(what, id)| json!({"type": "desktop.open", "what": what, "id": id})),
        1 => (select(vec!["s", "t", "u"]), 0..4_u32)
            .prop_map(|(id, at)| json!({"type": "desktop.moveShortcut", "shortcutId": id, "at": at})),
    ]
}

fn person() -> impl Strategy<Value = (Actor, Command)> {
    let unlock = window_id().prop_map(|id| json!({"type": "window.unlock", "windowId": id, "agentId": "x"}));
    let action = prop_oneof![6 => shared(), 3 => command(), 1 => unlock];
    proptest::collection::vec(action, 1..3).prop_map(|actions| {
        let command = serde_json::from_value(json!({"deed": "person", "actions": actions})).unwrap();
        (Actor::Person("page".to_owned()), command)
    })
}

fn other() -> impl Strategy<Value = (Actor, Command)> {
    let id = select(vec!["p", "q"]);
    prop_oneof![
        Just(json!({"deed": "expire"})),
        select(vec!["x", "y"]).prop_map(|agent| json!({"deed": "release", "agent": agent})),
        id.clone().prop_map(|id| json!({"deed": "press", "id": id, "event_id": "e"})),
        (id.clone(), any::<bool>()).prop_map(|(id, yes)| json!({"deed": "answer", "id": id, "confirmed": yes})),
        id.clone().prop_map(|id| json!({
            "deed": "ask", "id": id, "kind": "ask", "from": "task", "title": "t", "message": "m"})),
        (id, select(vec!["", "timeout"])).prop_map(|(id, how)| json!({"deed": "settle", "id": id, "how": how})),
    ]
    .prop_map(|command| (Actor::System, serde_json::from_value(command).unwrap()))
}

/// Commands, each a little later than the previous one.
pub(crate) fn commands(most: usize) -> impl Strategy<Value = Vec<(Actor, Command, u64)>> {
    let command = prop_oneof![6 => batch(), 4 => person(), 1 => other()];
    proptest::collection::vec((command, 0..30_u64), 1..most).prop_map(|commands| {
        let mut now = 1_000;
        let timed = commands.into_iter().map(|((actor, command), later)| {
            now += later;
            (actor, command, now)
        });
        timed.collect()
    })
}
