//! The pages that Chrome can show without a network, as data, and the errors for all others.

use crate::apps::widgets;
use crate::shared::Shared;
use crate::ui::{Color, Event, Icon, Size, TextStyle, View};

/// What a new tab offers.
pub(super) const TILES: &[(&str, &str)] = &[("Example", "https://example.com/"), ("Google", "https://www.google.com/")];

/// A part of a page.
enum Part {
    Heading(&'static str),
    Text(&'static str),
    Link(&'static str, &'static str),
}

/// Pages by host, without `www.`: every path of a host is the same page.
const PAGES: &[(&[&str], &[Part])] = &[
    (
        &["example.com", "example.org", "example.net"],
        &[
            Part::Heading("Example Domain"),
            Part::Text("This domain is for use in examples. No permission is needed to use it in documents."),
            Part::Link("More about example domains", "https://iana.org/domains/example"),
        ],
    ),
    (
        &["iana.org"],
        &[
            Part::Heading("Example Domains"),
            Part::Text("Some names are kept for documentation: example.com, example.org and example.net."),
            Part::Link("Back to the example", "https://example.com/"),
        ],
    ),
];

/// The host of an address, in lower case, without user, port and `www.`
fn host(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let place = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = place.rsplit('@').next().unwrap_or_default().split(':').next().unwrap_or_default().to_lowercase();
    host.strip_prefix("www.").map(str::to_owned).unwrap_or(host)
}

/// What stands at an address.
pub(super) fn page(address: &str, shared: &Shared) -> View {
    let host = host(address);
    if address.starts_with("about:") {
        return View::list("webview", Vec::new());
    }
    if !shared.is_online() {
        return error(
            "No internet",
            "Try: checking the network cables, modem, and router; reconnecting to Wi-Fi.",
            "ERR_INTERNET_DISCONNECTED",
        );
    }
    if host == "google.com" {
        return search(address);
    }
    let Some((_, parts)) = PAGES.iter().find(|(hosts, _)| hosts.contains(&host.as_str())) else {
        let why = format!("{host}’s server IP address could not be found.");
        return error("This site can’t be reached", &why, "ERR_NAME_NOT_RESOLVED");
    };
    let view = |part: &Part| match part {
        Part::Heading(text) => View::text(*text).text_style(TextStyle::Headline).padding(24.0, 16.0),
        Part::Text(text) => View::text(*text).padding(24.0, 8.0),
        Part::Link(text, to) => {
            View::text(*text).color(Color::Primary).padding(24.0, 12.0).on_click(Event::with("link", *to))
        }
    };
    View::list("webview", parts.iter().map(view).collect())
}

/// The page of a search: what was searched for, and that nothing was found, since nothing is connected.
fn search(address: &str) -> View {
    let Some(query) = widgets::query_value(address, "q") else {
        let text = View::text("Type what to search for into the address bar.");
        return View::list(
            "webview",
            vec![View::text("Google").text_style(TextStyle::Headline).padding(24.0, 16.0), text.padding(24.0, 8.0)],
        );
    };
    let asked = View::text(&query).id("search_query").text_style(TextStyle::Title).padding(24.0, 16.0);
    let none = format!("Your search - {query} - did not match any documents.");
    let why = "This phone is simulated: no search engine is connected to it.";
    let parts =
        vec![asked, View::text(none).padding(24.0, 8.0), View::text(why).color(Color::Muted).padding(24.0, 8.0)];
    View::list("webview", parts)
}

fn error(title: &str, why: &str, code: &str) -> View {
    let icon = View::icon(Icon::Web).color(Color::Muted).width(Size::Dp(56.0)).height(Size::Dp(56.0));
    View::list(
        "webview",
        vec![
            View::column(vec![icon]).padding(24.0, 32.0),
            View::text(title).id("main-message").text_style(TextStyle::Headline).padding(24.0, 8.0),
            View::text(why).color(Color::Muted).padding(24.0, 8.0),
            View::text(code).id("error-code").text_style(TextStyle::Caption).color(Color::Muted).padding(24.0, 8.0),
            View::column(vec![View::button("Reload", Event::new("reload")).id("reload-button")]).padding(16.0, 16.0),
        ],
    )
}
