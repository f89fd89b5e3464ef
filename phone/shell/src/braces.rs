//! Brace expansion: `a{b,c}d` becomes several words before any other expansion. mksh has no `{1..3}`.

use std::borrow::Cow;

use super::limits::MAX_BRACES;
use super::syntax::{Part, Word};

/// A character that may be a brace, or a word part that is copied unchanged.
#[derive(Clone, Debug)]
enum Item {
    Char(char),
    Part(Part),
}

/// Expands the braces in all words.
pub(super) fn expanded(words: &[Word]) -> Cow<'_, [Word]> {
    let may = |part: &Part| matches!(part, Part::Plain(text) if text.contains('{'));
    if !words.iter().any(|word| word.iter().any(may)) {
        return Cow::Borrowed(words);
    }
    let mut all = Vec::new();
    for word in words {
        let mut items = Vec::new();
        for part in word {
            match part {
                Part::Plain(text) => items.extend(text.chars().map(Item::Char)),
                other => items.push(Item::Part(other.clone())),
            }
        }
        expand(items, &mut all);
    }
    Cow::Owned(all)
}

fn expand(items: Vec<Item>, into: &mut Vec<Word>) {
    if into.len() < MAX_BRACES
        && let Some((open, commas, close)) = pair(&items)
    {
        let bounds: Vec<usize> = [open].into_iter().chain(commas).chain([close]).collect();
        for range in bounds.windows(2) {
            let [from, to] = range else { continue };
            let mut one = items.get(..open).unwrap_or_default().to_vec();
            one.extend_from_slice(items.get(from + 1..*to).unwrap_or_default());
            one.extend_from_slice(items.get(close + 1..).unwrap_or_default());
            expand(one, into);
        }
        return;
    }
    let mut word: Word = Vec::new();
    for item in items {
        match (item, word.last_mut()) {
            (Item::Char(c), Some(Part::Plain(text))) => text.push(c),
            (Item::Char(c), _) => word.push(Part::Plain(c.to_string())),
            (Item::Part(part), _) => word.push(part),
        }
    }
    if !word.is_empty() {
        into.push(word);
    }
}

/// Finds the first brace pair that contains a comma. Returns the positions of the opening brace, the commas and the
/// closing brace.
fn pair(items: &[Item]) -> Option<(usize, Vec<usize>, usize)> {
    let opens = items.iter().enumerate().filter(|(_, item)| matches!(item, Item::Char('{')));
    for (open, _) in opens {
        let (mut depth, mut commas) = (0_usize, Vec::new());
        for (at, item) in items.iter().enumerate().skip(open + 1) {
            match item {
                Item::Char('{') => depth += 1,
                Item::Char('}') if depth > 0 => depth -= 1,
                Item::Char('}') if commas.is_empty() => break,
                Item::Char('}') => return Some((open, commas, at)),
                Item::Char(',') if depth == 0 => commas.push(at),
                _ => {}
            }
        }
    }
    None
}
