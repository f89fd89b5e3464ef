//! Quotes one word for the phone's shell.

/// Returns `word` as one word of a POSIX shell: unchanged if it has no special characters, otherwise in single quotes.
pub fn quote(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:=@%+,".contains(&byte);
    // A leading `=` makes zsh-like shells look up a command; an empty word would vanish.
    if !word.is_empty() && word.bytes().all(plain) && !word.starts_with('=') {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn only_what_needs_it_is_quoted() {
        let rows = [
            ("", "''"),
            ("tap", "tap"),
            ("/sdcard/a.png", "/sdcard/a.png"),
            ("com.a/.B", "com.a/.B"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("'", r"''\'''"),
            ("$(reboot)", "'$(reboot)'"),
            ("~", "'~'"),
            ("a\nb", "'a\nb'"),
            ("你好", "'你好'"),
            ("=x", "'=x'"),
            ("50%s", "50%s"),
        ];
        for (word, expected) in rows {
            assert_eq!(quote(word), expected, "{word:?}");
        }
    }
}
