//! Replaces the texts of a dump, so that a person can show a screen without showing what is on it.
//!
//! Letters become `x` and digits `0`, in the same number and case, and punctuation stays. Words that interfaces use
//! everywhere stay too, so that a redacted screen is still read and judged like the original. Ids, classes, packages and
//! positions stay.

use std::collections::HashSet;
use std::sync::LazyLock;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::read::{MAX_BYTES, MAX_DEPTH, MAX_NODES, TreeError, not_there, text_of};

/// The attributes that stay as they are. Any other may hold a text.
const KEPT: &[&str] = &[
    "NAF",
    "a11y-focused",
    "bounds",
    "checkable",
    "checked",
    "class",
    "clickable",
    "content-invalid",
    "display-id",
    "displayed",
    "drawing-order",
    "enabled",
    "focusable",
    "focused",
    "id",
    "index",
    "long-clickable",
    "package",
    "password",
    "resource-id",
    "rotation",
    "scrollable",
    "selected",
    "visible-to-user",
    "height",
    "width",
    "active",
    "layer",
    "type",
];
/// The words that stay, in lower case.
static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("interface_words.txt").lines().collect());

/// Returns a dump with its texts replaced.
pub fn redacted(dump: &str) -> Result<String, TreeError> {
    if dump.len() > MAX_BYTES {
        return Err(TreeError::TooLong(dump.len()));
    }
    let Some(first) = dump.find("<hierarchy") else { return Err(not_there(dump)) };
    // `uiautomator dump --windows` wraps each window.
    let start = dump.find("<displays").filter(|start| *start < first).unwrap_or(first);
    let mut reader = Reader::from_str(&dump[start..]);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    let mut out = String::from("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n");
    let mut open: Vec<String> = Vec::new();
    let mut nodes = 0;
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) if nodes < MAX_NODES && open.len() < MAX_DEPTH + 4 => {
                nodes += 1;
                write_tag(&mut out, &tag, false);
                open.push(tag.name().as_ref().to_owned());
            }
            Ok(Event::Empty(tag)) if nodes < MAX_NODES => {
                nodes += 1;
                write_tag(&mut out, &tag, true);
            }
            Ok(Event::End(_)) => {
                if let Some(name) = open.pop() {
                    close(&mut out, &name);
                }
                if open.is_empty() {
                    break;
                }
            }
            // Text between the tags is not part of a screen.
            Ok(Event::Text(_) | Event::Comment(_) | Event::GeneralRef(_) | Event::CData(_) | Event::PI(_)) => {}
            _ => break,
        }
    }
    while let Some(name) = open.pop() {
        close(&mut out, &name);
    }
    Ok(out)
}

fn close(out: &mut String, name: &str) {
    out.push_str("</");
    out.push_str(name);
    out.push_str(">\n");
}

fn write_tag(out: &mut String, tag: &BytesStart<'_>, is_empty: bool) {
    out.push('<');
    out.push_str(tag.name().as_ref());
    for attribute in tag.attributes().with_checks(false).flatten() {
        let (key, value) = (attribute.key.as_ref(), text_of(&attribute.value));
        let value = if KEPT.contains(&key) { value } else { shape(&value) };
        out.push(' ');
        out.push_str(key);
        out.push_str("=\"");
        escape(out, &value);
        out.push('"');
    }
    out.push_str(if is_empty { " />\n" } else { ">\n" });
}

fn escape(out: &mut String, value: &str) {
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
}

/// Returns a text of the same shape.
fn shape(text: &str) -> String {
    let mut shaped = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars() {
        if is_of_word(c) {
            word.push(c);
            continue;
        }
        push_word(&mut shaped, &std::mem::take(&mut word));
        shaped.push(c);
    }
    push_word(&mut shaped, &word);
    shaped
}

fn push_word(shaped: &mut String, word: &str) {
    let lower = word.to_lowercase();
    if WORDS.contains(lower.as_str()) {
        shaped.push_str(word);
        return;
    }
    shaped.extend(word.chars().map(|c| match c {
        c if c.is_numeric() => '0',
        c if c.is_uppercase() => 'X',
        _ => 'x',
    }));
}

/// Whether a character may be part of a word in any script. Spaces, punctuation, symbols and the glyphs of icon fonts
/// are not.
fn is_of_word(c: char) -> bool {
    match c {
        c if c.is_alphanumeric() => true,
        c if c.is_ascii() || c.is_whitespace() || c.is_control() => false,
        '\u{a0}'..='\u{bf}' | '×' | '÷' | '\u{2000}'..='\u{206f}' | '\u{20a0}'..='\u{2bff}' => false,
        '\u{3000}'..='\u{303f}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{ff00}'..='\u{ff0f}' => false,
        '\u{1f000}'..='\u{1ffff}' | '\u{f0000}'..='\u{10ffff}' => false,
        // Vowel signs and accents of their own, as in Thai and Hindi.
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn texts_keep_their_shape_and_common_words() {
        let rows = [
            ("Anna Müller", "Xxxx Xxxxxx"),
            ("Call Anna", "Call Xxxx"),
            ("SEND", "SEND"),
            ("$1,250.00 of 3 May", "$0,000.00 xx 0 Xxx"),
            ("anna@example.com", "xxxx@xxxxxxx.xxx"),
            ("发送", "发送"),
            ("小王", "xx"),
            ("👍 ok", "👍 ok"),
            ("\u{e8b6}", "\u{e8b6}"),
            ("ที่บ้าน", "xxxxxxx"),
        ];
        rows.into_iter().for_each(|(text, shaped)| assert_eq!(shape(text), shaped, "{text}"));
    }

    #[test]
    fn a_redacted_dump_is_the_same_screen() {
        let dump = r#"leaked <hierarchy rotation="1"><!-- leaked --><node text="Anna &amp; Bob" content-desc="" hint="Leaked"
            resource-id="a.b:id/name" class="android.widget.TextView" package="a.b" secret="Leaked" bounds="[0,0][10,10]">Leaked
            <node text="Line&#10;two" class="android.view.View" bounds="[1,1][2,2]"/></node></hierarchy> leaked"#;
        let redacted = redacted(dump).unwrap();
        assert!(!redacted.to_lowercase().contains("leaked") && !redacted.contains("Anna"), "{redacted}");
        let (one, other) = (parse(dump).unwrap(), parse(&redacted).unwrap());
        let facts = |tree: &super::super::Tree| -> Vec<_> {
            let fact =
                |node: &super::super::Node| (node.parent, node.class.clone(), node.resource_id.clone(), node.bounds);
            tree.nodes.iter().map(fact).collect()
        };
        assert_eq!((facts(&one), one.rotation), (facts(&other), other.rotation));
        assert_eq!(other.nodes[0].text, "Xxxx & Xxx");
        assert_eq!(other.nodes[1].text, "Xxxx\nxxx");
        assert_eq!(super::redacted("nothing"), Err(TreeError::NotThere("nothing".to_owned())));
        let cut = super::redacted(&dump[..dump.find("<node text=\"Line").unwrap()]).unwrap();
        assert_eq!(parse(&cut).unwrap().nodes.len(), 1);
    }
}
