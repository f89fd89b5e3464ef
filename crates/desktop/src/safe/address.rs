//! Decides which addresses a page may follow, show or frame. Every other part of `safe` calls it.
//!
//! An address must clearly have one of a few shapes. Anything a browser would have to repair first (white space,
//! control characters, backslashes) is refused, because repairs are where two parsers disagree. No network access.

use url::Url;

/// The longest address, except for pictures inside an address.
const MAX_ADDRESS: usize = 4096;
/// The longest picture inside an address, in bytes of base64 text with its prefix.
pub(super) const MAX_DATA_PICTURE: usize = 1 << 20;
/// The picture formats allowed inside an address. SVG is not one: it is a document.
const DATA_PICTURES: [&str; 4] =
    ["data:image/png;base64,", "data:image/jpeg;base64,", "data:image/gif;base64,", "data:image/webp;base64,"];
/// The server folders that agents may refer to.
const OWN_FOLDERS: [&str; 2] = ["/files/", "/apps/"];

/// Returns a link's address in its canonical form if it is allowed: `http`, `https`, `mailto`, `tel`.
pub(super) fn link(sent: &str) -> Option<String> {
    let url = parsed(sent).ok()?;
    let told = match url.scheme() {
        "http" | "https" => without_person(&url)?.as_str(),
        "mailto" | "tel" => url.as_str(),
        _ => return None,
    };
    // `Url` leaves quotes in an opaque path alone; a page needs none of them.
    (!told.contains(['"', '\'', '<', '>', '`'])).then(|| told.to_owned())
}

/// Returns the address of a picture if it is allowed: a data address, or a file of this server. Never another host,
/// which would learn who looks at what, and when.
pub(super) fn picture(sent: &str) -> Result<String, &'static str> {
    if let Some(prefix) = DATA_PICTURES.iter().find(|prefix| sent.starts_with(**prefix)) {
        if sent.len() > MAX_DATA_PICTURE {
            return Err("the picture is larger than 1 MiB");
        }
        let data = sent[prefix.len()..].trim_end_matches('=');
        let plain = data.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/');
        return if plain && !data.is_empty() { Ok(sent.to_owned()) } else { Err("the picture is not base64") };
    }
    if is_own_file(sent) {
        return Ok(sent.to_owned());
    }
    Err("only pictures under /files/ or /apps/, or PNG, JPEG, GIF and WebP as data, are shown")
}

/// Returns the address for a sandboxed frame if it is allowed: a file of this server, or another origin.
pub(super) fn frame(sent: &str) -> Result<String, &'static str> {
    if sent.starts_with('/') {
        return if is_own_file(sent) {
            Ok(sent.to_owned())
        } else {
            Err("of this server only /apps/ and /files/ can be framed")
        };
    }
    let url = parsed(sent)?;
    match url.scheme() {
        "http" | "https" => without_person(&url)
            .map(|url| url.as_str().to_owned())
            .ok_or("an address must not carry a name or password"),
        _ => Err("only http and https pages can be framed"),
    }
}

/// Returns whether this is a path below one of the folders that agents may refer to, spelled so that no parser can
/// mistake it for another one.
pub(crate) fn is_own_file(sent: &str) -> bool {
    if sent.len() > MAX_ADDRESS || !OWN_FOLDERS.iter().any(|folder| sent.starts_with(folder)) {
        return false;
    }
    let (path, query) = sent.split_once('?').map_or((sent, ""), |(path, query)| (path, query));
    let segments = path.split('/').skip(1);
    let mut named = 0;
    for (place, segment) in segments.clone().enumerate() {
        let last = place + 1 == segments.clone().count();
        // A folder's own address ends in a slash; anywhere else an empty name is `//`.
        if segment.is_empty() && !last || segment == "." || segment == ".." {
            return false;
        }
        named += usize::from(!segment.is_empty());
    }
    named >= 2 && is_plain(path, "") && is_plain(query, "/?")
}

/// Returns whether the text has only letters, digits, harmless signs and escapes that hide nothing.
fn is_plain(text: &str, more: &str) -> bool {
    let mut rest = text.chars();
    while let Some(sign) = rest.next() {
        match sign {
            '%' => {
                let (Some(high), Some(low)) =
                    (rest.next().and_then(|c| c.to_digit(16)), rest.next().and_then(|c| c.to_digit(16)))
                else {
                    return false;
                };
                let byte = high * 16 + low;
                // Control characters, and the delimiters of addresses: `%`, `.`, `/`, `:`, `\`.
                if byte < 0x20 || byte == 0x7f || [0x25, 0x2e, 0x2f, 0x3a, 0x5c].contains(&byte) {
                    return false;
                }
            }
            '/' | '.' | '-' | '_' | '~' | '+' | ',' | '=' | '@' | '!' | '(' | ')' | '&' | ':' => {}
            _ if sign.is_alphanumeric() || more.contains(sign) => {}
            _ => return false,
        }
    }
    true
}

fn parsed(sent: &str) -> Result<Url, &'static str> {
    if sent.len() > MAX_ADDRESS {
        return Err("the address is too long");
    }
    if sent.chars().any(|sign| sign <= ' ' || sign == '\\' || is_deceptive(sign)) {
        return Err("the address holds white space, a backslash or a control character");
    }
    if sent.starts_with("//") {
        return Err("the address names no scheme");
    }
    let url = Url::parse(sent).map_err(|_| "this is not a complete address")?;
    // Browsers repair `http:host` and `http:///host`, each in its own way.
    let repaired = matches!(url.scheme(), "http" | "https")
        && !sent.get(url.scheme().len()..).is_some_and(|rest| rest.starts_with("://") && !rest.starts_with(":///"));
    if repaired { Err("this is not a complete address") } else { Ok(url) }
}

fn without_person(url: &Url) -> Option<&Url> {
    (url.username().is_empty() && url.password().is_none() && url.has_host()).then_some(url)
}

/// Returns whether a character is invisible or changes the visible order.
pub(super) fn is_deceptive(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}
