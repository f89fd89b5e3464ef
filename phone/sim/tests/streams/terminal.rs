//! Shells on a terminal, byte by byte: typed bytes are echoed, keys are signals, lines end as on a terminal. The model
//! is `mksh` on a Linux terminal.

use std::time::Duration;

use adb::shell::ShellPacket;

use crate::host::{Host, Rig};

/// A stream on a terminal, and how much of it was checked.
struct Typist {
    host: Host,
    seen: usize,
    /// The phone's name in the prompt.
    name: String,
}

impl Typist {
    async fn open(rig: &Rig, service: &str) -> Self {
        let name = rig.run("getprop ro.product.device").await.trim().to_owned();
        assert_eq!(rig.run("hostname").await.trim(), name);
        Self { host: Host::open(rig, service).await, seen: 0, name }
    }

    /// Returns the new output, with every pid replaced by `PID`.
    fn news(&self) -> String {
        let (text, complaints, _) = self.host.seen();
        assert_eq!(complaints, "", "a terminal has one kind of output");
        let new = text.get(self.seen..).unwrap_or_default();
        let mut shown = String::new();
        for line in new.split_inclusive('\n') {
            let number = line.strip_prefix("[1] ").or_else(|| line.strip_prefix("[2] ")).map(|rest| rest.trim_end());
            match number.filter(|number| number.parse::<u32>().is_ok()) {
                Some(number) => shown += &line.replace(number, "PID"),
                None => shown += line,
            }
        }
        shown
    }

    /// Types, and waits for exactly this output.
    async fn types(&mut self, typed: &[u8], expected: &str) {
        let expected = &expected.replace("NAME", &self.name);
        if !typed.is_empty() {
            self.host.give(typed).await;
        }
        let waiting = async {
            while self.news() != *expected {
                assert!(!self.host.closed, "{:?}", self.news());
                self.host.take().await;
            }
        };
        let came = tokio::time::timeout(Duration::from_secs(20), waiting).await;
        let typed = String::from_utf8_lossy(typed);
        assert!(came.is_ok(), "after {typed:?}\nwanted {expected:?}\nfound  {:?}", self.news());
        self.seen = self.host.seen().0.len();
    }
}

const PROMPT: &str = "NAME:/ $ ";

#[tokio::test]
async fn a_terminal_shows_mends_and_signals() {
    let rig = Rig::new().await;
    for service in ["shell:", "shell,v2,TERM=xterm-256color,pty:", "shell,v2:"] {
        let mut typist = Typist::open(&rig, service).await;
        typist.types(b"", PROMPT).await;
        let prompt = |status: &str| format!("{status}{PROMPT}");
        for (typed, expected) in [
            (&b"echo hi\n"[..], format!("echo hi\r\nhi\r\n{PROMPT}")),
            (b"echo a; echo b >&2\r", format!("echo a; echo b >&2\r\na\r\nb\r\n{PROMPT}")),
            (b"ecko\x7f\x7fho x\n", format!("ecko\x08 \x08\x08 \x08ho x\r\nx\r\n{PROMPT}")),
            (b"junk\x15hostname\n", format!("junk{}hostname\r\nNAME\r\n{PROMPT}", "\x08 \x08".repeat(4))),
            (
                b"tty; [ -t 0 ] && [ -t 1 ] && echo yes\n",
                format!("tty; [ -t 0 ] && [ -t 1 ] && echo yes\r\n/dev/pts/0\r\nyes\r\n{PROMPT}"),
            ),
            (
                b"tty | cat; [ -t 1 ] | cat; echo x | tty\n",
                format!("tty | cat; [ -t 1 ] | cat; echo x | tty\r\n/dev/pts/0\r\nnot a tty\r\n{}", prompt("1|")),
            ),
            (b"false\n", format!("false\r\n{}", prompt("1|"))),
            (b"echo $?\n", format!("echo $?\r\n1\r\n{PROMPT}")),
            (b"half\x03", format!("half^C\r\n{}", prompt("130|"))),
            (b"sleep 100\n", "sleep 100\r\n".to_owned()),
            (b"\x03", format!("^C\r\n{}", prompt("130|"))),
            (b"while true; do sleep 1; done\n", "while true; do sleep 1; done\r\n".to_owned()),
            (b"\x03", format!("^C\r\n{}", prompt("130|"))),
            (b"while true; do :; done\n", "while true; do :; done\r\n".to_owned()),
            (b"\x03", format!("^C\r\n{}", prompt("130|"))),
            (b"cat\n", "cat\r\n".to_owned()),
            (b"one\n", "one\r\none\r\n".to_owned()),
            (b"\x04", PROMPT.to_owned()),
            (b"for i in 1 2; do\n", "for i in 1 2; do\r\n> ".to_owned()),
            (b"echo $i; done\n", format!("echo $i; done\r\n1\r\n2\r\n{PROMPT}")),
            (b"read x; echo \"<$x>\"\n", "read x; echo \"<$x>\"\r\n".to_owned()),
            (b"typed\n", format!("typed\r\n<typed>\r\n{PROMPT}")),
            (b"stty -echo\n", format!("stty -echo\r\n{PROMPT}")),
            (b"echo unseen\n", format!("unseen\r\n{PROMPT}")),
            (b"stty sane\n", PROMPT.to_owned()),
            (b"stty -onlcr; echo x; stty onlcr\n", format!("stty -onlcr; echo x; stty onlcr\r\nx\n{PROMPT}")),
            (b"stty rows 30 cols 90; stty size\n", format!("stty rows 30 cols 90; stty size\r\n30 90\r\n{PROMPT}")),
            (b"cd /sdcard\n", "cd /sdcard\r\nNAME:/sdcard $ ".to_owned()),
        ] {
            typist.types(typed, &expected).await;
        }
        typist.host.give(b"exit 7\n").await;
        let (text, _, status) = typist.host.end().await;
        assert!(text.ends_with("exit 7\r\n"), "{text:?}");
        assert_eq!(status, service.contains("v2").then_some(7));
    }
    rig.gone("sleep").await;
}

#[tokio::test]
async fn jobs_are_controlled() {
    let rig = Rig::new().await;
    let mut typist = Typist::open(&rig, "shell,v2,TERM=xterm,pty:").await;
    typist.types(b"", PROMPT).await;
    let stopped = "[1] + Stopped              sleep 100\r\n";
    for (typed, expected) in [
        (&b"sleep 100\n"[..], "sleep 100\r\n".to_owned()),
        (b"\x1a", format!("^Z{stopped}148|{PROMPT}")),
        (b"jobs\n", format!("jobs\r\n{stopped}{PROMPT}")),
        (b"bg\n", format!("bg\r\n[1] sleep 100\r\n{PROMPT}")),
        (b"jobs\n", format!("jobs\r\n[1] + Running              sleep 100\r\n{PROMPT}")),
        (b"fg\n", "fg\r\nsleep 100\r\n".to_owned()),
        (b"\x03", format!("^C\r\n130|{PROMPT}")),
        (b"jobs; fg\n", format!("jobs; fg\r\n/system/bin/sh: fg: %%: no such job\r\n1|{PROMPT}")),
        (b"sleep 50 &\n", format!("sleep 50 &\r\n[1] PID\r\n{PROMPT}")),
        (b"sleep 60 | cat\n", "sleep 60 | cat\r\n".to_owned()),
        (b"\x1a", format!("^Z[2] + Stopped              sleep 60 | cat\r\n148|{PROMPT}")),
        (
            b"jobs\n",
            format!(
                "jobs\r\n[1] - Running              sleep 50\r\n[2] + Stopped              sleep 60 | cat\r\n{PROMPT}"
            ),
        ),
        (b"kill %3\n", format!("kill %3\r\n/system/bin/sh: kill: %3: no such job\r\n1|{PROMPT}")),
        (b"kill %1; wait %1\n", format!("kill %1; wait %1\r\n[1] - Terminated           sleep 50\r\n143|{PROMPT}")),
        (b"fg %2\n", "fg %2\r\nsleep 60 | cat\r\n".to_owned()),
        (b"\x1c", format!("^\\Quit \r\n\r\n131|{PROMPT}")),
        (b"jobs\n", format!("jobs\r\n{PROMPT}")),
        (b"sleep 0.1 & wait; echo over\n", format!("sleep 0.1 & wait; echo over\r\n[1] PID\r\nover\r\n{PROMPT}")),
    ] {
        typist.types(typed, &expected).await;
    }
    // Running and stopped jobs end with their terminal.
    typist.types(b"sleep 70\n", "sleep 70\r\n").await;
    typist.types(b"\x1a", &format!("^Z[1] + Stopped              sleep 70\r\n148|{PROMPT}")).await;
    typist.host.close().await;
    rig.gone("sleep").await;
}

#[tokio::test]
async fn a_command_on_a_terminal() {
    let rig = Rig::new().await;
    // The command, the keys typed once it waits, the whole output, the status.
    for (command, typed, expected, status) in [
        ("echo a; echo b >&2", &b""[..], "a\r\nb\r\n", 0),
        ("stty size", b"", "24 80\r\n", 0),
        ("echo $TERM; tty", b"", "screen\r\n/dev/pts/0\r\n", 0),
        ("sleep 100", b"\x03", "^C", 130),
        ("trap 'echo caught; exit 5' INT; echo up; sleep 100", b"\x03", "up\r\n^Ccaught\r\n", 5),
        ("cat", b"x\n\x04", "x\r\nx\r\n", 0),
        ("stty raw -echo; head -c 3", b"a\r\x03", "a\r\x03", 0),
    ] {
        let mut host = Host::open(&rig, &format!("shell,v2,TERM=screen,pty:sleep 0.2; {command}")).await;
        host.write_raw(&ShellPacket::WindowSize(b"24x80,0x0".to_vec()).encode()).await;
        if !typed.is_empty() {
            rig.runs(command.rsplit("; ").next().unwrap()).await;
            host.give(typed).await;
        }
        assert_eq!(host.end().await, (expected.to_owned(), String::new(), Some(status)), "`{command}`");
    }
    rig.gone("sleep").await;
}
