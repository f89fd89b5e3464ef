//! Sites with articles: an encyclopedia, a newspaper, the weather. An article is a row of [`ARTICLES`].

mod text;

pub(super) use self::text::ARTICLES;
use super::{Request, Site};

const ENCYCLOPEDIA_HOST: &str = "encyclopedia.example";
const NEWS_HOST: &str = "news.example";
const WEATHER_HOST: &str = "weather.example";

pub(super) const ENCYCLOPEDIA: Site = Site { hosts: &[ENCYCLOPEDIA_HOST], get: encyclopedia, post: None };
pub(super) const NEWS: Site = Site { hosts: &[NEWS_HOST], get: news, post: None };
pub(super) const WEATHER: Site = Site { hosts: &[WEATHER_HOST], get: weather, post: None };

/// An article.
pub(super) struct Article {
    /// The host of its site.
    pub(super) host: &'static str,
    /// Its path, without the slash.
    pub(super) path: &'static str,
    pub(super) title: &'static str,
    /// A summary in one sentence.
    pub(super) about: &'static str,
    /// The text as HTML.
    pub(super) body: &'static str,
}

impl Article {
    pub(super) fn address(&self) -> String {
        format!("https://{}/{}", self.host, self.path)
    }
}

fn encyclopedia(request: &Request<'_>) -> Option<String> {
    read(request, ENCYCLOPEDIA_HOST, "The small encyclopedia", "Short articles about many things.")
}

fn news(request: &Request<'_>) -> Option<String> {
    read(request, NEWS_HOST, "The daily news", "Stories of today.")
}

fn weather(request: &Request<'_>) -> Option<String> {
    read(request, WEATHER_HOST, "Weather and climate", "How warm and how wet it usually is.")
}

/// Returns the front page of a site, or one of its articles.
fn read(request: &Request<'_>, host: &str, name: &str, about: &str) -> Option<String> {
    let mut ours = ARTICLES.iter().filter(|article| article.host == host);
    let head = format!("<header><a href='/'>{name}</a></header>");
    if request.path.is_empty() {
        let mut page = format!("<title>{name}</title>{head}<h1>{name}</h1><p>{about}</p>");
        for article in ours {
            page += &format!(
                "<article><h3><a href='/{}'>{}</a></h3><p>{}</p></article>",
                article.path, article.title, article.about
            );
        }
        return Some(page);
    }
    let article = ours.find(|article| Some(article.path) == request.path.strip_prefix('/'))?;
    Some(format!(
        "<title>{}</title>{head}<h1>{}</h1><p><small>{}</small></p>{}<hr><p><a href='/'>More from {name}</a></p>",
        article.title, article.title, article.about, article.body
    ))
}
