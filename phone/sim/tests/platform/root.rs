//! `adb root`, `su`, and the keys of hosts.

use adb::auth::Keys;
use sim::profile::Profile;

use crate::rig::{ExecService, connect, connect_with, phone, read, rooted, run};

#[tokio::test]
async fn a_build_for_developers_becomes_root_and_back() {
    let adbd = phone(Profile::built_in("userdebug").unwrap());
    let client = connect(&adbd).await;
    assert_eq!(read(&client, "whoami").await, "shell");
    assert_eq!(client.exec_service("unroot:").await, "adbd not running as root\n");
    assert_eq!(client.exec_service("root:").await, "restarting adbd as root\n");
    // As on a real phone, the connection drops, and the next one is root's.
    while client.is_alive().await {
        tokio::task::yield_now().await;
    }
    let client = connect(&adbd).await;
    let rows = [
        ("whoami", "root"),
        ("id -u", "0"),
        ("getprop service.adb.root", "1"),
        ("ls /data/data/com.android.providers.telephony/databases", "mmssms.db"),
        (
            "mkdir -p /data/data/org.example/files && echo x > /data/data/org.example/files/a && cat /data/user/0/org.example/files/a",
            "x",
        ),
        ("su shell whoami", "shell"),
        ("su shell ls /data/data 2>&1 || true", "ls: /data/data: Permission denied"),
    ];
    for (command, wanted) in rows {
        assert_eq!(read(&client, command).await, wanted, "{command}");
    }
    assert_eq!(client.exec_service("root:").await, "adbd is already running as root\n");
    assert_eq!(client.exec_service("remount:").await, "remount succeeded\n");
    assert_eq!(client.exec_service("unroot:").await, "restarting adbd as non root\n");
    assert_eq!(read(&connect(&adbd).await, "whoami").await, "shell");
}

#[tokio::test]
async fn su_is_root_for_one_command() {
    let client = connect(&phone(Profile::built_in("userdebug").unwrap())).await;
    let rows = [
        ("su 0 whoami; whoami", "root\nshell"),
        ("su root id -u", "0"),
        ("su 0 sh -c 'id -u; whoami'", "0\nroot"),
        ("echo whoami | su", "root"),
        ("su 0 sqlite3 /data/data/com.android.providers.telephony/databases/mmssms.db 'SELECT count(*) FROM sms'", "4"),
        ("su root date 1015153423.00; date", "Sun Oct 15 15:34:00 UTC 2023\nSun Oct 15 15:34:00 UTC 2023"),
        ("su -c id 2>&1 || true", "su: invalid uid/gid '-c'"),
    ];
    for (command, wanted) in rows {
        assert_eq!(read(&client, command).await, wanted, "{command}");
    }
}

#[tokio::test]
async fn a_phone_for_people_stays_the_shell_s() {
    let client = connect(&phone(Profile::default())).await;
    assert_eq!(client.exec_service("root:").await, "adbd cannot run as root in production builds\n");
    let (text, status) = run(&client, "date 1015153423.00").await;
    assert_eq!((text.contains("Operation not permitted"), status), (true, 1));
    assert_eq!(run(&client, "su 0 id").await, ("/system/bin/sh: su: inaccessible or not found\n".to_owned(), 127));
}

#[tokio::test]
async fn pushed_and_pulled_databases_are_the_phone_s() {
    let (_adbd, client) = rooted(Profile::built_in("emulator").unwrap()).await;
    let path = "/data/data/com.android.providers.telephony/databases/mmssms.db";
    let mut sync = client.sync().await.unwrap();
    let pulled = sync.pull(path, 1 << 20).await.unwrap();
    assert!(pulled.starts_with(b"SQLite format 3\0"));
    read(&client, &format!("sqlite3 {path} 'DELETE FROM sms'")).await;
    assert_eq!(read(&client, "content query --uri content://sms").await, "No result found.");
    sync.push(path, 0o644, 0, pulled.as_slice()).await.unwrap();
    assert_eq!(read(&client, "content query --uri content://sms | wc -l").await, "4");
}

#[tokio::test]
async fn a_phone_that_asks_for_keys_remembers_them() {
    let adbd = phone(Profile { auth: true, ..Profile::built_in("userdebug").unwrap() });
    let home = std::env::temp_dir().join(format!("fingertip-keys-{}", std::process::id()));
    let keys = Keys::in_places(Some(&home), None).unwrap();
    let options = || adb::Options { keys: Some(keys.clone()), ..adb::Options::default() };
    let client = connect_with(&adbd, options()).await.unwrap();
    assert_eq!(read(&client, "getprop ro.adb.secure").await, "1");
    connect_with(&adbd, options()).await.unwrap();
    let kept = read(&client, "su 0 cat /data/misc/adb/adb_keys").await;
    assert_eq!(kept.lines().count(), 1, "{kept}");
    std::fs::remove_dir_all(home).unwrap();
}
