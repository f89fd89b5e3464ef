//! Invariants that hold for every request, not only for the rows.
//!
//! A package never weakens a verdict. An element never weakens one either, with a single exception: in an app that pays
//! or grants, an element that is known to be harmless is milder than an unknown one.

use proptest::prelude::*;

use super::super::lexicon::{Hazard, entries};
use super::super::packages::{AppCategory, is_of};
use super::super::{Settled, Verdict};
use super::*;
use action::phone::samples;

/// Labels, ids and roles: arbitrary, with a bias towards ones that matter.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,40}",
        "[a-zA-Z_ ]{0,20}",
        prop::sample::select(vec![
            "Pay",
            "Delete",
            "Don't allow",
            "Cancel",
            "OK",
            "Confirm",
            "Home",
            "支付宝",
            "允许",
            "android.widget.EditText",
            "x:id/permission_allow_button",
            "Slide to pay",
        ])
        .prop_map(str::to_owned),
    ]
}

fn packages() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{0,6}(\\.[a-z]{1,8}){0,3}",
        prop::sample::select(vec![
            "com.venmo",
            "com.android.permissioncontroller",
            "com.google.android.inputmethod.latin",
            "com.android.settings",
        ])
        .prop_map(str::to_owned),
    ]
}

fn targets() -> impl Strategy<Value = Target> {
    (words(), words(), words(), packages()).prop_map(|(label, role, resource_id, package)| Target {
        label,
        role,
        resource_id,
        package,
    })
}

/// Any action by an actor who is not a person.
fn cases() -> impl Strategy<Value = Case> {
    let mut cases: Vec<Case> = samples().into_iter().map(Case::phone).collect();
    cases.extend([key("KEYCODE_ENTER"), text("a\n"), shell("rm x"), url("upi://pay"), op("pay"), op("open_app")]);
    cases.extend([os("window.create"), launch(""), tool("delete_event")]);
    (prop::sample::select(cases), any::<bool>()).prop_map(|(case, plan)| if plan { case.by(Actor::Plan) } else { case })
}

const HARMLESS: &[&str] = &["ls", "echo hi", "pm list packages", "cat /sdcard/a.txt", "getprop"];
const DANGEROUS: &[&str] = &[
    "rm -rf /sdcard",
    "pm uninstall com.x",
    "pm clear com.x",
    "pm grant com.x android.permission.CAMERA",
    "am broadcast -a android.intent.action.MASTER_CLEAR",
    "service call isms 5",
    "su 0 rm x",
    "eval ls",
    "$X",
];

/// A dangerous command nested in a harmless one, some levels deep.
fn hidden() -> impl Strategy<Value = String> {
    let hide = |(inner, harmless, way): (String, &str, u8)| match way {
        0 => format!("{harmless}; {inner}"),
        1 => format!("{harmless} && {inner}"),
        2 => format!("{harmless} || {inner}; {harmless}"),
        3 => format!("{harmless} | {inner}"),
        4 => format!("{harmless}\n{inner}"),
        5 => format!("{harmless} $({inner})"),
        6 => format!("{harmless} \"a $({inner}) b\""),
        7 => format!("({inner}) & {harmless}"),
        8 => format!("if {harmless}; then {inner}; fi"),
        _ => format!("A=$({inner}) {harmless} 2>&1"),
    };
    prop::sample::select(DANGEROUS)
        .prop_map(str::to_owned)
        .prop_recursive(4, 8, 1, move |inner| (inner, prop::sample::select(HARMLESS), 0..10_u8).prop_map(hide))
}

/// The operations that always need a yes. A call for help has its own rule.
fn always_asked() -> Vec<&'static str> {
    let rows = action::plan::operations().iter();
    rows.filter(|row| row.risk == action::plan::Risk::AlwaysAsk).map(|row| row.name).collect()
}

proptest! {
    #[test]
    fn a_package_never_weakens(case in cases(), target in prop::option::of(targets()), package in packages()) {
        let mut case = case;
        case.target = target;
        let before = case.decide().verdict;
        prop_assert!(case.within(&package).decide().verdict >= before);
    }

    #[test]
    fn an_element_never_weakens_in_an_ordinary_app(case in cases(), target in targets(), package in packages()) {
        let ordinary = !is_of(AppCategory::Pays, &package) && !is_of(AppCategory::Grants, &package);
        let case = case.within(if ordinary { &package } else { "com.example.notes" });
        let before = case.decide().verdict;
        prop_assert!(case.on(target).decide().verdict >= before);
    }

    #[test]
    fn no_gesture_is_milder_than_the_plain_tap(
        target in targets(),
        package in packages(),
        asked in prop::option::of((words(), words())),
        screen in prop::collection::vec(words(), 0..4),
        flags in any::<(bool, bool)>(),
    ) {
        let question = asked.map(|(text, choice)| super::super::Question {
            dialog: true,
            floats: flags.0,
            texts: vec![text],
            choices: vec![choice],
        });
        let evidence = Evidence { pressed: true, button: flags.1, question, screen, ..Evidence::default() };
        let verdict = |name: &str| {
            let mut case = verb(name).within(&package).on(target.clone());
            case.evidence = Some(evidence.clone());
            case.decide().verdict
        };
        let plain = verdict("tap");
        for gesture in ["double_tap", "long_press", "swipe", "drag"] {
            prop_assert!(verdict(gesture) >= plain, "{gesture}: {:?}", target);
        }
    }

    #[test]
    fn an_element_weakens_elsewhere_only_to_what_is_known(case in cases(), target in targets(), package in packages()) {
        let case = case.within(&package);
        let (before, after) = (case.decide(), case.on(target).decide());
        let exception = matches!(before.rule, "paying-app-unknown" | "granting-app-unknown");
        prop_assert!(after.verdict >= before.verdict || exception, "{before:?} became {after:?}");
    }

    #[test]
    fn a_hazard_among_other_words_is_always_asked(
        hazard in prop::sample::select(&Hazard::ALL[..6]),
        pick in any::<prop::sample::Index>(),
        around in ("[qxz]{0,4}", "[qxz]{0,4}"),
        package in prop::option::of(packages()),
    ) {
        let entries: Vec<_> = entries(hazard).collect();
        let entry = entries[pick.index(entries.len())];
        let label = entry.strip_prefix('=').map_or_else(|| format!("{} {entry} {}", around.0, around.1), str::to_owned);
        let mut case = tap().label(&label.to_uppercase());
        case.package = package;
        let decision = case.decide();
        prop_assert_eq!(decision.verdict, Verdict::AlwaysAsk, "{} {:?}", label, decision);
    }

    /// Every operation that the catalogue marks so; a new one without a hazard would act unasked.
    #[test]
    fn always_asked_operations_stay_so(
        name in prop::sample::select(always_asked()),
        target in prop::option::of(targets()),
        package in prop::option::of(packages()),
        plan in any::<bool>(),
        (yes, remembered) in any::<(bool, bool)>(),
    ) {
        let mut case = op(name);
        (case.target, case.package) = (target, package);
        let decision = if plan { case.by(Actor::Plan) } else { case }.decide();
        prop_assert!(decision.verdict >= Verdict::AlwaysAsk);
        prop_assert_eq!(decision.settle(yes, remembered), Settled::AskPerson);
    }

    #[test]
    fn no_command_goes_unasked(command in prop_oneof![".{0,80}", "[a-z $(){}`'\"\\\\;&|<>\n=*#-]{0,60}"]) {
        let decision = shell(&command).decide();
        prop_assert!(decision.verdict >= Verdict::Ask);
        prop_assert!(decision.verdict == Verdict::Ask || decision.remember.is_none());
    }

    #[test]
    fn no_address_or_tool_panics(text in ".{0,60}") {
        let (address, name) = (url(&text).decide(), tool(&text).decide());
        prop_assert!(name.verdict >= Verdict::Ask && !address.reason.is_empty());
    }

    #[test]
    fn a_hidden_danger_is_always_asked(command in hidden()) {
        let decision = shell(&command).decide();
        prop_assert_eq!(decision.verdict, Verdict::AlwaysAsk, "{} {:?}", command, decision);
        prop_assert_eq!(decision.settle(true, true), Settled::AskPerson);
    }
}

/// The table of operations and the gate agree on which operations always need approval.
#[test]
fn the_gate_asks_whatever_the_catalogue_always_asks() {
    for operation in action::plan::operations() {
        let hazardous = operation.risk == action::plan::Risk::AlwaysAsk;
        assert_eq!(super::super::always_asks(operation.name).is_some(), hazardous, "{}", operation.name);
        let verdict = op(operation.name).decide().verdict;
        assert_eq!(verdict == Verdict::AlwaysAsk, operation.risk.is_always_confirmed(), "{}", operation.name);
    }
}
