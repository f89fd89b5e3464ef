//! Measures how long it takes to read typical model replies, next to plain `serde_json` in the same run.

use action::dialect::{self, DialectName, ReplyContext, Size};
use action::json::Json;
use action::{os, phone, plan};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const CONTEXT: ReplyContext<'static> =
    ReplyContext { screen: Some(Size { w: 1080, h: 2400 }), image: None, elements: &[], tools: &[] };

const THOUGHT: &str = "The settings page is open and I can see the entry for the network in the upper third of the list. \
    To turn off the connection I have to open that entry first, since the switch itself is not on this page. \
    The last action had the effect I expected, so I go on with the plan and tap the entry.";

/// A reply of typical length in every dialect: a thought of three sentences and one action.
fn replies() -> Vec<(&'static str, String)> {
    DialectName::all()
        .map(|name| {
            let written = phone::samples()
                .into_iter()
                .find_map(|action| dialect::write_reply(name, THOUGHT, &[action], &CONTEXT));
            (name.as_str(), written.unwrap_or_default())
        })
        .collect()
}

#[divan::bench(args = DialectName::names())]
fn reply(bencher: Bencher<'_, '_>, name: &str) {
    let name = DialectName::find(name).unwrap_or(DialectName::AUTO);
    let replies = replies();
    // `auto` reads the reply that is hardest to distinguish from others.
    let wanted = if name == DialectName::AUTO { "ui-tars" } else { name.as_str() };
    let reply = replies.iter().find(|(dialect, _)| *dialect == wanted).map_or("", |(_, reply)| reply);
    bencher.bench(|| dialect::read(name, black_box(reply), &CONTEXT));
}

const ACTION: &str = r#"{"type":"swipe","x1":540,"y1":1800,"x2":540,"y2":600,"durationMs":300,"reason":"scroll down"}"#;

#[divan::bench]
fn normalize(bencher: Bencher<'_, '_>) {
    bencher.bench(|| Json::strict(black_box(ACTION)).map(|parsed| phone::normalize(&parsed.value)));
}

/// The cost of reading the same object with derived code and no repairs.
#[divan::bench]
fn normalize_against_serde(bencher: Bencher<'_, '_>) {
    bencher.bench(|| serde_json::from_str::<action::AgentAction>(black_box(ACTION)));
}

#[divan::bench]
fn desktop_action(bencher: Bencher<'_, '_>) {
    let written: Vec<String> = os::samples().iter().filter_map(|action| serde_json::to_string(action).ok()).collect();
    let create = written.into_iter().find(|text| text.contains("window.create")).unwrap_or_default();
    bencher.bench(|| Json::strict(black_box(&create)).map(|parsed| os::read(&parsed.value)));
}

#[divan::bench]
fn action_plan(bencher: Bencher<'_, '_>) {
    let written = plan::samples().first().and_then(|plan| serde_json::to_string(plan).ok()).unwrap_or_default();
    bencher.bench(|| Json::strict(black_box(&written)).map(|parsed| plan::read(&parsed.value)));
}
