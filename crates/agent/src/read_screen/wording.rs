//! Words for speech: how many there are, where a label is cut, what is left out, in the language of the listener.

/// The language in which a screen is told, as a BCP 47 tag; English if it is empty. Its sentences are data of the planner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wording<'l>(pub(super) &'l str);

/// Words of one item before it is cut short.
pub(super) const MOST_OF_ONE: usize = 14;
/// Words of one item where there is room for all.
const MOST_OF_LONG: usize = 40;
/// Words of an action.
const MOST_OF_ACTION: usize = 7;

/// How many words a listener hears. A script without spaces counts two characters, or four letters, as a word.
pub(super) fn count(text: &str) -> usize {
    text.split_whitespace().map(count_one).sum()
}

fn count_one(word: &str) -> usize {
    let quarters: usize = word.chars().map(quarters_of).sum();
    let spaced = word.chars().any(|letter| letter.is_alphanumeric() && quarters_of(letter) == 0);
    (quarters.div_ceil(4) + usize::from(spaced)).max(1)
}

/// The part of a word that a letter is, in a script that puts no spaces between words.
fn quarters_of(letter: char) -> usize {
    match letter {
        // Kana, Chinese characters.
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => 2,
        // Thai, Lao, Burmese, Khmer.
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => 1,
        _ => 0,
    }
}

impl Wording<'_> {
    /// A sentence or a part of one: the line `screen KEY` of the language.
    pub(super) fn say(self, key: &str, values: &[(&str, &str)]) -> String {
        planner::phrase(self.0, &format!("screen {key}"), values)
    }

    /// A label for speech: one line, limited in words, without final punctuation.
    pub(super) fn shortened(self, label: &str) -> String {
        self.cut(label, MOST_OF_ONE)
    }

    /// A label that is told whole if there is room.
    pub(super) fn long(self, label: &str) -> String {
        self.cut(label, MOST_OF_LONG)
    }

    /// The name of an action: shorter, without the pictures around it, up to its first sentence or part.
    pub(super) fn action(self, label: &str) -> String {
        let label = plain(label);
        let first = label.split([',', '.', '，', '。']).next().map(str::trim).unwrap_or_default();
        let is_long = count(&label) > MOST_OF_ACTION;
        if is_long && first.chars().count() > 2 && count(first) <= MOST_OF_ACTION {
            return self.say("so on", &[("text", first)]);
        }
        self.cut(&label, MOST_OF_ACTION)
    }

    fn cut(self, label: &str, most: usize) -> String {
        let (begun, whole) = beginning(label, most);
        if whole { begun } else { self.say("so on", &[("text", &begun)]) }
    }
}

/// The beginning of a label that has at most so many words, and whether that is all of it.
fn beginning(label: &str, most: usize) -> (String, bool) {
    let mut spoken = String::new();
    let (mut room, mut whole) = (most, true);
    for word in label.split_whitespace() {
        let words = count_one(word);
        if !spoken.is_empty() && words <= room {
            spoken.push(' ');
        }
        if words <= room {
            spoken.push_str(word);
            room -= words;
            continue;
        }
        whole = false;
        // A sentence without spaces is one long word.
        if room > 1 && words > 2 {
            let mut quarters = 0;
            let fits = word.chars().take_while(|letter| {
                quarters += quarters_of(*letter).max(1);
                quarters <= (room - 1) * 4
            });
            if !spoken.is_empty() {
                spoken.push(' ');
            }
            spoken.extend(fits);
        }
        break;
    }
    let spoken = spoken.trim_end_matches(['.', ',', ':', ';', '。', '，', '：', '…', ' ']);
    (spoken.to_owned(), whole)
}

/// A label without the pictures before and after its words: "⚙️ Setup" is "Setup". A label that is only a picture stays.
pub(super) fn plain(label: &str) -> String {
    let is_edge = |letter: char| is_picture(letter) || letter.is_whitespace();
    let words = label.trim_matches(is_edge);
    let words = words.trim_start_matches([',', '·', '|']);
    // A sign and a word, as toolkits join an icon and its text: "+, Start".
    let words = words.split_once(", ").filter(|(sign, _)| !has_words(sign)).map_or(words, |(_, rest)| rest);
    if has_words(words) { words.trim().to_owned() } else { label.trim().to_owned() }
}

/// Whether there is anything to say but signs.
pub(super) fn has_words(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

/// Whether a letter is an emoji, an arrow, a shape or a mark that belongs to one.
fn is_picture(letter: char) -> bool {
    matches!(
        letter,
        '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{2500}'..='\u{27bf}' | '\u{2900}'..='\u{297f}'
            | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '\u{fe0e}' | '\u{fe0f}' | '\u{200d}' | '\u{20e3}'
    )
}

/// Whether a description is about a picture and not about the screen.
pub(super) fn describes_picture(label: &str) -> bool {
    let label = label.to_lowercase();
    ["logo", "icon", "todo", "banner"].iter().any(|word| label.split_whitespace().any(|one| one == *word))
}

/// Whether a text is a value: a number or an amount, with a unit at most.
pub(super) fn is_value(text: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    text.contains(|letter: char| letter.is_numeric()) && letters <= 4 && count(text) <= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_as_they_are_heard() {
        let rows = [
            ("", 0),
            ("two words", 2),
            ("消息", 1),
            ("群助理 智界客户群", 5),
            ("Aigc客户群", 3),
            ("สวัสดี", 2),
            ("7", 1),
            ("안녕 하세요", 2),
        ];
        rows.into_iter().for_each(|(text, words)| assert_eq!(count(text), words, "{text}"));
        let long = "很".repeat(200);
        for label in [long.as_str(), &"word ".repeat(90), "a b"] {
            assert!(count(&Wording("en").shortened(label)) <= MOST_OF_ONE + 3, "{label}");
        }
    }

    #[test]
    fn an_action_is_named_shortly_and_without_pictures() {
        let rows = [
            ("⚙️ SETUP", "SETUP"),
            ("💬, Chat", "Chat"),
            ("+, Start", "Start"),
            ("❤️", "❤️"),
            ("Voice message. Double tap and hold to record, then release to send it", "Voice message and so on"),
            ("Save as…", "Save as"),
            ("1, 通讯录", "1, 通讯录"),
        ];
        rows.into_iter().for_each(|(label, said)| assert_eq!(Wording("en").action(label), said, "{label}"));
        let values =
            [("8,203.49", true), ("$20", true), ("8 dias", true), ("Total", false), ("Row number 5 of it", false)];
        values.into_iter().for_each(|(text, is)| assert_eq!(is_value(text), is, "{text}"));
    }
}
