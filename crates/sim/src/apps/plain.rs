//! What a package shows that is installed but has no app code here: its name and a few lines, so that
//! anything in the launcher can be opened. The route is the package's name; there is no state.

use super::{icons, parts};
use crate::app::{App, Cx, Manifest};
use crate::shared::Shared;
use crate::ui::{Align, Color, Event, Icon, Size, TextStyle, View};

/// The app that stands in for all packages without one. It is not among [`super::all`]: whoever finds no
/// app for a package asks this one, with the package as the route.
#[derive(Default)]
pub struct Plain;

impl App for Plain {
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
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        let (package, about) = match route.split_once('/') {
            Some((package, _)) => (package, true),
            None => (route, false),
        };
        let label = parts::label(package, shared);
        if about {
            return about_screen(package, &label, shared);
        }
        let info = View::icon_button(Icon::Info, "About", Event::with("open", format!("{package}/about")));
        let welcome = View::column(vec![
            icons::picture(package, shared, 72.0),
            View::text(&label).id("title").text_style(TextStyle::Headline),
            View::text(format!("Welcome to {label}")).id("message").color(Color::Muted),
            View::text("There is nothing here yet.").color(Color::Muted),
        ])
        .height(Size::Weight(1.0))
        .padding(24.0, 96.0)
        .gap(16.0)
        .align(Align::Center);
        parts::screen(vec![parts::home_bar(&label, vec![info]), welcome])
    }

    fn event(&mut self, _route: &str, event: &Event, cx: &mut Cx<'_>) {
        parts::navigate(event, cx);
    }

    fn save(&self) -> serde_json::Value {
        serde_json::Value::Null
    }

    fn load(&mut self, _state: &serde_json::Value) {}
}

fn about_screen(package: &str, label: &str, shared: &Shared) -> View {
    let version = shared.packages.get(package).map_or("", |found| found.version_name.as_str());
    parts::screen(vec![
        parts::top_bar(&format!("About {label}"), Vec::new()),
        View::list(
            "list",
            vec![
                parts::Row::new("Version").summary(if version.is_empty() { "1.0" } else { version }).view(),
                parts::Row::new("Package").summary(package).view(),
            ],
        ),
    ])
}
