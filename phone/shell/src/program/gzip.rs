//! `gzip`, `gunzip`, `zcat`: compresses one file or stdin, and decompresses with checksums and a size limit.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::call::Call;
use crate::limits::MAX_OUTPUT;

/// Runs all three programs, which differ by name and options.
pub(super) fn gzip(call: &mut Call<'_>) -> i32 {
    let options = match call.options("cdfk123456789") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let unpacks = call.name != "gzip" || options.has('d');
    let prints = call.name == "zcat" || options.has('c');
    let level = ('1'..='9').rev().find(|level| options.has(*level)).and_then(|level| level.to_digit(10)).unwrap_or(6);
    if options.operands.is_empty() {
        let input = call.io.stdin.take();
        return match turn(&input, unpacks, level) {
            Ok(bytes) => emit(call, &bytes),
            Err(why) => call.fail(why),
        };
    }
    for name in &options.operands {
        if call.exhausted() {
            break;
        }
        let target = match (prints, unpacks) {
            (true, _) => None,
            (false, false) => Some(format!("{name}.gz")),
            (false, true) => match name.strip_suffix(".gz").or_else(|| name.strip_suffix(".tgz")) {
                Some(base) if name.ends_with(".tgz") => Some(format!("{base}.tar")),
                Some(base) => Some(base.to_owned()),
                None => {
                    call.fail(format!("{name}: no .gz"));
                    continue;
                }
            },
        };
        let Some(input) = call.read(name) else { continue };
        let bytes = match turn(&input, unpacks, level) {
            Ok(bytes) => bytes,
            Err(why) => {
                call.fail(format!("{name}: {why}"));
                continue;
            }
        };
        let Some(target) = target else {
            emit(call, &bytes);
            continue;
        };
        let (source, place, now_ms) = (call.path(name), call.path(&target), call.io.now_ms);
        if !options.has('f') && call.os.files().stat(&place).is_ok() {
            call.fail(format!("{target}: File exists"));
            continue;
        }
        let written = call.os.with_files(|files| {
            let stat = files.stat(&source)?;
            files.write(&place, bytes, now_ms)?;
            // A file system without modes and times still accepts the bytes.
            _ = files.chmod(&place, stat.permissions);
            _ = files.set_mtime(&place, stat.mtime_ms);
            if options.has('k') { Ok(()) } else { files.remove(&source, now_ms) }
        });
        if let Err(error) = written {
            call.fail(format!("{target}: {error}"));
        }
    }
    call.status
}

fn emit(call: &mut Call<'_>, bytes: &[u8]) -> i32 {
    call.shell.budget.charge(bytes.len());
    call.io.stdout.extend_from_slice(bytes);
    call.status
}

fn turn(input: &[u8], unpacks: bool, level: u32) -> Result<Vec<u8>, String> {
    if unpacks { unpack(input) } else { pack(input, level) }
}

/// Compresses.
pub(super) fn pack(input: &[u8], level: u32) -> Result<Vec<u8>, String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(level));
    encoder.write_all(input).and_then(|()| encoder.finish()).map_err(|error| error.to_string())
}

/// Decompresses, up to the limit of what a script may write.
pub(super) fn unpack(input: &[u8]) -> Result<Vec<u8>, String> {
    if !input.starts_with(&[0x1f, 0x8b]) {
        return Err("bad magic".to_owned());
    }
    let mut bytes = Vec::new();
    let mut decoder = MultiGzDecoder::new(input).take(MAX_OUTPUT as u64 + 1);
    decoder.read_to_end(&mut bytes).map_err(|_| "corrupt data".to_owned())?;
    if bytes.len() > MAX_OUTPUT { Err("No space left on device".to_owned()) } else { Ok(bytes) }
}
