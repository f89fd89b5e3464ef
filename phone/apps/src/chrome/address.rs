//! Addresses: parses typed text, resolves links, and maps some addresses to files of the phone.

use kit::widgets;
use state::documents;

const SEARCH: &str = "https://www.google.com/search?q=";
/// The longest address, in characters.
const LONGEST: usize = 8_000;
/// The schemes that are opened unchanged.
const SCHEMES: [&str; 6] = ["http://", "https://", "about:", "file://", "content://", "chrome://"];

/// Converts typed text to an address: unchanged, with `https` prepended, or as a search.
pub(super) fn address_of(typed: &str) -> Option<String> {
    let typed: String = typed.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
    let lower = typed.to_lowercase();
    if typed.is_empty() {
        return None;
    }
    if SCHEMES.iter().any(|scheme| lower.starts_with(scheme)) {
        return Some(typed);
    }
    let host = typed.split(['/', '?', '#']).next().unwrap_or_default();
    let is_host = !typed.contains(char::is_whitespace)
        && host.contains('.')
        && host.split('.').all(|part| {
            !part.is_empty() && part.chars().all(|letter| letter.is_alphanumeric() || "-:".contains(letter))
        });
    if is_host {
        return Some(format!("https://{typed}"));
    }
    Some(format!("{SEARCH}{}", escape(&typed)))
}

/// Escapes a value for a query.
pub(super) fn escape(value: &str) -> String {
    let escaped = percent_encoding::utf8_percent_encode(value, percent_encoding::NON_ALPHANUMERIC);
    escaped.to_string().replace("%20", "+")
}

/// Returns the host of an address in lower case, without user, port and `www.`
pub(super) fn host(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let place = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = place.rsplit('@').next().unwrap_or_default().split(':').next().unwrap_or_default().to_lowercase();
    host.strip_prefix("www.").map(str::to_owned).unwrap_or(host)
}

/// Returns the path of an address, starting with a slash, without the query.
pub(super) fn path(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let rest = rest.get(..end).unwrap_or_default();
    rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/")
}

/// Resolves a link on a page.
pub(super) fn resolve(base: &str, link: &str) -> Option<String> {
    let link = link.trim();
    if link.is_empty() || link.starts_with('#') {
        return None;
    }
    let scheme = link.split_once(':').map(|(scheme, _)| scheme);
    if scheme
        .is_some_and(|it| !it.is_empty() && it.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '+'))
    {
        return Some(link.chars().take(LONGEST).collect());
    }
    let (scheme, rest) = base.split_once("://")?;
    if let Some(host) = link.strip_prefix("//") {
        return Some(format!("{scheme}://{host}"));
    }
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let page = rest.get(..end).unwrap_or_default();
    let host = page.split('/').next().unwrap_or_default();
    let joined = if link.starts_with('/') {
        format!("{scheme}://{host}{link}")
    } else if link.starts_with('?') {
        format!("{scheme}://{page}{link}")
    } else {
        let folder = page.rfind('/').and_then(|at| page.get(..=at)).map_or_else(|| format!("{host}/"), str::to_owned);
        format!("{scheme}://{folder}{}", link.trim_start_matches("./"))
    };
    Some(joined.chars().take(LONGEST).collect())
}

/// Returns the file in shared storage that an address names: `file:///sdcard/…`, or a document of the storage provider.
pub(super) fn local_path(address: &str) -> Option<String> {
    let end = address.find(['?', '#']).unwrap_or(address.len());
    let plain = address.get(..end)?;
    plain.contains("://").then(|| documents::path(plain)).flatten()
}

/// Returns a parameter of the address's query.
pub(super) fn asked(address: &str, name: &str) -> Option<String> {
    let plain = address.split('#').next().unwrap_or_default();
    widgets::query_value(plain, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_an_address_or_a_search() {
        for (typed, address) in [
            ("example.com/a?b=c", Some("https://example.com/a?b=c")),
            ("HTTP://x", Some("HTTP://x")),
            ("file:///sdcard/a b.html", Some("file:///sdcard/a b.html")),
            ("weather in rome", Some("https://www.google.com/search?q=weather+in+rome")),
            ("C++ & more", Some("https://www.google.com/search?q=C%2B%2B+%26+more")),
            ("a..b", Some("https://www.google.com/search?q=a%2E%2Eb")),
            ("  ", None),
        ] {
            assert_eq!(address_of(typed).as_deref(), address, "{typed}");
        }
    }

    #[test]
    fn links_lead_from_a_page_to_another() {
        for (base, link, to) in [
            ("https://a.example/b/c?d", "/x", Some("https://a.example/x")),
            ("https://a.example/b/c?d", "x?y", Some("https://a.example/b/x?y")),
            ("https://a.example/b/c?d", "?y", Some("https://a.example/b/c?y")),
            ("https://a.example", "x", Some("https://a.example/x")),
            ("https://a.example/b", "//c.example/d", Some("https://c.example/d")),
            ("https://a.example/b", "mailto:x@y.example", Some("mailto:x@y.example")),
            ("file:///sdcard/Download/a.html", "b.html", Some("file:///sdcard/Download/b.html")),
            ("https://a.example/b", "#top", None),
            ("about:blank", "x", None),
        ] {
            assert_eq!(resolve(base, link).as_deref(), to, "{base} {link}");
        }
    }

    #[test]
    fn only_files_of_shared_storage_are_opened() {
        for (address, path) in [
            ("file:///storage/emulated/0/Download/task.html", Some("/storage/emulated/0/Download/task.html")),
            ("file:///sdcard/a%20b.html?x#y", Some("/storage/emulated/0/a b.html")),
            (
                "content://com.android.externalstorage.documents/document/primary%3ADownload%2Ftask.html",
                Some("/storage/emulated/0/Download/task.html"),
            ),
            ("file:///data/data/com.whatsapp/x", None),
            ("file:///sdcard/../../data/x", None),
            ("https://a.example/storage/emulated/0/x", None),
        ] {
            assert_eq!(local_path(address).as_deref(), path, "{address}");
        }
        assert_eq!((host("https://u@WWW.A.example:80/x"), path("https://a.example?x")), ("a.example".to_owned(), "/"));
    }
}
