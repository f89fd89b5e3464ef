//! Measures how many utterances per second become plans, on one core.

use std::hint::black_box;

use action::{Contact, Directory};
use jiff::civil::date;
use planner::{Dialogue, Index, Planner, Turn};

fn main() {
    divan::main();
}

/// Common requests and utterances outside the catalogue; three of five are outside.
const MIX: &str = include_str!("../tests/data/paraphrases.jsonl");
/// Requests of every operation, with names, times and several requests in one.
const CASES: &str = include_str!("../../../scenarios/plans.jsonl");

#[divan::bench]
fn a_mix(bencher: divan::Bencher<'_, '_>) {
    plans(bencher, MIX, &Index::default());
}

#[divan::bench]
fn the_cases(bencher: divan::Bencher<'_, '_>) {
    plans(bencher, CASES, &Index::default());
}

/// The cases on a phone with 50,000 contacts.
#[divan::bench]
fn many_contacts(bencher: divan::Bencher<'_, '_>) {
    plans(bencher, CASES, &Index::new(fifty_thousand()));
}

/// Learning 50,000 names, which a task does once.
#[divan::bench]
fn learning_many_contacts(bencher: divan::Bencher<'_, '_>) {
    bencher.with_inputs(fifty_thousand).bench_local_values(|directory| black_box(Index::new(directory)));
}

fn fifty_thousand() -> Directory {
    let first = ["Ada", "Ben", "Chiara", "Dmitri", "Elif", "Farah", "Goran", "Hana", "Ivo", "Jun"];
    let contact = |at: usize| Contact {
        name: format!("{} Number{at}", first[at % first.len()]),
        numbers: vec![format!("+1555{at:07}")],
        ..Contact::default()
    };
    Directory { contacts: (0..50_000).map(contact).collect(), apps: Vec::new() }
}

fn plans(bencher: divan::Bencher<'_, '_>, lines: &str, index: &Index) {
    let Ok(planner) = Planner::new() else { return };
    let utterances: Vec<String> = lines
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|line| line["utterance"].as_str().map(str::to_owned))
        .collect();
    let dialogue = Dialogue::default();
    let now = date(2026, 3, 5).at(10, 7, 0, 0);
    bencher.counter(divan::counter::ItemsCount::new(utterances.len())).bench_local(|| {
        for utterance in &utterances {
            let turn = Turn { utterance: black_box(utterance), directory: index, now, always_confirm: false };
            black_box(planner.plan(&turn, &dialogue));
        }
    });
}

#[divan::bench]
fn compiling_the_grammar() {
    _ = black_box(Planner::new());
}
