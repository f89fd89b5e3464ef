//! Line filters: `cat`, `head`, `tail`, `wc`, `tee`, `seq` and similar programs.

use super::call::{Call, lines};
use super::options::{Options, number};

/// The polling interval of `tail -f`.
const FOLLOW_EVERY_MS: u64 = 250;

pub(super) fn cat(call: &mut Call<'_>) -> i32 {
    let options = match call.options("untveAbs") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let shown = "nevtA".chars().any(|letter| options.has(letter));
    let operands = if options.operands.is_empty() { vec!["-".to_owned()] } else { options.operands.clone() };
    let mut line = 0;
    for operand in operands {
        if operand == "-" && !shown {
            // Copies the input as it arrives, without waiting for whole lines.
            while call.before_reading() {
                let Some(bytes) = call.io.stdin.chunk() else { break };
                call.io.stdout.extend(bytes);
            }
            continue;
        }
        let Some(bytes) = call.read(&operand) else { continue };
        if !shown {
            call.io.stdout.extend_from_slice(&bytes);
            continue;
        }
        for text in lines(&bytes) {
            line += 1;
            if options.has('n') {
                call.io.out(format!("{line:>6}\t"));
            }
            let marked = |letter| options.has(letter) || options.has('A');
            match "evtA".chars().any(|letter| options.has(letter)) {
                true => call.io.out(visible(text, marked('t'))),
                false => call.io.stdout.extend_from_slice(text),
            }
            call.io.out(if marked('e') { "$\n" } else { "\n" });
        }
    }
    call.status
}

/// Shows control characters as `^X` and bytes beyond ASCII as `M-…`.
fn visible(text: &[u8], tabs: bool) -> String {
    let mut out = String::new();
    for byte in text {
        let (mark, low) = if *byte >= 128 { ("M-", byte - 128) } else { ("", *byte) };
        out.push_str(mark);
        match low {
            b'\t' if !tabs && mark.is_empty() => out.push('\t'),
            127 => out.push_str("^?"),
            0..=31 => out.extend(['^', char::from(low + 64)]),
            _ => out.push(char::from(low)),
        }
    }
    out
}

/// Rewrites `head -5` as `head -n 5`, but leaves the value `-1` of `head -n -1` alone.
fn counted(args: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(args.len() + 1);
    for arg in args {
        let digits = arg.strip_prefix('-').unwrap_or_default();
        let is_value = out.last().is_some_and(|last| last == "-n" || last == "-c");
        if !is_value && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) {
            out.extend(["-n".to_owned(), digits.to_owned()]);
        } else {
            out.push(arg.clone());
        }
    }
    out
}

fn title(call: &mut Call<'_>, name: &str, several: bool, first: &mut bool) {
    if several {
        call.io.out(format!("{}==> {name} <==\n", if *first { "" } else { "\n" }));
        *first = false;
    }
}

pub(super) fn head(call: &mut Call<'_>) -> i32 {
    let options = match Options::read(&counted(call.args), "n:c:qv") {
        Ok(options) => options,
        Err(message) => return call.fail(message),
    };
    let (count, by_bytes) = match options.value('c') {
        Some(text) => (text, true),
        None => (options.value('n').unwrap_or("10"), false),
    };
    let from_end = count.starts_with('-');
    let Some(count) = number(count.trim_start_matches('-')) else {
        return call.fail(format!("not integer: {count}"));
    };
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let mut first = true;
    let several = options.operands.len() > 1 && !options.has('q');
    if options.operands.is_empty() && !from_end {
        // Reads no more than it prints.
        for _ in 0..count {
            let (bytes, end) = match by_bytes {
                true => (call.io.stdin.take_most(count), false),
                false => match call.next_line() {
                    Some(line) => line,
                    None => break,
                },
            };
            call.io.stdout.extend(bytes);
            if end {
                call.io.out("\n");
            }
            if by_bytes || call.exhausted() {
                break;
            }
        }
        return call.status;
    }
    for (name, bytes) in call.inputs(&options.operands) {
        title(call, &name, several, &mut first);
        let ends: Vec<usize> = if by_bytes { Vec::new() } else { line_ends(&bytes) };
        let total = if by_bytes { bytes.len() } else { ends.len() };
        let wanted = if from_end { total.saturating_sub(count) } else { count.min(total) };
        let stop = match (by_bytes, wanted) {
            (true, _) => wanted,
            (false, 0) => 0,
            (false, _) => ends.get(wanted - 1).copied().unwrap_or(bytes.len()),
        };
        call.io.stdout.extend_from_slice(bytes.get(..stop).unwrap_or(&bytes));
    }
    call.status
}

/// Returns the end of each line, including its newline.
fn line_ends(bytes: &[u8]) -> Vec<usize> {
    let mut ends: Vec<usize> =
        bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(index, _)| index + 1).collect();
    if !bytes.is_empty() && !bytes.ends_with(b"\n") {
        ends.push(bytes.len());
    }
    ends
}

pub(super) fn tail(call: &mut Call<'_>) -> i32 {
    let options = match Options::read(&counted(call.args), "n:c:fFqvs:") {
        Ok(options) => options,
        Err(message) => return call.fail(message),
    };
    let (text, by_bytes) = match options.value('c') {
        Some(text) => (text, true),
        None => (options.value('n').unwrap_or("10"), false),
    };
    let from_start = text.starts_with('+');
    let Some(count) = number(text.trim_start_matches(['+', '-'])) else {
        return call.fail(format!("not integer: {text}"));
    };
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let mut first = true;
    let several = options.operands.len() > 1 && !options.has('q');
    for (name, bytes) in call.inputs(&options.operands) {
        title(call, &name, several, &mut first);
        let ends: Vec<usize> = if by_bytes { (1..=bytes.len()).collect() } else { line_ends(&bytes) };
        let skipped = if from_start { count.saturating_sub(1) } else { ends.len().saturating_sub(count) };
        let start = match skipped {
            0 => 0,
            _ => ends.get(skipped - 1).copied().unwrap_or(bytes.len()),
        };
        call.io.stdout.extend_from_slice(bytes.get(start..).unwrap_or_default());
        if (options.has('f') || options.has('F')) && name != "-" {
            follow(call, &name, bytes.len());
        }
    }
    call.status
}

/// `tail -f`: prints what is appended to a file, until the program is killed.
fn follow(call: &mut Call<'_>, name: &str, mut seen: usize) {
    let path = call.path(name);
    while call.shell.budget.process.is_some() && call.pause(FOLLOW_EVERY_MS) {
        let added = call.os.with_files(|files| {
            let bytes = files.read(&path).ok()?;
            // A file that became shorter is read from the start.
            let from = if bytes.len() < seen { 0 } else { seen };
            seen = bytes.len();
            bytes.get(from..).map(<[u8]>::to_vec)
        });
        call.io.stdout.extend(added.unwrap_or_default());
    }
}

pub(super) fn wc(call: &mut Call<'_>) -> i32 {
    let options = match call.options("lwcmL") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let letters: Vec<char> = ['l', 'w', 'c', 'm', 'L'].into_iter().filter(|letter| options.has(*letter)).collect();
    let letters = if letters.is_empty() { vec!['l', 'w', 'c'] } else { letters };
    let mut totals = vec![0; letters.len()];
    let several = options.operands.len() > 1;
    let row = |counts: &[usize], name: &str| {
        // A single file is not padded, nor is a single count of stdin.
        let padded = several || (name == "-" && counts.len() > 1);
        let width = if padded { 7 } else { 0 };
        let numbers: Vec<String> = counts.iter().map(|count| format!("{count:>width$}")).collect();
        let name = if name == "-" { String::new() } else { format!(" {name}") };
        format!("{}{name}\n", numbers.join(" "))
    };
    for (name, bytes) in call.inputs(&options.operands) {
        let text = String::from_utf8_lossy(&bytes);
        let counts: Vec<usize> = letters
            .iter()
            .map(|letter| match letter {
                'l' => bytes.iter().filter(|byte| **byte == b'\n').count(),
                'w' => text.split_whitespace().count(),
                'm' => text.chars().count(),
                'L' => text.lines().map(|line| line.chars().count()).max().unwrap_or(0),
                _ => bytes.len(),
            })
            .collect();
        totals.iter_mut().zip(&counts).for_each(|(total, count)| *total += count);
        call.io.out(row(&counts, &name));
    }
    if several {
        call.io.out(row(&totals, "total"));
    }
    call.status
}

pub(super) fn tee(call: &mut Call<'_>) -> i32 {
    let options = match call.options("ai") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let now_ms = call.io.now_ms;
    let mut paths = Vec::with_capacity(options.operands.len());
    for operand in &options.operands {
        let path = call.path(operand);
        let opened = call.os.with_files(|files| match options.has('a') {
            true => files.append(&path, &[], now_ms),
            false => files.write(&path, Vec::new(), now_ms),
        });
        match opened {
            Ok(()) => paths.push(path),
            Err(error) => _ = call.fail(format!("{operand}: {error}")),
        }
    }
    while call.before_reading() {
        let Some(bytes) = call.io.stdin.chunk() else { break };
        for path in &paths {
            if let Err(error) = call.os.with_files(|files| files.append(path, &bytes, now_ms)) {
                call.fail(format!("{path}: {error}"));
            }
        }
        call.io.stdout.extend(bytes);
    }
    call.status
}

pub(super) fn tac(call: &mut Call<'_>) -> i32 {
    for (_, bytes) in call.inputs(call.args) {
        let all: Vec<&[u8]> = lines(&bytes).collect();
        for line in all.into_iter().rev() {
            call.io.stdout.extend_from_slice(line);
            call.io.out("\n");
        }
    }
    call.status
}

pub(super) fn rev(call: &mut Call<'_>) -> i32 {
    for (_, bytes) in call.inputs(call.args) {
        for line in lines(&bytes) {
            let text: String = String::from_utf8_lossy(line).chars().rev().collect();
            call.io.out(format!("{text}\n"));
        }
    }
    call.status
}

pub(super) fn nl(call: &mut Call<'_>) -> i32 {
    let options = match call.options("b:n:s:v:w:E") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let all = options.value('b') == Some("a");
    let number_option = |letter| options.number(letter).ok().flatten();
    let width = number_option('w').unwrap_or(6).min(100) as usize;
    let separator = options.value('s').unwrap_or("\t").to_owned();
    let mut number = number_option('v').unwrap_or(1) as i64 - 1;
    for (_, bytes) in call.inputs(&options.operands) {
        for line in lines(&bytes) {
            let text = String::from_utf8_lossy(line);
            if text.is_empty() && !all {
                call.io.out(format!("{}\n", " ".repeat(width + separator.chars().count())));
                continue;
            }
            number += 1;
            call.io.out(format!("{number:>width$}{separator}{text}\n"));
        }
    }
    call.status
}

pub(super) fn seq(call: &mut Call<'_>) -> i32 {
    let (mut separator, mut rest) = ("\n".to_owned(), call.args);
    let (mut padded, mut format) = (false, None);
    while let [flag, others @ ..] = rest {
        let letter = flag.strip_prefix('-').and_then(|flag| flag.chars().next());
        let joined = flag.get(2..).unwrap_or_default();
        match (letter, others) {
            (Some('w'), others) => {
                padded = true;
                rest = others;
            }
            (Some('s' | 'f'), others) => {
                let (value, others) = match (joined.is_empty(), others) {
                    (true, [value, others @ ..]) => (value.clone(), others),
                    _ => (joined.to_owned(), others),
                };
                match letter {
                    Some('s') => separator = value,
                    _ => format = Some(value),
                }
                rest = others;
            }
            _ => break,
        }
    }
    let numbers: Option<Vec<f64>> = rest.iter().map(|text| text.parse::<f64>().ok()).collect();
    let (first, step, last) = match numbers.as_deref() {
        Some([last]) => (1.0, 1.0, *last),
        Some([first, last]) => (*first, 1.0, *last),
        Some([first, step, last]) => (*first, *step, *last),
        Some(_) => return call.fail("Needs 1 argument (see \"seq --help\")"),
        None => return call.fail(format!("bad number '{}'", rest.join(" "))),
    };
    let count = ((last - first) / step).floor();
    if step == 0.0 || !count.is_finite() || count < 0.0 {
        return call.status;
    }
    let count = (count as usize).min(5_000_000);
    // As many decimals as the longest argument has.
    let digits = rest.iter().filter_map(|text| text.split_once('.')).map(|(_, part)| part.len()).max().unwrap_or(0);
    let shown = |value: f64| match &format {
        Some(format) => {
            let text = format!("{value:.digits$}");
            String::from_utf8_lossy(&super::super::format::printf(format, &[text], 4096).0).into_owned()
        }
        None => format!("{value:.digits$}"),
    };
    let width = if padded { shown(first).len().max(shown(last).len()) } else { 0 };
    for index in 0..=count {
        if index > 0 {
            call.io.out(&separator);
        }
        call.io.out(format!("{:0>width$}", shown(first + step * index as f64)));
    }
    call.print("\n")
}

/// `yes`: runs until its reader is gone. If it could never notice that, it stops by itself.
pub(super) fn yes(call: &mut Call<'_>) -> i32 {
    let line = if call.args.is_empty() { "y\n".to_owned() } else { format!("{}\n", call.args.join(" ")) };
    if call.shell.budget.process.is_none() {
        let times = (1 << 20) / line.len();
        return call.print(line.repeat(times.max(1)));
    }
    let lines = line.repeat((4096 / line.len()).max(1));
    while !call.shell.budget.stopped() {
        call.io.out(&lines);
        if !call.flush() {
            break;
        }
        call.shell.budget.renew();
    }
    call.status
}
