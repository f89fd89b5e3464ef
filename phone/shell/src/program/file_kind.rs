//! `file`: identifies a file by its first bytes.

use super::call::Call;
use machine::files::Kind;

/// How many bytes are read.
const HEAD: usize = 4096;

pub(super) fn file(call: &mut Call<'_>) -> i32 {
    let options = match call.options("bhLs") {
        Ok(options) => options,
        Err(status) => return status,
    };
    if options.operands.is_empty() {
        return call.fail("Needs 1 argument (see \"file --help\")");
    }
    let width = options.operands.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 1;
    for name in &options.operands {
        let path = call.path(name);
        let described = call.os.with_files(|files| {
            let stat = if options.has('L') { files.stat(&path)? } else { files.lstat(&path)? };
            Ok::<_, machine::files::FileError>(match stat.kind {
                Kind::Directory => "directory".to_owned(),
                Kind::Link => format!("symbolic link to {}", files.read_link(&path)?),
                Kind::Device => "character special".to_owned(),
                Kind::File => describe(&files.read_up_to(&path, HEAD)?),
            })
        });
        let text = described.unwrap_or_else(|error| format!("cannot open: {error}"));
        call.io.out(match options.has('b') {
            true => format!("{text}\n"),
            false => format!("{:<width$} {text}\n", format!("{name}:")),
        });
    }
    call.status
}

fn describe(bytes: &[u8]) -> String {
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    if head.is_empty() {
        return "empty".to_owned();
    }
    if let Some(rest) = head.strip_prefix(b"#!") {
        let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let line = String::from_utf8_lossy(line);
        let interpreter = line.split_whitespace().next().unwrap_or_default();
        return format!("{interpreter} script");
    }
    let known: &[(&[u8], &str)] = &[
        (b"\x7fELF\x02", "ELF shared object, 64-bit LSB arm64"),
        (b"\x7fELF", "ELF shared object, 32-bit LSB arm"),
        (b"\x89PNG\r\n\x1a\n", "PNG image data"),
        (b"GIF8", "GIF image data"),
        (b"\xff\xd8", "JPEG image data"),
        (b"\x1f\x8b", "gzip compressed data"),
        (b"BZh", "bzip2 compressed data"),
        (b"PK\x03\x04", "Zip archive data"),
        (b"dex\n", "Android dex file"),
        (b"SQLite format 3\0", "SQLite3 database"),
    ];
    if let Some((_, name)) = known.iter().find(|(magic, _)| head.starts_with(magic)) {
        return (*name).to_owned();
    }
    if head.get(257..262) == Some(b"ustar") {
        return "POSIX tar archive".to_owned();
    }
    let is_text = |byte: &u8| matches!(byte, 7..=13 | 27 | 32..=126);
    match std::str::from_utf8(head) {
        _ if head.iter().all(is_text) => "ASCII text".to_owned(),
        // The last character may be cut off at the end of the bytes read.
        Ok(text) if !text.chars().any(|c| c.is_ascii_control() && !c.is_ascii_whitespace()) => "UTF-8 text".to_owned(),
        _ => "data".to_owned(),
    }
}
