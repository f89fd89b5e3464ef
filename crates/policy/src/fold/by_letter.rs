//! Entries by their first letter. Most letters on a screen are letters of an alphabet, with which few entries begin, so
//! a small bit set answers for them before the map is searched.

use std::collections::HashMap;

use foldhash::fast::FixedState;

/// The alphabets of Europe and the Near East are below this character; scripts that run together are above it.
const ALPHABETS: usize = 0x900;

#[derive(Debug)]
pub(crate) struct ByLetter<T> {
    entries: HashMap<char, Vec<T>, FixedState>,
    /// One bit for each first letter below [`ALPHABETS`].
    in_alphabets: [u64; ALPHABETS / 64],
}

impl<T> Default for ByLetter<T> {
    fn default() -> Self {
        Self { entries: HashMap::default(), in_alphabets: [0; ALPHABETS / 64] }
    }
}

impl<T> ByLetter<T> {
    pub(crate) fn add(&mut self, first: char, entry: T) {
        let (word, bit) = place(first);
        if let Some(bits) = self.in_alphabets.get_mut(word) {
            *bits |= bit;
        }
        self.entries.entry(first).or_default().push(entry);
    }

    /// Returns the entries that begin with this letter.
    pub(crate) fn get(&self, first: char) -> &[T] {
        let (word, bit) = place(first);
        match self.in_alphabets.get(word) {
            Some(bits) if bits & bit == 0 => &[],
            _ => self.entries.get(&first).map_or(&[], Vec::as_slice),
        }
    }
}

fn place(c: char) -> (usize, u64) {
    let code = usize::try_from(u32::from(c)).unwrap_or(usize::MAX);
    (code / 64, 1 << (code % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_their_first_letter_in_every_script() {
        let letters = ['a', 'z', 'é', 'ж', 'ש', 'ی', '\u{8FF}', '\u{900}', 'ย', '删', '가', '🛒'];
        let mut entries = ByLetter::default();
        letters.into_iter().for_each(|letter| entries.add(letter, letter));
        for letter in letters {
            assert_eq!(entries.get(letter), [letter]);
        }
        for other in ['b', 'à', 'а', '除', '🛍'] {
            assert!(entries.get(other).is_empty(), "{other}");
        }
    }
}
