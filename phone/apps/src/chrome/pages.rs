//! The content at an address: a page of the built-in web, a file of the phone, a new tab, or an error.

use super::address::{host, local_path};
use super::html::{self, Document};
use super::scripted_page::{self, ScriptedPage};
use super::web::{self, Answer, Web};
use machine::files::FileError;
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Size, TextStyle, View};

/// The content below the address bar.
pub(super) enum Content {
    NewTab,
    Blank,
    Page(Document),
    Scripted(String, ScriptedPage),
    Error(Failure),
}

/// An error page: its title, the reason, and Chrome's error code.
pub(super) struct Failure {
    title: &'static str,
    why: String,
    code: &'static str,
}

/// Loads a file in shared storage as HTML: a page unchanged, any other text as plain text.
pub(super) fn load(address: &str, shared: &Shared) -> Option<Result<String, FileError>> {
    let path = local_path(address)?;
    Some(shared.files.read_as_system(&path).map(|bytes| {
        let end = bytes.len().min(html::LONGEST);
        let text = String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).into_owned();
        let lower = path.to_lowercase();
        if [".html", ".htm", ".xhtml", ".mhtml"].iter().any(|ending| lower.ends_with(ending)) {
            return text;
        }
        let name = path.rsplit('/').next().unwrap_or_default();
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
        format!("<title>{}</title><pre>{escaped}</pre>", name.replace('&', "&amp;").replace('<', "&lt;"))
    }))
}

/// Returns the content at an address; `source` is the file loaded for it.
pub(super) fn content(address: &str, source: Option<&str>, web: &Web, shared: &Shared) -> Content {
    let read = |source: &str| {
        let document = html::read(source);
        match scripted_page::of(&document.title, source) {
            Some(page) => Content::Scripted(document.title, page),
            None => Content::Page(document),
        }
    };
    if address == super::tabs::NEW_TAB || address.is_empty() {
        return Content::NewTab;
    }
    if address.starts_with("about:") || address.starts_with("chrome:") {
        return Content::Blank;
    }
    if address.starts_with("file:") || address.starts_with("content:") {
        return match source {
            Some(source) => read(source),
            None if local_path(address).is_some() => Content::Error(Failure {
                title: "Your file couldn’t be accessed",
                why: "It may have been moved, edited, or deleted.".to_owned(),
                code: "ERR_FILE_NOT_FOUND",
            }),
            None => Content::Error(Failure {
                title: "Your file couldn’t be accessed",
                why: "Chrome may only open files of shared storage.".to_owned(),
                code: "ERR_ACCESS_DENIED",
            }),
        };
    }
    if !shared.settings.is_online() {
        return Content::Error(Failure {
            title: "No internet",
            why: "Try: checking the network cables, modem, and router; reconnecting to Wi-Fi.".to_owned(),
            code: "ERR_INTERNET_DISCONNECTED",
        });
    }
    match web::get(address, web) {
        Answer::Page(source) => Content::Page(html::read(&source)),
        Answer::Missing => Content::Error(Failure {
            title: "This page can’t be found",
            why: format!("No page was found for the web address: {address}"),
            code: "HTTP ERROR 404",
        }),
        Answer::NoHost => Content::Error(Failure {
            title: "This site can’t be reached",
            why: format!("{}’s server IP address could not be found.", host(address)),
            code: "ERR_NAME_NOT_RESOLVED",
        }),
    }
}

impl Content {
    /// Returns the page's title, or its address if it has none.
    pub(super) fn title(&self, address: &str) -> String {
        let title = match self {
            Self::NewTab => "New tab",
            Self::Page(document) => document.title.as_str(),
            Self::Scripted(title, _) => title.as_str(),
            Self::Blank | Self::Error(_) => "",
        };
        let title = if title.is_empty() { address } else { title };
        title.chars().take(200).collect()
    }
}

/// Builds the error page.
pub(super) fn error(Failure { title, why, code }: &Failure) -> View {
    let icon = View::icon(Icon::Web).color(Color::Muted).width(Size::Dp(56.0)).height(Size::Dp(56.0));
    View::list(
        "webview",
        vec![
            View::column(vec![icon]).padding(24.0, 32.0),
            View::text(*title).id("main-message").text_style(TextStyle::Headline).padding(24.0, 8.0),
            View::text(why).color(Color::Muted).padding(24.0, 8.0),
            View::text(*code).id("error-code").text_style(TextStyle::Caption).color(Color::Muted).padding(24.0, 8.0),
            View::column(vec![View::button("Reload", Event::new("reload")).id("reload-button").height(Size::Dp(48.0))])
                .padding(16.0, 16.0),
        ],
    )
}
