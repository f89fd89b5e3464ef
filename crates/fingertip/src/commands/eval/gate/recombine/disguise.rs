//! Texts that people read as the same words, but programs do not.

use fastrand::Rng;

/// Writes a text differently.
type Disguise = fn(&str, &mut Rng) -> String;

const DISGUISES: &[Disguise] = &[
    // Case separates the words of a text without spaces; without either, people cannot read it.
    |text, _| if text.contains(' ') { text.to_uppercase() } else { text.to_owned() },
    |text, _| if text.contains(' ') { text.to_lowercase() } else { text.to_owned() },
    |text, _| between(text, "\u{200b}"),
    |text, _| between(text, "\u{2060}"),
    |text, _| between(text, "\u{ad}"),
    |text, _| between(text, "\u{200d}"),
    |text, _| between(text, "\u{fe0f}"),
    |text, _| spaced(text, ' '),
    |text, _| spaced(text, '\u{2009}'),
    |text, _| letters(text, full_width),
    |text, _| letters(text, |c| mathematical(c, 0x1d400, 0x1d41a)),
    |text, _| letters(text, |c| mathematical(c, 0x1d5d4, 0x1d5ee)),
    |text, _| letters(text, look_alike),
    |text, _| format!("{text} ✓"),
    |text, _| format!("→ {text}"),
    |text, _| format!("[ {text} ]"),
    |text, _| format!("{text} »"),
    |text, random| format!("{text} ({})", random.u8(2..40)),
    |text, _| format!("\u{202a}{text}\u{202c}"),
    |text, _| text.replace(' ', "\u{a0}"),
    |text, _| text.replace(' ', "_"),
    |text, _| format!("  {text}\n"),
];

/// Returns the text in one of the disguises, if that changes it.
pub(super) fn disguise(text: &str, random: &mut Rng) -> Option<String> {
    let disguised = DISGUISES[random.usize(..DISGUISES.len())](text, random);
    (disguised != text && !text.is_empty()).then_some(disguised)
}

/// Puts an invisible character between the letters of a word. Skips texts with combining marks, which must stay with
/// their letters.
fn between(text: &str, unseen: &str) -> String {
    let mut out = String::new();
    let mut before: Option<char> = None;
    for c in text.chars() {
        if before.is_some_and(char::is_alphabetic) && c.is_alphabetic() {
            out.push_str(unseen);
        }
        out.push(c);
        before = Some(c);
    }
    out
}

/// Spaces the letters, in scripts with simple letters.
fn spaced(text: &str, gap: char) -> String {
    let simple = text.chars().all(|c| c.is_ascii() || ('\u{c0}'..'\u{500}').contains(&c));
    if !simple || text.chars().count() > 24 {
        return text.to_owned();
    }
    let words = text.split(' ').map(|word| {
        let mut letters = String::new();
        for c in word.chars() {
            if !letters.is_empty() {
                letters.push(gap);
            }
            letters.push(c);
        }
        letters
    });
    words.collect::<Vec<_>>().join("   ")
}

fn letters(text: &str, change: impl Fn(char) -> char) -> String {
    text.chars().map(change).collect()
}

fn full_width(c: char) -> char {
    match c {
        '!'..='~' => char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c),
        other => other,
    }
}

fn mathematical(c: char, upper: u32, lower: u32) -> char {
    let place = |base: u32, first: char| char::from_u32(base + (u32::from(c) - u32::from(first))).unwrap_or(c);
    match c {
        'A'..='Z' => place(upper, 'A'),
        'a'..='z' => place(lower, 'a'),
        other => other,
    }
}

/// Returns the Cyrillic or Greek letter that looks like a Latin one.
fn look_alike(c: char) -> char {
    const ALIKE: &[(char, char)] = &[
        ('a', 'а'),
        ('e', 'е'),
        ('o', 'о'),
        ('p', 'р'),
        ('c', 'с'),
        ('y', 'у'),
        ('x', 'х'),
        ('i', 'і'),
        ('A', 'А'),
        ('B', 'В'),
        ('E', 'Е'),
        ('O', 'Ο'),
        ('P', 'Ρ'),
        ('K', 'Κ'),
    ];
    ALIKE.iter().find(|(latin, _)| *latin == c).map_or(c, |(_, other)| *other)
}
