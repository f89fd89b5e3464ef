//! `tar`: creates, lists and extracts archives in POSIX's format (`ustar`), plain or compressed with gzip.

use std::sync::Arc;

use super::call::Call;
use super::gzip;
use super::options::Options;
use super::walk::Entry;
use crate::limits::MAX_OUTPUT;
use machine::files::{FileError, Kind, group_name, user_name};

const BLOCK: usize = 512;

/// One entry of an archive.
struct Member {
    name: String,
    mode: u32,
    uid: u32,
    gid: u32,
    mtime_s: i64,
    kind: u8,
    link: String,
    contents: Arc<Vec<u8>>,
}

pub(super) fn tar(call: &mut Call<'_>) -> i32 {
    // The option letters may come without a dash.
    let mut args = call.args.to_vec();
    if let Some(first) = args.first_mut().filter(|first| !first.starts_with('-')) {
        first.insert(0, '-');
    }
    let options = match Options::read(&args, "cxtvzmpPhkoOf:C:") {
        Ok(options) => options,
        Err(message) => return call.fail(message),
    };
    let folder = options.value('C').unwrap_or_default().to_owned();
    if !folder.is_empty() {
        let place = call.path(&folder);
        let listed = call.os.with_files(|files| files.list(&place));
        if let Err(error) = listed {
            return call.fail(format!("chdir '{folder}': {error}"));
        }
    }
    let file = options.value('f').filter(|file| *file != "-").map(str::to_owned);
    match (options.has('c'), options.has('x') || options.has('t')) {
        (true, false) => create(call, &options, &folder, file),
        (false, true) => take_out(call, &options, &folder, file),
        _ => call.fail("Needs -txc (see \"tar --help\")"),
    }
}

/// Returns a path inside the folder of `-C`.
fn inside(folder: &str, name: &str) -> String {
    match folder.is_empty() || name.starts_with('/') {
        true => name.to_owned(),
        false => super::walk::join(folder, name),
    }
}

fn create(call: &mut Call<'_>, options: &Options, folder: &str, file: Option<String>) -> i32 {
    if options.operands.is_empty() {
        return call.fail("empty archive");
    }
    let mut archive = Vec::new();
    for operand in &options.operands {
        let start = inside(folder, operand);
        for Entry { path, stat, .. } in call.entries(&start) {
            let below = path.strip_prefix(&start).unwrap_or_default();
            // Archives contain no absolute paths.
            let name = format!("{operand}{below}").trim_start_matches('/').to_owned();
            let (place, name) = (call.path(&path), if name.is_empty() { "./".to_owned() } else { name });
            let (kind, link, contents) = match stat.kind {
                Kind::Directory => (b'5', String::new(), Arc::default()),
                Kind::Link => (b'2', call.os.files().read_link(&place).unwrap_or_default(), Arc::default()),
                Kind::Device => continue,
                Kind::File => match call.os.with_files(|files| files.read(&place)) {
                    Ok(contents) => (b'0', String::new(), contents),
                    Err(error) => {
                        call.fail(format!("can't open '{path}': {error}"));
                        continue;
                    }
                },
            };
            call.shell.budget.charge(contents.len());
            if archive.len() + contents.len() > MAX_OUTPUT || call.exhausted() {
                return call.fail("write error: No space left on device");
            }
            let name = if kind == b'5' && !name.ends_with('/') { format!("{name}/") } else { name };
            if options.has('v') {
                call.io.err(format!("{name}\n"));
            }
            let (mode, mtime_s) = (stat.permissions, stat.mtime_ms / 1000);
            let member = Member { name, mode, uid: stat.uid, gid: stat.gid, mtime_s, kind, link, contents };
            if !member.write(&mut archive) {
                call.fail(format!("{}: File name too long", member.name));
            }
        }
    }
    archive.resize(archive.len() + 2 * BLOCK, 0);
    let archive = match options.has('z') {
        true => gzip::pack(&archive, 6).unwrap_or_default(),
        false => archive,
    };
    match file {
        None => call.io.stdout.extend_from_slice(&archive),
        Some(file) => {
            let (place, now_ms) = (call.path(&file), call.io.now_ms);
            if let Err(error) = call.os.with_files(|files| files.write(&place, archive, now_ms)) {
                return call.fail(format!("{file}: {error}"));
            }
        }
    }
    call.status
}

fn take_out(call: &mut Call<'_>, options: &Options, folder: &str, file: Option<String>) -> i32 {
    let Some(archive) = call.read(file.as_deref().unwrap_or("-")) else { return call.status };
    let archive = match archive.starts_with(&[0x1f, 0x8b]) {
        true => match gzip::unpack(&archive) {
            Ok(archive) => archive,
            Err(why) => return call.fail(why),
        },
        false => archive,
    };
    let mut at = 0;
    let mut seen = false;
    while let Some(block) = archive.get(at..at + BLOCK) {
        if block.iter().all(|byte| *byte == 0) {
            seen = true;
            break;
        }
        let Some((member, next)) = Member::read(&archive, at) else { break };
        (at, seen) = (next, true);
        call.shell.budget.charge(member.contents.len() + BLOCK);
        if call.exhausted() {
            break;
        }
        let wanted = options.operands.is_empty()
            || options.operands.iter().any(|operand| {
                let operand = operand.trim_end_matches('/');
                member.name.trim_end_matches('/') == operand || member.name.starts_with(&format!("{operand}/"))
            });
        if !wanted {
            continue;
        }
        if options.has('t') {
            call.io.out(member.listed(options.has('v')));
            continue;
        }
        if options.has('v') {
            call.io.err(format!("{}\n", member.name));
        }
        if options.has('O') {
            call.io.stdout.extend_from_slice(&member.contents);
        } else {
            extract(call, folder, member);
        }
    }
    if !seen {
        return call.fail("Not tar");
    }
    call.status
}

/// Extracts one entry below the folder, even if its name points outside.
fn extract(call: &mut Call<'_>, folder: &str, member: Member) {
    let name = member.name.trim_start_matches('/').to_owned();
    if name.split('/').any(|part| part == "..") {
        call.fail(format!("'{name}' not under '{}'", if folder.is_empty() { "." } else { folder }));
        return;
    }
    let (place, now_ms) = (call.path(&inside(folder, &name)), call.io.now_ms);
    let done: Result<(), FileError> = call.os.with_files(|files| {
        if let Some((above, _)) = place.trim_end_matches('/').rsplit_once('/').filter(|(above, _)| !above.is_empty()) {
            files.make_dirs(above, now_ms)?;
        }
        match member.kind {
            b'5' => files.make_dirs(place.trim_end_matches('/'), now_ms)?,
            b'2' => files.link(&member.link, &place, now_ms)?,
            b'0' | 0 => files.write(&place, member.contents.to_vec(), now_ms)?,
            _ => return Ok(()),
        }
        if member.kind != b'2' {
            _ = files.chmod(&place, member.mode & 0o777);
            _ = files.set_mtime(&place, member.mtime_s.saturating_mul(1000));
        }
        Ok(())
    });
    if let Err(error) = done {
        call.fail(format!("can't create '{name}': {error}"));
    }
}

impl Member {
    /// Appends the entry to the archive. Returns whether its name fits.
    fn write(&self, archive: &mut Vec<u8>) -> bool {
        let mut header = [0_u8; BLOCK];
        // The header holds 100 bytes of name and 155 bytes of parent folders.
        let (prefix, name) = match self.name.len() {
            ..=100 => ("", self.name.as_str()),
            _ => {
                let mut cut =
                    self.name.char_indices().filter(|(at, sign)| *sign == '/' && *at <= 155).map(|(at, _)| at);
                let Some(cut) = cut.find(|at| self.name.len() - at - 1 <= 100) else { return false };
                (self.name.get(..cut).unwrap_or_default(), self.name.get(cut + 1..).unwrap_or_default())
            }
        };
        let mut put = |at: usize, text: &str| {
            for (place, byte) in header.iter_mut().skip(at).zip(text.bytes()) {
                *place = byte;
            }
        };
        put(0, name);
        put(100, &format!("{:07o}", self.mode));
        put(108, &format!("{:07o}", self.uid));
        put(116, &format!("{:07o}", self.gid));
        put(124, &format!("{:011o}", self.contents.len()));
        put(136, &format!("{:011o}", self.mtime_s.max(0)));
        put(148, "        ");
        put(156, &char::from(self.kind).to_string());
        put(157, self.link.get(..self.link.len().min(99)).unwrap_or_default());
        put(257, "ustar\0");
        put(263, "00");
        put(265, &user_name(self.uid));
        put(297, &group_name(self.gid));
        put(345, prefix);
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        for (place, byte) in header.iter_mut().skip(148).zip(format!("{sum:06o}\0 ").bytes()) {
            *place = byte;
        }
        archive.extend_from_slice(&header);
        archive.extend_from_slice(&self.contents);
        archive.resize(archive.len().next_multiple_of(BLOCK), 0);
        true
    }

    /// Reads the entry at `at`, and returns where the next one begins; none if there is no header.
    fn read(archive: &[u8], at: usize) -> Option<(Self, usize)> {
        let header = archive.get(at..at.checked_add(BLOCK)?)?;
        let text = |from: usize, length: usize| {
            let bytes = header.get(from..from + length).unwrap_or_default();
            let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
            String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).into_owned()
        };
        let number = |from: usize, length: usize| u64::from_str_radix(text(from, length).trim(), 8);
        let sum: u32 = header
            .iter()
            .enumerate()
            .map(|(at, byte)| if (148..156).contains(&at) { 32 } else { u32::from(*byte) })
            .sum();
        if number(148, 8).ok()? != u64::from(sum) {
            return None;
        }
        let size = usize::try_from(number(124, 12).ok()?).ok()?;
        let start = at + BLOCK;
        let contents = archive.get(start..start.checked_add(size)?)?;
        let (prefix, name) = (text(345, 155), text(0, 100));
        let member = Self {
            name: if prefix.is_empty() { name } else { format!("{prefix}/{name}") },
            mode: u32::try_from(number(100, 8).unwrap_or(0o644)).unwrap_or(0o644) & 0o7777,
            uid: u32::try_from(number(108, 8).unwrap_or_default()).unwrap_or_default(),
            gid: u32::try_from(number(116, 8).unwrap_or_default()).unwrap_or_default(),
            mtime_s: i64::try_from(number(136, 12).unwrap_or_default()).unwrap_or_default(),
            kind: header.get(156).copied().unwrap_or_default(),
            link: text(157, 100),
            contents: Arc::new(contents.to_vec()),
        };
        Some((member, start.checked_add(size.checked_next_multiple_of(BLOCK)?)?))
    }

    /// Formats a line of `-t`; with `-v`, like `ls -l`.
    fn listed(&self, long: bool) -> String {
        if !long {
            return format!("{}\n", self.name);
        }
        let kind = match self.kind {
            b'5' => 'd',
            b'2' => 'l',
            _ => '-',
        };
        let bits: String = (0..9)
            .rev()
            .map(
                |bit| {
                    if self.mode >> bit & 1 == 1 { ['x', 'w', 'r'].get(bit % 3).copied().unwrap_or('-') } else { '-' }
                },
            )
            .collect();
        let when = super::calendar::format("%Y-%m-%d %H:%M", self.mtime_s.saturating_mul(1000), 0);
        let link = if self.kind == b'2' { format!(" -> {}", self.link) } else { String::new() };
        format!(
            "{kind}{bits} {}/{} {:>9} {when} {}{link}\n",
            user_name(self.uid),
            group_name(self.gid),
            self.contents.len(),
            self.name
        )
    }
}
