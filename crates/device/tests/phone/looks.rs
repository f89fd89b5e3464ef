//! The screen of a phone, and its reports about itself.

use std::time::Duration;

use device::picture::PictureError;
use device::screen::Format;
use device::settle::{Change, Rest};
use device::tree::TreeError;
use device::{Actuator, DeviceError, Observer, Pace, Picture, Visibility};

use crate::fake::Fake;

const FOCUS: (&str, &str) = ("dumpsys window |", "  mCurrentFocus=Window{1 u0 com.a/com.a.Main}\n");

/// The query for the app in front and the status bar.
const WINDOWS: &str =
    "dumpsys window | grep -E 'mCurrentFocus|mFocusedApp|Window #|frame=|mFrame=|isOnScreen=|isVisible='";

fn raw(value: u8) -> Vec<u8> {
    let mut raw: Vec<u8> = [20_u32, 40, 1, 1].iter().flat_map(|word| word.to_le_bytes()).collect();
    raw.extend((0..20 * 40).flat_map(|_| [value, value, value, 255]));
    raw
}

fn png(value: u8) -> Vec<u8> {
    Picture::from_raw(raw(value)).unwrap().png().unwrap().to_vec()
}

fn phone(value: u8) -> Fake {
    Fake::new(|state| {
        state.answers.push(("screencap -p", png(value)));
        state.answers.push(("screencap", raw(value)));
        state.answers.push((FOCUS.0, FOCUS.1.into()));
    })
}

#[tokio::test(start_paused = true)]
async fn a_snapshot_has_the_size_of_its_picture() {
    let fake = phone(7);
    let device = fake.device();
    let shot = device.snapshot().await.unwrap();
    assert_eq!((shot.picture.width, shot.picture.height, shot.visibility), (20, 40, Visibility::Shown));
    let mut log = fake.log();
    log.sort();
    assert_eq!(log, [WINDOWS, "exec:screencap", "exec:screencap -p"]);
    let snapshot = shot.to_snapshot(device.id(), "2026-01-02T03:04:05Z".to_owned()).await.unwrap();
    let snapshot = serde_json::to_value(snapshot).unwrap();
    assert_eq!(snapshot["deviceId"], "fake");
    assert_eq!(
        (&snapshot["currentApp"], &snapshot["width"], &snapshot["height"]),
        (&"com.a".into(), &20.into(), &40.into())
    );
    assert_eq!(snapshot["capturedAt"], "2026-01-02T03:04:05Z");
    // The size is now known: a tap needs no query and stays inside.
    device.act(&serde_json::from_str(r#"{"type":"tap","x":99,"y":99}"#).unwrap()).await.unwrap();
    assert_eq!(fake.log().last().unwrap(), "input tap 19 39");
}

#[tokio::test(start_paused = true)]
async fn the_faster_way_is_measured_once_and_kept() {
    for (raw, png, format, used) in [
        (700, 900, Format::Raw, "exec:screencap"),
        (700, 300, Format::Png, "exec:screencap -p"),
        (5, 5, Format::Png, "exec:screencap -p"),
    ] {
        let fake = phone(7);
        let cost = |command, ms| (command, Duration::from_millis(ms));
        fake.with(|state| state.costs = vec![cost("screencap", raw), cost("screencap -p", png)]);
        let device = fake.device();
        device.snapshot().await.unwrap();
        assert_eq!(device.capture_format(), Some(format));
        device.snapshot().await.unwrap();
        let mut pictures: Vec<String> = fake.log().into_iter().filter(|command| command.starts_with("exec:")).collect();
        assert_eq!(pictures.pop().as_deref(), Some(used));
        assert_eq!(pictures, ["exec:screencap -p", "exec:screencap"], "both, once");
    }
    // No raw picture: never tried again.
    let fake = phone(7);
    fake.with(|state| state.answers[1].1 = b"screencap: not supported".to_vec());
    let device = fake.device();
    device.snapshot().await.unwrap();
    assert_eq!(device.capture_format(), Some(Format::Png));
    // No PNG: raw.
    let fake = phone(7);
    fake.with(|state| state.answers[0].1 = b"usage".to_vec());
    let device = fake.device();
    device.snapshot().await.unwrap();
    assert_eq!(device.capture_format(), Some(Format::Raw));
}

#[tokio::test(start_paused = true)]
async fn a_black_screen_has_a_reason() {
    let secure = "  mWakefulness=Awake\n  Window #1 Window{1 u0 com.a/com.a.Main}:\n    fl=SECURE\n  mCurrentFocus=Window{1 u0 com.a/com.a.Main}\n";
    for (said, expected) in
        [(secure, Visibility::Secure), ("  mWakefulness=Asleep\n", Visibility::Off), ("", Visibility::Black)]
    {
        let fake = phone(0);
        fake.with(|state| state.answers.push(("dumpsys power", said.into())));
        assert_eq!(fake.device().snapshot().await.unwrap().visibility, expected);
    }
    let fake = phone(0);
    fake.with(|state| {
        state
            .answers
            .iter_mut()
            .take(2)
            .for_each(|answer| answer.1 = b"Status: -1\nFailed to take a screenshot".to_vec())
    });
    let error = fake.device().snapshot().await.unwrap_err();
    assert!(matches!(error, DeviceError::Picture(PictureError::Secure(_))), "{error}");
}

const XML: &str =
    "<?xml version='1.0' ?><hierarchy rotation=\"0\"><node text=\"fast\" bounds=\"[0,0][9,9]\"/></hierarchy>";

fn served(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

#[tokio::test(start_paused = true)]
async fn a_running_server_gives_the_tree_and_its_absence_is_remembered() {
    let body = serde_json::json!({"jsonrpc": "2.0", "id": 1, "result": XML}).to_string();
    let fake = Fake::new(|state| state.server = Some(served(&body)));
    assert_eq!(fake.device().tree().await.unwrap().nodes[0].text, "fast");
    assert_eq!(fake.log(), ["open:tcp:9008"]);

    for server in [None, Some(served("{}")), Some(served("no json")), Some("HTTP/1.1 500 Oops\r\n\r\n".to_owned())] {
        let fake = Fake::new(|state| state.server = server);
        let device = fake.device();
        for _ in 0..2 {
            assert_eq!(device.tree().await.unwrap().nodes[0].class, "android.widget.EditText");
        }
        let dump = "exec:uiautomator dump /dev/tty";
        assert_eq!(fake.log(), ["open:tcp:9008", dump, dump]);
        fake.with(|state| state.now += Duration::from_secs(11));
        device.tree().await.unwrap();
        assert_eq!(fake.log()[3..], ["open:tcp:9008", dump]);
    }
}

#[tokio::test(start_paused = true)]
async fn why_there_is_no_tree_is_told() {
    let fake = Fake::new(|state| state.no_tree = true);
    let error = fake.device().tree().await.unwrap_err();
    assert_eq!(error, DeviceError::Tree(TreeError::NotIdle("ERROR: could not get idle state.".to_owned())));
    // Without a terminal the dump goes to a file.
    let fake = Fake::new(|state| {
        state.answers.push(("uiautomator dump /dev/tty", Vec::new()));
        state.answers.push(("uiautomator dump /data", format!("UI hierchary dumped to: x\n{XML}").into_bytes()));
    });
    assert_eq!(fake.device().tree().await.unwrap().nodes[0].text, "fast");
}

#[tokio::test(start_paused = true)]
async fn settling_says_whether_the_screen_changed() {
    let fake = phone(7);
    let device = fake.device();
    let before = device.snapshot().await.unwrap().picture;
    let settled = device.settle(Pace::within(Duration::from_millis(500)), Some(&before)).await.unwrap();
    assert_eq!((settled.rest, settled.change), (Rest::Still, Change::Unchanged));
    fake.with(|state| state.answers[0].1 = png(9));
    let settled = device.settle(Pace::within(Duration::from_millis(500)), Some(&before)).await.unwrap();
    assert_eq!((settled.rest, settled.change, settled.looks), (Rest::Still, Change::Changed, 2));
}

#[tokio::test(start_paused = true)]
async fn a_clock_in_the_status_bar_is_no_change() {
    // Two rows of status bar, in which a minute passes; then the app itself changes.
    let screen = |bar: u8, app: u8| {
        let mut screen = raw(7);
        screen[16..16 + 2 * 20 * 4].fill(bar);
        screen[16 + 2 * 20 * 4] = app;
        Picture::from_raw(screen).unwrap().png().unwrap().to_vec()
    };
    let windows = |shows: bool| {
        let bar =
            format!("  Window #1 Window{{2 u0 StatusBar}}:\n    Frames: frame=[0,0][20,2]\n    isVisible={shows}\n");
        format!("{bar}{}", FOCUS.1).into_bytes()
    };
    for (shows, bar, app, change) in [
        (true, 2, 7, Change::Unchanged),
        (true, 1, 8, Change::Changed),
        (true, 2, 8, Change::Changed),
        // In full screen these rows belong to the app.
        (false, 2, 7, Change::Changed),
    ] {
        let fake = phone(7);
        fake.with(|state| (state.answers[0].1, state.answers[2].1) = (screen(1, 7), windows(shows)));
        let device = fake.device();
        let before = device.snapshot().await.unwrap().picture;
        fake.with(|state| state.answers[0].1 = screen(bar, app));
        let settled = device.settle(Pace::within(Duration::from_millis(500)), Some(&before)).await.unwrap();
        assert_eq!((settled.rest, settled.change), (Rest::Still, change), "{shows} {bar} {app}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_directory_is_what_planners_read() {
    let fake = Fake::new(|state| {
        let rows = "Row: 0 contact_id=1, times_contacted=2, last_time_contacted=1700000000000, data2=3, data3=NULL, data1=+1 555, display_name=Sam, Jr.\n";
        state.answers.push(("content query --uri content://com.android.contacts/data/phones", rows.into()));
        state.answers.push((
            "content query --uri content://com.android.contacts/data ",
            "Row: 0 contact_id=1, data1=Sammy\n".into(),
        ));
        state.answers.push(("cmd package query-activities", "com.whatsapp/.Main\n".into()));
        state.answers.push(("echo @", "@com.whatsapp\nWhatsApp\n".into()));
    });
    let directory = serde_json::to_value(fake.device().directory().await.unwrap()).unwrap();
    assert_eq!(
        directory,
        serde_json::json!({
            "contacts": [{"name": "Sam, Jr.", "numbers": ["+1 555"], "labels": ["work"], "aliases": ["Sammy"],
                "lastContacted": 1_700_000_000_000_i64, "timesContacted": 2}],
            "apps": [{"label": "WhatsApp", "package": "com.whatsapp"}],
        })
    );
    assert_eq!(
        fake.log()[..2],
        [
            "content query --uri content://com.android.contacts/data/phones --projection contact_id:times_contacted:last_time_contacted:data2:data3:data1:display_name",
            r"content query --uri content://com.android.contacts/data --projection contact_id:data1 --where 'mimetype='\''vnd.android.cursor.item/nickname'\'''",
        ]
    );
    // A phone without call counts still has contacts.
    let fake = Fake::new(|state| {
        let thrown = "Error while accessing provider:com.android.contacts\n\
                      java.lang.IllegalArgumentException: Invalid column times_contacted\n";
        let full = "content query --uri content://com.android.contacts/data/phones --projection contact_id:times";
        state.answers.push((full, thrown.into()));
        let rows = "Row: 0 contact_id=1, data2=2, data3=NULL, data1=+1 555, display_name=Sam\n";
        state.answers.push(("content query --uri content://com.android.contacts/data/phones", rows.into()));
        state.answers.push(("content query --uri content://com.android.contacts/data ", Vec::new()));
        state.answers.push(("cmd package query-activities", "com.whatsapp/.Main\n".into()));
        state.answers.push(("echo @", Vec::new()));
    });
    let contacts = fake.device().directory().await.unwrap().contacts;
    assert_eq!(contacts.iter().map(|contact| contact.name.as_str()).collect::<Vec<_>>(), ["Sam"]);
    // A phone without an address book has no contacts.
    let fake = Fake::new(|state| {
        state.answers.push(("content query", "[ERROR] Could not find provider: com.android.contacts\n".into()));
        state.answers.push(("cmd package query-activities", "com.whatsapp/.Main\n".into()));
        state.answers.push(("echo @", Vec::new()));
    });
    let directory = fake.device().directory().await.unwrap();
    assert_eq!((directory.contacts.len(), directory.apps[0].label.as_str()), (0, "Whatsapp"));
}
