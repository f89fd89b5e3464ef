//! Pairs of a good and a bad run of one goal, the bad one on a changed phone: the comparison names the step in which
//! they part.
//!
//! A pair is a number: it chooses the goal's steps, the phone of the bad run, the fault and the step that it strikes, so
//! the right answer is known.

use history::{Comparison, compare};
use serde_json::{Value, json};
use sim::profile::{Profile, Screen};

use crate::fakes::Reply;
use crate::rig::Phone;
use crate::script::{Script, act, fails, finishes, happens, opens_settings, tap};

const PAIRS: u64 = 20;
/// The fewest pairs of which the right step must be named.
const RIGHT: usize = 18;

/// A screen of the usual layout with few pixels: these runs are about what was done.
const SMALL: Screen = Screen { width: 180, height: 320, density: 80 };

/// Entries of the settings that are on screen without scrolling.
const ENTRIES: [&str; 4] = ["Network & internet", "Connected devices", "Apps", "Notifications"];

/// One step of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Do {
    Settings,
    Tap(&'static str),
    Back,
    Type(&'static str),
    Clock,
    Note,
    Finish,
}

impl Do {
    fn reply(self) -> Reply {
        match self {
            Self::Settings => opens_settings(),
            Self::Tap(label) => tap(label),
            Self::Back => act(json!({"type": "keyevent", "keycode": "KEYCODE_BACK"})),
            Self::Type(text) => act(json!({"type": "type", "text": text})),
            Self::Clock => act(json!({"type": "open_app", "name": "Clock"})),
            Self::Note => act(json!({"type": "note", "text": "that was the first half"})),
            Self::Finish => finishes(),
        }
    }
}

/// What goes wrong in the second run.
#[derive(Clone, Copy, Debug)]
enum Fault {
    OtherEntry,
    OtherText,
    OneMore,
    OneLess,
    GivesUp,
    Unreadable,
    Dialog,
    NotResponding,
    MissingApp,
    RefusedByPerson,
}

const FAULTS: [Fault; 10] = [
    Fault::OtherEntry,
    Fault::OtherText,
    Fault::OneMore,
    Fault::OneLess,
    Fault::GivesUp,
    Fault::Unreadable,
    Fault::Dialog,
    Fault::NotResponding,
    Fault::MissingApp,
    Fault::RefusedByPerson,
];

/// Numbers from a seed (`SplitMix64`).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % most as u64).unwrap()
    }
}

/// The steps of the good run: two entries are visited, something is searched, another app is opened.
fn steps(numbers: &mut Numbers) -> Vec<Do> {
    let first = numbers.below(ENTRIES.len());
    let mut steps = vec![Do::Settings];
    for at in 0..2 {
        steps.extend([Do::Tap(ENTRIES[(first + at) % ENTRIES.len()]), Do::Back]);
    }
    steps.extend([Do::Tap("Search settings"), Do::Type("battery"), Do::Clock, Do::Finish]);
    steps
}

/// The phone of the bad run: another size, font or theme.
fn changed(numbers: &mut Numbers, profile: Profile) -> Phone {
    let mut profile = profile;
    match numbers.below(4) {
        0 => _ = profile.settings.insert("secure/ui_night_mode".to_owned(), "2".to_owned()),
        1 => _ = profile.settings.insert("system/font_scale".to_owned(), "1.15".to_owned()),
        2 => return Phone::with_screen(Screen { width: 206, height: 366, ..SMALL }, profile),
        _ => return Phone::with_screen(Screen { width: 160, height: 320, density: 70 }, profile),
    }
    Phone::with_screen(SMALL, profile)
}

/// A request that the person refuses: the rest of the run is the same.
fn deletes() -> Vec<Reply> {
    let asked = json!({"op": "pop_up", "title": "Delete all photos?", "buttons": ["Cancel", "Delete"]});
    vec![happens(asked), tap("Delete"), fails("that was all")]
}

/// Two runs, and the step in which they part: in the first, in the second, or the same in both.
struct Made {
    good: Script,
    bad: Script,
    parts: (Option<u32>, Option<u32>),
    said: String,
}

fn made(number: u64) -> Made {
    let mut numbers = Numbers(number);
    let fault = FAULTS[usize::try_from(number).unwrap() % FAULTS.len()];
    let steps = steps(&mut numbers);
    let place = |wanted: Do| steps.iter().position(|step| *step == wanted).unwrap();
    let taps: Vec<usize> =
        (0..steps.len()).filter(|at| matches!(steps[*at], Do::Tap(entry) if entry != "Search settings")).collect();
    let tapped = taps[numbers.below(taps.len())];
    let mut replies: Vec<Reply> = steps.iter().map(|step| step.reply()).collect();
    let mut profile = Profile::default();
    let mut good_replies = replies.clone();
    let mut answers: (Vec<Value>, Vec<Value>) = Default::default();
    let both = |at: usize| (Some(number_of(at)), Some(number_of(at)));
    let stops = |replies: &mut Vec<Reply>, at: usize, reply: Reply| {
        replies.truncate(at);
        replies.extend([reply, fails("this does not work")]);
    };
    let parts = match fault {
        Fault::OtherEntry => {
            let Do::Tap(right) = steps[tapped] else { unreachable!() };
            let others: Vec<&str> = ENTRIES.into_iter().filter(|entry| *entry != right).collect();
            replies[tapped] = tap(others[numbers.below(others.len())]);
            both(tapped)
        }
        Fault::OtherText => {
            let at = place(Do::Type("battery"));
            replies[at] = Do::Type("bluetooth").reply();
            both(at)
        }
        Fault::OneMore => {
            replies.insert(tapped, Do::Note.reply());
            (None, Some(number_of(tapped)))
        }
        Fault::OneLess => {
            replies.drain(tapped..tapped + 2);
            (Some(number_of(tapped)), None)
        }
        Fault::GivesUp => {
            replies.truncate(tapped);
            replies.push(fails("I do not find it"));
            both(tapped)
        }
        Fault::Unreadable => {
            replies.insert(tapped, Reply::new(json!("<<<")));
            (None, Some(number_of(tapped)))
        }
        Fault::Dialog => {
            let pop_up =
                json!({"op": "pop_up", "package": "com.example.ads", "title": "Today only", "buttons": ["OK"]});
            let reply = Reply { first: vec![pop_up], ..replies[tapped].clone() };
            stops(&mut replies, tapped, reply);
            both(tapped)
        }
        Fault::NotResponding => {
            let hangs = json!({"op": "happen", "kind": "not_responding", "package": "com.android.settings"});
            let reply = Reply { first: vec![hangs], ..replies[tapped].clone() };
            stops(&mut replies, tapped, reply);
            both(tapped)
        }
        Fault::MissingApp => {
            profile.without.push("com.google.android.deskclock".to_owned());
            let at = place(Do::Clock);
            replies.truncate(at + 1);
            replies.push(fails("there is no clock"));
            both(at)
        }
        Fault::RefusedByPerson => {
            let at = tapped;
            for replies in [&mut good_replies, &mut replies] {
                replies.truncate(at);
                replies.extend(deletes());
            }
            answers = (vec![json!("yes")], vec![json!("no")]);
            both(at + 1)
        }
    };
    let good =
        Script { answers: answers.0, ..Script::new(Phone::with_screen(SMALL, Profile::default()), good_replies) };
    let bad = Script { answers: answers.1, ..Script::new(changed(&mut numbers, profile), replies) };
    Made { good, bad, parts, said: format!("pair {number}: {fault:?} in {parts:?} of {steps:?}") }
}

fn number_of(at: usize) -> u32 {
    u32::try_from(at + 1).unwrap()
}

fn is_right(comparison: &Comparison, parts: (Option<u32>, Option<u32>)) -> bool {
    comparison.divergence.as_ref().is_some_and(|divergence| match parts {
        (Some(a), Some(b)) => (divergence.a, divergence.b) == (Some(a), Some(b)),
        (Some(a), None) => divergence.a == Some(a),
        (_, b) => divergence.b == b,
    })
}

#[tokio::test(start_paused = true)]
async fn the_first_divergence_of_a_good_and_a_bad_run_is_the_right_step() {
    let (mut right, mut wrong) = (0, Vec::new());
    for number in 0..PAIRS {
        let Made { good, bad, parts, said } = made(number);
        let ((_, good), (_, bad)) = (good.run().await, bad.run().await);
        let comparison = compare(&good, &bad);
        if is_right(&comparison, parts) {
            right += 1;
        } else {
            wrong.push(format!("{said}\n  got {:#?}\n  pairs {:#?}", comparison.divergence, comparison.pairs));
        }
        // A run parts from itself nowhere.
        assert_eq!(compare(&bad, &bad).divergence, None, "{said}");
    }
    println!("{right} of {PAIRS} first divergences are right");
    assert!(right >= RIGHT, "{right} of {PAIRS}:\n{}", wrong.join("\n\n"));
}
