//! Puts data into the page's template, so that nothing in it can end a script or begin another.
//!
//! Every piece is an inert `<script>` of a type that no browser runs. JSON is escaped; everything else is base64.

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::ReportError;
use crate::picture::Shrunk;
use crate::wire::Outline;

/// The mark in the template where the index stands: before the page's script, so that the page appears at once.
const INDEX: &str = "<!--index-->";
/// The mark where the steps and pictures stand: after it.
const STEPS: &str = "<!--steps-->";

/// The page of a report, without data.
#[derive(Clone, Debug)]
pub struct Template {
    head: String,
    script: String,
    tail: String,
    policy: String,
}

impl Template {
    /// Takes the page that the build of `web` made.
    pub fn new(html: &str) -> Result<Self, ReportError> {
        let broken = || ReportError::Template;
        let (head, rest) = html.split_once(INDEX).ok_or_else(broken)?;
        let (script, tail) = rest.split_once(STEPS).ok_or_else(broken)?;
        let (_, policy) = head.split_once("http-equiv=\"Content-Security-Policy\" content=\"").ok_or_else(broken)?;
        let (policy, _) = policy.split_once('"').ok_or_else(broken)?;
        let [head, script, tail, policy] = [head, script, tail, policy].map(str::to_owned);
        Ok(Self { head, script, tail, policy })
    }

    /// The policy that the page names for itself: its own script and styles by their hashes, and nothing else.
    pub fn policy(&self) -> &str {
        &self.policy
    }

    /// How many bytes it has.
    pub fn size(&self) -> usize {
        self.head.len() + self.script.len() + self.tail.len()
    }
}

/// Writes a report, piece by piece.
pub(crate) struct Html<'a, W: Write> {
    template: &'a Template,
    out: Counted<W>,
}

/// Counts what goes through it.
struct Counted<W> {
    out: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += u64::try_from(written).unwrap_or_default();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<'a, W: Write> Html<'a, W> {
    /// Writes the beginning, with the index and the page's script.
    pub(crate) fn begin(template: &'a Template, index: &impl Serialize, out: W) -> io::Result<Self> {
        let mut html = Self { template, out: Counted { out, bytes: 0 } };
        html.out.write_all(template.head.as_bytes())?;
        html.json("index", index)?;
        html.out.write_all(template.script.as_bytes())?;
        Ok(html)
    }

    /// Writes a piece of JSON.
    pub(crate) fn json(&mut self, id: &str, value: &impl Serialize) -> io::Result<()> {
        let text = escaped(&serde_json::to_string(value)?);
        writeln!(self.out, "<script type=\"application/json\" id=\"{id}\">{text}</script>")
    }

    /// Writes a picture.
    pub(crate) fn picture(&mut self, number: u64, picture: &Shrunk) -> io::Result<()> {
        let (kind, data) = (picture.kind, STANDARD.encode(&picture.bytes));
        writeln!(
            self.out,
            "<script type=\"application/octet-stream\" id=\"picture-{number}\" data-kind=\"{kind}\">{data}</script>"
        )
    }

    /// Writes that a picture is the same as another.
    pub(crate) fn same_picture(&mut self, number: u64, as_number: u64) -> io::Result<()> {
        writeln!(
            self.out,
            "<script type=\"application/octet-stream\" id=\"picture-{number}\" data-same=\"{as_number}\"></script>"
        )
    }

    /// Writes an outline, packed: it is most of a step's text.
    pub(crate) fn outline(&mut self, outline: &Outline) -> io::Result<()> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        serde_json::to_writer(&mut packed, outline)?;
        let (number, data) = (outline.outline, STANDARD.encode(packed.finish()?));
        writeln!(self.out, "<script type=\"application/gzip\" id=\"outline-{number}\">{data}</script>")
    }

    /// Writes the end; returns how many bytes there are.
    pub(crate) fn end(mut self, end: &impl Serialize) -> io::Result<u64> {
        self.json("end", end)?;
        self.out.write_all(self.template.tail.as_bytes())?;
        self.out.flush()?;
        Ok(self.out.bytes)
    }
}

/// Escapes JSON for a script: these characters only occur in its texts, where an escape means the same.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' => text.push_str("\\u003c"),
            '>' => text.push_str("\\u003e"),
            '&' => text.push_str("\\u0026"),
            '\u{2028}' => text.push_str("\\u2028"),
            '\u{2029}' => text.push_str("\\u2029"),
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_a_script() {
        for hostile in ["</script><script>alert(1)</script>", "<!--<script>", "]]>", "a\u{2028}b\u{2029}c", "&lt;"] {
            let json = escaped(&serde_json::to_string(hostile).unwrap());
            assert!(!json.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{json}");
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), hostile);
        }
    }

    #[test]
    fn a_template_has_both_marks_and_a_policy() {
        let good = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\"><!--index--><script></script><!--steps--></html>";
        assert_eq!(Template::new(good).unwrap().policy(), "default-src 'none'");
        for bad in ["", "<!--index-->", "<!--steps--><!--index-->", "<!--index--><!--steps-->"] {
            assert!(matches!(Template::new(bad), Err(ReportError::Template)), "{bad}");
        }
    }
}
