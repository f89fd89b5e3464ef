//! `od`: prints bytes as numbers or characters.

use super::call::Call;

pub(super) fn od(call: &mut Call<'_>) -> i32 {
    let options = match call.options("A:bcdvosxj:N:w:t:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let skip = options.number('j').ok().flatten().unwrap_or(0) as usize;
    let most = options.number('N').ok().flatten().map_or(usize::MAX, |most| most as usize);
    let kind = options.value('t').map(str::to_owned).or_else(|| {
        let letters = [('b', "o1"), ('c', "c"), ('d', "u2"), ('o', "o2"), ('s', "d2"), ('x', "x2")];
        letters.iter().find(|(letter, _)| options.has(*letter)).map(|(_, kind)| (*kind).to_owned())
    });
    let kind = kind.unwrap_or_else(|| "o2".to_owned());
    let mut letters = kind.chars();
    let letter = letters.next().unwrap_or('o');
    let size = letters.as_str().parse::<usize>().unwrap_or(if letter == 'c' || letter == 'a' { 1 } else { 4 });
    if !"acdoux".contains(letter) || !matches!(size, 1 | 2 | 4 | 8) {
        return call.fail(format!("bad -t '{kind}'"));
    }
    let bytes: Vec<u8> = call.inputs(&options.operands).into_iter().flat_map(|(_, bytes)| bytes).collect();
    let bytes: Vec<u8> = bytes.into_iter().skip(skip).take(most).collect();
    let base = options.value('A').and_then(|text| text.chars().next()).unwrap_or('o');
    let address = |at: usize| match base {
        'd' => format!("{at:07}"),
        'x' => format!("{at:07x}"),
        'n' => String::new(),
        _ => format!("{at:07o}"),
    };
    for (row, part) in bytes.chunks(16).enumerate() {
        let cells: String = part.chunks(size).map(|unit| cell(letter, size, unit)).collect();
        call.io.out(format!("{}{cells}\n", address(skip + row * 16)));
        if call.exhausted() {
            break;
        }
    }
    if base != 'n' {
        call.io.out(format!("{}\n", address(skip + bytes.len())));
    }
    call.status
}

/// Formats one number or character, padded to the widest of its kind.
fn cell(letter: char, size: usize, unit: &[u8]) -> String {
    if letter == 'c' || letter == 'a' {
        let byte = unit.first().copied().unwrap_or(0);
        let shown = match byte {
            0 => "\\0".to_owned(),
            7 => "\\a".to_owned(),
            8 => "\\b".to_owned(),
            9 => "\\t".to_owned(),
            10 => "\\n".to_owned(),
            11 => "\\v".to_owned(),
            12 => "\\f".to_owned(),
            13 => "\\r".to_owned(),
            32..=126 => char::from(byte).to_string(),
            _ => format!("{byte:03o}"),
        };
        return format!(" {shown:>3}");
    }
    let value = unit.iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
    let bits = size * 8;
    let signed = if bits < 64 && value >> (bits - 1) == 1 { value as i64 - (1_i64 << bits) } else { value as i64 };
    let (digits, width) = match letter {
        'x' => (format!("{value:0width$x}", width = size * 2), size * 2 + usize::from(size > 1)),
        'o' => {
            let width = (bits).div_ceil(3);
            (format!("{value:0width$o}"), width)
        }
        'd' => (signed.to_string(), [4, 6, 11, 20][size.trailing_zeros() as usize % 4]),
        _ => (value.to_string(), [3, 5, 10, 20][size.trailing_zeros() as usize % 4]),
    };
    format!(" {digits:>width$}")
}
