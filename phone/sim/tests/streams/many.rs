//! Many shells, and many streams without a reader.

use std::time::Duration;

use adb::packet::Command;
use tokio::task::JoinSet;

use crate::host::{Host, Rig};

/// The total number of shells, and how many run at a time.
const SHELLS: usize = 10_000;
const AT_ONCE: usize = 20;
/// Streams that are not read meanwhile.
const UNREAD: usize = 20;

/// Returns the number of threads of this process.
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

/// Returns the memory in use, in pages.
fn pages() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
async fn ten_thousand_shells_leave_nothing_behind() {
    let rig = Rig::new().await;
    let mut unread = Vec::new();
    for _ in 0..UNREAD {
        let mut host = Host::open(&rig, "shell,v2,raw:yes | cat").await;
        assert_eq!(host.next().await.command, Command::Wrte);
        unread.push(host);
    }
    let client = rig.client().await;
    let run = async |from: usize, to: usize| {
        let mut shells = JoinSet::new();
        for number in from..to {
            if shells.len() == AT_ONCE {
                shells.join_next().await.unwrap().unwrap();
            }
            let client = client.clone();
            shells.spawn(async move {
                let command = match number % 3 {
                    0 => format!("echo {number}"),
                    1 => format!("echo {number} | cat"),
                    _ => format!("x=$(echo {number}); echo $x & wait"),
                };
                let output = client.shell(&command).await.unwrap();
                assert_eq!((output.text().into_owned(), output.status), (format!("{number}\n"), Some(0)));
            });
        }
        while let Some(ended) = shells.join_next().await {
            ended.unwrap();
        }
    };
    run(0, SHELLS / 10).await;
    let (threads_before, pages_before) = (threads(), pages());
    run(SHELLS / 10, SHELLS).await;
    // A page is 4 KiB: this allows less than 1 KiB per shell, to account for the allocator.
    assert!(pages() < pages_before + SHELLS / 4, "{pages_before} pages became {}", pages());
    for host in unread {
        host.close().await;
    }
    rig.gone("yes").await;
    let settled = async {
        while threads() + 2 * UNREAD > threads_before + 8 {
            tokio::task::yield_now().await;
        }
    };
    let limit = tokio::time::timeout(Duration::from_secs(30), settled).await;
    assert!(limit.is_ok(), "{threads_before} threads became {}", threads());
}
