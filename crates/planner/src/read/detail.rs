//! Telephone numbers, e-mail addresses and web addresses, as dictated or typed.

use super::{List, Tokens};
use crate::text::verbatim;

/// Reads a telephone number, as digits with an optional leading `+`, and returns the index after it.
pub(crate) fn telephone(tokens: Tokens<'_>, start: usize) -> Option<(String, usize)> {
    let mut number = String::new();
    let mut next = start;
    loop {
        // "double oh seven"
        let times = match tokens.value(next, List::Repeats) {
            Some((times, _)) if times > 2.5 => 3,
            Some(_) => 2,
            None => 1,
        };
        let at = if times > 1 { next + 1 } else { next };
        let Some(piece) = piece(tokens, at, number.is_empty() && times == 1) else { break };
        for _ in 0..times {
            number.push_str(&piece);
        }
        next = at + 1;
        if tokens.words.get(next - 1).is_some_and(|word| word.pause || word.stop) {
            break;
        }
    }
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    (3..=16).contains(&digits).then_some((number, next))
}

fn piece(tokens: Tokens<'_>, at: usize, first: bool) -> Option<String> {
    let word = tokens.at(at);
    if let Some(digit) = tokens.lexicon.value_of(word, List::Digit) {
        return Some(format!("{digit:.0}"));
    }
    if tokens.is(at, List::Oh) && !first {
        return Some("0".to_owned());
    }
    if tokens.is(at, List::Plus) && first {
        return Some("+".to_owned());
    }
    let digits: String = word.chars().filter(char::is_ascii_digit).collect();
    let plus = word.starts_with('+');
    let spelt = word.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '.' | '(' | ')' | '+'));
    // `6:30` and `3.5` are not telephone numbers.
    (spelt && !digits.is_empty() && (digits.len() > 1 || word.len() == 1) && !(word.contains('.') && digits.len() < 7))
        .then(|| if plus { format!("+{digits}") } else { digits })
}

/// Reads `ann@example.com`, or `ann at example dot com`.
pub(crate) fn email(tokens: Tokens<'_>, start: usize) -> Option<(String, usize)> {
    let word = tokens.at(start);
    if let Some((name, host)) = word.split_once('@') {
        return (!name.is_empty() && host.contains('.')).then(|| (word.to_owned(), start + 1));
    }
    let is_name =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
    if !is_name(word) || !tokens.is(start + 1, List::MailAt) {
        return None;
    }
    let (host, next) = spoken_host(tokens, start + 2)?;
    Some((format!("{word}@{host}"), next))
}

/// First parts of Android packages, which are ends of web addresses.
const PACKAGE_STARTS: &[&str] = &[
    "com", "org", "net", "io", "de", "app", "dev", "eu", "ch", "at", "fr", "it", "es", "nl", "uk", "us", "in", "me",
    "tv", "co",
];

/// Reads a web address with its scheme, and returns the index after it.
pub(crate) fn address(tokens: Tokens<'_>, start: usize, utterance: &str) -> Option<(String, usize)> {
    let word = tokens.words.get(start)?;
    let raw = verbatim(utterance, std::slice::from_ref(word));
    let plain = word.plain.as_str();
    if plain.starts_with("https://") || plain.starts_with("http://") {
        return Some((raw.to_owned(), start + 1));
    }
    if plain.contains("://") || plain.contains('@') {
        return None;
    }
    let host = plain.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let top = labels.last().copied().unwrap_or_default();
    let spelt = labels.len() > 1
        && labels.iter().all(|label| !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
        && top.len() >= 2
        && top.chars().all(|c| c.is_ascii_alphabetic());
    // `com.whatsapp` is a package, `me.com` an address.
    let package = labels.first().is_some_and(|first| PACKAGE_STARTS.contains(first)) && !PACKAGE_STARTS.contains(&top);
    if spelt && package {
        return None;
    }
    if spelt {
        return Some((format!("https://{}", raw), start + 1));
    }
    let (host, next) = spoken_host(tokens, start)?;
    Some((format!("https://{host}"), next))
}

/// Reads `example dot com`, `w w w dot example dot co dot uk`.
fn spoken_host(tokens: Tokens<'_>, start: usize) -> Option<(String, usize)> {
    let is_label = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
    let mut host = String::new();
    let mut next = start;
    while is_label(tokens.at(next)) {
        host.push_str(tokens.at(next));
        next += 1;
        if !tokens.is(next, List::Dot) {
            break;
        }
        host.push('.');
        next += 1;
    }
    let top = host.rsplit('.').next().unwrap_or_default();
    let known = host.contains('.') && (2..=6).contains(&top.len()) && top.chars().all(|c| c.is_ascii_alphabetic());
    known.then_some((host, next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::english;
    use crate::text::{Word, words};

    fn tokens(words: &[Word]) -> Tokens<'_> {
        Tokens { words, lexicon: english() }
    }

    #[test]
    fn telephones() {
        for (said, expected) in [
            ("911", "911"),
            ("555-0123", "5550123"),
            ("+49 151 2345678", "+491512345678"),
            ("five five five oh one two three", "5550123"),
            ("555 867 5309", "5558675309"),
        ] {
            let words = words(said).unwrap();
            assert_eq!(telephone(tokens(&words), 0), Some((expected.to_owned(), words.len())), "{said}");
        }
        for said in ["6:30", "7", "sam", "12345678901234567"] {
            assert_eq!(telephone(tokens(&words(said).unwrap()), 0), None, "{said}");
        }
    }

    #[test]
    fn addresses() {
        for (said, expected) in [
            ("example.com", "https://example.com"),
            ("https://Example.com/A?b=c", "https://Example.com/A?b=c"),
            ("example dot com", "https://example.com"),
            ("www.bbc.co.uk/news", "https://www.bbc.co.uk/news"),
        ] {
            let words = words(said).unwrap();
            assert_eq!(address(tokens(&words), 0, said), Some((expected.to_owned(), words.len())), "{said}");
        }
        for said in [
            "javascript:alert(1)",
            "file:///etc/passwd",
            "hello",
            "3.5",
            "a@b.com",
            "com.whatsapp",
            "org.thoughtcrime.securesms",
        ] {
            assert_eq!(address(tokens(&words(said).unwrap()), 0, said), None, "{said}");
        }
        let mail = words("ann at example dot com").unwrap();
        assert_eq!(email(tokens(&mail), 0), Some(("ann@example.com".to_owned(), 5)));
    }
}
