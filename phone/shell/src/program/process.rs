//! Processes: `ps`, `pidof`, `pgrep`, `pkill`, `kill`, `killall`, `top`.

use super::super::regex;
use super::super::signals::{SIGNALS, signal, signal_name};
use super::super::state::PID;
use super::calendar;
use super::call::Call;
use crate::Process;

/// Returns the system's processes, the shell, and the running program itself.
fn all(call: &Call<'_>) -> Vec<Process> {
    let mut all = call.os.processes();
    let own = |pid: u32, name: &str| Process {
        pid,
        ppid: pid - 1,
        user: "shell".to_owned(),
        name: name.to_owned(),
        command: name.to_owned(),
        rss_kb: 3_200,
        vsz_kb: 10_802_360,
    };
    // The shells of a session are already among the phone's processes.
    if call.shell.budget.process.is_none() {
        all.push(own(PID, "sh"));
        all.push(own(PID + 1, call.name));
    }
    all.sort_by_key(|process| process.pid);
    all
}

pub(super) fn ps(call: &mut Call<'_>) -> i32 {
    // BSD style: `ps aux` is `ps -A`.
    let bsd = call.args.first().is_some_and(|arg| arg == "aux" || arg == "ax");
    let args = if bsd { vec!["-A".to_owned()] } else { call.args.to_vec() };
    let options = match super::options::Options::read(&args, "AadeflnTtMZwo:O:k:p:P:s:u:U:g:G:") {
        Ok(options) => options,
        Err(message) => return call.fail(message),
    };
    let pids: Vec<u32> =
        options.values('p').flat_map(|text| text.split(',')).filter_map(|text| text.parse().ok()).collect();
    let users: Vec<&str> = options.values('u').chain(options.values('U')).flat_map(|text| text.split(',')).collect();
    let every = options.has('A') || options.has('e');
    let own = call.shell.pid();
    let processes: Vec<Process> = all(call)
        .into_iter()
        .filter(|process| match (options.has('p'), users.is_empty()) {
            (true, _) => pids.contains(&process.pid),
            (false, false) => users.contains(&process.user.as_str()),
            // Without options, `ps` shows the processes of its own session.
            (false, true) => every || process.pid >= own,
        })
        .collect();
    let fields: Vec<String> = options.values('o').flat_map(|text| text.split(',')).map(str::to_uppercase).collect();
    let fields: Vec<&str> = match (fields.is_empty(), options.has('f')) {
        (false, _) => fields.iter().map(String::as_str).collect(),
        (true, true) => vec!["UID", "PID", "PPID", "C", "STIME", "TTY", "TIME", "CMD"],
        (true, false) => vec!["USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME"],
    };
    let boot_ms = call.os.files().boot_ms();
    let start = calendar::format("%H:%M", boot_ms, call.os.utc_offset_minutes());
    let titles: Vec<String> = fields.iter().map(|field| field.split('=').next().unwrap_or(field).to_owned()).collect();
    if !fields.iter().all(|field| field.ends_with('=')) {
        call.io.out(line(&titles, &titles));
    }
    for process in &processes {
        let cells: Vec<String> = titles.iter().map(|title| cell(process, title, &start)).collect();
        call.io.out(line(&titles, &cells));
    }
    i32::from(processes.is_empty())
}

/// Formats a line with the widths of toybox's `ps.c`; negative widths align left.
fn line(titles: &[String], cells: &[String]) -> String {
    let mut text = String::new();
    let last = titles.len().saturating_sub(1);
    for (index, (title, cell)) in titles.iter().zip(cells).enumerate() {
        if index > 0 {
            text.push(' ');
        }
        let (width, left) = match title.as_str() {
            "USER" | "UID" => (12, true),
            "PID" | "PPID" | "STIME" => (5, false),
            "VSZ" => (7, false),
            "RSS" => (6, false),
            "WCHAN" => (10, true),
            "ADDR" => (10, false),
            "TTY" => (8, true),
            "TIME" => (8, false),
            _ => (1, true),
        };
        match (left, index == last) {
            (_, true) => text.push_str(cell),
            (true, false) => text.push_str(&format!("{cell:<width$}")),
            (false, false) => text.push_str(&format!("{cell:>width$}")),
        }
    }
    text.push('\n');
    text
}

fn cell(process: &Process, title: &str, start: &str) -> String {
    match title {
        "USER" | "UID" => process.user.clone(),
        "PID" | "TID" => process.pid.to_string(),
        "PPID" => process.ppid.to_string(),
        "VSZ" => process.vsz_kb.to_string(),
        "RSS" | "RES" => process.rss_kb.to_string(),
        "S" | "STAT" => "S".to_owned(),
        "STIME" => start.to_owned(),
        "TTY" => "?".to_owned(),
        "TIME" | "TIME+" => "00:00:01".to_owned(),
        "CMD" | "ARGS" | "CMDLINE" => process.command.clone(),
        "NAME" | "COMM" | "COMMAND" => process.name.clone(),
        _ => "0".to_owned(),
    }
}

pub(super) fn pidof(call: &mut Call<'_>) -> i32 {
    let options = match call.options("so:x") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let named = |process: &&Process| options.operands.iter().any(|name| is_called(process, name));
    let mut pids: Vec<String> = all(call).iter().filter(named).map(|process| process.pid.to_string()).collect();
    // Newest first.
    pids.reverse();
    if options.has('s') {
        pids.truncate(1);
    }
    if pids.is_empty() {
        return 1;
    }
    call.print(format!("{}\n", pids.join(" ")))
}

fn is_called(process: &Process, name: &str) -> bool {
    let program = process.command.split(' ').next().unwrap_or_default();
    process.name == name || program == name || program.rsplit('/').next() == Some(name)
}

/// Returns the processes that match a `pgrep` or `pkill` pattern; none if the pattern is invalid.
fn matching(call: &mut Call<'_>, options: &super::options::Options) -> Option<Vec<Process>> {
    let expression = options.operands.first().cloned().unwrap_or_default();
    let Some(regex) = regex::compile(&regex::translate(&expression, true)) else {
        call.fail(format!("bad regex '{expression}'"));
        return None;
    };
    let users: Vec<&str> = options.values('u').flat_map(|text| text.split(',')).collect();
    let own = match &call.shell.budget.process {
        Some(process) => process.program().map(|program| program.pid),
        None => Some(PID + 1),
    };
    let found = all(call).into_iter().filter(|process| {
        let text = if options.has('f') { &process.command } else { &process.name };
        let fits = match regex.find(text) {
            Some(part) => !options.has('x') || part.as_str() == text,
            None => false,
        };
        Some(process.pid) != own && fits && (users.is_empty() || users.contains(&process.user.as_str()))
    });
    Some(found.collect())
}

pub(super) fn pgrep(call: &mut Call<'_>) -> i32 {
    let options = match call.options("clfnovxu:U:P:s:g:G:t:d:L:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let Some(found) = matching(call, &options) else { return 2 };
    if options.has('c') {
        call.io.out(format!("{}\n", found.len()));
        return i32::from(found.is_empty());
    }
    for process in &found {
        call.io.out(match options.has('l') {
            true => format!("{} {}\n", process.pid, if options.has('f') { &process.command } else { &process.name }),
            false => format!("{}\n", process.pid),
        });
    }
    i32::from(found.is_empty())
}

/// Returns the signal given as `-9`, `-KILL`, `-s 9` or `--signal 9`, and the remaining words.
fn given_signal(call: &Call<'_>) -> (u32, Vec<String>) {
    let mut number = 15;
    let mut rest = Vec::new();
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.strip_prefix('-').and_then(signal) {
            Some(given) if rest.is_empty() => number = given,
            _ if arg == "-s" && call.name == "kill" => number = args.next().and_then(|text| signal(text)).unwrap_or(15),
            _ => rest.push(arg.clone()),
        }
    }
    (number, rest)
}

pub(super) fn pkill(call: &mut Call<'_>) -> i32 {
    let (number, rest) = given_signal(call);
    let options = match super::options::Options::read(&rest, "fnovxu:U:P:l:V") {
        Ok(options) => options,
        Err(message) => return call.fail(message),
    };
    let Some(found) = matching(call, &options) else { return 2 };
    let mut any = false;
    for process in found {
        any |= call.os.kill(process.pid, number);
    }
    i32::from(!any)
}

pub(super) fn killall(call: &mut Call<'_>) -> i32 {
    let (number, rest) = given_signal(call);
    let quiet = rest.iter().any(|arg| arg == "-q");
    for name in rest.iter().filter(|name| !name.starts_with('-')) {
        let found: Vec<Process> = all(call).into_iter().filter(|process| is_called(process, name)).collect();
        let mut any = false;
        for process in found {
            any |= call.os.kill(process.pid, number);
        }
        if !any {
            call.status = 1;
            if !quiet {
                call.fail(format!("{name}: No such process"));
            }
        }
    }
    call.status
}

pub(super) fn kill(call: &mut Call<'_>) -> i32 {
    if let [flag, numbers @ ..] = call.args
        && flag == "-l"
        && !numbers.is_empty()
    {
        for number in numbers {
            let Ok(number) = number.parse::<u32>() else {
                call.io.err(format!("{}: kill: bad number: {number}\n", call.shell.scope.name));
                return 1;
            };
            call.io.out(format!("{}\n", signal_name(number % 128)));
        }
        return 0;
    }
    if call.args.first().is_some_and(|arg| arg == "-l") {
        let names: Vec<String> = SIGNALS
            .iter()
            .filter(|(_, number)| (1..64).contains(number))
            .map(|(name, number)| format!("{number:>2}) SIG{name}"))
            .collect();
        return call.print(format!("{}\n", names.join("\n")));
    }
    let prefix = call.shell.scope.name.clone();
    if let Some(bad) = call.args.first().and_then(|arg| arg.strip_prefix('-')).filter(|name| signal(name).is_none())
        && !matches!(bad, "s" | "-" | "")
    {
        call.io.err(format!("{prefix}: kill: bad signal: {bad}\n"));
        return 1;
    }
    let (number, rest) = given_signal(call);
    if rest.is_empty() {
        call.io.err("usage:\tkill [-s signame | -signum | -signame] { job | pid | pgrp } ...\n");
        call.io.err("\tkill -l [exit_status ...]\n");
        return 1;
    }
    // A shell outside a session is not in the phone's process table.
    let simulated = if call.shell.budget.process.is_none() { PID } else { u32::MAX };
    let mut status = 0;
    for text in rest.iter().filter(|text| *text != "--") {
        let job = text.strip_prefix('%').map(|job| call.shell.find_job(job));
        if job.as_ref().is_some_and(Option::is_none) {
            call.io.err(format!("{prefix}: kill: {text}: no such job\n"));
            status = 1;
            continue;
        }
        let text = &job.flatten().map_or_else(|| text.clone(), |job| job.process.pid.to_string());
        let Ok(pid) = text.parse::<u32>() else {
            call.io.err(format!("{prefix}: kill: {text}: arguments must be jobs or process IDs\n"));
            status = 1;
            continue;
        };
        let known = all(call).into_iter().find(|process| process.pid == pid);
        let allowed = known.as_ref().is_some_and(|process| process.user == "shell");
        let problem = match (known, allowed) {
            (None, _) => "No such process",
            (Some(_), false) => "Operation not permitted",
            (Some(_), true) if number == 0 || pid >= simulated || call.os.kill(pid, number) => continue,
            (Some(_), true) => "No such process",
        };
        call.io.err(format!("{prefix}: kill: {text}: {problem}\n"));
        status = 1;
    }
    status
}

pub(super) fn top(call: &mut Call<'_>) -> i32 {
    let options = match call.options("bHhqm:n:d:o:O:k:p:s:u:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let most = options.number('m').ok().flatten().map_or(usize::MAX, |count| count as usize);
    // `top` runs until it is killed, but only once without a process that could be killed.
    let unlimited = if call.shell.budget.process.is_some() { u64::MAX } else { 1 };
    let rounds = options.number('n').ok().flatten().unwrap_or(unlimited);
    let pause_ms =
        options.value('d').and_then(|text| text.parse::<f64>().ok()).map_or(3000, |pause| (pause * 1000.0) as u64);
    for round in 0..rounds {
        if round > 0 && !call.pause(pause_ms) {
            break;
        }
        table(call, &options, most);
    }
    call.status
}

/// Prints one iteration of `top`.
fn table(call: &mut Call<'_>, options: &super::options::Options, most: usize) {
    let processes = all(call);
    if !options.has('q') {
        let count = processes.len();
        call.io.out(format!(
            "Tasks: {count} total,   1 running, {} sleeping,   0 stopped,   0 zombie\n\
             \x20 Mem:  7870472K total,  7058128K used,   812344K free,     5120K buffers\n\
             \x20Swap:  3145724K total,   524288K used,  2621436K free,  3012456K cached\n\
             800%cpu   4%user   0%nice   6%sys 790%idle   0%iow   0%irq   0%sirq   0%host\n",
            count.saturating_sub(1)
        ));
    }
    call.io.out("  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS\n");
    for process in processes.iter().take(most) {
        let (virt, res) =
            (super::disk_usage::human(process.vsz_kb * 1024), super::disk_usage::human(process.rss_kb * 1024));
        call.io.out(format!(
            "{:>5} {:<12} 20   0 {virt:>4} {res:>4} {res:>4} S  0.0   {:.1}   0:01.00 {}\n",
            process.pid,
            process.user,
            process.rss_kb as f64 * 100.0 / 7_870_472.0,
            process.command
        ));
    }
}
