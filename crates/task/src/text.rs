//! Texts of others, cut to what a message or an event may hold.

/// How much of one text an event holds, in bytes: a thought or a question of some pages. The journal has it whole.
const MOST_TEXT: usize = 8 << 10;
/// How much of a name a message repeats, in characters: a line of a terminal.
const MOST_NAME: usize = 80;

/// The text, or its beginning.
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

/// A name that somebody sent, as it may stand in a message.
pub(crate) fn shown(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(MOST_NAME).collect()
}
