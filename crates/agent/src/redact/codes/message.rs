//! Recognises a code by the message around it if no word names it: `Use 840205 to log in`, `Lyft: 840305`, `Do not
//! share`.

use super::candidates::Candidate;
use crate::redact::words::{self, List, Named, Signs};

/// The maximum distance of a code from its purpose, in characters: `to finish signing up for`.
const PURPOSE: usize = 48;
/// How far a code may be from a sentence that asks to keep it secret.
const SECRECY: usize = 80;
/// How far a code may be from its verb: one small word or an ending.
const VERB: usize = 4;
/// How far a code may be from `to`, which leads to its purpose: a comma and a blank.
const AIM: usize = 2;
/// In a longer text, such as a log, `Name: 840305` is a count.
const LONGEST: usize = 1_000;
/// How much of a line is examined for a name, which has at most 32 letters, with brackets and blanks.
const TAIL: usize = 40;
/// How much a line break adds to a distance.
const LINE: usize = 20;

/// A text with its signs and its breaks, each by its place in characters.
pub(super) struct Message<'t> {
    pub(super) text: &'t str,
    pub(super) signs: Signs,
    /// The ends of sentences and lines.
    breaks: Vec<usize>,
    lines: Vec<usize>,
    /// Signs that separate one text of a list or a dump from the next.
    walls: Vec<usize>,
}

/// The text between a number and a word.
#[derive(Clone, Copy)]
pub(super) struct Gap {
    length: usize,
    lines: usize,
    /// Whether a sentence ends in it.
    pub(super) is_broken: bool,
    /// Whether the word belongs to another text.
    is_walled: bool,
}

impl Gap {
    /// The distance in characters; a line break counts as many.
    pub(super) fn distance(&self) -> usize {
        self.length + self.lines * LINE
    }
}

impl<'t> Message<'t> {
    /// Reads a text.
    pub(super) fn read(text: &'t str) -> Self {
        let (mut breaks, mut lines, mut walls) = (Vec::new(), Vec::new(), Vec::new());
        let mut letters = text.chars().enumerate().peekable();
        while let Some((at, letter)) = letters.next() {
            let ends = letters.peek().is_none_or(|(_, next)| next.is_whitespace());
            match letter {
                '\n' => {
                    breaks.push(at);
                    lines.push(at);
                }
                '。' | '！' | '？' | '।' => breaks.push(at),
                '.' | '!' | '?' | '؟' if ends => breaks.push(at),
                '"' | '|' | '\t' | '{' | '}' => walls.push(at),
                _ => {}
            }
        }
        Self { text, signs: words::signs(text), breaks, lines, walls }
    }

    /// The text between a number and the nearest word of a list before it, and after it.
    pub(super) fn around(&self, words: &[Named], candidate: &Candidate) -> [Option<Gap>; 2] {
        let behind = words.partition_point(|word| word.start < candidate.start);
        let before = behind.checked_sub(1).and_then(|place| words.get(place));
        let before = before.map(|word| self.gap(word.end.min(candidate.start), candidate.start));
        let after = words.get(behind).map(|word| self.gap(candidate.end.min(word.start), word.start));
        [before, after]
    }

    fn gap(&self, from: usize, to: usize) -> Gap {
        let between = |places: &[usize]| {
            places.partition_point(|place| *place < to) - places.partition_point(|place| *place < from)
        };
        Gap {
            length: to - from,
            lines: between(&self.lines),
            is_broken: between(&self.breaks) > 0,
            is_walled: between(&self.walls) > 0,
        }
    }

    fn cue(&self, wanted: List, candidate: &Candidate) -> [Option<Gap>; 2] {
        self.around(self.signs.of(wanted), candidate)
    }

    /// Whether a cue is near, in the same text of a list or a dump.
    fn has(&self, wanted: List, candidate: &Candidate, most: usize) -> bool {
        self.cue(wanted, candidate).into_iter().flatten().any(|gap| !gap.is_walled && gap.distance() <= most)
    }

    /// Whether the sentence of a number begins with an aim: `To get your parcel, enter 482913`.
    fn begins_with_aim(&self, candidate: &Candidate) -> bool {
        let place = self.breaks.partition_point(|end| *end < candidate.start);
        // A blank comes after the end of a sentence.
        let start = place.checked_sub(1).map_or(0, |place| self.breaks[place] + 2);
        let aims = self.signs.of(List::Aim);
        let first = aims.partition_point(|aim| aim.start < start);
        candidate.start <= start + SECRECY && aims.get(first).is_some_and(|aim| aim.start == start)
    }

    /// Whether the code is a discount, which the sentence says.
    pub(super) fn offers(&self, candidate: &Candidate) -> bool {
        let near = |gap: &Gap| !gap.is_broken && gap.length <= SECRECY;
        self.cue(List::Offer, candidate).iter().flatten().any(near) && !self.has(List::Secrecy, candidate, SECRECY)
    }

    /// Whether the message around a number shows that it is a code, though no word names it. Cues in the message and
    /// the shape and position of the number count for it; a noun next to the number counts against it.
    pub(super) fn carries(&self, candidate: &Candidate) -> bool {
        if candidate.mixed || candidate.doubtful || !(4..=8).contains(&candidate.digits) {
            return false;
        }
        let verb = self.has(List::Verb, candidate, VERB);
        let [before, after] = self.cue(List::Purpose, candidate);
        let near = |gap: &Gap| gap.lines == 0 && !gap.is_walled && gap.length <= PURPOSE;
        // `Case 48291 is closed. Sign in to reply`: a purpose in the next sentence is not that of the number.
        let follows = |gap: &Gap| near(gap) && (verb || !gap.is_broken);
        let purpose = before.as_ref().is_some_and(near) || after.as_ref().is_some_and(follows);
        let secrecy = self.has(List::Secrecy, candidate, SECRECY);
        let expiry = !self.signs.of(List::Minutes).is_empty() && self.has(List::Expiry, candidate, PURPOSE);
        let (before, after) = (&self.text[..candidate.range.start], &self.text[candidate.range.end..]);
        // `Enter 840205 to …`, `Enter 840205 at example.com`, `Lyft: enter 840205`: any purpose will do.
        let any_purpose = || {
            let aims = self.has(List::Aim, candidate, AIM) || self.begins_with_aim(candidate);
            verb && candidate.digits == 6 && (aims || words::leads_to_a_site(after) || is_opened_by_service(before))
        };
        if !(purpose || secrecy || expiry || any_purpose()) {
            return false;
        }
        let shown = &self.text[candidate.range.clone()];
        let head = before.trim_end_matches([' ', '\u{a0}']);
        let leads = |sign: char| ":：-–—]】)」>\"“«.!?。।\n*".contains(sign);
        let for_it = [
            purpose,
            secrecy,
            secrecy,
            expiry,
            verb,
            candidate.digits == 6,
            head.chars().next_back().is_none_or(leads),
        ];
        let against_it = [
            words::counts_a_noun(after),
            words::follows_a_noun(before),
            shown.ends_with("00"),
            head.ends_with(['#', '№', '/', '=']) || after.starts_with('/'),
        ];
        let count = |signs: &[bool]| signs.iter().filter(|sign| **sign).count();
        count(&for_it) >= count(&against_it) + 2
    }

    /// Whether a line consists of the name of a service and a number: `Lyft: 840305`, `[Signal] 840220`.
    pub(super) fn is_from_service(&self, candidate: &Candidate) -> bool {
        if candidate.mixed || candidate.doubtful || !(5..=8).contains(&candidate.digits) {
            return false;
        }
        let (before, after) = (&self.text[..candidate.range.start], &self.text[candidate.range.end..]);
        let tail = words::last_letters(before, TAIL);
        let line = tail.rsplit(is_wall).next().unwrap_or_default();
        let is_quoted = before[..before.len() - line.len()].ends_with(['"', '=']);
        if (line.len() == tail.len() && tail.len() < before.len()) || (self.text.len() > LONGEST && !is_quoted) {
            return false;
        }
        let line = line.trim_start();
        let six = candidate.digits == 6;
        if line.is_empty() {
            let name = words::first_letters(after, TAIL).split(is_wall).next().unwrap_or_default();
            return six && is_signature(name);
        }
        is_end(after) && (is_in_brackets(line.trim_end(), six) || (six && is_before_colon(line)))
    }
}

/// Whether the line before a number begins with the name of a service: `Lyft: enter `, `[Lyft] enter `.
fn is_opened_by_service(before: &str) -> bool {
    let line = words::last_letters(before, 2 * TAIL).rsplit(is_wall).next().unwrap_or_default().trim_start();
    let inside = |open: char, close: char| line.strip_prefix(open)?.split_once(close);
    let name = inside('[', ']').or_else(|| inside('【', '】')).or_else(|| line.split_once([':', '：']));
    name.is_some_and(|(name, _)| words::may_be_service(name))
}

/// Signs that begin a text inside a list or a dump.
fn is_wall(sign: char) -> bool {
    matches!(sign, '\n' | '"' | '=' | '\t')
}

/// Whether a text or a field of a row ends here.
fn is_end(after: &str) -> bool {
    let rest = words::first_letters(after, TAIL).trim_start_matches(['.', ' ', '\u{a0}', ',']);
    let key = rest.split_once('=').map(|(key, _)| key);
    rest.is_empty()
        || rest.starts_with(['\n', '\r', '"', '\\'])
        || (after.starts_with(", ") && key.is_some_and(|key| !key.contains(char::is_whitespace)))
}

/// `[Signal]`, `【示例】`. Only before six digits: `(Signal)`.
fn is_in_brackets(line: &str, six: bool) -> bool {
    let inside = |open: char, close: char| line.strip_prefix(open).and_then(|line| line.strip_suffix(close));
    let name = inside('[', ']').or_else(|| inside('【', '】')).or_else(|| inside('(', ')').filter(|_| six));
    name.is_some_and(words::may_be_service)
}

/// `Lyft: `, `Lyft - `. Wider gaps are columns of a table.
fn is_before_colon(line: &str) -> bool {
    let bare = line.strip_suffix(' ').unwrap_or(line);
    let name = bare.strip_suffix([':', '：']).or_else(|| {
        let dashes = [" -", " –", " —", " |", " •", " ·"];
        dashes.iter().find_map(|dash| bare.strip_suffix(dash))
    });
    name.is_some_and(words::may_be_service)
}

/// ` - Lyft`, ` (Lyft)` after the number.
fn is_signature(rest: &str) -> bool {
    let rest = rest.trim_end();
    let inside = |open: &str, close: char| rest.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    let name = inside(" (", ')').or_else(|| inside(" [", ']'));
    let name = name.or_else(|| [" - ", " – ", " — "].iter().find_map(|dash| rest.strip_prefix(dash)));
    name.is_some_and(words::may_be_service)
}
