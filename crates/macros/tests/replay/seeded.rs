//! Fifty seeded pairs of a recorded run and a changed phone. A correct stop counts where the goal became impossible.

use action::macros::{Macro, Target};
use agent::{JournalEntry, Status};
use serde_json::{Value, json};

use crate::again::{Again, Meanwhile, Replayed, phone, recorded_with_parameters, shell, values};

/// The runs: the request, the setup of both phones, a command, and what it prints afterwards.
const RUNS: &[(&str, &str, &str, &str)] = &[
    ("turn on dark mode", "", "cmd uimode night", "Night mode: yes"),
    ("text Sam that I am late", "", "content query --uri content://sms/sent --projection body", "body=I am late"),
    (
        "set an alarm for 7",
        "",
        "content query --uri content://com.android.deskclock/alarms --projection hour:minutes:enabled",
        "hour=7, minutes=0, enabled=1",
    ),
    (
        "save 555 0199 as Pizza Place",
        "",
        "content query --uri content://com.android.contacts/data/phones --projection display_name:data1",
        "display_name=Pizza Place",
    ),
    ("take a note: water the ferns", "", "cat /sdcard/Documents/Markor/*", "water the ferns"),
    ("call Sam", "", "dumpsys telephony.registry", "mCallState=2"),
    ("turn on wifi", "svc wifi disable", "settings get global wifi_on", "1"),
    ("turn off bluetooth", "", "settings get global bluetooth_on", "0"),
    ("set a timer for 3 minutes", "", "dumpsys alarm | grep -c TIMER_EXPIRED", "1"),
    ("take a photo", "", "ls /sdcard/DCIM/Camera | wc -l", "1"),
];
/// The kinds of change.
const KINDS: &[&str] =
    &["screen", "letters", "dark", "language", "data", "pop-up", "message", "renamed", "other id", "gone", "killed"];
const PAIRS: usize = 50;
/// Of a hundred pairs, so many must end as they should.
const LEAST: usize = 95;
/// What a pop-up may be closed with.
const CLOSES: [&str; 2] = ["Not now", "OK"];

/// The next number of a seeded sequence (SplitMix64).
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *seed;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap()
}

/// Changes one button of the macro: on the phone it has another name or id than recorded.
fn change_button(one: &mut Macro, seed: &mut u64, change: impl FnOnce(&mut Target)) -> bool {
    let is_button = |on: &&mut Target| on.role == "button" && !on.id.is_empty() && !on.name.is_empty();
    let mut buttons: Vec<&mut Target> =
        one.steps.iter_mut().filter_map(|step| step.on.as_mut()).filter(is_button).collect();
    if buttons.is_empty() {
        return false;
    }
    let at = next(seed) % buttons.len();
    change(buttons[at]);
    true
}

/// The touches on elements that were not recorded and that close nothing.
fn wrong(recorded: &Macro, replayed: &[JournalEntry]) -> Vec<String> {
    let title = |name: &str| name.split(", ").next().unwrap_or_default().to_owned();
    let filled = recorded.fill(&values(&Value::Null)).unwrap();
    let known = |element: &agent::ElementIdentity| {
        let is_it =
            |on: &Target| on.id == element.id && (element.role == "field" || title(&on.name) == title(&element.name));
        filled.steps.iter().filter_map(|step| step.on.as_ref()).any(is_it) || CLOSES.contains(&element.name.as_str())
    };
    let intents = replayed.iter().filter_map(|entry| match entry {
        JournalEntry::Intent(intent) if !matches!(intent.action.name(), "swipe" | "keyevent") => Some(intent),
        _ => None,
    });
    let strange = intents.flat_map(|intent| &intent.touched).filter(|element| !known(element));
    strange.map(|element| format!("{} [{}]", element.name, element.id)).collect()
}

#[tokio::test(start_paused = true)]
async fn fifty_pairs_end_as_they_should() {
    let mut recorded = Vec::new();
    for (say, before, ..) in RUNS {
        let before: Vec<Value> = (!before.is_empty()).then(|| json!(before)).into_iter().collect();
        recorded.push(recorded_with_parameters(say, &phone(&Value::Null, &before).await).await);
    }
    let (mut right, mut wrong_touches, mut healed, mut problems) = (0, 0, 0, Vec::new());
    for pair in 0..PAIRS {
        let mut seed = u64::try_from(pair).unwrap() + 1;
        let (say, before, command, expected) = RUNS[pair % RUNS.len()];
        let one = &recorded[pair % RUNS.len()];
        let kind = KINDS[next(&mut seed) % KINDS.len()];
        let mut changed = one.clone();
        let (mut profile, mut setup, mut meanwhile) = (Value::Null, Vec::new(), Vec::new());
        if !before.is_empty() {
            setup.push(json!(before));
        }
        let (mut gone, mut killed_after) = (false, None);
        let at = 2 + next(&mut seed) % changed.steps.len();
        let pops = |title: &str, buttons: Value| {
            let deed = json!({"op": "pop_up", "title": title, "message": "Nothing to do with it.", "buttons": buttons});
            vec![Meanwhile { decision: at, deed }]
        };
        match kind {
            "screen" => {
                let (width, height, density) =
                    [(360, 640, 160), (1080, 2400, 420), (720, 1600, 320), (800, 1280, 200)][next(&mut seed) % 4];
                profile = json!({"screen": {"width": width, "height": height, "density": density}});
            }
            "letters" => setup.push(json!("settings put system font_scale 1.3")),
            "dark" => setup.push(json!("cmd uimode night yes")),
            "language" => {
                let locale = ["de-DE", "es-ES", "fr-FR"][next(&mut seed) % 3];
                profile = json!({ "locale": locale });
            }
            "data" => setup.push(json!(
                "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 9 \
                 --ei android.intent.extra.alarm.MINUTES 20 --ez android.intent.extra.alarm.SKIP_UI true"
            )),
            "pop-up" => meanwhile = pops("Rate this app", json!(["Not now", "Rate"])),
            "message" => meanwhile = pops("What is new", json!(["OK"])),
            "renamed" => _ = change_button(&mut changed, &mut seed, |on| on.name = "Whatchamacallit".to_owned()),
            "other id" => _ = change_button(&mut changed, &mut seed, |on| on.id = "other.app:id/other".to_owned()),
            "gone" => {
                gone = change_button(&mut changed, &mut seed, |on| {
                    (on.id, on.name) = ("other.app:id/other".to_owned(), "Whatchamacallit".to_owned());
                });
            }
            _ => killed_after = Some(1 + next(&mut seed) % (6 * changed.steps.len())),
        }
        let second = phone(&profile, &setup).await;
        let filled = changed.fill(&values(&Value::Null)).unwrap();
        let again = Again { meanwhile, killed_after, ..Again::new(filled.clone()) };
        let mut replayed = again.on(&second).await;
        if killed_after.is_some() && replayed.summary.status != Status::Success {
            let before = replayed.entries;
            let next = Again { before: before.clone(), ..Again::new(filled) }.on(&second).await;
            replayed = Replayed { entries: [before, next.entries.clone()].concat(), ..next };
        }
        let strange = wrong(one, &replayed.entries);
        wrong_touches += strange.len();
        let status = replayed.summary.status;
        let asked = replayed.asked.iter().filter(|asked| asked["kind"] == "confirm").count();
        let changed_outward = one.steps.iter().zip(&changed.steps).filter(|(was, now)| was.outward && was.on != now.on);
        if status == Status::Success {
            healed += changed_outward.count().saturating_sub(asked);
        }
        let said = shell(&second, command).await;
        let is_right = match gone {
            true => status == Status::Failed && replayed.summary.message.contains("expected"),
            false => status == Status::Success && said.contains(expected),
        };
        right += usize::from(is_right);
        if !is_right || !strange.is_empty() {
            problems.push(format!(
                "pair {pair}: “{say}”, {kind}: {}; {said:.80}; touched {strange:?}",
                replayed.summary.message
            ));
        }
    }
    let said =
        format!("{right} of {PAIRS} ended as they should, {wrong_touches} wrong touches, {healed} healed in silence");
    assert!(right * 100 >= PAIRS * LEAST && wrong_touches == 0 && healed == 0, "{said}\n{}", problems.join("\n"));
}
