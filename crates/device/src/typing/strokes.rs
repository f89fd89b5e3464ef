//! Splits text for the phone's keyboard into parts that `input text` types exactly.
//!
//! `input text` (AOSP `InputShellCommand`) turns `%s` into a space, knows only the characters of the virtual key map,
//! and has no line break. The shell around it splits and expands. So the text is quoted for the shell, `%` and `s` are
//! never sent together, and a line break is a key.

/// One command of a text that can be typed with keys alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// `input text` with exactly this argument.
    Text(String),
    /// `input keyevent KEYCODE_ENTER`.
    Enter,
}

/// The most characters per `input text`: a longer one blocks the phone's input for seconds.
const CHUNK: usize = 400;

/// Returns the commands that type a text, or `None` if a character has no key and another method is needed.
pub fn strokes(text: &str) -> Option<Vec<Stroke>> {
    if !text.chars().all(|c| c == '\n' || (' '..='~').contains(&c)) {
        return None;
    }
    let mut strokes = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            strokes.push(Stroke::Enter);
        }
        let mut chunk = String::new();
        for c in line.chars() {
            let full = chunk.len() >= CHUNK || (c == 's' && chunk.ends_with('%'));
            if full {
                strokes.push(Stroke::Text(std::mem::take(&mut chunk)));
            }
            chunk.push(c);
        }
        if !chunk.is_empty() {
            strokes.push(Stroke::Text(chunk));
        }
    }
    Some(strokes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_is_cut_where_input_would_change_it() {
        let text = |text: &str| Stroke::Text(text.to_owned());
        assert_eq!(strokes(""), Some(vec![]));
        assert_eq!(strokes("a b"), Some(vec![text("a b")]));
        assert_eq!(strokes("100%sure"), Some(vec![text("100%"), text("sure")]));
        assert_eq!(strokes("a\n\nb"), Some(vec![text("a"), Stroke::Enter, Stroke::Enter, text("b")]));
        assert_eq!(strokes("é"), None);
        assert_eq!(strokes("tab\t"), None);
        assert_eq!(strokes(&"x".repeat(1000)).map(|strokes| strokes.len()), Some(3));
    }

    proptest! {
        #[test]
        fn the_pieces_make_the_text(text in "[ -~\n]{0,900}") {
            let strokes = strokes(&text).unwrap();
            let typed: String = strokes.iter().map(|stroke| match stroke {
                Stroke::Text(text) => text.as_str(),
                Stroke::Enter => "\n",
            }).collect();
            prop_assert_eq!(typed, text);
            prop_assert!(strokes.iter().all(|stroke| !matches!(stroke, Stroke::Text(text) if text.contains("%s") || text.is_empty())));
        }
    }
}
