//! Finds strings that look like keys, whatever their source. Scanned by hand in one pass: linear for every text.

use super::MASK;

/// The prefixes of known kinds of keys, and their minimum lengths.
const KINDS: &[(&str, usize)] = &[
    ("sk-", 20),
    ("sk_live_", 20),
    ("sk_test_", 20),
    ("rk_live_", 20),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghu_", 20),
    ("ghs_", 20),
    ("ghr_", 20),
    ("github_pat_", 30),
    ("glpat-", 20),
    ("xoxb-", 20),
    ("xoxp-", 20),
    ("xoxa-", 20),
    ("xoxr-", 20),
    ("xoxs-", 20),
    ("AKIA", 20),
    ("ASIA", 20),
    ("AIza", 35),
    ("ya29.", 25),
    ("hf_", 20),
    ("npm_", 30),
    ("AGE-SECRET-KEY-1", 40),
];
/// Names before `=` and a secret, in addresses and commands.
const NAMES: &[&str] = &[
    "password",
    "passwd",
    "pwd",
    "token",
    "access_token",
    "refresh_token",
    "api_key",
    "apikey",
    "secret",
    "client_secret",
];
const PEM_BEGIN: &str = "-----BEGIN ";
const PEM_END: &str = "PRIVATE KEY-----";

/// Returns the text without keys, or `None` if it has none.
pub(super) fn mask(text: &str) -> Option<String> {
    let mut masked = String::new();
    let mut kept = 0;
    let mut at = 0;
    let mut after_bearer = false;
    let mut after_name = false;
    while at < text.len() {
        if text[at..].starts_with(PEM_BEGIN)
            && let Some(length) = pem(&text[at..])
        {
            push(&mut masked, &text[kept..at]);
            at += length;
            kept = at;
            continue;
        }
        let word = &text[at..at + run(&text[at..])];
        if word.is_empty() {
            // Only blanks may separate `Bearer` from its token; nothing may separate `=` from the value.
            let letter = text[at..].chars().next().unwrap_or(' ');
            let equals = letter == '=' && NAMES.contains(&last_word(&text[..at]).to_ascii_lowercase().as_str());
            after_name = equals;
            after_bearer &= letter == ' ';
            at += letter.len_utf8();
            continue;
        }
        let secret = after_name || (after_bearer && word.len() >= 16) || is_key(word);
        if secret && word != MASK.trim_matches(['[', ']']) {
            push(&mut masked, &text[kept..at]);
            kept = at + word.len();
        }
        after_bearer = word.eq_ignore_ascii_case("bearer");
        after_name = false;
        at += word.len();
    }
    if kept == 0 {
        return None;
    }
    masked.push_str(&text[kept..]);
    Some(masked)
}

fn push(masked: &mut String, before: &str) {
    masked.push_str(before);
    masked.push_str(MASK);
}

/// The length of the run of characters that keys consist of.
fn run(text: &str) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+' | b'/' | b'~');
    // Anything far longer than a key is not examined as one.
    text.bytes().take_while(is_part).count()
}

fn last_word(text: &str) -> &str {
    let length = text.bytes().rev().take(16).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    &text[text.len() - length..]
}

fn is_key(word: &str) -> bool {
    // A key may be at the end of a path or an address.
    let tail = word.rsplit('/').next().unwrap_or(word);
    let known = KINDS.iter().any(|(start, least)| tail.len() >= *least && tail.starts_with(start));
    known || is_web_token(tail)
}

/// Three parts separated by dots; the first is a JSON object in base64.
fn is_web_token(word: &str) -> bool {
    word.starts_with("eyJ") && word.len() >= 30 && word.bytes().filter(|byte| *byte == b'.').count() == 2
}

/// The length of the private key that begins here, if one does.
fn pem(text: &str) -> Option<usize> {
    // `ENCRYPTED`, `RSA`, `OPENSSH`, `EC`: the names of kinds are short. The end of the line is searched only that far,
    // so that many beginnings without an end cost no more than their length.
    const LONGEST_NAME: usize = 40;
    let begin = PEM_BEGIN.len();
    let window = begin + LONGEST_NAME + PEM_END.len();
    let line = text.as_bytes().get(begin..window.min(text.len()))?;
    let end = line.windows(PEM_END.len()).position(|part| part == PEM_END.as_bytes())?;
    let begin = begin + end + PEM_END.len();
    // A key that is cut off extends to the end of the text.
    Some(text.get(begin..)?.find(PEM_END).map_or(text.len(), |end| begin + end + PEM_END.len()))
}
