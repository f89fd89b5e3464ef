//! `grep`, `egrep`, `fgrep`.

use regex_lite::{Regex, RegexBuilder};

use super::super::regex;
use super::options::Options;
use super::{Call, lines};
use crate::files::Kind;

const LETTERS: &str = "EFGivcnoqlLwxrRhHszaZbm:e:f:A:B:C:\u{1}";

pub(super) fn grep(call: &mut Call<'_>) -> i32 {
    let options = match call.options(LETTERS) {
        Ok(options) => options,
        Err(_) => return 2,
    };
    let mut operands = options.operands.clone();
    let mut patterns: Vec<String> = options.values('e').map(str::to_owned).collect();
    for file in options.values('f') {
        match call.read(file) {
            Some(bytes) => patterns.extend(lines(&bytes).map(|line| String::from_utf8_lossy(line).into_owned())),
            None => return 2,
        }
    }
    if !options.has('e') && !options.has('f') {
        if operands.is_empty() {
            call.fail("no REGEX");
            return 2;
        }
        patterns.push(operands.remove(0));
    }
    let Some(search) = Search::new(call, &patterns, &options) else { return 2 };
    let recursive = options.has('r') || options.has('R');
    if recursive && operands.is_empty() {
        operands.push(".".to_owned());
    }
    let files = if recursive { below(call, &operands) } else { operands };
    let named = (files.len() > 1 || recursive || options.has('H')) && !options.has('h');
    let mut found = false;
    let inputs: Vec<String> = if files.is_empty() { vec!["-".to_owned()] } else { files };
    for name in inputs {
        if call.exhausted() {
            break;
        }
        let directory = name != "-"
            && call.os.files().stat(&call.io.absolute(&name)).is_ok_and(|stat| stat.kind == Kind::Directory);
        if directory {
            call.fail(format!("{name}: Is a directory"));
            continue;
        }
        let before = call.io.stderr.len();
        let Some(bytes) = call.read(&name) else {
            if options.has('s') {
                call.io.stderr.truncate(before);
            }
            continue;
        };
        let prefix = if named { format!("{}:", shown(&name)) } else { String::new() };
        found |= search.file(call, &name, &prefix, &bytes);
        if found && options.has('q') {
            return 0;
        }
    }
    match (found, call.status) {
        (true, _) => 0,
        (false, 0) => 1,
        (false, _) => 2,
    }
}

fn shown(name: &str) -> &str {
    if name == "-" { "(standard input)" } else { name }
}

fn below(call: &mut Call<'_>, operands: &[String]) -> Vec<String> {
    let mut files = Vec::new();
    for operand in operands {
        let entries = call.entries(operand);
        files.extend(entries.into_iter().filter(|entry| entry.stat.kind == Kind::File).map(|entry| entry.path));
    }
    files
}

struct Search {
    regex: Regex,
    invert: bool,
    count: bool,
    number: bool,
    only: bool,
    quiet: bool,
    list: Option<bool>,
    most: usize,
    before: usize,
    after: usize,
}

impl Search {
    fn new(call: &mut Call<'_>, patterns: &[String], options: &Options) -> Option<Self> {
        let extended = options.has('E') || call.name == "egrep";
        let fixed = options.has('F') || call.name == "fgrep";
        let mut all = Vec::new();
        for pattern in patterns.iter().flat_map(|pattern| pattern.split('\n')) {
            let body = if fixed { regex_lite::escape(pattern) } else { regex::translate(pattern, extended) };
            all.push(match (options.has('x'), options.has('w')) {
                (true, _) => format!("^(?:{body})$"),
                (false, true) => format!(r"\b(?:{body})\b"),
                (false, false) => format!("(?:{body})"),
            });
        }
        let expression = all.join("|");
        let built = RegexBuilder::new(&expression)
            .case_insensitive(options.has('i'))
            .size_limit(1 << 20)
            .nest_limit(40)
            .build();
        let Ok(regex) = built else {
            call.fail(format!("bad REGEX '{}'", patterns.join("\n")));
            return None;
        };
        let number = |letter: char| options.number(letter).ok().flatten().map(|count| count as usize);
        let around = number('C').unwrap_or(0);
        let list = match (options.has('l'), options.has('L')) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        };
        Some(Self {
            regex,
            invert: options.has('v'),
            count: options.has('c'),
            number: options.has('n'),
            only: options.has('o'),
            quiet: options.has('q'),
            list,
            most: number('m').unwrap_or(usize::MAX),
            before: number('B').unwrap_or(around),
            after: number('A').unwrap_or(around),
        })
    }

    /// Searches one file; whether anything was found.
    fn file(&self, call: &mut Call<'_>, name: &str, prefix: &str, bytes: &[u8]) -> bool {
        let all: Vec<String> = lines(bytes).map(|line| String::from_utf8_lossy(line).into_owned()).collect();
        let mut hits = 0_usize;
        let mut printed_to = 0_usize;
        let mut last_hit: Option<usize> = None;
        for (index, line) in all.iter().enumerate() {
            if hits >= self.most || call.exhausted() {
                break;
            }
            let hit = self.regex.is_match(line) != self.invert;
            if !hit {
                continue;
            }
            hits += 1;
            if self.quiet || self.list.is_some() {
                break;
            }
            if self.count {
                continue;
            }
            if self.only {
                for part in self.regex.find_iter(line).filter(|part| !part.as_str().is_empty() && !self.invert) {
                    self.print(call, prefix, index, part.as_str(), ':');
                }
                continue;
            }
            let context = self.before > 0 || self.after > 0;
            if let Some(last) = last_hit {
                let stop = index.min(last.saturating_add(self.after).saturating_add(1));
                self.range(call, prefix, &all, printed_to, stop);
                printed_to = printed_to.max(stop);
            }
            let start = index.saturating_sub(self.before).max(printed_to);
            if context && printed_to > 0 && start > printed_to {
                call.io.out("--\n");
            }
            self.range(call, prefix, &all, start, index);
            self.print(call, prefix, index, line, ':');
            printed_to = index + 1;
            last_hit = Some(index);
        }
        if let Some(last) = last_hit {
            self.range(
                call,
                prefix,
                &all,
                printed_to,
                last.saturating_add(self.after).saturating_add(1).min(all.len()),
            );
        }
        if self.count && !self.quiet {
            call.io.out(format!("{prefix}{hits}\n"));
        }
        match self.list {
            Some(with) if (hits > 0) == with && !self.quiet => call.io.out(format!("{}\n", shown(name))),
            _ => {}
        }
        match self.list {
            Some(false) => hits == 0,
            _ => hits > 0,
        }
    }

    /// Lines around a hit.
    fn range(&self, call: &mut Call<'_>, prefix: &str, all: &[String], start: usize, stop: usize) {
        let prefix = prefix.replacen(':', "-", usize::from(!prefix.is_empty()));
        for (offset, line) in all.get(start..stop).unwrap_or_default().iter().enumerate() {
            self.print(call, &prefix, start + offset, line, '-');
        }
    }

    fn print(&self, call: &mut Call<'_>, prefix: &str, index: usize, line: &str, sign: char) {
        let number = if self.number { format!("{}{sign}", index + 1) } else { String::new() };
        call.io.out(format!("{prefix}{number}{line}\n"));
    }
}
