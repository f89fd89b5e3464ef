//! A page that applies changes has the server's state: whatever happens, whenever it connects, however much it misses.

#[path = "client/commands.rs"]
mod commands;
#[path = "client/page.rs"]
mod page;

use std::sync::Arc;

use desktop::hub::{Hub, HubError, Options, Subscription};
use desktop::present::{self, Cache};
use desktop::state::Command;
use desktop::wire::{Actor, SafeState, ServerEvent};
use page::{Page, ready};
use proptest::prelude::*;

/// A step of a test.
#[derive(Clone, Debug)]
enum Step {
    Command(Actor, Command),
    /// Another page connects.
    Join,
    /// A page reads what is available.
    Read(prop::sample::Index),
    /// A page loses its connection and resumes with its state.
    Resume(prop::sample::Index),
    /// A page comes back from another server.
    Return(prop::sample::Index),
    Announce,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let index = any::<prop::sample::Index>;
    let step = prop_oneof![
        24 => commands::command().prop_map(|(actor, command)| Step::Command(actor, command)),
        1 => Just(Step::Join),
        6 => index().prop_map(Step::Read),
        2 => index().prop_map(Step::Resume),
        1 => index().prop_map(Step::Return),
        1 => Just(Step::Announce),
    ];
    proptest::collection::vec(step, 1..80)
}

fn truth(hub: &Hub) -> SafeState {
    hub.look(|desktop, seq| present::snapshot(desktop, seq, hub.epoch(), &mut Cache::default()))
}

fn resume(hub: &Arc<Hub>, page: &Page) -> Subscription {
    match &page.state {
        Some(state) => hub.resume(&state.epoch, state.seq),
        None => hub.subscribe(None),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn every_page_ends_with_the_servers_state(steps in steps(), ring_entries in 1..24_usize) {
        let options = Options { ring_entries, ring_bytes: 24 << 10, ..Options::default() };
        let hub = Hub::open(None, options).unwrap();
        let mut pages = vec![(Page::default(), hub.subscribe(None))];
        for (now, step) in steps.into_iter().enumerate() {
            match step {
                Step::Command(actor, command) => {
                    let before = hub.look(|desktop, seq| serde_json::to_string(&desktop.view(seq)).unwrap());
                    match hub.apply(&actor, command, now as u64) {
                        Ok(_) => {}
                        Err(HubError::Refused(_)) => {
                            let after = hub.look(|desktop, seq| serde_json::to_string(&desktop.view(seq)).unwrap());
                            prop_assert_eq!(before, after);
                        }
                        Err(error) => panic!("{error}"),
                    }
                }
                Step::Join => pages.push((Page::default(), hub.subscribe(None))),
                Step::Read(which) => {
                    let (page, subscription) = which.get_mut(&mut pages);
                    page.read(&ready(subscription));
                    prop_assert_eq!(page.state.as_ref(), Some(&truth(&hub)));
                }
                Step::Resume(which) => {
                    let (page, subscription) = which.get_mut(&mut pages);
                    *subscription = resume(&hub, page);
                }
                Step::Return(which) => {
                    let (page, subscription) = which.get_mut(&mut pages);
                    *subscription = hub.resume("another", hub.look(|_, seq| seq));
                    page.state = None;
                }
                Step::Announce => hub.announce(&ServerEvent::Capture { request_id: "1".into(), key: "k".into() }),
            }
        }
        let truth = truth(&hub);
        for (mut page, mut subscription) in pages {
            page.read(&ready(&mut subscription));
            prop_assert_eq!(page.state.as_ref(), Some(&truth));
        }
    }
}
