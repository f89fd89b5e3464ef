//! `ls`

use super::calendar;
use super::call::Call;
use super::disk_usage::human;
use super::options::Options;
use super::walk::join;
use machine::files::{Kind, Stat, group_name, mode_text, user_name};

struct Row {
    name: String,
    stat: Stat,
    /// The real path of the entry, to read links.
    path: String,
}

pub(super) fn ls(call: &mut Call<'_>) -> i32 {
    let options = match call.options("1aAcCdFghHiklLmnNopqQrRsStuUxXZb\u{1}") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let working_directory = [".".to_owned()];
    let operands = if options.operands.is_empty() { working_directory.as_slice() } else { &options.operands };
    let (mut files, mut directories) = (Vec::new(), Vec::new());
    for operand in operands {
        let path = call.path(operand);
        // A link to a directory is followed, unless `-l` or `-d` shows the link itself.
        let own = options.has('l') && !options.has('L');
        let stat = call.os.with_files(|system| {
            let link = system.lstat(&path);
            if own { link } else { system.stat(&path).or(link) }
        });
        match stat {
            Ok(stat) if stat.kind == Kind::Directory && !options.has('d') => directories.push(operand.clone()),
            Ok(stat) => files.push(Row { name: operand.clone(), stat, path }),
            Err(error) => {
                call.fail(format!("{operand}: {error}"));
            }
        }
    }
    let mut blank = !files.is_empty();
    sort(&mut files, &options);
    print(call, &options, &files);
    let titled = operands.len() > 1 || options.has('R');
    let mut waiting: Vec<String> = directories.into_iter().rev().collect();
    while let Some(directory) = waiting.pop() {
        if call.exhausted() {
            break;
        }
        let path = call.path(&directory);
        let entries = match call.os.with_files(|files| files.list(&path)) {
            Ok(entries) => entries,
            Err(error) => {
                call.fail(format!("{directory}: {error}"));
                continue;
            }
        };
        call.shell.budget.charge(entries.len() * 64);
        if titled {
            call.io.out(format!("{}{directory}:\n", if blank { "\n" } else { "" }));
            blank = true;
        }
        let rows = rows(call, &path, entries, &options);
        if options.has('l') || options.has('s') {
            let blocks: u64 = rows.iter().map(|row| row.stat.size.div_ceil(4096) * 4).sum();
            call.io.out(format!("total {blocks}\n"));
        }
        print(call, &options, &rows);
        if options.has('R') {
            let inner =
                rows.iter().filter(|row| row.stat.kind == Kind::Directory && row.name != "." && row.name != "..");
            waiting.extend(inner.map(|row| join(&directory, &row.name)).collect::<Vec<_>>().into_iter().rev());
        }
    }
    call.status
}

fn rows(call: &mut Call<'_>, directory: &str, entries: Vec<(String, Stat)>, options: &Options) -> Vec<Row> {
    let mut rows = Vec::with_capacity(entries.len() + 2);
    if options.has('a') {
        for name in [".", ".."] {
            let path = join(directory, name);
            if let Ok(stat) = call.os.with_files(|files| files.stat(&path)) {
                rows.push(Row { name: name.to_owned(), stat, path });
            }
        }
    }
    let hidden = options.has('a') || options.has('A');
    for (name, stat) in entries.into_iter().filter(|(name, _)| hidden || !name.starts_with('.')) {
        let path = join(directory, &name);
        rows.push(Row { name, stat, path });
    }
    sort(&mut rows, options);
    rows
}

fn sort(rows: &mut [Row], options: &Options) {
    rows.sort_by(|a, b| {
        let by_name = a.name.cmp(&b.name);
        if options.has('S') {
            b.stat.size.cmp(&a.stat.size).then(by_name)
        } else if options.has('t') {
            b.stat.mtime_ms.cmp(&a.stat.mtime_ms).then(by_name)
        } else {
            by_name
        }
    });
    if options.has('r') {
        rows.reverse();
    }
}

fn print(call: &mut Call<'_>, options: &Options, rows: &[Row]) {
    let offset = call.os.utc_offset_minutes();
    let cells: Vec<[String; 4]> = rows
        .iter()
        .map(|row| {
            let owner = |id: u32, name: fn(u32) -> String| if options.has('n') { id.to_string() } else { name(id) };
            let size = match row.stat.kind {
                Kind::Device => "1,   3".to_owned(),
                _ if options.has('h') => human(row.stat.size),
                _ => row.stat.size.to_string(),
            };
            [row.stat.links.to_string(), owner(row.stat.uid, user_name), owner(row.stat.gid, group_name), size]
        })
        .collect();
    let width = |column: usize| cells.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let [links_w, user_w, group_w, size_w] = [0, 1, 2, 3].map(|column| width(column).unwrap_or(0));
    let long = ['l', 'n', 'o', 'g', '1', 'i', 's'].into_iter().any(|letter| options.has(letter));
    if !long && ['C', 'x', 'm'].into_iter().any(|letter| options.has(letter)) {
        let names: Vec<String> = rows.iter().map(|row| format!("{}{}", row.name, mark(row, options))).collect();
        call.io.out(if options.has('m') { commas(&names) } else { columns(&names, options.has('C')) });
        return;
    }
    for (row, [links, user, group, size]) in rows.iter().zip(&cells) {
        if options.has('i') {
            call.io.out(format!("{} ", row.stat.inode));
        }
        if options.has('s') {
            call.io.out(format!("{} ", row.stat.size.div_ceil(4096) * 4));
        }
        if options.has('l') || options.has('n') || options.has('o') || options.has('g') {
            // A doubled `-l` prints the full time; the simulated files have no nanoseconds.
            let time = match options.count('l') {
                0 | 1 => calendar::format("%Y-%m-%d %H:%M", row.stat.mtime_ms, offset),
                _ => {
                    let nanos = row.stat.mtime_ms.rem_euclid(1000) * 1_000_000;
                    let seconds = calendar::format("%Y-%m-%d %H:%M:%S", row.stat.mtime_ms, offset);
                    format!("{seconds}.{nanos:09} {}", calendar::format("%z", row.stat.mtime_ms, offset))
                }
            };
            let mode = mode_text(&row.stat);
            call.io.out(format!("{mode} {links:>links_w$} {user:<user_w$} {group:<group_w$} {size:>size_w$} {time} "));
        }
        call.io.out(&row.name);
        if row.stat.kind == Kind::Link
            && options.has('l')
            && let Ok(target) = call.os.files().read_link(&row.path)
        {
            call.io.out(format!(" -> {target}"));
        }
        call.io.out(mark(row, options));
        call.io.out("\n");
    }
}

/// Returns the type indicator that `-F` and `-p` append to a name.
fn mark(row: &Row, options: &Options) -> &'static str {
    match row.stat.kind {
        Kind::Directory if options.has('F') || options.has('p') => "/",
        Kind::Link if options.has('F') => "@",
        Kind::File if row.stat.permissions & 0o111 != 0 && options.has('F') => "*",
        _ => "",
    }
}

/// The assumed screen width.
const SCREEN: usize = 80;

/// `-m`: names separated by commas.
fn commas(names: &[String]) -> String {
    let (mut out, mut column) = (String::new(), 0);
    for (index, name) in names.iter().enumerate() {
        let length = name.chars().count() + 1;
        if index > 0 {
            let wraps = column + 2 + length > SCREEN;
            out.push_str(if wraps { ",\n" } else { ", " });
            column = if wraps { 0 } else { column + 1 };
        }
        out.push_str(name);
        column += length;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// `-C` and `-x`: as many columns as fit, filled downwards or across.
fn columns(names: &[String], downwards: bool) -> String {
    let lengths: Vec<usize> = names.iter().map(|name| name.chars().count()).collect();
    let place = |index: usize, count: usize| match downwards {
        true => index / names.len().div_ceil(count),
        false => index % count,
    };
    let widths = |count: usize| {
        let mut widths = vec![0; count];
        for (index, length) in lengths.iter().enumerate() {
            if let Some(width) = widths.get_mut(place(index, count)) {
                *width = (*length).max(*width);
            }
        }
        widths
    };
    let most = names.len().clamp(1, SCREEN / 2);
    let fits = |widths: &Vec<usize>| widths.iter().sum::<usize>() + 2 * widths.len() <= SCREEN && !widths.contains(&0);
    let widths = (2..=most).rev().map(widths).find(fits).unwrap_or_else(|| vec![0]);
    let height = names.len().div_ceil(widths.len());
    let mut out = String::new();
    for row in 0..height {
        let at = |column: usize| if downwards { column * height + row } else { row * widths.len() + column };
        let cells: Vec<(&String, usize)> =
            widths.iter().enumerate().filter_map(|(column, width)| Some((names.get(at(column))?, *width))).collect();
        for (index, (name, width)) in cells.iter().enumerate() {
            match index + 1 == cells.len() {
                true => out.push_str(name),
                false => out.push_str(&format!("{name:<width$}  ")),
            }
        }
        out.push('\n');
    }
    out
}
