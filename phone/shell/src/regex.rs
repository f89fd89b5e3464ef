//! Translates POSIX regular expressions, basic and extended, and globs into those of `regex-lite`.
//!
//! That crate matches in time linear in the text, whatever the expression.

use regex_lite::{Regex, RegexBuilder};

use super::pattern::PatternChar;

/// Whether `*` matches as much or as little as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Greed {
    Most,
    Least,
}

/// Compiles with a size limit; none if the expression is invalid or too large.
pub(super) fn compile(expression: &str) -> Option<Regex> {
    RegexBuilder::new(expression).size_limit(1 << 18).nest_limit(40).build().ok()
}

/// Returns the C library's error message for an expression that does not compile.
pub(super) fn complaint(expression: &str, extended: bool) -> &'static str {
    let (mut open, mut braces) = (0_usize, 0_usize);
    let mut chars = expression.chars();
    while let Some(c) = chars.next() {
        let (c, is_sign) = match c {
            '\\' => match chars.next() {
                Some(next) => (next, !extended),
                None => return "Trailing backslash",
            },
            '[' => {
                // A bracket in first position is a member of the list.
                let rest: Vec<char> = chars.as_str().chars().collect();
                match class(&rest) {
                    Some((_, length)) => {
                        chars.nth(length.saturating_sub(1));
                        continue;
                    }
                    None if rest.is_empty() => return "Invalid regular expression",
                    None => return "Unmatched [, [^, [:, [., or [=",
                }
            }
            _ => (c, extended),
        };
        match c {
            '(' if is_sign => open += 1,
            ')' if is_sign && open == 0 => return "Unmatched ) or \\)",
            ')' if is_sign => open -= 1,
            '{' if is_sign => braces += 1,
            '}' if is_sign => braces = braces.saturating_sub(1),
            _ => {}
        }
    }
    match (open, braces) {
        (1.., _) => "Unmatched ( or \\(",
        (_, 1..) => "Unmatched \\{",
        _ => "Invalid preceding regular expression",
    }
}

/// Translates a glob.
pub(super) fn from_glob(pattern: &[PatternChar], greed: Greed) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(&(c, quoted)) = pattern.get(at) {
        at += 1;
        match (c, quoted) {
            ('*', false) => out.push_str(if greed == Greed::Most { ".*" } else { ".*?" }),
            ('?', false) => out.push('.'),
            ('[', false) => match glob_class(pattern.get(at..).unwrap_or_default()) {
                Some((class, length)) => {
                    out.push_str(&class);
                    at += length;
                }
                None => out.push_str("\\["),
            },
            _ => push_literal(&mut out, c),
        }
    }
    out
}

/// Translates the class that begins here. Returns it with its length.
fn glob_class(pattern: &[PatternChar]) -> Option<(String, usize)> {
    let text: String = pattern.iter().map(|(c, _)| *c).collect();
    let negated = text.starts_with(['!', '^']);
    let text = if negated { text.replacen(['!', '^'], "^", 1) } else { text };
    let chars: Vec<char> = text.chars().collect();
    let (class, length) = class(&chars)?;
    Some((class, length))
}

fn push_literal(out: &mut String, c: char) {
    if c.is_ascii_punctuation() {
        out.push('\\');
    }
    out.push(c);
}

/// Escapes a bracket expression after its `[`. Returns it with its length including the `]`.
fn class(chars: &[char]) -> Option<(String, usize)> {
    let mut out = String::from("[");
    let mut at = 0;
    if chars.first() == Some(&'^') {
        out.push('^');
        at += 1;
    }
    let first = at;
    loop {
        let c = *chars.get(at)?;
        match c {
            ']' if at > first => {
                out.push(']');
                return Some((out, at + 1));
            }
            '[' if chars.get(at + 1) == Some(&':') => {
                let name: String = chars.get(at + 2..)?.iter().take_while(|c| c.is_ascii_lowercase()).collect();
                at += 2 + name.len();
                if chars.get(at) != Some(&':') || chars.get(at + 1) != Some(&']') {
                    return None;
                }
                at += 2;
                out.push_str(&format!("[:{name}:]"));
                continue;
            }
            // A range like `a-z`, but not a minus at either end.
            '-' if at > first && chars.get(at + 1).is_some_and(|next| *next != ']') => out.push('-'),
            _ => push_literal(&mut out, c),
        }
        at += 1;
    }
}

/// Translates an expression of `grep`, `sed` or `awk`. In extended expressions the operators need no backslash.
pub(super) fn translate(expression: &str, extended: bool) -> String {
    let chars: Vec<char> = expression.chars().collect();
    let mut out = String::new();
    let mut at = 0;
    // True while a `*` would have nothing to repeat and is therefore literal.
    let mut fresh = true;
    while let Some(&c) = chars.get(at) {
        at += 1;
        let was_fresh = std::mem::replace(&mut fresh, false);
        match c {
            '[' => match class(chars.get(at..).unwrap_or_default()) {
                Some((class, length)) => {
                    out.push_str(&class);
                    at += length;
                }
                // Left unclosed, so that the crate rejects it as toybox does.
                None => out.push('['),
            },
            '\\' => {
                let Some(&next) = chars.get(at) else {
                    out.push('\\');
                    break;
                };
                at += 1;
                fresh = escape(&mut out, next, extended);
            }
            '*' if was_fresh && !extended => out.push_str("\\*"),
            '^' if !extended && !was_fresh => out.push_str("\\^"),
            '^' => {
                out.push('^');
                fresh = true;
            }
            '$' if !extended && !ends_branch(chars.get(at..).unwrap_or_default()) => out.push_str("\\$"),
            '.' => out.push('.'),
            '?' | '+' | '*' if extended && was_fresh => push_literal(&mut out, c),
            '*' | '$' => out.push(c),
            '(' if extended => {
                // `(?` would be the crate's own syntax.
                out.push('(');
                fresh = true;
            }
            '|' if extended => {
                out.push('|');
                fresh = true;
            }
            ')' | '?' | '+' if extended => out.push(c),
            '{' if extended => match repetition(chars.get(at..).unwrap_or_default()) {
                true => {
                    // Copies the count unchanged.
                    let rest = chars.get(at..).unwrap_or_default();
                    let length = rest.iter().position(|c| *c == '}').map_or(0, |end| end + 1);
                    out.push('{');
                    out.extend(rest.iter().take(length));
                    at += length;
                }
                false => out.push_str("\\{"),
            },
            '}' if extended => out.push('}'),
            _ => push_literal(&mut out, c),
        }
    }
    out
}

/// Whether a basic expression or one of its branches ends here, which makes `$` an anchor.
fn ends_branch(rest: &[char]) -> bool {
    rest.is_empty() || rest.starts_with(&['\\', ')']) || rest.starts_with(&['\\', '|'])
}

/// Whether `{` begins a count.
fn repetition(rest: &[char]) -> bool {
    let digits = rest.iter().take_while(|c| c.is_ascii_digit() || **c == ',').count();
    digits > 0 && rest.get(digits) == Some(&'}') && rest.first() != Some(&',')
}

/// Writes the meaning of `\c`. Returns whether a repetition may not follow.
fn escape(out: &mut String, c: char, extended: bool) -> bool {
    match c {
        '(' | '|' if !extended => {
            out.push(c);
            true
        }
        ')' | '{' | '}' | '+' | '?' if !extended => {
            out.push(c);
            false
        }
        'w' | 'W' | 's' | 'S' | 'b' | 'B' | 'd' | 'D' => {
            out.push('\\');
            out.push(c);
            false
        }
        '<' | '>' => {
            out.push_str("\\b");
            false
        }
        'n' => {
            out.push('\n');
            false
        }
        't' => {
            out.push('\t');
            false
        }
        _ => {
            push_literal(out, c);
            false
        }
    }
}
