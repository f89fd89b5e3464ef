//! Programs on parts of lines: `cut`, `tr`, `paste`.

use super::super::Input;
use super::super::pattern::named;
use super::call::{Call, lines};

pub(super) fn cut(call: &mut Call<'_>) -> i32 {
    let options = match call.options("b:c:C:f:F:d:sDnO:") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let chosen = ['f', 'c', 'b', 'C', 'F'].into_iter().find(|letter| options.has(*letter));
    let Some(kind) = chosen else { return call.fail("Needs -CFfcb (see \"cut --help\")") };
    let text = options.value(kind).unwrap_or_default();
    let Some(ranges) = ranges(text) else { return call.fail(format!("bad list '{text}'")) };
    let wanted = |number: usize| ranges.iter().any(|(first, last)| (*first..=*last).contains(&number));
    let delimiter = options.value('d').unwrap_or(if kind == 'F' { " " } else { "\t" }).to_owned();
    let operands = if options.operands.is_empty() { vec!["-".to_owned()] } else { options.operands.clone() };
    for operand in operands {
        let mut file = match operand.as_str() {
            "-" => None,
            _ => match call.read(&operand) {
                Some(bytes) => Some(Input::new(bytes)),
                None => continue,
            },
        };
        loop {
            let next = match &mut file {
                Some(input) => input.line(),
                None => call.next_line(),
            };
            let Some((line, _)) = next else { break };
            let line = String::from_utf8_lossy(&line);
            if kind != 'f' && kind != 'F' {
                let kept: String =
                    line.chars().enumerate().filter(|(index, _)| wanted(index + 1)).map(|(_, c)| c).collect();
                call.io.out(format!("{kept}\n"));
                continue;
            }
            let fields: Vec<&str> = match kind {
                'F' => line.split_whitespace().collect(),
                _ if delimiter.is_empty() => vec![&line],
                _ => line.split(delimiter.as_str()).collect(),
            };
            if fields.len() == 1 {
                // A line without the delimiter passes unchanged.
                if !options.has('s') {
                    call.io.out(format!("{line}\n"));
                }
                continue;
            }
            let kept: Vec<&str> =
                fields.into_iter().enumerate().filter(|(index, _)| wanted(index + 1)).map(|(_, field)| field).collect();
            call.io.out(format!("{}\n", kept.join(options.value('O').unwrap_or(&delimiter))));
        }
    }
    call.status
}

/// `1,3-5,7-`
fn ranges(text: &str) -> Option<Vec<(usize, usize)>> {
    text.split(',')
        .map(|part| {
            let number = |text: &str| text.parse::<usize>().ok().filter(|number| *number > 0);
            match part.split_once('-') {
                None => number(part).map(|only| (only, only)),
                Some(("", "")) => None,
                Some(("", last)) => Some((1, number(last)?)),
                Some((first, "")) => Some((number(first)?, usize::MAX)),
                Some((first, last)) => Some((number(first)?, number(last)?)),
            }
        })
        .collect()
}

pub(super) fn tr(call: &mut Call<'_>) -> i32 {
    let options = match call.options("+cCdst") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let (delete, squeeze) = (options.has('d'), options.has('s'));
    let complement = options.has('c') || options.has('C');
    let [from, rest @ ..] = options.operands.as_slice() else {
        return call.fail("Needs 1 argument (see \"tr --help\")");
    };
    let from = Set::read(from);
    let to = rest.first().map(|text| Set::read(text));
    let mut last = None;
    while let Some((line, end)) = call.next_line() {
        let mut text = String::from_utf8_lossy(&line).into_owned();
        if end {
            text.push('\n');
        }
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            let inside = from.has(c) != complement;
            if inside && delete {
                continue;
            }
            let mapped = match &to {
                Some(to) if inside && !delete => to.at(if complement { usize::MAX } else { from.place(c) }, c),
                _ => c,
            };
            let squeezed = match (&to, delete) {
                (Some(to), _) => to.has(mapped),
                (None, _) => inside,
            };
            if squeeze && squeezed && last == Some(mapped) {
                continue;
            }
            last = Some(mapped);
            out.push(mapped);
        }
        call.io.out(out);
        if call.exhausted() {
            break;
        }
    }
    call.status
}

/// The characters of one argument of `tr`.
struct Set {
    chars: Vec<char>,
    class: Option<String>,
}

impl Set {
    fn read(text: &str) -> Self {
        if let Some(name) = text.strip_prefix("[:").and_then(|rest| rest.strip_suffix(":]")) {
            return Self { chars: Vec::new(), class: Some(name.to_owned()) };
        }
        let plain = String::from_utf8_lossy(&super::super::format::unescape(text).bytes).into_owned();
        let given: Vec<char> = plain.chars().collect();
        let mut chars = Vec::new();
        let mut at = 0;
        while let Some(&c) = given.get(at) {
            match (given.get(at + 1), given.get(at + 2)) {
                (Some('-'), Some(&high)) if high >= c => {
                    chars.extend((c..=high).take(4096));
                    at += 3;
                }
                _ => {
                    chars.push(c);
                    at += 1;
                }
            }
        }
        Self { chars, class: None }
    }

    fn has(&self, c: char) -> bool {
        match &self.class {
            Some(class) => named(class, c),
            None => self.chars.contains(&c),
        }
    }

    fn place(&self, c: char) -> usize {
        self.chars.iter().position(|known| *known == c).unwrap_or(0)
    }

    /// Returns the replacement for `c`, which has the index `place` in the other set.
    fn at(&self, place: usize, c: char) -> char {
        match self.class.as_deref() {
            Some("upper") => c.to_ascii_uppercase(),
            Some("lower") => c.to_ascii_lowercase(),
            Some(_) => c,
            None => self.chars.get(place).or(self.chars.last()).copied().unwrap_or(c),
        }
    }
}

pub(super) fn paste(call: &mut Call<'_>) -> i32 {
    let options = match call.options("d:s") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let glue = options.value('d').unwrap_or("\t").to_owned();
    let inputs = call.inputs(&options.operands);
    let mut columns: Vec<Vec<String>> = inputs
        .iter()
        .map(|(_, bytes)| lines(bytes).map(|line| String::from_utf8_lossy(line).into_owned()).collect())
        .collect();
    // Several `-` operands read the input's lines in turn.
    let shared: Vec<usize> =
        (0..columns.len()).filter(|at| options.operands.get(*at).is_some_and(|name| name == "-")).collect();
    if let ([first, _, ..], false) = (shared.as_slice(), options.has('s')) {
        let all = columns.get_mut(*first).map(std::mem::take).unwrap_or_default();
        for (number, line) in all.into_iter().enumerate() {
            let column = shared.get(number % shared.len()).and_then(|at| columns.get_mut(*at));
            column.into_iter().for_each(|column| column.push(line.clone()));
        }
    }
    if options.has('s') {
        for column in columns {
            call.io.out(format!("{}\n", column.join(&glue)));
        }
        return call.status;
    }
    for row in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
        let cells: Vec<&str> = columns.iter().map(|column| column.get(row).map_or("", String::as_str)).collect();
        call.io.out(format!("{}\n", cells.join(&glue)));
    }
    call.status
}
