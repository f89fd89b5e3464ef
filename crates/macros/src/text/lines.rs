//! Finds the line of a problem from its path, as in `step[3].do.text`.

use toml_edit::{Document, Item};

/// Returns the line of a path, or of the nearest part of it that the file has; 1 if it has none.
pub(super) fn line_of(text: &str, path: &str) -> usize {
    let Ok(document) = Document::parse(text) else { return 1 };
    let mut item: &Item = document.as_item();
    let mut at = 0;
    for part in path.split('.') {
        let (name, index) = match part.split_once('[') {
            Some((name, index)) => (name, index.trim_end_matches(']').parse::<usize>().ok()),
            None => (part, None),
        };
        let key_at = item.as_table_like().and_then(|table| table.get_key_value(name)).and_then(|(key, _)| key.span());
        let Some(next) = item.get(name) else { break };
        let next = match index {
            Some(index) => match next.get(index) {
                Some(one) => one,
                None => break,
            },
            None => next,
        };
        let span = if index.is_some() { next.span() } else { key_at.or_else(|| next.span()) };
        at = span.map_or(at, |span| span.start);
        item = next;
    }
    super::line_at(text, at)
}
