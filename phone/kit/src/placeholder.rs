//! The screen of an installed package without app code: its name and a few lines, so that anything in the launcher can
//! be opened. The route is the package's name; there is no state.

use super::{icons, widgets};
use state::app::{App, Cx, Manifest};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Size, TextStyle, View};

/// The app that stands in for all packages without code. It is not in [`super::all`]: callers that find no app for a
/// package use this one, with the package as the route.
#[derive(Default)]
pub struct Placeholder;

impl App for Placeholder {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: "android",
            label: "Android System",
            icon: Icon::Apps,
            color: (95, 99, 104),
            version_name: "14",
            version_code: 34,
            system: true,
            activities: &[],
            launchable: false,
            permissions: &[],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        let (package, about) = match route.split_once('/') {
            Some((package, _)) => (package, true),
            // An activity of an installed app is named after its package.
            None => (route.split('#').next().unwrap_or(route), false),
        };
        let label = widgets::label(package, shared);
        if about {
            return about_screen(package, &label, shared);
        }
        let installed = shared.packages.get(package).is_some_and(|found| found.apk.is_some());
        let (message, hint) = if installed {
            (
                format!("{label} is installed and cannot run here"),
                "This phone is simulated and does not execute Android code.",
            )
        } else {
            (format!("Welcome to {label}"), "There is nothing here yet.")
        };
        let info = View::icon_button(Icon::Info, "About", Event::with("open", format!("{package}/about")));
        let welcome = View::column(vec![
            icons::picture(package, shared, 72.0),
            View::text(&label).id("title").text_style(TextStyle::Headline),
            View::text(message).id("message").color(Color::Muted),
            View::text(hint).id("hint").color(Color::Muted),
        ])
        .height(Size::Weight(1.0))
        .padding(24.0, 96.0)
        .gap(16.0)
        .align(Align::Center);
        widgets::screen(vec![widgets::home_bar(&label, vec![info]), welcome])
    }

    fn event(&mut self, _route: &str, event: &Event, cx: &mut Cx<'_>) {
        widgets::navigate(event, cx);
    }

    fn save(&self) -> serde_json::Value {
        serde_json::Value::Null
    }

    fn load(&mut self, _state: &serde_json::Value) {}
}

fn about_screen(package: &str, label: &str, shared: &Shared) -> View {
    let version = shared.packages.get(package).map_or("", |found| found.version_name.as_str());
    widgets::screen(vec![
        widgets::top_bar(&format!("About {label}"), Vec::new()),
        View::list(
            "list",
            vec![
                widgets::Row::new("Version").summary(if version.is_empty() { "1.0" } else { version }).view(),
                widgets::Row::new("Package").summary(package).view(),
            ],
        ),
    ])
}
