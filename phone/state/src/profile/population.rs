//! Generates people and their history from a seed: names, numbers, messages, calls. The same seed gives the same
//! people.

use super::{CLOCK, DAY};
use crate::shared::{Call, Contact, Message};

/// The source of names and texts.
pub(super) struct Population {
    /// First names.
    pub(super) given: &'static [&'static str],
    /// Family names.
    pub(super) family: &'static [&'static str],
    /// Texts of messages.
    pub(super) texts: &'static [&'static str],
    /// The prefix of their numbers.
    pub(super) prefix: &'static str,
}

pub(super) const ENGLISH: Population = Population {
    given: &[
        "Olivia", "Liam", "Amelia", "Noah", "Grace", "Ethan", "Chloe", "Mason", "Hannah", "Lucas", "Zara", "Owen",
        "Priya", "Jack", "Mei", "Daniel", "Aisha", "Samuel", "Nora", "Isaac", "Leah", "Omar", "Ruth", "Felix", "Ivy",
    ],
    family: &[
        "Abbott", "Baker", "Castillo", "Dawson", "Ellis", "Fischer", "Grant", "Hughes", "Ibrahim", "Jensen", "Khan",
        "Larsen", "Moreau", "Nguyen", "Osborne", "Park", "Quinn", "Rossi", "Singh", "Turner", "Vargas", "Walsh",
    ],
    texts: &[
        "Are we still on for tonight?",
        "Running ten minutes late, sorry!",
        "Can you send me the address?",
        "Happy birthday! 🎉",
        "The meeting moved to 3.",
        "Did you see the game?",
        "Thanks, got it.",
        "Call me when you can.",
        "I left the keys with the neighbour.",
        "Do we need milk?",
        "Photos from Saturday are up.",
        "Sounds good to me.",
    ],
    prefix: "+1555",
};

pub(super) const SPANISH: Population = Population {
    given: &[
        "Lucía", "Mateo", "Carmen", "Hugo", "Paula", "Álvaro", "Sofía", "Javier", "Elena", "Pablo", "Marta", "Íñigo",
    ],
    family: &[
        "García",
        "Martínez",
        "López",
        "Sánchez",
        "Núñez",
        "Romero",
        "Ortega",
        "Castro",
        "Peña",
        "Vidal",
        "Ibáñez",
    ],
    texts: &[
        "¿Quedamos a las ocho?",
        "Llego en diez minutos.",
        "¿Has visto mi correo?",
        "¡Feliz cumpleaños!",
        "Mañana no puedo, ¿el jueves?",
        "Gracias, ya lo tengo.",
        "Avísame cuando llegues a casa.",
        "¿Compro pan?",
    ],
    prefix: "+34655",
};

pub(super) const ARABIC: Population = Population {
    given: &["أحمد", "فاطمة", "محمد", "ليلى", "يوسف", "مريم", "عمر", "سارة", "خالد", "هدى", "كريم", "نور"],
    family: &["حسن", "إبراهيم", "السيد", "منصور", "عبد الله", "فاروق", "الخطيب", "ناصر", "سليم", "شريف"],
    texts: &[
        "هل نلتقي الليلة؟",
        "سأتأخر عشر دقائق.",
        "شكرًا، وصلتني.",
        "كل عام وأنت بخير!",
        "اتصل بي عندما تستطيع.",
        "أين أنت الآن؟",
        "الاجتماع الساعة الثالثة.",
    ],
    prefix: "+2010555",
};

/// Pseudo-random numbers from a seed: splitmix64.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % (end.max(1) as u64)).unwrap_or(0)
    }

    fn ago(&mut self, days: usize) -> i64 {
        let days = i64::try_from(self.below(days)).unwrap_or(0);
        let minutes = i64::try_from(self.below(16 * 60)).unwrap_or(0);
        CLOCK - days * DAY - minutes * 60_000
    }
}

impl Population {
    /// Generates `count` people with distinct names.
    pub(super) fn contacts(&self, seed: u64, count: usize) -> Vec<Contact> {
        let mut numbers = Numbers(seed);
        let names = self.given.len() * self.family.len();
        let first = numbers.below(names);
        let contact = |place: usize| {
            // A step coprime to the number of names visits all of them.
            let name = (first + place * 7919) % names;
            let again = place / names;
            let (given, family) = (self.given.get(name % self.given.len())?, self.family.get(name / self.given.len())?);
            let number = format!("{}{:06}", self.prefix, 100_000 + place);
            let name = if again == 0 { format!("{given} {family}") } else { format!("{given} {family} {}", again + 1) };
            let latin = name.is_ascii();
            let email = format!("{}@example.com", name.to_lowercase().replace(' ', "."));
            Some(Contact {
                id: i64::try_from(place).unwrap_or(0) + 1,
                name,
                numbers: vec![number],
                emails: if latin && place.is_multiple_of(3) { vec![email] } else { Vec::new() },
                starred: place.is_multiple_of(60),
                ..Contact::default()
            })
        };
        let mut contacts: Vec<Contact> = (0..count).filter_map(contact).collect();
        for contact in contacts.iter_mut().filter(|contact| contact.id % 4 == 1) {
            contact.times_contacted = u32::try_from(numbers.below(80)).unwrap_or(0) + 1;
            contact.last_contacted = numbers.ago(200);
        }
        contacts
    }

    /// Generates the messages with the first `people` contacts, at most `most` with each; oldest first.
    pub(super) fn messages(&self, seed: u64, contacts: &[Contact], people: usize, most: usize) -> Vec<Message> {
        let mut numbers = Numbers(seed ^ 0x5EED);
        let mut messages = Vec::new();
        for address in contacts.iter().take(people).filter_map(|contact| contact.numbers.first()) {
            for _ in 0..=numbers.below(most) {
                let body = self.texts.get(numbers.below(self.texts.len())).copied().unwrap_or_default().to_owned();
                let (date, sent) = (numbers.ago(120), numbers.below(2) == 0);
                let read = sent || CLOCK - date > 2 * DAY;
                messages.push(Message { id: 0, address: address.clone(), body, date, sent, read });
            }
        }
        messages.sort_by_key(|message| message.date);
        (1..).zip(&mut messages).for_each(|(id, message)| message.id = id);
        messages
    }

    /// Generates `count` calls with these people; oldest first.
    pub(super) fn calls(&self, seed: u64, contacts: &[Contact], count: usize) -> Vec<Call> {
        let mut numbers = Numbers(seed ^ 0xCA11);
        let mut calls: Vec<Call> = (0..count)
            .filter_map(|_| {
                let number = contacts.get(numbers.below(contacts.len().min(40)))?.numbers.first()?.clone();
                let kind = ["incoming", "outgoing", "missed"].get(numbers.below(3)).copied().unwrap_or_default();
                let talked = u32::try_from(numbers.below(900)).unwrap_or(0);
                let duration = if kind == "missed" { 0 } else { talked };
                Some(Call { id: 0, number, date: numbers.ago(60), duration, kind: kind.to_owned() })
            })
            .collect();
        calls.sort_by_key(|call| call.date);
        // These ids do not overlap with those of people and messages.
        (200_000..).zip(&mut calls).for_each(|(id, call)| call.id = id);
        calls
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_seed_gives_the_same_people_and_another_gives_others() {
        for population in [&ENGLISH, &SPANISH, &ARABIC] {
            let people = population.contacts(7, 500);
            assert_eq!(people.len(), 500);
            assert_eq!(people, population.contacts(7, 500));
            assert_ne!(people, population.contacts(8, 500));
            let names: BTreeSet<&str> = people.iter().map(|one| one.name.as_str()).collect();
            assert_eq!(names.len(), 500);
            let messages = population.messages(7, &people, 30, 20);
            assert!(messages.is_sorted_by_key(|message| message.date) && messages.len() > 100);
            assert_eq!(population.calls(7, &people, 50).len(), 50);
        }
    }
}
