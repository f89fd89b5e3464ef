//! `tar`, `gzip`, `diff`, `mount`, `nc` and help, compared with toybox.

use super::{Row, check};

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("cd /sdcard; mkdir -p a/b; echo one > a/1; echo two > a/b/2; tar cf x.tar a; rm -r a; tar tf x.tar; tar xf x.tar; cat a/1 a/b/2", "a/\na/1\na/b/\na/b/2\none\ntwo\n", "", 0),
    ("cd /sdcard; mkdir a; echo one > a/1; tar -czf x.tgz a; tar -xzOf x.tgz a/1; tar tzf x.tgz a/1", "one\na/1\n", "", 0),
    ("cd /sdcard; echo hi > f; tar c f | tar t", "f\n", "", 0),
    ("cd /sdcard; mkdir d e; echo hi > d/f; tar cf x.tar -C d f; tar xf x.tar -C e; cat e/f", "hi\n", "", 0),
    ("cd /sdcard; echo junk > x.tar; tar xf x.tar", "", "tar: Not tar\n", 1),
    ("cd /sdcard; tar xf nope.tar", "", "tar: nope.tar: No such file or directory\n", 1),
    ("cd /sdcard; tar f x", "", "tar: Needs -txc (see \"tar --help\")\n", 1),
    ("cd /sdcard; tar -cf x.tar nope; echo $?", "1\n", "tar: nope: No such file or directory\n", 0),
    ("cd /sdcard; echo hello > f; gzip f; ls f*; gunzip f.gz; cat f", "f.gz\nhello\n", "", 0),
    ("echo hello | gzip | zcat", "hello\n", "", 0),
    ("echo hello | gzip -c -9 | gzip -dc", "hello\n", "", 0),
    ("cd /sdcard; echo x > f; gzip -k f; zcat f.gz; ls f*", "x\nf\nf.gz\n", "", 0),
    ("echo junk | gunzip", "", "gunzip: bad magic\n", 1),
    ("cd /sdcard; echo x > f; gunzip f", "", "gunzip: f: no .gz\n", 1),
    ("cd /sdcard; printf 'a\\nb\\nc\\n' > 1; printf 'a\\nB\\nc\\n' > 2; diff 1 2 | tail -n +3; diff -q 1 2; diff 1 1; echo $?", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\nFiles 1 and 2 differ\n0\n", "", 0),
    ("cd /sdcard; echo A > 1; echo a > 2; diff -i 1 2; echo $?; diff 1 nope; echo $?", "0\n2\n", "diff: nope: No such file or directory\n", 0),
    ("cd /sdcard; mkdir a b; echo x > a/f; echo x > b/f; echo y > a/g; diff a b; echo $?", "Only in a: g\n1\n", "", 0),
    ("cd /sdcard; printf 'a' > 1; printf 'a\\n' > 2; diff 1 2 | tail -n +3", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n", "", 0),
    ("diff x", "", "diff: Need 2 arguments (see \"diff --help\")\n", 2),
    ("mount | grep ' /data '", "/dev/block/dm-52 on /data type f2fs (rw,lazytime,seclabel,nosuid,nodev,noatime,background_gc=on,nogc_merge,discard)\n", "", 0),
    ("mount -t proc | cut -d' ' -f3", "/proc\n", "", 0),
    ("mount -o rw,remount /", "", "mount: '/' not in /proc/mounts\n", 1),
    ("nc 127.0.0.1 9", "", "nc: connect: Connection refused\n", 1),
    ("ps --help | grep -c '^-A'", "1\n", "", 0),
    ("toybox --help | head -1; toybox tar --help | grep usage: | cut -d' ' -f1-2; toybox | grep -ow gzip", "usage: toybox [--long | --help | --version | [COMMAND] [ARGUMENTS...]]\nusage: tar\ngzip\n", "", 0),
    ("vmstat | wc -l; lsof -p 1 | wc -l", "3\n5\n", "", 0),
];

#[test]
fn archives_and_differences() {
    check(ROWS);
}
