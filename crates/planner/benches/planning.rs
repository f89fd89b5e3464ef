//! How many utterances a second become plans, on one core.

use std::hint::black_box;

use jiff::civil::date;
use planner::{Dialogue, Index, Planner, Turn};

fn main() {
    divan::main();
}

/// Of the kinds that people say, a third of them outside the catalogue.
const UTTERANCES: &[&str] = &[
    "text Sam on WhatsApp I'll be there in ten minutes",
    "turn off wifi, then enable bluetooth",
    "what is the meaning of life",
    "set an alarm for half past seven in the evening every weekday",
    "call my mom",
    "how do i apply for a new credit card",
    "please set a timer for 5 and a half minutes",
    "play bohemian rhapsody by queen on spotify",
    "what's the weather like in paris tomorrow",
    "send twenty dollars to Sam",
    "could you tell me how many calories are in an apple",
    "take me to the nearest pharmacy",
];

#[divan::bench]
fn plans(bencher: divan::Bencher<'_, '_>) {
    let Ok(planner) = Planner::new() else { return };
    let (index, dialogue) = (Index::default(), Dialogue::default());
    let now = date(2026, 3, 5).at(10, 7, 0, 0);
    bencher.counter(divan::counter::ItemsCount::new(UTTERANCES.len())).bench_local(|| {
        for utterance in UTTERANCES {
            let turn = Turn { utterance: black_box(utterance), directory: &index, now, always_confirm: false };
            black_box(planner.plan(&turn, &dialogue));
        }
    });
}

#[divan::bench]
fn compiling_the_grammar() {
    _ = black_box(Planner::new());
}
