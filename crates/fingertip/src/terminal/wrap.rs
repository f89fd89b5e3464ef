//! Wraps lines between words at the width of the terminal. A file or a pipe gets every line whole.

use console::Term;
use textwrap::{Options, WordSplitter};

/// Below this width words are cut rather than wrapped into unreadable columns.
const LEAST: usize = 20;

/// Wraps a line for standard error. Further lines begin below the text of the first, behind its indent and number.
pub(super) fn wrapped(line: &str) -> Vec<String> {
    match Term::stderr().size_checked() {
        Some((_, columns)) if Term::stderr().is_term() => at(line, usize::from(columns)),
        _ => vec![line.to_owned()],
    }
}

/// Wraps a line at a width.
fn at(line: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(LEAST);
    let numbered = |letter: char| letter == ' ' || letter.is_ascii_digit();
    let head = if line.starts_with(' ') { line.chars().take_while(|letter| numbered(*letter)).count() } else { 0 };
    let (head, text) = line.split_at(if head > columns / 4 { 0 } else { head });
    let below = " ".repeat(head.len());
    let options =
        Options::new(columns).initial_indent(head).subsequent_indent(&below).word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(text, options);
    lines.into_iter().map(std::borrow::Cow::into_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_wrap_between_words_and_keep_their_indent() {
        for (line, columns, expected) in [
            ("done", 40, &["done"][..]),
            ("", 40, &[""]),
            ("     ✓ The timer runs for 5 minutes.", 24, &["     ✓ The timer runs", "     for 5 minutes."]),
            ("  2  Open the conversation with Emily", 24, &["  2  Open the", "     conversation with", "     Emily"]),
            ("https://example.com/a/very/long/path", 20, &["https://example.com/", "a/very/long/path"]),
            ("日本語のとても長い文章です", 20, &["日本語のとても長い文", "章です"]),
        ] {
            assert_eq!(at(line, columns), expected, "{line}");
        }
        assert!(at(&"word ".repeat(50), 3).iter().all(|line| line.chars().count() <= LEAST));
    }
}
