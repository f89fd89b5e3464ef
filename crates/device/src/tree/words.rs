//! Decides which texts say something. Icon fonts, invisible marks and lone punctuation are drawn but cannot be read out.

/// Texts that frameworks print for an absent value.
const ABSENT: [&str; 3] = ["null", "undefined", "[object Object]"];

/// Whether a text can be a name: a letter, a digit, an emoji or a currency sign is in it.
///
/// An icon font draws its pictures with private-use characters, and apps draw `⋮`, `›` or `•` as icons. Neither can be
/// spoken, so neither is a name. A sign of arithmetic is one, since it is all that a calculator's key shows.
pub fn is_speaking(text: &str) -> bool {
    text.chars().any(speaks) && !ABSENT.contains(&text.trim())
}

/// Returns a text on one line, without glyphs of icon fonts and without invisible marks.
pub fn cleaned(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let start = clean.len();
        clean.extend(word.chars().filter(|c| !is_unspeakable(*c)));
        if clean.len() > start && start > 0 {
            clean.insert(start, ' ');
        }
    }
    // A glyph leaves its comma behind: React Native describes an icon and its text as "\u{f101}, 5".
    let trimmed = clean.trim_start_matches([',', ' ']).trim_end_matches([',', ' ']);
    if trimmed.len() == clean.len() || trimmed.is_empty() { clean } else { trimmed.to_owned() }
}

/// Whether a text is a single sign that a key may show: `*` on a dial pad, `.` on a calculator.
pub(super) fn is_key(text: &str) -> bool {
    let mut letters = text.trim().chars();
    matches!((letters.next(), letters.next()), (Some(first), None) if first.is_ascii_punctuation())
}

fn speaks(c: char) -> bool {
    c.is_alphanumeric() && !is_unspeakable(c) || is_symbol(c)
}

/// Signs with a spoken name: arithmetic, currencies, emoji.
fn is_symbol(c: char) -> bool {
    // Arrows, boxes, bullets, check marks and the three lines of a menu are icons.
    const ICONS: [char; 12] = ['☰', '☱', '☲', '☷', '✓', '✔', '✕', '✖', '✗', '✘', '❮', '❯'];
    match c {
        '+' | '=' | '±' | '×' | '÷' | '−' | '√' | '∞' | '$' | '¢'..='¥' | '₠'..='⃀' => true,
        '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}' => !ICONS.contains(&c),
        _ => false,
    }
}

fn is_unspeakable(c: char) -> bool {
    is_private(c) || is_invisible(c)
}

/// Private-use and object-replacement characters.
fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' | '\u{fffc}' | '\u{fffd}')
}

/// Zero-width characters and marks of direction. A zero-width joiner holds an emoji together and spells Persian, so it
/// stays in a text that has anything else.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_and_marks_say_nothing() {
        let speaking = ["Send", "7", "送信", "👍", "+", "€", "×", "Send\u{200b}money", "\u{e8b6} Search", "❤️"];
        let silent = [
            "",
            " ",
            "\u{e8b6}",
            "\u{f0142}",
            "\u{200e}\u{200b}",
            "…",
            "⋮",
            "•",
            "›",
            "-",
            "✓",
            "\u{fffc}",
            "null",
            "←",
        ];
        speaking.into_iter().for_each(|text| assert!(is_speaking(text), "{text:?}"));
        silent.into_iter().for_each(|text| assert!(!is_speaking(text), "{text:?}"));
        let rows = [
            ("\u{e8b6} Search", "Search"),
            ("Home\nTab 1 of 3", "Home Tab 1 of 3"),
            ("\u{202a}+1 555\u{202c}", "+1 555"),
            ("  a \u{200b} b ", "a b"),
            ("\u{f101}, 5", "5"),
            (",", ","),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
        ];
        rows.into_iter().for_each(|(text, clean)| assert_eq!(cleaned(text), clean));
    }
}
