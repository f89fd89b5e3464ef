//! Prepares text from outside for a prompt: on one line, bounded, unable to end its block, and without characters that
//! a person would not see.

/// A text on one line, at most `most` bytes of it, with a mark if it was cut.
pub(super) fn line(text: &str, most: usize) -> String {
    let mut out = String::with_capacity(text.len().min(most));
    let mut blank = false;
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() {
            blank = !out.is_empty();
            continue;
        }
        if is_hidden(c) {
            continue;
        }
        let shown = match c {
            // Angle brackets delimit the blocks: replace them and their lookalikes.
            '<' | '＜' | '﹤' => '‹',
            '>' | '＞' | '﹥' => '›',
            c => c,
        };
        if out.len() + usize::from(blank) + shown.len_utf8() > most {
            out.push('…');
            return out;
        }
        if std::mem::take(&mut blank) {
            out.push(' ');
        }
        let shown = if shown == ']' && disarmed(&mut out) { ')' } else { shown };
        out.push(shown);
    }
    out
}

/// Words in square brackets by which some chat templates mark the speaker.
const SPEAKERS: &[&str] = &[
    "[INST",
    "[/INST",
    "[SYSTEM_PROMPT",
    "[/SYSTEM_PROMPT",
    "[TOOL_CALLS",
    "[TOOL_RESULTS",
    "[/TOOL_RESULTS",
    "[AVAILABLE_TOOLS",
    "[/AVAILABLE_TOOLS",
    "[gMASK",
];

/// Replaces the last bracket of `out` if a closing one would complete such a word.
fn disarmed(out: &mut String) -> bool {
    let Some(speaker) = SPEAKERS.iter().find(|speaker| out.ends_with(**speaker)) else { return false };
    let at = out.len() - speaker.len();
    out.replace_range(at..=at, "(");
    true
}

/// A text in quotes, for a label among others: the quotes enclose all of it.
pub(super) fn label(text: &str, most: usize) -> String {
    format!("\"{}\"", line(text, most).replace('\\', "\\\\").replace('"', "\\\""))
}

/// The start and the end of the model's own text, unchanged except for the middle of a long one.
pub(super) fn middle_cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let half = most / 2;
    let head = (0..=half).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let tail = (text.len() - half..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    format!("{} […] {}", &text[..head], &text[tail..])
}

/// Invisible characters: direction marks, joiners, tags, selectors. They can hide instructions from the person who sees
/// the same screen.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}
