//! OsmAnd (`net.osmand`): a searchable offline map of Liechtenstein, favourites, markers, tracks.
//!
//! Routes: `map`, `menu`, `search`, `place/LAT,LON/NAME`, `favorite/LAT,LON/NAME` (a new favourite), `plan`,
//! `plan_done` and `plan_save` (planning a route), `places` and `tracks` (My Places), `track/NAME`, `markers`,
//! `configure`, and after `pm clear` `welcome`. Favourites and tracks are GPX files, markers a database: those are the
//! source of truth. The app's own state is only the view and the unsaved input.

mod folder;
mod gpx;
mod lists;
mod markers;
mod pan;
mod places;
mod plan;
mod screens;
#[cfg(test)]
mod tests;

use kit::cartography::{Coordinates, ZOOMS, liechtenstein, read_coordinates};
use kit::widgets;
use serde::{Deserialize, Serialize};
use state::app::{Activity, App, Cx, Database, DatabaseFile, Effect, Intent, Layer, Manifest, Store};
use state::shared::Shared;
use toolkit::{Event, Icon, View};

use self::gpx::Waypoint;
use self::markers::Markers;

const PACKAGE: &str = "net.osmand";
const MAIN: &str = "net.osmand.plus.activities.MapActivity";
/// The longest text in a field, in characters.
const LONGEST: usize = 300;
/// The most searches remembered.
const REMEMBERED: usize = 20;
/// The initial zoom.
const FIRST_ZOOM: f32 = 11.2;
/// The zoom at which a place is shown.
const PLACE_ZOOM: f32 = 12.6;

/// The state of OsmAnd.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct OsmAnd {
    #[serde(skip)]
    markers: Store<Markers>,
    /// Whether it was never opened.
    first_run: bool,
    /// The centre and the zoom of the map.
    middle: Coordinates,
    zoom: f32,
    query: String,
    /// The chosen search results, latest first: name and position.
    found: Vec<(String, Coordinates)>,
    form: Form,
    /// The points of the route being planned: position and name.
    plan: Vec<(Coordinates, String)>,
    /// Whether the search is for a point of the route.
    planning: bool,
    /// The hidden layers of the map.
    hidden: Hidden,
    /// The finger on the map.
    #[serde(skip)]
    finger: Option<pan::Finger>,
}

/// The unsaved input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Form {
    name: String,
    description: String,
    group: String,
    track: String,
}

/// The hidden layers of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Hidden {
    favorites: bool,
    markers: bool,
}

impl Default for OsmAnd {
    fn default() -> Self {
        Self {
            markers: Store::default(),
            first_run: false,
            middle: liechtenstein::MIDDLE,
            zoom: FIRST_ZOOM,
            query: String::new(),
            found: Vec::new(),
            form: Form::default(),
            plan: Vec::new(),
            planning: false,
            hidden: Hidden::default(),
            finger: None,
        }
    }
}

/// Parses the place in a route: `LAT,LON/NAME`.
fn place_of(rest: &str) -> (Coordinates, &str) {
    let (point, name) = rest.split_once('/').unwrap_or((rest, ""));
    (read_coordinates(point).unwrap_or(liechtenstein::MIDDLE), name)
}

/// Formats a place for a route.
fn in_route((lat, lon): Coordinates, name: &str) -> String {
    format!("{lat:.7},{lon:.7}/{name}")
}

fn cut(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect()
}

impl App for OsmAnd {
    fn manifest(&self) -> Manifest {
        Manifest {
            package: PACKAGE,
            label: "OsmAnd",
            icon: Icon::Map,
            color: (255, 136, 0),
            version_name: "4.6.13",
            version_code: 4613,
            system: false,
            activities: &[Activity {
                class: MAIN,
                route: "map",
                actions: &["android.intent.action.VIEW"],
                schemes: &["geo", "https://osmand.net", "http://osmand.net"],
            }],
            launchable: true,
            permissions: &["android.permission.POST_NOTIFICATIONS", "android.permission.ACCESS_FINE_LOCATION"],
        }
    }

    fn optional(&self) -> bool {
        true
    }

    fn databases(&self) -> &'static [DatabaseFile] {
        &[Markers::FILE]
    }

    fn folders(&self) -> &'static [&'static str] {
        &[folder::FAVORITES, folder::TRACKS]
    }

    fn view(&self, route: &str, shared: &Shared) -> View {
        match widgets::split(route) {
            ("welcome", _) => screens::welcome(),
            ("menu", _) => screens::menu(),
            ("search", _) => self.search_screen(),
            ("place", rest) => self.place_screen(place_of(rest), shared),
            ("favorite", _) => self.favorite_screen(shared),
            ("plan", _) => self.plan_screen(shared),
            ("plan_done", _) => plan::done_sheet(),
            ("plan_save", _) => self.plan_save_dialog(),
            ("places", _) => self.favorite_list(shared),
            ("tracks", _) => self.track_list(shared),
            ("track", name) => self.track_screen(name, shared),
            ("markers", _) => self.marker_list(shared),
            ("configure", _) => self.configure_screen(),
            _ => self.map_screen(shared),
        }
    }

    fn event(&mut self, route: &str, event: &Event, cx: &mut Cx<'_>) {
        if self.plan_event(event, cx) || self.list_event(event, cx) {
            return;
        }
        let (_, rest) = widgets::split(route);
        match event.name.as_ref() {
            "zoom_in" => self.zoom_by(1.0),
            "zoom_out" => self.zoom_by(-1.0),
            "pinch" => {
                let by: f32 = event.value.parse().unwrap_or(1.0);
                self.zoom_by(if by > 0.0 { by.log2() } else { 0.0 });
            }
            "pan" => self.pan(route, &event.value, cx),
            "center" => (self.middle, self.zoom) = (liechtenstein::MIDDLE, FIRST_ZOOM),
            "search" => self.open_search(false, cx),
            "query" => self.query = cut(&event.value),
            "submit" => {
                if let Some(place) =
                    places::find(&self.query).into_iter().next().filter(|_| !self.query.trim().is_empty())
                {
                    self.choose(place.at, &place.name, cx);
                }
            }
            "choose" => {
                let (at, name) = place_of(&event.value);
                self.choose(at, name, cx);
            }
            "add_favorite" => {
                self.form = Form { name: place_of(rest).1.to_owned(), ..Form::default() };
                cx.push(format!("favorite/{rest}"));
            }
            "name" => self.form.name = cut(&event.value),
            "description" => self.form.description = cut(&event.value),
            "group" => self.form.group = cut(&event.value),
            "save_favorite" => self.save_favorite(place_of(rest).0, cx),
            "add_marker" => {
                let (at, name) = place_of(rest);
                let now_ms = cx.shared.clock.now_ms;
                match self.markers.change(cx.shared, |database| markers::add(database, at, name, now_ms)) {
                    Ok(_) => cx.toast("Marker added"),
                    Err(error) => cx.toast(error.to_string()),
                }
            }
            "share" => {
                let ((lat, lon), name) = place_of(rest);
                let text = format!("{name}\ngeo:{lat:.5},{lon:.5}");
                let extras = vec![("android.intent.extra.TEXT".to_owned(), text)];
                let action = Some("android.intent.action.SEND".to_owned());
                let kind = Some("text/plain".to_owned());
                cx.effects.push(Effect::Start(Intent { action, kind, extras, ..Intent::default() }));
            }
            "skip" => {
                self.first_run = false;
                cx.effects.push(Effect::Replace("map".to_owned()));
            }
            "no_download" => cx.toast("There is no connection to the map server"),
            "menu_item" => cx.effects.push(Effect::Replace(event.value.clone())),
            "hide_favorites" => self.hidden.favorites = !self.hidden.favorites,
            "hide_markers" => self.hidden.markers = !self.hidden.markers,
            _ => {
                widgets::navigate(event, cx);
            }
        }
    }

    fn start(&mut self, intent: &Intent, _route: &'static str, _cx: &mut Cx<'_>) -> String {
        if self.first_run {
            return "welcome".to_owned();
        }
        let Some(data) = intent.data.as_deref() else { return "map".to_owned() };
        let point = data.strip_prefix("geo:").and_then(|rest| rest.split(['?', ';']).next()).and_then(read_coordinates);
        let asked = widgets::query_value(data, "q").map(|text| text.split('(').next().unwrap_or_default().to_owned());
        let values = widgets::query_value(data, "lat").zip(widgets::query_value(data, "lon"));
        let written = values.and_then(|(lat, lon)| read_coordinates(&format!("{lat},{lon}")));
        let found = asked.and_then(|text| places::find(&cut(&text)).into_iter().next());
        let place = found.map(|place| (place.at, place.name)).or_else(|| {
            let at = point.filter(|at| *at != (0.0, 0.0)).or(written)?;
            Some((at, places::written(at)))
        });
        match place {
            Some((at, name)) => {
                (self.middle, self.zoom) = (at, PLACE_ZOOM);
                format!("place/{}", in_route(at, &name))
            }
            None => "map".to_owned(),
        }
    }

    fn back(&mut self, route: &str, _cx: &mut Cx<'_>) -> bool {
        if route == "search" {
            self.planning = false;
        }
        false
    }

    fn layer(&self, route: &str) -> Layer {
        match route {
            "plan_save" => Layer::Dialog,
            "plan_done" => Layer::Sheet,
            _ => Layer::Screen,
        }
    }

    fn stop(&mut self, _shared: &mut Shared) {
        self.query.clear();
        self.form = Form::default();
        self.plan.clear();
        self.planning = false;
    }

    fn cleared(&mut self, _shared: &mut Shared) {
        self.first_run = true;
    }

    fn save(&self) -> serde_json::Value {
        widgets::save(self)
    }

    fn load(&mut self, state: &serde_json::Value) {
        widgets::load(self, state);
        if !(self.zoom.is_finite() && self.middle.0.is_finite() && self.middle.1.is_finite()) {
            (self.middle, self.zoom) = (liechtenstein::MIDDLE, FIRST_ZOOM);
        }
        self.zoom = self.zoom.clamp(*ZOOMS.start(), *ZOOMS.end());
    }
}

impl OsmAnd {
    fn zoom_by(&mut self, by: f32) {
        if by.is_finite() {
            self.zoom = (self.zoom + by).clamp(*ZOOMS.start(), *ZOOMS.end());
        }
    }

    fn open_search(&mut self, planning: bool, cx: &mut Cx<'_>) {
        self.query.clear();
        self.planning = planning;
        cx.push("search");
        cx.effects.push(Effect::Focus("searchEditText".to_owned()));
    }

    /// Handles a chosen search result: shows it, or moves the map to it while planning a route.
    fn choose(&mut self, at: Coordinates, name: &str, cx: &mut Cx<'_>) {
        self.found.retain(|(known, _)| known != name);
        self.found.insert(0, (name.to_owned(), at));
        self.found.truncate(REMEMBERED);
        (self.middle, self.zoom) = (at, PLACE_ZOOM);
        cx.effects.push(Effect::HideKeyboard);
        if std::mem::take(&mut self.planning) {
            cx.pop();
        } else {
            cx.effects.push(Effect::Replace(format!("place/{}", in_route(at, name))));
        }
    }

    fn save_favorite(&mut self, at: Coordinates, cx: &mut Cx<'_>) {
        let Form { name, description, group, .. } = self.form.clone();
        let name = name.trim().to_owned();
        if name.is_empty() {
            return cx.toast("Enter a name");
        }
        let waypoint =
            Waypoint { at, name, description: description.trim().to_owned(), group: group.trim().to_owned() };
        match folder::change_favorites(cx.shared, |all| all.push(waypoint)) {
            Ok(()) => {
                self.form = Form::default();
                cx.pop();
                cx.toast("Favorite added");
            }
            Err(error) => cx.toast(error),
        }
    }
}
