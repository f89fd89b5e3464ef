//! How pages receive changes: immediately, in order, batched, and from their last position.
#![expect(clippy::unwrap_used, reason = "a test says what it expects")]

#[path = "client/page.rs"]
mod page;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use desktop::hub::{Hub, HubError, Options};
use desktop::state::Command;
use desktop::wire::{Actor, ServerEvent};
use page::{Page, ready};

fn hub(ring_entries: usize, ring_bytes: usize) -> Arc<Hub> {
    Hub::open(None, Options { ring_entries, ring_bytes, ..Options::default() }).unwrap()
}

fn command(actions: serde_json::Value) -> Command {
    serde_json::from_value(serde_json::json!({"deed": "batch", "actions": actions})).unwrap()
}

fn badge(count: u64) -> Command {
    command(serde_json::json!([{"type": "app.badge", "appId": "mail", "count": count}]))
}

fn apply(hub: &Hub, command: Command) -> Option<u64> {
    hub.apply(&Actor::Agent("a".into()), command, 1).unwrap().seq
}

fn numbers(messages: &[bytes::Bytes]) -> Vec<(String, u64)> {
    let read = |message: &bytes::Bytes| -> (String, u64) {
        let event: serde_json::Value = serde_json::from_slice(message).unwrap();
        (
            event["type"].as_str().unwrap().to_owned(),
            event["seq"].as_u64().or_else(|| event["request_id"].as_str()?.parse().ok()).unwrap(),
        )
    };
    messages.iter().map(read).collect()
}

fn expect(messages: &[bytes::Bytes], expected: &[(&str, u64)]) {
    let expected: Vec<_> = expected.iter().map(|(kind, number)| ((*kind).to_owned(), *number)).collect();
    assert_eq!(numbers(messages), expected);
}

#[test]
fn a_page_comes_back_where_it_was() {
    let hub = hub(4, 1 << 20);
    let other = Hub::open(None, Options::default()).unwrap();
    for count in 1..=6 {
        apply(&hub, badge(count));
    }
    let epoch = hub.epoch();
    expect(&ready(&mut hub.subscribe(None)), &[("SNAPSHOT", 6)]);
    expect(&ready(&mut hub.resume(epoch, 6)), &[]);
    expect(&ready(&mut hub.resume(epoch, 5)), &[("ACTIONS", 6)]);
    expect(&ready(&mut hub.resume(epoch, 2)), &[("ACTIONS", 3), ("ACTIONS", 4), ("ACTIONS", 5), ("ACTIONS", 6)]);
    // Dropped from the ring; never existed; from another hub, even with the same number.
    expect(&ready(&mut hub.resume(epoch, 1)), &[("SNAPSHOT", 6)]);
    expect(&ready(&mut hub.resume(epoch, 7)), &[("SNAPSHOT", 6)]);
    expect(&ready(&mut hub.resume(epoch, u64::MAX)), &[("SNAPSHOT", 6)]);
    expect(&ready(&mut hub.resume(other.epoch(), 6)), &[("SNAPSHOT", 6)]);
    expect(&ready(&mut hub.subscribe(Some(5))), &[("ACTIONS", 6)]);
}

#[test]
fn a_restart_is_another_epoch_and_the_numbers_go_on() {
    let place = tempfile::tempdir().unwrap();
    let hub = Hub::open(Some(place.path()), Options::default()).unwrap();
    apply(&hub, badge(1));
    apply(&hub, badge(2));
    let epoch = hub.epoch().to_owned();
    drop(hub);
    let hub = Hub::open(Some(place.path()), Options::default()).unwrap();
    expect(&ready(&mut hub.resume(&epoch, 2)), &[("SNAPSHOT", 2)]);
    expect(&ready(&mut hub.subscribe(Some(2))), &[]);
    expect(&ready(&mut hub.subscribe(Some(1))), &[("SNAPSHOT", 2)]);
    assert_eq!(apply(&hub, badge(3)), Some(3));
    hub.flush().unwrap();
}

#[test]
fn what_changes_nothing_has_no_number() {
    let hub = hub(10, 1 << 20);
    let mut page = hub.subscribe(Some(0));
    assert_eq!(apply(&hub, Command::Expire), None);
    let refused = hub.apply(
        &Actor::Agent("a".into()),
        command(serde_json::json!([{"type": "window.close", "windowId": "x"}])),
        1,
    );
    assert!(matches!(refused, Err(HubError::Refused(_))));
    expect(&ready(&mut page), &[]);
    assert_eq!(apply(&hub, badge(1)), Some(1));
    expect(&ready(&mut page), &[("ACTIONS", 1)]);
}

#[test]
fn announcements_reach_those_who_are_there_in_order() {
    let hub = hub(10, 1 << 20);
    let announce =
        |number: u64| hub.announce(&ServerEvent::Capture { request_id: number.to_string(), key: "k".into() });
    let mut early = hub.subscribe(None);
    announce(100);
    apply(&hub, badge(1));
    announce(101);
    let mut late = hub.subscribe(Some(0));
    announce(102);
    apply(&hub, badge(2));
    // The early page has not read yet: its snapshot is current, and the announcements since follow it.
    expect(&ready(&mut early), &[("SNAPSHOT", 2), ("CAPTURE", 100), ("CAPTURE", 101), ("CAPTURE", 102)]);
    announce(103);
    expect(&ready(&mut early), &[("CAPTURE", 103)]);
    expect(&ready(&mut late), &[("ACTIONS", 1), ("CAPTURE", 102), ("ACTIONS", 2), ("CAPTURE", 103)]);
}

#[test]
fn those_who_lag_share_one_snapshot() {
    let hub = hub(4, 1 << 20);
    apply(
        &hub,
        command(serde_json::json!([{
            "type": "window.create", "windowId": "w", "title": "T", "bounds": {"x": 0, "y": 0, "w": 300, "h": 200},
            "content": {"renderer": "text", "data": "x".repeat(10_000)},
        }])),
    );
    let mut pages: Vec<_> = (0..1000).map(|_| (Page::default(), hub.subscribe(None))).collect();
    assert_eq!(hub.listeners(), 1000);
    for (page, subscription) in &mut pages {
        page.read(&ready(subscription));
    }
    assert_eq!(hub.gauges().snapshots, 1);
    for count in 1..=20 {
        apply(&hub, badge(count));
    }
    for (page, subscription) in &mut pages {
        page.read(&ready(subscription));
        assert_eq!((page.state.as_ref().unwrap().seq, page.snapshots), (21, 2));
    }
    assert_eq!(hub.gauges().snapshots, 2);
    // A snapshot is reused as long as the changes after it are kept and few.
    apply(&hub, badge(30));
    expect(&ready(&mut hub.subscribe(None)), &[("SNAPSHOT", 21), ("ACTIONS", 22)]);
    for count in 40..50 {
        apply(&hub, badge(count));
    }
    expect(&ready(&mut hub.subscribe(None)), &[("SNAPSHOT", 32)]);
    drop(pages);
    assert_eq!(hub.listeners(), 0);
}

#[test]
fn a_page_that_never_reads_costs_nothing() {
    let hub = hub(64, 64 << 10);
    let mut never = hub.subscribe(Some(0));
    let long = "x".repeat(1000);
    for count in 0..1000 {
        apply(
            &hub,
            command(
                serde_json::json!([{"type": "notification.show", "id": (count % 3).to_string(), "title": long, "body": "b"}]),
            ),
        );
        let gauges = hub.gauges();
        assert!(gauges.ring_entries <= 64 && gauges.ring_bytes <= 64 << 10, "{gauges:?}");
    }
    expect(&ready(&mut never), &[("SNAPSHOT", 1000)]);
}

/// Counts how often it is woken.
#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_waiting_page_is_woken_and_a_dropped_wait_loses_nothing() {
    let hub = hub(10, 1 << 20);
    let mut page = hub.subscribe(Some(0));
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    {
        let mut next = pin!(page.next());
        assert!(next.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        apply(&hub, badge(1));
        assert_eq!(woken.0.load(Ordering::Relaxed), 1);
        // Dropped although messages were available.
    }
    expect(&ready(&mut page), &[("ACTIONS", 1)]);
    apply(&hub, badge(2));
    expect(&ready(&mut page), &[("ACTIONS", 2)]);
}

#[test]
fn the_end_of_the_hub_is_the_end_of_the_stream() {
    let hub = hub(10, 1 << 20);
    let (mut one, mut other) = (hub.subscribe(Some(0)), hub.subscribe(None));
    apply(&hub, badge(1));
    drop(hub);
    let mut context = Context::from_waker(Waker::noop());
    let Poll::Ready(Some(messages)) = pin!(one.next()).poll(&mut context) else { panic!("nothing") };
    expect(&messages, &[("ACTIONS", 1)]);
    assert!(matches!(pin!(one.next()).poll(&mut context), Poll::Ready(None)));
    // The hub that would make its snapshot is gone.
    assert!(matches!(pin!(other.next()).poll(&mut context), Poll::Ready(None)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_pages_and_many_agents_at_once_end_alike() {
    const AGENTS: u64 = 4;
    const DEEDS: u64 = 200;
    let hub = hub(32, 1 << 20);
    let pages: Vec<_> = (0..20)
        .map(|_| {
            let mut subscription = hub.subscribe(None);
            tokio::spawn(async move {
                let mut page = Page::default();
                while page.state.as_ref().is_none_or(|state| state.seq < AGENTS * DEEDS) {
                    page.read(&subscription.next().await.unwrap());
                }
                page.state.unwrap()
            })
        })
        .collect();
    let agents: Vec<_> = (0..AGENTS)
        .map(|agent| {
            let hub = Arc::clone(&hub);
            std::thread::spawn(move || {
                for count in 1..=DEEDS {
                    let badge = serde_json::json!([{"type": "app.badge", "appId": agent.to_string(), "count": count}]);
                    assert!(apply(&hub, command(badge)).is_some());
                }
            })
        })
        .collect();
    for agent in agents {
        agent.join().unwrap();
    }
    for page in pages {
        let badges = page.await.unwrap().badges;
        assert_eq!(badges.into_values().collect::<Vec<_>>(), [DEEDS; AGENTS as usize]);
    }
}

#[test]
fn what_comes_again_within_one_command_stands_where_the_server_has_it() {
    let hub = hub(10, 1 << 20);
    let shortcut = |id: &str| {
        serde_json::json!({"type": "desktop.createShortcut", "shortcut": {
            "id": id, "label": "L", "icon": "I", "type": "url", "target": "https://example.org/", "createdAt": 1,
        }})
    };
    let remove = |id: &str| serde_json::json!({"type": "desktop.removeShortcut", "shortcutId": id});
    let mut page = Page::default();
    let mut subscription = hub.subscribe(None);
    page.read(&ready(&mut subscription));
    let commands = [
        serde_json::json!([shortcut("s"), shortcut("t"), shortcut("u")]),
        serde_json::json!([remove("s"), shortcut("s")]),
        serde_json::json!([shortcut("v"), remove("t"), remove("u"), shortcut("u"), shortcut("t")]),
    ];
    for actions in commands {
        apply(&hub, command(actions));
        page.read(&ready(&mut subscription));
        let shown: Vec<_> = page.state.as_ref().unwrap().shortcuts.iter().map(|shortcut| shortcut.id.clone()).collect();
        let there: Vec<_> =
            hub.look(|desktop, _| desktop.shortcuts().iter().map(|each| each.shortcut.id.clone()).collect());
        assert_eq!(shown, there);
    }
    assert_eq!(page.snapshots, 1);
}
