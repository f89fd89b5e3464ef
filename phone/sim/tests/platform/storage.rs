//! A phone with full storage, and profiles with impossible values.

use sim::profile::{Profile, ProfileError};

use crate::rig::{connect, phone, read, rooted, run};

#[tokio::test]
async fn a_full_phone_says_so_everywhere() {
    let (_adbd, client) = rooted(Profile { storage_mib: 16, ..Profile::built_in("userdebug").unwrap() }).await;
    let full = "No space left on device";
    let (text, _) = run(&client, "cd /data/local/tmp; sqlite3 own.db 'create table t(x)'; i=0; while head -c 60000 /dev/zero > f$i; do i=$((i+1)); done").await;
    assert!(text.contains(full), "{text}");
    let rows = [
        "head -c 60000 /dev/zero > /sdcard/a",
        "cp /data/local/tmp/f0 /sdcard/b",
        "dd if=/data/local/tmp/f0 of=/sdcard/c",
        "tee /sdcard/d < /data/local/tmp/f0 > /dev/null",
    ];
    for command in rows {
        let (text, status) = run(&client, command).await;
        assert!(text.contains(full) && status != 0, "{command}: {text} {status}");
    }
    let (text, status) =
        run(&client, "cd /data/local/tmp; sqlite3 own.db 'insert into t values (zeroblob(60000))'").await;
    assert_eq!((text.as_str(), status), ("Error: stepping, database or disk is full (13)\n", 13));
    let mut sync = client.sync().await.unwrap();
    let refused = sync.push("/sdcard/big", 0o644, 0, vec![0; 100_000].as_slice()).await.unwrap_err().to_string();
    assert!(refused.contains(full), "{refused}");
    // Removing files frees space.
    read(&client, "rm /data/local/tmp/f*; head -c 60000 /dev/zero > /sdcard/a").await;
}

#[tokio::test]
async fn a_profile_s_storage_is_what_df_shows() {
    for mib in [64, 512] {
        let client = connect(&phone(Profile { storage_mib: mib, ..Profile::default() })).await;
        let shown = read(&client, "df /data | tail -1").await;
        assert!(shown.split_whitespace().nth(1) == Some(&(mib * 1024).to_string()), "{shown}");
    }
}

#[test]
fn profiles_that_are_garbage_or_huge_are_refused() {
    let deep = "[".repeat(100_000);
    let long = format!(r#"{{"model": "{}"}}"#, "x".repeat(1 << 20));
    let rows = [
        (r#"{"zone": "Mars/Olympus"}"#, "is `Mars/Olympus`"),
        (r#"{"storageMib": 1}"#, "expected 16 to 4096"),
        (r#"{"storageMib": 99999999999}"#, "invalid value"),
        (r#"{"build": {"type": "eng"}}"#, "unknown variant `eng`"),
        (r#"{"build": {"colour": 1}}"#, "unknown field `colour`"),
        ("{\"model\": \"a\\nb\"}", "does not fit into a system property"),
        (r#"{"device": "a;b"}"#, "does not fit into a system property"),
        (&deep, "invalid type"),
        (&long, "does not fit into a system property"),
        ("\u{0}\u{1}", "cannot read"),
    ];
    for (text, wanted) in rows {
        let error: ProfileError = Profile::parse(text).unwrap_err();
        assert!(error.to_string().contains(wanted), "{error}");
        assert!(error.to_string().len() < 500);
    }
}
