//! A slow phone does not delay others. All tests run on a runtime with one thread.

use std::sync::Condvar;

use adb::shell::ShellPacket;
use adb::{Client, Options};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::task::JoinSet;

use super::*;
use state::profile::{Profile, Screen};

const START: i64 = 1_794_650_400_000;
const LOOP: &str = "i=0; while true; do i=$((i+1)); echo $i > /data/local/tmp/count; done";
/// Without cancellation, the loop gets further than this before the shell's step limit ends it.
const UNCANCELLED: u32 = 15_000;

fn phone() -> Phone {
    Phone::new(
        Profile { screen: Screen { width: 360, height: 800, density: 140 }, ..Profile::default() },
        apps::SYSTEM,
        START,
    )
}

/// Connects a phone and a client by a pipe.
async fn connect(clock: Clock, tasks: &mut JoinSet<()>) -> (Arc<Adbd>, Client) {
    let adbd = Adbd::new(phone(), clock);
    let (ours, theirs) = tokio::io::duplex(64 << 10);
    let served = Arc::clone(&adbd);
    tasks.spawn(async move { drop(served.serve(theirs).await) });
    let client = Client::over(ours, "sim", Options::default()).await.unwrap();
    (adbd, client)
}

fn still() -> Clock {
    Arc::new(|| START)
}

/// A gate that is closed until a test opens it.
#[derive(Default)]
struct Door(std::sync::Mutex<bool>, Condvar);

impl Door {
    fn pass(&self) {
        drop(self.1.wait_while(self.0.lock().unwrap(), |open| !*open).unwrap());
    }

    fn set(&self, open: bool) {
        *self.0.lock().unwrap() = open;
        self.1.notify_all();
    }
}

#[tokio::test]
async fn a_phone_that_stands_still_stalls_neither_the_runtime_nor_another_phone() {
    let (door, mut tasks) = (Arc::new(Door::default()), JoinSet::new());
    door.set(true);
    let blocked = Arc::clone(&door);
    // The clock is read whenever the phone is locked, so a blocked clock blocks the phone.
    let clock: Clock = Arc::new(move || {
        blocked.pass();
        START
    });
    let (_slow, slow_client) = connect(clock, &mut tasks).await;
    let (_quick, client) = connect(still(), &mut tasks).await;
    door.set(false);
    for request in ["screencap -p", "uiautomator dump /dev/tty", "ls /sdcard"] {
        let waiting = {
            let client = slow_client.clone();
            tokio::spawn(async move { client.exec(request).await })
        };
        // On the same runtime thread, but another phone.
        assert_eq!(client.shell("echo hi").await.unwrap().text(), "hi\n");
        assert!(!client.exec("screencap -p").await.unwrap().is_empty());
        assert!(!waiting.is_finished(), "`{request}` was answered by a phone that stands still");
        door.set(true);
        assert!(!waiting.await.unwrap().unwrap().is_empty());
        door.set(false);
    }
    door.set(true);
}

#[tokio::test]
async fn a_shell_loop_leaves_the_phone_to_others() {
    let mut tasks = JoinSet::new();
    let (_adbd, client) = connect(still(), &mut tasks).await;
    let mut loops = JoinSet::new();
    for _ in 0..4 {
        let client = client.clone();
        loops.spawn(async move { client.shell("while true; do :; done").await });
    }
    for _ in 0..3 {
        assert_eq!(client.shell("input keyevent 3; echo hi").await.unwrap().text(), "hi\n");
    }
    assert!(loops.try_join_next().is_none(), "the loops ended before any other request had its turn");
    // No script runs forever.
    let ended = loops.join_next().await.unwrap().unwrap().unwrap();
    assert_eq!(ended.status, Some(137));
}

/// Returns how far the loop got.
async fn count(turns: &Turns) -> u32 {
    let read = turns.with(|phone| phone.files().read("/data/local/tmp/count").map(|bytes| bytes.to_vec()));
    String::from_utf8(read.await.unwrap().unwrap_or_default()).unwrap().trim().parse().unwrap_or(0)
}

/// Waits until every shell has ended.
async fn all_ended(turns: &Turns) {
    let ended = async {
        while turns.state.processes.threads() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), ended).await.expect("a shell kept running");
}

#[tokio::test]
async fn a_command_ends_with_its_stream() {
    let mut tasks = JoinSet::new();
    let (adbd, client) = connect(still(), &mut tasks).await;
    for cut in [false, true] {
        _ = client.shell("rm /data/local/tmp/count").await;
        let stream = client.open(&format!("shell:{LOOP}")).await.unwrap();
        while count(&adbd.phone).await == 0 {
            tokio::task::yield_now().await;
        }
        match cut {
            false => drop(stream),
            true => tasks.abort_all(),
        }
        all_ended(&adbd.phone).await;
        let got = count(&adbd.phone).await;
        assert!(0 < got && got < UNCANCELLED, "{got}");
    }
}

#[tokio::test]
async fn a_bug_in_an_app_leaves_a_phone() {
    let turns = Turns::new(phone(), still(), Weak::new());
    assert!(turns.with(|_| -> () { panic!("a bug") }).await.is_err());
    assert_eq!(turns.with(|phone| phone.now_ms()).await.unwrap(), START);
}

#[tokio::test]
async fn a_shell_that_stays_tells_its_work_after_each_command() {
    let mut tasks = JoinSet::new();
    let (adbd, client) = connect(still(), &mut tasks).await;
    let mut shell = BufReader::new(client.open("shell,raw:").await.unwrap());
    let mut worked = adbd.phone.worked_ns();
    for _ in 0..3 {
        shell.write_all(b"settings get system font_scale; echo done\n").await.unwrap();
        let mut line = String::new();
        while !line.starts_with("done") {
            line.clear();
            assert_ne!(shell.read_line(&mut line).await.unwrap(), 0, "the shell ended");
        }
        assert!(adbd.phone.worked_ns() > worked, "no work was reported");
        worked = adbd.phone.worked_ns();
    }
}

/// Sends lines to an interactive shell, each with its expected output and number of shell threads afterwards.
async fn check_lines(adbd: &Adbd, client: &Client, lines: &[(&str, &str, usize)]) {
    let mut stream = client.open("shell,v2,raw:").await.unwrap();
    for (line, said, threads) in lines {
        stream.write_all(&ShellPacket::Stdin(format!("{line}\n").into_bytes()).encode()).await.unwrap();
        let mut heard = Vec::new();
        while heard.len() < said.len() {
            match ShellPacket::read(&mut stream).await.unwrap() {
                Some(ShellPacket::Stdout(bytes) | ShellPacket::Stderr(bytes)) => heard.extend(bytes),
                other => panic!("{other:?} after `{line}`"),
            }
        }
        assert_eq!(String::from_utf8_lossy(&heard), *said, "{line}");
        assert_eq!(adbd.phone.state().processes.threads(), *threads, "threads after `{line}`");
    }
}

#[tokio::test]
async fn touches_need_no_thread_of_a_shell_and_share_one_with_other_lines() {
    let mut tasks = JoinSet::new();
    let (adbd, client) = connect(still(), &mut tasks).await;
    for (command, status) in [("input tap 5 5", 0), ("input keyevent KEYCODE_HOME", 0), ("input tap x 5", 255)] {
        let output = client.shell(command).await.unwrap();
        assert_eq!((output.status, output.stdout.len()), (Some(status), 0), "{command}");
        assert_eq!(output.stderr.is_empty(), status == 0, "{command}");
        assert_eq!(adbd.phone.state().processes.threads(), 0, "{command}");
    }
    let tap = |mark: &str| format!("{{ input tap 5 5; }} </dev/null 2>&1; echo {mark}:$?");
    let rows: &[(&str, &str, usize)] = &[
        (&tap("a"), "a:0\n", 0),
        (&tap("b"), "b:0\n", 0),
        // From here on the same shell has a thread.
        ("x=7; echo $?", "0\n", 1),
        (&tap("c"), "c:0\n", 1),
        ("echo $x", "7\n", 1),
    ];
    check_lines(&adbd, &client, rows).await;
}
