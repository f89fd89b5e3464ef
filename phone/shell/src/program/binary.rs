//! Programs on bytes: `base64`, `xxd`, `cmp`, `strings`.

use super::call::Call;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(super) fn base64(call: &mut Call<'_>) -> i32 {
    let options = match call.options("diw:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let width = match options.number('w') {
        Ok(width) => width.unwrap_or(76) as usize,
        Err(message) => return call.fail(message),
    };
    for (_, bytes) in call.inputs(&options.operands) {
        if options.has('d') {
            match decode(&bytes, options.has('i')) {
                Some(plain) => call.io.stdout.extend(plain),
                None => {
                    call.fail("bad input");
                }
            }
            continue;
        }
        let text = encode(&bytes);
        if width == 0 {
            call.io.out(text);
            continue;
        }
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (line, after) = rest.split_at(width.min(rest.len()));
            call.io.out(format!("{line}\n"));
            rest = after;
        }
    }
    call.status
}

fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let word = at(0) << 16 | at(1) << 8 | at(2);
        for index in 0..4 {
            let letter = ALPHABET.get((word >> (18 - 6 * index)) as usize & 63).copied().unwrap_or(b'=');
            text.push(if index <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

fn decode(bytes: &[u8], lenient: bool) -> Option<Vec<u8>> {
    let (mut word, mut bits) = (0_u32, 0);
    let mut out = Vec::with_capacity(bytes.len() / 4 * 3);
    for byte in bytes {
        match ALPHABET.iter().position(|letter| letter == byte) {
            Some(value) => {
                word = word << 6 | value as u32;
                bits += 6;
                if bits >= 8 {
                    bits -= 8;
                    out.push((word >> bits) as u8);
                }
            }
            None if lenient || byte.is_ascii_whitespace() || *byte == b'=' => {}
            None => return None,
        }
    }
    Some(out)
}

pub(super) fn xxd(call: &mut Call<'_>) -> i32 {
    let options = match call.options("c:g:l:pirs:A:t:N:v") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let limit = options.number('l').ok().flatten().map_or(usize::MAX, |limit| limit as usize);
    for (_, bytes) in call.inputs(&options.operands) {
        if options.has('r') {
            let digits: Vec<u8> =
                bytes.iter().filter_map(|byte| char::from(*byte).to_digit(16)).map(|digit| digit as u8).collect();
            let plain = digits.chunks_exact(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit));
            call.io.stdout.extend(plain);
            continue;
        }
        let from = (options.number('s').ok().flatten().unwrap_or(0) as usize).min(bytes.len());
        let bytes = bytes.get(from..).unwrap_or_default();
        let bytes = bytes.get(..limit.min(bytes.len())).unwrap_or_default();
        let columns = options.number('c').ok().flatten().unwrap_or(16).clamp(1, 256) as usize;
        let width = columns * 2 + columns.div_ceil(2) - 1;
        if options.has('p') {
            for row in bytes.chunks(30) {
                let hex: String = row.iter().map(|byte| format!("{byte:02x}")).collect();
                call.io.out(format!("{hex}\n"));
            }
            continue;
        }
        for (index, row) in bytes.chunks(columns).enumerate() {
            let pairs: Vec<String> =
                row.chunks(2).map(|pair| pair.iter().map(|byte| format!("{byte:02x}")).collect()).collect();
            let shown: String = row
                .iter()
                .map(|byte| if byte.is_ascii_graphic() || *byte == b' ' { char::from(*byte) } else { '.' })
                .collect();
            call.io.out(format!("{:08x}: {:<width$}  {shown}\n", from + index * columns, pairs.join(" ")));
        }
    }
    call.status
}

pub(super) fn cmp(call: &mut Call<'_>) -> i32 {
    let options = match call.options("lsn:") {
        Ok(options) => options,
        Err(_) => return 2,
    };
    let inputs = call.inputs(&options.operands);
    let [(one, first), (other, second)] = inputs.as_slice() else { return 2 };
    let differs = first.iter().zip(second).position(|(a, b)| a != b);
    match differs {
        Some(at) => {
            if !options.has('s') {
                let line = first.get(..at).unwrap_or_default().iter().filter(|byte| **byte == b'\n').count() + 1;
                call.io.out(format!("{one} {other} differ: char {}, line {line}\n", at + 1));
            }
            1
        }
        None if first.len() == second.len() => 0,
        None => {
            if !options.has('s') {
                let shorter = if first.len() < second.len() { one } else { other };
                call.io.err(format!("cmp: EOF on {shorter}\n"));
            }
            1
        }
    }
}

pub(super) fn strings(call: &mut Call<'_>) -> i32 {
    let options = match call.options("an:ot:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let least = options.number('n').ok().flatten().unwrap_or(4) as usize;
    for (_, bytes) in call.inputs(&options.operands) {
        for run in bytes.split(|byte| !(byte.is_ascii_graphic() || *byte == b' ' || *byte == b'\t')) {
            if run.len() >= least {
                call.io.out(format!("{}\n", String::from_utf8_lossy(run)));
            }
        }
    }
    call.status
}
