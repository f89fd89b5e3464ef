//! The two tasks of Contacts: a new contact, and a form that is filled in but not saved.

use super::host::{Host, fuzzy};
use super::person::Person;
use super::task::{Drawn, Task};
use super::words;

/// The new-contact form, saved or not.
struct Contact {
    first: String,
    last: String,
    phone: String,
    /// The phone label of a draft; none if the contact is saved.
    label: Option<&'static str>,
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

impl Drawn for Contact {
    fn goal(&self) -> String {
        let Self { first, last, phone, label } = self;
        match label {
            Some(label) => format!(
                "Go to the new contact screen and enter the following details: First Name: {first}, Last Name: {last}, \
                 Phone: {phone}, Phone Label: {label}. Do NOT hit save."
            ),
            None => format!("Create a new contact for {first} {last}. Their number is {phone}."),
        }
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.shell("pm clear com.android.providers.contacts");
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        person.open("Contacts");
        person.tap("Create contact");
        person.type_into("First name", &self.first);
        person.type_into("Last name", &self.last);
        person.type_into("Phone", &self.phone);
        match self.label {
            Some(label) => {
                person.tap("Mobile");
                person.tap(label);
            }
            None => person.tap("Save"),
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let done = match self.label {
            Some(label) => {
                let seen = Person::new(host).look();
                let has = |text: &dyn Fn(&str) -> bool, hint: &str| {
                    seen.iter().any(|element| element.hint == hint && text(&element.text))
                };
                has(&|text| fuzzy(text, &self.first), "First name")
                    && has(&|text| fuzzy(text, &self.last), "Last name")
                    && has(&|text| digits(text) == digits(&self.phone), "Phone")
                    && seen
                        .iter()
                        .any(|element| element.text == label && element.description == format!("{label} Phone"))
            }
            None => {
                let rows =
                    host.shell("content query --uri content://contacts/phones/ --projection display_name:number");
                rows.lines().any(|row| {
                    let parts = row.split_once("display_name=").and_then(|(_, rest)| rest.rsplit_once(", number="));
                    parts.is_some_and(|(name, number)| {
                        name == format!("{} {}", self.first, self.last) && digits(number) == digits(&self.phone)
                    })
                })
            }
        };
        f64::from(u8::from(done))
    }
}

pub(crate) const TASKS: &[Task] = &[
    Task {
        name: "ContactsAddContact",
        draw: |random| {
            let (first, last) = words::person(random);
            Box::new(Contact { first, last, phone: words::number(random), label: None })
        },
    },
    Task {
        name: "ContactsNewContactDraft",
        draw: |random| {
            let (first, last) = words::person(random);
            let digit = |random: &mut super::task::Random| random.between(0, 9).to_string();
            let part =
                |random: &mut super::task::Random, count: usize| (0..count).map(|_| digit(random)).collect::<String>();
            let phone = format!("{}-{}-{}", part(random, 3), part(random, 3), part(random, 4));
            Box::new(Contact { first, last, phone, label: Some(*random.one(&["Home", "Work"])) })
        },
    },
];
