//! `/proc/PID`: one process.

use std::collections::BTreeMap;

use super::{Body, Builder};
use crate::process::Process;

/// A page of memory, in KiB.
const PAGE_KB: u64 = 4;

pub(super) fn fill(builder: &mut Builder, process: &Process, up_ms: i64) {
    let Process { pid, ppid, rss_kb, vsz_kb, .. } = *process;
    let uid = uid_of(&process.user);
    // The kernel keeps the last fifteen characters of an app's name.
    let short = process.name.rsplit('/').next().unwrap_or_default();
    let skipped = short.chars().count().saturating_sub(15);
    let comm: String = short.chars().skip(skipped).collect();
    let folder = format!("proc/{pid}");
    builder.put(&folder, 0o555, uid, Body::Directory(BTreeMap::new()));
    let mut file = |name: &str, permissions: u32, text: String| {
        builder.put(&format!("{folder}/{name}"), permissions, uid, Body::File(std::sync::Arc::new(text.into_bytes())));
    };
    let cmdline: String = process.command.split(' ').map(|word| format!("{word}\0")).collect();
    file("cmdline", 0o444, cmdline);
    file("comm", 0o644, format!("{comm}\n"));
    let groups = if uid >= 10_000 { format!("9997 {} {}", uid + 10_000, uid + 40_000) } else { String::new() };
    let status = format!(
        "Name:\t{comm}\nUmask:\t0077\nState:\tS (sleeping)\nTgid:\t{pid}\nNgid:\t0\nPid:\t{pid}\nPPid:\t{ppid}\n\
         TracerPid:\t0\nUid:\t{uid}\t{uid}\t{uid}\t{uid}\nGid:\t{uid}\t{uid}\t{uid}\t{uid}\nFDSize:\t256\n\
         Groups:\t{groups}\nVmPeak:\t{vsz_kb:>8} kB\nVmSize:\t{vsz_kb:>8} kB\nVmLck:\t       0 kB\nVmHWM:\t{rss_kb:>8} kB\n\
         VmRSS:\t{rss_kb:>8} kB\nThreads:\t24\nSeccomp:\t{}\nCpus_allowed:\t1ff\nCpus_allowed_list:\t0-8\n",
        if uid >= 10_000 { 2 } else { 0 }
    );
    file("status", 0o444, status.clone());
    let started = (up_ms / 10 - 100).max(0).min(i64::from(pid) * 7);
    let (pages, bytes) = (rss_kb / PAGE_KB, vsz_kb * 1024);
    let stat = format!(
        "{pid} ({comm}) S {ppid} {ppid} 0 0 -1 1077952832 {} 0 12 0 {} {} 0 0 20 0 24 0 {started} {bytes} {pages} \
         18446744073709551615 1 1 0 0 0 0 4612 1 1073775864 0 0 0 17 3 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
        pages * 3,
        pages / 40,
        pages / 90
    );
    file("stat", 0o444, stat.clone());
    file("statm", 0o444, format!("{} {pages} {} 2 0 {} 0\n", vsz_kb / PAGE_KB, pages / 2, pages / 3));
    let adj = match uid {
        0..1000 => -1000,
        1000..10_000 => -900,
        _ => 0,
    };
    file("oom_score_adj", 0o644, format!("{adj}\n"));
    file("oom_score", 0o444, format!("{}\n", if adj < 0 { 0 } else { 668 }));
    file("cgroup", 0o444, format!("3:cpuset:/\n2:cpu:/\n0::/uid_{uid}/pid_{pid}\n"));
    // Only the process itself may read its memory.
    let program = program(process);
    file(
        "maps",
        0o400,
        format!("5f1c2a000-5f1c31000 r-xp 00000000 fe:04 1203                             {program}\n"),
    );
    file("environ", 0o400, "PATH=/product/bin:/system/bin:/vendor/bin\0ANDROID_ROOT=/system\0".to_owned());
    file(&format!("task/{pid}/stat"), 0o444, stat);
    file(&format!("task/{pid}/status"), 0o444, status);
    file(&format!("task/{pid}/comm"), 0o644, format!("{comm}\n"));
    // `root` and `cwd` are left out: those of other processes may not be followed, and globs would recurse endlessly.
    builder.link(&format!("{folder}/exe"), program);
    builder.put(&format!("{folder}/fd"), 0o500, uid, Body::Directory(BTreeMap::new()));
}

fn program(process: &Process) -> &'static str {
    match process.name.as_str() {
        "init" => "/system/bin/init",
        "adbd" => "/apex/com.android.adbd/bin/adbd",
        "sh" => "/system/bin/sh",
        _ => "/system/bin/app_process64",
    }
}

/// Returns the uid of a user name.
fn uid_of(user: &str) -> u32 {
    match user {
        "root" => 0,
        "shell" => 2000,
        _ => match user.strip_prefix("u0_a").and_then(|number| number.parse::<u32>().ok()) {
            Some(number) => number.saturating_add(10_000),
            None => 1000,
        },
    }
}
