//! Finding people and numbers, the same way in every app that asks for somebody.

use super::widgets;
use crate::shared::{Contact, Shared, digits};

/// The contacts that a name, or at least two digits of a number, or an address matches; by name.
pub fn found<'a>(query: &str, shared: &'a Shared) -> Vec<&'a Contact> {
    let wanted = digits(query);
    let by_number = |contact: &Contact| {
        wanted.len() >= 2 && is_number(query) && contact.numbers.iter().any(|number| digits(number).contains(&wanted))
    };
    let mut found: Vec<&Contact> = shared
        .contacts
        .iter()
        .filter(|contact| {
            widgets::matches(&contact.name, query)
                || by_number(contact)
                || contact.emails.iter().any(|email| !query.trim().is_empty() && widgets::matches(email, query))
        })
        .collect();
    found.sort_by_cached_key(|contact| (contact.name.to_lowercase(), contact.id));
    found
}

/// The contact with an id, as routes and events write it.
pub fn by_id<'a>(id: &str, shared: &'a Shared) -> Option<&'a Contact> {
    let id: i64 = id.parse().ok()?;
    shared.contacts.iter().find(|contact| contact.id == id)
}

/// The letter under which a name stands in a list; `#` for what has none.
pub fn letter(name: &str) -> String {
    match name.chars().next() {
        Some(first) if first.is_alphabetic() => first.to_uppercase().collect(),
        _ => "#".to_owned(),
    }
}

/// Whether a text is a telephone number, as far as one can see.
pub fn is_number(text: &str) -> bool {
    let allowed = |letter: char| letter.is_ascii_digit() || "+-(). *#".contains(letter);
    text.chars().any(|letter| letter.is_ascii_digit()) && text.trim().chars().all(allowed)
}

/// Whether two addresses are of one conversation: the same text, the same contact, or the same digits from
/// the right.
pub fn same(a: &str, b: &str, shared: &Shared) -> bool {
    if a == b {
        return true;
    }
    if let (Some(a), Some(b)) = (shared.contact_of(a), shared.contact_of(b)) {
        return a.id == b.id;
    }
    let (a, b) = (digits(a), digits(b));
    let tail = a.len().min(b.len());
    // Short numbers (`911`, `22000`) are only equal as a whole.
    if tail < 7 { !a.is_empty() && a == b } else { a[a.len() - tail..] == b[b.len() - tail..] }
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
