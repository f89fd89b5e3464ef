//! Clipper (`ca.zgrs.clipper`): lets a computer read and set the clipboard. The phone itself handles its broadcasts
//! (`clipper.get`, `clipper.set`), for its APK too; this is only the screen that has to be opened first.

use kit::widgets::{self, Row};
use state::app::{Activity, App, Cx, Manifest};
use state::shared::Shared;
use toolkit::{Color, Event, Icon, Size, TextStyle, View};

const PACKAGE: &str = "ca.zgrs.clipper";
const MAIN: &str = "ca.zgrs.clipper.Main";

/// The app; it has no state.
#[derive(Default)]
pub(crate) struct Clipper;

impl App for Clipper {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Clipper",
            icon: Icon::Copy,
            color: (0, 121, 107),
            version_name: "1.2.1",
            version_code: 3,
            system: false,
            activities: &[Activity { class: MAIN, route: "main", actions: &[], schemes: &[] }],
            launchable: true,
            permissions: &[],
        }
    }

    fn view(&self, _route: &str, shared: &Shared) -> View {
        let held = shared.clipboard.as_deref().filter(|text| !text.is_empty());
        let text = match held {
            Some(text) => View::text(text).style(|style| style.max_lines = 12),
            None => View::text("Nothing has been copied yet").color(Color::Muted),
        };
        let card = View::column(vec![text.id("clipboard_text")])
            .padding(16.0, 16.0)
            .background(Color::SurfaceVariant, 16.0)
            .style(|style| style.margin = [16.0, 0.0, 16.0, 8.0]);
        let way = |icon: Icon, title: &str, command: &str| Row::new(title).summary(command).icon(icon).view();
        let mut clear = View::button("Clear clipboard", Event::new("clear")).id("clear").enabled(held.is_some());
        clear.style.margin = [16.0, 0.0, 16.0, 8.0];
        let rows = vec![
            widgets::section("On the clipboard"),
            card,
            clear,
            widgets::section("From a computer"),
            way(Icon::Copy, "Read it", "adb shell am broadcast -a clipper.get"),
            way(Icon::Edit, "Set it", "adb shell am broadcast -a clipper.set -e text \"Hello\""),
            View::text("Android lets an app read the clipboard only while it is in front, so leave this screen open.")
                .text_style(TextStyle::BodySmall)
                .color(Color::Muted)
                .width(Size::Fill)
                .padding(16.0, 12.0),
        ];
        widgets::screen(vec![widgets::home_bar("Clipper", Vec::new()), View::list("list", rows)])
    }

    fn event(&mut self, _route: &str, event: &Event, cx: &mut Cx<'_>) {
        if event.name == "clear" {
            cx.shared.clipboard = None;
        }
        widgets::navigate(event, cx);
    }

    fn optional(&self) -> bool {
        true
    }

    fn save(&self) -> serde_json::Value {
        serde_json::Value::Null
    }

    fn load(&mut self, _state: &serde_json::Value) {}
}
