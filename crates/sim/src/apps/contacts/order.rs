//! People by their names, sorted once for as long as they stay the same: there may be tens of thousands, and a screen
//! is made whenever anybody looks.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use crate::apps::people;
use crate::shared::Shared;

/// The order, and what it is the order of.
#[derive(Debug, Default)]
pub(super) struct Order(Mutex<(u64, Vec<usize>)>);

/// It says nothing that the people do not say.
impl Clone for Order {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Order {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Order {
    /// Works with the places of the people in [`Shared::contacts`], by name.
    pub(super) fn with<T>(&self, shared: &Shared, work: impl FnOnce(&[usize]) -> T) -> T {
        let mut hasher = DefaultHasher::new();
        shared.contacts.len().hash(&mut hasher);
        for contact in &shared.contacts {
            contact.name.hash(&mut hasher);
        }
        let print = hasher.finish();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.0 != print || known.1.len() != shared.contacts.len() {
            let mut order: Vec<usize> = (0..shared.contacts.len()).collect();
            order.sort_by_cached_key(|place| shared.contacts.get(*place).map(|contact| contact.name.to_lowercase()));
            *known = (print, order);
        }
        work(&known.1)
    }
}

/// The letters that people stand under, each with the number of the page on which it begins.
pub(super) fn letters(order: &[usize], on_a_page: usize, shared: &Shared) -> Vec<(String, usize)> {
    let mut letters: Vec<(String, usize)> = Vec::new();
    let mut at = 0;
    while let Some(name) = order.get(at).and_then(|place| shared.contacts.get(*place)).map(|contact| &contact.name) {
        let letter = people::letter(name);
        // They are sorted, so the next letter is found by halves.
        let same =
            |place: &usize| shared.contacts.get(*place).is_some_and(|other| people::letter(&other.name) == letter);
        let next = order.get(at..).map_or(0, |rest| rest.partition_point(same)).max(1);
        if letters.last().is_none_or(|(known, _)| *known != letter) {
            letters.push((letter, at / on_a_page));
        }
        at += next;
    }
    letters.dedup_by(|later, first| later.0 == first.0);
    // Other scripts may bring any number of them; so many can be shown.
    letters.truncate(MOST_LETTERS);
    letters
}

/// Four lines of seven.
const MOST_LETTERS: usize = 28;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::Contact;

    fn shared(names: impl Iterator<Item = String>) -> Shared {
        let contacts = names.map(|name| Contact { name, ..Contact::default() }).collect();
        Shared { contacts, ..Shared::default() }
    }

    #[test]
    fn the_order_follows_the_people() {
        let mut shared = shared(["bob", "Ada", "Émile", "42"].into_iter().map(str::to_owned));
        let order = Order::default();
        let names = |shared: &Shared| {
            order.with(shared, |order| {
                order.iter().map(|place| shared.contacts[*place].name.clone()).collect::<Vec<_>>()
            })
        };
        assert_eq!(names(&shared), ["42", "Ada", "bob", "Émile"]);
        shared.contacts[1].name = "Zoë".to_owned();
        assert_eq!(names(&shared), ["42", "bob", "Zoë", "Émile"]);
        shared.contacts.clear();
        assert_eq!(names(&shared), Vec::<String>::new());
    }

    #[test]
    fn letters_lead_to_pages() {
        let many = (0..1_000).map(|number| format!("{}{number}", char::from(b'A' + (number % 4) as u8)));
        let shared = shared(many);
        let found = Order::default().with(&shared, |order| letters(order, 100, &shared));
        let expected = [("A", 0), ("B", 2), ("C", 5), ("D", 7)];
        assert_eq!(found, expected.map(|(letter, page)| (letter.to_owned(), page)));
    }
}
