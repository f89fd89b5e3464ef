//! Enough of a POSIX shell to tell whether a value was quoted: words, `&&`, `;`, `|`, but no redirections.

/// One simple command and the operator after it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Simple {
    pub(crate) words: Vec<String>,
    /// `&&`, `;`, `|` or nothing.
    pub(crate) then: &'static str,
}

/// Splits a line as the phone would; an unquoted metacharacter that we never send is reported as a word.
pub(crate) fn split(line: &str) -> Vec<Simple> {
    let mut commands = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars().peekable();
    let mut end = |words: &mut Vec<String>, word: &mut Option<String>, then| {
        words.extend(word.take());
        commands.push(Simple { words: std::mem::take(words), then });
    };
    while let Some(c) = letters.next() {
        match c {
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        Some('\'') => break,
                        Some(c) => word.push(c),
                        None => panic!("an open quote in {line}"),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(letters.next().unwrap()),
            ' ' => words.extend(word.take()),
            ';' => end(&mut words, &mut word, ";"),
            '|' => end(&mut words, &mut word, "|"),
            '&' if letters.next_if_eq(&'&').is_some() => end(&mut words, &mut word, "&&"),
            '$' | '`' | '"' | '<' | '>' | '&' | '(' | ')' | '*' | '?' | '#' | '~' | '\n' | '!' | '[' | ']' | '{'
            | '}' => {
                panic!("`{c}` unquoted in {line}")
            }
            c => word.get_or_insert_default().push(c),
        }
    }
    end(&mut words, &mut word, "");
    commands
}

#[test]
fn the_fake_shell_reads_quotes() {
    let words = |line: &str| split(line).into_iter().map(|simple| simple.words).collect::<Vec<_>>();
    assert_eq!(words(r"a 'b c' 'it'\''s' ''"), [["a", "b c", "it's", ""].map(str::to_owned).to_vec()]);
}
