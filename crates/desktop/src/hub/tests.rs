//! The ring by itself, and messages as they are written.

use action::OsAction;
use action::os::{
    Addressed, Batch, TableContentData, WindowBounds, WindowContent, WindowCreate, WindowSetContent, WindowVariant,
};
use bytes::Bytes;

use super::message;
use super::ring::{Ring, Taken};
use crate::state::Deed;
use crate::wire::{Actor, Change, ServerEvent};

fn text(text: impl ToString) -> Bytes {
    Bytes::from(text.to_string())
}

fn taken(ring: &Ring, position: u64, joined: u64) -> Vec<String> {
    match ring.take(position, joined) {
        Taken::Nothing => Vec::new(),
        Taken::Messages(messages, _) => {
            messages.iter().map(|message| String::from_utf8(message.to_vec()).unwrap()).collect()
        }
        Taken::Gone => vec!["gone".to_owned()],
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
    // One that is longer than the ring: whoever has not everything up to it needs a snapshot.
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
    while let Taken::Messages(messages, next) = ring.take(position, 0) {
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
    };
    let set = WindowSetContent { window_id: "w".into(), content: table };
    let actions: Vec<Addressed> = vec![OsAction::WindowCreate(create).into(), OsAction::WindowSetContent(set).into()];
    let deed = Deed::Batch(Batch { agent_id: None, monitor_id: None, actions });
    let changes = [Change::TextAppended { key: "monitor-0/w".into(), text: long.clone() }];
    let actor = Actor::Agent("a".into());
    let message = message::actions(7, &actor, &deed, &changes);
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
        let deed = Deed::Batch(Addressed::from(OsAction::WindowSetTitle(set)).into());
        let message = message::actions(1, &Actor::System, &deed, &[]);
        let event: serde_json::Value = serde_json::from_slice(&message).unwrap();
        assert_eq!(event["actions"][0]["title"] != title, cut, "{count}");
    }
}

#[test]
fn a_deed_without_actions_has_none_in_its_message() {
    let message = message::actions(3, &Actor::System, &Deed::Expire, &[]);
    assert_eq!(&message[..], br#"{"type":"ACTIONS","seq":3,"actor":{"kind":"system"},"changes":[]}"#);
    let event: ServerEvent = serde_json::from_slice(&message).unwrap();
    assert!(matches!(event, ServerEvent::Actions { seq: 3, .. }));
}
