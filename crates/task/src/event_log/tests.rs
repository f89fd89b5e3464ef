//! Rings: which events are kept, which are dropped, and how readers learn of it.

use action::LoopEvent;
use agent::{EndReason, Summary};

use super::in_process::Reader;
use super::*;

fn at() -> Timestamp {
    "2026-07-29T14:15:02Z".parse().unwrap()
}

fn end(task: &str) -> EventKind {
    let reason = EndReason::Finished;
    EventKind::Ended(Summary {
        task_id: task.to_owned(),
        status: reason.status(),
        reason,
        steps: 0,
        duration: std::time::Duration::ZERO,
        message: String::new(),
        error: None,
        tokens: 0,
        cost: None,
        read_out: None,
    })
}

fn resumed() -> EventKind {
    EventKind::Queued { goal: String::new(), device: String::new(), ahead: 0, resumed: true }
}

/// Returns the available events, as numbers relative to the first; `!` for a gap.
fn read(reader: &mut Reader, base: u64) -> Vec<String> {
    let mut news = Vec::new();
    while let Ok(next) = reader.ready() {
        news.push(match next {
            News::Event(event) => (event.n - base).to_string(),
            News::Lagged { upto } => format!("!{}", upto - base),
        });
    }
    news
}

#[test]
fn numbers_grow_over_all_tasks_and_rings_are_bounded() {
    let log = InProcessLog::new(at(), Keep { all: 3, each: 2, ended: 1 });
    let base = log.newest();
    let mut all = log.reader(None, None);
    for task in ["a", "b", "a", "b", "a"] {
        log.append(task, at(), EventKind::Loop(LoopEvent::Reconnected));
    }
    assert_eq!(read(&mut all, base), ["!2", "3", "4", "5"]);
    assert_eq!(read(&mut log.reader(Some("a"), Some(base)), base), ["!1", "3", "5"]);
    assert_eq!(read(&mut log.reader(Some("a"), Some(base + 3)), base), ["5"]);
    assert_eq!(read(&mut log.reader(Some("a"), None), base), ["3", "5"]);
    assert_eq!(read(&mut log.reader(Some("b"), Some(base + 999)), base), ["2", "4"]);
    assert_eq!(read(&mut log.reader(None, None), base), Vec::<String>::new());
}

#[tokio::test]
async fn tasks_that_are_over_are_forgotten_one_by_one() {
    let log = InProcessLog::new(at(), Keep { all: 9, each: 9, ended: 1 });
    let mut early = log.reader(Some("a"), None);
    log.append("a", at(), end("a"));
    // A resumed task is no longer over.
    log.append("a", at(), resumed());
    log.append("b", at(), end("b"));
    assert!(log.has("a") && log.has("b"));
    assert!(matches!(early.ready(), Ok(News::Event(event)) if event.what == end("a")));
    early.ready().unwrap();
    assert_eq!(early.ready(), Err(false));
    log.append("a", at(), end("a"));
    assert!(log.has("a") && !log.has("b"));
    assert!(matches!(early.next().await, Some(News::Event(_))));
    assert_eq!(early.next().await, None);
    assert_eq!(log.reader(Some("b"), None).next().await, None);
}

/// A desktop hears of a fleet's tasks over several routes: a closed question or a warning may arrive after the end.
#[tokio::test]
async fn an_event_behind_the_end_keeps_no_ring_alive() {
    let log = InProcessLog::new(at(), Keep { all: 9, each: 9, ended: 2 });
    let mut early = log.reader(Some("a"), None);
    log.append("a", at(), end("a"));
    log.append("a", at(), EventKind::Loop(LoopEvent::Reconnected));
    // The watcher receives both, and then the end of the stream.
    assert!(matches!(early.next().await, Some(News::Event(event)) if event.what == end("a")));
    assert!(
        matches!(early.next().await, Some(News::Event(event)) if event.what == EventKind::Loop(LoopEvent::Reconnected))
    );
    assert_eq!(early.ready(), Err(true));
    for task in ["b", "c"] {
        log.append(task, at(), end(task));
    }
    assert!(!log.has("a") && log.has("b") && log.has("c"));
}
