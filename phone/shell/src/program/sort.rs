//! `sort` and `uniq`.

use std::cmp::Ordering;

use super::call::{Call, lines};

struct Key {
    /// First and last field, counted from 1; the whole line if absent.
    fields: Option<(usize, usize)>,
    numeric: bool,
    reverse: bool,
}

pub(super) fn sort(call: &mut Call<'_>) -> i32 {
    let options = match call.options("nrufgbdiVczsMxk:t:o:T:S:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let separator = options.value('t').and_then(|text| text.chars().next());
    let numeric = options.has('n') || options.has('g');
    let mut keys = Vec::new();
    for text in options.values('k') {
        let Some(key) = read_key(text, numeric, options.has('r')) else {
            return call.fail(format!("bad -k '{text}'"));
        };
        keys.push(key);
    }
    if keys.is_empty() {
        keys.push(Key { fields: None, numeric, reverse: options.has('r') });
    }
    let mut all: Vec<String> = Vec::new();
    for (_, bytes) in call.inputs(&options.operands) {
        match options.has('z') {
            true => all.extend(
                bytes
                    .strip_suffix(b"\0")
                    .unwrap_or(&bytes)
                    .split(|byte| *byte == 0)
                    .map(|line| String::from_utf8_lossy(line).into_owned()),
            ),
            false => all.extend(lines(&bytes).map(|line| String::from_utf8_lossy(line).into_owned())),
        }
    }
    if call.status != 0 {
        return 2;
    }
    let (fold, versions, blanks) = (options.has('f'), options.has('V'), options.has('b'));
    let compare = |a: &String, b: &String| {
        for key in &keys {
            let order = {
                let (a, b) = (part(a, key, separator), part(b, key, separator));
                let (a, b) = if blanks { (a.trim_start(), b.trim_start()) } else { (a.as_str(), b.as_str()) };
                if versions { compare_versions(a, b) } else { compare_key(a, b, key.numeric, fold) }
            };
            if order != Ordering::Equal {
                return if key.reverse { order.reverse() } else { order };
            }
        }
        Ordering::Equal
    };
    if options.has('c') {
        let wrong = all.windows(2).position(|pair| matches!(pair, [a, b] if compare(a, b) == Ordering::Greater));
        // toybox names the line that is out of order, counted from 1.
        let Some(at) = wrong else { return 0 };
        let name = options.operands.first().map_or("-", String::as_str);
        return call.fail(format!("{name}: Check line {}", at + 2));
    }
    if options.has('u') {
        all.sort_by(compare);
        all.dedup_by(|a, b| compare(a, b) == Ordering::Equal);
    } else {
        // Equal keys are ordered by the whole line.
        let reverse = options.has('r');
        all.sort_by(|a, b| compare(a, b).then_with(|| if reverse { b.cmp(a) } else { a.cmp(b) }));
    }
    let end = if options.has('z') { "\0" } else { "\n" };
    let mut text = all.join(end);
    if !all.is_empty() {
        text.push_str(end);
    }
    match options.value('o') {
        None => call.io.out(text),
        Some(name) => {
            let (path, now_ms) = (call.path(name), call.io.now_ms);
            if let Err(error) = call.os.with_files(|files| files.write(&path, text.into_bytes(), now_ms)) {
                call.fail(format!("{name}: {error}"));
            }
        }
    }
    call.status
}

/// Parses a key: `2`, `2,3`, `2n`, `2nr,2`.
fn read_key(text: &str, numeric: bool, reverse: bool) -> Option<Key> {
    let (first, last) = match text.split_once(',') {
        Some((first, last)) => (first, Some(last)),
        None => (text, None),
    };
    let number = |text: &str| {
        let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<usize>().ok().filter(|number| *number > 0)
    };
    let start = number(first)?;
    let end = match last {
        Some(last) => number(last)?,
        None => usize::MAX,
    };
    let marked = |letter: char| text.contains(letter);
    Some(Key { fields: Some((start, end)), numeric: numeric || marked('n'), reverse: reverse || marked('r') })
}

fn part(line: &str, key: &Key, separator: Option<char>) -> String {
    let Some((first, last)) = key.fields else { return line.to_owned() };
    let fields: Vec<&str> = match separator {
        Some(separator) => line.split(separator).collect(),
        None => line.split_whitespace().collect(),
    };
    let glue = separator.map_or_else(|| " ".to_owned(), String::from);
    fields
        .into_iter()
        .skip(first - 1)
        .take(last.saturating_sub(first).saturating_add(1))
        .collect::<Vec<_>>()
        .join(&glue)
}

fn compare_key(a: &str, b: &str, numeric: bool, fold: bool) -> Ordering {
    if numeric {
        return leading(a).total_cmp(&leading(b));
    }
    if fold { a.to_lowercase().cmp(&b.to_lowercase()) } else { a.cmp(b) }
}

/// Compares numbers inside text by value, so that `1.9` sorts before `1.10`.
fn compare_versions(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.chars().peekable(), b.chars().peekable());
    loop {
        match (left.peek().copied(), right.peek().copied()) {
            (None, None) => return Ordering::Equal,
            (Some(x), Some(y)) if x.is_ascii_digit() && y.is_ascii_digit() => {
                let number = |chars: &mut std::iter::Peekable<std::str::Chars<'_>>| {
                    let mut value = 0_u64;
                    while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                        value = value.saturating_mul(10).saturating_add(u64::from(digit));
                        chars.next();
                    }
                    value
                };
                let order = number(&mut left).cmp(&number(&mut right));
                if order != Ordering::Equal {
                    return order;
                }
            }
            (x, y) if x == y => {
                left.next();
                right.next();
            }
            (x, y) => return x.cmp(&y),
        }
    }
}

/// Returns the number at the start of a text, or 0.
pub(super) fn leading(text: &str) -> f64 {
    let text = text.trim_start();
    let end = text
        .char_indices()
        .find(|(index, c)| !(c.is_ascii_digit() || *c == '.' || (*index == 0 && (*c == '-' || *c == '+'))))
        .map_or(text.len(), |(index, _)| index);
    text.get(..end).and_then(|number| number.parse::<f64>().ok()).unwrap_or(0.0)
}

pub(super) fn uniq(call: &mut Call<'_>) -> i32 {
    let options = match call.options("cdiuzf:s:w:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    if let Some(name) = options.operands.first().filter(|name| *name != "-") {
        let path = call.path(name);
        if let Err(error) = call.os.with_files(|files| files.stat(&path)) {
            return call.fail(format!("No file {name}: {error}"));
        }
    }
    let inputs = call.inputs(options.operands.get(..1).unwrap_or_default());
    let bytes: Vec<u8> = inputs.into_iter().flat_map(|(_, bytes)| bytes).collect();
    let skipped = |letter| options.number(letter).ok().flatten().unwrap_or(0) as usize;
    let (fields, chars) = (skipped('f'), skipped('s'));
    let most = options.number('w').ok().flatten().map_or(usize::MAX, |most| most as usize);
    let key = |text: &str| {
        let mut rest = text;
        for _ in 0..fields {
            rest = rest.trim_start().trim_start_matches(|c: char| !c.is_whitespace());
        }
        let rest: String = rest.chars().skip(chars).take(most).collect();
        if options.has('i') { rest.to_lowercase() } else { rest }
    };
    let mut groups: Vec<(String, usize)> = Vec::new();
    for line in lines(&bytes) {
        let text = String::from_utf8_lossy(line).into_owned();
        match groups.last_mut() {
            Some((last, count)) if key(last) == key(&text) => {
                *count += 1;
            }
            _ => groups.push((text, 1)),
        }
    }
    for (text, count) in groups {
        if (options.has('d') && count < 2) || (options.has('u') && count > 1) {
            continue;
        }
        call.io.out(if options.has('c') { format!("{count:>7} {text}\n") } else { format!("{text}\n") });
    }
    call.status
}
