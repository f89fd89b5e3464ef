//! Computes the rough English sound of a name: `Katherine` and `Cathryn` give the same key.

/// Returns the sound of one word: its consonants by class, and its first vowel.
pub(super) fn sound(word: &str) -> String {
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    let mut key = String::with_capacity(letters.len());
    let mut at = 0;
    while at < letters.len() {
        let (this, next) = (letters[at], letters.get(at + 1).copied());
        let first = at == 0;
        let (code, step) = match (this, next) {
            ('p', Some('h')) => (Some('f'), 2),
            ('k', Some('n')) if first => (Some('n'), 2),
            ('w', Some('r')) if first => (Some('r'), 2),
            ('g', Some('h')) => (None, 2),
            ('c', Some('k')) => (Some('k'), 2),
            ('s' | 'c', Some('h')) => (Some('x'), 2),
            ('t', Some('h')) => (Some('t'), 2),
            ('c', Some('e' | 'i' | 'y')) => (Some('s'), 1),
            ('c' | 'q', _) => (Some('k'), 1),
            ('g', Some('e' | 'i' | 'y')) => (Some('j'), 1),
            ('z', _) => (Some('s'), 1),
            ('v', _) => (Some('f'), 1),
            ('d', _) => (Some('t'), 1),
            ('b', _) => (Some('p'), 1),
            ('a' | 'e' | 'i' | 'o' | 'u' | 'y', _) => (first.then_some('a'), 1),
            ('h' | 'w', _) => (first.then_some(this), 1),
            (other, _) => (Some(other), 1),
        };
        if let Some(code) = code.filter(|code| !key.ends_with(*code)) {
            key.push(code);
        }
        at += step;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::sound;

    #[test]
    fn names_that_sound_alike() {
        for (one, other) in [
            ("katherine", "cathryn"),
            ("steven", "stephen"),
            ("jon", "john"),
            ("filip", "phillip"),
            ("sara", "sarah"),
            ("geoff", "jeff"),
        ] {
            assert_eq!(sound(one), sound(other), "{one} {other}");
        }
        for (one, other) in [("sam", "tom"), ("alex", "alice"), ("maria", "mark"), ("bob", "rob")] {
            assert_ne!(sound(one), sound(other), "{one} {other}");
        }
    }
}
