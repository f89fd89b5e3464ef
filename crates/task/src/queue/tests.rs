//! Turns: in order, one at a time, never lost.

use std::task::{Context, Poll, Waker};

use agent::{Control, PauseReason};

use super::in_process::Leases;
use super::*;

/// Returns the lease, if the turn has come.
fn ready(turn: &mut Turn) -> Option<Box<dyn Lease>> {
    match turn.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(lease) => lease,
        Poll::Pending => None,
    }
}

const LATER: Duration = Duration::from_secs(9);

#[test]
fn a_waiter_that_goes_away_leaves_the_line() {
    let leases = Leases::new(2);
    let (controller, _stop) = Control::pair();
    let mut turns: Vec<_> =
        ["a", "b", "c"].iter().map(|task| leases.enqueue("phone", task, &controller).unwrap()).collect();
    assert_eq!(turns.iter().map(|ticket| ticket.ahead).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(leases.enqueue("phone", "d", &controller).is_err());
    assert!(leases.enqueue("other", "d", &controller).is_ok());
    drop(turns.remove(1));
    let Ticket { ahead, turn: mut last } = leases.enqueue("phone", "d", &controller).unwrap();
    assert_eq!(ahead, 2);
    // The first never polled its turn: dropping it hands the phone on, past the waiter that left.
    drop(turns.remove(0));
    assert_eq!(leases.standing("phone").holder, Some(Holder::Task("c".to_owned())));
    let grant = ready(&mut turns.remove(0).turn).unwrap();
    assert!(ready(&mut last).is_none());
    drop(grant);
    drop(ready(&mut last).unwrap());
    assert_eq!(leases.standing("phone"), Standing::default());
    assert!(leases.is_empty(), "what nobody holds is not kept");
}

#[test]
fn people_go_first_and_share() {
    let leases = Leases::new(9);
    let (controller, control) = Control::pair();
    let Ticket { turn: mut first, .. } = leases.enqueue("phone", "a", &controller).unwrap();
    let grant = ready(&mut first).unwrap();
    let Ticket { turn: mut second, .. } = leases.enqueue("phone", "b", &controller).unwrap();
    let take = |taker: &Taker| leases.take("phone", taker, LATER);
    let (Ok(TakeOutcome::Soon(mut one)), Ok(TakeOutcome::Soon(mut two))) = (take(&Taker::Person), take(&Taker::Person))
    else {
        panic!()
    };
    assert_eq!(control.pause_reason(), Some(PauseReason::TakenOver));
    assert!(ready(&mut one).is_none());
    // The task ends instead of pausing: the person gets the phone at once.
    drop(grant);
    for turn in [&mut one, &mut two] {
        ready(turn).unwrap().keep(LATER);
    }
    assert_eq!(leases.standing("phone"), Standing { holder: Some(Holder::Person), waiting: 1 });
    assert!(matches!(take(&Taker::Person), Ok(TakeOutcome::Already)));
    assert!(ready(&mut second).is_none());
    assert!(leases.release("phone", &Taker::Person));
    assert!(!leases.release("phone", &Taker::Person));
    drop(ready(&mut second).unwrap());
}

#[tokio::test]
async fn a_task_that_stands_still_has_its_phone_back_before_the_line() {
    let leases = Leases::new(9);
    let (controller, control) = Control::pair();
    let mut first = leases.enqueue("phone", "a", &controller).unwrap().turn;
    let lease = ready(&mut first).unwrap();
    let mut second = leases.enqueue("phone", "b", &Control::pair().0).unwrap().turn;
    let person = || match leases.take("phone", &Taker::Person, LATER) {
        Ok(TakeOutcome::Soon(turn)) => turn,
        _ => panic!("the task holds it"),
    };
    // A person who gives up on the way lets the task continue.
    drop(person());
    assert_eq!(control.pause_reason(), None);
    let mut turn = person();
    assert!(ready(&mut turn).is_none());
    control.stand_still(true);
    turn.await.unwrap().keep(LATER);
    assert_eq!(leases.standing("phone").holder, Some(Holder::Person));
    // An idle person loses nothing while a paused task waits for them.
    assert!(leases.expire("phone", LATER * 9).is_some());
    assert!(leases.release("phone", &Taker::Person));
    assert_eq!(control.pause_reason(), None);
    assert_eq!(leases.standing("phone"), Standing { holder: Some(Holder::Task("a".to_owned())), waiting: 1 });
    assert!(ready(&mut second).is_none());
    drop(lease);
    assert!(ready(&mut second).is_some());
}

#[tokio::test]
async fn a_paused_task_that_ends_leaves_the_phone_to_its_person() {
    let leases = Leases::new(9);
    let (controller, control) = Control::pair();
    let mut first = leases.enqueue("phone", "a", &controller).unwrap().turn;
    let lease = ready(&mut first).unwrap();
    let Ok(TakeOutcome::Soon(turn)) = leases.take("phone", &Taker::Person, LATER) else { panic!() };
    control.stand_still(true);
    turn.await.unwrap().keep(LATER);
    drop(lease);
    assert_eq!(leases.standing("phone").holder, Some(Holder::Person));
    assert!(leases.release("phone", &Taker::Person));
    assert_eq!(leases.standing("phone"), Standing::default());
}

#[test]
fn who_does_nothing_loses_the_phone_in_time() {
    let leases = Leases::new(9);
    let client = Taker::Client("c".to_owned());
    assert!(matches!(leases.take("phone", &client, LATER), Ok(TakeOutcome::Now)));
    assert_eq!(leases.expire("phone", Duration::from_secs(8)), Some(LATER));
    assert!(leases.renew("phone", &client, LATER * 2));
    assert!(!leases.renew("phone", &Taker::Person, LATER));
    assert_eq!(leases.expire("phone", LATER), Some(LATER * 2));
    assert_eq!(leases.expire("phone", LATER * 2), None);
    assert_eq!(leases.standing("phone"), Standing::default());
    // A task holds its phone as long as it runs.
    let (controller, _stop) = Control::pair();
    let Ticket { mut turn, .. } = leases.enqueue("phone", "a", &controller).unwrap();
    let _grant = ready(&mut turn).unwrap();
    assert_eq!(leases.expire("phone", LATER * 9), None);
    assert_eq!(leases.standing("phone").holder, Some(Holder::Task("a".to_owned())));
}
