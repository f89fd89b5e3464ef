//! The known HTML elements and their properties.

/// Allowed elements. All others are removed; their content stays, as text and elements.
pub(super) const ALLOWED: &[&str] = &[
    "a",
    "abbr",
    "address",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "i",
    "img",
    "input",
    "ins",
    "kbd",
    "li",
    "main",
    "mark",
    "nav",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
    "var",
    "wbr",
];

/// Elements that are removed with their content: it is code, or has its own syntax.
pub(super) const SWALLOWED: &[&str] = &[
    "iframe", "math", "noembed", "noframes", "noscript", "script", "style", "svg", "template", "textarea", "title",
    "xmp",
];

/// Elements that may have a text alignment.
pub(super) const ALIGNED: &[&str] = &["div", "h1", "h2", "h3", "h4", "h5", "h6", "p", "td", "th", "tr"];

/// Block-level elements: markup can be cut where one begins or ends.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "details",
    "div",
    "dl",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "ul",
];

/// Parts of long structures: a structure that is too long is best cut after one of these.
const PARTS: &[&str] = &["dd", "li", "tr"];

pub(super) fn is_allowed(name: &str) -> bool {
    ALLOWED.binary_search(&name).is_ok()
}

/// Returns the name itself, if the element is removed with its content.
pub(super) fn swallowed(name: &str) -> Option<&'static str> {
    SWALLOWED.binary_search(&name).ok().and_then(|at| SWALLOWED.get(at)).copied()
}

pub(in super::super) fn is_block(name: &str) -> bool {
    BLOCKS.binary_search(&name).is_ok()
}

pub(in super::super) fn is_part(name: &str) -> bool {
    PARTS.contains(&name)
}

/// Returns whether this is a table, or an element that only occurs in one.
pub(super) fn is_part_of_table(name: &str) -> bool {
    matches!(name, "table" | "caption" | "col" | "colgroup" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr")
}

/// Returns whether this part of a table contains text.
pub(super) fn holds_text(name: &str) -> bool {
    matches!(name, "caption" | "td" | "th")
}

pub(super) fn is_void(name: &str) -> bool {
    matches!(name, "br" | "col" | "hr" | "img" | "input" | "wbr")
}

pub(super) fn is_side(value: &str) -> bool {
    matches!(value, "left" | "center" | "right" | "justify")
}

/// Returns the elements that this start tag closes implicitly, and the elements at which the search for them stops.
pub(super) fn closed_by(name: &str) -> Option<(&'static [&'static str], &'static [&'static str])> {
    const CELL: &[&str] = &["caption", "table", "td", "th"];
    Some(match name {
        "li" => (&["li"], &["ol", "table", "ul"]),
        "dd" | "dt" => (&["dd", "dt"], &["dl", "table"]),
        "td" | "th" => (&["caption", "td", "th"], &["table", "tr"]),
        "tr" => (&["caption", "tr"], &["table"]),
        "tbody" | "tfoot" | "thead" => (&["caption", "colgroup", "tbody", "tfoot", "thead"], &["table"]),
        "caption" | "colgroup" => (&["caption", "colgroup"], &["table"]),
        "a" => (&["a"], CELL),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => (&["h1", "h2", "h3", "h4", "h5", "h6", "p"], CELL),
        _ if is_block(name) || name == "summary" || name == "figcaption" => (&["p"], CELL),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_that_are_searched_by_halves_are_sorted() {
        assert!(ALLOWED.is_sorted() && SWALLOWED.is_sorted() && BLOCKS.is_sorted());
        assert!(BLOCKS.iter().all(|name| is_allowed(name)));
        assert!(SWALLOWED.iter().all(|name| !is_allowed(name)));
    }
}
