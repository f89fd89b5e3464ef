//! Escapes text for HTML. All text from an agent or a screen passes here.

/// Escapes a text for HTML: no markup, no control characters, nothing that changes the text direction.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push('\n'),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_agent_says_is_no_markup() {
        assert_eq!(escaped("<b a='x'>&\"\u{202e}\u{7}"), "&lt;b a=&#39;x&#39;&gt;&amp;&quot; ");
    }
}
