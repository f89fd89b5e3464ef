//! Patterns of globs, `case` and `${x#…}`: `*`, `?`, `[…]`. Matching is linear in practice and always bounded.

/// One character of a pattern, and whether it was quoted and therefore literal.
pub(super) type PatternChar = (char, bool);

/// Whether `pattern` contains any special character.
pub(super) fn is_pattern(pattern: &[PatternChar]) -> bool {
    pattern.iter().any(|(c, quoted)| !quoted && matches!(c, '*' | '?' | '[')) || has_choices(pattern)
}

/// Whether `pattern` contains a group like `@(a|b)`.
pub(super) fn has_choices(pattern: &[PatternChar]) -> bool {
    pattern.windows(2).any(|pair| matches!(pair, [('@' | '*' | '+' | '?' | '!', false), ('(', false)]))
}

/// Builds a pattern from unquoted text.
pub(super) fn unquoted(text: &str) -> Vec<PatternChar> {
    let mut pattern = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => pattern.push((chars.next().unwrap_or('\\'), true)),
            _ => pattern.push((c, false)),
        }
    }
    pattern
}

/// Whether the pattern matches the whole of `text`.
pub(super) fn matches(pattern: &[PatternChar], text: &[char]) -> bool {
    if has_choices(pattern) {
        let mut tries = MAX_TRIES;
        return choose(pattern, text, &mut tries);
    }
    // Only the last `*` is ever retried, so the time is at most the pattern's length times the text's.
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    loop {
        let step = match (pattern.get(p), text.get(t)) {
            (None, None) => return true,
            (Some(('*', false)), _) => {
                star = Some((p + 1, t));
                p += 1;
                continue;
            }
            (Some(_), None) => return false,
            (Some(part), Some(c)) => one(pattern, p, *part, *c),
            (None, Some(_)) => None,
        };
        match (step, star) {
            (Some(next), _) => {
                p = next;
                t += 1;
            }
            (None, Some((after, from))) => {
                star = Some((after, from + 1));
                p = after;
                t = from + 1;
            }
            (None, None) => return false,
        }
    }
}

/// Maximum number of match attempts for a pattern with groups, whose nesting could otherwise take exponential time.
const MAX_TRIES: usize = 100_000;

/// Matches a pattern that contains `?(…)`, `*(…)`, `+(…)`, `@(…)` or `!(…)`.
fn choose(pattern: &[PatternChar], text: &[char], tries: &mut usize) -> bool {
    *tries = tries.saturating_sub(1);
    if *tries == 0 {
        return false;
    }
    let Some((first, rest)) = pattern.split_first() else { return text.is_empty() };
    if let ((sign @ ('@' | '*' | '+' | '?' | '!'), false), Some(('(', false))) = (*first, rest.first())
        && let Some((choices, after)) = alternatives(rest.get(1..).unwrap_or_default())
    {
        let fits = |part: &[char], tries: &mut usize| choices.iter().any(|choice| choose(choice, part, tries));
        if matches!(sign, '?' | '*') && choose(after, text, tries) {
            return true;
        }
        for end in 0..=text.len() {
            let (part, left) = text.split_at(end);
            let found = match sign {
                '!' => !fits(part, tries) && choose(after, left, tries),
                '@' | '?' => fits(part, tries) && choose(after, left, tries),
                // Repeats as often as possible, but never on an empty match.
                _ => fits(part, tries) && (choose(after, left, tries) || (end > 0 && choose(pattern, left, tries))),
            };
            if found {
                return true;
            }
        }
        return false;
    }
    match (*first, text.split_first()) {
        (('*', false), _) => (0..=text.len()).any(|from| choose(rest, text.get(from..).unwrap_or_default(), tries)),
        (_, None) => false,
        (part, Some((c, left))) => {
            one(pattern, 0, part, *c).is_some_and(|next| choose(pattern.get(next..).unwrap_or_default(), left, tries))
        }
    }
}

/// Returns the alternatives up to the closing parenthesis, and the pattern after it; none if it is not closed.
fn alternatives(pattern: &[PatternChar]) -> Option<(Vec<&[PatternChar]>, &[PatternChar])> {
    let (mut depth, mut from) = (0_usize, 0);
    let mut choices = Vec::new();
    for (at, part) in pattern.iter().enumerate() {
        match part {
            ('(', false) => depth += 1,
            (')', false) if depth > 0 => depth -= 1,
            (')', false) => {
                choices.push(pattern.get(from..at)?);
                return Some((choices, pattern.get(at + 1..)?));
            }
            ('|', false) if depth == 0 => {
                choices.push(pattern.get(from..at)?);
                from = at + 1;
            }
            _ => {}
        }
    }
    None
}

/// Returns the position in the pattern after its part at `p` if that part matches `c`.
fn one(pattern: &[PatternChar], p: usize, part: PatternChar, c: char) -> Option<usize> {
    match part {
        ('?', false) => Some(p + 1),
        ('[', false) => match class(pattern.get(p + 1..).unwrap_or_default(), c) {
            Some((true, length)) => Some(p + 1 + length),
            Some((false, _)) => None,
            None => (c == '[').then_some(p + 1),
        },
        (literal, _) => (literal == c).then_some(p + 1),
    }
}

/// Whether `c` is in the class that begins here, and the length of the class; none if the class is not closed.
fn class(pattern: &[PatternChar], c: char) -> Option<(bool, usize)> {
    let mut at = 0;
    let negated = matches!(pattern.first(), Some(('!' | '^', false)));
    if negated {
        at += 1;
    }
    let first = at;
    let mut found = false;
    loop {
        let (low, quoted) = *pattern.get(at)?;
        if low == ']' && !quoted && at > first {
            return Some((found != negated, at + 1));
        }
        if low == '[' && pattern.get(at + 1).is_some_and(|next| next.0 == ':') {
            let name: String =
                pattern.get(at + 2..)?.iter().map(|(c, _)| *c).take_while(|c| c.is_ascii_lowercase()).collect();
            if pattern.get(at + 2 + name.len())?.0 == ':' && pattern.get(at + 3 + name.len())?.0 == ']' {
                found |= named(&name, c);
                at += 4 + name.len();
                continue;
            }
        }
        match (pattern.get(at + 1), pattern.get(at + 2)) {
            (Some(('-', false)), Some((high, high_quoted))) if *high != ']' || *high_quoted => {
                found |= (low..=*high).contains(&c);
                at += 3;
            }
            _ => {
                found |= low == c;
                at += 1;
            }
        }
    }
}

/// The classes `[:alpha:]` and so on, also used by `tr`.
pub(super) fn named(name: &str, c: char) -> bool {
    match name {
        "alpha" => c.is_alphabetic(),
        "digit" => c.is_ascii_digit(),
        "alnum" => c.is_alphanumeric(),
        "upper" => c.is_uppercase(),
        "lower" => c.is_lowercase(),
        "space" => c.is_whitespace(),
        "blank" => c == ' ' || c == '\t',
        "punct" => c.is_ascii_punctuation(),
        "xdigit" => c.is_ascii_hexdigit(),
        "cntrl" => c.is_control(),
        "print" => !c.is_control(),
        "graph" => !c.is_control() && c != ' ',
        _ => false,
    }
}
