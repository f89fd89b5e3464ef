//! Programs that format `/proc`: `mount`, `lsof`, `vmstat`.

use super::call::Call;

/// `mount`: lists the mounts. The user `shell` may not mount anything.
pub(super) fn mount(call: &mut Call<'_>) -> i32 {
    let options = match call.options("afFrsvwt:o:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    if let Some(place) = options.operands.last() {
        let from = options.operands.first().filter(|_| options.operands.len() > 1);
        return call.fail(match from {
            Some(from) => format!("'{from}'->'{place}': Permission denied"),
            None => format!("'{place}' not in /proc/mounts"),
        });
    }
    if options.has('a') || options.has('o') {
        return call.fail("Permission denied");
    }
    let Some(table) = call.read("/proc/mounts") else { return call.status };
    let wanted = options.value('t').map(str::to_owned);
    for line in String::from_utf8_lossy(&table).lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [device, place, kind, flags, ..] = words.as_slice() else { continue };
        if wanted.as_ref().is_none_or(|wanted| wanted == kind) {
            call.io.out(format!("{device} on {place} type {kind} ({flags})\n"));
        }
    }
    call.status
}

/// `lsof`: the user `shell` sees no files of other processes.
pub(super) fn lsof(call: &mut Call<'_>) -> i32 {
    let options = match call.options("ltp:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let pids: Vec<u32> =
        options.values('p').flat_map(|text| text.split(',')).filter_map(|text| text.parse().ok()).collect();
    if options.has('t') {
        return 1;
    }
    call.io.out(format!(
        "{:<9} {:>5} {:>10} {:>4} {:>9} {:>18} {:>9} {:>10} NAME\n",
        "COMMAND", "PID", "USER", "FD", "TYPE", "DEVICE", "SIZE/OFF", "NODE"
    ));
    for process in call.os.processes() {
        if !pids.is_empty() && !pids.contains(&process.pid) {
            continue;
        }
        let name: String = process.name.chars().take(9).collect();
        for part in ["cwd", "txt", "mem", "fd"] {
            call.io.out(format!(
                "{name:<9} {:>5} {:>10} {part:>4} {:>9} {:>18} {:>9} {:>10} /proc/{}/{}\n",
                process.pid,
                process.user,
                "unknown",
                "",
                "",
                "",
                process.pid,
                match part {
                    "cwd" => "cwd (readlink: Permission denied)",
                    "txt" => "exe (readlink: Permission denied)",
                    "mem" => "maps (Permission denied)",
                    _ => "fd (Permission denied)",
                }
            ));
        }
    }
    call.status
}

/// `vmstat [DELAY [COUNT]]`: from `/proc/meminfo`. The delay between the lines counts as the script's time.
pub(super) fn vmstat(call: &mut Call<'_>) -> i32 {
    let options = match call.options("n") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let number = |text: Option<&String>| text.map(|text| text.parse::<u64>());
    let (delay, count) = (number(options.operands.first()), number(options.operands.get(1)));
    let (Ok(delay), Ok(count)) = (delay.transpose(), count.transpose()) else { return call.fail("not integer") };
    let Some(meminfo) = call.read("/proc/meminfo") else { return call.status };
    let meminfo = String::from_utf8_lossy(&meminfo).into_owned();
    let kb = |name: &str| {
        let line = meminfo.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or_default()
    };
    call.io.out("procs ------------memory------------ ----swap--- -----io---- ---system-- ----cpu----\n r  b    swpd    free    buff   cache    si    so    bi    bo    in    cs us sy id wa\n");
    let row = format!(
        " 1  0 {:>7} {:>7} {:>7} {:>7} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {:>2} {:>2} {:>2} {:>2}\n",
        kb("SwapTotal").saturating_sub(kb("SwapFree")),
        kb("MemFree"),
        kb("Buffers"),
        kb("Cached"),
        0,
        0,
        4,
        11,
        0,
        512,
        5,
        3,
        92,
        0
    );
    // Without a count it runs forever. Without a process that could be killed, it prints only the first lines.
    let most = if call.shell.budget.process.is_some() { u64::MAX } else { 1 };
    let rows = delay.map_or(1, |_| count.unwrap_or(most).max(1));
    for number in 0..rows {
        if number > 0 && !call.pause(delay.unwrap_or_default().saturating_mul(1000)) {
            break;
        }
        call.io.out(&row);
    }
    call.status
}
