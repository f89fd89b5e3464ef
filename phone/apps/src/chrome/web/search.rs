//! The search engine: finds pages of the built-in web by their words, and says so if there are no results.

use super::articles::{ARTICLES, Article};
use super::{Request, Site, address, shop, text};

pub(super) const SITE: Site = Site { hosts: &["google.com"], get, post: None };
/// The most results on a page.
const RESULTS: usize = 10;
/// Stop words, which are ignored.
const SMALL_WORDS: [&str; 14] =
    ["a", "an", "and", "at", "for", "how", "in", "is", "of", "on", "the", "to", "what", "with"];
/// The sites without articles: title, description, address.
const PLACES: &[(&str, &str, &str)] = &[
    (
        "Corner Shop – things for home and desk",
        "Lamps, mugs, notebooks and more. Cart, checkout and your orders.",
        "https://shop.example/",
    ),
    ("Sign in – Example Account", "Sign in to your account or create a new one.", "https://accounts.example/"),
    ("Visitor survey", "Tell us about your visit: a form with questions of every kind.", "https://forms.example/"),
    ("File archive – free downloads", "Download a report, a poem and a recipe as files.", "https://files.example/"),
    ("The daily news", "Stories of today from town and country.", "https://news.example/"),
    ("Weather and climate of cities", "How warm and how wet it usually is.", "https://weather.example/"),
    ("The small encyclopedia", "Short articles about many things.", "https://encyclopedia.example/"),
    ("Light switches", "A board of six switches without a word on it.", "https://switches.example/"),
    ("Example Domain", "This domain is for use in examples.", "https://example.com/"),
];

/// A search result.
struct SearchHit {
    title: String,
    about: String,
    address: String,
}

fn get(request: &Request<'_>) -> Option<String> {
    if let Some(query) = address::asked(request.address, "q").filter(|_| request.path == "/search") {
        return Some(results(&query));
    }
    matches!(request.path, "" | "/search").then(|| {
        format!(
            "<title>Google</title><h1>Google</h1>{}<p><small>Finds the pages of this phone's own web.</small></p>",
            form("")
        )
    })
}

fn form(query: &str) -> String {
    let query = text(query);
    format!(
        "<form action='/search'><input id='q' name='q' type='search' aria-label='Search' placeholder='Search the web' value=\"{query}\">
         <button id='btnK'>Search</button></form>"
    )
}

fn results(query: &str) -> String {
    let asked = text(query);
    let found = find(query);
    let mut page = format!("<title>{asked} - Search</title>{}<h2 id='search_query'>{asked}</h2>", form(query));
    if found.is_empty() {
        page += &format!(
            "<p>Your search - {asked} - did not match any documents.</p>
            <p><small>This phone is simulated: only the pages of its own web can be found.</small></p>"
        );
        return page;
    }
    page += &format!("<p><small>{} results</small></p>", found.len());
    for SearchHit { title, about, address } in found {
        page += &format!(
            "<article><small>{}</small><h3><a href=\"{}\">{}</a></h3><p>{}</p></article>",
            text(&address),
            text(&address),
            text(&title),
            text(&about)
        );
    }
    page
}

/// Returns the significant words.
fn words(query: &str) -> Vec<String> {
    let all = query.to_lowercase();
    let words: Vec<String> = all
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .take(24)
        .collect();
    let telling: Vec<String> = words.iter().filter(|word| !SMALL_WORDS.contains(&word.as_str())).cloned().collect();
    if telling.is_empty() { words } else { telling }
}

/// Whether a text contains a word, or one that starts with it.
fn has(text: &str, word: &str) -> bool {
    let long = word.chars().count() > 2;
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    words.any(|other| other == word || (long && other.starts_with(word)))
}

/// Returns the pages with the most matching words, best first; a word in a title counts more.
fn find(query: &str) -> Vec<SearchHit> {
    let words = words(query);
    let score = |title: &str, about: &str, body: &str| {
        let (title, about, body) = (title.to_lowercase(), about.to_lowercase(), body.to_lowercase());
        let of = |word: &String| match () {
            () if has(&title, word) => 4,
            () if has(&about, word) => 2,
            () if has(&body, word) => 1,
            () => 0,
        };
        words.iter().map(of).sum::<u32>()
    };
    let articles = ARTICLES.iter().map(|article: &Article| {
        let found =
            SearchHit { title: article.title.to_owned(), about: article.about.to_owned(), address: article.address() };
        (score(article.title, article.about, article.body), found)
    });
    let places = PLACES.iter().map(|(title, about, address)| {
        let found =
            SearchHit { title: (*title).to_owned(), about: (*about).to_owned(), address: (*address).to_owned() };
        (score(title, about, ""), found)
    });
    let goods = shop::GOODS.iter().map(|good| {
        let found = SearchHit {
            title: format!("{} – Corner Shop", good.name),
            about: format!("{} {}", shop::price(good.cents), good.about),
            address: format!("https://shop.example/goods/{}", good.id),
        };
        (score(good.name, good.about, ""), found)
    });
    // A page must match half of the words, so that a long query does not find everything.
    let least = u32::try_from(words.len().div_ceil(2)).unwrap_or(1).max(1);
    let mut all: Vec<(u32, SearchHit)> =
        articles.chain(places).chain(goods).filter(|(score, _)| *score >= least).collect();
    all.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    all.into_iter().map(|(_, found)| found).take(RESULTS).collect()
}
