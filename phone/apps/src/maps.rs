//! Maps (`com.google.android.apps.maps`): places, directions and navigation.
//!
//! Routes: `map`, `results/QUERY`, `place/WHERE`, `way/WHERE`, `drive/WHERE`, `saved`. A place is the text that was
//! searched for or given: a name, an address or coordinates. The phone has no map of the world: it draws a fictional
//! town ([`cartography::town`](kit::cartography::town)), whose places can be searched. Any other place is put somewhere
//! in it, derived from its name and always the same.

mod places;
mod screens;

use serde::{Deserialize, Serialize};

use kit::{icons, widgets};
use state::app::{Activity, App, Cx, Effect, Intent, Manifest};
use state::shared::Shared;
use toolkit::{Event, View};

const PACKAGE: &str = "com.google.android.apps.maps";
const MAIN: &str = "com.google.android.maps.MapsActivity";
const LOCATION: &str = "android.permission.ACCESS_FINE_LOCATION";
/// The range of the map's zoom, in percent.
const ZOOM: std::ops::RangeInclusive<u16> = 25..=800;
/// The longest name of a place, in characters.
const LONGEST: usize = 500;
/// The most saved places.
const MOST_SAVED: usize = 200;
const MODES: [(&str, &str, u64); 3] = [("Driving", "d", 45), ("Walking", "w", 5), ("Bicycling", "b", 16)];

/// The state of Maps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Maps {
    query: String,
    form: Form,
    /// The saved places, oldest first.
    saved: Vec<String>,
}

/// The current choices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    /// The index in [`MODES`].
    mode: usize,
    /// The map's zoom in percent; `None` until the first pinch.
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

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("place", place) => self.place(place, shared),
            ("way", place) => self.way(place, shared),
            ("drive", place) => self.drive(place, shared),
            ("results", query) => self.results(query, shared),
            ("saved", _) => self.saved_list(shared),
            _ => self.search(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        let (_, place) = widgets::split(route);
        match event.name.as_ref() {
            "query" => self.query = cut(&event.value),
            "submit" => {
                let query = cut(&std::mem::take(&mut self.query));
                if !query.is_empty() {
                    cx.effects.push(Effect::HideKeyboard);
                    let one = places::is_one(&query, places::here(cx.shared));
                    cx.push(format!("{}/{query}", if one { "place" } else { "results" }));
                }
            }
            "look_for" => cx.push(format!("results/{}", cut(&event.value))),
            "look_at" => {
                self.query.clear();
                cx.effects.push(Effect::HideKeyboard);
                cx.push(format!("place/{}", cut(&event.value)));
            }
            "save" => self.keep(place, cx),
            "unsave" => self.saved.retain(|saved| *saved != event.value),
            "call" => {
                if let Some(known) = places::named(place) {
                    let intent = widgets::intent("android.intent.action.DIAL", format!("tel:{}", known.phone));
                    cx.effects.push(Effect::Start(intent));
                }
            }
            "share" => {
                let (lat, lon) = places::spot(place);
                let text = format!("{place}\nhttps://maps.google.com/?q={lat:.5},{lon:.5}");
                let extras = vec![("android.intent.extra.TEXT".to_owned(), text)];
                let action = Some("android.intent.action.SEND".to_owned());
                let kind = Some("text/plain".to_owned());
                cx.effects.push(Effect::Start(Intent { action, kind, extras, ..Intent::default() }));
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
        // Viewing a place needs no permission; directions start at the phone's location.
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

/// Returns the zoom changed by this factor.
fn zoomed(zoom: Option<u16>, by: &str) -> Option<u16> {
    let by = by.parse().ok().filter(|by: &f32| by.is_finite() && *by > 0.0);
    let Some(by) = by else { return zoom };
    let percent = f32::from(zoom.unwrap_or(100)) * by;
    Some(percent.clamp(f32::from(*ZOOM.start()), f32::from(*ZOOM.end())).round() as u16)
}

fn cut(text: &str) -> String {
    text.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST).collect()
}

/// Parses an address into screen, place and mode.
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

/// Extracts the label of `52.5,13.4(Cafe Rosa)`: `Cafe Rosa`.
fn labelled(place: &str) -> String {
    let label = place.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    label.unwrap_or(place).to_owned()
}

impl Maps {
    /// Saves a place, or removes it.
    fn keep(&mut self, place: &str, cx: &mut Cx<'_>) {
        let before = self.saved.len();
        self.saved.retain(|saved| saved != place);
        if self.saved.len() == before && before < MOST_SAVED {
            self.saved.push(place.to_owned());
            cx.toast("Saved to your places");
        } else {
            cx.toast("Removed from your places");
        }
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
