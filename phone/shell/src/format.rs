//! `printf`, the escapes of `echo -e`, `printf %b` and `$'…'`, and shell quoting.

/// A text with its escapes replaced. It holds bytes, since `\x` can write any byte.
pub(super) struct Unescaped {
    pub(super) bytes: Vec<u8>,
    /// Whether `\c` occurred, after which nothing is written.
    pub(super) stop: bool,
}

/// Replaces `\n`, `\t`, `\0nnn`, `\xHH`, `\uHHHH` and so on. Unknown escapes are kept.
pub(super) fn unescape(text: &str) -> Unescaped {
    let mut bytes = Vec::with_capacity(text.len());
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    let mut buffer = [0; 4];
    while let Some(&c) = chars.get(at) {
        at += 1;
        if c != '\\' {
            bytes.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
            continue;
        }
        let Some(&escape) = chars.get(at) else {
            bytes.push(b'\\');
            break;
        };
        at += 1;
        let mut number = |radix: u32, most: usize| {
            let digits: String =
                chars.get(at..).unwrap_or_default().iter().take(most).take_while(|c| c.is_digit(radix)).collect();
            at += digits.len();
            u32::from_str_radix(&digits, radix).ok()
        };
        match escape {
            'a' => bytes.push(7),
            'b' => bytes.push(8),
            'e' | 'E' => bytes.push(27),
            'f' => bytes.push(12),
            'n' => bytes.push(b'\n'),
            'r' => bytes.push(b'\r'),
            't' => bytes.push(b'\t'),
            'v' => bytes.push(11),
            '\\' => bytes.push(b'\\'),
            'c' => return Unescaped { bytes, stop: true },
            '0' => bytes.push(number(8, 3).unwrap_or(0) as u8),
            '1'..='7' => {
                at -= 1;
                let digits: String =
                    chars.get(at..).unwrap_or_default().iter().take(3).take_while(|c| c.is_digit(8)).collect();
                at += digits.len();
                bytes.push(u32::from_str_radix(&digits, 8).unwrap_or(0) as u8);
            }
            'x' => match number(16, 2) {
                Some(value) => bytes.push(value as u8),
                None => bytes.extend_from_slice(b"\\x"),
            },
            'u' | 'U' => match number(16, if escape == 'u' { 4 } else { 8 }).and_then(char::from_u32) {
                Some(c) => bytes.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes()),
                None => bytes.extend([b'\\', escape as u8]),
            },
            other => {
                bytes.push(b'\\');
                bytes.extend_from_slice(other.encode_utf8(&mut buffer).as_bytes());
            }
        }
    }
    Unescaped { bytes, stop: false }
}

/// Returns the output of `printf`, and the error message if an argument was not a number.
pub(super) fn printf(format: &str, arguments: &[String], limit: usize) -> (Vec<u8>, Option<String>) {
    let mut out = Vec::new();
    let mut complaint = None;
    let mut next = 0;
    loop {
        let before = next;
        let stopped = once(format, arguments, &mut next, &mut out, &mut complaint);
        if stopped || next >= arguments.len() || next == before || out.len() > limit {
            return (out, complaint);
        }
    }
}

fn once(
    format: &str,
    arguments: &[String],
    next: &mut usize,
    out: &mut Vec<u8>,
    complaint: &mut Option<String>,
) -> bool {
    let chars: Vec<char> = format.chars().collect();
    let mut at = 0;
    let mut literal = String::new();
    while let Some(&c) = chars.get(at) {
        at += 1;
        if c != '%' {
            literal.push(c);
            if c == '\\'
                && let Some(&escaped) = chars.get(at)
            {
                literal.push(escaped);
                at += 1;
            }
            continue;
        }
        let text = unescape(&std::mem::take(&mut literal));
        out.extend_from_slice(&text.bytes);
        if text.stop {
            return true;
        }
        if chars.get(at) == Some(&'%') {
            out.push(b'%');
            at += 1;
            continue;
        }
        let (mut flags, mut width, mut precision) = (String::new(), 0_usize, None);
        while let Some(c) = chars.get(at).filter(|c| "-+ 0#".contains(**c)) {
            flags.push(*c);
            at += 1;
        }
        let number = |at: &mut usize, next: &mut usize| {
            if chars.get(*at) == Some(&'*') {
                *at += 1;
                let value = arguments.get(*next).and_then(|text| text.parse::<usize>().ok());
                *next += 1;
                return value.unwrap_or(0).min(4096);
            }
            let mut value = 0_usize;
            while let Some(digit) = chars.get(*at).and_then(|c| c.to_digit(10)) {
                value = (value * 10 + digit as usize).min(4096);
                *at += 1;
            }
            value
        };
        width += number(&mut at, next);
        if chars.get(at) == Some(&'.') {
            at += 1;
            precision = Some(number(&mut at, next));
        }
        while chars.get(at).is_some_and(|c| "lhjz".contains(*c)) {
            at += 1;
        }
        let Some(&kind) = chars.get(at) else {
            *complaint = Some("bad %".to_owned());
            return true;
        };
        at += 1;
        let argument = arguments.get(*next);
        *next += 1;
        let text = argument.map_or("", String::as_str);
        let mut stop = false;
        let body = match kind {
            's' => text.chars().take(precision.unwrap_or(usize::MAX)).collect::<String>().into_bytes(),
            'c' => text.chars().take(1).collect::<String>().into_bytes(),
            'b' => {
                let text = unescape(text);
                stop = text.stop;
                text.bytes
            }
            'q' => format!("'{}'", text.replace('\'', "'\\''")).into_bytes(),
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                let value = integer(text).unwrap_or_else(|| {
                    *complaint = Some(format!("bad %{kind} {text}"));
                    0
                });
                whole(kind, value, &flags, precision).into_bytes()
            }
            'f' | 'F' | 'e' | 'g' => {
                let value = text.trim().parse::<f64>().unwrap_or(0.0);
                let precision = precision.unwrap_or(6);
                let text = match kind {
                    'e' => {
                        let text = format!("{value:.precision$e}");
                        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
                        let exponent = exponent.parse::<i32>().unwrap_or(0);
                        let sign = if exponent < 0 { '-' } else { '+' };
                        format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
                    }
                    'g' => format!("{value}"),
                    _ => format!("{value:.precision$}"),
                };
                text.into_bytes()
            }
            _ => {
                *complaint = Some(format!("bad '%{kind}'"));
                return true;
            }
        };
        out.extend(padded(body, width, &flags, kind));
        if stop {
            return true;
        }
    }
    let text = unescape(&literal);
    out.extend_from_slice(&text.bytes);
    text.stop
}

/// Parses a number as shells do: decimal, `0x…`, `0…`, or `'c` for a character's code.
pub(super) fn integer(text: &str) -> Option<i64> {
    let text = text.trim();
    if text.is_empty() {
        return Some(0);
    }
    if let Some(quoted) = text.strip_prefix(['\'', '"']) {
        return Some(quoted.chars().next().map_or(0, |c| i64::from(c as u32)));
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1_i64, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        i64::from_str_radix(hex, 16).ok()?
    } else if digits.len() > 1 && digits.starts_with('0') {
        i64::from_str_radix(digits, 8).ok()?
    } else {
        digits.parse::<i64>().ok()?
    };
    Some(value.wrapping_mul(sign))
}

fn whole(kind: char, value: i64, flags: &str, precision: Option<usize>) -> String {
    let digits = match kind {
        'x' => format!("{value:x}"),
        'X' => format!("{value:X}"),
        'o' => format!("{value:o}"),
        'u' => format!("{}", value as u64),
        _ => value.unsigned_abs().to_string(),
    };
    let sign = match kind {
        'd' | 'i' if value < 0 => "-",
        'd' | 'i' if flags.contains('+') => "+",
        'd' | 'i' if flags.contains(' ') => " ",
        'x' if flags.contains('#') && value != 0 => "0x",
        'X' if flags.contains('#') && value != 0 => "0X",
        'o' if flags.contains('#') && value != 0 => "0",
        _ => "",
    };
    format!("{sign}{digits:0>width$}", width = precision.unwrap_or(0))
}

fn padded(body: Vec<u8>, width: usize, flags: &str, kind: char) -> Vec<u8> {
    let length = String::from_utf8_lossy(&body).chars().count();
    let missing = width.saturating_sub(length);
    if flags.contains('-') {
        let mut body = body;
        body.resize(body.len() + missing, b' ');
        return body;
    }
    let zeros = flags.contains('0') && !matches!(kind, 's' | 'c' | 'b' | 'q');
    let signs = match body.as_slice() {
        _ if !zeros => 0,
        [b'0', b'x' | b'X', ..] => 2,
        [b'+' | b'-' | b' ', ..] => 1,
        _ => 0,
    };
    let mut out = body.get(..signs).unwrap_or_default().to_vec();
    out.resize(signs + missing, if zeros { b'0' } else { b' ' });
    out.extend_from_slice(body.get(signs..).unwrap_or_default());
    out
}

/// Quotes a word so that a shell reads it back unchanged.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-+/.,:@%=".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { adb::quote(word) }
}
