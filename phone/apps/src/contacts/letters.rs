//! The initial letters of contacts, to jump to in a very long list.

use kit::pages::ON_A_PAGE;
use kit::people;
use state::shared::AddressBook;

/// Four lines of seven: other scripts may have any number of letters, but only so many can be shown.
const MOST_LETTERS: usize = 28;

/// Returns the letters, each with the page on which it starts.
pub(super) fn of(people: &AddressBook) -> Vec<(String, usize)> {
    let mut letters: Vec<(String, usize)> = Vec::new();
    let mut at = 0;
    while let Some(letter) = letter_at(people, at) {
        // The list is sorted, so binary search finds the next letter.
        let (mut same, mut other) = (at, people.len());
        while other - same > 1 {
            let middle = usize::midpoint(same, other);
            if letter_at(people, middle).as_ref() == Some(&letter) { same = middle } else { other = middle }
        }
        if letters.last().is_none_or(|(known, _)| *known != letter) {
            letters.push((letter, at / ON_A_PAGE));
        }
        if letters.len() == MOST_LETTERS {
            break;
        }
        at = other;
    }
    letters
}

fn letter_at(people: &AddressBook, at: usize) -> Option<String> {
    people.nth_by_name(at).map(|contact| people::letter(&contact.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use state::shared::Contact;

    #[test]
    fn letters_lead_to_pages() {
        let name = |number: usize| format!("{}{number}", char::from(b'A' + (number % 4) as u8));
        let contact = |number: usize| Contact { name: name(number), ..Contact::default() };
        let people: AddressBook = (0..10 * ON_A_PAGE).map(contact).collect();
        let expected = [("A", 0), ("B", 2), ("C", 5), ("D", 7)];
        assert_eq!(of(&people), expected.map(|(letter, page)| (letter.to_owned(), page)));
        assert_eq!(of(&AddressBook::default()), []);
    }
}
