//! Draws the phone's apps as PNG files into a folder; side by side each as it comes, in the dark and with large
//! letters: `cargo run -p sim --example apps -- FOLDER [PART OF A NAME]`.
//!
//! A picture is a row of [`SCREENS`]: its name and the commands that lead to it. `tap X` touches what has the
//! text, the description or the id X; `wait MS` lets time pass; anything else is a command of the phone's shell.

use std::path::Path;

use sim::android::System;
use sim::phone::Phone;
use sim::profile::{Profile, Screen};
use sim::shell;
use sim::ui::Pixels;

/// Saturday 14 November 2026, 10:00.
const START: i64 = 1_794_650_400_000;

const SCREENS: &[(&str, &str)] = &[
    (
        "permission",
        "pm revoke com.google.android.contacts android.permission.READ_CONTACTS\nmonkey -p com.google.android.contacts 1",
    ),
    (
        "permission-wall",
        "pm revoke com.google.android.contacts android.permission.READ_CONTACTS\nmonkey -p com.google.android.contacts 1\ntap permission_deny_button",
    ),
    (
        "clock-alarms",
        "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 7 --ei android.intent.extra.alarm.MINUTES 30 --es android.intent.extra.alarm.MESSAGE Gym --eia android.intent.extra.alarm.DAYS 2,4,6\nam start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 22\ntap 22:00 alarm\nwait 4000",
    ),
    (
        "clock-picker",
        "settings put system time_12_24 12\nam start -a android.intent.action.SET_ALARM\ntap material_hour_text_input\ninput text 7",
    ),
    (
        "clock-world",
        "monkey -p com.google.android.deskclock 1\ntap Clock\ntap Add city\ntap Berlin\ntap Denver\ninput keyevent 4\nwait 1000",
    ),
    ("clock-setup", "am start -a android.intent.action.SHOW_TIMERS\ntap 5\ntap 00"),
    (
        "clock-timer",
        "am start -a android.intent.action.SET_TIMER --ei android.intent.extra.alarm.LENGTH 300 --es android.intent.extra.alarm.MESSAGE Tea\nwait 61000",
    ),
    (
        "clock-watch",
        "monkey -p com.google.android.deskclock 1\ntap Stopwatch\ntap Start\nwait 4210\ntap Lap\nwait 3000",
    ),
    ("camera", "monkey -p com.android.camera2 1\ntap shutter_button"),
    ("camera-asks", "pm revoke com.android.camera2 android.permission.CAMERA\nmonkey -p com.android.camera2 1"),
    (
        "calendar-editor",
        "am start -a android.intent.action.INSERT -t vnd.android.cursor.item/event --es title 'Team lunch' --es eventLocation 'Cafe Rosa'",
    ),
    (
        "calendar-agenda",
        "am start -a android.intent.action.INSERT -t vnd.android.cursor.item/event --es title 'Team lunch' --es eventLocation 'Cafe Rosa'\ntap Save\ncontent insert --uri content://com.android.calendar/events --bind title:s:Yoga --bind dtstart:l:1794740400000\nmonkey -p com.google.android.calendar 1\nwait 5000",
    ),
    ("chrome-tab", "monkey -p com.android.chrome 1"),
    ("chrome-page", "am start -a android.intent.action.VIEW -d https://example.com/"),
    ("chrome-error", "am start -a android.intent.action.VIEW -d https://news.example.test/a?b=c\ntap More options"),
    ("maps-place", "am start -a android.intent.action.VIEW -d geo:0,0?q=Central+Station"),
    ("maps-way", "am start -a android.intent.action.VIEW -d geo:0,0?q=Central+Station\ntap Directions"),
    ("maps-drive", "am start -a android.intent.action.VIEW -d google.navigation:q=Central+Station"),
    (
        "notes",
        "echo a > /sdcard/Documents/x; monkey -p net.gsantner.markor 1\ntap fab_add_new_item\ninput text shopping\ntap OK\ninput text milk\ninput keyevent 4\ninput keyevent 4",
    ),
    (
        "notes-edit",
        "am start -a android.intent.action.CREATE_NOTE --es android.intent.extra.TITLE Ideas --es android.intent.extra.TEXT 'Paint the fence'\ntap OK\ninput keyevent 4",
    ),
    (
        "notes-new",
        "am start -a android.intent.action.CREATE_NOTE --es android.intent.extra.TITLE Ideas --es android.intent.extra.TEXT 'Paint the fence'",
    ),
    ("music", "am start -a android.media.action.MEDIA_PLAY_FROM_SEARCH --es query jazz\nwait 61000"),
    (
        "music-home",
        "am start -a android.media.action.MEDIA_PLAY_FROM_SEARCH --es query jazz\nam start -a android.intent.action.MUSIC_PLAYER",
    ),
    ("wallet", "monkey -p com.google.android.apps.walletnfcrel 1"),
    ("wallet-pay", "am start -a android.intent.action.VIEW -d 'upi://pay?pa=shop@bank&pn=Corner+Cafe&am=7.40'"),
    (
        "wallet-paid",
        "am start -a android.intent.action.VIEW -d 'upi://pay?pa=shop@bank&pn=Corner+Cafe&am=7.40'\ntap Review\ntap Pay",
    ),
    ("launcher", "input keyevent 3\ntap All apps"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().ok_or("say into which folder")?;
    let wanted = words.next().unwrap_or_default();
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    for (name, story) in SCREENS.iter().filter(|(name, _)| name.contains(&wanted)) {
        let mut drawn = Vec::new();
        for look in ["", "settings put secure ui_night_mode 2", "settings put system font_scale 1.3"] {
            let screen = Screen { width: 412, height: 892, density: 160 };
            let mut phone = Phone::new(Profile { screen, ..Profile::default() }, START);
            shell::run(look, &mut phone, &[]);
            let mut now = START;
            for line in story.lines() {
                match line.split_once(' ') {
                    Some(("tap", label)) => tap(&mut phone, label)?,
                    Some(("wait", ms)) => now += ms.parse::<i64>()?,
                    _ => drop(shell::run(line, &mut phone, &[])),
                }
                phone.tick(now);
            }
            drawn.push(phone.screen_rgba());
        }
        std::fs::write(folder.join(format!("{name}.png")), beside(&drawn).to_png()?)?;
    }
    Ok(())
}

/// Pictures of one size beside each other.
fn beside(pictures: &[(u32, u32, Vec<u8>)]) -> Pixels {
    let (width, height) = pictures.first().map_or((0, 0), |(width, height, _)| (*width, *height));
    let line = width as usize * 4;
    let lines = (0..height as usize).flat_map(|y| pictures.iter().map(move |(_, _, rgba)| &rgba[y * line..][..line]));
    Pixels { width: width * pictures.len() as u32, height, rgba: lines.flatten().copied().collect() }
}

/// Touches the middle of what has this label in the tree.
fn tap(phone: &mut Phone, label: &str) -> Result<(), Box<dyn std::error::Error>> {
    let tree = phone.hierarchy_xml(false).map_err(|error| format!("there is no tree: {error:?}"))?;
    let said = [format!("text=\"{label}\""), format!("content-desc=\"{label}\""), format!(":id/{label}\"")];
    let node = tree.split("<node ").find(|node| said.iter().any(|said| node.contains(said)));
    let bounds = node.and_then(|node| node.split("bounds=\"").nth(1)).and_then(|rest| rest.split('"').next());
    let bounds = bounds.ok_or_else(|| format!("there is no `{label}` in {tree}"))?;
    let edges: Vec<i32> = bounds.split(['[', ']', ',']).filter_map(|edge| edge.parse().ok()).collect();
    let [left, top, right, bottom] = edges.as_slice() else { return Err(format!("`{bounds}` are no bounds").into()) };
    let command = format!("input tap {} {}", (left + right) / 2, (top + bottom) / 2);
    shell::run(&command, phone, &[]);
    Ok(())
}
