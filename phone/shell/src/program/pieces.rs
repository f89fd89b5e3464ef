//! Programs that split, compare and convert files: `comm`, `expand`, `split`, `truncate`, `dos2unix`.

use super::call::{Call, lines};
use super::options::number;

pub(super) fn comm(call: &mut Call<'_>) -> i32 {
    let options = match call.options("123") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let [one, other] = options.operands.as_slice() else {
        return call.fail("Needs 2 arguments (see \"comm --help\")");
    };
    let (Some(one), Some(other)) = (call.read(one), call.read(other)) else { return call.status };
    let (mut left, mut right) = (lines(&one).peekable(), lines(&other).peekable());
    loop {
        let (column, line) = match (left.peek(), right.peek()) {
            (None, None) => return call.status,
            (Some(a), Some(b)) if a == b => {
                right.next();
                (2, left.next())
            }
            (Some(a), Some(b)) if a < b => (0, left.next()),
            (Some(_), None) => (0, left.next()),
            _ => (1, right.next()),
        };
        let hidden = |column: usize| options.has(char::from(b'1' + column as u8));
        if hidden(column) {
            continue;
        }
        let tabs = (0..column).filter(|before| !hidden(*before)).count();
        call.io.out("\t".repeat(tabs));
        call.io.stdout.extend_from_slice(line.unwrap_or_default());
        call.io.out("\n");
    }
}

pub(super) fn expand(call: &mut Call<'_>) -> i32 {
    let options = match call.options("t:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let every = options.number('t').ok().flatten().unwrap_or(8).clamp(1, 4096) as usize;
    for (_, bytes) in call.inputs(&options.operands) {
        let mut column = 0;
        for c in String::from_utf8_lossy(&bytes).chars() {
            match c {
                '\t' => {
                    let blanks = every - column % every;
                    call.io.out(" ".repeat(blanks));
                    column += blanks;
                }
                '\n' => {
                    call.io.out("\n");
                    column = 0;
                }
                _ => {
                    call.io.out(c.to_string());
                    column += 1;
                }
            }
        }
    }
    call.status
}

pub(super) fn split(call: &mut Call<'_>) -> i32 {
    let options = match call.options("a:b:l:n:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let name = options.operands.first().map_or("-", String::as_str).to_owned();
    let prefix = options.operands.get(1).map_or("x", String::as_str).to_owned();
    let letters = options.number('a').ok().flatten().unwrap_or(2).clamp(1, 6) as u32;
    let Some(bytes) = call.read(&name) else { return call.status };
    let size = options.number('b').ok().flatten().map(|size| size.max(1) as usize);
    let count = options.number('l').ok().flatten().unwrap_or(1000).max(1) as usize;
    let mut parts: Vec<&[u8]> = Vec::new();
    match size {
        Some(size) => parts.extend(bytes.chunks(size)),
        None => {
            let all: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
            let mut at = 0;
            for group in all.chunks(count) {
                let length = group.iter().map(|line| line.len()).sum::<usize>();
                parts.extend(bytes.get(at..at + length));
                at += length;
            }
        }
    }
    for (index, part) in parts.into_iter().enumerate() {
        let mut suffix = String::new();
        for place in (0..letters).rev() {
            let digit = index / 26_usize.pow(place) % 26;
            suffix.push(char::from(b'a' + digit as u8));
        }
        if index >= 26_usize.pow(letters) {
            return call.fail("bad suffix");
        }
        let (path, now_ms) = (call.path(&format!("{prefix}{suffix}")), call.io.now_ms);
        if let Err(error) = call.os.with_files(|files| files.write(&path, part.to_vec(), now_ms)) {
            return call.fail(format!("{prefix}{suffix}: {error}"));
        }
    }
    call.status
}

/// The largest file that `truncate` makes. A real phone stores it as a hole; the simulated one stores every byte.
const MAX_SIZE: usize = 64 << 20;

pub(super) fn truncate(call: &mut Call<'_>) -> i32 {
    let options = match call.options("cs:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let Some(text) = options.value('s').map(str::to_owned) else {
        return call.fail("Needs -s (see \"truncate --help\")");
    };
    let Some(size) = number(text.trim_start_matches(['+', '-', '<', '>', '/', '%'])) else {
        return call.fail(format!("not integer: {text}"));
    };
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    for operand in &options.operands {
        let (path, now_ms) = (call.path(operand), call.io.now_ms);
        let before = call.os.with_files(|files| files.read(&path).map(|bytes| bytes.to_vec()));
        if before.is_err() && options.has('c') {
            continue;
        }
        let mut bytes = before.unwrap_or_default();
        let length = match text.chars().next() {
            Some('+') => bytes.len().saturating_add(size),
            Some('-') => bytes.len().saturating_sub(size),
            Some('<') => bytes.len().min(size),
            Some('>') => bytes.len().max(size),
            _ => size,
        };
        if length > MAX_SIZE {
            call.fail(format!("'{operand}' to '{length}': No space left on device"));
            continue;
        }
        bytes.resize(length, 0);
        if let Err(error) = call.os.with_files(|files| files.write(&path, bytes, now_ms)) {
            call.fail(format!("{operand}: {error}"));
        }
    }
    call.status
}

/// `dos2unix` and `unix2dos`: convert files in place, and stdin to stdout.
pub(super) fn line_ends(call: &mut Call<'_>) -> i32 {
    let convert = |bytes: &[u8], to_dos: bool| {
        let text: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != b'\r').collect();
        if !to_dos {
            return text;
        }
        text.into_iter().flat_map(|byte| if byte == b'\n' { vec![b'\r', b'\n'] } else { vec![byte] }).collect()
    };
    let to_dos = call.name == "unix2dos";
    if call.args.is_empty() {
        let bytes = call.io.stdin.take();
        call.io.stdout.extend(convert(&bytes, to_dos));
    }
    for name in call.args {
        let Some(bytes) = call.read(name) else { continue };
        let (path, now_ms) = (call.path(name), call.io.now_ms);
        if let Err(error) = call.os.with_files(|files| files.write(&path, convert(&bytes, to_dos), now_ms)) {
            call.fail(format!("{name}: {error}"));
        }
    }
    call.status
}
