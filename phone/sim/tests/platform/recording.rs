//! Screen recordings, and how often a screen with many observers is drawn.

use std::time::Duration;

use sim::profile::{Profile, Screen};

use crate::rig::{connect, phone, phone_in_time, read};

fn small() -> Profile {
    Profile { screen: Screen { width: 360, height: 800, density: 160 }, ..Profile::default() }
}

/// Returns the boxes of an MP4 file with their contents; nested boxes have a path with slashes.
fn boxes(bytes: &[u8], prefix: &str) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut rest = bytes;
    while let (Some(length), Some(name)) = (rest.get(..4), rest.get(4..8)) {
        let length = u32::from_be_bytes(length.try_into().unwrap()) as usize;
        let name = format!("{prefix}{}", String::from_utf8_lossy(name));
        let inside = rest.get(8..length).unwrap().to_vec();
        if ["moov", "trak", "mdia", "minf", "stbl"].iter().any(|outer| name.ends_with(outer)) {
            found.extend(boxes(&inside, &format!("{name}/")));
        }
        found.push((name, inside));
        rest = rest.get(length..).unwrap();
    }
    found
}

fn of<'b>(boxes: &'b [(String, Vec<u8>)], name: &str) -> &'b [u8] {
    &boxes.iter().find(|(found, _)| found.ends_with(name)).unwrap().1
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap())
}

#[tokio::test]
async fn a_film_has_what_was_on_the_screen_and_lasts_as_long() {
    let adbd = phone_in_time(small());
    let (client, other) = (connect(&adbd).await, connect(&adbd).await);
    let filming = async { read(&client, "screenrecord --time-limit 2 --bit-rate 4M /sdcard/film.mp4; echo $?").await };
    let doing = async {
        read(&other, "am start -n com.android.settings/.Settings").await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        read(&other, "input swipe 100 600 100 200 300; input keyevent HOME").await;
    };
    tokio::join!(filming, doing);
    let film = client.exec("cat /sdcard/film.mp4").await.unwrap();
    let boxes = boxes(&film, "");
    let duration = number(of(&boxes, "moov/mvhd"), 16);
    assert!((1900..2600).contains(&duration), "{duration} ms");
    let samples = number(of(&boxes, "stsz"), 8);
    assert!(samples >= 2, "{samples} pictures");
    let stsd = of(&boxes, "stsd");
    assert!(stsd.windows(4).any(|name| name == b"avc1") && stsd.windows(4).any(|name| name == b"avcC"));
    // The frames are where the table says, contiguous to the end of the data.
    let first = number(of(&boxes, "stco"), 8) as usize;
    let sizes: u32 = (0..samples as usize).map(|at| number(of(&boxes, "stsz"), 12 + at * 4)).sum();
    assert_eq!((of(&boxes, "mdat").len(), &film[first - 4..first]), (sizes as usize, &b"mdat"[..]));
}

#[tokio::test]
async fn an_interrupted_film_is_whole() {
    let adbd = phone_in_time(small());
    let (client, other) = (connect(&adbd).await, connect(&adbd).await);
    let filming = async { client.shell("screenrecord /sdcard/film.mp4").await.unwrap() };
    let interrupting = async {
        while read(&other, "pidof screenrecord || true").await.trim().is_empty() {
            tokio::task::yield_now().await;
        }
        read(&other, "pkill -2 screenrecord").await;
    };
    let (filmed, ()) = tokio::join!(filming, interrupting);
    assert_eq!(filmed.status, Some(0));
    let film = client.exec("cat /sdcard/film.mp4").await.unwrap();
    assert!(boxes(&film, "").iter().any(|(name, _)| name == "moov"));
    assert_eq!(read(&client, "pidof screenrecord || echo none").await, "none");
}

#[tokio::test]
async fn what_cannot_be_filmed_is_said_as_android_says_it() {
    let client = connect(&phone(small().running_ahead())).await;
    let rows = [
        ("screenrecord", "Must specify output file (see --help).\n", 2),
        ("screenrecord --time-limit 999 /sdcard/a.mp4", "Time limit 999s outside acceptable range [1,180]\n", 2),
        ("screenrecord --size 5 /sdcard/a.mp4", "Invalid size '5', must be width x height\n", 2),
        ("screenrecord /system/a.mp4", "Unable to open '/system/a.mp4': Read-only file system\n", 1),
    ];
    for (command, wanted, status) in rows {
        assert_eq!(crate::rig::run(&client, command).await, (wanted.to_owned(), status), "{command}");
    }
    let bare = client
        .exec("screenrecord --output-format=h264 --time-limit 1 /sdcard/a.h264; cat /sdcard/a.h264")
        .await
        .unwrap();
    assert!(bare.starts_with(&[0, 0, 0, 1, 0x67]));
}

#[tokio::test]
async fn ten_who_look_cost_one_drawing() {
    let adbd = phone(small());
    let mut clients = Vec::new();
    for _ in 0..10 {
        clients.push(connect(&adbd).await);
    }
    read(&clients[0], "am start -n com.android.settings/.Settings").await;
    let before = adbd.drawings().await.unwrap();
    let mut looking = tokio::task::JoinSet::new();
    for (at, client) in clients.into_iter().enumerate() {
        looking.spawn(async move {
            match at % 3 {
                0 => client.exec("screencap -p").await.unwrap().len(),
                1 => client.exec("screencap").await.unwrap().len(),
                _ => client.exec("uiautomator dump /dev/tty; screencap -p /sdcard/s.png").await.unwrap().len(),
            }
        });
    }
    while let Some(looked) = looking.join_next().await {
        assert!(looked.unwrap() > 0);
    }
    assert_eq!(adbd.drawings().await.unwrap() - before, 1);
}
