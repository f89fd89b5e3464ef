//! What tools are called to a model: `server__tool`, of letters that every dialect takes, at most 64 of them, each name
//! once.

use sha2::{Digest, Sha256};

/// What endpoints take as the name of a function.
const LONGEST: usize = 64;
/// How much of it may be the server's.
const LONGEST_SERVER: usize = 24;
/// Between the server and its tool. The server's part never has it, so it can be told where the tool's begins.
const BETWEEN: &str = "__";

/// What a server is called in the names of its tools, other than all of `taken`.
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

/// What a tool is called, other than all of those that are `taken`.
pub(super) fn tool(server: &str, name: &str, taken: impl Fn(&str) -> bool) -> String {
    let whole = format!("{server}{BETWEEN}{}", legal(name));
    let short = if whole.len() > LONGEST { marked(&whole, name) } else { whole };
    if taken(&short) { marked(&short, name) } else { short }
}

/// The server's part of a tool's name; nothing where the name has none.
pub(super) fn server_part(name: &str) -> Option<&str> {
    name.split_once(BETWEEN).map(|(server, _)| server)
}

/// A tool's name without the server's part.
pub(super) fn bare(name: &str) -> &str {
    name.split_once(BETWEEN).map_or(name, |(_, tool)| tool)
}

/// With a mark that comes from the whole name at its end.
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
    // So long a name is bounded before it is looked at.
    let letters = name.chars().take(4 * LONGEST);
    letters.map(|letter| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' }).collect()
}

/// The beginning of a text of ASCII letters.
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
