//! How streams end: by their command, by the client, at any point.

use adb::shell::ShellPacket;

use crate::host::{Host, Rig};

#[tokio::test]
async fn a_closed_stream_ends_its_command() {
    let rig = Rig::new().await;
    for command in [
        "sleep 1000",
        "sleep 1000; sleep 1001",
        "cat",
        "cat | cat | cat",
        "yes",
        "yes > /dev/null",
        "yes | cat > /dev/null",
        "logcat",
        "logcat | grep nothing",
        "top -b -d 100",
        "tail -f /sdcard/f",
        "while true; do :; done",
        "while true; do sleep 1; done",
        "timeout 1000 sleep 1000",
        "sleep 1000 & wait",
        "sleep 1000 & sleep 1001",
        "sh -c 'sleep 1000'",
        "x=$(sleep 1000)",
        "am monitor",
    ] {
        for form in ["shell:", "shell,v2,raw:", "shell,v2,TERM=xterm:", "exec:"] {
            let host = Host::open(&rig, &format!("{form}touch /sdcard/f; {command}")).await;
            host.close().await;
            // Only the inspecting shell is left.
            for word in ["sleep", "cat", "yes", "logcat", "top", "tail", "am monitor"] {
                rig.gone(word).await;
            }
        }
    }
}

#[tokio::test]
async fn what_was_cut_off_is_there_up_to_the_cut() {
    let rig = Rig::new().await;
    let mut input = ShellPacket::Stdin(b"hello ".to_vec()).encode();
    input.extend(ShellPacket::WindowSize(b"24x80,0x0".to_vec()).encode());
    input.extend(ShellPacket::Stdin(b"world".to_vec()).encode());
    // The positions of the data in what is sent.
    let data: Vec<usize> = (5..11).chain(30..35).collect();
    for cut in 0..=input.len() {
        let mut host = Host::open(&rig, "shell,v2,raw:cat > /sdcard/cut").await;
        rig.runs("cat").await;
        if cut > 0 {
            host.write_raw(&input[..cut]).await;
        }
        host.close().await;
        rig.gone("cat").await;
        let expected = "hello world".chars().take(data.iter().filter(|at| **at < cut).count()).collect::<String>();
        assert_eq!(rig.run("cat /sdcard/cut").await, expected, "cut at {cut}");
    }
    // Without packets every byte is data, and the end of the stream ends it: `adb exec-in`.
    for cut in 0..=5 {
        let mut host = Host::open(&rig, "exec:cat > /sdcard/cut").await;
        rig.runs("cat").await;
        if cut > 0 {
            host.give(&b"hello"[..cut]).await;
        }
        host.close().await;
        rig.gone("cat").await;
        assert_eq!(rig.run("cat /sdcard/cut").await, &"hello"[..cut]);
    }
}

#[tokio::test]
async fn a_large_file_goes_in_and_out_unchanged() {
    let rig = Rig::new().await;
    let bytes: Vec<u8> = (0..3_000_000_u32).map(|number| (number % 251) as u8).collect();
    let mut host = Host::open(&rig, "exec:cat > /sdcard/large").await;
    for piece in bytes.chunks(100_000) {
        host.give(piece).await;
    }
    host.close().await;
    rig.gone("cat").await;
    assert_eq!(rig.run("wc -c < /sdcard/large").await, "3000000\n");
    let back = rig.client().await.exec("cat /sdcard/large | cat").await.unwrap();
    assert!(back == bytes, "{} bytes came back", back.len());
}

#[tokio::test]
async fn what_runs_in_the_background_outlives_its_shell_but_not_its_output() {
    let rig = Rig::new().await;
    // Its output goes to the stream, so the stream stays open.
    let mut host = Host::open(&rig, "shell,v2,raw:(read x; sleep 0.1; echo late) & echo soon").await;
    host.until("soon").await;
    assert_eq!(host.end().await, ("soon\nlate\n".to_owned(), String::new(), Some(0)));
    // Its output goes elsewhere: the stream ends, and another shell kills the command.
    let begun = rig.run("sleep 1000 > /dev/null 2>&1 & echo $!").await;
    rig.runs("sleep").await;
    rig.run(&format!("kill {begun}")).await;
    rig.gone("sleep").await;
    rig.run("nohup sleep 1000 > /dev/null 2>&1 &").await;
    rig.runs("sleep").await;
    assert_eq!(rig.run("pkill -f 'sleep 1000'; echo $?").await, "0\n");
    rig.gone("sleep").await;
}
