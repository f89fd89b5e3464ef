//! The store (`com.android.vending`): the apps that can be installed, by category; search, an app's page, installing
//! with progress over time, uninstalling, updating.
//!
//! Routes: `apps`, `search`, `app/PACKAGE`, `manage`, `remove/PACKAGE`. The phone owns offers and downloads
//! ([`Shared::offers`], [`Shared::downloads`]); this app only shows them and makes requests.

use kit::{icons, overlays, widgets};
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::shared::{Offer, Shared};
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

const PACKAGE: &str = "com.android.vending";
const MAIN: &str = ".AssetBrowserActivity";
const TABS: &[(Icon, &str, &str)] =
    &[(Icon::Apps, "Apps", "apps"), (Icon::Search, "Search", "search"), (Icon::Storage, "Manage", "manage")];

/// Category, developer and description of an app; by package.
const ABOUT: &[(&str, &str, &str, &str)] = &[
    ("com.android.chrome", "Communication", "Google LLC", "Browse the web, fast and safely."),
    ("com.arduia.expense", "Finance", "Arduia Labs", "Write down what you spend, and see where it goes."),
    ("com.dimowner.audiorecorder", "Tools", "Dmytro P.", "Record sound, name it, find it again."),
    ("com.duolingo", "Education", "Duolingo", "A language a day, in five minutes."),
    ("com.flauschcode.broccoli", "Food & drink", "Flausch Code", "Your recipes, sorted and at hand."),
    ("com.google.android.calculator", "Tools", "Google LLC", "Sums, and what you summed up before."),
    ("com.google.android.gm", "Communication", "Google LLC", "Mail that finds what matters."),
    ("com.google.android.keep", "Productivity", "Google LLC", "Notes and lists, wherever you are."),
    ("com.google.android.youtube", "Entertainment", "Google LLC", "Videos on whatever you like."),
    ("com.simplemobiletools.calendar.pro", "Productivity", "Simple Mobile Tools", "A calendar that is only that."),
    ("com.simplemobiletools.draw.pro", "Tools", "Simple Mobile Tools", "A canvas and a pen."),
    ("com.simplemobiletools.gallery.pro", "Tools", "Simple Mobile Tools", "All your pictures, in folders."),
    ("com.spotify.music", "Music & audio", "Spotify AB", "Music and podcasts for every mood."),
    ("com.whatsapp", "Communication", "WhatsApp LLC", "Messages and calls, end to end."),
    ("de.dennisguse.opentracks", "Health & fitness", "OpenTracks", "Records where you walk and ride."),
    ("net.cozic.joplin", "Productivity", "Laurent C.", "Notebooks for long notes."),
    ("net.gsantner.markor", "Productivity", "Gregor S.", "Text and Markdown in plain files."),
    ("net.osmand", "Travel & local", "OsmAnd B.V.", "Maps that work without a network."),
    ("org.tasks", "Productivity", "Alex B.", "What is to be done, and when."),
    ("org.videolan.vlc", "Video players", "Videolan", "Plays whatever you give it."),
];

fn about(package: &str) -> (&'static str, &'static str, &'static str) {
    let known = ABOUT.iter().find(|(known, ..)| *known == package);
    known.map_or(("Tools", "Independent", "An app for this phone."), |(_, kind, maker, words)| (kind, maker, words))
}

/// Returns a rating in tenths, from 3.6 to 4.9: always the same for an app.
fn stars(package: &str) -> u32 {
    36 + package.bytes().map(u32::from).sum::<u32>() % 14
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1 << 20))
}

/// The state of the store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Store {
    query: String,
}

impl App for Store {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Play Store",
            icon,
            color,
            version_name: "40.3.28-29 [0] [PR] 622415634",
            version_code: 84_032_860,
            system: true,
            activities: &[
                Activity { class: MAIN, route: "apps", actions: &[], schemes: &[] },
                Activity {
                    class: "com.google.android.finsky.activities.MarketDeepLinkHandlerActivity",
                    route: "link",
                    actions: &["android.intent.action.VIEW"],
                    schemes: &["market", "https://play.google.com/store/apps"],
                },
            ],
            launchable: true,
            permissions: &[],
        }
    }

    fn optional(&self) -> bool {
        true
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("search", _) => self.search(shared),
            ("manage", _) => manage(shared),
            ("app", package) => page(package, shared),
            ("remove", package) => {
                let question = format!("Uninstall {}?", label(package, shared));
                overlays::question(
                    &question,
                    "Its data will be removed from this phone.",
                    "Uninstall",
                    Event::new("removed"),
                )
            }
            _ => home(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let package = widgets::split(route).1;
        match event.name.as_ref() {
            "query" => self.query = event.value.chars().take(200).collect(),
            "submit" => cx.effects.push(Effect::HideKeyboard),
            "install" => install(&event.value, cx),
            "cancel_install" => cx.shared.store.cancel(&event.value),
            "update_all" => outdated(cx.shared).iter().for_each(|package| install(package, cx)),
            "launch" => {
                let intent = widgets::launch(&event.value, cx.shared);
                cx.effects.push(Effect::Start(intent));
            }
            "removed" => {
                cx.effects.push(Effect::Uninstall(package.to_owned()));
                cx.pop();
            }
            _ => _ = widgets::navigate(event, cx),
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        if route != "link" {
            return route.to_owned();
        }
        // market://details?id=PACKAGE, market://search?q=WORDS
        let value = |name: &str| intent.data.as_deref().and_then(|uri| widgets::query_value(uri, name));
        if let Some(package) = value("id") {
            return format!("app/{}", package.chars().take(200).collect::<String>());
        }
        self.query = value("q").unwrap_or_default().chars().take(200).collect();
        if self.query.is_empty() { "apps" } else { "search" }.to_owned()
    }

    fn layer(&self, route: &str) -> Layer {
        if route.starts_with("remove/") { Layer::Dialog } else { Layer::Screen }
    }

    fn stop(&mut self, _shared: &mut Shared) {
        self.query.clear();
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

fn install(package: &str, cx: &mut Cx<'_>) {
    if let Err(why) = cx.shared.request_install(package) {
        cx.toast(why);
    }
}

fn label(package: &str, shared: &Shared) -> String {
    let offered = shared.store.offers.get(package).map(|offer| offer.label.clone());
    offered.unwrap_or_else(|| widgets::label(package, shared))
}

/// Returns the installed apps for which the store has an update.
fn outdated(shared: &Shared) -> Vec<String> {
    shared.store.offers.keys().filter(|package| shared.is_outdated(package)).cloned().collect()
}

/// Builds an app's icon, square with rounded corners.
fn picture(package: &str, shared: &Shared, side: f32) -> View {
    let name = label(package, shared);
    let mut view = icons::picture(package, shared, side);
    if view.kind == Kind::Avatar {
        view.text = name;
    }
    view
}

fn row(package: &str, offer: &Offer, shared: &Shared) -> View {
    let (kind, maker, _) = about(package);
    let tenths = stars(package);
    let mut below = format!("{maker} · {kind}\n{}.{} stars · {}", tenths / 10, tenths % 10, megabytes(offer.size));
    if let Some(percent) = shared.store.progress(package, shared.clock.now_ms) {
        below = format!("{percent}% of {}", megabytes(offer.size));
    } else if shared.packages.is_installed(package) {
        below = format!("{maker} · {kind}\nInstalled");
    }
    widgets::Row::new(&offer.label)
        .summary(below)
        .lead(picture(package, shared, 52.0))
        .opens(format!("app/{package}"))
        .id("app_row")
        .view()
}

fn home(shared: &Shared) -> View {
    let mut rows = Vec::new();
    let mut kinds: Vec<&str> = shared.store.offers.keys().map(|package| about(package).0).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        rows.push(widgets::section(kind));
        let offers = shared.store.offers.iter().filter(|(package, _)| about(package).0 == kind);
        rows.extend(offers.map(|(package, offer)| row(package, offer, shared)));
    }
    if !shared.settings.is_online() {
        rows = vec![widgets::empty(Icon::Wifi, "You're offline")];
    }
    let bar = widgets::home_bar("Google Play", Vec::new());
    widgets::screen(vec![bar, View::list("cluster_list", rows), widgets::tabs(TABS, "apps")])
}

impl Store {
    fn search(&self, shared: &Shared) -> View {
        let field = View::field("search_bar_text_input", &self.query, "Search for apps & games", "query");
        let field = widgets::submits(field, "submit").background(Color::SurfaceVariant, 26.0).padding(20.0, 0.0);
        let mut rows = vec![View::row(vec![field.height(Size::Dp(52.0))]).padding(16.0, 8.0)];
        let query = self.query.trim();
        if !query.is_empty() {
            let matches = |package: &str, offer: &Offer| {
                let (kind, maker, words) = about(package);
                [offer.label.as_str(), kind, maker, words, package].iter().any(|text| widgets::matches(text, query))
            };
            let found = shared.store.offers.iter().filter(|(package, offer)| matches(package, offer));
            let mut found: Vec<(&String, &Offer)> = found.collect();
            // Apps whose name matches come before those that only mention the query.
            found.sort_by_key(|(_, offer)| !widgets::matches(&offer.label, query));
            if found.is_empty() {
                rows.push(widgets::empty(Icon::Search, &format!("No results for “{query}”")));
            }
            rows.extend(found.into_iter().map(|(package, offer)| row(package, offer, shared)));
        }
        let bar = widgets::home_bar("Search", Vec::new());
        widgets::screen(vec![bar, View::list("search_list", rows), widgets::tabs(TABS, "search")])
    }
}

fn manage(shared: &Shared) -> View {
    let updates = outdated(shared);
    let bar = widgets::home_bar("Manage apps & device", Vec::new());
    let mut rows = vec![widgets::section("Updates available")];
    if updates.is_empty() {
        rows.push(widgets::Row::new("All apps up to date").icon(Icon::Check).view());
    } else {
        let mut all = View::button("Update all", Event::new("update_all")).id("update_all_button");
        all.kind = Kind::Button { primary: true };
        rows.push(View::row(vec![all]).padding(16.0, 4.0));
    }
    let offered = |package: &String| shared.store.offers.get(package).map(|offer| (package.clone(), offer));
    for (package, offer) in updates.iter().filter_map(offered) {
        let update = View::button("Update", Event::with("install", package.as_str())).id("update_button");
        let row = widgets::Row::new(&offer.label).lead(picture(&package, shared, 44.0));
        let summary = match shared.store.progress(&package, shared.clock.now_ms) {
            Some(percent) => format!("{percent}% of {}", megabytes(offer.size)),
            None => megabytes(offer.size),
        };
        rows.push(row.summary(summary).trailing(update).opens(format!("app/{package}")).view());
    }
    rows.push(widgets::section("Installed"));
    let installed = shared.store.offers.iter().filter(|(package, _)| shared.packages.is_installed(package));
    rows.extend(installed.map(|(package, offer)| row(package, offer, shared)));
    widgets::screen(vec![bar, View::list("manage_list", rows), widgets::tabs(TABS, "manage")])
}

fn page(package: &str, shared: &Shared) -> View {
    let bar = widgets::top_bar("", Vec::new());
    let Some(offer) = shared.store.offers.get(package) else {
        return widgets::screen(vec![bar, widgets::empty(Icon::Info, "Item not found")]);
    };
    let (kind, maker, words) = about(package);
    let texts = View::column(vec![
        View::text(&offer.label).id("title_title").text_style(TextStyle::Headline),
        View::text(maker).id("title_creator").text_style(TextStyle::Label).color(Color::Primary),
    ]);
    let head = View::row(vec![picture(package, shared, 72.0), texts.width(Size::Weight(1.0)).gap(4.0)]);
    let tenths = stars(package);
    let fact = |top: String, below: &str| {
        let top = View::text(top).text_style(TextStyle::Label);
        let below = View::text(below).text_style(TextStyle::Caption).color(Color::Muted);
        View::column(vec![top, below]).width(Size::Weight(1.0)).align(Align::Center).gap(2.0)
    };
    let facts = View::row(vec![
        fact(format!("{}.{}", tenths / 10, tenths % 10), "Stars"),
        fact(megabytes(offer.size), "Size"),
        fact(kind.to_owned(), "Category"),
    ]);
    let mut rows = vec![head.gap(16.0).padding(16.0, 8.0), facts.padding(8.0, 8.0)];
    rows.extend(buttons(package, offer, shared));
    rows.push(widgets::section("About this app"));
    rows.push(View::text(words).id("description").padding(16.0, 4.0));
    let version = format!("Version {}", offer.version_name);
    rows.push(View::text(version).text_style(TextStyle::BodySmall).color(Color::Muted).padding(16.0, 8.0));
    widgets::screen(vec![bar, View::list("details_list", rows)])
}

/// Builds the buttons of an app: install, progress, or open, update and uninstall.
fn buttons(package: &str, offer: &Offer, shared: &Shared) -> Vec<View> {
    let button = |text: &str, event: Event, primary: bool| {
        let mut view = View::button(text, event).id("right_button").width(Size::Weight(1.0)).height(Size::Dp(48.0));
        view.kind = Kind::Button { primary };
        if primary { view } else { view.background(Color::SurfaceVariant, 24.0) }
    };
    let line = |buttons: Vec<View>| View::row(buttons).id("button_container").gap(12.0).padding(16.0, 12.0);
    if let Some(percent) = shared.store.progress(package, shared.clock.now_ms) {
        let text = format!("{percent}% of {}", megabytes(offer.size));
        let progress = View::new(Kind::Progress(percent)).width(Size::Fill).description(&text);
        let cancel = button("Cancel", Event::with("cancel_install", package), false);
        let texts = View::column(vec![View::text(text).id("downloading_percentage"), progress]).gap(8.0);
        return vec![texts.padding(16.0, 8.0), line(vec![cancel])];
    }
    match shared.packages.get(package) {
        None => vec![line(vec![button("Install", Event::with("install", package), true)])],
        Some(found) => {
            let first = if shared.is_outdated(package) {
                button("Update", Event::with("install", package), true)
            } else {
                button("Open", Event::with("launch", package), true)
            };
            let mut all = vec![first];
            if !found.system {
                let remove = Event::with("open", format!("remove/{package}"));
                all.insert(0, button("Uninstall", remove, false).id("left_button"));
            }
            vec![line(all)]
        }
    }
}
