//! The ring, the encoded messages, and a disk that fails.

use action::OsAction;
use action::os::{
    Addressed, Batch, TableContentData, WindowBounds, WindowContent, WindowCreate, WindowSetContent, WindowVariant,
};
use bytes::Bytes;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::ring::{Message, Ring, RingRead};
use super::{Hub, HubError, Options, message};
use crate::journal::Rolling;
use crate::journal::tests::{Faults, Gate, on_a_disk_that_hangs, on_a_faulty_disk};
use crate::state::Command;
use crate::wire::{Actor, Audience, Change, ServerEvent};

fn text(text: impl ToString) -> Message {
    Message::for_all(Bytes::from(text.to_string()))
}

fn taken(ring: &Ring, position: u64, joined: u64) -> Vec<String> {
    match ring.take(position, joined, Audience::People) {
        RingRead::Nothing => Vec::new(),
        RingRead::Messages(messages, _) => {
            messages.iter().map(|message| String::from_utf8(message.to_vec()).unwrap()).collect()
        }
        RingRead::Gone => vec!["gone".to_owned()],
    }
}

#[test]
fn the_ring_forgets_the_oldest_by_number_and_by_bytes() {
    let mut ring = Ring::new(10, 3, 100);
    assert_eq!((ring.position_behind(10), ring.position_behind(9), ring.position_behind(11)), (Some(0), None, None));
    for seq in 11..=13 {
        ring.push(Some(seq), text(seq));
    }
    assert_eq!(taken(&ring, ring.position_behind(10).unwrap(), 0), ["11", "12", "13"]);
    assert_eq!(taken(&ring, ring.position_behind(12).unwrap(), 0), ["13"]);
    assert_eq!(taken(&ring, ring.position_behind(13).unwrap(), 0), [""; 0]);
    ring.push(Some(14), text(14));
    assert_eq!((ring.position_behind(10), taken(&ring, 0, 0)), (None, vec!["gone".to_owned()]));
    assert_eq!(taken(&ring, ring.position_behind(11).unwrap(), 0), ["12", "13", "14"]);
    ring.push(Some(15), text("x".repeat(97)));
    assert_eq!(ring.size(), (2, 99));
    // A message longer than the ring: a page that lacks anything before it needs a snapshot.
    ring.push(Some(16), text("x".repeat(101)));
    assert_eq!(ring.size(), (0, 0));
    assert_eq!((ring.position_behind(15), ring.position_behind(16)), (None, Some(6)));
    assert_eq!(taken(&ring, 5, 0), ["gone"]);
    ring.push(Some(17), text(17));
    assert_eq!(taken(&ring, 6, 0), ["17"]);
}

#[test]
fn announcements_keep_their_place_and_are_for_those_who_were_there() {
    let mut ring = Ring::new(0, 10, 1000);
    ring.push(None, text("a"));
    ring.push(Some(1), text(1));
    ring.push(None, text("b"));
    ring.push(Some(2), text(2));
    let joined = ring.next_position();
    let behind = [0, 1, 2].map(|since| ring.position_behind(since).unwrap());
    ring.push(None, text("c"));
    ring.push(Some(3), text(3));
    assert_eq!(taken(&ring, 0, 0), ["a", "1", "b", "2", "c", "3"]);
    assert_eq!(taken(&ring, behind[0], joined), ["1", "2", "c", "3"]);
    assert_eq!(taken(&ring, behind[1], joined), ["2", "c", "3"]);
    assert_eq!(taken(&ring, behind[2], joined), ["c", "3"]);
}

#[test]
fn about_a_megabyte_is_handed_out_at_once_and_always_a_message() {
    let mut ring = Ring::new(0, 100, 100 << 20);
    let sizes = [3 << 20, 600 << 10, 400 << 10, 300 << 10, 1];
    for (seq, size) in sizes.iter().enumerate() {
        ring.push(Some(seq as u64 + 1), text("x".repeat(*size)));
    }
    let (mut position, mut lengths) = (0, Vec::new());
    while let RingRead::Messages(messages, next) = ring.take(position, 0, Audience::People) {
        lengths.push(messages.iter().map(Bytes::len).collect::<Vec<_>>());
        position = next;
    }
    assert_eq!(lengths, [vec![3 << 20], vec![600 << 10, 400 << 10], vec![300 << 10, 1]]);
}

#[test]
fn what_was_asked_for_is_cut_and_what_became_of_it_is_whole() {
    let long = "\"ü\n".repeat(1000);
    let rows: Vec<Vec<String>> = (0..1000).map(|n| vec![n.to_string(), long.clone()]).collect();
    let table = WindowContent::Table(TableContentData { headers: vec!["n".into()], rows });
    let create = WindowCreate {
        window_id: "w".into(),
        title: long.clone(),
        bounds: serde_json::from_value::<WindowBounds>(serde_json::json!({"x":1,"y":2,"w":300,"h":200})).unwrap(),
        content: WindowContent::Text("short".into()),
        variant: Some(WindowVariant::Widget),
        dock_edge: None,
        frameless: None,
        window_style: None,
        minimized: None,
        replace: None,
        shared: None,
    };
    let set = WindowSetContent { window_id: "w".into(), content: table };
    let actions: Vec<Addressed> = vec![OsAction::WindowCreate(create).into(), OsAction::WindowSetContent(set).into()];
    let command = Command::Batch(Batch { agent_id: None, monitor_id: None, actions });
    let changes = [Change::TextAppended { key: "monitor-0/w".into(), text: long.clone() }];
    let actor = Actor::Agent("a".into());
    let message = message::actions(7, &actor, Some(&command), &changes);
    let ServerEvent::Actions { seq, actor: who, actions, changes: told } = serde_json::from_slice(&message).unwrap()
    else {
        panic!("another message");
    };
    assert_eq!((seq, who, told.as_slice()), (7, actor, changes.as_slice()));
    let cut: String = long.chars().take(256).chain(['…']).collect();
    match &actions[..] {
        [
            Addressed { action: OsAction::WindowCreate(create), .. },
            Addressed { action: OsAction::WindowSetContent(set), .. },
        ] => {
            assert_eq!(create.title, cut);
            assert_eq!(create.content, WindowContent::Text("short".into()));
            let WindowContent::Table(table) = &set.content else { panic!("another content") };
            assert_eq!((table.rows.len(), &table.rows[63]), (64, &vec!["63".to_owned(), cut]));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_text_of_exactly_the_length_is_not_cut() {
    for (count, cut) in [(255, false), (256, false), (257, true)] {
        let title = "é".repeat(count);
        let set = action::os::WindowSetTitle { window_id: "w".into(), title: title.clone() };
        let command = Command::Batch(Addressed::from(OsAction::WindowSetTitle(set)).into());
        let message = message::actions(1, &Actor::System, Some(&command), &[]);
        let event: serde_json::Value = serde_json::from_slice(&message).unwrap();
        assert_eq!(event["actions"][0]["title"] != title, cut, "{count}");
    }
}

#[test]
fn a_command_without_actions_has_none_in_its_message() {
    let message = message::actions(3, &Actor::System, Some(&Command::Expire), &[]);
    assert_eq!(&message[..], br#"{"type":"ACTIONS","seq":3,"actor":{"kind":"system"},"actions":[],"changes":[]}"#);
    let event: ServerEvent = serde_json::from_slice(&message).unwrap();
    assert!(matches!(event, ServerEvent::Actions { seq: 3, .. }));
}

/// A badge: a command that always has an effect and always has the same length.
fn badge(count: u64) -> Command {
    let command =
        serde_json::json!({"deed": "batch", "actions": [{"type": "app.badge", "appId": "mail", "count": count}]});
    serde_json::from_value(command).unwrap()
}

/// An undo of nothing.
fn refused() -> Command {
    let close = serde_json::json!({"deed": "batch", "actions": [{"type": "window.close", "windowId": "none"}]});
    serde_json::from_value(close).unwrap()
}

fn apply(hub: &Hub, command: Command) -> Result<Option<u64>, HubError> {
    hub.apply(&Actor::Agent("a".into()), command, 1).map(|committed| committed.seq)
}

fn view(hub: &Hub) -> String {
    hub.look(|desktop, seq| serde_json::to_string(&desktop.view(seq)).unwrap())
}

fn hub_on_a_faulty_disk(folder: &Path, rolling: Rolling) -> (Arc<Hub>, Arc<Faults>) {
    let (opened, faults) = on_a_faulty_disk(folder, rolling);
    (Hub::with(opened.desktop, opened.seq, Some(opened.journal), Options::default()), faults)
}

#[test]
fn on_a_full_disk_nothing_changes_and_nothing_is_lost() {
    // However much of a line still fits, and whether or not the rest can be cut off again.
    for cut_fails in [false, true] {
        for room in [0, 1, 40, 80] {
            let folder = tempfile::tempdir().unwrap();
            let (hub, faults) = hub_on_a_faulty_disk(folder.path(), Rolling::default());
            assert_eq!(apply(&hub, badge(1)).unwrap(), Some(1));
            let before = view(&hub);
            faults.room.store(room, Ordering::Relaxed);
            faults.cut_fails.store(cut_fails, Ordering::Relaxed);
            for _ in 0..3 {
                assert!(matches!(apply(&hub, badge(2)), Err(HubError::Disk(_))), "{room}");
            }
            assert_eq!(view(&hub), before);
            // A process killed now would find the same state.
            let copy = tempfile::tempdir().unwrap();
            for entry in std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
                std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
            }
            assert_eq!(view(&Hub::open(Some(copy.path()), Options::default()).unwrap()), before, "{room}");
            // When there is room again, it continues.
            faults.room.store(usize::MAX, Ordering::Relaxed);
            faults.cut_fails.store(false, Ordering::Relaxed);
            assert_eq!(apply(&hub, badge(3)).unwrap(), Some(2));
            let after = view(&hub);
            drop(hub);
            assert_eq!(view(&Hub::open(Some(folder.path()), Options::default()).unwrap()), after, "{room}");
        }
    }
}

#[test]
fn a_refused_command_leaves_no_line_and_one_that_stays_is_refused_again() {
    for cut_fails in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let (hub, faults) = hub_on_a_faulty_disk(folder.path(), Rolling::default());
        apply(&hub, badge(1)).unwrap();
        let file = crate::journal::tests::only_file(folder.path());
        let before = std::fs::read(&file).unwrap();
        faults.cut_fails.store(cut_fails, Ordering::Relaxed);
        assert!(matches!(apply(&hub, refused()), Err(HubError::Refused(_))));
        assert_eq!(std::fs::read(&file).unwrap() == before, !cut_fails);
        // Killed here, with or without the line.
        let copy = tempfile::tempdir().unwrap();
        std::fs::copy(&file, copy.path().join(file.file_name().unwrap())).unwrap();
        let again = Hub::open(Some(copy.path()), Options::default()).unwrap();
        assert_eq!(view(&again), view(&hub));
        assert_eq!(apply(&again, badge(2)).unwrap(), Some(2));
        drop(again);
        assert_eq!(Hub::open(Some(copy.path()), Options::default()).unwrap().gauges().seq, 2);
        // If not killed, it removes the line before writing the next.
        faults.cut_fails.store(false, Ordering::Relaxed);
        apply(&hub, badge(2)).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 3);
    }
}

#[test]
fn without_a_new_file_the_old_one_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, faults) = hub_on_a_faulty_disk(folder.path(), Rolling { commands: 4, bytes: 1 << 20 });
    faults.open_fails.store(true, Ordering::Relaxed);
    for count in 1..=10 {
        assert_eq!(apply(&hub, badge(count)).unwrap(), Some(count));
    }
    assert_eq!(std::fs::read_to_string(crate::journal::tests::only_file(folder.path())).unwrap().lines().count(), 11);
    faults.open_fails.store(false, Ordering::Relaxed);
    apply(&hub, badge(11)).unwrap();
    let after = view(&hub);
    drop(hub);
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 3, "two files and a snapshot: {names:?}");
    assert_eq!(view(&Hub::open(Some(folder.path()), Options::default()).unwrap()), after);
}

/// Opens a hub on a disk whose next write, or the roll before it, blocks until released.
fn hub_on_a_disk_that_hangs(folder: &Path) -> (Arc<Hub>, Arc<Gate>) {
    let gate = Arc::new(Gate::default());
    let opened = on_a_disk_that_hangs(folder, Arc::clone(&gate));
    (Hub::with(opened.desktop, opened.seq, Some(opened.journal), Options::default()), gate)
}

/// One thread for everything: whatever blocks it, blocks everyone.
#[tokio::test]
async fn while_the_disk_hangs_everybody_else_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, gate) = hub_on_a_disk_that_hangs(folder.path());
    let agent = || Actor::Agent("a".into());
    assert_eq!(hub.submit(agent(), badge(1), 1).await.unwrap().seq, Some(1));
    let mut page = hub.subscribe(Some(0));
    assert_eq!(page.next().await.unwrap().len(), 1);
    gate.close();
    let writing = tokio::spawn({
        let hub = Arc::clone(&hub);
        async move { hub.submit(agent(), badge(2), 2).await }
    });
    gate.reached().await;
    // The write waits for the disk; reading, listening and announcements do not.
    assert_eq!(hub.look(|desktop, seq| (desktop.badge("mail"), seq)), (1, 1));
    assert_eq!(hub.subscribe(None).next().await.unwrap().len(), 1, "a snapshot");
    hub.announce(&ServerEvent::Capture { request_id: "r".into(), key: "k".into() });
    assert_eq!(page.next().await.unwrap().len(), 1);
    assert!(!writing.is_finished(), "it is acknowledged when it is written and not before");
    gate.open();
    assert_eq!(writing.await.unwrap().unwrap().seq, Some(2));
}

#[tokio::test]
async fn while_a_long_text_is_made_safe_other_commands_are_carried_out() {
    let gate = Arc::new(Gate::default());
    gate.close();
    let waits = Arc::clone(&gate);
    let render: super::Render = Arc::new(move |content| {
        waits.pass();
        crate::safe::Rendered::of(content)
    });
    let hub = Hub::rendering(crate::state::Desktop::default(), 0, None, Options::default(), render);
    let long = format!("# Long\n\n{}", "one *more* line of text\n\n".repeat(4000));
    let create: Command = serde_json::from_value(serde_json::json!({"deed": "batch", "actions": [{
        "type": "window.create", "windowId": "w", "title": "t", "bounds": {"x": 0, "y": 0, "w": 300, "h": 200},
        "content": {"renderer": "markdown", "data": long}}]}))
    .unwrap();
    let creating = tokio::spawn({
        let hub = Arc::clone(&hub);
        async move { hub.submit(Actor::Agent("a".into()), create, 1).await }
    });
    gate.reached().await;
    assert_eq!(hub.submit(Actor::Agent("b".into()), badge(1), 1).await.unwrap().seq, Some(1));
    assert_eq!(hub.subscribe(None).next().await.unwrap().len(), 1, "a snapshot");
    assert!(!creating.is_finished());
    gate.open();
    assert_eq!(creating.await.unwrap().unwrap().seq, Some(2));
    // The prepared rendering equals a fresh one.
    let shown = hub.look(|desktop, seq| {
        let mut cache = crate::present::Cache::default();
        crate::present::snapshot(desktop, seq, hub.epoch(), &mut cache)
    });
    let message = hub.subscribe(None).next().await.unwrap().remove(0);
    let ServerEvent::Snapshot { state, .. } = serde_json::from_slice(&message).unwrap() else { panic!("no snapshot") };
    assert_eq!(state.windows, shown.windows);
}

#[tokio::test]
async fn agents_are_not_told_what_is_for_people() {
    let hub = Hub::open(None, Options::default()).unwrap();
    let narrator = Actor::Agent(crate::wire::NARRATOR.into());
    let narrated = |actions: serde_json::Value| -> Command {
        serde_json::from_value(serde_json::json!({"deed": "batch", "actions": actions})).unwrap()
    };
    let (mut people, mut agents) = (hub.subscribe(Some(0)), hub.subscribe(Some(0)).for_agents());
    let secret = "buy a ring for Sam";
    let question: crate::wire::Question = serde_json::from_value(
        serde_json::json!({"id": "q", "kind": "ask", "from": "task", "title": secret, "message": secret}),
    )
    .unwrap();
    let toast = serde_json::json!([{"type": "toast.show", "id": "t", "message": secret, "duration": 5}]);
    hub.apply(&narrator, narrated(toast), 1).unwrap();
    hub.apply(&narrator, Command::Ask(Box::new(question.clone())), 2).unwrap();
    hub.announce(&ServerEvent::Human { question });
    hub.apply(&Actor::System, Command::Expire, 100).unwrap();
    apply(&hub, badge(1)).unwrap();
    let late = hub.subscribe(None).for_agents().next().await.unwrap();
    let view = hub.look(|desktop, seq| serde_json::to_string(&desktop.view_for(Audience::Agents, seq)).unwrap());
    let text = |messages: &[Bytes]| String::from_utf8(messages.concat()).unwrap();
    let (people, agents) = (text(&people.next().await.unwrap()), text(&agents.next().await.unwrap()));
    assert_eq!(people.matches(secret).count(), 7, "{people}");
    for seen in [agents.clone(), text(&late), view] {
        assert!(!seen.contains(secret), "{seen}");
    }
    // Numbers have no gaps, and both audiences get everything that is for all.
    for seq in 1..=4 {
        assert!(agents.contains(&format!("\"type\":\"ACTIONS\",\"seq\":{seq},")), "{agents}");
    }
    assert!(agents.contains("\"appId\":\"mail\"") && !agents.contains("HUMAN"), "{agents}");
}
