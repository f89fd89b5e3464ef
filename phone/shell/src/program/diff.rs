//! `diff`: compares two files or two folders, in the format that `patch` reads.

use super::call::{Call, lines};
use super::walk::join;
use machine::files::Kind;

/// Unchanged lines around a change, unless `-U` sets another number.
const CONTEXT: usize = 3;
/// Limit on the pairs of lines compared in search of the shortest diff. Beyond it, everything in between counts as
/// changed.
const MAX_PAIRS: usize = 4_000_000;

/// How lines are compared and shown.
struct Look {
    brief: bool,
    recursive: bool,
    absent_is_empty: bool,
    case: bool,
    all_space: bool,
    space: bool,
    identical: bool,
    context: usize,
}

pub(super) fn diff(call: &mut Call<'_>) -> i32 {
    let options = match call.options("qrNiwbsuaBdTtU:L:") {
        Ok(options) => options,
        Err(_) => return 2,
    };
    let context = match options.number('U') {
        Ok(context) => context.map_or(CONTEXT, |lines| usize::try_from(lines).unwrap_or(CONTEXT).min(10_000)),
        Err(message) => {
            call.fail(message);
            return 2;
        }
    };
    let look = Look {
        brief: options.has('q'),
        recursive: options.has('r'),
        absent_is_empty: options.has('N'),
        case: options.has('i'),
        all_space: options.has('w'),
        space: options.has('b'),
        identical: options.has('s'),
        context,
    };
    let [left, right] = options.operands.as_slice() else {
        let wrong = if options.operands.len() < 2 { "Need 2 arguments" } else { "Max 2 arguments" };
        call.fail(format!("{wrong} (see \"diff --help\")"));
        return 2;
    };
    let kind = |call: &mut Call<'_>, path: &str| {
        let place = call.path(path);
        (path != "-").then(|| call.os.files().stat(&place).ok().map(|stat| stat.kind)).flatten()
    };
    let folders = (kind(call, left) == Some(Kind::Directory), kind(call, right) == Some(Kind::Directory));
    let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let differ = match folders {
        (true, true) => compare_folders(call, left, right, &look),
        (true, false) => compare_files(call, &join(left, &name(right)), right, &look),
        (false, true) => compare_files(call, left, &join(right, &name(left)), &look),
        (false, false) => compare_files(call, left, right, &look),
    };
    match (call.status, differ) {
        (0, differ) => i32::from(differ),
        _ => 2,
    }
}

fn compare_folders(call: &mut Call<'_>, left: &str, right: &str, look: &Look) -> bool {
    let mut list = |path: &str| {
        let place = call.path(path);
        call.os.files().list(&place).unwrap_or_default()
    };
    let (ours, theirs) = (list(left), list(right));
    let mut names: Vec<&String> = ours.iter().chain(&theirs).map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    let mut differ = false;
    for name in names {
        let find = |list: &[(String, machine::files::Stat)]| {
            list.iter().find(|(known, _)| known == name).map(|(_, stat)| stat.kind)
        };
        let (one, other) = (join(left, name), join(right, name));
        match (find(&ours), find(&theirs)) {
            (Some(Kind::Directory), Some(Kind::Directory)) if look.recursive => {
                differ |= compare_folders(call, &one, &other, look);
            }
            (Some(Kind::Directory), Some(Kind::Directory)) => {
                call.io.out(format!("Common subdirectories: {one} and {other}\n"));
            }
            (Some(_), None) if !look.absent_is_empty => {
                call.io.out(format!("Only in {left}: {name}\n"));
                differ = true;
            }
            (None, Some(_)) if !look.absent_is_empty => {
                call.io.out(format!("Only in {right}: {name}\n"));
                differ = true;
            }
            _ => {
                if look.recursive && !look.brief {
                    let before = call.io.stdout.len();
                    let changed = compare_files(call, &one, &other, look);
                    if changed && call.io.stdout.len() > before {
                        let flags = if look.recursive { "-r " } else { "" };
                        let head = format!("diff {flags}{one} {other}\n");
                        call.io.stdout.splice(before..before, head.into_bytes());
                    }
                    differ |= changed;
                } else {
                    differ |= compare_files(call, &one, &other, look);
                }
            }
        }
    }
    differ
}

fn compare_files(call: &mut Call<'_>, left: &str, right: &str, look: &Look) -> bool {
    let mut read = |name: &str| {
        let place = call.path(name);
        if look.absent_is_empty && name != "-" && call.os.files().lstat(&place).is_err() {
            return Some(Vec::new());
        }
        call.read(name)
    };
    let (Some(ours), Some(theirs)) = (read(left), read(right)) else { return true };
    if ours == theirs {
        if look.identical {
            call.io.out(format!("Files {left} and {right} are identical\n"));
        }
        return false;
    }
    let binary = ours.contains(&0) || theirs.contains(&0);
    let (ours, theirs) = (Lines::of(&ours, look), Lines::of(&theirs, look));
    let edits = edits(&ours.keys, &theirs.keys);
    call.shell.budget.charge(edits.len() * 16);
    if edits.iter().all(|edit| matches!(edit, Edit::Same(..))) && !binary {
        return false;
    }
    if look.brief || binary {
        let kind = if binary && !look.brief { "Binary files" } else { "Files" };
        call.io.out(format!("{kind} {left} and {right} differ\n"));
        return true;
    }
    let stamp = |call: &mut Call<'_>, name: &str| {
        let place = call.path(name);
        let stat = call.os.files().stat(&place).ok();
        let mtime_ms = stat.map_or(call.io.now_ms, |stat| stat.mtime_ms);
        let time = super::calendar::format("%Y-%m-%d %H:%M:%S", mtime_ms, call.os.utc_offset_minutes());
        format!("{time}.{:03}000000 +0000", mtime_ms.rem_euclid(1000))
    };
    let (one, other) = (stamp(call, left), stamp(call, right));
    call.io.out(format!("--- {left}\t{one}\n+++ {right}\t{other}\n"));
    let text = hunks(&edits, &ours, &theirs, look);
    call.io.stdout.extend_from_slice(&text);
    true
}

/// The lines of a file, and the form in which they are compared.
struct Lines {
    lines: Vec<Vec<u8>>,
    keys: Vec<Vec<u8>>,
    /// Whether the last line ends with a newline.
    ends: bool,
}

impl Lines {
    fn of(bytes: &[u8], look: &Look) -> Self {
        let lines: Vec<Vec<u8>> = lines(bytes).map(<[u8]>::to_vec).collect();
        let ends = bytes.is_empty() || bytes.ends_with(b"\n");
        let last = lines.len().saturating_sub(1);
        let key = |(at, line): (usize, &Vec<u8>)| {
            let mut key = line.clone();
            if look.all_space {
                key.retain(|byte| !byte.is_ascii_whitespace());
            } else if look.space {
                let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
                key = words.collect::<Vec<_>>().join(&b' ');
            }
            if look.case {
                key.make_ascii_lowercase();
            }
            // A line without a newline differs from the same line with one.
            if at == last && !ends {
                key.extend_from_slice(b"\n\\");
            }
            key
        };
        let keys = lines.iter().enumerate().map(key).collect();
        Self { lines, keys, ends }
    }
}

/// One step of an edit script, with line positions.
#[derive(Clone, Copy)]
enum Edit {
    Same(usize),
    Removed(usize),
    Added(usize),
}

/// Computes the shortest edit script from a table of longest common subsequences.
fn edits(ours: &[Vec<u8>], theirs: &[Vec<u8>]) -> Vec<Edit> {
    let before = ours.iter().zip(theirs).take_while(|(one, other)| one == other).count();
    let rest = ours.len().min(theirs.len()) - before;
    let after = ours.iter().rev().zip(theirs.iter().rev()).take(rest).take_while(|(one, other)| one == other).count();
    let (a, b) = (ours.len() - before - after, theirs.len() - before - after);
    let mut edits: Vec<Edit> = (0..before).map(Edit::Same).collect();
    if a.saturating_mul(b) > MAX_PAIRS {
        edits.extend((before..before + a).map(Edit::Removed));
        edits.extend((before..before + b).map(Edit::Added));
    } else {
        // common[i][j]: the length of the longest common subsequence of the lines from i and j on.
        let width = b + 1;
        let mut common = vec![0_u32; (a + 1) * width];
        let at = |i: usize, j: usize| i * width + j;
        let same = |i: usize, j: usize| ours.get(before + i) == theirs.get(before + j);
        for i in (0..a).rev() {
            for j in (0..b).rev() {
                let value = match same(i, j) {
                    true => common.get(at(i + 1, j + 1)).copied().unwrap_or_default() + 1,
                    false => {
                        let down = common.get(at(i + 1, j)).copied().unwrap_or_default();
                        down.max(common.get(at(i, j + 1)).copied().unwrap_or_default())
                    }
                };
                if let Some(place) = common.get_mut(at(i, j)) {
                    *place = value;
                }
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < a || j < b {
            let down = common.get(at(i + 1, j)).copied().unwrap_or_default();
            let along = common.get(at(i, j + 1)).copied().unwrap_or_default();
            if i < a && j < b && same(i, j) {
                edits.push(Edit::Same(before + i));
                (i, j) = (i + 1, j + 1);
            } else if i < a && (j == b || down >= along) {
                edits.push(Edit::Removed(before + i));
                i += 1;
            } else {
                edits.push(Edit::Added(before + j));
                j += 1;
            }
        }
    }
    edits.extend((0..after).map(|at| Edit::Same(before + a + at)));
    edits
}

/// Formats the changes with their context lines.
fn hunks(edits: &[Edit], ours: &Lines, theirs: &Lines, look: &Look) -> Vec<u8> {
    let mut text = Vec::new();
    let changed: Vec<usize> =
        edits.iter().enumerate().filter(|(_, edit)| !matches!(edit, Edit::Same(..))).map(|(at, _)| at).collect();
    let mut next = 0;
    while let Some(first) = changed.get(next) {
        let mut last = *first;
        while let Some(at) = changed.get(next).filter(|at| **at <= last + 2 * look.context + 1 || *at == first) {
            last = *at;
            next += 1;
        }
        let (start, end) = (first.saturating_sub(look.context), (last + look.context + 1).min(edits.len()));
        let hunk = edits.get(start..end).unwrap_or_default();
        // The position in each file before this hunk.
        let before = edits.get(..start).unwrap_or_default();
        let left = before.iter().filter(|edit| !matches!(edit, Edit::Added(_))).count();
        let right = before.iter().filter(|edit| !matches!(edit, Edit::Removed(_))).count();
        let of = |start: usize, length: usize| match length {
            0 => format!("{start},0"),
            1 => (start + 1).to_string(),
            _ => format!("{},{length}", start + 1),
        };
        let removed = hunk.iter().filter(|edit| !matches!(edit, Edit::Added(_))).count();
        let added = hunk.iter().filter(|edit| !matches!(edit, Edit::Removed(_))).count();
        text.extend_from_slice(format!("@@ -{} +{} @@\n", of(left, removed), of(right, added)).as_bytes());
        for edit in hunk {
            let (sign, lines, at) = match edit {
                Edit::Same(at) => (b' ', ours, *at),
                Edit::Removed(at) => (b'-', ours, *at),
                Edit::Added(at) => (b'+', theirs, *at),
            };
            text.push(sign);
            text.extend_from_slice(lines.lines.get(at).map(Vec::as_slice).unwrap_or_default());
            text.push(b'\n');
            if at + 1 == lines.lines.len() && !lines.ends {
                text.extend_from_slice(b"\\ No newline at end of file\n");
            }
        }
    }
    text
}
