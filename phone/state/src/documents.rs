//! Documents: the URIs under which apps exchange files, and the file types that names imply.
//!
//! A file of shared storage is `content://com.android.externalstorage.documents/document/primary%3ADownload%2Fa.png`,
//! as DocumentsUI returns it; `file:///sdcard/…` names the same file. [`path`] converts a URI to a path, which the
//! reader opens.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The absolute path of shared storage.
pub const STORAGE: &str = "/storage/emulated/0";
/// The documents provider of shared storage.
const PROVIDER: &str = "content://com.android.externalstorage.documents/document/";
/// The characters to escape in a URI component.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_').remove(b'~');
/// The MIME types of file extensions. A new file gets the first extension of its type.
const KINDS: &[(&str, &str)] = &[
    ("3gp", "video/3gpp"),
    ("aac", "audio/aac"),
    ("apk", "application/vnd.android.package-archive"),
    ("bmp", "image/bmp"),
    ("csv", "text/csv"),
    ("doc", "application/msword"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("flac", "audio/flac"),
    ("gif", "image/gif"),
    ("gpx", "application/gpx+xml"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("ics", "text/calendar"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("json", "application/json"),
    ("m3u", "audio/x-mpegurl"),
    ("m4a", "audio/mp4"),
    ("md", "text/markdown"),
    ("mkv", "video/x-matroska"),
    ("mov", "video/quicktime"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("ogg", "audio/ogg"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("ppt", "application/vnd.ms-powerpoint"),
    ("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain"),
    ("wav", "audio/x-wav"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("xls", "application/vnd.ms-excel"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("xml", "text/xml"),
    ("zip", "application/zip"),
];

/// Returns the document URI of a file in shared storage, or the path of any other file.
pub fn uri(path: &str) -> String {
    match below_storage(path) {
        Some(below) => format!("{PROVIDER}{}", utf8_percent_encode(&format!("primary:{below}"), ESCAPED)),
        None => format!("file://{path}"),
    }
}

/// Returns the path that a document URI, a `file:` URI or a path names; none if it is not in shared storage or would
/// lead out of it.
pub fn path(uri: &str) -> Option<String> {
    let decode = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8().ok().map(String::from);
    let path = if let Some(document) = uri.strip_prefix(PROVIDER) {
        format!("{STORAGE}/{}", decode(document)?.strip_prefix("primary:")?)
    } else if let Some(path) = uri.strip_prefix("file://") {
        decode(path)?
    } else {
        uri.to_owned()
    };
    let below = below_storage(&path)?;
    let fine = below.split('/').all(|part| !matches!(part, "." | ".."));
    fine.then(|| if below.is_empty() { STORAGE.to_owned() } else { format!("{STORAGE}/{below}") })
}

/// Returns the part of a path below shared storage, under any of its names.
fn below_storage(path: &str) -> Option<&str> {
    let rest = [STORAGE, "/sdcard", "/data/media/0"].iter().find_map(|root| path.strip_prefix(root))?;
    match rest.strip_prefix('/') {
        Some(below) => Some(below.trim_matches('/')),
        None => rest.is_empty().then_some(""),
    }
}

/// Returns the last component of a path.
pub fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the parent folder of a path.
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the extension of a name in lower case; none for hidden files and names without one.
pub fn ending(name: &str) -> Option<String> {
    let (stem, ending) = name.rsplit_once('.')?;
    (!stem.is_empty() && !ending.is_empty()).then(|| ending.to_lowercase())
}

/// Returns the MIME type for a file name.
pub fn kind(name: &str) -> &'static str {
    let known = ending(name).and_then(|ending| KINDS.iter().find(|(known, _)| *known == ending));
    known.map_or("application/octet-stream", |(_, kind)| kind)
}

/// Appends the extension of a MIME type, unless the name has one of that type.
pub fn with_ending(name: &str, wanted: &str) -> String {
    match KINDS.iter().find(|(_, known)| *known == wanted) {
        Some((ending, _)) if kind(name) != wanted => format!("{name}.{ending}"),
        _ => name.to_owned(),
    }
}

/// Returns a name that is not taken: `a.png`, then `a (1).png`.
pub fn free_name(name: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(name) {
        return name.to_owned();
    }
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => (stem, format!(".{ending}")),
        _ => (name, String::new()),
    };
    let mut numbered = (1..=u32::MAX).map(|number| format!("{stem} ({number}){ending}"));
    numbered.find(|name| !taken(name)).unwrap_or_else(|| name.to_owned())
}

/// Formats a size for people: `1.25 MB`. Units are powers of 1000, as in Android.
pub fn size(bytes: u64) -> String {
    let units = [(1_000_000_000_u64, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    match units.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => {
            let hundredths = u128::from(bytes) * 100 / u128::from(*unit);
            match hundredths {
                0..1_000 => format!("{}.{:02} {name}", hundredths / 100, hundredths % 100),
                1_000..10_000 => format!("{}.{} {name}", hundredths / 100, hundredths % 100 / 10),
                _ => format!("{} {name}", hundredths / 100),
            }
        }
        None => format!("{bytes} B"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_and_found_again() {
        let named = "content://com.android.externalstorage.documents/document/primary%3ADownload%2Fa%20b%C3%A4.png";
        assert_eq!(uri("/sdcard/Download/a bä.png"), named);
        assert_eq!(path(named).as_deref(), Some("/storage/emulated/0/Download/a bä.png"));
        for (uri, found) in [
            ("file:///sdcard/a%2520.png", Some("/storage/emulated/0/a%20.png")),
            ("/data/media/0/x", Some("/storage/emulated/0/x")),
            ("/sdcard", Some("/storage/emulated/0")),
            ("/sdcardx/a", None),
            ("file:///sdcard/../../data/data/x", None),
            ("file:///data/data/com.a/x", None),
            ("content://com.android.externalstorage.documents/document/primary%3A..%2F..%2Fdata", None),
            ("content://sms/1", None),
            ("file:///sdcard/%FF", None),
        ] {
            assert_eq!(path(uri).as_deref(), found, "{uri}");
        }
    }

    #[test]
    fn kinds_are_told_by_endings() {
        for (name, is) in [("a.PNG", "image/png"), ("a.m4a.m4a", "audio/mp4"), (".png", "application/octet-stream")] {
            assert_eq!(kind(name), is, "{name}");
        }
        for (name, wanted, becomes) in [
            ("a", "image/png", "a.png"),
            ("a.png", "image/png", "a.png"),
            ("a.jpg", "image/png", "a.jpg.png"),
            ("a", "unknown/kind", "a"),
        ] {
            assert_eq!(with_ending(name, wanted), becomes);
        }
        assert_eq!(free_name("a.png", |name| name == "a.png"), "a (1).png");
        assert_eq!(free_name("a", |name| !name.contains('2')), "a (2)");
        for (bytes, text) in
            [(0, "0 B"), (999, "999 B"), (1_250_000, "1.25 MB"), (45_678, "45.6 kB"), (123_456, "123 kB")]
        {
            assert_eq!(size(bytes), text);
        }
    }
}
