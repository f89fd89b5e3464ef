//! Encodings: `uuencode`, `uudecode`, `iconv`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::call::{Call, lines};

pub(super) fn uuencode(call: &mut Call<'_>) -> i32 {
    let options = match call.options("m") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let (bytes, name) = match options.operands.as_slice() {
        [name] => (Some(call.io.stdin.take()), name.clone()),
        [file, name] => (call.read(file), name.clone()),
        [] => return call.fail("Needs 1 argument (see \"uuencode --help\")"),
        _ => return call.fail("Max 2 arguments (see \"uuencode --help\")"),
    };
    let Some(bytes) = bytes else { return call.status };
    call.shell.budget.charge(bytes.len());
    if options.has('m') {
        call.io.out(format!("begin-base64 744 {name}\n"));
        for line in bytes.chunks(57) {
            call.io.out(format!("{}\n", STANDARD.encode(line)));
        }
        return call.print("====\n");
    }
    call.io.out(format!("begin 744 {name}\n"));
    for line in bytes.chunks(45) {
        let mut text = String::new();
        text.push(letter(line.len() as u8));
        for group in line.chunks(3) {
            let byte = |at: usize| group.get(at).copied().unwrap_or(0);
            let (a, b, c) = (byte(0), byte(1), byte(2));
            text.extend([a >> 2, (a << 4 | b >> 4) & 63, (b << 2 | c >> 6) & 63, c & 63].map(letter));
        }
        call.io.out(format!("{text}\n"));
    }
    call.print("end\n")
}

/// Encodes six bits as a character, never as a blank.
fn letter(bits: u8) -> char {
    if bits == 0 { '`' } else { char::from(bits.saturating_add(32)) }
}

pub(super) fn uudecode(call: &mut Call<'_>) -> i32 {
    let options = match call.options("o:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let bytes = match options.operands.first() {
        None => call.io.stdin.take(),
        Some(name) => {
            let path = call.path(name);
            match call.os.with_files(|files| files.read(&path)) {
                Ok(bytes) => bytes.to_vec(),
                Err(error) => return call.fail(format!("No file {name}: {error}")),
            }
        }
    };
    call.shell.budget.charge(bytes.len());
    let mut rest = lines(&bytes).map(String::from_utf8_lossy);
    let header = rest.by_ref().find_map(|line| {
        let (kind, rest) = line.split_once(' ')?;
        let (mode, name) = rest.split_once(' ')?;
        let mode = u32::from_str_radix(mode, 8).ok()?;
        matches!(kind, "begin" | "begin-base64").then(|| (kind == "begin-base64", mode, name.to_owned()))
    });
    let Some((base64, mode, name)) = header else { return call.fail("bad EOF") };
    let mut out = Vec::new();
    let mut ended = false;
    for line in rest {
        if line == "end" || line == "====" {
            ended = true;
            break;
        }
        match base64 {
            true => match STANDARD.decode(line.trim_end()) {
                Ok(bytes) => out.extend(bytes),
                Err(_) => return call.fail("bad line"),
            },
            false => decode_line(&line, &mut out),
        }
    }
    if !ended {
        return call.fail("bad EOF");
    }
    let name = options.value('o').map_or(name, str::to_owned);
    if name == "-" || name == "/dev/stdout" {
        call.io.stdout.extend(out);
        return call.status;
    }
    let (path, now_ms) = (call.path(&name), call.io.now_ms);
    let written = call.os.with_files(|files| {
        files.write(&path, out, now_ms)?;
        files.chmod(&path, mode & 0o777)
    });
    if let Err(error) = written {
        call.fail(format!("{name}: {error}"));
    }
    call.status
}

fn decode_line(line: &str, out: &mut Vec<u8>) {
    let bits: Vec<u8> = line.bytes().map(|byte| byte.wrapping_sub(32) & 63).collect();
    let Some((length, groups)) = bits.split_first() else { return };
    let before = out.len();
    for group in groups.chunks(4) {
        let part = |at: usize| group.get(at).copied().unwrap_or(0);
        out.extend([part(0) << 2 | part(1) >> 4, part(1) << 4 | part(2) >> 2, part(2) << 6 | part(3)]);
    }
    out.truncate(before + usize::from(*length));
}

/// A character set that `iconv` knows.
#[derive(Clone, Copy)]
enum Charset {
    Ascii,
    Latin1,
    Utf8,
    Utf16 { big: bool, mark: bool },
}

fn charset(name: &str) -> Option<Charset> {
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>().to_ascii_lowercase();
    Some(match name.as_str() {
        "ascii" | "usascii" => Charset::Ascii,
        "latin1" | "iso88591" => Charset::Latin1,
        "utf8" => Charset::Utf8,
        "utf16" => Charset::Utf16 { big: false, mark: true },
        "utf16le" => Charset::Utf16 { big: false, mark: false },
        "utf16be" => Charset::Utf16 { big: true, mark: false },
        _ => return None,
    })
}

pub(super) fn iconv(call: &mut Call<'_>) -> i32 {
    let options = match call.options("cst:f:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let (from, to) = (options.value('f').unwrap_or("UTF-8"), options.value('t').unwrap_or("UTF-8"));
    let (Some(source), Some(target)) = (charset(from), charset(to)) else {
        return call.fail(format!("{to}/{from}: Invalid argument"));
    };
    if let Charset::Utf16 { mark: true, .. } = target {
        call.io.stdout.extend([0xff, 0xfe]);
    }
    for (_, bytes) in call.inputs(&options.operands) {
        call.shell.budget.charge(bytes.len().saturating_mul(2));
        let text = match source {
            Charset::Ascii | Charset::Utf8 => String::from_utf8_lossy(&bytes).into_owned(),
            Charset::Latin1 => bytes.iter().map(|byte| char::from(*byte)).collect(),
            Charset::Utf16 { big, .. } => {
                let big = big || bytes.starts_with(&[0xfe, 0xff]);
                let units = bytes.chunks_exact(2).filter_map(|pair| <[u8; 2]>::try_from(pair).ok());
                let units = units.map(|pair| if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) });
                char::decode_utf16(units).filter_map(Result::ok).filter(|c| *c != '\u{feff}').collect()
            }
        };
        match target {
            Charset::Utf8 => call.io.out(text),
            Charset::Ascii => {
                call.io.stdout.extend(text.chars().filter_map(|c| u8::try_from(c).ok()).filter(u8::is_ascii))
            }
            Charset::Latin1 => call.io.stdout.extend(text.chars().filter_map(|c| u8::try_from(c).ok())),
            Charset::Utf16 { big, .. } => {
                let pair = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
                call.io.stdout.extend(text.encode_utf16().flat_map(pair));
            }
        }
    }
    call.status
}
