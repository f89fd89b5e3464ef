//! Rings: what is kept, what is gone, and who is told.

use agent::{EndReason, Summary};

use super::*;

fn at() -> Timestamp {
    "2026-07-29T14:15:02Z".parse().unwrap()
}

fn end(task: &str) -> What {
    let reason = EndReason::Finished;
    What::Ended(Summary {
        task_id: task.to_owned(),
        status: reason.status(),
        reason,
        steps: 0,
        duration: std::time::Duration::ZERO,
        message: String::new(),
        error: None,
        tokens: 0,
        cost: None,
    })
}

/// What is there now, as numbers behind the first; `!` for a gap.
fn read(watching: &mut Watching, base: u64) -> Vec<String> {
    let mut news = Vec::new();
    while let Ok(next) = watching.ready() {
        news.push(match next {
            News::Event(event) => (event.n - base).to_string(),
            News::Lagged { upto } => format!("!{}", upto - base),
        });
    }
    news
}

#[test]
fn numbers_grow_over_all_tasks_and_rings_are_bounded() {
    let bus = Bus::new(at(), Keep { all: 3, each: 2, ended: 1 });
    let base = bus.rings().n;
    let mut all = bus.watch(None, None);
    for task in ["a", "b", "a", "b", "a"] {
        bus.tell(task, at(), What::Reconnected);
    }
    assert_eq!(read(&mut all, base), ["!2", "3", "4", "5"]);
    assert_eq!(read(&mut bus.watch(Some("a"), Some(base)), base), ["!1", "3", "5"]);
    assert_eq!(read(&mut bus.watch(Some("a"), Some(base + 3)), base), ["5"]);
    assert_eq!(read(&mut bus.watch(Some("a"), None), base), ["3", "5"]);
    assert_eq!(read(&mut bus.watch(Some("b"), Some(base + 999)), base), ["2", "4"]);
    assert_eq!(read(&mut bus.watch(None, None), base), Vec::<String>::new());
}

#[tokio::test]
async fn tasks_that_are_over_are_forgotten_one_by_one() {
    let bus = Bus::new(at(), Keep { all: 9, each: 9, ended: 1 });
    let mut early = bus.watch(Some("a"), None);
    bus.tell("a", at(), end("a"));
    // Resumed, it is not over any more.
    bus.tell("a", at(), What::Reconnected);
    bus.tell("b", at(), end("b"));
    assert!(bus.knows("a") && bus.knows("b"));
    assert_eq!(early.ready().unwrap(), News::Event(Arc::clone(&bus.rings().all.events[0])));
    early.ready().unwrap();
    assert_eq!(early.ready(), Err(false));
    bus.tell("a", at(), end("a"));
    assert!(bus.knows("a") && !bus.knows("b"));
    assert!(matches!(early.next().await, Some(News::Event(_))));
    assert_eq!(early.next().await, None);
    assert_eq!(bus.watch(Some("b"), None).next().await, None);
}
