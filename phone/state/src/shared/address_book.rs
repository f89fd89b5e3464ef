//! The contacts, with an index by name, id, number and search text.
//!
//! For writers it is a `Vec`. The index is built on first use and dropped with the next change, so that a screen of
//! 50,000 contacts costs only what it shows.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut, Range};
use std::sync::{Arc, OnceLock, Weak};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Contact, digits};

/// The maximum number of trailing digits that are compared.
const TAIL: usize = 9;
/// The minimum number of digits: shorter numbers match no contact.
const SHORTEST: usize = 3;

/// The contacts, in the order in which they were added.
#[derive(Default)]
pub struct AddressBook {
    people: Vec<Contact>,
    index: OnceLock<Arc<Index>>,
}

/// A version of the contacts. It keeps none of them alive, and never equals the version of another address book.
pub(super) struct Edition(Weak<Index>);

/// Lookups from keys to positions in the list.
struct Index {
    /// Sorted by name, ignoring case, then by id.
    by_name: Vec<usize>,
    /// The names in lower case, by position.
    names: Vec<String>,
    /// The favourites, sorted by name.
    starred: Vec<usize>,
    by_id: BTreeMap<i64, usize>,
    /// The trailing digits of each number, with the first contact that has them.
    by_number: BTreeMap<Tail, usize>,
    /// The digit count of the shortest of them.
    shortest: usize,
}

/// The last [`TAIL`] digits of a number from right to left, padded with 0. Longer numbers thus sort right after the
/// numbers that they extend.
type Tail = [u8; TAIL];

impl Index {
    fn of(people: &[Contact]) -> Self {
        let names: Vec<String> = people.iter().map(|contact| contact.name.to_lowercase()).collect();
        let mut by_name: Vec<usize> = (0..people.len()).collect();
        by_name.sort_by_key(|place| (names.get(*place), people.get(*place).map(|contact| contact.id)));
        let is_starred = |place: &&usize| people.get(**place).is_some_and(|contact| contact.starred);
        let starred = by_name.iter().filter(is_starred).copied().collect();
        let (mut by_id, mut by_number, mut shortest) = (BTreeMap::new(), BTreeMap::new(), TAIL);
        for (place, contact) in people.iter().enumerate() {
            by_id.entry(contact.id).or_insert(place);
            for (tail, length) in contact.numbers.iter().map(|number| tail(number)) {
                if length >= SHORTEST {
                    by_number.entry(tail).or_insert(place);
                    shortest = shortest.min(length);
                }
            }
        }
        Self { by_name, names, starred, by_id, by_number, shortest }
    }
}

/// Returns the trailing digits of a number, and how many there are.
fn tail(number: &str) -> (Tail, usize) {
    let (mut tail, mut length) = ([0; TAIL], 0);
    for (place, digit) in tail.iter_mut().zip(number.bytes().rev().filter(u8::is_ascii_digit)) {
        *place = digit;
        length += 1;
    }
    (tail, length)
}

/// Keeps the first `length` digits of a tail.
fn shortened(tail: &Tail, length: usize) -> Tail {
    let mut short = *tail;
    short.iter_mut().skip(length).for_each(|digit| *digit = 0);
    short
}

/// Whether two numbers have the same digits from the right.
pub(super) fn same_digits(a: &str, b: &str) -> bool {
    let (a, b) = (digits(a), digits(b));
    let tail = a.len().min(b.len());
    // Short numbers (`911`, `22000`) must match completely.
    if tail < 7 { !a.is_empty() && a == b } else { a[a.len() - tail..] == b[b.len() - tail..] }
}

impl AddressBook {
    fn index(&self) -> &Arc<Index> {
        self.index.get_or_init(|| Arc::new(Index::of(&self.people)))
    }

    /// Returns the current version, to detect later changes.
    pub(super) fn edition(&self) -> Edition {
        Edition(Arc::downgrade(self.index()))
    }

    /// Whether the contacts are unchanged since that version.
    pub(super) fn is_edition(&self, edition: &Edition) -> bool {
        self.index.get().is_some_and(|index| Arc::as_ptr(index) == edition.0.as_ptr())
    }

    /// Returns a range of the contacts sorted by name.
    pub fn by_name(&self, range: Range<usize>) -> impl Iterator<Item = &Contact> {
        let places = self.index().by_name.get(range).unwrap_or_default();
        places.iter().filter_map(|place| self.people.get(*place))
    }

    /// Returns the contact at a position in the order by name.
    pub fn nth_by_name(&self, nth: usize) -> Option<&Contact> {
        self.people.get(*self.index().by_name.get(nth)?)
    }

    /// Returns the favourites, sorted by name.
    pub fn starred(&self) -> impl Iterator<Item = &Contact> {
        self.index().starred.iter().filter_map(|place| self.people.get(*place))
    }

    /// Returns the first contact with an id.
    pub fn with_id(&self, id: i64) -> Option<&Contact> {
        self.people.get(*self.index().by_id.get(&id)?)
    }

    /// Returns the first contact with a number. Digits are compared from the right, as many as both have, at most nine.
    pub fn with_number(&self, number: &str) -> Option<&Contact> {
        let (wanted, length) = tail(number);
        if length < SHORTEST {
            return None;
        }
        let Index { by_number, shortest, .. } = self.index().as_ref();
        let longer = by_number.range(wanted..).take_while(|(tail, _)| shortened(tail, length) == wanted);
        let shorter = (*shortest..length).filter_map(|length| by_number.get(&shortened(&wanted, length)));
        let first = longer.map(|(_, place)| place).chain(shorter).min()?;
        self.people.get(*first)
    }

    /// Whether two addresses belong to one conversation: the same text, the same contact, or the same digits from the
    /// right.
    pub fn same(&self, a: &str, b: &str) -> bool {
        if a == b {
            return true;
        }
        if let (Some(a), Some(b)) = (self.with_number(a), self.with_number(b)) {
            return a.id == b.id;
        }
        same_digits(a, b)
    }

    /// Finds contacts whose name or address contains a text, ignoring case, or whose number contains the digits, if
    /// given. Sorted by name and evaluated lazily.
    pub fn matching(&self, text: &str, number: Option<&str>) -> impl Iterator<Item = &Contact> {
        let (text, number) = (text.trim().to_lowercase(), number.map(digits));
        let index = self.index();
        index.by_name.iter().filter_map(move |place| {
            let contact = self.people.get(*place)?;
            let found = text.is_empty()
                || index.names.get(*place).is_some_and(|name| name.contains(&text))
                || number.as_ref().is_some_and(|wanted| contact.numbers.iter().any(|own| digits(own).contains(wanted)))
                || contact.emails.iter().any(|email| email.to_lowercase().contains(&text));
            found.then_some(contact)
        })
    }
}

impl AddressBook {
    /// Keeps counters and ids far from overflow, and drops labels without a number.
    pub(super) fn enforce_limits(&mut self) {
        for contact in self {
            contact.times_contacted = contact.times_contacted.min(1 << 24);
            contact.id = contact.id.clamp(0, super::ids::MOST);
            contact.labels.truncate(contact.numbers.len());
        }
    }
}

impl Deref for AddressBook {
    type Target = Vec<Contact>;

    fn deref(&self) -> &Vec<Contact> {
        &self.people
    }
}

impl DerefMut for AddressBook {
    fn deref_mut(&mut self) -> &mut Vec<Contact> {
        self.index.take();
        &mut self.people
    }
}

impl From<Vec<Contact>> for AddressBook {
    fn from(people: Vec<Contact>) -> Self {
        Self { people, index: OnceLock::new() }
    }
}

impl FromIterator<Contact> for AddressBook {
    fn from_iter<T: IntoIterator<Item = Contact>>(people: T) -> Self {
        people.into_iter().collect::<Vec<_>>().into()
    }
}

impl<'a> IntoIterator for &'a AddressBook {
    type Item = &'a Contact;
    type IntoIter = std::slice::Iter<'a, Contact>;

    fn into_iter(self) -> Self::IntoIter {
        self.people.iter()
    }
}

impl<'a> IntoIterator for &'a mut AddressBook {
    type Item = &'a mut Contact;
    type IntoIter = std::slice::IterMut<'a, Contact>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// The index is derived data, so a clone builds its own.
impl Clone for AddressBook {
    fn clone(&self) -> Self {
        self.people.clone().into()
    }
}

impl std::fmt::Debug for AddressBook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.people.fmt(f)
    }
}

impl Serialize for AddressBook {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.people.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for AddressBook {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(id: i64, name: &str, number: &str) -> Contact {
        Contact { id, name: name.to_owned(), numbers: vec![number.to_owned()], ..Contact::default() }
    }

    #[test]
    fn what_finds_people_follows_them() {
        let mut book: AddressBook =
            [(1, "bob", "+1 555-010-0001"), (2, "Ada", "911"), (3, "Émile", "0100001"), (4, "42", "")]
                .map(|(id, name, number)| contact(id, name, number))
                .into_iter()
                .collect();
        let names = |book: &AddressBook| book.by_name(0..book.len()).map(|it| it.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&book), ["42", "Ada", "bob", "Émile"]);
        let of = |book: &AddressBook, number: &str| book.with_number(number).map(|contact| contact.id);
        for (number, id) in [
            ("5550100001", Some(1)),
            ("010-0001", Some(1)),
            ("001", Some(1)),
            ("911", Some(2)),
            // As many digits as both have.
            ("+49 1911", Some(2)),
            ("11", None),
            ("", None),
            ("5550100002", None),
            ("VERIZON", None),
        ] {
            assert_eq!(of(&book, number), id, "{number}");
        }
        // Every change invalidates the index at once.
        book[0].name = "Zoë".to_owned();
        book[0].numbers.clear();
        assert_eq!(names(&book), ["42", "Ada", "Zoë", "Émile"]);
        assert_eq!(of(&book, "5550100001"), Some(3));
        assert_eq!(book.with_id(1).map(|it| it.name.as_str()), Some("Zoë"));
        book.retain(|contact| contact.id != 1);
        assert_eq!((book.with_id(1), of(&book, "001")), (None, Some(3)));
        let found = |text: &str, number| book.matching(text, number).map(|it| it.id).collect::<Vec<_>>();
        assert_eq!((found("É", None), found("x", Some("91")), found("", None)), (vec![3], vec![2], vec![4, 2, 3]));
        book.clear();
        assert_eq!((names(&book).len(), of(&book, "911")), (0, None));
    }
}
