//! The names that agents may not use. People decide by the name beside a window or a question, so it must not equal or
//! resemble a name of the desktop, of a person, or of another agent.

/// Names of the desktop and of people: the owner's own actions, the path `/api/agents/me`, the gate's questions, the
/// reports about tasks, the parts of the desktop, and people themselves.
const RESERVED: &[&str] = &[
    "admin",
    "agents",
    "assistant",
    "desktop",
    "fingertip",
    "gate",
    "me",
    "myself",
    "owner",
    "permissions",
    "person",
    "phone",
    "settings",
    "system",
    "tasks",
    "user",
    "you",
];

/// The product's name: no other name may contain it.
const PRODUCT: &str = "fingertip";

/// Letters that look like Latin ones: Cyrillic and Greek, in lower case, by the letter they resemble.
const LOOKALIKES: &[(char, &str)] = &[
    ('a', "аαɑ"),
    ('b', "ьв"),
    ('c', "сϲ"),
    ('d', "ԁ"),
    ('e', "еєεёҽ"),
    ('g', "ɡցԍ"),
    ('h', "һн"),
    ('k', "кκ"),
    ('i', "іιıɩї"),
    ('l', "ӏ"),
    ('m', "м"),
    ('n', "пηո"),
    ('o', "оοσօө"),
    ('p', "рρ"),
    ('r', "г"),
    ('s', "ѕꜱ"),
    ('t', "тτ"),
    ('u', "υսц"),
    ('v', "νѵ"),
    ('w', "шωԝ"),
    ('x', "хχ"),
    ('y', "уγү"),
    ('z', "ʐ"),
    ('j', "ј"),
    ('f', "ғ"),
];

/// Returns the reserved name that a name is or looks like.
pub fn reserved(name: &str) -> Option<&'static str> {
    let looks = letters(name);
    let is = |taken: &&&'static str| looks == letters(taken);
    RESERVED.iter().find(is).copied().or_else(|| looks.contains(&letters(PRODUCT)).then_some(PRODUCT))
}

/// Returns whether two names look alike: other case, look-alike letters, or marks that hardly show.
pub fn look_alike(a: &str, b: &str) -> bool {
    fold(a) == fold(b)
}

/// Returns whether a name mixes letters of scripts that look alike.
pub fn mixes_scripts(name: &str) -> bool {
    let script = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' => Some(0),
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(1),
        '\u{400}'..='\u{52f}' => Some(2),
        '\u{530}'..='\u{58f}' => Some(3),
        _ => None,
    };
    let mut scripts = name.chars().filter_map(script);
    let first = scripts.next();
    scripts.any(|script| Some(script) != first)
}

/// Returns whether a character is invisible, or changes the direction of others.
pub fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Returns the letters of a name as they look at a glance: without spaces and marks, `i` like `l`.
fn letters(name: &str) -> String {
    let letters = fold(name).chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
    letters.replace('i', "l")
}

/// Returns a name as it looks: hidden and combining characters dropped, each letter as the Latin one it resembles.
fn fold(name: &str) -> String {
    let shown = name.chars().filter(|letter| !is_hidden(*letter) && !matches!(*letter, '\u{300}'..='\u{36f}'));
    shown.map(plain).flat_map(char::to_lowercase).map(resembled).collect()
}

/// Returns the plain form of a wide or mathematical letter.
fn plain(letter: char) -> char {
    let at = u32::from(letter);
    let plain = match at {
        0xff01..=0xff5e => at - 0xfee0,
        // Alphabets of 26 capital and 26 small letters, one after the other.
        0x1d400..=0x1d6a3 => match (at - 0x1d400) % 52 {
            capital @ 0..=25 => u32::from('A') + capital,
            small => u32::from('a') + small - 26,
        },
        0x24b6..=0x24cf => u32::from('A') + at - 0x24b6,
        0x24d0..=0x24e9 => u32::from('a') + at - 0x24d0,
        _ => at,
    };
    char::from_u32(plain).unwrap_or(letter)
}

/// Returns the Latin letter that a letter in lower case resembles.
fn resembled(letter: char) -> char {
    match letter {
        '1' | '|' | '!' => 'l',
        'ì'..='ï' | 'ĩ' | 'ī' | 'į' => 'i',
        '0' | 'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        '3' | 'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        '5' | '$' | 'ś' | 'ş' | 'š' => 's',
        '4' | '@' | 'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        '7' | 'ţ' | 'ť' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'ų' => 'u',
        'ý' | 'ÿ' => 'y',
        'ñ' | 'ń' | 'ň' => 'n',
        'ğ' | 'ģ' => 'g',
        'ŕ' | 'ř' => 'r',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        other => LOOKALIKES.iter().find(|(_, alike)| alike.contains(other)).map_or(other, |(latin, _)| *latin),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_the_desktop_is_taken_however_it_is_written() {
        let taken = [
            "fingertip",
            "Fingertip",
            "FINGERTIP",
            "F1ngertip",
            "fingertlp",
            "fingert\u{456}p",
            "f\u{456}ng\u{435}rt\u{456}p",
            "finger\u{200b}tip",
            "finger tip",
            "Finger-Tip",
            "fingertip \u{2713}",
            "fingertip-support",
            "the fingertip",
            "\u{ff26}\u{ff49}\u{ff4e}\u{ff47}\u{ff45}\u{ff52}\u{ff54}\u{ff49}\u{ff50}",
            "\u{1d5d9}ingertip",
            "fingérti\u{301}p",
            "Assistant",
            "ass1stant",
            "\u{430}ssistant",
            "Y0u",
            "y\u{3bf}u",
            "System",
            "sуstem",
            "Person",
            "owner",
            "me",
            "M E",
            "Settings",
            "phone",
            "U\u{303}ser",
        ];
        for name in taken {
            assert!(reserved(name).is_some(), "{name}");
        }
        for name in
            ["weather", "painter", "claude-code", "mesa", "youtube", "phone-book", "Anna", "cli", "погода", "καιρός"]
        {
            assert_eq!(reserved(name), None, "{name}");
        }
    }

    #[test]
    fn scripts_that_look_alike_are_not_mixed() {
        for (name, mixed) in [
            ("weather", false),
            ("wе\u{430}ther", true),
            ("погода", false),
            ("погoда", true),
            ("καιρός", false),
            ("ärger", false),
            ("天気 weather", false),
            ("agent-1", false),
        ] {
            assert_eq!(mixes_scripts(name), mixed, "{name}");
        }
    }

    #[test]
    fn names_that_look_like_another_are_found() {
        for (a, b, alike) in [
            ("weather", "Weather", true),
            ("agent-1", "agent-l", true),
            ("погода", "noroda", false),
            ("agent-1", "agent-2", false),
            ("mail", "ma\u{200d}il", true),
            ("mail", "mall", false),
        ] {
            assert_eq!(look_alike(a, b), alike, "{a} {b}");
        }
    }
}
