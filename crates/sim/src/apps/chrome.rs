//! Chrome (`com.android.chrome`): an address bar, a new tab, pages.
//!
//! Routes: `tab` (a new one), `page/ADDRESS`; going back is leaving a screen. There is no network behind this
//! phone. The pages it can show are in `pages`, the next one is a row there; any other address gets the error
//! that Chrome shows, never a page that was made up.

mod pages;

use serde::{Deserialize, Serialize};

use super::{icons, widgets};
use crate::app::{Activity, App, Cx, Effect, Intent, Manifest};
use crate::shared::Shared;
use crate::ui::{Color, Event, Icon, Kind, Size, TextStyle, View};

const PACKAGE: &str = "com.android.chrome";
const MAIN: &str = "com.google.android.apps.chrome.Main";
const DISPATCHER: &str = "com.google.android.apps.chrome.IntentDispatcher";
const SEARCH: &str = "https://www.google.com/search?q=";
/// The longest address, in characters.
const LONGEST: usize = 8_000;

/// The state of Chrome.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Chrome {
    /// What is typed into the address bar, while it is.
    form: Option<String>,
    /// Whether the menu is open.
    menu: bool,
}

impl App for Chrome {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Chrome",
            icon,
            color,
            version_name: "121.0.6167.143",
            version_code: 616_714_333,
            system: false,
            activities: &[
                Activity { class: MAIN, route: "tab", actions: &["android.intent.action.WEB_SEARCH"], schemes: &[] },
                Activity {
                    class: DISPATCHER,
                    route: "page",
                    actions: &["android.intent.action.VIEW"],
                    schemes: &["http", "https", "about"],
                },
            ],
            launchable: true,
            permissions: &["android.permission.POST_NOTIFICATIONS", "android.permission.ACCESS_FINE_LOCATION"],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        let (screen, address) = widgets::split(route);
        let (bar, content) = match screen {
            "page" if !address.is_empty() => (self.toolbar(address), pages::page(address, shared)),
            _ => (self.toolbar(""), self.new_tab()),
        };
        let screen = widgets::screen(vec![bar, content]);
        let items = vec![
            ("New tab", Event::with("open", "tab")),
            ("Reload", Event::new("reload")),
            ("Share…", Event::new("share")),
        ];
        widgets::with_menu(screen, self.menu, items)
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (_, address) = widgets::split(route);
        self.menu = event.name == "menu" && event.value == "open";
        match event.name.as_ref() {
            "address" => self.form = Some(event.value.chars().take(LONGEST).collect()),
            "go" => {
                let typed = self.form.take().unwrap_or_else(|| address.to_owned());
                if let Some(address) = address_of(&typed) {
                    cx.effects.push(Effect::HideKeyboard);
                    cx.push(format!("page/{address}"));
                }
            }
            "link" => {
                self.form = None;
                cx.push(format!("page/{}", event.value));
            }
            "home" => {
                self.form = None;
                cx.push("tab");
            }
            "clear" => {
                self.form = Some(String::new());
                cx.effects.push(Effect::Focus("url_bar".to_owned()));
            }
            "share" if !address.is_empty() => {
                let extras = vec![("android.intent.extra.TEXT".to_owned(), address.to_owned())];
                let action = Some("android.intent.action.SEND".to_owned());
                let kind = Some("text/plain".to_owned());
                cx.effects.push(Effect::Start(Intent { action, kind, extras, ..Intent::default() }));
            }
            "reload" => self.form = None,
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        self.form = None;
        self.menu = false;
        let given = intent.data.as_deref().filter(|_| route == "page").or_else(|| intent.extra("query"));
        given.and_then(address_of).map_or_else(|| "tab".to_owned(), |address| format!("page/{address}"))
    }

    fn back(&mut self, _route: &str, _cx: &mut Cx<'_>) -> bool {
        let typing = self.form.take().is_some();
        std::mem::take(&mut self.menu) || typing
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

/// What was typed or given as an address: itself, with `https` before it, or a search for it.
fn address_of(typed: &str) -> Option<String> {
    let typed: String = typed.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
    let lower = typed.to_lowercase();
    if typed.is_empty() {
        return None;
    }
    if ["http://", "https://", "about:"].iter().any(|scheme| lower.starts_with(scheme)) {
        return Some(typed);
    }
    let host = typed.split(['/', '?', '#']).next().unwrap_or_default();
    let is_host = !typed.contains(char::is_whitespace)
        && host.contains('.')
        && host.split('.').all(|part| {
            !part.is_empty() && part.chars().all(|letter| letter.is_alphanumeric() || "-:".contains(letter))
        });
    if is_host {
        return Some(format!("https://{typed}"));
    }
    let query = percent_encoding::utf8_percent_encode(&typed, percent_encoding::NON_ALPHANUMERIC);
    Some(format!("{SEARCH}{query}").replace("%20", "+"))
}

impl Chrome {
    fn toolbar(&self, address: &str) -> View {
        let shown = self.form.as_deref().unwrap_or(address);
        let field = View::field("url_bar", shown, "Search or type web address", "address");
        let field = widgets::submits(field, "go").width(Size::Weight(1.0)).height(Size::Dp(48.0));
        let field = field.padding(16.0, 0.0).background(Color::SurfaceVariant, 24.0).text_style(TextStyle::BodySmall);
        let mut parts = vec![View::icon_button(Icon::Home, "Home", Event::new("home")).id("home_button"), field];
        if self.form.is_some() {
            parts.push(View::icon_button(Icon::Clear, "Clear input", Event::new("clear")).id("delete_button"));
        } else if !address.is_empty() {
            parts.push(View::icon_button(Icon::Refresh, "Refresh", Event::new("reload")).id("refresh_button"));
        }
        let menu = View::icon_button(Icon::More, "More options", Event::with("menu", "open")).id("menu_button");
        parts.push(menu);
        View::row(parts).id("toolbar").height(Size::Dp(60.0)).padding(4.0, 6.0).gap(4.0)
    }

    fn new_tab(&self) -> View {
        let text = View::text("Search or type web address").id("search_box_text").color(Color::Muted);
        let search = View::row(vec![View::icon(Icon::Search), text.width(Size::Weight(1.0))])
            .id("search_box")
            .description("Search or type web address")
            .on_click(Event::new("clear"))
            .padding(20.0, 14.0)
            .gap(16.0)
            .background(Color::SurfaceVariant, 28.0);
        let site = |(name, address): &(&str, &str)| {
            let letter = widgets::avatar(name);
            let name = View::text(*name).id("tile_view_title").text_style(TextStyle::Caption);
            View::column(vec![letter, name])
                .description(address)
                .on_click(Event::with("link", *address))
                .gap(8.0)
                .align(crate::ui::Align::Center)
                .padding(4.0, 12.0)
        };
        let tiles = View::new(Kind::Grid { columns: 4 }).children(pages::TILES.iter().map(site).collect());
        View::column(vec![search, tiles.width(Size::Fill)]).padding(20.0, 64.0).gap(24.0).height(Size::Weight(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_an_address_or_a_search() {
        for (typed, address) in [
            ("example.com/a?b=c", Some("https://example.com/a?b=c")),
            ("HTTP://x", Some("HTTP://x")),
            ("weather in rome", Some("https://www.google.com/search?q=weather+in+rome")),
            ("C++ & more", Some("https://www.google.com/search?q=C%2B%2B+%26+more")),
            ("a..b", Some("https://www.google.com/search?q=a%2E%2Eb")),
            ("  ", None),
        ] {
            assert_eq!(address_of(typed).as_deref(), address, "{typed}");
        }
    }
}
