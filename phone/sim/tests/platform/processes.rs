//! Processes and logs agree with each other: what the shell starts has a pid that `ps`, `kill` and `/proc` know.

use sim::profile::Profile;

use crate::rig::{connect, phone, read, run};

#[tokio::test]
async fn a_background_job_is_a_process_like_any_other() {
    let adbd = phone(Profile::default());
    let client = connect(&adbd).await;
    let rows = [
        ("sleep 60 > /dev/null 2>&1 & ps -o PID= -p $! | tr -d ' '; echo $!; kill $!", true),
        ("sleep 60 > /dev/null 2>&1 & ls -d /proc/$!; echo /proc/$!; kill $!", true),
        ("sleep 60 > /dev/null 2>&1 & kill $!; wait $!; echo 143; echo $?", false),
    ];
    for (command, twice) in rows {
        let said = read(&client, command).await;
        let lines: Vec<&str> = said.lines().collect();
        assert!(!twice || (lines.len() == 2 && lines[0] == lines[1]), "{command}: {said}");
    }
    let (said, _) = run(&client, "sleep 60 > /dev/null 2>&1 & p=$!; kill -9 $p; wait $p; ls -d /proc/$p").await;
    assert!(said.contains("No such file or directory"), "{said}");
    let (_, status) = run(&client, "kill -9 $$; echo still here").await;
    assert_eq!(status, 137);
}

#[tokio::test]
async fn dd_writes_what_fits_and_says_what_does_not() {
    let adbd = phone(Profile { storage_mib: 100, ..Profile::default() });
    let client = connect(&adbd).await;
    let (said, status) = run(&client, "dd if=/dev/zero of=/sdcard/big bs=1M count=80 status=none").await;
    assert_eq!((said.as_str(), status), ("", 0));
    assert_eq!(read(&client, "stat -c %s /sdcard/big").await, (80 << 20).to_string());
    let (said, status) = run(&client, "dd if=/dev/zero of=/sdcard/more bs=1M count=80").await;
    assert!(said.contains("dd: /sdcard/more: write error: No space left on device") && status == 1, "{said}");
    let written: u64 = read(&client, "stat -c %s /sdcard/more").await.parse().unwrap();
    assert!((1 << 20..80 << 20).contains(&written) && said.contains(&format!("{written} bytes")), "{written}: {said}");
}

#[tokio::test]
async fn a_log_file_gets_the_lines() {
    let client = connect(&phone(Profile::default())).await;
    read(&client, "log -t mine hello; logcat -d -f /sdcard/log.txt -s mine").await;
    assert!(read(&client, "cat /sdcard/log.txt").await.contains("mine    : hello"));
    let (said, status) = run(&client, "logcat -d -b nosuch").await;
    assert_eq!((said.as_str(), status), ("logcat: Unknown buffer 'nosuch' listed in -b\n", 1));
}
