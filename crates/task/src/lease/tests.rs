//! Turns: in order, one at a time, and never lost.

use agent::Control;

use super::*;

const LATER: Duration = Duration::from_secs(9);

#[test]
fn a_waiter_that_goes_away_leaves_the_line() {
    let leases = Leases::new(2);
    let (controller, _stop) = Control::pair();
    let mut turns: Vec<_> =
        ["a", "b", "c"].iter().map(|task| leases.request("phone", task, &controller).unwrap()).collect();
    assert_eq!(turns.iter().map(|(ahead, _)| *ahead).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(leases.request("phone", "d", &controller).is_none());
    assert!(leases.request("other", "d", &controller).is_some());
    drop(turns.remove(1));
    let (ahead, mut last) = leases.request("phone", "d", &controller).unwrap();
    assert_eq!(ahead, 2);
    // The first never looked at its turn: dropping it hands the phone on, past the one who left.
    drop(turns.remove(0));
    assert_eq!(leases.standing("phone").holder, Some(Holder::Task("c".to_owned())));
    let grant = turns.remove(0).1.try_recv().unwrap();
    assert!(last.try_recv().is_err());
    drop(grant);
    drop(last.try_recv().unwrap());
    assert_eq!(leases.standing("phone"), Standing::default());
    assert!(leases.phones().is_empty(), "what nobody holds is not kept");
}

#[test]
fn people_go_first_and_share() {
    let leases = Leases::new(9);
    let (controller, stop) = Control::pair();
    let (_, mut first) = leases.request("phone", "a", &controller).unwrap();
    let grant = first.try_recv().unwrap();
    let (_, mut second) = leases.request("phone", "b", &controller).unwrap();
    let take = |taker: &Taker| leases.take("phone", taker, LATER);
    let (Ok(Taken::Soon(mut one)), Ok(Taken::Soon(mut two))) = (take(&Taker::Person), take(&Taker::Person)) else {
        panic!()
    };
    assert_eq!(stop.stop_reason(), Some(StopReason::Preempted));
    assert!(one.try_recv().is_err());
    drop(grant);
    for turn in [&mut one, &mut two] {
        turn.try_recv().unwrap().keep(LATER);
    }
    assert_eq!(leases.standing("phone"), Standing { holder: Some(Holder::Person), waiting: 1 });
    assert!(matches!(take(&Taker::Person), Ok(Taken::Already)));
    assert!(second.try_recv().is_err());
    assert!(leases.release("phone", &Taker::Person));
    assert!(!leases.release("phone", &Taker::Person));
    drop(second.try_recv().unwrap());
}

#[test]
fn who_does_nothing_loses_the_phone_in_time() {
    let leases = Leases::new(9);
    let client = Taker::Client("c".to_owned());
    assert!(matches!(leases.take("phone", &client, LATER), Ok(Taken::Now)));
    assert_eq!(leases.expire("phone", Duration::from_secs(8)), Some(LATER));
    assert!(leases.renew("phone", &client, LATER * 2));
    assert!(!leases.renew("phone", &Taker::Person, LATER));
    assert_eq!(leases.expire("phone", LATER), Some(LATER * 2));
    assert_eq!(leases.expire("phone", LATER * 2), None);
    assert_eq!(leases.standing("phone"), Standing::default());
    // A task holds its phone for as long as it runs.
    let (controller, _stop) = Control::pair();
    let (_, mut turn) = leases.request("phone", "a", &controller).unwrap();
    let _grant = turn.try_recv().unwrap();
    assert_eq!(leases.expire("phone", LATER * 9), None);
    assert_eq!(leases.standing("phone").holder, Some(Holder::Task("a".to_owned())));
}
