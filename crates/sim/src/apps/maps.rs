//! Maps (`com.google.android.apps.maps`): a place, the way to it, and being led there.
//!
//! Routes: `map`, `place/WHERE`, `way/WHERE`, `drive/WHERE`. A place is what was searched for or given: its
//! name, an address or coordinates. There is no map behind this phone: what is drawn is a pattern of streets,
//! and how far a place is follows from its name, the same every time.

use serde::{Deserialize, Serialize};

use super::{icons, widgets};
use crate::app::{Activity, App, Cx, Effect, Intent, Manifest};
use crate::shared::Shared;
use crate::ui::{Align, Color, Event, Icon, Kind, Size, TextStyle, View};

const PACKAGE: &str = "com.google.android.apps.maps";
const MAIN: &str = "com.google.android.maps.MapsActivity";
const LOCATION: &str = "android.permission.ACCESS_FINE_LOCATION";
/// How small and how large the map is drawn, in percent.
const ZOOM: std::ops::RangeInclusive<u16> = 25..=800;
/// The longest name of a place, in characters.
const LONGEST: usize = 500;
const MODES: [(&str, &str, u64); 3] = [("Driving", "d", 45), ("Walking", "w", 5), ("Bicycling", "b", 16)];

/// The state of Maps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Maps {
    query: String,
    form: Form,
}

/// What is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    /// The place in [`MODES`].
    mode: usize,
    /// How much larger than it comes the map is drawn, in percent; nothing where two fingers never touched it.
    zoom: Option<u16>,
}

impl App for Maps {
    fn manifest(&self) -> Manifest {
        let (icon, color) = icons::of(PACKAGE);
        Manifest {
            package: PACKAGE,
            label: "Maps",
            icon,
            color,
            version_name: "11.114.0101",
            version_code: 1_067_714_283,
            system: false,
            activities: &[Activity {
                class: MAIN,
                route: "map",
                actions: &["android.intent.action.VIEW"],
                schemes: &[
                    "geo",
                    "google.navigation",
                    "https://maps.google.com",
                    "http://maps.google.com",
                    "https://www.google.com/maps",
                    "https://google.com/maps",
                    "http://www.google.com/maps",
                ],
            }],
            launchable: true,
            permissions: &[LOCATION],
        }
    }

    fn view(&self, route: &str, _shared: &Shared) -> View {
        match widgets::split(route) {
            ("place", place) => self.place(place),
            ("way", place) => self.way(place),
            ("drive", place) => self.drive(place),
            _ => self.search(),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (_, place) = widgets::split(route);
        match event.name.as_ref() {
            "query" => self.query = cut(&event.value),
            "submit" => {
                let place = cut(&std::mem::take(&mut self.query));
                if !place.is_empty() {
                    cx.effects.push(Effect::HideKeyboard);
                    cx.push(format!("place/{place}"));
                }
            }
            "directions" => cx.push(format!("way/{place}")),
            "mode" => self.form.mode = event.value.parse().unwrap_or(0).min(MODES.len() - 1),
            "zoom" => self.form.zoom = zoomed(self.form.zoom, &event.value),
            "start" => cx.push(format!("drive/{place}")),
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, _route: &'static str, _cx: &mut Cx<'_>) -> String {
        self.query.clear();
        let Some((screen, place, mode)) = intent.data.as_deref().and_then(wanted) else { return "map".to_owned() };
        self.form.mode = mode;
        format!("{screen}/{place}")
    }

    fn needs(&self, route: &str) -> &'static [&'static str] {
        // A place can be looked at by anybody; the way to it begins here.
        if matches!(widgets::split(route).0, "way" | "drive") { &[LOCATION] } else { &[] }
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
        self.form.mode = self.form.mode.min(MODES.len() - 1);
        self.form.zoom = self.form.zoom.map(|zoom| zoom.clamp(*ZOOM.start(), *ZOOM.end()));
    }
}

/// The map made larger by this factor.
fn zoomed(zoom: Option<u16>, by: &str) -> Option<u16> {
    let by = by.parse().ok().filter(|by: &f32| by.is_finite() && *by > 0.0);
    let Some(by) = by else { return zoom };
    let percent = f32::from(zoom.unwrap_or(100)) * by;
    Some(percent.clamp(f32::from(*ZOOM.start()), f32::from(*ZOOM.end())).round() as u16)
}

fn cut(text: &str) -> String {
    text.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST).collect()
}

/// The screen, the place and the mode that an address asks for.
fn wanted(uri: &str) -> Option<(&'static str, String, usize)> {
    let found = |screen, place: String| {
        let place = cut(&place);
        (!place.is_empty()).then_some((screen, place))
    };
    let value = |names: &[&str]| names.iter().find_map(|name| widgets::query_value(uri, name));
    let mode = value(&["mode", "travelmode"]).unwrap_or_default();
    let mode =
        MODES.iter().position(|(word, letter, _)| mode == *letter || mode.eq_ignore_ascii_case(word)).unwrap_or(0);
    let (scheme, rest) = uri.split_once(':')?;
    let (screen, place) = match scheme.to_ascii_lowercase().as_str() {
        "geo" => {
            let point = rest.split('?').next().unwrap_or_default().split(';').next().unwrap_or_default();
            let named = value(&["q"]).map(|named| labelled(&named));
            found("place", named.unwrap_or_else(|| point.to_owned()))?
        }
        "google.navigation" => {
            // `google.navigation:q=…&mode=d` has no question mark.
            let place = rest.trim_start_matches(['/', '?']).split('&').find_map(|pair| pair.strip_prefix("q="));
            let mode = rest.split('&').find_map(|pair| pair.strip_prefix("mode=")).unwrap_or("d");
            let mode = MODES.iter().position(|(_, letter, _)| *letter == mode).unwrap_or(0);
            let (screen, place) = found("drive", widgets::unescape(place?))?;
            return Some((screen, place, mode));
        }
        _ => {
            if let Some(place) = value(&["destination", "daddr"]) {
                let leads = value(&["dir_action"]).as_deref() == Some("navigate");
                found(if leads { "drive" } else { "way" }, place)?
            } else if let Some(place) = value(&["query", "q"]) {
                found("place", place)?
            } else {
                // …/maps/place/NAME/… and …/maps/dir/FROM/TO
                let path = uri.split(['?', '#']).next().unwrap_or_default();
                let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
                match parts.iter().position(|part| matches!(*part, "place" | "dir" | "search")) {
                    Some(at) if parts.get(at) == Some(&"dir") => {
                        found("way", widgets::unescape(parts.get(at + 2).copied()?))?
                    }
                    Some(at) => found("place", widgets::unescape(parts.get(at + 1).copied()?))?,
                    None => return None,
                }
            }
        }
    };
    Some((screen, place, mode))
}

/// `52.5,13.4(Cafe Rosa)` is called `Cafe Rosa`.
fn labelled(place: &str) -> String {
    let label = place.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    label.unwrap_or(place).to_owned()
}

/// How far a place is, in hundreds of metres: always the same for the same name.
fn distance(place: &str) -> u64 {
    5 + place.to_lowercase().bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte))) % 180
}

/// As in `12 min`.
fn duration(place: &str, mode: usize) -> String {
    let speed = MODES.get(mode).map_or(45, |(_, _, speed)| *speed);
    let minutes = (distance(place) * 6 / speed).max(1);
    if minutes < 60 { format!("{minutes} min") } else { format!("{} hr {} min", minutes / 60, minutes % 60) }
}

fn length(place: &str) -> String {
    format!("{}.{} km", distance(place) / 10, distance(place) % 10)
}

/// Streets and blocks, and a pin where a place is.
fn map(pin: bool, zoom: Option<u16>) -> View {
    let ground = Color::SurfaceVariant;
    let block =
        |color, weight| View::new(Kind::Space).width(Size::Weight(weight)).height(Size::Fill).background(color, 6.0);
    let (house, park, water) = (Color::Surface, Color::Rgb(150, 190, 145), Color::Rgb(130, 178, 214));
    let street = |colors: [Color; 3], weight| {
        let blocks = colors.into_iter().zip([1.0, 1.6, 0.8]).map(|(color, weight)| block(color, weight)).collect();
        View::row(blocks).gap(10.0).height(Size::Weight(weight))
    };
    let rows = [
        ([house, park, house], 1.0),
        ([house, house, house], 1.4),
        ([park, house, water], 1.2),
        ([house, house, water], 0.8),
    ];
    // Nearer, there are fewer of them and the streets between are wider.
    let larger = f32::from(zoom.unwrap_or(100)) / 100.0;
    let seen = ((rows.len() as f32 / larger).round() as usize).clamp(1, 4 * rows.len());
    let streets = View::column(rows.into_iter().cycle().take(seen).map(|(row, weight)| street(row, weight)).collect());
    let mut layers = vec![streets.gap((10.0 * larger).min(60.0)).padding(6.0, 6.0).height(Size::Fill)];
    if pin {
        let pin =
            View::icon(Icon::Location).color(Color::Rgb(217, 48, 37)).width(Size::Dp(48.0)).height(Size::Dp(48.0));
        layers.push(pin.id("pin").description("Pin"));
    }
    let said = zoom.map_or_else(String::new, |zoom| format!("Map, {zoom} %"));
    View::stack(layers)
        .id("mainmap_container")
        .description(&said)
        .on_pinch("zoom")
        .width(Size::Fill)
        .height(Size::Weight(1.0))
        .align(Align::Center)
        .background(ground, 0.0)
}

fn primary(text: &str, id: &str, event: Event) -> View {
    let mut button = View::button(text, event).id(id).description(text);
    button.kind = Kind::Button { primary: true };
    button
}

/// What stands below the map.
fn card(children: Vec<View>) -> View {
    View::column(children).padding(20.0, 16.0).gap(8.0).background(Color::Surface, 0.0)
}

impl Maps {
    fn search(&self) -> View {
        let field = View::field("search_omnibox_edit_text", &self.query, "Search here", "query");
        let field = widgets::submits(field, "submit")
            .background(Color::Surface, 26.0)
            .height(Size::Dp(52.0))
            .padding(20.0, 0.0);
        let bar = View::column(vec![field]).id("search_omnibox_text_box").padding(16.0, 12.0);
        widgets::screen(vec![bar, map(false, self.form.zoom)])
    }

    fn place(&self, place: &str) -> View {
        let name = View::text(place).id("title").text_style(TextStyle::Headline).style(|style| style.max_lines = 3);
        let far = View::text(format!("{} · {}", duration(place, 0), length(place))).color(Color::Muted);
        let buttons = View::row(vec![primary("Directions", "directions_button", Event::new("directions"))]).gap(8.0);
        widgets::screen(vec![
            widgets::top_bar(place, Vec::new()),
            map(true, self.form.zoom),
            card(vec![name, far, buttons]),
        ])
    }

    fn way(&self, place: &str) -> View {
        let from = View::text("Your location").id("directions_startpoint_textbox");
        let to = View::text(place).id("directions_endpoint_textbox").style(|style| style.max_lines = 2);
        let ends = View::column(vec![from, View::new(Kind::Divider), to]).gap(8.0).padding(16.0, 12.0);
        let ends = ends.background(Color::Surface, 12.0).style(|style| style.margin = [16.0, 0.0, 16.0, 12.0]);
        let mode = |(number, (word, _, _)): (usize, &(&str, &str, u64))| {
            let mut choice = View::new(Kind::Radio { on: number == self.form.mode })
                .on_click(Event::with("mode", number.to_string()));
            (*word).clone_into(&mut choice.text);
            choice.width(Size::Weight(1.0)).text_style(TextStyle::BodySmall)
        };
        let modes = View::row(MODES.iter().enumerate().map(mode).collect()).padding(12.0, 4.0);
        let long = duration(place, self.form.mode);
        let trip = View::text(format!("{long} ({})", length(place))).id("trip_duration").text_style(TextStyle::Title);
        let start = View::row(vec![primary("Start", "start_button", Event::new("start"))]);
        widgets::screen(vec![
            widgets::top_bar("Directions", Vec::new()),
            ends,
            modes,
            map(true, self.form.zoom),
            card(vec![trip, start]),
        ])
    }

    fn drive(&self, place: &str) -> View {
        let turn = View::text("Head north").id("nav_instruction").text_style(TextStyle::Headline);
        let to = View::text(format!("toward {place}")).id("nav_destination").style(|style| style.max_lines = 2);
        let white = Color::Rgb(255, 255, 255);
        let head = View::column(vec![turn.color(white), to.color(white)]).padding(20.0, 20.0).gap(4.0);
        let head = head.background(Color::Rgb(15, 107, 68), 0.0);
        let long = duration(place, self.form.mode);
        let left = View::text(format!("{long} · {}", length(place)))
            .id("eta")
            .text_style(TextStyle::Title)
            .width(Size::Weight(1.0));
        let exit = View::icon_button(Icon::Close, "Close navigation", Event::new("navigate_up")).id("exit_button");
        widgets::screen(vec![head, map(true, self.form.zoom), card(vec![View::row(vec![left, exit])])])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_a_place() {
        for (uri, screen, place, mode) in [
            ("geo:52.5,13.4", "place", "52.5,13.4", 0),
            ("geo:0,0?q=1600+Amphitheatre+Parkway", "place", "1600 Amphitheatre Parkway", 0),
            ("geo:0,0?q=52.5,13.4(Cafe%20Rosa)", "place", "Cafe Rosa", 0),
            ("google.navigation:q=Central+Station&mode=w", "drive", "Central Station", 1),
            ("https://www.google.com/maps/dir/?api=1&destination=Airport&travelmode=bicycling", "way", "Airport", 2),
            ("https://www.google.com/maps/search/?api=1&query=bakery", "place", "bakery", 0),
            ("https://www.google.com/maps/place/Old+Town/@1,2", "place", "Old Town", 0),
            ("https://www.google.com/maps/dir/Here/There", "way", "There", 0),
            ("https://maps.google.com/?daddr=Harbour", "way", "Harbour", 0),
        ] {
            assert_eq!(wanted(uri), Some((screen, place.to_owned(), mode)), "{uri}");
        }
        for uri in [
            "geo:",
            "google.navigation:",
            "google.navigation:q=",
            "https://www.google.com/maps",
            "x",
            "https://www.google.com/maps/dir/A",
        ] {
            assert_eq!(wanted(uri), None, "{uri}");
        }
    }
}
