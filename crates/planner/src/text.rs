//! Splits an utterance into words: lower case, without punctuation, each with its offset.
//!
//! The rest of the crate works on these words; with the offsets a dictated text is reproduced exactly (`span`).
//! Splitting is one pass, and an utterance that is too long is not read at all.

mod quotation;
mod span;

use action::slice::Slice as _;

use self::quotation::quotations;
pub(crate) use self::span::{capitalised, passage, phrase};

/// The longest utterance that is read, in bytes: [`MAX_WORDS`] long words.
pub(crate) const MAX_BYTES: usize = 16_000;
/// The most words that are read: about five minutes of speech. A longer text is not a request.
pub(crate) const MAX_WORDS: usize = 800;
/// The words that are examined one by one at both ends of a long utterance; those between them count as one word, which
/// only a dictated text can hold. The matcher's work is words times steps of the grammar, and this bounds it.
const EXAMINED: (usize, usize) = (60, 24);
/// The word for the unexamined middle. No grammar has it.
const MIDDLE: &str = "…";

/// One word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Lower case, without apostrophes and accents of spelling: `ill` for `I'll`.
    pub(crate) plain: String,
    /// The offset of its start in the utterance.
    pub(crate) start: usize,
    /// The offset of its end.
    pub(crate) end: usize,
    /// The end of the word before it in the utterance, and the start of the word after it.
    pub(crate) before: usize,
    pub(crate) after: usize,
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
    /// A colon follows: the next words are literal.
    pub(crate) colon: bool,
    /// It has no letter and no digit: an emoji, an emoticon.
    pub(crate) symbol: bool,
    /// It ends with a possessive: `Sam's`.
    pub(crate) possessive: bool,
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
    for at in 0..words.len() {
        words[at].before = at.checked_sub(1).map_or(0, |before| words[before].end);
        words[at].after = words.get(at + 1).map_or(utterance.len(), |next| next.start);
    }
    // An utterance that is entirely a quotation counts as unquoted, because it was probably pasted.
    let quotations = quotations(utterance);
    let place = |word: &Word| quotations.iter().position(|(from, to)| *from <= word.start && word.end <= *to);
    if words.iter().any(|word| place(word) != Some(0)) {
        words.iter_mut().for_each(|word| word.quotation = place(word));
    }
    Some(shortened(words))
}

/// Joins the middle words of a long utterance to one.
fn shortened(mut words: Vec<Word>) -> Vec<Word> {
    let (head, tail) = EXAMINED;
    if words.len() <= 2 * (head + tail) {
        return words;
    }
    let end = words.len() - tail;
    let middle = &words[head..end];
    let (first, last) = (&middle[0], &middle[middle.len() - 1]);
    let quotation = first.quotation.filter(|_| middle.iter().all(|word| word.quotation == first.quotation));
    let joined = Word {
        plain: MIDDLE.to_owned(),
        start: first.start,
        before: first.before,
        quotation,
        quote: first.quote,
        capital: first.capital,
        symbol: false,
        ..last.clone()
    };
    words.splice(head..end, [joined]);
    words
}

/// Whether the utterance is entirely a quotation: a pasted request, or a quoted person.
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
        // Marks that are quoted or follow a colon are all there is: `text Sam: ...`.
        let given = words.last().is_some_and(|last| last.colon && last.quotation.is_none());
        let whole = (given && !chunk.is_empty()).then_some((0, chunk.len()));
        if let Some((from, to)) = symbol(chunk).or(whole) {
            let after = chunk.tail(to);
            words.push(Word {
                symbol: true,
                quote: chunk.head(from).chars().any(is_quote),
                pause: after.contains([',', ';', '!']),
                stop: after.contains(['.', '?', '…']),
                ..word(chunk.part(from, to), at + from)
            });
        } else if let Some(last) = words.last_mut() {
            last.pause |= chunk.contains([',', '-', '–', '—', ':', ';']);
            last.colon |= chunk.contains(':');
        }
        return;
    }
    let first = words.len();
    let start = at + before;
    for (from, to) in pieces(trimmed) {
        let colon = trimmed.tail(to).starts_with(':');
        words.push(Word { colon, pause: colon, ..word(trimmed.part(from, to), start + from) });
    }
    if let Some(word) = words.get_mut(first) {
        word.quote = quote;
    }
    if let Some(last) = words.last_mut() {
        last.pause = after.contains([',', ':', ';', '–', '—', '!']);
        last.colon = after.contains(':');
        last.stop = after.contains(['.', '?', '…']) && !ABBREVIATIONS.contains(&last.plain.as_str());
    }
}

/// Words whose full stop does not end a sentence.
const ABBREVIATIONS: &[&str] = &["am", "pm", "dr", "mr", "mrs", "ms", "prof", "st", "hr", "fr", "dra", "sra"];

/// Returns a word without the marks around it.
fn word(piece: &str, start: usize) -> Word {
    Word {
        plain: plain(piece),
        start,
        end: start + piece.len(),
        before: 0,
        after: 0,
        pause: false,
        stop: false,
        quote: false,
        quotation: None,
        capital: piece.starts_with(char::is_uppercase),
        colon: false,
        symbol: false,
        possessive: ["'s", "’s", "s'", "s’"].iter().any(|ending| piece.ends_with(ending)),
    }
}

/// Returns the part of a text without letters and digits that means something by itself: an emoji, `:)`, `???`, but not
/// a dash or a comma.
fn symbol(chunk: &str) -> Option<(usize, usize)> {
    let quote = |c: char| is_quote(c) || matches!(c, '„' | '‚');
    let inside = chunk.trim_matches(quote);
    let from = chunk.len() - chunk.trim_start_matches(quote).len();
    let whole = Some((from, from + inside.len())).filter(|(from, to)| from < to);
    let emoticon =
        inside.chars().count() > 1 && inside.contains([':', ';']) && inside.contains(['(', ')', '*', '[', ']']);
    let urgent = inside.chars().all(|c| matches!(c, '!' | '?'));
    if emoticon || urgent || inside.len() < chunk.len() {
        return whole;
    }
    let core = inside.trim_matches(|c: char| c.is_control() || quote(c) || MARKS.contains(c));
    let start =
        inside.len() - inside.trim_start_matches(|c: char| c.is_control() || quote(c) || MARKS.contains(c)).len();
    (!core.is_empty()).then_some((from + start, from + start + core.len()))
}

/// Punctuation and invisible marks, which are not symbols.
const MARKS: &str = ",.;:-–—!?…()[]{}¿¡*`´\u{200b}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";

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
            // `Sam:hello` is a name and a text.
            (Some(left), ':')
                if left.is_alphabetic() && index > 1 && chunk.tail(index + 1).starts_with(char::is_alphabetic) =>
            {
                cuts.push((from, index));
                from = index + 1;
                false
            }
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
        check("🎉 🎉", "🎉 🎉");
        check("hello :) - ok, ... <3", "hello :) ok 3");
        check("Sam:hello", "sam hello");
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
        assert_eq!(words(&"a ".repeat(MAX_WORDS + 1)), None);
        assert_eq!(words(&"a".repeat(MAX_BYTES + 1)), None);
    }

    #[test]
    fn the_middle_of_a_long_text_is_one_word() {
        let utterance = format!("text Sam {}", "lorem ipsum, ".repeat(250));
        let words = words(&utterance).unwrap();
        assert_eq!(words.len(), EXAMINED.0 + EXAMINED.1 + 1);
        assert_eq!(verbatim(&utterance, &words), utterance.trim_end_matches(", "));
    }
}
