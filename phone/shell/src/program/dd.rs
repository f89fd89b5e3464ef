//! `dd`: copies the requested number of bytes in blocks. If the disk is full, it writes as much as fits and then
//! reports an error.

use super::super::limits::MAX_OUTPUT;
use super::call::Call;
use super::disk_usage::human;
use super::options::number;
use machine::files::FileError;

/// How much is copied at once.
const CHUNK: u64 = 1 << 20;

/// The operands.
struct Request {
    input: Option<String>,
    output: Option<String>,
    block: u64,
    out_block: u64,
    count: Option<u64>,
    skip: u64,
    seek: u64,
    keep: bool,
    /// Whether the last line, or everything, is left out.
    quiet: (bool, bool),
}

pub(super) fn dd(call: &mut Call<'_>) -> i32 {
    let request = match parse(call) {
        Ok(request) => request,
        Err(arg) => return call.fail(format!("bad arg {arg}")),
    };
    let mut whole = None;
    if let Some(name) = &request.input {
        let path = call.path(name);
        // A device is read piece by piece; a file is here as a whole.
        match call.os.with_files(|files| files.read_up_to(&path, 0)) {
            Ok(bytes) if bytes.is_empty() && path.starts_with("/dev/") => {}
            Ok(bytes) => whole = Some(bytes),
            Err(error) => return call.fail(format!("{name}: {error}")),
        }
    }
    if let Err(problem) = begin(call, &request) {
        return call.fail(problem);
    }
    let mut source = Source { name: request.input.clone(), whole, at: request.skip };
    if request.input.is_none() {
        call.io.stdin.take_most(usize::try_from(request.skip).unwrap_or(usize::MAX));
    }
    let most = request.count.unwrap_or(u64::MAX);
    let (mut copied, mut problem) = (0_u64, None);
    while copied < most && problem.is_none() {
        let piece = source.next(call, (most - copied).min(CHUNK));
        if piece.is_empty() {
            break;
        }
        let (written, error) = write(call, &request, copied, &piece);
        copied += written;
        problem = error;
        if call.shell.budget.process.is_some() {
            if call.shell.budget.stopped() {
                break;
            }
            call.shell.budget.renew();
        } else if problem.is_none() && copied >= MAX_OUTPUT as u64 && copied < most {
            // A shell that cannot be stopped copies a limited amount, and says so.
            problem = Some("File too large".to_owned());
        }
    }
    if let Some(problem) = problem {
        let name = request.output.as_deref().unwrap_or("stdout");
        call.fail(format!("{name}: write error: {problem}"));
    }
    report(call, &request, copied);
    call.status
}

fn parse(call: &Call<'_>) -> Result<Request, String> {
    let mut request = Request {
        input: None,
        output: None,
        block: 512,
        out_block: 512,
        count: None,
        skip: 0,
        seek: 0,
        keep: false,
        quiet: (false, false),
    };
    let (mut skip_bytes, mut count_bytes, mut seek_bytes) = (false, false, false);
    for arg in call.args {
        let bad = || arg.clone();
        let (key, value) = arg.split_once('=').ok_or_else(bad)?;
        let parsed = number(value);
        match key {
            "if" => request.input = Some(value.to_owned()),
            "of" => request.output = Some(value.to_owned()),
            "bs" => {
                request.block = parsed.filter(|size| *size > 0).ok_or_else(bad)?;
                request.out_block = request.block;
            }
            "ibs" => request.block = parsed.filter(|size| *size > 0).ok_or_else(bad)?,
            "obs" => request.out_block = parsed.filter(|size| *size > 0).ok_or_else(bad)?,
            "count" => request.count = Some(parsed.ok_or_else(bad)?),
            "skip" => request.skip = parsed.ok_or_else(bad)?,
            "seek" => request.seek = parsed.ok_or_else(bad)?,
            "status" => match value {
                "none" => request.quiet = (true, true),
                "noxfer" => request.quiet = (true, false),
                "progress" => {}
                _ => return Err(bad()),
            },
            "conv" => {
                for word in value.split(',') {
                    match word {
                        "notrunc" => request.keep = true,
                        "fsync" | "noerror" | "sync" | "sparse" => {}
                        _ => return Err(bad()),
                    }
                }
            }
            "iflag" | "oflag" => {
                for word in value.split(',') {
                    match word {
                        "skip_bytes" => skip_bytes = true,
                        "count_bytes" => count_bytes = true,
                        "seek_bytes" => seek_bytes = true,
                        "fullblock" | "direct" | "sync" | "dsync" | "append" => {}
                        _ => return Err(bad()),
                    }
                }
            }
            _ => return Err(bad()),
        }
    }
    let scaled = |value: u64, size: u64, bytes: bool| if bytes { value } else { value.saturating_mul(size) };
    request.skip = scaled(request.skip, request.block, skip_bytes);
    request.seek = scaled(request.seek, request.out_block, seek_bytes);
    request.count = request.count.map(|count| scaled(count, request.block, count_bytes));
    Ok(request)
}

/// Makes the output as it is before the first block: cut at the place where `seek` points.
fn begin(call: &mut Call<'_>, request: &Request) -> Result<(), String> {
    let Some(name) = &request.output else { return Ok(()) };
    let (path, now_ms) = (call.path(name), call.io.now_ms);
    let made = call.os.with_files(|files| {
        let before = files.read(&path).unwrap_or_default();
        let seek = usize::try_from(request.seek).unwrap_or(usize::MAX);
        let length = if request.keep { before.len().max(seek) } else { seek };
        if length as u64 > files.capacity() {
            return Err(FileError::Full);
        }
        let mut contents = before.to_vec();
        contents.resize(length, 0);
        files.write(&path, contents, now_ms)
    });
    made.map_err(|error| format!("{name}: {error}"))
}

/// The input.
struct Source {
    name: Option<String>,
    whole: Option<std::sync::Arc<Vec<u8>>>,
    /// How far a file was read.
    at: u64,
}

impl Source {
    /// Returns the next bytes; none at the end.
    fn next(&mut self, call: &mut Call<'_>, most: u64) -> Vec<u8> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        match (&self.whole, &self.name) {
            (Some(bytes), _) => {
                let from = usize::try_from(self.at).unwrap_or(usize::MAX).min(bytes.len());
                let piece = bytes.get(from..from.saturating_add(most).min(bytes.len())).unwrap_or_default().to_vec();
                self.at = self.at.saturating_add(piece.len() as u64);
                piece
            }
            (None, Some(name)) => {
                let path = call.path(name);
                let read = call.os.with_files(|files| files.read_up_to(&path, most));
                read.map(|bytes| bytes.to_vec()).unwrap_or_default()
            }
            (None, None) => call.io.stdin.take_most(most),
        }
    }
}

/// Writes a piece at its place. Returns how much was written, and why not all of it.
fn write(call: &mut Call<'_>, request: &Request, copied: u64, piece: &[u8]) -> (u64, Option<String>) {
    let Some(name) = &request.output else {
        call.io.stdout.extend_from_slice(piece);
        let gone = call.shell.budget.process.is_some() && !call.flush();
        return (piece.len() as u64, gone.then(|| "Broken pipe".to_owned()));
    };
    let (path, now_ms) = (call.path(name), call.io.now_ms);
    let at = usize::try_from(request.seek.saturating_add(copied)).unwrap_or(usize::MAX);
    let written = call.os.with_files(|files| {
        let length = files.stat(&path).map(|stat| stat.size).unwrap_or(0);
        if length > at as u64 {
            // In the middle of a file that is kept.
            let mut contents = files.read(&path)?.to_vec();
            let end = at.saturating_add(piece.len());
            contents.resize(contents.len().max(end), 0);
            if let Some(place) = contents.get_mut(at..end) {
                place.copy_from_slice(piece);
            }
            return files.write(&path, contents, now_ms).map(|()| piece.len());
        }
        match files.append(&path, piece, now_ms) {
            Err(FileError::Full) => {
                let free = usize::try_from(files.capacity().saturating_sub(files.used())).unwrap_or(usize::MAX);
                let part = piece.get(..free.min(piece.len())).unwrap_or_default();
                files.append(&path, part, now_ms).map(|()| part.len())
            }
            other => other.map(|()| piece.len()),
        }
    });
    match written {
        Ok(length) if length < piece.len() => (length as u64, Some(FileError::Full.to_string())),
        Ok(length) => (length as u64, None),
        Err(error) => (0, Some(error.to_string())),
    }
}

fn report(call: &mut Call<'_>, request: &Request, copied: u64) {
    let records = |size: u64| format!("{}+{}", copied / size, u64::from(!copied.is_multiple_of(size)));
    let (input, output) = (records(request.block), records(request.out_block));
    if !request.quiet.1 {
        call.io.err(format!("{input} records in\n{output} records out\n"));
    }
    if !request.quiet.0 {
        let size = human(copied);
        call.io.err(format!("{copied} bytes ({size}) copied, 0.001 s, {}/s\n", human(copied.saturating_mul(1000))));
    }
}
