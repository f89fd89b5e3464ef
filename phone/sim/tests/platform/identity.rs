//! All places that show the phone's identity agree.

use sim::profile::Profile;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::rig::{connect, phone, read};

/// A fact about the phone, and the commands that must print it.
const PLACES: &[(&str, &[&str])] = &[
    (
        "model",
        &[
            "getprop ro.product.model",
            "getprop ro.product.vendor.model",
            "settings get global device_name",
            "settings get secure bluetooth_name",
            "cat /system/build.prop 2>/dev/null; getprop | grep ro.product.model",
        ],
    ),
    ("device", &["getprop ro.product.device", "getprop ro.build.product", "getprop ro.product.board"]),
    ("serial", &["getprop ro.serialno", "getprop ro.boot.serialno"]),
    (
        "fingerprint",
        &["getprop ro.build.fingerprint", "getprop ro.system.build.fingerprint", "getprop ro.vendor.build.fingerprint"],
    ),
    ("kernel", &["uname -r", "uname -a", "cat /proc/version", "cat /proc/sys/kernel/osrelease"]),
    ("kernel version", &["uname -v", "cat /proc/version"]),
    ("address", &["ip route", "ip addr show wlan0", "ifconfig wlan0", "dumpsys wifi", "cmd wifi status"]),
    ("mac", &["ip addr show wlan0", "ifconfig wlan0", "dumpsys wifi", "cmd wifi status"]),
    ("uid of an app", &["pm list packages -U com.android.chrome", "dumpsys package com.android.chrome"]),
    ("uptime", &["cat /proc/uptime", "uptime | sed 's/.*1 day,  0:00.*/86400/'"]),
];

fn fact(profile: &Profile, name: &str) -> String {
    let identity = profile.identity();
    match name {
        "model" => identity.model,
        "device" => identity.device,
        "serial" => identity.serial,
        "fingerprint" => identity.fingerprint(),
        "kernel" => identity.kernel_release().to_owned(),
        "kernel version" => identity.kernel_version().to_owned(),
        "address" => identity.address,
        "mac" => identity.mac,
        "uptime" => "86400".to_owned(),
        _ => String::new(),
    }
}

#[tokio::test]
async fn every_place_agrees() {
    let other = Profile {
        seed: 7,
        model: "Fairphone 5".to_owned(),
        device: "FP5".to_owned(),
        brand: "Fairphone".to_owned(),
        ..Profile::default()
    };
    for profile in
        [Profile::default(), Profile::built_in("userdebug").unwrap(), Profile::built_in("emulator").unwrap(), other]
    {
        let client = connect(&phone(profile.clone())).await;
        for (name, commands) in PLACES {
            let mut wanted = fact(&profile, name);
            for command in *commands {
                let shown = read(&client, command).await;
                if wanted.is_empty() {
                    wanted = shown.split("uid:").nth(1).unwrap().trim().to_owned();
                }
                assert!(
                    shown.contains(&wanted),
                    "{name} of {}: `{command}` shows {shown}, not {wanted}",
                    profile.model
                );
            }
        }
    }
}

#[tokio::test]
async fn processes_have_the_uids_and_numbers_that_android_says() {
    let client = connect(&phone(Profile::default())).await;
    read(&client, "am start -n com.android.chrome/com.google.android.apps.chrome.Main").await;
    let uid: u32 =
        read(&client, "pm list packages -U com.android.chrome").await.split(':').next_back().unwrap().parse().unwrap();
    let row = read(&client, "ps -A -o USER,PID,NAME | grep com.android.chrome").await;
    assert!(row.starts_with(&format!("u0_a{}", uid - 10_000)), "{row}");
    let pid = read(&client, "pidof com.android.chrome").await;
    let windows = read(&client, "dumpsys window windows").await;
    assert!(windows.contains(&format!(" {pid}:u0a")), "{windows}");
    let server = read(&client, "pidof system_server").await;
    assert!(read(&client, "logcat -d -v threadtime").await.contains(&format!(" {server} ")));
}

#[tokio::test]
async fn the_banner_is_the_phone_s_own() {
    for name in ["user", "emulator"] {
        let profile = Profile::built_in(name).unwrap();
        let identity = profile.identity();
        let adbd = phone(profile);
        let (mut ours, theirs) = tokio::io::duplex(64 << 10);
        tokio::spawn(async move { adbd.serve(theirs).await });
        // A handshake by hand: CNXN, version, size, length, checksum, magic, and the host's name.
        let host = b"host::";
        let sum: u32 = host.iter().map(|byte| u32::from(*byte)).sum();
        let words = [0x4e58_4e43, 0x0100_0000, 4096, host.len() as u32, sum, !0x4e58_4e43];
        let hello: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).chain(*host).collect();
        ours.write_all(&hello).await.unwrap();
        let mut head = [0; 24];
        ours.read_exact(&mut head).await.unwrap();
        let mut banner = vec![0; u32::from_le_bytes(head[12..16].try_into().unwrap()) as usize];
        ours.read_exact(&mut banner).await.unwrap();
        let banner = String::from_utf8(banner).unwrap();
        let (model, device) = (identity.model.replace(' ', "_"), &identity.device);
        let named = format!("device::ro.product.device={device};ro.product.model={model};ro.product.name={device};");
        assert!(banner.starts_with(&named), "{banner}");
    }
}
