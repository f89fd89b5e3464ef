//! `grep`, `egrep`, `fgrep`.

use std::collections::VecDeque;

use regex_lite::{Regex, RegexBuilder};

use super::super::{Input, regex};
use super::call::{Call, lines};
use super::options::Options;
use machine::files::Kind;

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
        let prefix = if named { format!("{}:", shown(&name)) } else { String::new() };
        if name == "-" {
            let end = search.end;
            found |= search.file(call, &name, &prefix, |call| {
                let line = call.before_reading().then(|| call.io.stdin.until(end)).flatten();
                line.map(|(line, _)| line)
            });
        } else {
            let Some(bytes) = call.read(&name) else {
                if options.has('s') {
                    call.io.stderr.truncate(before);
                }
                continue;
            };
            let mut all = Input::new(bytes);
            found |= search.file(call, &name, &prefix, |_| all.until(search.end).map(|(line, _)| line));
        }
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
    /// The byte that ends a line.
    end: u8,
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
            let bad = patterns.iter().find(|pattern| regex::compile(&regex::translate(pattern, extended)).is_none());
            let bad = bad.map_or("", String::as_str);
            call.fail(format!("bad regex '{bad}': {}", regex::complaint(bad, extended)));
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
            end: if options.has('z') { 0 } else { b'\n' },
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

    /// Searches one file line by line. Returns whether anything matched.
    fn file(
        &self,
        call: &mut Call<'_>,
        name: &str,
        prefix: &str,
        mut next: impl FnMut(&mut Call<'_>) -> Option<Vec<u8>>,
    ) -> bool {
        let mut hits = 0_usize;
        // `before` holds the lines that a hit may show as context. The others track up to where lines were shown, and
        // how many may follow the last hit.
        let mut before: VecDeque<String> = VecDeque::new();
        let (mut shown_to, mut following) = (0_usize, 0_usize);
        let mut index = 0_usize;
        while (hits < self.most || following > 0) && !call.exhausted() {
            let Some(line) = next(call) else { break };
            let line = String::from_utf8_lossy(&line).into_owned();
            index += 1;
            let hit = hits < self.most && self.regex.is_match(&line) != self.invert;
            if !hit {
                if following > 0 {
                    following -= 1;
                    self.print(call, &prefix.replacen(':', "-", 1), index, &line, '-');
                    shown_to = index;
                } else if self.before > 0 {
                    before.push_back(line);
                    if before.len() > self.before {
                        before.pop_front();
                    }
                }
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
                for part in self.regex.find_iter(&line).filter(|part| !part.as_str().is_empty() && !self.invert) {
                    self.print(call, prefix, index, part.as_str(), ':');
                }
                continue;
            }
            let first = index - before.len();
            if (self.before > 0 || self.after > 0) && shown_to > 0 && first > shown_to + 1 {
                call.io.out("--\n");
            }
            for (offset, line) in before.drain(..).enumerate() {
                self.print(call, &prefix.replacen(':', "-", 1), first + offset, &line, '-');
            }
            self.print(call, prefix, index, &line, ':');
            (shown_to, following) = (index, self.after);
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

    fn print(&self, call: &mut Call<'_>, prefix: &str, index: usize, line: &str, sign: char) {
        let number = if self.number { format!("{index}{sign}") } else { String::new() };
        call.io.out(format!("{prefix}{number}{line}{}", char::from(self.end)));
    }
}
