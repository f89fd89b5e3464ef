//! Dialogues as data: each turn and its result.

use action::{Contact, Directory};
use jiff::civil::date;

use super::*;
use crate::Index;

/// One line per turn, `said => outcome`; the outcome is `run`, `ask`, `cancelled` or `unclear`, then parts of the plan.
#[track_caller]
fn check(index: &Index, dialogue: &str) {
    let planner = Planner::new().unwrap();
    let mut state = Dialogue::default();
    for line in dialogue.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (said, expected) = line.split_once(" => ").unwrap();
        let turn =
            Turn { utterance: said, directory: index, now: date(2026, 3, 5).at(10, 7, 0, 0), always_confirm: false };
        let (next, after) = planner.answer(&turn, &state);
        let (kind, plan) = match &next {
            Next::Run(plan) => ("run", Some(plan)),
            Next::Ask(plan) => ("ask", Some(plan)),
            Next::Cancelled => ("cancelled", None),
            Next::Unclear(_) => ("unclear", None),
        };
        let shown =
            plan.map(|plan| if plan.ask.is_some() { question(plan) } else { summary(plan) }).unwrap_or_default();
        assert_eq!(format!("{kind} {shown}").trim_end(), expected, "{said}\n{dialogue}");
        state = after;
    }
}

fn two_sams() -> Index {
    let contact = |name: &str| Contact { name: name.to_owned(), numbers: vec!["555".to_owned()], ..Contact::default() };
    Index::new(Directory {
        contacts: vec![contact("Sam Carter"), contact("Sam Okafor"), contact("Ann")],
        apps: Vec::new(),
    })
}

#[test]
fn what_is_missing_is_asked_for() {
    let nobody = Index::default();
    check(
        &nobody,
        r#"text emily => ask What should the message to emily say?
           I'll be late. => run Send emily on Messages: "I'll be late"."#,
    );
    check(
        &nobody,
        r"set an alarm => ask What time should the alarm ring?
          banana => unclear
          half past six tomorrow => run Set an alarm at 06:30 on 2026-03-06.",
    );
    check(
        &nobody,
        r"set a timer => ask How long should the timer run?
          ten minutes => run Start a timer of 10 minutes.",
    );
    check(
        &nobody,
        r"toggle bluetooth => ask Should I turn Bluetooth on or off?
          off please => run Turn Bluetooth off.",
    );
    check(
        &nobody,
        r#"send a message => ask Who should I send the message to?
           to Sam => ask What should the message to Sam say?
           stop => cancelled"#,
    );
}

#[test]
fn choices_are_numbered() {
    let index = two_sams();
    let asks = "ask Which Sam do you mean? 1. Sam Carter, 2. Sam Okafor";
    for (answer, expected) in [
        ("the second one", "run Call Sam Okafor."),
        ("2", "run Call Sam Okafor."),
        ("number one", "run Call Sam Carter."),
        ("the first", "run Call Sam Carter."),
        ("carter", "run Call Sam Carter."),
        ("the last one", "run Call Sam Okafor."),
        ("cancel", "cancelled"),
        ("no", "cancelled"),
        ("the ninth one", "unclear"),
    ] {
        check(&index, &format!("call Sam => {asks}\n{answer} => {expected}"));
    }
}

#[test]
fn a_yes_chooses_none_of_several_texts() {
    let asks = "ask What should the message to Ann say? 1. His parcel is here, 2. His parcel is here please";
    for (answer, expected) in [
        ("yes", "unclear"),
        ("yes please", "unclear"),
        ("2", r#"run Send Ann on Messages: "His parcel is here please"."#),
        ("he can pick it up", r#"run Send Ann on Messages: "He can pick it up"."#),
    ] {
        check(&two_sams(), &format!("let ann know his parcel is here please => {asks}\n{answer} => {expected}"));
    }
}

#[test]
fn confirmations() {
    let nobody = Index::default();
    let pay = "pay Bob 50 dollars => ask Pay 50 USD to Bob.";
    for (answer, expected) in [
        ("yes", "run Pay 50 USD to Bob."),
        ("yes please", "run Pay 50 USD to Bob."),
        ("go ahead", "run Pay 50 USD to Bob."),
        ("no", "cancelled"),
        ("never mind", "cancelled"),
        ("stop", "cancelled"),
        ("maybe", "unclear"),
        ("repeat that", "unclear"),
        ("yes no", "unclear"),
        ("no, make it sixty dollars", "ask Pay 60 USD to Bob."),
        ("no, make it 70", "ask Pay 70 USD to Bob."),
        ("actually to Alice", "ask Pay 50 USD to Alice."),
    ] {
        check(&nobody, &format!("{pay}\n{answer} => {expected}"));
    }
    check(
        &nobody,
        &format!("{pay}\nno, make it sixty dollars => ask Pay 60 USD to Bob.\nyes => run Pay 60 USD to Bob."),
    );
}

#[test]
fn corrections_ask_again() {
    let planner = Planner::new().unwrap();
    let index = Index::default();
    let turn =
        |utterance| Turn { utterance, directory: &index, now: date(2026, 3, 5).at(10, 7, 0, 0), always_confirm: true };
    let (first, state) = planner.answer(&turn("set an alarm for 6 pm"), &Dialogue::default());
    assert!(matches!(first, Next::Ask(_)));
    let (second, _) = planner.answer(&turn("no, make it seven"), &state);
    let Next::Ask(plan) = second else { panic!("{second:?}") };
    assert_eq!(plan.slots["time"], "19:00");
    assert!(plan.confirm);
}

#[test]
fn references_reach_back() {
    let nobody = Index::default();
    check(
        &nobody,
        r#"text Emma I am here => run Send Emma on Messages: "I am here".
           call her back => run Call Emma.
           turn on the flashlight => run Turn flashlight on.
           turn it off again => run Turn flashlight off."#,
    );
}

#[test]
fn what_ran_can_still_be_corrected() {
    let nobody = Index::default();
    check(
        &nobody,
        r"set an alarm for 6 am => run Set an alarm at 06:00.
          no, make it 6:45 => ask Set an alarm at 06:45.
          yes => run Set an alarm at 06:45.
          actually make it tomorrow => ask Set an alarm at 06:45 on 2026-03-06.
          no => cancelled",
    );
    check(
        &nobody,
        r#"text Ann I am here => run Send Ann on Messages: "I am here".
           no, on WhatsApp => ask Send Ann on WhatsApp: "I am here"."#,
    );
}

#[test]
fn two_names_are_two_calls_or_a_question() {
    let nobody = Index::default();
    let asks = "call Ben and Jerry => ask Is Ben and Jerry one contact, or should I call each of them? \
                1. Ben and Jerry, 2. Ben, then Jerry";
    check(&nobody, &format!("{asks}\nthe first => run Call Ben and Jerry."));
    check(&nobody, &format!("{asks}\nthe second one => run Call Ben. Then: Call Jerry."));
    check(&nobody, &format!("{asks}\ncancel => cancelled"));
}

#[test]
fn an_answer_goes_to_the_request_that_was_asked_about() {
    let asks = "ask Which Sam do you mean? 1. Sam Carter, 2. Sam Okafor";
    check(
        &two_sams(),
        &format!(
            r#"text Ann I am late and then call Sam => {asks}
               okafor => run Send Ann on Messages: "I am late". Then: Call Sam Okafor."#
        ),
    );
}

#[test]
fn names_are_explained_for_every_request() {
    let planner = Planner::new().unwrap();
    let index = two_sams();
    let now = date(2026, 3, 5).at(10, 7, 0, 0);
    let turn = Turn { utterance: "call Ann and then call Carter", directory: &index, now, always_confirm: false };
    let plan = planner.plan(&turn, &Dialogue::default()).plan;
    let found: Vec<&serde_json::Value> =
        plan.metadata.more["requests"].as_array().unwrap().iter().map(|request| &request["contact"]["found"]).collect();
    assert_eq!(found, ["Ann", "Sam Carter"]);
}

#[test]
fn one_word_confirms_a_call_for_help() {
    let nobody = Index::default();
    for word in ["yes", "help", "now", "call", "112"] {
        check(
            &nobody,
            &format!(
                "I fell and can't get up => ask Call the emergency number.\n{word} => run Call the emergency number."
            ),
        );
    }
    check(
        &nobody,
        r"call an ambulance => ask Call an ambulance.
          no => cancelled",
    );
    // A word that means yes only here.
    check(
        &nobody,
        r"delete my notes => ask Delete notes.
          now => unclear",
    );
}

#[test]
fn what_is_said_to_several_is_asked_for_once() {
    check(
        &Index::default(),
        r#"message Mom and Dad => ask What should the message to Mom say?
           We are home. => run Send Mom on Messages: "We are home". Then: Send Dad on Messages: "We are home"."#,
    );
}

#[test]
fn who_is_meant_is_chosen() {
    check(
        &Index::default(),
        r#"let Sam know that Mary said she is late => ask What should the message to Sam say? 1. Mary said you are late, 2. Mary said she is late
           the second => run Send Sam on Messages: "Mary said she is late"."#,
    );
}

#[test]
fn the_last_request_is_corrected_in_another_dialogue() {
    let (planner, nobody) = (Planner::new().unwrap(), Index::default());
    let turn = |utterance| Turn {
        utterance,
        directory: &nobody,
        now: date(2026, 3, 5).at(10, 7, 0, 0),
        always_confirm: false,
    };
    for (first, then, expected) in [
        ("set an alarm for 6 am", "no, make it 6:45", Some(("time", "06:45"))),
        ("text Ann I am here", "no, I meant Ben", Some(("recipient", "Ben"))),
        ("call Ann", "no, call Ben", Some(("recipient", "Ben"))),
        ("turn on wifi", "no, bluetooth", Some(("setting", "bluetooth"))),
        ("stell den Wecker auf 7 Uhr", "nein, um acht", Some(("time", "08:00"))),
        ("ruf Anna an", "ich meinte Ben", Some(("recipient", "Ben"))),
        ("schreib Anna ich komme", "nein, ich meinte Ben", Some(("recipient", "Ben"))),
        ("pon una alarma a las siete", "no, quise decir a las ocho", Some(("time", "08:00"))),
        ("llama a Ana", "no, quise decir a Carlos", Some(("recipient", "Carlos"))),
        // Requests of their own, and a beginning like that of a correction.
        ("call Ann", "no, what time is it", None),
        ("set an alarm for 6 am", "actually set an alarm for 7 am", None),
        ("what time is it", "no, eight", None),
        ("call Ann", "text Ben hello", None),
    ] {
        let (_, after) = planner.answer(&turn(first), &Dialogue::default());
        let stored = serde_json::to_string(&after.last_request()).unwrap();
        let before = Dialogue::default().following(&serde_json::from_str(&stored).unwrap());
        let (next, _) = planner.answer(&turn(then), &before);
        let corrected = match &next {
            Next::Run(plan) | Next::Ask(plan) => Some(plan),
            Next::Cancelled | Next::Unclear(_) => None,
        };
        let corrected = corrected.filter(|plan| plan.metadata.context.as_deref() == Some("follow_up"));
        assert_eq!(corrected.is_some(), expected.is_some(), "{first} / {then}: {next:?}");
        if let (Some(plan), Some((slot, value))) = (corrected, expected) {
            assert_eq!(plan.slots[slot], value, "{first} / {then}");
            assert!(plan.confirm || plan.ask.is_some(), "{first} / {then}");
        }
    }
    assert!(Dialogue::default().last_request().is_empty());
}
