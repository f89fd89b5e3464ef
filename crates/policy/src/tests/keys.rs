//! Keys with a function of their own, by name and by number, alone, together and from a shell.

use super::super::Verdict::{Allow, AlwaysAsk, Ask};
use super::super::{Settled, only_navigates, touches};
use super::*;

/// Adds the person's request and the content of the screen.
fn seen(mut case: Case, wanted: &str, number: Option<&str>, screen: &[&str]) -> Case {
    case.evidence = Some(Evidence {
        grounding: words(wanted),
        number: number.map(str::to_owned),
        screen: screen.iter().map(|&text| text.to_owned()).collect(),
        ..Evidence::default()
    });
    case
}

#[test]
fn a_key_is_judged_by_what_it_does_however_it_is_called() {
    let names: &[(&[&str], Verdict, &str)] = &[
        (&["KEYCODE_CALL", "CALL", "keycode_call", " call ", "5", "05", "+5"], Ask, "key-calls"),
        (&["KEYCODE_HEADSETHOOK", "HEADSETHOOK", "79"], Ask, "key-calls"),
        (&["KEYCODE_ENDCALL", "ENDCALL", "6"], Ask, "key-ends-call"),
        (&["KEYCODE_POWER", "26", "KEYCODE_SLEEP", "223", "KEYCODE_SOFT_SLEEP", "276"], Ask, "key-locks"),
        (
            &["KEYCODE_LOCK", "324", "KEYCODE_TV_POWER", "177", "KEYCODE_STB_POWER", "KEYCODE_AVR_POWER"],
            Ask,
            "key-locks",
        ),
        (&["KEYCODE_PAIRING", "225"], Ask, "key-pairs"),
        (&["KEYCODE_ENTER", "66", "KEYCODE_NAVIGATE_IN", "262", "KEYCODE_NUMPAD_5", "149"], Allow, "submit"),
        (&["KEYCODE_BUTTON_A", "96", "KEYCODE_BUTTON_Y", "KEYCODE_BUTTON_1", "188", "203"], Allow, "submit"),
        // The digit five is not key code 5.
        (&["KEYCODE_5", "12", "KEYCODE_6", "KEYCODE_BACK", "4", "KEYCODE_WAKEUP", "224"], Allow, "key"),
        (
            &["KEYCODE_CAMERA", "27", "KEYCODE_MEDIA_PLAY_PAUSE", "85", "KEYCODE_VOLUME_UP", "KEYCODE_MUTE"],
            Allow,
            "key",
        ),
    ];
    for (names, verdict, rule) in names {
        check(names.iter().map(|name| (key(name), *verdict, *rule)));
        check(names.iter().map(|name| (keys(&["KEYCODE_SHIFT_LEFT", name]), *verdict, *rule)));
    }
    check([
        (keys(&["KEYCODE_CTRL_LEFT", "KEYCODE_V"]), Allow, "submit"),
        (keys(&["117", "40"]), Ask, "key-locks"),
        (keys(&["KEYCODE_POWER", "KEYCODE_VOLUME_DOWN"]), Ask, "key-locks"),
        // Another key does not make Enter milder.
        (keys(&["KEYCODE_CALL", "KEYCODE_ENTER"]).label("Pay"), AlwaysAsk, "target-pays"),
        (key("KEYCODE_CALL").by(Actor::Person), Allow, "person"),
    ]);
}

#[test]
fn a_command_that_presses_such_a_key_is_that_key() {
    let rows = [
        ("input keyevent 5", "key-calls"),
        ("input keyevent CALL", "key-calls"),
        ("input keyevent --longpress KEYCODE_HEADSETHOOK", "key-calls"),
        ("cmd input keyevent 006", "key-ends-call"),
        ("su 0 input keyevent POWER", "key-locks"),
        ("input keycombination 26 25", "key-locks"),
    ];
    for (command, rule) in rows {
        let touch = touches(command).unwrap().remove(0);
        assert!(!only_navigates(&touch), "{command}: it is looked at");
        check([(Case::phone(touch), Ask, rule), (shell(command), Ask, "shell-touches")]);
    }
    for name in ["KEYCODE_BACK", "KEYCODE_HOME", "KEYCODE_5", "KEYCODE_DPAD_DOWN"] {
        assert!(only_navigates(&AgentAction::key(name)), "{name}");
    }
}

#[test]
fn the_persons_words_cover_a_call_and_whom_it_reaches() {
    let call = || key("KEYCODE_CALL");
    let stranger = "+1 900-555-0188";
    check([
        (seen(call(), "look around a bit", None, &[]), Ask, "key-calls"),
        (seen(call(), "tidy up my phone", None, &[]), Ask, "key-calls"),
        (seen(call(), "call Mom", None, &["Mom"]), Allow, "key"),
        (seen(call(), "answer the call", None, &["Incoming call", "Mom"]), Allow, "key"),
        (seen(call(), "ruf Mama an", None, &["Mama"]), Allow, "key"),
        (seen(call(), "ruf die Seite auf", None, &[]), Ask, "key-calls"),
        // A number that the person did not name needs approval; one that they named for a call does not.
        (seen(call(), "call Mom", Some(stranger), &[]), Ask, "reaches-unnamed"),
        (seen(call(), "call Mom", None, &["Incoming call", stranger]), Ask, "reaches-unnamed"),
        (seen(call(), "call 900 555 0188", Some(stranger), &[]), Allow, "key"),
        (seen(call(), "save 900 555 0188 as Max", Some(stranger), &[]), Ask, "key-calls"),
        (seen(key("79"), "look around a bit", None, &["Incoming call", stranger]), Ask, "key-calls"),
        (seen(key("85"), "play some music", None, &["Incoming call", "Mom"]), Ask, "key-calls"),
        (seen(key("85"), "play some music", None, &["Blue Hour", "Nina"]), Allow, "key"),
        (seen(key("6"), "look around a bit", None, &[]), Ask, "key-ends-call"),
        (seen(key("6"), "hang up", None, &[]), Allow, "key"),
        (seen(key("6"), "leg auf", None, &[]), Allow, "key"),
        (seen(key("6"), "call Mom", None, &[]), Allow, "key"),
    ]);
    // Approving everything covers ending a call and locking the phone, but not making a call.
    for (case, settled) in [
        (call(), Settled::AskPerson),
        (key("225"), Settled::AskPerson),
        (key("6"), Settled::Go),
        (key("26"), Settled::Go),
    ] {
        assert_eq!(case.decide().settle(true, false), settled, "{case:?}");
    }
}

#[test]
fn whoever_asks_for_the_lock_is_not_asked() {
    for (goal, locks) in [
        ("lock my phone", true),
        ("please put the phone to sleep", true),
        ("turn off the screen", true),
        ("sperr das Handy", true),
        ("mach den Bildschirm aus", true),
        ("bloquea la pantalla", true),
        ("lock the front door", false),
        ("sperre meine Karte", false),
        ("turn off the lights", false),
        ("call my phone", false),
    ] {
        assert_eq!(crate::keys::speaks_of_locking(goal), locks, "{goal}");
    }
}
