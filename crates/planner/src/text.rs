//! Splits an utterance into words: lower case, without punctuation, each with its offset.
//!
//! The rest of the crate works on these words; with the offsets a dictated text is reproduced exactly. Splitting is one
//! pass, and an utterance that is too long is not read at all.

mod quotation;

use action::slice::Slice as _;

use self::quotation::quotations;

/// The longest utterance that is read, in bytes: about four minutes of speech.
pub(crate) const MAX_BYTES: usize = 4_000;
/// The most words that are examined, about a minute of speech. The matcher's work is words times steps of the grammar,
/// and this bounds it.
pub(crate) const MAX_WORDS: usize = 160;

/// One word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Lower case, without apostrophes and accents of spelling: `ill` for `I'll`.
    pub(crate) plain: String,
    /// The offset of its start in the utterance.
    pub(crate) start: usize,
    /// The offset of its end.
    pub(crate) end: usize,
    /// A comma, colon, dash or exclamation mark follows (titles have them: `Help!`).
    pub(crate) pause: bool,
    /// A full stop or question mark follows.
    pub(crate) stop: bool,
    /// A quotation begins here.
    pub(crate) quote: bool,
    /// The quotation that contains it, counted from the first.
    pub(crate) quotation: Option<usize>,
    /// It is written with a capital letter.
    pub(crate) capital: bool,
}

/// Returns the words of an utterance; `None` if it is too long to be a request.
pub(crate) fn words(utterance: &str) -> Option<Vec<Word>> {
    if utterance.len() > MAX_BYTES {
        return None;
    }
    let mut words = Vec::with_capacity(16);
    let mut at = 0;
    for chunk in utterance.split(char::is_whitespace) {
        chunk_words(chunk, at, &mut words);
        at += chunk.len();
        at += utterance.tail(at).chars().next().map_or(0, char::len_utf8);
        if words.len() > MAX_WORDS {
            return None;
        }
    }
    // An utterance that is entirely a quotation counts as unquoted: somebody pasted it.
    let quotations = quotations(utterance);
    let place = |word: &Word| quotations.iter().position(|(from, to)| *from <= word.start && word.end <= *to);
    if words.iter().any(|word| place(word) != Some(0)) {
        words.iter_mut().for_each(|word| word.quotation = place(word));
    }
    Some(words)
}

/// Whether the utterance is entirely a quotation: a pasted request, or somebody's words.
pub(crate) fn is_quotation(utterance: &str, words: &[Word]) -> bool {
    let within = |(from, to): &(usize, usize)| words.iter().all(|word| *from <= word.start && word.end <= *to);
    quotations(utterance).first().is_some_and(within)
}

/// Whether a part that ends before the word at `at` would end inside a quotation.
pub(crate) fn splits_quotation(words: &[Word], at: usize) -> bool {
    let quotation = |at: usize| words.get(at).and_then(|word| word.quotation);
    at > 0 && quotation(at).is_some() && quotation(at) == quotation(at - 1)
}

/// Returns the original text from the first to the last of these words.
pub(crate) fn verbatim<'u>(utterance: &'u str, words: &[Word]) -> &'u str {
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => utterance.get(first.start..last.end).unwrap_or_default(),
        _ => "",
    }
}

/// Returns the plain form of one word.
pub(crate) fn plain(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    for character in word.chars() {
        match character {
            '\'' | '’' | '‘' | '`' | '´' => {}
            _ => plain.extend(character.to_lowercase().map(unaccented)),
        }
    }
    match plain.as_str() {
        "a.m" | "a.m." => "am".to_owned(),
        "p.m" | "p.m." => "pm".to_owned(),
        _ => plain,
    }
}

/// Removes accents: names are often typed without them, so both spellings are one word.
fn unaccented(character: char) -> char {
    match character {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        other => other,
    }
}

fn is_quote(character: char) -> bool {
    matches!(character, '"' | '“' | '”' | '«' | '»' | '\'' | '‘' | '’')
}

/// Adds the words between two spaces.
fn chunk_words(chunk: &str, at: usize, words: &mut Vec<Word>) {
    let core = chunk.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '$' | '€' | '£' | '+' | '#'));
    let before = chunk.len() - core.len();
    let quote = chunk.head(before).chars().any(is_quote);
    let trimmed =
        core.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '%' | '$' | '€' | '£' | '+' | '/'));
    let after = core.tail(trimmed.len());
    if trimmed.is_empty() {
        if let (Some(last), true) = (words.last_mut(), chunk.contains([',', '-', '–', '—', ':', ';'])) {
            last.pause = true;
        }
        return;
    }
    let first = words.len();
    let start = at + before;
    for (from, to) in pieces(trimmed) {
        let piece = trimmed.part(from, to);
        words.push(Word {
            plain: plain(piece),
            start: start + from,
            end: start + to,
            pause: false,
            stop: false,
            quote: false,
            quotation: None,
            capital: piece.starts_with(char::is_uppercase),
        });
    }
    if let Some(word) = words.get_mut(first) {
        word.quote = quote;
    }
    if let Some(last) = words.last_mut() {
        last.pause = after.contains([',', ':', ';', '–', '—', '!']);
        last.stop =
            after.contains(['.', '?', '…']) && !matches!(last.plain.as_str(), "am" | "pm" | "dr" | "mr" | "mrs" | "ms");
    }
}

/// Splits `wi-fi`, `7am`, `$20` and `50%` into words; `4th`, `6:30` and `example.com` stay whole.
fn pieces(chunk: &str) -> Vec<(usize, usize)> {
    if chunk.contains("://") || chunk.contains('@') || (chunk.contains('.') && chunk.contains('/')) {
        return vec![(0, chunk.len())];
    }
    let mut cuts = Vec::new();
    let mut from = 0;
    let mut before: Option<char> = None;
    let ordinal = |rest: &str| {
        ["st", "nd", "rd", "th"].iter().any(|tail| {
            rest.get(..2).is_some_and(|start| start.eq_ignore_ascii_case(tail))
                && !rest.tail(2).starts_with(char::is_alphanumeric)
        })
    };
    let counts = chunk.starts_with(|c: char| c.is_ascii_digit());
    for (index, character) in chunk.char_indices() {
        let cut = match (before, character) {
            (Some(left), '-' | '–' | '/' | '—' | '_')
                if left.is_alphanumeric() && !telephone(chunk) && !fraction(chunk) =>
            {
                cuts.push((from, index));
                from = index + character.len_utf8();
                false
            }
            (Some(left), right) if left.is_ascii_digit() && right.is_alphabetic() => {
                counts && !ordinal(chunk.tail(index))
            }
            (Some(left), right) if left.is_alphabetic() && right.is_ascii_digit() => counts,
            (Some('$' | '€' | '£'), right) => right.is_ascii_digit(),
            (Some(left), '%' | '$' | '€' | '£') => left.is_ascii_digit(),
            _ => false,
        };
        if cut {
            cuts.push((from, index));
            from = index;
        }
        before = Some(character);
    }
    cuts.push((from, chunk.len()));
    cuts.retain(|(from, to)| from < to);
    cuts
}

/// Whether the text is a fraction such as `1/2` or `3/4`.
fn fraction(chunk: &str) -> bool {
    matches!(chunk, "1/2" | "1/3" | "1/4" | "2/3" | "3/4")
}

/// Whether the text is a single number or date: `555-0123`, `2026-03-05`.
fn telephone(chunk: &str) -> bool {
    chunk.chars().filter(char::is_ascii_digit).count() >= 4 && !chunk.contains(char::is_alphabetic)
}

/// Formats a text as a sentence: without quotation marks, with a capital letter.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim().trim_matches(['"', '“', '”', '„', '«', '»']);
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(utterance: &str, expected: &str) {
        let words = words(utterance).unwrap();
        let plain: Vec<&str> = words.iter().map(|word| word.plain.as_str()).collect();
        assert_eq!(plain.join(" "), expected, "{utterance}");
    }

    #[test]
    fn words_of_utterances() {
        check("Turn off Wi-Fi, then enable Bluetooth!", "turn off wi fi then enable bluetooth");
        check("I'll be there at 7am", "ill be there at 7 am");
        check("at 7:30 a.m. on the 4th", "at 7:30 am on the 4th");
        check("pay $20 to Zoë", "pay $ 20 to zoe");
        check("50% \"quoted\" ‘words’", "50 % quoted words");
        check("call 555-0123", "call 555-0123");
        check("open https://example.com/a-b?c=1", "open https://example.com/a-b?c=1");
        check("mail a-b@example.com", "mail a-b@example.com");
        check("", "");
        check("🎉 🎉", "");
        check("1h30m", "1 h 30 m");
        check("mp3", "mp3");
    }

    #[test]
    fn places_give_back_what_was_said() {
        let utterance = "text Sam: “I'll be there – soon”, ok";
        let words = words(utterance).unwrap();
        assert_eq!(verbatim(utterance, &words[2..6]), "I'll be there – soon");
        assert!(words[1].pause && words[2].quote);
    }

    #[test]
    fn what_is_too_long_is_not_read() {
        assert_eq!(words(&"a ".repeat(161)), None);
        assert_eq!(words(&"a".repeat(MAX_BYTES + 1)), None);
    }
}
