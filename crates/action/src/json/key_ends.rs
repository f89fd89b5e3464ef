//! The ends of keys that loose reading looks ahead for.

use crate::slice::Slice as _;

pub(super) fn colon(rest: &str) -> bool {
    rest.trim_start().starts_with([':', '：'])
}

/// The end of the key that begins at a position, cached for each kind of quote.
///
/// A text with many opening quotes and one closing quote asks for the same end repeatedly: searching each time would be
/// quadratic.
#[derive(Default)]
pub(super) struct KeyEnds(Vec<KeyEnd>);

struct KeyEnd {
    close: char,
    /// From this offset on there is no closing quote before `end`.
    from: usize,
    end: usize,
    colon: bool,
}

impl KeyEnds {
    /// Whether the first unescaped `close` from `from` on is followed by a colon. `from` is directly behind a quote, so
    /// no escape crosses it.
    pub(super) fn ends_with_colon(&mut self, text: &str, from: usize, close: char) -> bool {
        let known = self.0.iter().position(|known| known.close == close);
        if let Some(known) = known.and_then(|place| self.0.get(place))
            && (known.from..=known.end).contains(&from)
        {
            return known.colon;
        }
        let mut escaped = false;
        let found = text.tail(from).char_indices().find(|(_, c)| {
            let ends = !escaped && *c == close;
            escaped = !escaped && *c == '\\';
            ends
        });
        let end = found.map_or(text.len(), |(offset, _)| from + offset);
        let colon = found.is_some() && colon(text.tail(end + close.len_utf8()));
        let found = KeyEnd { close, from, end, colon };
        match known.and_then(|place| self.0.get_mut(place)) {
            Some(known) => *known = found,
            None => self.0.push(found),
        }
        colon
    }
}
