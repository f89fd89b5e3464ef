//! `search_web`: on the web, or in an app. Precondition: a browser, or the app. Strategies: Android's intents for a
//! search, a search address, then the app's own field. Done when the app is in front and shows the query.

use action::plan::Step;
use async_trait::async_trait;
use device::tree::{Node, Tree};

use super::operation::{Begin, Change, Check, Operation};
use super::ways::{Move, Ways};
use super::work::{Work, to_the_top};
use crate::affordance::{Sought, folded};
use crate::deadline::Halt;

/// `search_web`.
pub(super) struct SearchWeb;

/// Keys of the app that is searched and of its name.
const SEARCHED: &str = "searched";
const SEARCHED_NAME: &str = "searched name";
const WEB_SEARCH: &str = "android.intent.action.WEB_SEARCH";
const SEARCH: &str = "android.intent.action.SEARCH";
const VIEW: &str = "android.intent.action.VIEW";
/// An address to find out which browser is the default.
const SOMEWHERE: &str = "https://example.com";
/// The search address for browsers that do not handle the intent.
const ENGINE: &str = "https://www.google.com/search?q=";

/// Escapes a text for an address.
pub(super) fn escaped(text: &str) -> String {
    let mut all = String::with_capacity(text.len() * 3);
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => all.push(char::from(byte)),
            byte => all.push_str(&format!("%{byte:02X}")),
        }
    }
    all
}

/// Whether one of these nodes shows the words, in a text or in a page's address.
pub(super) fn shows<'n>(mut nodes: impl Iterator<Item = &'n Node>, words: &str) -> bool {
    let plain = folded(words);
    let (address, plus) = (escaped(words).to_lowercase(), escaped(words).replace("%20", "+").to_lowercase());
    nodes.any(|node| {
        let label = folded(node.label());
        label.contains(&plain) || label.contains(&address) || label.contains(&plus)
    })
}

/// A browser's offline page: its error code is the same in every language.
pub(super) fn is_offline(tree: &Tree) -> bool {
    let codes =
        ["ERR_INTERNET_DISCONNECTED", "ERR_NAME_NOT_RESOLVED", "ERR_NETWORK_CHANGED", "ERR_ADDRESS_UNREACHABLE"];
    tree.nodes.iter().any(|node| codes.iter().any(|code| node.label().contains(code)))
}

/// The touches in an app with a search field.
pub(super) fn touches(package: &str, query: &str) -> Vec<Move> {
    let mut moves = to_the_top(package);
    moves.push(Move::PressIfThere(Sought::Named("search")));
    moves.push(Move::Write(Sought::Named("search_field"), query.to_owned()));
    moves.push(Move::Key("KEYCODE_ENTER"));
    moves
}

#[async_trait]
impl Operation for SearchWeb {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        let (query, wanted) = (work.text("query").to_owned(), work.text("app").to_owned());
        let engine = format!("{ENGINE}{}", escaped(&query));
        if !wanted.is_empty() {
            let Some(app) = work.app(&wanted).await? else {
                let mut plain = work.step.clone();
                plain.args.remove("app");
                let problem = work.problem("app_not_installed", "not installed", &[("app", &wanted)]);
                return Ok(problem.or(work.told("web instead", &[]), Change::Step(plain)).into());
            };
            work.keep(SEARCHED, app.package.clone());
            work.keep(SEARCHED_NAME, app.label);
            let place = format!("geo:0,0?q={}", escaped(&query));
            let by = |action: &'static str| ["am", "start", "-a", action, "--es", "query", &query, "-p", &app.package];
            let ways = Ways::command(&by(SEARCH)).or_command(&by(WEB_SEARCH));
            let ways = ways.or_command(&["am", "start", "-a", VIEW, "-d", &place, "-p", &app.package]);
            return Ok(Begin::Go(ways.or_touches(touches(&app.package, &query))));
        }
        let browser = work.handler(VIEW, Some(SOMEWHERE)).await?;
        let searcher = work.handler(WEB_SEARCH, None).await?;
        let Some(package) = searcher.clone().or(browser.clone()) else {
            return Ok(work.problem("no_browser", "no browser", &[]).into());
        };
        work.keep(SEARCHED, package.clone());
        let mut ways = Ways::default();
        if searcher.is_some() {
            ways = ways.or_command(&["am", "start", "-a", WEB_SEARCH, "--es", "query", &query, "-p", &package]);
        }
        if browser.as_ref() == Some(&package) {
            ways = ways.or_command(&["am", "start", "-a", VIEW, "-d", &engine, "-p", &package]);
        }
        Ok(Begin::Go(ways.or_touches(touches(&package, &query))))
    }

    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt> {
        let (query, package) = (work.text("query").to_owned(), work.kept_text(SEARCHED).to_owned());
        let Some(tree) = work.look().await? else { return Ok(Check::NotYet) };
        if work.front().await?.as_deref() != Some(package.as_str()) {
            return Ok(Check::NotYet);
        }
        if is_offline(&tree) {
            let problem = work.problem("offline", "offline", &[]);
            let wifi = Step::new("toggle_setting").with("setting", "wifi").with("state", "on");
            return Ok(Check::Stop(problem.or(work.told("wifi first", &[]), Change::First(vec![wifi]))));
        }
        let place = match work.text("app") {
            "" => String::new(),
            _ => work.kept_text(SEARCHED_NAME).to_owned(),
        };
        Ok(match shows(tree.nodes.iter(), &query) {
            true => Check::Done(work.told("searched", &[("app", &place), ("query", &query)])),
            false => Check::NotYet,
        })
    }

    fn repeats(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_part_of_an_address() {
        for (text, address) in
            [("a b&c", "a%20b%26c"), ("café", "caf%C3%A9"), ("C++", "C%2B%2B"), ("x-y_z.~", "x-y_z.~")]
        {
            assert_eq!(escaped(text), address);
        }
    }
}
