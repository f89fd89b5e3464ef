//! Makes texts of models, pages and phones safe for a terminal: control characters are removed, because a terminal
//! obeys them.

/// Returns the text on one line, with at most `most` characters and without terminal control characters.
pub(crate) fn plain(text: &str, most: usize) -> String {
    let mut shown = String::new();
    let mut letters = text.chars().map(|letter| if is_plain(letter) { letter } else { ' ' });
    shown.extend(letters.by_ref().take(most));
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Does the same line by line.
pub(crate) fn plain_lines(text: &str, most: usize) -> impl Iterator<Item = String> {
    const LINES: usize = 40;
    text.lines().take(LINES).map(move |line| plain(line.trim_end(), most))
}

/// Whether the character is neither a control character nor one that changes the text direction.
fn is_plain(letter: char) -> bool {
    !letter.is_control()
        && !matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_not_shown() {
        assert_eq!(plain("a\u{1b}[2Jb\r\n\tc\u{202e}d", 80), "a [2Jb   c d");
        assert_eq!(plain("abcdef", 3), "abc…");
        assert_eq!(plain("abc", 3), "abc");
        assert_eq!(plain("né ✓ 日本", 80), "né ✓ 日本");
        assert_eq!(plain_lines("a\nb\u{7}", 10).collect::<Vec<_>>(), ["a", "b "]);
    }
}
