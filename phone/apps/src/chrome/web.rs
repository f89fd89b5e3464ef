//! The built-in web: a few sites that answer without a network. Each is a file here and a row in [`SITES`]. They answer
//! in HTML, which goes through the same reader as any other page. Their data (a cart, an order, a form, an account) is
//! kept in [`Web`], part of Chrome's state, which tests can inspect.

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

/// The most orders, forms and accounts kept; the oldest are dropped.
const KEPT: usize = 200;
/// The longest value of a field, in characters.
const LONGEST_VALUE: usize = 4_000;

/// The data of the sites.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Web {
    /// The shop's cart and orders.
    shop: shop::Shop,
    /// The accounts, and the one that is signed in.
    account: account::Accounts,
    /// The submitted forms, oldest first: names and values.
    forms: Vec<Vec<(String, String)>>,
    /// The states of the switches.
    switches: Vec<bool>,
}

/// A site's response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A page.
    Page(String),
    /// The site exists but has no such page.
    Missing,
    /// There is no such site.
    NoHost,
}

/// The data available to a site's GET handler.
struct Request<'a> {
    address: &'a str,
    path: &'a str,
    web: &'a Web,
}

/// A site's POST handler: takes a path, the form's fields, the data and the time. Returns the address to redirect to.
type Post = fn(&str, &[(String, String)], &mut Web, i64) -> String;

/// A site: its hosts without `www.`, and its handlers.
struct Site {
    hosts: &'static [&'static str],
    /// Returns a page; `None` if it does not exist.
    get: fn(&Request<'_>) -> Option<String>,
    /// Handles submitted fields, if the site accepts any.
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

/// The shortcuts on a new tab: names and addresses.
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

/// Answers a GET request.
pub(super) fn get(address: &str, web: &Web) -> Answer {
    let Some(site) = site(address) else { return Answer::NoHost };
    let path = address::path(address).trim_end_matches('/');
    (site.get)(&Request { address, path, web }).map_or(Answer::Missing, Answer::Page)
}

/// Answers a POST request. Returns the address to redirect to.
pub(super) fn post(address: &str, fields: &[(String, String)], web: &mut Web, now_ms: i64) -> String {
    let cut = |value: &String| value.chars().take(LONGEST_VALUE).collect::<String>();
    let fields: Vec<(String, String)> = fields.iter().map(|(name, value)| (cut(name), cut(value))).collect();
    match site(address).and_then(|site| site.post) {
        Some(post) => post(address::path(address).trim_end_matches('/'), &fields, web, now_ms),
        None => address.to_owned(),
    }
}

/// Returns the value of a field.
fn field<'a>(fields: &'a [(String, String)], name: &str) -> &'a str {
    fields.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.trim())
}

/// Escapes a text for HTML.
fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Drops the oldest entries beyond the limit.
fn bounded<T>(list: &mut Vec<T>) {
    let over = list.len().saturating_sub(KEPT);
    list.drain(..over);
}
