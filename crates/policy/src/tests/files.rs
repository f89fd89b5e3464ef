//! Files that commands write and run: overwriting needs approval, and a file written in a task is not run unread.

use super::super::Verdict::{AlwaysAsk, Ask};
use super::super::{runs, runs_written, writes};
use super::commands::check_commands;

#[test]
fn what_overwrites_is_always_asked() {
    check_commands(
        AlwaysAsk,
        "shell-deletes",
        &[
            "cp a b",
            "cp -r /sdcard/DCIM /sdcard/x",
            "cp -f a b",
            "cp -t /sdcard/d a b",
            "cp --target-directory=/sdcard/d a",
            "mv a b",
            "mv -n a b",
            "mv /sdcard/DCIM/1.jpg /sdcard/y.jpg",
            "tee /sdcard/f",
            "echo a | tee /sdcard/f",
            "echo a | tee -a /sdcard/f",
            "echo a > /sdcard/f",
            "echo a >/sdcard/f",
            "echo a >| /sdcard/f",
            "echo a >> /sdcard/f",
            "echo a 1> f",
            "ls 2> /sdcard/f",
            "ls &> /sdcard/f",
            "ls >& /sdcard/f",
            "echo a 1<> /sdcard/f",
            "cat </dev/null >/sdcard/f",
            "screencap -p > /sdcard/s.png",
            "screencap -p /sdcard/s.png",
            "screenrecord /sdcard/s.mp4",
            "sed -i s/a/b/ f",
            "sed -i.bak s/a/b/ f",
            "sed --in-place s/a/b/ f",
            "sed -Ei s/a/b/ f",
            "sed -n -i p f",
            "dd if=a of=b",
            "dd of=/sdcard/f",
            "truncate -s 0 /sdcard/f",
            "ln -sf a b",
            "ln -s /sdcard/f /data/local/tmp/fingertip/l",
            "cp -a l /data/local/tmp/fingertip/l",
            "tar xf a.tar -C /data/local/tmp/fingertip/",
            "ln -s -f a b",
            "install -m 644 a b",
            "tar -xf a.tar",
            "tar xf a.tar",
            "tar xzf a.tgz -C /sdcard",
            "tar --extract --file=a.tar",
            "tar cf /sdcard/a.tar d",
            "tar -czf /sdcard/a.tgz d",
            "unzip -o a.zip",
            "unzip a.zip -d /sdcard",
            "gzip f",
            "gunzip f.gz",
            "bzip2 f",
            "sort -o f f",
            "split -b 1 f",
            "curl -o /sdcard/f https://a.b/c",
            "curl -O https://a.b/c",
            "wget https://a.b/c",
            "logcat -f /sdcard/log",
            "logcat -c",
            "find /sdcard -fprint /sdcard/list",
            "uiautomator dump /sdcard/photo.jpg",
            "xxd -r a b",
            "patch f",
            "content update --uri content://sms --bind body:s:x",
            "content write --uri content://media/1",
            "cat a > /data/local/tmp/fingertip/../../../../sdcard/f",
            "cp a /data/local/tmp/fingertip/../x",
            "cd /sdcard; echo a > f",
            "su 0 cp a b",
            "sh -c 'echo a > /sdcard/f'",
            "xargs cp a",
            "busybox cp a b",
            "env A=b tee f",
            "echo a > '/sdcard/my file'",
            "echo a >\"/sdcard/f\"",
            "(echo a) > /sdcard/f",
            "{ echo a; } > /sdcard/f",
            "exec > /sdcard/f",
        ],
    );
    check_commands(
        Ask,
        "shell",
        &[
            "echo a > /data/local/tmp/fingertip/f",
            "screencap -p /data/local/tmp/fingertip/s.png",
            "ls > /dev/null 2>&1",
            "ls 2>/dev/null",
            "ls >/dev/null",
            "cp -n a b",
            "mkdir /sdcard/new",
            "touch /sdcard/new",
            "tar tf a.tar",
            "tar -tvf a.tar",
            "unzip -l a.zip",
            "gzip -c f",
            "gunzip -c f.gz",
            "sed -n 5p f",
            "sed s/a/b/ f",
            "sort f",
            "uiautomator dump",
            "uiautomator dump /sdcard/window_dump.xml",
            "uiautomator dump /dev/tty",
            "cat < /sdcard/f",
            "logcat -d",
            "sqlite3 a.db 'select 1'",
            "sqlite3 a.db .tables",
        ],
    );
}

#[test]
fn what_is_written_and_what_is_run_is_known() {
    let scratch = "/data/local/tmp/fingertip/x";
    let rows: &[(&str, &[&str], &[&str])] = &[
        ("ls", &[], &[]),
        ("echo a > /sdcard/x.sh", &["/sdcard/x.sh"], &[]),
        ("echo a >> /storage/emulated/0/x.sh", &["/sdcard/x.sh"], &[]),
        ("cat a | tee /mnt/sdcard/./x.sh", &["/sdcard/x.sh"], &[]),
        ("cp a /sdcard/d/../x.sh", &["/sdcard/x.sh"], &[]),
        ("cd /sdcard && echo a > x.sh", &["/sdcard/x.sh"], &[]),
        ("cd /sdcard/d; cd ..; echo a > x.sh", &["/sdcard/x.sh"], &[]),
        ("cd $X; echo a > x.sh", &["x.sh"], &[]),
        ("dd if=a of=/sdcard/x", &["/sdcard/x"], &[]),
        ("curl -o /sdcard/x https://a.b", &["/sdcard/x"], &[]),
        ("touch /data/local/tmp/fingertip/x", &[scratch], &[]),
        ("sh -c 'echo a > /sdcard/x'", &["/sdcard/x"], &[]),
        ("mv a /sdcard/x", &["/a", "/sdcard/x"], &[]),
        ("sh /sdcard/x.sh", &[], &["/sdcard/x.sh"]),
        ("sh -x /sdcard/x.sh -c y", &[], &["/sdcard/x.sh"]),
        (". /sdcard/x.sh", &[], &["/sdcard/x.sh"]),
        ("source x.sh", &[], &["/x.sh"]),
        ("cd /sdcard; ./x", &[], &["/sdcard/x"]),
        ("/data/local/tmp/x", &[], &["/data/local/tmp/x"]),
        ("su 0 /data/local/tmp/x", &[], &["/data/local/tmp/x"]),
        ("nohup /data/local/tmp/x &", &[], &["/data/local/tmp/x"]),
        ("pm install /sdcard/a.apk", &[], &["/sdcard/a.apk"]),
        ("/system/bin/ls /sdcard", &[], &[]),
    ];
    for (command, written, run) in rows {
        assert_eq!((writes(command), runs(command)), (owned(written), owned(run)), "{command}");
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn what_was_written_in_the_task_is_known_when_it_is_run() {
    let rows = [
        ("echo a > /sdcard/x.sh", "sh /storage/self/primary/x.sh", true),
        ("echo a > /sdcard/x.sh", "cd /sdcard; . ./x.sh", true),
        ("cd $X; echo a > x.sh", "sh /sdcard/x.sh", true),
        ("echo a > /sdcard/x.sh", "cd $X; sh x.sh", true),
        ("unzip a.zip -d /sdcard/d", "sh /sdcard/d/e/x.sh", true),
        ("cp a /data/local/tmp", "/data/local/tmp/a", true),
        ("curl -o /sdcard/a.apk https://a.b", "pm install /sdcard/a.apk", true),
        ("echo a > /sdcard/x.sh", "sh /sdcard/x*", true),
        ("echo a > /sdcard/x.sh", "sh /sdcard/y.sh", false),
        ("echo a > /sdcard/x.sh", "cat /sdcard/x.sh", false),
        ("ls", "sh x.sh", false),
    ];
    for (before, command, known) in rows {
        let found = runs_written(command, &writes(before));
        assert_eq!(found.is_some(), known, "{before} then {command}: {found:?}");
    }
    assert_eq!(runs_written("/data/local/tmp/x", &owned(&["/data/local/tmp/x"])), Some("/data/local/tmp/x".to_owned()));
}
