//! Settings (`com.android.settings`). A page is a row of [`pages::PAGES`]: a route, a title, the activity and actions
//! that open it, and a function that builds its rows. Search reads those rows.
//!
//! Every switch and slider reads and writes the setting that Android's own commands show. The app's own state is only
//! the data that Android keeps elsewhere (networks, paired devices).

mod about;
mod apps;
mod connected;
mod display;
mod keys;
mod network;
mod page;
mod pages;
mod privacy;
mod screen_lock;
mod sliders;
mod sound;
mod system;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use self::pages::PAGES;
use kit::{icons, widgets};
use state::app::{Activity, App, Cx, Effect, Intent, Manifest};
use state::shared::Shared;
use toolkit::{Event, Icon, TextStyle, View};

const PACKAGE: &str = "com.android.settings";

/// The state of Settings that is in no settings table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Settings {
    query: String,
    joining: network::Joining,
    devices: connected::Devices,
    hotspot: bool,
    lock_form: screen_lock::LockForm,
    /// The number of taps on the build number.
    build_taps: u32,
    /// The packages stopped since their page was opened.
    stopped: BTreeSet<String>,
}

/// The activities, one for each page; the first is the launcher's.
static ACTIVITIES: [Activity; PAGES.len()] = {
    let mut all = [PAGES[0].activity; PAGES.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = PAGES[at].activity;
        at += 1;
    }
    all
};

impl App for Settings {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Settings",
            icon,
            color,
            version_name: "14",
            version_code: 34,
            system: true,
            activities: &ACTIVITIES,
            launchable: true,
            permissions: &[],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        let (name, about) = widgets::split(route);
        if name == "search" {
            return self.search(shared);
        }
        let Some(page) = pages::find(name) else { return self.view(pages::MAIN, shared) };
        let rows = (page.rows)(self, shared, about);
        if name == pages::MAIN {
            let mut all = vec![
                View::text(page.title).id("homepage_title").text_style(TextStyle::Headline).padding(16.0, 20.0),
                widgets::search_button("search_action_bar", "Search settings"),
            ];
            all.extend(rows);
            return widgets::screen(vec![View::list("recycler_view", all)]);
        }
        let bar = widgets::top_bar("", Vec::new()).id("action_bar");
        let title = View::text(page.title).id("collapsing_toolbar").description(page.title);
        let mut all = vec![title.text_style(TextStyle::Headline).padding(16.0, 16.0)];
        all.extend(rows);
        widgets::screen(vec![bar, View::list("recycler_view", all)])
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "search" => {
                self.query.clear();
                cx.push("search");
                cx.effects.push(Effect::Focus("open_search_view_edit_text".to_owned()));
            }
            "query" => self.query.clone_from(&event.value),
            "set" => keys::set(&event.value, cx.shared),
            "toast" => cx.toast(event.value.clone()),
            // A slider's event is the path of its setting.
            path if path.contains('/') => sliders::slide(path, &event.value, cx.shared),
            _ => {
                let _ = widgets::navigate(event, cx)
                    || network::event(self, event, cx)
                    || connected::event(self, event, cx)
                    || apps::event(self, event, cx)
                    || screen_lock::event(self, route, event, cx)
                    || system::event(event, cx)
                    || about::event(self, event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        let package = intent.data.as_deref().and_then(|data| data.strip_prefix("package:"));
        match package {
            Some(package) => {
                self.stopped.remove(package);
                format!("app/{package}")
            }
            None if route == "app" => "all_apps".to_owned(),
            None => route.to_owned(),
        }
    }

    fn class_of(&self, route: &str) -> &'static str {
        let (name, _) = widgets::split(route);
        pages::find(name).map_or(".SubSettings", |page| page.activity.class)
    }

    fn is_secure(&self, route: &str) -> bool {
        matches!(route, "set_pin" | "repeat_pin" | "confirm_pin")
    }

    fn stop(&mut self, _shared: &mut Shared) {
        self.lock_form = screen_lock::LockForm::default();
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Settings {
    fn search(&self, shared: &Shared) -> View {
        let bar = widgets::search_bar("open_search_view_edit_text", &self.query, "Search settings");
        let mut rows = Vec::new();
        if !self.query.trim().is_empty() {
            for page in PAGES.iter().filter(|page| !page.needs_subject) {
                let route = page.activity.route;
                if widgets::matches(page.title, &self.query) && route != pages::MAIN {
                    rows.push(
                        widgets::Row::new(page.title).summary("Settings").icon(Icon::Settings).opens(route).view(),
                    );
                }
                let titles: BTreeSet<String> = (page.rows)(self, shared, "").iter().filter_map(title).collect();
                let titles = titles.into_iter().filter(|title| widgets::matches(title, &self.query));
                // Skip rows whose page is already listed.
                let titles = titles.filter(|title| !PAGES.iter().any(|page| page.title == title));
                let row = |title| widgets::Row::new(title).summary(page.title).icon(Icon::Settings).opens(route).view();
                rows.extend(titles.map(row));
            }
            if rows.is_empty() {
                rows.push(widgets::empty(Icon::Search, "No results"));
            }
        }
        widgets::screen(vec![bar, View::list("search_results", rows)])
    }
}

/// Returns the title of a row.
fn title(view: &View) -> Option<String> {
    if view.id == "android:id/title" {
        return Some(view.text.clone());
    }
    view.children.iter().find_map(title)
}
