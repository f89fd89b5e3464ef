//! The names of tools for a model: `server__tool`, in letters that every dialect accepts, at most 64 long, unique.

use sha2::{Digest, Sha256};

/// The longest function name that endpoints accept.
const LONGEST: usize = 64;
/// How much of it the server's part may take.
const LONGEST_SERVER: usize = 24;
/// Separates the server from its tool. The server's part never contains it, so the tool's part can be found.
const BETWEEN: &str = "__";

/// Returns a server's part in the names of its tools, different from all of `taken`.
pub(super) fn server(name: &str, taken: &[String]) -> String {
    let mut legal = legal(name);
    while legal.contains(BETWEEN) {
        legal = legal.replace(BETWEEN, "_");
    }
    let legal = legal.trim_matches('_');
    let short = if legal.is_empty() { "server" } else { cut(legal, LONGEST_SERVER).trim_end_matches('_') };
    if taken.iter().any(|known| known == short) {
        return format!("{}-{}", cut(short, LONGEST_SERVER - 5), mark(name, 4));
    }
    short.to_owned()
}

/// Returns a tool's name, different from all that are `taken`.
pub(super) fn tool(server: &str, name: &str, taken: impl Fn(&str) -> bool) -> String {
    let whole = format!("{server}{BETWEEN}{}", legal(name));
    let short = if whole.len() > LONGEST { marked(&whole, name) } else { whole };
    if taken(&short) { marked(&short, name) } else { short }
}

/// Returns the server's part of a tool's name, if it has one.
pub(super) fn server_part(name: &str) -> Option<&str> {
    name.split_once(BETWEEN).map(|(server, _)| server)
}

/// Returns a tool's name without the server's part.
pub(super) fn bare(name: &str) -> &str {
    name.split_once(BETWEEN).map_or(name, |(_, tool)| tool)
}

/// Appends a hash of the whole name.
fn marked(shown: &str, name: &str) -> String {
    format!("{}_{}", cut(shown, LONGEST - 9), mark(name, 8))
}

fn mark(name: &str, letters: usize) -> String {
    let digest = Sha256::digest(name.as_bytes());
    digest
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .take(letters)
        .map(|half| char::from_digit(half.into(), 16).unwrap_or('0'))
        .collect()
}

fn legal(name: &str) -> String {
    // A very long name is bounded before it is processed.
    let letters = name.chars().take(4 * LONGEST);
    letters.map(|letter| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' }).collect()
}

/// Returns the beginning of an ASCII text.
fn cut(text: &str, most: usize) -> &str {
    text.get(..most).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_legal_and_each_is_there_once() {
        let free = |_: &str| false;
        assert_eq!(tool("files", "read_file", free), "files__read_file");
        assert_eq!(tool("files", "read.file/now", free), "files__read_file_now");
        assert_eq!(tool("files", "löschen \u{1b}[2J", free), "files__l_schen___2J");
        let long = tool("files", &"x".repeat(200), free);
        assert!(long.len() <= LONGEST && long != tool("files", &"x".repeat(201), free), "{long}");
        let other = tool("files", "a.b", |name| name == "files__a_b");
        assert!(other.starts_with("files__a_b_") && other.len() <= LONGEST, "{other}");
        for name in ["", "__", "a__b", "ünï", &"y".repeat(99)] {
            let named = server(name, &[]);
            assert!(!named.is_empty() && named.len() <= LONGEST_SERVER && !named.contains(BETWEEN), "{name}: {named}");
            let again = server(name, std::slice::from_ref(&named));
            assert!(again != named && again.len() <= LONGEST_SERVER && !again.contains(BETWEEN), "{name}: {again}");
        }
    }
}
