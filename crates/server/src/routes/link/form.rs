//! Parses the form of a link's page: `multipart/form-data`, complete and bounded, in linear time.
//!
//! `multer` finds the fields; input that no browser sends is rejected, also where `multer` is lenient. It gets the body
//! in one piece: fed piece by piece, it would search an endless head from its beginning for each of them. Errors repeat
//! none of the input, which may be a secret.

use axum::http::{HeaderMap, header};
use bytes::Bytes;
use futures_util::stream;
use multer::Multipart;

/// The longest boundary, according to RFC 2046.
const MOST_BOUNDARY: usize = 70;
/// How many fields are read; the form has six at most.
const MOST_FIELDS: usize = 8;
/// The longest head of a field.
const MOST_HEAD: usize = 4 << 10;

/// The submitted form.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// The pressed button.
    pub(super) answer: String,
    /// The choice, by its index from zero.
    pub(super) choice: Option<String>,
    /// The typed text.
    pub(super) text: Option<String>,
    /// The reason of a no.
    pub(super) why: Option<String>,
    /// The chosen file and its name.
    pub(super) file: Option<(String, Bytes)>,
}

/// Parses the form; `None` if it is invalid.
pub(super) async fn read(content_type: &str, body: Bytes) -> Option<Form> {
    let boundary = boundary(content_type)?;
    // `multer` would skip anything before the first field.
    body.strip_prefix(b"--")?.starts_with(boundary.as_bytes()).then_some(())?;
    let mut fields = Multipart::new(stream::iter([Ok::<_, multer::Error>(body)]), boundary);
    let mut form = Form::default();
    for _ in 0..=MOST_FIELDS {
        let Some(field) = fields.next_field().await.ok()? else { return Some(form) };
        let (name, file) = disposition(field.headers())?;
        let value = field.bytes().await.ok()?;
        match (name.as_str(), file) {
            ("answer", None) => form.answer = String::from_utf8(value.into()).ok()?,
            ("choice", None) => form.choice = Some(String::from_utf8(value.into()).ok()?),
            ("text", None) => form.text = Some(String::from_utf8(value.into()).ok()?.replace("\r\n", "\n")),
            ("why", None) => form.why = Some(String::from_utf8(value.into()).ok()?.replace("\r\n", "\n")),
            // A browser also sends the field when no file was chosen.
            ("file", Some(called)) if called.is_empty() && value.is_empty() => {}
            ("file", Some(called)) => form.file = Some((called, value)),
            _ => return None,
        }
    }
    None
}

/// `multipart/form-data; boundary=X`
fn boundary(content_type: &str) -> Option<String> {
    let boundary = multer::parse_boundary(content_type).ok()?;
    let plain = boundary.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"');
    (!boundary.is_empty() && boundary.len() <= MOST_BOUNDARY && plain).then_some(boundary)
}

/// Returns the name of a field and, for a file, its file name. Parsed as browsers write it, where a backslash is an
/// ordinary character; `multer` takes it for an escape, and a file called `a\` would have no name.
fn disposition(head: &HeaderMap) -> Option<(String, Option<String>)> {
    let length: usize = head.iter().map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len()).sum();
    (length <= MOST_HEAD).then_some(())?;
    let line = std::str::from_utf8(head.get(header::CONTENT_DISPOSITION)?.as_bytes()).ok()?;
    let mut rest = line.strip_prefix("form-data")?;
    let (mut name, mut file) = (None, None);
    while let Some(found) = rest.trim_start().strip_prefix(';') {
        let (key, value) = found.trim_start().split_once("=\"")?;
        let (value, after) = value.split_once('"')?;
        match key {
            "name" => name = Some(unescaped(value)),
            "filename" => file = Some(unescaped(value)),
            _ => {}
        }
        rest = after;
    }
    rest.trim().is_empty().then_some((name?, file))
}

/// Browsers escape exactly three characters.
fn unescaped(text: &str) -> String {
    text.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: &str = "multipart/form-data; boundary=----WebKitFormBoundaryX";

    fn field(disposition: &str, value: &str) -> String {
        format!("------WebKitFormBoundaryX\r\nContent-Disposition: form-data; {disposition}\r\n\r\n{value}\r\n")
    }

    fn form(fields: &[(&str, &str)]) -> Bytes {
        let mut body: String = fields.iter().map(|(head, value)| field(head, value)).collect();
        body.push_str("------WebKitFormBoundaryX--\r\n");
        body.into()
    }

    #[tokio::test]
    async fn what_browsers_send_is_read() {
        let body = form(&[
            ("name=\"answer\"", "approve"),
            ("name=\"text\"", "two\r\nlines\r\n------WebKit"),
            ("name=\"file\"; filename=\"a;b%22 c.png\"\r\nContent-Type: image/png", "\u{7f}PNG\r\n\r\r\n--"),
        ]);
        let read = read(KIND, body).await.unwrap();
        assert_eq!(read.answer, "approve");
        assert_eq!(read.text.as_deref(), Some("two\nlines\n------WebKit"));
        assert_eq!(read.file, Some(("a;b\" c.png".to_owned(), Bytes::from("\u{7f}PNG\r\n\r\r\n--"))));
    }

    #[tokio::test]
    async fn a_file_is_called_what_the_person_calls_it() {
        for (sent, called) in
            [("a\\", "a\\"), ("C:\\a%22", "C:\\a\""), ("größe 日本.png", "größe 日本.png"), ("x name=y", "x name=y")]
        {
            let head = format!("name=\"file\"; filename=\"{sent}\"");
            let read = read(KIND, form(&[(&head, "x")])).await.unwrap();
            assert_eq!(read.file, Some((called.to_owned(), Bytes::from("x"))), "{sent}");
        }
    }

    #[tokio::test]
    async fn nothing_chosen_is_no_file() {
        let head = "name=\"file\"; filename=\"\"\r\nContent-Type: application/octet-stream";
        let kind = "Multipart/Form-Data; charset=utf-8; boundary=\"----WebKitFormBoundaryX\"";
        assert_eq!(read(kind, form(&[(head, "")])).await, Some(Form::default()));
    }

    #[tokio::test]
    async fn what_is_no_form_is_refused() {
        let good = form(&[("name=\"answer\"", "approve")]);
        assert!(read(KIND, good.clone()).await.is_some());
        for kind in ["", "text/plain", "multipart/form-data", "multipart/form-data; boundary=", "x; boundary=a\"b"] {
            assert_eq!(read(kind, good.clone()).await, None, "{kind}");
        }
        for cut in 0..good.len() - 2 {
            assert_eq!(read(KIND, good.slice(..cut)).await, None, "cut at {cut}");
        }
        let long = format!("name=\"text\"\r\nX: {}", "x".repeat(MOST_HEAD));
        assert_eq!(read("multipart/form-data; boundary=a/b", Bytes::from_static(b"--a/b--\r\n")).await, None);
        let control = "name=\"file\"; filename=\"a\u{1}b\"";
        let heads =
            ["name=\"other\"", control, "filename=\"x\"", "name=answer", "name=\"answer", "name=\"text\" x", "", &long];
        for head in heads {
            assert_eq!(read(KIND, form(&[(head, "x")])).await, None, "{head}");
        }
        let many = form(&[("name=\"text\"", "x"); MOST_FIELDS + 1]);
        let binary = Bytes::from([&good[..80], &[0xff], &good[80..]].concat());
        let preamble = Bytes::from([b"before\r\n", &good[..]].concat());
        let attached = Bytes::from(String::from_utf8(good.to_vec()).unwrap().replace("form-data", "attachment"));
        for body in [many, binary, preamble, attached, Bytes::from_static(b"answer=approve")] {
            assert_eq!(read(KIND, body.clone()).await, None, "{body:?}");
        }
    }

    #[tokio::test]
    async fn there_are_limits_that_can_be_reached() {
        assert!(read(KIND, form(&[("name=\"text\"", "x"); MOST_FIELDS])).await.is_some());
        for (length, whole) in [(MOST_BOUNDARY, true), (MOST_BOUNDARY + 1, false)] {
            let boundary = "x".repeat(length);
            let body = format!("--{boundary}--\r\n").into();
            let read = read(&format!("multipart/form-data; boundary={boundary}"), body).await;
            assert_eq!(read, whole.then(Form::default), "{length}");
        }
    }
}
