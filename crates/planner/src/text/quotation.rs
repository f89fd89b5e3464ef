//! Finds the quotations in an utterance. Quoted text is a message or a title, never a command.
//!
//! The word splitter marks each word with its quotation; the matcher takes none of them for a word of a sentence. To
//! add a pair of quotation marks, add a row to [`PAIRS`].

/// Opening and closing marks. An apostrophe counts only at the edge of a word.
const PAIRS: &[(char, char)] =
    &[('"', '"'), ('“', '”'), ('„', '“'), ('„', '”'), ('«', '»'), ('»', '«'), ('‘', '’'), ('\'', '\''), ('‚', '‘')];

/// Returns the quotations of an utterance as ranges between their marks, in order. An unclosed quotation extends to the
/// end, unless it began with an apostrophe or at the very beginning, where a mark is a slip.
pub(super) fn quotations(utterance: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open: Option<(char, usize)> = None;
    let mut before: Option<char> = None;
    for (place, mark) in utterance.char_indices() {
        let end = place + mark.len_utf8();
        let after = utterance.get(end..).and_then(|rest| rest.chars().next());
        let outside = |neighbour: Option<char>| neighbour.is_none_or(|neighbour| !neighbour.is_alphanumeric());
        match open {
            Some((first, start)) if PAIRS.contains(&(first, mark)) && (!is_apostrophe(mark) || outside(after)) => {
                found.push((start, place));
                open = None;
            }
            None if opens(mark) && outside(before) && (!is_apostrophe(mark) || !outside(after)) => {
                open = Some((mark, end));
            }
            _ => {}
        }
        before = Some(mark);
    }
    let said_before =
        |start: usize| utterance.get(..start).is_some_and(|before| before.contains(char::is_alphanumeric));
    if let Some((_, start)) = open.filter(|(first, start)| !is_apostrophe(*first) && said_before(*start)) {
        found.push((start, utterance.len()));
    }
    found
}

/// Whether `mark` closes a quotation that the text opens and does not close.
pub(super) fn closes(text: &str, mark: char) -> bool {
    let opened = |(first, last): &(char, char)| {
        let count = |mark: char| text.chars().filter(|c| *c == mark).count();
        *last == mark && if first == last { count(*first) % 2 == 1 } else { count(*first) > count(*last) }
    };
    !is_apostrophe(mark) && PAIRS.iter().any(opened)
}

fn opens(mark: char) -> bool {
    PAIRS.iter().any(|(first, _)| *first == mark)
}

fn is_apostrophe(mark: char) -> bool {
    matches!(mark, '\'' | '’' | '‘')
}

#[cfg(test)]
mod tests {
    use super::quotations;

    #[test]
    fn what_is_quoted() {
        for (utterance, expected) in [
            ("text Sam \"turn it off\" now", vec!["turn it off"]),
            ("text Sam “a b” and Ben «c»", vec!["a b", "c"]),
            ("say 'don't go' to Sam", vec!["don't go"]),
            ("sag „bis später“ zu Mama", vec!["bis später"]),
            ("I'm at the boys' house, don't", vec![]),
            ("text Sam \"never closed", vec!["never closed"]),
            ("a 5\" screen", vec![]),
            ("\"set a timer", vec![]),
            ("'twas the night", vec![]),
        ] {
            let found: Vec<&str> = quotations(utterance).into_iter().map(|(from, to)| &utterance[from..to]).collect();
            assert_eq!(found, expected, "{utterance}");
        }
    }
}
