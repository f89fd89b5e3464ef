//! The doctor on simulated phones: each quirk of a profile is found by its name, a phone without quirks has none, and
//! afterwards every phone is as it was.

use std::collections::BTreeSet;
use std::time::Instant;

use action::phone::{AgentAction, Shell};
use device::{Acted, Actuator, AdbDevice};
use sim::profile::{Profile, Quirk};

use super::trial::Trial;
use super::{Check, checked, restored};
use crate::phones::BuiltIn;

async fn run(device: &AdbDevice, command: &str) -> String {
    let shell = AgentAction::Shell(Shell { command: command.to_owned(), reason: None });
    match device.act(&shell).await.unwrap() {
        Acted::Ran(ran) => ran.stdout,
        other => panic!("{other:?}"),
    }
}

/// What the doctor must not have changed.
async fn kept(device: &AdbDevice) -> String {
    let asked = "settings list system; settings list secure; settings list global; ls -R /sdcard; \
                 dumpsys activity activities | grep -m 1 ResumedActivity";
    run(device, asked).await
}

/// Checks a phone of a profile. Returns the names of the quirks found, and the checks.
async fn diagnosed(profile: Profile) -> (BTreeSet<&'static str>, Vec<Check>) {
    let phone = BuiltIn::of(profile).await.unwrap();
    let device = phone.device();
    let before = kept(&device).await;
    let mut trial = Trial::new(&device);
    let began = Instant::now();
    let checks = checked(&mut trial).await;
    let problems = restored(&mut trial).await;
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(kept(&device).await, before, "everything is put back");
    let names = checks.iter().flat_map(|check| &check.quirks).map(|known| known.name).collect();
    (names, checks)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_without_quirks_has_none() {
    let (names, checks) = diagnosed(Profile::default().running_ahead()).await;
    assert!(names.is_empty(), "{names:?}: {checks:#?}");
    assert!(checks.iter().all(|check| check.state == super::Health::Ok), "{checks:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_quirk_is_found_on_the_phone_that_has_it() {
    let mut missed = Vec::new();
    for quirk in Quirk::ALL {
        let clipboard_command = *quirk == Quirk::ClipboardDenied;
        let profile = Profile { quirks: [*quirk].into(), clipboard_command, ..Profile::default() };
        // A slow phone is slow in real time.
        let profile = if *quirk == Quirk::SlowInput { profile } else { profile.running_ahead() };
        let (names, checks) = diagnosed(profile).await;
        if !names.contains(quirk.to_string().as_str()) {
            missed.push(format!("{quirk}: found {names:?}: {checks:#?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_without_a_keyboard_for_adb_types_no_other_alphabet() {
    let (names, checks) = diagnosed(Profile { adb_keyboard: false, ..Profile::default() }.running_ahead()).await;
    assert_eq!(names, BTreeSet::from(["no-unicode"]), "{checks:#?}");
}
