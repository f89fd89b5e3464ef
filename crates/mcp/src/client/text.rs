//! Cleans a server's text for storage and display: no terminal escapes, no control or hidden characters, bounded.

/// Returns the text with its line breaks, at most this many bytes, with a mark if it was cut.
pub(super) fn plain(text: &str, most: usize) -> String {
    cleaned(text, most, true)
}

/// The same on one line.
pub(super) fn line(text: &str, most: usize) -> String {
    cleaned(text, most, false)
}

fn cleaned(text: &str, most: usize, lines: bool) -> String {
    let mut out = String::with_capacity(text.len().min(most));
    let mut letters = text.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        let kept = match letter {
            '\u{1b}' | '\u{9b}' => {
                skip_escape(letter, &mut letters);
                continue;
            }
            '\n' | '\t' if lines => letter,
            '\r' => continue,
            letter if letter.is_control() => ' ',
            letter if is_hidden(letter) => continue,
            letter => letter,
        };
        if out.len() + kept.len_utf8() > most {
            out.push('…');
            break;
        }
        out.push(kept);
    }
    out
}

/// Skips the rest of a terminal escape: `[31m`, `]0;title BEL`, `(B`.
fn skip_escape(first: char, letters: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let kind = if first == '\u{9b}' { Some('[') } else { letters.next() };
    match kind {
        // A control sequence ends with its first letter.
        Some('[') => while letters.next_if(|letter| !('@'..='~').contains(letter) && !letter.is_control()).is_some() {},
        // An operating system command ends with BEL or ESC \.
        Some(']' | 'P' | 'X' | '^' | '_') => {
            while letters.next_if(|letter| !matches!(letter, '\u{7}' | '\u{1b}' | '\u{9c}')).is_some() {}
            if letters.next() == Some('\u{1b}') {
                letters.next_if_eq(&'\\');
            }
            return;
        }
        Some('(' | ')' | '#' | '%') => {}
        _ => return,
    }
    letters.next_if(|letter| !letter.is_control());
}

/// Returns whether a character changes how text looks, or is invisible, and is not part of a word: directions, tags,
/// stray joiners.
fn is_hidden(letter: char) -> bool {
    matches!(letter,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_or_a_person_would_be_fooled_by_is_gone() {
        let check = |text: &str, expected: &str| assert_eq!(plain(text, 100), expected, "{text:?}");
        check("plain é 👩‍👧", "plain é 👩‍👧");
        check("\u{1b}[31mred\u{1b}[0m", "red");
        check("\u{1b}]0;title\u{7}after", "after");
        check("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link");
        check("a\u{9b}2Jb", "ab");
        check("\u{1b}(Bx", "x");
        check("\u{1b}", "");
        check("\u{1b}[", "");
        check("bell\u{7} null\0", "bell  null ");
        check("a\r\nb\tc", "a\nb\tc");
        check("x\u{202e}gpj.exe", "xgpj.exe");
        check("hi\u{e0068}\u{e0069}", "hi");
        assert_eq!(line("a\nb", 10), "a b");
        assert_eq!(plain("éééé", 5), "éé…");
    }
}
