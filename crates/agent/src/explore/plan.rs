//! The same invariants with a plan's mind: a phone is to be erased, with a kill or an interruption at every wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use action::phone::AgentAction;

use super::run::live;
use super::world::Shared;
use super::{Event, number};
use crate::middleware::{Middleware, Refused};
use crate::mind::PlanMind;
use crate::pipeline::mutation::{self, Mutation};

/// Arms these events before the action with the same index.
struct ArmsInTurn {
    events: Vec<Vec<Event>>,
    turn: Arc<AtomicUsize>,
    world: Shared,
}

impl Middleware for ArmsInTurn {
    fn before(&mut self, action: AgentAction) -> Result<AgentAction, Refused> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        if let Some(events) = self.events.get(turn) {
            self.world.arm(events);
        }
        Ok(action)
    }
}

fn erased(events: &[Vec<Event>]) -> Vec<String> {
    let shared = Shared::default();
    let turn = Arc::new(AtomicUsize::new(0));
    live(&shared, "factory reset this phone", || {
        let arms = ArmsInTurn { events: events.to_vec(), turn: Arc::clone(&turn), world: shared.clone() };
        (PlanMind::new(), Some(arms))
    })
}

/// Every combination of nothing or one event before each of the first three actions.
fn sequences() -> impl Iterator<Item = Vec<Vec<Event>>> {
    use Event::{Kill, KillAfterSend, Pause, SaysNo, ScreenChanges, StaysSilent, TakeOver};
    let kinds: [&[Event]; 8] =
        [&[], &[Kill], &[KillAfterSend], &[Pause], &[TakeOver], &[SaysNo], &[StaysSilent], &[ScreenChanges]];
    (0..kinds.len().pow(3)).map(move |number| {
        [1, kinds.len(), kinds.len().pow(2)].map(|place| kinds[number / place % kinds.len()].to_vec()).to_vec()
    })
}

/// One test, because compiling the grammar is most of its cost.
#[test]
fn no_plan_breaks_a_law_however_it_is_interrupted() {
    let step = number("FINGERTIP_EXPLORE_PLAN_STEP", 1);
    let sequences = sequences().step_by(step.max(1));
    let explored = sequences.map(|events| (erased(&events), events));
    let found: Vec<_> = explored.filter(|(broken, _)| !broken.is_empty()).take(3).collect();
    assert!(found.is_empty(), "{found:#?}");

    // The check must also find a plan that asks about an action that was never sent.
    let killed_at_its_question = [vec![Event::Kill]];
    assert_eq!(erased(&killed_at_its_question), Vec::<String>::new());
    mutation::set(Some(Mutation::DoubtsUnsent));
    let found = erased(&killed_at_its_question);
    mutation::set(None);
    assert!(!found.is_empty(), "the bug that was put back is not found");
}
