//! Programs over files, processes and the system.

use super::{check, outcome_of};

#[test]
fn files() {
    check(&[
        ("ls /sdcard/DCIM", "Camera\n", "", 0),
        ("ls -1 /sdcard/*.txt /sdcard/DCIM", "/sdcard/a.txt\n\n/sdcard/DCIM:\nCamera\n", "", 0),
        ("ls -d /sdcard/DCIM", "/sdcard/DCIM\n", "", 0),
        ("ls -a /sdcard/DCIM", ".\n..\nCamera\n", "", 0),
        ("ls -l /sdcard/a.txt", "-rw-rw---- 1 u0_a185 media_rw 17 2023-11-14 22:13 /sdcard/a.txt\n", "", 0),
        ("ls -ld /data/local/tmp", "drwxrwx--x 2 shell shell 3452 2023-11-14 22:13 /data/local/tmp\n", "", 0),
        ("ls -l /data/local/tmp", "total 4\n-rwxr-xr-x 1 shell shell 24 2023-11-14 22:13 run.sh\n", "", 0),
        ("ls -l /sdcard", "lrwxr-xr-x 1 root root 21 2023-11-14 22:13 /sdcard -> /storage/self/primary\n", "", 0),
        ("ls -R /sdcard/DCIM", "/sdcard/DCIM:\nCamera\n\n/sdcard/DCIM/Camera:\n", "", 0),
        ("ls /nope", "", "ls: /nope: No such file or directory\n", 1),
        ("ls /data", "", "ls: /data: Permission denied\n", 1),
        ("ls /data/data", "", "ls: /data/data: Permission denied\n", 1),
        (
            "mkdir /sdcard/n; ls -d /sdcard/n; rmdir /sdcard/n; ls -d /sdcard/n",
            "/sdcard/n\n",
            "ls: /sdcard/n: No such file or directory\n",
            1,
        ),
        ("mkdir /sdcard/DCIM", "", "mkdir: '/sdcard/DCIM': File exists\n", 1),
        ("mkdir -p /sdcard/DCIM", "", "", 0),
        ("mkdir /sdcard/p/q", "", "mkdir: '/sdcard/p/q': No such file or directory\n", 1),
        ("mkdir /system/x", "", "mkdir: '/system/x': Read-only file system\n", 1),
        ("mkdir /data/x", "", "mkdir: '/data/x': Permission denied\n", 1),
        (
            "restorecon -RD /sdcard/DCIM && restorecon /nope",
            "",
            "restorecon: restorecon failed: /nope: No such file or directory\n",
            1,
        ),
        (
            "chcon u:object_r:media_rw_data_file:s0 /sdcard/a.txt",
            "",
            "chcon: '/sdcard/a.txt' to u:object_r:media_rw_data_file:s0: Permission denied\n",
            1,
        ),
        ("chcon nothing /sdcard/a.txt", "", "chcon: '/sdcard/a.txt' to nothing: Invalid argument\n", 1),
        ("rmdir /sdcard/DCIM", "", "rmdir: /sdcard/DCIM: Directory not empty\n", 1),
        ("rm /sdcard/a.txt; ls /sdcard/a.txt", "", "ls: /sdcard/a.txt: No such file or directory\n", 1),
        ("rm /sdcard/nope", "", "rm: /sdcard/nope: No such file or directory\n", 1),
        ("rm -f /sdcard/nope", "", "", 0),
        ("rm /sdcard/DCIM", "", "rm: /sdcard/DCIM: Is a directory\n", 1),
        ("rm -rf /sdcard/DCIM /sdcard/nope; ls -d /sdcard/D*", "/sdcard/Documents\n/sdcard/Download\n", "", 0),
        ("rm /system/bin/ls", "", "rm: /system/bin/ls: Read-only file system\n", 1),
        ("rm -rf /", "", "rm: /: Permission denied\n", 1),
        ("cp /sdcard/a.txt /data/local/tmp; cat /data/local/tmp/a.txt | head -1", "alpha\n", "", 0),
        ("cp /sdcard/nope /sdcard/x", "", "cp: bad '/sdcard/nope': No such file or directory\n", 1),
        ("cp /sdcard/DCIM /data/local/tmp", "", "cp: Skipped dir '/sdcard/DCIM'\n", 1),
        (
            "cp -r /sdcard/DCIM /data/local/tmp; find /data/local/tmp/DCIM",
            "/data/local/tmp/DCIM\n/data/local/tmp/DCIM/Camera\n",
            "",
            0,
        ),
        ("mv /sdcard/a.txt /sdcard/b.txt; ls /sdcard/*.txt", "/sdcard/b.txt\n", "", 0),
        ("mv /sdcard/a.txt /sdcard/Download; ls /sdcard/Download", "a.txt\n", "", 0),
        ("mv /nope /sdcard", "", "mv: bad '/nope': No such file or directory\n", 1),
        (
            "touch /sdcard/new; stat -c '%n %s %a %A %U:%G %F' /sdcard/new",
            "/sdcard/new 0 660 -rw-rw---- u0_a185:media_rw regular empty file\n",
            "",
            0,
        ),
        ("touch /system/x", "", "touch: '/system/x': Read-only file system\n", 1),
        ("touch -d @0 /sdcard/a.txt; stat -c %Y /sdcard/a.txt", "0\n", "", 0),
        (
            "touch /data/local/tmp/f; chmod 600 /data/local/tmp/f; stat -c %a /data/local/tmp/f; chmod u+x,g=r /data/local/tmp/f; stat -c %a /data/local/tmp/f",
            "600\n740\n",
            "",
            0,
        ),
        ("chmod 777 /data", "", "chmod: chmod '/data' to 0777: Operation not permitted\n", 1),
        ("stat /nope", "", "stat: '/nope': No such file or directory\n", 1),
        (
            "ln -s /sdcard/a.txt /data/local/tmp/l; readlink /data/local/tmp/l; cat /data/local/tmp/l | wc -l",
            "/sdcard/a.txt\n3\n",
            "",
            0,
        ),
        ("ln -s x /sdcard/a.txt", "", "ln: cannot create symbolic link from 'x' to '/sdcard/a.txt': File exists\n", 1),
        ("realpath /sdcard/../0/DCIM", "/storage/emulated/0/DCIM\n", "", 0),
        ("realpath /nope/x", "", "realpath: /nope/x: No such file or directory\n", 1),
        ("readlink -f /etc/hosts", "/system/etc/hosts\n", "", 0),
        ("find /sdcard -name '*.txt'; find /sdcard", "/sdcard\n", "", 0),
        ("find /sdcard/ -maxdepth 1 -type f", "/sdcard/a.txt\n/sdcard/table\n", "", 0),
        (
            "find /sdcard/ -name '*.txt' -delete; ls /sdcard/*.txt",
            "/sdcard/a.txt\n",
            "ls: /sdcard/*.txt: No such file or directory\n",
            1,
        ),
        ("find /sdcard/ -type f -exec wc -l {} \\;", "3 /sdcard/a.txt\n3 /sdcard/table\n", "", 0),
        ("find /sdcard/ -type f ! -name a.txt -o -name DCIM", "/sdcard/DCIM\n/sdcard/table\n", "", 0),
        ("find /nope", "", "find: '/nope': No such file or directory\n", 1),
        ("du -s /sdcard/DCIM", "8\t/sdcard/DCIM\n", "", 0),
        ("basename /a/b.txt .txt; dirname /a/b.txt; dirname b", "b\n/a\n.\n", "", 0),
        ("df /sdcard | wc -l; df -h /data | awk 'NR==2{print $6}'", "2\n/data\n", "", 0),
        ("mktemp", "/data/local/tmp/tmp.0000000000\n", "", 0),
    ]);
}

#[test]
fn bytes() {
    check(&[
        ("md5sum < /sdcard/a.txt", "6c7831c26f0d0a5f807006854aa682f4  -\n", "", 0),
        ("printf '' | sha1sum", "da39a3ee5e6b4b0d3255bfef95601890afd80709  -\n", "", 0),
        ("printf abc | sha256sum | cut -c1-16", "ba7816bf8f01cfea\n", "", 0),
        ("printf 'hello' | base64", "aGVsbG8=\n", "", 0),
        ("echo 5L2g5aW9 | base64 -d", "你好", "", 0),
        ("echo '!!' | base64 -d", "", "base64: bad input\n", 1),
        ("printf 'AB\\n' | xxd", "00000000: 4142 0a                                  AB.\n", "", 0),
        ("printf 'AB' | xxd -p", "4142\n", "", 0),
        ("dd if=/dev/zero bs=4 count=2 2>/dev/null | wc -c", "8\n", "", 0),
        (
            "printf abcdef > /sdcard/d; printf XY | dd of=/sdcard/d bs=1 seek=2 conv=notrunc status=none; cat /sdcard/d",
            "abXYef",
            "",
            0,
        ),
        (
            "printf abcdef > /sdcard/d; printf XY | dd of=/sdcard/d bs=1 seek=2 status=none; cat /sdcard/d",
            "abXY",
            "",
            0,
        ),
        ("printf abcdef | dd bs=2 skip=1 count=1 status=none", "cd", "", 0),
        ("dd conv=upper", "", "dd: bad arg conv=upper\n", 1),
        ("head -c 5 /dev/zero | xxd -p", "0000000000\n", "", 0),
        ("cmp /sdcard/a.txt /sdcard/a.txt && echo same", "same\n", "", 0),
        ("cmp -s /sdcard/a.txt /sdcard/table", "", "", 1),
        ("printf '\\1\\2words\\3' | strings", "words\n", "", 0),
    ]);
}

#[test]
fn system() {
    check(&[
        ("id -u; id -un", "2000\nshell\n", "", 0),
        ("id | cut -d' ' -f1,2", "uid=2000(shell) gid=2000(shell)\n", "", 0),
        (
            "uname; uname -m; uname -a | awk '{print $1,$3}'",
            "Linux\naarch64\nLinux 5.15.110-android14-11-gcc48824eebe8\n",
            "",
            0,
        ),
        ("pwd; cd /sdcard; pwd; pwd -P; cd ..; pwd; cd -", "/\n/sdcard\n/storage/emulated/0\n/\n/sdcard\n", "", 0),
        ("env | grep -c =", "13\n", "", 0),
        ("env A=1 sh -c 'echo $A'; printenv USER", "1\nshell\n", "", 0),
        ("nproc; getconf PAGESIZE", "9\n4096\n", "", 0),
        (
            "date -u +%s; date -d @0 +%F; date '+%a %d %b %I:%M %p %j'",
            "1700000000\n1970-01-01\nTue 14 Nov 10:13 PM 318\n",
            "",
            0,
        ),
        ("date +%s%3N; date +%e-%-m", "1700000000000\n14-11\n", "", 0),
        ("date -d '2024-02-29 12:00:00' +%s", "1709208000\n", "", 0),
        ("date -d nonsense", "", "date: bad date nonsense\n", 1),
        ("date 010100002030", "Tue Jan  1 00:00:00 UTC 2030\n", "date: cannot set date: Operation not permitted\n", 1),
        ("expr 1 + 2; expr abc : 'a\\(.\\)'; expr length hello; expr 2 '*' 3", "3\nb\n5\n6\n", "", 0),
        ("expr 1 = 2", "0\n", "", 1),
        ("uptime", " 22:13:20 up 1 day,  0:00,  0 users,  load average: 1.20, 1.10, 1.05\n", "", 0),
        ("free -m | awk 'NR==2{print $2}'; grep MemTotal /proc/meminfo", "7686\nMemTotal:        7870472 kB\n", "", 0),
        ("grep -c processor /proc/cpuinfo; cut -d' ' -f1 /proc/uptime", "9\n86400.00\n", "", 0),
        ("nohup echo hi; timeout 5 echo ok; nice echo n", "hi\nok\nn\n", "", 0),
        ("toybox nope", "", "toybox: Unknown command nope (see \"toybox --help\")\n", 127),
        ("toybox ls /sdcard/DCIM", "Camera\n", "", 0),
        (
            "ps -A | head -2",
            "USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME\nroot             1     0 10782796  13424 0                   0 S init\n",
            "",
            0,
        ),
        (
            "ps -ef | sed -n '1p;3p'",
            "UID            PID  PPID C STIME TTY          TIME CMD\nu0_a123       2310     1 0 22:13 ?        00:00:01 com.whatsapp\n",
            "",
            0,
        ),
        ("ps -o PID,NAME -p 2310", "  PID NAME\n 2310 com.whatsapp\n", "", 0),
        ("pgrep -l whatsapp; pgrep nothing", "2310 com.whatsapp\n", "", 1),
        ("kill 4001; pidof screenrecord", "", "", 1),
        ("top -n 1 -b | grep -c com.whatsapp", "1\n", "", 0),
        ("type ls; type nope; command -v nope", "ls is /system/bin/ls\nnope not found\n", "", 1),
        ("umask; ulimit; hostname", "000\nunlimited\nlocalhost\n", "", 0),
        ("ls -l /system/bin/ls | awk '{print $NF}'", "toybox\n", "", 0),
    ]);
}

#[test]
fn output_is_bounded() {
    let outcome = outcome_of("while true; do cat /dev/zero; done");
    assert_eq!((outcome.status, outcome.stdout.len()), (137, 64 << 20));
    assert_eq!(outcome.stderr, b"Killed \n");
}
