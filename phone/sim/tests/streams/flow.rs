//! Input and output while a command runs, and flow control.

use std::time::{Duration, Instant};

use adb::packet::Command;

use crate::host::{Host, Rig};

#[tokio::test]
async fn input_reaches_the_command() {
    let rig = Rig::new().await;
    // The command, its input, its output, its status.
    let rows: &[(&str, &str, &str, u8)] = &[
        ("cat", "hi\n", "hi\n", 0),
        ("cat > /sdcard/in; wc -c < /sdcard/in", "seven b", "7\n", 0),
        ("echo -n y > /sdcard/in; cat >> /sdcard/in; cat /sdcard/in", "x", "yx", 0),
        ("head -n 2; echo rest", "1\n2\n3\n", "1\n2\nrest\n", 0),
        ("head -c 3", "abcdef", "abc", 0),
        ("read a; read b; echo $b$a", "1\n2\n", "21\n", 0),
        ("while read l; do echo \"<$l>\"; done", "a b\nc\n", "<a b>\n<c>\n", 0),
        ("read a; cat", "1\n2\n3\n", "2\n3\n", 0),
        ("sh", "echo in $((1+1))\nexit 4\necho no\n", "in 2\n", 4),
        ("sh -c 'cat; exit 3'", "through", "through", 3),
        ("grep -v b", "a\nb\nc\n", "a\nc\n", 0),
        ("grep -q x", "x\ny\n", "", 0),
        ("sed s/a/b/", "aa\nca\n", "ba\ncb\n", 0),
        ("awk '{print $2}'", "a b\nc d\n", "b\nd\n", 0),
        ("tr a-z A-Z", "mixed Case", "MIXED CASE", 0),
        ("cut -d: -f2", "a:b\nc:d\n", "b\nd\n", 0),
        ("sort -r | head -1", "a\nc\nb\n", "c\n", 0),
        ("cat | cat | cat", "pipe", "pipe", 0),
        ("tee /sdcard/t | wc -l; cat /sdcard/t", "1\n2\n", "2\n1\n2\n", 0),
        ("dd bs=2 count=2 2> /dev/null", "abcdef", "abcd", 0),
        ("md5sum", "", "d41d8cd98f00b204e9800998ecf8427e  -\n", 0),
        ("xargs -n1 echo -", "a b\n", "- a\n- b\n", 0),
        ("(read x; echo $x)", "sub\n", "sub\n", 0),
        ("x=$(cat); echo \"[$x]\"", "a\nb\n", "[a\nb]\n", 0),
        ("cat <&0", "zero", "zero", 0),
        ("exec 3<&0; cat <&3", "three", "three", 0),
        ("cat - /dev/null", "dash", "dash", 0),
        ("timeout 20 cat", "limited", "limited", 0),
        ("cat < /dev/null", "unread", "", 0),
    ];
    for (command, input, output, status) in rows {
        // As adb sends it, and cut into pieces.
        for pieces in [input.len().max(1), 1] {
            let mut host = Host::open(&rig, &format!("shell,v2,raw:{command}")).await;
            for piece in input.as_bytes().chunks(pieces) {
                host.give(piece).await;
            }
            if !host.closed {
                host.end_input().await;
            }
            assert_eq!(host.end().await, ((*output).to_owned(), String::new(), Some(*status)), "`{command}`");
        }
    }
}

#[tokio::test]
async fn a_shell_reads_its_script_as_it_comes() {
    let rig = Rig::new().await;
    let mut host = Host::open(&rig, "shell,v2,raw:").await;
    // A line runs when it arrives, a command of several lines when its last line does.
    for (line, seen) in [
        ("echo one\n", "one\n"),
        ("for i in a b; do\n", "one\n"),
        ("echo $i\n", "one\n"),
        ("done\n", "one\na\nb\n"),
        ("read x\n", "one\na\nb\n"),
        ("for the command\n", "one\na\nb\n"),
        ("echo $x; cd /sdcard; pwd\n", "one\na\nb\nfor the command\n/sdcard\n"),
    ] {
        host.give(line.as_bytes()).await;
        host.until(seen).await;
        assert_eq!(host.seen().0, seen, "after `{line}`");
    }
    host.give(b"false\n").await;
    host.end_input().await;
    assert_eq!(host.end().await.2, Some(1));
}

#[tokio::test]
async fn output_comes_as_it_is_made() {
    let rig = Rig::new().await;
    // Each command waits for input after its first output. Output seen before any input was not held back.
    for command in [
        "echo first; read x; echo $x",
        "(echo first; read x; echo $x)",
        "{ echo first; cat; } | cat",
        "{ echo first; cat; } | grep --line-buffered .",
        "{ echo first; cat; } | sed s/x/x/ | cat",
        "{ echo first; cat; } | awk '{print}'",
        "{ echo first; cat; } | tee /sdcard/t",
        "{ echo first; cat; } | while read l; do echo $l; done",
        "sh -c 'echo first; read x; echo $x'",
        "env A=1 sh -c 'echo first; cat'",
        "timeout 50 sh -c 'echo first; cat'",
        "echo first > /dev/tty; cat",
    ] {
        for form in ["shell,v2,raw:", "exec:"] {
            let mut host = Host::open(&rig, &format!("{form}{command}")).await;
            // `sed` holds a line back until the next one shows that it was not the last.
            if command.contains("sed") {
                host.give(b"a\nb\n").await;
            }
            host.until("first\n").await;
            host.give(b"second\n").await;
            if form == "exec:" {
                host.close().await;
                continue;
            }
            host.end_input().await;
            assert!(host.end().await.0.ends_with("second\n"), "`{command}`");
        }
    }
}

#[tokio::test]
async fn what_goes_on_is_followed() {
    let rig = Rig::new().await;
    let mut log = Host::open(&rig, "shell:logcat -T 1").await;
    let mut filtered = Host::open(&rig, "shell,v2,raw:logcat | grep --line-buffered START").await;
    let mut file = Host::open(&rig, "shell,v2,raw:touch /sdcard/grows; echo ready; tail -f /sdcard/grows").await;
    let mut top = Host::open(&rig, "shell:top -b -d 0.2").await;
    log.until("beginning of").await;
    file.until("ready").await;
    rig.run("am start -n com.android.settings/.Settings; echo grown >> /sdcard/grows").await;
    log.until("com.android.settings").await;
    filtered.until("com.android.settings").await;
    file.until("grown").await;
    for _ in 0..3 {
        top.until("Tasks:").await;
    }
    for host in [log, filtered, file, top] {
        host.close().await;
    }
    for command in ["logcat", "grep", "tail", "top"] {
        rig.gone(command).await;
    }
}

#[tokio::test]
async fn time_passes_as_it_is_claimed() {
    let rig = Rig::new().await;
    for (command, least_ms, most_ms, output) in [
        ("sleep 0.3; echo done", 300, 20_000, "done\n"),
        ("timeout 0.3 sleep 100; echo $?", 300, 20_000, "124\n"),
        ("timeout 0.3 sh -c 'cat /dev/null | sleep 100'; echo $?", 300, 20_000, "124\n"),
        ("sleep 100 & kill $!; wait $!; echo $?", 0, 20_000, "143\n"),
        ("sleep 0.3 & sleep 0.3 & wait; echo both", 300, 20_000, "both\n"),
        ("(sleep 0.2; echo late) & echo soon; wait", 200, 20_000, "soon\nlate\n"),
        ("yes | head -n 1; echo $?", 0, 20_000, "y\n0\n"),
        ("trap 'echo caught' TERM; kill $$; echo on", 0, 20_000, "caught\non\n"),
    ] {
        let begun = Instant::now();
        assert_eq!(rig.run(command).await, output, "`{command}`");
        let took = begun.elapsed();
        let range = Duration::from_millis(least_ms)..Duration::from_millis(most_ms);
        assert!(range.contains(&took), "`{command}` took {took:?}");
    }
}

#[tokio::test]
async fn who_does_not_read_is_waited_for() {
    let rig = Rig::new().await;
    for service in ["shell:yes", "shell,v2,raw:yes", "exec:cat /dev/zero", "shell,v2,raw:yes | cat"] {
        let mut host = Host::open(&rig, service).await;
        // One write is pending. Without its `OKAY` no other follows, but the phone still answers other streams.
        assert_eq!(host.next().await.command, Command::Wrte);
        for _ in 0..3 {
            assert_eq!(rig.run("echo others").await, "others\n");
        }
        host.send(Command::Clse, b"").await;
        assert_eq!(host.next().await.command, Command::Clse, "`{service}`");
    }
    rig.gone("yes").await;
}

#[tokio::test]
async fn who_is_given_more_than_it_reads_makes_the_giver_wait() {
    let rig = Rig::new().await;
    let mut host = Host::open(&rig, "shell:echo up; sleep 1000").await;
    host.until("up").await;
    let block = vec![b'x'; 64 << 10];
    let mut taken = 0;
    loop {
        host.send(Command::Wrte, &block).await;
        match tokio::time::timeout(Duration::from_millis(500), host.next()).await {
            Ok(packet) => assert_eq!(packet.command, Command::Okay),
            Err(_) => break,
        }
        taken += block.len();
        assert!(taken < 4 << 20, "{taken} bytes were taken for a command that does not read");
    }
    host.close().await;
    rig.gone("sleep").await;
}
