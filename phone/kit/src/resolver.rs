//! The system chooser (`android`, ResolverActivity and ChooserActivity), for files that several apps can open and for
//! sharing.
//!
//! Routes: `open` (choose an app, then once or always) and `share`. The phone decides when to show it
//! (`framework::choose`) and passes the candidates in an extra; the chosen app is started in its place.

use serde::{Deserialize, Serialize};

use super::{icons, widgets};
use state::app::{Activity, App, Cx, Effect, Intent, Layer, Manifest};
use state::shared::Shared;
use toolkit::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

/// The package.
pub const PACKAGE: &str = "android";
/// The activity that chooses an app to open something.
pub const RESOLVER: &str = "com.android.internal.app.ResolverActivity";
/// The activity that chooses an app to share with.
pub const CHOOSER: &str = "com.android.internal.app.ChooserActivity";
/// The extra with the candidates: `package/class`, one per line.
pub const CANDIDATES: &str = "android.intent.extra.INITIAL_INTENTS";

/// The intent and its candidates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Resolver {
    intent: Intent,
    candidates: Vec<(String, String)>,
    chosen: Option<usize>,
}

/// Returns the key under which `Always` is stored: the action and the kind of data.
pub fn preference(intent: &Intent) -> String {
    let scheme = || intent.data.as_ref().and_then(|data| data.split_once(':')).map(|(scheme, _)| scheme);
    let kind = intent.kind.as_deref().or_else(scheme).unwrap_or_default();
    format!("{} {kind}", intent.action.as_deref().unwrap_or_default())
}

impl App for Resolver {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "Android System",
            icon: Icon::Gear,
            color: (95, 99, 104),
            version_name: "14",
            version_code: 34,
            system: true,
            activities: &[
                Activity { class: RESOLVER, route: "open", actions: &[], schemes: &[] },
                Activity { class: CHOOSER, route: "share", actions: &[], schemes: &[] },
            ],
            launchable: false,
            permissions: &[],
        }
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        if route == "share" { self.share_sheet(shared) } else { self.open_with(shared) }
    }

    fn event(&mut self, _route: &str, event: &Event, cx: &mut Cx<'_>) {
        match event.name.as_ref() {
            "choose" => {
                let chosen = event.value.parse().ok().filter(|place| *place < self.candidates.len());
                // Tapping the selected app again is like pressing the button.
                if chosen.is_some() && chosen == self.chosen {
                    self.start_chosen(cx);
                }
                self.chosen = chosen;
            }
            "share" => {
                self.chosen = event.value.parse().ok();
                self.start_chosen(cx);
            }
            "once" => self.start_chosen(cx),
            "always" => {
                if let Some((package, class)) = self.chosen.and_then(|place| self.candidates.get(place)) {
                    cx.shared.packages.preferred.insert(preference(&self.intent), format!("{package}/{class}"));
                }
                self.start_chosen(cx);
            }
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, route: &'static str, _cx: &mut Cx<'_>) -> String {
        let candidates = intent.extra(CANDIDATES).unwrap_or_default().lines();
        let pair = |line: &str| line.split_once('/').map(|(package, class)| (package.to_owned(), class.to_owned()));
        self.candidates = candidates.filter_map(pair).collect();
        self.intent = Intent { component: None, ..intent.clone() };
        self.intent.extras.retain(|(name, _)| name != CANDIDATES);
        self.chosen = None;
        route.to_owned()
    }

    fn layer(&self, _route: &str) -> Layer {
        Layer::Sheet
    }

    fn class_of(&self, route: &str) -> &'static str {
        if route == "share" { CHOOSER } else { RESOLVER }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
    }
}

impl Resolver {
    fn start_chosen(&mut self, cx: &mut Cx<'_>) {
        let Some(chosen) = self.chosen.and_then(|place| self.candidates.get(place)) else { return };
        cx.effects.push(Effect::Forward(Intent { component: Some(chosen.clone()), ..self.intent.clone() }));
    }

    fn open_with(&self, shared: &Shared) -> View {
        let viewing = self.intent.action.as_deref() == Some("android.intent.action.VIEW");
        let title = if viewing { "Open with" } else { "Complete action using" };
        let title = View::text(title).id("android:id/title").text_style(TextStyle::Title).padding(24.0, 12.0);
        let rows = self.candidates.iter().enumerate().map(|(place, (package, _))| {
            let chosen = self.chosen == Some(place);
            let name = View::text(widgets::label(package, shared)).id("android:id/text1").width(Size::Weight(1.0));
            let mut row = View::row(vec![icons::picture(package, shared, 40.0), name])
                .id("android:id/item")
                .padding(24.0, 10.0)
                .gap(20.0)
                .selected(chosen)
                .on_click(Event::with("choose", place.to_string()));
            if chosen {
                row = row.background(Color::PrimaryContainer, 0.0);
            }
            row
        });
        let list = View::list("android:id/resolver_list", rows.collect()).height(Size::Wrap);
        let button =
            |text: &str, id: &str, event| View::button(text, Event::new(event)).id(id).enabled(self.chosen.is_some());
        let buttons = View::row(vec![
            View::new(Kind::Space).width(Size::Weight(1.0)),
            button("Just once", "android:id/button_once", "once"),
            button("Always", "android:id/button_always", "always"),
        ]);
        let buttons = buttons.id("android:id/button_bar").padding(16.0, 4.0).gap(8.0);
        super::overlays::sheet(vec![title, list, buttons])
    }

    fn share_sheet(&self, shared: &Shared) -> View {
        let text = ["android.intent.extra.SUBJECT", "android.intent.extra.TEXT", "android.intent.extra.TITLE"];
        let text = text.iter().find_map(|name| self.intent.extra(name)).filter(|text| !text.trim().is_empty());
        let stream = self.intent.extra("android.intent.extra.STREAM").or(self.intent.data.as_deref());
        let file = stream.and_then(state::documents::path).map(|path| state::documents::name(&path).to_owned());
        let what = match &self.intent.kind {
            Some(kind) if kind.starts_with("image/") => "Sharing image",
            Some(kind) if kind.starts_with("video/") => "Sharing video",
            _ if file.is_some() => "Sharing 1 file",
            _ => "Sharing text",
        };
        let mut body = vec![View::text(what).id("android:id/title").text_style(TextStyle::Title).padding(24.0, 12.0)];
        if let Some(preview) = file.as_deref().or(text) {
            let preview = View::text(preview).id("android:id/content_preview_text").text_style(TextStyle::BodySmall);
            let preview = preview.style(|style| style.max_lines = 3);
            body.push(
                View::row(vec![preview.width(Size::Weight(1.0))])
                    .padding(16.0, 12.0)
                    .background(Color::SurfaceVariant, 12.0)
                    .style(|style| style.margin = [24.0, 4.0, 24.0, 12.0]),
            );
        }
        let cells = self.candidates.iter().enumerate().map(|(place, (package, _))| {
            let name =
                View::text(widgets::label(package, shared)).id("android:id/text1").text_style(TextStyle::Caption);
            let name = name.width(Size::Fill).align(Align::Center).style(|style| style.max_lines = 2);
            View::column(vec![icons::picture(package, shared, 48.0), name])
                .id("android:id/item")
                .padding(4.0, 10.0)
                .gap(8.0)
                .align(Align::Center)
                .on_click(Event::with("share", place.to_string()))
        });
        let grid = View::new(Kind::Grid { columns: 4 }).width(Size::Fill).children(cells.collect());
        body.push(View::list("android:id/resolver_list", vec![grid]).height(Size::Wrap).padding(12.0, 0.0));
        super::overlays::sheet(body)
    }
}
