//! Names and sentences for several tasks, of the kinds that the benchmark uses: short sentences with commas and
//! apostrophes, file names of two words with a date or letters, telephone numbers.

use super::task::Random;

const SENTENCES: &[&str] = &[
    "Can you pick up some bread on your way?",
    "The meeting has moved to 3 PM, room 204.",
    "Don't forget to water the plants tonight!",
    "Happy birthday, hope it's a good one",
    "Running ten minutes late, sorry",
    "Is the book \"Small Gods\" still with you?",
    "Let's try the new noodle place",
    "Who's bringing the cake?",
];

const ADJECTIVES: &[&str] = &["quiet", "proud", "brave", "silly", "lucky", "old", "green", "busy"];
const NOUNS: &[&str] = &["river", "car", "guitar", "banana", "desk", "phone", "king", "umbrella"];

/// Returns a message of at most 59 characters.
pub(crate) fn sentence(random: &mut Random) -> String {
    (*random.one(SENTENCES)).to_owned()
}

/// Returns a name such as `2023_05_11_quiet_river.md`.
pub(crate) fn file_name(random: &mut Random) -> String {
    let base = format!("{}_{}", random.one(ADJECTIVES), random.one(NOUNS));
    let extra = match random.between(0, 2) {
        0 => format!("2023_{:02}_{:02}", random.between(1, 12), random.between(1, 28)),
        1 => random.letters(4),
        _ => (*random.one(&["backup", "copy", "final", "edited"])).to_owned(),
    };
    let name = if random.between(0, 1) == 0 { format!("{extra}_{base}") } else { format!("{base}_{extra}") };
    format!("{name}{}", random.one(&[".md", ".txt"]))
}

/// Returns `count` names, none twice.
pub(crate) fn file_names(random: &mut Random, count: usize) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    while names.len() < count {
        let name = file_name(random);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns `+1` and ten digits, which may begin with any.
pub(crate) fn number(random: &mut Random) -> String {
    let digits: String = (0..10).map(|_| char::from(b'0' + random.between(0, 9) as u8)).collect();
    format!("+1{digits}")
}

const FIRST: &[&str] = &["Maria", "Emil", "Ana", "Noah", "Lucas", "Hana"];
const LAST: &[&str] = &["Gonzalez", "Muller", "da Silva", "Li", "Hassan", "Kim"];

/// Returns a person's given and family name.
pub(crate) fn person(random: &mut Random) -> (String, String) {
    ((*random.one(FIRST)).to_owned(), (*random.one(LAST)).to_owned())
}

const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// Returns the weekday of a day of October 2023, which began on a Sunday.
pub(crate) fn weekday(day: i64) -> &'static str {
    WEEKDAYS[(day - 1).rem_euclid(7) as usize]
}

/// Returns a day of October 2023 as a goal of the 15th may name it: `tomorrow`, `this Friday`, `October 24`, `October
/// 27 2023`. Days below 1 are in September.
pub(crate) fn date(day: i64) -> String {
    match day {
        ..1 => format!("September {}", day + 30),
        14 => "yesterday".to_owned(),
        15 => "today".to_owned(),
        16 => "tomorrow".to_owned(),
        17..=21 => format!("this {}", weekday(day)),
        day if day % 3 == 0 => format!("October {day} 2023"),
        day => format!("October {day}"),
    }
}

/// Returns [`date`] with the `on` of a day that has a number.
pub(crate) fn on(day: i64) -> String {
    if (14..=21).contains(&day) { date(day) } else { format!("on {}", date(day)) }
}
