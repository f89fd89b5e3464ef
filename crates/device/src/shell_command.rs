//! Builds command lines for the phone's shell. The only place where a value becomes part of one.

use adb::quote;

/// Joins these words to a command line, each quoted where the shell would interpret it.
pub(crate) fn join_quoted<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> String {
    let quoted: Vec<String> = words.into_iter().map(|word| quote(word.as_ref())).collect();
    quoted.join(" ")
}

/// Joins these words to a command line, for callers that run a command.
pub fn command_line(words: &[&str]) -> String {
    join_quoted(words)
}

/// [`join_quoted`] with words of several types.
macro_rules! shell_command {
    ($($word:expr),+ $(,)?) => {
        $crate::shell_command::join_quoted([$(::std::string::ToString::to_string(&$word)),+])
    };
}
pub(crate) use shell_command;

/// Returns a command's name for errors: its first words, never its values, which may be secrets.
pub(crate) fn short_name(command: &str) -> String {
    const SHOWN: usize = 40;
    let words: Vec<&str> = command.split_whitespace().take(2).collect();
    format!("`{}`", words.join(" ").chars().take(SHOWN).collect::<String>())
}

/// Whether a word can be part of a command line at all: the wire ends at a NUL.
pub(crate) fn sendable(text: &str) -> bool {
    !text.contains('\0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_the_shell_would_read_something_into_them() {
        assert_eq!(shell_command!("input", "tap", 540, 1200), "input tap 540 1200");
        assert_eq!(shell_command!("input", "text", "it's; $(reboot)"), r"input text 'it'\''s; $(reboot)'");
        assert_eq!(shell_command!("cmd", ""), "cmd ''");
        assert_eq!(short_name("input text 'a secret'"), "`input text`");
        assert!(!sendable("a\0b"));
    }
}
