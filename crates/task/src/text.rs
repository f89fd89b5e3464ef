//! Cuts texts from outside to the length that a message or an event may hold.

/// The longest text in an event, in bytes: a thought or question of a few pages. The journal stores it in full.
const MOST_TEXT: usize = 8 << 10;
/// The longest name repeated in a message, in characters: one line of a terminal.
const MOST_NAME: usize = 80;

/// Returns the text, or its beginning.
pub(crate) fn cut(text: &str) -> String {
    if text.len() <= MOST_TEXT {
        return text.to_owned();
    }
    let mut end = MOST_TEXT;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…", &text[..end])
}

/// Returns a received name in a form that is safe in a message.
pub(crate) fn shown(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(MOST_NAME).collect()
}
