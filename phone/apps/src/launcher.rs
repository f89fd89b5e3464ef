//! The home screen (`com.google.android.apps.nexuslauncher`): date and clock, search bar, favourites, and all apps in a
//! searchable grid.
//!
//! Routes: `home`, `all_apps`. It starts apps; its only state is the home screen's content.

use serde::{Deserialize, Serialize};

use kit::{clock, icons, widgets};
use state::app::{Activity, App, Cx, Effect, Intent, Manifest};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

const PACKAGE: &str = "com.google.android.apps.nexuslauncher";
const COLUMNS: usize = 4;

/// The launcher's state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Launcher {
    /// The query among all apps.
    query: String,
    /// The packages in the bottom row; those that are not installed are not shown.
    hotseat: Vec<String>,
    /// The packages above it.
    workspace: Vec<String>,
}

impl Default for Launcher {
    fn default() -> Self {
        let owned = |packages: &[&str]| packages.iter().map(|&package| package.to_owned()).collect();
        Self {
            query: String::new(),
            hotseat: owned(&[
                "com.google.android.dialer",
                "com.google.android.apps.messaging",
                "com.whatsapp",
                "com.android.chrome",
                "com.android.camera2",
            ]),
            workspace: owned(&[
                "com.google.android.contacts",
                "com.android.settings",
                "com.android.vending",
                "com.google.android.apps.photos",
                "com.google.android.gm",
                "com.google.android.apps.maps",
                "com.google.android.youtube",
                "com.google.android.calendar",
            ]),
        }
    }
}

impl App for Launcher {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Pixel Launcher",
            icon,
            color,
            version_name: "14",
            version_code: 34,
            system: true,
            activities: &[Activity { class: ".NexusLauncherActivity", route: "home", actions: &[], schemes: &[] }],
            launchable: false,
            permissions: &[],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        if route == "all_apps" { self.all_apps(shared) } else { self.home(shared) }
    }

    fn event(&mut self, _route: &str, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "all_apps" => {
                self.query.clear();
                cx.push("all_apps");
            }
            "search" => {
                self.query.clear();
                cx.push("all_apps");
                cx.effects.push(Effect::Focus("search_container_all_apps".to_owned()));
            }
            "query" => self.query.clone_from(&event.value),
            "submit" => {
                if let Some((package, _)) = found(&self.query, cx.shared).first() {
                    let intent = widgets::launch(package, cx.shared);
                    cx.effects.push(Effect::Start(intent));
                }
            }
            "launch" => {
                self.query.clear();
                let intent = widgets::launch(&event.value, cx.shared);
                cx.effects.push(Effect::Start(intent));
            }
            "held" => {
                let package = event.value.clone();
                let title = widgets::label(&package, cx.shared);
                let mut buttons = vec![("App info".to_owned(), Event::with("app_info", package.clone()))];
                if cx.shared.packages.get(&package).is_some_and(|found| !found.system) {
                    buttons.push(("Uninstall".to_owned(), Event::with("uninstall", package)));
                }
                cx.effects.push(Effect::Dialog { title, message: String::new(), buttons });
            }
            "app_info" => {
                let data = format!("package:{}", event.value);
                let action = "android.settings.APPLICATION_DETAILS_SETTINGS";
                cx.effects.push(Effect::Start(widgets::intent(action, data)));
            }
            "uninstall" => {
                let data = format!("package:{}", event.value);
                cx.effects.push(Effect::Start(widgets::intent("android.intent.action.DELETE", data)));
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, _intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        self.query.clear();
        route.to_owned()
    }

    fn back(&mut self, route: &str, _cx: &mut Cx<'_>) -> bool {
        if route != "all_apps" {
            return true; // There is nothing behind the home screen.
        }
        let searched = !self.query.is_empty();
        self.query.clear();
        searched
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Launcher {
    fn home(&self, shared: &Shared) -> View {
        let now = shared.clock.now_ms;
        let smartspace = View::column(vec![
            View::text(clock::time(now, shared)).id("clock").text_style(TextStyle::Display),
            View::text(clock::short_date(now, shared)).id("date").text_style(TextStyle::Title),
        ])
        .id("bc_smartspace_view")
        .padding(24.0, 12.0)
        .gap(4.0);
        let shown = |packages: &[String]| -> Vec<View> {
            let there = packages.iter().filter(|package| is_shown(package, shared));
            there.map(|package| icon(package, shared)).collect()
        };
        let workspace = View::new(Kind::Grid { columns: COLUMNS })
            .children(shown(&self.workspace))
            .id("workspace")
            .width(Size::Fill)
            .padding(8.0, 8.0);
        let hotseat = View::new(Kind::Grid { columns: 5 }).children(shown(&self.hotseat)).id("hotseat");
        let handle = View::button("All apps", kit::home::swipe_up()).id("all_apps_handle").description("All apps");
        let desktop = vec![smartspace, View::new(Kind::Space).height(Size::Weight(1.0)), workspace];
        let dock = vec![
            View::column(vec![handle]).align(Align::Center),
            hotseat.width(Size::Fill).padding(8.0, 8.0),
            widgets::search_button("search_container_hotseat", "Search").description("Google search"),
        ];
        View::panes(vec![View::column(desktop).height(Size::Weight(1.0)), View::column(dock)])
            .align(Align::End)
            .id("launcher")
            .height(Size::Fill)
            .background(Color::PrimaryContainer, 0.0)
    }

    fn all_apps(&self, shared: &Shared) -> View {
        let found = found(&self.query, shared);
        let content = if found.is_empty() {
            let text = format!("No apps found matching \"{}\"", self.query.trim());
            View::list("apps_list_view", vec![widgets::empty(Icon::Search, &text)])
        } else {
            let icons = found.iter().map(|(package, _)| icon(package, shared)).collect();
            let grid = View::new(Kind::Grid { columns: COLUMNS }).children(icons).width(Size::Fill).padding(8.0, 8.0);
            View::list("apps_list_view", vec![grid])
        };
        let field = View::field("search_container_all_apps", &self.query, "Search apps", "query");
        let field = widgets::submits(field, "submit")
            .padding(20.0, 12.0)
            .background(Color::SurfaceVariant, 26.0)
            .style(|style| style.margin = [16.0, 12.0, 16.0, 8.0]);
        widgets::screen(vec![field, content])
    }
}

/// Whether a package is shown in the launcher.
fn is_shown(package: &str, shared: &Shared) -> bool {
    package != PACKAGE && shared.packages.get(package).is_some_and(|found| found.launchable && found.enabled)
}

/// Returns matching packages with their labels, sorted by label.
fn found(query: &str, shared: &Shared) -> Vec<(String, String)> {
    let shown = shared.packages.installed.keys().filter(|package| is_shown(package, shared));
    let mut found: Vec<(String, String)> = shown
        .map(|package| (package.clone(), widgets::label(package, shared)))
        .filter(|(_, label)| widgets::matches(label, query))
        .collect();
    found.sort_by_cached_key(|(package, label)| (label.to_lowercase(), package.clone()));
    found
}

/// Builds an app's icon, which can be tapped and long-pressed.
fn icon(package: &str, shared: &Shared) -> View {
    let label = widgets::label(package, shared);
    let text = View::text(&label).text_style(TextStyle::BodySmall).style(|style| style.max_lines = 1);
    View::column(vec![icons::picture(package, shared, 56.0), text])
        .id("icon")
        .description(&label)
        .padding(4.0, 10.0)
        .gap(6.0)
        .align(Align::Center)
        .on_click(Event::with("launch", package))
        .on_long_click(Event::with("held", package))
}
