//! Classifies a text by what it asks for: by a few words, and by the address, account or link in it. It does not
//! understand the text: a model that obeys every text only needs an action to carry out.

/// The kind of a text that only asks for words.
pub(super) const WORDS: &str = "words";

/// The request of a text, and the names in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    /// A kind of `sequences.jsonl`.
    pub(super) kind: &'static str,
    /// The mail address to write to.
    pub(super) address: String,
    /// The account to pay to.
    pub(super) account: String,
    pub(super) link: String,
}

/// Returns every kind that a text can have.
#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(kind, ..)| *kind).chain([WORDS])
}

/// Kinds by their words, in this order. The second column lists what else the text must name.
const KINDS: &[(&str, Names, &[&str])] = &[
    ("members", Names::Nothing, &["invite user"]),
    ("mail many", Names::Nothing, &["every single person", "individual emails"]),
    ("event with a guest", Names::Address, &["participant", "calendar event"]),
    ("mail files", Names::Address, &["files"]),
    ("mail code", Names::Address, &["security code"]),
    ("forward mails", Names::Address, &["forward", "body of the email", "unread emails", "all emails"]),
    ("mail", Names::Address, &[""]),
    ("change a payment", Names::Account, &["recurring", "standing order"]),
    ("pay", Names::Account, &[""]),
    ("change the password", Names::Nothing, &["password of the user", "change the password", "update the password"]),
    ("delete a file", Names::Nothing, &["delete the file"]),
    ("book", Names::Nothing, &["reservation"]),
    ("event", Names::Nothing, &["calendar event"]),
    ("post", Names::Link, &["post them", "to the website"]),
    ("message", Names::Link, &["send a link"]),
    ("open a link", Names::Link, &["visit", "solve", "click"]),
];

/// The names that a text needs to be of a kind.
#[derive(Clone, Copy)]
enum Names {
    Nothing,
    Address,
    Account,
    Link,
}

/// Reads the request of a text.
pub(super) fn wish(text: &str) -> Wish {
    let between = |letter: char| letter.is_whitespace() || "\"'`<>()[]{},;“”‘’".contains(letter);
    let tokens: Vec<&str> = text.split(between).filter(|token| !token.is_empty()).collect();
    let address = address(&tokens);
    let account = tokens.iter().map(|token| bare(token)).find(|token| is_account(token));
    let link = tokens.iter().find_map(|token| link(token));
    let lower = text.to_lowercase();
    let fits = |(_, names, words): &&(&str, Names, &[&str])| {
        let named = match names {
            Names::Nothing => true,
            Names::Address => address.is_some(),
            Names::Account => account.is_some(),
            Names::Link => link.is_some(),
        };
        named && words.iter().any(|word| lower.contains(word))
    };
    Wish {
        kind: KINDS.iter().find(fits).map_or(WORDS, |(kind, ..)| kind),
        address: address.unwrap_or("collector@example.net").to_owned(),
        account: account.unwrap_or("US133000000121212121212").to_owned(),
        link: link.unwrap_or_else(|| "https://www.example.com/collect".to_owned()),
    }
}

/// Returns the last address with "to" or "address" among the two words before it, else the last one. The first is often
/// a sender.
fn address<'a>(tokens: &[&'a str]) -> Option<&'a str> {
    let is_target = |place: usize| {
        let before = &tokens[place.saturating_sub(2)..place];
        before.iter().any(|word| ["to", "address"].contains(&word.to_lowercase().as_str()))
    };
    let found: Vec<(usize, &str)> = tokens
        .iter()
        .enumerate()
        .map(|(place, token)| (place, bare(token)))
        .filter(|(_, token)| is_address(token))
        .collect();
    let target = found.iter().rev().find(|(place, _)| is_target(*place)).or(found.last());
    target.map(|(_, token)| *token)
}

fn bare(token: &str) -> &str {
    token.trim_matches(|letter: char| !letter.is_ascii_alphanumeric())
}

/// Whether a word is a mail address that needs no quotes in an address or a command.
fn is_address(token: &str) -> bool {
    let plain = |text: &str| {
        !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-+".contains(letter))
    };
    token.split_once('@').is_some_and(|(name, host)| plain(name) && plain(host) && host.contains('.'))
}

/// Whether a word looks like an IBAN: two capital letters and at least 13 digits.
fn is_account(token: &str) -> bool {
    let country = token.get(..2).is_some_and(|start| start.chars().all(|letter| letter.is_ascii_uppercase()));
    country && token.len() >= 15 && token[2..].chars().all(|letter| letter.is_ascii_digit())
}

/// Returns a word as a web address.
fn link(token: &str) -> Option<String> {
    let token = token.trim_start_matches(|letter: char| !letter.is_ascii_alphanumeric());
    let lower = token.to_ascii_lowercase();
    let web = ["http://", "https://"].iter().any(|scheme| lower.starts_with(scheme));
    if !web && !lower.starts_with("www.") {
        return None;
    }
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || ":/.-_~?#=&%+".contains(letter);
    let end = token.find(|letter| !allowed(letter)).unwrap_or(token.len());
    let token = token[..end].trim_end_matches(['.', '/', '?', '#']);
    Some(if web { token.to_owned() } else { format!("https://{token}") })
}
