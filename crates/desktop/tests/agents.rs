//! An agent in this process: a whole conversation with a person and their page, without HTTP.
#![expect(clippy::unwrap_used, reason = "a test says what it expects")]

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use action::os::Batch;
use desktop::agents::{Agents, Delivery, NothingRemembered, Observed, RememberedChoices, Reply};
use desktop::hub::{Hub, Options};
use desktop::journal::Rolling;
use desktop::wire::{
    ActionFeedback, AgentEvent, Audience, BatchReply, DialogAnswer, DialogState, Rendering, ServerEvent,
};
use serde_json::{Value, json};

/// A picture: only the beginning of a PNG is checked.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUg==";
/// Longer than anything takes on the slowest machine.
const LONG: Duration = Duration::from_secs(60);

fn agents_with(choices: Arc<dyn RememberedChoices>) -> (Arc<Agents>, Arc<Mutex<Vec<Observed>>>) {
    let hub = Hub::open(None, Options::default()).unwrap();
    let now = AtomicU64::new(1_700_000_000_000);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    let observer = Arc::new(move |observed| noted.lock().unwrap().push(observed));
    (Agents::new(hub, choices, Arc::new(move || now.fetch_add(1, Ordering::Relaxed)), observer), seen)
}

fn agents() -> Arc<Agents> {
    agents_with(Arc::new(NothingRemembered)).0
}

fn batch(actions: &Value) -> Batch {
    serde_json::from_value(json!({ "actions": actions })).unwrap()
}

fn window() -> Value {
    json!({"type": "window.create", "windowId": "w", "title": "A window", "bounds": {"x": 1, "y": 2, "w": 300, "h": 200},
        "content": {"renderer": "component", "data": {"components": [
            {"type": "button", "label": "Go", "action": "go", "parallel": false}]}}})
}

fn applied(reply: &Reply) -> &BatchReply {
    match reply {
        Reply::Applied(batch) => batch,
        other => panic!("{other:?}"),
    }
}

/// A page that draws every window it is asked to.
async fn draw(agents: Arc<Agents>) {
    let _open = agents.pages().open();
    let mut page = agents.hub().subscribe(None);
    while let Some(messages) = page.next().await {
        for message in messages {
            if let ServerEvent::Capture { request_id, key } = serde_json::from_slice(&message).unwrap() {
                let drawn = Rendering { ok: true, png: Some(PNG.to_owned()), ..Rendering::default() };
                agents.report_rendering(&request_id, key, drawn).unwrap();
            }
        }
    }
}

async fn heard(agents: &Agents, agent: &str) -> Vec<AgentEvent> {
    let events = agents.wait_event(agent, None, LONG).await;
    events.into_iter().map(|delivered| AgentEvent::clone(&delivered.event)).collect()
}

#[tokio::test]
async fn a_whole_conversation_without_http() {
    let agents = agents();
    // A window, a dialog and a repetition: the repetition is not carried out, and gets the same answer.
    let actions = json!([window(), {"type": "window.lock", "windowId": "w", "agentId": "helper"},
        {"type": "dialog.confirm", "id": "d", "title": "Send it?", "message": "It is ready."}]);
    let once = || Delivery { idempotency_key: Some("k".to_owned()), ..Delivery::default() };
    let first = agents.apply("helper", batch(&actions), once()).await;
    assert_eq!(applied(&first).seq, Some(1));
    assert_eq!(agents.apply("helper", batch(&actions), once()).await, first);
    let other = agents.apply("helper", batch(&json!([window()])), once()).await;
    assert_eq!(*other, Reply::KeyReused);
    assert_eq!(agents.hub().gauges().seq, 1, "carried out once");
    // Another agent is refused: the window is locked. It may not speak for the first either.
    let close = json!([{"type": "window.close", "windowId": "w"}]);
    let refused = agents.apply("other", batch(&close), Delivery::default()).await;
    let Reply::Refused(refused) = &*refused else { panic!("{refused:?}") };
    assert_eq!(refused.results[0].error.as_ref().unwrap().code, "locked");
    let mut forged = batch(&close);
    forged.agent_id = Some("helper".to_owned());
    assert!(matches!(&*agents.apply("other", forged, Delivery::default()).await, Reply::WrongAgent(_)));
    // First no page is open, then one is.
    let fault = agents.capture("helper", "w", LONG).await.unwrap_err();
    assert_eq!(fault.code, "no_page");
    let page = tokio::spawn(draw(Arc::clone(&agents)));
    while agents.pages().count() == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(agents.capture("helper", "w", LONG).await.unwrap().png.as_deref(), Some(PNG));
    assert!(matches!(heard(&agents, "helper").await[..], [AgentEvent::RenderingFeedback { .. }]));
    // A person answers the dialog while the agent waits for it.
    let waiting = tokio::spawn({
        let agents = Arc::clone(&agents);
        async move { agents.dialog(Some("helper"), "d", LONG).await }
    });
    assert!(agents.dialog(Some("other"), "d", Duration::ZERO).await.is_none(), "it is not theirs");
    agents.answer_dialog("page-1", "d", true, false).await.unwrap();
    let answer = Some(DialogAnswer { confirmed: true, remembered: false });
    let state = DialogState { id: "d".to_owned(), answered: true, answer };
    assert_eq!(waiting.await.unwrap(), Some(state));
    agents.answer_dialog("page-2", "d", false, false).await.unwrap_err();
    // Two presses of a button that may not run in parallel: the second waits until the first is done.
    for _ in 0..2 {
        agents.press_button("monitor-0/w".into(), 0, "go".into(), [].into()).unwrap();
    }
    let events = heard(&agents, "helper").await;
    assert!(
        matches!(&events[..], [AgentEvent::DialogFeedback { confirmed: true, .. }, AgentEvent::ComponentAction { .. }]),
        "{events:?}"
    );
    assert!(agents.press_done(Some("other"), "monitor-0/w").is_err());
    agents.press_done(Some("helper"), "monitor-0/w").unwrap();
    assert!(matches!(heard(&agents, "helper").await[..], [AgentEvent::ComponentAction { .. }]));
    // The agent ends: its lock is released, and no later agent inherits what was kept for it.
    agents.end("helper").await.unwrap();
    assert!(agents.dialog(Some("helper"), "d", Duration::ZERO).await.is_none());
    // Its windows stay its own: another agent cannot close them, a person can.
    let refused = agents.apply("other", batch(&close), Delivery::default()).await;
    let Reply::Refused(refused) = &*refused else { panic!("{refused:?}") };
    assert_eq!(refused.results[0].error.as_ref().unwrap().code, "not_owner");
    agents.person_acts("page-1", serde_json::from_value(close).unwrap()).await.unwrap();
    let now: Value = serde_json::from_slice(&agents.state(Audience::Agents).await.unwrap()).unwrap();
    assert_eq!(now["windows"], json!({}));
    page.abort();
}

struct Yes(Mutex<Vec<String>>);

impl RememberedChoices for Yes {
    fn decision(&self, agent: &str, tool: &str, _: Option<&str>) -> Option<bool> {
        self.0.lock().unwrap().contains(&format!("{agent} {tool}")).then_some(true)
    }

    fn remember(&self, agent: &str, tool: &str, _: Option<&str>, allow: bool, _: u64) -> Result<(), String> {
        assert!(allow);
        self.0.lock().unwrap().push(format!("{agent} {tool}"));
        Ok(())
    }
}

/// Each row: a property, its value, and the code and path of the warning, if any.
#[tokio::test]
async fn a_style_that_is_not_shown_is_named_in_the_answer() {
    let rows = [
        ("backgroundColor", json!("#fff"), None),
        ("border-radius", json!(8), None),
        ("opacity", json!(0.2), None),
        ("position", json!("fixed"), Some(("not_allowed", ".position"))),
        ("zIndex", json!(9), Some(("not_allowed", ".zIndex"))),
        ("--own", json!("red"), Some(("not_allowed", ".--own"))),
        ("not a name", json!("red"), Some(("not_allowed", ""))),
        ("", json!("red"), Some(("not_allowed", ""))),
        ("opacity", json!(0), Some(("out_of_range", ".opacity"))),
        ("opacity", json!("120%"), Some(("out_of_range", ".opacity"))),
        ("fontFamily", json!("url(x)"), Some(("unknown_value", ".fontFamily"))),
        ("background", json!("url(https://a.example/x.png)"), Some(("unknown_value", ".background"))),
        ("padding", json!("9999px"), Some(("unknown_value", ".padding"))),
        ("color", json!("red !important"), Some(("unknown_value", ".color"))),
        ("color", json!(""), Some(("unknown_value", ".color"))),
    ];
    for (name, value, expected) in rows {
        let mut styled = window();
        styled["windowStyle"] = json!({ name: value, "color-scheme": "dark" });
        // The index in the path is that of the whole batch.
        let actions = json!([{"type": "desktop.refreshApps"}, styled]);
        let agents = agents();
        let reply = agents.apply("helper", batch(&actions), Delivery::default()).await;
        let BatchReply { results, warnings, .. } = applied(&reply);
        assert!(results.iter().all(|result| result.ok), "{name}: {results:?}");
        let told: Vec<_> = warnings.iter().map(|found| (found.code.as_str(), found.path.clone())).collect();
        let expected = expected.map(|(code, path)| (code, format!("actions[1].windowStyle{path}")));
        assert_eq!(told, Vec::from_iter(expected), "{name}: {value}");
    }
}

#[tokio::test]
async fn a_remembered_choice_answers_for_who_asked_and_for_nobody_else() {
    let (agents, observed) = agents_with(Arc::new(Yes(Mutex::default())));
    let ask = json!([{"type": "dialog.confirm", "id": "d", "title": "May I?", "message": "m",
        "permissionOptions": {"showRememberChoice": true, "toolName": "mail"}}]);
    for (agent, answers_itself) in [("helper", false), ("helper", true), ("other", false)] {
        let reply = agents.apply(agent, batch(&ask), Delivery::default()).await;
        let feedback = applied(&reply).results[0].feedback.clone();
        let itself = ActionFeedback::Dialog { confirmed: true, remembered: true };
        assert_eq!(feedback, answers_itself.then_some(itself), "{agent}");
        if !answers_itself {
            agents.answer_dialog("page", "d", true, agent == "helper").await.unwrap();
        }
    }
    assert_eq!(observed.lock().unwrap().len(), 3);
}

/// Starts the agents of the desktop in this folder, as a new process does.
fn started(folder: &Path) -> Arc<Agents> {
    // A snapshot after every command: it must keep what the journal keeps.
    let rolling = Rolling { commands: 1, bytes: 1 << 20 };
    let hub = Hub::open(Some(folder), Options { rolling, ..Options::default() }).unwrap();
    Agents::new(hub, Arc::new(NothingRemembered), Arc::new(|| 1_700_000_000_000), Arc::new(|_| {}))
}

#[tokio::test]
async fn an_idempotency_key_holds_over_a_crash() {
    let place = tempfile::tempdir().unwrap();
    let with = |key: &str| Delivery { idempotency_key: Some(key.to_owned()), wait: Duration::ZERO };
    let named = |mut action: Value, name: &str| {
        action["requestId"] = name.into();
        action
    };
    let title = json!({"type": "window.setTitle", "windowId": "w", "title": "Other"});
    let rows = [
        ("carried out", json!([named(window(), "r1"), {"type": "app.badge", "appId": "a", "count": 1}])),
        ("refused", json!([{"type": "window.close", "windowId": "none"}])),
        ("fails after it was carried out", json!([named(json!({"type": "window.capture", "windowId": "w"}), "r2")])),
        ("changes nothing", json!([{"type": "window.focus", "windowId": "w"}])),
    ];
    let mut answers = Vec::new();
    let agents = started(place.path());
    for (what, actions) in &rows {
        answers.push(agents.apply("helper", batch(actions), with(what)).await);
    }
    // A request that is refused now would be carried out then.
    agents.apply("helper", batch(&json!([{"type": "desktop.refreshApps"}])), Delivery::default()).await;
    let seq = agents.hub().look(|_, seq| seq);
    drop(agents);
    for restart in 0..3 {
        let agents = started(place.path());
        for ((what, actions), answer) in rows.iter().zip(&answers) {
            let again = agents.apply("helper", batch(actions), with(what)).await;
            assert_eq!(&again, answer, "{what}, restart {restart}");
            let other = agents.apply("helper", batch(&json!([title])), with(what)).await;
            assert_eq!(*other, Reply::KeyReused, "{what}");
        }
        assert_eq!(agents.hub().look(|_, seq| seq), seq, "nothing is carried out twice");
    }
    // Keys belong to their agent, and end with it.
    let agents = started(place.path());
    agents.end("helper").await.unwrap();
    drop(agents);
    let agents = started(place.path());
    let anew = agents.apply("helper", batch(&json!([title])), with("carried out")).await;
    assert_eq!(applied(&anew).results.len(), 1);
}

#[tokio::test]
async fn what_is_said_names_who_listens_and_waits_for_the_others() {
    let agents = agents();
    let listening = agents.open_mailbox("here", None).unwrap();
    let said = agents.say_to(["here", "away"], "hello").unwrap();
    assert_eq!(said.heard, Some(vec!["here".to_owned()]));
    assert!(agents.listens("here") && !agents.listens("away"));
    drop(listening);
    let hello = vec![AgentEvent::UserMessage { text: "hello".to_owned() }];
    assert_eq!((heard(&agents, "here").await, heard(&agents, "away").await), (hello.clone(), hello));
    assert!(!agents.listens("here"), "nobody waits any more");
}

#[tokio::test]
async fn a_pressed_shortcut_reaches_the_agent_that_owns_it() {
    let shortcut = |id: &str, kind: &str, target: &str| {
        json!({"type": "desktop.createShortcut", "shortcut": {"id": id, "label": id, "icon": "x", "type": kind,
            "target": target, "createdAt": 1}})
    };
    let update =
        |id: &str, updates: Value| json!({"type": "desktop.updateShortcut", "shortcutId": id, "updates": updates});
    let agents = agents();
    let own = json!([
        shortcut("plain", "action", "a"),
        shortcut("renamed", "action", "b"),
        shortcut("taken", "action", "c"),
        shortcut("file", "file", "x.txt"),
        shortcut("moved", "action", "d")
    ]);
    let made = agents.apply("helper", batch(&own), Delivery::default()).await;
    assert_eq!(applied(&made).results.len(), 5);
    let others = json!([update("renamed", json!({"label": "New"})), update("taken", json!({"target": "e"}))]);
    let refused = agents.apply("other", batch(&others), Delivery::default()).await;
    let Reply::Refused(refused) = &*refused else { panic!("{refused:?}") };
    assert!(refused.results.iter().all(|one| one.error.as_ref().unwrap().code == "not_owner"), "{refused:?}");
    let person = json!([shortcut("persons", "action", "f"), update("plain", json!({"label": "Mine"}))]);
    agents.person_acts("p", serde_json::from_value(person).unwrap()).await.unwrap();
    // Removed and restored, it still belongs to the agent.
    let remove = json!([{"type": "desktop.removeShortcut", "shortcutId": "moved"}]);
    agents.person_acts("p", serde_json::from_value(remove).unwrap()).await.unwrap();
    agents.person_acts("p", serde_json::from_value(json!([{"type": "desktop.undo"}])).unwrap()).await.unwrap();

    let all = ["helper", "other"];
    let rows: [(&str, &str, &[&str]); 5] = [
        ("plain", "a", &["helper"]),
        ("renamed", "b", &["helper"]),
        ("taken", "c", &["helper"]),
        ("moved", "d", &["helper"]),
        ("persons", "f", &all),
    ];
    for (id, action, owners) in rows {
        assert_eq!(agents.press_shortcut(all, id, action).unwrap().heard, Some(Vec::new()), "{id}: nobody listens");
        for agent in all {
            let event = AgentEvent::ShortcutAction { id: id.to_owned(), action: action.to_owned() };
            let expected = if owners.contains(&agent) { vec![event] } else { Vec::new() };
            let found = agents.wait_event(agent, None, Duration::ZERO).await;
            assert_eq!(found.iter().map(|one| (*one.event).clone()).collect::<Vec<_>>(), expected, "{id}, {agent}");
        }
    }
    for (id, action) in [("none", "a"), ("file", "x.txt"), ("plain", "changed")] {
        assert!(agents.press_shortcut(all, id, action).is_err(), "{id} {action}");
    }
}

#[tokio::test]
async fn a_button_of_a_toast_is_pressed_once() {
    let agents = agents();
    let toast =
        json!([{"type": "toast.show", "id": "t", "message": "Sent", "action": {"label": "Undo", "eventId": "e"}}]);
    agents.apply("helper", batch(&toast), Delivery::default()).await;
    let (first, second) = tokio::join!(agents.press_toast("p", "t", "e"), agents.press_toast("q", "t", "e"));
    assert_eq!([&first, &second].into_iter().filter(|pressed| pressed.is_ok()).count(), 1);
    let refused = first.err().or(second.err()).unwrap();
    assert!(refused[0].message.contains("gone"), "{refused:?}");
    let pressed = AgentEvent::ToastAction { id: "t".to_owned(), event_id: "e".to_owned() };
    assert_eq!(heard(&agents, "helper").await, [pressed]);
    assert!(agents.wait_event("helper", None, Duration::ZERO).await.is_empty());
}

#[tokio::test]
async fn apps_speak_with_the_agent_whose_window_they_are_in() {
    let agents = agents();
    let frame = |id: &str, url: &str| {
        json!({"type": "window.create", "windowId": id, "title": id,
        "bounds": {"x": 1, "y": 2, "w": 300, "h": 200}, "content": {"renderer": "iframe", "data": url}})
    };
    let actions = json!([frame("app", "/apps/notes/index.html"), frame("web", "https://example.org/"), window()]);
    agents.apply("helper", batch(&actions), Delivery::default()).await;
    let opened = serde_json::from_value(json!([{"type": "desktop.open", "what": "app", "id": "notes"}])).unwrap();
    agents.person_acts("p", opened).await.unwrap();
    let key = |id: &str| format!("monitor-0/{id}");
    assert_eq!(agents.app_in(&key("app")).as_deref(), Some("notes"));
    assert!(agents.app_says(&key("app"), "[1]".to_owned(), None).is_ok());
    assert!(agents.app_says(&key("app-notes"), "2".to_owned(), Some("other")).is_ok());
    let long = format!("\"{}\"", "x".repeat(64 << 10));
    for (id, data, named) in [
        ("app-notes", "1", None),
        ("web", "1", Some("other")),
        ("w", "1", Some("other")),
        ("none", "1", Some("other")),
        ("app", "no json", None),
        ("app", long.as_str(), None),
    ] {
        assert!(agents.app_says(&key(id), data.to_owned(), named).is_err(), "{id} {data:.20}");
    }
    let said =
        |id: &str, data: &str| AgentEvent::AppMessage { key: key(id), app_id: "notes".into(), data: data.into() };
    assert_eq!(heard(&agents, "helper").await, [said("app", "[1]")]);
    assert_eq!(heard(&agents, "other").await, [said("app-notes", "2")]);
    // A flood stops before it pushes anything out.
    let flood = (0..1000).filter(|_| agents.app_says(&key("app"), "0".to_owned(), None).is_ok()).count();
    assert_eq!((flood, heard(&agents, "helper").await.len()), (64, 64));
    // The other direction: to its own windows and to those that people opened.
    assert_eq!(agents.tell_app("helper", "notes", None, "{}", true).unwrap(), 2);
    assert_eq!(agents.tell_app("other", "notes", None, "{}", true).unwrap(), 1);
    assert!(agents.tell_app("other", "notes", None, "{}", false).is_err(), "a person opened it, and it names another");
    assert!(agents.tell_app("other", "notes", Some(&key("app")), "{}", true).is_err());
    assert!(agents.tell_app("helper", "none", None, "{}", true).is_err());
    assert!(agents.tell_app("helper", "notes", None, "{", true).is_err());
}
