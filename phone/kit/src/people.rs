//! Contact search, shared by all apps that ask for a person or number.

use super::pages;
use state::shared::{Contact, Shared, digits};
use toolkit::{Color, View};

/// The most contacts in a list; others are found by searching.
pub const MOST_SHOWN: usize = pages::ON_A_PAGE;

/// Returns the contacts that match a name, at least two digits of a number, or an address; sorted by name.
pub fn found<'a>(query: &str, shared: &'a Shared) -> impl Iterator<Item = &'a Contact> {
    let number = Some(query).filter(|query| is_number(query) && digits(query).len() >= 2);
    shared.contacts.matching(query, number)
}

/// Builds rows for the matching contacts, with a note if the list was cut.
pub fn rows<R: IntoIterator<Item = View>>(query: &str, shared: &Shared, row: impl FnMut(&Contact) -> R) -> Vec<View> {
    shown(found(query, shared), row)
}

/// Builds rows for contacts, with a note if the list was cut.
pub fn shown<'a, R: IntoIterator<Item = View>>(
    mut people: impl Iterator<Item = &'a Contact>,
    row: impl FnMut(&'a Contact) -> R,
) -> Vec<View> {
    let mut rows: Vec<View> = people.by_ref().take(MOST_SHOWN).flat_map(row).collect();
    if people.next().is_some() {
        let text = format!("Only {MOST_SHOWN} are shown. Search to find others.");
        rows.push(View::text(text).id("more_people").color(Color::Muted).padding(16.0, 16.0));
    }
    rows
}

/// Returns the contact with an id, as written in routes and events.
pub fn by_id<'a>(id: &str, shared: &'a Shared) -> Option<&'a Contact> {
    shared.contacts.with_id(id.parse().ok()?)
}

/// Returns the letter under which a name is listed; `#` if it has none.
pub fn letter(name: &str) -> String {
    match name.chars().next() {
        Some(first) if first.is_alphabetic() => first.to_uppercase().collect(),
        _ => "#".to_owned(),
    }
}

/// Whether a text looks like a telephone number.
pub fn is_number(text: &str) -> bool {
    let allowed = |letter: char| letter.is_ascii_digit() || "+-(). *#".contains(letter);
    text.chars().any(|letter| letter.is_ascii_digit()) && text.trim().chars().all(allowed)
}

/// Whether two addresses belong to the same conversation: see [`AddressBook::same`](state::shared::AddressBook::same).
pub fn same(a: &str, b: &str, shared: &Shared) -> bool {
    shared.contacts.same(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_conversation_are_the_same() {
        let shared = Shared::default();
        for (a, b, is) in [
            ("+1 555-010-0001", "5550100001", true),
            ("5550100001", "5550100002", false),
            ("VERIZON", "VERIZON", true),
            ("VERIZON", "GOOGLE", false),
            ("911", "+491911", false),
        ] {
            assert_eq!(same(a, b, &shared), is, "{a} {b}");
        }
        assert!(is_number("+1 (555) 010-0001") && !is_number("Bob") && !is_number("") && !is_number("+"));
        assert_eq!((letter("émile").as_str(), letter("42").as_str(), letter("").as_str()), ("É", "#", "#"));
    }
}
