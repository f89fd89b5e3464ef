//! Disk and memory usage: `df`, `du`, `free`.

use super::call::Call;
use machine::files::Kind;

/// Formats toybox's short sizes: `1.5K`, `12M`.
pub(super) fn human(bytes: u64) -> String {
    if bytes < 1024 {
        return bytes.to_string();
    }
    let mut value = bytes as f64;
    for unit in ["K", "M", "G", "T"] {
        value /= 1024.0;
        if value < 1000.0 || unit == "T" {
            return if value < 10.0 { format!("{value:.1}{unit}") } else { format!("{value:.0}{unit}") };
        }
    }
    bytes.to_string()
}

/// The phone's partitions: name, mount point, size and used space in KiB.
const PARTITIONS: &[(&str, &str, u64, u64)] = &[
    ("/dev/block/dm-4", "/", 909_116, 906_348),
    ("tmpfs", "/dev", 3_935_236, 1_436),
    ("/dev/block/dm-52", "/data", 0, 0),
    ("/dev/fuse", "/storage/emulated", 0, 0),
];

pub(super) fn df(call: &mut Call<'_>) -> i32 {
    let options = match call.options("hHikPat:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let (used_kb, capacity_kb) = call.os.with_files(|files| (files.used() / 1024, files.capacity() / 1024));
    let mut chosen = Vec::new();
    for operand in &options.operands {
        match call.os.with_files(|files| files.real_path(&call.io.absolute(operand))) {
            Ok(path) => chosen.push(path),
            Err(error) => {
                call.fail(format!("'{operand}': {error}"));
            }
        }
    }
    let short = options.has('h');
    let amount = |kb: u64| if short { human(kb * 1024) } else { kb.to_string() };
    let title = if short { "Size" } else { "1K-blocks" };
    let mut rows = vec![["Filesystem", title, "Used", "Available", "Use%", "Mounted on"].map(str::to_owned)];
    for (index, (name, mount, size, used)) in PARTITIONS.iter().enumerate() {
        let serves = |path: &String| {
            let best = PARTITIONS
                .iter()
                .enumerate()
                .filter(|(_, row)| path.starts_with(row.1))
                .max_by_key(|(_, row)| row.1.len());
            best.is_some_and(|(best, _)| best == index)
        };
        if !options.operands.is_empty() && !chosen.iter().any(serves) {
            continue;
        }
        // `/data` and shared storage are as large as the profile says.
        let (size, used) = match *mount {
            "/data" | "/storage/emulated" => (&capacity_kb, used_kb),
            _ => (size, *used),
        };
        let free = size.saturating_sub(used);
        let percent = format!("{}%", used * 100 / (used + free).max(1));
        rows.push([(*name).to_owned(), amount(*size), amount(used), amount(free), percent, (*mount).to_owned()]);
    }
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(String::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..5).map(width).collect();
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            line.push_str(&if column == 0 { format!("{cell:<width$}") } else { format!(" {cell:>width$}") });
        }
        call.io.out(format!("{line} {}\n", row.last().map_or("", String::as_str)));
    }
    call.status
}

pub(super) fn du(call: &mut Call<'_>) -> i32 {
    let options = match call.options("d:aHkKLhlmscx") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let deepest = match (options.has('s'), options.number('d')) {
        (true, _) => 0,
        (false, Ok(depth)) => depth.unwrap_or(u64::MAX),
        (false, Err(message)) => return call.fail(message),
    };
    let working_directory = [".".to_owned()];
    let operands = if options.operands.is_empty() { working_directory.as_slice() } else { &options.operands };
    let mut total = 0;
    for operand in operands {
        let entries = call.entries(operand);
        let amount = |kb: u64| match (options.has('h'), options.has('m')) {
            (true, _) => human(kb * 1024),
            (false, true) => kb.div_ceil(1024).to_string(),
            (false, false) => kb.to_string(),
        };
        // Children come after their parents, so a walk backwards has every sum ready in time.
        let mut sums: Vec<u64> = Vec::new();
        let mut rows = Vec::new();
        for entry in entries.iter().rev() {
            let own = entry.stat.size.div_ceil(4096) * 4;
            let below: u64 = if sums.len() > entry.depth + 1 { sums.drain(entry.depth + 1..).sum() } else { 0 };
            let sum = own + below;
            sums.resize(sums.len().max(entry.depth + 1), 0);
            if let Some(slot) = sums.get_mut(entry.depth) {
                *slot += sum;
            }
            let shown = entry.depth == 0 || entry.stat.kind == Kind::Directory || options.has('a');
            if shown && entry.depth as u64 <= deepest {
                rows.push(format!("{}\t{}\n", amount(sum), entry.path));
            }
            if entry.depth == 0 {
                total += sum;
            }
        }
        // Inner directories first, as toybox walks.
        let mut order: Vec<(usize, String)> = rows.into_iter().enumerate().collect();
        order.sort_by_key(|(index, _)| *index);
        for (_, row) in order {
            call.io.out(row);
        }
    }
    if options.has('c') {
        call.io.out(format!("{total}\ttotal\n"));
    }
    call.status
}

pub(super) fn free(call: &mut Call<'_>) -> i32 {
    let options = match call.options("bkmght") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let unit = |kb: u64| {
        if options.has('h') {
            human(kb * 1024)
        } else if options.has('m') {
            (kb >> 10).to_string()
        } else if options.has('g') {
            (kb >> 20).to_string()
        } else if options.has('k') {
            kb.to_string()
        } else {
            (kb << 10).to_string()
        }
    };
    // The numbers of `/proc/meminfo`.
    let (total, free, shared, buffers) = (7_870_472, 812_344, 41_212, 5_120);
    let (swap, swap_free) = (3_145_724, 2_621_436);
    let row = |name: &str, cells: &[u64]| {
        let cells: String = cells.iter().map(|kb| format!("{:>12}", unit(*kb))).collect();
        format!("{name:<20}{cells}\n")
    };
    let used = total - free;
    let mut text = format!("{:20}{:>12}{:>12}{:>12}{:>12}{:>12}\n", "", "total", "used", "free", "shared", "buffers");
    text.push_str(&row("Mem:", &[total, used, free, shared, buffers]));
    text.push_str(&row("-/+ buffers/cache:", &[used - buffers, free + buffers]));
    text.push_str(&row("Swap:", &[swap, swap - swap_free, swap_free]));
    call.print(text)
}
