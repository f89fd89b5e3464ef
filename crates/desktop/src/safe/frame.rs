//! Frames: which pages are shown in one, and what they may do there.
//!
//! The sandbox never gives a page its origin back, so even our own apps run as strangers to the desktop,
//! and never lets a page leave its frame.

use action::os::IframeContent;

use super::address;
use crate::wire::SafeContent;

/// What a page in a frame may be granted.
const GRANTED: &[&str] =
    &["allow-downloads", "allow-forms", "allow-modals", "allow-pointer-lock", "allow-popups", "allow-scripts"];
/// What it is granted when the agent says nothing.
const BY_DEFAULT: &str = "allow-forms allow-scripts";

pub(super) fn frame(sent: &IframeContent) -> SafeContent {
    let sandbox = sent.sandbox().map_or_else(|| BY_DEFAULT.to_owned(), sandbox);
    if sent.url().is_empty() {
        return SafeContent::Frame { url: String::new(), sandbox, blocked: None, app: None };
    }
    match address::frame(sent.url()) {
        Ok(url) => SafeContent::Frame { url, sandbox, blocked: None, app: None },
        Err(why) => SafeContent::Frame { url: String::new(), sandbox, blocked: Some(why.to_owned()), app: None },
    }
}

/// Of what was asked for, what is granted; sorted, each once.
fn sandbox(asked: &str) -> String {
    let asks = |flag: &&&str| asked.split_ascii_whitespace().take(64).any(|word| word.eq_ignore_ascii_case(flag));
    GRANTED.iter().filter(asks).copied().collect::<Vec<_>>().join(" ")
}
