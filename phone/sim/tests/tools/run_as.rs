//! `run-as`: enters only debuggable apps, and runs under their uid.

use sim::profile::Profile;

use crate::rig::{apk, check, install, phone};

#[tokio::test]
async fn an_app_that_may_be_debugged_is_entered() {
    let client = phone(Profile::default()).await;
    install(&client, apk!("hello-debuggable")).await;
    check(
        &client,
        &[
            ("run-as com.example.hello pwd", "/data/user/0/com.example.hello\n", 0),
            ("run-as com.example.hello ls", "cache\ncode_cache\n", 0),
            ("[ $(run-as com.example.hello id -u) -ge 10000 ] && id -un", "shell\n", 0),
            ("run-as com.example.hello id -Z | cut -d: -f1-4", "u:r:runas_app:s0\n", 0),
            ("u=$(run-as com.example.hello whoami); [ $u = $(run-as com.example.hello sh -c 'echo $USER') ]", "", 0),
            // The app owns the files it writes, and no other user can read them.
            ("run-as com.example.hello sh -c 'mkdir files; echo x > files/a'; echo $?", "0\n", 0),
            ("run-as com.example.hello cat files/a", "x\n", 0),
            ("run-as com.example.hello stat -c %U files/a | tr -d 0-9", "u_a\n", 0),
            (
                "cat /data/data/com.example.hello/files/a",
                "cat: /data/data/com.example.hello/files/a: Permission denied\n",
                1,
            ),
            ("run-as com.example.hello touch /data/local/tmp/x", "touch: '/data/local/tmp/x': Permission denied\n", 1),
            // Through pipes, with input and without a command.
            ("echo hi | run-as com.example.hello tee files/b | cat", "hi\n", 0),
            ("echo 'cat files/b; exit 3' | run-as com.example.hello", "hi\n", 3),
            ("run-as com.example.hello --user 0 cat files/b", "hi\n", 0),
            ("run-as com.example.hello tar c files | tar t | sort", "files/\nfiles/a\nfiles/b\n", 0),
            ("run-as com.example.hello false", "", 1),
            ("cd /sdcard; run-as com.example.hello true; pwd; echo $HOME", "/sdcard\n/\n", 0),
            ("ls() { echo mine; }; run-as com.example.hello ls files", "a\nb\n", 0),
        ],
    )
    .await;
}

#[tokio::test]
async fn all_others_are_refused_in_android_s_words() {
    for build in ["user", "userdebug"] {
        let client = phone(Profile::built_in(build).unwrap()).await;
        install(&client, apk!("hello")).await;
        check(
            &client,
            &[
                ("run-as", "run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]\n", 1),
                ("run-as org.none id", "run-as: unknown package: org.none\n", 1),
                ("run-as com.android.settings id", "run-as: package not an application: com.android.settings\n", 1),
                ("run-as com.example.hello id", "run-as: package not debuggable: com.example.hello\n", 1),
                ("run-as com.whatsapp", "run-as: package not debuggable: com.whatsapp\n", 1),
                ("run-as com.whatsapp --user 99999999 id", "run-as: user ID too big: 99999999\n", 1),
                ("which run-as; toybox | grep -c run-as", "/system/bin/run-as\n0\n", 1),
            ],
        )
        .await;
    }
    let client = phone(Profile::default()).await;
    install(&client, apk!("hello-debuggable")).await;
    check(
        &client,
        &[
            ("run-as com.example.hello nope", "run-as: exec failed for nope: No such file or directory\n", 1),
            ("run-as com.example.hello cd /", "run-as: exec failed for cd: No such file or directory\n", 1),
            (
                "run-as com.example.hello --user 7 id",
                "run-as: couldn't chdir to package's data directory: No such file or directory\n",
                1,
            ),
            (
                "run-as com.example.hello run-as com.example.hello id",
                "run-as: only 'shell' or 'root' users can run this program\n",
                1,
            ),
        ],
    )
    .await;
}
