//! The web that is built in: a few sites that answer without a network. Each is a file here and a row in [`SITES`]; what
//! they answer is HTML, which the same reader shows that shows any other page. What people leave on them (a cart, an
//! order, a form, an account) is kept in [`Web`], part of Chrome's state, where tests can look.

mod account;
mod articles;
mod examples;
mod files;
mod forms;
mod search;
mod shop;
mod switches;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub(super) use self::files::download;
use super::address;

/// How many orders, forms and accounts are kept; the oldest go.
const KEPT: usize = 200;
/// The longest value of a field, in characters.
const LONGEST_VALUE: usize = 4_000;

/// What people left on the sites.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Web {
    /// The shop's: what is in the cart, and what was ordered.
    shop: shop::Shop,
    /// Who has an account, and who is signed in.
    account: account::Accounts,
    /// The forms that were sent, oldest first: names and values.
    forms: Vec<Vec<(String, String)>>,
    /// Which of the switches are on.
    switches: Vec<bool>,
}

/// What a site answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A page.
    Page(String),
    /// The site is there, and has no such page.
    Missing,
    /// There is no such site.
    NoHost,
}

/// What a site may look at to answer.
struct Request<'a> {
    address: &'a str,
    path: &'a str,
    web: &'a Web,
}

/// What a site does with a path, the fields that were filled in, and the time: where one is led to.
type Post = fn(&str, &[(String, String)], &mut Web, i64) -> String;

/// A site: its hosts without `www.`, and what it answers.
struct Site {
    hosts: &'static [&'static str],
    /// A page of it; nothing where there is none.
    get: fn(&Request<'_>) -> Option<String>,
    /// Takes what was filled in, where it takes anything.
    post: Option<Post>,
}

const SITES: &[Site] = &[
    examples::SITE,
    examples::NAMES,
    search::SITE,
    articles::ENCYCLOPEDIA,
    articles::NEWS,
    articles::WEATHER,
    shop::SITE,
    account::SITE,
    forms::SITE,
    switches::SITE,
    files::SITE,
];

/// What a new tab offers: names and addresses.
pub(super) const TILES: &[(&str, &str)] = &[
    ("Google", "https://www.google.com/"),
    ("News", "https://news.example/"),
    ("Shop", "https://shop.example/"),
    ("Encyclopedia", "https://encyclopedia.example/"),
    ("Weather", "https://weather.example/"),
    ("Account", "https://accounts.example/"),
    ("Files", "https://files.example/"),
    ("Example", "https://example.com/"),
];

fn site(address: &str) -> Option<&'static Site> {
    let host = address::host(address);
    SITES.iter().find(|site| site.hosts.contains(&host.as_str()))
}

/// What stands at an address.
pub(super) fn get(address: &str, web: &Web) -> Answer {
    let Some(site) = site(address) else { return Answer::NoHost };
    let path = address::path(address).trim_end_matches('/');
    (site.get)(&Request { address, path, web }).map_or(Answer::Missing, Answer::Page)
}

/// Sends what was filled in to an address: where one is led to.
pub(super) fn post(address: &str, fields: &[(String, String)], web: &mut Web, now_ms: i64) -> String {
    let cut = |value: &String| value.chars().take(LONGEST_VALUE).collect::<String>();
    let fields: Vec<(String, String)> = fields.iter().map(|(name, value)| (cut(name), cut(value))).collect();
    match site(address).and_then(|site| site.post) {
        Some(post) => post(address::path(address).trim_end_matches('/'), &fields, web, now_ms),
        None => address.to_owned(),
    }
}

/// The value of a field.
fn field<'a>(fields: &'a [(String, String)], name: &str) -> &'a str {
    fields.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.trim())
}

/// A text as it stands in HTML.
fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Keeps no more than are kept.
fn bounded<T>(list: &mut Vec<T>) {
    let over = list.len().saturating_sub(KEPT);
    list.drain(..over);
}
