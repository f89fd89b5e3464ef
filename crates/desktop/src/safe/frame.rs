//! Frames: which pages may be framed, and what they may do.
//!
//! The sandbox never gives a page its origin, so even our own apps run as a foreign origin, and it never lets a page
//! leave its frame. A few addresses represent parts of the desktop's own page; the state decides who may use them.

use action::os::IframeContent;

use super::address;
use crate::wire::{Part, SafeContent};

/// The scheme of the address of a part of the page.
const SCHEME: &str = "fingertip:";

/// The permissions that a framed page may be granted.
const GRANTED: &[&str] =
    &["allow-downloads", "allow-forms", "allow-modals", "allow-pointer-lock", "allow-popups", "allow-scripts"];
/// The permissions it gets if the agent requests none.
const BY_DEFAULT: &str = "allow-forms allow-scripts";

pub(super) fn frame(sent: &IframeContent) -> SafeContent {
    let sandbox = sent.sandbox().map_or_else(|| BY_DEFAULT.to_owned(), sandbox);
    if let Some((part, target)) = part(sent.url()) {
        return SafeContent::Part { part, target: target.map(str::to_owned) };
    }
    if sent.url().is_empty() {
        return SafeContent::Frame { url: String::new(), sandbox, blocked: None, app: None };
    }
    match address::frame(sent.url()) {
        Ok(url) => {
            let app = app(&url);
            SafeContent::Frame { url, sandbox, blocked: None, app }
        }
        Err(why) => SafeContent::Frame { url: String::new(), sandbox, blocked: Some(why.to_owned()), app: None },
    }
}

/// Returns the address of a part of the page.
pub(crate) fn part_address(part: Part, target: Option<&str>) -> String {
    let name = part.name();
    target.map_or_else(|| format!("{SCHEME}{name}"), |target| format!("{SCHEME}{name}/{target}"))
}

/// Returns the part of the page that has this address, and its target.
pub(crate) fn part(address: &str) -> Option<(Part, Option<&str>)> {
    let rest = address.strip_prefix(SCHEME)?;
    let (name, target) = rest.split_once('/').map_or((rest, None), |(name, target)| (name, Some(target)));
    Some((Part::named(name)?, target.filter(|target| !target.is_empty())))
}

/// Returns whether any parser could take this for the address of a part: with other letters, white space, control
/// characters, or escapes.
pub(crate) fn looks_like_part(address: &str) -> bool {
    let mut text: String = address.chars().take(1024).collect();
    // An escape may hide an escape; no parser decodes more often than this.
    for _ in 0..4 {
        text = unescaped(&text);
    }
    let seen = text.chars().filter(|sign| !sign.is_whitespace() && !address::is_deceptive(*sign));
    seen.flat_map(char::to_lowercase).take(SCHEME.len()).eq(SCHEME.chars())
}

/// Returns the app of an address: `/apps/ID/…`.
pub(crate) fn app(address: &str) -> Option<String> {
    let id = address.strip_prefix("/apps/")?.split(['/', '?']).next()?;
    Some(unescaped(id)).filter(|id| !id.is_empty() && address::is_own_file(address))
}

/// Escapes a name for an address of this server.
pub(crate) fn escaped(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for sign in name.chars() {
        if sign.is_alphanumeric() || "-._~:+,=@!()&".contains(sign) {
            escaped.push(sign);
        } else {
            let mut bytes = [0; 4];
            sign.encode_utf8(&mut bytes).bytes().for_each(|byte| escaped.push_str(&format!("%{byte:02X}")));
        }
    }
    escaped
}

/// Unescapes a name from an address; invalid escapes stay.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let digits = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the requested permissions that are granted; sorted, without duplicates.
fn sandbox(asked: &str) -> String {
    let asks = |flag: &&&str| asked.split_ascii_whitespace().take(64).any(|word| word.eq_ignore_ascii_case(flag));
    GRANTED.iter().filter(asks).copied().collect::<Vec<_>>().join(" ")
}
