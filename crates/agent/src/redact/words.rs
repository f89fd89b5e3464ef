//! Finds the words of `words.txt` in a text: words that name a code, cues of a message that carries one, and, beside a
//! number, words that say what else the number is. Works on text only.

mod beside;
mod table;

pub(super) use self::beside::{
    counts_a_noun, counts_something_else, follows_a_noun, follows_a_preposition, is_called_something_else, is_counted,
    leads_to_a_site, may_be_service,
};
pub(super) use self::table::List;
use self::table::{COUNT, Lists, Phrase, TABLE};

/// A word or a phrase in a text: where it begins and ends, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The words of a text that tell about codes.
pub(super) struct Signs([Vec<Named>; COUNT]);

impl Signs {
    /// The words and phrases of a list, in order.
    pub(super) fn of(&self, list: List) -> &[Named] {
        &self.0[list as usize]
    }
}

/// The lists whose words are searched for in a whole text; the others are for the words beside a number.
const SEARCHED: Lists = Lists::of(&[
    List::Names,
    List::None,
    List::Minutes,
    List::Purpose,
    List::Secrecy,
    List::Expiry,
    List::Verb,
    List::Aim,
    List::Offer,
]);

/// A word: its start and end in characters, and its letters in lower case.
type Word = (usize, usize, String);

/// Splits a text into lower-case words. `foo_bar` and `fooBar` are two words each: keys of JSON and of settings are
/// written that way.
fn parted(letters: &[char]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open = false;
    let mut before = ' ';
    for (at, &letter) in letters.iter().enumerate() {
        let is_part = letter.is_alphanumeric() || (open && (matches!(letter, '\'' | '-') || is_indic_mark(letter)));
        let humps = before.is_lowercase() && letter.is_uppercase();
        before = letter;
        if !is_part {
            open = false;
            continue;
        }
        if !open || humps {
            words.push((at, at, String::new()));
            open = true;
        }
        if let Some((_, end, word)) = words.last_mut() {
            *end = at + 1;
            word.extend(letter.to_lowercase());
        }
    }
    for (_, end, word) in &mut words {
        let trimmed = word.trim_end_matches(['-', '\'']).len();
        *end -= word.len() - trimmed;
        word.truncate(trimmed);
    }
    words
}

/// Signs of the scripts of India that join letters but are not letters themselves.
fn is_indic_mark(letter: char) -> bool {
    matches!(letter, '\u{900}'..='\u{dff}') && !matches!(letter, '\u{964}' | '\u{965}')
}

/// A text in lower case, with the blocks of Unicode that it uses: most texts use one or two scripts, so that most
/// phrases need not be searched for.
struct Lower {
    text: String,
    blocks: Vec<bool>,
}

impl Lower {
    fn new(letters: &[char]) -> Self {
        let text = lowered(letters);
        let mut blocks = vec![false; 0x1100];
        text.chars().for_each(|letter| blocks[block(letter)] = true);
        Self { text, blocks }
    }
}

/// The number of the 256 characters that a character belongs to.
fn block(letter: char) -> usize {
    usize::try_from(u32::from(letter) >> 8).unwrap_or(0)
}

/// The text in lower case, with as many characters as before.
fn lowered(letters: &[char]) -> String {
    letters.iter().copied().map(lower).collect()
}

fn lower(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

/// Finds the evidence for codes in a text. Skips a word that names a code if the word next to it changes its meaning.
pub(super) fn signs(text: &str) -> Signs {
    let letters: Vec<char> = text.chars().collect();
    let words = parted(&letters);
    let lists: Vec<Lists> = words.iter().map(|(.., word)| TABLE.lists(word)).collect();
    let mut signs = Signs(std::array::from_fn(|_| Vec::new()));
    for (place, (start, end, word)) in words.iter().enumerate() {
        let named = Named { start: *start, end: *end };
        if lists[place].has_any(SEARCHED) {
            let searched = lists[place].each().filter(|list| SEARCHED.has(*list) && *list != List::Names);
            searched.for_each(|list| signs.0[list as usize].push(named));
        }
        let parts = || word.contains('-') && word.split('-').any(|part| TABLE.lists(part).name_a_code());
        let names = lists[place].name_a_code() || (!lists[place].has(List::None) && parts());
        if names && !is_changed(&letters, &words, &lists, place) {
            signs.0[List::Names as usize].push(named);
        }
    }
    phrases(&Lower::new(&letters), &mut signs);
    signs.0.iter_mut().for_each(|found| found.sort_unstable_by_key(|named| named.start));
    let none = std::mem::take(&mut signs.0[List::None as usize]);
    signs.0[List::Names as usize].retain(|name| {
        let last = none.partition_point(|phrase| phrase.start <= name.start);
        last.checked_sub(1).is_none_or(|last| none[last].end <= name.start)
            && none.get(last).is_none_or(|phrase| phrase.start >= name.end)
    });
    signs
}

/// Whether a word next to a word that names a code shows that the code is not secret: a postal code, an error code.
fn is_changed(letters: &[char], words: &[Word], lists: &[Lists], place: usize) -> bool {
    // Only characters that keep words together separate this word from the next.
    let beside = |place: usize| {
        let (left, right) = (words.get(place)?, words.get(place + 1)?);
        let between = letters.get(left.1..right.0)?;
        between.iter().all(|letter| matches!(letter, ' ' | '-' | '_' | '/')).then_some(place + 1)
    };
    let is_not = |place: usize| lists.get(place).is_some_and(|lists| lists.has(List::Not));
    // `Your Booking code`: a capital inside a sentence makes it the name of a service.
    let is_name = |place: usize| {
        let letter = |place: usize, at: usize| words.get(place).and_then(|word| letters.get(word.0 + at));
        let is_capital = |place: usize, at: usize| letter(place, at).is_some_and(|letter| letter.is_uppercase());
        let inside = place.checked_sub(1).is_some_and(|before| beside(before).is_some());
        inside && is_capital(place, 0) && !is_capital(place, 1) && !is_capital(place + 1, 0)
    };
    let inside = words[place].2.split('-').any(|part| TABLE.lists(part).has(List::Not));
    let before =
        place.checked_sub(1).is_some_and(|before| beside(before).is_some() && is_not(before) && !is_name(before));
    // `código de barras`: one small word may come between.
    let after = beside(place).is_some_and(|next| {
        let small = words[next].2.chars().count() <= 2;
        is_not(next) || (small && beside(next).is_some_and(is_not))
    });
    inside || before || after
}

/// Adds every phrase in a text.
fn phrases(lower: &Lower, signs: &mut Signs) {
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let used = |phrase: &&Phrase| {
        let first = phrase.text.chars().next();
        phrase.lists.has_any(SEARCHED) && first.is_some_and(|first| lower.blocks[block(first)])
    };
    let lower_text = lower.text.as_str();
    for phrase in TABLE.phrases.iter().filter(used) {
        let (length, mut seen, mut start) = (phrase.text.chars().count(), 0, 0);
        for (at, _) in lower_text.match_indices(phrase.text.as_str()) {
            start += lower_text[seen..at].chars().count();
            seen = at;
            let begins = phrase.open.0 || !is_word(lower_text[..at].chars().next_back());
            let ends = phrase.open.1 || !is_word(lower_text[at + phrase.text.len()..].chars().next());
            if begins && ends {
                let named = Named { start, end: start + length };
                phrase.lists.each().for_each(|list| signs.0[list as usize].push(named));
            }
        }
    }
}

/// Whether a text names a code at all.
pub(super) fn names_a_code(text: &str) -> bool {
    !signs(text).of(List::Names).is_empty()
}

/// Letters of scripts that do not separate words.
pub(super) fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// The end of a text, at most `most` letters.
pub(super) fn last_letters(text: &str, most: usize) -> &str {
    let from = text.char_indices().rev().nth(most.saturating_sub(1)).map_or(0, |(at, _)| at);
    &text[from..]
}

/// The beginning of a text, at most `most` letters.
pub(super) fn first_letters(text: &str, most: usize) -> &str {
    let end = text.char_indices().nth(most).map_or(text.len(), |(at, _)| at);
    &text[..end]
}
