//! Reading what the form of a link's page sends: `multipart/form-data`, whole and bounded, in linear time.
//!
//! Browsers send nothing else here, so what deviates is refused. Nothing of it is repeated in an error: it may be a
//! secret.

use bytes::Bytes;

/// The longest boundary, as RFC 2046 has it.
const MOST_BOUNDARY: usize = 70;
/// How many fields are read; the form has four.
const MOST_FIELDS: usize = 8;
/// The longest head of a field.
const MOST_HEAD: usize = 4 << 10;

/// What was sent.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// Which button.
    pub(super) answer: String,
    /// What was typed.
    pub(super) text: Option<String>,
    /// The file that was chosen, and what it is called.
    pub(super) file: Option<(String, Bytes)>,
}

/// The form; nothing if this is none.
pub(super) fn read(content_type: &str, body: &Bytes) -> Option<Form> {
    let boundary = format!("--{}", boundary(content_type)?);
    let mut form = Form::default();
    let mut at = body.starts_with(boundary.as_bytes()).then_some(boundary.len())?;
    for _ in 0..=MOST_FIELDS {
        let rest = &body[at..];
        if rest.starts_with(b"--") {
            return Some(form);
        }
        let rest = rest.strip_prefix(b"\r\n")?;
        let head = rest[..rest.len().min(MOST_HEAD)].windows(4).position(|four| four == b"\r\n\r\n")?;
        let start = at + 2 + head + 4;
        let end = start + next(&body[start..], boundary.as_bytes())?;
        let (name, file) = disposition(std::str::from_utf8(&rest[..head]).ok()?)?;
        let value = body.slice(start..end);
        match (name.as_str(), file) {
            ("answer", None) => form.answer = String::from_utf8(value.into()).ok()?,
            ("text", None) => form.text = Some(String::from_utf8(value.into()).ok()?.replace("\r\n", "\n")),
            // A browser sends the field also when nothing was chosen.
            ("file", Some(called)) if called.is_empty() && value.is_empty() => {}
            ("file", Some(called)) => form.file = Some((called, value)),
            _ => return None,
        }
        at = end + 2 + boundary.len();
    }
    None
}

/// Where the next field begins, from the line break before it. Linear: a boundary holds no line break, so no
/// place is compared twice.
fn next(body: &[u8], boundary: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = body[from..].iter().position(|byte| *byte == b'\r') {
        let at = from + found;
        if body[at..].strip_prefix(b"\r\n").is_some_and(|rest| rest.starts_with(boundary)) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// `multipart/form-data; boundary=X`
fn boundary(content_type: &str) -> Option<&str> {
    let (kind, rest) = content_type.split_once(';')?;
    kind.trim().eq_ignore_ascii_case("multipart/form-data").then_some(())?;
    let value = rest.split(';').find_map(|part| {
        let (name, value) = part.trim().split_once('=')?;
        name.eq_ignore_ascii_case("boundary").then_some(value)
    })?;
    let value = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
    let plain = value.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"');
    (!value.is_empty() && value.len() <= MOST_BOUNDARY && plain).then_some(value)
}

/// The name of a field and, of a file, what the person calls it.
fn disposition(head: &str) -> Option<(String, Option<String>)> {
    let line = head.split("\r\n").find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-disposition").then_some(value.trim())
    })?;
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

/// Browsers escape three signs, and nothing else.
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

    #[test]
    fn what_browsers_send_is_read() {
        let body = form(&[
            ("name=\"answer\"", "approve"),
            ("name=\"text\"", "two\r\nlines\r\n------WebKit"),
            ("name=\"file\"; filename=\"a;b%22 c.png\"\r\nContent-Type: image/png", "\u{7f}PNG\r\n\r\r\n--"),
        ]);
        let read = read(KIND, &body).unwrap();
        assert_eq!(read.answer, "approve");
        assert_eq!(read.text.as_deref(), Some("two\nlines\n------WebKit"));
        assert_eq!(read.file, Some(("a;b\" c.png".to_owned(), Bytes::from("\u{7f}PNG\r\n\r\r\n--"))));
    }

    #[test]
    fn nothing_chosen_is_no_file() {
        let head = "name=\"file\"; filename=\"\"\r\nContent-Type: application/octet-stream";
        let read =
            read("Multipart/Form-Data; charset=utf-8; boundary=\"----WebKitFormBoundaryX\"", &form(&[(head, "")]));
        assert_eq!(read, Some(Form::default()));
    }

    #[test]
    fn what_is_no_form_is_refused() {
        let good = form(&[("name=\"answer\"", "approve")]);
        assert!(read(KIND, &good).is_some());
        for kind in ["", "text/plain", "multipart/form-data", "multipart/form-data; boundary=", "x; boundary=a\"b"] {
            assert_eq!(read(kind, &good), None, "{kind}");
        }
        for cut in 0..good.len() - 4 {
            assert_eq!(read(KIND, &good.slice(..cut)), None, "cut at {cut}");
        }
        let unknown = form(&[("name=\"other\"", "x")]);
        let unnamed = form(&[("filename=\"x\"", "x")]);
        let many = form(&[("name=\"text\"", "x"); 20]);
        let binary = Bytes::from([&good[..80], &[0xff], &good[80..]].concat());
        for body in [unknown, unnamed, many, binary, Bytes::from_static(b"answer=approve")] {
            assert_eq!(read(KIND, &body), None, "{body:?}");
        }
    }
}
