//! Time: the duration of commands, setting the clock, and time zones.

use std::time::{Duration, Instant};

use sim::profile::{Profile, Screen};

use crate::rig::{connect, phone, phone_in_time, read, rooted};

fn small() -> Profile {
    Profile { screen: Screen { width: 360, height: 800, density: 160 }, ..Profile::default() }
}

#[tokio::test]
async fn commands_take_the_time_they_claim() {
    let client = connect(&phone_in_time(small())).await;
    let timed = async |command: &str| {
        let begun = Instant::now();
        let text = read(&client, command).await;
        (begun.elapsed(), text)
    };
    assert!(timed("input swipe 100 500 100 300 400").await.0 >= Duration::from_millis(400));
    assert!(timed("input swipe 180 400 180 400 600").await.0 >= Duration::from_millis(600));
    let (took, text) = timed("am start -W -n com.android.settings/.Settings").await;
    let claimed: u64 = text.split("TotalTime: ").nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap();
    assert!(claimed > 0 && took >= Duration::from_millis(claimed), "{took:?} {text}");
    // Animation time no longer runs ahead: the next dump is idle when it says so.
    assert!(timed("uiautomator dump /sdcard/w.xml").await.1.contains("dumped"));
}

#[tokio::test]
async fn whoever_runs_ahead_waits_for_nothing() {
    let client = connect(&phone_in_time(small().running_ahead())).await;
    let begun = Instant::now();
    for _ in 0..5 {
        read(&client, "input swipe 100 500 100 300 60000").await;
    }
    read(&client, "screenrecord --time-limit 180 /sdcard/film.mp4").await;
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[tokio::test]
async fn the_clock_and_the_zone_are_set() {
    let (_adbd, client) = rooted(Profile::built_in("userdebug").unwrap()).await;
    let rows = [
        ("date 010100002000.30; date +%s", "Sat Jan  1 00:00:30 UTC 2000\n946684830"),
        ("date @0 > /dev/null; date", "Thu Jan  1 00:00:00 UTC 1970"),
        ("date 123123592099.59 > /dev/null; date", "Thu Dec 31 23:59:59 UTC 2099"),
        ("cmd alarm set-time 4102444800000; date -u +%F", "2100-01-01"),
        ("cat /proc/uptime | cut -d. -f1", "86400"),
        (
            "date '2026-07-01 12:00:00' > /dev/null; cmd alarm set-timezone Europe/Berlin; date",
            "Wed Jul  1 14:00:00 CEST 2026",
        ),
        ("service call alarm 3 s16 America/New_York > /dev/null; date +%T%z", "08:00:00-0400"),
        ("setprop persist.sys.timezone GMT+05:30; date +%T", "17:30:00"),
        ("service call alarm 3 s16 UTC > /dev/null; date", "Wed Jul  1 12:00:00 UTC 2026"),
        (
            "content insert --uri content://sms --bind address:s:+1 --bind body:s:x; content query --uri content://sms --projection date --where \"address='+1'\"",
            "Row: 0 date=1782907200000",
        ),
        ("settings put global auto_time 0; date 1015153423.00", "Sun Oct 15 15:34:00 UTC 2023"),
        ("settings put global auto_time 1; sleep 0; date +%Y", "2026"),
    ];
    for (command, wanted) in rows {
        assert_eq!(read(&client, command).await, wanted, "{command}");
    }
    // Setting the clock back by years has no effect on animations.
    read(&client, "date @0 > /dev/null; am start -n com.android.settings/.Settings; input swipe 500 1500 500 500 100; date 123123592099.59").await;
    assert!(read(&client, "uiautomator dump /dev/tty").await.contains("com.android.settings"));
}

#[tokio::test]
async fn a_profile_s_zone_has_summers() {
    let profile = Profile { zone: Some("Europe/Berlin".to_owned()), ..Profile::default() };
    let client = connect(&phone(profile)).await;
    assert_eq!(
        read(&client, "date; getprop persist.sys.timezone").await,
        "Sat Nov 14 11:00:00 CET 2026\nEurope/Berlin"
    );
}
