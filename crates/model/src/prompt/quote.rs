//! Text from outside, made fit for a prompt: on one line, bounded, unable to end the block it stands in, and
//! without characters that a person would not see.

/// A text on one line, at most `most` bytes of it, with a mark where it was cut.
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
            // Angle brackets make the blocks: none from outside, nor what a model might take for one.
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

/// Words in square brackets by which some chat templates tell who speaks.
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

/// Opens the last bracket of `out` as another one, if a closing one would make it such a word.
fn disarmed(out: &mut String) -> bool {
    let Some(speaker) = SPEAKERS.iter().find(|speaker| out.ends_with(**speaker)) else { return false };
    let at = out.len() - speaker.len();
    out.replace_range(at..=at, "(");
    true
}

/// A text in quotes, for a label among others: what stands between the quotes is all of it.
pub(super) fn label(text: &str, most: usize) -> String {
    format!("\"{}\"", line(text, most).replace('\\', "\\\\").replace('"', "\\\""))
}

/// The start and the end of a text of the model's own, unchanged but for the middle of a long one.
pub(super) fn middle_cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let half = most / 2;
    let head = (0..=half).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let tail = (text.len() - half..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    format!("{} […] {}", &text[..head], &text[tail..])
}

/// Characters without a shape: marks of direction, joiners, tags, selectors. Instructions can be hidden in
/// them from the person who sees the same screen.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}
